"""What a conversation has spoken of, as things a later question can refer to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from askwell.languages import every, lexicon
from askwell.languages.lexicon import Refers
from askwell.text.bounds import text_cache
from askwell.text.mentions import Mention, find_mentions
from askwell.text.talk import talk_act
from askwell.types import Language, Turn
from askwell.understanding.grammar.clauses import fills_sentence, is_clause
from askwell.understanding.grammar.corrections import correction
from askwell.understanding.grammar.cues import Reading, read
from askwell.understanding.grammar.threads import Thread, add
from askwell.understanding.grammar.traits import Asked, relations, traits
from askwell.understanding.grammar.weights import Weights, learnt_weights

MAX_TURNS = 12
"""Turns looked at, the first of the window and the last ones."""
QUESTION_CHARS = 1_500
ANSWER_CHARS = 700
LIST_CHARS = 2_000
TITLE_CHARS = 120
_END_CHARS = 400
_MAX_WORDS = 9
"""Of a phrase that a question can refer to."""

_MARK = re.compile(r"\s*\[\d+\]")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


_ARTICLES = every(lambda grammar: grammar.one_articles)
_WHO = every(lambda grammar: grammar.who)


@dataclass(frozen=True, slots=True)
class Said:
    """One earlier turn as it is looked at."""

    number: int
    question: str
    """Standalone."""
    asked: str
    answer: str
    """Its beginning."""
    answer_text: str
    """More of it, for what it enumerates."""
    asks: str
    """The question that its answer ends with, if it does."""
    titles: tuple[str, ...]
    reading: Reading
    things: tuple[str, ...] = ()
    """Names of the table rows that its answer is about."""
    among: tuple[str, ...] = ()
    """What these were chosen from."""
    stems: frozenset[str] = frozenset()
    """Content stems of question and answer."""
    asked_stems: frozenset[str] = frozenset()
    """Those of the question alone."""
    takes_back: bool = False
    """Whether it corrects the turn before: `no, I meant X`."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something a question can refer to: a phrase, where it was said, and what speaks for it."""

    mention: Mention
    stems: frozenset[str]
    turn: int
    traits: dict[str, float] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The phrase as it is put into a question."""
        article = self.mention.text.split()[0].lower()
        keeps = self.mention.determiner in {"definite", "speaker"} or article in _ARTICLES
        return self.mention.text if keeps else self.mention.core


@dataclass(frozen=True)
class Context:
    """The turns that are looked at, oldest first, and all that they speak of."""

    turns: tuple[Said, ...]
    language: Language
    stems: frozenset[str]
    """Content stems of all questions and answers looked at."""
    asked_stems: frozenset[str]
    """Those of the questions alone."""
    last_stems: frozenset[str]
    """Those of the last turn."""
    weights: Weights
    """Weights by which candidates are ranked."""

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """All that a question can refer to; by far the most work, so it waits until somebody asks."""
        return _gather(self.turns, self.language)

    @property
    def last(self) -> Said | None:
        """The turn before this question."""
        return self.turns[-1] if self.turns else None


def survey(turns: Sequence[Turn], language: Language, weights: Weights | None = None) -> Context:
    """The context that turns give a question; work is bounded by `MAX_TURNS` and the caps on characters.

    `weights` replace the learnt ones.
    """
    kept = turns if len(turns) <= MAX_TURNS else (turns[0], *turns[-(MAX_TURNS - 1) :])
    asking = [turn for turn in kept if turn.question.strip() and not _is_talk(turn, language)]
    said = _without_corrected([_said(turn, language) for turn in asking])
    stems = frozenset().union(*[each.stems for each in said])
    asked = frozenset().union(*[each.asked_stems for each in said])
    return Context(said, language, stems, asked, said[-1].stems if said else frozenset(), weights or learnt_weights())


def _is_talk(turn: Turn, language: Language) -> bool:
    """Whether a turn was talk in between, which ends no subject: thanks, a look back, what was refused."""
    return turn.outcome in {"chat", "declined"} or bool(talk_act(turn.question[:QUESTION_CHARS], language))


def _without_corrected(said: Sequence[Said]) -> tuple[Said, ...]:
    """The turns without those that the next one took back: `no, I meant X`."""
    return tuple(each for at, each in enumerate(said) if not any(after.takes_back for after in said[at + 1 : at + 2]))


def _said(turn: Turn, language: Language) -> Said:
    titles = tuple([source.title[:TITLE_CHARS] for source in turn.sources[:3] if source.title])
    question = (turn.standalone_question or turn.question)[:QUESTION_CHARS]
    answer = turn.answer[:LIST_CHARS]
    end = turn.answer[-_END_CHARS:]
    asks_back = turn.outcome == "asked"
    asked = turn.question[:QUESTION_CHARS]
    return _read(turn.number, question, asked, answer, end, asks_back, titles, turn.things, turn.among, language)


@text_cache(400_000)
def _read(  # noqa: PLR0917
    number: int,
    question: str,
    asked: str,
    answer_text: str,
    end: str,
    asks_back: bool,
    titles: tuple[str, ...],
    things: tuple[str, ...],
    among: tuple[str, ...],
    language: Language,
) -> Said:
    """A turn is read once by all it holds, for it comes back in each of the following ones."""
    answer = _without_marks(answer_text[:ANSWER_CHARS])
    own = _content(question, language)
    return Said(
        number=number,
        question=question,
        asked=asked,
        answer=answer,
        answer_text=answer_text,
        asks=_question_at_end(end) or (_question_within(end) if asks_back else ""),
        titles=titles,
        reading=read(question, language),
        things=things,
        among=among,
        stems=own | _content(asked, language) | _content(answer, language),
        asked_stems=own,
        takes_back=asked != question and correction(asked, language) is not None,
    )


def _without_marks(text: str) -> str:
    return _MARK.sub("", text) if "[" in text else text


def _question_at_end(end: str) -> str:
    """The question that the end of an answer closes with."""
    if "?" not in end:
        return ""
    end = _without_marks(end).rstrip()
    return _SENTENCE.split(end)[-1] if end.endswith("?") else ""


def _question_within(end: str) -> str:
    """The last question of an answer that is one of ours, with more after it: `What is its number? It is short`."""
    found = [each for each in _SENTENCE.split(end) if each.endswith("?")]
    return found[-1] if found else ""


@text_cache(400_000)
def _content(text: str, language: Language) -> frozenset[str]:
    from askwell.text.words import content_stems

    return frozenset(content_stems(text, language))


def _gather(said: Sequence[Said], language: Language) -> tuple[Candidate, ...]:
    threads: dict[frozenset[str], Thread] = {}
    long_forms: dict[str, frozenset[str]] = {}
    for index, turn in enumerate(said):
        for place, text in (("title", " . ".join(turn.titles)), ("answer", turn.answer), ("question", turn.question)):
            for mention in _named(text, language):
                add(threads, mention, index, place, long_forms)
    asked = _asked(said, language)
    full = asked.full
    people, things = _used(said, asked.typed, full)
    within = {stems: frozenset([index for index, each in enumerate(full) if stems <= each]) for stems in threads}
    names = frozenset([stems for stems, thread in threads.items() if thread.mention.name and not thread.mention.joined])
    found: list[Candidate] = []
    for stems, thread in threads.items():
        mention = thread.mention
        known = traits(thread, stems, within[stems], asked)
        known |= relations(mention, stems, within, names)
        known["person"] = float(mention.person or bool(known["who"]) or stems in people)
        known["thing"] = float(stems in things)
        found.append(Candidate(mention, stems, said[thread.turn].number, known))
    return tuple(found)


@text_cache(200_000)
def _named(text: str, language: Language) -> tuple[Mention, ...]:
    """The phrases of a text that a question can refer to."""
    return tuple(
        [
            mention
            for mention in find_mentions(text, language)
            if mention.stems and mention.words <= _MAX_WORDS and mention.noun and not _states(mention, text, language)
        ]
    )


def _states(mention: Mention, text: str, language: Language) -> bool:
    """Whether what looks like a phrase is a statement: no reference means one."""
    return is_clause(mention.text, language) or fills_sentence(mention.start, mention.end, text)


def _asked(said: Sequence[Said], language: Language) -> Asked:
    """The questions of the turns."""
    typed = [_content(turn.asked, language) for turn in said]
    main = [_main_of(turn.reading) for turn in said]
    complete = [
        turn.question == turn.asked or (_verbless(turn.asked, language) and bool(phrase) and phrase <= own)
        for turn, phrase, own in zip(said, main, typed, strict=True)
    ]
    return Asked(
        lexicon=lexicon(language),
        typed=typed,
        full=[turn.asked_stems for turn in said],
        phrases=[frozenset().union(*[m.stems for m in turn.reading.simple]) for turn in said],
        main=main,
        complete=complete,
        opened=max([at for at, whole in enumerate(complete) if whole], default=0),
        who=frozenset([turn.reading.simple[0].stems for turn in said if _asks_who(turn.reading)]),
    )


def _used(
    said: Sequence[Said], asked: Sequence[frozenset[str]], full: Sequence[frozenset[str]]
) -> tuple[frozenset[frozenset[str]], frozenset[frozenset[str]]]:
    """Stems of what was called he or she, and of what was called it, as those questions were understood."""
    used: dict[Refers, set[frozenset[str]]] = {"person": set(), "thing": set()}
    for turn, typed, understood in zip(said, asked, full, strict=True):
        if typed == understood:
            continue
        cues = [cue for cue in read(turn.asked, turn.reading.language).cues if cue.kind in {"pronoun", "possessive"}]
        kinds = {cue.refers for cue in cues if not cue.inner}
        if len(kinds) != 1 or not kinds <= used.keys():
            continue
        found = [m.stems for m in turn.reading.mentions if m.stems <= understood - typed and m.noun and not m.joined]
        used[kinds.pop()].update(found)
    return frozenset(used["person"]), frozenset(used["thing"])


def _verbless(question: str, language: Language) -> bool:
    """Whether a question is a fragment, which brings a new subject into the old frame: `and X?`."""
    return not any(token.tag in {"verb", "aux"} for token in read(question, language).tokens)


def _asks_who(question: Reading) -> bool:
    """Whether a question asks who one thing is: `who was X?`."""
    words = question.words
    who = len(words) > 2 and words[0].low in _WHO and words[1].tag == "aux"
    return who and len(question.simple) == 1


def _main_of(reading: Reading) -> frozenset[str]:
    """Stems of what a question is about: its first phrase that is no attribute of another, nor what is asked for."""
    owned = reading.lexicon.owned
    phrases = [mention for mention in reading.mentions if mention.noun and not mention.joined]
    asked_for = {token.end + 1 for token in reading.tokens if token.tag == "wh"}
    rest = [mention for mention in phrases if mention.start not in asked_for] or phrases
    return next((mention.stems for mention in rest if mention.head not in owned), frozenset())
