"""Promises that have to hold in every evening, one class for each. The audit calls them with all events."""

import hashlib
import json
import logging
import sqlite3
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import msgspec

from app.phones.features.regions_and_tabs import TABS
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.phones.phone_connection import PhoneConnection
from app.protocol.client_rights import ONLOOKER, SCREEN, Actor
from app.protocol.rejection import Rejection
from app.protocol.table_client import read_message
from app.protocol.table_messages import Snapshot
from app.screen.state import model as screen_model
from engine.game import Rng, Seat
from tests.evening.records import record_of
from tests.judge.judges import Follower
from tests.judge.record import Judge, Unfollowable, Unjudged

if TYPE_CHECKING:
    from tests.evening.hands import Device, JsonDevice, Made, PageDevice
    from tests.evening.house import World

_encode: Final = msgspec.json.Encoder().encode


class Broken(Exception):
    """A promise was not kept."""

    def __init__(self, promise: str, how: str) -> None:
        super().__init__(f"{promise}: {how}")
        self.promise = promise


class Promise:
    """A property that must always hold. The audit calls its methods with each event; `check` raises Broken."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.checks = 0
        self._follower = Follower()

    def check(self, holds: object, how: str) -> None:
        self.checks += 1
        if not holds:
            raise Broken(type(self).__name__, how)

    def check_equal(self, one: Any, other: Any, how: str) -> None:
        """Check that two values are equal; report where they first differ."""
        self.checks += 1
        if one != other:
            raise Broken(type(self).__name__, f"{how}: {_first(one, other)}")

    def judged(self, game: int) -> Judge | None:
        """Judge the stored record of a game, each line of which has to be legal; None if no judge reads it."""
        assert self.world.house is not None
        text = record_of(self.world.house.store._db, game)
        try:
            return self._follower.judge_after(text)
        except Unjudged:
            return None
        except Unfollowable as lost:
            raise Broken(type(self).__name__, f"the record of game {game} cannot be followed: {lost}") from None

    def on_start(self) -> None:
        """Handle a start of the program."""

    def wished(self, device: "Device", made: "Made") -> None: ...

    def answer(self, device: "Device", made: "Made", refused: str) -> None: ...

    def on_message(self, device: "Device", text: str) -> None:
        """Handle a message as it was received."""

    def saw(self, device: "JsonDevice") -> None:
        """Handle a snapshot."""

    def quiet(self) -> None:
        """Check what holds once every device is up to date."""

    def on_game_over(self) -> None:
        """Check what holds at the end of a game, once every device is up to date."""


def who_is(device: "JsonDevice") -> Actor:
    """Return a device's role and seat as the table knows them."""
    table = device.world.house.table  # type: ignore[union-attr]
    if device.role == "screen":
        return SCREEN
    seat = table.joining.seat_of_key(device.key) if device.role == "seat" else None
    return ONLOOKER if seat is None else Actor("seat", seat)


# Fields of the table that a new start may change, each with its reason.
UNSTEADY: Final = {
    "network": "it is looked for again",
    "slow": "the disk is measured again",
    "ritual": "who comes back has seen the ceremony",
    "opening": "who comes back has seen the ceremony",
    "fought": "who comes back has seen the ceremony",
}


HINTS: Final = {
    "asking",
    "hint",
    "lesson",
}  # parts of a page that change with a hint, which is not stored

READ_ONLY: Final = b'"read-only"'  # in the line by which a table says that nothing can be changed: it is not stored


