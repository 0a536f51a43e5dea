"""The state of the table as everybody may see it, and the snapshot that carries it."""

from typing import Any, Literal

import msgspec

from app.protocol.base_messages import Message, Mode
from app.protocol.cardboard_messages import BotWish, CountView, Repair
from app.protocol.club_membership_messages import ClubStatus, DealtRound
from app.protocol.game_lifecycle_messages import DailyPerson, DailyPlayed, SuspendedView
from app.protocol.log_messages import Line
from app.protocol.machine_messages import Upkeep
from app.protocol.network_messages import Network
from app.protocol.play_messages import Opening, Question, Ritual, SeatVote, UndoOffer
from app.protocol.revertible_change_messages import ChangedToday
from app.protocol.seat_messages import Code, SeatInfo
from app.protocol.settings_messages import Settings
from app.protocol.teaching_messages import BotActionReasons, BotIntention, Hint, LessonTip


class TableView(msgspec.Struct, frozen=True):
    """The public state of the table, without the game."""

    phase: Literal["lobby", "game", "over"]
    game_id: int  # 0 in the lobby
    game: str  # architects
    variant: tuple[str, ...]
    rules: dict[str, bool]  # house rules, every one of the game
    first: int | None
    keep: bool
    early: bool  # the game was ended early
    seats: tuple[SeatInfo, ...]
    settings: Settings
    network: Network
    laid_aside: tuple[SuspendedView, ...]
    undo: UndoOffer | None
    vote: SeatVote | None
    onlookers: int
    games: tuple[str, ...]  # offered in the lobby: the shelf without `not_ours`
    variants: dict[str, tuple[str, ...]] = {}  # the game's variants, with their requirements
    places: tuple[int, int] = (2, 7)  # fewest and most seats of the game
    most: dict[str, int] = {}  # most seats of each game on the shelf
    data: int = 1  # the version of the game data in play; in the lobby, the next game's
    facts: str = ""  # an owner's overrides of it, as in a header
    mode: Mode = "play"
    modes: tuple[Mode, ...] = ("play",)  # the game's modes here
    ritual: Ritual | None = None
    opening: Opening | None = None
    # The log's line of a conflict. That line and the rest of its action are shown once this is 0: when the markers
    # are turned (`ritual`) and the shields' animation has ended. Ephemeral like Ritual; reconnecting clients skip it.
    fought: int = 0
    repair: Repair | None = None  # in track: blocks other reports until it is answered
    counted: dict[str, CountView] = {}  # in track: counts that people may correct now, by their words in a record
    # Things that can be before a seat of `counted`, by their words without the seat, with their maximum; one that
    # has no entry in `counted` for a seat is not before it.
    things: dict[str, int] = {}
    wonders: tuple[tuple[str, ...], ...] = ()  # in track: reported ones by seat, which can be corrected
    every_wonder: tuple[str, ...] = ()  # the alternatives to `wonders`
    set_up: tuple[str, ...] = ()  # in track: correctable facts of the set-up (`first`, `variant`, …)
    first_seat: bool = True  # one seat begins; otherwise all act at once, and `first` is null
    identities: dict[str, str] = {}  # in the lobby: identities to choose from, with the board of each
    doubts: tuple[str, ...] = ()  # in the lobby: chosen identities, and other parts, with unverified values
    guided: bool = False  # lesson tips are shown
    learners: tuple[int, ...] = ()  # in the lobby: seats of people who have never finished this game here
    lesson: LessonTip | None = None  # the tip for everybody now
    met: tuple[tuple[str, ...], ...] = ()  # after a guided game: the ideas that each seat's person knows now
    owing: tuple[int, ...] = ()  # in the lobby of track: seats that must name their wonder first
    owes_first: bool = False  # in the lobby of track: the first player must be named first
    pin: bool = False  # what affects everybody needs the PIN
    locked: bool = False  # nobody new sits down
    copied: bool = False  # the SD card is from another computer; `answer-copy` is pending
    installed: bool = False  # the computer is the table: it powers off instead of stopping the program
    own_facts: str = ""  # an owner's overrides, as `facts`, for the next game of this kind
    own_file: str = ""  # `own_facts` as a file, to send in
    result_link: str = ""  # after a kept game, the URL of its result; "": none
    # In track, of the whole table (shield check before a conflict) and of each seat: the newest line of the log whose
    # reminders people have confirmed.
    handled: tuple[int, ...] = ()
    daily: bool = False  # this game or the next is the deal of the day
    # In the lobby and after a deal of the day: its date, by the table's clock or as it began; the newest results with
    # deals of this game, in the lobby of everybody; and what each named person has reached with them.
    day: str = ""
    dailies: tuple[DailyPlayed, ...] = ()
    daily_people: tuple[DailyPerson, ...] = ()
    bots: bool = True  # bots can play: not on a sheet, nor in track a game of hands
    wishes: tuple[BotWish, ...] = ()  # in track: what bots want to do now
    levels: tuple[str, ...] = ()  # bot levels, easiest first
    characters: tuple[str, ...] = ()  # bot characters
    by_table: tuple[int, ...] = ()  # in track: seats whose newest line had no alternative and was added
    ticked: tuple[str, ...] = ()  # ticked things of the box's contents, as in `tick-off`
    advises: bool = False  # a seat with a question may ask for a hint
    coaches: bool = False  # a coach is available (`SeatInfo.coach`)
    whys: tuple[BotActionReasons, ...] = ()  # reasons for the bots' latest actions, if any
    intentions: tuple[BotIntention, ...] = ()  # that bots say, by seat
    slow: bool = False  # the disk is slow: the latest change is not stored yet
    today: tuple[ChangedToday, ...] = ()  # revertible changes of the last day, newest first
    club: ClubStatus | None = None  # the club of the table, also while joining
    round: DealtRound | None = None  # in the lobby: the tournament round that sets the next game's deal
    features: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET  # by feature without a field here. Any: its own type

    @property
    def puts_back(self) -> bool:
        """True if something can be undone or, in track, corrected."""
        return self.undo is not None or (self.mode == "track" and self.phase != "lobby")

    @property
    def game_data(self) -> tuple[int, str]:
        """The game data in play, as arguments of `Game.data`: its version, and the owner's overrides."""
        return self.data, self.facts

    @property
    def shows_points(self) -> bool:
        """True if points are shown; always after the end of a game."""
        return self.phase == "over" or self.settings.points

    def taught(self, seat: int, own: "LessonTip | None") -> "LessonTip | None":
        """Return the lesson tip for a seat (from 1): its own before the table's, an expired one last; None if the seat
        knows the game.
        """
        told = (
            [] if self.seats[seat - 1].knows else [each for each in (own, self.lesson) if each and seat not in each.but]
        )
        return min(told, key=lambda each: each.again, default=None)

    def taken_badges(self, seat: int) -> frozenset[str]:
        """Return the emblems and colours of all other seats (from 1)."""
        return frozenset(slug for other in self.seats if other.seat != seat for slug in other.badge if slug)


class Snapshot(Message, frozen=True, tag="snapshot"):
    """The complete state for this client, after every change. `rev` grows by one each time while the table runs."""

    rev: int
    table: msgspec.Raw  # TableView
    game: msgspec.Raw | None  # the game's View for this client; None in the lobby
    questions: tuple[Question, ...]  # a seat's own; for the screen: all
    news: tuple[Line, ...]  # log lines since this client's last snapshot (all of them in its first)
    codes: tuple[Code, ...] = ()
    # retractable, in the program: choices, or a score sheet's entries, that this reader may undo without a vote
    own: tuple[UndoOffer, ...] = ()
    host: bool = False  # this client's PIN is valid now
    plan: str = ""  # a seat's goal; for itself alone
    lessons: tuple[LessonTip, ...] = ()  # tips for a seat alone; for the screen: those from public facts
    hints: tuple[Hint, ...] = ()  # a seat's own; for the screen: of touch seats, without content
    planned: tuple[int, ...] = ()  # for the screen: touch seats with a goal
    upkeep: Upkeep | None = None  # for the screen, and for a phone with the PIN
