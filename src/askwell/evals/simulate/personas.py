"""What simulated users write: each persona has habits, and rules fill them with the goals of an assistant."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from askwell.evals.simulate.goals import Goals
from askwell.languages import LANGUAGES, lexicon, persona_words
from askwell.languages.personas import PersonaWords
from askwell.text.words import words
from askwell.types import Language

Persona = Literal["impatient", "switches_topic", "corrects", "vague", "hostile", "bilingual", "types_badly"]

PERSONAS: tuple[Persona, ...] = get_args(Persona)

MIN_WORDS = 4
"""Words of a message from which on its language must be recognised."""
TYPOS = 0.15
"""Share of the words that are mistyped; a word has at most one typo."""
_KEPT = re.compile(r"\*([^*]+)\*")
_SHORTEST_TYPO = 4
_NUMBERS = (3, 5, 12, 14, 45, 90)


@dataclass(frozen=True, slots=True)
class Message:
    """What a simulated user writes in one turn."""

    text: str
    language: Language | None = None
    """Language that it must be recognised as; None if that is open."""
    is_complete: bool = False
    """Whether it is a question that depends on nothing, and so must not be changed."""
    kept: tuple[str, ...] = ()
    """Words that a complete wording of it must have."""


@dataclass(frozen=True, slots=True)
class Talk:
    """What a persona chooses from at one turn."""

    goals: Goals
    rng: random.Random
    named: str
    """A name of the last answer; empty if it has none."""

    def sentence(self, choose: Callable[[PersonaWords], Sequence[str]], language: Language = "") -> Message:
        """One of these sentences of a language, by default that of the goals, with its names filled in."""
        own = language or self.goals.language
        written = self.rng.choice(choose(persona_words(own)))
        values = {
            "thing": self.thing(),
            "named": self.named or self.thing(),
            "number": str(self.rng.choice(_NUMBERS)),
            "question": self.question().text,
        }
        kept = tuple(_KEPT.findall(written))
        text = _KEPT.sub(r"\1", written).format(**values)
        return Message(text, self._judged(text, own), kept=kept)

    def question(self) -> Message:
        """A complete question of the author, or one about a document."""
        about = not self.goals.questions or (bool(self.goals.things) and self.rng.random() < 1 / 3)
        if about:
            template = self.rng.choice(persona_words(self.goals.language).about)
            text = template.format(thing=self.rng.choice(self.goals.things))
        else:
            text = self.rng.choice(self.goals.questions)
        return self._asked(text)

    def off_topic(self) -> Message:
        """A question that the assistant should not answer."""
        return self._asked(self.rng.choice([*self.goals.foreign, *persona_words(self.goals.language).off_topic]))

    def thing(self) -> str:
        """A subject; words of a question if there are no titles."""
        if self.goals.things:
            return self.rng.choice(self.goals.things)
        return max(words(self.rng.choice(self.goals.questions)), key=len)

    def other_language(self) -> Language:
        """A language that the assistant does not begin with."""
        return self.rng.choice([code for code in LANGUAGES if code != self.goals.language])

    def _asked(self, text: str) -> Message:
        """A question, which is complete if it points at nothing."""
        language = self.goals.language
        known = lexicon(language)
        pointing = (known.pronouns, known.possessives, known.demonstratives, known.stand_ins)
        is_complete = not any(word in group for word in words(text) for group in pointing)
        return Message(text, self._judged(text, language), is_complete=is_complete)

    def _judged(self, text: str, language: Language) -> Language | None:
        return language if language in self.goals.languages and len(words(text)) >= MIN_WORDS else None


Habit = Callable[[Talk], Message]

_QUESTION: Habit = Talk.question
_OFF_TOPIC: Habit = Talk.off_topic


def _says(choose: Callable[[PersonaWords], Sequence[str]]) -> Habit:
    return lambda talk: talk.sentence(choose)


def _in_another_language(choose: Callable[[PersonaWords], Sequence[str]]) -> Habit:
    return lambda talk: talk.sentence(choose, talk.other_language())


def _hasty(talk: Talk) -> Message:
    """A complete question in small letters and without a question mark."""
    asked = talk.question()
    return replace(asked, text=asked.text.lower().rstrip("?. "))


_IMPATIENT = _says(lambda said: said.impatient)
_AMOUNTS = _says(lambda said: said.amounts)
_VAGUE = _says(lambda said: said.vague)
_NEGATIVE = _says(lambda said: said.negative)

HABITS: Mapping[Persona, tuple[Habit, ...]] = {
    "impatient": (_IMPATIENT, _IMPATIENT, _AMOUNTS, _hasty),
    "switches_topic": (
        _QUESTION,
        _says(lambda said: said.switches),
        _says(lambda said: said.returns),
        _OFF_TOPIC,
        _VAGUE,
        _IMPATIENT,
    ),
    "corrects": (_says(lambda said: said.corrects), _says(lambda said: said.corrects), _AMOUNTS, _NEGATIVE, _QUESTION),
    "vague": (_VAGUE, _VAGUE, _VAGUE, _NEGATIVE, _OFF_TOPIC),
    "hostile": (
        _says(lambda said: said.hostile),
        _says(lambda said: said.hostile),
        _says(lambda said: said.nonsense),
        _OFF_TOPIC,
        _VAGUE,
        _QUESTION,
    ),
    "bilingual": (
        _in_another_language(lambda said: said.vague),
        _in_another_language(lambda said: said.impatient),
        _in_another_language(lambda said: said.amounts),
        _QUESTION,
        _VAGUE,
    ),
    "types_badly": (_QUESTION, _VAGUE, _IMPATIENT, _AMOUNTS, _NEGATIVE),
}
"""What a persona does after its first question; repeated habits are more frequent."""


def first_message(persona: Persona, goals: Goals, rng: random.Random) -> Message:
    """The first question of a conversation."""
    return _typed(persona, Talk(goals, rng, "").question(), rng)


def next_message(persona: Persona, goals: Goals, rng: random.Random, named: str) -> Message:
    """What a persona writes next; `named` is a name of the last answer, or empty."""
    talk = Talk(goals, rng, named)
    return _typed(persona, rng.choice(HABITS[persona])(talk), rng)


def _typed(persona: Persona, message: Message, rng: random.Random) -> Message:
    """The message with typing errors, if that is what the persona does; nothing is required of mistyped words."""
    if persona != "types_badly":
        return message
    text = " ".join(_mistyped(word, rng) for word in message.text.split(" "))
    if text == message.text:
        return message
    return Message(text, message.language)


def _mistyped(word: str, rng: random.Random) -> str:
    """The word, or with the chance of `TYPOS` one with two neighbouring letters exchanged, one missing or one twice."""
    if len(word) < _SHORTEST_TYPO or not word.isalpha() or rng.random() >= TYPOS:
        return word
    at = rng.randrange(1, len(word) - 1)
    return rng.choice(
        [
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
        ]
    )
