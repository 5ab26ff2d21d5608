"""LangGraph with its SQLite checkpointer: as its documentation shows it, and tuned as well as it goes."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages

from bench.peers.talk import answer, number_of, question

_STEPS = ("screen", "resolve", "route", "search", "rank", "write")


class _State(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]
    way: str


class LangGraphSqlite:
    """Six trivial nodes, messages in the state, a checkpoint after every step; passages are kept out of the state."""

    name = "langgraph-sqlite"
    durability: Literal["async", "exit"] = "async"
    pragma = ""

    async def open(self, folder: Path) -> None:
        self._stack = AsyncExitStack()
        saver = await self._stack.enter_async_context(AsyncSqliteSaver.from_conn_string(str(folder / "checkpoints.db")))
        await saver.setup()
        if self.pragma:
            await saver.conn.execute(self.pragma)
        graph: Any = StateGraph(_State)
        for step in _STEPS:
            graph.add_node(step, _write if step == "write" else _pass_on)
        for before, after in zip((START, *_STEPS), (*_STEPS, END), strict=True):
            graph.add_edge(before, after)
        self._graph = graph.compile(checkpointer=saver)

    async def turn(self, session: str, number: int) -> str:
        config = {"configurable": {"thread_id": session}}
        asked = {"messages": [HumanMessage(question(number))]}
        state = await self._graph.ainvoke(asked, config, durability=self.durability)
        said: str = state["messages"][-1].content
        return said

    async def settle(self) -> None:
        pass

    async def close(self) -> None:
        await self._stack.aclose()


class LangGraphSqliteTuned(LangGraphSqlite):
    """The same with one checkpoint a turn and without waiting for the disk at each."""

    name = "langgraph-sqlite-tuned"
    durability = "exit"
    pragma = "PRAGMA synchronous=NORMAL"


async def _pass_on(state: _State) -> dict[str, object]:
    return {"way": state.get("way") or "search"}


async def _write(state: _State) -> dict[str, object]:
    return {"messages": [AIMessage(answer(number_of(str(state["messages"][-1].content))))]}
