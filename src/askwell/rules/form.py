"""Whether a unit has the form of an answer: "X is a ..." for "what is X", a figure for "how much", the right number."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from askwell.languages import any_of, lexicon, patterns
from askwell.languages.patterns import AskedFor, Signs
from askwell.rules.units import Unit, units
from askwell.text.acronyms import acronyms
from askwell.text.asked import Asked, asked, asks_how
from askwell.text.exact_names import exact_names
from askwell.text.instructing import shows_path
from askwell.text.match import stem_of, stems, word_chances
from askwell.text.numbers import numbers
from askwell.text.words import content_words, fold, stem, words
from askwell.types import Language, Passage, SearchTerm

_NUMBER = r"\d"


def _words(alternatives: Callable[[Signs], str]) -> str:
    return any_of(lambda each: alternatives(each.signs))


_PERIODS = rf"\b(?:{_words(lambda signs: signs.periods)})\b"
_SIGNS: dict[AskedFor, str] = {
    "number": rf"[$€£%]|{_NUMBER}",
    "duration": rf"{_PERIODS}",
    "time": rf"\b(?:1[5-9]|20)\d\d\b|\b(?:{_words(lambda signs: signs.months)})\b|{_PERIODS}"
    rf"|\b(?:{_words(lambda signs: signs.time)})\b",
    "person": rf"\b(?:{_words(lambda signs: signs.person)})\b|[a-z,] (?:[A-Z][\w-]+ ){{1,3}}",
    "place": rf"\b(?:{_words(lambda signs: signs.place)})\b|\bwww\.|https?:|\.(?:org|com|gov)\b",
    "reason": rf"\b(?:{_words(lambda signs: signs.reason)})\b",
    "steps": rf"\b(?:{_words(lambda signs: signs.steps)})\b",
    "yes_no": rf"\b(?:{_words(lambda signs: signs.yes_no)})\b",
}
"""What a sentence of the right form holds; source: the question words each answers."""
_DEFINES = (
    rf"^(?:\W|{_words(lambda signs: signs.articles)})*(?P<what>[^(,;:]{{1,90}}?)(?: \((?P<paren>[^)]{{1,90}})\))?,?"
    rf" (?:(?P<loose>{_words(lambda signs: signs.be)})|{_words(lambda signs: signs.means)}) (?P<rest>.+)"
)
_SHOWS_PATH = 0.2
"""What it gains where a way or a place is asked for."""
_NAMED = 0.1
"""What a sentence gains that has the form of a definition and a word of the subject, but is about something else."""
_TELLS_NAME = 0.4
"""The same of one that tells the full name of an abbreviation that is asked for."""
_BY_NAME = rf"\b(?:{_words(lambda signs: signs.by)}) (?:[A-Z][\w-]+)"
_NOUN_PHRASE = rf"(?:{_words(lambda signs: signs.noun_phrase)})\b"
_ABSENT = {
    "number": -0.25,
    "duration": -0.2,
    "time": -0.15,
    "person": -0.1,
    "reason": -0.05,
    "place": -0.05,
    "steps": -0.05,
    "yes_no": 0.0,
}
_PRESENT = {
    "number": 0.12,
    "duration": 0.15,
    "time": 0.12,
    "person": 0.06,
    "reason": 0.15,
    "place": 0.06,
    "steps": 0.1,
    "yes_no": 0.04,
}


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the units are measured against it."""

    text: str
    form: Asked
    words: tuple[str, ...]
    """Content words, each once."""
    numbers: tuple[tuple[str, str], ...]
    """Each number with the word it counts or belongs to, empty when there is none."""
    chances: Mapping[str, float] = field(default_factory=dict)
    """Of the words that come from search terms: that the question is about them."""
    names: tuple[str, ...] = ()
    """Exact names, as it writes them."""
    asks_how: bool = False
    """Whether it asks how something is done, whatever else it asks for."""


