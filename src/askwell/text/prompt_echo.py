"""Leaves out of a text what repeats the instructions of its prompt."""

import re
from collections.abc import Iterator

SHARED_WORDS = 12
"""Consecutive words of the instructions that make a repetition; shorter runs are phrases that anybody may use."""
HELD_FROM = 3
"""Words of a run that pass before it is held back, so that most words are not."""

_WORD = re.compile(r"\w+")
_QUOTED = re.compile(r"\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|«[^»\n]{1,300}»")
"""What instructions quote: sentences that the model is to write."""


class EchoFilter:
    """Filters a text while it is written; a run of `SHARED_WORDS` words of the instructions is replaced."""

    def __init__(self, instructions: str, others: str, withheld: str) -> None:
        """`others`: the rest of the prompt; what it has too is no repetition."""
        self._words = [each.lower() for each in _WORD.findall(_QUOTED.sub(" | ", instructions))]
        self._places: dict[str, list[int]] = {}
        for place, word in enumerate(self._words):
            self._places.setdefault(word, []).append(place)
        self._others = others
        self._other_words: str | None = None
        self._withheld = withheld
        self._ends: list[int] = []
        """Places in the instructions after the run that the text has just repeated."""
        self._run: list[str] = []
        self._held = ""
        self._is_leaking = False
        self.found = 0
        """Repetitions that were left out since it was last set to 0."""

    def feed(self, text: str) -> str:
        """The text that is final after this piece. Pieces must end between words."""
        if not self._words:
            return text
        return "".join(self._next(word, gap) for word, gap in _words_with_gaps(text))

    def flush(self) -> str:
        """The rest, at the end of the text."""
        out = self._released()
        self._ends, self._run = [], []
        return out

    def _next(self, word: str, gap: str) -> str:
        """What is final after one word and the gap before it."""
        lower = word.lower()
        ends = [each + 1 for each in self._ends if each < len(self._words) and self._words[each] == lower]
        out = ""
        if not lower:
            if self._run and len(self._run) >= HELD_FROM:
                self._held += gap
                return ""
            return gap
        if not ends:
            out = self._released()
            self._run = []
            ends = [each + 1 for each in self._places.get(lower, ())]
        self._ends = ends
        if not ends:
            return out + gap + word
        self._run.append(lower)
        if len(self._run) <= HELD_FROM:
            return out + gap + word
        self._held += gap + word
        if len(self._run) >= SHARED_WORDS and not self._is_leaking:
            self._is_leaking = not self._is_elsewhere()
        return out

    def _released(self) -> str:
        """What was held back, or what replaces it."""
        held, self._held = self._held, ""
        if not self._is_leaking:
            return held
        self._is_leaking = False
        self.found += 1
        return f" {self._withheld}{_gap_after(held)}"

    def _is_elsewhere(self) -> bool:
        if self._other_words is None:
            self._other_words = f" {' '.join(each.lower() for each in _WORD.findall(self._others))} "
        return f" {' '.join(self._run)} " in self._other_words


def _words_with_gaps(text: str) -> Iterator[tuple[str, str]]:
    """Each word with what is before it; at last what is after the last word, with an empty word."""
    at = 0
    for found in _WORD.finditer(text):
        yield found.group(), text[at : found.start()]
        at = found.end()
    if at < len(text):
        yield "", text[at:]


def _gap_after(text: str) -> str:
    found = re.search(r"\W*\Z", text)
    return found.group() if found else ""
