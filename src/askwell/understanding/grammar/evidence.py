"""What speaks for and against a question leaning on earlier turns, as numbers between 0 and 1 with names."""

from collections.abc import Mapping
from functools import cache

from askwell.languages import every
from askwell.languages.lexicon import Lexicon
from askwell.text.mentions import Mention
from askwell.text.pieces import COPULAS, NOMINAL, Token, is_name
from askwell.text.words import stem
from askwell.understanding.grammar.context import Context
from askwell.understanding.grammar.cues import Cue, Reading
from askwell.understanding.grammar.names import short_names
from askwell.understanding.grammar.pairs import pair_of, pair_span

Evidence = dict[str, float]
"""Feature to its value, 0 to 1; features that are 0 are absent."""


def weigh(question: Reading, context: Context) -> Evidence:
    """The evidence in a question against its background."""
    return by_words(question, context) | by_things(question, context)


def by_words(question: Reading, context: Context) -> Evidence:
    """The evidence that the words of question and conversation give."""
    shape = _shape(question)
    found = {**_pointing(question, context), **shape}
    if not _decided(question, shape):
        found |= _subject(question, context)
    return _present(found)


def by_things(question: Reading, context: Context) -> Evidence:
    """The evidence that takes knowing what the conversation spoke of, under names of `THINGS`."""
    found: Evidence = {
        "short_name": bool(short_names(question, context)),
        "of_two": pair_span(question) is not None and pair_of(context) is not None,
    }
    if not _decided(question, _shape(question)):
        found |= _spoken_of(question, context)
    return _present(found)


THINGS = ("short_name", "of_two", "names_what_was_said", "names_the_topic", "open_place", "open_place_exists")
"""Features of `by_things`."""


def _present(found: Mapping[str, float]) -> Evidence:
    return {name: float(value) for name, value in found.items() if value}


def _decided(question: Reading, shape: Evidence) -> bool:
    """Whether a pronoun without an antecedent, or a fragment, decides whatever else the question names."""
    fragment = shape["no_verb"] and (shape["opens_with_about"] or shape["opens_with_connective"])
    return (
        bool(fragment)
        or _only_a_plain_noun(question)
        or any(cue.kind in _DECISIVE and not cue.inner for cue in question.cues)
    )


def _only_a_plain_noun(question: Reading) -> bool:
    """Whether a Dutch question speaks of one plain noun with an article and nothing else: `Hoe oud mag de test zijn?`.

    Such a noun is part of what was spoken of, though nobody said it. What it is may be asked of anything.
    """
    if question.language != "nl" or len(question.simple) != 1 or _asks_what_it_is(question):
        return False
    return any(cue.kind == "definite" and _alone(cue) for cue in question.cues)


_DECISIVE = frozenset({"pronoun", "possessive", "stand_in", "ordinal", "demonstrative"})


def _pointing(question: Reading, context: Context) -> Evidence:
    lex = question.lexicon
    kinds = [cue.kind for cue in question.cues]
    definite = [cue for cue in question.cues if cue.kind == "definite"]
    attributes = [
        cue for cue in question.cues if cue.kind == "attribute" and not _is_of_new_name(cue, question, context)
    ]
    seen = [
        cue
        for cue in definite
        if stem(cue.head, question.language) in context.stems and not _is_known_term(cue, context)
    ]
    outer = [cue.kind for cue in question.cues if not cue.inner]
    inner = any(cue.inner and cue.kind != "demonstrative" for cue in question.cues)
    return {
        "pronoun": "pronoun" in outer,
        "possessive": "possessive" in outer,
        "inner_pronoun": inner,
        "demonstrative": any(cue.kind == "demonstrative" for cue in question.cues),
        "stand_in": "stand_in" in kinds,
        "ordinal": "ordinal" in kinds,
        "comparing": "comparing" in kinds,
        "hanging_verb": "hanging" in kinds,
        "definite_seen": bool(seen),
        "definite_new": bool(definite) and not seen and not lex.generic_article and not _asks_what_it_is(question),
        "definite_asked": bool(definite) and not seen and _asks_what_it_is(question),
        "class_noun": any(cue.head in lex.kinds and _alone(cue) for cue in definite),
        "definite_alone": len(question.simple) == 1 and any(_alone(cue) for cue in definite),
        "attribute_the": any(cue.mention and cue.mention.determiner == "definite" for cue in attributes),
        "attribute_bare": any(not cue.mention or cue.mention.determiner is None for cue in attributes),
        "attribute_a": any(cue.mention and cue.mention.determiner == "indefinite" for cue in attributes),
        "attribute_modified": "kind_of" in kinds,
        "attribute_of_new": any(cue.mention and cue.mention.complement == "other" for cue in attributes),
        "points_back": any(token.low in lex.again and _at_edge(question, token) for token in question.tokens),
    }


