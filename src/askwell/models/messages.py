"""The type of LangChain's messages, for public interfaces that return them."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

__all__ = ["BaseMessage"]
