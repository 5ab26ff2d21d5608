"""Corrects tags of Dutch words by their position: finite verbs come second in a clause, other verbs at its end."""

from collections.abc import Sequence

from askwell.languages.nl import grammar as dutch
from askwell.text.inflection import verb_forms
from askwell.text.pieces import DETERMINERS, NOMINAL, Tag, Token, tagged

_VERBAL: frozenset[Tag] = frozenset({"verb", "aux"})
_CLOSING: frozenset[Tag] = frozenset({"punct", "prep", "conj", "adverb"})


def settled(tokens: Sequence[Token]) -> list[Token]:
    """The tokens, with tags corrected by Dutch word order."""
    found = list(tokens)
    for index, token in enumerate(found):
        tag = _settle(found, index)
        if tag != token.tag:
            found[index] = tagged(token, tag)
    return found


def _settle(tokens: Sequence[Token], index: int) -> Tag:
    token = tokens[index]
    if token.tag == "definite" and token.low == "het" and _says_it(tokens, index + 1):
        return "pronoun"
    if not index:
        return token.tag
    before = tokens[index - 1]
    if token.low in dutch.RELATIVES:
        return _relative_or_not(tokens, index)
    if token.tag == "adj" and before.tag == "demonstrative" and _is_asked_of(tokens, index):
        return "adverb"
    return _noun_or_verb(tokens, index) if token.tag == "noun" else token.tag


def _relative_or_not(tokens: Sequence[Token], index: int) -> Tag:
    """A relative clause has a verb: `krijgt iemand die gegevens` has none, `krijgt iemand die gegevens lekt` has."""
    token, before = tokens[index], tokens[index - 1]
    if token.tag == "conj" and not _verb_behind(tokens, index):
        return "demonstrative"
    if token.low == "die" and before.low in dutch.ANYBODY and _verb_behind(tokens, index):
        return "conj"
    return token.tag


def _noun_or_verb(tokens: Sequence[Token], index: int) -> Tag:
    """The tag of a word that was tagged as a noun."""
    token, before = tokens[index], tokens[index - 1]
    known = token.low in verb_forms("nl")
    if (before.tag == "demonstrative" or before.low == "het") and _says_it(tokens, index):
        return "verb"
    if before.tag == "demonstrative":
        return "verb" if _is_asked_of(tokens, index) and _is_participle(token, known=known) else token.tag
    if known and _is_finite(tokens, index):
        return "verb"
    return "verb" if _ends_clause(tokens, index, known=known) else token.tag


def _is_finite(tokens: Sequence[Token], index: int) -> bool:
    """Whether a verb form is in the position of the finite verb: second, or after a relative."""
    token, before = tokens[index], tokens[index - 1]
    if before.tag == "adj" and index > 1 and tokens[index - 2].low == "hoe":
        return True
    if before.tag == "noun" and _opens(tokens, index):
        return True
    relative = before.tag == "conj" and before.low in dutch.CLAUSE_RELATIVES
    which = before.low in dutch.WHICH and token.low.endswith("t")
    return (before.tag == "noun" or relative or which) and not _verb_in_clause(tokens, index)


def _says_it(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word after `het` or `dat` is its verb: `het staat in de wet`, not `het besluit van het college`."""
    if index >= len(tokens) or (index > 1 and tokens[index - 2].tag != "punct"):
        return False
    token = tokens[index]
    finite = token.low.endswith("t") and token.low not in dutch.NOUNS and token.low in verb_forms("nl")
    return finite and index + 1 < len(tokens) and tokens[index + 1].tag not in {"noun", "verb"}


def _verb_behind(tokens: Sequence[Token], index: int) -> bool:
    """Whether a verb, or a possible verb, follows in the same sentence."""
    for token in tokens[index + 1 :]:
        if token.low in {".", "?", "!"}:
            return False
        if token.tag in _VERBAL or (token.tag == "noun" and token.low.endswith("t")):
            return True
    return False


def _verb_in_clause(tokens: Sequence[Token], index: int) -> bool:
    start = next((at for at in range(index - 1, -1, -1) if tokens[at].tag in {"punct", "conj"}), -1) + 1
    end = next((at for at in range(index + 1, len(tokens)) if tokens[at].tag in {"punct", "conj"}), len(tokens))
    return any(tokens[at].tag in _VERBAL for at in range(start, end) if at != index)


def _opens(tokens: Sequence[Token], index: int) -> bool:
    """Whether exactly one phrase precedes this word in its sentence: `Gemeenten krijgen X verstrekt`."""
    start = next((at for at in range(index - 1, -1, -1) if tokens[at].tag == "punct"), -1) + 1
    return all(tokens[at].tag in DETERMINERS | NOMINAL for at in range(start, index))


def _closes(tokens: Sequence[Token], index: int) -> bool:
    """Whether the clause may end here: no noun follows directly, and no verb at all."""
    if index + 1 < len(tokens) and tokens[index + 1].tag not in _CLOSING:
        return False
    end = next((at for at in range(index + 1, len(tokens)) if tokens[at].tag in {"punct", "conj"}), len(tokens))
    return not any(token.tag in _VERBAL for token in tokens[index + 1 : end])


def _is_asked_of(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word is the predicate of the demonstrative before it: `is dat verschoven`, not `wat is dat besluit`."""
    return index > 1 and tokens[index - 2].low in dutch.COPULAS and _closes(tokens, index)


def _is_participle(token: Token, *, known: bool) -> bool:
    low = token.low
    if low in dutch.NOUNS or not low.endswith(("d", "t", "en")):
        return False
    return known or (low.startswith(dutch.PARTICIPLE) and len(low) > 5)


def _ends_clause(tokens: Sequence[Token], index: int, *, known: bool) -> bool:
    """Whether a word is the infinitive or participle that ends the clause of an auxiliary: `een model trainen op X`."""
    token, before = tokens[index], tokens[index - 1]
    if before.tag not in {"noun", "aux", "adverb", "pronoun"} or not _closes(tokens, index):
        return False
    lows = [each.low for each in tokens[:index]]
    if any(low in dutch.CLOSING_MODALS for low in lows) and (before.tag == "noun" or before.low in dutch.INFINITIVES):
        return known or (token.low.endswith("en") and len(token.low) > 5 and not token.text[:1].isupper())
    if before.tag == "aux" and index == 2 and tokens[0].low in dutch.WHAT_OR_WHO:
        return False  # `Wat is beleid?`
    return any(low in dutch.BECOMING for low in lows) and _is_participle(token, known=known)
