"""Idempotency keys: ids of intents that were applied, so that a repeated one is answered and not applied again."""

from typing import Final

from app.protocol.rejection import Rejection
from app.storage.commit_writer import MAX_INTENT_IDS, SLACK, Write
from app.storage.database import Store

ID_LENGTH: Final = 64  # characters


class SeenIntents:
    """Ids by device. Those of intents that stored nothing are lost with a restart."""

    __slots__ = ("_ids",)

    def __init__(self, store: Store) -> None:
        self._ids = dict.fromkeys(store.idempotency_keys())  # (device, id), oldest first

    def holds(self, device: str, id: str) -> bool:
        """Check whether this intent was applied before; Rejection `id` for an id that cannot be stored."""
        if not 1 <= len(id) <= ID_LENGTH:
            raise Rejection("id", most=ID_LENGTH)
        return (device, id) in self._ids

    def store(self, write: Write, device: str, id: str) -> None:
        """Write an id to the store, and delete the oldest if there are too many."""
        write.idempotency_key(device, id)
        if self._are_many():
            write.forget_idempotency_keys()

    def add(self, device: str, id: str) -> None:
        if self._are_many():
            self._ids = dict.fromkeys(list(self._ids)[-MAX_INTENT_IDS:])
        self._ids[device, id] = None

    def _are_many(self) -> bool:
        return len(self._ids) > MAX_INTENT_IDS + SLACK