def read_question(question: str, language: Language, terms: Sequence[SearchTerm] = ()) -> Question:
    """The question's form, content words and numbers, and the words of its search terms."""
    counted = numbers(question, language)
    number_words = {question[start:end].lower() for _, start, end in counted}
    kept = [
        word
        for word in content_words(question, language)
        if not number_words & set(word.split("-")) and not word.replace(",", "").isdigit()
    ]
    near = tuple((value, _neighbour(question, start, end, language)) for value, start, end in counted)
    chances = word_chances(terms, kept, language)
    wanted = tuple(dict.fromkeys((*kept, *chances)))
    form = asked(question, language)
    how = form.for_ == "steps" or asks_how(question, language)
    return Question(question, form, wanted, near, chances, exact_names(question), how)


def form_bonus(question: Question, unit: Unit, passage: Passage) -> float:
    """What a unit gains or loses by its form: -.25 to .6."""
    for_, language = question.form.for_, passage.language
    if for_ == "definition":
        return _definition_bonus(question.form.subject, unit, passage)
    bonus = _kind_bonus(question, unit, language) + _since_bonus(question, unit, language)
    if for_ in {"steps", "place"} and unit.kind != "code" and shows_path(unit.text):
        bonus += _SHOWS_PATH
    if (for_ in {"steps", "list"} and unit.kind in {"item", "lead"}) or (for_ == "steps" and unit.kind == "code"):
        return bonus + 0.15
    if for_ == "person" and _compiled(_BY_NAME).search(unit.text):
        return bonus + 0.15
    if for_ not in _SIGNS:
        return bonus
    return bonus + (_ABSENT if lacks_form(question, unit.text, language) else _PRESENT)[for_]


def lacks_form(question: Question, said: str, spoken: Language) -> bool:
    """Whether a question asks for a number, time, person, place, reason or steps, and a text has no sign of one."""
    for_ = question.form.for_
    sign = _SIGNS.get(for_)
    if sign is None or (for_ == "duration" and numbers(said, spoken)):
        return False
    return not _compiled(sign).search(said if for_ == "person" else fold(said))


def is_defined(question: Question, unit: Unit, passage: Passage) -> bool:
    """Whether a question asks what something is, and a sentence has the form of an answer."""
    return question.form.for_ == "definition" and _definition_bonus(question.form.subject, unit, passage) > _NAMED


def defines(subject: str, passage: Passage) -> float:
    """How plainly a passage defines a subject, by its best sentence: 0 to .65, 0 if it only names it."""
    found = [_definition_bonus(subject, unit, passage) for unit in units([passage])]
    return max((bonus for bonus in found if bonus > _NAMED), default=0.0)


def lacks_kind(question: Question, language: Language, said: str, spoken: Language) -> bool:
    """Whether a question asks for money, a telephone number or a percentage, and a text has none."""
    kinds = zip(patterns(language).questions.values, patterns(spoken).questions.values, strict=True)
    asked_for = [held for (asks, _), (_, held) in kinds if _compiled(asks).search(fold(question.text))]
    return any(not _compiled(held).search(fold(said)) for held in asked_for)


def lacks_number(question: Question, said: str, spoken: Language) -> bool:
    """Whether a question asks how much, how many or how long, and a text has no number but those of the question."""
    if question.form.for_ not in {"number", "duration"}:
        return False
    return {value for value, _, _ in numbers(said, spoken)} <= {value for value, _ in question.numbers}


def _since_bonus(question: Question, unit: Unit, language: Language) -> float:
    """+.3 for a date after the preposition that the question asks with."""
    asks_since = patterns(language).signs.since
    asked_with = (answer_form for how, answer_form in asks_since if _compiled(how).search(question.text))
    return 0.3 if any(_compiled(answer_form).search(unit.text) for answer_form in asked_with) else 0.0


def heading_bonus(question: Question, unit: Unit, passage: Passage) -> float:
    """+.1 below a heading that holds nothing but words of the question, +.15 below one that asks as it does.

    A list has +.4 below a heading that names the kind of thing asked for.
    """
    language = passage.language
    own = stems(unit.heading, language)
    if not own or unit.heading == passage.title:
        return 0.0
    kind = stem_of(question.form.subject, language) if question.form.for_ == "list" and question.form.subject else ""
    if kind and unit.kind == "lead" and kind in own:
        return 0.4
    if not own <= stems(question.text, language):
        return 0.0
    first = [words(text)[:1] for text in (unit.heading, question.text)]
    return 0.15 if first[0] == first[1] else 0.1


