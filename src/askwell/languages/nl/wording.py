"""The wording of Dutch."""

from askwell.languages.wording import Rewriting, Wording

_REWRITING = Rewriting(
    owner="{noun} van {x}",
    about="{question} voor {x}",
    place="{question} in {x}",
    than="dan {x}",
    again="zo",
    about_word="over",
    it="het",
    the="de ",
    named_the="",
    me="ik",
    mine="mijn",
    contractions=(),
)

WORDING = Wording(
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
    english_name="Dutch",
    rewriting=_REWRITING,
)
