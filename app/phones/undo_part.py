"""The part of a page that offers to undo; pages of games place it, too."""

from typing import ClassVar

from app.phones.template_rendering import Labels, Part
from app.protocol.play_messages import UndoOffer
from app.protocol.table_messages import TableView
from app.shown.form import Button
from app.shown.play import undo as undone
from app.text.translation import Words


class UndoPart(Part, frozen=True):
    """The offers to undo. `place`: reserve the space even without an offer, so that nothing else appears under a
    finger.
    """

    template: ClassVar[str] = "undo.html"

    offers: tuple[tuple[UndoOffer, bool], ...]  # with whether the others would be asked
    people: tuple[str, ...]
    place: bool

    def rows(self, w: Words, labels: Labels) -> list[Button]:
        return [undone.undo(w, self._describe_offer(w, labels, *offer)) for offer in self.offers]

    def _describe_offer(self, w: Words, labels: Labels, offer: UndoOffer, asked: bool) -> undone.UndoOffered:
        if offer.seat:
            action = labels.finished_action(w, offer.action, self.people[offer.seat - 1], self.people, offer.card)
        else:
            action = labels.action(w, offer.action, self.people)
        return undone.UndoOffered(offer.row, action, offer.more, asked)


def undo(table: TableView, retractable: tuple[UndoOffer, ...], seat: int, people: tuple[str, ...]) -> UndoPart:
    """Build the undo offers for the head of a page; `retractable`, a seat's own secret choices, come first.

    Where people deal, the newest line is offered; `retractable` then holds reported parts of an unfinished turn, shown
    elsewhere.
    """
    place = table.phase == "game" and table.settings.undo != "never"
    if table.vote is not None:
        return UndoPart((), people, place)
    asking = (
        table.settings.undo == "ask"
        and table.mode == "play"
        and any(chair.person for chair in table.seats if chair.seat != seat)
    )
    offers = (*(retractable if table.mode != "track" else ()), *((table.undo,) if table.undo else ()))
    with_asking = tuple((offer, asking and not (offer.free and offer.seat == seat)) for offer in offers)
    return UndoPart(with_asking, people, place)
