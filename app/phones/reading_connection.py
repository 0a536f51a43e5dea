"""The socket of a seat's page beside the game, such as *How to play*: it says when the seat's turn has come."""

from typing import Final

import msgspec

from app.phones.phone_connection import PhoneConnection

_WRITE: Final = msgspec.json.Encoder()


class TurnNotice(msgspec.Struct, frozen=True, tag="turn", tag_field="type"):
    """The words at the page's edge if something is asked of its seat; empty if nothing is."""

    text: str


class ReadingConnection(PhoneConnection):
    """A page that its person reads meanwhile. The seat is present, and its page with the game stays open beside it."""

    is_acting = False
    _sent: TurnNotice | None = None

    def state(self) -> bytes | None:
        if not self.follow_seat():
            return None
        self._reader.since = self.table.log_end  # no log is shown
        page = self._show.open_update(self._reader)
        notice = TurnNotice(page.w("Your turn") if page.question is not None else "")
        if notice == self._sent:
            return None
        self._sent = notice
        return _WRITE.encode(notice)
