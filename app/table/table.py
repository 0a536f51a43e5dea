"""The table: the only owner of a game, of its seats, and of what each reader has been sent.

- Every change is an intent passed to `handle`, or a new key from `joining`. app/table/intent_list.py has its handler;
  each returns a `Transaction`, computed on copies.
- `_commit` computes the new state (app/table/core/commit.py), stores it together with the intent's id, and only then
  replaces the committed state and calls listeners. A refused transaction, also for a full disk, changes nothing.
- Features take part by hooks (app/table/features/feature.py), called in the order of app/table/features/registry.py.
- Every question has a number that is never reused. It survives changes that leave the question open, so several seats
  may choose at once; an answer to a closed question is `stale`.
- Listeners get `TableChanged` and read a `snapshot`, which holds what its reader may see, and `Cue`s, which are not
  stored.

All calls are synchronous and come from one thread at a time (app/table/core/write_queue.py). The clock is monotonic;
dates come from the store. All randomness that nobody may predict comes from `chance`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from math import inf
from typing import Final, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from app.protocol import client_rights
from app.protocol.base_messages import Accepted, Intent, Message
from app.protocol.client_rights import Actor
from app.protocol.play_messages import Cue, Ritual
from app.protocol.rejection import Rejection
from app.protocol.results import Archived
from app.protocol.settings_messages import Settings
from app.protocol.table_log_events import TableNotice
from app.protocol.table_messages import Snapshot
from app.storage.commit_writer import Write
from app.storage.counted_reads import READ_METER, ReadMeter
from app.storage.database import Store
from app.storage.import_batches import Batch
from app.storage.random_keys_and_ids import MACHINES, Chance
from app.table.bots.bot_scheduler import BotScheduler, Thinker
from app.table.bots.ceremony_waits import Ceremonies
from app.table.bots.reviews import Reviews
from app.table.core.change_records import GamesCame, GamesOut
from app.table.core.commit import compute_commit
from app.table.core.game_library import GameLibrary
from app.table.core.joining import Joining
from app.table.core.machine_ports import Machine
from app.table.core.owner_files import OwnerSettings
from app.table.core.presence import Presence
from app.table.core.seen_intents import SeenIntents
from app.table.core.table_state import Phase, TableState
from app.table.core.transaction import Immediate, Transaction
from app.table.features import person_rename_and_removal, recent_changes, registry
from app.table.features.intent_context import IntentContext
from app.table.features.table_parts import TableParts
from app.table.game.match import EmittedEvent, Match
from app.table.handlers.game_lifecycle import clear_game, replay_game
from app.table.history.finished_games_cache import FinishedGames
from app.table.history.replay import select_new
from app.table.history.suspended_games_list import SuspendedGames
from app.table.intent_list import INTENTS, IntentSpec
from app.table.reader_views import Views
from app.table.restore import load_log, restore_table, suspend_outdated

__all__ = ["EmittedEvent", "Listener", "Table", "TableChanged"]

RETRY_SECONDS: Final = 5.0  # seconds until the table tries again what it could not store by itself


T = TypeVar("T")


class TableChanged(msgspec.Struct, frozen=True):
    """A change since the last notice: ask for snapshots. `events` are new ones to be shown, in order."""

    rev: int
    events: tuple[EmittedEvent, ...] = ()


Listener: TypeAlias = Callable[[TableChanged | Cue], None]


class Table:
    """One table. `handle`, `import_games` and `joining` raise `Rejection`; what is refused changed nothing."""

    def __init__(
        self,
        store: Store,
        games: GameLibrary,
        owner: OwnerSettings,
        machine: Machine | None = None,
        thinker: Thinker | None = None,
        *,
        clock: Callable[[], float],
        chance: Chance = MACHINES,
        seed: int | str | None = None,
        headless: bool = False,
        moved: bool = False,
    ) -> None:
        """Open the table. `moved`: its data has come from another computer since the last start."""
        self._store = store
        self.games = games
        self.machine = machine or Machine()
        self._clock = clock
        self._began = clock()
        self._rev = 0
        self._listeners: list[Listener] = []
        self._retry_at = 0.0
        self.committed, notices = restore_table(store, games, now=self._began, chance=chance)
        if moved:
            self.committed.state = replace(self.committed.state, copied=True)
            notices.append(TableNotice("other-computer", {}))
        self._lived_before = self.committed.state.lived
        self._seen_intents = SeenIntents(store)
        self.finished = FinishedGames(store)
        self.presence = Presence(self.committed, clock, headless, self._emit)
        self.reviews = Reviews(store, games, thinking=thinker is not None)
        self.joining = Joining(
            self.committed, self.presence, badge=self.finished.badge, clock=clock, chance=chance, commit=self._commit
        )
        self.parts = TableParts(
            committed=self.committed,
            store=store,
            clock=clock,
            chance=chance,
            seed=seed,
            games=games,
            owner=owner,
            presence=self.presence,
            ceremonies=Ceremonies(self.committed, clock, self._cue),
            finished=self.finished,
            suspended=SuspendedGames(store),
            reviews=self.reviews,
            scheduler=BotScheduler(self.committed, games, owner, self.reviews, thinker, clock),
            machine=self.machine,
            handle=self.handle,
            commit=self._commit,
            cue=self._cue,
            rarely_changing_view=lambda: self._views.rarely_changing(),
        )
        self._features = [register(self.parts) for register in registry.FEATURES]
        self._intents = {
            **INTENTS,
            **{intent.intent: intent for feature in self._features for intent in feature.intents()},
        }
        self._views = Views(self.parts, self._features)
        self._start(notices)

    # ---- properties ------------------------------------------------------------------------------------

    @property
    def intents(self) -> Mapping[type[Intent], IntentSpec]:
        """The kinds of intent that this table knows, those of its features included."""
        return self._intents

    @property
    def id(self) -> str:
        """Of this table (of its data folder); another one is another table."""
        return self.committed.state.table

    @property
    def rev(self) -> int:
        """Grows by one with every change while the table runs."""
        return self._rev

    @property
    def phase(self) -> Phase:
        """The phase: a game is agreed on, played, or over."""
        return self.committed.state.phase

    @property
    def log_end(self) -> int:
        """The newest number of the log; hand it back as `since`."""
        return self.committed.state.log_end

    @property
    def settings(self) -> Settings:
        return self.parts.owner.settings

    @property
    def locked(self) -> bool:
        """True while nobody new can sit down."""
        return self.committed.state.locked

    @property
    def ritual(self) -> Ritual | None:
        """The conflict markers that wait for a hand."""
        return self.parts.ceremonies.ritual

    def confirmation_number(self, who: Actor) -> int | None:
        """Return the number with which a client confirms; None if it has confirmed, or if a PIN is set."""
        host, device = self.parts.owner.host, self.committed.device(who)
        return (
            None
            if host.pin is not None or host.is_confirmed(device, self._clock())
            else host.confirmation_number(device)
        )

    def feature(self, kind: type[T]) -> T:
        """Return the feature of a class; LookupError if it is not registered."""
        for feature in self._features:
            if isinstance(feature, kind):
                return feature
        raise LookupError(kind.__name__)

    # ---- intents ---------------------------------------------------------------------------------------

    def handle(self, who: Actor, intent: Intent) -> Message:
        """Apply one intent as the list of intents says, and return its answer.

        An intent that changes something gets Accepted, also if its id was applied before. After a Rejection nothing
        has changed.
        """
        if self._store.mended and not self._store.waiting:
            self._continue_repaired()
        spec, device = self._intents[type(intent)], self.committed.device(who)
        if spec.changes and who.role != "bot" and self._seen_intents.holds(device, intent.id):
            return Accepted(intent.id)
        client_rights.check_role(who, spec.intent, spec.roles)
        context = self._context(who, spec.reach)
        for feature in self._features:
            feature.before_intent(context, spec, intent)
        outcome: Transaction | Immediate | Message = spec.handler(context, intent)
        match outcome:
            case Transaction():
                for feature in self._features:
                    feature.on_transaction(context, intent, outcome)
                self._commit(who, "" if outcome.refusal else intent.id, outcome)
                if outcome.refusal is not None:
                    raise outcome.refusal
            case Immediate():
                self._store_intent_id(device, intent.id)
                if outcome.run():
                    self._emit()
            case answer:
                return answer
        for feature in self._features:
            feature.after_intent(context, spec, intent)
        if intent.id:
            self._seen_intents.add(device, intent.id)
        return Accepted(intent.id)

    @staticmethod
    def count_reads(count: ReadMeter) -> None:
        """Report the statements and rows that the current request reads to `count`."""
        READ_METER.set(count)

    def _store_intent_id(self, device: str, id: str) -> None:
        """Store the id of an intent that stores nothing else; a full disk does not matter."""
        with suppress(Rejection), self._store.commit(self._total_seconds()) as write:
            self._seen_intents.store(write, device, id)

    def notify_changed(self) -> None:
        """Emit a change after the machine has changed."""
        self._emit()

    def set_slow(self, slow: bool) -> None:
        """Show that the disk is slow, or no longer."""
        self.machine.slow = slow
        self._emit()

    def _total_seconds(self) -> float:
        """Return the seconds for which the table has run, as in TableState."""
        return self._lived_before + self._clock() - self._began

    def _scrub(self) -> None:
        """Reload game and log after a name was removed, and overwrite deleted data in the file."""
        state = self.committed.state
        saved = self._store.game(state.game) if self.committed.match else None
        if saved is not None:
            self.committed.match = replay_game(saved, self.games.rules)
        self.committed.log = load_log(self._store, state)
        self._emit()
        with suppress(Rejection):  # no room for it: then when the table starts again
            self._store.scrub()

    def forget_member(self, member: str, seats: Mapping[str, Sequence[int]]) -> int:
        """Remove a member of the club; return the number of changed games."""
        removal = person_rename_and_removal.remove_member(self._store, self.committed.state, member, seats)
        transaction = Transaction(removal.table, self.committed.vote)
        transaction.writes.append(removal.write)
        transaction.scrub = removal.was_named
        self._commit(client_rights.SCREEN, "", transaction)
        return removal.games

    def select_new(self, games: Iterable[Archived], again: bool = False) -> tuple[tuple[Archived, ...], int]:
        """Return the games of a file that are new here, and how many have been deleted here."""
        return select_new(self._store, self.games.rules, games, again=again)

    def import_games(self, who: Actor, games: Iterable[Archived], batch: int = 0) -> int:
        """Import games that `select_new` returned, all or none, and return the number of their batch.

        `batch`: add them to this one. Refusals: `pin`, and those of a store that cannot write.
        """
        context = self._context(who, client_rights.Reach())
        context.check_host()
        transaction, into = Transaction(self.committed.state, self.committed.vote), list[int]()
        recent_changes.list_change(context, transaction, GamesCame(batch or self._store.next_batch()))
        transaction.writes.append(lambda write: into.append(write.import_batch(games, batch)))
        self._commit(who, "", transaction)
        return into[0]

    def list_batches(self) -> tuple[Batch, ...]:
        """Return the imported batches that are still here, the newest first."""
        return self._store.batches()

    def remove_batch(self, who: Actor, first: int) -> int:
        """Remove the games of a batch; return how many. Refusals as for `import_games`, and `no-such-game`."""
        context = self._context(who, client_rights.Reach())
        context.check_host()
        batch = next((batch for batch in self._store.batches() if batch.first == first), None)
        if batch is None:
            raise Rejection("no-such-game")
        transaction = recent_changes.list_change(
            context,
            Transaction(self.committed.state, self.committed.vote),
            GamesOut(batch.first, batch.last, batch.games),
        )
        transaction.writes.append(lambda write: write.undo_import(batch))
        self._commit(who, "", transaction)
        return batch.games

    def _context(self, who: Actor, reach: client_rights.Reach) -> IntentContext:
        committed = self.committed
        return IntentContext(
            who=who,
            device=committed.device(who),
            reach=reach.relations(in_lobby=committed.state.phase == "lobby", headless=self.presence.headless),
            now=self._clock(),
            lived=self._total_seconds(),
            parts=self.parts,
            state=committed.state,
            gone=self.presence.list_gone_phones(),
            view=self._views.table,
            snapshots=self._views.snapshots,
            feature=self.feature,
        )

    # ---- the commit ------------------------------------------------------------------------------------

    def _commit(self, who: Actor, id: str, transaction: Transaction) -> None:
        """Store a transaction with the id of its intent ("": none), then apply it and emit its events.

        A Rejection leaves everything as it was, unless the transaction holds unstored.
        """
        before, lived = self.committed.state, self._total_seconds()
        for feature in self._features:
            feature.before_commit(transaction)
        policy = (transaction.settings or self.settings).undo
        bots = self.games.bots
        commit = compute_commit(
            self.committed, transaction, bots=bots, undo_policy=policy, lived=lived, complete=self._complete
        )
        with ExitStack() as files:
            for feature in self._features:
                files.enter_context(feature.storing(transaction))
            try:
                with self._store.commit(lived) as write:
                    commit.store(write)
                    if id:
                        self._seen_intents.store(write, self.committed.device(who), id)
            except Rejection:
                if not transaction.holds_unstored:
                    raise
                self.committed.state = transaction.state
                self._emit()
                return
        commit.apply_to(self.committed)
        for feature in self._features:
            feature.on_commit(before, commit)
        self._emit(commit.events)
        for feature in self._features:
            feature.after_commit(before, commit)
        for cue in transaction.cues:
            self._cue(cue)
        if transaction.scrub:
            self._scrub()

    def _complete(self, state: TableState, match: Match | None, transaction: Transaction) -> TableState:
        for feature in self._features:
            state = feature.complete(state, match, transaction)
        return state

    def _start(self, notices: Sequence[TableNotice]) -> None:
        """Make the first commit, with a notice about each thing that could not be read."""
        transaction = Transaction(self.committed.state, self.committed.vote)
        self._log_notices(transaction, notices)
        for feature in self._features:
            feature.on_start(transaction)
        try:
            self._commit(client_rights.SCREEN, "", transaction)
        except Rejection:
            if not self._store.mended:
                raise
            self._continue_repaired(notices)  # it was found by writing that something is damaged

    def _log_notices(self, transaction: Transaction, notices: Iterable[TableNotice]) -> None:
        """Add notices about stored data to the log, and suspend games that have only an older state."""
        stored, older = self._store.stored_notices()
        transaction.news += [*stored, *notices]
        transaction.writes += suspend_outdated(self._store, older, self.games.rules)
        transaction.writes += [Write.clear_notices] if stored else []

    def repair(self) -> None:
        """Repair a damaged store: continue with everything intact, and report what is lost."""
        with suppress(Rejection):  # no room: then another time
            self._store.repair()
            self._continue_repaired()

    def _continue_repaired(self, notices: Iterable[TableNotice] = ()) -> None:
        """Continue after the store was repaired; a game that it lost is ended."""
        state, game = self.committed.state, self.committed.state.game
        lost = [TableNotice("game-unreadable", {"game": game})] if game and not self._is_stored(game) else []
        transaction = Transaction(clear_game(state) if lost else state, None if lost else self.committed.vote)
        self._log_notices(transaction, [*notices, *lost])
        transaction.writes.append(Write.clear_notices)
        self._commit(client_rights.SCREEN, "", transaction)

    def _is_stored(self, game: int) -> bool:
        saved, (_, older) = self._store.game(game), self._store.stored_notices()
        match = self.committed.match
        return saved is not None and game not in older and match is not None and saved.last_move == match.last_move

    # ---- what readers get ------------------------------------------------------------------------------

    def snapshot(self, who: Actor, since: int = 0) -> Snapshot:
        """Return everything for one reader, with what is new in its log after number `since` (0: all of it).

        A line whose number came before replaces it (it has been undone). When `game_id` differs from the reader's last
        snapshot the log begins anew, and all of it is here.
        """
        seen = self._views.snapshots()
        fields = {name: value for feature in self._features for name, value in feature.snapshot_fields(who).items()}
        return Snapshot(
            rev=self._rev,
            table=seen.table,
            game=seen.game(who.seat),
            questions=self._views.questions(who),
            news=self.committed.log.list_unread(who.seat, since if since > self.committed.state.log_begin else 0),
            codes=self.joining.codes(who),
            own=seen.list_retractable_choices(who.seat) if who.role in ("screen", "seat") else (),
            **fields,
        )

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after every change and with every cue; it must only queue. Return a function that ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _emit(self, events: tuple[EmittedEvent, ...] = ()) -> None:
        self._rev += 1
        self._views.forget()
        for feature in self._features:
            events = feature.on_emit(events)
        changed = TableChanged(self._rev, events)
        for listener in tuple(self._listeners):
            listener(changed)
        for feature in self._features:
            feature.after_emit()

    def _cue(self, cue: Cue) -> None:
        for listener in tuple(self._listeners):
            listener(cue)

    # ---- time ------------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Advance to `now`: bots act, join codes expire, ceremonies continue."""
        if self._store.mended:
            with suppress(Rejection):
                self._continue_repaired()
        changed = [feature.on_tick(now) for feature in self._features]
        if any(changed):
            self._emit()
        try:
            for feature in self._features:
                feature.act(now)
        except Rejection as no:
            if no.code not in ("disk-full", "unwritable"):
                raise
            self._retry_at = now + RETRY_SECONDS

    def next_tick(self) -> float | None:
        """Return when `tick` is next needed, by the table's clock; None: not before something changes."""
        acts = min(feature.next_act() for feature in self._features)
        wanted = min(max(acts, self._retry_at), *(feature.next_tick() for feature in self._features))
        return wanted if wanted < inf else None
