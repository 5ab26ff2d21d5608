"""Negations of a question that a rewrite lacks."""

import re
from collections.abc import Sequence

from askwell.languages import lexicon
from askwell.languages.lexicon import Lexicon
from askwell.text.sentences import sentences
from askwell.text.words import words
from askwell.types import Language

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[^\w\s]")
_TAG_WORDS = 3
"""Maximum words of a tag at the end of a question: `isn't it`, `non è vero`."""
_PREFIX_CHARS = 4
"""Maximum length of a negative prefix: `ineligible` is as good as `not eligible`."""


def drops_negation(question: str, rewrite: str, language: Language) -> bool:
    """Whether the rewrite has fewer negations than the question.

    Dissent (`no, the other one`), tags (`isn't it?`, `or not?`) and negated yes-no questions (`Isn't it free?`) do not
    count, because the rest of the question means the same without them. A negative prefix replaces a negation.
    """
    known = lexicon(language)
    asked = sum(_negations(tokens, known) for tokens in _clauses(question))
    if not asked:
        return False
    own = set(words(question))
    prefixed = sum(_negates(word, own) for word in set(words(rewrite)) - own)
    return asked > prefixed + sum(_is_negation(token, known) for token in _tokens(rewrite))


def _tokens(text: str) -> list[str]:
    return [token.lower().replace("’", "'") for token in _TOKEN.findall(text)]


def _clauses(text: str) -> list[list[str]]:
    """The tokens of each sentence."""
    return [_tokens(text[start:end]) for start, end in sentences(text)]


def _is_negation(token: str, known: Lexicon) -> bool:
    return token in known.negations or token.replace("'", "") in _contracted(known)


def _contracted(known: Lexicon) -> set[str]:
    """Negated auxiliaries without apostrophe: `isnt`, as it is often typed."""
    return {word.replace("'", "") for word in known.auxiliaries if word.endswith("n't")}


def _negates(word: str, own: set[str]) -> bool:
    """Whether a word is one of the question with a prefix."""
    return any(word.endswith(each) and 0 < len(word) - len(each) <= _PREFIX_CHARS for each in own if len(each) > 3)


def _negations(tokens: Sequence[str], known: Lexicon) -> int:
    """Number of negations in a sentence that the rest of the sentence does not imply."""
    tokens = _without_tag(tokens, known)
    found = 0
    for at, token in enumerate(tokens):
        if _is_negation(token, known) and not _is_dissent(tokens, at, known) and not _is_inverted(tokens, at, known):
            found += 1
    return found


def _without_tag(tokens: Sequence[str], known: Lexicon) -> Sequence[str]:
    """The sentence without a tag at its end."""
    said = [at for at, token in enumerate(tokens) if token[0].isalnum()]
    if len(said) > 1 and tokens[said[-1]] in known.negations and tokens[said[-2]] == known.joiners[1]:
        return tokens[: said[-2]]
    commas = [at for at, mark in enumerate(tokens) if mark == ","]
    if not commas:
        return tokens
    last = [tokens[at] for at in said if at > commas[-1]]
    short = 0 < len(last) <= _TAG_WORDS
    return tokens[: commas[-1]] if short and not known.auxiliaries.isdisjoint(last) else tokens


def _is_dissent(tokens: Sequence[str], at: int, known: Lexicon) -> bool:
    """Whether a negation at the beginning of a sentence rejects what came before, as in `no, the other one`."""
    if tokens[at] not in known.interjections or any(token not in known.interjections for token in tokens[:at]):
        return False
    following = tokens[at + 1] if at + 1 < len(tokens) else ""
    return not following.isalnum() or following in known.stop_words


def _is_inverted(tokens: Sequence[str], at: int, known: Lexicon) -> bool:
    """Whether a negated auxiliary begins a yes-no question: `Isn't it free?`, `But won't it melt?`."""
    if tokens[at] in known.negations or at + 1 == len(tokens):
        return False
    before = tokens[at - 1] if at else ""
    begins = not before or not before[0].isalnum() or before in known.openers or before in known.interjections
    subjects = (known.pronouns, known.possessives, known.demonstratives, known.speakers, known.owners, known.definite)
    return begins and any(tokens[at + 1] in group for group in subjects)
