"""The layers of the reader of conversations while they learn, in torch."""

import importlib
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from askwell.models.read_turns import EPSILON, HEADS, LOWEST, MAX_TURNS, STATES
from bench.turns_examples import Lesson, Texts

WIDTH, LAYERS = 96, 2
DROPPED = 0.15
"""Share of the channels of a text that are dropped, at the input and after each half of a layer."""
RATE, DECAY = 1.5e-3, 0.05
BATCH = 32
WARM_UP = 100
EPOCHS = 4
WORDS_WEIGHT, INCOMPLETE_WEIGHT = 4.0, 0.5
START = -2.5
"""Log-odds of a piece before learning: few words are left out."""
_ROLES = 3


class Network:
    """Learns from lessons; a set counts by the root of its number of turns."""

    def __init__(self, inputs: int = STATES) -> None:
        self._torch = torch = importlib.import_module("torch")
        self._functional = importlib.import_module("torch.nn.functional")
        torch.manual_seed(1)
        self._learns = False
        self._parts: dict[str, Any] = {}
        self._linear("proj", inputs, WIDTH)
        self._parts["role"] = torch.randn(_ROLES, WIDTH) * 0.3
        self._parts["back"] = torch.randn(MAX_TURNS, WIDTH) * 0.3
        self._norm_pair("norm")
        for number in range(LAYERS):
            self._linear(f"{number}.heads", WIDTH, 3 * WIDTH)
            self._linear(f"{number}.joined", WIDTH, WIDTH)
            self._linear(f"{number}.inner", WIDTH, 2 * WIDTH)
            self._linear(f"{number}.outer", 2 * WIDTH, WIDTH)
            self._norm_pair(f"{number}.first_norm")
            self._norm_pair(f"{number}.second_norm")
        for name, start in (("word", START), ("incomplete", 0.0)):
            self._linear(name, WIDTH, 1)
            self._parts[f"{name}_bias"].fill_(start)
        for each in self._parts.values():
            each.requires_grad_()

    def learn(self, lessons: Sequence[Lesson], texts: Texts, epochs: float = EPOCHS) -> None:
        """Learn words and whether a question is incomplete: binary cross-entropy, AdamW, a rate that falls to 0."""
        torch, parameters = self._torch, list(self._parts.values())
        optimiser = torch.optim.AdamW(parameters, lr=RATE, weight_decay=DECAY)
        steps = max(1, int(epochs * len(lessons) / BATCH))
        loss_of = self._functional.binary_cross_entropy_with_logits
        self._learns = True
        for step, batch in zip(range(steps), _batches(lessons), strict=False):
            for group in optimiser.param_groups:
                group["lr"] = RATE * min(1, (step + 1) / WARM_UP) * (1 - step / steps)
            odds, has_place, wanted, incomplete = self._odds(batch, texts)
            is_incomplete = torch.tensor([float(each.is_incomplete) for each in batch])
            loss = INCOMPLETE_WEIGHT * loss_of(incomplete, is_incomplete)
            if has_place.any():
                loss = loss + WORDS_WEIGHT * loss_of(odds[has_place], wanted[has_place])
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            optimiser.step()
        self._learns = False

    def read(self, lessons: Sequence[Lesson], texts: Texts) -> list[tuple[NDArray[np.float32], float]]:
        """Of each lesson the log-odds of its words and of being incomplete."""
        found: dict[int, tuple[NDArray[np.float32], float]] = {}
        order = sorted(range(len(lessons)), key=lambda at: lessons[at].length)
        with self._torch.no_grad():
            for start in range(0, len(order), BATCH):
                part = order[start : start + BATCH]
                odds, has_place, _, incomplete = self._odds([lessons[at] for at in part], texts)
                for row, at in enumerate(part):
                    own = self._torch.where(has_place[row], odds[row], LOWEST)[: len(lessons[at].words)]
                    found[at] = (own.numpy(), float(incomplete[row]))
        return [found[at] for at in range(len(lessons))]

    def learnt(self) -> dict[str, NDArray[Any]]:
        """What was learnt, by the names of `turns.npz`; matrices in half precision."""
        found = {}
        for name, each in self._parts.items():
            values = each.detach().numpy()
            values = values[:, 0] if name in {"word", "incomplete"} else values
            found[name] = values.astype(np.float16) if values.ndim == 2 else np.squeeze(values)
        return found

    def _odds(self, batch: Sequence[Lesson], texts: Texts) -> tuple[Any, Any, Any, Any]:
        """Log-odds of words, which of them have a place, which are wanted; log-odds of being incomplete."""
        torch = self._torch
        longest, most = max(each.length for each in batch), max(len(each.words) for each in batch)
        joined = [each.joined(texts) for each in batch]
        inputs = joined[0].states.shape[1]
        states = np.zeros((len(batch), longest, inputs), dtype=np.float32)
        roles, back = (np.zeros((len(batch), longest), dtype=np.int64) for _ in range(2))
        absent = np.ones((len(batch), longest), dtype=bool)
        within = np.full((len(batch), most, longest), -1e4, dtype=np.float32)
        wanted, has_place = np.zeros((2, len(batch), most), dtype=np.float32)
        for row, (lesson, one) in enumerate(zip(batch, joined, strict=True)):
            size = len(one.roles)
            states[row, :size], roles[row, :size], back[row, :size] = one.states, one.roles, one.back
            absent[row, :size] = False
            wanted[row, : len(lesson.words)] = lesson.wanted
            for at, word in enumerate(lesson.words):
                within[row, at, one.places[word]] = 0
                has_place[row, at] = bool(one.places[word])
        given = [torch.from_numpy(each) for each in (states, roles, back, absent)]
        pieces, incomplete = self._pieces(*given)
        odds = torch.logsumexp(pieces[:, None, :] + torch.from_numpy(within), dim=2)
        return odds, torch.from_numpy(has_place).bool(), torch.from_numpy(wanted), incomplete

    def _pieces(self, states: Any, roles: Any, back: Any, absent: Any) -> tuple[Any, Any]:
        parts = self._parts
        state = self._product("proj", self._dropped(states)) + parts["role"][roles] + parts["back"][back]
        state = self._normed("norm", state)
        mask = self._torch.where(absent, -1e4, 0.0)[:, None, None, :]
        for number in range(LAYERS):
            state = self._layer(str(number), state, mask)
        own = ((roles == 0) & ~absent).float()[..., None]
        about = (state * own).sum(1) / own.sum(1)
        return self._product("word", state)[..., 0], self._product("incomplete", about)[:, 0]

    def _layer(self, name: str, state: Any, mask: Any) -> Any:
        texts, longest, width = state.shape
        mixed = self._product(f"{name}.heads", state).view(texts, longest, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
        queries, keys, values = mixed
        shares = self._torch.softmax(queries @ keys.transpose(-1, -2) * (width // HEADS) ** -0.5 + mask, -1)
        seen = (shares @ values).transpose(1, 2).reshape(texts, longest, width)
        state = self._normed(f"{name}.first_norm", state + self._dropped(self._product(f"{name}.joined", seen)))
        inner = self._functional.gelu(self._product(f"{name}.inner", state), approximate="tanh")
        return self._normed(f"{name}.second_norm", state + self._dropped(self._product(f"{name}.outer", inner)))

    def _dropped(self, state: Any) -> Any:
        """While it learns, some channels of each text are 0: numbers for whole texts cost no time."""
        if not self._learns:
            return state
        kept = self._torch.rand(state.shape[0], 1, state.shape[2]) > DROPPED
        return state * kept / (1 - DROPPED)

    def _product(self, name: str, state: Any) -> Any:
        return state @ self._parts[name] + self._parts[f"{name}_bias"]

    def _normed(self, name: str, state: Any) -> Any:
        weights = self._parts[name], self._parts[f"{name}_bias"]
        return self._functional.layer_norm(state, (WIDTH,), *weights, eps=EPSILON)

    def _linear(self, name: str, inputs: int, outputs: int) -> None:
        bound = inputs**-0.5
        self._parts[name] = (self._torch.rand(inputs, outputs) * 2 - 1) * bound
        self._parts[f"{name}_bias"] = self._torch.zeros(outputs)

    def _norm_pair(self, name: str) -> None:
        self._parts[name] = self._torch.ones(WIDTH)
        self._parts[f"{name}_bias"] = self._torch.zeros(WIDTH)


def _batches(lessons: Sequence[Lesson]) -> Iterator[list[Lesson]]:
    """Lessons drawn with a seed, those of like length together; a set counts by the root of its size."""
    draw, sizes = random.Random(1), Counter(each.set for each in lessons)
    weights = [sizes[each.set] ** -0.5 for each in lessons]
    while True:
        drawn = sorted(draw.choices(lessons, weights, k=BATCH * 16), key=lambda each: each.length)
        batches = [drawn[at : at + BATCH] for at in range(0, len(drawn), BATCH)]
        draw.shuffle(batches)
        yield from batches