def _kind_bonus(question: Question, unit: Unit, language: Language) -> float:
    """+.1 when the kind asked for is named as written, +.3 when it is counted: "how many sets" - "18 sets"."""
    kind = question.form.subject
    if not kind:
        return 0.0
    wanted = stem_of(kind, language)
    counted = {_neighbour(unit.text, start, end, language) for _, start, end in numbers(unit.text, language)}
    if question.form.for_ == "number" and wanted in counted:
        return 0.3
    return 0.1 if {kind, kind.rstrip("s"), f"{kind}s"} & set(words(unit.text)) else 0.0


def _definition_bonus(subject: str, unit: Unit, passage: Passage) -> float:
    """Up to .6 for "<subject> is a ..." where the sentence's subject is just what is asked for.

    The name in full and its short form in brackets are one subject. "<subject> was made by" says less than "is a".
    What a document says first of its subject defines it in any form, and so does what tells its full name. "The full
    name of <subject> is" is about the name.
    """
    language = passage.language
    wanted = stems(subject, language)
    if not wanted or unit.kind != "sentence":
        return -0.1 if unit.kind == "row" else 0.0
    tells_name = " (" in unit.text and any(stems(short, language) == wanted for short in acronyms(unit.text))
    return max(_bonus_of_form(wanted, unit, passage), _TELLS_NAME if tells_name else -1.0)


def _bonus_of_form(wanted: frozenset[str], unit: Unit, passage: Passage) -> float:
    """What a sentence gains by its form, "<subject> is a ..."; `wanted` are the stems of the subject."""
    language = passage.language
    first = unit.opens and passage.chunk.ordinal == 0
    said = _compiled(_DEFINES).match(unit.text)
    if not said:
        beginning = stems(" ".join(unit.text.split()[: len(wanted) + 2]), language)
        return 0.35 if first and wanted <= beginning else 0.0
    names = [stems(said.group(part) or "", language) for part in ("what", "paren")]
    closeness = max(len(wanted) / max(len(name), 1) if wanted <= name else 0.0 for name in names)
    if not closeness or not wanted & (stems(_head(said.group("what"), language), language) | names[1]):
        return _NAMED if wanted & (names[0] | names[1]) else 0.0
    is_kind = not said.group("loose") or _compiled(_NOUN_PHRASE).match(said.group("rest"))
    place = (0.12 if unit.opens else 0.0) + (0.08 if said.group("paren") else 0.0)
    return 0.45 * closeness * (1.0 if is_kind else 0.4) + place


def _head(phrase: str, language: Language) -> str:
    """A phrase up to its first preposition: of "the name of a tool", "the name"; all of it without one after a word."""
    held = phrase.split()
    small = lexicon(language).prepositions
    at = next((place for place, word in enumerate(held) if place and fold(word) in small), len(held))
    return " ".join(held[:at])


def number_bonus(question: Question, unit: Unit, language: Language) -> float:
    """For each number of the question: +1 in its place, +.3 elsewhere, -.4 where its place holds another number."""
    if not question.numbers:
        return 0.0
    held = {(value, _neighbour(unit.text, start, end, language)) for value, start, end in numbers(unit.text, language)}
    keys = {value for value, _, _ in numbers(unit.key, language)}
    bonus = 0.0
    for value, unit_word in question.numbers:
        if value in keys or (unit_word and (value, unit_word) in held):
            bonus += 1.0
        elif keys or any(other == unit_word for _, other in held if unit_word):
            bonus -= 0.4
        elif any(other == value for other, _ in held):
            bonus += 0.3
    return bonus


def _neighbour(text: str, start: int, end: int, language: Language) -> str:
    """Stem of the word a number counts (`4 children`) or belongs to (`family of 4`)."""
    next_word = " ".join(words(re.split(r"[.,;:!?]", text[end : end + 40])[0])).replace("-", " ").split()[:1]
    before = words(text[max(0, start - 40) : start])[-2:]
    content = [word for word in content_words(" ".join(next_word), language) if word[0].isalpha()]
    content += [word for word in reversed(content_words(" ".join(before), language)) if word[0].isalpha()]
    return stem(content[0], language) if content else ""


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE if "[A-Z]" not in pattern else 0)