class Shown(Promise):
    """A promise: everything shown is stored. Whatever a device has shown is there after a restart."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._was: dict[str, Any] = {}  # when the program ended
        self._ends = 0  # each turns to other tabs of the pages

    def dies(self, in_the_middle: bool) -> None:
        """Save what was shown when the program ends; drop it if it ends `in_the_middle` of a write."""
        if not self.world.is_read_only:  # else what was saved before that is there again afterwards
            self._ends += 1
            self._was = {} if in_the_middle else self.snapshot_all()

    def snapshot_all(self) -> dict[str, Any]:
        """Collect all data for each reader, as JSON and as pages, as if every phone were connected."""
        assert self.world.house is not None
        table = self.world.house.table
        presence = table.presence
        before = presence.phones, presence.onlookers, presence.headless
        presence.phones = frozenset(chair.key for chair in table.committed.state.chairs if chair.key)
        presence.onlookers, presence.headless = 0, not self.world.story.screen
        table._views.forget()
        try:
            return self._snapshot_readers()
        finally:
            presence.phones, presence.onlookers, presence.headless = before
            table._views.forget()

    def _snapshot_readers(self) -> dict[str, Any]:
        assert self.world.house is not None
        house, table = self.world.house, self.world.house.table
        assert house._running is not None
        found: dict[str, Any] = {
            "history": _encode(table.finished.page("", "")),
            "records": [_encode(game) for game in table.finished.archived()],
        }
        pages = PageMaker(table, house._running.connections.games)
        for who in (SCREEN, ONLOOKER, *(Actor("seat", Seat(at)) for at in range(len(table.committed.state.chairs)))):
            seen, name = table.snapshot(who, 0), f"{who.role} {who.seat}"
            found |= {
                f"{name} {field}": _encode(getattr(seen, field)) for field in ("game", "questions", "own", "plan")
            }
            found[f"{name} log"] = _encode(seen.news)
            found |= {f"{name} {field}": value for field, value in _lasting_fields(seen).items()}
            pauses = table.parts.ceremonies
            if pauses.opening or pauses.begins or pauses.ritual or pauses.fought:  # who comes back has seen that
                del found[f"{name} lesson"]
            elif who is not SCREEN:
                tabs = [tab for tab in TABS if who.role == "seat" or tab != "mine"]
                page = PageState(who, tabs[(self._ends + (who.seat or 0)) % len(tabs)])
                pages.update_page(page, self.world.story.screen)
                hints = HINTS if self.world.story.thinks else set[str]()
                found |= {f"{name} page": sorted(page.shown.keys() - UNSTEADY.keys() - hints)}
                found |= {f"{name} page {part}": shown.html for part, shown in page.shown.items() if part not in hints}
        return found

    def _check_unchanged(self) -> None:
        """Check that everything is shown as before the restart."""
        if self._was:
            now, was, read_only = self.snapshot_all(), self._was, self.world.is_read_only
            for what in sorted(was.keys() & now.keys()):
                if not (read_only and (what.endswith(" log") or " page" in what)):  # there it says so
                    self.check_equal(was[what], now[what], f"{what} is another since the start")
            if not read_only:
                self._was = {}

    def on_start(self) -> None:
        self._check_unchanged()
        world = self.world
        assert world.house is not None
        self.check(not world.house.store.notices, f"a file was set aside: {world.house.store.notices}")
        table, store = world.house.table, world.house.store
        games, _ = store.highest_numbers()
        state = table.committed.state
        for device in world.devices:
            snapshot = getattr(device, "snapshot", None)
            if snapshot is None:
                continue
            at = f"{device.name} has seen "
            self.check(device.game_id <= max(games, state.game_count), f"{at}game {device.game_id}")
            newest = max((each.number for each in snapshot.questions), default=0)
            self.check(newest <= state.question_count, f"{at}question {newest} of {state.question_count}")
            saved = store.game(device.game_id) if device.game_id else None
            if saved is None or (saved.state not in ("running", "aside") and saved.number != state.game):
                continue  # its log was thrown away with the end
            stored = {line.number: line for line in store.log(device.game_id)}
            lost = sorted(
                number
                for number, line in device.lines.items()
                if number not in stored and READ_ONLY not in bytes(line.event)
            )
            self.check(not lost, f"{at}lines {lost} of game {device.game_id}, which are not stored")
            if stored and device.lines and not world.is_read_only and max(stored) == max(device.lines) == table.log_end:
                for number, line in device.lines.items():
                    now = stored[number]
                    self.check(
                        now.changed
                        or bytes(line.event) == now.event
                        or b"forgotten" in now.event
                        or READ_ONLY in bytes(line.event),
                        f"{at}line {number} as {bytes(line.event)!r}, stored is {now.event!r}",
                    )


class Once(Promise):
    """A promise: an intent acts once, and an answered one is stored. The rows of games are people's intents."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self.said: Counter[tuple[int, int, str]] = Counter()
        self.done: Counter[tuple[int, int, str]] = Counter()
        self.not_stored: Counter[tuple[int, int, str]] = Counter()  # refused because the disk did not take it
        self._game: dict[str, int] = {}
        self.repeated: dict[str, int] = {}
        self._mended: set[int] = set()  # games in which lines were put right

    def key(self, device: "Device", made: "Made") -> tuple[int, int, str] | None:
        game = self._game[made["id"]]
        if made["type"] == "act" and isinstance(made.get("action"), str):
            return game, made["seat"], made["action"]
        if made["type"] == "enter":
            first, _, rest = made["action"].partition(" ")
            seat, words = (int(first), rest) if first.isdecimal() else (0, made["action"])
            kind, _, more = words.partition(" ")
            if kind in ("set", "add"):
                return game, seat, "set " + more.partition(" ")[0]
        return None

    def wished(self, device: "Device", made: "Made") -> None:
        if made["type"] in ("act", "enter"):
            table = self.world.house.table if self.world.house else None
            self._game[made["id"]] = table.committed.state.game if table else 0
            if (key := self.key(device, made)) is not None:
                self.said[key] += 1
            if made.get("card"):  # of chance, in the same breath
                self.said[self._game[made["id"]], 0, made["card"]] += 1
        if made["type"] == "correct" and self.world.house:
            self._mended.add(self.world.house.table.committed.state.game)

    def answer(self, device: "Device", made: "Made", refused: str) -> None:
        if refused in ("unwritable", "disk-full") and made["type"] == "act" and (key := self.key(device, made)):
            self.not_stored[key] += 1
        if refused or device.kind != "json" or made["type"] != "act" or made["id"] not in self._game:
            return
        if (key := self.key(device, made)) is not None:
            self.done[key] += 1

    def on_repeat_answered(self, device: "Device", id: str) -> None:
        """Handle a second answer to a repeated intent."""

    def refused_again(self, device: "Device", id: str, rule: str) -> None:
        """Check that an intent that was applied is not refused when it is repeated."""
        if id in self.repeated and rule not in ("too-fast", "rights"):
            self.check(False, f"{device.name} said {id} again, which was done, and it was refused with {rule}")

    def on_start(self) -> None:
        self._count()

    def quiet(self) -> None:
        self._count()

    def _count(self) -> None:
        assert self.world.house is not None
        db: sqlite3.Connection = self.world.house.store._db
        games = {number for (number,) in db.execute("SELECT number FROM games")}
        rows: Counter[tuple[int, int, str]] = Counter()
        blank: Counter[tuple[int, int]] = Counter()
        for game, seat, text, role in db.execute("SELECT game, seat, text, role FROM rows WHERE game > 0"):
            if role not in ("screen", "seat"):
                continue
            if not text:
                blank[game, seat + 1] += 1
            rows[game, seat + 1, text] += 1
            words = text.split(" ")
            if words[0] == "set" and len(words) == 3 and words[2] != "0":  # `end 0` enters those
                rows[game, seat + 1, f"set {words[1]}"] += 1
        for key, said in self.said.items():
            if key[0] in games and key[0] not in self._mended and key[2] != "done":  # that is said for others, too
                most = said - self.not_stored[key]
                how = f"is {rows[key]} times in game {key[0]}, said {said}, of them refused {self.not_stored[key]}"
                self.check(rows[key] <= most, f"{key[1]} {key[2]!r} {how}")
        for key, done in self.done.items():
            if key[0] in games and key[0] not in self._mended:
                there = rows[key] + blank[key[0], key[1]]
                self.check(there >= done, f"{key[1]} {key[2]!r} was done {done} times, stored is {there} times")


