"""Scenarios from stored conversations, without the personal data in them."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import cast

from stdnum.iso7064 import mod_97_10

from askwell.errors import BadInput, NotFound
from askwell.evals.drafts import Draft, DraftTurn, scenario_yaml
from askwell.privacy.mapping import Placeholders
from askwell.privacy.placeholders import rewritten
from askwell.privacy.spans import KINDS, PERSONAL_KINDS, Kind
from askwell.types import DEPENDENT_KINDS, Session, Turn

_HIDDEN = re.compile(rf"\[\[({'|'.join(sorted(KINDS, key=len, reverse=True))})(?:_(\d+))?\]\]")
_RANGE = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A turn that a person rated as bad."""

    session: str
    assistant: str
    number: int
    question: str
    comment: str
    """Why, in the words of the person; may be empty."""


def candidates_of(session: Session, turns: Sequence[Turn]) -> list[Candidate]:
    """The turns of a conversation that were rated as bad, in order."""
    return [
        Candidate(session.id, session.assistant, turn.number, turn.question, turn.feedback.comment)
        for turn in turns
        if turn.feedback is not None and turn.feedback.rating < 0
    ]


def chosen_turns(turns: Sequence[Turn], written: str) -> list[Turn]:
    """The turns of a range such as `3-7` or `5`; all of them for an empty one. Raises BadInput, NotFound."""
    if not written:
        return list(turns)
    found = _RANGE.fullmatch(written.strip())
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if first > last:
        raise BadInput(f"`--turns` is {written!r}", code="usage", hint="Give a range such as `3-7`, or one number.")
    chosen = [turn for turn in turns if first <= turn.number <= last]
    if not chosen:
        known = f"{turns[0].number} to {turns[-1].number}" if turns else "none"
        raise NotFound(
            f"The conversation has no turns {written}; it has {known}",
            code="turn_not_found",
            hint="Choose other turns.",
        )
    return chosen


def promoted(
    session: Session,
    turns: Sequence[Turn],
    *,
    attached: AbstractSet[str] = frozenset(),
    kinds: AbstractSet[Kind] = PERSONAL_KINDS,
) -> str:
    """A scenario as YAML that expects what these turns did; a comment marks each turn that was rated as bad.

    The expected question is what was resolved, with a comment where nothing was; the expected sources are those cited.
    Personal data of these kinds is replaced by invented values, the same for the same value. Turns that did not
    complete are left out, and so are documents of `attached`, ids of files that the scenario does not have. Raises
    BadInput if no turn is left.
    """
    complete = [turn for turn in turns if turn.status in {"completed", "declined"} and turn.outcome is not None]
    if not complete:
        raise BadInput("No turn of these was completed", code="no_turns", hint="Choose other turns.")
    hide = _Replaced(kinds)
    hide.learn([text for turn in complete for text in (turn.question, turn.standalone_question)])
    drafted = tuple(_drafted(turn, hide, attached) for turn in complete)
    notes = []
    if complete[0].kind in DEPENDENT_KINDS:
        notes.append("The first question depends on turns that are not here: write it so that it is complete.")
    title = hide(session.title) or hide(complete[0].question)
    return scenario_yaml(Draft(title, "From a conversation.", session.assistant, drafted, notes=tuple(notes)))


def _drafted(turn: Turn, hide: "_Replaced", attached: AbstractSet[str]) -> DraftTurn:
    notes = []
    if turn.feedback is not None and turn.feedback.rating < 0:
        reason = hide(turn.feedback.comment) or "no reason given"
        notes.append(f"Rated as bad: {reason}. What follows is what was answered: correct it.")
    depends = turn.kind in DEPENDENT_KINDS
    is_resolved = depends and turn.standalone_question.strip() != turn.question.strip()
    if depends and not is_resolved:
        notes.append("It was asked as typed: write what it asks as `expected_question`.")
    cited = [hide(PurePosixPath(each.document).name) for each in turn.sources if each.document_id not in attached]
    fields = {
        "requires_context": depends,
        "expected_question": hide(turn.standalone_question) if is_resolved else "",
        "expected_sources": list(dict.fromkeys(cited)),
        "expect": {"kind": turn.kind, "way": turn.route, "ending": turn.outcome},
    }
    return DraftTurn(hide(turn.question), {key: value for key, value in fields.items() if value}, tuple(notes))


class _Replaced:
    """Replaces personal data of texts by invented values."""

    def __init__(self, kinds: AbstractSet[Kind]) -> None:
        self._kinds = kinds
        self._known = Placeholders()

    def learn(self, texts: Sequence[str]) -> None:
        """Know the values of these texts: one that is recognised in a question is then found in all others."""
        for text in texts:
            self._known.replacements(text, self._kinds)

    def __call__(self, text: str) -> str:
        hidden = rewritten(text, self._known.replacements(text, self._kinds)).text
        return _HIDDEN.sub(lambda found: invented(cast("Kind", found[1]), int(found[2] or 0)), hidden)


def invented(kind: Kind, number: int) -> str:
    """A value of a kind that belongs to nobody.

    Reserved addresses and numbers where there are some (RFC 2606, RFC 5737, 555-0100 to 555-0199 of North America), an
    account of a bank that does not exist, else a name such as `Person1`.
    """
    known = {
        "EMAIL": f"person{number}@example.org",
        "PROFILE": f"https://example.org/person{number}",
        "WEB_ADDRESS": f"https://example.org/page{number}",
        "IP_ADDRESS": f"192.0.2.{number % 256}",
        "PHONE": f"+1 202 555 01{number % 100:02}",
        "IBAN": _account(number),
    }
    return known.get(kind, f"{kind.capitalize().replace('_', '')}{number}")


def _account(number: int) -> str:
    """An IBAN with a right checksum."""
    account = f"XXXX{number:010}"
    return f"NL{mod_97_10.calc_check_digits(f'{account}NL')}{account}"
