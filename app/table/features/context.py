"""How things stand at the table, for the handler of an intent."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from app.protocol import messages, rights
from app.protocol.club_rounds import KnownDeal
from app.protocol.rights import Rejected, Relation, Relations, Who
from app.storage.database import Store
from app.storage.overrides import OwnValues
from app.storage.secret_source import Chance
from app.table.bots.bot_scheduler import BotScheduler
from app.table.bots.ceremonies import Ceremonies
from app.table.bots.reviews import Reviews
from app.table.core import undo
from app.table.core.host import Host
from app.table.core.machine import Machine
from app.table.core.snapshots import Snapshots
from app.table.core.state import Phase, RunningVote, TableState
from app.table.core.transaction import Transaction
from app.table.game.bot_players import BotPlayers
from app.table.game.dealer import Dealer
from app.table.game.log import Log
from app.table.game.match import Match
from app.table.history.finished_games import FinishedGames
from app.table.lobby import agreement, seating
from app.table.lobby.first_deal import Deals
from app.table.lobby.seating import Chair
from app.text.lessons import Lists
from engine.game import Game, Rules, Seat

Sure = (
    messages.GoOnFrom
    | messages.EndEarly
    | messages.Discard
    | messages.MergePeople
    | messages.ForgetPerson
    | messages.DeleteGame
    | messages.Shutdown
)


T = TypeVar("T")


class FeatureFinder(Protocol):
    """Find the feature of a class at this table."""

    def __call__(self, kind: type[T]) -> T: ...


class IntentContext(msgspec.Struct, frozen=True):
    """Who asks, and how things stand: all that a handler works with. It changes nothing of it."""

    who: Who
    device: str  # where the PIN is given: the screen, or a phone's hashed key
    reach: Relations  # whose seats a phone may speak for in this intent now
    now: float  # by the table's clock: seconds from some moment on, for what lasts
    clock: Callable[[], float]  # the same as it goes on
    chance: Chance  # for tickets, and secrets of games
    lived: float  # as in TableState
    # the table
    table: TableState
    vote: RunningVote | None
    settings: messages.Settings
    headless: bool
    present: frozenset[str]  # hashed keys of connected phones
    gone: frozenset[str]  # of those that have been away for long, or that the others say are gone
    say_gone: Mapping[str, frozenset[int]]  # by key of a phone that is away: chairs that say it is gone
    host: Host  # who may do what concerns everybody
    machine: Machine
    thoughts: BotScheduler
    reviews: Reviews
    ceremonies: Ceremonies
    store: Store
    finished: FinishedGames
    view: Callable[[], messages.TableView]
    snapshots: Callable[[], Snapshots]
    feature: FeatureFinder
    # its game
    match: Match | None
    dealer: Dealer | None
    log: Log
    # what can be played
    shelf: Mapping[str, Game]
    rules: Mapping[str, Rules]  # of the shelf, and tally
    modes: agreement.Modes
    drawn: Collection[str]  # games that the screen draws
    overrides: Mapping[str, str]  # of game data, an owner's, by game
    own_values: OwnValues  # the files they stand in
    players: BotPlayers
    lessons: Lists  # what first games teach
    deals: Deals  # how they are dealt
    seed: int | str | None
    known_deal: KnownDeal | None  # what the club deals at all tables of a round

    @property
    def game(self) -> Game:
        """What is played, or agreed on."""
        return self.shelf[self.table.lobby.game]

    def by_touch(self, agreed: agreement.Lobby) -> bool:
        """Whether seats can be played on the screen: it draws this game, or its score sheet."""
        return agreed.game in self.drawn or agreed.mode == "tally"

    def transaction(self, **fields: Any) -> Transaction:  # Any: fields of Kept
        """A transaction of nothing but these fields; an open vote goes on."""
        return Transaction(replace(self.table, **fields), self.vote)

    def seat(self, number: int) -> Seat:
        """A seat as it is said, from 1; Rejected `no-such-seat`."""
        if not 1 <= number <= len(self.table.chairs):
            raise Rejected("no-such-seat", seat=number)
        return Seat(number - 1)

    def own_seat(self) -> Seat:
        """Of who asks; only those who have one may."""
        assert self.who.seat is not None
        return self.who.seat

    def chair(self, seat: Seat, chair: Chair) -> Transaction:
        """A transaction of one chair."""
        return self.transaction(chairs=seating.with_chair(self.table.chairs, seat, chair))

    @property
    def chair_number(self) -> int | None:
        """Of the phone that asks; None: the screen does."""
        return None if self.who.seat is None else self.table.chairs[self.who.seat].number

    def check_seat(self, seat: Seat) -> None:
        """Rejected if this one may not say this intent for that seat."""
        chair = self.table.chairs[self.seat(seat + 1)]
        relation: Relation = "open"
        if self.who.seat == seat:
            relation = "own"
        elif chair.by == "phone":
            gone = not chair.key or chair.key in self.gone
            relation = "held" if chair.key in self.present else "gone" if gone else "away"
        rights.check_seat(self.who, seat, relation, self.reach)

    @property
    def knows_pin(self) -> bool:
        """Whether a PIN is set, and who asks has given it."""
        return self.host.knows(self.device, self.now)

    def check_host(self) -> None:
        """Rejected `pin` if this one may not do what concerns everybody: a PIN is set, and they have not given it."""
        if self.host.pin is not None and not self.knows_pin:
            raise Rejected("pin")

    def check_meant(self) -> None:
        """Rejected `meant` where no PIN is set, and the number was not given that shows that this is meant."""
        if self.host.pin is None and not self.host.means(self.device, self.now):
            raise Rejected("meant", number=self.host.number(self.device))

    def check_taken(self, seat: Seat) -> None:
        """Rejected `pin` where a phone would lose its seat to somebody without it; who is gone for long has lost it."""
        key = self.table.chairs[seat].key
        if key and key not in self.gone and seat != self.who.seat:
            self.check_host()

    def check_others(self, seat: Seat) -> None:
        """Rejected `pin` where a phone without it would change how somebody else sits."""
        if self.who.role == "seat" and self.who.seat != seat:
            self.check_host()

    def check_unlocked(self, seat: Seat) -> None:
        """Rejected `locked` where somebody new would come to a locked table."""
        if self.table.locked and self.table.chairs[seat].vacant:
            raise Rejected("locked")

    def check_told(self) -> None:
        """Rejected `repair` while a line is being put right: what comes next depends on it."""
        if self.table.correction is not None:
            raise Rejected("repair")

    def check_phase(self, phase: Phase) -> None:
        if self.table.phase != phase:
            raise Rejected("phase", phase=self.table.phase)

    def running(self) -> Match:
        """The game on the table; Rejected `no-game`."""
        if self.match is None:
            raise Rejected("no-game")
        return self.match

    @property
    def undo_offer(self) -> messages.UndoOffer | None:
        """What an undo would take back now."""
        return undo.offered(self.table, self.match, self.settings.undo)

    @property
    def by(self) -> int:
        """Who asks, as the news say it: a seat from 1; 0: the screen."""
        return 0 if self.who.seat is None else self.who.seat + 1


def sure(intent: Sure) -> None:
    """Rejected `sure` while nobody said so."""
    if not intent.sure:
        raise Rejected("sure", what=rights.tag(type(intent)))
