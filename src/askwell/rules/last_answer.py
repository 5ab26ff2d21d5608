"""What an operation on the last answer works with: the units of its passages, which were quoted, what they lean on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from askwell.languages import wording
from askwell.rules.belonging import Places, group
from askwell.rules.choose import Paragraph, ordered
from askwell.rules.form import Question, read_question
from askwell.rules.say import say
from askwell.rules.units import Unit, units
from askwell.rules.weigh import Weighed, weigh
from askwell.text.citations import strip_marks
from askwell.text.leaning import leans
from askwell.text.operations import LEAST_SHARED_IF_UNSURE, fits, gives_example, subject_of
from askwell.text.sentences import LIST_ITEM, sentences
from askwell.text.words import content_words
from askwell.types import Brief, Operation, OperationKind

_NEIGHBOUR = 0.3
"""What a sentence gains for following a quoted one."""
_BETWEEN_CHUNKS = 4
"""Characters between two chunks of a list at most: line breaks."""
_LISTED = frozenset(("item", "lead"))


@dataclass(frozen=True)
class Evidence:
    """The units of the passages, and which of them were quoted."""

    brief: Brief
    operation: Operation

    @property
    def answer(self) -> str:
        """The last answer, without the line that it cannot be shorter."""
        last = self.operation.answers[-1]
        notice = wording(last.language).about_last_answer.shortest
        return last.answer.removeprefix(notice).lstrip() if last.answer.startswith(notice) else last.answer

    @cached_property
    def asked(self) -> Question:
        """The question that was answered."""
        brief = self.brief
        asked = brief.question if content_words(brief.question, brief.language) else self.operation.question
        return read_question(asked, brief.language, brief.terms)

    @cached_property
    def weighed(self) -> list[Weighed]:
        """All units by how well they answer the question."""
        return weigh(self.asked, units(self.brief.passages), self.brief.passages, self.brief.language)

    @cached_property
    def quoted(self) -> list[Weighed]:
        """Units of the last answer, in its order."""
        text = _plain(self.answer)
        found = [(_place_in(text, one), one) for one in self.weighed]
        return [one for at, one in sorted(found, key=lambda pair: pair[0]) if at >= 0]

    @property
    def lines(self) -> list[Weighed]:
        """What the answer says; if it quotes nothing, the best unit."""
        return self.quoted or sorted(self.weighed, key=lambda one: -one.score)[:1]

    @cached_property
    def shown(self) -> list[Weighed]:
        """Units that an answer since the question has quoted."""
        texts = [_plain(turn.answer) for turn in self.operation.answers]
        return [one for one in self.weighed if any(_place_in(text, one) >= 0 for text in texts)]

    @cached_property
    def unseen(self) -> list[Weighed]:
        """Units that no answer since the question has quoted, best first; those that follow a quoted one gain."""
        following = {(passage, order + 1) for passage, order in map(place_of, self.shown)}
        return sorted(
            [one for one in self.weighed if one not in self.shown],
            key=lambda one: -(one.score + _NEIGHBOUR * (place_of(one) in following)),
        )

    @cached_property
    def _spans(self) -> list[list[tuple[int, int]]]:
        return [sentences(passage.chunk.text) for passage in self.brief.passages]

    @cached_property
    def places(self) -> Places:
        """All units by their place."""
        return {place_of(one): one for one in self.weighed}

    def leans(self, one: Weighed) -> bool:
        """Whether a unit cannot be said without the one before it."""
        return leans(one.unit.text, self.brief.passages[one.unit.passage].language)

    def together(self, one: Weighed) -> list[Weighed] | None:
        """A unit with what it cannot be said without; None if that is missing."""
        return group(one, self.places, self.brief.passages)

    def statement(self, one: Weighed) -> list[Weighed] | None:
        """A unit of the answer with those of its others that it is said with; None if it leans on what is not there.

        Of a list these are its lead and its quoted lines, unless only this line of it answers.
        """
        together = self.together(one)
        if one.unit.kind in _LISTED and together != [one]:
            said = [each for each in self.whole_list(one) if each in self.lines]
        else:
            said = [each for each in together or () if each in self.lines] or [one]
            if self.leans(one) and len(said) < len(together or (one, one)):
                return None
        below = self.places.get((said[-1].unit.passage, said[-1].unit.order + 1))
        if below is not None and below.unit.kind == "code" and below in self.lines and below not in said:
            said.append(below)
        return said

    def whole_list(self, one: Weighed) -> list[Weighed]:
        """The list that a line or lead belongs to as the document has it, in order; a list goes on in the next chunk.

        A line by itself is a list of one.
        """
        found = [one]
        while found[0].unit.kind != "lead" and (before := self._listed_before(found[0])):
            if self._are_unlike(before, found[0]):
                break
            found.insert(0, before)
        while (after := self._listed_after(found[-1])) and not self._are_unlike(found[-1], after):
            found.append(after)
        return found

    def _are_unlike(self, *lines: Weighed) -> bool:
        """Whether of two lines only one has a bullet, as a heading below a list has none."""
        return len({self._has_bullet(one) for one in lines if one.unit.kind == "item"}) > 1

    def _has_bullet(self, one: Weighed) -> bool:
        passage = one.unit.passage
        text = self.brief.passages[passage].chunk.text
        start, end = self._spans[passage][one.unit.sentence]
        return LIST_ITEM.match(text[start:end]) is not None

    def _listed_before(self, one: Weighed) -> Weighed | None:
        passage, order = place_of(one)
        before = self.places.get((passage, order - 1))
        if order == 0 and one.unit.kind == "item":
            ends = [at for at in range(len(self.brief.passages)) if self._goes_on_in(at, passage)]
            last = max((each for each in self.places if each[0] in ends), default=None)
            before = self.places[last] if last else None
            return before if before is not None and before.unit.kind in _LISTED else None
        return before if before and before.unit.kind in _LISTED and before.unit.block == one.unit.block else None

    def _listed_after(self, one: Weighed) -> Weighed | None:
        passage, order = place_of(one)
        after = self.places.get((passage, order + 1))
        if after is None and one == self.places[max(each for each in self.places if each[0] == passage)]:
            nexts = [at for at in range(len(self.brief.passages)) if self._goes_on_in(passage, at)]
            after = self.places.get((nexts[0], 0)) if nexts else None
            return after if after is not None and after.unit.kind == "item" else None
        return after if after and after.unit.kind == "item" and after.unit.block == one.unit.block else None

    def _goes_on_in(self, passage: int, other: int) -> bool:
        """Whether another passage is the chunk after this one."""
        one, next_one = self.brief.passages[passage].chunk, self.brief.passages[other].chunk
        return one.document_id == next_one.document_id and 0 <= next_one.start - one.end <= _BETWEEN_CHUNKS

    def fitting(self, kind: OperationKind, found: Sequence[Weighed]) -> list[Weighed]:
        """Those of the units that give what is asked for."""
        passages = self.brief.passages
        subjects = {each: subject_of(self.operation, each) for each in {one.language for one in passages}}
        is_sure = self.operation.answers[-1].outcome != "passages"
        fit = []
        for one in found:
            spoken = passages[one.unit.passage].language
            subject = subjects[spoken]
            shows = kind == "example" and (one.unit.kind == "code" or gives_example(f"{one.unit.heading}:"))
            if shows and not is_sure:
                before = self.places.get((one.unit.passage, one.unit.order - 1), one)
                shows = len(subject & (one.stems | before.stems)) >= min(LEAST_SHARED_IF_UNSURE, len(subject))
            if shows or fits(kind, one.unit.text, spoken, subject, is_sure=is_sure):
                fit.append(one)
        return fit

    def groups(self, found: Sequence[Weighed], *, most_words: int, without: Sequence[Weighed] = ()) -> list[Weighed]:
        """The first of the units, each with what it cannot be said without, up to a number of words.

        What was said before is said again only if another unit leans on it: the lead of a list, the sentence before.
        """
        picked: list[Weighed] = []
        for one in found:
            added = [each for each in self._said_with(one, without) if each not in picked]
            size = sum(len(each.unit.text.split()) for each in (*picked, *added))
            if added and (not picked or size <= most_words):
                picked += added
        return picked

    def _said_with(self, one: Weighed, without: Sequence[Weighed]) -> list[Weighed]:
        together = self.together(one) or []
        new = [each for each in together if each not in without]
        if not new or all(each.unit.kind == "lead" for each in new):
            return new if len(together) == 1 else []
        if new[0].unit.kind == "sentence" and not self.leans(new[0]):
            return new
        if new[0].unit.kind in _LISTED:
            return [each for each in together if each in new or each.unit.kind == "lead"]
        return together

    def paragraphs(self, picked: Sequence[Weighed]) -> list[str]:
        """The units as text, a paragraph for each document."""
        passages = self.brief.passages
        pieces: list[str] = []
        for document in dict.fromkeys(passages[one.unit.passage].chunk.document_id for one in picked):
            here = [one for one in picked if passages[one.unit.passage].chunk.document_id == document]
            first, *rest = self.say(self.introduced([one.unit for one in ordered(here, passages)]))
            pieces += [f"\n\n{first}" if pieces else first, *rest]
        return pieces

    def introduced(self, found: Sequence[Unit]) -> list[Unit]:
        """The units, each list without a lead below its heading."""
        said: list[Unit] = []
        for unit in found:
            before = said[-1] if said else None
            goes_on = before is not None and before.kind in _LISTED
            goes_on = goes_on and before is not None and before.heading == unit.heading
            if (
                unit.kind == "item"
                and not goes_on
                and unit.heading not in {"", self.brief.passages[unit.passage].title}
            ):
                said.append(replace(unit, kind="lead", text=_as_lead(unit.heading)))
            said.append(unit)
        return said

    def say(self, found: Sequence[Unit]) -> list[str]:
        """Units with their marks, as one paragraph."""
        return say(Paragraph(tuple(found)), self.brief, numbered=False)


def place_of(one: Weighed) -> tuple[int, int]:
    """Index of its passage and position in it."""
    return one.unit.passage, one.unit.order


def word_count(found: Sequence[Weighed]) -> int:
    """Words of the units."""
    return sum(len(one.unit.text.split()) for one in found)


def _as_lead(heading: str) -> str:
    return heading if heading.endswith(("?", ":")) else f"{heading.rstrip('.')}:"


def _place_in(text: str, one: Weighed) -> int:
    """Where a text has the unit as a whole, not within a word; -1 if nowhere."""
    said = _plain(one.unit.text)
    at = text.find(said)
    while at >= 0 and (text[at - 1 : at].isalnum() or text[at + len(said) : at + len(said) + 1].isalnum()):
        at = text.find(said, at + 1)
    return at if said else -1


def _plain(text: str) -> str:
    """A text for finding quotations in it: lower case, without marks, quotation marks and breaks."""
    return " ".join(strip_marks(text).lower().translate(_QUOTATION_MARKS).split())


_QUOTATION_MARKS = str.maketrans(dict.fromkeys("\"“”„«»'"))
