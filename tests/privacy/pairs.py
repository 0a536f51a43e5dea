"""Pairs of tables alike but for what a reader may not know, and everything that this reader gets from each.

The first table of a pair is played by hands from a seed, over the evening's wire: phones as JSON and as pages, touch,
the screen, onlookers, bots, a panel. At the second everybody says the same at the same moment, and whatever the game
has come to is exchanged at every step for a world that the reader cannot tell from it: hands, cards and tokens that
others have looked at, what they have chosen in secret; with them the lines that only others read, the rows that are
stored, and the secret from which the game is dealt. What the rules then say to the reader they say of that other world.

Compared is the wire: bytes as the server writes them, in their order, each with its moment. The screen is a process
of its own with nothing but its socket, so what it draws, and when, is the same if that is. Nothing is masked. Keys,
tickets and marks come from the seed; what the libraries take from the system for themselves is in `steady`.
"""

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

import msgspec
import wsproto.handshake
from aiohttp import web_app, web_response

from app.host import open_table
from app.host.club_wall import WallLink
from app.host.open_table import OpenTable
from app.host.panel_connection import PanelConnection
from app.phones.websockets import Connections
from app.protocol.network_messages import Network
from app.protocol.table_to_club_messages import Membership
from app.protocol.thinker_messages import TO_THINKER, Advice, ChosenAction, Drop, Think, Weigh, line
from app.storage.random_keys_and_ids import Chance
from app.table.bots import advice
from app.table.game.match import AppliedMove, EmittedEvent, Match, MoveResult
from app.table.game.view_cache import PositionCache
from app.table.handlers import game_lifecycle as endings
from app.table.lobby import first_deal, game_agreement
from app.table.table import Table
from engine.game import IllegalAction, Rng, Seat
from engine.players.action_comparison import ActionRanking, RankedAction
from hardware.panel_interface import Part
from hardware.simulated_panel import SimulatedPanel
from tests.evening import doings
from tests.evening.audit import Audit, Broken
from tests.evening.hands import Device, Fetched, JsonDevice, Made, PageDevice, get
from tests.evening.house import KEY, World, games, texts
from tests.evening.story import Step, Story
from tests.evening.wire import Air, Client, Line, Listening
from tests.honest.played import WhatGame

PEOPLE: Final = (  # how the seats of a pair are played; a game has as many as it needs
    ("json", "page", "bot"),
    ("touch", "json", "page"),
    ("page", "json", "json"),
    ("json", "bot", "touch"),
)
ONLOOKERS: Final = ("watch", "onlooker", "page onlooker")
EVERYBODY: Final = ("door", "panel", "log", "wall")  # whose doings any reader may have an eye on
PAIRS: Final = 200  # for each set-up, at least
PARTS: Final = 10  # in which they are played, so that several processes share them
PACE: Final = 0.35  # seconds between two things that people do
STEPS: Final = 14  # of them, while everybody tries everything
ACTIONS_BEFORE: Final = (0, 4, 12, 24, 45)  # actions that a game has seen by then
THINKS: Final = 0.6  # seconds
NONSENSE: Final = ("", "build", "take center", "keep", "choose sell", "done", "look", "horse", "deal 1 altar", "-1 x")
PATHS: Final = ("/", "/watch", "/here", "/seat/nobody", "/join/none", "/watch?tab=score")


SECRET_LOOKS: Final = ("peek", "draw 1", "draw 2", "draw 3")
HIDDEN: Final = (
    "turn",
    "phase",
    "hands",
    "leaders",
    "drafts",
    "in_box",
    "gone",
    "under",
    "discard",
    "deck",
    "guilds_left",
)


class Apart(Exception):
    """The tables of a pair do not do the same: nothing can be compared any more."""


# ---- what the game comes to, and the same in another world ---------------------------------------------------


@dataclass
class Said:
    """A request to a game, and its result."""

    asked: tuple[Any, ...]
    result: Any = None  # MoveResult; a Match, which goes on, so with the state that it had
    state: Any = None
    no: Exception | None = None


