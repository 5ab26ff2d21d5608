"""The reader of answers while it learns: multilingual-e5-small with products of narrow matrices (LoRA), in torch."""

import importlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from askwell.models.e5 import E5Layer, E5Model
from askwell.models.quantised_weights import unpack
from bench.reader_examples import Example

RANK = 12
LOWEST_LAYER = 4
"""The layers below it stay as they are."""
SCALE = 2.0
"""Of the products; together with the rate of learning it sets how fast they grow."""
START = -5.5
"""Log-odds of a word piece before learning: few answer."""
WARM_UP = 150
"""Steps until the rate of learning is at its highest; it falls to 0 from the first step on."""
_MATRICES = ("heads", "joined", "inner", "outer")


class Network:
    """Gives sentences the log-odds that they answer, and learns to."""

    def __init__(self, model: E5Model) -> None:
        self._torch = torch = importlib.import_module("torch")
        self._functional = importlib.import_module("torch.nn.functional")
        torch.manual_seed(1)
        self._number = torch.bfloat16 if "AVX512" in torch.backends.cpu.get_cpu_capability() else torch.float32
        """Processors without AVX-512 multiply halves thirty times more slowly."""
        self._shape = model.weights.shape
        self._model = model
        self._layers = [self._fixed(layer) for layer in model.layers]
        self._norm = [torch.from_numpy(each).to(self._number) for each in model.norm]
        self._products: dict[str, Any] = {}
        for number in range(LOWEST_LAYER, self._shape.layers):
            for part in _MATRICES:
                inputs, outputs = getattr(model.layers[number], part).shape
                self._products[f"{number}.{part}.down"] = torch.randn(inputs, RANK) / inputs**0.5
                self._products[f"{number}.{part}.up"] = torch.zeros(RANK, outputs)
        width = self._shape.width
        self._products |= {"head": (torch.rand(width, 1) * 2 - 1) / width**0.5, "head_bias": torch.full((1,), START)}
        for each in self._products.values():
            each.requires_grad_()

    def go_on_from(self, file: Path) -> None:
        """Take the products of `reader.npz`, to learn on from there."""
        for name, each in np.load(file, allow_pickle=False).items():
            values = self._torch.from_numpy(each.astype(np.float32)) / (SCALE if name.endswith("up") else 1.0)
            self._products[name] = values.requires_grad_()

    def learn(self, batches: Iterator[Sequence[Example]], steps: int, rate: float) -> None:
        """Learn from so many batches: binary cross-entropy of every sentence, AdamW."""
        torch, parameters = self._torch, list(self._products.values())
        optimiser = torch.optim.AdamW(parameters, lr=rate, weight_decay=0.01, betas=(0.9, 0.98))
        for step in range(steps):
            for group in optimiser.param_groups:
                group["lr"] = rate * min(1, (step + 1) / WARM_UP) * (1 - step / steps)
            batch = next(batches)
            odds, shown = self._odds(batch)
            answers = torch.zeros_like(odds)
            for row, each in enumerate(batch):
                answers[row, : len(each.answers)] = torch.tensor(each.answers).float()
            loss = self._functional.binary_cross_entropy_with_logits(odds[shown], answers[shown])
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            optimiser.step()

    def score(self, examples: list[Example]) -> list[list[float]]:
        """The log-odds of each sentence of each example."""
        with self._torch.no_grad():
            odds, _ = self._odds(examples)
        return [row[: len(each.spans)].tolist() for row, each in zip(odds, examples, strict=True)]

    def tuned(self) -> dict[str, NDArray[Any]]:
        """What was learnt, by the names of `reader.npz`: products in half precision, the scale within `up`."""
        found = {}
        for name, each in self._products.items():
            values = each.detach().numpy()
            is_head = name.startswith("head")
            found[name] = values if is_head else (values * (SCALE if name.endswith("up") else 1.0)).astype(np.float16)
        return found

    def _odds(self, examples: Sequence[Example]) -> tuple[Any, Any]:
        """Log-odds of sentences, padded, and which of them there are."""
        torch = self._torch
        longest, most = max(len(each.ids) for each in examples), max(len(each.spans) for each in examples)
        state = np.zeros((len(examples), longest, self._shape.width), dtype=np.float32)
        mask = torch.full((len(examples), 1, 1, longest), -1e4).to(self._number)
        within = torch.full((len(examples), most, longest), -1e4)
        shown = torch.zeros(len(examples), most, dtype=torch.bool)
        for row, each in enumerate(examples):
            size = len(each.ids)
            state[row, :size] = unpack(self._model.words[list(each.ids)]) + self._model.places[:size]
            mask[row, ..., :size] = 0
            for at, (start, end) in enumerate(each.spans):
                within[row, at, start:end] = 0
                shown[row, at] = True
        pieces = self._pieces(torch.from_numpy(state).to(self._number), mask)
        return torch.logsumexp(pieces[:, None, :] + within, dim=2), shown

    def _pieces(self, state: Any, mask: Any) -> Any:
        """Log-odds of word pieces; the layers that stay as they are need no gradients."""
        texts, longest, width = state.shape
        state = self._functional.layer_norm(state.view(-1, width), (width,), *self._norm, eps=self._shape.epsilon)
        for number in range(self._shape.layers):
            with self._torch.set_grad_enabled(number >= LOWEST_LAYER and self._torch.is_grad_enabled()):
                state = self._layer(number, state, mask, texts, longest)
        return (state.float() @ self._products["head"] + self._products["head_bias"]).view(texts, longest)

    def _layer(self, number: int, state: Any, mask: Any, texts: int, longest: int) -> Any:
        own, width, heads = self._layers[number], self._shape.width, self._shape.heads
        mixed = self._linear(number, "heads", state).view(texts, longest, 3, heads, -1).permute(2, 0, 3, 1, 4)
        queries, keys, values = mixed
        seen = self._torch.softmax(queries * (width // heads) ** -0.5 @ keys.transpose(-1, -2) + mask, -1) @ values
        joined = self._linear(number, "joined", seen.transpose(1, 2).reshape(-1, width))
        norm, epsilon = self._functional.layer_norm, self._shape.epsilon
        state = norm(state + joined, (width,), *own["first_norm"], eps=epsilon)
        inner = self._functional.gelu(self._linear(number, "inner", state), approximate="tanh")
        return norm(state + self._linear(number, "outer", inner), (width,), *own["second_norm"], eps=epsilon)

    def _linear(self, number: int, part: str, state: Any) -> Any:
        found = self._torch.addmm(self._layers[number][f"{part}_bias"], state, self._layers[number][part])
        if number < LOWEST_LAYER:
            return found
        down, up = [self._products[f"{number}.{part}.{name}"].to(self._number) for name in ("down", "up")]
        return found + state @ down @ up * SCALE

    def _fixed(self, layer: E5Layer) -> dict[str, Any]:
        names = [*_MATRICES, *[f"{part}_bias" for part in _MATRICES]]
        fixed = {name: self._torch.from_numpy(getattr(layer, name)).to(self._number) for name in names}
        for name in ("first_norm", "second_norm"):
            fixed[name] = [self._torch.from_numpy(each).to(self._number) for each in getattr(layer, name)]
        return fixed
