"""The table: the only owner of a game, of who sits where, and of what everybody has seen.

**In.** Everything comes as an intent (app/messages.py) from somebody at the table (app/rights.py) through `handle`, or
by the calls about joining. A game changes by `submit` alone: one action, with every chance that the dealer answers
after it. Taking back, resuming and starting again all apply stored rows again (app/play.py).

**One commit.** A wish is checked, then worked out on copies (`_Change`), then stored at once together with its id
(`_commit`), and only then made true and told. What is refused, also by a full disk, has changed nothing; what was told
is on the disk. What must survive beside the rows is one frozen value, `Kept`.

**Out.** Listeners get `Changed`, ask for a `snapshot`, which holds what its reader may see and no more (app/sight.py,
app/log.py), and `Cue`s, which are never stored. Votes on an undo, who is connected and how many watch are not stored
either: they come back by themselves.

All calls are synchronous and belong to one thread. Time is passed in.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from app import lobby, news, rights, seating, settings, sight
from app import messages as m
from app.dealer import Dealer, fresh_secret, seeded_secret
from app.kept import Aside, Kept
from app.log import Log, LogLine
from app.play import Asked, Play, Row, Step, Told, ask
from app.rights import Refusal, Relation, Who
from app.seating import Chair, Chairs
from app.store import REMEMBERED, SLACK, Finished, Result, SavedGame, Store, Write
from engine.game import Action, Event, Game, IllegalAction, Rng, Seat, State

__all__ = ["Changed", "Listener", "Player", "Table", "Told"]

SEATS: Final = 4  # places in the ring of a new table
ID_LENGTH: Final = 64  # characters
RETRY: Final = 5.0  # seconds until a bot whose action could not be stored tries again

Player: TypeAlias = Callable[[State[Any], Seat, Rng], Action]  # Any: bots play every game


class Changed(msgspec.Struct, frozen=True):
    """Something is different since the last one: ask for snapshots. `events` are new ones, in order."""

    rev: int
    events: tuple[Told, ...] = ()


Listener: TypeAlias = Callable[[Changed | m.Cue], None]


class _Vote(msgspec.Struct, frozen=True):
    """Seat `seat` would like to take back `row`, and `open` have not answered."""

    row: int
    seat: Seat
    open: frozenset[Seat]


class _Change:
    """What one commit brings. Nothing of it is true before."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self.play: Play | None = None  # takes the place of the old one; `step` goes on from it
        self.dealer: Dealer | None = None
        self.step: Step | None = None
        self.undone: frozenset[int] = frozenset()  # rows
        self.log: Log | None = None  # of a game that is taken up again
        self.news: list[Event] = []
        self.writes: list[Callable[[Write], None]] = []  # of whole games


