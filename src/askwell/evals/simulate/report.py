"""What simulated users found: as lines, as JSON, and as scenarios that fail until the weakness is gone."""

from collections import Counter
from collections.abc import Iterator, Sequence

from askwell.evals.drafts import Draft, DraftTurn, scenario_yaml
from askwell.evals.simulate.personas import PERSONAS
from askwell.evals.simulate.promises import PROMISES, Broken, Exchange
from askwell.evals.simulate.run import Simulated
from askwell.text.citations import strip_marks

_OF_WORDING = {"complete_question_kept", "words_kept", "wording_invents_nothing", "own_text_is_no_subject"}
"""Promises that the wording breaks: it must not come again."""

FORMAT = 1
"""Version of the JSON."""


def found_lines(results: Sequence[Simulated], *, shown: int) -> list[str]:
    """Totals by persona and by promise, and the first `shown` findings of each promise."""
    width = max(map(len, PERSONAS))
    lines = [f"{'persona':{width}}  conversations  turns  broken"]
    for persona in PERSONAS:
        own = [each for each in results if each.persona == persona]
        if own:
            turns = sum(len(each.observed.exchanges) for each in own)
            broken = sum(len(each.broken) for each in own)
            lines.append(f"{persona:{width}}  {len(own):13}  {turns:5}  {broken:6}")
    counts = Counter(broken.promise for each in results for broken in each.broken)
    if not counts:
        return [*lines, "", "No promise is broken."]
    width = max(map(len, counts))
    lines += ["", *(f"{promise:{width}}  {count:4}  {PROMISES[promise]}" for promise, count in counts.most_common())]
    for promise, _ in counts.most_common():
        found = [(each, broken) for each in results for broken in each.broken if broken.promise == promise]
        lines += ["", f"{promise}: {PROMISES[promise]}"]
        lines += [line for each, broken in found[:shown] for line in _example(each, broken)]
    return lines


def found_json(results: Sequence[Simulated], *, assistant: str, seed: int) -> dict[str, object]:
    """All findings as JSON-serialisable values."""
    counts = Counter(broken.promise for each in results for broken in each.broken)
    return {
        "format": FORMAT,
        "assistant": assistant,
        "seed": seed,
        "conversations": len(results),
        "turns": sum(len(each.observed.exchanges) for each in results),
        "broken": dict(counts.most_common()),
        "talks": [
            {
                "conversation": each.number,
                "persona": each.persona,
                "messages": [exchange.message.text for exchange in each.observed.exchanges],
            }
            for each in results
        ],
        "findings": [
            {
                "conversation": each.number,
                "persona": each.persona,
                "promise": broken.promise,
                "turn": broken.turn,
                "detail": broken.detail,
            }
            for each in results
            for broken in each.broken
        ],
    }


def found_scenarios(results: Sequence[Simulated], *, assistant: str, seed: int) -> Iterator[tuple[str, str]]:
    """A name without a suffix, and the YAML, for each conversation that breaks a promise."""
    for each in results:
        if each.broken:
            yield (
                f"{assistant}-{seed}-{each.number:03}-{each.persona.replace('_', '-')}",
                _scenario(each, assistant, seed),
            )


def _scenario(each: Simulated, assistant: str, seed: int) -> str:
    """The conversation up to its last broken turn; turns before that keep their outcome."""
    last = max(broken.turn for broken in each.broken)
    turns = []
    for number, exchange in enumerate(each.observed.exchanges[:last], 1):
        broken = [found for found in each.broken if found.turn == number]
        notes = tuple(f"{found.promise}: {PROMISES[found.promise]}; {found.detail}" for found in broken)
        turns.append(DraftTurn(exchange.message.text, _expected(exchange, broken), notes))
    return scenario_yaml(
        Draft(
            f"Simulated {each.persona} {each.number}",
            f"Found by simulated users of {assistant} with seed {seed}.",
            assistant,
            tuple(turns),
            criteria={"min_average_score": 0, "context_resolution_rate": 0},
        )
    )


def _expected(exchange: Exchange, broken: Sequence[Broken]) -> dict[str, object]:
    """What a broken turn should be, or must not be again, as far as a check can say it; else what the turn was."""
    answer, message = exchange.answer, exchange.message
    expected: dict[str, object] = {"min_score": 0}
    promises = {found.promise for found in broken}
    if answer is None or not promises:
        expected["expect"] = {"ending": "answered" if answer is None else answer.outcome}
        return expected
    if "complete_question_kept" in promises:
        expected["expect"] = {"kind": "standalone"}
    if promises & _OF_WORDING and answer.standalone_question != message.text:
        expected["forbidden_question"] = [answer.standalone_question]
    if "language_followed" in promises:
        expected["language"] = message.language
    if promises - _OF_WORDING - {"complete_question_kept", "language_followed"}:
        expected["expect"] = {"ending": "answered"} if not answer.answer else expected.get("expect", {})
        expected["forbidden"] = [_first_line(answer.answer)] if answer.answer else []
    return expected


def _first_line(text: str) -> str:
    lines = (line.strip() for line in strip_marks(text).splitlines())
    return next((line[:80] for line in lines if line), "")


def _example(each: Simulated, broken: Broken) -> list[str]:
    exchange = each.observed.exchanges[broken.turn - 1]
    before = [
        f"      before: {other.message.text}"
        for other in each.observed.exchanges[max(0, broken.turn - 3) : broken.turn - 1]
    ]
    return [
        f"  {each.persona} {each.number}, turn {broken.turn}: {exchange.message.text}",
        *before,
        f"      {broken.detail}",
    ]
