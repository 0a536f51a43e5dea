"""The layout of a phone's page: the places of parts, by region, and the tab that shows each."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from app.text.translation import Words

Region: TypeAlias = Literal[
    "drawings", "bar", "head", "notices", "strip", "news", "above",
    "mine", "table", "aids", "score", "own", "more", "log", "foot", "owner",
    "tab", "dialogs", "unseen",
]  # fmt: skip
TAB_OF: Final = {  # the tab of a region; regions not listed here are on every tab
    "strip": "mine", "mine": "mine", "table": "table", "aids": "table", "score": "score",
    "own": "more", "more": "more", "log": "more", "foot": "more", "owner": "owner",
}  # fmt: skip
TABS: Final = tuple(dict.fromkeys(TAB_OF.values()))


class PageSlot(msgspec.Struct, frozen=True):
    """The place of one part, or of a list of them, in a region of the page."""

    kind: str  # the part's name; of a list the name of each part up to its number
    region: Region
    after: str = ""  # the kind that it follows; "": it is the last of the region so far
    listed: bool = False  # parts with numbers
    newest_first: bool = False  # a list in falling order
    watched: Region | None = None  # an onlooker's region, before the other parts there; None: the same
    for_seats: bool = False  # an onlooker has no such part
    tag: str = "div"  # of a list: the tag of each part
    yields: bool = False  # left out of a newcomer's short page
    classes: str = ""
    role: str = ""
    label: Callable[[Words], str] | None = None


class PageLayout:
    """The slots of all features, in the order in which a page contains them."""

    def __init__(self, slots: Iterable[PageSlot]) -> None:
        waiting = list(slots)
        moved = [slot for slot in waiting if slot.watched]
        placed: list[PageSlot] = []
        while waiting:
            kinds = [slot.kind for slot in placed]
            found = next((slot for slot in waiting if not slot.after or slot.after in kinds), None)
            if found is None:
                raise ValueError(f"no part {waiting[0].after!r} for {waiting[0].kind!r} to follow")
            waiting.remove(found)
            placed.insert(kinds.index(found.after) + 1 if found.after else len(kinds), found)
        self._of_seats = tuple(placed)
        self._of_onlookers = (*moved, *(slot for slot in placed if slot not in moved and not slot.for_seats))
        self._tabs = {
            False: {slot.kind: TAB_OF.get(slot.region) for slot in placed},
            True: {slot.kind: TAB_OF.get(slot.watched or slot.region) for slot in placed},
        }

    def slots(self, region: Region, *, watching: bool) -> Iterator[PageSlot]:
        """List the slots of a region, for an onlooker's page (`watching`) or a seat's."""
        if watching:
            return (slot for slot in self._of_onlookers if (slot.watched or slot.region) == region)
        return (slot for slot in self._of_seats if slot.region == region)

    def is_on(self, tab: str | None, name: str, *, watching: bool, far: bool = False) -> bool:
        """Check that a part is on a tab (None: any). `far`: the tab of the seat has the parts of the table, too."""
        found = self._tabs[watching].get(name.partition("-")[0])
        return tab is None or (found or tab) == tab or (far and (tab, found) == ("mine", "table"))
