"""Which of the things spoken of an expression most likely refers to."""

import re
from collections.abc import Collection, Sequence

from askwell.languages import LANGUAGES, every, lexicon
from askwell.languages.nl import grammar as dutch
from askwell.text.mentions import Mention
from askwell.text.words import stem
from askwell.understanding.grammar.context import Candidate, Context
from askwell.understanding.grammar.corrections import correction
from askwell.understanding.grammar.cues import Cue, Reading
from askwell.understanding.grammar.things import as_candidate, things_of

_PLACEHOLDER = re.compile(r"Person\d+")


def rank(
    question: Reading, context: Context, cue: Cue | None, *, without: Collection[frozenset[str]] = ()
) -> list[Candidate]:
    """Referents that may fill a cue (None: what the question leaves out), best first."""
    weights = context.weights["salience"]
    rated = [
        (
            sum(
                [
                    weights.get(name, 0.0) * value
                    for name, value in {**each.traits, **fit(each, cue, question)}.items()
                    if value
                ]
            ),
            each,
        )
        for each in eligible(question, context, cue)
        if each.stems not in without
    ]
    rated.sort(key=lambda pair: -pair[0])
    ranked = [each for _, each in rated]
    chosen = (
        _told(question, context, cue, ranked)
        or _put_right(question, context, cue)
        or _found_out(question, context, cue, ranked)
    )
    return [chosen, *ranked] if chosen is not None and chosen.stems not in without else ranked


def _told(question: Reading, context: Context, cue: Cue | None, ranked: Sequence[Candidate]) -> Candidate | None:
    """What the last answer was about by name, which comes before all else that could be meant."""
    things = things_of(context)
    several = things.active if cue is None or cue.kind not in {"pronoun", "possessive"} else things.several
    if things.one is None or (cue is not None and cue.kind in {"stand_in", "ordinal"}):
        return None
    if cue is not None and (
        cue.refers in {"person", "place"} or any(fit(r, cue, question)["same_head"] for r in ranked)
    ):
        return None
    among = several if len(several) <= _FEW and (cue is None or cue.refers != "thing") else (things.one,)
    candidate = as_candidate(among, question.lexicon.joiners[0], question.language)
    return None if candidate.stems <= question.stems else candidate


def _put_right(question: Reading, context: Context, cue: Cue | None) -> Candidate | None:
    """What the last question was corrected to: `no, I meant X` is about X, whatever else it names."""
    last = context.last
    if cue is None or cue.kind not in {"pronoun", "demonstrative", "possessive"} or last is None:
        return None
    if last.asked == last.question:
        return None
    found = correction(last.asked, question.language)
    if found is None:
        return None
    meant = frozenset(stem(word, question.language) for word in re.findall(r"\w+", found.meant.lower()))
    named = [each for each in context.candidates if each.stems <= meant and each.traits["in_last_question"]]
    return max(named, key=lambda each: len(each.stems), default=None)


def _found_out(question: Reading, context: Context, cue: Cue | None, ranked: Sequence[Candidate]) -> Candidate | None:
    """What the last answer gave by name where its question asked for one of a kind: `taalniveau B1`. Dutch only."""
    last = context.last
    if question.language != "nl" or cue is None or cue.kind not in {"pronoun", "demonstrative"} or last is None:
        return None
    words = last.reading.words
    kind = next((words[at + 1] for at in range(len(words) - 1) if words[at].low in dutch.WHICH), None)
    if kind is None or kind.tag != "noun":
        return None
    wanted = stem(kind.low, "nl")
    return next(
        (each for each in ranked if each.mention.name and wanted in each.stems and each.traits["in_last_answer"]), None
    )


_FEW = 3
"""Things that a question without a word for them may mean together."""