class Serial(Promise):
    """A promise: overlapping intents are serialised; an accepted one is applied once, a refused one not at all."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._table: Any = None
        self._applied = set[tuple[str, str]]()  # devices and ids, in this life

    def on_start(self) -> None:
        self._table = table = self.world.house.table  # type: ignore[union-attr]
        handle = table.handle
        self._applied.clear()

        def watch(who: Actor, intent: Any) -> Any:
            key, before = (table.committed.device(who), intent.id), self._state()
            changes = who.role != "bot" and table.intents[type(intent)].changes
            again = changes and key in self._applied
            try:
                answer = handle(who, intent)
            except Rejection as no:
                own = no.code in ("pin-wrong", "number-wrong", "pin-wait")  # a wrong PIN is counted
                self._hold(
                    own or self._state() == before, f"{intent} was refused with {no.code}, and changed something"
                )
                self._hold(not again, f"{intent} was refused with {no.code} after it had been applied")
                raise
            if again:
                self._hold(self._state() == before, f"{intent} was applied again")
            elif changes:
                self._applied.add(key)
            return answer

        table.handle = watch

    def _state(self) -> Any:
        committed = self._table.committed
        return committed.state, committed.match and len(committed.match.moves)

    def _hold(self, holds: object, how: str) -> None:
        """Note what does not hold; the table would catch what is raised here."""
        self.checks += 1
        if not holds:
            self.world.audit.note(Broken("Serial", how))


class Secrets(Promise):
    """A promise: no reader gets another seat's key or secret, by search and by resampled hidden facts."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self.keys: dict[str, str] = {}
        self.tickets: set[str] = set()  # that the screen was shown
        self._asked: set[str] = set()  # who asked for codes themselves
        self._rng = world.rng("secrets")

    def key(self, name: str, key: str) -> None:
        self.keys[name] = key

    def on_message(self, device: "Device", text: str) -> None:
        for name, key in self.keys.items():
            if key in text and key != device.key:
                self.check(False, f"{device.name} was told the key of {name}")
        if device.role != "screen" and device.name not in self._asked:
            told = [ticket for ticket in self.tickets if ticket in text]
            self.check(not told, f"{device.name} was told codes that it did not ask for: {told}")

    def wished(self, device: "Device", made: "Made") -> None:
        if made["type"] == "hand-over":
            self._asked.add(device.name)

    def saw(self, device: "JsonDevice") -> None:
        if device.role == "screen" and device.snapshot is not None:
            self.tickets |= {code.url.rpartition("/")[2] for code in device.snapshot.codes if code.seat}

    def quiet(self) -> None:
        world = self.world
        assert world.house is not None
        table = world.house.table
        self._lines()
        match = table.committed.match
        if (
            match is None
            or match.tracked
            or table.committed.state.phase != "game"
            or not hasattr(match.state, "resample")
        ):
            return
        position = match.position
        readers = [None, *map(Seat, range(len(table.committed.state.chairs)))]
        reader = self._rng.choice(readers)
        before = self._snapshot_reader(reader)
        other = match.state.resample(reader, Rng(self._rng.randrange(2**32)))
        match.position = type(position)(other)
        table._views.forget()
        try:
            after = self._snapshot_reader(reader)
        finally:
            match.position = position
            table._views.forget()
        for what, one in before.items():
            self.check_equal(one, after[what], f"reader {reader} is told more than it may know")

    def _lines(self) -> None:
        """Check that no reader has a line of the log meant for others."""
        table = self.world.house.table  # type: ignore[union-attr]
        private = [line for line in table.committed.log if line.audience is not None]
        for device in self.world.readers():
            reader = who_is(device).seat
            had = [line.number for line in private if line.number in device.lines and reader not in line.audience]
            self.check(
                not had or device.game_id != table.committed.state.game, f"{device.name} has lines {had} of others"
            )

    def _snapshot_reader(self, reader: Seat | None) -> dict[str, bytes]:
        """Collect all data that one reader is shown, as JSON and as a page."""
        world = self.world
        assert world.house is not None
        who = ONLOOKER if reader is None else Actor("seat", reader)
        end = world.house.table.log_end
        seen = {"json": _encode(world.house.table.snapshot(who, end))}
        if reader is None:
            seen["screen"] = _encode(world.house.table.snapshot(SCREEN, end))
        for show in world.audit.makers():
            page = PageState(who, "mine" if reader is not None else "table")
            show.update_page(page, True)
            seen["page"] = _encode({name: part.html for name, part in page.shown.items()})
        return seen