class Table:
    """One table. `handle` and the joining calls raise `rights.Refusal`; what is refused changed nothing."""

    def __init__(
        self,
        store: Store,
        shelf: Mapping[str, Game],
        *,
        players: Mapping[str, Player],
        settings: m.Settings,
        save_settings: Callable[[m.Settings], None],
        clock: Callable[[], float],
        seed: int | str | None = None,
        headless: bool = False,
    ) -> None:
        self._store = store
        self._shelf = shelf
        self._players = players
        self._settings = settings
        self._save_settings = save_settings
        self._clock = clock
        self._seed = seed
        self.headless = headless
        self._rev = 0
        self._listeners: list[Listener] = []
        self._network = m.Network(address=None, name=None)
        self._present: frozenset[str] = frozenset()  # hashed keys
        self._onlookers = 0
        self._vote: _Vote | None = None
        self._asked_at: dict[int, float] = {}  # by question: seconds since 1970
        self._acted = dict.fromkeys(store.acted())
        self._retry_at = 0.0
        self._play: Play | None = None
        self._dealer: Dealer | None = None
        self._legal: Mapping[Seat, tuple[str, ...]] = {}
        self._sight: sight.Sight | None = None  # of this revision
        self._take_up()

    # ---- what it is ------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """Of this table (of its data folder); another one is another table."""
        return self._kept.table

    @property
    def rev(self) -> int:
        """Grows by one with every change while the table runs."""
        return self._rev

    @property
    def log_end(self) -> int:
        """The newest number of the log; hand it back as `since`."""
        return self._kept.log_end

    @property
    def settings(self) -> m.Settings:
        return self._settings

    @property
    def shelf(self) -> Mapping[str, Game]:
        """The games that can be played here."""
        return self._shelf

    def history(self, limit: int = 100) -> tuple[Finished, ...]:
        """Finished games with their results, the newest first."""
        return self._store.history(limit)

    # ---- wishes ---------------------------------------------------------------------------------------

    def handle(self, who: Who, intent: m.Intent) -> None:
        """Carry out one intent (any but Look and Ping); silently done if its id was acted upon before."""
        if isinstance(intent, m.Act):
            self.submit(who, Seat(intent.seat - 1), intent.action, intent.question, intent.id)
            return
        wish = _WISHES.get(type(intent))
        if wish is None:
            raise Refusal("rights", what=rights.tag(type(intent)))
        if not self._is_repeated(who, intent.id):
            rights.check(who, type(intent))
            wish(self, who, intent)

    def submit(self, by: Who, seat: Seat, action: str, question: int, id: str) -> None:
        """The only way to change a game: one action with every chance that follows, one commit, then everybody is told.

        Refusals: the game's own rules, `stale` if the question is not open, `unreadable`, `rights`, `not-your-seat`.
        """
        if self._is_repeated(by, id):
            return
        rights.check(by, m.Act)
        self._check_seat(by, m.Act, seat)
        if (self._kept.chairs[seat].by == "bot") != (by.role == "bot"):
            raise Refusal("bot-plays", seat=seat + 1)
        if not any(asked.seat == seat and asked.number == question for asked in self._kept.asked):
            raise Refusal("stale", seat=seat + 1)
        play, dealer = self._running()
        try:
            step = play.answer(seat, play.state.parse(action), by.role, by.seat, dealer)
        except ValueError:
            raise Refusal("unreadable", seat=seat + 1) from None
        except IllegalAction as no:
            raise Refusal(no.rule, no.facts, seat=seat + 1) from None
        change = _Change(self._kept)
        change.step = step
        if not step.state.to_act:
            self._finish(change, step.state, early=False)
        self._commit(by, id, change, but=seat)

    # ---- taking back ------------------------------------------------------------------------------------

    def _undo(self, who: Who, wish: m.Undo) -> None:
        play, _ = self._running()
        asker = who.seat if who.role == "seat" else None if wish.seat is None else self._seat(wish.seat)
        if wish.seat is not None:
            self._check_seat(who, m.Undo, self._seat(wish.seat))
        for row in play.own(self._kept.asked):
            if row.number == wish.row and asker in (row.seat, None):
                self._take_back_choice(who, wish.id, row)
                return
        offer = self._offer()
        if offer is None or offer.row != wish.row:
            raise Refusal("stale")
        asker = Seat(offer.seat - 1) if asker is None else asker
        others = self._others(asker)
        if not others or self._settings.undo == "always" or (offer.free and asker == offer.seat - 1):
            self._roll_back(who, wish.id, asker, offer)
            return
        if self._vote is not None:
            raise Refusal("undo-asked", seat=self._vote.seat + 1)
        change = _Change(self._kept)
        change.news.append(news.UndoAsked(seat=asker + 1, of=offer.seat, action=offer.action))
        self._commit(who, wish.id, change, vote=_Vote(offer.row, asker, others))

    def _vote_on_undo(self, who: Who, wish: m.Vote) -> None:
        vote, seat, offer = self._vote, self._seat(wish.seat), self._offer()
        self._check_seat(who, m.Vote, seat)
        if vote is None or offer is None or vote.row != wish.row or seat not in vote.open:
            raise Refusal("stale", seat=seat + 1)
        change = _Change(self._kept)
        if not wish.yes:
            change.news.append(news.UndoDenied(seat=seat + 1))
            self._commit(who, wish.id, change)
        elif vote.open == {seat}:
            self._roll_back(who, wish.id, vote.seat, offer)
        else:
            self._commit(who, wish.id, change, vote=replace(vote, open=vote.open - {seat}))

    def _offer(self) -> m.UndoOffer | None:
        """What an undo would take back now: the last action of a person, with all that followed."""
        if self._settings.undo == "never" or self._play is None or self._kept.early:
            return None
        at = self._play.last_of_a_person(self._kept.asked)
        if at is None:
            return None
        row = self._play.past[at].row
        gone = [past.row for past in self._play.past[at:]]
        said = sum(each.seat >= 0 for each in gone)
        free = said == len(gone) or self._settings.undo == "always" or not self._others(row.seat)
        return m.UndoOffer(row=row.number, seat=row.seat + 1, action=row.text, more=said - 1, free=free)

    def _others(self, asker: Seat) -> frozenset[Seat]:
        """Seats with a person, who are asked about an undo."""
        return frozenset(Seat(seat) for seat, chair in enumerate(self._kept.chairs) if chair.person and seat != asker)

    def _roll_back(self, who: Who, id: str, asker: Seat, offer: m.UndoOffer) -> None:
        """Take the offered action back, with all that followed."""
        play, _ = self._running()
        gone = frozenset(past.row.number for past in play.past if past.row.number >= offer.row)
        change = _Change(self._kept)
        change.undone, change.play = gone, play.without(gone)
        change.news.append(news.Undone(seat=asker + 1, of=offer.seat, action=offer.action, more=offer.more))
        if self._kept.phase == "over":
            game, now = self._kept.game, self._clock()
            change.kept = replace(self._kept, phase="game")
            change.writes.append(lambda write: write.game_state(game, "running", now))
        stands = change.play.past[-1].row.number if change.play.past else 0
        self._commit(who, id, change, stands=stands, last=stands)

    def _take_back_choice(self, who: Who, id: str, row: Row) -> None:
        """Let a seat choose again while others still do; what they have chosen stands."""
        play, _ = self._running()
        others = [asked for asked in self._kept.asked if asked.seat != row.seat]
        change = _Change(self._kept)
        change.undone = frozenset({row.number})
        try:
            change.play = play.without(change.undone)
        except IllegalAction:
            raise Refusal("stale") from None
        state = change.play.state
        if row.seat not in state.to_act or any(
            sight.texts(state.legal(asked.seat)) != self._legal[asked.seat] for asked in others
        ):
            raise Refusal("stale")
        change.news.append(news.ChoiceTakenBack(seat=row.seat + 1))
        since = min(asked.since for asked in others if asked.since < row.number)
        self._commit(who, id, change, last=since, vote=self._vote)

    # ---- the lobby ---------------------------------------------------------------------------------------

    def _set_seats(self, who: Who, wish: m.SetSeats) -> None:
        self._in_phase("lobby")
        seats = self._game.seats
        if wish.count not in seats:
            raise Refusal("seats", fewest=seats[0], most=seats[-1])
        chairs, count = seating.resized(self._kept.chairs, wish.count, self._kept.chair_count)
        first = self._kept.lobby.first
        agreed = replace(self._kept.lobby, first=first if first is None or first <= wish.count else None)
        self._commit(who, wish.id, _Change(replace(self._kept, chairs=chairs, chair_count=count, lobby=agreed)))

    def _set_seat(self, who: Who, wish: m.SetSeat) -> None:
        seat = self._seat(wish.seat)
        self._check_seat(who, m.SetSeat, seat)
        before = self._kept.chairs
        chairs = seating.with_wish(
            before,
            seat,
            wish,
            identities=self._game.identities(),
            bots=self._players,
            in_lobby=self._kept.phase == "lobby",
        )
        change = _Change(replace(self._kept, chairs=chairs))
        change.news += _differences(seat, before[seat], chairs[seat], _by(who))
        self._commit(who, wish.id, change, vote=self._vote)

    def _move_seat(self, who: Who, wish: m.MoveSeat) -> None:
        self._in_phase("lobby")
        chairs = seating.exchanged(self._kept.chairs, self._seat(wish.seat), self._seat(wish.to))
        self._commit(who, wish.id, _Change(replace(self._kept, chairs=chairs)))

    def _set_game(self, who: Who, wish: m.SetGame) -> None:
        self._in_phase("lobby")
        chairs = self._kept.chairs
        agreed = lobby.agreed(self._kept.lobby, wish, self._shelf, len(chairs))
        if agreed.game != self._kept.lobby.game:
            chairs = tuple(replace(chair, wish=None) for chair in chairs)
            chairs, _ = seating.resized(chairs, min(len(chairs), self._shelf[agreed.game].seats[-1]), 0)
        self._commit(who, wish.id, _Change(replace(self._kept, lobby=agreed, chairs=chairs)))

    def _start(self, who: Who, wish: m.Start) -> None:
        self._in_phase("lobby")
        chairs, first = lobby.staying(self._kept.chairs, self._kept.lobby.first)
        if len(chairs) not in self._game.seats:
            raise Refusal("too-few", need=self._game.seats[0], have=len(chairs))
        self._begin(who, wish.id, chairs, first)

    def _rematch(self, who: Who, wish: m.Rematch) -> None:
        self._in_phase("over")
        chairs = self._kept.chairs
        self._begin(who, wish.id, chairs, (self._kept.first or 1) % len(chairs) + 1)

    def _begin(self, who: Who, id: str, chairs: Chairs, first: int | None) -> None:
        """A new game for these chairs, up to its first question."""
        number, kind = self._kept.game_count + 1, self._kept.lobby.game
        secret = fresh_secret() if self._seed is None else seeded_secret(self._seed, number)
        dealer = Dealer(secret)
        setup = lobby.drawn(self._kept.lobby, self._game, chairs, dealer, first)
        header = dict(setup.header())
        begins = int(header.get("first", "1"))
        chairs = tuple(seating.closed(chair) for chair in chairs)
        kept = replace(
            self._kept, chairs=chairs, phase="game", game=number, game_count=number, first=begins, early=False
        )
        change = _Change(kept)
        change.play, change.dealer = Play(self._game, setup), dealer
        change.step = change.play.answer(Seat(0), None, "screen", None, dealer)
        change.news.append(news.GameBegan(game=kind, first=begins, identities=lobby.identities(header)))
        keep, now = kept.lobby.keep, self._clock()
        change.writes += [self._leave_game, lambda write: write.new_game(number, kind, header, keep, secret, now)]
        self._commit(who, id, change)

    def _to_lobby(self, who: Who, wish: m.ToLobby) -> None:
        self._in_phase("over")
        change = _Change(_in_lobby(self._kept))
        change.writes.append(self._leave_game)
        self._commit(who, wish.id, change)

    def _end_early(self, who: Who, wish: m.EndEarly) -> None:
        self._in_phase("game")
        _sure(wish.sure, m.EndEarly)
        play, _ = self._running()
        change = _Change(self._kept)
        change.news.append(news.GameEndedEarly(by=_by(who)))
        self._finish(change, play.state, early=True)
        self._commit(who, wish.id, change)

    def _finish(self, change: _Change, state: State[Any], *, early: bool) -> None:
        """The game on the table is over: its result goes into the history."""
        change.kept = kept = replace(change.kept, phase="over", early=early)
        play, _ = self._running()
        result = Result(
            seats=tuple(chair.name for chair in kept.chairs),
            identities=lobby.identities(play.setup.header()),
            scores=tuple(dict(score) for score in state.scores()),
            winners=tuple(seat + 1 for seat in state.winners()),
            early=early,
            turns=_turn(state),
        )
        now = self._clock()
        change.writes.append(lambda write: write.game_state(kept.game, "over", now, result))

    def _lay_aside(self, who: Who, wish: m.LayAside) -> None:
        self._in_phase("game")
        play, _ = self._running()
        kept, now = self._kept, self._clock()
        infos = sight.seat_infos(kept, self._settings, play, self._present)
        names = tuple(info.name or info.wonder or "" for info in infos)
        note = Aside(kept.chairs, kept.lobby, kept.first, names, _turn(play.state))
        change = _Change(_in_lobby(kept))
        change.news.append(news.GameLaidAside(by=_by(who)))
        change.writes.append(lambda write: write.game_state(kept.game, "aside", now, aside=msgspec.json.encode(note)))
        self._commit(who, wish.id, change)

    def _resume(self, who: Who, wish: m.Resume) -> None:
        self._in_phase("lobby")
        saved = self._saved_aside(wish.game)
        assert saved.aside is not None
        note = msgspec.json.decode(saved.aside, type=Aside)
        chairs = seating.reunited(note.chairs, self._kept.chairs)
        kept = replace(self._kept, chairs=chairs, lobby=note.lobby, phase="game", game=saved.number, first=note.first)
        change = _Change(kept)
        change.play, change.dealer = self._replayed(saved), Dealer(saved.secret)
        change.log = Log(self._store.log(saved.number))
        change.news.append(news.GameResumed(by=_by(who)))
        now = self._clock()
        change.writes += [self._leave_game, lambda write: write.game_state(saved.number, "running", now)]
        self._commit(who, wish.id, change)

    def _discard(self, who: Who, wish: m.Discard) -> None:
        self._in_phase("lobby")
        saved = self._saved_aside(wish.game)
        _sure(wish.sure, m.Discard)
        change = _Change(self._kept)
        change.news.append(news.GameDiscarded(by=_by(who)))
        change.writes.append(lambda write: write.forget_game(saved.number))
        self._commit(who, wish.id, change)

    def _saved_aside(self, number: int) -> SavedGame:
        saved = self._store.game(number)
        if saved is None or saved.state != "aside":
            raise Refusal("no-such-game", game=number)
        return saved

    def _leave_game(self, write: Write) -> None:
        """What is forgotten when the table turns to something else: the log, and a game nobody wanted to keep."""
        write.forget_log(self._kept.game)
        if self._kept.phase == "over" and not self._kept.lobby.keep:
            write.forget_game(self._kept.game)

    # ---- everything else that can be wished ------------------------------------------------------------------

    def _horn(self, who: Who, wish: m.Horn) -> None:
        self._commit(who, wish.id, _Change(self._kept), vote=self._vote)
        self._cue(m.Cue(what="horn", seat=_by(who), n=1))

    def _hand_over(self, who: Who, wish: m.HandOver) -> None:
        seat = self._seat(wish.seat)
        self._check_seat(who, m.HandOver, seat)
        chair = self._kept.chairs[seat]
        if chair.by == "free":
            raise Refusal("seat-free", seat=seat + 1)
        asker = None if who.seat is None else self._kept.chairs[who.seat].number
        until = self._clock() + seating.HAND_OVER
        fresh = seating.closed(chair) if wish.cancel else seating.handed_over(chair, until, asker)
        change = _Change(replace(self._kept, chairs=seating.with_chair(self._kept.chairs, seat, fresh)))
        if not wish.cancel:
            change.news.append(news.HandOverOpened(seat=seat + 1, by=_by(who)))
        self._commit(who, wish.id, change, vote=self._vote)

    def _set_table(self, who: Who, wish: m.SetTable) -> None:
        if wish.host_address is not msgspec.UNSET and who.role != "screen":
            raise Refusal("rights", what=rights.tag(m.SetTable))
        changes = {name: getattr(wish, name) for name in m.Settings.__struct_fields__}
        said = {name: value for name, value in changes.items() if value is not msgspec.UNSET}
        fresh = settings.checked(replace(self._settings, **said))
        self._save_settings(fresh)
        before, self._settings = self._settings, fresh
        vote = self._vote if fresh.undo == before.undo else None
        self._commit(who, wish.id, _Change(self._kept), vote=vote)

    def _shutdown(self, who: Who, wish: m.Shutdown) -> None:
        _sure(wish.sure, m.Shutdown)
        self._commit(who, wish.id, _Change(self._kept), vote=self._vote)
        self._cue(m.Cue(what="bye"))

    # ---- what people see ----------------------------------------------------------------------------------

    def snapshot(self, who: Who, since: int = 0) -> m.Snapshot:
        """The whole truth for one reader, with what is new in its log after number `since` (0: all of it).

        A line whose number came before replaces it (it has been undone). When `game_id` differs from the reader's last
        snapshot the log begins anew, and all of it is here.
        """
        seen = self._seen()
        return m.Snapshot(
            rev=self._rev,
            table=seen.table,
            game=seen.game(who.seat),
            questions=tuple(
                seen.question(asked, public=who.role == "screen")
                for asked in self._kept.asked
                if asked.seat == who.seat or (who.role == "screen" and self._kept.chairs[asked.seat].by != "bot")
            ),
            news=self._log.read(who.seat, since if since > self._kept.log_begin else 0),
            codes=self.codes(who),
            own=self._own_offers(who),
        )

    def look(self, who: Who, seat: Seat, id: str) -> m.Secret:
        """What a seat played by touch alone knows, while a finger is down. Screen only; `held` if its phone is here."""
        rights.check(who, m.Look)
        self._running()
        chair = self._kept.chairs[self._seat(seat + 1)]
        if chair.by == "bot" or (chair.by == "phone" and chair.key in self._present):
            raise Refusal("held", seat=seat + 1)
        return self._seen().secret(seat, id)

    def codes(self, who: Who) -> tuple[m.Code, ...]:
        """The join codes this reader may see: the screen all, a phone those it asked for. Also in `snapshot`."""
        address = self._network.address
        if address is None or who.role not in ("screen", "seat"):
            return ()
        mine = None if who.seat is None else self._kept.chairs[who.seat].number
        codes = [m.Code(seat=0, url=f"{address}/")] if who.role == "screen" else []
        for seat, chair in enumerate(self._kept.chairs):
            ticket = self.ticket(Seat(seat))
            if ticket is not None and (who.role == "screen" or (mine == chair.asker and chair.by != "free")):
                codes.append(m.Code(seat=seat + 1, url=f"{address}/join/{ticket}", hand_over=chair.by != "free"))
        return tuple(codes)

    def _seen(self) -> sight.Sight:
        if self._sight is None:
            playing = self._kept.phase == "game"
            self._sight = sight.Sight(
                self._table_view(), self._play, self._legal, show_scores=self._settings.points or not playing
            )
        return self._sight

    def _table_view(self) -> m.TableView:
        kept, vote, offer = self._kept, self._vote, self._offer()
        agreed = kept.lobby
        return m.TableView(
            phase=kept.phase,
            game_id=kept.game,
            game=agreed.game,
            variant=agreed.variant,
            rules=agreed.rules,
            first=agreed.first if kept.phase == "lobby" else kept.first,
            keep=agreed.keep,
            early=kept.early,
            seats=sight.seat_infos(kept, self._settings, self._play, self._present),
            settings=self._settings,
            network=self._network,
            laid_aside=self._aside,
            undo=offer,
            vote=self._vote_view(vote, offer) if vote and offer else None,
            onlookers=self._onlookers,
            games=tuple(self._shelf),
        )

    def _vote_view(self, vote: _Vote, offer: m.UndoOffer) -> m.UndoVote:
        assert self._play is not None
        return m.UndoVote(
            row=vote.row,
            seat=vote.seat + 1,
            action=offer.action,
            more=offer.more,
            open=tuple(sorted(seat + 1 for seat in vote.open)),
            seen=tuple(
                past.row.text
                for past in self._play.past
                if past.row.number >= vote.row and past.row.seat < 0 and past.public
            ),
        )

    def _own_offers(self, who: Who) -> tuple[m.UndoOffer, ...]:
        """Choices this reader may take back; what was chosen is said to the seat alone."""
        if self._play is None or len(self._kept.asked) == 0 or who.role not in ("screen", "seat"):
            return ()
        return tuple(
            m.UndoOffer(row.number, row.seat + 1, row.text if who.seat == row.seat else "", more=0, free=True)
            for row in self._play.own(self._kept.asked)
            if who.seat in (None, row.seat)
        )

    # ---- seats and phones ---------------------------------------------------------------------------------

    def ticket(self, seat: Seat | None) -> str | None:
        """The join ticket of a seat that is free or being handed over, else None. Seat None: the table's own."""
        if seat is None:
            return self.id
        chairs = self._kept.chairs
        return seating.ticket_of(chairs[seat], self._clock()) if 0 <= seat < len(chairs) else None

    def seat_of_ticket(self, ticket: str) -> Seat | None:
        """The seat a current ticket opens; None if it is used up, timed out or unknown."""
        now = self._clock()
        for seat, chair in enumerate(self._kept.chairs):
            good = seating.ticket_of(chair, now)
            if good is not None and secrets.compare_digest(good.encode(), ticket.encode("utf-8", "replace")):
                return Seat(seat)
        return None

    def free_seats(self) -> tuple[Seat, ...]:
        """Where somebody may sit down."""
        return tuple(Seat(seat) for seat, chair in enumerate(self._kept.chairs) if chair.by == "free")

    def join(self, ticket: str | None, seat: Seat, name: str, lang: m.Lang) -> str:
        """Sit down and get a new seat key. Without a ticket only at a free seat.

        Refusals: `taken` (somebody was first, or the ticket is old), `name`, `name-taken`. A hand-over ends the old
        key: listeners get `Cue("moved", seat)`.
        """
        before = self._kept.chairs
        if (seat not in self.free_seats()) if ticket is None else (self.seat_of_ticket(ticket) != seat):
            raise Refusal("taken", seat=seat + 1)
        key = seating.new_key()
        change = _Change(replace(self._kept, chairs=seating.seated(before, seat, name, lang, key)))
        joined = change.kept.chairs[seat].name or ""
        change.news.append(news.SeatJoined(seat=seat + 1, name=joined, handed=before[seat].by != "free"))
        self._commit(Who("seat", seat), "", change, vote=self._vote)
        return key

    def seat_of_key(self, key: str) -> Seat | None:
        """Where the holder of a key sits now. Ask again after every change: seats may move in the lobby."""
        found = seating.hashed(key)
        return next((Seat(seat) for seat, chair in enumerate(self._kept.chairs) if chair.key == found), None)

    def rename(self, key: str, name: str, lang: m.Lang) -> None:
        """Change one's own name and language."""
        seat = self._seat_of(key)
        before = self._kept.chairs
        chair = replace(before[seat], name=seating.name_for(before, seat, name), lang=lang)
        change = _Change(replace(self._kept, chairs=seating.with_chair(before, seat, chair)))
        change.news += _differences(seat, before[seat], chair, seat + 1)
        self._commit(Who("seat", seat), "", change, vote=self._vote)

    def leave(self, key: str) -> None:
        """Stand up: in the lobby the seat is free, in a game it is played by touch (headless: to be handed over)."""
        seat = self._seat_of(key)
        chair = self._kept.chairs[seat]
        if self._kept.phase == "lobby":
            left = seating.emptied(chair)
        else:
            left = replace(seating.closed(chair), by="phone" if self.headless else "touch", key="")
        change = _Change(replace(self._kept, chairs=seating.with_chair(self._kept.chairs, seat, left)))
        change.news.append(news.SeatLeft(seat=seat + 1, name=chair.name))
        self._commit(Who("seat", seat), "", change, vote=self._vote)

    def present(self, seat: Seat, here: bool) -> None:
        """Tell whether the phone that holds a seat's key now is connected."""
        key = self._kept.chairs[seat].key
        present = self._present | {key} if here and key else self._present - {key}
        if present != self._present:
            self._present = present
            self._tell()

    def onlookers(self, count: int) -> None:
        """Tell how many just watch."""
        if count != self._onlookers:
            self._onlookers = count
            self._tell()

    def network(self, network: m.Network) -> None:
        """Tell how phones find this table now."""
        if network != self._network:
            self._network = network
            self._tell()

    # ---- listeners and time --------------------------------------------------------------------------------

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after every change and with every cue; it must only queue. Gives what ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tick(self, now: float) -> None:
        """Let time pass: bots act, hand-overs end."""
        chairs = tuple(seating.timed_out(chair, now) for chair in self._kept.chairs)
        if chairs != self._kept.chairs:
            try:
                self._commit(rights.SCREEN, "", _Change(replace(self._kept, chairs=chairs)), vote=self._vote)
            except Refusal:
                self._retry_at = now + RETRY
        for asked in self._kept.asked:
            due = self._due(asked)
            if due is not None and due <= now and asked in self._kept.asked:
                self._let_bot_act(asked, now)

    def next_tick(self) -> float | None:
        """When `tick` is wanted next (seconds since 1970); None: not before something changes."""
        times = [chair.ticket_until for chair in self._kept.chairs] + [self._due(asked) for asked in self._kept.asked]
        return min((max(time, self._retry_at) for time in times if time is not None), default=None)

    def _due(self, asked: Asked) -> float | None:
        """When a bot wants to answer; not while people vote on an undo."""
        if self._kept.chairs[asked.seat].by != "bot" or self._vote is not None:
            return None
        return self._asked_at[asked.number] + self._settings.bot_pace

    def _let_bot_act(self, asked: Asked, now: float) -> None:
        """A bot thinks about a world that it cannot tell from the true one. Its luck is the dealer's: the same again."""
        play, dealer = self._running()
        seat, rng = asked.seat, dealer.rng(f"player {asked.seat + 1}", play.last_row)
        player = self._players[self._kept.chairs[seat].bot or next(iter(self._players))]
        action = player(play.state.resample(seat, rng), seat, rng)
        try:
            self.submit(Who("bot", seat), seat, str(action), asked.number, "")
        except Refusal as no:
            if no.rule not in ("disk-full", "unwritable"):
                raise
            self._retry_at = now + RETRY

    # ---- taking up, storing, telling ------------------------------------------------------------------------

    def _take_up(self) -> None:
        """Be the table that was stored: same game, seats, keys, questions and log."""
        notices = [self._store.notice] if self._store.notice else []
        kept = self._stored(notices)
        if kept.game:
            saved = self._store.game(kept.game)
            try:
                if saved is None:
                    raise ValueError(f"game {kept.game} is missing")
                self._play, self._dealer = self._replayed(saved), Dealer(saved.secret)
            except (ValueError, KeyError, IllegalAction, Refusal):
                notices.append(Refusal("game-unreadable", game=kept.game))
                kept = _in_lobby(kept)
        self._kept = kept
        self._log = Log(self._store.log(kept.game, 0 if kept.game else kept.log_begin))
        if self._play is not None and kept.phase == "game":
            self._legal = _legal(self._play.state)
        now = self._clock()
        self._asked_at = {asked.number: now for asked in kept.asked}
        self._aside = self._laid_aside()
        change = _Change(kept)
        change.news += [news.Noticed(rule=notice.rule, facts=notice.facts) for notice in notices]
        self._commit(rights.SCREEN, "", change)

    def _stored(self, notices: list[Refusal]) -> Kept:
        """What was kept, or a new table."""
        stored = self._store.kept()
        if stored is not None:
            try:
                kept = msgspec.json.decode(stored, type=Kept)
                known = kept.lobby.game in self._shelf
                return kept if known else replace(kept, lobby=lobby.Lobby(next(iter(self._shelf))))
            except msgspec.MsgspecError:
                notices.append(Refusal("table-unreadable"))
        games, lines = self._store.last_numbers()
        chairs, count = seating.resized((), SEATS, 0)
        agreed = lobby.Lobby(next(iter(self._shelf)))
        return Kept(
            secrets.token_hex(8), chairs, agreed, chair_count=count, game_count=games, log_end=lines, log_begin=lines
        )

    def _replayed(self, saved: SavedGame) -> Play:
        """A stored game, played again up to where it stands."""
        game = self._shelf[saved.kind]
        return Play(game, lobby.read(game, saved.header), saved.rows, saved.last_row)

    def _commit(
        self,
        who: Who,
        id: str,
        change: _Change,
        *,
        but: Seat | None = None,
        stands: int | None = None,
        last: int | None = None,
        vote: _Vote | None = None,
    ) -> None:
        """Store a change with the id of the wish, then make it true, then tell. A Refusal leaves everything as it was.

        `but` has just answered its question; questions opened after row `stands` are asked anew; new ones count as
        opened after row `last`. A vote that goes on is handed in again.
        """
        before, now = self._kept, self._clock()
        play = change.play or (self._play if change.kept.game == before.game else None)
        legal, asked, count = self._questions(change, play, but, stands, last)
        told = [*(Told(event, None) for event in change.news), *(change.step.told if change.step else ())]
        lines = [
            LogLine(number, each.row, each.readers, msgspec.json.encode(each.event))
            for number, each in enumerate(told, before.log_end + 1)
        ]
        struck = self._log.of_rows(change.undone) if change.undone else []
        end = before.log_end + len(lines)
        begin = before.log_begin if change.kept.game == before.game else before.log_end
        kept = replace(change.kept, asked=asked, question_count=count, log_end=end, log_begin=begin)
        act = (self._scope(who), id) if id else None

        with self._store.commit() as write:
            for each in change.writes:
                each(write)
            if change.step:
                write.rows(kept.game, [past.row for past in change.step.past])
            if change.undone:
                write.undo_rows(kept.game, change.undone)
                write.strike_log(struck, end)
            write.log(kept.game, lines)
            if act:
                write.acted(*act)
            crowded = len(self._acted) > REMEMBERED + SLACK
            if crowded:
                write.forget_acted()
            write.kept(msgspec.json.encode(kept))

        self._kept, self._play, self._legal = kept, play, legal
        self._dealer = (change.dealer or self._dealer) if play else None
        if play and change.step:
            play.take(change.step)
        if kept.game != before.game:
            self._log = change.log or Log()
        self._log.add(lines)
        if struck:
            self._log.strike(struck, end)
        if act:
            self._acted[act] = None
        if crowded:
            self._acted = dict.fromkeys(self._store.acted())
        if change.writes:
            self._aside = self._laid_aside()
        self._asked_at = {each.number: self._asked_at.get(each.number, now) for each in asked}
        self._vote = self._lasting(vote)
        self._tell(tuple(told))
        here = {chair.key for chair in kept.chairs}
        for seat, chair in enumerate(before.chairs):
            if chair.key and chair.key not in here:
                self._cue(m.Cue(what="moved", seat=seat + 1))

    def _questions(
        self, change: _Change, play: Play | None, but: Seat | None, stands: int | None, last: int | None
    ) -> tuple[Mapping[Seat, tuple[str, ...]], tuple[Asked, ...], int]:
        """What is open after a change, with all that may be answered, and the number of the newest question."""
        kept = change.kept
        if play is None or kept.phase != "game":
            return {}, (), kept.question_count
        same_game = kept.game == self._kept.game
        if same_game and change.play is None and change.step is None:
            return self._legal, kept.asked, kept.question_count
        state = change.step.state if change.step else play.state
        legal = _legal(state)
        alike = [asked for asked in kept.asked if same_game and legal.get(asked.seat) == self._legal.get(asked.seat)]
        if last is None:
            said = change.step.past if change.step and change.step.past else play.past
            last = said[-1].row.number if said else 0
        asked = ask(
            state, alike, last=last, stands=last if stands is None else stands, count=kept.question_count, but=but
        )
        return legal, asked, max([kept.question_count, *(each.number for each in asked)])

    def _lasting(self, vote: _Vote | None) -> _Vote | None:
        """A vote lapses when somebody it concerns does not play any more, or nothing is left to vote on."""
        if vote is None or self._offer() is None:
            return None
        return vote if vote.open | {vote.seat} <= self._others(Seat(-1)) else None

    def _laid_aside(self) -> tuple[m.LaidAside, ...]:
        found = []
        for number, kind, when, stored in self._store.aside():
            note = msgspec.json.decode(stored, type=Aside)
            found.append(m.LaidAside(game=number, kind=kind, seats=note.seats, turn=note.turn, when=when))
        return tuple(found)

    def _tell(self, told: tuple[Told, ...] = ()) -> None:
        self._rev += 1
        self._sight = None
        changed = Changed(self._rev, told)
        for listener in tuple(self._listeners):
            listener(changed)

    def _cue(self, cue: m.Cue) -> None:
        for listener in tuple(self._listeners):
            listener(cue)

    # ---- what a wish needs --------------------------------------------------------------------------------

    @property
    def _game(self) -> Game:
        return self._shelf[self._kept.lobby.game]

    def _running(self) -> tuple[Play, Dealer]:
        if self._play is None or self._dealer is None:
            raise Refusal("no-game")
        return self._play, self._dealer

    def _in_phase(self, phase: str) -> None:
        if self._kept.phase != phase:
            raise Refusal("phase", phase=self._kept.phase)

    def _seat(self, number: int) -> Seat:
        if not 1 <= number <= len(self._kept.chairs):
            raise Refusal("no-such-seat", seat=number)
        return Seat(number - 1)

    def _seat_of(self, key: str) -> Seat:
        seat = self.seat_of_key(key)
        if seat is None:
            raise Refusal("moved")
        return seat

    def _check_seat(self, who: Who, kind: type[m.Intent], seat: Seat) -> None:
        """Refusal if this one may not wish for that at this seat."""
        chair = self._kept.chairs[self._seat(seat + 1)]
        relation: Relation = "open"
        if who.seat == seat:
            relation = "own"
        elif chair.by == "phone":
            relation = "held" if chair.key in self._present else "away"
        in_lobby = self._kept.phase == "lobby"
        rights.check_seat(who, kind, seat, relation, in_lobby=in_lobby, headless=self.headless)

    def _scope(self, who: Who) -> str:
        """Whose ids these are: everybody numbers their own."""
        return who.role if who.seat is None else f"chair {self._kept.chairs[self._seat(who.seat + 1)].number}"

    def _is_repeated(self, who: Who, id: str) -> bool:
        """Whether this wish was carried out before; Refusal `id` for one that cannot be remembered."""
        if who.role == "bot":
            return False
        if not 1 <= len(id) <= ID_LENGTH:
            raise Refusal("id", most=ID_LENGTH)
        return (self._scope(who), id) in self._acted


