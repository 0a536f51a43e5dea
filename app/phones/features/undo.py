"""The offers to undo, in the header of a seat's page."""

from app.phones.common_parts import Parts
from app.phones.features.feature import PhoneFeature
from app.phones.features.regions_and_tabs import PageSlot
from app.phones.page_update import PageUpdate
from app.phones.undo_part import undo


class PhoneUndo(PhoneFeature):
    """The offers to undo, unless the game has placed its own; after the end they are below the last tab."""

    slots = (PageSlot("undo", "bar"), PageSlot("undo_after_end", "foot"))

    def page_parts(self, page: PageUpdate) -> Parts:
        offers = page.made.pop("undo", None)
        if offers is None and page.seat is not None:
            offers = undo(page.table, page.retractable, page.seat, page.people)
        return {} if offers is None else {"undo_after_end" if page.table.phase == "over" else "undo": offers}
