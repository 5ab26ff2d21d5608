"""Builds the messages for judging an answered turn in its conversation."""

from collections.abc import Sequence
from hashlib import sha256

from askwell.prompts.quoting import element, escape, join, passages_element
from askwell.prompts.words import DATA_RULE
from askwell.types import EarlierTurn, JudgedTurn, Message, Passage

READ = """\
You read the last message of a conversation and write the question that the user asks with it, so that it can be \
understood without the conversation. Keep the user's words where they are complete, add only what the conversation \
makes plain, and answer nothing. Write it in the language of the message, like {"question": "..."}."""

JUDGE = """\
You judge the last answer of an assistant in a conversation, strictly and only by what you are given.

factual_accuracy, 1 to 5: 5 if each statement is in the passages or in the earlier conversation, in substance and with \
the same numbers, dates and names; 3 if a part of them is not; 1 if what matters is wrong or invented. A correct \
statement that rests on the earlier conversation alone is as good as one from a passage. Small talk, a question back, \
and saying that the documents do not answer claim nothing: 5.
wrong: the statements that passages or conversation contradict or do not have, word for word; else an empty list.
completeness, 1 to 5: 5 if the answer covers all that was asked, and the expected topics if there are any; 1 if it \
covers nothing of it. If the passages do not answer, 5 for an answer that says so; if they do, 1 for one that says so.
same_question: whether <reading_a> and <reading_b> ask for the same thing. Two wordings are the same if one answer is \
right for both; another person, thing, number, time or property is another question.
coherence, 1 to 3: 3 if the answer fits the message and the conversation, in the user's language; 2 with a break; 1 if \
it does not belong there.

Length is no merit: a short answer that is complete scores as high as a long one, and what is added without being \
asked for raises no score. The order of passages and of the readings means nothing.
Give the reasons first, each one sentence."""


def prompt_id() -> str:
    """A short hash of the prompts, which changes with their wording."""
    return sha256(f"{READ}\n{JUDGE}".encode()).hexdigest()[:12]


def reading_messages(turn: JudgedTurn) -> list[Message]:
    """The prompt for a reading of the question that has not seen the system's own."""
    return [
        Message("system", join(READ, DATA_RULE)),
        Message("user", join(_conversation(turn.earlier), element("message", turn.question))),
    ]


def judge_messages(turn: JudgedTurn, readings: tuple[str, str] | None, *, rotation: int = 0) -> list[Message]:
    """The prompt for the scores of a turn. `readings` are two readings of its question, None if there is one only.

    `rotation` is how many passages move from the beginning to the end; the readings change places if it is odd.
    """
    held = [(number, passage) for number, passages in turn.sources.items() for passage in passages]
    at = rotation % len(held) if held else 0
    moved: Sequence[tuple[int, Passage]] = [*held[at:], *held[:at]]
    first, second = (readings or ("", ""))[:: -1 if rotation % 2 else 1]
    topics = "\n".join(" / ".join(names) for names in (*turn.expected_topics, *turn.expected_texts))
    return [
        Message("system", join(JUDGE, DATA_RULE)),
        Message(
            "user",
            join(
                _conversation(turn.earlier),
                passages_element([passage for _, passage in moved], [number for number, _ in moved]),
                element("message", turn.question),
                element("reading_a", first),
                element("reading_b", second),
                element("expected_topics", topics),
                element("answer", turn.answer),
            ),
        ),
    ]


def _conversation(earlier: Sequence[EarlierTurn]) -> str:
    lines = [f"<user>{escape(each.question)}</user>\n<assistant>{escape(each.answer)}</assistant>" for each in earlier]
    return "\n".join(["<conversation>", *lines, "</conversation>"]) if lines else ""
