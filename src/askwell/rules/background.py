"""What a conversation has spoken of, as things a later question can refer to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from askwell.rules.cues import Reading, read
from askwell.rules.threads import Thread, add
from askwell.text.languages import lexicon
from askwell.text.languages.lexicon import Refers
from askwell.text.mentions import Mention, find_mentions
from askwell.text.talk import talk_act
from askwell.types import Language, Turn

MAX_TURNS = 12
"""Turns looked at, the first of the window and the last ones."""
QUESTION_CHARS = 1_500
ANSWER_CHARS = 700
LIST_CHARS = 2_000
TITLE_CHARS = 120

_MARK = re.compile(r"\s*\[\d+\]")


_ARTICLES = frozenset({"a", "an", "een", "un", "uno", "una"})


@dataclass(frozen=True, slots=True)
class Said:
    """One earlier turn as it is looked at."""

    number: int
    question: str
    """Standalone."""
    asked: str
    answer: str
    """Its beginning."""
    told: str
    """More of it, for what it enumerates."""
    asks: str
    """The question that its answer ends with, if it does."""
    titles: tuple[str, ...]
    reading: Reading
    things: tuple[str, ...] = ()
    """What its answer is about, by name, where a table told so."""
    among: tuple[str, ...] = ()
    """What these were chosen from."""


@dataclass(frozen=True, slots=True)
class Referent:
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
class Background:
    """The turns that are looked at, oldest first, and all that they speak of."""

    turns: tuple[Said, ...]
    language: Language
    stems: frozenset[str]
    """Content stems of all questions and answers looked at."""
    asked_stems: frozenset[str]
    """Those of the questions alone."""
    last_stems: frozenset[str]
    """Those of the last turn."""

    @cached_property
    def referents(self) -> tuple[Referent, ...]:
        """All that a question can refer to; by far the most work, so it waits until somebody asks."""
        return _gather(self.turns, self.language)

    @property
    def last(self) -> Said | None:
        """The turn before this question."""
        return self.turns[-1] if self.turns else None


def survey(turns: Sequence[Turn], language: Language) -> Background:
    """The background of a conversation's turns; work bounded by `MAX_TURNS` and the caps on characters."""
    kept = turns if len(turns) <= MAX_TURNS else (turns[0], *turns[-(MAX_TURNS - 1) :])
    asking = [turn for turn in kept if turn.question.strip() and not _is_talk(turn, language)]
    said = _without_corrected([_said(turn, language) for turn in asking], language)
    stems = [_stems_of(each, language) for each in said]
    asked = frozenset().union(*(_content(each.question, language) for each in said))
    return Background(said, language, frozenset().union(*stems), asked, stems[-1] if stems else frozenset())


def _is_talk(turn: Turn, language: Language) -> bool:
    """Whether a turn was talk in between, which ends no subject: thanks, a look back, what was refused."""
    return turn.ending in {"chat", "declined"} or bool(talk_act(turn.question[:QUESTION_CHARS], language))


def _without_corrected(said: Sequence[Said], language: Language) -> tuple[Said, ...]:
    """The turns without those that the next one took back: `no, I meant X`."""
    patterns = lexicon(language).correction
    took_back = [
        each.asked != each.question and any(re.search(pattern, each.asked.lower()) for pattern in patterns)
        for each in said
    ]
    return tuple(each for each, gone in zip(said, [*took_back[1:], False], strict=True) if not gone) if said else ()


def _said(turn: Turn, language: Language) -> Said:
    question = (turn.standalone_question or turn.question)[:QUESTION_CHARS]
    titles = tuple(source.title[:TITLE_CHARS] for source in turn.sources[:3] if source.title)
    return Said(
        number=turn.number,
        question=question,
        asked=turn.question[:QUESTION_CHARS],
        answer=_MARK.sub("", turn.answer[:ANSWER_CHARS]),
        told=turn.answer[:LIST_CHARS],
        asks=_question_at_end(turn.answer) or (_question_within(turn.answer) if turn.ending == "asked" else ""),
        titles=titles,
        reading=read(question, language),
        things=turn.things,
        among=turn.among,
    )


def _question_at_end(answer: str) -> str:
    end = _MARK.sub("", answer[-400:]).rstrip()
    return re.split(r"(?<=[.!?])\s+", end)[-1] if end.endswith("?") else ""


def _question_within(answer: str) -> str:
    """The last question of an answer that is one of ours, with more behind it: `What is its number? It is short`."""
    found = [each for each in re.split(r"(?<=[.!?])\s+", answer[-400:]) if each.endswith("?")]
    return found[-1] if found else ""


@lru_cache(maxsize=4096)
def _content(text: str, language: Language) -> frozenset[str]:
    from askwell.text.words import content_stems

    return frozenset(content_stems(text, language))


def _stems_of(said: Said, language: Language) -> frozenset[str]:
    return _content(said.question, language) | _content(said.asked, language) | _content(said.answer, language)


