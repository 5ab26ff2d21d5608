"""What a correction takes back, and what was meant instead: `no, the 2019 one`, `not X, Y`, `X i mean`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from askwell.languages import every, grammar, lexicon, patterns, wording
from askwell.text.bounds import text_cache
from askwell.text.pieces import NOMINAL, Token
from askwell.types import Language
from askwell.understanding.grammar.actions import action_of
from askwell.understanding.grammar.cues import read
from askwell.understanding.grammar.phrasing import bare

MEANT_CHARS = 120
"""Longest phrase that is taken for what was meant."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A question that takes back the one before, as typed."""

    meant: str
    """Phrase that was meant."""
    rejected: str = ""
    """Phrase that was not meant."""
    rest: str = ""
    """A question of its own that follows: `not that one, the other. How much is it?`."""
    declared: bool = False
    """Whether it says that it corrects (`i meant`), so that nothing else must support it."""


@text_cache(50_000)
def correction(text: str, language: Language) -> Correction | None:
    """What a question corrects; None if it has no form of a correction."""
    forms = _forms(language)
    plain = " ".join(text.replace("’", "'").split())
    body, dissents, declared = _without_lead(plain, forms)
    found = _rejecting(body, forms) or _declared_after(body, forms)
    if found is None and (declared or dissents):
        found = Correction(body)
    if found is None or (not (dissents or declared) and _asks(plain, language)):
        return None
    meant, rest = _phrase_and_rest(found.meant, forms, language)
    says, meant = _trimmed(meant, forms)
    meant = _with_article(meant, language)
    if _asks(meant, language) and found.rejected:
        meant, rest = "", found.meant
    made = Correction(meant, _trimmed(found.rejected, forms)[1], found.rest or rest, declared or found.declared or says)
    return made if _is_plausible(made, language, dissents=dissents) else None


@dataclass(frozen=True, slots=True)
class _Forms:
    dissent: re.Pattern[str]
    soft: re.Pattern[str]
    slip: re.Pattern[str]
    meant: re.Pattern[str]
    meant_after: re.Pattern[str]
    ends: re.Pattern[str]
    slips_at_end: re.Pattern[str]
    presents: re.Pattern[str]
    not_x_but_y: tuple[re.Pattern[str], ...]
    y_not_x: re.Pattern[str]


@cache
def _forms(language: Language) -> _Forms:
    form = patterns(language).repairs
    joins = "|".join(sorted(lexicon(language).openers))
    gap = r"[\s,.;:!-]+"
    then = rf"(?:(?:{form.rather}|{form.dissent}|{form.soft}|{form.meant})\b{gap})*(?P<meant>.+)$"
    first = rf"^(?:{form.rejects})\s+(?P<rejected>[^,.;:?!]{{1,60}}?)\s*(?:[,.;:]\s*|\s(?=(?:{form.rather})\b)){then}"
    after = rf"^(?P<rejected>[^,.;:?!]{{2,40}}?),?\s+(?:{form.rejected})\b(?:\s+(?:{form.soft}))?\s*[,.;:]\s*{then}"
    return _Forms(
        dissent=_compiled(rf"(?:{form.dissent})(?:{gap}|$)"),
        soft=_compiled(rf"(?:{form.soft})(?:{gap}|$)"),
        slip=_compiled(rf"(?:{form.slips})(?:{gap}|$)"),
        meant=_compiled(rf"(?:{form.meant})\b[\s,:]*"),
        meant_after=_compiled(
            rf"(?P<meant>[^,.;:?!]{{1,60}}?)[\s,]+(?:{form.meant_after}|{form.slips})\b[\s,.;:!]*(?P<rest>.*)$"
        ),
        ends=_compiled(rf"[\s,]+(?:{form.dissent}|{form.soft}|{form.rather})$"),
        slips_at_end=_compiled(rf"[\s,]+(?:{form.slips}|{form.meant_after})$"),
        presents=_compiled(rf"(?:{form.presents}|{form.rather})\b[\s,:]+"),
        not_x_but_y=(_compiled(first), *([_compiled(after)] if form.rejected else [])),
        y_not_x=_compiled(
            rf"(?P<meant>[^.;:?!]{{1,80}}?)[\s,]+(?:(?:{joins}) )?(?:{form.rejects})\s+"
            r"(?P<rejected>[^,.?!;:]{1,60})(?:[.,;!]+\s*(?P<rest>.*)|)[.!]*$"
        ),
    )


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _without_lead(text: str, forms: _Forms) -> tuple[str, int, bool]:
    """The text without dissent, slips and `i meant` at its start.

    With it, the number of words of dissent, and whether there was one of the others.
    """
    dissents, declared = 0, False
    while text:
        if found := forms.dissent.match(text):
            dissents += 1
        elif (found := forms.slip.match(text)) or (found := forms.meant.match(text)):
            declared = True
        elif dissents and (found := forms.presents.match(text)):
            pass
        elif not (found := forms.soft.match(text)):
            break
        text = text[found.end() :]
    return text, dissents, declared


