"""The learnt models, read from files of this folder: gradient-boosted trees as ONNX.

`python -m bench train-resolver` writes them; `card.md` says from which data, and what they measure.
"""

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from askwell.understanding.features import Matrix

FOLDER = Path(__file__).parent
WORDS_FILE = FOLDER / "words.onnx"
DEPENDENCE_FILE = FOLDER / "dependence.onnx"
WORDINGS_FILE = FOLDER / "wordings.onnx"

Chances = npt.NDArray[np.float32]


class Trees:
    """A model that gives each row a number."""

    def __init__(self, data: bytes) -> None:
        from onnxruntime import InferenceSession, SessionOptions

        options = SessionOptions()
        # Rows are few: a pool of threads would take longer than the work.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = InferenceSession(data, options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name
        self._output = self._session.get_outputs()[-1].name

    def predict(self, rows: Matrix) -> Chances:
        """One number per row: the probability of a classifier, the value of a regression."""
        if not len(rows):
            return np.empty(0, dtype=np.float32)
        [found] = self._session.run([self._output], {self._input: rows})
        return np.asarray(found, dtype=np.float32)[:, -1]


@cache
def learnt_words() -> Trees:
    """The chance that a complete wording of a question has a word of the conversation."""
    return Trees(WORDS_FILE.read_bytes())


@cache
def learnt_dependence() -> Trees:
    """The chance that a question is incomplete without earlier turns."""
    return Trees(DEPENDENCE_FILE.read_bytes())


@cache
def learnt_wordings() -> Trees:
    """The F1 of a wording's content words, measured against those of the wording that a person would choose."""
    return Trees(WORDINGS_FILE.read_bytes())