# Any: each takes the intent it is listed under.
_WISHES: Final[Mapping[type[m.Intent], Callable[[Table, Who, Any], None]]] = {
    m.Undo: Table._undo,
    m.Vote: Table._vote_on_undo,
    m.Horn: Table._horn,
    m.SetSeats: Table._set_seats,
    m.SetSeat: Table._set_seat,
    m.MoveSeat: Table._move_seat,
    m.SetGame: Table._set_game,
    m.Start: Table._start,
    m.Rematch: Table._rematch,
    m.ToLobby: Table._to_lobby,
    m.EndEarly: Table._end_early,
    m.LayAside: Table._lay_aside,
    m.Resume: Table._resume,
    m.Discard: Table._discard,
    m.HandOver: Table._hand_over,
    m.SetTable: Table._set_table,
    m.Shutdown: Table._shutdown,
}


def _in_lobby(kept: Kept) -> Kept:
    return replace(kept, phase="lobby", game=0, early=False, asked=())


def _legal(state: State[Any]) -> dict[Seat, tuple[str, ...]]:
    return {seat: sight.texts(state.legal(seat)) for seat in state.to_act}


def _turn(state: State[Any]) -> int:
    """How many turns have begun, where a game's view tells."""
    return int(getattr(state.view(None), "turn", 0))


def _by(who: Who) -> int:
    """Who wished it, as the news say it."""
    return 0 if who.seat is None else who.seat + 1


def _sure(said: bool, kind: type[m.Intent]) -> None:
    if not said:
        raise Refusal("sure", what=rights.tag(kind))


def _differences(seat: Seat, before: Chair, after: Chair, by: int) -> list[Event]:
    """What a change of one chair is in the news."""
    if after.by == "free":
        return [news.SeatLeft(seat=seat + 1, name=before.name)] if before.by != "free" else []
    found: list[Event] = []
    if (after.by, after.bot) != (before.by, before.bot):
        found.append(news.SeatGiven(seat=seat + 1, played=after.by, bot=after.bot, by=by))
    if after.name != before.name and after.by != "bot":
        found.append(news.SeatRenamed(seat=seat + 1, before=before.name, name=after.name))
    return found
