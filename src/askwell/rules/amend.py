"""A statement with a new value in the place of the old one."""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from askwell.languages import lexicon
from askwell.languages.en import grammar as english
from askwell.rules.corrections import trimmed
from askwell.rules.values import Value, ValueKind, keys, values
from askwell.types import Language

MOST_WORDS = 5
"""Words of a phrase that may stand in for another one."""

_WORD = re.compile(r"[^\s,;:()\"“”«».!?]+(?:\.\w+)*")


def amended(statement: str, old: str, clauses: Sequence[str], language: Language) -> str:
    """The statement with what the clauses say in the place of `old`; empty where one does not fit into the other.

    Values give way to values of their kind (`9 mei` to `16 mei`), a name or a noun phrase to another one.
    """
    without_question = re.sub(r"^.*\?\s+", "", statement)
    for text in dict.fromkeys((statement, without_question)):
        by_value = _by_value(text, old, clauses, language)
        changed = by_value if by_value is not None else _by_phrase(text, old, clauses, language)
        if changed and not _holds(changed, old, language):
            return changed
    return ""


def revalued(statement: str, clauses: Sequence[str], language: Language) -> str:
    """The statement with the values of the clauses in the place of its own; empty where no kind is in both.

    Only values that stand alone of their kind in the statement give way.
    """
    own = values(statement, language)
    changes: list[tuple[Value, str]] = []
    for kind in dict.fromkeys(value.kind for value in own):
        alike = [value for value in own if value.kind == kind]
        new = _new_value(kind, {value.key for value in alike}, clauses, language)
        if new:
            if len(alike) > 1:
                return ""
            changes.append((alike[0], new))
    return _with(statement, changes) if changes else ""


def takes_off(statement: str, old: str, language: Language) -> str:
    """The statement without `old` and what joins it to others: `leeks` of `beans, leeks and dahlias`; else empty."""
    joiner = lexicon(language).joiners[0]
    for phrase in _phrases(old, language):
        found = re.escape(phrase)
        small = r"(\b\w{1,6}['’\s]\s*)"
        ways = (
            (rf"{small}{found}\s+{joiner}\s+\1", r"\1"),
            (rf"(?:,\s*|\s+{joiner}\s+){small}?{found}\b", ""),
            (rf"(?<=\s){found}(?:,\s*|\s+{joiner}\s+)", ""),
        )
        for pattern, left in ways:
            cut, count = re.subn(pattern, left, statement, count=1, flags=re.IGNORECASE)
            if count and not _holds(cut, old, language):
                return cut
    return ""


def _by_value(statement: str, old: str, clauses: Sequence[str], language: Language) -> str | None:
    """With the values of `old` replaced; None where it has none, empty where they do not fit."""
    denied = values(old, language)
    if not denied:
        return None
    own = values(statement, language)
    changes: list[tuple[Value, str]] = []
    for value in denied:
        held = _counterpart(value, own)
        new = _new_value(held.kind, {held.key, value.key}, clauses, language) if held else ""
        if held and new:
            if held.kind == "number" and _is_one(held, new, language):
                return ""
            changes.append((held, new))
    if not changes:
        return ""
    replaced = {held.kind for held, _ in changes}
    return _with(statement, [*changes, *_besides(own, replaced, clauses, language)])


def _besides(
    own: Sequence[Value], replaced: AbstractSet[ValueKind], clauses: Sequence[str], language: Language
) -> Iterator[tuple[Value, str]]:
    """Changes of other kinds that the clauses bring along: `Wednesday at 7` changes the hour of `Monday at 6` too."""
    for kind in ("date", "time", "weekday"):
        alike = [value for value in own if value.kind == kind]
        if kind not in replaced and len(alike) == 1:
            new = _new_value(kind, {alike[0].key}, clauses, language, only=True)
            if new:
                yield alike[0], new


def _counterpart(value: Value, own: Sequence[Value]) -> Value | None:
    """The value of a statement that another one is, or a short form of: `23` of `23 marzo`."""
    same = [each for each in own if (each.kind, each.key) == (value.kind, value.key)]
    short = [each for each in own if _number(each.key) == _number(value.key) or each.key[:6] == value.key[:6]]
    return next(iter(same or short), None)


