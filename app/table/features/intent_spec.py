"""An entry of the list of intents: who may send an intent, which handler applies it, and how it may be refused."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec

from app.protocol.base_messages import Accepted, Intent, Message
from app.protocol.client_rights import Reach, Role
from app.table.core.transaction import Immediate, Transaction
from app.table.features.intent_context import IntentContext

# A change, or an answer that changes nothing. Any: each handler takes the intent it is listed with.
Handler: TypeAlias = Callable[[IntentContext, Any], Transaction | Immediate | Message]
Outlives: TypeAlias = Callable[[IntentContext, Any], bool]  # Any: as above

COMMON_REFUSALS: Final = frozenset({"rights", "id"})  # refusals of every intent; by a socket also `message`, `too-fast`
STORE_REFUSALS: Final = frozenset({"disk-full", "unwritable"})  # refusals of what has to be stored


class IntentSpec(msgspec.Struct, frozen=True):
    """One intent. Its name and fields are those of its Struct, which also says what it means."""

    intent: type[Intent]
    roles: frozenset[Role]  # who may send it at all
    handler: Handler
    refusals: frozenset[str] = frozenset()  # besides COMMON_REFUSALS and STORE_REFUSALS
    by_rules: bool = False  # it may also be refused by the rules of the game, or of the sheet
    answer: type[Message] = Accepted
    reach: Reach = Reach()  # for whose seats a phone may send it
    max_bytes: int = 2_048  # of a message on a socket
    outlives: Outlives | None = None  # whether its effect outlasts the game, so that it has to be confirmed

    @property
    def changes(self) -> bool:
        """True if it changes something: sent twice with the same id, it is applied once."""
        return self.answer is Accepted
