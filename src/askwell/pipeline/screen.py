"""The `screen` step: checks that there is a question within the limits, and detects its language."""

from askwell.assistant import Assistant
from askwell.errors import BadInput
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.text.characters import is_text
from askwell.text.detect import detect_language
from askwell.text.talk import talk_act
from askwell.text.words import words
from askwell.types import Language, Turn, TurnOptions, decided

MIN_WORDS = 4
"""Minimum words for language detection; shorter questions take the language of the conversation."""

MAX_TURNS = 10
"""Maximum size of the window of recent turns."""


def check_question(question: str, assistant: Assistant) -> None:
    """Reject an invalid question before anything is stored.

    Raises BadInput `empty_question`, `question_too_long` (over the assistant's `limits.question_bytes` in UTF-8) or
    `bad_character` (NUL, a lone surrogate).
    """
    if not question.strip():
        raise BadInput("The question is empty.", code="empty_question", hint="Type a question.")
    if not is_text(question):
        raise BadInput(
            "The question contains a character that is not text (NUL or a lone surrogate).",
            code="bad_character",
            hint="Remove it and ask again.",
        )
    size, cap = len(question.encode()), assistant.limits.question_bytes
    if size > cap:
        raise BadInput(
            f"The question has {size:,} bytes; {cap:,} are allowed.",
            code="question_too_long",
            hint="Add long texts as documents and ask about them.",
        )


def check_options(options: TurnOptions) -> None:
    """Reject options out of range. Raises BadInput `bad_window`."""
    if options.window_turns is not None and not 1 <= options.window_turns <= MAX_TURNS:
        raise BadInput(
            f"The window is {options.window_turns} turns; 1 to {MAX_TURNS} are allowed.",
            code="bad_window",
            hint="Omit it to use the assistant's window.",
        )


async def screen(state: TurnState, runtime: TurnRuntime) -> Update:
    """The language of the question; a question without words is declined."""
    if not words(state.asked):
        return {"route": "decline", "decisions": (decided("screen.wordless"),)}
    allowed = runtime.context.assistant.languages
    language = detect_language(state.analysed_asked, allowed=allowed, default=allowed[0])
    if len(words(state.asked)) < MIN_WORDS and not talk_act(state.analysed_asked, language):
        # "Hoi" has too few letters to be detected, but is small talk in one language only.
        language = next((each for each in allowed if talk_act(state.analysed_asked, each)), language)
    return {"language": language, "decisions": (decided("screen.language", {"language": language}),)}


def conversation_language(detected: Language, question: str, turns: tuple[Turn, ...]) -> Language:
    """The language of the answer; a short follow-up takes that of the last turn."""
    if turns and len(words(question)) < MIN_WORDS:
        return turns[-1].language
    return detected
