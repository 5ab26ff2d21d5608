"""Conversations that are played through a resolver."""

from bench.cast import Sample
from bench.resolvers import play_with
from bench.typed import dialogues, samples

from askwell.types import Language, Recalled, Resolution


class Noting:
    """Takes every question as typed, and notes what it was asked after which turns."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
        self.asked.append((*(turn.question for turn in recalled.turns), question))
        return Resolution("standalone", f"{question} ({len(self.asked)})", by="none")


def test_a_turn_is_resolved_once_and_later_ones_see_how() -> None:
    dialogue = next(dialogues("en", "train"))
    asked: list[Sample] = list(samples(dialogue, "made_up"))
    by = Noting()
    resolved = play_with(by, asked)
    assert [turns[-1] for turns in by.asked] == [turn["user"] for turn in dialogue["turns"]]
    assert len({len(turns) for turns in by.asked}) == len(dialogue["turns"]) > 2
    last = resolved[-1].recalled.turns
    assert [turn.resolution for turn in last[1:]] == [each.resolution for each in resolved[:-1]]
