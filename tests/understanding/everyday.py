"""The everyday follow-ups that come out right, recorded: none of them may be lost.

`python -m tests.understanding.everyday` adds the turns that are right now to the record. It removes none.
"""

import sys
from pathlib import Path

from bench.everyday import LANGUAGES, Judged, judge

RECORD = Path(__file__).with_name("everyday_right.txt")


def judged() -> dict[str, Judged]:
    """All turns of the test dialogues by their id."""
    return {one.sample.id: one for language in LANGUAGES for one in judge(language)}


def recorded() -> set[str]:
    """The ids of turns that were right."""
    return set(RECORD.read_text(encoding="utf-8").split())


if __name__ == "__main__":
    right = {name for name, one in judged().items() if one.is_right}
    before = recorded() if RECORD.exists() else set()
    RECORD.write_text("".join(f"{name}\n" for name in sorted(before | right)), encoding="utf-8")
    sys.stdout.write(f"{len(right)} right now, {len(right - before)} of them new, {len(before - right)} lost\n")
