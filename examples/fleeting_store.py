"""A store for a kiosk: conversations end with the process."""

from askwell.ports import Clock, Ids, Store
from askwell.settings import Settings
from askwell.stores.inmemory.store import InMemoryStore


def fleeting_store(settings: Settings, clock: Clock, ids: Ids) -> Store:
    """The store for `store = "fleeting"`. Test your own store with `askwell.testing.stores`."""
    return InMemoryStore(clock, ids)
