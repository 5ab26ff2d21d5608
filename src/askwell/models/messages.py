"""The type of LangChain's messages, for faces that give them to others."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

__all__ = ["BaseMessage"]
