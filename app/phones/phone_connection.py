"""The socket of an HTML phone: sends the page's parts, and after that only those that changed."""

from time import time
from typing import Final

import msgspec
from aiohttp import web

from app.phones.features.regions_and_tabs import TABS
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.phones.template_rendering import INCOMPLETE
from app.phones.websockets import MOVED, NO_KEY, ClientParts, Connection, Connections
from app.protocol.base_messages import Intent, Message
from app.protocol.client_rights import Actor
from app.protocol.rejection import Rejection

EMPTY_HTML: Final = msgspec.Raw(b'""')
_WRITE: Final = msgspec.json.Encoder()


class PartsMessage(msgspec.Struct, frozen=True, tag="parts", tag_field="type"):
    """New or changed parts: (ETag, HTML) by name, and the names of removed ones.

    `told`: new log lines to read aloud: number, text, and True if everyone may hear it.
    """

    rev: int
    tab: str | None
    parts: dict[str, tuple[str, msgspec.Raw]]
    gone: tuple[str, ...] = ()
    told: tuple[tuple[int, str, bool], ...] = ()


class End(msgspec.Struct, frozen=True, tag="end", tag_field="type"):
    """The page's last message. `why`: moved (a newer tab is active) or gone (the seat is no longer played by phone)."""

    why: str


class PhoneConnection(Connection):
    """A page in a browser, of a seat or an onlooker. Forms send text, which is parsed by each field's type."""

    strict = False

    def __init__(
        self,
        show: PageMaker,
        connections: Connections,
        socket: web.WebSocketResponse,
        who: Actor,
        key: str | None,
        page: str,
        wants: str = "",
    ) -> None:
        super().__init__(connections, socket, who, key, page)
        self._show = show
        self._reader = PageState(who, None, wants)
        self._client_etags: dict[str, str] | None = None  # ETags of the client's parts, until answered
        self._is_synchronised = False  # the client has sent its parts once
        self._last_line_read: int | None = None  # number of the last line read aloud

    def receive_parts(self, have: ClientParts) -> None:
        tab = have.tab if have.tab in TABS else "mine" if self.key else "table"
        if tab != self._reader.tab:
            self._reader = PageState(self.who, tab, self._reader.wants)
        self._reader.clock = self._show.compare_clocks(have.zone, have.at, time())
        self._client_etags, self._last_line_read = dict(have.parts), have.heard
        self.changed()

    def on_seat_changed(self) -> None:
        before, self._reader = self._reader, PageState(self.who, self._reader.tab)
        self._reader.clock, self._client_etags = before.clock, dict.fromkeys(before.shown, INCOMPLETE)

    def state(self) -> bytes | None:
        if not self.follow_seat():
            return None
        news = self._show.update_page(self._reader, self.connections.screens > 0)
        if self._client_etags is not None:
            return self._diff_from(self._client_etags)
        if not self._is_synchronised or not (news.parts or news.gone):
            return None
        return self._encode_diff({name: (part.etag, part.json) for name, part in news.parts.items()}, news.gone)

    def _diff_from(self, have: dict[str, str]) -> bytes:
        """Return the diff from the parts a client reports; sent even if empty, because the client asked."""
        self._client_etags, self._is_synchronised = None, True
        shown = self._reader.shown
        parts = {name: (part.etag, part.json) for name, part in shown.items() if have.get(name, "") != part.etag}
        tab, watching, far = self._reader.tab, self.key is None, self._reader.far
        gone = tuple(
            name
            for name, etag in have.items()
            if etag and name not in shown and self._show.layout.is_on(tab, name, watching=watching, far=far)
        )
        return self._encode_diff(parts, gone)

    def _encode_diff(self, parts: dict[str, tuple[str, msgspec.Raw]], gone: tuple[str, ...]) -> bytes:
        """Encode a diff: removed parts with a number vanish, others stay and become empty."""
        empty = {name: ("", EMPTY_HTML) for name in gone if "-" not in name}
        lists = tuple(name for name in gone if "-" in name)
        return _WRITE.encode(
            PartsMessage(self.table.rev, self._reader.tab, {**empty, **parts}, lists, self._lines_to_read_aloud())
        )

    def _lines_to_read_aloud(self) -> tuple[tuple[int, str, bool], ...]:
        before = self._last_line_read
        lines = () if before is None else self._reader.lines_to_read_aloud(before)
        if before is None or not lines:
            return ()
        self._last_line_read = lines[-1][0]
        open_to_all = self._show.public_line_numbers(before)
        return tuple((number, text, number in open_to_all) for number, text in lines)

    def convert_answer(self, answer: Message) -> msgspec.Struct:
        return self._show.answer(self._reader, answer)

    def refuse_intent(self, intent: Intent, no: Rejection) -> None:
        instead = self._show.refusal(intent)
        if instead is None:
            super().refuse_intent(intent, no)
        else:
            self.enqueue(instead)

    def highlighted_keys(self, facts: dict[str, int | str]) -> tuple[str, ...]:
        return self._show.highlighted(self._reader, facts)

    def close_expired(self) -> None:
        self.enqueue(End("gone"))
        self.close_when_sent(NO_KEY)

    def close_replaced(self) -> None:
        self.enqueue(End("moved"))
        self.close_when_sent(MOVED)
