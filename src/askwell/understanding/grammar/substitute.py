"""A question with its pointing expressions replaced by what they point to."""

from collections.abc import Sequence

from askwell.languages import wording
from askwell.languages.en import grammar as english
from askwell.languages.lexicon import Lexicon
from askwell.types import Antecedent
from askwell.understanding.grammar.amounts import AMOUNT
from askwell.understanding.grammar.context import Candidate, Context
from askwell.understanding.grammar.counting import counted
from askwell.understanding.grammar.cues import Cue, Reading
from askwell.understanding.grammar.edits import Edit, Rewrite, applied
from askwell.understanding.grammar.names import short_names
from askwell.understanding.grammar.pairs import named_both, pair_of, pair_span
from askwell.understanding.grammar.replacing import end_of, replacement
from askwell.understanding.grammar.salience import fit, rank
from askwell.understanding.grammar.things import things_of

STRONG = ("pronoun", "possessive", "demonstrative")


def substitute(question: Reading, context: Context) -> Rewrite:
    """The question with its cues resolved, strongest first; what nothing fits is left as it is."""
    outer = [cue for cue in question.cues if not cue.inner]
    strong = [cue for cue in outer if cue.kind in STRONG]
    edits: list[Edit] = _names_and_pairs(question, context)
    strong = [cue for cue in strong if not any(edit.start <= cue.start < edit.end for edit in edits)]
    taken: list[frozenset[str]] = []
    chosen: dict[str, Candidate] = {}
    for cue in strong[:3]:
        edit = _fill(question, context, cue, taken, chosen)
        if edit:
            edits.append(edit)
    if not edits and any(not each.noun for each in counted(question)):
        return Rewrite(question.text)
    if not edits:
        for cue in _weak(question, outer):
            edit = _fill(question, context, cue, taken, chosen)
            if edit:
                edits.append(edit)
                break
    if not edits and pair_span(question) is None and not names_its_subject(question, context):
        edits = _complete(question, context)
    return applied(question, edits)


def names_its_subject(question: Reading, context: Context) -> bool:
    """Whether a whole question without any expression to replace says what it is about, in words asked before."""
    if question.fragmentary or any(not cue.inner for cue in question.cues):
        return False
    own = (not question.exists or any(token.tag == "verb" for token in question.tokens)) and any(
        m.determiner == "indefinite" and not m.text.lower().startswith(english.SOME) for m in question.simple
    )
    return own or bool(question.stems & context.asked_stems or things_of(context).active)


def _names_and_pairs(question: Reading, context: Context) -> list[Edit]:
    """What needs no choice: names cut short, and two things named before."""
    edits = [
        Edit(each.mention.end - len(each.mention.core), each.mention.end, each.whole.mention.core,
              Antecedent(each.mention.text, each.whole.text, each.whole.turn), "definite")
        for each in short_names(question, context)
    ]  # fmt: skip
    span = pair_span(question)
    pair = pair_of(context) if span else None
    if span and pair:
        both = named_both(pair, question, span)
        said = question.text[span.start : span.end] or question.text.strip()
        edits.append(Edit(span.start, span.end, both, Antecedent(said, both.lstrip(", "), pair.turn), "pronoun"))
    return edits


def first_cue(question: Reading) -> Cue | None:
    """The expression that is resolved first: the first strong one, else the strongest of the others."""
    outer = [cue for cue in question.cues if not cue.inner]
    strong = [cue for cue in outer if cue.kind in STRONG]
    return next(iter([*strong, *_weak(question, outer)]), None)


def _weak(question: Reading, cues: Sequence[Cue]) -> list[Cue]:
    order = ("ordinal", "stand_in", "attribute", "kind_of", "definite", "hanging", "comparing")
    if question.fronted:
        order = ("ordinal", "stand_in", "hanging", "attribute", "kind_of", "definite", "comparing")
    return sorted((cue for cue in cues if cue.kind in order), key=lambda cue: order.index(cue.kind))


def _fill(
    question: Reading, context: Context, cue: Cue, taken: list[frozenset[str]], chosen: dict[str, Candidate]
) -> Edit | None:
    if cue.refers in chosen and cue.kind in {"pronoun", "possessive"}:
        # `How did Boise get its name?`: once named, the second pronoun has its antecedent in the question.
        return None
    ranked = [each for each in rank(question, context, cue, without=taken) if not AMOUNT.fullmatch(each.text)]
    if cue.kind in {"attribute", "kind_of", "definite"} and not question.fragmentary:
        ranked = [each for each in ranked if _can_own(each) or fit(each, cue, question)["name_for_kind"]]
    if cue.kind == "hanging":
        # What a verb leaves out was asked about: an answer's side remarks never complete it.
        ranked = [each for each in ranked if not each.traits["only_in_answers"] or each.traits["in_title"]] or ranked
    if not ranked:
        return None
    chosen[cue.refers] = ranked[0]
    taken.append(ranked[0].stems)
    two = pair_of(context) if _asks_of_two(question, cue) else None
    if two is not None:
        pair = f"{two.first} {question.lexicon.joiners[0]} {two.second}"
        return Edit(cue.start, cue.end, pair, Antecedent(cue.expression, pair, two.turn), "pronoun")
    if _asks_of_two(question, cue) and len(ranked) > 1 and not ranked[0].mention.plural:
        pair = f"{ranked[1].text} {question.lexicon.joiners[0]} {ranked[0].text}"
        return Edit(cue.start, cue.end, pair, Antecedent(cue.expression, pair, ranked[0].turn), "pronoun")
    return replacement(question, cue, ranked[0], context)


def _can_own(candidate: Candidate) -> bool:
    """Whether an attribute may be understood as that of a referent: one that was asked about, and no mere place."""
    traits = candidate.traits
    return not traits["place"] and bool(not traits["only_in_answers"] or traits["in_title"])


def _asks_of_two(question: Reading, cue: Cue) -> bool:
    """Whether a plural pronoun stands for two things that are set against each other: `how are they different?`."""
    lex = question.lexicon
    set_apart = any(token.low in lex.comparing or token.low in lex.pairing for token in question.tokens)
    return cue.kind == "pronoun" and cue.refers == "plural" and set_apart


def _complete(question: Reading, context: Context) -> list[Edit]:
    """A question without any expression to replace, narrowed to what the conversation is about."""
    ranked = rank(question, context, None)
    if not ranked:
        return []
    candidate = ranked[0]
    lex: Lexicon = question.lexicon
    worded = wording(lex.language).rewriting
    template = worded.place if candidate.traits["place"] else worded.about
    addition = template.format(question="", x=candidate.text).strip()
    if lex.drops_subject and question.words and question.words[-1].tag in {"verb", "aux"}:
        addition = candidate.text
    end = end_of(question)
    return [
        Edit(end, end, f" {addition}", Antecedent(question.text.strip(), candidate.text, candidate.turn), "ellipsis")
    ]
