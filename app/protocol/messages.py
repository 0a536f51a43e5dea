"""The wire messages in both directions, as Structs; docs/protocol.md explains them.

Every message is a JSON object with a `type`. Seats count from 1. The screen, phones in JSON form and tests use this.
"""

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

Lang = str  # code of a language, such as "de"; the table refuses those without a catalogue
PlayedBy = Literal["free", "touch", "phone", "bot"]
Mode = Literal["play", "track", "tally"]  # the table deals; people deal and report; only scores are entered

# ---- in: intents -------------------------------------------------------------------------------------


class Intent(msgspec.Struct, frozen=True, tag_field="type"):
    """A request to the table.

    `id` is chosen by the client (1–64 characters); intents are idempotent by id, also after a restart.
    """

    id: str


class Act(Intent, frozen=True, tag="act"):
    """One action of the game, answering an open question. `seat` 0: chance, in track, where people report it.

    In track, `card` also answers the chance that follows (a stack, and the card taken from it), and an answer to a
    Question that `ends` another seat's turn adds `done` for that seat first.
    """

    seat: int
    question: int
    action: str  # the record's text, without the seat
    card: str | None = None  # the line of chance that follows, one of the question's `then`


class Undo(Intent, frozen=True, tag="undo"):
    """Take back the action of `row` (the one offered) with all that followed. Stale once another action was accepted.

    `more`: the number of later actions that were shown to go with it, if given. Stale if that number has changed.
    """

    row: int
    seat: int | None = None  # who asks; a phone's own seat
    more: int | None = None


class Correct(Intent, frozen=True, tag="correct"):
    """Track: correct a line of the game. TableView.repair holds the open question about a line.

    `ask` opens that question about any line, or about another line while nothing is decided. `replace` it, or `insert`
    a line before it (both with `text`, perhaps with `card`, the chance that it reveals); `remove` it with the chance
    that it revealed, or with the whole turn if that begins with it. `whose`: a turn was that seat's, so that one or
    more before it are missing, and are asked for. `missed` (with `text`), where all act at once: the line's seat had
    not reported that turn, in which it did that; its lines from then on belong to the turns after it. `twice`: the
    line's seat reported that turn once too often; its later lines belong to the turns before. `cut` removes the line
    and all after it.

    Two need no `row`. `wonder`: a seat (`whose`) has another wonder, or board (`text`, out of TableView.every_wonder),
    than was reported (`card`, out of TableView.wonders); the seat reported to have that one gets the other. `set-up`: a
    fact of the set-up (`text`, its first word out of TableView.set_up) is different. `first 2` began, or `first 2
    missing` if that first turn is not reported; `variant medals expert` lists all variants; `rules NAME=yes` sets a
    house rule; `places 1 3` swaps these two seats.

    `off` cancels every decision of this correction. The game does not change until every later line fits again or is
    decided.
    """

    row: int
    how: Literal["ask", "replace", "insert", "remove", "whose", "missed", "twice", "cut", "wonder", "set-up", "off"]
    text: str | None = None  # the record's text without the seat, which is the one asked there; or a wonder
    card: str | None = None  # the line of chance that follows, one of the question's `then`; or a wonder
    whose: int | None = None  # a seat


class House(Intent, frozen=True, tag="house"):
    """Track: the house's own counts (values for TableView.counted) and agreements, in words.

    Stored as lines of the game and counted from there on; an undo takes them back.
    """

    counts: dict[str, int] = {}
    text: str = ""


class ContinueFrom(Intent, frozen=True, tag="go-on-from"):
    """Track: abandon this game and continue from an entered position, with the same seats. Needs confirmation."""

    position: str  # the JSON of `replay --json`, between two turns
    sure: bool = False


class Vote(Intent, frozen=True, tag="vote"):
    """A seat's answer to a request of another seat (TableView.vote). `row` is that request's."""

    row: int
    seat: int
    yes: bool


class Look(Intent, frozen=True, tag="look"):
    """Screen only: show the secrets of a seat played by touch while a finger is down. Answered by one Secret."""

    seat: int


class LookAhead(Intent, frozen=True, tag="look-ahead"):
    """Preview an answer to an open question, as far as its effect is certain. Answered by one Preview.

    From the screen, with public knowledge only; where its choices are a seat's secret, with that of a seat played by
    touch.
    """

    seat: int
    question: int
    action: str  # the record's text, without the seat


class AskHint(Intent, frozen=True, tag="ask-hint"):
    """A seat's request for a hint: for its own phone, or under a finger at the edge of a seat played by touch.

    Everyone sees that it was requested, nobody else its content (Snapshot.hints, Secret.hint).
    """

    seat: int


class Horn(Intent, frozen=True, tag="horn"):
    """Sound the horn: at most once a second, for all clients together."""


class Enter(Intent, frozen=True, tag="enter"):
    """Tally: one entry, a line of the record with its seat (`2 set shields 4`, `cat 2`); it answers no question.

    `2 add shields 1` enters the cell's value plus one, within its bounds; `1 push 2` moves the pawn of Duel two spaces
    towards seat 2. An unusual number, and an `end` while cells are empty, need confirmation by `sure`. `end 0` closes
    the sheet with 0 in all empty cells.
    """

    action: str
    sure: bool = False


class TurnMarker(Intent, frozen=True, tag="turn-marker"):
    """Turn a conflict marker (from 1) by hand: in play one of the open TableView.ritual, by its taker."""

    marker: int


class SkipOpening(Intent, frozen=True, tag="skip-opening"):
    """Skip the TableView.opening on show, or the animation of shields in a conflict, for everybody."""


class SetSeats(Intent, frozen=True, tag="set-seats"):
    """Lobby: set the number of seats."""

    count: int


class SetSeat(Intent, frozen=True, tag="set-seat"):
    """Lobby or mid-game: a seat's player and how they play. Unset fields stay as they are."""

    seat: int
    by: PlayedBy | msgspec.UnsetType = msgspec.UNSET  # `phone` is set by joining; `free` only in the lobby
    bot: str | msgspec.UnsetType = msgspec.UNSET  # a level, or LEVEL:CHARACTER
    name: str | msgspec.UnsetType = msgspec.UNSET
    lang: Lang | msgspec.UnsetType = msgspec.UNSET
    wonder: str | msgspec.UnsetType | None = msgspec.UNSET  # None: by lot
    left: bool | msgspec.UnsetType = msgspec.UNSET  # main buttons at the left hand
    emblem: str | msgspec.UnsetType = msgspec.UNSET  # as in app/protocol/badges.py
    colour: str | msgspec.UnsetType = msgspec.UNSET
    knows: bool | msgspec.UnsetType = msgspec.UNSET  # its person knows the game: no lesson tips
    coach: bool | msgspec.UnsetType = msgspec.UNSET  # clearly worse actions need confirmation (refusal `coach`)


