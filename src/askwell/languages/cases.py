"""The type of a language's cases: samples with expected results, run by the tests."""

from dataclasses import dataclass

from askwell.languages.patterns import AskedFor, LookBack


@dataclass(frozen=True, slots=True)
class Cases:
    """Samples of one language."""

    texts: tuple[str, ...]
    """Texts that must be detected as this language."""
    sentences: tuple[str, ...]
    """Single sentences with abbreviations."""
    asked: tuple[tuple[str, AskedFor], ...]
    """Questions and what they ask for."""
    talk: tuple[tuple[str, str], ...]
    """Small talk and its kind: `greeting`, `thanks`, `goodbye` or `about_us`."""
    history: tuple[tuple[str, LookBack], ...]
    """Questions about the conversation, and the part they ask for."""
    operations: tuple[tuple[str, str], ...]
    """Requests about the last answer, and what they ask for."""
    no_operations: tuple[str, ...]
    """Messages with words of such requests that ask for something else."""
    about_us: tuple[str, ...]
    """Questions about the user, which no document answers."""
    numbers: tuple[tuple[str, tuple[str, ...]], ...]
    """Texts and their numbers."""
    times: tuple[tuple[str, int, int], ...]
    """Texts with the month and day mentioned; day 0 for a month alone."""
    same: tuple[tuple[str, str], ...]
    """Pairs of words with the same stem, one of them irregular."""
    leaning: tuple[str, ...]
    """Sentences that depend on an earlier one."""
    corrections: tuple[tuple[str, str], ...]
    """Corrections and what they state instead."""
    follow_ups: tuple[tuple[str, str, str], ...]
    """An earlier question, a follow-up, and the standalone form of the follow-up."""
    complete: tuple[tuple[str, str], ...]
    """An earlier question, and a later one that is standalone as typed."""
