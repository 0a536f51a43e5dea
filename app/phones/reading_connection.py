"""The socket of a seat's page beside the game, such as *How to play*: it says when the seat's turn has come."""

from typing import Final

import msgspec

from app.phones.phone_connection import End
from app.phones.websockets import NO_KEY, Connection
from app.text import translation

_WRITE: Final = msgspec.json.Encoder()


class TurnNotice(msgspec.Struct, frozen=True, tag="turn", tag_field="type"):
    """The words at the page's edge if something is asked of its seat; empty if nothing is."""

    text: str


class ReadingConnection(Connection):
    """A page that its person reads meanwhile. The seat is present, and its page with the game stays open beside it."""

    is_acting = False

    def on_seat_changed(self) -> None:
        """Change nothing: each notice is about the seat that the key has now."""

    def state(self) -> bytes | None:
        if not self.follow_seat():
            return None
        asked = self.table.snapshot(self.who, self.table.log_end).questions
        is_asked = any(question.seat == self.own_seat and not question.ends for question in asked)
        w = translation.words(self.lang())
        return _WRITE.encode(TurnNotice(w("Your turn") if is_asked else ""))

    def close_expired(self) -> None:
        self.enqueue(End("gone"))
        self.close_when_sent(NO_KEY)