@dataclass
class Course:
    """A record of all requests to the game at one table, in order."""

    said: list[Said] = field(default_factory=list)
    dealers: list[Any] = field(default_factory=list)  # who drew the set-ups
    chosen: list[tuple[int, int]] = field(default_factory=list)  # which of so many deals is good to learn with

    def pools(self) -> dict[tuple[str, str], list[Any]]:
        """Return the values of private events, by kind and field."""
        found: dict[tuple[str, str], list[Any]] = {}
        for said in self.said:
            for each in getattr(said.result, "events", ()):
                if each.audience is not None:
                    for name, value in msgspec.to_builtins(each.event).items():
                        if name not in ("seat", "type") and value not in found.setdefault(_pool(each, name), []):
                            found[_pool(each, name)].append(value)
        return found


def _pool(each: EmittedEvent, name: str) -> tuple[str, str]:
    return type(each.event).__name__, name


class Exchanged:
    """A course with everything exchanged that `reader` does not know (None: nobody)."""

    def __init__(self, course: Course, reader: Seat | None, seed: str) -> None:
        self.reader = reader
        self.course = course
        self._said, self._dealers, self._chosen = iter(course.said), iter(course.dealers), iter(course.chosen)
        self._pools = course.pools()
        self._seed = f"exchanged {seed} {reader}"
        self._rng = Random(self._seed)
        self._first: dict[int, AppliedMove] = {}  # by number, as it was made at the first table
        self.positions = 0  # that were exchanged, and not only copied

    def next(self, asked: tuple[Any, ...]) -> Said:
        said = next(self._said, None)
        if said is None or said.asked != asked:
            raise Apart(f"asked is {asked}, not {said and said.asked}")
        return said

    def dealer(self) -> Any:
        return next(self._dealers)

    def chosen(self) -> tuple[int, int]:
        return next(self._chosen)

    def state(self, state: Any) -> Any:
        if not state.to_act:
            return state
        lies = [str(getattr(state, name, "")) for name in HIDDEN]  # while that is so, nobody's hand changes
        other = state.resample(self.reader, Rng(f"{self._seed} {lies}"))
        self.positions += any(
            str(state.view(Seat(each))) != str(other.view(Seat(each))) for each in range(len(state.scores()))
        )
        return other

    def result(self, result: MoveResult, before: PositionCache) -> MoveResult:
        words: dict[int, list[tuple[str, str]]] = {}
        events = tuple(self._event(each, words) for each in result.events)
        self._first |= {applied.move.number: applied for applied in result.moves}
        moves = tuple(_move(applied, words.get(applied.move.number, ())) for applied in result.moves)
        return MoveResult(PositionCache(self.state(result.state), before), moves, events)

    def record(self, match: Match) -> Match:
        """Return a match that can be replayed from its beginning."""
        moves = [self._first[applied.move.number] for applied in match.moves]
        return match.rebuild(match.state, moves, match.last_move, match.setup)

    def _event(self, each: EmittedEvent, words: dict[int, list[tuple[str, str]]]) -> EmittedEvent:
        if each.audience is None or self.reader in each.audience:
            return each
        told = msgspec.to_builtins(each.event)
        for name, value in told.items():
            pool = self._pools.get(_pool(each, name), ())
            others = [other for other in pool if other != value]
            if others:
                told[name] = self._rng.choice(others)
                words.setdefault(each.move, []).append((_text(value), _text(told[name])))
        return msgspec.structs.replace(each, event=msgspec.convert(told, type(each.event)))


