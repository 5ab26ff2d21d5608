"""The learnt model, read from a file of this folder: gradient-boosted trees as ONNX.

`python -m bench train-resolver` writes it; `card.md` says from which data, and what it measures.
"""

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from askwell.understanding.features import Matrix

FOLDER = Path(__file__).parent
WORDS_FILE = FOLDER / "words.onnx"

Chances = npt.NDArray[np.float32]


class Trees:
    """A model that gives each row a probability."""

    def __init__(self, data: bytes) -> None:
        from onnxruntime import InferenceSession, SessionOptions

        options = SessionOptions()
        # Rows are few: a pool of threads would take longer than the work.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = InferenceSession(data, options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name
        self._output = self._session.get_outputs()[-1].name

    def chances(self, rows: Matrix) -> Chances:
        """One probability per row."""
        if not len(rows):
            return np.empty(0, dtype=np.float32)
        [found] = self._session.run([self._output], {self._input: rows})
        return np.asarray(found, dtype=np.float32)[:, 1]


@cache
def learnt_words() -> Trees:
    """The chance that a complete wording of a question has a word of the conversation."""
    return Trees(WORDS_FILE.read_bytes())
