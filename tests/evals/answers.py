"""Builds answers to check."""

from askwell.types import Answer, CitedPassage, Kind, Outcome, Source


def an_answer(
    text: str = "The limit is $2,000 a month. [1]",
    *,
    question: str = "What is the income limit?",
    kind: Kind = "standalone",
    route: str = "search",
    outcome: Outcome = "answered",
    cited: tuple[str, ...] = ("money/income.md",),
) -> Answer:
    """An answer that cites these documents."""
    passage = CitedPassage("c", "text", (), None, 0, 4, 1.0)
    return Answer(
        answer=text,
        sources=tuple(Source(number, name, name, name, "", (passage,)) for number, name in enumerate(cited, 1)),
        standalone_question=question,
        kind=kind,
        route=route,
        outcome=outcome,
        turn_number=1,
        session_id="s",
        turn_id="t",
        language="en",
        decisions=(),
    )
