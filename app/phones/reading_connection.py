"""The socket of a seat's page beside the game, such as *How to play*: it says when the seat's turn or a game comes."""

from typing import Final

import msgspec

from app.phones.phone_connection import PhoneConnection

_WRITE: Final = msgspec.json.Encoder()


class TurnNotice(msgspec.Struct, frozen=True, tag="turn", tag_field="type"):
    """The words at the page's edge if something is asked of its seat, or a game has begun; else empty."""

    text: str


class ReadingConnection(PhoneConnection):
    """A page that its person reads meanwhile. The seat is present, and its page with the game stays open beside it."""

    is_acting = False
    _sent: TurnNotice | None = None
    _first_game: int | None = None  # when the page was opened; 0: the lobby

    def state(self) -> bytes | None:
        if not self.follow_seat():
            return None
        self._reader.since = self.table.log_end  # no log is shown
        page = self._show.open_update(self._reader)
        game = page.table.game_id
        if self._first_game is None:
            self._first_game = game
        begins = page.table.phase == "game" and game != self._first_game
        text = page.w("The game begins.").rstrip(".") if begins else ""
        notice = TurnNotice(page.w("Your turn") if page.question is not None else text)
        if notice == self._sent:
            return None
        self._sent = notice
        return _WRITE.encode(notice)
