"""Devices of the people at the table: JSON phones, pages, the screen, onlookers. Each knows only what it received.

An intent is kept until it is answered, and repeated unchanged after every reconnect, as docs/protocol.md demands.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from html import unescape
from typing import TYPE_CHECKING, Any, Final, Literal
from urllib.parse import urlencode

import msgspec
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Ping, RejectConnection, Request, TextMessage
from wsproto.utilities import LocalProtocolError, RemoteProtocolError

from app.protocol import log_messages
from app.protocol.base_messages import Accepted, Hello, Refusal
from app.protocol.play_messages import Cue, Question, Secret
from app.protocol.table_client import read_message
from app.protocol.table_messages import Snapshot
from tests.evening.wire import Air, Line

if TYPE_CHECKING:
    from tests.evening.house import World

HOST: Final = "192.168.1.5:8080"
SILENT: Final = 4.0  # seconds, then a device tries again
RECONNECT_SECONDS: Final = 0.7
BEAT: Final = 1.5
CONTROL: Final = re.compile(r'<(button|input|select|form)\b([^>]*?) data-do="([^"]*)"([^>]*)>')
RADIO: Final = re.compile(r'<input\b[^>]*? name="([^"]+)"[^>]*? value="([^"]*)"')
WORDS: Final = {"true": True, "false": False, "null": None}
TEXT: Final = ("name", "action", "lang", "wonder", "pin", "text")
LISTS: Final = ("variant", "watch", "not_ours")

Made = dict[str, Any]  # an intent, as it is said


class Fetched:
    """One request over a line of its own; `told` is called with status, redirect and body. None: no answer."""

    def __init__(self, world: "World", air: Air, request: bytes, told: Callable[[int, str, str], None]) -> None:
        self._world, self._told = world, told
        self._answer = b""
        self._line = world.listening.connect(air, "192.168.1.9", self) if world.listening else None
        world.loop.call_later(8.0, self._end)  # nobody answers
        if self._line is not None:
            self._line.say(request)

    def on_data(self, data: bytes) -> None:
        self._answer += data
        head, gap, body = self._answer.partition(b"\r\n\r\n")
        found = re.search(rb"\r\ncontent-length: (\d+)", head, re.IGNORECASE)
        if gap and found and len(body) >= int(found[1]):
            self._end()

    def on_end(self) -> None:
        self._end()

    def _end(self) -> None:
        if self._told is None:
            return
        told, self._told = self._told, None  # type: ignore[assignment]
        if self._line is not None:
            self._line.hang_up()
        head, _, body = self._answer.partition(b"\r\n\r\n")
        status = int(head[9:12]) if head[:5] == b"HTTP/" else 0
        led = re.search(rb"\r\nlocation: ([^\r]*)", head, re.IGNORECASE)
        self._world.audit.on_response(status, head, body)
        told(status, led[1].decode() if led else "", body.decode("utf-8", "replace"))


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Language: en\r\nConnection: close\r\n\r\n".encode()


def post(path: str, **form: str) -> bytes:
    body = urlencode(form).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\nContent-Length: {len(body)}\r\n"
    return f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\n".encode() + body


class Device(ABC):
    """A client of a WebSocket that reconnects whenever the connection breaks."""

    kind: Literal["json", "page"] = "json"

    def __init__(self, world: "World", name: str, role: Literal["screen", "seat", "onlooker"], key: str = "") -> None:
        self.world, self.name, self.role, self.key = world, name, role, key
        self.air = Air(world.loop, world.rng(f"air {name}"))
        self.on = True
        self.over: str | None = None  # why it never comes back: moved | gone
        self.line: Line | None = None
        self._ws: WSConnection | None = None
        self._text: list[str] = []
        self.linked = False
        self.heard_at = 0.0
        self.pending: dict[str, Made] = {}
        self.said: list[Made] = []  # the last ones that were done
        self._count = 0
        self.connect()

    # ---- the line ----------------------------------------------------------------------------------------

    @property
    def path(self) -> str:
        return f"/socket/{self.key}" if self.role == "seat" else "/socket"

    def connect(self) -> None:
        if not self.on or self.over or self.line is not None:
            return
        listening = self.world.listening
        self.line = (
            listening.connect(self.air, f"192.168.1.{10 + self.world.number(self)}", self) if listening else None
        )
        if self.line is None:
            self.world.loop.call_later(RECONNECT_SECONDS, self.connect)
            return
        self._ws, self._text, self.heard_at = WSConnection(ConnectionType.CLIENT), [], self.world.clock.now
        bearer = [(b"Authorization", f"Bearer {self.world.screen_key}".encode())] if self.role == "screen" else []
        self._send(Request(host=HOST, target=self.path, extra_headers=bearer))
        self.world.loop.call_later(SILENT / 2, self._watch, self.line)

    def _watch(self, line: Line) -> None:
        """Drop the connection if nothing was received for `SILENT` seconds."""
        if self.line is not line:
            return
        if self.world.clock.now - self.heard_at > SILENT:
            line.vanish()
            self.on_end()
        else:
            self.world.loop.call_later(SILENT / 2, self._watch, line)

    def _send(self, event: Any) -> None:
        if self.line is not None and self._ws is not None:
            with suppress(LocalProtocolError):  # it is closing
                self.line.say(self._ws.send(event))

    def on_data(self, data: bytes) -> None:
        self.heard_at = self.world.clock.now
        ws, line = self._ws, self.line
        assert ws is not None
        try:
            ws.receive_data(data)
            events = list(ws.events())
        except RemoteProtocolError as error:
            raise AssertionError(f"{self.name} was told what is no WebSocket: {error}") from None
        for event in events:
            if self.line is not line:
                return
            match event:
                case AcceptConnection():
                    self._start()
                case TextMessage(data=some, message_finished=last):
                    self._text.append(some)
                    if last:
                        text = "".join(self._text)
                        self._text.clear()
                        self.world.audit.on_message(self, text)
                        self.on_message(text)
                case Ping():
                    self._send(event.response())
                case CloseConnection(code=code):
                    if code in (4001, 4004):
                        self.leave("moved" if code == 4001 else "gone")
                    else:
                        self.hang_up()
                case RejectConnection(status_code=status):
                    self.world.audit.on_response(status, b"", b"")
                    self.hang_up()

    @abstractmethod
    def _start(self) -> None:
        """Begin to speak on a connection that is open."""

    @abstractmethod
    def on_message(self, text: str) -> None:
        """Handle a message of the table."""

    def hang_up(self) -> None:
        if self.line is not None:
            self.line.hang_up()
            self.on_end()

    def on_end(self) -> None:
        """Schedule a reconnect after the end of the connection."""
        self.line, self._ws, self.linked = None, None, False
        if self.on and not self.over:
            self.world.loop.call_later(RECONNECT_SECONDS, self.connect)

    def leave(self, why: str) -> None:
        """Stop for good, as the seat is lost; `why` is moved or gone."""
        self.over = why
        if self.line is not None:
            self.line.hang_up()
        self.line, self._ws, self.linked = None, None, False
        self.world.lost_seat(self, why)

    def go_dark(self, seconds: float) -> None:
        """Switch the device off, or out of reach, without a closing handshake."""
        if self.line is not None:
            self.line.vanish()
        self.line, self._ws, self.linked, self.on = None, None, False, False
        self.world.loop.call_later(seconds, self.wake)

    def wake(self) -> None:
        self.on = True
        self.connect()

    # ---- wishes ------------------------------------------------------------------------------------------

    def wish(self, type: str, **fields: Any) -> Made:
        """Send an intent, again after each reconnect, until it is answered."""
        self._count += 1
        made: Made = {"type": type, "id": f"{self.name}-{self._count}", **fields}
        self.pending[made["id"]] = made
        self.world.audit.wished(self, made)
        self.say(made)
        return made

    def say(self, made: Made) -> None:
        if self.linked:
            self._send(TextMessage(data=msgspec.json.encode(made).decode()))

    def say_all(self) -> None:
        """Repeat all unanswered intents after a reconnect."""
        for made in [*self.pending.values()]:
            self.say(made)

    def answer(self, id: str, refused: str = "") -> None:
        made = self.pending.pop(id, None)
        if made is not None:
            self.world.audit.answer(self, made, refused)
            if not refused:
                self.said = [*self.said[-4:], made]
        elif not refused:
            self.world.audit.on_repeat_answered(self, id)
        elif refused:
            self.world.audit.refused_again(self, id, refused)


class JsonDevice(Device):
    """A client of docs/protocol.md."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self.seat: int | None = None
        self.snapshot: Snapshot | None = None
        self.raw = ""  # of the newest snapshot
        self.game_id = -1  # whose log it has; -1: a new connection begins with all of it
        self.lines: dict[int, log_messages.Line] = {}
        self.secrets: dict[int, Secret] = {}
        self._table: tuple[str, dict[str, Any]] | None = None
        super().__init__(*args, **more)

    def _start(self) -> None:
        """Wait for the table, which speaks first."""

    def on_message(self, text: str) -> None:
        match message := read_message(text):
            case Hello():
                self.linked, self.seat, self.game_id = True, message.seat, -1
                self.world.loop.call_soon(self.say_all)
            case Snapshot():
                self._see(message, text)
            case Accepted():
                self.answer(message.id)
            case Refusal():
                made = self.pending.get(message.id)
                self.answer(message.id, message.rule)
                if message.rule == "meant" and made is not None:
                    self._mean(made, message)
            case Secret():
                self.secrets[message.seat] = message
                self.answer(message.id)
            case Cue(what="moved"):
                pass  # the close says it, too
            case Cue():
                pass
            case _ if hasattr(message, "id"):
                self.answer(message.id)

    def _mean(self, made: Made, no: Refusal) -> None:
        """Repeat a refused irreversible intent with the number that is shown; drop one in four."""
        if self._count % 4:
            self.wish("give-pin", pin=str(no.facts["number"]))
            self.wish(**{name: value for name, value in made.items() if name != "id"})

    def _see(self, snapshot: Snapshot, text: str) -> None:
        self.snapshot, self.raw = snapshot, text
        number = self.table["game_id"]
        if number != self.game_id:
            self.game_id = number
            self.lines.clear()
        for line in snapshot.news:
            if line.forgotten:
                self.lines.pop(line.number, None)
            else:
                self.lines[line.number] = line
        self.world.audit.saw(self)

    @property
    def table(self) -> dict[str, Any]:
        """The table of the newest snapshot."""
        assert self.snapshot is not None
        if self._table is None or self._table[0] is not self.raw:
            self._table = (self.raw, msgspec.json.decode(self.snapshot.table))
        return self._table[1]

    @property
    def game(self) -> dict[str, Any] | None:
        if self.snapshot is None or self.snapshot.game is None:
            return None
        found: dict[str, Any] = msgspec.json.decode(self.snapshot.game)
        return found

    def list_questions(self) -> list[Question]:
        """List the questions that this device may answer."""
        if self.snapshot is None or not self.linked or self.role == "onlooker":
            return []
        if self.role == "seat" or self.table["mode"] != "play":
            return [each for each in self.snapshot.questions if each.legal]
        touched = {seat["seat"] for seat in self.table["seats"] if seat["by"] == "touch"}
        return [each for each in self.snapshot.questions if each.seat in touched]


