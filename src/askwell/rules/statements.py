"""What people state: the sentences of a message that tell, wish or decide something, without those that ask."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

from askwell.languages import every, lexicon, patterns
from askwell.rules.corrections import is_only_opener, read_correction
from askwell.text.bounds import text_cache
from askwell.text.grammar import tag
from askwell.text.sentences import each_sentence
from askwell.text.talk import talk_act
from askwell.text.words import content_words, words
from askwell.types import ItemKind, Language

MOST_CHARS = 4_000
"""Of a message; the rest is more likely a document than a statement."""
MOST_SENTENCES = 20
LONGEST_CHARS = 400
"""Of a sentence; a longer one is no statement to keep."""


def statements(message: str, language: Language, *, answers_us: bool = False) -> list[str]:
    """The sentences of a message that state something, in order.

    Out go questions, orders to answer, talk, and words without a verb that are more likely typed to be searched for:
    unless they end like a sentence, speak of the speaker, or answer a question of ours (`answers_us`).
    """
    return list(_stated(message[:MOST_CHARS], language, answers_us))


@text_cache(200_000)
def _stated(message: str, language: Language, answers_us: bool) -> tuple[str, ...]:
    """A message is read for its items, and again in the line that its turn gets."""
    return tuple(each for each in _sentences(message, language) if states(each, language, answers_us=answers_us))


def states(sentence: str, language: Language, *, answers_us: bool = False) -> bool:
    """Whether a sentence states something; see `statements`."""
    if sentence.rstrip(" \"'”’)").endswith("?") or len(sentence) > LONGEST_CHARS or talk_act(sentence, language):
        return False
    if read_correction(sentence, language) is not None:
        return True
    bare = _forms(language).assent.sub("", sentence).strip()
    has_content = bool(content_words(bare, language)) or any(map(str.isdigit, bare))
    if not has_content or _asks(bare, language):
        return False
    spoken = answers_us or sentence.rstrip()[-1:] in ".!;" or not lexicon(language).speakers.isdisjoint(words(bare))
    return spoken or any(token.tag in {"verb", "aux"} for token in tag(bare, language)[1:])


def _asks(bare: str, language: Language) -> bool:
    """Whether a clause asks by its first words: a question word, an order to answer, a verb before its subject.

    What only takes note of an answer counts too.
    """
    known = lexicon(language)
    if _forms(language).request.match(bare.lower()):
        return True
    for at, clause in enumerate(bare.split(", ")):
        said = words(clause)
        if not said:
            continue
        # After a comma Dutch has the verb first in a statement too.
        inverted = said[0] in known.auxiliaries and not known.drops_subject and (at == 0 or language == "en")
        if said[0] in known.question_words and (at == 0 or clause.endswith("?")):
            return True
        if inverted and len(said) > 1 and said[1] in _subjects(language):
            return True
    return False


def kind_of(statement: str, language: Language) -> ItemKind:
    """Whether a statement decides, wishes or tells."""
    forms, low = _forms(language), statement.lower()
    if forms.decision.search(low):
        return "decision"
    return "wish" if forms.wish.search(low) else "fact"


def worded(statement: str, language: Language) -> str:
    """A statement as it is kept: on one line, without a yes or no before it."""
    text = _forms(language).assent.sub("", " ".join(statement.split())).strip()
    return f"{text[:1].upper()}{text[1:]}"


def _sentences(message: str, language: Language) -> Iterator[str]:
    """Sentences in order; one that only says no is joined to the next."""
    text = message[:MOST_CHARS]
    held = ""
    for start, end in islice(each_sentence(text), MOST_SENTENCES):
        sentence = " ".join(text[start:end].split())
        if is_only_opener(sentence, language):
            held = f"{sentence.rstrip(' .!')}, "
            continue
        yield held + sentence
        held = ""


class _Forms:
    def __init__(self, language: Language) -> None:
        known = patterns(language).settling
        interjections = sorted(lexicon(language).interjections - {known.no}, key=len, reverse=True)
        spoken = "|".join([*map(re.escape, interjections), *_no_before_a_clause(language)])
        self.request = re.compile(rf"(?:{known.requests}|{known.idle})(?![\w'’])")
        self.wish = re.compile(known.wish)
        self.decision = re.compile(known.decision)
        self.assent = re.compile(rf"^(?:(?:{spoken})[\s,.!;:]+)+(?=\S)", re.IGNORECASE)


@cache
def _forms(language: Language) -> _Forms:
    return _Forms(language)


def _no_before_a_clause(language: Language) -> Iterator[str]:
    """The word that says no, where it negates no noun: before a sign, or before the first word of a clause."""
    known = lexicon(language)
    if no := patterns(language).settling.no:
        first = _subjects(language) | (known.auxiliaries if known.drops_subject else frozenset())
        yield rf"{re.escape(no)}(?=\s*[,.!;:–—-]|\s+(?:{'|'.join(map(re.escape, sorted(first)))})(?![\w'’]))"


@cache
def _subjects(language: Language) -> frozenset[str]:
    known = lexicon(language)
    articles = known.definite | known.indefinite | known.owners | known.demonstratives
    return known.speakers | frozenset(known.pronouns) | articles | _EMPTY


_EMPTY = every(lambda grammar: grammar.empty_subjects)
