"""A served table on a clock that a test moves, and guests that connect to it. The default game is Architects."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp

import main
from app.games import game_list as packs
from app.games import phone_registry
from app.phones.game_page_interface import PhoneGames
from app.phones.server import Running, serve
from app.protocol.base_messages import Intent
from app.protocol.client_rights import SCREEN, Actor
from app.protocol.game_lifecycle_messages import Start
from app.protocol.play_messages import Act, Question, SkipOpening
from app.protocol.seat_messages import JoinRequest, SetSeats
from app.protocol.settings_messages import Settings
from app.storage.database import Store
from app.storage.random_keys_and_ids import MACHINES, Chance
from app.table.core.game_library import GameLibrary
from app.table.core.owner_files import OwnerSettings
from app.table.game.bot_definitions import parse_bots
from app.table.table import Table
from app.web.public_address import NO_PUBLIC_ADDRESS
from engine.architects.game_facade import Architects
from engine.game import Game, Seat
from engine.players import PLAYERS
from tests.app.meaning import handle, read_confirmation_field
from tests.app.players import wrap_players

PATIENCE = 5.0  # seconds until something that has to come counts as missing; only so that nothing hangs for ever
DATE = 1.79e9  # seconds since 1970 when its clock shows 0: September 2026
SCREEN_KEY = "the-screen-s-own-key"
CLOSED = 60.0  # seconds until a server that is closed counts as one that hangs
LANGS = ("en", "de", "nl", "fr")
GAMES = phone_registry.games()
BOTS = parse_bots(main.read_bots())


class Served:
    """The table, its server and its clock. Seats count from 1, as people say them."""

    def __init__(
        self,
        folder: Path,
        facts: bytes,
        *,
        headless: bool = True,
        seed: str = "served",
        overrides: str = "",
        shelf: Mapping[str, Game] | None = None,
        games: PhoneGames = GAMES,
        players: Mapping[str, Any] = PLAYERS,
        sheets: Game | None = None,
        modes: Mapping[str, Any] | None = None,
        thinker: Any = None,
        chance: Chance = MACHINES,
    ) -> None:
        self.games = games
        self.thinker = thinker
        self.now = 1000.0
        moments = count()  # no two are the same
        self.store = Store(folder / "table.db", lambda: DATE + self.now + next(moments) / 1000, chance)
        self.table = Table(
            self.store,
            GameLibrary(
                shelf or {"architects": Architects(facts)},
                wrap_players(players),
                BOTS,
                sheets,
                modes or packs.modes(),
                lessons=packs.lessons(),
                reasons=packs.reasons(),
            ),
            OwnerSettings(Settings(bot_pace=0), lambda settings: None, overrides={"architects": overrides}),
            thinker=thinker,
            clock=self.clock,
            chance=chance,
            seed=seed,
            headless=headless,
        )
        self.running: Running
        self.public = NO_PUBLIC_ADDRESS
        self.keys: dict[int, str] = {}
        self.said = ""  # the last action
        self._ids = 0

    def clock(self) -> float:
        """Return the time of the table, in seconds."""
        return self.now

    def server_clock(self) -> float:
        """Return the time of the server, in seconds: its timeouts and rate limits use it."""
        return self.now

    @property
    def port(self) -> int:
        return self.running.port

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def send(self, kind: type[Intent], who: Actor = SCREEN, **fields: Any) -> None:
        self._ids += 1
        handle(self.table, who, kind(id=f"wish-{self._ids}", **fields))

    def seats(self, count: int) -> "Served":
        self.send(SetSeats, count=count)
        return self

    def sit(self, *names: str, lang: str | None = None) -> "Served":
        """Seat phones one after the other, each in another language unless `lang` is given."""
        self.seats(max(2, len(names)))
        for seat, name in enumerate(names):
            self.keys[seat + 1] = self.table.joining.join(None, Seat(seat), JoinRequest(name, lang or LANGS[seat % 4]))
        return self

    def start(self) -> "Served":
        self.send(Start)
        self.send(SkipOpening)
        return self

    def asked(self) -> Question:
        """Return the first open question with its choices, of the lowest seat that is asked."""
        for seat in self.keys:
            questions = self.table.snapshot(Actor("seat", Seat(seat - 1)), self.table.log_end).questions
            if questions:
                return questions[0]
        raise AssertionError("nobody is asked anything")

    def act(self, action: str) -> None:
        """Send an action for the seat that is asked."""
        asked, self.said = self.asked(), action
        self.send(Act, Actor("seat", Seat(asked.seat - 1)), seat=asked.seat, question=asked.number, action=action)

    def phase(self) -> str:
        return str(json.loads(bytes(self.table.snapshot(SCREEN, self.table.log_end).table))["phase"])

    def table_view(self) -> Any:
        return json.loads(bytes(self.table.snapshot(SCREEN, self.table.log_end).table))

    def pass_time(self, seconds: float) -> None:
        """Advance the clock, and tick the table and its connections."""
        self.now += seconds
        self.table.tick(self.now)
        self.running.connections.tick(self.now)


async def start_server(served: Served, listening: socket.socket | None = None) -> Running:
    """Start the server of this table, on a free port of the loopback address unless a socket is given."""
    listening = listening or socket.create_server(("127.0.0.1", 0))
    return await serve(
        served.table,
        served.games,
        listening,
        screen_key=SCREEN_KEY,
        clock=served.server_clock,
        public=served.public,
    )


@asynccontextmanager
async def serving(served: Served, host: str = "127.0.0.1") -> AsyncIterator[Served]:
    served.running = await start_server(served, socket.create_server((host, 0)))
    try:
        yield served
    finally:
        async with asyncio.timeout(CLOSED):
            await served.running.close()
        served.store.close()


class Guest:
    """A client on one socket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.frames: list[str] = []

    async def receive(self, kind: str) -> Any:
        """Return the next message of that kind; earlier ones are dropped."""
        while True:
            frame = await self.socket.receive(timeout=PATIENCE)
            assert frame.type is aiohttp.WSMsgType.TEXT, f"closed ({self.socket.close_code}) while waiting for {kind}"
            self.frames.append(frame.data)
            message = json.loads(frame.data)
            if message["type"] == kind:
                return message

    async def closed(self) -> int | None:
        """Read on until the other side closes; the code."""
        while not self.socket.closed:
            frame = await self.socket.receive(timeout=PATIENCE)
            if frame.type is aiohttp.WSMsgType.TEXT:
                self.frames.append(frame.data)
        return self.socket.close_code

    async def say(self, **message: Any) -> None:
        await self.socket.send_str(json.dumps(message))


async def no_redirect(client: aiohttp.ClientSession, path: str, **form: str) -> aiohttp.ClientResponse:
    """Send a form with the hidden fields of its page, and return the answer without following a redirect."""
    asked = read_confirmation_field(await (await client.get(path)).text())
    return await client.post(path, data={**asked, **form}, allow_redirects=False)
