"""Small file systems that can be filled."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

FIRST_BYTES = 1 << 20


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A file system of this size, mounted on a new folder.

    Only root can mount one: without that right the test is skipped, but in CI it fails.
    """
    folder.mkdir()
    options = ["-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    mounted = subprocess.run(["mount", *options], capture_output=True, text=True, check=False)
    if mounted.returncode:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"no right to mount a file system: {mounted.stderr}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Take all space of a disk; returns the file that does."""
    path = folder / "filler"
    with path.open("wb", buffering=0) as file:
        size = FIRST_BYTES
        while size:
            try:
                is_written = file.write(bytes(size)) == size
            except OSError:
                is_written = False
            size = size if is_written else size // 2
    return path
