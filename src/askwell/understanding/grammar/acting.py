"""The last question with another action: `how do I add members?` after `how do I change the group?`."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from askwell.languages import grammar
from askwell.languages.it import grammar as italian
from askwell.languages.nl import grammar as dutch
from askwell.text.pieces import Token
from askwell.understanding.grammar.actions import Action, is_italian_infinitive
from askwell.understanding.grammar.context import Said
from askwell.understanding.grammar.cues import Reading
from askwell.understanding.grammar.roles import phrases_of


class _Frame(NamedTuple):
    """What a question says around its action."""

    before: str
    """Up to the infinitive, with a verb that takes one."""
    thing: str
    """Its object; empty if it is not clear."""
    scope: str
    """The name after a preposition that it ends with: `in Excel`."""
    with_marker: bool = False
    """Whether a Dutch infinitive has `te` before it."""


def acted(action: Action, said: Said) -> str:
    """The last question about another action; empty if it asks about none, or the object is not clear."""
    frame = _frame(said.reading)
    thing = frame.thing if frame else ""
    if action.object_at >= 0 and not thing:
        return ""
    done = action.of(thing)
    if action.asking:
        return f"{action.asking} {done}"
    if frame is None:
        return ""
    own = {word.lower() for word in done.split()}
    scope = "" if frame.scope.split(" ")[0].lower() in own else frame.scope
    if frame.with_marker:
        done = _with_marker(done)
    return " ".join(part for part in (frame.before, done, scope) if part)


def thing_of(said: Said) -> str:
    """What the last question does something to; empty if it is not clear."""
    frame = _frame(said.reading)
    return frame.thing if frame else ""


def _frame(old: Reading) -> _Frame | None:
    if old.language == "en":
        return _english(old)
    return _dutch(old) if old.language == "nl" else _italian(old)


def _english(old: Reading) -> _Frame | None:
    """`how do I | change the group`, `the best way to | prune roses`."""
    words = old.words
    at = next((at + 2 for at in range(len(words) - 2) if _asks_of(words[at], words[at + 1])), 0)
    while 0 < at < len(words) - 1 and words[at].tag == "adverb":
        at += 1
    marked = [i + 1 for i in range(len(words) - 2) if _marks(words, i)]
    at = max([at, *marked])
    if not 0 < at < len(words):
        return None
    verb = words[at]
    return _Frame(old.text[: verb.start].rstrip(), _object(old, verb.end), _scope(old, verb.end))


def _asks_of(auxiliary: Token, subject: Token) -> bool:
    return auxiliary.tag == "aux" and subject.tag in _SUBJECTS


_SUBJECTS = frozenset({"speaker", "pronoun"})


def _marks(words: Sequence[Token], at: int) -> bool:
    """Whether a word is the marker of an infinitive rather than a preposition: `to prune roses`."""
    verb, after = words[at + 1], words[at + 2]
    if words[at].low not in grammar("en").infinitive:
        return False
    return verb.tag == "verb" or (verb.tag == "noun" and verb.text.islower() and after.tag not in {"prep", "conj"})


def _dutch(old: Reading) -> _Frame | None:
    """`hoe kan ik | leden toevoegen`, for `hoe voeg ik leden toe` too; `de beste manier om | rozen te snoeien`."""
    words = old.words
    markers = [word for word in words if word.low in grammar("nl").infinitive]
    opens = next(
        (word for word in words if markers and word.low == dutch.IN_ORDER and word.end < markers[-1].start), None
    )
    if opens is not None:
        end = markers[-1].start
        return _Frame(old.text[: opens.end], _object(old, opens.end, end), "", with_marker=True)
    for verb, subject in pairwise(words):
        if verb.tag not in {"verb", "aux", "noun"} or subject.low not in dutch.CAN:
            continue
        modal = verb.text if verb.low in dutch.MODALS else dutch.CAN[subject.low]
        modal = modal.capitalize() if verb.text[0].isupper() else modal
        ends = words[-1].start if verb.low in dutch.MODALS else words[-1].end
        thing = _object(old, subject.end, ends)
        return _Frame(f"{old.text[: verb.start]}{modal} {subject.text}", thing, _scope(old, subject.end))
    return None


def _with_marker(action: str) -> str:
    """A Dutch action with `te` before its infinitive, or within it: `leden toe te voegen`."""
    *rest, verb = action.split(" ")
    prefixes = (each for each in dutch.SEPARABLE if verb.startswith(each) and len(verb) > len(each) + _SHORTEST)
    prefix = max(prefixes, key=len, default="")
    marked = [prefix, dutch.MARKER, verb.removeprefix(prefix)]
    return " ".join([*rest, *[part for part in marked if part]])


_SHORTEST = 3
"""Letters of a Dutch verb without its prefix, `doen`, less one."""


def _italian(old: Reading) -> _Frame | None:
    """`come posso | aggiungere membri`; `come | aggiungere membri` for `come aggiungo membri`."""
    words = old.words
    verb = next((word for word in reversed(words) if is_italian_infinitive(word.low) and word != words[-1]), None)
    if verb is not None:
        return _Frame(old.text[: verb.start].rstrip(), _object(old, verb.end), _scope(old, verb.end))
    if len(words) < 3 or words[0].low not in italian.ASK_WITH_INFINITIVE:
        return None
    verb = words[2 if words[1].low in italian.REFLEXIVE else 1]
    return _Frame(words[0].text, _object(old, verb.end), _scope(old, verb.end))


def _object(old: Reading, start: int, end: int | None = None) -> str:
    """The phrase right after a verb, with its owner; empty if a preposition follows the verb."""
    end = old.words[-1].end if end is None else end
    phrases = [each for each in phrases_of(old) if not each.mention.inside and each.end > start]
    if not phrases or phrases[0].preposition:
        return ""
    first, *others = phrases
    last = first.end
    for each in others:
        if each.preposition not in grammar(old.language).of_forms or old.text[last : each.start].strip():
            break
        last = each.end
    return old.text[max(first.mention.start, start) : min(last, end)].strip()


def _scope(old: Reading, start: int) -> str:
    """The name after a preposition that a question ends with, which holds for another action too."""
    last = max(phrases_of(old), key=lambda each: each.end, default=None)
    if last is None or last.start < start or last.end != old.words[-1].end or not last.mention.name:
        return ""
    is_scope = last.preposition and last.preposition not in grammar(old.language).of_forms
    return old.text[last.start : last.end] if is_scope else ""
