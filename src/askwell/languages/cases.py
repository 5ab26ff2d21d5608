"""The type of a language's cases: samples that tests run, so that a new language shows what it can do."""

from dataclasses import dataclass

from askwell.languages.patterns import AskedFor, LookBack


@dataclass(frozen=True, slots=True)
class Cases:
    """Samples of one language."""

    texts: tuple[str, ...]
    """Texts that detection must take for this language."""
    sentences: tuple[str, ...]
    """One sentence each, with abbreviations inside."""
    asked: tuple[tuple[str, AskedFor], ...]
    """Questions and what they ask for."""
    talk: tuple[tuple[str, str], ...]
    """Messages and what they do instead of asking: `greeting`, `thanks`, `goodbye` or `about_us`."""
    history: tuple[tuple[str, LookBack], ...]
    """Questions about the conversation and the part of it that they want."""
    about_us: tuple[str, ...]
    """Questions about whoever asks them, which no document answers."""
    numbers: tuple[tuple[str, tuple[str, ...]], ...]
    """Texts and their numbers."""
    times: tuple[tuple[str, int, int], ...]
    """Texts with the month and the day that they name; day 0 for a month alone."""
    same: tuple[tuple[str, str], ...]
    """Words with one stem, of which one is irregular."""
    leaning: tuple[str, ...]
    """Sentences that cannot stand alone."""
    corrections: tuple[tuple[str, str], ...]
    """Corrections and what they state instead."""
    follow_ups: tuple[tuple[str, str, str], ...]
    """An earlier question, a follow-up and the follow-up as it stands alone."""
    complete: tuple[tuple[str, str], ...]
    """An earlier question and one after it that stands alone as typed."""