class Alike(Promise):
    """A promise: a device that reconnected shows what a fresh one would: log, undo list and picture."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._model = screen_model.Model()
        self._games: Any = None

    def on_message(self, device: "Device", text: str) -> None:
        if device.role == "screen":
            self._model = screen_model.apply_message(self._model, read_message(text), self.games, self.world.clock.now)

    @property
    def games(self) -> Any:
        if self._games is None:
            self._games = _screens()
        return self._games

    def quiet(self) -> None:
        world = self.world
        assert world.house is not None
        for device in world.list_linked():
            if device.over:
                continue
            if device.kind == "json":
                self._json(device)  # type: ignore[arg-type]
            else:
                self._page(device)  # type: ignore[arg-type]

    def _json(self, device: "JsonDevice") -> None:
        assert self.world.house is not None
        assert device.snapshot is not None
        who = who_is(device)
        if device.role == "seat" and who.seat is None:
            return
        fresh, seen = self.world.house.table.snapshot(who, 0), device.snapshot
        for field in ("table", "game", "questions", "codes", "own", "host", "plan", "lessons", "hints"):
            one, other = _encode(getattr(seen, field)), _encode(getattr(fresh, field))
            self.check_equal(one, other, f"{device.name} shows another {field}")
        lines = {line.number: _encode(line) for line in fresh.news if not line.forgotten}
        mine = {number: _encode(line) for number, line in device.lines.items()}
        for number in sorted(lines.keys() | mine.keys()):
            one, other = mine.get(number, b"nothing"), lines.get(number, b"nothing")
            self.check(one == other, f"{device.name} shows line {number} as {one!r}, a fresh device as {other!r}")
        if device.role == "screen":
            self._screen(fresh)

    def _screen(self, fresh: Snapshot) -> None:
        model = self._model
        if model.table is None or model.table.ritual or model.table.fought or model.held:
            return
        hello = model.hello
        assert hello is not None
        new = screen_model.apply_message(
            screen_model.apply_message(screen_model.Model(), hello, self.games, 0.0), fresh, self.games, 0.0
        )
        for field in ("rev", "table", "view", "questions", "codes", "retractable", "lines", "lessons", "hints", "host"):
            one, other = getattr(model, field), getattr(new, field)
            if field == "lines":
                one, other = dict(sorted(one.items())), dict(sorted(other.items()))
            self.check_equal(one, other, f"the screen shows another {field}")
        one, other = sorted(model.took), sorted(new.took)
        self.check_equal(one, other, "the screen knows of other people")

    def _page(self, device: "PageDevice") -> None:
        world = self.world
        assert world.house is not None
        table = world.house.table
        if table.committed.state.phase != "lobby" and (
            table.parts.ceremonies.fought or table.parts.ceremonies.ritual or table.parts.ceremonies.opening
        ):
            return
        who = ONLOOKER
        if device.role == "seat":
            seat = table.joining.seat_of_key(device.key)
            if seat is None:
                return
            who = Actor("seat", seat)
        for show in world.audit.makers():
            reader = PageState(who, device.tab, "")
            show.update_page(reader, world.house._running.connections.screens > 0)  # type: ignore[union-attr]
            shown = {name: part.html for name, part in reader.shown.items()}
            mine = {name: html for name, (_, html) in device.parts.items() if html}
            for name in sorted(shown.keys() | mine.keys()):
                one, other = mine.get(name, ""), shown.get(name, "")
                self.check_equal(one, other, f"{device.name} ({device.tab}) shows {name} otherwise")


class JudgeAgreement(Promise):
    """A promise: each reader is shown what a judge (tests/judge) computes for it from the record, with the result."""

    def quiet(self) -> None:
        for device in self.world.readers():
            view, table = device.game, device.table
            hides = table["ritual"] or table["opening"] or table["fought"] or table["repair"]
            if view is None or table["mode"] == "tally" or hides:
                continue
            if (judge := self.judged(table["game_id"])) is not None:
                judged = judge.view(device.seat - 1 if device.role == "seat" and device.seat else None)
                for shown, seat in zip(view["seats"], judged["seats"], strict=True):
                    seat["name"] = shown["name"]  # people are renamed while they play
                    if "score" not in shown:  # points can be hidden
                        del seat["score"]
                del view["hints"]
                self.check_equal(view, judged, f"{device.name} is shown another game than the record has")


class GameHistory(Promise):
    """A promise: a suspended game loses nothing, and the history shows what people saw and what the record has."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._newest: dict[str, tuple[int, int, int, bytes, set[int]]] = {}  # by device: what it saw last
        self._laid: dict[tuple[str, int], bytes] = {}  # by device and game, how it saw a game that was suspended then
        self._ended: dict[int, tuple[Any, Any]] = {}  # by game, the points and winners that people saw
        self._judged: set[str] = set()

    def saw(self, device: "JsonDevice") -> None:
        snapshot, table = device.snapshot, device.table
        assert snapshot is not None
        life, rev, game, view, rows = self._newest.get(device.name, (0, 0, 0, b"", set()))
        follows = life == self.world.lives and snapshot.rev == rev + 1  # nothing has happened between the two
        if follows and any(each["game"] == game for each in table["laid_aside"]) and not table["game_id"]:
            self._laid[device.name, game] = view
            self._has(game, rows)
        elif follows and not game and (was := self._laid.pop((device.name, table["game_id"]), b"")):
            self.check_equal(bytes(snapshot.game or b""), was, f"{device.name} sees a suspended game otherwise")
        rows = {line.row for line in device.lines.values() if line.row and not line.undone}
        view = bytes(snapshot.game or b"")
        self._newest[device.name] = (self.world.lives, snapshot.rev, table["game_id"], view, rows)

    def _has(self, game: int, rows: set[int]) -> None:
        """Check that all rows that people saw of a suspended game are stored."""
        assert self.world.house is not None
        said = "SELECT number FROM rows WHERE game = ? AND NOT undone"
        stored = {number for (number,) in self.world.house.store._db.execute(said, (game,))}
        self.check(rows <= stored, f"suspended game {game} has lost rows {sorted(rows - stored)}")

    def on_start(self) -> None:
        self._history()

    def quiet(self) -> None:
        for device in self.world.readers()[:1]:
            view, table = device.game, device.table
            if view is not None and table["phase"] == "over" and not table["early"]:
                points = [seat["score"] if "score" in seat else {"total": seat["total"]} for seat in view["seats"]]
                self._ended[table["game_id"]] = points, view["winners"]
        self._history()

    def _history(self) -> None:
        """Compare the history that clients get with what people saw, and with a judge's result of its records."""
        assert self.world.house is not None
        finished = self.world.house.table.finished
        for game in msgspec.json.decode(bytes(finished.page("", "").games)):
            said = game["result"]
            if game["game"] in self._ended:
                scores, winners = self._ended[game["game"]]
                there = [{what: n.get(what, 0) for what in one} for n, one in zip(said["scores"], scores, strict=True)]
                self.check_equal(there, scores, f"game {game['game']} has other points in the history")
                self.check_equal(said["winners"], winners, f"game {game['game']} has other winners in the history")
            if game["mark"] not in self._judged and game["mode"] != "tally" and not said["early"]:
                self._judged.add(game["mark"])
                if (judge := self.judged(game["game"])) is not None:
                    scores = [{what: n for what, n in each.items() if n} for each in judge.scores()]
                    there = [{what: n for what, n in each.items() if n} for each in said["scores"]]
                    self.check_equal(there, scores, f"game {game['game']}: its record has other points")


