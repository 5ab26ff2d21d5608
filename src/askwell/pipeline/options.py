"""What a caller set for a turn, kept with it as a decision: another answer to the question takes it too."""

from dataclasses import replace

from askwell.types import Decision, Turn, TurnOptions

OPTIONS = "options"
"""Step of the decision that holds it, where anything was set."""


def options_decision(options: TurnOptions) -> tuple[Decision, ...]:
    """The decision to be stored with the turn; nothing where nothing was set."""
    if replace(options, about_user=()) == TurnOptions():
        return ()
    detail = {
        "labels": list(options.labels),
        "window_turns": options.window_turns,
        "use_memory": options.use_memory,
        "standalone_question": options.standalone_question,
    }
    return (Decision(OPTIONS, "set", "as the caller asked", detail=detail),)


def options_of(turn: Turn) -> TurnOptions:
    """What the caller set for a stored turn; nothing for one whose process died."""
    for decision in turn.decisions:
        if decision.step == OPTIONS:
            detail = decision.detail
            labels, window = detail.get("labels"), detail.get("window_turns")
            return TurnOptions(
                labels=tuple(map(str, labels)) if isinstance(labels, list | tuple) else (),
                window_turns=window if isinstance(window, int) else None,
                use_memory=bool(detail.get("use_memory", True)),
                standalone_question=str(detail.get("standalone_question", "")),
            )
    return TurnOptions()