def _is_of_new_name(cue: Cue, question: Reading, context: Context) -> bool:
    """Whether an attribute is of what stands after it, a name that nobody has said yet: `duties for GPAI models`."""
    if cue.mention is None or cue.mention.complement != "other":
        return False
    follower = next((m for m in question.simple if m.start > cue.end), None)
    if follower is None or follower.preposition not in _FOR:
        return False
    return follower.name and not follower.stems & context.stems


def _is_known_term(cue: Cue, context: Context) -> bool:
    """Whether a phrase of several words was said in just these: it says by itself what it means."""
    if cue.mention is None or len(cue.mention.stems) < 2:
        return False
    core = cue.mention.core.lower()
    return any(core in turn.question.lower() or core in turn.answer.lower() for turn in context.turns)


def _alone(cue: Cue) -> bool:
    """Whether a definite phrase is a plain noun: `the paper`."""
    return cue.mention is not None and not cue.mention.complement and len(cue.mention.core.split()) == 1


def _at_edge(question: Reading, token: Token) -> bool:
    words = question.words
    return bool(words) and (token is words[-1] or token is words[0])


def _shape(question: Reading) -> Evidence:
    lex = question.lexicon
    words = [token for token in question.words if token.tag != "interjection"]
    text = " ".join(token.low for token in words)
    nouns = [token for token in words if token.tag == "noun"]
    verbs = [token for token in words if token.tag in {"verb", "aux"}]
    first = words[0].low if words else ""
    opening = next((each for each in _openings(lex.about) if text.startswith(each)), "")
    expletive = any(token.tag == "expletive" and token.low in _IT for token in question.tokens)
    exists = question.exists
    return {
        "opens_with_connective": first in lex.openers and len(words) > 1,
        "opens_with_about": bool(opening),
        "no_noun": not nouns and not expletive,
        "no_verb": not any(token in verbs for token in words[len(opening.split()) :]),
        "one_word": len(words) <= 1,
        "short": 2 <= len(words) <= 3 and not _defines(question),
        "long": min(1.0, max(0, len(words) - 8) / 8),
        "no_content": not question.stems,
        "one_content_word": len(question.stems) == 1,
        "defines": _defines(question),
        "speaker": any(token.tag == "speaker" for token in words),
        "expletive": expletive,
        "exists": exists,
        "exists_alone": exists and len(question.simple) <= 1,
        "interjection": any(token.tag == "interjection" for token in question.words),
        "bare_which": _which_noun(words, lex),
        "rated_kind": any(_is_rated(m, lex) for m in question.simple),
        "kinds_of_new": any(
            m.joined and m.head in lex.owned and m.complement == "owner" and m.plural and not m.name
            for m in question.mentions
        ),
    }


@cache
def _openings(about: tuple[str, ...]) -> tuple[str, ...]:
    """Those of several words, with the blank after them, the longest first."""
    return tuple(sorted([f"{opening} " for opening in about if " " in opening], key=len, reverse=True))


def _is_rated(mention: Mention, lex: Lexicon) -> bool:
    """Whether some of a kind are asked for by rank alone, which says nothing of where or whose: `typical dishes`."""
    first = mention.core.split()[0].lower()
    plain = first in lex.adjectives and first not in lex.comparing
    rated = plain and mention.plural and mention.determiner in {None, "indefinite"}
    return rated and not (mention.name or mention.preposition or mention.complement)