class MoveSeat(Intent, frozen=True, tag="move-seat"):
    """Lobby: exchange two seats."""

    seat: int
    to: int


class SetGame(Intent, frozen=True, tag="set-game"):
    """Lobby: the game, its mode, its variants, who begins (None: by lot), and whether it is kept and guided.

    `watch`: seats whose people stand up, because the game has fewer places.
    """

    game: str | msgspec.UnsetType = msgspec.UNSET
    mode: Mode | msgspec.UnsetType = msgspec.UNSET
    variant: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    rules: dict[str, bool] | msgspec.UnsetType = msgspec.UNSET  # those to change
    first: int | msgspec.UnsetType | None = msgspec.UNSET
    keep: bool | msgspec.UnsetType = msgspec.UNSET
    guided: bool | msgspec.UnsetType = msgspec.UNSET
    daily: bool | msgspec.UnsetType = msgspec.UNSET  # the deal of the day
    watch: tuple[int, ...] = ()


class Start(Intent, frozen=True, tag="start"):
    """Lobby: begin. Free seats leave the ring. In track a game may begin from an entered position."""

    position: str | None = None  # the JSON of `replay --json`, between two turns


class ReminderDone(Intent, frozen=True, tag="handled"):
    """Track: confirm the reminders of the log up to this line.

    A phone confirms its own seat's alone; `looked`: all have checked the shields before a conflict.
    """

    line: int
    seats: tuple[int, ...] = ()  # empty: the phone's own
    looked: bool = False


class TickOff(Intent, frozen=True, tag="tick-off"):
    """Lobby or after a game: tick or untick a thing on the list of the box's contents."""

    thing: Annotated[str, msgspec.Meta(pattern="^[a-z0-9 -]{1,60}$")]  # its key in the list, with the list's name
    on: bool = True


class Plan(Intent, frozen=True, tag="plan"):
    """Mark a printed thing as the goal of a seat in a game, by its key there (`card altar`); null: no goal.

    Only its own seat gets it back, in its snapshots; for a seat played by touch, a Look does. A phone omits `seat`.
    """

    thing: str | None
    seat: int | None = None


class Rematch(Intent, frozen=True, tag="rematch"):
    """End of a game: start again with the same seats; the first seat moves on clockwise."""


class ReturnToLobby(Intent, frozen=True, tag="to-lobby"):
    """End of a game: return to the lobby with the same seats."""


class EndEarly(Intent, frozen=True, tag="end-early"):
    """Score the game as it stands. Irreversible, so it needs confirmation by `sure`.

    The others vote, as for `lay-aside`; without others, it needs the PIN.
    """

    sure: bool = False
    seat: int | None = None  # who asks; a phone's own seat


class Suspend(Intent, frozen=True, tag="lay-aside"):
    """Suspend the running game and return to the lobby, which offers to resume it.

    Other human players vote first, unless the PIN was given. From the screen without `seat`, all have agreed, which
    needs the PIN.
    """

    seat: int | None = None  # who asks; a phone's own seat


class Resume(Intent, frozen=True, tag="resume"):
    """Lobby: resume a suspended game."""

    game: int


class Discard(Intent, frozen=True, tag="discard"):
    """Lobby: discard a suspended game; needs confirmation."""

    game: int
    sure: bool = False


class PutBack(Intent, frozen=True, tag="put-back"):
    """Revert a change of today, by its number in TableView.today; later changes of the same thing are reverted, too."""

    change: int


class HandOver(Intent, frozen=True, tag="hand-over"):
    """Show a new join ticket for a seat for two minutes. `cancel` ends it."""

    seat: int
    cancel: bool = False


class SetTable(Intent, frozen=True, tag="set-table"):
    """Change settings of the table; unset ones stay. Screen only: `host_address`, `power_off`."""

    lang: Lang | msgspec.UnsetType = msgspec.UNSET
    diagonal: float | msgspec.UnsetType | None = msgspec.UNSET
    motion: bool | msgspec.UnsetType = msgspec.UNSET
    undo: Literal["ask", "always", "never"] | msgspec.UnsetType = msgspec.UNSET
    points: bool | msgspec.UnsetType = msgspec.UNSET
    bot_pace: float | msgspec.UnsetType = msgspec.UNSET
    welcomed: bool | msgspec.UnsetType = msgspec.UNSET
    volume: int | msgspec.UnsetType = msgspec.UNSET
    mute: bool | msgspec.UnsetType = msgspec.UNSET
    night: bool | msgspec.UnsetType = msgspec.UNSET
    host_address: str | msgspec.UnsetType | None = msgspec.UNSET  # screen only
    ritual: bool | msgspec.UnsetType = msgspec.UNSET
    power_off: bool | msgspec.UnsetType = msgspec.UNSET  # screen only
    short_edges: bool | msgspec.UnsetType = msgspec.UNSET
    turning: bool | msgspec.UnsetType = msgspec.UNSET
    bright: bool | msgspec.UnsetType = msgspec.UNSET
    plain_figures: bool | msgspec.UnsetType = msgspec.UNSET
    large: bool | msgspec.UnsetType = msgspec.UNSET
    rotation: Literal[0, 90, 180, 270] | msgspec.UnsetType = msgspec.UNSET
    dark_after: int | msgspec.UnsetType = msgspec.UNSET
    not_ours: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    result_page: str | msgspec.UnsetType = msgspec.UNSET
    faces: int | msgspec.UnsetType | None = msgspec.UNSET
    display: str | msgspec.UnsetType = msgspec.UNSET
    sound_card: str | msgspec.UnsetType = msgspec.UNSET
    hints: int | msgspec.UnsetType | None = msgspec.UNSET
    zone: str | msgspec.UnsetType = msgspec.UNSET


