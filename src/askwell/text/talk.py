"""Talk that asks nothing: greetings, thanks, farewells, and questions about who is speaking."""

import re
from functools import cache, lru_cache
from typing import Literal

from askwell.text.words import fold
from askwell.types import Language

TalkAct = Literal["greeting", "thanks", "goodbye", "about_us", ""]
"""What a message does instead of asking; empty when it asks, or may."""

_GREETING = {
    "en": "hello|hi|hi there|hey|hey there|hello there|hiya|good morning|good afternoon|good evening|good day"
    "|greetings",
    "nl": "hallo|hoi|hey|hi|dag|goedemorgen|goedemiddag|goedenavond|goedendag|goeiemorgen|goeiedag|hallo daar",
    "it": "ciao|salve|buongiorno|buon giorno|buonasera|buona sera|buon pomeriggio|ehi",
}
_THANKS = {
    "en": "thanks|thank you|thx|ty|cheers|many thanks|thanks a lot|thank you very much|thank you so much|thanks so much"
    "|much appreciated|i appreciate it",
    "nl": "dank|bedankt|dank u|dank je|dank u wel|dank je wel|dankuwel|dankjewel|hartelijk dank|heel erg bedankt"
    "|veel dank|dank u zeer|merci|bedankt voor de hulp|bedankt voor uw hulp|bedankt voor je hulp",
    "it": "grazie|grazie mille|molte grazie|tante grazie|grazie tante|la ringrazio|ti ringrazio|mille grazie",
}
_GOODBYE = {
    "en": "bye|goodbye|good bye|bye bye|see you|see you later|see you soon|good night|farewell|have a nice day"
    "|have a good day|take care",
    "nl": "doei|tot ziens|dag dag|tot later|tot straks|tot de volgende keer|fijne dag|fijne dag nog|goedenacht"
    "|welterusten"
    "|prettige dag",
    "it": "arrivederci|addio|a presto|a dopo|buona notte|buonanotte|buona giornata|ci vediamo|alla prossima",
}
_ABOUT_US = {
    "en": "who are you|what are you|what can you do|what can you do for me|how can you help|how can you help me"
    "|what can i ask|what can i ask you|what do you do|what do you know|what is your name|what's your name|help"
    "|are you a bot|are you a robot|are you human|are you a human|are you an ai|what are you for|how do you work"
    "|can i ask another question|can i ask you another question|can i ask one more question|can i ask something else"
    "|may i ask another question|may i ask something else|can i ask you something"
    "|what can you help me with|what can you help with|what questions can i ask|what topics do you cover",
    "nl": "wie ben je|wie bent u|wat ben je|wat bent u|wat kun je|wat kan je|wat kunt u|wat kun je doen|wat kunt u doen"
    "|wat kun je voor mij doen|wat kunt u voor mij doen|wat kan ik vragen|wat kan ik u vragen|wat kan ik je vragen"
    "|mag ik nog iets vragen|mag ik nog een vraag stellen|mag ik iets anders vragen|kan ik nog iets vragen"
    "|kan ik nog een vraag stellen|mag ik iets vragen"
    "|hoe heet je|hoe heet u|help|hulp|ben je een robot|bent u een robot|ben je een mens|bent u een mens"
    "|waarmee kun je helpen|waarmee kunt u helpen|waarmee kunt u mij helpen|waar kun je mee helpen|hoe werk je",
    "it": "chi sei|chi e lei|cosa sei|che cosa sei|cosa sai fare|che cosa sai fare|cosa puoi fare|che cosa puoi fare"
    "|cosa puo fare|cosa posso chiedere|cosa posso chiederti"
    "|posso fare un'altra domanda|posso farti un'altra domanda|posso chiedere un'altra cosa"
    "|posso chiederti un'altra cosa"
    "|come ti chiami|come si chiama|aiuto|sei un robot"
    "|sei una persona|come puoi aiutarmi|come puo aiutarmi|in che cosa puoi aiutarmi|come funzioni",
}
_FILLERS = {
    "en": "ok|okay|great|perfect|super|wonderful|excellent|good|nice|fine|all right|alright|well|so|and|now|there"
    "|everyone|again|for your help|for the help|for your time|that is all|that's all|that helps|that helped"
    "|very helpful"
    "|a lot|that helps a lot|that helped a lot|so much|very much"
    "|that was helpful|for now|then|yes|no|assistant|please",
    "nl": "oke|ok|goed|mooi|prima|super|top|fijn|perfect|geweldig|en|nou|dan|weer|allemaal|voor uw hulp|voor je hulp"
    "|voor de hulp|dat was alles|dat is alles|daar|ja|nee|graag",
    "it": "ok|okay|bene|perfetto|ottimo|va bene|benissimo|e|allora|a tutti|ancora|per l'aiuto|per il suo aiuto"
    "|per il tuo aiuto|di tutto|e tutto|si|no|gentilissimo|gentilissima|per favore",
}
_PRECEDENCE: tuple[TalkAct, ...] = ("about_us", "goodbye", "thanks", "greeting")
_LONGEST_CHARS = 120
_SIGN = re.compile(r"[^\w\s']")


@lru_cache(maxsize=4096)
def talk_act(question: str, language: Language) -> TalkAct:
    """What a whole message does when it is made of nothing but talk, else empty.

    Reads the lexicons of the language and of English. "Thanks, and how do I apply?" asks, so it is no talk. Of several
    acts in one message the first of question about us, farewell, thanks, greeting counts.
    """
    if len(question) > _LONGEST_CHARS:
        return ""
    said = _SIGN.sub(" ", fold(question.replace("’", "'"))).split()
    if not _vocabulary(language).issuperset(said):
        return ""
    rest = " ".join(said)
    found: list[TalkAct] = []
    # "For your help" is cut before "help" alone is looked for, "chi è Lei" before "e" alone.
    acts: tuple[tuple[TalkAct, dict[Language, str]], ...] = (
        ("thanks", _THANKS),
        ("goodbye", _GOODBYE),
        ("greeting", _GREETING),
        ("about_us", {code: _several_words(written) for code, written in _ABOUT_US.items()}),
        ("", _FILLERS),
        ("about_us", _ABOUT_US),
    )
    for act, lexicon in acts:
        shorter = _without(rest, lexicon, language)
        if act and shorter != rest:
            found.append(act)
        rest = shorter
    return next((act for act in _PRECEDENCE if act in found), "") if not rest else ""


@cache
def _vocabulary(language: Language) -> frozenset[str]:
    """All words of talk: what holds another one asks."""
    lexicons = (_GREETING, _THANKS, _GOODBYE, _ABOUT_US, _FILLERS)
    phrases = [lexicon.get(code, "") for lexicon in lexicons for code in (language, "en")]
    return frozenset("|".join(phrases).replace("|", " ").split())


def _several_words(written: str) -> str:
    return "|".join(phrase for phrase in written.split("|") if " " in phrase)


def _without(text: str, lexicon: dict[Language, str], language: Language) -> str:
    """The text without the lexicon's phrases, the longest first."""
    return " ".join(_any_of(tuple(lexicon.get(code, "") for code in (language, "en"))).sub(" ", text).split())


@cache
def _any_of(written: tuple[str, ...]) -> re.Pattern[str]:
    known = {phrase for each in written for phrase in each.split("|") if phrase}
    longest_first = sorted(known, key=lambda phrase: (-len(phrase), phrase))
    return re.compile(rf"(?<![\w'])(?:{'|'.join(map(re.escape, longest_first))})(?![\w'])")
