"""What the rules say in each language around what they quote."""

from dataclasses import dataclass

from askwell.types import Language


@dataclass(frozen=True, slots=True)
class Phrases:
    """Sentences of one language; names in braces are filled in."""

    not_found: str
    nearest: str
    """Stands before a line of where to look."""
    decline: str
    """With {about}."""
    decline_plain: str
    """Where an assistant has not said what it is about."""
    greeting: str
    """With {title}."""
    thanks: str
    goodbye: str
    about_us: str
    """With {title} and {about}: who speaks."""
    about_us_plain: str
    """With {title}."""
    about: str
    """With {about}: what may be asked."""
    ask_me: str
    """Where an assistant has not said what it is about."""
    first_question: str
    """With {question}."""
    numbered_question: str
    """With {number} and {question}."""
    last_question: str
    """With {question}."""
    last_answer: str
    """With {question}; the answer follows."""
    discussed: str
    """Stands before a list of questions."""
    discussed_before: str
    """Stands before what was asked, in a summary."""
    since_then: str
    """Stands before what was settled after a summary had been worded."""
    nothing_yet: str
    you_said: str
    """With {number} of a turn and {text}."""
    you_asked: str
    """With {number} of a turn and {text}."""
    i_answered: str
    """With {text}; stands behind one of the two."""
    corrected: str
    """With {number} and {text}: what has since been said instead."""
    spoken_of: str
    """Stands before what was spoken of."""
    spoken_at: str
    """With {number} and {text}: a turn in that list."""
    not_in_talk: str
    nearest_in_talk: str
    """Stands before turns that may answer."""
    documents_in: str
    """With {language}: the quotes are in another language than the question."""
    no_model: str
    """For faces that say how an answer came about."""
    language_names: tuple[tuple[Language, str], ...]

    def language_name(self, code: Language) -> str:
        """The name of a language in this one; the code itself when it has none."""
        return dict(self.language_names).get(code, code)


