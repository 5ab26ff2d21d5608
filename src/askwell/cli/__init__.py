"""The command line: one small file per command. stdout is the answer, stderr the talk."""

from askwell.cli.app import main

__all__ = ["main"]
