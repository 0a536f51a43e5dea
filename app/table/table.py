"""The table: the only owner of a game, of who sits where, and of what everybody has seen.

**In.** Everything comes as an intent (app/protocol/messages.py) from somebody at the table (app/protocol/rights.py)
through `handle`, or by somebody joining (app/table/joining.py). app/table/intents.py lists who may say which, and who
carries it out: a function in app/table/handlers/, from how things stand to a `Transaction`. Taking back and resuming
apply stored rows again (app/table/match.py, app/table/undo.py).

**One commit.** An intent is checked and worked out on copies; that gives a `Transaction`. `_commit` works out what it
comes to (app/table/commit.py), stores that at once together with the intent's id, and only then makes it true
(app/table/truth.py) and emits its events. What is refused, also by a full disk, has changed nothing; what was emitted
is on the disk. What must survive beside the moves of a game is one frozen value, `TableState`. A table that starts
again is what was stored (app/table/taking_up.py).

**Questions.** Whatever a seat is asked has a number that is never used again. A change that leaves a seat's question
open leaves its number alone, so several may choose at once; an answer to a question that is not open is `stale`. A
score sheet (app/table/score_sheet.py) is hosted like a game and asks nobody: each entry is taken back by itself.

**Out.** Listeners get `Changed`, ask for a `snapshot`, which holds what its reader may see and no more
(app/table/views.py, app/table/snapshots.py, app/table/log.py), and `Cue`s, which are never stored. Who is there
(app/table/presence.py) and what bots wait for (app/table/pauses.py) are not stored either; what is in
files of the owner's stands apart (app/table/owned.py).

All calls are synchronous and belong to one thread at a time (app/table/turns.py): while the disk is waited for, others
may ask how things stood before, and change nothing. Time is passed in: a clock that nobody sets, for what lasts. What
is written down with a date has the store's. Passed in is chance, too: whatever nobody may guess is drawn from it.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from math import inf
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from app.protocol import messages, news, rights
from app.protocol.results import Archived
from app.protocol.rights import Rejected, Who
from app.storage.commit_writer import Write
from app.storage.database import Store
from app.storage.import_batches import Batch
from app.storage.overrides import OwnValues
from app.storage.pin import Pin
from app.storage.secret_source import MACHINES, Chance
from app.table import advice, daily, first_deal, lessons, lobby, markers, people, score_sheet, seating, today
from app.table.bots import BotPlayers, Bots
from app.table.carried_out import CarriedOut
from app.table.commit import worked_out
from app.table.context import IntentContext
from app.table.finished import FinishedGames
from app.table.handlers.games import in_lobby, replayed
from app.table.host import Tried
from app.table.intents import INTENTS
from app.table.joining import Joining
from app.table.machine import Machine
from app.table.match import EmittedEvent, OpenQuestion
from app.table.owned import Owned
from app.table.pauses import Pauses
from app.table.presence import Presence
from app.table.reviewing import Reviews
from app.table.standing import guided
from app.table.state import Phase, TableState
from app.table.suspended import SuspendedGames
from app.table.taking_up import left_as_they_were, stored_log, taken_up
from app.table.thinking import Thinker, Thoughts
from app.table.transaction import Skipped, Transaction, Turned
from app.table.views import Views
from app.text.lessons import Lists
from engine.game import Game, Rules

__all__ = ["Changed", "EmittedEvent", "Listener", "Table"]

RETRY: Final = 5.0  # seconds until the table tries again what it could not store by itself


class Changed(msgspec.Struct, frozen=True):
    """Something is different since the last one: ask for snapshots. `events` are new ones to be shown, in order."""

    rev: int
    events: tuple[EmittedEvent, ...] = ()


Listener: TypeAlias = Callable[[Changed | messages.Cue], None]


class Table:
    """One table. `handle`, `bring_in` and `joining` raise `rights.Rejected`; what is refused changed nothing."""

    def __init__(
        self,
        store: Store,
        shelf: Mapping[str, Game],
        *,
        players: BotPlayers,
        settings: messages.Settings,
        save_settings: Callable[[messages.Settings], None],
        pin: Pin | None = None,
        save_pin: Callable[[Pin | None], None] = lambda pin: None,
        clock: Callable[[], float],
        chance: Chance = MACHINES,
        seed: int | str | None = None,
        headless: bool = False,
        overrides: Mapping[str, str] | None = None,
        by_touch: Collection[str] | None = None,
        modes: lobby.Modes | None = None,
        sheets: Rules | None = None,
        power_off: Callable[[], str] = lambda: "",
        installed: bool = False,
        bots: Bots = (),
        thinker: Thinker | None = None,
        own_values: OwnValues | None = None,
        lists: Lists | None = None,
        deals: first_deal.Deals | None = None,
        reasons: advice.ByGame | None = None,
        moved: bool = False,
    ) -> None:
        """`moved`: its data has come from another computer since the last start."""
        self._store = store
        self.shelf = shelf  # the games that can be played here
        self._rules: Mapping[str, Rules] = {**shelf, score_sheet.NAME: sheets} if sheets else shelf
        self._players = players
        self._bots = bots  # what they are called
        self._clock = clock
        self._chance = chance
        self._seed = seed
        self._modes = modes or {}
        self._lessons = lists or {}  # what first games teach
        self._deals = deals or {}  # how they are dealt
        self._by_touch = shelf if by_touch is None else by_touch  # games that the screen draws
        self._began = clock()
        self._rev = 0
        self._listeners: list[Listener] = []
        self._retry_at = 0.0
        self._horn_at = -inf
        self.machine = Machine(power_off, installed)
        self._owned = Owned(settings, save_settings, overrides or {}, own_values or OwnValues(), pin, save_pin)
        self.truth, notices = taken_up(store, shelf, self._rules, bots, self._began, chance)
        if moved:
            self.truth.state = replace(self.truth.state, copied=True)
            notices.append(Rejected("other-computer"))
        self._lived_before = self.truth.state.lived
        self._carried_out = CarriedOut(store)
        self.finished, self._suspended = FinishedGames(store), SuspendedGames(store)
        self.presence = Presence(self.truth, clock, headless, self._emit)
        self._pauses = Pauses(self.truth, clock, self._cue)
        self.reviews = Reviews(store, self._rules, players, reasons or {}, thinking=thinker is not None)
        self._thoughts = Thoughts(self.truth, players, bots, thinker, clock, self.reviews, lambda: self.settings)
        self.joining = Joining(self.truth, self.presence, self.finished, clock, chance, self._commit)
        self._views = Views(
            self.truth,
            self._owned,
            self.presence,
            self._pauses,
            self.finished,
            self._suspended,
            shelf=shelf,
            modes=self._modes,
            bots=bots,
            players=players,
            machine=self.machine,
            lessons=self._lessons,
            reasons=reasons or {},
            thoughts=self._thoughts,
        )
        self._take_up(notices)

    # ---- what it is ------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """Of this table (of its data folder); another one is another table."""
        return self.truth.state.table

    @property
    def rev(self) -> int:
        """Grows by one with every change while the table runs."""
        return self._rev

    @property
    def phase(self) -> Phase:
        """Whether a game is agreed on, played, or over."""
        return self.truth.state.phase

    @property
    def log_end(self) -> int:
        """The newest number of the log; hand it back as `since`."""
        return self.truth.state.log_end

    @property
    def settings(self) -> messages.Settings:
        return self._owned.settings

    @property
    def locked(self) -> bool:
        """Whether nobody new sits down."""
        return self.truth.state.locked

    @property
    def ritual(self) -> messages.Ritual | None:
        """The conflict markers that wait for a hand."""
        return self._pauses.ritual

    def number(self, who: Who) -> int | None:
        """What they give to show that they mean what outlives the game; None where they have, or where a PIN is set."""
        host, device = self._owned.host, self.truth.device(who)
        return None if host.pin is not None or host.means(device, self._clock()) else host.number(device)

    # ---- intents ---------------------------------------------------------------------------------------

    def handle(self, who: Who, intent: messages.Intent) -> messages.Message:
        """Carry out one intent, as the list of intents says, and answer it.

        What changes something is answered by Done, also if its id was acted upon before. What is refused
        (`rights.Rejected`) changed nothing.
        """
        if self._store.mended and not self._store.waiting:
            self._go_on_mended()
        listed, device = INTENTS[type(intent)], self.truth.device(who)
        if listed.changes and who.role != "bot" and self._carried_out.holds(device, intent.id):
            return messages.Done(intent.id)
        rights.check_role(who, listed.intent, listed.roles)
        context = self._context(who, listed.reach)
        outlives = listed.outlives is not None and listed.outlives(context, intent)
        if outlives:
            context.check_meant()
        match outcome := listed.handler(context, intent):
            case Transaction():
                if isinstance(intent, today.LISTED):
                    fresh, by = outcome.settings or self.settings, context.chair_number
                    before = self.truth.state
                    outcome.table = today.noted(before, outcome.table, self.settings, fresh, by, self._store.clock())
                self._carry_out(who, intent.id, outcome)
            case Turned():
                self._note(device, intent.id)
                self._pauses.turn(outcome.markers, outcome.left)
                self._emit()
            case Skipped():
                self._note(device, intent.id)
                if self._pauses.skip():
                    self._emit()
            case Tried():
                self._try_pin(who, intent.id, outcome)
            case _:
                if self.reviews.take_fresh():
                    self._thoughts.follow()
                return outcome
        if outlives:
            self._owned.carried_out(device)
        if intent.id:
            self._carried_out.add(device, intent.id)
        return messages.Done(intent.id)

    def _carry_out(self, who: Who, id: str, transaction: Transaction) -> None:
        """The commit, and what is not stored with it."""
        with self._owned.changed(transaction):
            self._commit(who, id, transaction)
        if transaction.agreed_gone:
            self.presence.agree(*transaction.agreed_gone)
        for cue in transaction.cues:
            if cue.what == "horn":
                self._horn_at = self._clock()
            self._cue(cue)
        if transaction.scrub:
            self._scrub()

    def _note(self, device: str, id: str) -> None:
        """Remember that an intent was carried out which stores nothing else; a full disk keeps nobody from that."""
        with suppress(Rejected), self._store.commit(self._lived()) as write:
            self._carried_out.store(write, device, id)

    def _try_pin(self, who: Who, id: str, tried: Tried) -> None:
        """A PIN was given, set or forgotten. Wrong ones count, and right ones hold, whatever the disk says."""
        self._owned.try_pin(tried)
        self.truth.state = replace(self.truth.state, wrong_pins=tried.wrong)
        try:
            self._commit(who, "" if tried.refusal else id, Transaction(self.truth.state, self.truth.vote))
        except Rejected:
            self._emit()
        if tried.refusal is not None:
            raise tried.refusal

    def look_again(self) -> None:
        """Something else is to be seen of the machine."""
        self._emit()

    def be_slow(self, slow: bool) -> None:
        """The disk keeps people waiting, or does so no longer."""
        self.machine.slow = slow
        self._emit()

    def _lived(self) -> float:
        """As in TableState, until now."""
        return self._lived_before + self._clock() - self._began

    def _scrub(self) -> None:
        """Leave nothing of a name that was taken out: in the file, in the log, and in the game that is shown."""
        state = self.truth.state
        saved = self._store.game(state.game) if self.truth.match else None
        if saved is not None:
            self.truth.match = replayed(saved, self._rules)
        self.truth.log = stored_log(self._store, state)
        self._emit()
        with suppress(Rejected):  # no room for it: then when the table starts again
            self._store.scrub()

    def forget_member(self, member: str, seats: Mapping[str, Sequence[int]]) -> int:
        """Somebody of the club is to be forgotten here, as app/table/people.py has it; in how many games."""
        state, write_down, games, was_named = people.without_member(self._store, self.truth.state, member, seats)
        transaction = Transaction(state, self.truth.vote)
        transaction.writes.append(write_down)
        self._commit(rights.SCREEN, "", transaction)
        if was_named:
            self._scrub()
        return games

    def new_here(self, games: Iterable[Archived], again: bool = False) -> tuple[tuple[Archived, ...], int]:
        """Which games from elsewhere are not here yet, and how many are not since they have been deleted here.

        `again`: those count as new, too.
        """
        games, deleted = tuple(games), self._store.deleted_ids()
        here = self._store.game_ids() - (deleted if again else frozenset())
        fresh = {game.id: game for game in games if game.id not in here}
        return tuple(fresh.values()), len({game.id for game in games} & deleted - fresh.keys())

    def bring_in(self, who: Who, games: Iterable[Archived], batch: int = 0) -> int:
        """Take in games that are `new_here`, all or none; they have been checked. Which batch they are of.

        `batch`: that goes on with these. Refusals: `pin` and what keeps the table from writing.
        """
        at = self._context(who, rights.Reach())
        at.check_host()
        transaction, into = Transaction(self.truth.state, self.truth.vote), list[int]()
        at.listed(transaction, today.came(batch or self._store.next_batch()))
        transaction.writes.append(lambda write: into.append(write.bring_in_batch(games, batch)))
        self._commit(who, "", transaction)
        return into[0]

    def brought(self) -> tuple[Batch, ...]:
        """What was brought in, as it came, and is still here; the newest first."""
        return self._store.batches()

    def take_out(self, who: Who, first: int) -> int:
        """Take the games of a batch out again; how many. Refusals as for `bring_in`, and `no-such-game`."""
        at = self._context(who, rights.Reach())
        at.check_host()
        batch = next((batch for batch in self._store.batches() if batch.first == first), None)
        if batch is None:
            raise Rejected("no-such-game")
        transaction = at.listed(Transaction(self.truth.state, self.truth.vote), today.out(batch))
        transaction.writes.append(lambda write: write.take_out(batch))
        self._commit(who, "", transaction)
        return batch.games

    def _context(self, who: Who, reach: rights.Reach) -> IntentContext:
        """How things stand, for a handler."""
        truth = self.truth
        return IntentContext(
            who=who,
            device=truth.device(who),
            reach=reach.now(in_lobby=truth.state.phase == "lobby", headless=self.presence.headless),
            now=self._clock(),
            clock=self._clock,
            chance=self._chance,
            lived=self._lived(),
            table=truth.state,
            vote=truth.vote,
            ritual=self._pauses.ritual,
            settings=self._owned.settings,
            headless=self.presence.headless,
            present=self.presence.phones,
            gone=self.presence.gone(),
            say_gone=self.presence.say_gone,
            horn_at=self._horn_at,
            host=self._owned.host,
            machine=self.machine,
            thoughts=self._thoughts,
            reviews=self.reviews,
            store=self._store,
            finished=self.finished,
            view=self._views.table,
            snapshots=self._views.snapshots,
            hint=self._views.hint,
            match=truth.match,
            dealer=truth.dealer,
            log=truth.log,
            shelf=self.shelf,
            rules=self._rules,
            modes=self._modes,
            drawn=self._by_touch,
            overrides=self._owned.overrides,
            own_values=self._owned.values,
            players=self._players,
            lessons=self._lessons,
            deals=self._deals,
            seed=self._seed,
            known_deal=self.presence.known_deal,
        )

    # ---- the commit ------------------------------------------------------------------------------------

    def _commit(self, who: Who, id: str, transaction: Transaction) -> None:
        """Store it with the id of its intent, make it true, emit its events. A Rejected leaves everything as it was."""
        before, device = self.truth.state, self.truth.device(who)
        lived = self._lived()
        transaction.table = daily.agreed_on(transaction.table, self.shelf, self._players)
        if transaction.table.phase == "lobby" and self._deals:
            transaction.table = self._with_brought(transaction.table)
        policy = (transaction.settings or self._owned.settings).undo
        teaches = transaction.table.guided and transaction.table.phase == "game"
        known = self.finished.learned(transaction.table.lobby.game) if teaches else {}
        curriculum = lessons.Curriculum(self._lessons if teaches else {}, known)
        commit = worked_out(
            self.truth, transaction, bots=self._bots, undo_policy=policy, lived=lived, taught=curriculum
        )
        seen = self._views.seen(transaction)
        if today.waiting(before) != (kept := today.waiting(transaction.table)):
            transaction.writes.append(lambda write: write.empty_bin(*kept))
        with self._store.commit(lived) as write:
            commit.store(write)
            if id:
                self._carried_out.store(write, device, id)
        commit.become_true(self.truth)
        self._owned.become_true(transaction)
        if transaction.writes:
            self.finished.forget()
            self._suspended.forget()
        self.presence.forget_others(commit.state.chairs)
        settings = self._owned.settings
        meets = settings.motion and self.presence.screens > 0
        told = self._pauses.follow(commit, before, with_ritual=settings.ritual, with_meeting=meets)
        if commit.state.phase == "over" and before.phase != "over":
            self.reviews.ended(commit.state.game)
        elif before.phase == "over" and commit.state.phase == "game" and before.game == commit.state.game:
            self.reviews.goes_on(before.game)
        if transaction.hinted is not None:
            self._thoughts.ask_hint(transaction.hinted)
        self._thoughts.follow()
        self._views.follow(commit, seen)
        self._emit(told)
        for seat in seating.keys_ended(before.chairs, commit.state.chairs):
            self._cue(messages.Cue(what="moved", seat=seat + 1))

    def _with_brought(self, table: TableState) -> TableState:
        """The same, with the variants that come with its next game if that teaches."""
        agreed, deal = table.lobby, self._deals.get(table.lobby.game)
        taught = deal is not None and guided(table, self.finished.kinds(), self.finished.players(agreed.game))
        now = lobby.with_brought(agreed, deal.BRINGS if deal and taught else ())
        return table if now is agreed else replace(table, lobby=now)

    def _take_up(self, notices: Sequence[Rejected]) -> None:
        """The first commit; what could not be read is said in the log."""
        state, match = self.truth.state, self.truth.match
        if state.phase == "game" and match is not None and state.handled and self._owned.settings.ritual:
            moves = (applied.move for applied in match.moves)
            self._pauses.resume_ritual(markers.waiting(moves, self.truth.log, state.handled))
        transaction = Transaction(state, state.vote)
        self._tell(transaction, notices)
        transaction.writes.append(lambda write: write.empty_bin(*today.waiting(state)))
        try:
            self._commit(rights.SCREEN, "", transaction)
        except Rejected:
            if not self._store.mended:
                raise
            self._go_on_mended(notices)  # it was found by writing that something is damaged

    def _tell(self, transaction: Transaction, notices: Iterable[Rejected]) -> None:
        """Say in the log what people have to know of what is stored, and suspend what is only left as it was."""
        unsaid, older = self._store.unsaid()
        transaction.news += [news.Noticed(rule=no.code, facts=no.params) for no in (*unsaid, *notices)]
        transaction.writes += left_as_they_were(self._store, older, self._rules)
        transaction.writes += [Write.told] if unsaid else []

    def mend(self) -> None:
        """Something that is stored is damaged: go on with all of it that holds, and say what is lost."""
        with suppress(Rejected):  # no room: then another time
            self._store.mend()
            self._go_on_mended()

    def _go_on_mended(self, notices: Iterable[Rejected] = ()) -> None:
        """The store has another file than before: a game that it has not is not gone on with."""
        state, game = self.truth.state, self.truth.state.game
        lost = [Rejected("game-unreadable", game=game)] if game and not self._stored(game) else []
        transaction = Transaction(in_lobby(state) if lost else state, None if lost else self.truth.vote)
        self._tell(transaction, [*notices, *lost])
        transaction.writes.append(Write.told)
        self._commit(rights.SCREEN, "", transaction)

    def _stored(self, game: int) -> bool:
        saved, (_, older) = self._store.game(game), self._store.unsaid()
        match = self.truth.match
        return saved is not None and game not in older and match is not None and saved.last_move == match.last_move

    # ---- what readers get ------------------------------------------------------------------------------

    def snapshot(self, who: Who, since: int = 0) -> messages.Snapshot:
        """The whole truth for one reader, with what is new in its log after number `since` (0: all of it).

        A line whose number came before replaces it (it has been undone). When `game_id` differs from the reader's last
        snapshot the log begins anew, and all of it is here.
        """
        seen = self._views.snapshots()
        return messages.Snapshot(
            rev=self._rev,
            table=seen.table,
            game=seen.game(who.seat),
            questions=self._views.questions(who),
            news=self.truth.log.read(who.seat, since if since > self.truth.state.log_begin else 0),
            codes=self.joining.codes(who),
            own=seen.own(who.seat) if who.role in ("screen", "seat") else (),
            host=self._owned.host.knows(self.truth.device(who), self._clock()),
            plan="" if who.seat is None or who.role != "seat" else self.truth.state.chairs[who.seat].plan,
            lessons=self._views.lessons(who),
            hints=self._views.hints(who),
            planned=self._views.planned(who),
            upkeep=self._upkeep(who),
        )

    def _upkeep(self, who: Who) -> messages.Upkeep | None:
        """Of the machine, for whoever may look after it."""
        upkeep, device = self.machine.upkeep, self.truth.device(who)
        if upkeep is None or who.role not in ("screen", "seat"):
            return None
        if who.seat is not None and not self._owned.host.knows(device, self._clock()):
            return None
        chair = None if who.seat is None else self.truth.state.chairs[who.seat]
        return upkeep.now((chair and chair.lang) or self.settings.lang, device)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after every change and with every cue; it must only queue. Gives what ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _emit(self, events: tuple[EmittedEvent, ...] = ()) -> None:
        self._rev += 1
        self._views.forget()
        changed = Changed(self._rev, (*self._pauses.late(), *events))
        for listener in tuple(self._listeners):
            listener(changed)
        self._thoughts.look_for([(it.asked, it.turn, it.public) for it in self._views.silences()])

    def _cue(self, cue: messages.Cue) -> None:
        for listener in tuple(self._listeners):
            listener(cue)

    # ---- time ------------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Let time pass: bots act, hand-overs end, markers turn that nobody has turned, an opening goes on."""
        if self._store.mended:
            with suppress(Rejected):
                self._go_on_mended()
        self.presence.tick(now)
        paused, held = self._pauses.tick(now), self._owned.tick(now)
        self._thoughts.tick(now)
        if self.reviews.take_over():
            self.finished.forget()
        if paused or held or self._thoughts.has_news():
            self._emit()
        try:
            before = self.truth.state
            chairs = tuple(seating.timed_out(chair, now) for chair in before.chairs)
            if chairs != before.chairs:
                self._commit(rights.SCREEN, "", Transaction(replace(before, chairs=chairs), self.truth.vote))
            ends = today.ends(self.truth.state)
            if ends is not None and ends <= (date := self._store.clock()):
                lasting = today.lasting(self.truth.state, date)
                self._commit(rights.SCREEN, "", Transaction(lasting, self.truth.vote))
            for asked in self.truth.state.questions:
                due = self._bot_due(asked)
                if due is not None and due <= now and asked in self.truth.state.questions:
                    self._let_bot_act(asked)
        except Rejected as no:
            if no.code not in ("disk-full", "unwritable"):
                raise
            self._retry_at = now + RETRY

    def next_tick(self) -> float | None:
        """When `tick` is wanted next, by the table's clock; None: not before something changes."""
        state = self.truth.state
        times = [chair.ticket_until for chair in state.chairs]
        times += [self._bot_due(asked) for asked in state.questions]
        stored = min((time for time in times if time is not None), default=inf)
        pauses = self._pauses.next_tick(), self._owned.next_tick(), self._thoughts.next_tick()
        wanted = min(max(stored, self._retry_at), *pauses)
        return wanted if wanted < inf else None

    def _bot_due(self, asked: OpenQuestion) -> float | None:
        """When a bot answers, as far as that is known: not while the thinker is asked."""
        if self._thoughts.is_for(asked) and not self._thoughts.ready(asked):
            return None
        return self._pauses.bot_due(asked, self._owned.settings.bot_pace)

    def _let_bot_act(self, asked: OpenQuestion) -> None:
        """A bot thinks about a world that it cannot tell from the true one. Its luck is the dealer's, so it repeats."""
        thought = self._thoughts.action(asked)
        if thought is not None:
            try:
                self._act(asked, thought)
                return
            except Rejected as no:
                if no.code in ("disk-full", "unwritable"):
                    raise
                self._thoughts.refused(asked)
        match, dealer = self.truth.match, self.truth.dealer
        assert match is not None
        assert dealer is not None
        seat, rng = asked.seat, dealer.rng(f"player {asked.seat + 1}", match.last_move)
        name, setup = self._thoughts.name(self.truth.state.chairs[seat]), match.setup
        player = self._players.at_once(name, match.rules.name, setup.seats, setup.header().get("variant", ""))
        self._act(asked, str(player(match.state.resample(seat, rng), seat, rng)))

    def _act(self, asked: OpenQuestion, action: str) -> None:
        said = messages.Act(id="", seat=asked.seat + 1, question=asked.number, action=action)
        self.handle(Who("bot", asked.seat), said)
