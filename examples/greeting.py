"""A greeting is answered at once, in words of our own; it is stored and remembered like any turn."""

from askwell.pipeline.plugin_steps import TurnRuntime, TurnState, Update, reply

GREETINGS = {"hi", "hello", "good morning", "hallo", "goedemorgen", "ciao", "buongiorno"}


async def greeting(state: TurnState, runtime: TurnRuntime) -> Update:
    """Greet back; place it `after: recall`, and search and writer are left out."""
    if state.asked.lower().strip(" .,!") not in GREETINGS:
        return {}
    again = " again" if state.recalled.turns else ""
    return reply(f"Hello{again}! Ask me anything about {runtime.context.assistant.title.lower()}.")