class JoinClub(Intent, frozen=True, tag="join-club"):
    """Join the club that issued this code; TableView.club reports the progress.

    `address`: the club's; "": the one announced in this network. The club receives games from now on. With `scan` both
    are ignored: the organiser of the club in this network scans the code on show.
    """

    code: str = ""
    address: str = ""
    scan: bool = False

    def __repr__(self) -> str:
        return "JoinClub()"


class TellClub(Intent, frozen=True, tag="tell-club"):
    """Send all earlier games to the club, too."""


class LeaveClub(Intent, frozen=True, tag="leave-club"):
    """Leave the club. It keeps the games it has."""


class GivePin(Intent, frozen=True, tag="give-pin"):
    """Submit the table's PIN (TableView.pin): for ten minutes this client may do what affects everybody.

    Wrong PINs are rate limited. An intent refused with `pin` is to be sent again afterwards. Without a PIN: submit the
    number of a refusal `meant`, which confirms the refused intent; send that again.
    """

    pin: str

    def __repr__(self) -> str:
        return "GivePin()"


class ForgetPin(Intent, frozen=True, tag="forget-pin"):
    """Expire this client's PIN now."""


FEWEST_DIGITS: Final = 4  # of a PIN
MOST_DIGITS: Final = 8


class SetPin(Intent, frozen=True, tag="set-pin"):
    """Screen only: set or change the table's PIN; "" removes it, so that everybody may do everything again."""

    pin: str  # digits

    def __repr__(self) -> str:
        return "SetPin()"


class LockTable(Intent, frozen=True, tag="lock-table"):
    """Let nobody new sit down, or (not `locked`) allow it again. People who have a seat can always come back."""

    locked: bool


class AnswerCopy(Intent, frozen=True, tag="answer-copy"):
    """Answer whether the SD card is a copy of another table's (TableView.copied).

    `new`: it is, so this becomes a new table in the lobby, with an id of its own. It is in no club, phones sit down
    again, and games and settings stay. Otherwise it is the same table, in another computer.
    """

    new: bool


class GetHistory(Intent, frozen=True, tag="recall"):
    """Request finished games of the history, newest first. Answered by one HistoryPage; read-only."""

    after: str = ""  # continue after this game, the last of the previous HistoryPage


class LookBack(Intent, frozen=True, tag="look-back"):
    """Request a finished game as it was after one of its lines (0: before the first). Answered by one PastPosition.

    The answer lists the lines that end a step, for navigation by turns, and what happened in this step.
    """

    game: str  # its mark
    line: int | None = None  # None: the default start


class AskReview(Intent, frozen=True, tag="ask-review"):
    """Request the review of a finished game, decision by decision; start it if there is none yet.

    Answered by one Review. `seat`: include its moments; a phone gets its own seat's (also for 0).
    """

    game: str  # its mark
    seat: int = 0  # from 1; 0: nobody's


class MergePeople(Intent, frozen=True, tag="merge-people"):
    """Replace `name` by `into` in every stored game and at the table: a corrected name, or two of one person.

    Irreversible, so it needs confirmation.
    """

    name: str
    into: str
    sure: bool = False


class ForgetPerson(Intent, frozen=True, tag="forget-person"):
    """Delete a name from everything stored here; the games stay, with that seat nameless. Needs confirmation."""

    name: str
    sure: bool = False


class AskNames(Intent, frozen=True, tag="ask-names"):
    """Request the people who have played here, for the choice of a name. Answered by one Names; read-only."""


class NamePlayers(Intent, frozen=True, tag="name-players"):
    """Name the players of a finished game: for each seat a name, or "" for nobody. Omitted fields stay as they are."""

    game: str  # its mark
    names: tuple[str, ...]
    bots: tuple[int, ...] | None = None  # seats, from 1, that a bot played
    wonders: tuple[str, ...] | None = None  # of a score sheet: by seat what it was, "" where nobody knows


class ReadSheet(Intent, frozen=True, tag="read-sheet"):
    """Request the entries of a finished score sheet. Answered by one SheetRead; read-only."""

    game: str  # its mark


class AmendSheet(Intent, frozen=True, tag="amend-sheet"):
    """Correct a finished score sheet: more entries before its end (`2 set blue 12`), all or none. Points are
    recounted.
    """

    game: str  # its mark
    actions: tuple[str, ...]  # as in Enter, without `add`


class DeleteGame(Intent, frozen=True, tag="delete-game"):
    """Delete a finished game with its record. Irreversible, so it needs confirmation."""

    game: str  # its mark
    sure: bool = False


class SetValues(Intent, frozen=True, tag="set-values"):
    """Correct printed values of a game, in the owner's file, from its next game on. By path, as in that file.

    A value of null restores ours. All values are validated together, and refused together.
    """

    game: str
    values: dict[str, int | bool | str | tuple[int | str, ...] | None]


class Shutdown(Intent, frozen=True, tag="shutdown"):
    """Screen only: stop the program; nothing is lost. `power`: then the computer too, if the settings allow it."""

    sure: bool = False
    power: bool = False


class Press(Intent, frozen=True, tag="press"):
    """Screen only: a finger presses a button of the simulated panel, or (not `down`) releases it."""

    part: str  # one of Panel.buttons
    down: bool


class TryPart(Intent, frozen=True, tag="try-part"):
    """Screen only: test a part of the panel: invert a light for a moment, or sound the buzzer."""

    part: str  # one of Panel.lights, or `buzzer`


class ChooseKey(Intent, frozen=True, tag="choose-key"):
    """Screen only: bind the next key pressed on a key pad to this button; "": cancel."""

    part: str  # one of Keys.keys, or ""


class ForgetKey(Intent, frozen=True, tag="forget-key"):
    """Screen only: unbind this button's key."""

    part: str  # one of Keys.keys


class Diagnose(Intent, frozen=True, tag="diagnose"):
    """Screen only: diagnose the table's machine. Answered by one Diagnosis."""


class LookForWifi(Intent, frozen=True, tag="look-for-wifi"):
    """Screen only: scan for Wi-Fi networks. `wifi` reports the result."""


class JoinWifi(Intent, frozen=True, tag="join-wifi"):
    """Screen only: join a Wi-Fi network; `wifi` reports the progress.

    The password is needed if the network is locked and not `known`, and replaces a stored one.
    """

    network: str  # the name of one of Wifi.networks
    password: str | None = None

    def __repr__(self) -> str:
        return "JoinWifi()"


