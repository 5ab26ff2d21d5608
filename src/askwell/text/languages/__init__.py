"""What is known of each language: one lexicon a language; adding a language is adding a file and naming it here."""

from askwell.text.languages import en, it, nl
from askwell.text.languages.lexicon import Lexicon
from askwell.types import Language

LEXICONS: dict[Language, Lexicon] = {"en": en.LEXICON, "nl": nl.LEXICON, "it": it.LEXICON}


def lexicon(language: Language) -> Lexicon:
    """The lexicon of a language; English for one that has none."""
    return LEXICONS.get(language, en.LEXICON)