def _is_one(held: Value, new: str, language: Language) -> bool:
    """Whether the noun after a number has to change with it."""
    return "1" in {held.key, *(value.key for value in values(new, language))}


def _number(key: str) -> str:
    match = re.match(r"\d+(?:\.\d+)?", key)
    return match.group() if match else key


def _new_value(
    kind: ValueKind, not_these: AbstractSet[str], clauses: Sequence[str], language: Language, *, only: bool = False
) -> str:
    """The first value of a kind in the clauses, as worded; unless `only`, a plain number may stand for a time."""
    found = [(clause, value) for clause in clauses for value in values(clause, language)]
    fitting = [(clause, value) for clause, value in found if value.kind == kind and value.key not in not_these]
    if not fitting and kind in {"time", "number"} and not only:
        fitting = [(c, v) for c, v in found if v.kind in {"time", "number"} and _number(v.key) not in not_these]
    if not fitting:
        return ""
    clause, value = fitting[0]
    return clause[value.start : value.end]


def _with(statement: str, changes: Sequence[tuple[Value, str]]) -> str:
    for value, new in sorted(changes, key=lambda change: -change[0].start):
        statement = f"{statement[: value.start]}{new}{statement[value.end :]}"
    return f"{statement[:1].upper()}{statement[1:]}"


def _by_phrase(statement: str, old: str, clauses: Sequence[str], language: Language) -> str:
    for phrase in _phrases(old, language):
        match = re.search(rf"(?<![\w-]){re.escape(phrase)}(?![\w-])", statement, re.IGNORECASE)
        if match is None:
            continue
        start, end = match.span()
        if is_name(phrase.split()[-1]):
            start, end = _whole_name(statement, start, end, phrase)
        for new in _replacements(clauses, phrase, language):
            fresh = not keys(new, language) <= keys(old, language)
            if fresh and (changed := _put(statement, start, end, new, language)):
                return changed
    return ""


def _whole_name(statement: str, start: int, end: int, phrase: str) -> tuple[int, int]:
    """The stretch of all names around one: who takes back `Gazelle` means the `Gazelle Grenoble`."""
    while (match := _WORD.match(statement, end + 1)) and statement[end] == " " and is_name(match.group()):
        end = match.end()
    while is_name(phrase.split(maxsplit=1)[0]) and (left := re.search(r"(?<=\s)(\S+)\s$", statement[:start])):
        if not is_name(left.group(1)):
            break
        start = left.start()
    return start, end


def _put(statement: str, start: int, end: int, new: str, language: Language) -> str:
    """The statement with a phrase in the place of another, said once; empty where it says again what is there."""
    before, after_it = statement[:start], statement[end:]
    tokens = new.split()
    left = before.split()[-1].lower() if before.strip() else ""
    if tokens[0].lower() in _determiners(language) and left in _determiners(language):
        before = before.rstrip()[: -len(left)]
    elif left in _determiners(language) and not is_name(tokens[0]):
        return ""
    following = _WORD.match(after_it.lstrip())
    if following and following.group().lower() == tokens[-1].lower():
        after_it = after_it.lstrip()[following.end() :]
    elif following and following.group().lower() in lexicon(language).prepositions.intersection(
        map(str.lower, tokens[1:])
    ):
        return ""
    if keys(new, language) & keys(f"{before} {after_it}", language):
        return ""
    if not before.strip():
        new = f"{new[:1].upper()}{new[1:]}"
    return f"{before}{new}{after_it}"


def _uncapitalised(new: str) -> str:
    """Without the capital of a sentence's beginning."""
    return new[:1].lower() + new[1:] if new[1:].partition(" ")[0].islower() else new


def _phrases(old: str, language: Language) -> Iterator[str]:
    """Wordings of what is denied, the fullest first: with its preposition, with its article, bare, its name alone."""
    known = lexicon(language)
    tokens = [match.group() for match in _WORD.finditer(old)]
    while tokens and tokens[0].lower() in known.auxiliaries:
        tokens = tokens[1:]
    found = [" ".join(tokens)]
    while tokens and tokens[0].lower() in known.prepositions | known.stop_words - _determiners(language):
        tokens = tokens[1:]
        found.append(" ".join(tokens))
    while tokens and tokens[0].lower() in known.stop_words:
        tokens = tokens[1:]
    while tokens and tokens[-1].lower() in known.stop_words:
        tokens = tokens[:-1]
    yield from (phrase for phrase in dict.fromkeys([*found, " ".join(tokens), *name_runs(old)[:1]]) if phrase)