def eligible(question: Reading, context: Context, cue: Cue | None) -> list[Candidate]:
    """Referents worth comparing: an attribute gives way to its owner unless the cue names it."""
    new = [each for each in context.candidates if not each.stems <= question.stems]
    if question.language == "nl":
        new = [each for each in new if not _is_cited(each, question, cue) and not _is_cut_off(each, new)] or new
    fitting = [
        each
        for each in new
        if not _gives_way(each) or fit(each, cue, question)["same_head"] or _several_of(each, cue, new)
    ] or new
    whole = [each for each in fitting if not _half_of_said(each, fitting)]
    agreeing = [each for each in whole if cue is None or _agrees(each, cue)]
    if _means_a_person(cue, question):
        return [each for each in agreeing if each.traits["person"] or _may_name_a_person(each.mention)]
    if cue is not None and cue.kind == "pronoun" and cue.subject and cue.refers == "thing":
        whole = [each for each in whole if not each.mention.plural]  # `is cats healthy?` is no question
    return agreeing or whole


def _means_a_person(cue: Cue | None, question: Reading) -> bool:
    """Whether nothing but a person is meant: `she`, `lui`. A Dutch `hij` or `haar` may mean a thing."""
    is_pronoun = cue is not None and cue.kind in {"pronoun", "possessive"}
    return is_pronoun and cue is not None and cue.refers == "person" and question.language != "nl"


def _is_cited(candidate: Candidate, question: Reading, cue: Cue | None) -> bool:
    """Whether it is `artikel 85` or `bijlage III`, by which an answer says where something is written.

    Asked of just now, such parts of a text are still no person, nor what `die toets` means.
    """
    if candidate.mention.core.split()[0].lower() not in question.lexicon.parts:
        return False
    other = cue is not None and (cue.refers == "person" or (cue.kind == "demonstrative" and bool(cue.head)))
    return not candidate.traits["in_last_question"] or other


def _is_cut_off(candidate: Candidate, others: Sequence[Candidate]) -> bool:
    """Whether it is only the noun of a phrase that says which: `het recht` of `het recht van bezwaar`."""
    mention = candidate.mention
    if mention.determiner != "definite" or mention.complement != "owner" or mention.joined:
        return False
    return any(each.mention.joined and each.mention.head == mention.head and each.stems > candidate.stems
               for each in others)  # fmt: skip


def _half_of_said(candidate: Candidate, others: Sequence[Candidate]) -> bool:
    """Whether the last question spoke of this only with its like: registered ones of licensed and registered."""
    traits = candidate.traits
    if not traits["in_last_question"] or traits["said_in_last"]:
        return False
    return any(
        each.traits["said_in_last"]
        and not each.mention.joined
        and each.mention.head == candidate.mention.head
        and each.stems > candidate.stems
        and any(word in each.mention.core.split() for word in _AND)
        for each in others
    )


def _agrees(candidate: Candidate, cue: Cue) -> bool:
    """Whether number and person let a pronoun stand for a referent; `they` may stand for a kind in the singular."""
    mention = candidate.mention
    if cue.kind == "stand_in":
        return not mention.name
    if cue.kind not in {"pronoun", "possessive"}:
        return True
    if cue.refers == "person":
        return bool(candidate.traits["person"]) or (
            mention.name and not mention.plural and not candidate.traits["thing"]
        )
    if cue.refers == "thing":
        return not candidate.traits["person"] and (mention.name or not mention.plural)
    if cue.refers == "plural" and candidate.traits["place"]:
        return False
    several = mention.plural or mention.determiner != "definite" or mention.proper or (mention.name and mention.joined)
    return cue.refers != "plural" or several


def _may_name_a_person(mention: Mention) -> bool:
    """Whether it may be the name of a person: no acronym, no date, and no noun of small letters at its end.

    `Person1` stands for the name of a person that may not be stored.
    """
    if _PLACEHOLDER.fullmatch(mention.core):
        return True
    words = mention.core.split()
    is_written = words[0][:1].isupper() and words[-1][:1].isupper() and not (len(words) == 1 and words[0].isupper())
    return mention.name and is_written and not any(map(str.isdigit, mention.core))


def _several_of(candidate: Candidate, cue: Cue | None, others: Sequence[Candidate]) -> bool:
    """Whether a plural pronoun means attributes, since nothing else of the last question is plural: income limits."""
    if cue is None or cue.refers != "plural" or cue.kind not in {"pronoun", "possessive"}:
        return False
    if not candidate.mention.plural or not candidate.traits["in_last_question"]:
        return False
    if not candidate.mention.joined and any(
        each.mention.joined and each.mention.start == candidate.mention.start and each.stems > candidate.stems
        for each in others
    ):
        return False
    return not any(
        each.traits["in_last_question"] and not _gives_way(each) and _can_be_they(each.mention) for each in others
    )


