"""An HTML phone's connection: the table as parts of a page, of which only those that changed are sent."""

from time import time
from typing import Final

import msgspec
from aiohttp import web

from app.phones.page_frame import TABS, on
from app.phones.page_maker import PageMaker
from app.phones.page_session import Reader
from app.phones.sockets import MOVED, NO_KEY, Connection, Connections, Have
from app.protocol import messages
from app.protocol.rights import Rejected, Who
from app.shown.play.previews import GhostMark

NOTHING: Final = msgspec.Raw(b'""')
_WRITE: Final = msgspec.json.Encoder()


class PartsMessage(msgspec.Struct, frozen=True, tag="parts", tag_field="type"):
    """Parts of the page that are new or different: mark and HTML by name; and the names of those that are no more.

    `told`: new lines of the log by number, to be heard, and whether everybody may hear them.
    """

    rev: int
    tab: str | None
    parts: dict[str, tuple[str, msgspec.Raw]]
    gone: tuple[str, ...] = ()
    told: tuple[tuple[int, str, bool], ...] = ()


class Ahead(msgspec.Struct, frozen=True, tag="ahead", tag_field="type"):
    """What a use that is touched would come to, in short lines; `id` is that of what the page asked.

    `ghosts`: what of it is marked where it would be.
    """

    id: str
    lines: tuple[str, ...]
    ghosts: tuple[GhostMark, ...] = ()


class End(msgspec.Struct, frozen=True, tag="end", tag_field="type"):
    """This page has come to its end. `why`: moved (a newer tab acts) or gone (the seat is played in another way)."""

    why: str


class PhoneConnection(Connection):
    """A page in a browser, of a seat or of an onlooker. Its forms send text, which is read by each field's type."""

    decoder = msgspec.json.Decoder(messages.Intents | Have, strict=False)

    def __init__(
        self,
        show: PageMaker,
        connections: Connections,
        socket: web.WebSocketResponse,
        who: Who,
        key: str | None,
        page: str,
        wants: str = "",
    ) -> None:
        super().__init__(connections, socket, who, key, page)
        self._show = show
        self._reader = Reader(who, None, wants)
        self._have: dict[str, str] | None = None  # marks of the parts it says it shows, until that is answered
        self._told = False  # it has said so once, and follows since
        self._heard: int | None = None  # the newest line that was told by ear

    def have(self, have: Have) -> None:
        tab = have.tab if have.tab in TABS else "mine" if self.key else "table"
        if tab != self._reader.tab:
            self._reader = Reader(self.who, tab, self._reader.wants)
        self._reader.clock = self._show.clock_of(have.zone, have.at, time())
        self._have, self._heard = dict(have.parts), have.heard
        self.changed()

    def state(self) -> bytes | None:
        if not self.seated():
            self.gone()
            return None
        if self.who != self._reader.who:
            clock = self._reader.clock
            self._reader, self._have = Reader(self.who, self._reader.tab), dict.fromkeys(self._reader.shown, "?")
            self._reader.clock = clock
        news = self._show.changes(self._reader, self.connections.screens > 0)
        if self._have is not None:
            return self._against(self._have)
        if not self._told or not (news.parts or news.gone):
            return None
        return self._message({name: (part.mark, part.said) for name, part in news.parts.items()}, news.gone)

    def _against(self, have: dict[str, str]) -> bytes:
        """What a page lacks that shows these parts; said even if it is nothing, because it asked."""
        self._have, self._told = None, True
        shown = self._reader.shown
        parts = {name: (part.mark, part.said) for name, part in shown.items() if have.get(name, "") != part.mark}
        tab, watching = self._reader.tab, self.key is None
        gone = tuple(
            name for name, mark in have.items() if mark and name not in shown and on(tab, name, watching=watching)
        )
        return self._message(parts, gone)

    def _message(self, parts: dict[str, tuple[str, msgspec.Raw]], gone: tuple[str, ...]) -> bytes:
        """Parts with a number go with their place; the others stay, empty."""
        empty = {name: ("", NOTHING) for name in gone if "-" not in name}
        lists = tuple(name for name in gone if "-" in name)
        return _WRITE.encode(PartsMessage(self.table.rev, self._reader.tab, {**empty, **parts}, lists, self._tells()))

    def _tells(self) -> tuple[tuple[int, str, bool], ...]:
        """What is new to be heard."""
        before = self._heard
        told = () if before is None else self._reader.told(before)
        if before is None or not told:
            return ()
        self._heard = told[-1][0]
        open_to_all = self._show.open_lines(before)
        return tuple((number, text, number in open_to_all) for number, text in told)

    def answered(self, answer: messages.Message) -> msgspec.Struct:
        if isinstance(answer, messages.LookedAhead):
            return Ahead(answer.id, *self._show.foreseen(self._reader, answer))
        return answer

    def refused(self, intent: messages.Intents, no: Rejected) -> None:
        if isinstance(intent, messages.LookAhead):  # nobody has asked for it, so nobody is told
            self.say(Ahead(intent.id, ()))
        else:
            super().refused(intent, no)

    def named(self, facts: dict[str, int | str]) -> tuple[str, ...]:
        return self._show.named(self._reader, facts)

    def gone(self) -> None:
        self.say(End("gone"))
        self.end(NO_KEY)

    def replaced(self) -> None:
        self.say(End("moved"))
        self.end(MOVED)
