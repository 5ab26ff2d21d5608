"""A prompt part that tells the writer whether the desk is open now."""

from askwell.pipeline.plugin_steps import TurnRuntime, TurnState

OPENS, CLOSES = 9, 17
"""Hours of a working day, UTC."""


async def opening_hours(state: TurnState, runtime: TurnRuntime) -> str:
    """The opening hours, and whether the desk is open now."""
    now = runtime.context.clock.now()
    is_open = now.weekday() < 5 and OPENS <= now.hour < CLOSES
    return f"The desk is {'open' if is_open else 'closed'} now; it is open on weekdays from {OPENS} to {CLOSES} UTC."
