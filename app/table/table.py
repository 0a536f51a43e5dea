"""The table: the only owner of a game, of who sits where, and of what everybody has seen.

**In.** Everything comes as an intent (app/protocol/messages.py) from somebody at the table (app/protocol/rights.py)
through `handle`, or by the calls about joining. app/table/intents.py lists who may say which, and who carries it out:
a function in app/table/handlers/, from how things stand to a `Transaction`. Taking back and resuming apply stored rows
again (app/table/match.py, app/table/undo.py).

**One commit.** An intent is checked and worked out on copies; that gives a `Transaction`. `_commit` stores it at once
together with the intent's id, and only then makes it true and emits its events. What is refused, also by a full disk,
has changed nothing; what was emitted is on the disk. What must survive beside the moves of a game is one frozen value,
`TableState`.

**Questions.** Whatever a seat is asked has a number that is never used again. A change that leaves a seat's question
open leaves its number alone, so several may choose at once; an answer to a question that is not open is `stale`. A
score sheet (app/table/score_sheet.py) is hosted like a game and asks nobody: each entry is taken back by itself.

**Out.** Listeners get `Changed`, ask for a `snapshot`, which holds what its reader may see and no more
(app/table/snapshots.py, app/table/log.py), and `Cue`s, which are never stored. Votes on an undo, who is connected and
how many watch are not stored either.

All calls are synchronous and belong to one thread. Time is passed in: a clock that nobody sets, for what lasts. What is
written down with a date has the store's.
"""

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from itertools import takewhile
from math import inf
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from app.protocol import ceremonies, messages, news, result_link, rights
from app.protocol.results import Archived, Finished
from app.protocol.rights import Rejected, Who
from app.storage.database import REMEMBERED, SLACK, Store, Write
from app.storage.own_values import OwnValues
from app.storage.pin import Pin
from app.storage.rows import LogLine
from app.table import (
    correction,
    lobby,
    markers,
    other_wonder,
    score_sheet,
    seating,
    track,
    undo,
)
from app.table.bots import Bots
from app.table.context import IntentContext
from app.table.dealer import Dealer
from app.table.finished import FinishedGames
from app.table.handlers.games import in_lobby, replayed
from app.table.host import Host, Tried
from app.table.intents import INTENTS
from app.table.log import Log, logged
from app.table.machine import Machine
from app.table.match import EmittedEvent, Match, OpenQuestion, ask
from app.table.snapshots import Snapshots
from app.table.standing import Standing, standing_view
from app.table.state import SuspendedGame, TableState, without_steps
from app.table.transaction import Entered, Skipped, Transaction, Turned, Vote
from engine.game import CHANCE, Game, IllegalAction, Rng, Rules, Seat, State

__all__ = ["Changed", "EmittedEvent", "Listener", "Player", "Table"]

SEATS: Final = 4  # places in the ring of a new table
ID_LENGTH: Final = 64  # characters
GONE: Final = 120.0  # seconds a phone is away until, without a screen, others may hand its seat over
RETRY: Final = 5.0  # seconds until the table tries again what it could not store by itself

Player: TypeAlias = Callable[[State[Any], Seat, Rng], Any]  # Any: bots play every game


class Changed(msgspec.Struct, frozen=True):
    """Something is different since the last one: ask for snapshots. `events` are new ones, in order."""

    rev: int
    events: tuple[EmittedEvent, ...] = ()


Listener: TypeAlias = Callable[[Changed | messages.Cue], None]


