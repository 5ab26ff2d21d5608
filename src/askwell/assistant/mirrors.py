"""Collections that mirror the folder of an assistant."""

from collections.abc import Mapping

from askwell.assistant.definition import Assistant
from askwell.errors import Conflict


def refuse_mirrored(assistants: Mapping[str, Assistant], collection: str) -> None:
    """Raise Conflict (`collection_kept`) if a collection mirrors the knowledge folder of an assistant.

    The next start would undo changes to such a collection.
    """
    for name, assistant in assistants.items():
        folder = assistant.knowledge_folder
        if folder is not None and folder.is_dir() and assistant.collections[0] == collection:
            raise Conflict(
                f"Collection {collection!r} mirrors the knowledge folder of assistant {name!r}",
                code="collection_kept",
                hint="Change the files in that folder, or use the collection 'documents'.",
            )
