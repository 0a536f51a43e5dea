"""An HTML phone's link: the table as parts of a page, of which only those that changed are sent."""

from typing import Final

import msgspec
from aiohttp import web

from app import messages as m
from app.rights import Who
from app.server.links import MOVED, NO_KEY, Have, Link, Links
from app.server.show import Reader, Show

_WRITE: Final = msgspec.json.Encoder()


class PartsMessage(msgspec.Struct, frozen=True, tag="parts", tag_field="type"):
    """Parts of the page that are new or different: mark and HTML by name; and the names of those that are no more."""

    rev: int
    parts: dict[str, tuple[str, str]]
    gone: tuple[str, ...] = ()


class End(msgspec.Struct, frozen=True, tag="end", tag_field="type"):
    """This page has come to its end. `why`: moved (a newer tab acts) or gone (the seat is played in another way)."""

    why: str


class PhoneLink(Link):
    """A page in a browser, of a seat or of an onlooker."""

    def __init__(
        self, show: Show, links: Links, socket: web.WebSocketResponse, who: Who, key: str | None, page: str
    ) -> None:
        super().__init__(links, socket, who, key, page)
        self._show = show
        self._reader = Reader(who)
        self._have: dict[str, str] | None = None  # marks of the parts it shows; None until it has said so

    def have(self, have: Have) -> None:
        self._have = dict(have.parts)
        self._answer = True
        self.changed()

    _answer = False  # it asked, so it hears even that nothing is different

    def state(self) -> bytes | None:
        if not self.seated():
            self.gone()
            return None
        if self._have is None:
            return None
        if self.who != self._reader.who:
            self._reader = Reader(self.who)
        now = self._show.parts(self._reader, self.links.screens > 0)
        have = self._have
        fresh = {name: (part.mark, part.html) for name, part in now.items() if have.get(name, "") != part.mark}
        over = {name: ("", "") for name, mark in have.items() if mark and name not in now and "-" not in name}
        gone = tuple(name for name in have if name not in now and "-" in name)
        self._have = {name: part.mark for name, part in now.items()}
        if not fresh and not over and not gone and not self._answer:
            return None
        self._answer = False
        return _WRITE.encode(PartsMessage(self.table.rev, {**over, **fresh}, gone))

    def gone(self) -> None:
        self.say(End("gone"))
        self.end(NO_KEY)

    def replaced(self) -> None:
        self.say(End("moved"))
        self.end(MOVED)

    def hello(self) -> m.Hello:
        return super().hello()
