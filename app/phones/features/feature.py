"""The hooks by which a feature takes part in a phone's page.

The page maker calls each hook of all features in the order of `registry.FEATURES` and knows none of them by name.
"""

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from app.phones.common_parts import Parts
from app.phones.features.regions_and_tabs import PageSlot
from app.phones.open_page_state import PageState
from app.phones.page_sources import PageSources
from app.phones.page_update import PageUpdate
from app.protocol.base_messages import Intent, Message
from app.protocol.teaching_messages import Fact


class PhoneFeature:
    """One feature of phones. Every hook does nothing here; a feature overrides those that it needs."""

    slots: ClassVar[tuple[PageSlot, ...]] = ()  # the places of its parts in the page

    def __init__(self, sources: PageSources) -> None:
        self._sources = sources

    def page_parts(self, page: PageUpdate) -> Parts:
        """Build this feature's parts. One that `page.made` contains already is replaced."""
        return {}

    def highlighted(self, reader: PageState, facts: Mapping[str, Fact]) -> tuple[str, ...]:
        """Return the keys of the things on a page that a refusal with these facts mentions."""
        return ()

    def on_answer(self, reader: PageState, answer: Message) -> msgspec.Struct | None:
        """Return the message that a phone gets instead of this answer of the table; None: the answer itself."""
        return None

    def on_refusal(self, intent: Intent) -> msgspec.Struct | None:
        """Return the message that a phone gets instead of a refusal of this intent; None: the refusal itself."""
        return None