class Table:
    """One table. `handle` and the joining calls raise `rights.Rejected`; what is refused changed nothing."""

    def __init__(
        self,
        store: Store,
        shelf: Mapping[str, Game],
        *,
        players: Mapping[str, Player],
        settings: messages.Settings,
        save_settings: Callable[[messages.Settings], None],
        pin: Pin | None = None,
        save_pin: Callable[[Pin | None], None] = lambda pin: None,
        clock: Callable[[], float],
        seed: int | str | None = None,
        headless: bool = False,
        overrides: Mapping[str, str] | None = None,
        by_touch: Collection[str] | None = None,
        modes: lobby.Modes | None = None,
        sheets: Rules | None = None,
        power_off: Callable[[], str] = lambda: "",
        installed: bool = False,
        bots: Bots = (),
        own_values: OwnValues | None = None,
    ) -> None:
        self._store = store
        self._shelf = shelf
        self._rules: Mapping[str, Rules] = {**shelf, score_sheet.NAME: sheets} if sheets else shelf
        self._players = players
        self._bots = bots  # what they are called
        self._settings = settings
        self._save_settings = save_settings
        self._host = Host(pin)
        self._save_pin = save_pin
        self._clock = clock
        self._seed = seed
        self.headless = headless
        self._overrides = overrides or {}  # an owner's, by game, as a header has them
        self._own_values = own_values or OwnValues()
        self._modes = modes or {}
        self.machine = Machine(power_off, installed)
        self._by_touch = shelf if by_touch is None else by_touch  # games that the screen draws
        self._idempotency_keys = dict.fromkeys(store.idempotency_keys())  # (whose, id) of intents, oldest first
        self._suspended = self._read_suspended()
        self._finished = FinishedGames(store)
        self._listeners: list[Listener] = []
        self._rev = 0
        # stored, and played again from there
        self._state: TableState
        self._match: Match | None = None
        self._dealer: Dealer | None = None
        self._log: Log
        # not stored
        self._network = messages.Network(address=None, name=None)
        self._present: frozenset[str] = frozenset()  # hashed keys of connected phones
        self._left_at: dict[str, float] = {}  # by key: when that phone went; before that, when the table began
        self._began = clock()
        self._lived = 0.0  # seconds for which the table had run before that
        self._say_gone: dict[str, frozenset[int]] = {}  # by key of a phone that is away: chairs that say it is gone
        self._onlookers = 0
        self._vote: Vote | None = None
        self._ritual: messages.Ritual | None = None
        self._ritual_until = 0.0
        self._opening: messages.Opening | None = None
        self._opening_until = 0.0
        self._shows = 0.0  # seconds for which what happened last is shown
        self._shown_until = 0.0
        self._asked_at: dict[int, float] = {}  # by question
        self._retry_at = 0.0
        self._horn_at = -inf
        self._snapshots: Snapshots | None = None  # of this revision
        self._stands: tuple[Standing, messages.TableView] | None = None
        self._take_up()

    # ---- what it is ------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """Of this table (of its data folder); another one is another table."""
        return self._state.table

    @property
    def rev(self) -> int:
        """Grows by one with every change while the table runs."""
        return self._rev

    @property
    def log_end(self) -> int:
        """The newest number of the log; hand it back as `since`."""
        return self._state.log_end

    @property
    def settings(self) -> messages.Settings:
        return self._settings

    @property
    def shelf(self) -> Mapping[str, Game]:
        """The games that can be played here."""
        return self._shelf

    @property
    def locked(self) -> bool:
        """Whether nobody new sits down."""
        return self._state.locked

    @property
    def ritual(self) -> messages.Ritual | None:
        """The conflict markers that wait for a hand."""
        return self._ritual

    def history(self) -> tuple[Finished, ...]:
        """Finished games with their results, the newest first."""
        return self._finished.all()

    def names(self) -> tuple[messages.KnownPerson, ...]:
        """Everybody who has played here, who played last first."""
        return self._finished.names()

    def archived(self, game_id: str | None = None) -> tuple[Archived, ...]:
        """Finished games, or the one of this id, with their records, the oldest first."""
        return tuple(self._store.archived(game_id))

    def bring_in(self, who: Who, games: Iterable[Archived], again: bool = False) -> tuple[int, int]:
        """Take in games from elsewhere that are not here yet, all or none. They have been checked.

        How many, and how many were not since they have been deleted here; `again`: those come back, too. Refusals:
        `pin` and what keeps the table from writing.
        """
        self._context(who, rights.Reach()).check_host()
        games, deleted = tuple(games), self._store.deleted_ids()
        here = self._store.game_ids() - (deleted if again else frozenset())
        fresh = {game.id: game for game in games if game.id not in here}
        if fresh:
            transaction = Transaction(self._state, self._vote)
            transaction.writes += [partial(_brought, game) for game in fresh.values()]
            self._commit(who, "", transaction)
        return len(fresh), len({game.id for game in games} & deleted - fresh.keys())

    # ---- intents ---------------------------------------------------------------------------------------

    def handle(self, who: Who, intent: messages.Intent) -> messages.Message:
        """Carry out one intent, as the list of intents says, and answer it.

        What changes something is answered by Done, also if its id was acted upon before. What is refused
        (`rights.Rejected`) changed nothing.
        """
        listed = INTENTS[type(intent)]
        if listed.changes and self._is_repeated(who, intent.id):
            return messages.Done(intent.id)
        rights.check_role(who, listed.intent, listed.roles)
        outcome = listed.handler(self._context(who, listed.reach), intent)
        match outcome:
            case Transaction():
                self._carry_out(who, intent.id, outcome)
            case Turned():
                self._idempotency_keys[self._device(who), intent.id] = None
                self._turn(outcome.markers, outcome.left)
                self._emit()
            case Skipped():
                self._idempotency_keys[self._device(who), intent.id] = None
                if self._opening is not None:
                    self._open(None)
                    self._emit()
            case Tried():
                if outcome.host.pin is not self._host.pin:
                    self._save_pin(outcome.host.pin)
                self._host = outcome.host
                if outcome.refusal is not None:
                    raise outcome.refusal
                self._idempotency_keys[self._device(who), intent.id] = None
                self._emit()
            case _:
                return outcome
        return messages.Done(intent.id)

    def _carry_out(self, who: Who, id: str, transaction: Transaction) -> None:
        """The commit, and what is not stored with it."""
        with self._as_set(transaction.settings), self._as_entered(transaction.entered):
            self._commit(who, id, transaction)
        if transaction.agreed_gone:
            key, chairs = transaction.agreed_gone
            self._say_gone[key] = chairs
        for cue in transaction.cues:
            if cue.what == "horn":
                self._horn_at = self._clock()
            self._cue(cue)
        if transaction.scrub:
            self._scrub()

    @contextmanager
    def _as_set(self, fresh: messages.Settings | None) -> Iterator[None]:
        """With other settings, if there are any; with those of before where what follows is refused."""
        if fresh is None:
            yield
            return
        self._save_settings(fresh)
        before, self._settings = self._settings, fresh
        try:
            yield
        except Rejected:
            self._settings = before
            with suppress(Rejected):
                self._save_settings(before)
            raise

    @contextmanager
    def _as_entered(self, entered: Entered | None) -> Iterator[None]:
        """With other values of an owner's, if there are any, from the next game on; as above."""
        if entered is None:
            yield
            return
        self._own_values.save(entered.game, entered.text)
        before, self._overrides = self._overrides, {**self._overrides, entered.game: entered.overrides}
        try:
            yield
        except Rejected:
            self._overrides = before
            with suppress(Rejected):
                self._own_values.save(entered.game, entered.before)
            raise

    def _scrub(self) -> None:
        """Leave nothing of a name that was taken out: in the file, in the log, and in the game that is shown."""
        state = self._state
        saved = self._store.game(state.game) if self._match else None
        if saved is not None:
            self._match = replayed(saved, self._rules)
        self._log = Log(self._store.log(state.game, 0 if state.game else state.log_begin))
        self._emit()
        with suppress(Rejected):  # no room for it: then when the table starts again
            self._store.scrub()

    def _gone(self) -> frozenset[str]:
        """Phones that have been away for long, or that all others say are gone."""
        now, chairs = self._clock(), self._state.chairs
        others = {chair.number for chair in chairs if chair.key in self._present}
        away = [chair.key for chair in chairs if chair.key and chair.key not in self._present]
        long = {key for key in away if now - self._left_at.get(key, self._began) >= GONE}
        agreed = {key for key in away if len(others) > 1 and others <= self._say_gone.get(key, frozenset())}
        return frozenset(long | agreed)

    # ---- conflict markers ------------------------------------------------------------------------------

    def _turn(self, markers: tuple[int, ...], left: messages.Ritual | None) -> None:
        """Markers have been turned; `left` still wait. Bots, who waited too, take their time from now."""
        assert self._ritual is not None
        self._cue(messages.Cue(what="marker", seat=self._ritual.seat, markers=markers))
        now = self._clock()
        self._ritual, self._ritual_until = left, now + self._ritual_lasts()
        self._asked_at, self._shown_until = dict.fromkeys(self._asked_at, now), now + self._shows

    def _open(self, step: messages.Opening | None) -> None:
        """The next step of an opening, or its end: bots, who waited, take their time from now."""
        now = self._clock()
        self._opening = step
        if step is None:
            self._asked_at = dict.fromkeys(self._asked_at, now)
        else:
            self._opening_until = now + ceremonies.STEPS[step.step]

    def _ceremony(self, transaction: Transaction, before: TableState) -> None:
        """What a transaction that is true now means to ceremonies: an action ends a ritual, and may ask for the next.

        What is taken back with the game, or left with it, is not turned any more. A game that begins is opened.
        """
        running = self._state.phase == "game" and self._state.game == before.game
        if transaction.undone or not (running or transaction.result):
            self._ritual = None
        if transaction.undone or transaction.result or not running:
            self._opening = None
        for began in transaction.news:
            if isinstance(began, news.GameBegan) and self._state.lobby.mode == "play":
                self._open(ceremonies.opening(began))
        if self._ritual is not None and self._is_handled(self._ritual.seat, before):
            self._turn(self._ritual.open, None)
        if transaction.result is None:
            return
        self._shows = ceremonies.longest(emitted.event for emitted in transaction.result.events)
        self._shown_until = self._clock() + self._shows
        if self._ritual is not None:
            self._turn(self._ritual.open, None)
        if running and self._settings.ritual and self._state.lobby.mode != "tally":
            begun = markers.begun(transaction.result.events)
            fights = begun is not None and begun.flipped == begun.tokens
            if fights and self._state.lobby.mode == "track":  # its own page waits for people
                begun = None
            if begun is not None and self._state.chairs[begun.seat - 1].person:
                self._ritual, self._ritual_until = begun, self._clock() + self._ritual_lasts()

    def _is_handled(self, seat: int, before: TableState) -> bool:
        """Whether a seat has just said that it has done what it was reminded of."""
        now, was = self._state.handled, before.handled
        return bool(now) and now[seat] > (was[seat] if was else 0)

    def _ritual_lasts(self) -> float:
        """How long markers wait for the next hand, in seconds; for ever where people turn those of their own box."""
        return inf if self._state.lobby.mode == "track" else markers.LASTS

    def _offer(self) -> messages.UndoOffer | None:
        return undo.offered(self._state, self._match, self._settings.undo)

    # ---- what people see -------------------------------------------------------------------------------

    def snapshot(self, who: Who, since: int = 0) -> messages.Snapshot:
        """The whole truth for one reader, with what is new in its log after number `since` (0: all of it).

        A line whose number came before replaces it (it has been undone). When `game_id` differs from the reader's last
        snapshot the log begins anew, and all of it is here.
        """
        seen = self._snapshots_now()
        return messages.Snapshot(
            rev=self._rev,
            table=seen.table,
            game=seen.game(who.seat),
            questions=self._questions(who, seen),
            news=self._log.read(who.seat, since if since > self._state.log_begin else 0),
            codes=self.codes(who),
            own=seen.own(who.seat) if who.role in ("screen", "seat") else (),
            host=self._host.knows(self._device(who), self._clock()),
        )

    def _questions(self, who: Who, seen: Snapshots) -> tuple[messages.Question, ...]:
        """What is asked of a seat; of the screen, whatever no bot is asked; in track everybody is asked everything."""
        if self._match is not None and self._match.tracked:
            return (
                seen.questions(self._state.questions)
                if who.role in ("screen", "seat") and not self._state.correction
                else ()
            )
        return tuple(
            seen.question(asked, public=who.role == "screen")
            for asked in self._state.questions
            if asked.seat == who.seat or (who.role == "screen" and self._state.chairs[asked.seat].by != "bot")
        )

    def codes(self, who: Who) -> tuple[messages.Code, ...]:
        """The join codes this reader may see: the screen all, a phone those it asked for. Also in `snapshot`."""
        address = self.address
        if address is None or who.role not in ("screen", "seat"):
            return ()
        mine = None if who.seat is None else self._state.chairs[who.seat].number
        codes = [messages.Code(seat=0, url=f"{address}/")] if who.role == "screen" else []
        for seat, chair in enumerate(self._state.chairs):
            ticket = self.ticket(Seat(seat)) if chair.ticket else None
            if ticket is not None and (who.role == "screen" or (mine == chair.asker and chair.by != "free")):
                codes.append(messages.Code(seat=seat + 1, url=f"{address}/join/{ticket}", hand_over=chair.by != "free"))
        return tuple(codes)

    def _snapshots_now(self) -> Snapshots:
        """What can be seen in this revision."""
        if self._snapshots is None:
            self._snapshots = Snapshots(self._view(), self._state, self._match, show_scores=self._shows_scores())
        return self._snapshots

    def _shows_scores(self) -> bool:
        """Whether people see everybody's points."""
        return self._settings.points or self._state.phase != "game"

    def _view(self) -> messages.TableView:
        """What an action may change, put into all that it leaves alone."""
        state, offer = self._state, self._offer()
        wonders, every = self._wonders()
        return replace(
            self._standing_view(),
            undo=offer,
            vote=undo.vote_view(self._vote, offer, self._match),
            repair=self._repair(),
            counted=self._counted(),
            things=self._things(),
            wonders=wonders,
            every_wonder=every,
            ritual=self._ritual,
            opening=self._opening,
            result_link=self._result_link(),
            handled=state.handled,
            by_table=tuple(seat + 1 for seat in self._match.told_by_table()) if self._match else (),
        )

    def _standing_view(self) -> messages.TableView:
        """The view without what every action may change, made anew only when something changes that it follows from."""
        standing = Standing(
            state=without_steps(self._state),
            setup=self._match.setup if self._match else None,
            settings=self._settings,
            network=self._network,
            present=self._present,
            onlookers=self._onlookers,
            suspended=self._suspended,
            finished=self._finished.kinds(),
            overrides=self._overrides,
            pin=self._host.pin is not None,
        )
        if self._stands is None or self._stands[0] != standing:
            made = standing_view(
                standing, shelf=self._shelf, modes=self._modes, bots=self._bots, installed=self.machine.installed
            )
            self._stands = standing, made
        return self._stands[1]

    def _result_link(self) -> str:
        """Where the result of the game that has just ended can be seen."""
        base, number = self._settings.result_page, self._state.game
        if self._state.phase != "over" or not base:
            return ""
        return next((result_link.link(base, game) for game in self._finished.all() if game.game == number), "")

    def _counted(self) -> dict[str, messages.CountView]:
        """What people may count otherwise now, where they deal."""
        return track.counted(self._match.state) if self._match is not None and self._counts else {}

    def _things(self) -> dict[str, int]:
        """What else of it may lie before a seat."""
        return track.things(self._match.state) if self._match is not None and self._counts else {}

    def _wonders(self) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
        """Which wonders people have told, and all that there are."""
        told = self._match is not None and self._match.tracked and self._state.phase != "lobby"
        return other_wonder.wonders(self._match.state) if self._match is not None and told else ((), ())

    @property
    def _counts(self) -> bool:
        return self._match is not None and self._match.tracked and self._state.phase == "game"

    def _repair(self) -> messages.Repair | None:
        """The line that something has to be decided about."""
        if self._state.correction is None or self._match is None:
            return None
        found = correction.fitted(self._match, self._state.correction)
        return correction.repair(found, self._state.correction) if isinstance(found, correction.Misfit) else None

    # ---- seats and phones ------------------------------------------------------------------------------

    def ticket(self, seat: Seat | None) -> str | None:
        """The join ticket of a seat that is free or being handed over, else None. Seat None: the table's own."""
        if seat is None:
            return self.id
        chairs = self._state.chairs
        if not 0 <= seat < len(chairs) or (self._state.locked and chairs[seat].vacant):
            return None
        return seating.ticket_of(chairs[seat], self._clock())

    def seat_of_ticket(self, ticket: str) -> Seat | None:
        """The seat a current ticket opens; None if it is used up, timed out or unknown."""
        seats = (Seat(seat) for seat in range(len(self._state.chairs)))
        return next((seat for seat in seats if seating.same_secret(self.ticket(seat), ticket)), None)

    def free_seats(self) -> tuple[Seat, ...]:
        """Where somebody may sit down."""
        if self._state.locked:
            return ()
        chairs = self._state.chairs
        return tuple(seat for seat in map(Seat, range(len(chairs))) if seating.is_open(chairs, seat, self.headless))

    def bot_seats(self) -> tuple[Seat, ...]:
        """Where a latecomer may take over from a bot: while no seat is free, wherever one plays for nobody else."""
        if self._state.locked or self.free_seats():
            return ()
        return tuple(Seat(seat) for seat, chair in enumerate(self._state.chairs) if chair.own_bot)

    def badge_at(self, seat: Seat) -> tuple[str, str]:
        """The emblem and the colour that whoever sits down there has, if nothing else is wished."""
        chair = msgspec.structs.replace(self._state.chairs[seat], by="touch")
        chair = seating.settled(seating.with_chair(self._state.chairs, seat, chair), ())[seat]
        return chair.emblem, chair.colour

    def join(
        self, ticket: str | None, seat: Seat, name: str, lang: messages.Lang, emblem: str = "", colour: str = ""
    ) -> str:
        """Sit down and get a new seat key. Without a ticket only at a free seat, or, where none is, at a bot's.

        Who wishes for no emblem and no colour has those of the last game, if nobody here has them.

        Refusals: `taken` (somebody was first, or the ticket is old), `name`, `name-taken`, `emblem-taken`,
        `colour-taken`, `setting` (a language, an emblem or a colour that is not ours). A hand-over ends the old key:
        listeners get `Cue("moved", seat)`.
        """
        offered = (*self.free_seats(), *self.bot_seats())
        if (seat not in offered) if ticket is None else (self.seat_of_ticket(ticket) != seat):
            raise Rejected("taken", seat=seat + 1)
        before, key = self._state.chairs, seating.new_key()
        chairs = seating.seated(before, seat, name, lang, key)
        mine = seating.badged(chairs, seat, emblem, colour)
        chairs = seating.with_chair(chairs, seat, mine)
        chairs = seating.as_before(chairs, seat, self._finished.badge)
        transaction = Transaction(replace(self._state, chairs=chairs), self._vote)
        transaction.news.append(seating.joined(seat, before[seat], chairs[seat]))
        self._commit(Who("seat", seat), "", transaction)
        return key

    def seat_of_key(self, key: str) -> Seat | None:
        """Where the holder of a key sits now. Ask again after every change: seats may move in the lobby."""
        found = seating.hashed(key)
        for seat, chair in enumerate(self._state.chairs):
            if chair.key == found:
                return Seat(seat)
        return None

    def present(self, seat: Seat, here: bool) -> None:
        """Tell whether the phone that holds a seat's key now is connected."""
        key = self._state.chairs[seat].key
        present = self._present | {key} if here and key else self._present - {key}
        if present != self._present:
            self._present = present
            if here:
                self._say_gone.pop(key, None)
            else:
                self._left_at[key] = self._clock()
            self._emit()

    def onlookers(self, count: int) -> None:
        """Tell how many just watch."""
        if count != self._onlookers:
            self._onlookers = count
            self._emit()

    @property
    def address(self) -> str | None:
        """Where phones find this table now; None: there is no network."""
        return self._network.address

    def set_headless(self, headless: bool) -> None:
        """Tell whether there is a screen: where there is none, phones may do what it would."""
        if headless != self.headless:
            self.headless = headless
            self._emit()

    def network(self, network: messages.Network) -> None:
        """Tell how phones find this table now."""
        if network != self._network:
            self._network = network
            self._emit()

    # ---- listeners and time ----------------------------------------------------------------------------

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after every change and with every cue; it must only queue. Gives what ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tick(self, now: float) -> None:
        """Let time pass: bots act, hand-overs end, markers turn that nobody has turned, an opening goes on."""
        if self._ritual is not None and self._ritual_until <= now:
            self._turn(self._ritual.open, None)
            self._emit()
        if self._opening is not None and self._opening_until <= now:
            self._open(ceremonies.following(self._opening))
            self._emit()
        before, self._host = self._host, self._host.passed(now)
        if before.given.keys() != self._host.given.keys():
            self._emit()
        try:
            chairs = tuple(seating.timed_out(chair, now) for chair in self._state.chairs)
            if chairs != self._state.chairs:
                self._commit(rights.SCREEN, "", Transaction(replace(self._state, chairs=chairs), self._vote))
            for asked in self._state.questions:
                due = self._due(asked)
                if due is not None and due <= now and asked in self._state.questions:
                    self._let_bot_act(asked)
        except Rejected as no:
            if no.code not in ("disk-full", "unwritable"):
                raise
            self._retry_at = now + RETRY

    def next_tick(self) -> float | None:
        """When `tick` is wanted next, by the table's clock; None: not before something changes."""
        times = [chair.ticket_until for chair in self._state.chairs] + [
            self._due(asked) for asked in self._state.questions
        ]
        wanted = [max(time, self._retry_at) for time in times if time is not None]
        if self._ritual is not None and self._ritual_until < inf:
            wanted.append(self._ritual_until)
        if self._opening is not None:
            wanted.append(self._opening_until)
        wanted += self._host.given.values()
        return min(wanted, default=None)

    def _due(self, asked: OpenQuestion) -> float | None:
        """When a bot wants to answer; not while people vote on an undo, or turn markers.

        It waits until people have seen what happened, unless it is to act at once (a pace of 0).
        """
        if (
            asked.seat == CHANCE
            or self._state.chairs[asked.seat].by != "bot"
            or self._vote is not None
            or self._ritual is not None
        ):
            return None
        asked_at, pace = self._asked_at[asked.number], self._settings.bot_pace
        if not pace:
            return asked_at
        return None if self._opening is not None else max(asked_at + pace * self._alone(asked), self._shown_until)

    def _alone(self, asked: OpenQuestion) -> int:
        """With how many a bot chooses at once; 1 where a person does, too.

        Bots alone take as long for that as one after the other: people have as much to look at.
        """
        assert self._match is not None
        questions = [each for each in self._state.questions if each.since == asked.since]
        said = takewhile(lambda each: each.move.number > asked.since, reversed(self._match.moves))
        people = any(self._state.chairs[each.seat].person for each in questions)
        if people or any(each.move.from_people for each in said):
            return 1
        return len(questions)

    def _let_bot_act(self, asked: OpenQuestion) -> None:
        """A bot thinks about a world that it cannot tell from the true one. Its luck is the dealer's, so it repeats."""
        match, dealer = self._match, self._dealer
        assert match is not None
        assert dealer is not None
        seat, rng = asked.seat, dealer.rng(f"player {asked.seat + 1}", match.last_move)
        player = self._players[self._state.chairs[seat].bot or next(iter(self._players))]
        action = player(match.state.resample(seat, rng), seat, rng)
        self.handle(Who("bot", seat), messages.Act(id="", seat=seat + 1, question=asked.number, action=str(action)))

    # ---- the commit -------------------------------------------------------------------------------------

    def _commit(self, who: Who, id: str, transaction: Transaction) -> None:
        """Store it with the id of its intent, make it true, emit its events. A Rejected leaves everything as it was."""
        before = self._state
        if transaction.table.chairs is not before.chairs:
            settled = seating.settled(transaction.table.chairs, self._bots)
            locked = transaction.table.locked and seating.are_held(settled)
            transaction.table = replace(transaction.table, chairs=settled, locked=locked)
        match = transaction.match or (self._match if transaction.table.game == before.game else None)
        events = [
            *(EmittedEvent(event, None) for event in transaction.news),
            *(transaction.result.events if transaction.result else ()),
        ]
        state = self._with_questions(transaction, match)
        offer = undo.offered(state, match, self._settings.undo) if transaction.vote else None
        vote = undo.lasting(transaction.vote, offer, state.chairs)
        if self._vote is not None and vote is None and (transaction.result or transaction.vote):
            lapsed = news.LeaveLapsed if self._vote.leave else news.UndoLapsed
            events.append(EmittedEvent(lapsed(seat=self._vote.seat + 1), None))
        lines = _numbered([*transaction.added, *map(logged, events)], before.log_end)
        lived = self._lived + self._clock() - self._began
        state = replace(state, log_end=before.log_end + len(lines), lived=lived)
        rewritten = [replace(line, undone=state.log_end if line.undone else 0) for line in transaction.rewritten]
        elsewhere = {line.number for line in rewritten}
        struck = [number for number in self._log.of_moves(transaction.undone) if number not in elsewhere]
        if state.game != before.game:
            state = replace(state, log_begin=before.log_end)
        act = (self._device(who), id) if id else None
        self._write(transaction, state, lines, rewritten, struck, act)

        self._state, self._match = state, match
        self._dealer = (transaction.dealer or self._dealer) if match else None
        if match and transaction.result:
            match.take(transaction.result)
        if state.game != before.game:
            self._log = transaction.log or Log()
        self._log.add(lines)
        self._log.rewrite(rewritten, state.log_end)
        self._log.strike(struck, state.log_end)
        if act:
            self._idempotency_keys[act] = None
        if transaction.writes:
            self._suspended = self._read_suspended()
            self._finished.forget()
        now = self._clock()
        self._asked_at = {each.number: self._asked_at.get(each.number, now) for each in state.questions}
        self._vote = vote
        keys = {chair.key for chair in state.chairs}
        self._present &= keys
        self._left_at = {key: at for key, at in self._left_at.items() if key in keys}
        self._say_gone = {key: said for key, said in self._say_gone.items() if key in keys}
        self._ceremony(transaction, before)
        self._emit(tuple(events))
        for seat in seating.keys_ended(before.chairs, state.chairs):
            self._cue(messages.Cue(what="moved", seat=seat + 1))

    def _write(
        self,
        transaction: Transaction,
        state: TableState,
        lines: list[LogLine],
        rewritten: list[LogLine],
        struck: list[int],
        act: tuple[str, str] | None,
    ) -> None:
        """The one commit."""
        crowded = len(self._idempotency_keys) > REMEMBERED + SLACK
        with self._store.commit(state.lived) as write:
            for each in transaction.writes:
                each(write)
            if transaction.result:
                write.moves(state.game, [applied.move for applied in transaction.result.moves])
            if transaction.undone:
                write.undo_moves(state.game, transaction.undone)
            if struck:
                write.strike_log(struck, state.log_end)
            write.log(state.game, lines)
            write.rewrite_log(rewritten)
            if act:
                write.idempotency_key(*act)
            if crowded:
                write.forget_idempotency_keys()
            write.table_state(msgspec.json.encode(state))
        if crowded:
            self._idempotency_keys = dict.fromkeys(list(self._idempotency_keys)[-REMEMBERED:])

    def _with_questions(self, transaction: Transaction, match: Match | None) -> TableState:
        """The state with the questions that are open after it."""
        state = transaction.table
        if match is None or state.phase != "game":
            return replace(state, questions=())
        if transaction.match is None and transaction.result is None:
            return state
        now, before = (
            transaction.result.position if transaction.result else match.position,
            self._match and self._match.position,
        )
        alike = [  # where people deal, what one seat tells leaves the others' questions open
            asked
            for asked in state.questions
            if before and (match.tracked or now.legal(asked.seat) == before.legal(asked.seat))
        ]
        newest = [*match.moves, *(transaction.result.moves if transaction.result else ())][-1:]
        last = newest[0].move.number if newest else 0
        asked, count = ask(
            now.state.to_act,
            alike,
            stands=last if transaction.stands is None else transaction.stands,
            last=last if transaction.last is None else transaction.last,
            count=state.question_count,
            answered=transaction.answered,
        )
        return replace(state, questions=asked, question_count=count)

    def _emit(self, events: tuple[EmittedEvent, ...] = ()) -> None:
        self._rev += 1
        self._snapshots = None
        changed = Changed(self._rev, events)
        for listener in tuple(self._listeners):
            listener(changed)

    def _cue(self, cue: messages.Cue) -> None:
        for listener in tuple(self._listeners):
            listener(cue)

    # ---- being the table that was stored ---------------------------------------------------------------

    def _take_up(self) -> None:
        """Same game, seats, keys, questions and log as before; what could not be read is said in the log."""
        notices = [self._store.notice] if self._store.notice else []
        state = self._stored(notices)
        if state.game:
            saved = self._store.game(state.game)
            try:
                if saved is None:
                    raise ValueError(f"game {state.game} is missing")
                self._match, self._dealer = replayed(saved, self._rules), Dealer(saved.secret)
            except (ValueError, KeyError, IllegalAction, Rejected):
                notices.append(Rejected("game-unreadable", game=state.game))
                state = replace(in_lobby(state), log_begin=state.log_end)
        chairs = tuple(seating.waiting_anew(chair, self._began) for chair in state.chairs)
        self._state = state = replace(state, chairs=seating.settled(chairs, self._bots))
        self._lived = state.lived
        self._log = Log(self._store.log(state.game, 0 if state.game else state.log_begin))
        transaction = Transaction(state)
        transaction.news += [news.Noticed(rule=notice.code, facts=notice.params) for notice in notices]
        if state.phase == "game" and self._match is not None and state.handled and self._settings.ritual:
            moves = (applied.move for applied in self._match.moves)
            self._ritual, self._ritual_until = markers.waiting(moves, self._log, state.handled), inf
        self._commit(rights.SCREEN, "", transaction)

    def _stored(self, notices: list[Rejected]) -> TableState:
        """The state that was stored, or a new table's."""
        stored = self._store.table_state()
        agreed = lobby.Lobby(next(iter(self._shelf)))
        if stored is not None:
            try:
                state = msgspec.json.decode(stored, type=TableState)
                return state if state.lobby.game in self._shelf else replace(state, lobby=agreed)
            except msgspec.MsgspecError:
                notices.append(Rejected("table-unreadable"))
        games, lines = self._store.last_numbers()
        chairs, count = seating.resized((), SEATS, 0)
        state = TableState(secrets.token_hex(8), chairs, agreed, chair_count=count)
        return replace(state, game_count=games, log_end=lines, log_begin=lines)

    def _read_suspended(self) -> tuple[messages.SuspendedView, ...]:
        found = []
        for number, kind, when, stored in self._store.suspended():
            note = msgspec.json.decode(stored, type=SuspendedGame)
            found.append(messages.SuspendedView(game=number, kind=kind, seats=note.seats, turn=note.turn, when=when))
        return tuple(found)

    # ---- what a handler needs --------------------------------------------------------------------------

    def _context(self, who: Who, reach: rights.Reach) -> IntentContext:
        return IntentContext(
            who=who,
            device=self._device(who),
            reach=reach.now(in_lobby=self._state.phase == "lobby", headless=self.headless),
            now=self._clock(),
            table=self._state,
            vote=self._vote,
            ritual=self._ritual,
            settings=self._settings,
            headless=self.headless,
            present=self._present,
            gone=self._gone(),
            say_gone=self._say_gone,
            horn_at=self._horn_at,
            host=self._host,
            machine=self.machine,
            store=self._store,
            finished=self._finished,
            view=self._view,
            snapshots=self._snapshots_now,
            match=self._match,
            dealer=self._dealer,
            log=self._log,
            shelf=self._shelf,
            rules=self._rules,
            modes=self._modes,
            drawn=self._by_touch,
            overrides=self._overrides,
            own_values=self._own_values,
            bots=tuple(self._players),
            seed=self._seed,
        )

    def _device(self, who: Who) -> str:
        """Whose ids these are, and where the PIN is given: the screen, the panel, or a phone, by its key's hash.

        Everybody numbers their own intents, also whoever sits down where somebody sat.
        """
        return who.role if who.seat is None else self._state.chairs[who.seat].key

    def _is_repeated(self, who: Who, id: str) -> bool:
        """Whether this intent was carried out before; Rejected `id` for one that cannot be remembered."""
        if who.role == "bot":
            return False
        if not 1 <= len(id) <= ID_LENGTH:
            raise Rejected("id", most=ID_LENGTH)
        return (self._device(who), id) in self._idempotency_keys


def _brought(game: Archived, write: Write) -> None:
    write.bring_in(game)


def _numbered(lines: list[LogLine], after: int) -> list[LogLine]:
    return [replace(line, number=number) for number, line in enumerate(lines, after + 1)]