PHRASES: dict[Language, Phrases] = {
    "en": Phrases(
        not_found="I did not find this in the documents.",
        nearest="Nearest:",
        decline="I specialise in {about}, so I cannot help with that. Do you have a question about {about}?",
        decline_plain="That is outside what I can help with.",
        greeting="Hello! I am {title}.",
        thanks="You are welcome. Feel free to ask another question.",
        goodbye="Goodbye! You can come back to this conversation at any time.",
        about_us="I am {title}. I answer questions about {about} from the documents and show where each answer comes"
        " from.",
        about_us_plain="I am {title}. I answer questions from the documents and show where each answer comes from.",
        about="You can ask me about {about}.",
        ask_me="You can ask me about what is in the documents.",
        first_question="Your first question was: “{question}”",
        numbered_question="Your question {number} was: “{question}”",
        last_question="Your last question was: “{question}”",
        last_answer="To “{question}” I answered:",
        discussed="So far you have asked:",
        discussed_before="Discussed:",
        since_then="Since then:",
        nothing_yet="You have not asked anything yet in this conversation.",
        you_said="In turn {number} you said: “{text}”",
        you_asked="In turn {number} you asked: “{text}”",
        i_answered="I answered: “{text}”",
        corrected="Since turn {number} this holds instead: “{text}”",
        spoken_of="We have spoken of:",
        spoken_at="turn {number}: {text}",
        not_in_talk="I do not find this in our conversation.",
        nearest_in_talk="I do not find this in so many words; this is what comes nearest in our conversation:",
        documents_in="The documents are in {language}; this is what they say:",
        no_model="Put together from sentences of the documents, without a language model.",
        language_names=(("en", "English"), ("nl", "Dutch"), ("it", "Italian")),
    ),
    "nl": Phrases(
        not_found="Dit heb ik niet in de documenten gevonden.",
        nearest="Het dichtst in de buurt:",
        decline="Ik ben gespecialiseerd in {about}, dus hiermee kan ik niet helpen. Hebt u een vraag over {about}?",
        decline_plain="Daarmee kan ik niet helpen.",
        greeting="Hallo! Ik ben {title}.",
        thanks="Graag gedaan. Stel gerust nog een vraag.",
        goodbye="Tot ziens! U kunt dit gesprek altijd weer oppakken.",
        about_us="Ik ben {title}. Ik beantwoord vragen over {about} uit de documenten en laat zien waar elk antwoord"
        " staat.",
        about_us_plain="Ik ben {title}. Ik beantwoord vragen uit de documenten en laat zien waar elk antwoord staat.",
        about="U kunt mij vragen stellen over {about}.",
        ask_me="U kunt mij vragen stellen over wat er in de documenten staat.",
        first_question="Uw eerste vraag was: “{question}”",
        numbered_question="Uw vraag {number} was: “{question}”",
        last_question="Uw laatste vraag was: “{question}”",
        last_answer="Op “{question}” antwoordde ik:",
        discussed="Tot nu toe hebt u gevraagd:",
        discussed_before="Besproken:",
        since_then="Sindsdien:",
        nothing_yet="U hebt in dit gesprek nog niets gevraagd.",
        you_said="Bij beurt {number} zei u: “{text}”",
        you_asked="Bij beurt {number} vroeg u: “{text}”",
        i_answered="Ik antwoordde: “{text}”",
        corrected="Sinds beurt {number} geldt in plaats daarvan: “{text}”",
        spoken_of="We hebben besproken:",
        spoken_at="beurt {number}: {text}",
        not_in_talk="Dit vind ik niet terug in ons gesprek.",
        nearest_in_talk="Ik vind dit niet met zoveel woorden; dit komt in ons gesprek het dichtst in de buurt:",
        documents_in="De documenten zijn in het {language}; dit staat erin:",
        no_model="Samengesteld uit zinnen van de documenten, zonder taalmodel.",
        language_names=(("en", "Engels"), ("nl", "Nederlands"), ("it", "Italiaans")),
    ),
    "it": Phrases(
        not_found="Non l'ho trovato nei documenti.",
        nearest="Il passo più vicino:",
        decline="Il mio campo è: {about}. Per questo non posso aiutare con questa domanda.",
        decline_plain="Non posso aiutare con questa domanda.",
        greeting="Buongiorno! Sono {title}.",
        thanks="Prego. Sono a disposizione per un'altra domanda.",
        goodbye="Arrivederci! Questa conversazione si può riprendere in ogni momento.",
        about_us="Sono {title}. Rispondo dai documenti, indicando da dove viene ogni risposta. Il mio campo è:"
        " {about}.",
        about_us_plain="Sono {title}. Rispondo dai documenti, indicando da dove viene ogni risposta.",
        about="Può farmi domande su questo campo: {about}.",
        ask_me="Può farmi domande su ciò che è nei documenti.",
        first_question="La prima domanda è stata: «{question}»",
        numbered_question="La domanda {number} è stata: «{question}»",
        last_question="L'ultima domanda è stata: «{question}»",
        last_answer="A «{question}» ho risposto:",
        discussed="Finora le domande sono state:",
        discussed_before="Si è parlato di:",
        since_then="Da allora:",
        nothing_yet="In questa conversazione non c'è ancora nessuna domanda.",
        you_said="Al turno {number} ha detto: «{text}»",
        you_asked="Al turno {number} ha chiesto: «{text}»",
        i_answered="Ho risposto: «{text}»",
        corrected="Dal turno {number} vale invece: «{text}»",
        spoken_of="Abbiamo parlato di:",
        spoken_at="turno {number}: {text}",
        not_in_talk="Non lo trovo nella nostra conversazione.",
        nearest_in_talk="Non lo trovo detto così; ecco che cosa vi si avvicina di più nella nostra conversazione:",
        documents_in="I documenti sono in {language}; ecco che cosa dicono:",
        no_model="Composto con frasi dei documenti, senza un modello linguistico.",
        language_names=(("en", "inglese"), ("nl", "olandese"), ("it", "italiano")),
    ),
}


def phrases(language: Language) -> Phrases:
    """The phrases of a language; the English ones for a language that has none."""
    return PHRASES.get(language, PHRASES["en"])
