"""Models by the names that settings give them."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from askwell.assistant import Assistant
from askwell.composition.plugins import plugged_model
from askwell.composition.registry import PluginRegistry
from askwell.errors import BadConfig
from askwell.models.chat import EndpointChat
from askwell.models.costs import PricedChat, Prices
from askwell.models.e5 import FILE
from askwell.models.embed import EndpointEmbedder, MiniLmEmbedder
from askwell.models.embed_e5 import E5Embedder
from askwell.models.fallback import FallbackChat
from askwell.models.local import LocalChat
from askwell.models.read_e5 import E5Reader
from askwell.models.read_turns import E5ConversationReader
from askwell.models.stream_guard import Limits
from askwell.ports import AnswerReader, ChatModel, ConversationReader, Embedder
from askwell.settings import Settings
from askwell.text.secrets import hide_secrets

DOCUMENTS = "documents"
"""The built-in assistant over what `askwell add` takes in."""


def embedder_name(settings: Settings, assistant: Assistant | None = None) -> str:
    """The name of the embedder for an assistant, or for the documents of none.

    `auto` goes by what was measured (docs/embedders.md): `minilm` for an assistant that speaks English alone,
    `e5-small` for one that speaks another language. What is added has the setting `documents_embedder`; if that is
    `auto` too, it is `minilm` for all but the documents themselves (`documents_embedders`).
    """
    if settings.embedder != "auto":
        return settings.embedder
    if assistant is None or assistant.name == DOCUMENTS:
        return MiniLmEmbedder.name if settings.documents_embedder == "auto" else settings.documents_embedder
    return E5Embedder.name if set(assistant.languages) - {"en"} else MiniLmEmbedder.name


def documents_embedders(settings: Settings) -> tuple[str, str]:
    """The names of the embedders for added documents in English, and in another language."""
    if settings.embedder == settings.documents_embedder == "auto":
        return MiniLmEmbedder.name, E5Embedder.name
    return (embedder_name(settings),) * 2


def collection_embedders(settings: Settings, assistants: Iterable[Assistant]) -> dict[str, str]:
    """Collection to the name of the embedder that reads it, for those of assistants; others hold added documents.

    Where assistants share one, it is that of the first which keeps it, else of the first which searches it: vectors of
    two embedders cannot be compared.
    """
    kept = [(each.collections[0], each) for each in assistants]
    searched = [(name, each) for _, each in kept for name in each.collections[1:]]
    owners: dict[str, Assistant] = {}
    for name, each in (*kept, *searched):
        owners.setdefault(name, each)
    return {name: embedder_name(settings, owner) for name, owner in owners.items() if owner.name != DOCUMENTS}


def make_embedder(settings: Settings, name: str) -> Embedder | None:
    """The embedder of a name; None for `none`. Nothing is loaded or called before its first use."""
    if name == "none":
        return None
    if settings.embedding_url:
        if settings.embedder == "auto":
            raise BadConfig(
                f"Setting `embedding_url` is {hide_secrets(settings.embedding_url)!r} but `embedder` names no model",
                hint="Set `embedder` to the name of a model that it serves.",
            )
        return EndpointEmbedder(settings.embedding_url, name, key=settings.key_for("embedding"))
    if name == MiniLmEmbedder.name:
        return MiniLmEmbedder(settings.models_folder / MiniLmEmbedder.name)
    if name == E5Embedder.name:
        return E5Embedder(settings.models_folder / E5Embedder.name)
    key = "documents_embedder" if settings.embedder == "auto" else "embedder"
    raise BadConfig(
        f"Setting `{key}` is {name!r}, which is no known embedder",
        hint="Known: `minilm`, `e5-small`, `none`; `embedder` also takes `auto`, or any name with `embedding_url`.",
    )


@dataclass(frozen=True, slots=True)
class Readers:
    """Models that read texts together, to judge what rules make of them; rules judge alone where there are none."""

    answers: AnswerReader | None = None
    conversations: ConversationReader | None = None


def make_readers(settings: Settings) -> Readers:
    """The readers; none without embeddings, and where the weights of `e5-small` are not installed."""
    folder = settings.models_folder / E5Embedder.name
    if settings.embedder == "none" or not (folder / FILE).is_file():
        return Readers()
    return Readers(E5Reader(folder), E5ConversationReader(folder))


def make_judge_embedder(settings: Settings) -> Embedder | None:
    """The embedder whose vectors the judge of turns has learnt from; None where its weights are not installed."""
    folder = settings.models_folder / E5Embedder.name
    return E5Embedder(folder) if settings.embedder != "none" and (folder / FILE).is_file() else None


def make_model(settings: Settings, plug_ins: PluginRegistry | None = None) -> ChatModel | None:
    """The chat model that the settings name; None for none. Nothing is loaded or called before its first use.

    With a second model, that one is asked if the first fails. With prices, calls have a cost and may be refused.
    """
    first = _named_model(settings, "model", plug_ins)
    second = _named_model(settings, "second_model", plug_ins)
    if first is None:
        if second is not None:
            raise BadConfig("`second_model` is set and `model` is empty", hint="Set the model to ask first as `model`.")
        return None
    prices = Prices(settings.price_input, settings.price_output)
    second_prices = Prices(settings.second_price_input, settings.second_price_output)
    if settings.call_budget and prices == second_prices == Prices():
        raise BadConfig(
            f"`call_budget` is {settings.call_budget:g} and no price is set",
            hint="Set `price_input` and `price_output` to the prices of a million tokens.",
        )
    first = _priced(first, prices, settings)
    return first if second is None else FallbackChat(first, _priced(second, second_prices, settings))


def _priced(model: ChatModel, prices: Prices, settings: Settings) -> ChatModel:
    return model if prices == Prices() else PricedChat(model, prices, settings.call_budget)


def _named_model(
    settings: Settings, which: Literal["model", "second_model"], plug_ins: PluginRegistry | None
) -> ChatModel | None:
    """The model of one of the two settings."""
    named, url = (settings.model, settings.model_url)
    if which == "second_model":
        named, url = (settings.second_model, settings.second_model_url)
    if not named:
        if url:
            raise BadConfig(
                f"Setting `{which}_url` is {hide_secrets(url)!r} but `{which}` names no model",
                hint="`askwell doctor` lists the models of endpoints on this machine.",
            )
        return None
    kind, _, name = named.partition(":")
    if kind == "local":
        return _local_model(name, settings)
    if kind == "plugin":
        return plugged_model(name, settings.without_key_of(which), plug_ins or PluginRegistry())
    limits = Limits(
        first_token_s=settings.model_first_token_s,
        idle_s=settings.model_idle_s,
        total_s=settings.model_total_s,
        most_chars=settings.model_max_chars,
    )
    return EndpointChat(named, base_url=url, key=settings.key_for(which), limits=limits)


def _local_model(name: str, settings: Settings) -> ChatModel:
    """A GGUF file, or pulled weights by name."""
    is_file = name.endswith(".gguf")
    path = Path(name).expanduser() if is_file else settings.models_folder / name / "model.gguf"
    return LocalChat(path)