def _gather(said: Sequence[Said], language: Language) -> tuple[Referent, ...]:
    threads: dict[frozenset[str], Thread] = {}
    long_forms: dict[str, frozenset[str]] = {}
    for index, turn in enumerate(said):
        for place, text in (("title", " . ".join(turn.titles)), ("answer", turn.answer), ("question", turn.question)):
            if not text:
                continue
            for mention in find_mentions(text, language):
                if mention.stems and mention.words <= 9 and mention.noun:
                    add(threads, mention, index, place, long_forms)
    asked = [_content(turn.asked, language) for turn in said]
    main = [_main_of(turn.reading) for turn in said]
    complete = [
        turn.question == turn.asked or (_verbless(turn.asked, language) and bool(phrase) and phrase <= typed)
        for turn, phrase, typed in zip(said, main, asked, strict=True)
    ]
    full = [_content(turn.question, language) for turn in said]
    sole = [frozenset().union(*(m.stems for m in turn.reading.simple)) for turn in said]
    found = [
        Referent(
            thread.mention,
            stems,
            said[thread.turn].number,
            _traits(thread, stems, asked, full, sole, main, complete, [turn.reading for turn in said]),
        )
        for stems, thread in threads.items()
    ]
    people, things = _used(said, asked, full)
    within = {stems: frozenset(index for index, each in enumerate(full) if stems <= each) for stems in threads}
    names = frozenset(stems for stems, thread in threads.items() if thread.mention.name and not thread.mention.joined)
    for referent in found:
        stems = referent.stems
        referent.traits.update(_relations(referent, within, names))
        referent.traits["person"] = float(referent.mention.person or referent.traits["who"] or stems in people)
        referent.traits["thing"] = float(stems in things)
    return tuple(found)


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


def _asks_who(question: Reading, stems: frozenset[str]) -> bool:
    """Whether a question asks who these are: `who was X?`."""
    words = question.words
    who = len(words) > 2 and words[0].low in {"who", "wie", "chi"} and words[1].tag == "aux"
    return who and len(question.simple) == 1 and question.simple[0].stems == stems


def _main_of(reading: Reading) -> frozenset[str]:
    """Stems of what a question is about: its first phrase that is no attribute of another, nor what is asked for."""
    owned = reading.lexicon.owned
    phrases = [mention for mention in reading.mentions if mention.noun and not mention.joined]
    asked_for = {token.end + 1 for token in reading.tokens if token.tag == "wh"}
    rest = [mention for mention in phrases if mention.start not in asked_for] or phrases
    return next((mention.stems for mention in rest if mention.head not in owned), frozenset())


def _relations(
    referent: Referent, within: dict[frozenset[str], frozenset[int]], names: frozenset[frozenset[str]]
) -> dict[str, float]:
    """How a referent relates to those that are parts of it and those it is part of."""
    stems, own = referent.stems, within[referent.stems]
    if not own:
        return {}
    return {
        "holds_older": float(any(other < stems and own < turns for other, turns in within.items())),
        "genitive_of_older": float(
            referent.mention.complement == "owner"
            and any(other < stems and own < turns for other, turns in within.items())
        ),
        "short_form": float(
            referent.mention.name and any(other > stems and len(other) <= 4 for other in within if other in names)
        ),
        "always_part": float(any(stems < other and own == turns for other, turns in within.items())),
        "lives_on": float(any(other > stems and turns < own for other, turns in within.items() if turns)),
    }


def _traits(  # noqa: PLR0917
    thread: Thread,
    stems: frozenset[str],
    asked: Sequence[frozenset[str]],
    full: Sequence[frozenset[str]],
    phrases: Sequence[frozenset[str]],
    main: Sequence[frozenset[str]],
    complete: Sequence[bool],
    readings: Sequence[Reading],
) -> dict[str, float]:
    """What speaks for a referent whatever the question is; each between 0 and 1.

    `asked` and `full` are the stems of each question as typed and as resolved, `phrases` those of its noun phrases and
    `main` those of the first one that is no attribute; `complete` says which were complete as typed.
    """
    lex = readings[-1].lexicon
    mention = thread.mention
    last = len(full) - 1
    within = {index for index, question in enumerate(full) if stems <= question}
    typed = {index for index, question in enumerate(asked) if stems <= question}
    bare = all(word in lex.adjectives or word in lex.owned for word in mention.core.lower().split()[:-1])
    owned = mention.head in lex.owned and (bare or mention.joined or mention.complement == "owner")
    recent = max(within | thread.turns)
    opened = max((index for index in range(last + 1) if complete[index]), default=0)
    return {
        "recency": 1 / (1 + last - recent),
        "in_last_question": float(last in within),
        "in_last_answer": float((last, "answer") in thread.places),
        "in_first_question": float(0 in within),
        "only_in_answers": float(not within),
        "in_title": float(any(place == "title" for _, place in thread.places)),
        "share_of_turns": len(within) / len(full),
        "understood_last": float(last in within and last not in typed),
        "recalled": float(bool(last) and {last - 1, last} <= within and not {last - 1, last} & typed),
        "opened_subject": float(opened in within),
        "asides_only": float(bool(typed) and not any(complete[index] for index in typed)),
        "main": float(bool(within) and main[max(within)] == stems),
        "main_of_opening": float(main[opened] == stems),
        "running": float(main[last] == stems),
        "running_share": sum(each == stems for each in main[-3:]) / min(3, len(main)),
        "who": float(any(_asks_who(turn, stems) for turn in readings)),
        "said_in_last": float((last, "question") in thread.places),
        "defined_last": float(complete[last] and last in within and phrases[last] == stems),
        "title_topic": float((last, "title") in thread.places and last in within),
        "inside": float(mention.inside),
        "asked_alone": float(bool(within) and phrases[max(within)] == stems),
        "subject": float(thread.subject),
        "governed": float(bool(mention.preposition)),
        "place": float(thread.located),
        "name": float(mention.name),
        "definite": float(mention.determiner == "definite"),
        "indefinite": float(mention.determiner == "indefinite"),
        "attribute": float(owned and not mention.joined and not mention.name),
        "attribute_of": float(owned and (mention.joined or mention.complement == "owner")),
        "joined": float(mention.joined and not owned),
        "one_word": float(len(stems) == 1 and not mention.name),
        "one_name": float(len(stems) == 1 and mention.name),
        "long": float(len(stems) > 4),
        "since_first": float({0, last} <= within),
    }
