"""What happens and what is done in a question, for a later one that means it: `report that`, `for that`."""

import re

from askwell.languages import LANGUAGES, every, wording
from askwell.languages.en import grammar as english
from askwell.types import Antecedent
from askwell.understanding.grammar.context import Context, Said
from askwell.understanding.grammar.cues import Cue, Reading
from askwell.understanding.grammar.edits import Rewrite
from askwell.understanding.grammar.phrasing import bare
from askwell.understanding.grammar.substitute import STRONG

_IF = every(lambda grammar: grammar.if_words)


def condition(said: Said) -> str:
    """The clause under which a question is asked, `if I lose my job`; empty where it has none."""
    tokens = said.reading.tokens
    for index, token in enumerate(tokens):
        if not 1 < index < len(tokens) - 2 or token.low not in _IF:
            continue
        subject = next((each for each in tokens[index + 1 : index + 3] if each.tag == "speaker"), None)
        if subject is not None:
            return bare(said.question[token.start :]).strip()
    return ""


def is_condition(phrase: str) -> bool:
    """Whether a phrase is the clause under which something is asked."""
    return phrase.split(maxsplit=1)[0].lower() in _IF if phrase.strip() else False


def task(said: Said) -> str:
    """What a question asks how to do, `apply for a visa`; empty where it asks something else. English only."""
    words = said.reading.words
    if said.reading.language != "en" or len(words) < 4:
        return ""
    start = next((at for at, token in enumerate(words[:4]) if token.tag == "speaker"), None)
    if start is None or not any(token.tag == "aux" for token in words[:start]) or words[start + 1].tag != "verb":
        return ""
    clause = condition(said)
    whole = bare(said.question[words[start + 1].start :])
    return whole.removesuffix(clause).strip() if clause else whole


def take_up(question: Reading, context: Context) -> Rewrite | None:
    """A question that means what the last one spoke of doing or happening; None where it means a thing."""
    last = context.last
    if last is None:
        return None
    cue = next((cue for cue in question.cues if not cue.inner and _can_mean_event(cue, question)), None)
    clause = condition(last)
    if cue is None:
        return _under(question, last, clause)
    before = [token for token in question.words if token.end <= cue.start]
    doing = task(last)
    if doing and before and before[-1].low == "for" and cue.kind == "demonstrative":
        start = before[-1].start
        text = f"{question.text[:start]}to {doing}{question.text[cue.end :]}"
        return Rewrite(text, "pronoun", (Antecedent(question.text[start : cue.end], doing, last.number),))
    if doing and before and _does(question, cue):
        text = f"{question.text[: before[-1].start]}{doing}{question.text[cue.end :]}"
        return Rewrite(text, "pronoun", (Antecedent(cue.expression, doing, last.number),))
    if clause and cue.kind == "demonstrative" and before and before[-1].tag == "verb":
        it = wording(question.language).rewriting.it if question.language in LANGUAGES else cue.expression
        text = f"{question.text[: cue.start]}{it}{bare(question.text[cue.end :])} {clause}"
        return Rewrite(text, "pronoun", (Antecedent(cue.expression, clause, last.number),))
    return None


def _can_mean_event(cue: Cue, question: Reading) -> bool:
    if cue.kind == "demonstrative":
        return cue.mention is None and cue.expression.lower() in _THAT
    if cue.kind != "pronoun" or cue.refers != "thing":
        return False
    return _does(question, cue)


def _does(question: Reading, cue: Cue) -> bool:
    """Whether an expression is the object of `do` as a verb of its own: `can I do it online`."""
    before = [token for token in question.words if token.end <= cue.start]
    own = len(before) > 1 and any(token.tag == "aux" for token in before[:-1])
    return own and before[-1].low in english.DO


_THAT = every(lambda grammar: grammar.this_words)


def _under(question: Reading, last: Said, clause: str) -> Rewrite | None:
    """A question that goes on under the same condition: `and what happens after three months?`."""
    lex = question.lexicon
    words = question.words
    strong = any(cue.kind in STRONG and not cue.inner for cue in question.cues)
    if not clause or strong or len(words) < 3 or words[0].low not in lex.openers:
        return None
    if words[1].tag not in {"wh", "aux"} or any(token.low in _IF - _AFTER for token in words):
        return None
    text = f"{bare(question.text)} {re.sub(r'[?.!]+$', '', clause)}"
    return Rewrite(text, "ellipsis", (Antecedent(bare(question.text), clause, last.number),))


_AFTER = every(lambda grammar: grammar.after)