class PageDevice(Device):
    """A page in a browser: parts that are swapped, and controls that say something."""

    kind = "page"

    def __init__(self, *args: Any, **more: Any) -> None:
        self.parts: dict[str, tuple[str, str]] = {}
        self.tab = ""
        self.told_at = 0.0
        super().__init__(*args, **more)
        self.tab = "mine" if self.role == "seat" else "table"
        world = self.world
        self._id = f"{world.number(self):016x}"
        world.loop.call_later(BEAT, self._beat)
        if self.role == "seat":
            self.reload()

    @property
    def path(self) -> str:
        return f"{self.home}/live?page={self.world.number(self):016x}"

    @property
    def home(self) -> str:
        return f"/seat/{self.key}" if self.role == "seat" else "/watch"

    def reload(self) -> None:
        """Load the page again."""
        Fetched(self.world, self.air, get(self.home), self._loaded)

    def _loaded(self, status: int, where: str, body: str) -> None:
        if status == 200:
            self.world.audit.read(self, body)

    def _beat(self) -> None:
        if self.over:
            return
        if self.linked:
            self._count += 1
            self._send(TextMessage(data=f'{{"type":"ping","id":"p{self._count}"}}'))
        self.world.loop.call_later(BEAT, self._beat)

    def _start(self) -> None:
        self.linked = True
        self.have()
        self.world.loop.call_soon(self.say_all)

    def have(self) -> None:
        made = {"type": "have", "tab": self.tab, "parts": {name: mark for name, (mark, _) in self.parts.items()}}
        self.say(made)

    def show(self, tab: str) -> None:
        if tab != self.tab:
            self.tab, self.parts = tab, {}
            self.have()

    def on_message(self, text: str) -> None:
        message: dict[str, Any] = msgspec.json.decode(text)
        match message["type"]:
            case "parts" if message["tab"] == self.tab:
                self.told_at = self.world.clock.now
                for name in message.get("gone", ()):
                    self.parts.pop(name, None)
                for name, (mark, html) in message["parts"].items():
                    self.parts[name] = (mark, html)
            case "done":
                self.answer(message["id"])
            case "refused":
                self.answer(message["id"], message["rule"])
            case "ahead":
                self.answer(message["id"])

    def controls(self, kinds: tuple[str, ...] = ()) -> list[tuple[str, str]]:
        """List the controls of the page: the template of an intent, and the form that contains it."""
        found = []
        for _, html in sorted(self.parts.items()):
            text = html[1]
            for at in CONTROL.finditer(text):
                spec = unescape(at[3])
                if at[1] != "form" and "disabled" in at[2] + at[4]:
                    continue
                if kinds and not spec.startswith(kinds):
                    continue
                begin = text.rfind("<form", 0, at.end())
                end = text.find("</form>", at.end())
                found.append((spec, text[begin:end] if begin >= 0 else ""))
        return found

    def press(self, spec: str, form: str, n: int) -> Made:
        """Send the intent of a control with its fields filled from its form."""
        values: dict[str, list[str]] = {}
        for name, value in RADIO.findall(form):
            values.setdefault(unescape(name), []).append(unescape(value))

        def filled(hole: "re.Match[str]") -> str:
            choices = values.get(hole[1], [""])
            return choices[n % len(choices)]

        type, *rest = spec.split(";")
        made: Made = {}
        for pair in rest:
            path, _, value = pair.partition("=")
            value = re.sub(r"\{(\w+)\}", filled, value)
            *steps, last = re.sub(r"\{(\w+)\}", filled, path).split(".")
            into = made
            for step in steps:
                into = into.setdefault(step, {})
            if last in LISTS:
                into[last] = [_literal(word) for word in value.split(" ") if word]
            elif last in TEXT and not (last == "wonder" and value == "null"):
                into[last] = value
            else:
                into[last] = _literal(value)
        return self.wish(type, **made)


def _literal(text: str) -> Any:
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if re.fullmatch(r"-?\d+\.\d+", text):
        return float(text)
    return WORDS.get(text, text)
