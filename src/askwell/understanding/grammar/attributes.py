"""Nouns that want an owner: whether a question names an attribute without what it belongs to."""

from askwell.languages import every
from askwell.languages.lexicon import Lexicon
from askwell.text.mentions import Mention
from askwell.text.pieces import COPULAS, Token

_HAVE = every(lambda grammar: grammar.have)


def wants_owner(mention: Mention, lex: Lexicon) -> bool:
    """Whether a phrase is an attribute of something that it does not name: `the side effects`, `how much storage`."""
    if mention.head not in lex.owned or mention.complement in {"owner", "clause"}:
        return False
    if mention.name or mention.determiner in {"possessive", "speaker"} or any(char.isdigit() for char in mention.core):
        return False
    if mention.determiner == "definite" and not lex.generic_article and mention.words <= 3:
        return True
    modifiers = [word for word in mention.core.lower().split()[:-1] if word not in lex.adjectives]
    return not [word for word in modifiers if word not in lex.owned]


def may_want_owner(mention: Mention, lex: Lexicon) -> bool:
    """Whether a phrase is an attribute whose modifier may or may not say of what: `indoor versions`, `water supply`."""
    if mention.head not in lex.owned or mention.complement in {"owner", "clause"} or mention.name:
        return False
    return mention.determiner in {None, "indefinite"} and not any(char.isdigit() for char in mention.core)


def has_owner_elsewhere(
    mention: Mention, tokens: tuple[Token, ...], mentions: tuple[Mention, ...], lex: Lexicon
) -> bool:
    """Whether the question itself says whose an attribute is: that of two things, the speaker's, or its subject's."""
    end = max((each.end for each in mentions if each.joined and each.start == mention.start), default=mention.end)
    following = next((token for token in tokens if token.start >= end), None)
    if following is not None and following.low in lex.pairing:
        return True
    if mention.head in lex.personal and any(token.tag == "speaker" for token in tokens):
        return True
    if mention.head in lex.roles and _acts(mention, tokens, mentions):
        return True
    before = next((token for token in reversed(tokens) if token.end <= mention.start), None)
    if lex.language == "nl" and mention.preposition and mention.determiner is None:
        # `plichten bij hoog risico`: a circumstance of what the question speaks of by itself.
        return any(each.determiner == "indefinite" and each.head not in lex.owned for each in mentions)
    if mention.determiner is not None or before is None or before.tag != "wh":
        return False
    return any(
        each.start > mention.end
        and each.noun
        and not (each.joined or each.inside or each.preposition)
        and each.head not in lex.owned
        and (
            each.name
            or each.determiner == "indefinite"
            or (each.determiner is None and each.plural)
            or (each.determiner == "definite" and any(token.low in _HAVE for token in tokens))
        )
        for each in mentions
    )


def _acts(mention: Mention, tokens: tuple[Token, ...], mentions: tuple[Mention, ...]) -> bool:
    """Whether a yes-or-no question says of whoever has a role what he does to what: `mag de leverancier X trainen`."""
    asks = bool(tokens) and tokens[0].tag == "aux" and tokens[0].low not in COPULAS | _HAVE
    done = any(token.tag == "verb" and token.start > mention.end for token in tokens)
    return asks and done and any(each.noun and each.start > mention.end for each in mentions)
