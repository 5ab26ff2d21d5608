"""The last question with each phrase of a fragment in the place of the phrase that has the same role in it.

A value takes the place of one of its kind, a phrase the place of the one after the same preposition, `my X` that of
`my Y`. What is to choose from follows a question that chooses. Nothing is made where a role is not clear.
"""

from collections.abc import Sequence
from typing import NamedTuple

from askwell.languages import every, grammar, wording
from askwell.text.mentions import Mention
from askwell.text.pieces import Token
from askwell.understanding.grammar.context import Said
from askwell.understanding.grammar.cues import Reading, read
from askwell.understanding.grammar.phrasing import bare
from askwell.understanding.grammar.swaps import swap_code, swap_number, swap_place


class Phrase(NamedTuple):
    """A noun phrase with the preposition before it."""

    mention: Mention
    preposition: str
    """Without an article that is fused with it; empty for a subject or an object."""
    start: int
    """Of the preposition if there is one."""

    @property
    def end(self) -> int:
        """Of the noun phrase."""
        return self.mention.end


def in_roles(piece: str, said: Said) -> str:
    """The last question with a fragment in it; empty unless the role of each of its phrases is clear."""
    new = read(bare(piece), said.reading.language)
    if not new.words:
        return ""
    return in_place_of_value(new, said) or phrase_by_phrase(new, said)


def in_place_of_value(new: Reading, said: Said) -> str:
    """The last question with a value in the place of one of its kind: a postal code, a year, a figure."""
    value = [word for word in new.words if any(map(str.isdigit, word.low))]
    others = [word for word in new.words if word not in value and not _leads(word)]
    if len(value) != 1 or len(others) > 1:
        return ""
    if coded := swap_code(new.text, said):
        return coded
    figures = [at for at, word in enumerate(said.reading.words) if any(map(str.isdigit, word.low))]
    if not figures:
        return swap_place(new.text, said)
    next_to = [word.low for at in figures for word in said.reading.words[max(0, at - 1) : at + 2]]
    is_alike = len(figures) == 1 and all(word.low in next_to for word in others)
    return swap_number(new.text, said) if is_alike else ""


def _leads(word: Token) -> bool:
    return word.tag in {"prep", "definite"} or word.low in _FUSED


def phrases_of(said: Reading) -> list[Phrase]:
    """The noun phrases of a text with their prepositions."""
    found = []
    for mention in said.simple:
        before = [token for token in said.tokens if token.end <= mention.start]
        governed = bool(before) and before[-1].tag == "prep"
        start = before[-1].start if governed else mention.start
        found.append(Phrase(mention, _unfused(before[-1].low, said) if governed else "", start))
    return found


def _unfused(preposition: str, said: Reading) -> str:
    """A preposition without the article that is fused with it: `di` for `della`."""
    fused = ((after.strip(), before.split()[0]) for before, after in wording(said.language).rewriting.contractions)
    return dict(fused).get(preposition, preposition)


def phrase_by_phrase(new: Reading, said: Said) -> str:
    """The last question with each of several phrases in the place of the one with its role.

    The last phrases of a fragment say where or when, as the last question does: only the first may be an object or
    stand after a preposition for what it is about (`and for a shape in Excel?`).
    """
    phrases = phrases_of(new)
    if not phrases or _rest(new, phrases):
        return ""
    places: list[Phrase] = []
    left = [phrase for phrase in phrases_of(said.reading) if not phrase.mention.inside]
    for at in range(len(phrases) - 1, 0, -1):
        phrase = phrases[at]
        target = next((each for each in reversed(left) if phrase.preposition == each.preposition != ""), None)
        if target is None and phrase.preposition in _OF:
            whole = phrases[at - 1].mention._replace(end=phrase.end)
            phrases[at - 1 : at + 1] = [phrases[at - 1]._replace(mention=whole)]
            continue
        if target is None:
            return ""
        places.insert(0, target)
        left = [each for each in left if each.end <= target.start]
    first = _place_of_first(phrases[0], left, said, alone=not places)
    if first is None:
        return ""
    return _put_in(new, phrases, [first, *places], said)


