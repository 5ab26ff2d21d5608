"""A shallow part-of-speech tagger that uses closed word classes, verb forms and neighbours."""

from collections.abc import Sequence
from functools import cache

from askwell.languages import LANGUAGES, every, lexicon
from askwell.languages.en import grammar as english
from askwell.languages.it import grammar as italian
from askwell.languages.lexicon import Lexicon
from askwell.languages.nl import grammar as dutch
from askwell.text.bounds import text_cache
from askwell.text.dutch import settled
from askwell.text.expletives import with_expletives
from askwell.text.fixed import fixed_words
from askwell.text.inflection import verb_forms
from askwell.text.mending import mended
from askwell.text.pieces import COPULAS, DETERMINERS, NOMINAL, PERFECT, Tag, Token, split, tagged
from askwell.types import Language


def tag(text: str, language: Language) -> tuple[Token, ...]:
    """The tokens of a text in order, with tags; offsets refer to the text as given."""
    return _tag(text, language)


@text_cache(200_000)
def _tag(text: str, language: Language) -> tuple[Token, ...]:
    lex = lexicon(language)
    tokens = _closed(split(text, language), lex)
    fixed = fixed_words(tokens, lex)
    for index in fixed:
        tokens[index] = tagged(tokens[index], "adverb")
    tokens = with_expletives(text, tokens, lex)
    for index, token in enumerate(tokens):
        if index not in fixed:
            tokens[index] = tagged(token, _decide(tokens, index, lex))
    if language == "nl":
        return tuple(settled(tokens))
    return tuple(mended(tokens) if language == "en" else tokens)


def _closed(tokens: Sequence[Token], lex: Lexicon) -> list[Token]:
    return [tagged(token, _closed_tag(token, lex)) for token in tokens]


def _closed_tag(token: Token, lex: Lexicon) -> Tag:
    low = token.low
    bare = low.removesuffix("'")
    classes = _classes(lex.language)
    found = classes.get(low) or classes.get(bare)
    if found is not None:
        return "noun" if _shouted(token) else found
    if low[0].isalpha():
        return "verb" if bare in verb_forms(lex.language) else "noun"
    if low[0] in "$€£" or low[0].isdigit():
        return "number"
    if not low[0].isalnum():
        return "owner" if low in {"'s", "'"} else "punct"
    return "verb" if bare in verb_forms(lex.language) else "noun"


def _shouted(token: Token) -> bool:
    """Whether a closed-class word is written as an acronym: US, IT, WHO."""
    return token.text.isupper() and len(token.text) > 1


@cache
def _classes(language: Language) -> dict[str, Tag]:
    lex = lexicon(language)
    by_precedence: list[tuple[Tag, object]] = [
        ("interjection", lex.interjections - lex.adjectives - lex.again),
        ("adj", lex.adjectives), ("adj", lex.ordinals), ("adverb", lex.adverbs), ("adverb", lex.again),
        ("speaker", lex.speakers), ("prep", lex.prepositions), ("conj", lex.conjunctions),
        ("indefinite", lex.indefinite), ("stand_in", lex.stand_ins), ("definite", lex.definite),
        ("demonstrative", lex.demonstratives), ("pronoun", lex.pronouns), ("possessive", lex.possessives),
        ("aux", lex.auxiliaries), ("wh", lex.question_words),
    ]  # fmt: skip
    classes: dict[str, Tag] = {}
    for name, members in by_precedence:
        classes.update(dict.fromkeys(members, name))  # type: ignore[call-overload]
    return classes


