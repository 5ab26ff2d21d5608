"""What is known of each language: one lexicon a language; adding a language is adding a file and naming it here."""

from askwell.languages.en.lexicon import LEXICON as EN
from askwell.languages.it.lexicon import LEXICON as IT
from askwell.languages.lexicon import Lexicon
from askwell.languages.nl.lexicon import LEXICON as NL
from askwell.types import Language

LEXICONS: dict[Language, Lexicon] = {"en": EN, "nl": NL, "it": IT}


def lexicon(language: Language) -> Lexicon:
    """The lexicon of a language; English for one that has none."""
    return LEXICONS.get(language, EN)
