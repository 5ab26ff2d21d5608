"""Corrects English tags in a second pass that sees the whole clause."""

from askwell.languages.en import grammar as english
from askwell.text.pieces import COPULAS, DETERMINERS, NOMINAL, PERFECT, Token, tagged


def mended(tokens: list[Token]) -> list[Token]:
    """The tokens with errors of the first pass corrected: `did Anna Berg write`, `does linoleum fade`."""
    return _with_verb(_with_main_verbs(_with_joined_adjectives(tokens)))


def _with_main_verbs(tokens: list[Token]) -> list[Token]:
    """`do` and `have` after another auxiliary and its subject are main verbs: `what did Ada Lovelace do`."""
    if not any(token.low in english.MAY_BE_MAIN for token in tokens):
        return tokens
    return [tagged(token, "verb") if _is_main(tokens, at) else token for at, token in enumerate(tokens)]


def _is_main(tokens: list[Token], at: int) -> bool:
    token = tokens[at]
    if token.tag != "aux" or token.low not in english.MAY_BE_MAIN or at < 2:
        return False
    if tokens[at - 1].tag not in NOMINAL | {"pronoun", "speaker", "adverb", "verb"}:
        return False
    clause = tokens[max((back for back in range(at) if tokens[back].tag in {"punct", "conj"}), default=-1) + 1 : at]
    led = any(each.tag == "aux" and each.low not in COPULAS for each in clause)
    follower = tokens[at + 1] if at + 1 < len(tokens) else None
    return led and (follower is None or not (follower.tag in {"verb", "aux"} or follower.low in {"to", "not", "n't"}))


def _with_joined_adjectives(tokens: list[Token]) -> list[Token]:
    """A participle joined with an adjective before a noun is an adjective: `licensed and registered homes`."""
    if not any(token.low.endswith("ed") for token in tokens):
        return tokens
    return [
        tagged(token, "adj")
        if token.low.endswith("ed")
        and token.tag in {"verb", "noun"}
        and [each.tag for each in tokens[index + 1 : index + 4]] == ["conj", "adj", "noun"]
        and (index == 0 or tokens[index - 1].tag in {"prep", "punct", "conj", "aux"} | DETERMINERS)
        else token
        for index, token in enumerate(tokens)
    ]


def _with_verb(tokens: list[Token]) -> list[Token]:
    """A question with `do` or a modal has a main verb: an unknown word in its position is tagged as a verb."""
    if any(token.tag == "verb" for token in tokens):
        return tokens
    at = next(
        (at for at, token in enumerate(tokens) if token.tag == "aux" and token.low not in COPULAS | PERFECT), None
    )
    if at is None:
        return tokens
    run = at + 1
    while run < len(tokens) and tokens[run].tag in DETERMINERS | NOMINAL | {"speaker", "pronoun", "adverb"}:
        run += 1
    named = [index for index in range(at + 1, run) if tokens[index].tag in {"noun", "adj"}]
    subject = [index for index in range(at + 1, run) if tokens[index].tag in {"speaker", "pronoun"}]
    if subject and named and named[0] > subject[0]:
        found = named[0]
    elif len(named) > 1:
        found = named[-1]
    elif len(named) == 1 and tokens[named[0] - 1].tag == "demonstrative":
        # `What does that cost?`: the clause has no other verb, so the demonstrative alone is its subject.
        found = named[0]
    else:
        return tokens
    return [tagged(token, "verb") if index == found else token for index, token in enumerate(tokens)]