def _rest(new: Reading, phrases: Sequence[Phrase]) -> bool:
    """Whether a fragment has words that belong to none of its phrases."""
    return any(not any(each.start <= word.start < each.end for each in phrases) for word in new.words)


def _place_of_first(first: Phrase, left: Sequence[Phrase], said: Said, *, alone: bool) -> Phrase | None:
    """The phrase that the first one of a fragment takes the place of; `alone` if it is the only one."""
    mention = first.mention
    if mention.determiner in _OWNED and first.preposition == "":
        owned = [each for each in left if each.mention.determiner == mention.determiner]
        if len(owned) == 1 and not owned[0].preposition:
            return owned[0]
    if alone:
        return _only_phrase(first, left, said) or _owner_for(first, left, said)
    same = [each for each in left if first.preposition and each.preposition == first.preposition]
    if same:
        return same[-1]
    if first.preposition and first.preposition not in _FOR:
        return None
    objects = [each for each in left if not each.preposition and _may_give_way(each, said.reading)]
    alike = _alike(first, objects)
    return alike[0] if len(alike) == 1 else None


def _only_phrase(new: Phrase, left: Sequence[Phrase], said: Said) -> Phrase | None:
    """The only phrase of a question, or the only one for something, if it is determined like what takes its place."""
    if new.preposition in _FOR:
        left = [each for each in left if each.preposition == new.preposition] or left
    if len(left) != 1 or new.mention.head in said.reading.lexicon.owned or not _may_give_way(left[0], said.reading):
        return None
    old, determiner = left[0], new.mention.determiner
    after = [token.low for token in said.reading.words if token.start >= old.end]
    if after and after[0] in said.reading.lexicon.than:
        return None  # `a child younger than 16`: the phrase goes on
    alike = (old.preposition, old.mention.determiner) == (new.preposition, determiner) and determiner is not None
    return old if alike and old.mention.head not in said.reading.lexicon.owned else None


def _owner_for(new: Phrase, left: Sequence[Phrase], said: Said) -> Phrase | None:
    """The owner of an attribute, for another thing after `for`: `the brightness of the screen` and `for the lamp`.

    Only if both are named with an article: `for a child` says more of `the price of a ticket`.
    """
    chain = attributes_and_owner(said.reading)
    if new.preposition not in _FOR or not chain or any(each.preposition in _FOR for each in left):
        return None
    owner, alike = chain[-1], ("definite", new.mention.plural)
    things = [each.mention for each in (new, owner) if not (each.mention.person or each.mention.name)]
    return owner if [(each.determiner, each.plural) for each in things] == [alike, alike] else None


_OWNED = frozenset({"speaker", "possessive"})
_OF = every(lambda grammar: grammar.of_forms)
_FOR = every(lambda grammar: grammar.for_words)
_FUSED = every(lambda grammar: grammar.fused)


def _may_give_way(phrase: Phrase, old: Reading) -> bool:
    """Whether a phrase is not what a question asks for: `which documents`."""
    before = [token for token in old.tokens if token.end <= phrase.start]
    return not before or before[-1].tag != "wh"


def _put_in(new: Reading, phrases: Sequence[Phrase], places: Sequence[Phrase], said: Said) -> str:
    """The last question with phrases in places; one that says the same as before stays as it was said."""
    text, end = "", 0
    for phrase, place in zip(phrases, places, strict=True):
        keeps = phrase.preposition != place.preposition
        start = place.mention.start if keeps else place.start
        put_in = new.text[phrase.mention.start if keeps else phrase.start : phrase.end]
        if keeps and phrase.mention.determiner and said.question[place.start : start].strip().lower() in _FUSED:
            start, put_in = place.start, f"{place.preposition} {put_in}"
        same = phrase.mention.stems == place.mention.stems
        text += said.question[end:start] + (said.question[start : place.end] if same else put_in)
        end = place.end
    return text + said.question[end:]


