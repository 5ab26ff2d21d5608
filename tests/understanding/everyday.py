"""The everyday follow-ups that come out right, recorded: none of them may be lost.

`python -m tests.understanding.everyday` adds the turns that are right now to the record, and also with embeddings that
are a millionth off: what comes out right by rounding alone comes out wrong on another processor. It removes none.
"""

import sys
import zlib
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from unittest.mock import patch

import numpy as np
from bench.everyday import LANGUAGES, Judged, judge

from askwell.models.e5 import E5Model
from askwell.models.quantised_weights import Floats

RECORD = Path(__file__).with_name("everyday_right.txt")


def judged() -> dict[str, Judged]:
    """All turns of the test dialogues by their id."""
    return {one.sample.id: one for language in LANGUAGES for one in judge(language)}


def recorded() -> set[str]:
    """The ids of turns that were right."""
    return set(RECORD.read_text(encoding="utf-8").split())


def right_names() -> set[str]:
    """The ids of turns that are right."""
    return {name for name, one in judged().items() if one.is_right}


def right_when_disturbed() -> set[str]:
    """The same where what the reader reads is a millionth off. To be called in a process that has read nothing yet."""
    placed = E5Model.placed

    def disturbed(model: E5Model, ids: Sequence[int]) -> Floats:
        draw = np.random.default_rng(zlib.crc32(str(list(ids)).encode()))
        exact = placed(model, ids)
        return np.asarray(exact + draw.normal(0, 1e-6, exact.shape), dtype=np.float32)

    with patch.object(E5Model, "placed", disturbed):
        return right_names()


if __name__ == "__main__":
    with ProcessPoolExecutor(1) as apart:
        right = apart.submit(right_when_disturbed).result() & right_names()
    before = recorded() if RECORD.exists() else set()
    RECORD.write_text("".join(f"{name}\n" for name in sorted(before | right)), encoding="utf-8")
    sys.stdout.write(f"{len(right)} right now, {len(right - before)} of them new, {len(before - right)} lost\n")