def _decide(tokens: Sequence[Token], index: int, lex: Lexicon) -> Tag:  # noqa: C901, PLR0911, PLR0912
    """The tag of a word, decided by its neighbours. Earlier tags are final, later ones provisional."""
    token = tokens[index]
    before = tokens[index - 1].tag if index else "punct"
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    next_tag: Tag = after.tag if after else "punct"
    if token.tag == "expletive":
        return token.tag
    if token.tag == "verb":
        return _verb_or_noun(tokens, index, lex)
    if token.tag == "noun" and lex.language != "en" and index and _is_verb_after_pronoun(tokens, index):
        return "verb"
    if token.low == "do" and next_tag == "punct" and any(each.tag == "aux" for each in tokens[:index]):
        return "verb"
    if token.tag == "noun" and lex.language == "en":
        return _open_english(token, before, next_tag, after_how=index > 0 and tokens[index - 1].low == "how")
    that = token.tag in {"demonstrative", "wh", "conj"} and token.low in lex.demonstratives
    if that and (token.low in lex.relatives or token.low in _THAT):
        return _that(before, after, tokens[index - 1].low if index else "")
    if token.tag == "pronoun" and token.low in _IT and _anticipates(tokens, index, lex):
        return "expletive"
    if token.low in lex.possessives:
        if token.low in lex.auxiliaries and before == "noun" and _is_only_verb(tokens, index):
            return "aux"
        return _owner_or_pronoun(token, before, next_tag, lex)
    if token.low == "het":
        noun = next_tag in NOMINAL | {"verb"} or (after is not None and after.low in lex.unique)
        return "pronoun" if not noun or _het_is_pronoun(tokens, index) else "definite"
    if token.low in italian.CLITICS and lex.language == "it" and _is_clitic(tokens, index):
        return "pronoun"
    if token.tag == "stand_in":
        if lex.language == "it":
            return "indefinite" if next_tag in NOMINAL else token.tag
        plain_number = next_tag in NOMINAL or (after is not None and after.low == "of") or before == "prep"
        return "number" if plain_number and token.low == "one" else "stand_in"
    if token.tag == "pronoun" and token.low == "ci" and next_tag not in {"aux", "verb"}:
        return "adverb"
    if token.low in {"'s", "'"}:
        return (
            "owner" if before in NOMINAL and next_tag in NOMINAL | {"verb"} else "aux" if token.low == "'s" else "punct"
        )
    if token.tag == "interjection" and index and before not in {"punct", "interjection"}:
        return "noun" if next_tag == "punct" else "adj"
    return token.tag


def _is_verb_after_pronoun(tokens: Sequence[Token], index: int) -> bool:
    """Whether an unknown word is a verb after a pronoun: `wordt het ondersteund`, `chi lo ha scalato`, `si spegne`."""
    low, before = tokens[index].low, tokens[index - 1]
    if before.low in italian.REFLEXIVE:
        return low.endswith(italian.FINITE_VOWELS) and before.tag == "adverb"
    closes = index + 1 >= len(tokens) or tokens[index + 1].tag in {"punct", "prep", "conj"}
    if before.tag == "aux" and index > 1:
        return tokens[index - 2].tag == "pronoun" and low.endswith(italian.PARTICIPLE)
    return before.tag == "pronoun" and closes and before.low == "het" and low.endswith(("d", "t", "en"))


def _is_clitic(tokens: Sequence[Token], index: int) -> bool:
    """Whether an Italian article is a pronoun before its verb or fused with it: `chi lo ha scritto`, `ottenerla`."""
    if index and tokens[index - 1].end == tokens[index].start and tokens[index - 1].low.endswith("re"):
        return True
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if after is None or after.tag not in {"aux", "verb"}:
        return False
    ends = index + 2 >= len(tokens) or tokens[index + 2].tag in {"punct", "prep", "adverb"}
    led = (
        index > 0
        and tokens[index - 1].tag in {"wh", "speaker", "adverb"}
        and tokens[index - 1].low not in italian.WHICH
    )
    return after.tag == "aux" or after.low.endswith("o") or (led and ends)


def _het_is_pronoun(tokens: Sequence[Token], index: int) -> bool:
    """Whether Dutch `het` is a pronoun before the verb at the end of its clause: `kan ik het installeren`."""
    before = tokens[index - 1] if index else None
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    closes = index + 2 >= len(tokens) or tokens[index + 2].tag in {"punct", "prep", "conj"}
    if before is not None and after is not None and before.tag == "speaker" and after.tag == "adverb":
        return after.low not in lexicon("nl").unique
    if before is None or after is None or not closes or not after.low[0].isalpha():
        return False
    if before.low in dutch.PASSIVE:
        return after.low.endswith(("d", "t", "en"))
    if before.tag == "speaker" or before.low in dutch.MODALS:
        return after.tag == "verb" or (after.low.endswith("en") and any(t.low in dutch.MODALS for t in tokens[:index]))
    return before.tag == "aux" and after.tag == "verb" and after.low.endswith(("d", "t", "en"))


