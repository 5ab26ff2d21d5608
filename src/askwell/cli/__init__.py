"""The command line, one small file per command. Answers go to stdout, messages to stderr."""

from askwell.cli.app import main

__all__ = ["main"]
