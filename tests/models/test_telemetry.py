"""No library of this process reports to its vendor."""

import os
import subprocess
import sys
from pathlib import Path

LOADS = "from askwell.understanding.models import learnt_words; learnt_words(); print('loaded')"
SUPPRESSING = {"ORT_DISABLE_TELEMETRY", "ORT_RUNNING_UNIT_TESTS", "CI", "GITHUB_ACTIONS", "TF_BUILD", "XDG_CACHE_HOME"}


def test_onnxruntime_writes_no_id_and_queues_no_events(tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in SUPPRESSING}
    done = subprocess.run(
        [sys.executable, "-c", LOADS], env=kept | {"HOME": str(tmp_path)}, capture_output=True, text=True, check=True
    )
    assert done.stdout == "loaded\n"
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
