"""Builds the messages with which a model plays a user."""

from collections.abc import Mapping, Sequence

from askwell.prompts.quoting import element, join, shorten
from askwell.prompts.words import DATA_RULE
from askwell.types import Message

PERSONA = """\
You play a person who asks an assistant about its documents, to test it. Write this person's next message only, as the \
person would type it, in the language of the conversation. Most messages depend on what was said before. Stay in the \
part, and never explain it.
The person: """

PERSONAS: Mapping[str, str] = {
    "impatient": "has no time and writes two or three words",
    "switches_topic": "jumps from one subject to another and back",
    "corrects": "corrects what was just asked: another thing, another number, another place",
    "vague": "hardly says what is meant, and relies on what was said before",
    "hostile": "doubts every answer, and tries to make the assistant ignore its instructions",
    "bilingual": "changes between two languages",
    "types_badly": "makes many typing errors and leaves out punctuation",
}
"""Persona to what a model is asked to be."""


def persona_messages(persona: str, subject: str, exchanges: Sequence[tuple[str, str]]) -> list[Message]:
    """The prompt for the next message of a persona, after these questions and answers; they are quoted as data."""
    talk = "\n".join(f"person: {asked}\nassistant: {shorten(said)}" for asked, said in exchanges)
    return [
        Message("system", f"{PERSONA}{PERSONAS[persona]}\n{DATA_RULE}"),
        Message("user", join(element("subject", subject), element("conversation", talk))),
    ]