class Questions(Promise):
    """A promise: a closed question stays closed, none passes to another seat, and each waits for somebody."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self.seats: dict[int, int] = {}
        self.closed: dict[str, set[int]] = {}
        self.open: dict[str, set[int]] = {}

    def saw(self, device: "JsonDevice") -> None:
        if device.snapshot is None or device.table["mode"] != "play":
            return
        now = {each.number: each.seat for each in device.snapshot.questions}
        before, closed = self.open.get(device.name, set()), self.closed.setdefault(device.name, set())
        closed |= before - now.keys()
        self.open[device.name] = set(now)
        self.check(not closed & now.keys(), f"{device.name} is asked {sorted(closed & now.keys())} again")
        for number, seat in now.items():
            self.check(self.seats.setdefault(number, seat) == seat, f"question {number} has passed to seat {seat}")

    def quiet(self) -> None:
        assert self.world.house is not None
        table = self.world.house.table
        state, match = table.committed.state, table.committed.match
        if state.phase != "game" or match is None or state.lobby.mode == "tally" or state.correction is not None:
            return
        asked = {each.seat for each in state.questions}
        self.check(asked == set(match.state.to_act), f"asked are {asked}, to act are {match.state.to_act}")
        for each in state.questions:
            by = state.chairs[each.seat].by if each.seat >= 0 else "people"
            if by == "bot" and state.lobby.mode == "play" and state.vote is None:  # bots wait for people's answers
                self.check(table.next_tick() is not None, f"bot {each.seat + 1} is asked, and nothing will wake it")
            self.check(by != "free", f"question {each.number} waits for nobody")


class Calm(Promise):
    """A promise: no traceback in the log, no response with status 500, no task that ends by itself."""

    def on_response(self, status: int, head: bytes, body: bytes) -> None:
        self.check(status < 500 or status == 503, f"a page was answered with {status}")

    def look(self) -> None:
        world = self.world
        errors, failures = world.audit.errors, world.loop.failures
        self.check(not errors, f"the program said: {errors[:1]}")
        if failures:
            first = failures[0]
            self.check(False, f"nobody caught: {first.get('message')} {first.get('exception')!r}")
        passes = world._passes
        if passes is not None and passes.done() and not passes.cancelled() and world._dying is None:
            self.check(False, f"time has stopped: {passes.exception()!r}")


class _ErrorCollector(logging.Handler):
    def __init__(self, audit: "Audit") -> None:
        super().__init__(logging.ERROR)
        self._audit = audit

    def emit(self, record: logging.LogRecord) -> None:
        trace = repr(record.exc_info[1]) if record.exc_info else ""
        self._audit.errors.append(f"{record.getMessage()} {trace}")


class Audit:
    """The promises of one evening and the faults found so far."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.errors: list[str] = []
        self.handler = _ErrorCollector(self)
        self.shown, self.once, self.secrets = Shown(world), Once(world), Secrets(world)
        self.alike, self.scores, self.questions, self.calm = (
            Alike(world),
            JudgeAgreement(world),
            Questions(world),
            Calm(world),
        )
        self.kept, self.serial = GameHistory(world), Serial(world)
        self._all = (
            *(self.shown, self.once, self.secrets, self.alike),
            *(self.scores, self.kept, self.serial, self.questions, self.calm),
        )
        self._broken: Broken | None = None
        self.heard = 0
        self.digest = hashlib.sha256()  # of all that anybody heard, and of all views, pages and records at the end
        self.games_over: set[int] = set()

    def counts(self) -> dict[str, int]:
        return {type(each).__name__: each.checks for each in self._all}

    def makers(self) -> Iterator[Any]:
        """Yield the page maker in use, if any page is open."""
        house = self.world.house
        assert house is not None
        assert house._running is not None
        for connection in house._running.connections._all:
            if isinstance(connection, PhoneConnection):
                yield connection._show
                return

    def note(self, broken: Broken) -> None:
        """Keep what was noticed where nothing can be raised."""
        self._broken = self._broken or broken

    def look(self) -> None:
        """Raise a noted broken promise; check for errors in the log and in tasks."""
        if self._broken is not None:
            raise self._broken
        if self.world._dying is None:
            self.calm.look()

    def _notify(self, hook: str, *told: Any) -> None:
        try:
            for promise in self._all:
                getattr(promise, hook)(*told)
        except Broken as broken:
            self._broken = self._broken or broken

    def on_start(self) -> None:
        self._notify("on_start")
        self.look()

    def dies(self, *, in_the_middle: bool) -> None:
        self.shown.dies(in_the_middle)

    def wished(self, device: "Device", made: "Made") -> None:
        self._notify("wished", device, made)

    def answer(self, device: "Device", made: "Made", refused: str) -> None:
        self._notify("answer", device, made, refused)

    def on_message(self, device: "Device", text: str) -> None:
        self.heard += 1
        self._digest(f"{device.name} {text}\n")
        self._notify("on_message", device, text)

    def saw(self, device: "JsonDevice") -> None:
        self._notify("saw", device)

    def read(self, device: "Device", body: str) -> None:
        self._notify("on_message", device, body.replace(device.key, "") if device.key else body)

    def repeated(self, device: "Device", made: "Made") -> None:
        if made["type"] in ("act", "enter", "undo"):
            self.once.repeated[made["id"]] = 1

    def on_repeat_answered(self, device: "Device", id: str) -> None:
        self.once.on_repeat_answered(device, id)

    def refused_again(self, device: "Device", id: str, rule: str) -> None:
        try:
            self.once.refused_again(device, id, rule)
        except Broken as broken:
            self._broken = self._broken or broken

    def on_response(self, status: int, head: bytes, body: bytes) -> None:
        try:
            if status:
                self.calm.on_response(status, head, body)
        except Broken as broken:
            self._broken = self._broken or broken

    def key(self, name: str, key: str) -> None:
        self.secrets.key(name, key)

    def lost_seat(self, device: "Device", why: str) -> None:
        pass

    def quiet(self) -> None:
        self._notify("quiet")
        assert self.world.house is not None
        state = self.world.house.table.committed.state
        if state.phase == "over" and state.game not in self.games_over:
            self.games_over.add(state.game)
            self._notify("on_game_over")
        self.look()

    def finish(self) -> None:
        self.look()
        self._digest(repr(sorted(self.shown.snapshot_all().items())))

    def _digest(self, text: str) -> None:
        """Count a text for the digest, without the evening's folder, whose name is random."""
        self.digest.update(text.replace(str(self.world.folder), "").encode())


def _lasting_fields(seen: Snapshot) -> dict[str, Any]:
    """Return what of the table outlives the program: settings, seats, vote, lock, repair, suspended games and more."""
    table = msgspec.json.decode(seen.table)
    return {field: value for field, value in table.items() if field not in UNSTEADY}


def _first(one: Any, other: Any) -> str:
    """Return excerpts of two values around their first difference, as JSON."""
    a, b = (each.decode("utf-8", "replace") if isinstance(each, bytes) else str(each) for each in (one, other))
    at = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    begin = max(0, at - 60)
    return json.dumps([a[begin : at + 90], b[begin : at + 90]], ensure_ascii=False)


def _screens() -> Any:
    import main
    from app.games.game_list import readers
    from app.games.screen_registry import Screens

    return Screens(readers(main.read_game_data()))