def _anticipates(tokens: Sequence[Token], index: int, lex: Lexicon) -> bool:
    """Whether `it` only anticipates a clause: `is it wise to refinance`, `is het slim om te wachten`."""
    copula = any(token.low in COPULAS for token in tokens[max(0, index - 2) : index + 2])
    if not copula:
        return False
    for at in range(index + 2, min(index + 6, len(tokens) - 1)):
        low, following = tokens[at].low, tokens[at + 1]
        if low in _CLAUSE_OPENERS or (low == "to" and following.low in verb_forms(lex.language)):
            return tokens[at - 1].tag in {"adj", "noun", "verb", "adverb"} and following.tag != "punct"
        if tokens[at].tag == "punct":
            return False
    return False


def _that(before: Tag, after: Token | None, word_before: str) -> Tag:
    if after is None or after.tag == "punct":
        return "demonstrative"
    if before in {"noun", "stand_in", "adj", "number", "expletive"} or word_before == "waar":
        return "conj"
    if before == "punct" and word_before == ",":
        return "conj"
    if before == "verb" and after.tag in {"pronoun", "speaker", "definite", "indefinite", "possessive"}:
        return "conj"
    return "demonstrative"


def _is_only_verb(tokens: Sequence[Token], index: int) -> bool:
    """Whether Dutch `zijn` after a question phrase is the verb, because there is no other: `welke X zijn nieuw`."""
    # A participle directly after it belongs to it: `welke X zijn verboden`.
    others = (token.tag for at, token in enumerate(tokens) if at not in {index, index + 1})
    return tokens[0].tag == "wh" and not any(each in {"aux", "verb"} for each in others)


def _owner_or_pronoun(token: Token, before: Tag, next_tag: Tag, lex: Lexicon) -> Tag:
    nominal_next = next_tag in NOMINAL or next_tag == "verb"
    if token.low in lex.auxiliaries:
        return "possessive" if nominal_next and before in {"prep", "verb", "noun", "aux"} else "aux"
    if token.low == "loro":
        return "possessive" if before == "definite" else "pronoun"
    if lex.language == "it" or nominal_next:
        return "possessive"
    return "pronoun" if token.low in lex.pronouns else token.tag


def _open_english(token: Token, before: Tag, next_tag: Tag, *, after_how: bool) -> Tag:
    low = token.low
    if (
        low.endswith("ly")
        and len(low) > 4
        and next_tag not in NOMINAL
        and before not in DETERMINERS | {"adj", "number"}
    ):
        return "adverb"
    predicate = before in {"aux", "adverb", "noun"} and next_tag in {"punct", "prep", "conj"}
    if before == "wh" and next_tag in {"aux", "verb"} and after_how:
        return "adj"
    if predicate and low.endswith(english.PREDICATES):
        return "adj"
    if (len(low) > 4 and low.endswith(english.ADJECTIVES) and next_tag in NOMINAL) or is_superlative(low, before):
        return "adj"
    if low.endswith("ed") and len(low) > 4:
        return "adj" if next_tag == "noun" and before not in {"noun", "pronoun", "speaker"} else "verb"
    return "noun"


def is_superlative(low: str, before: Tag) -> bool:
    """Whether an English word is a superlative after its article: `the quickest`."""
    return low.endswith("est") and len(low) > 5 and before in {"definite", "possessive"}


