"""The last question with what a correction meant in the place of what it takes back."""

import re
from collections.abc import Sequence

from askwell.languages import every, lexicon, wording
from askwell.languages.lexicon import Lexicon
from askwell.text.mentions import Mention
from askwell.text.pieces import Token
from askwell.text.words import content_stems, stem
from askwell.types import Antecedent, Language
from askwell.understanding.grammar.acting import acted
from askwell.understanding.grammar.actions import action_of
from askwell.understanding.grammar.context import Context, Said
from askwell.understanding.grammar.corrections import Correction
from askwell.understanding.grammar.cues import Reading, read
from askwell.understanding.grammar.edits import Rewrite
from askwell.understanding.grammar.frames import IDENTIFIER, like, one_of_several, put_in_frame
from askwell.understanding.grammar.options import is_the_other, numbered, the_other
from askwell.understanding.grammar.phrasing import append, bare
from askwell.understanding.grammar.pointed import meant_name
from askwell.understanding.grammar.roles import taken_back
from askwell.understanding.grammar.swaps import swap_number
from askwell.understanding.grammar.topics import asked_about
from askwell.understanding.texts import content_words


def amended(found: Correction, context: Context, language: Language) -> Rewrite | None:
    """The question that a correction asks; None if nothing in the conversation supports that it is one."""
    last = context.last
    if last is None or not _is_supported(found, last, language):
        return None
    meant = chosen(found, context, language)
    if not meant:
        return None
    if found.rest and (found.rest.endswith("?") or _asks(read(found.rest, language))):
        return asked_about(bare(found.rest), meant, context, "correction")
    said = Antecedent(found.meant or found.rejected, last.question, last.number)
    if action := action_of(meant, language):
        return Rewrite(acted(action, last) or UNCLEAR, "correction", (said,))
    text = (
        one_of_several(read(meant, language), last)
        or _with_its_number(meant, last)
        or _in_place_of_rejected(found.rejected, meant, last)
        or _in_place_of_modified(meant, last)
        or in_place_of_like(meant, last)
        or in_place_of_put_in(meant, context)
        or taken_back(meant, last)
    )
    if not text and _is_alike(read(meant, language), last):
        return corrected(meant, context, language)
    return Rewrite(text or with_adjunct(meant, last) or UNCLEAR, "correction", (said,))


UNCLEAR = ""
"""The wording of a correction of which no role is clear."""


def takes_back(found: Correction, text: str, last: Said) -> bool:
    """Whether a wording lacks words of the last question, of which some are rejected if the correction rejects any."""
    language = last.reading.language
    lacks = content_words(last.question, language) - content_words(text, language)
    rejected = content_words(found.rejected, language)
    return not found.rest and bool(lacks & rejected if rejected else lacks)


def with_noun(meant: str, noun: str, language: Language) -> str:
    """A phrase with a noun in the place of a word that stands for it, `the early one`, `quello piccolo`; or ``."""
    words = [token for token in read(meant, language).words if token.tag != "prep"]
    stand_ins = lexicon(language).stand_ins
    if len(words) < 2:
        return ""
    if words[-1].low in stand_ins:
        return f"{meant[: words[-1].start]}{noun}{meant[words[-1].end :]}"
    stands = words[0].tag != "indefinite" or words[1].tag == "adj"  # `uno piccolo`, but `una chitarra`
    return f"{noun}{meant[words[0].end :]}" if language == "it" and words[0].low in stand_ins and stands else ""


def _with_its_number(meant: str, last: Said) -> str:
    """The last question with the number of `die van 2019` in the place of its own, or after it; empty without one."""
    words = read(meant, last.reading.language).words
    stands = len(words) == 3 and words[0].tag in {"demonstrative", "stand_in", "definite"} and words[1].tag == "prep"
    if not stands or not words[2].low.isdigit():
        return ""
    return swap_number(words[2].text, last) or append(last.question, meant[words[1].start :])


def _in_place_of_modified(meant: str, last: Said) -> str:
    """The last question with `the early one` in the place of `a late train`; or of its first object."""
    phrases = [each for each in last.reading.simple if not _number(each)]
    modified = [each for each in phrases if len(each.core.split()) > 1]
    target = next(iter(modified or [each for each in phrases if not each.preposition and each.determiner]), None)
    if target is None:
        return ""
    phrase = with_noun(meant, target.core.split()[0 if last.reading.language == "it" else -1], last.reading.language)
    return in_place_of(target.end - len(target.core), target.end, phrase, last) if phrase else ""