class SetHotspot(Intent, frozen=True, tag="set-hotspot"):
    """Screen only: open the table's own Wi-Fi network, or (not `on`) return to a known one."""

    on: bool


class TurnWifiOn(Intent, frozen=True, tag="turn-wifi-on"):
    """Screen only: switch the machine's Wi-Fi back on."""


class SetCountry(Intent, frozen=True, tag="set-country"):
    """Screen only: set the Wi-Fi radio's country. Only if `country` is not null."""

    country: str  # two letters, ISO 3166


UpkeepWork = Literal[
    "look",
    "update",
    "update-at-night",
    "update-from-stick",
    "back",
    "backup-to-stick",
    "restore-from-stick",
    "report-to-stick",
    "reset",
]
Carried = Literal["report", "backup", "restore"]  # files sent to a phone by URL; the last is uploaded by it


class DoUpkeep(Intent, frozen=True, tag="do-upkeep"):
    """On an installed table; the screen, or a phone if a PIN is set: run this maintenance work (Snapshot.upkeep).

    Work that restarts the table waits for the end of a running game, or (`update-at-night`) for a night.
    """

    work: UpkeepWork


class Carry(Intent, frozen=True, tag="carry"):
    """Under the same conditions: open the transfer of a file between table and phone (URL in Snapshot.upkeep)."""

    file: Carried


class EndUpkeep(Intent, frozen=True, tag="end-upkeep"):
    """Under the same conditions: cancel waiting work, or dismiss the last result."""


SHORTEST_PASSWORD: Final = 8  # characters of a Wi-Fi password
LONGEST_PASSWORD: Final = 63  # printable ASCII only


class Rename(Intent, frozen=True, tag="rename"):
    """Set the own seat's name and language, emblem and colour."""

    name: str
    lang: Lang
    emblem: str = ""  # "": as it is
    colour: str = ""


class Leave(Intent, frozen=True, tag="leave"):
    """Give up the own seat."""


class SetClock(Intent, frozen=True, tag="set-clock"):
    """Set the clock of an installed table's machine forward by seconds, or back; only if no network sets it."""

    ahead: float


class Ping(Intent, frozen=True, tag="ping"):
    """Heartbeat; answered by Pong with the same id."""


Intents = (
    Act
    | Undo
    | Correct
    | ContinueFrom
    | House
    | Vote
    | Look
    | LookAhead
    | AskHint
    | Horn
    | Enter
    | TurnMarker
    | SkipOpening
    | SetSeats
    | SetSeat
    | MoveSeat
    | SetGame
    | Start
    | ReminderDone
    | TickOff
    | Plan
    | Rematch
    | ReturnToLobby
    | EndEarly
    | Suspend
    | Resume
    | Discard
    | PutBack
    | HandOver
    | SetTable
    | GivePin
    | ForgetPin
    | SetPin
    | LockTable
    | AnswerCopy
    | GetHistory
    | LookBack
    | AskReview
    | MergePeople
    | ForgetPerson
    | AskNames
    | NamePlayers
    | ReadSheet
    | AmendSheet
    | DeleteGame
    | SetValues
    | Shutdown
    | Press
    | TryPart
    | ChooseKey
    | ForgetKey
    | Diagnose
    | LookForWifi
    | JoinWifi
    | SetHotspot
    | TurnWifiOn
    | DoUpkeep
    | Carry
    | EndUpkeep
    | JoinClub
    | TellClub
    | LeaveClub
    | SetCountry
    | SetClock
    | Rename
    | Leave
    | Ping
)

# ---- out: the table as everybody may see it ------------------------------------------------------------


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat. `present`: its phone is connected; always true for touch and bot.

    No other seat has the same `emblem` or `colour` (app/protocol/badges.py); a free seat has none.
    """

    seat: int
    by: PlayedBy
    name: str | None
    lang: Lang
    present: bool
    wonder: str | None  # the seat's choice in the lobby (None: by lot); its wonder in a game
    bot: str | None  # its level
    left: bool = False  # left-handed: main buttons at that hand
    emblem: str = ""
    colour: str = ""
    own_bot: bool = False  # the bot is nobody's stand-in: `name`, if any, is its own
    character: str = ""  # a bot's preferences, a slug of app/text/bots.py
    knows: bool = False  # its person knows the chosen game: no lesson tips
    coach: bool = False  # clearly worse actions of its person need confirmation

    @property
    def person(self) -> bool:
        """True if a person plays this seat, on a phone or by touch."""
        return self.by in ("touch", "phone")

    @property
    def badge(self) -> tuple[str, str]:
        """Emblem and colour."""
        return self.emblem, self.colour


NotOurs = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,30}(\.[a-z0-9-]{1,30})?$")]


class Settings(msgspec.Struct, frozen=True):
    """The table's settings; kept in the settings folder."""

    lang: Lang = "en"
    diagonal: Annotated[float, msgspec.Meta(ge=2, le=120)] | None = None  # inches; None: guessed from the pixels
    motion: bool = True
    undo: Literal["ask", "always", "never"] = "ask"
    points: bool = True  # points so far are shown while playing
    bot_pace: Annotated[float, msgspec.Meta(ge=0, le=30)] = 2.5  # seconds a bot waits, so that people can follow
    welcomed: bool = False  # the welcome was completed
    host_address: str | None = None  # used in codes instead of the detected one
    volume: Annotated[int, msgspec.Meta(ge=0, le=10)] = 7  # of the sounds
    mute: bool = False
    night: bool = False  # only the horn sounds
    ritual: bool = True  # people turn conflict markers by hand; the table does it after a while
    power_off: bool | None = None  # people may power the computer off here; None: where it is the table
    short_edges: bool = False  # two people sit at the screen's short edges
    turning: bool = False  # things between them rotate towards the acting seat
    bright: bool = False  # the screen uses the colours for a bright room
    plain_figures: bool = False  # no drawings, skies or stone textures, on screen and phones
    large: bool = False  # larger text and icons on the screen where there is room
    rotation: Literal[0, 90, 180, 270] = 0  # degrees clockwise rotation of the screen
    dark_after: Annotated[int, msgspec.Meta(ge=0, le=240)] = 10  # minutes without a touch between games; 0: never
    result_page: str = ""  # public URL of docs/result/index.html; "": results have no link
    faces: Literal[0, 1, 2, 3] | None = None  # the edge that the middle area faces; None: the seat it concerns
    display: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9-]{0,32}$")] = (
        ""  # the display of the screen; "": the first
    )
    # The output device by its ALSA name; "": the system chooses.
    sound_card: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_]{0,32}$")] = ""
    # Games that are not in the owner's box, and variants of others (`architects.medals`): not offered in the lobby.
    not_ours: Annotated[tuple[NotOurs, ...], msgspec.Meta(max_length=40)] = ()
    hints: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None  # for each seat in a game; None: any number
    zone: str = ""  # time zone of displayed days and times; "": the machine's

    def powers_off(self, installed: bool) -> bool:
        """Return True if people may power the computer off; `installed`: it is the table's (TableView.installed)."""
        return installed if self.power_off is None else self.power_off


