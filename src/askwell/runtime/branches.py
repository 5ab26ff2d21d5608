"""The branches of a conversation: turns that are answers to the same place in it."""

from askwell.ports import Turns
from askwell.types import Principal, Turn


async def siblings_of(turns: Turns, principal: Principal, session: str, number: int) -> list[Turn]:
    """The siblings of a turn, including itself, in the order they were asked. Raises NotFound."""
    turn = await turns.get(principal, session, number)
    return [
        turn if each == number else await turns.get(principal, session, each) for each in turn.siblings or (number,)
    ]
