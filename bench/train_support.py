"""Learn the weights of the score of support: `python -m bench train-support --data DIR`.

Writes `src/askwell/text/support/weights.json`. The same data gives the same bytes.
"""

import json
from pathlib import Path

import numpy as np

from askwell.text.support import score
from bench.grounding_data import claims, rated_answers
from bench.options import Options
from bench.report import Report
from bench.support_learning import learn, read_data

FILE = Path(score.__file__).with_name("weights.json")


def run(options: Options) -> Report:
    """The weights of all data, written and listed."""
    rated = rated_answers(options.data)
    data = read_data(rated, claims(options.data, rated))
    tables = learn(data, np.ones(len(rated), dtype=np.bool_), np.ones(len(data.kinds), dtype=np.bool_))
    FILE.write_text(json.dumps(tables, indent=1) + "\n", encoding="utf-8")
    rows = [
        {"system": name, "set": table, "n": len(rated) if table == "score" else len(data.kinds), "weight": weight}
        for table, weights in tables.items()
        for name, weight in weights.items()
    ]
    return Report("train-support", ("weight",), tuple(rows))
