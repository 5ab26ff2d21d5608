"""What a store is to do, as plainly as it can be said: lists, and walks from turn to turn."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

LEASE_S = 10.0
DAY_S = 86_400.0


class Refused(Exception):
    """What a store refuses, by the code of its error."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass
class Asked:
    """A turn."""

    number: int
    parent: int
    branch: int
    question: str
    fence: int
    supersedes: int = 0
    status: str = "running"
    answer: str = ""
    rating: int = 0

    def seen(self, talk: "Talk") -> tuple[object, ...]:
        """What a reader sees of it."""
        beside = tuple(other.number for other in talk.turns if other.parent == self.parent)
        return (
            *(self.number, self.parent, self.branch, self.question, self.supersedes, self.status, self.answer),
            *(self.rating, beside if len(beside) > 1 else ()),
        )


@dataclass
class Talk:
    """A conversation."""

    turns: list[Asked] = field(default_factory=list)
    branch: int = 0
    fence: int = 0
    lease_until: float = 0.0
    stop_asked: bool = False

    @property
    def running(self) -> Asked | None:
        last = self.turns[-1] if self.turns else None
        return last if last and last.status == "running" else None

    @property
    def tip(self) -> int:
        return max((turn.number for turn in self.turns if turn.branch == self.branch), default=0)

    def line(self, number: int) -> list[Asked]:
        """The turns that lead to one, in order."""
        if number <= 0:
            return []
        turn = self.turns[number - 1]
        return [*self.line(turn.parent), turn]

    def interrupt(self) -> None:
        turn = self.running
        assert turn is not None
        self.fence += 1
        turn.status, turn.fence, self.stop_asked = "interrupted", self.fence, False


@dataclass(frozen=True)
class Held:
    """What an owner holds."""

    talk: Talk
    turn: Asked
    fence: int


@dataclass
class Key:
    talk: Talk
    turn: Asked
    asked: tuple[str, int]
    at: float


class Model:
    """A store for one principal."""

    def __init__(self) -> None:
        self.now = 0.0
        self.talks: dict[str, Talk] = {}
        self.keys: dict[str, Key] = {}

    def talk(self, name: str) -> Talk:
        if name not in self.talks:
            raise Refused("session_not_found")
        return self.talks[name]

    def turn(self, name: str, number: int) -> Asked:
        talk = self.talk(name)
        if not 1 <= number <= len(talk.turns):
            raise Refused("turn_not_found")
        return talk.turns[number - 1]

    def create(self, name: str) -> None:
        if name in self.talks:
            raise Refused("session_exists")
        self.talks[name] = Talk()

    def delete(self, name: str) -> None:
        talk = self.talk(name)
        del self.talks[name]
        self.keys = {key: made for key, made in self.keys.items() if made.talk is not talk}

    def begin(self, name: str, question: str, key: str, instead_of: int) -> tuple[Held, bool]:
        """What the owner holds, and whether it is only told of an earlier turn."""
        talk = self.talk(name)
        if key in self.keys:
            return self._again(talk, self.keys[key], (question, instead_of)), True
        if instead_of:
            self.turn(name, instead_of)
        self._free(talk)
        number = len(talk.turns) + 1
        talk.fence += 1
        if instead_of:
            beside = talk.turns[instead_of - 1]
            branch = max(turn.branch for turn in talk.turns) + 1
            again = instead_of if beside.question == question else 0
            turn = Asked(number, beside.parent, branch, question, talk.fence, again)
        else:
            turn = Asked(number, talk.tip, talk.branch, question, talk.fence)
        talk.turns.append(turn)
        talk.branch, talk.lease_until, talk.stop_asked = turn.branch, self.now + LEASE_S, False
        if key:
            self.keys[key] = Key(talk, turn, (question, instead_of), self.now)
        return Held(talk, turn, talk.fence), False

    def heartbeat(self, held: Held, partial: str) -> Literal["mine", "stop", "lost"]:
        if not self._holds(held):
            return "lost"
        held.talk.lease_until = self.now + LEASE_S
        held.turn.answer = partial
        return "stop" if held.talk.stop_asked else "mine"

    def finish(self, held: Held, status: str, answer: str) -> None:
        turn = held.turn
        if not self._there(held.talk):
            raise Refused("turn_fenced")
        if turn.status != "running" and turn.fence == held.fence:
            return
        if not self._holds(held):
            raise Refused("turn_fenced")
        turn.status, turn.answer, held.talk.stop_asked = status, answer, False

    def ask_to_stop(self, name: str) -> bool:
        talk = self.talk(name)
        talk.stop_asked = talk.running is not None
        return talk.stop_asked

    def choose(self, name: str, number: int) -> None:
        talk = self.talk(name)
        chosen = self.turn(name, number)
        self._free(talk)
        through = [turn for turn in talk.turns if chosen in talk.line(turn.number)]
        talk.branch = max(through, key=lambda turn: turn.number).branch

    def rate(self, name: str, number: int, rating: int) -> None:
        self.turn(name, number).rating = rating

    def sweep(self) -> int:
        expired = [talk for talk in self.talks.values() if talk.running and talk.lease_until <= self.now]
        for talk in expired:
            talk.interrupt()
        self.keys = {key: made for key, made in self.keys.items() if made.at >= self.now - 3 * DAY_S}
        return len(expired)

    def recalled(self, name: str, before: int, window: int) -> tuple[list[int], str]:
        """Numbers of the turns, and the first question."""
        talk = self.talk(name)
        end = before if before <= len(talk.turns) else talk.tip
        line = [turn for turn in talk.line(end) if turn.number < before]
        counting = [turn.number for turn in line if turn.status not in {"running", "failed"}]
        return counting[-window:], line[0].question if line else ""

    def shown(self, name: str) -> Iterator[tuple[object, ...]]:
        talk = self.talk(name)
        return (turn.seen(talk) for turn in talk.line(talk.tip))

    def _again(self, talk: Talk, known: Key, asked: tuple[str, int]) -> Held:
        if known.talk is not talk or known.asked != asked:
            raise Refused("key_reused")
        if known.turn.status == "running":
            if talk.lease_until > self.now:
                raise Refused("turn_in_progress")
            talk.interrupt()
        return Held(talk, known.turn, known.turn.fence)

    def _free(self, talk: Talk) -> None:
        if talk.running is not None:
            if talk.lease_until > self.now:
                raise Refused("session_busy")
            talk.interrupt()

    def _there(self, talk: Talk) -> bool:
        return any(each is talk for each in self.talks.values())

    def _holds(self, held: Held) -> bool:
        return self._there(held.talk) and held.talk.running is held.turn and held.talk.fence == held.fence