def taken_back(meant: str, said: Said) -> str:
    """The last question with what a correction meant in the place of the only phrase with its role; or empty."""
    new = read(bare(meant), said.reading.language)
    phrases = phrases_of(new)
    if new.words and (text := in_place_of_value(new, said) or phrase_by_phrase(new, said)):
        return text
    if len(phrases) != 1 or _rest(new, phrases):
        return ""
    place = _place_of_meant(phrases[0], said)
    return _put_in(new, phrases, [place], said) if place is not None else ""


def _place_of_meant(meant: Phrase, said: Said) -> Phrase | None:
    """The only phrase after the same preposition, or the only one that is determined alike, objects first."""
    left = [each for each in phrases_of(said.reading) if not each.mention.inside and _may_give_way(each, said.reading)]
    if meant.preposition:
        same = [each for each in left if each.preposition == meant.preposition]
        if same or meant.preposition not in _FOR:
            return same[0] if len(same) == 1 else None
    chain = attributes_and_owner(said.reading)
    attributes, owner = chain[:-1], chain[-1] if chain else None
    if owner is not None and meant.mention.head not in said.reading.lexicon.owned:
        left = [each for each in left if each not in attributes]
    if meant.mention.name:
        left = [each for each in left if each.mention.name]
    objects = [each for each in left if not each.preposition or each == owner]
    determined = [each for each in objects if each.mention.determiner]
    for some in (_alike(meant, objects), _alike(meant, left), determined, objects, left):
        if some:
            return some[0] if len(some) == 1 and not _may_modify(meant, some[0]) else None
    return None


def _may_modify(meant: Phrase, place: Phrase) -> bool:
    """Whether a lone word may only stand for the first of several: `late` for `early potatoes`."""
    return meant.mention.determiner is None and meant.mention.words == 1 < place.mention.words


def _alike(new: Phrase, phrases: Sequence[Phrase]) -> list[Phrase]:
    return [each for each in phrases if each.mention.determiner == new.mention.determiner]


def attributes_and_owner(said: Reading) -> list[Phrase]:
    """The phrases of `the number of seats of X`; empty if a text has no owner, or several."""
    phrases = phrases_of(said)
    owners = [
        at
        for at in range(1, len(phrases))
        if phrases[at].preposition in _OF and not said.text[phrases[at - 1].end : phrases[at].start].strip()
    ]
    is_chain = bool(owners) and owners == list(range(owners[0], owners[-1] + 1))
    return phrases[owners[0] - 1 : owners[-1] + 1] if is_chain else []


def with_choice(piece: str, said: Said) -> str:
    """A question that chooses, with what there is to choose from after it: `which is lighter` and `wool or silk`."""
    new = read(bare(piece), said.reading.language)
    if not is_choice(new) or not _chooses(said.reading) or is_choice(said.reading):
        return ""
    return f"{bare(said.question)}, {bare(new.text)}"


def is_choice(said: Reading) -> bool:
    """Whether a text sets things side by side with `or`."""
    return any(word.low in grammar(said.language).or_words for word in said.words[1:-1])


def _chooses(old: Reading) -> bool:
    """Whether a question asks for one of several: `which is better`, `what lasts longer`."""
    words = old.words
    return bool(words) and words[0].tag == "wh" and (words[0].low in _WHICH or compares(old))


def compares(said: Reading) -> bool:
    """Whether a text has a word that compares: `better`, `longer`, `più`."""
    return any(word.low in said.lexicon.comparing or word.low in _MORE or _is_comparative(word) for word in said.words)


def _is_comparative(word: Token) -> bool:
    is_long = len(word.low) >= _SHORTEST_COMPARATIVE and word.low.isalnum()
    return word.tag in {"adj", "noun"} and is_long and word.low.endswith(_COMPARATIVE_ENDINGS)


_WHICH = every(lambda grammar: grammar.which | grammar.which_of_two)
_MORE = every(lambda grammar: grammar.more | grammar.degrees)
_COMPARATIVE_ENDINGS = tuple(every(lambda grammar: grammar.comparative_endings))
_SHORTEST_COMPARATIVE = 5