SettingValue: TypeAlias = str | int | float | bool | tuple[str, ...] | None


class SeatOccupant(msgspec.Struct, frozen=True):
    """A seat's former or new player. `name`: also a bot's; "": none."""

    by: PlayedBy
    name: str = ""


What: TypeAlias = Literal["setting", "lock", "seat", "places", "game", "came", "out"]


class ChangedToday(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change of the last day that PutBack can revert, by its number.

    `by`: the seat whose phone did it, 0: the screen, -1: a phone without a seat now. `setting`: `name`, with its
    values; `lock`; `seat`: its former and its new player; `places`: `name` is the kind of change: another `game`, the
    `count`, their `order`, or something else `agreed`; `game`: one of kind `name` was discarded, a finished one if
    `was` is true; `came`, `out`: `n` games were imported, or an import was undone.
    """

    number: int
    at: float  # seconds since 1970, UTC
    by: int
    what: What
    name: str = ""
    was: SettingValue = None
    now: SettingValue = None
    seat: int = 0
    sat: SeatOccupant | None = None
    sits: SeatOccupant | None = None
    n: int = 0
    open: bool = True  # can be reverted now; otherwise after the game


class ClubStanding(msgspec.Struct, frozen=True):
    """The table's state in its club. `waiting`: games not yet sent to the club.

    `scan`: a URL for the club's organiser to accept the table, while it waits for that. Contains no secret.
    """

    how: Literal["joining", "in", "away", "failed"]
    name: str = ""
    waiting: int = 0
    why: str = ""  # the code of a refusal
    scan: str = ""


class DealtRound(msgspec.Struct, frozen=True):
    """A round of the club's tournament."""

    tournament: str  # its name
    number: int


class Network(msgspec.Struct, frozen=True):
    """The table's addresses for phones. `address` None: there is no network that phones could use."""

    address: str | None  # http://192.168.1.5:8080
    name: str | None  # http://wondertable-4kq7.local:8080
    others: tuple[str, ...] = ()  # further addresses of this machine

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses for phones, the name first."""
        return tuple(address for address in (self.name, self.address, *self.others) if address)


class SuspendedView(msgspec.Struct, frozen=True):
    game: int
    kind: str
    seats: tuple[str, ...]  # names or wonders
    turn: int
    when: float  # seconds since 1970, UTC


class UndoOffer(msgspec.Struct, frozen=True):
    """The action that an undo would take back now. `free`: nobody votes if the action's own seat asks for it."""

    row: int
    seat: int
    action: str  # the record's text; the reader translates it
    more: int  # later actions of others, also bots, that go with it
    free: bool
    card: str = ""  # the card that everybody saw the seat get, unless `action` names it


class UndoVote(msgspec.Struct, frozen=True, tag_field="about", tag="undo"):
    """A vote on an undo: `seat` wants to take back `row`; `open` have not voted yet."""

    row: int
    seat: int
    action: str
    more: int
    open: tuple[int, ...]
    seen: tuple[str, ...]  # public chance lines that would be taken back, as in a record
    of: int = 0  # whose action it is
    card: str = ""  # as in UndoOffer


class LeaveVote(msgspec.Struct, frozen=True, tag_field="about", tag="leave"):
    """A vote on the end: `seat` wants to suspend the game (`aside`) or score it now (`early`); `open` have not voted
    yet.
    """

    row: int  # the game's newest when the vote began; the next action ends it
    seat: int
    how: Literal["aside", "early"]
    open: tuple[int, ...]


SeatVote = UndoVote | LeaveVote  # a vote that one seat asks for


class ChanceOptions(msgspec.Struct, frozen=True):
    """The chance lines that people may report, and how many of each their stack may still hold.

    `others`: lines that our counts exclude, for boxes that differ from ours; each ends with ` !`. They are offered
    first if the table is `unsure`, because the list of cards is unverified.
    """

    legal: tuple[str, ...]
    left: tuple[int, ...]
    others: tuple[str, ...] = ()
    unsure: bool = False

    @property
    def question(self) -> "Question":
        """A question to chance with these lines."""
        return Question(0, 0, self.legal, self.left, self.others, self.unsure)


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open decision of a seat. `legal`: every action, as text, in the engine's order.

    On the screen `legal` is empty if the actions themselves are the seat's secret; a Look then returns them.

    In track everyone gets all questions and may answer any. Seat 0 is chance: `left` counts how many of each `legal`
    the stack may still hold. `then` lists, for an action that reveals something, the possible chance lines. If a seat
    only has an optional `done`, the next seat's question is here as well, under the same number; `ends` names the seat
    whose turn its answer ends. If the set-up lays out several similar things, this is the `nth` `of` these.
    """

    number: int
    seat: int
    legal: tuple[str, ...]
    left: tuple[int, ...] = ()
    others: tuple[str, ...] = ()
    unsure: bool = False
    then: dict[str, ChanceOptions] = {}
    ends: int = 0
    nth: int = 0
    of: int = 0


class ToldLine(msgspec.Struct, frozen=True):
    """A reported line, and its alternatives."""

    row: int
    text: str
    question: Question  # its seat owns the line; nobody can answer it


class Repair(msgspec.Struct, frozen=True):
    """A line being corrected, or one that no longer fits after a correction, with its alternatives.

    `legal` and `others` may `replace` it or be `insert`ed before it, both for seat `asked` (0: chance). It may also be
    removed, or the whole correction cancelled. For a picked line, `told` lists all reported lines of its turn, first
    line first: any of them may be corrected now, and the turn may be assigned to another seat.
    """

    row: int
    seat: int  # the line's seat; 0: chance
    text: str
    by: int  # the seat that began the correction; 0: the screen
    rule: str | None  # why it does not fit, as in a refusal; None: somebody picked it
    facts: dict[str, int | str]
    asked: int
    legal: tuple[str, ...]
    left: tuple[int, ...] = ()  # by `legal`, if chance is asked: copies that the stack may still hold
    others: tuple[str, ...] = ()
    unsure: bool = False  # `others` are as likely: the list of cards is unverified
    then: dict[str, ChanceOptions] = {}  # as in a Question
    likely: str = ""  # the likeliest of `legal`
    before: bool = False  # a line is missing before this one: `insert` the answer
    turn: int = 0  # the picked line's turn; 0: none
    told: tuple[ToldLine, ...] = ()

    @property
    def question(self) -> Question:
        """The alternatives to the line, or to the first line of a picked turn. Nobody can answer this question."""
        if self.told:
            return self.told[0].question
        return Question(0, self.asked, self.legal, self.left, self.others, self.unsure, then=self.then)


class CountView(msgspec.Struct, frozen=True):
    """The number of something, and the bounds of what people may report instead."""

    now: int
    least: int
    most: int
    known: bool = True  # otherwise `now` is the maximum


class Ritual(msgspec.Struct, frozen=True):
    """Conflict markers that `seat` has to turn by hand; the game is already past them. Ephemeral, never stored.

    Until then markers 1 to `flipped` of `tokens` are shown in battle, except those in `open`. Afterwards the game's
    view is right again, and the result of a conflict is shown only then.
    """

    seat: int
    open: tuple[int, ...]
    flipped: int
    tokens: int


class Opening(msgspec.Struct, frozen=True):
    """The opening of a new game: wonders are shown with their abilities, then a pointer spins and stops at the first
    seat.

    Ephemeral like Ritual, and each step starts at the same moment for everybody. Bots wait for it; any action ends it,
    and so does `skip-opening`. app/protocol/ceremonies.py has the length of each step.
    """

    step: Literal["wonders", "turning", "found"]
    first: int  # the first seat; 0: all choose at once, no pointer


Fact = int | str | tuple[int | str, ...]


class LessonTip(msgspec.Struct, frozen=True):
    """A lesson tip of a guided game: an idea of its list (app/games/<game>/lessons.py) and the facts it mentions.

    `seat` 0: for everybody except the seats in `but`, whose people know it already. It is true of the view it comes
    with, and vanishes with that. `again`: it has expired, and is shown on request.
    """

    id: str
    seat: int = 0
    facts: dict[str, Fact] = {}
    but: tuple[int, ...] = ()
    again: bool = False


class Reason(msgspec.Struct, frozen=True):
    """A reason for an action, derived from a view (app/games/<game>/reasons.py), and the facts it mentions."""

    id: str
    facts: dict[str, Fact] = {}


class Gain(msgspec.Struct, frozen=True):
    """Points gained (below 0: lost) on a row of a seat's sheet before the asking seat's next decision."""

    seat: int
    row: str
    points: int


class Hint(msgspec.Struct, frozen=True):
    """A hint for one seat alone; it vanishes with its question.

    `thinking`: it is being computed, or, with an `action`, may still improve. `hidden`: it is ready, and shown under a
    finger at the seat (Secret.hint). `even`: `action` and `other` are about equal. `gains`: points of `action` compared
    with `other`, for this seat and the others.
    """

    seat: int
    thinking: bool = False
    hidden: bool = False
    even: bool = False
    action: str = ""  # the record's text
    because: tuple[Reason, ...] = ()
    gains: tuple[Gain, ...] = ()
    other: str = ""  # the next best that is no other payment for the same; "": none
    instead: tuple[Reason, ...] = ()  # reasons for `other`


class BotActionReasons(msgspec.Struct, frozen=True):
    """Possible reasons for a bot's latest action, from what everybody saw before. `row`: of the line that reports
    it.
    """

    seat: int
    row: int
    because: tuple[Reason, ...]


class DailyPlayed(msgspec.Struct, frozen=True):
    """A person's result with a day's deal. `best`: the best bot's points; `alike`: with the data of today's deal."""

    date: str
    name: str
    points: int
    best: int
    won: bool
    alike: bool


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
    dailies: tuple[DailyPlayed, ...] = ()  # in the lobby: results of other days, newest first
    levels: tuple[str, ...] = ()  # bot levels, easiest first
    characters: tuple[str, ...] = ()  # bot characters
    by_table: tuple[int, ...] = ()  # in track: seats whose newest line had no alternative and was added
    ticked: tuple[str, ...] = ()  # ticked things of the box's contents, as in `tick-off`
    advises: bool = False  # a seat with a question may ask for a hint
    coaches: bool = False  # a coach is available (`SeatInfo.coach`)
    whys: tuple[BotActionReasons, ...] = ()  # reasons for the bots' latest actions, if any
    slow: bool = False  # the disk is slow: the latest change is not stored yet
    today: tuple[ChangedToday, ...] = ()  # revertible changes of the last day, newest first
    club: ClubStanding | None = None  # the club of the table, also while joining
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

    def taught(self, seat: int, own: "LessonTip | None", again: bool = False) -> "LessonTip | None":
        """Return the lesson tip for a seat (from 1): its own before the table's; None if the seat knows the game.

        `again`: on request, so fall back to an expired tip.
        """
        told = [] if self.seats[seat - 1].knows else [it for it in (own, self.lesson) if it and seat not in it.but]
        return next((it for it in sorted(told, key=lambda it: it.again) if again or not it.again), None)

    def taken(self, seat: int) -> frozenset[str]:
        """Return the emblems and colours of all other seats (from 1)."""
        return frozenset(slug for other in self.seats if other.seat != seat for slug in other.badge if slug)


AUTOMATIC: Final = -1  # `Line.by` of an action without alternatives, which nobody reported
TURN: Final = "turn-began"  # the type of the event that begins a turn, in all games with turns

DELETED_EVENT: Final = b'{"type":"forgotten"}'  # the event of a deleted line, which readers remove


class Line(msgspec.Struct, frozen=True):
    """A line of the log, for this reader: an event of the game, or a change at the table.

    `event` is an object with its own `type` (engine/<game>/actions.py, app/protocol/news.py); `undone` lines stay,
    struck out. A repeated number replaces the earlier line, for example to mark it undone. When the table's `game_id`
    changes a reader clears its log; that snapshot contains the whole new one.
    """

    number: int
    row: int  # the record's row; 0: not of the game
    event: msgspec.Raw
    undone: bool = False
    by: int = 0  # the seat whose phone reported another seat's line, or AUTOMATIC

    @property
    def forgotten(self) -> bool:
        """True if the line is deleted: readers remove it from their log."""
        return bytes(self.event) == DELETED_EVENT


class Code(msgspec.Struct, frozen=True):
    """The content of a QR code. `seat` 0: the table's own, for the screen alone. `hand_over`: the seat is taken."""

    seat: int
    url: str
    hand_over: bool = False


# ---- out: messages ---------------------------------------------------------------------------------------


class Message(msgspec.Struct, frozen=True, tag_field="type"):
    """A message from the table to one client."""


class Hello(Message, frozen=True, tag="hello"):
    """The first message on every connection."""

    protocol: int
    version: str
    table: str  # id of this table
    you: Literal["screen", "seat", "onlooker"]
    seat: int | None


class Finding(msgspec.Struct, frozen=True):
    """A part of the machine and its diagnosis, in the reader's language."""

    part: str
    text: str
    fine: bool


class SoundCard(msgspec.Struct, frozen=True):
    """An output device, by its ALSA name."""

    id: str
    name: str


class Upkeep(msgspec.Struct, frozen=True):
    """The maintenance state of an installed table, for clients with access.

    `before`: the version to roll back to; `comes`: a newer version that was found, "" if none; `news`: the changes of
    that one, or of the current one. `work`: running, waiting or latest work; `came`: its result, `why` it failed,
    `said` in English, and its `facts`. `path`: the URL path where a phone downloads the file (`carried`) or uploads it,
    for a while.
    """

    version: str
    before: str = ""
    comes: str | None = None
    news: str = ""
    work: str = ""
    waits: Literal["", "game", "night"] = ""
    step: str = ""
    done: int | None = None  # per cent of the step
    left: int | None = None  # seconds of it
    came: Literal["", "done", "failed"] = ""
    why: str = ""
    said: str = ""
    facts: dict[str, str] = {}
    carried: str = ""
    path: str = ""
    found: tuple[Finding, ...] = ()
    cards: tuple[SoundCard, ...] = ()

    @property
    def is_busy(self) -> bool:
        """True if work is running or waiting."""
        return bool(self.work) and not self.came


class Snapshot(Message, frozen=True, tag="snapshot"):
    """The complete state for this client, after every change. `rev` grows by one each time while the table runs."""

    rev: int
    table: msgspec.Raw  # TableView
    game: msgspec.Raw | None  # the game's View for this client; None in the lobby
    questions: tuple[Question, ...]  # a seat's own; for the screen: all
    news: tuple[Line, ...]  # log lines since this client's last snapshot (all of them in its first)
    codes: tuple[Code, ...] = ()
    own: tuple[UndoOffer, ...] = ()  # simultaneous choices that a seat may still take back alone
    host: bool = False  # this client's PIN is valid now
    plan: str = ""  # a seat's goal; for itself alone
    lessons: tuple[LessonTip, ...] = ()  # tips for a seat alone; for the screen: those from public facts
    hints: tuple[Hint, ...] = ()  # a seat's own; for the screen: of touch seats, without content
    planned: tuple[int, ...] = ()  # for the screen: touch seats with a goal
    upkeep: Upkeep | None = None  # for the screen, and for a phone with the PIN


class Accepted(Message, frozen=True, tag="done"):
    """The confirmation that the intent with this id was applied (now or earlier)."""

    id: str


class Refusal(Message, frozen=True, tag="refused"):
    """The refusal of the intent with this id. `text` is a sentence in the reader's language.

    `lit`: for a phone's page, keys of the things that it mentions.
    """

    id: str
    rule: str
    facts: dict[str, int | str]
    text: str
    seat: int | None = None
    lit: tuple[str, ...] = ()


class Secret(Message, frozen=True, tag="secret"):
    """The answer to a Look: the seat's secrets. Never logged, never stored."""

    id: str
    seat: int
    center: str | None  # the shared stack's top, if the seat has seen it
    draw: tuple[str, ...]  # cards it is choosing from
    legal: tuple[str, ...] = ()  # its actions, if the screen's Question hides them as secrets
    view: msgspec.Raw | None = None  # its own View of the game, if it has secrets
    hint: Hint | None = None  # that it requested
    plan: str = ""  # its goal


class Preview(Message, frozen=True, tag="looked-ahead"):
    """The answer to a LookAhead. `view`: the game's View after the action, for the asking client.

    It stops where something is revealed, and contains no secret choices of others. Never logged, never stored.
    """

    id: str
    seat: int
    question: int
    action: str
    view: msgspec.Raw


class HistoryPage(Message, frozen=True, tag="recalled"):
    """The answer to a GetHistory: some of the games, newest first."""

    id: str
    games: msgspec.Raw  # tuple[FinishedGame, ...]
    left: int = 0  # number of further games


class KnownPerson(msgspec.Struct, frozen=True):
    """A person who has played here, with their latest emblem and colour ("": none)."""

    name: str
    emblem: str = ""
    colour: str = ""


class Names(Message, frozen=True, tag="names"):
    """The answer to AskNames: latest players first."""

    id: str
    people: tuple[KnownPerson, ...]


class SheetCell(msgspec.Struct, frozen=True):
    """A cell of every seat's sheet, and the bounds of its value."""

    id: str
    least: int
    most: int


class SheetRead(Message, frozen=True, tag="sheet-read"):
    """The answer to a ReadSheet: the cells, and by seat the value of each (null: empty)."""

    id: str
    game: str  # its mark
    cells: tuple[SheetCell, ...]
    values: tuple[dict[str, int | None], ...]
    wonders: dict[str, str] = {}  # possible wonders, with the board of each: a board is used once


class PastPosition(Message, frozen=True, tag="looked-back"):
    """The answer to a LookBack. `table` and `view` as in a Snapshot, as anybody could see them then.

    A step is a turn, with all lines from its beginning to the next turn; before the first turn it is a simultaneous
    decision with its chance; in games without turns it is a line.
    """

    id: str
    game: str  # its mark
    line: int
    last: int  # number of lines
    table: msgspec.Raw  # TableView: players and agreements; `over` after the last line
    view: msgspec.Raw  # the game's public View
    news: tuple[Line, ...]  # public log of the step up to this line
    turn: int = 0  # the line's turn; 0: the set-up
    turns: int = 0  # of the whole game; 0: it has none
    previous: int | None = None  # the line that ends the step before; None: there is none
    next: int | None = None  # the line that ends the next step
    back: int | None = None  # the previous line with public news; None: there is none
    on: int | None = None  # the next line with public news
    first: int = 0  # the default start: the end of the first turn, or the first line


class WinChances(msgspec.Struct, frozen=True):
    """The chance of each seat to win before a turn, from public knowledge; at the end, who has won."""

    turn: int
    chances: tuple[float, ...]


class ReviewChoice(msgspec.Struct, frozen=True):
    """A choice of a seat: the record's text, its reasons, and whether it would have cost much."""

    action: str
    because: tuple[Reason, ...] = ()
    worse: bool = False
    card: str = ""  # the card taken, unless `action` names it


class ReviewMoment(msgspec.Struct, frozen=True):
    """An important decision of a finished game. `choices` are two to four, including `done` and `best`.

    `why`: it cost its seat most, it gained most over the next best, or the lead changed there for good.
    """

    why: Literal["cost", "brought", "turned"]
    line: int  # number of lines before it
    turn: int  # 0: before the first
    done: str
    best: str
    choices: tuple[ReviewChoice, ...]


class Review(Message, frozen=True, tag="review"):
    """The answer to an AskReview. `state`: it cannot be judged, is being judged, or is ready.

    `accuracy`: 0 to 100 by seat, None without judged decisions (bots). `moments`: those of `seat`; 0: none.
    """

    id: str
    game: str  # its mark
    state: Literal["none", "working", "ready"]
    course: tuple[WinChances, ...] = ()
    accuracy: tuple[int | None, ...] = ()
    seat: int = 0
    moments: tuple[ReviewMoment, ...] = ()


class Cue(Message, frozen=True, tag="cue"):
    """A momentary signal to show or sound; never stored. `what`: horn | marker | moved | bye

    `horn`: `seat` sounded it (0: screen or panel), `n` times. `moved`: the key of `seat`'s phone has expired, since the
    seat is played in another way now. `bye`: the program stops, and with `n` 1 the computer, too. `marker`, for the
    screen alone: in a ritual, these `markers` of `seat` were just turned, by hand or by the table.
    """

    what: str
    seat: int = 0
    n: int = 0
    markers: tuple[int, ...] = ()


class Pong(Message, frozen=True, tag="pong"):
    id: str


class Panel(Message, frozen=True, tag="panel"):
    """Screen only: the state of the panel's lights and buttons, by part (`horn`, `marker.1`, `seat.2`, `cat.2`).

    Sent after hello if there is a panel, and whenever a light changes. `blinked`: a light that flashed because a press
    had no effect. `simulated`: the panel has no wires; the screen draws it and sends `press`.
    """

    lights: dict[str, bool]
    buttons: tuple[str, ...]
    buzzer: bool
    simulated: bool
    blinked: str = ""


class ButtonEvent(Message, frozen=True, tag="heard"):
    """Screen only: an event of a panel button. `held`: pressed for ten seconds. `nothing`: the press had no effect."""

    part: str
    how: Literal["pressed", "held", "released", "nothing"]


class Keys(Message, frozen=True, tag="keys"):
    """Screen only: the bindings of key pads by part (`horn`, `marker.1`). Sent after hello and at a change.

    `keys`: the kernel's key number, 0 for none. `pads`: the state of each pad that is plugged in (`free`: none of its
    keys is bound) or missing. `choosing`: the part to be bound by the next key press.
    """

    keys: dict[str, int]
    pads: dict[str, str]  # used | free | away | denied, by name
    choosing: str = ""


class Diagnosis(Message, frozen=True, tag="diagnosis"):
    """The answer to a Diagnose."""

    id: str
    findings: tuple[Finding, ...]


WifiProblem = Literal["", "looking", "no-manager", "no-radio", "blocked", "off", "unmanaged", "waiting", "country"]
WifiStep = Literal["", "joining", "address"]
WifiFailed = Literal["", "password", "address", "out-of-reach", "denied", "failed"]


class WifiNetwork(msgspec.Struct, frozen=True):
    """A Wi-Fi network in reach. `bars`: signal strength, 1 to 4. `known`: it was joined before."""

    name: str
    bars: int
    lock: Literal["open", "password", "other"]  # `other`: needs more than a password, so it must be known
    known: bool = False


class Hotspot(msgspec.Struct, frozen=True):
    """The table's own Wi-Fi network, for phones to join."""

    name: str
    password: str

    def __repr__(self) -> str:
        return f"Hotspot({self.name!r})"


class Wifi(Message, frozen=True, tag="wifi"):
    """Screen only: the Wi-Fi of the table's machine, sent after hello and at a change.

    `problem`: why there are no networks. `here`: the current network; `joining`: the one being joined, and the `step`
    of that. `failed`: the failure of the last request, which was about `tried`. `country`: the radio's country, empty
    if unknown; null if it cannot be set here.
    """

    own: str  # name of the table's own network
    problem: WifiProblem = ""
    networks: tuple[WifiNetwork, ...] = ()
    here: str = ""
    joining: str = ""
    step: WifiStep = ""
    failed: WifiFailed = ""
    tried: str = ""
    can_host: bool = False
    hotspot: Hotspot | None = None  # while it is open
    country: str | None = None


Messages = (
    Hello
    | Snapshot
    | Accepted
    | Refusal
    | Secret
    | HistoryPage
    | Names
    | SheetRead
    | Preview
    | PastPosition
    | Review
    | Cue
    | Pong
    | Panel
    | ButtonEvent
    | Keys
    | Diagnosis
    | Wifi
)