def _can_be_they(mention: Mention) -> bool:
    """Several, a name, or one that stands for its kind: `a heat pump`."""
    kind = mention.determiner == "indefinite" and mention.preposition not in _FOR
    return mention.plural or mention.name or kind


def _gives_way(candidate: Candidate) -> bool:
    traits = candidate.traits
    return bool(traits["attribute"] or traits["attribute_of"] or traits.get("genitive_of_older"))


def best(ranked: Sequence[Candidate]) -> Candidate | None:
    """The first of a ranking, if there is one."""
    return ranked[0] if ranked else None


def fit(candidate: Candidate, cue: Cue | None, question: Reading) -> dict[str, float]:
    """What speaks for a referent as the antecedent of a cue, or as what an incomplete question leaves out."""
    mention = candidate.mention
    refers = cue.refers if cue else "any"
    overlap = len(candidate.stems & question.stems)
    head = stem(cue.head, question.language) if cue and cue.head else ""
    anaphoric = cue is not None and cue.kind in {"definite", "demonstrative", "ordinal"} and bool(cue.head)
    own = cue.mention.stems if cue and cue.mention else frozenset()
    personal = cue is not None and cue.kind in {"pronoun", "possessive"}
    return {
        "same_head": float(anaphoric and bool(head) and head in candidate.stems and len(candidate.stems) > len(own)),
        "built_on_head": float(anaphoric and bool(head) and head == stem(mention.head, question.language)),
        "name_for_several": float(
            personal and refers == "plural" and mention.name and not (mention.plural or mention.joined)
        ),
        "place_for_omission": candidate.traits["place"] * (cue is None),
        "place_for_existence": candidate.traits["place"] * (cue is None and question.exists),
        "kept_for_pronoun": candidate.traits["understood_last"] * candidate.traits["recalled"] * personal,
        "name_for_kind": float(
            cue is not None and cue.kind == "definite" and cue.head in question.lexicon.kinds and mention.name
        ),
        "says_it_already": float(overlap == len(candidate.stems)),
        "overlaps": float(0 < overlap < len(candidate.stems) and not (anaphoric and head in candidate.stems)),
        "person_for_person": float(refers == "person" and (mention.person or (mention.name and not mention.plural))),
        "thing_for_person": float(refers == "person" and not mention.person and not mention.name),
        "number_differs": float(personal and refers in {"thing", "person"} and mention.plural),
        "number_agrees": float(personal and refers == "plural" and mention.plural),
        "attribute_for_pronoun": float(personal and candidate.traits["attribute"] > 0),
        "attribute_for_omission": float(not personal and candidate.traits["attribute"] > 0),
        "attribute_of_for_pronoun": float(personal and candidate.traits["attribute_of"] > 0),
        "subject_for_subject": float(personal and bool(cue and cue.subject) and candidate.traits["subject"] > 0),
        "understood_for_pronoun": candidate.traits["understood_last"] * personal,
        "governed_for_pronoun": candidate.traits["governed"] * personal,
        "aside_for_pronoun": candidate.traits["asides_only"] * personal,
        "main_for_pronoun": candidate.traits["main"] * personal,
        "running_for_pronoun": candidate.traits["running"] * personal,
        "defined_for_pronoun": candidate.traits["defined_last"] * personal,
        "inside_for_thing": float(refers == "thing" and mention.inside),
        "name_for_stand_in": float(cue is not None and cue.kind == "stand_in" and mention.name),
        "name_for_omission": candidate.traits["name"] * (not personal),
        "recent_for_pronoun": candidate.traits["recency"] * personal,
        "answer_for_pronoun": candidate.traits["only_in_answers"] * personal,
        "topic_for_omission": candidate.traits["in_first_question"] * (not personal),
        "share_for_omission": candidate.traits["share_of_turns"] * (not personal),
    }


_FOR = every(lambda grammar: grammar.for_words)
_AND = frozenset(lexicon(code).joiners[0] for code in LANGUAGES)
