"""A shorter answer without a model: of the last answer the statement that best answers its question."""

from collections.abc import Sequence

from askwell.languages import wording
from askwell.rules.form import form_bonus
from askwell.rules.last_answer import Evidence, word_count
from askwell.rules.say import in_line
from askwell.rules.weigh import Weighed

_SHARE_OF_BEST = 0.5
"""Share of the best score that a second statement needs."""
_LATER = 0.1
"""What a line of a sure answer loses for each line before it. Of 380 right answers to blind questions, a shorter one
keeps all facts of .895, and of .879 without it."""
_EACH_LINE_ANSWERS = frozenset(("list", "steps", "other"))
"""Forms of question that all lines of a list answer, so that a shorter one keeps the first."""
_LISTED = frozenset(("item", "lead"))


def shorter(evidence: Evidence) -> list[str]:
    """The best statement of the answer with the next best, half of it at most; of a list its lead and some lines.

    A statement comes with the sentences that it leans on. The best one is always whole.
    """
    most_words = word_count(evidence.lines) // 2
    first, *others = _statements(evidence)
    if _is_list(first):
        return _part_of_list(evidence, first, most_words)
    said = [first]
    picked = list(first)
    best = _score(first)
    for statement in others:
        more = [one for one in statement if one not in picked]
        is_fit = more and not _is_list(statement) and _score(statement) >= _SHARE_OF_BEST * best
        if is_fit and word_count([*picked, *more]) <= most_words:
            picked += more
            said.append(statement)
            break
    said.sort(key=lambda statement: min(evidence.lines.index(one) for one in statement))
    in_order = dict.fromkeys(one.unit for statement in said for one in statement)
    return [*_no_shorter(evidence, picked), *evidence.say(list(in_order))]


def one_sentence(evidence: Evidence) -> list[str]:
    """The best statement of the answer, rather one sentence than two; of a list all lines that it has on one line."""
    statements = _statements(evidence)
    best = statements[0]
    if not _is_list(best):
        single = next((each for each in statements if len(each) == 1), best)
        best = single if _score(single) >= _SHARE_OF_BEST * _score(best) else best
    mark = f" [{evidence.brief.labels[best[0].unit.passage]}]"
    if best[-1].unit.kind == "code":
        return [" ".join(in_line(one.unit) for one in best), mark]
    if not _is_list(best):
        return [*_no_shorter(evidence, best), *evidence.say([one.unit for one in best])]
    return [on_one_line(best), mark, *_count(evidence, best, best)]


def on_one_line(listed: Sequence[Weighed]) -> str:
    """A list with its lead on one line, as a sentence."""
    lead = " ".join(one.unit.text for one in listed if one.unit.kind == "lead")
    items = "; ".join(one.unit.text.rstrip(".;,") for one in listed if one.unit.kind == "item")
    return f"{lead} {items}.".strip() if items else lead


def _statements(evidence: Evidence) -> list[list[Weighed]]:
    """The statements of the answer, best first; one that leans on a sentence that the answer does not have is none.

    The form of the question counts twice: all that was quoted is about its subject, but not all has a figure or a date.
    What a sure answer says first was found best with the meaning of its words, which is not stored.
    """
    asked, passages = evidence.asked, evidence.brief.passages
    later = 0.0 if evidence.operation.answers[-1].outcome == "passages" else _LATER
    values = [
        one.score + form_bonus(asked, one.unit, passages[one.unit.passage]) - later * at
        for at, one in enumerate(evidence.lines)
    ]
    ranked = [one for _, one in sorted(zip(values, evidence.lines, strict=True), key=lambda pair: -pair[0])]
    said = [statement for one in ranked if (statement := evidence.statement(one))]
    return said or [[one] for one in ranked]


def _score(statement: Sequence[Weighed]) -> float:
    return max(one.score for one in statement)


def _is_list(statement: Sequence[Weighed]) -> bool:
    return statement[0].unit.kind in _LISTED and len(statement) > 1 and statement[-1].unit.kind == "item"


def _part_of_list(evidence: Evidence, listed: Sequence[Weighed], most_words: int) -> list[str]:
    """The lead and as many lines as fit, one at least: the first, or those that answer best, in order."""
    items = [one for one in listed if one.unit.kind == "item"]
    if evidence.asked.form.for_ not in _EACH_LINE_ANSWERS:
        items.sort(key=lambda one: -one.score)
    kept = [one for one in listed if one.unit.kind == "lead"]
    for at, one in enumerate(items):
        if at and word_count([*kept, one]) > most_words:
            break
        kept.append(one)
    said = evidence.say([one.unit for one in listed if one in kept])
    return [*said, *(f"\n{each.strip()}" for each in _count(evidence, kept, listed))]


def _count(evidence: Evidence, kept: Sequence[Weighed], listed: Sequence[Weighed]) -> list[str]:
    """How many lines of how many are kept, if not all of the document's list."""
    items = [one for one in kept if one.unit.kind == "item"]
    whole = [one for one in evidence.whole_list(listed[-1]) if one.unit.kind == "item"]
    if len(items) >= len(whole):
        return []
    said = wording(evidence.brief.language).about_last_answer
    return [f" {said.first_of.format(count=len(items), all=len(whole))}"]


def _no_shorter(evidence: Evidence, picked: Sequence[Weighed]) -> list[str]:
    is_all = bool(evidence.quoted) and len(picked) >= len(evidence.lines) and picked[-1].unit.kind != "code"
    return [wording(evidence.brief.language).about_last_answer.shortest, "\n\n"] if is_all else []
