"""What a conversation remembers, by rules: a line and items for each turn, and a summary put together from them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from askwell.languages import wording
from askwell.rules.corrections import read_correction
from askwell.rules.items import items_of
from askwell.rules.lines import MOST_READ_CHARS, line_of, pending, shortened, topics_of
from askwell.rules.statements import statements
from askwell.rules.supersede import denied_in
from askwell.rules.values import keys
from askwell.rules.worded_summary import MOST_WORDS, extended, still_holds
from askwell.text.bounds import text_cache
from askwell.text.exchanges import asked_in
from askwell.text.talk import talk_act
from askwell.types import Digest, Item, Language, Memory, Topic, Turn

MOST_ITEM_WORDS = 150
"""Of them for what was settled; what was asked gets the rest."""
MOST_TOPICS = 20
"""Latest entries of the topic index that are looked at."""
LONGEST_ASKED_CHARS = 160


class RulesSummariser:
    """Remembers what users state, and what takes the place of what; see `items_of`."""

    async def digest(self, turn: Turn, memory: Memory, topics: Sequence[Topic], language: Language) -> Digest:
        """The turn taken in. A summary that a person worded stays, and lines are added for what is new.

        So does one that a model worded, here or in another system: it may hold what nothing else does. Only where a new
        statement supersedes one of its statements is the summary rendered from what is in force.

        A turn that is nothing but talk, or about the conversation itself, has an empty line, which nobody is shown.
        """
        topics = topics[-MOST_TOPICS:]
        items = tuple(items_of(turn, memory, topics, language))
        corrects = any(item.kind == "correction" for item in items)
        line = "" if _only_talks(turn) else line_of(turn, as_typed=corrects)
        topics_said = topics_of(turn, language, "" if corrects else line) if line else ()
        topic = Topic(turn.id, turn.number, line, topics_said, cited(turn))
        known = replace(memory, items=memory.items_with(items))
        if memory.summary_by == "user":
            summary = extended(memory, items, language)
        elif memory.summary_by == "model" and memory.summary and still_holds(memory, items, language):
            asked = _read(line, language, False)
            summary = extended(memory, items, language, asked="" if asked.states else asked.shown)
        else:
            return Digest(line, topic.topics, items, self.render(known, [*topics, topic], language))
        return Digest(line, topic.topics, items, summary, memory.summary_by)

    def render(self, memory: Memory, topics: Sequence[Topic], language: Language) -> str:
        """At most 200 words: what is in force, oldest first, and recent questions that this does not cover.

        Where not all has room, decisions, corrections and wishes come before facts, and later ones before earlier ones.
        """
        settled = _settled(memory.items)
        phrases = wording(language)
        left = MOST_WORDS - _words(settled) - _words([phrases.discussed_before])
        asked = _asked(topics[-MOST_TOPICS:], {item.number for item in memory.items}, left, language)
        discussed = f"{phrases.discussed_before} {'; '.join(asked)}" if asked else ""
        return "\n".join(part for part in (" ".join(settled), discussed) if part)


def cited(turn: Turn) -> tuple[str, ...]:
    """Ids of the documents that a turn's answer cites."""
    return tuple(source.document_id for source in turn.sources)


def _only_talks(turn: Turn) -> bool:
    """Whether a turn adds no subject to its conversation: a greeting, thanks, a look back, a shorter answer."""
    return turn.kind == "meta" or turn.route == "last_answer" or bool(talk_act(turn.question, turn.language))


def _settled(items: Sequence[Item]) -> list[str]:
    """Texts of the items that have room, in their order, each once."""
    latest = list(enumerate(items))[::-1]
    found = [each for each in latest if each[1].kind == "fact" and each[1].by != "user"]
    ranked = [*(each for each in latest if each[1].kind != "fact" or each[1].by == "user"), *found]
    kept: dict[int, str] = {}
    said: set[str] = set()
    left = MOST_ITEM_WORDS
    for at, item in ranked:
        if not left:
            break
        text, size, folded = _sized(item.text)
        if folded in said or size > left:
            continue
        said.add(folded)
        kept[at] = text
        left -= size
    return [kept[at] for at in sorted(kept)]


def _asked(topics: Sequence[Topic], shown_numbers: set[int], left: int, language: Language) -> list[str]:
    """Lines of the latest turns that have room, oldest first, but for those that items tell or that were taken back."""
    kept: list[str] = []
    denied: list[frozenset[str]] = []
    before = (None, *topics)[: len(topics)]
    for topic, last in zip(reversed(topics), reversed(before), strict=True):
        read = _read(topic.line, language, bool(last and last.line.endswith("?") and pending(last.line)))
        if read.denied:
            denied.append(read.denied)
        if not topic.line or topic.number in shown_numbers or read.states:
            continue
        if read.shown in kept or any(each <= read.keys for each in denied):
            continue
        left -= read.size
        if left < 0:
            break
        kept.append(read.shown)
    return kept[::-1]


@dataclass(frozen=True, slots=True)
class _Read:
    """What a line tells."""

    states: bool
    """What was asked in it is a statement, which is for items to tell."""
    denied: frozenset[str]
    """What it takes back of what was said before it."""
    keys: frozenset[str]
    shown: str
    """The line as a summary has it."""
    size: int
    """Words of that."""


@text_cache(400_000)
def _read(line: str, language: Language, answers_us: bool) -> _Read:
    """A line read once: each is looked at again after every turn until it is too old."""
    asked = asked_in(line)
    correction = read_correction(asked[:MOST_READ_CHARS], language)
    denied = keys(denied_in(correction), language) if correction else frozenset()
    shown = shortened(line.rstrip("."), LONGEST_ASKED_CHARS)
    states = bool(statements(asked, language, answers_us=answers_us))
    return _Read(states, denied, keys(line, language), shown, len(shown.split()))


@text_cache(400_000)
def _sized(text: str) -> tuple[str, int, str]:
    """An item's text as a sentence, its number of words, and the key that distinguishes it; they all come back."""
    text = text.strip()
    closed = text if text[-1:] in ".!?…" else f"{text}."
    return closed, len(closed.split()), closed.casefold()


def _words(texts: Sequence[str]) -> int:
    return sum(len(text.split()) for text in texts)