def in_place_of_put_in(meant: str, context: Context) -> str:
    """The last question with a phrase in the place of what it put into the one before it; empty if it did not.

    A number takes only the place of a number.
    """
    last, before = context.last, context.turns[-2:-1]
    if last is None or not before or last.asked == last.question:
        return ""
    _, put_in = differing(before[0].reading, last.reading)
    if not put_in:
        return ""
    if any(map(str.isdigit, last.question[put_in[0].start : put_in[-1].end])) != any(map(str.isdigit, meant)):
        return ""
    opening = read(meant, last.reading.language).words
    keeps = len(put_in) > 1 and put_in[0].tag == "prep" and opening and opening[0].tag != "prep"
    return in_place_of(put_in[1 if keeps else 0].start, put_in[-1].end, meant, last)


def differing(first: Reading, second: Reading) -> tuple[Sequence[Token], Sequence[Token]]:
    """The words in which two questions of the same frame differ; none if they share less than half of the first."""
    old, new = ([token.low for token in said.words] for said in (first, second))
    start = next((at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), len(old))
    rest = min(len(old), len(new)) - start
    ended = next((at for at in range(rest) if old[-1 - at] != new[-1 - at]), rest)
    put_in = second.words[start : len(new) - ended]
    if not 0 < len(put_in) <= _PUT_IN or start + ended < len(old) / 2:
        return (), ()
    return first.words[start : len(old) - ended], put_in


_PUT_IN = 6
"""Words that a turn puts into the question before it at most."""


def with_adjunct(phrase: str, last: Said) -> str:
    """The last question with a phrase after it that needs no preposition; empty for another phrase."""
    opening = read(phrase, last.reading.language).words
    needs_none = opening and (opening[0].tag == "prep" or opening[0].low in _IF or IDENTIFIER.fullmatch(phrase))
    return append(last.question, phrase) if needs_none else ""


def with_phrase(phrase: str, last: Said) -> str:
    """The last question with a phrase after it, with a preposition unless it needs none."""
    if appended := with_adjunct(phrase, last):
        return appended
    return wording(last.reading.language).rewriting.about.format(question=bare(last.question), x=phrase)


def _is_alike(meant: Reading, last: Said) -> bool:
    """Whether a phrase is like one of the last question, whose place it takes: a name, or a noun after an article."""
    phrase = meant.simple[-1] if meant.simple else None
    if meant.simple and any(each.head == meant.simple[0].head for each in last.reading.simple):
        return True
    if phrase is None or phrase.name:
        return phrase is not None
    target = like(meant, last.reading)
    if target is None or phrase.determiner is None:
        return False
    return (phrase.determiner, phrase.plural) == (target.determiner, target.plural)


def _asks(reading: Reading) -> bool:
    """Whether a clause is a question in form: it begins with a question word or an auxiliary."""
    words = [token for token in reading.words if token.tag not in {"prep", "interjection", "conj"}]
    return bool(words) and words[0].tag in {"wh", "aux"}


def _is_supported(found: Correction, last: Said, language: Language) -> bool:
    """Whether what is rejected was spoken of, or need not be."""
    rejected = frozenset(content_stems(found.rejected, language))
    return found.declared or not rejected or bool(rejected & last.stems)


def chosen(found: Correction, context: Context, language: Language) -> str:
    """What was meant, by its name where it is the other of two or has a number in a list."""
    if not found.meant or is_the_other(found.meant, language):
        other = the_other(found.rejected, context, language)
        return other[0] if other else found.meant
    item = numbered(found.meant, context, language)
    if item is not None:
        return item[0]
    return meant_name(found.meant, context, language) or found.meant