def _verb_or_noun(tokens: Sequence[Token], index: int, lex: Lexicon) -> Tag:  # noqa: PLR0911
    """The tag of a word that can be a verb."""
    token = tokens[index]
    neighbours = (*tokens[max(0, index - 1) : index], *tokens[index + 1 : index + 2])
    if index and token.text[:1].isupper() and any(each.text[:1].isupper() for each in neighbours if each.start):
        return "noun"
    before: Tag = tokens[index - 1].tag if index else "punct"
    next_tag: Tag = tokens[index + 1].tag if index + 1 < len(tokens) else "punct"
    low_before = tokens[index - 1].low if index else ""
    if low_before in _INFINITIVE or (before in {"pronoun", "speaker"} and low_before not in lex.owners):
        return "verb"
    gerund = lex.language == "en" and token.low.endswith("ing")
    past = token.low.endswith("ed") and token.low not in lex.verbs  # not `need`
    participle = lex.language == "en" and (past or token.low in lex.verb_forms)
    if before == "demonstrative" and participle and any(each.low in PERFECT for each in tokens[:index]):
        return "verb"
    named = before == "number" and index > 1 and tokens[index - 2].tag == "noun"
    if named and gerund and any(each.low in COPULAS for each in tokens[:index]):
        return "verb"
    if participle and low_before in lex.ordinals and "aux" in {each.tag for each in tokens[:index]}:
        return "verb"
    if before in DETERMINERS or before in {"adj", "number", "owner"} or low_before in lex.owners:
        return "adj" if (gerund or participle) and next_tag in {"noun", "adj"} else "noun"
    if before == "prep":
        return "verb" if gerund and next_tag in DETERMINERS | {"pronoun", "noun", "prep", "speaker"} else "noun"
    if before == "wh":
        return "noun" if low_before in _WHICH_NOUN else "verb"
    if before == "noun":
        return _after_noun(tokens, index, lex, participle=participle or gerund)
    if before == "aux":
        return "verb" if participle or gerund or next_tag != "verb" else "noun"
    if before == "conj" and index > 1:
        return tokens[index - 2].tag if tokens[index - 2].tag in {"noun", "verb"} else "verb"
    return "verb"


def _after_noun(tokens: Sequence[Token], index: int, lex: Lexicon, *, participle: bool) -> Tag:  # noqa: PLR0911
    """The tag of a possible verb after a noun: a verb if the clause still needs one."""
    furthest = max(-1, index - 1 - _CLAUSE_TOKENS)
    start = next((at for at in range(index - 1, furthest, -1) if opens_clause(tokens, at)), furthest) + 1
    clause = [token.tag for token in tokens[start:index]]
    if "verb" in clause:
        return "verb" if participle else "noun"
    auxiliaries = {token.low for token in tokens[start:index] if token.tag == "aux"}
    if participle and auxiliaries and not auxiliaries & (COPULAS | PERFECT):
        return "noun"
    ends = index + 1 >= len(tokens) or tokens[index + 1].tag in {"punct", "adj"}
    if tokens[index].low.endswith("ing") and ends and tokens[start].low in english.ASKS_WITH_DO and index - start == 3:
        return "noun"
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if following is not None and following.tag in {"noun", "verb"} and not auxiliaries and not participle:
        rest = next(
            (at for at in range(index + 1, len(tokens)) if tokens[at].tag not in NOMINAL | {"verb"}), len(tokens)
        )
        if any(each.tag == "verb" for each in tokens[index + 1 : rest]):
            return "noun"
    waiting = bool(auxiliaries) or "wh" in clause or (start > 0 and tokens[start - 1].tag == "conj")
    next_tag: Tag = tokens[index + 1].tag if index + 1 < len(tokens) else "punct"
    if auxiliaries and auxiliaries <= COPULAS and not participle and lex.language == "en":
        return "noun"
    if waiting or next_tag in DETERMINERS:
        return "verb"
    return "noun"


def opens_clause(tokens: Sequence[Token], at: int) -> bool:
    """Whether a clause begins after this token: punctuation, or a conjunction that does not join two nouns."""
    if tokens[at].tag == "punct":
        return True
    between_nouns = 0 < at < len(tokens) - 1 and tokens[at - 1].tag in NOMINAL and tokens[at + 1].tag in NOMINAL
    return tokens[at].tag == "conj" and not (between_nouns and tokens[at].low in _JOINERS)


_CLAUSE_TOKENS = 60
"""A clause is taken to begin at most this many tokens before its verb: the search for each verb is bounded."""
_THAT = every(lambda grammar: grammar.that_words)
_IT = every(lambda grammar: grammar.it_words)
_CLAUSE_OPENERS = every(lambda grammar: grammar.clause_openers)
_INFINITIVE = every(lambda grammar: grammar.infinitive)
_WHICH_NOUN = every(lambda grammar: grammar.which_noun)
_JOINERS = frozenset(word for code in LANGUAGES for word in lexicon(code).joiners)