def _text(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _move(applied: AppliedMove, words: Any) -> AppliedMove:
    text = applied.move.text
    for one, other in words:
        text = text.replace(one, other)
    return msgspec.structs.replace(applied, move=msgspec.structs.replace(applied.move, text=text))


@contextmanager
def _record_requests(course: Course) -> Iterator[None]:
    """Record the results of all requests to a game."""
    answer, begin, without = Match.answer, Match.begin, Match.remove_moves
    drawn, chosen = game_agreement.draw_setup, first_deal.choose_deal

    def kept(said: Said, do: Callable[[], Any]) -> Any:
        course.said.append(said)
        try:
            said.result = do()
        except (IllegalAction, ValueError) as no:
            said.no = no
            raise
        said.state = said.result.state
        return said.result

    def draws(*args: Any, **named: Any) -> Any:
        course.dealers.append(args[3])
        return drawn(*args, **named)

    def chooses(secret: Any, draw: Any, *more: Any) -> Any:
        deals: list[Any] = []

        def laid(secret: bytes) -> Any:
            deals.append(draw(secret))
            return deals[-1]

        found = chosen(secret, laid, *more)
        course.chosen.append((len(deals), next(at for at, deal in enumerate(deals) if deal is found)))
        return found

    with ExitStack() as stack:
        stack.enter_context(patch.object(game_agreement, "draw_setup", draws))
        stack.enter_context(patch.object(first_deal, "choose_deal", chooses))
        put = _put(stack)
        put(
            "answer",
            lambda at, lines, who, by: kept(Said(_request_key(lines, who)), lambda: answer(at, lines, who, by)),
        )
        put("begin", lambda at, chance: kept(Said(("begin",)), lambda: begin(at, chance)))
        put("remove_moves", lambda at, moves: kept(Said(("without", *sorted(moves))), lambda: without(at, moves)))
        yield


@contextmanager
def _replayed(exchanged: Exchanged) -> Iterator[None]:
    """Replay the results of the first table in another world."""
    answers, drawn, whys, counts = (
        Match.answer,
        game_agreement.draw_setup,
        advice.explain_by_replay,
        endings._compute_statistics,
    )

    def answer(at: Match, lines: Any, who: Any, by: Any) -> MoveResult:
        said = exchanged.next(_request_key(lines, who))
        if exchanged.reader is not None and all(seat == exchanged.reader for seat, _ in lines):
            try:
                answers(at, lines, who, by)
            except (IllegalAction, ValueError):
                if said.no is None:
                    raise Apart(f"{lines} is refused in the other world") from None
                raise
        if said.no is not None:
            raise said.no
        return exchanged.result(said.result, at.position)

    def without(at: Match, moves: Any) -> Match:
        said = exchanged.next(("without", *sorted(moves)))
        if said.no is not None:
            raise said.no
        left = [applied for applied in at.moves if applied.move.number not in moves]
        return at.rebuild(exchanged.state(said.state), left, at.last_move, at.setup)

    def counted(transaction: Any, match: Match) -> Any:
        fresh = transaction.result.moves if transaction.result else ()
        played = match.rebuild(match.state, [*match.moves, *fresh], match.last_move, match.setup)
        return counts(SimpleNamespace(result=None), exchanged.record(played))  # type: ignore[arg-type]

    def draws(*args: Any, **named: Any) -> Any:
        return drawn(*args[:3], exchanged.dealer(), *args[4:], **named)

    def chooses(secret: Any, draw: Any, *more: Any) -> Any:
        count, at = exchanged.chosen()
        return [draw(secret()) for _ in range(count)][at]

    with ExitStack() as stack:
        stack.enter_context(patch.object(game_agreement, "draw_setup", draws))
        stack.enter_context(patch.object(first_deal, "choose_deal", chooses))
        stack.enter_context(
            patch.object(advice, "explain_by_replay", lambda known, at: whys(known, exchanged.record(at)))
        )
        stack.enter_context(patch.object(endings, "_compute_statistics", counted))
        put = _put(stack)
        put("answer", answer)
        put("begin", lambda at, chance: exchanged.result(exchanged.next(("begin",)).result, at.position))
        put("remove_moves", without)
        yield


def _put(stack: ExitStack) -> Callable[[str, Any], None]:
    return lambda name, do: (stack.enter_context(patch.object(Match, name, do)), None)[1]


def _request_key(lines: Any, who: Any) -> tuple[Any, ...]:
    """Return the key of a request: role, seat and lines. The lines of a bot differ between worlds."""
    return "answer", who.role, who.seat, *(line if who.role != "bot" else line[0] for line in lines)


# ---- a table, and all that it sends --------------------------------------------------------------------------


class Sent(msgspec.Struct, frozen=True):
    """Bytes as they leave the table."""

    at: float  # seconds
    to: str
    data: bytes


class _Even(Random):
    """Random numbers that do not depend on how much is sent."""

    def random(self) -> float:
        return 0.5


class _Listens(Audit):
    """No promises: only who says what, so that it can be said again."""

    def __init__(self, world: "Watched") -> None:
        super().__init__(world)
        self._all = ()

    def wished(self, device: Device, made: Made) -> None:
        self.world.script[-1].append(("wish", self.world.devices.index(device), made))  # type: ignore[attr-defined]


class _Wall:
    closed = False

    def __init__(self, show: Callable[[bytes], None]) -> None:
        self._show = show

    async def send_bytes(self, data: bytes) -> None:
        self._show(data)


class _Lamps(SimulatedPanel):
    def __init__(self, show: Callable[[str], None]) -> None:
        super().__init__()
        self._say = show

    def light(self, part: Part, on: bool) -> None:
        self._say(f"{part} {on}")

    def blink(self, part: Part) -> None:
        self._say(f"{part} blinks")

    def horn(self, times: int) -> None:
        self._say(f"horn {times}")


class _Thinks:
    """Thinks about whatever it is asked for as long, and answers what the seat that it thinks for could do."""

    def __init__(self, world: "Watched") -> None:
        self._world, self._dropped = world, set[int]()
        self._hear: Callable[[bytes | None], None] = lambda said: None

    def start(self, heard: Callable[[bytes | None], None]) -> None:
        self._hear = heard

    def end(self) -> None:
        self._hear = lambda said: None

    def say(self, text: bytes) -> None:
        asked = TO_THINKER.decode(text)
        if isinstance(asked, Drop):
            self._dropped.add(asked.number)
        elif isinstance(asked, Think | Weigh):
            self._world.loop.call_later(THINKS, self._answer, asked)

    def _answer(self, asked: Think | Weigh) -> None:
        house = self._world.house
        match = house.table.committed.match if house else None
        if house is None or match is None or asked.number in self._dropped:
            return
        legal = [str(action) for action in match.state.legal(Seat(asked.seat))]
        if not legal:
            return
        if isinstance(asked, Think):
            self._hear(line(ChosenAction(asked.number, legal[asked.number % len(legal)])))
        else:
            ranked = tuple(RankedAction(action, 4.0 * at) for at, action in enumerate(legal))
            self._hear(line(Advice(asked.number, ActionRanking(ranked))))
        house.wake()


class Watched(World):
    """A table of a pair. `script`: what everybody does, step by step; what is not in it yet is thought of."""

    def __init__(self, story: Story, variants: str, folder: Path, script: list[Any] | None, secret: str) -> None:
        self.wire: list[Sent] = []
        super().__init__(story, folder)
        self.audit = _Listens(self)
        self.script: list[list[tuple[Any, ...]]] = [[]]
        self._told = script
        self._added = tuple(variants.split())
        self._hand = self.rng("what they do")
        self._chance = _Secretly(self.rng("chance").randbytes, secret)

    def rng(self, what: str) -> Random:
        return _Even() if what.startswith(("air ", "form ")) else super().rng(what)

    def _variants(self, host: JsonDevice) -> tuple[str, ...]:
        return self._added

    def sent(self, to: str, data: bytes) -> None:
        self.wire.append(Sent(round(self.clock.now, 6), to, data))

    async def open(self) -> None:
        self.lives += 1
        self.house = house = OpenTable(
            self.options,
            texts(),
            {},
            thinker=_Thinks(self),
            headless=not self.story.screen,
            clock=self.clock.time,
            dates=self.clock.date,
            chance=self._chance,
            wait=self.loop.wait,
        )
        self.listening = _Listening(self)
        running = await house.open(self.listening, KEY, settled=lambda: None)  # type: ignore[arg-type]
        connections: Connections = running.connections
        PanelConnection(
            house.table,
            _Lamps(lambda said: self.sent("panel", said.encode())),
            self.loop.call_soon,
            self.loop.call_later,
            tell=connections.send_to_screens,
            clock=self.clock.time,
        )
        house.table.presence.set_network(Network(address="http://192.168.1.5:8080", name=None))
        self._tells_club(house.table)
        self._passes = self.loop.create_task(house.pass_time())

    def _tells_club(self, table: Table) -> None:
        """Record what the club's wall receives over a line that is never cut."""
        club = Membership("http://192.168.1.9:8090", "club", "Club", "key")

        async def never(*_: object) -> None:
            raise AssertionError

        link = WallLink(table, lambda: club, never, never)
        self._tells = self.loop.create_task(link.send_states(_Wall(lambda said: self.sent("wall", said)), club))

    # ---- what people do ----------------------------------------------------------------------------------

    async def live(self) -> None:
        await self.open()
        await self.gather()
        self.add("json", "onlooker", "onlooker")
        self.add("page", "page onlooker", "onlooker")
        await self.pass_time(1.0)
        rng = self.rng("how far")
        far = rng.choice(ACTIONS_BEFORE) + rng.randrange(4)
        for step in range(far + STEPS):
            self.script.append([])
            if self._told is not None:
                for op in self._told[len(self.script) - 1]:
                    self._do(*op)
            elif step < far:
                self._goes_on()
            else:
                self._tries()
            await self.pass_time(PACE if step >= far else PACE / 4)
            if self.house.table.committed.state.phase != "game":  # type: ignore[union-attr]
                break
        if self._told is not None and len(self._told) != len(self.script):
            raise Apart("one of them is over")

    def _do(self, what: str, device: int, said: Any) -> None:
        """Perform an action of the script and record it."""
        who = self.devices[device]
        if what == "wish":
            made = who.wish(said["type"], **{name: value for name, value in said.items() if name not in ("type", "id")})
            if made["id"] != said["id"]:
                raise Apart(f"{made} is said instead of {said}")
            return
        self.script[-1].append((what, device, said))
        match what:
            case "fetch":
                path = said.replace("KEY", who.key)
                request = get(path).replace(b"\r\n", b"\r\nAccept-Encoding: gzip\r\n", 1)
                Fetched(self, who.air, request, lambda *_: None)
            case "tab":
                who.show(said)  # type: ignore[attr-defined]
            case "blink":
                if who.line is not None:
                    who.line.tear(0)
                    who.on_end()
            case "dark":
                who.go_dark(said)

    def _goes_on(self) -> None:
        """Continue the game by an action of someone."""
        for device in self.list_linked():
            if isinstance(device, PageDevice) and device.role == "seat" and device.tab != "mine":
                self._do("tab", self.devices.index(device), "mine")
        step = Step(0, self._hand.randrange(60), "act", self._hand.randrange(2520) | 1)
        if self._hand.random() < 0.7 and self._looks():
            return
        if doings.vote(self, step) or doings.act(self, step):
            return
        screen = self.screen
        if screen is not None and screen.linked and (screen.table["opening"] or screen.table["fought"]):
            screen.wish("skip-opening")
            return
        doings._take_back(self)

    def _looks(self) -> bool:
        """Look at hidden cards for a seat that may; return True if one did."""
        table = self.house.table  # type: ignore[union-attr]
        if table.committed.match is None:
            return False
        for asked in table.committed.state.questions:
            secret = [
                str(action) for action in table.committed.match.state.legal(asked.seat) if str(action) in SECRET_LOOKS
            ]
            name = table.committed.state.chairs[asked.seat].name
            device = next((each for each in self.list_linked() if each.name == name), None)
            device = self.screen if table.committed.state.chairs[asked.seat].by == "touch" else device
            if secret and device is not None and device.linked and not device.pending:
                device.wish("act", seat=asked.seat + 1, question=asked.number, action=secret[0])
                return True
        return False

    def _tries(self) -> None:
        """Continue the game, then let someone try an action that may be forbidden."""
        rng = self._hand
        if rng.random() < 0.7:
            self._goes_on()
        seated = [each for each in self.list_linked() if each.role == "seat"]
        if seated:
            self._tries_it(rng.choice(seated), rng)
        everybody = [each for each in self.list_linked() if each.role != "screen"]
        if not everybody:
            return
        device, what = rng.choice(everybody), rng.random()
        at = self.devices.index(device)
        if what < 0.35:
            path = "/seat/KEY" if device.role == "seat" and rng.random() < 0.6 else rng.choice(PATHS)
            self._do("fetch", at, path)
        elif what < 0.6 and isinstance(device, PageDevice):
            self._do("tab", at, rng.choice(("mine", "table", "score", "more")[device.role != "seat" :]))
        elif what < 0.85 and device.line is not None:
            self._do("blink", at, None)
        elif what < 0.9:
            self._do("dark", at, 1.5)

    def _tries_it(self, device: Device, rng: Random) -> None:
        """Send an action for a seat that may be forbidden, with words of another seat's actions."""
        table = self.house.table  # type: ignore[union-attr]
        state, match = table.committed.state, table.committed.match
        own = table.joining.seat_of_key(device.key)
        if match is None or own is None or not state.questions:
            return
        asked = {each.seat: each.number for each in state.questions}
        someone = rng.choice([*asked])
        legal = [str(action) for action in match.state.legal(someone)] or list(NONSENSE)
        action = rng.choice(legal if rng.random() < 0.8 else NONSENSE)
        seat = own if own in asked and rng.random() < 0.8 else someone
        answer = {"seat": seat + 1, "question": asked[seat], "action": action}
        match rng.randrange(12):
            case 0 | 1 | 2:
                device.wish("act", **answer)
            case 3 | 4 | 5:
                device.wish("look-ahead", **answer)
            case 6 | 7:
                device.wish("ask-hint", seat=own + 1 if rng.random() < 0.7 else someone + 1)
            case 8:
                device.wish("undo", row=match.last_move - rng.randrange(3))
            case 9:
                device.wish(*rng.choice((("recall",), ("horn",), ("ask-names",), ("diagnose",))))
            case 10:
                device.wish("plan", thing=action.split(" ")[-1])
            case 11:
                device.wish(rng.choice(("look", "hand-over")), seat=someone + 1)


class _Listening(Listening):
    def __init__(self, world: Watched) -> None:
        super().__init__(world.loop)
        self._world = world

    def connect(self, air: Air, address: str, client: Client) -> Line | None:
        line = super().connect(air, address, client)
        if line is not None:
            world = self._world
            known = (each.name for each in (client, *world.devices) if isinstance(each, Device) and each.air is air)
            to, send = next(known, "door"), line.to_client.send

            def sent(data: bytes | None) -> None:
                world.sent(to, b"(closed)" if data is None else data)
                send(data)

            line.to_client.send = sent  # type: ignore[method-assign]
        return line


class _Secretly(Chance):
    """Keys and tickets from one source; a game's secret has something of its own besides."""

    def __init__(self, draw: Callable[[int], bytes], own: str) -> None:
        super().__init__(draw)
        self._own = own

    def secret(self) -> bytes:
        return Random(f"{super().secret().hex()} {self._own}").randbytes(32) if self._own else super().secret()


class _Log(logging.Handler):
    """Lines of a log, as whoever reads it gets them."""

    def __init__(self, world: Watched) -> None:
        super().__init__(logging.INFO)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        self._world.sent("log", f"{record.levelname} {record.name} {record.getMessage()}".encode())


@contextmanager
def steady(world: World) -> Iterator[None]:
    """Fix the values that libraries take from the system: the date of an answer and the nonce of a web socket."""
    with (
        patch.object(sys, "dont_write_bytecode", False),  # templates are compiled once, and not at each of many starts
        patch.object(web_response, "rfc822_formatted_time", lambda: f"{world.clock.date():.0f}"),
        patch.object(wsproto.handshake, "generate_nonce", lambda: b"AAAAAAAAAAAAAAAAAAAAAA=="),
    ):
        yield


def _run_evening(world: Watched, course: Any) -> Watched:
    handler = _Log(world)
    logging.getLogger().addHandler(handler)
    try:
        with steady(world), course, patch.object(open_table.game_list, "shelf", lambda data: games()):
            world.loop.run_until_complete(world.live())
            if world.loop.failures:
                raise Apart(str(world.loop.failures[0]))
    finally:
        logging.getLogger().removeHandler(handler)
        world.close()
        web_app._cached_build_middleware.cache_clear()
    return world


# ---- pairs ---------------------------------------------------------------------------------------------------


class Pair(msgspec.Struct, frozen=True):
    """The result of a comparison. `first_difference`: empty if the two are equal."""

    seed: str
    reader: int  # 0: whoever has no seat
    sent: int  # messages and answers
    bytes: int
    positions: int  # in which others know something else
    first_difference: str = ""


def story(setup: WhatGame, number: int) -> Story:
    people = PEOPLE[number % len(PEOPLE)][: setup.seats]
    return Story(f"{setup} {number}", setup.slug, "play", people, True, number % 7, ())


def may_read(story: Story, reader: Seat | None) -> tuple[str, ...]:
    """List the readers that know no more than this seat (None: than everyone)."""
    touched = {seat for seat, how in enumerate(story.people) if how == "touch"}
    return (*ONLOOKERS, *EVERYBODY, *(("screen",) if touched <= {reader} else ()))


def pairs(setup: WhatGame, number: int, folder: Path) -> Iterator[Pair]:
    """Compare one table with another for each reader: every seat of a person, and a reader without a seat."""
    told, course = story(setup, number), Course()
    first = _run_evening(Watched(told, setup.variant, folder / "0", None, ""), _record_requests(course))
    at_table = [Seat(seat) for seat, how in enumerate(told.people) if how != "bot"]
    names = {first.house.table.joining.seat_of_key(each.key): each.name for each in first.devices if each.key}  # type: ignore[union-attr]
    for reader in (None, *at_table):
        exchanged = Exchanged(course, reader, told.seed)
        them = {*may_read(told, reader), *([names[reader]] if reader in names else [])}
        one = [each for each in first.wire if each.to in them]
        try:
            script = [list(step) for step in first.script]
            second = _run_evening(
                Watched(told, setup.variant, folder / str(reader), script, f"other {reader}"), _replayed(exchanged)
            )
        except (Apart, Broken) as apart:
            yield Pair(told.seed, 0 if reader is None else reader + 1, len(one), 0, exchanged.positions, str(apart))
            continue
        other = [each for each in second.wire if each.to in them]
        size = sum(len(each.data) for each in one)
        yield Pair(
            told.seed,
            0 if reader is None else reader + 1,
            len(one),
            size,
            exchanged.positions,
            first_difference(one, other),
        )


def first_difference(one: list[Sent], other: list[Sent]) -> str:
    """Return the first difference of two wires, or ""."""
    for a, b in zip(one, other, strict=False):
        if a != b:
            at = next((n for n, (x, y) in enumerate(zip(a.data, b.data, strict=False)) if x != y), 0)
            begin = max(0, at - 80)
            found = [f"{each.at} to {each.to}: {each.data[begin : at + 120]!r}" for each in (a, b)]
            return " | ".join(found)
    return "" if len(one) == len(other) else f"{len(one)} messages, and {len(other)}"


def same(setup: WhatGame, part: int, folder: Path) -> None:
    """Check one part of a set-up's pairs: a reader receives the same from both tables of each pair.

    Continue until someone knew a thing that others did not: often nobody does in a short game of Duel.
    """
    found: list[Pair] = []
    for number in range(part * 1000, part * 1000 + PAIRS):
        for pair in pairs(setup, number, folder / str(number)):
            found.append(pair)
            assert not pair.first_difference, pair
        others = sum(pair.positions for pair in found)
        if others and len(found) >= PAIRS // PARTS:
            break
    assert others > 0
    sent, size = sum(pair.sent for pair in found), sum(pair.bytes for pair in found)
    print(f"alike: {setup}: {len(found)} pairs, {sent} messages, {size} bytes, {others} positions")
