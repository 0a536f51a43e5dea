"""The table: the only owner of a game, of who sits where, and of what everybody has seen.

**In.** Everything comes as an intent (app/protocol/messages.py) from somebody at the table (app/protocol/rights.py)
through `handle`, or by the calls about joining. A running game changes by `submit`: one action, with every chance that
the dealer answers after it. Taking back and resuming apply stored rows again (app/table/match.py, app/table/undo.py).
Wishes about seats, the lobby and whole games are in app/table/handlers.py.

**One commit.** A wish is checked and worked out on copies; that gives a `Change`. `_commit` stores it at once together
with the wish's id, and only then makes it true and tells it. What is refused, also by a full disk, has changed nothing;
what was told is on the disk. What must survive beside a game's rows is one frozen value, `Kept`.

**Questions.** Whatever a seat is asked has a number that is never used again. A change that leaves a seat's question
open leaves its number alone, so several may choose at once; an answer to a question that is not open is `stale`. A
score sheet (app/table/score_sheet.py) is hosted like a game and asks nobody: entries are wishes, each taken back by
itself.

**Out.** Listeners get `Changed`, ask for a `snapshot`, which holds what its reader may see and no more
(app/table/snapshots.py, app/table/log.py), and `Cue`s, which are never stored. Votes on an undo, who is connected and
how many watch are not stored either.

All calls are synchronous and belong to one thread. Time is passed in.
"""

import secrets
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from app.protocol import messages as m
from app.protocol import news, rights
from app.protocol.results import Archived, Finished
from app.protocol.rights import Refusal, Who
from app.storage import settings
from app.storage.database import REMEMBERED, SLACK, Store
from app.storage.rows import LogLine
from app.table import (
    correction,
    lobby,
    seating,
    track,
    undo,
)
from app.table import (
    markers as ritual,
)
from app.table import (
    score_sheet as tally,
)
from app.table import (
    snapshots as sight,
)
from app.table.dealer import Dealer
from app.table.handlers import WISHES, Scene, differences, finish, in_lobby, put_right, replayed
from app.table.log import Log, logged
from app.table.match import Asked, Play, Told, ask
from app.table.replay import looked_back
from app.table.state import Aside, Kept
from app.table.transaction import Change, Vote
from engine.game import CHANCE, Game, IllegalAction, Rng, Rules, Seat, State
from engine.header import in_header

__all__ = ["Changed", "Listener", "Player", "Table", "Told"]

SEATS: Final = 4  # places in the ring of a new table
ID_LENGTH: Final = 64  # characters
GONE: Final = 120.0  # seconds a phone is away until, without a screen, others may hand its seat over
RECALLED: Final = 100  # finished games told at once
RETRY: Final = 5.0  # seconds until the table tries again what it could not store by itself
HORN_RESTS: Final = 1.0  # seconds from one to the next, whoever sounds it

Player: TypeAlias = Callable[[State[Any], Seat, Rng], Any]  # Any: bots play every game


class Changed(msgspec.Struct, frozen=True):
    """Something is different since the last one: ask for snapshots. `events` are new ones, in order."""

    rev: int
    events: tuple[Told, ...] = ()