def _replacements(clauses: Sequence[str], phrase: str, language: Language) -> Iterator[str]:
    """Phrases of the clauses that may stand in for one of the same form: after its preposition, with its article."""
    known = lexicon(language)
    first, *more = phrase.split()
    named = any(map(is_name, phrase.split()))
    for clause in clauses:
        if first.lower() in known.prepositions and more:
            after_it = re.search(rf"(?<!\w){re.escape(first)}\s+", clause, re.IGNORECASE)
            if after_it and (noun := _leading_phrase(clause[after_it.end() :], language)):
                yield f"{first} {noun}"
            continue
        noun, names = _leading_phrase(clause, language), name_runs(clause)
        determined = bool(noun) and noun.split()[0].lower() in _determiners(language)
        if noun and not named:
            yield _uncapitalised(noun)
            continue
        if noun and names and determined:
            yield noun
        if named and len(names) == 1:
            article = clause[: clause.index(names[0])].split()[-1:]
            has_article = bool(article) and article[0].lower() in _determiners(language)
            yield f"{article[0]} {names[0]}" if has_article and first.lower() in _determiners(language) else names[0]


def _leading_phrase(clause: str, language: Language) -> str:
    """The noun phrase that a clause begins with, without a preposition before it; empty for none of a few words."""
    known = lexicon(language)
    tokens = [match.group() for match in _WORD.finditer(trimmed(clause, language))]
    if tokens and tokens[0].lower() in known.prepositions:
        tokens = tokens[1:]
    taken: list[str] = []
    nouns = 0
    for token in tokens:
        low = token.lower()
        if low in _determiners(language) and not nouns:
            taken.append(token)
        elif is_name(token) or not _is_function(low, language):
            taken.append(token)
            nouns += 1
        elif taken and low in known.of_words and nouns:
            taken.append(token)
        else:
            break
    while taken and (taken[-1].lower() in known.stop_words or taken[-1].lower() in known.of_words):
        taken.pop()
    rest = tokens[len(taken) :]
    is_whole = not rest or rest[0].lower() in known.stop_words or rest[0].lower() in known.auxiliaries
    return " ".join(taken) if nouns and len(taken) <= MOST_WORDS and is_whole else ""


def _is_function(low: str, language: Language) -> bool:
    known = lexicon(language)
    return (
        re.split("['’]", low)[0] in known.speakers | set(known.pronouns)
        or low in known.stop_words
        or low in known.auxiliaries
        or low in known.verb_forms
        or low in known.conjunctions
        or low in known.prepositions
    )


def _determiners(language: Language) -> frozenset[str]:
    known = lexicon(language)
    return known.definite | known.indefinite | known.owners | known.demonstratives


def is_name(token: str) -> bool:
    """Whether a word inside of a sentence is written like a name: `Femke`, `iPhone`, `e-208`, `BPER`."""
    has_digit = any(char.isdigit() for char in token)
    if any(char.isupper() for char in token):
        return token not in english.CAPITALS
    return has_digit and any(char.isalpha() for char in token)


def name_runs(clause: str) -> list[str]:
    """Names of a clause that does not begin a sentence, each with its words."""
    runs: list[list[str]] = []
    goes_on = False
    for match in _WORD.finditer(clause):
        if not is_name(match.group()):
            goes_on = False
        elif goes_on and clause[: match.start()].endswith(" ") and clause[match.start() - 2] not in ",;:":
            runs[-1].append(match.group())
        else:
            runs.append([match.group()])
            goes_on = True
    return [" ".join(run) for run in runs]


def _holds(statement: str, old: str, language: Language) -> bool:
    """Whether a statement still says all of `old`."""
    denied = keys(old, language)
    return bool(denied) and denied <= keys(statement, language)
