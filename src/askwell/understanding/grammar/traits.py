"""What speaks for a thing that was spoken of, whatever the question is; each trait between 0 and 1."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from askwell.languages.lexicon import Lexicon
from askwell.text.mentions import Mention
from askwell.understanding.grammar.threads import Thread

Stems = frozenset[str]


@dataclass(frozen=True, slots=True)
class Asked:
    """The questions of a conversation as what they speak of is measured against them, oldest first."""

    lexicon: Lexicon
    typed: Sequence[Stems]
    """Stems of each question as it was typed."""
    full: Sequence[Stems]
    """As it was resolved."""
    phrases: Sequence[Stems]
    """Of its noun phrases."""
    main: Sequence[Stems]
    """Of the first one that is no attribute."""
    complete: Sequence[bool]
    """Whether it was complete as typed."""
    opened: int
    """Place of the last one that was."""
    who: frozenset[Stems]
    """What some question asked who it is."""


def traits(thread: Thread, stems: Stems, within: frozenset[int], asked: Asked) -> dict[str, float]:
    """What speaks for a thing; `within` are the places of the questions that hold it as they were resolved."""
    mention, places, main, complete = thread.mention, thread.places, asked.main, asked.complete
    last = len(asked.full) - 1
    typed = {index for index, question in enumerate(asked.typed) if stems <= question}
    recent = max(within | thread.turns)
    latest = max(within, default=-1)
    opened, in_last = asked.opened, last in within
    owned, owns = mention.head in asked.lexicon.owned, mention.joined or mention.complement == "owner"
    owned = owned and (owns or _is_bare(mention, asked.lexicon))
    one = len(stems) == 1
    return {
        "recency": 1 / (1 + last - recent),
        "in_last_question": float(in_last),
        "in_last_answer": float((last, "answer") in places),
        "in_first_question": float(0 in within),
        "only_in_answers": float(not within),
        "in_title": float(any(place == "title" for _, place in places)),
        "share_of_turns": len(within) / len(asked.full),
        "understood_last": float(in_last and last not in typed),
        "recalled": float(in_last and last - 1 in within and not {last - 1, last} & typed),
        "opened_subject": float(opened in within),
        "asides_only": float(bool(typed) and not any(complete[index] for index in typed)),
        "main": float(bool(within) and main[latest] == stems),
        "main_of_opening": float(main[opened] == stems),
        "running": float(main[last] == stems),
        "running_share": sum([each == stems for each in main[-3:]]) / min(3, len(main)),
        "who": float(stems in asked.who),
        "said_in_last": float((last, "question") in places),
        "defined_last": float(in_last and complete[last] and asked.phrases[last] == stems),
        "title_topic": float(in_last and (last, "title") in places),
        "inside": float(mention.inside),
        "asked_alone": float(bool(within) and asked.phrases[latest] == stems),
        "subject": float(thread.subject),
        "governed": float(bool(mention.preposition)),
        "place": float(thread.located),
        "name": float(mention.name),
        "definite": float(mention.determiner == "definite"),
        "indefinite": float(mention.determiner == "indefinite"),
        "attribute": float(owned and not mention.joined and not mention.name),
        "attribute_of": float(owned and owns),
        "joined": float(mention.joined and not owned),
        "one_word": float(one and not mention.name),
        "one_name": float(one and mention.name),
        "long": float(len(stems) > 4),
        "since_first": float(in_last and 0 in within),
    }


def relations(
    mention: Mention, stems: Stems, within: Mapping[Stems, frozenset[int]], names: frozenset[Stems]
) -> dict[str, float]:
    """How a thing relates to those that are parts of it and those it is part of; nothing where no question holds it."""
    own = within[stems]
    if not own:
        return {}
    holds_older = any(other < stems and own < turns for other, turns in within.items())
    larger = [(other, turns) for other, turns in within.items() if other > stems]
    return {
        "holds_older": float(holds_older),
        "genitive_of_older": float(mention.complement == "owner" and holds_older),
        "short_form": float(mention.name and any(len(other) <= 4 and other in names for other, _ in larger)),
        "always_part": float(any(own == turns for _, turns in larger)),
        "lives_on": float(any(bool(turns) and turns < own for _, turns in larger)),
    }


def _is_bare(mention: Mention, lexicon: Lexicon) -> bool:
    """Whether a noun has no modifiers but adjectives and attributes."""
    modifiers = mention.core.lower().split()[:-1]
    return all(word in lexicon.adjectives or word in lexicon.owned for word in modifiers)