Listener: TypeAlias = Callable[[Changed | m.Cue], None]


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
        overrides: Mapping[str, str] | None = None,
        by_touch: Collection[str] | None = None,
        modes: lobby.Modes | None = None,
        sheets: Rules | None = None,
        power_off: Callable[[], str] = lambda: "",
    ) -> None:
        self._store = store
        self._shelf = shelf
        self._rules: Mapping[str, Rules] = {**shelf, tally.NAME: sheets} if sheets else shelf
        self._players = players
        self._settings = settings
        self._save_settings = save_settings
        self._clock = clock
        self._seed = seed
        self.headless = headless
        self._overrides = overrides or {}  # an owner's, by game, as a header has them
        self._modes = modes or {}
        self._power_off = power_off  # gives why it cannot be done, or ""
        self._by_touch = shelf if by_touch is None else by_touch  # games that the screen draws
        self._acted = dict.fromkeys(store.acted())  # (whose, id) of wishes carried out, oldest first
        self._aside = self._laid_aside()
        self._finished: tuple[Finished, ...] | None = None  # read when first asked for, and after whole games change
        self._recalled: dict[int, m.Recalled] = {}  # answers, by how many games come before
        self._listeners: list[Listener] = []
        self._rev = 0
        # stored, and played again from there
        self._kept: Kept
        self._play: Play | None = None
        self._dealer: Dealer | None = None
        self._log: Log
        # not stored
        self._network = m.Network(address=None, name=None)
        self._present: frozenset[str] = frozenset()  # hashed keys of connected phones
        self._left_at: dict[str, float] = {}  # by key: when that phone went; before that, when the table began
        self._began = clock()
        self._say_gone: dict[str, frozenset[int]] = {}  # by key of a phone that is away: chairs that say it is gone
        self._onlookers = 0
        self._vote: Vote | None = None
        self._ritual: m.Ritual | None = None
        self._ritual_until = 0.0
        self._asked_at: dict[int, float] = {}  # by question: seconds since 1970
        self._retry_at = 0.0
        self._horn_at = 0.0  # seconds since 1970
        self._sight: sight.Sight | None = None  # of this revision
        # What an action hardly changes of a view, after all that it follows from.
        self._scenery: tuple[tuple[object, ...], m.TableView] | None = None
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

    @property
    def ritual(self) -> m.Ritual | None:
        """The conflict markers that wait for a hand."""
        return self._ritual

    def history(self) -> tuple[Finished, ...]:
        """Finished games with their results, the newest first."""
        if self._finished is None:
            self._finished = self._store.history()
        return self._finished

    def archived(self, mark: str | None = None) -> tuple[Archived, ...]:
        """Finished games, or the one of this mark, with their records, the oldest first."""
        return tuple(self._store.archived(mark))

    def recall(self, who: Who, wish: m.Recall) -> m.Recalled:
        """Answer a Recall. A mark that is no game's is before the first."""
        rights.check(who, m.Recall)
        games = self.history()
        first = next((at for at, game in enumerate(games, 1) if game.mark == wish.after), 0) if wish.after else 0
        found = self._recalled.get(first)
        if found is None:
            page = games[first : first + RECALLED]
            found = m.Recalled("", msgspec.Raw(msgspec.json.encode(page)), len(games) - first - len(page))
            if first % RECALLED == 0:  # as everybody asks who asks for all of them
                self._recalled[first] = found
        return replace(found, id=wish.id)

    def look_back(self, who: Who, wish: m.LookBack) -> m.LookedBack:
        """Answer a LookBack. Refusals: `no-such-game`, `no-looking-back` if its record cannot be played here."""
        rights.check(who, m.LookBack)
        game = self._store.finished(wish.game)
        saved = self._store.game(game.game) if game else None
        if game is None or saved is None:
            raise Refusal("no-such-game")
        return looked_back(wish.id, self._view(), game, saved, self._rules, wish.line)

    # ---- wishes ----------------------------------------------------------------------------------------

    def handle(self, who: Who, intent: m.Intent) -> None:
        """Carry out one intent that changes something; silently done if its id was acted upon before."""
        if isinstance(intent, m.Act):
            self._answer(who, intent)
        elif not self._is_repeated(who, intent.id):
            rights.check(who, type(intent))
            self._carry_out(who, intent)

    def submit(self, by: Who, seat: Seat, action: str, question: int, id: str) -> None:
        """The only way to go on in a game: one action with every chance that follows, one commit, then all are told.

        In track chance is a question of the seat CHANCE, and anybody may answer for anybody. Refusals: the game's own
        rules, `stale` if the question is not open, `unreadable`, `rights`, `not-your-seat`.
        """
        self._answer(by, m.Act(id=id, seat=seat + 1, question=question, action=action))

    def _answer(self, by: Who, wish: m.Act) -> None:
        if self._is_repeated(by, wish.id):
            return
        rights.check(by, m.Act)
        scene, seat = self._scene(), Seat(wish.seat - 1)
        if self._play is not None and self._play.tracked:
            rights.check_tells(by)
            scene.check_told()
            lines = track.lines(self._play.state, self._kept.asked, wish)
        else:
            scene.check_seat(by, m.Act, seat)
            if (self._kept.chairs[seat].by == "bot") != (by.role == "bot"):
                raise Refusal("bot-plays", seat=wish.seat)
            if not any(asked.seat == seat and asked.number == wish.question for asked in self._kept.asked):
                raise Refusal("stale", seat=wish.seat)
            lines = [(seat, wish.action)]
        play, dealer = self._running()
        change = Change(self._kept)
        change.answered = lines[0][0]
        try:
            change.step = play.answer(lines, by, track.PEOPLE if play.tracked else dealer)
        except ValueError:
            raise Refusal("unreadable", seat=wish.seat) from None
        except IllegalAction as no:
            raise Refusal(no.rule, {"seat": wish.seat, **no.facts}) from None
        if not change.step.state.to_act:
            finish(change, play, change.step.state, scene.now, early=False)
        self._commit(by, wish.id, change)

    def _carry_out(self, who: Who, intent: m.Intent) -> None:
        match intent:
            case m.Undo():
                self._undo(who, intent)
            case m.Vote():
                self._vote_on_undo(who, intent)
            case m.Correct():
                self._correct(who, intent)
            case m.SetTable():
                self._set_table(who, intent)
            case m.TurnMarker():
                self._turn_marker(who, intent)
            case m.Shutdown(sure=True, power=True):
                self._power_the_computer_off(who, intent)
            case m.Horn():
                self._sound_horn(who, intent)
            case m.HandOver():
                self._hand_over(who, intent)
            case _:
                self._commit(who, intent.id, WISHES[type(intent)](self._scene(), who, intent))
        match intent:  # what is not stored
            case m.Shutdown():
                self._cue(m.Cue(what="bye", n=int(intent.power)))
            case m.MergePeople() | m.ForgetPerson():
                self._scrub()

    def _scrub(self) -> None:
        """Leave nothing of a name that was taken out: in the file, in the log, and in the game that is shown."""
        kept = self._kept
        saved = self._store.game(kept.game) if self._play else None
        if saved is not None:
            self._play = replayed(saved, self._rules)
        self._log = Log(self._store.log(kept.game, 0 if kept.game else kept.log_begin))
        self._tell()
        with suppress(Refusal):  # no room for it: then when the table starts again
            self._store.scrub()

    def _sound_horn(self, who: Who, wish: m.Horn) -> None:
        """For everybody, unless somebody has just done so; that is told to who wished it alone."""
        now = self._clock()
        if 0 <= now - self._horn_at < HORN_RESTS:
            raise Refusal("horn-rest")
        self._commit(who, wish.id, self._scene().change())
        self._horn_at = now
        self._cue(m.Cue(what="horn", seat=0 if who.seat is None else who.seat + 1, n=1))

    def _hand_over(self, who: Who, wish: m.HandOver) -> None:
        """Without a screen, everybody else has to ask for it while a phone has not been away for long.

        One alone could look at the other's hand as soon as that phone falls asleep; one alone waits.
        """
        scene = self._scene()
        chair = scene.kept.chairs[scene.seat(wish.seat)]
        waits = scene.kept.phase != "lobby" and chair.by == "phone" and chair.key not in self._present | scene.gone
        if self.headless and waits and chair.key and who.seat not in (None, wish.seat - 1) and not wish.cancel:
            others = {each.number for each in scene.kept.chairs if each.key in self._present}
            said = self._say_gone.get(chair.key, frozenset()) | {scene.kept.chairs[who.seat].number}
            agreed = len(others) > 1 and others <= said
            if not agreed:
                change = scene.change()
                change.news.append(news.HandOverAsked(seat=wish.seat, by=who.seat + 1))
                self._commit(who, wish.id, change)
            self._say_gone[chair.key] = said
            if not agreed:
                return
        self._commit(who, wish.id, WISHES[m.HandOver](self._scene(), who, wish))

    def _gone(self) -> frozenset[str]:
        """Phones that have been away for long, or that all others say are gone."""
        now, chairs = self._clock(), self._kept.chairs
        others = {chair.number for chair in chairs if chair.key in self._present}
        away = [chair.key for chair in chairs if chair.key and chair.key not in self._present]
        long = {key for key in away if now - self._left_at.get(key, self._began) >= GONE}
        agreed = {key for key in away if len(others) > 1 and others <= self._say_gone.get(key, frozenset())}
        return frozenset(long | agreed)

    def _set_table(self, who: Who, wish: m.SetTable) -> None:
        for_the_screen = wish.host_address is not msgspec.UNSET or wish.power_off is not msgspec.UNSET
        if for_the_screen and who.role != "screen":
            raise Refusal("rights", what=rights.tag(m.SetTable))
        said = {name: getattr(wish, name) for name in m.Settings.__struct_fields__}
        fresh = replace(self._settings, **{name: value for name, value in said.items() if value is not msgspec.UNSET})
        self._save_settings(settings.checked(fresh))
        before, self._settings = self._settings, fresh
        try:
            self._commit(who, wish.id, Change(self._kept, self._vote if fresh.undo == before.undo else None))
        except Refusal:
            self._settings = before
            with suppress(Refusal):
                self._save_settings(before)
            raise

    def _power_the_computer_off(self, who: Who, wish: m.Shutdown) -> None:
        """Refusal `power-off` where it does not go off; then nothing ends."""
        if not self._settings.power_off:
            raise Refusal("rights", what=rights.tag(m.Shutdown))
        if why := self._power_off():
            raise Refusal("power-off", why=why)
        self._commit(who, wish.id, self._scene().change())

    # ---- conflict markers ------------------------------------------------------------------------------

    def _turn_marker(self, who: Who, wish: m.TurnMarker) -> None:
        """Whatever a button, a finger or a phone says of a marker. Nothing is stored, so nobody waits for a disk.

        In tally it is an entry like any other.
        """
        if tally.is_open(self._play):
            entry = m.Enter(id=wish.id, action=tally.turned(self._play, wish.marker))
            self._commit(who, wish.id, WISHES[m.Enter](self._scene(), who, entry))
            return
        if self._ritual is None:
            raise Refusal("no-marker")
        if who.role == "seat":
            self._scene().check_seat(who, m.TurnMarker, Seat(self._ritual.seat - 1))
        left = ritual.turned(self._ritual, wish.marker)
        self._acted[self._scope(who), wish.id] = None
        self._turn((wish.marker,), left)
        self._tell()

    def _turn(self, markers: tuple[int, ...], left: m.Ritual | None) -> None:
        """Markers have been turned; `left` still wait. Bots, who waited too, take their time from now."""
        assert self._ritual is not None
        self._cue(m.Cue(what="marker", seat=self._ritual.seat, markers=markers))
        now = self._clock()
        self._ritual, self._ritual_until = left, now + self._ritual_lasts()
        self._asked_at = dict.fromkeys(self._asked_at, now)

    def _ceremony(self, change: Change, before: Kept) -> None:
        """What a change that is true now means to a ritual: an action ends one, and may ask for the next.

        What is taken back with the game, or left with it, is not turned any more.
        """
        running = self._kept.phase == "game" and self._kept.game == before.game
        if change.undone or not (running or change.step):
            self._ritual = None
        if change.step is None:
            return
        if self._ritual is not None:
            self._turn(self._ritual.open, None)
        if running and self._settings.ritual and self._kept.lobby.mode != "tally":
            begun = ritual.begun(change.step.told)
            if begun is not None and self._kept.chairs[begun.seat - 1].person:
                self._ritual, self._ritual_until = begun, self._clock() + self._ritual_lasts()

    def _ritual_lasts(self) -> float:
        """How long markers wait for the next hand, in seconds."""
        people = any(asked.seat == CHANCE or self._kept.chairs[asked.seat].person for asked in self._kept.asked)
        return ritual.LASTS if people else ritual.BEFORE_BOTS

    # ---- putting right ---------------------------------------------------------------------------------

    def _correct(self, who: Who, wish: m.Correct) -> None:
        """Decide something about a line. Once all lines fit, the game is another, in one commit; before, nothing is."""
        scene = self._scene()
        play, kept = scene.running(), scene.kept
        if not play.tracked:
            raise Refusal("not-tracked")
        if wish.how == "off":
            if kept.correction is None:
                raise Refusal("stale")
            self._commit(who, wish.id, scene.change(correction=None))
            return
        so_far = correction.decided(play, kept.correction, who, wish)
        found = correction.fitted(play, so_far)
        if isinstance(found, correction.Misfit):
            self._commit(who, wish.id, scene.change(correction=so_far))
        else:
            self._commit(who, wish.id, put_right(scene, found, self._log))

    # ---- taking back -----------------------------------------------------------------------------------

    def _undo(self, who: Who, wish: m.Undo) -> None:
        """Take back what is offered, or ask the others whether that may be."""
        scene = self._scene()
        kept, play = scene.kept, scene.running()
        if play.tracked:
            self._take_back_told(who, wish)
            return
        if tally.is_open(play):
            self._commit(who, wish.id, tally.taken_back(kept, play, wish.row, who.seat, scene.now))
            return
        asker = who.seat if wish.seat is None else scene.seat(wish.seat)
        if asker is not None:
            scene.check_seat(who, m.Undo, asker)
        for row in play.own(kept.asked):
            if row.number == wish.row and asker in (row.seat, None):
                self._commit(who, wish.id, undo.choosing_again(kept, play, row, self._vote))
                return
        offer = undo.meant(self._offer(), wish)
        asker = Seat(offer.seat - 1) if asker is None else asker
        voters = undo.voters(kept.chairs, asker)
        if not voters or self._settings.undo == "always" or (offer.free and asker == offer.seat - 1):
            self._commit(who, wish.id, undo.rolled_back(kept, play, asker, offer, scene.now))
            return
        if self._vote is not None:
            raise Refusal("undo-asked", seat=self._vote.seat + 1)
        change = Change(kept, Vote(offer.row, asker, voters))
        change.news.append(news.UndoAsked(asker + 1, offer.seat, offer.action, offer.card))
        self._commit(who, wish.id, change)

    def _take_back_told(self, who: Who, wish: m.Undo) -> None:
        """In track anybody takes back the newest line, and nobody is asked."""
        scene = self._scene()
        scene.check_told()
        offer = undo.meant(self._offer(), wish)
        asker = who.seat if wish.seat is None else scene.seat(wish.seat)
        if asker is None:
            asker = Seat(-1)
        else:
            scene.check_seat(who, m.Undo, asker)  # nobody asks in the name of another
        self._commit(who, wish.id, undo.rolled_back(scene.kept, scene.running(), asker, offer, scene.now))

    def _vote_on_undo(self, who: Who, wish: m.Vote) -> None:
        """One no ends it, everybody's yes takes back; so does the next action that is accepted end it."""
        scene, vote, offer = self._scene(), self._vote, self._offer()
        seat = scene.seat(wish.seat)
        scene.check_seat(who, m.Vote, seat)
        if vote is None or offer is None or vote.row != wish.row or seat not in vote.open:
            raise Refusal("stale", seat=seat + 1)
        left = vote.open - {seat}
        if wish.yes and not left:
            change = undo.rolled_back(scene.kept, scene.running(), vote.seat, offer, scene.now)
        elif wish.yes:
            change = Change(self._kept, replace(vote, open=left))
        else:
            change = Change(self._kept)
            change.news.append(news.UndoDenied(seat=seat + 1))
        self._commit(who, wish.id, change)

    def _offer(self) -> m.UndoOffer | None:
        return undo.offered(self._kept, self._play, self._settings.undo)

    # ---- what people see -------------------------------------------------------------------------------

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
            questions=self._questions(who, seen),
            news=self._log.read(who.seat, since if since > self._kept.log_begin else 0),
            codes=self.codes(who),
            own=seen.own(who.seat) if who.role in ("screen", "seat") else (),
        )

    def _questions(self, who: Who, seen: sight.Sight) -> tuple[m.Question, ...]:
        """What is asked of a seat; of the screen, whatever no bot is asked; in track everybody is asked everything."""
        if self._play is not None and self._play.tracked:
            return seen.told(self._kept.asked) if who.role in ("screen", "seat") and not self._kept.correction else ()
        return tuple(
            seen.question(asked, public=who.role == "screen")
            for asked in self._kept.asked
            if asked.seat == who.seat or (who.role == "screen" and self._kept.chairs[asked.seat].by != "bot")
        )

    def look(self, who: Who, seat: Seat, id: str) -> m.Secret:
        """What a seat played by touch alone knows, while a finger is down. Screen only; `held` for any other seat.

        Also for one whose phone is away: to be seen here it has to be given to touch, which everybody is told.
        """
        rights.check(who, m.Look)
        scene = self._scene()
        scene.running()
        chair = self._kept.chairs[scene.seat(seat + 1)]
        if chair.by != "touch":
            raise Refusal("held", seat=seat + 1)
        return self._seen().secret(seat, id)

    def codes(self, who: Who) -> tuple[m.Code, ...]:
        """The join codes this reader may see: the screen all, a phone those it asked for. Also in `snapshot`."""
        address = self.address
        if address is None or who.role not in ("screen", "seat"):
            return ()
        mine = None if who.seat is None else self._kept.chairs[who.seat].number
        codes = [m.Code(seat=0, url=f"{address}/")] if who.role == "screen" else []
        for seat, chair in enumerate(self._kept.chairs):
            ticket = seating.ticket_of(chair, self._clock()) if chair.ticket else None
            if ticket is not None and (who.role == "screen" or (mine == chair.asker and chair.by != "free")):
                codes.append(m.Code(seat=seat + 1, url=f"{address}/join/{ticket}", hand_over=chair.by != "free"))
        return tuple(codes)

    def _seen(self) -> sight.Sight:
        """What can be seen in this revision."""
        if self._sight is None:
            self._sight = sight.Sight(self._view(), self._kept, self._play, show_scores=self._shows_scores())
        return self._sight

    def _shows_scores(self) -> bool:
        """Whether people see everybody's points."""
        return self._settings.points or self._kept.phase != "game"

    def _view(self) -> m.TableView:
        """What an action may change, put into all that it leaves alone, which is made anew only when that changes."""
        kept, offer = self._kept, self._offer()
        causes = (
            *(kept.phase, kept.game, kept.early, kept.first, kept.chairs, kept.lobby),
            *(self._play and self._play.setup, self._present, self._settings, self._network),
            *(self._onlookers, self._aside),
        )
        if self._scenery is None or self._scenery[0] != causes:
            self._scenery = causes, self._what_stands()
        return replace(
            self._scenery[1],
            undo=offer,
            vote=undo.vote_view(self._vote, offer, self._play),
            repair=self._repair(),
            ritual=self._ritual,
        )

    def _what_stands(self) -> m.TableView:
        """A view without what every action may change."""
        kept, agreed = self._kept, self._kept.lobby
        game = self._shelf[agreed.game]
        begins = game.first_seat and agreed.mode != "tally"  # somebody does
        data, overrides = self._game_data(game)
        return m.TableView(
            phase=kept.phase,
            game_id=kept.game,
            game=agreed.game,
            variant=agreed.variant,
            rules={} if agreed.mode == "tally" else {**lobby.house_rules(game), **agreed.rules},
            first=(agreed.first if kept.phase == "lobby" else kept.first) if begins else None,
            keep=agreed.keep,
            early=kept.early,
            seats=sight.seat_infos(kept, self._settings, self._play, self._present),
            settings=self._settings,
            network=self._network,
            laid_aside=self._aside,
            undo=None,
            vote=None,
            onlookers=self._onlookers,
            games=tuple(self._shelf),
            variants=dict(game.variants()),
            places=(game.seats[0], game.seats[-1]),
            data=data,
            facts=overrides,
            mode=agreed.mode,
            modes=self._modes.get(agreed.game, lobby.PLAY),
            first_seat=begins,
            identities=lobby.offered(game, agreed.variant) if kept.phase == "lobby" else {},
            doubts=lobby.unverified(agreed, game, kept.chairs, overrides) if kept.phase == "lobby" else (),
            owing=lobby.owing(agreed, game, kept.chairs) if kept.phase == "lobby" else (),
        )

    def _repair(self) -> m.Repair | None:
        """The line that something has to be decided about."""
        if self._kept.correction is None or self._play is None:
            return None
        found = correction.fitted(self._play, self._kept.correction)
        return correction.repair(found, self._kept.correction) if isinstance(found, correction.Misfit) else None

    def _game_data(self, game: Game) -> tuple[int, str]:
        """What the game on the table is played with, or the next one will be: version of its data, and overrides."""
        if self._play is None or self._kept.lobby.mode == "tally":  # a sheet has data of its own
            return game.data_version, self._overrides.get(game.name, "")
        return in_header(self._play.setup.header())

    # ---- seats and phones ------------------------------------------------------------------------------

    def ticket(self, seat: Seat | None) -> str | None:
        """The join ticket of a seat that is free or being handed over, else None. Seat None: the table's own."""
        if seat is None:
            return self.id
        chairs = self._kept.chairs
        return seating.ticket_of(chairs[seat], self._clock()) if 0 <= seat < len(chairs) else None

    def seat_of_ticket(self, ticket: str) -> Seat | None:
        """The seat a current ticket opens; None if it is used up, timed out or unknown."""
        seats = (Seat(seat) for seat in range(len(self._kept.chairs)))
        return next((seat for seat in seats if seating.same_secret(self.ticket(seat), ticket)), None)

    def free_seats(self) -> tuple[Seat, ...]:
        """Where somebody may sit down."""
        chairs = self._kept.chairs
        return tuple(seat for seat in map(Seat, range(len(chairs))) if seating.is_open(chairs, seat, self.headless))

    def join(self, ticket: str | None, seat: Seat, name: str, lang: m.Lang) -> str:
        """Sit down and get a new seat key. Without a ticket only at a free seat.

        Refusals: `taken` (somebody was first, or the ticket is old), `name`, `name-taken`, `setting` (a language that
        is not ours). A hand-over ends the old key: listeners get `Cue("moved", seat)`.
        """
        if (seat not in self.free_seats()) if ticket is None else (self.seat_of_ticket(ticket) != seat):
            raise Refusal("taken", seat=seat + 1)
        before, key = self._kept.chairs, seating.new_key()
        chairs = seating.seated(before, seat, name, lang, key)
        change = self._scene().change(chairs=chairs)
        handed = before[seat].by != "free"
        change.news.append(news.SeatJoined(seat=seat + 1, name=chairs[seat].name or "", handed=handed))
        self._commit(Who("seat", seat), "", change)
        return key

    def seat_of_key(self, key: str) -> Seat | None:
        """Where the holder of a key sits now. Ask again after every change: seats may move in the lobby."""
        found = seating.hashed(key)
        for seat, chair in enumerate(self._kept.chairs):
            if chair.key == found:
                return Seat(seat)
        return None

    def rename(self, key: str, name: str, lang: m.Lang) -> None:
        """Change one's own name and language."""
        seat = self._seat_of(key)
        before = self._kept.chairs
        chair = replace(before[seat], name=seating.name_for(before, seat, name), lang=seating.known(lang))
        change = self._scene().chair(seat, chair)
        change.news += differences(seat, before[seat], chair, seat + 1)
        self._commit(Who("seat", seat), "", change)

    def leave(self, key: str) -> None:
        """Stand up: in the lobby the seat is free, in a game it is played by touch; where it cannot be, handed over."""
        seat = self._seat_of(key)
        chair = self._kept.chairs[seat]
        scene = self._scene()
        touch = not self.headless and scene.by_touch(self._kept.lobby)
        change = scene.chair(seat, seating.left(chair, in_lobby=self._kept.phase == "lobby", touch=touch))
        change.news.append(news.SeatLeft(seat=seat + 1, name=chair.name))
        self._commit(Who("seat", seat), "", change)

    def present(self, seat: Seat, here: bool) -> None:
        """Tell whether the phone that holds a seat's key now is connected."""
        key = self._kept.chairs[seat].key
        present = self._present | {key} if here and key else self._present - {key}
        if present != self._present:
            self._present = present
            if here:
                self._say_gone.pop(key, None)
            else:
                self._left_at[key] = self._clock()
            self._tell()

    def onlookers(self, count: int) -> None:
        """Tell how many just watch."""
        if count != self._onlookers:
            self._onlookers = count
            self._tell()

    @property
    def address(self) -> str | None:
        """Where phones find this table now; None: there is no network."""
        return self._network.address

    def set_headless(self, headless: bool) -> None:
        """Tell whether there is a screen: where there is none, phones may do what it would."""
        if headless != self.headless:
            self.headless = headless
            self._tell()

    def network(self, network: m.Network) -> None:
        """Tell how phones find this table now."""
        if network != self._network:
            self._network = network
            self._tell()

    def _seat_of(self, key: str) -> Seat:
        seat = self.seat_of_key(key)
        if seat is None:
            raise Refusal("moved")
        return seat

    # ---- listeners and time ----------------------------------------------------------------------------

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after every change and with every cue; it must only queue. Gives what ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tick(self, now: float) -> None:
        """Let time pass: bots act, hand-overs end, the table turns the markers that nobody has turned."""
        self._put_up_with_the_clock(now)
        if self._ritual is not None and self._ritual_until <= now:
            self._turn(self._ritual.open, None)
            self._tell()
        try:
            chairs = tuple(seating.timed_out(chair, now) for chair in self._kept.chairs)
            if chairs != self._kept.chairs:
                self._commit(rights.SCREEN, "", self._scene().change(chairs=chairs))
            for asked in self._kept.asked:
                due = self._due(asked)
                if due is not None and due <= now and asked in self._kept.asked:
                    self._let_bot_act(asked)
        except Refusal as no:
            if no.rule not in ("disk-full", "unwritable"):
                raise
            self._retry_at = now + RETRY

    def _put_up_with_the_clock(self, now: float) -> None:
        """It may have been set back, and nobody waits longer for that."""
        self._asked_at = {number: min(at, now) for number, at in self._asked_at.items()}
        self._ritual_until = min(self._ritual_until, now + self._ritual_lasts())
        self._retry_at = min(self._retry_at, now + RETRY)
        self._began = min(self._began, now)
        self._left_at = {key: min(at, now) for key, at in self._left_at.items()}

    def next_tick(self) -> float | None:
        """When `tick` is wanted next (seconds since 1970); None: not before something changes."""
        times = [chair.ticket_until for chair in self._kept.chairs] + [self._due(asked) for asked in self._kept.asked]
        wanted = [max(time, self._retry_at) for time in times if time is not None]
        if self._ritual is not None:
            wanted.append(self._ritual_until)
        return min(wanted, default=None)

    def _due(self, asked: Asked) -> float | None:
        """When a bot wants to answer; not while people vote on an undo, or turn markers."""
        if (
            asked.seat == CHANCE
            or self._kept.chairs[asked.seat].by != "bot"
            or self._vote is not None
            or self._ritual is not None
        ):
            return None
        return self._asked_at[asked.number] + self._settings.bot_pace

    def _let_bot_act(self, asked: Asked) -> None:
        """A bot thinks about a world that it cannot tell from the true one. Its luck is the dealer's, so it repeats."""
        play, dealer = self._running()
        seat, rng = asked.seat, dealer.rng(f"player {asked.seat + 1}", play.last_row)
        player = self._players[self._kept.chairs[seat].bot or next(iter(self._players))]
        action = player(play.state.resample(seat, rng), seat, rng)
        self.submit(Who("bot", seat), seat, str(action), asked.number, "")

    # ---- storing and telling ---------------------------------------------------------------------------

    def _commit(self, who: Who, id: str, change: Change) -> None:
        """Store a change with the id of the wish, make it true, tell. A Refusal leaves everything as it was."""
        before = self._kept
        play = change.play or (self._play if change.kept.game == before.game else None)
        told = [*(Told(event, None) for event in change.news), *(change.step.told if change.step else ())]
        kept = self._with_questions(change, play)
        offer = undo.offered(kept, play, self._settings.undo) if change.vote else None
        vote = undo.lasting(change.vote, offer, kept.chairs)
        if self._vote is not None and vote is None and (change.step or change.vote):
            told.append(Told(news.UndoLapsed(seat=self._vote.seat + 1), None))
        lines = _numbered([*change.told, *map(logged, told)], before.log_end)
        kept = replace(kept, log_end=before.log_end + len(lines))
        rewritten = [replace(line, undone=kept.log_end if line.undone else 0) for line in change.rewritten]
        elsewhere = {line.number for line in rewritten}
        struck = [number for number in self._log.of_rows(change.undone) if number not in elsewhere]
        if kept.game != before.game:
            kept = replace(kept, log_begin=before.log_end)
        act = (self._scope(who), id) if id else None
        self._write(change, kept, lines, rewritten, struck, act)

        self._kept, self._play = kept, play
        self._dealer = (change.dealer or self._dealer) if play else None
        if play and change.step:
            play.take(change.step)
        if kept.game != before.game:
            self._log = change.log or Log()
        self._log.add(lines)
        self._log.rewrite(rewritten, kept.log_end)
        self._log.strike(struck, kept.log_end)
        if act:
            self._acted[act] = None
        if change.writes:
            self._aside, self._finished, self._recalled = self._laid_aside(), None, {}
        now = self._clock()
        self._asked_at = {each.number: self._asked_at.get(each.number, now) for each in kept.asked}
        self._vote = vote
        keys = {chair.key for chair in kept.chairs}
        self._present &= keys
        self._left_at = {key: at for key, at in self._left_at.items() if key in keys}
        self._say_gone = {key: said for key, said in self._say_gone.items() if key in keys}
        self._ceremony(change, before)
        self._tell(tuple(told))
        for seat in seating.keys_ended(before.chairs, kept.chairs):
            self._cue(m.Cue(what="moved", seat=seat + 1))

    def _write(
        self,
        change: Change,
        kept: Kept,
        lines: list[LogLine],
        rewritten: list[LogLine],
        struck: list[int],
        act: tuple[str, str] | None,
    ) -> None:
        """The one commit."""
        crowded = len(self._acted) > REMEMBERED + SLACK
        with self._store.commit() as write:
            for each in change.writes:
                each(write)
            if change.step:
                write.rows(kept.game, [past.row for past in change.step.past])
            if change.undone:
                write.undo_rows(kept.game, change.undone)
            if struck:
                write.strike_log(struck, kept.log_end)
            write.log(kept.game, lines)
            write.rewrite_log(rewritten)
            if act:
                write.acted(*act)
            if crowded:
                write.forget_acted()
            write.kept(msgspec.json.encode(kept))
        if crowded:
            self._acted = dict.fromkeys(list(self._acted)[-REMEMBERED:])

    def _with_questions(self, change: Change, play: Play | None) -> Kept:
        """What is kept with the questions open after a change."""
        kept = change.kept
        if play is None or kept.phase != "game":
            return replace(kept, asked=())
        if change.play is None and change.step is None:
            return kept
        now, before = change.step.outlook if change.step else play.outlook, self._play and self._play.outlook
        alike = [asked for asked in kept.asked if before and now.legal(asked.seat) == before.legal(asked.seat)]
        newest = [*play.past, *(change.step.past if change.step else ())][-1:]
        last = newest[0].row.number if newest else 0
        asked, count = ask(
            now.state.to_act,
            alike,
            stands=last if change.stands is None else change.stands,
            last=last if change.last is None else change.last,
            count=kept.question_count,
            answered=change.answered,
        )
        return replace(kept, asked=asked, question_count=count)

    def _tell(self, told: tuple[Told, ...] = ()) -> None:
        self._rev += 1
        self._sight = None
        changed = Changed(self._rev, told)
        for listener in tuple(self._listeners):
            listener(changed)

    def _cue(self, cue: m.Cue) -> None:
        for listener in tuple(self._listeners):
            listener(cue)

    # ---- being the table that was stored ---------------------------------------------------------------

    def _take_up(self) -> None:
        """Same game, seats, keys, questions and log as before; what could not be read is said in the log."""
        notices = [self._store.notice] if self._store.notice else []
        kept = self._stored(notices)
        if kept.game:
            saved = self._store.game(kept.game)
            try:
                if saved is None:
                    raise ValueError(f"game {kept.game} is missing")
                self._play, self._dealer = replayed(saved, self._rules), Dealer(saved.secret)
            except (ValueError, KeyError, IllegalAction, Refusal):
                notices.append(Refusal("game-unreadable", game=kept.game))
                kept = replace(in_lobby(kept), log_begin=kept.log_end)
        self._kept = kept
        self._log = Log(self._store.log(kept.game, 0 if kept.game else kept.log_begin))
        change = Change(kept)
        change.news += [news.Noticed(rule=notice.rule, facts=notice.facts) for notice in notices]
        self._commit(rights.SCREEN, "", change)

    def _stored(self, notices: list[Refusal]) -> Kept:
        """What was kept, or a new table."""
        stored = self._store.kept()
        agreed = lobby.Lobby(next(iter(self._shelf)))
        if stored is not None:
            try:
                kept = msgspec.json.decode(stored, type=Kept)
                return kept if kept.lobby.game in self._shelf else replace(kept, lobby=agreed)
            except msgspec.MsgspecError:
                notices.append(Refusal("table-unreadable"))
        games, lines = self._store.last_numbers()
        chairs, count = seating.resized((), SEATS, 0)
        kept = Kept(secrets.token_hex(8), chairs, agreed, chair_count=count)
        return replace(kept, game_count=games, log_end=lines, log_begin=lines)

    def _laid_aside(self) -> tuple[m.LaidAside, ...]:
        found = []
        for number, kind, when, stored in self._store.aside():
            note = msgspec.json.decode(stored, type=Aside)
            found.append(m.LaidAside(game=number, kind=kind, seats=note.seats, turn=note.turn, when=when))
        return tuple(found)

    # ---- what a wish needs -----------------------------------------------------------------------------

    def _scene(self) -> Scene:
        return Scene(
            kept=self._kept,
            play=self._play,
            vote=self._vote,
            present=self._present,
            gone=self._gone(),
            now=self._clock(),
            shelf=self._shelf,
            bots=tuple(self._players),
            seed=self._seed,
            headless=self.headless,
            store=self._store,
            overrides=self._overrides,
            drawn=self._by_touch,
            modes=self._modes,
            rules=self._rules,
        )

    def _running(self) -> tuple[Play, Dealer]:
        if self._play is None or self._dealer is None:
            raise Refusal("no-game")
        return self._play, self._dealer

    def _scope(self, who: Who) -> str:
        """Whose ids these are: everybody numbers their own."""
        return who.role if who.seat is None else f"chair {self._kept.chairs[who.seat].number}"

    def _is_repeated(self, who: Who, id: str) -> bool:
        """Whether this wish was carried out before; Refusal `id` for one that cannot be remembered."""
        if who.role == "bot":
            return False
        if not 1 <= len(id) <= ID_LENGTH:
            raise Refusal("id", most=ID_LENGTH)
        return (self._scope(who), id) in self._acted


def _numbered(lines: list[LogLine], after: int) -> list[LogLine]:
    return [replace(line, number=number) for number, line in enumerate(lines, after + 1)]