def _declared_after(body: str, forms: _Forms) -> Correction | None:
    found = forms.meant_after.match(body)
    return Correction(found["meant"], "", found["rest"], declared=True) if found else None


def _rejecting(body: str, forms: _Forms) -> Correction | None:
    """What is rejected and what is meant, in either order."""
    first = next((found for each in forms.not_x_but_y if (found := each.match(body))), None)
    if first is not None:
        return Correction(first["meant"], first["rejected"])
    second = forms.y_not_x.match(body)
    return Correction(second["meant"], second["rejected"], second["rest"] or "") if second else None


def _trimmed(phrase: str, forms: _Forms) -> tuple[bool, str]:
    """A phrase without dissent around it and without `it's` before it, and whether it said that it corrects."""
    text, says = bare(phrase).lstrip(" ,.;:-"), False
    while found := forms.slips_at_end.search(text) or forms.ends.search(text):
        says = says or forms.slips_at_end.search(text) is not None
        text = text[: found.start()]
    while found := forms.presents.match(text) or forms.meant.match(text) or forms.soft.match(text):
        text = text[found.end() :]
    return says, text


def _with_article(phrase: str, language: Language) -> str:
    """A phrase after "I asked about" with its article alone: `del logo` is `il logo`."""
    for apart, fused in wording(language).rewriting.contractions:
        of, _, article = apart.partition(" ")
        if of in grammar(language).of_forms and phrase.lower().startswith(fused):
            return article + phrase[len(fused) :]
    return phrase


_STRONG_BREAK = re.compile(r"\s*[.;:?!]\s+")
_BREAK = re.compile(r",\s+|\s+-\s+")


def _phrase_and_rest(text: str, forms: _Forms, language: Language) -> tuple[str, str]:
    """A text cut before the clause that follows its first phrase: `the Biology. How much is it`."""
    strong = _STRONG_BREAK.search(text)
    if strong and strong.start() and strong.end() < len(text):
        return text[: strong.start()], text[strong.end() :]
    for cut in _BREAK.finditer(text):
        rest = text[cut.end() :]
        if cut.start() and not read(rest, language).fragmentary and not forms.slip.match(rest):
            return text[: cut.start()], rest
    return text, ""


def _asks(text: str, language: Language) -> bool:
    """Whether a text is a question in form: `what is X, not Y?`."""
    words = [token for token in read(text, language).words if token.tag != "prep"]
    return bool(words) and words[0].tag in {"wh", "aux"}


def _is_plausible(found: Correction, language: Language, *, dissents: int) -> bool:
    """Whether a phrase was meant rather than a statement or a question."""
    denied = read(found.rejected, language).words
    says = len(denied) > 1 and denied[0].tag in {"verb", "aux", "speaker"}
    if not found.meant:
        return bool(found.rest) and not any(token.tag in {"verb", "aux", "speaker"} for token in denied)
    words = read(found.meant, language).words
    acts = (found.declared or dissents > 0) and not found.rest and action_of(found.meant, language) is not None
    if len(found.meant) > MEANT_CHARS or not words or (words[0].tag in _STATING and not acts):
        return False
    if found.declared or acts:
        return True
    names = any(token.tag in _CONTENT for token in words) or (dissents and _is_amount(words, language))
    if words[0].low in _IF or not names:
        return False
    if found.rejected:
        return dissents > 0 or (not says and (len(words) == 1 or read(found.meant, language).fragmentary))
    greets = any(token.tag == "interjection" for token in words)
    return not greets and read(found.meant, language).fragmentary and len(words) <= _FEW


def _is_amount(words: Sequence[Token], language: Language) -> bool:
    """Whether a phrase only restricts what was asked: `just some of`."""
    negations = lexicon(language).negations
    return all(token.tag == "indefinite" and token.low not in negations for token in words)


_STATING = frozenset({"wh", "aux", "speaker", "pronoun", "expletive"})
_IF = every(lambda grammar: grammar.if_words)
_CONTENT = NOMINAL | {"verb", "demonstrative", "stand_in"}
_FEW = 8
"""Words of a correction that only a word like `no` marks as one."""