def _in_place_of_rejected(rejected: str, meant: str, last: Said) -> str:
    """The last question with what was meant instead of the words that are rejected; empty if it lacks them."""
    words = [token for token in read(rejected, last.reading.language).words if _is_content(token.low, last)]
    stems = {stem(token.low, last.reading.language) for token in words}
    there = [token for token in last.reading.words if stem(token.low, last.reading.language) in stems]
    if not there or len({stem(token.low, last.reading.language) for token in there}) < len(stems):
        return ""
    start, end = there[0].start, there[-1].end
    own = [token.low for token in read(rejected, last.reading.language).words]
    for token in reversed([token for token in last.reading.words if token.end <= start]):
        if token.low not in own:
            break
        start = token.start
    if around := _of_the_same_noun(start, end, meant, last):
        start, end = around.start, around.end
    if end - start > 2 * len(rejected) + 10:
        return ""
    return in_place_of(start, end, meant, last)


def _of_the_same_noun(start: int, end: int, meant: str, last: Said) -> Mention | None:
    """The phrase around a stretch that has the noun of what was meant: `a day ticket` around `day`, for a ticket.

    Also the one that ends with the stretch, if what was meant has an article: `the day ticket` around `ticket`.
    """
    new = read(meant, last.reading.language).simple
    around = [each for each in last.reading.simple if each.start <= start and end <= each.end]
    if (
        len(new) == 1
        and new[0].determiner
        and (ending := [each for each in around if each.start < start and each.end == end])
    ):
        return ending[0]
    return next((each for each in around if len(new) == 1 and each.head == new[0].head), None)


def _is_content(word: str, last: Said) -> bool:
    return bool(content_stems(word, last.reading.language))


def in_place_of(start: int, end: int, meant: str, last: Said) -> str:
    """The last question with a phrase in place of a stretch; an article or preposition does not stand twice."""
    new, old = read(meant, last.reading.language), last.reading
    opening = new.words[0] if new.words else None
    before = [token for token in old.tokens if token.end <= start]
    while opening is not None and before and before[-1].tag in _LEADS and opening.tag in _LEADS:
        if before[-1].tag == "prep" and opening.tag != "prep":
            break
        start = before[-1].start
        before = before[:-1]
    return f"{old.text[:start]}{bare(meant)}{old.text[end:]}"


_LEADS = frozenset({"definite", "indefinite", "possessive", "prep", "demonstrative"})


def in_place_of_like(meant: str, last: Said) -> str:
    """The last question with a phrase in the place of one with the same noun or unit: `the 2021 accounts`."""
    language = last.reading.language
    new = read(meant, language)
    if len(new.simple) != 1:
        return ""
    phrase = new.simple[0]
    alike = [each for each in last.reading.simple if _shares_noun(phrase, each, last.reading.lexicon, language)]
    if not alike:
        return ""
    target = max(alike, key=lambda each: len(each.stems & phrase.stems))
    if target.head == phrase.head and phrase.words > 1 and target.words == 1:
        same = [each for each in last.reading.mentions if each.head == phrase.head and each.start == target.start]
        target = max(same, key=lambda each: each.end)
    return in_place_of(target.end - len(target.core), target.end, meant, last)


def _shares_noun(new: Mention, old: Mention, lexicon: Lexicon, language: Language) -> bool:
    if new.head == old.head:
        return True
    shared = new.stems & old.stems
    if language == "nl" and new.words == old.words == 1:
        return new.head[-_COMPOUNDED:] == old.head[-_COMPOUNDED:] and min(map(len, (new.head, old.head))) > _COMPOUNDED
    words = {stem(word, language) for word in re.findall(r"\w+", old.core.lower()) if word not in lexicon.adjectives}
    return bool(shared & words) and bool(new.stems - old.stems) and _number(new) == _number(old)


_COMPOUNDED = 5
"""Letters that the last parts of two Dutch compounds share: `jaarkaart` and `dagkaart`."""


def _number(mention: Mention) -> bool:
    return any(map(str.isdigit, mention.core))


_IF = every(lambda grammar: grammar.if_words)


def corrected(meant: str, context: Context, language: str) -> Rewrite | None:
    """The last question with what was meant instead, as it was typed before it was understood wrongly."""
    last = context.last
    if last is None:
        return None
    piece = bare(meant)
    whole = one_of_several(read(piece, last.reading.language), last)
    if whole:
        return Rewrite(whole, "correction", (Antecedent(piece, last.question, last.number),))
    text = put_in_frame(piece, last, language, named=piece[:1].isupper())
    return Rewrite(text, "correction", (Antecedent(piece, last.question, last.number),))