def _only_light(core: str, lex: Lexicon) -> bool:
    return all(word in lex.adjectives or word in lex.owned for word in core.lower().split()[:-1])


def _asks_what_it_is(question: Reading) -> bool:
    """`What is the X?` with nothing more."""
    words = question.words
    return (
        len(words) > 2
        and words[0].tag == "wh"
        and words[1].tag == "aux"
        and words[2].tag == "definite"
        and all(token.tag in NOMINAL for token in words[3:])
    )


def _defines(question: Reading) -> bool:
    """Whether it asks what something is: question word, a form of to be, a noun without article the, nothing else."""
    words = question.words
    if len(words) < 3 or words[0].tag != "wh" or words[1].tag != "aux" or question.cues:
        return False
    span = pair_span(question)
    if span is not None and span.chooses:
        return False
    if not any(mention.start >= words[2].start for mention in question.mentions):
        return False
    return all(token.tag in NOMINAL | {"indefinite", "conj", "prep", "definite"} for token in words[2:])


def _which_noun(words: list[Token], lex: Lexicon) -> bool:
    """A question word with a plain noun and a verb, and nothing more: `What empires survived?`."""
    if len(words) < 3 or words[0].tag != "wh" or words[1].tag not in NOMINAL or words[1].low in lex.unique:
        return False
    if lex.language == "nl" and words[2].low in COPULAS:
        return False  # `Welke praktijken zijn verboden?` asks which are, `Welke stappen volgen?` of what.
    return not any(token.tag == "noun" for token in words[3:])


def _subject(question: Reading, context: Context) -> Evidence:
    names = {stem(token.low, question.language) for token in _name_tokens(question)}
    seen = question.stems & context.stems
    recent = question.stems & context.last_stems
    new = question.stems - context.stems
    total = max(1, len(question.stems))
    lex = question.lexicon
    return {
        "indefinite_article": any(m.determiner == "indefinite" for m in question.simple),
        "generic_plural": any(
            m.plural and m.determiner is None and m.subject and m.head not in lex.owned for m in question.simple
        ),
        "many_phrases": min(1.0, max(0, len(question.simple) - 1) / 3),
        "owned_by_of": any(m.joined and m.complement == "owner" for m in question.mentions),
        "modified_noun": any(m.words > 1 and not _only_light(m.core, lex) for m in question.simple),
        "name_new": bool(names - context.stems),
        "name_seen": bool(names & context.stems),
        "seen_share": len(seen) / total,
        "recent_share": len(recent) / total,
        "new_share": len(new) / total,
        "all_new": not seen and bool(new) and bool(context.stems),
    }


def _spoken_of(question: Reading, context: Context) -> Evidence:
    topics = sorted(context.candidates, key=lambda r: (-r.traits["share_of_turns"], -r.traits["recency"]))
    whole = any(
        candidate.stems <= question.stems
        and not candidate.traits["attribute"]
        and candidate.traits["only_in_answers"] < 1
        for candidate in context.candidates
    )
    topical = any(topic.stems <= question.stems and not topic.traits["attribute"] for topic in topics[:1])
    is_open = _place_is_open(question, context)
    return {
        "names_what_was_said": whole,
        "names_the_topic": topical,
        "open_place": is_open,
        "open_place_exists": question.exists and is_open,
    }


def _place_is_open(question: Reading, context: Context) -> bool:
    """Whether the conversation is about a place and a question without a name says nothing of where."""
    if any(mention.name for mention in question.mentions):
        return False
    return any(
        each.traits["place"] and (each.traits["in_first_question"] or each.traits["share_of_turns"] >= _HALF)
        for each in context.candidates
    )


_HALF = 0.5


def _name_tokens(question: Reading) -> list[Token]:
    """Tokens written like names, a capital at the start of a sentence not counted."""
    found = []
    for index, token in enumerate(question.tokens):
        starts = index == 0 or question.tokens[index - 1].text in {".", "!", "?"}
        if token.tag in NOMINAL and is_name(token) and not (starts and token.text[1:].lower() == token.text[1:]):
            found.append(token)
    return found


_FOR = every(lambda grammar: grammar.for_words)
_IT = every(lambda grammar: grammar.it_words)
