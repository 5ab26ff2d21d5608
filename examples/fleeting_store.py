"""A store: conversations that end with the process, for a kiosk."""

from askwell.ports import Clock, Ids, Store
from askwell.settings import Settings
from askwell.stores.inmemory.store import InMemoryStore


def fleeting_store(settings: Settings, clock: Clock, ids: Ids) -> Store:
    """What `store = "fleeting"` makes; `askwell.testing.stores` checks one of your own."""
    return InMemoryStore(clock, ids)
