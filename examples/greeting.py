"""A step that answers greetings at once; they are stored and remembered like any other turn."""

from askwell.pipeline.plugin_steps import TurnRuntime, TurnState, Update, reply

GREETINGS = {"hi", "hello", "good morning", "hallo", "goedemorgen", "ciao", "buongiorno"}


async def greeting(state: TurnState, runtime: TurnRuntime) -> Update:
    """Return a greeting. Placed `after: recall`, it skips search and writer."""
    if state.asked.lower().strip(" .,!") not in GREETINGS:
        return {}
    again = " again" if state.recalled.turns else ""
    return reply(f"Hello{again}! Ask me anything about {runtime.context.assistant.title.lower()}.")
