"""What crosses a socket, both ways, as Structs. docs/protocol.md tells the story; this is the letter.

Every message is a JSON object with a `type`. Seats count from 1. Screen, phones in JSON form and tests all speak this.
"""

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

Lang = str  # code of a language, such as "de"; the table refuses those it has no catalogue of
PlayedBy = Literal["free", "touch", "phone", "bot"]
Mode = Literal["play", "track", "tally"]  # the table deals; people do, and tell; nobody tells cards

# ---- in: intents -------------------------------------------------------------------------------------


class Intent(msgspec.Struct, frozen=True, tag_field="type"):
    """What somebody asks of the table.

    `id` is the client's own (1–64 characters); the same id twice acts once, also after a restart.
    """

    id: str


class Act(Intent, frozen=True, tag="act"):
    """Say one line of the game, answering an open question. `seat` 0: chance, in track, where people tell what came.

    In track, `card` answers the chance that follows in the same breath (a stack, and the card taken from it), and an
    answer to a Question that `ends` another seat's turn says `done` for that seat first.
    """

    seat: int
    question: int
    action: str  # the record's text, without the seat
    card: str | None = None  # the line of chance that follows, one of the question's `then`


class Undo(Intent, frozen=True, tag="undo"):
    """Take back the action of `row` (the one offered) with all that followed. Stale once another was accepted.

    `more`, if it is said: how many later actions were shown to go with it. Stale where that is another number now.
    """

    row: int
    seat: int | None = None  # who asks; a phone's own seat
    more: int | None = None


class Correct(Intent, frozen=True, tag="correct"):
    """Track: put a line of the game right. The open TableView.repair says about which line something is asked.

    `ask` opens that question about any line, or another line while nothing is decided. `replace` it, or `insert` a line
    before it (both with `text`, perhaps with `card`, which comes to light by it); `remove` it with what came to light
    by it, or with the whole turn if that begins with it. `whose`: a turn was that seat's, so that one or more before it
    are missing, and asked for. `missed` (with `text`), where all act at once: the line's seat had not told that turn,
    in which it did that; what it told then and later is of its turns after it. `twice`: the line's seat told that turn
    once too often; what it told later is of the turns before. `cut` removes the line and all after it.

    Two need no `row`. `wonder`: a seat (`whose`) has another wonder, or board (`text`, out of TableView.every_wonder),
    than was told (`card`, out of TableView.wonders); whoever was told to have that one has the other. `set-up`: a fact
    of the set-up (`text`, its first word out of TableView.set_up) is another. `first 2` began, or `first 2 missing` if
    that first turn is not told; `variant medals expert` is all that is added; `rules NAME=yes` of a house rule; `places
    1 3` if these two sit in each other's place.

    `off` calls everything off that has been decided since the first of them. Nothing is changed in the game until every
    later line fits again or was decided.
    """

    row: int
    how: Literal["ask", "replace", "insert", "remove", "whose", "missed", "twice", "cut", "wonder", "set-up", "off"]
    text: str | None = None  # of the record, without the seat: it is said by whoever is asked there; or a wonder
    card: str | None = None  # the line of chance that follows, one of the question's `then`; or a wonder
    whose: int | None = None  # a seat


class House(Intent, frozen=True, tag="house"):
    """Track: how the house has it. What people count otherwise (TableView.counted), and what they agree on, in words.

    It is written down as lines of the game, and counted from there; an undo takes it back.
    """

    counts: dict[str, int] = {}
    text: str = ""


class GoOnFrom(Intent, frozen=True, tag="go-on-from"):
    """Track: break this game off and go on from a position that people entered, with the same seats. Asked once."""

    position: str  # the JSON of `replay --json`, between two turns
    sure: bool = False


class Vote(Intent, frozen=True, tag="vote"):
    """Answer for a seat what one seat asks of the others (TableView.vote). `row` is that question's."""

    row: int
    seat: int
    yes: bool


class Look(Intent, frozen=True, tag="look"):
    """Screen only: show the secrets of a seat played by touch while a finger is down. Answered by one Secret."""

    seat: int


class LookAhead(Intent, frozen=True, tag="look-ahead"):
    """What an answer to an open question would come to, as far as that is certain. Answered by one LookedAhead.

    From the screen as everybody may know it; where its choices are a seat's secret, as a seat played by touch does.
    """

    seat: int
    question: int
    action: str  # the record's text, without the seat


class AskHint(Intent, frozen=True, tag="ask-hint"):
    """What a seat might do now, and why: for its own phone, or under a finger at the edge of a seat played by touch.

    Everybody is told that it was asked, and nobody else what it says (Snapshot.hints, Secret.hint).
    """

    seat: int


class Horn(Intent, frozen=True, tag="horn"):
    """Sound the horn: once a second, for all together."""


class Enter(Intent, frozen=True, tag="enter"):
    """Tally: one entry, a line of the record with its seat (`2 set shields 4`, `cat 2`); it answers no question.

    `2 add shields 1` enters what the cell holds now and one more, within its bounds, `1 push 2` moves the pawn of Duel
    two spaces towards seat 2. A number that is rarely so high or
    low, and an `end` while cells are empty, are asked once; `sure` says that it was. `end 0` closes the sheet with 0 in
    all empty cells.
    """

    action: str
    sure: bool = False


class TurnMarker(Intent, frozen=True, tag="turn-marker"):
    """Turn a conflict marker (from 1) by hand: in play one that the open TableView.ritual waits for, by its taker."""

    marker: int


class SkipOpening(Intent, frozen=True, tag="skip-opening"):
    """End the TableView.opening that is shown, or the shields that meet in a conflict: everybody has seen it."""


class SetSeats(Intent, frozen=True, tag="set-seats"):
    """Lobby: how many seats the ring has."""

    count: int


class SetSeat(Intent, frozen=True, tag="set-seat"):
    """Lobby or mid-game: who plays a seat, and how. Fields left out stay as they are."""

    seat: int
    by: PlayedBy | msgspec.UnsetType = msgspec.UNSET  # `phone` is set by joining; `free` only in the lobby
    bot: str | msgspec.UnsetType = msgspec.UNSET  # a level, or LEVEL:CHARACTER
    name: str | msgspec.UnsetType = msgspec.UNSET
    lang: Lang | msgspec.UnsetType = msgspec.UNSET
    wonder: str | msgspec.UnsetType | None = msgspec.UNSET  # None: by lot
    left: bool | msgspec.UnsetType = msgspec.UNSET  # its main buttons lie at the left hand
    emblem: str | msgspec.UnsetType = msgspec.UNSET  # as in app/protocol/badges.py
    colour: str | msgspec.UnsetType = msgspec.UNSET
    knows: bool | msgspec.UnsetType = msgspec.UNSET  # its person knows the game, and is taught nothing of it
    coach: bool | msgspec.UnsetType = msgspec.UNSET  # an action that is clearly worse is asked about once (`coach`)


class MoveSeat(Intent, frozen=True, tag="move-seat"):
    """Lobby: exchange two seats."""

    seat: int
    to: int


class SetGame(Intent, frozen=True, tag="set-game"):
    """Lobby: which game, how, which variants, who begins (None: by lot), whether it is kept, and guided.

    `watch`: seats whose people stand up for it, because the game has fewer places.
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
    """Lobby: begin. Free seats leave the ring. In track a game may begin in the middle, from an entered position."""

    position: str | None = None  # the JSON of `replay --json`, between two turns


class Handled(Intent, frozen=True, tag="handled"):
    """Track: what the log up to this line asks of people is done with their cardboard.

    A phone says it of its own seat alone; `looked`: that all have looked round before a conflict is counted.
    """

    line: int
    seats: tuple[int, ...] = ()  # whose; none: the phone's own
    looked: bool = False


class TickOff(Intent, frozen=True, tag="tick-off"):
    """Before a game and after it: a thing of the list of what lies in the box is laid out, or put away, or not yet."""

    thing: Annotated[str, msgspec.Meta(pattern="^[a-z0-9 -]{1,60}$")]  # as the list calls it, with its list
    on: bool = True


class Plan(Intent, frozen=True, tag="plan"):
    """In a game: a seat saves for a printed thing, as its game names it (`card altar`); null: for nothing any more.

    Its own seat alone is told, in its snapshots; of a seat played by touch, whoever looks. A phone names no seat.
    """

    thing: str | None
    seat: int | None = None


class Rematch(Intent, frozen=True, tag="rematch"):
    """After the end: the same seats again, the first seat moves on clockwise."""


class ToLobby(Intent, frozen=True, tag="to-lobby"):
    """After the end: back to the lobby with the same seats."""


class EndEarly(Intent, frozen=True, tag="end-early"):
    """Score the game as it stands. Throws something away, so it is asked once: `sure` says it was.

    The others are asked, as by `lay-aside`; where there are none, it wants the PIN.
    """

    sure: bool = False
    seat: int | None = None  # who asks; a phone's own seat


class Suspend(Intent, frozen=True, tag="lay-aside"):
    """Put the running game away and return to the lobby, which offers it from then on.

    Other people who play are asked first, unless the PIN was given. From the screen without `seat` all of them have
    agreed, which wants the PIN.
    """

    seat: int | None = None  # who asks; a phone's own seat


class Resume(Intent, frozen=True, tag="resume"):
    """Lobby: go on with a game that was laid aside."""

    game: int


class Discard(Intent, frozen=True, tag="discard"):
    """Lobby: throw away a game that was laid aside; asked once."""

    game: int
    sure: bool = False


class PutBack(Intent, frozen=True, tag="put-back"):
    """Put back what was changed today, by the number of its line in TableView.today; later lines about it go, too."""

    change: int


class HandOver(Intent, frozen=True, tag="hand-over"):
    """Show a fresh join ticket for a seat for two minutes. `cancel` ends it."""

    seat: int
    cancel: bool = False


class SetTable(Intent, frozen=True, tag="set-table"):
    """Change settings of the table; others stay. Screen alone: `host_address`, `power_off`."""

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
    """Join the club that has given this code; TableView.club tells how it goes.

    `address`: where the club is; "": it is the one that this network tells of. It is told of games from now on. With
    `scan` neither counts: whoever organises the club of this network scans what is shown.
    """

    code: str = ""
    address: str = ""
    scan: bool = False

    def __repr__(self) -> str:
        return "JoinClub()"


class TellClub(Intent, frozen=True, tag="tell-club"):
    """Tell the club of all games that were played here before, too."""


class LeaveClub(Intent, frozen=True, tag="leave-club"):
    """Leave the club. What it was told stays there."""


class GivePin(Intent, frozen=True, tag="give-pin"):
    """The table's PIN (TableView.pin): for ten minutes this client may do what concerns everybody.

    Wrong ones are slowed down. An intent that was refused with `pin` is to be said again after this. Where no PIN is
    set: the number that came with a refusal as `meant`; what was refused so is meant then, and is said again.
    """

    pin: str

    def __repr__(self) -> str:
        return "GivePin()"


class ForgetPin(Intent, frozen=True, tag="forget-pin"):
    """From now on this client is asked for the PIN again."""


FEWEST_DIGITS: Final = 4  # of a PIN
MOST_DIGITS: Final = 8


class SetPin(Intent, frozen=True, tag="set-pin"):
    """Screen only: set or change the table's PIN; "": remove it, so that everybody may do everything again."""

    pin: str  # digits

    def __repr__(self) -> str:
        return "SetPin()"


class LockTable(Intent, frozen=True, tag="lock-table"):
    """Let nobody new sit down, or (not `locked`) let them again. Whoever has a seat comes back."""

    locked: bool


class AnswerCopy(Intent, frozen=True, tag="answer-copy"):
    """Say whether the card is a copy of another table's (TableView.copied).

    `new`: it is, so this becomes a new table in the lobby, with an id of its own. It is in no club, phones sit down
    again, and games and settings stay. Else it is the same table, in another computer.
    """

    new: bool


class Recall(Intent, frozen=True, tag="recall"):
    """Finished games that were kept, the newest first. Answered by one Recalled; changes nothing."""

    after: str = ""  # only those after the game of this mark: the last of the Recalled before


class LookBack(Intent, frozen=True, tag="look-back"):
    """A finished game as it was after one of its lines (0: before the first). Answered by one LookedBack.

    Which lines end a step, so that people go by turns, and what was seen done, that answer says.
    """

    game: str  # its mark
    line: int | None = None  # None: where looking back begins


class AskReview(Intent, frozen=True, tag="ask-review"):
    """What a finished game is judged for, decision by decision; where nobody has judged it yet, that begins.

    Answered by one Review. `seat`: whose moments are told as well; a phone's are those of its own person (0, too).
    """

    game: str  # its mark
    seat: int = 0  # from 1; 0: nobody's


class MergePeople(Intent, frozen=True, tag="merge-people"):
    """`name` is called `into` in every game kept here, and at the table: a name put right, or two of one person.

    Cannot be undone, so asked once.
    """

    name: str
    into: str
    sure: bool = False


class ForgetPerson(Intent, frozen=True, tag="forget-person"):
    """Take a name out of all that is kept here; the games stay, with nobody's name at that seat. Asked once."""

    name: str
    sure: bool = False


class AskNames(Intent, frozen=True, tag="ask-names"):
    """Who has played here, to choose from when somebody sits down. Answered by one Names; changes nothing."""


class NamePlayers(Intent, frozen=True, tag="name-players"):
    """A finished game: who sat where. For each seat a name, or "" for nobody's; what is not said stays as it is."""

    game: str  # its mark
    names: tuple[str, ...]
    bots: tuple[int, ...] | None = None  # seats, from 1, that a bot played
    wonders: tuple[str, ...] | None = None  # of a score sheet: by seat what it was, "" where nobody knows


class ReadSheet(Intent, frozen=True, tag="read-sheet"):
    """What was entered on a finished score sheet. Answered by one SheetRead; changes nothing."""

    game: str  # its mark


class AmendSheet(Intent, frozen=True, tag="amend-sheet"):
    """A finished score sheet: more entries before it was closed (`2 set blue 12`), all or none. Points follow."""

    game: str  # its mark
    actions: tuple[str, ...]  # as in Enter, without `add`


class DeleteGame(Intent, frozen=True, tag="delete-game"):
    """Delete a finished game with all that was said in it. Cannot be undone, so asked once."""

    game: str  # its mark
    sure: bool = False


class SetValues(Intent, frozen=True, tag="set-values"):
    """Correct printed values of a game, in the owner's file: from its next game on. By path, as in that file.

    A value of null is as we print it. All of them are checked together, and refused together.
    """

    game: str
    values: dict[str, int | bool | str | tuple[int | str, ...] | None]


class Shutdown(Intent, frozen=True, tag="shutdown"):
    """Screen only: end the program. Nothing is lost. `power`: then the computer too, where the settings allow it."""

    sure: bool = False
    power: bool = False


class Press(Intent, frozen=True, tag="press"):
    """Screen only: a finger touches a button of the simulated panel, or (not `down`) leaves it."""

    part: str  # one of Panel.buttons
    down: bool


class TryPart(Intent, frozen=True, tag="try-part"):
    """Screen only: show the contrary of a light of the panel for a moment, or sound its buzzer."""

    part: str  # one of Panel.lights, or `buzzer`


class ChooseKey(Intent, frozen=True, tag="choose-key"):
    """Screen only: the next key that is pressed on a key pad is this button's from then on; "": nobody chooses now."""

    part: str  # one of Keys.keys, or ""


class ForgetKey(Intent, frozen=True, tag="forget-key"):
    """Screen only: no key is this button's any more."""

    part: str  # one of Keys.keys


class Diagnose(Intent, frozen=True, tag="diagnose"):
    """Screen only: look at the table's machine. Answered by one Diagnosis."""


class LookForWifi(Intent, frozen=True, tag="look-for-wifi"):
    """Screen only: look which Wi-Fi networks are in reach of the table's machine. `wifi` tells what is found."""


class JoinWifi(Intent, frozen=True, tag="join-wifi"):
    """Screen only: have the table's machine join a Wi-Fi network; `wifi` tells how it goes.

    The password is needed where the network is locked and not `known`, and replaces the one that is.
    """

    network: str  # the name of one of Wifi.networks
    password: str | None = None

    def __repr__(self) -> str:
        return "JoinWifi()"


class SetHotspot(Intent, frozen=True, tag="set-hotspot"):
    """Screen only: open a Wi-Fi network of the table's own, or (not `on`) go back to one that the machine knows."""

    on: bool


class TurnWifiOn(Intent, frozen=True, tag="turn-wifi-on"):
    """Screen only: where the Wi-Fi of the table's machine was switched off."""


class SetCountry(Intent, frozen=True, tag="set-country"):
    """Screen only: have the radio of the table's machine keep the rules of a country. Not where `country` is null."""

    country: str  # two letters, as ISO 3166 has them


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
Carried = Literal["report", "backup", "restore"]  # between the table and a phone, by an address; the last is brought


class DoUpkeep(Intent, frozen=True, tag="do-upkeep"):
    """Installed; the screen, or a phone where a PIN is set: have the machine do this, as Snapshot.upkeep tells.

    What restarts the table waits for the end of a running game, or (`update-at-night`) for a night.
    """

    work: UpkeepWork


class Carry(Intent, frozen=True, tag="carry"):
    """The same for a file between the table and a phone: Snapshot.upkeep has the address that it goes by."""

    file: Carried


class EndUpkeep(Intent, frozen=True, tag="end-upkeep"):
    """The same: call off what waits, or put away what came of the last."""


SHORTEST_PASSWORD: Final = 8  # signs of a password of Wi-Fi …
LONGEST_PASSWORD: Final = 63  # … all of them printed ones of ASCII


class Rename(Intent, frozen=True, tag="rename"):
    """A seat, for itself: its name and language, its emblem and colour."""

    name: str
    lang: Lang
    emblem: str = ""  # "": as it is
    colour: str = ""


class Leave(Intent, frozen=True, tag="leave"):
    """A seat, for itself: stand up."""


class SetClock(Intent, frozen=True, tag="set-clock"):
    """Set the clock of an installed table's machine ahead, by seconds, or back; only where no network sets it."""

    ahead: float


class Ping(Intent, frozen=True, tag="ping"):
    """Heartbeat; answered by Pong with the same id."""


Intents = (
    Act
    | Undo
    | Correct
    | GoOnFrom
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
    | Handled
    | TickOff
    | Plan
    | Rematch
    | ToLobby
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
    | Recall
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
    """A place at the table. `present`: its phone is connected; always true for touch and bot.

    No other seat has the same `emblem` or `colour` (app/protocol/badges.py); a free seat has none.
    """

    seat: int
    by: PlayedBy
    name: str | None
    lang: Lang
    present: bool
    wonder: str | None  # in the lobby what the seat chose (None: by lot), what it is in a game
    bot: str | None  # its level
    left: bool = False  # who sits there is left-handed: main buttons lie at that hand
    emblem: str = ""
    colour: str = ""
    own_bot: bool = False  # a bot plays for nobody else, so that `name`, if it has one, is its own
    character: str = ""  # what a bot likes, a slug of app/text/bots.py
    knows: bool = False  # its person knows the game that is chosen, and is taught nothing of it
    coach: bool = False  # an action of its person's that is clearly worse is asked about once

    @property
    def person(self) -> bool:
        """Somebody plays it, on a phone or by touch."""
        return self.by in ("touch", "phone")

    @property
    def badge(self) -> tuple[str, str]:
        """Its emblem and its colour."""
        return self.emblem, self.colour


NotOurs = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,30}(\.[a-z0-9-]{1,30})?$")]


class Settings(msgspec.Struct, frozen=True):
    """The table's settings; kept in the settings folder."""

    lang: Lang = "en"
    diagonal: Annotated[float, msgspec.Meta(ge=2, le=120)] | None = None  # inches; None: guessed from the pixels
    motion: bool = True
    undo: Literal["ask", "always", "never"] = "ask"
    points: bool = True  # points so far are shown while playing
    bot_pace: Annotated[float, msgspec.Meta(ge=0, le=30)] = 2.5  # seconds a bot waits, so that people see what was done
    welcomed: bool = False  # the first start has been gone through
    host_address: str | None = None  # written into codes instead of the one found
    volume: Annotated[int, msgspec.Meta(ge=0, le=10)] = 7  # of the sounds
    mute: bool = False
    night: bool = False  # the horn alone is heard
    ritual: bool = True  # people turn conflict markers by hand; the table does it after a while
    power_off: bool | None = None  # people may power the computer off here; None: where it is the table
    short_edges: bool = False  # two people sit at the short edges of the screen, in a game that gives each a whole one
    turning: bool = False  # what lies between them turns to whoever acts
    bright: bool = False  # the screen has the colours for a bright room
    plain_figures: bool = False  # no drawings, no skies and no stone to lie on, on screen and phones
    large: bool = False  # words and signs on the screen are larger where they have room
    rotation: Literal[0, 90, 180, 270] = 0  # degrees clockwise by which the screen's picture is turned
    dark_after: Annotated[int, msgspec.Meta(ge=0, le=240)] = 10  # minutes without a touch between games; 0: never
    result_page: str = ""  # where docs/result/index.html can be opened from anywhere; "": results have no link
    faces: Literal[0, 1, 2, 3] | None = None  # the edge that all on the middle faces; None: whomever it concerns
    display: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9-]{0,32}$")] = ""  # where the screen is; "": the first
    # by which name ALSA has the card that plays; "": the system chooses
    sound_card: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_]{0,32}$")] = ""
    # Games that are not in our box, and variants of others (`architects.medals`): the lobby does not offer them.
    not_ours: Annotated[tuple[NotOurs, ...], msgspec.Meta(max_length=40)] = ()
    hints: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None  # for each seat in a game; None: any number
    zone: str = ""  # the time zone in which days and times are told; "": the machine's

    def powers_off(self, installed: bool) -> bool:
        """Whether people may power the computer off; `installed`: it is the table (TableView.installed)."""
        return installed if self.power_off is None else self.power_off


SettingValue: TypeAlias = str | int | float | bool | tuple[str, ...] | None


class Seated(msgspec.Struct, frozen=True):
    """Who had a seat. `name`: also of a bot; "": none."""

    by: PlayedBy
    name: str = ""


What: TypeAlias = Literal["setting", "lock", "seat", "places", "game", "came", "out"]


class ChangedToday(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that was changed within a day, and can be put back (PutBack) by its number.

    `by`: the seat whose phone did it, 0: the screen, -1: a phone that has no seat any more. `setting`: `name`, with its
    values; `lock`; `seat`: who had it, and who has it; `places`: `name` says what of it: another `game`, the `count`,
    their `order`, or what else was `agreed`; `game`: one of kind `name` was thrown away, a finished one where `was` is
    true; `came`, `out`: `n` games were brought in, or taken out again.
    """

    number: int
    at: float  # seconds since 1970, UTC
    by: int
    what: What
    name: str = ""
    was: SettingValue = None
    now: SettingValue = None
    seat: int = 0
    sat: Seated | None = None
    sits: Seated | None = None
    n: int = 0
    open: bool = True  # whether it can be now; else once the game is over


class ClubStanding(msgspec.Struct, frozen=True):
    """How the table stands to its club. `waiting`: games of which the club has still to hear.

    `scan`: an address for whoever organises the club, while that is to let the table in. There is no secret in it.
    """

    how: Literal["joining", "in", "away", "failed"]
    name: str = ""
    waiting: int = 0
    why: str = ""  # a refusal, as `error` says it
    scan: str = ""


class DealtRound(msgspec.Struct, frozen=True):
    """A round of the club's tournament."""

    tournament: str  # what it is called
    number: int


class Network(msgspec.Struct, frozen=True):
    """How phones find the table. `address` None: there is no network that phones could use."""

    address: str | None  # http://192.168.1.5:8080
    name: str | None  # http://wondertable-4kq7.local:8080
    others: tuple[str, ...] = ()  # further addresses of this machine

    @property
    def addresses(self) -> tuple[str, ...]:
        """All by which phones may find the table, the name first."""
        return tuple(address for address in (self.name, self.address, *self.others) if address)


class SuspendedView(msgspec.Struct, frozen=True):
    game: int
    kind: str
    seats: tuple[str, ...]  # names or wonders
    turn: int
    when: float  # seconds since 1970, UTC


class UndoOffer(msgspec.Struct, frozen=True):
    """What an undo would take back now. `free`: nobody is asked, if the seat whose action it is asks for it."""

    row: int
    seat: int
    action: str  # the record's text; words are made by the reader
    more: int  # how many later actions of others, bots too, go with it
    free: bool
    card: str = ""  # what everybody saw the seat get by it, where the action does not say so


class UndoVote(msgspec.Struct, frozen=True, tag_field="about", tag="undo"):
    """An undo is being asked for: `seat` would take back `row`; `open` have not answered yet."""

    row: int
    seat: int
    action: str
    more: int
    open: tuple[int, ...]
    seen: tuple[str, ...]  # chance lines everybody has seen that would be taken back, as in a record
    of: int = 0  # whose action it is
    card: str = ""  # as in UndoOffer


class LeaveVote(msgspec.Struct, frozen=True, tag_field="about", tag="leave"):
    """`seat` would put the game away (`aside`) or have it scored now (`early`); `open` have not answered yet."""

    row: int  # the newest of the game when it was asked; the next action ends the question
    seat: int
    how: Literal["aside", "early"]
    open: tuple[int, ...]


SeatVote = UndoVote | LeaveVote  # what one seat asks of the others


class Coming(msgspec.Struct, frozen=True):
    """What may come to light when people tell it: lines of chance, and how many of each their stack may still hold.

    `others`: what our counts exclude, for boxes that differ from ours; each ends with ` !`. They are offered at once
    where the table is `unsure`: nobody has read that list off the cards.
    """

    legal: tuple[str, ...]
    left: tuple[int, ...]
    others: tuple[str, ...] = ()
    unsure: bool = False

    @property
    def question(self) -> "Question":
        """That, asked of chance."""
        return Question(0, 0, self.legal, self.left, self.others, self.unsure)


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something a seat owes an answer to. `legal`: every action, as text, in the engine's order.

    On the screen `legal` is empty where the actions themselves are the seat's secret; then a Look brings them.

    In track everybody is told all questions and may answer any. Seat 0 is chance: `left` says how many of each `legal`
    the stack may still hold. `then` says, for an action after which something comes to light, what that may be. Where a
    seat owes nothing but an optional `done`, the next seat's question is here as well, under the same number; `ends`
    names the seat whose turn its answer ends. Where the set-up lays out several things alike, this is the `nth` `of` so
    many.
    """

    number: int
    seat: int
    legal: tuple[str, ...]
    left: tuple[int, ...] = ()
    others: tuple[str, ...] = ()
    unsure: bool = False
    then: dict[str, Coming] = {}
    ends: int = 0
    nth: int = 0
    of: int = 0


class ToldLine(msgspec.Struct, frozen=True):
    """A line that was told, and what could be told there instead."""

    row: int
    text: str
    question: Question  # its seat says whose line it is; it is open to nobody


class Repair(msgspec.Struct, frozen=True):
    """A line that is being put right, or that does not fit any more after another one was. What shall stand there?

    `legal` and `others` may `replace` it or be `insert`ed before it, both said by seat `asked` (0: chance). It may also
    be removed, or the whole correction be called off. Of a line that was picked `told` has all that was told in its
    turn, the turn's first line first: any of them may be put right now, and the turn may be said to be another seat's.
    """

    row: int
    seat: int  # whose line it is; 0: chance
    text: str
    by: int  # who began the correction; 0: the screen
    rule: str | None  # why it does not fit, as in a refusal; None: somebody picked it
    facts: dict[str, int | str]
    asked: int
    legal: tuple[str, ...]
    left: tuple[int, ...] = ()  # by `legal`, if chance is asked: how many of it the stack may still hold
    others: tuple[str, ...] = ()
    unsure: bool = False  # `others` are as likely: nobody has read that list off the cards
    then: dict[str, Coming] = {}  # as in a Question
    likely: str = ""  # what was probably meant, one of `legal`
    before: bool = False  # something is missing before the line, which fits then: the answer is to be `insert`ed
    turn: int = 0  # of a line that was picked; 0: it is none of a turn's
    told: tuple[ToldLine, ...] = ()

    @property
    def question(self) -> Question:
        """What may stand there, or before it: of a turn that was picked, its first line. It is open to nobody."""
        if self.told:
            return self.told[0].question
        return Question(0, self.asked, self.legal, self.left, self.others, self.unsure, then=self.then)


class CountView(msgspec.Struct, frozen=True):
    """How many there are of something, and what people may say instead."""

    now: int
    least: int
    most: int
    known: bool = True  # else nobody has counted it, and `now` is the most there can be


class Ritual(msgspec.Struct, frozen=True):
    """Conflict markers wait to be turned by the hand of `seat`; the game is past it. Ceremony: never stored, soon over.

    Until then markers 1 to `flipped` of `tokens` are shown in battle, but for those that are `open`. What the game's
    view says of the markers holds again after that, and a conflict that has been fought is shown only then.
    """

    seat: int
    open: tuple[int, ...]
    flipped: int
    tokens: int


class Opening(msgspec.Struct, frozen=True):
    """A new game begins: wonders are shown with what they do, then a pointer turns, and stops at who is first.

    Ceremony like Ritual: never stored, soon over, and each step is the same moment for everybody. Bots wait for it;
    whoever acts ends it, and so does `skip-opening`. app/protocol/ceremonies.py says how long each step lasts.
    """

    step: Literal["wonders", "turning", "found"]
    first: int  # the seat that begins; 0: nobody does, all choose at once, and no pointer turns


Fact = int | str | tuple[int | str, ...]


class Taught(msgspec.Struct, frozen=True):
    """What is taught now, in a guided game: an idea of its list (app/games/<game>/lessons.py) and what it speaks of.

    `seat` 0: it is told to everybody, but to the seats in `but`, whose people have learned it before. It is true of the
    view it comes with, and gone once it is not. `again`: it has had its time, and is said to who asks for it.
    """

    id: str
    seat: int = 0
    facts: dict[str, Fact] = {}
    but: tuple[int, ...] = ()
    again: bool = False


class Reason(msgspec.Struct, frozen=True):
    """Why an action may be good: what was read off a view (app/games/<game>/reasons.py), and what it speaks of."""

    id: str
    facts: dict[str, Fact] = {}


class Gain(msgspec.Struct, frozen=True):
    """Points more (less, below 0) on a row of a seat's sheet before the asking seat is asked again."""

    seat: int
    row: str
    points: int


class Hint(msgspec.Struct, frozen=True):
    """What a seat might do now, for that seat alone; it leaves with the question that it is about.

    `thinking`: it is on its way, or, beside an `action`, a better one may be. `hidden`: it is there, and shown under a
    finger of the seat's (Secret.hint). `even`: between `action` and `other` it hardly matters. `gains`: what `action`
    brings beside `other`, and takes from others.
    """

    seat: int
    thinking: bool = False
    hidden: bool = False
    even: bool = False
    action: str = ""  # the record's text
    because: tuple[Reason, ...] = ()
    gains: tuple[Gain, ...] = ()
    other: str = ""  # the next one, of those that are no other way to pay for the same; "": there is none
    instead: tuple[Reason, ...] = ()  # what speaks for that


class Why(msgspec.Struct, frozen=True):
    """Why a bot may have done what it did last, by what everybody saw before. `row`: as in the line that tells it."""

    seat: int
    row: int
    because: tuple[Reason, ...]


class DailyPlayed(msgspec.Struct, frozen=True):
    """What somebody came to with the deal of a day. `best`: of the bots; `alike`: with the data of today's deal."""

    date: str
    name: str
    points: int
    best: int
    won: bool
    alike: bool


class TableView(msgspec.Struct, frozen=True):
    """What everybody at the table may know besides the game."""

    phase: Literal["lobby", "game", "over"]
    game_id: int  # 0 in the lobby
    game: str  # architects
    variant: tuple[str, ...]
    rules: dict[str, bool]  # house rules, all that the game has
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
    games: tuple[str, ...]  # what the lobby offers: all on the shelf but what is not ours
    variants: dict[str, tuple[str, ...]] = {}  # all that can be added to the game, with what each needs
    places: tuple[int, int] = (2, 7)  # fewest and most seats of the game
    most: dict[str, int] = {}  # most seats of each game on the shelf
    data: int = 1  # the version of the game data that is played with; in the lobby, by the next game
    facts: str = ""  # an owner's overrides of it, as a header has them
    mode: Mode = "play"
    modes: tuple[Mode, ...] = ("play",)  # in which the game can be had here
    ritual: Ritual | None = None
    opening: Opening | None = None
    # The log's line of a conflict. It, and what came after it in the same action, is shown once this is 0: when its
    # markers are turned (`ritual`), and then its shields have met. Ceremony like Ritual; who comes back has seen it.
    fought: int = 0
    repair: Repair | None = None  # in track: nothing else can be told until it is answered
    counted: dict[str, CountView] = {}  # in track: what people may count otherwise now, by its words in a record
    # What may lie before a seat of `counted`, by its words without the seat, and the most of it; of what stands not in
    # `counted` with a seat there is none before it.
    things: dict[str, int] = {}
    wonders: tuple[tuple[str, ...], ...] = ()  # in track: by seat, which have been told, and may be others
    every_wonder: tuple[str, ...] = ()  # then: which they may be
    set_up: tuple[str, ...] = ()  # in track: which facts of the set-up can be put right (`first`, `variant`, …)
    first_seat: bool = True  # somebody begins; else all act at once, and `first` is null
    identities: dict[str, str] = {}  # in the lobby: what a seat may be, and the board that it is a side of
    doubts: tuple[str, ...] = ()  # in the lobby: chosen identities, and other parts, with unverified values
    guided: bool = False  # what comes to a seat for the first time is taught
    learners: tuple[int, ...] = ()  # in the lobby: seats of people who have never played this game to its end here
    lesson: Taught | None = None  # what everybody is told of it now
    met: tuple[tuple[str, ...], ...] = ()  # after a game that taught: of each seat, the ideas that its person knows now
    owing: tuple[int, ...] = ()  # in the lobby of track: seats that have to say what they are before a game begins
    owes_first: bool = False  # in the lobby of track: it has to be said who begins before a game does
    pin: bool = False  # what concerns everybody wants the table's PIN
    locked: bool = False  # nobody new sits down
    copied: bool = False  # the card comes from another computer, and `answer-copy` has not said yet what that means
    installed: bool = False  # the computer is the table: it is powered off, and the program does not end by itself
    own_facts: str = ""  # an owner's overrides, as `facts`, with which the next game of this kind is played
    own_file: str = ""  # the same as a file, to be sent to us
    result_link: str = ""  # after a game that is kept, where its result can be seen; "": nowhere
    # In track, of the whole table (a look round before a conflict) and of each seat: the newest line of the log of
    # which people have said that what it asks of them is done.
    handled: tuple[int, ...] = ()
    daily: bool = False  # the next game is the deal of the day, or this one is, and …
    dailies: tuple[DailyPlayed, ...] = ()  # … then, in the lobby: what came of those of other days, the newest first
    levels: tuple[str, ...] = ()  # how well bots can play, the easiest first, and …
    characters: tuple[str, ...] = ()  # … what they can like
    by_table: tuple[int, ...] = ()  # in track: seats whose newest line nobody told, because there was no choice
    ticked: tuple[
        str, ...
    ] = ()  # of the list of what lies in the box, what is laid out or put away, as `tick-off` says
    advises: bool = False  # a seat that is asked something may ask for a hint
    coaches: bool = False  # what a seat does can be judged, if it wants a coach (`SeatInfo.coach`)
    whys: tuple[Why, ...] = ()  # of what each bot did last, where something speaks for it
    slow: bool = False  # the computer's disk keeps people waiting: what was said last is not stored yet
    today: tuple[ChangedToday, ...] = ()  # what was changed within a day, and can be put back, the newest first
    club: ClubStanding | None = None  # of which the table is a member, or would be
    round: DealtRound | None = (
        None  # in the lobby: of a tournament, for which the next game is dealt as at its other tables
    )
    features: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET  # of features without a field here. Any: each its own

    @property
    def puts_back(self) -> bool:
        """True if something can be undone or, where people tell, put right."""
        return self.undo is not None or (self.mode == "track" and self.phase != "lobby")

    @property
    def game_data(self) -> tuple[int, str]:
        """Which game data is played with, as `Game.data` takes it: its version, and an owner's overrides."""
        return self.data, self.facts

    @property
    def shows_points(self) -> bool:
        """Whether points are shown; once a game is over they always are."""
        return self.phase == "over" or self.settings.points

    def taught(self, seat: int, own: "Taught | None", again: bool = False) -> "Taught | None":
        """What a seat (from 1) reads: what concerns it alone before what concerns everybody; nothing if it knows it.

        `again`: somebody asks for it, so if nothing stands there, what stood there before.
        """
        told = [] if self.seats[seat - 1].knows else [it for it in (own, self.lesson) if it and seat not in it.but]
        return next((it for it in sorted(told, key=lambda it: it.again) if again or not it.again), None)

    def taken(self, seat: int) -> frozenset[str]:
        """The emblems and the colours that all seats but this one (from 1) have."""
        return frozenset(slug for other in self.seats if other.seat != seat for slug in other.badge if slug)


UNTOLD: Final = -1  # `Line.by` of what a seat did without a choice, so that nobody told it
TURN: Final = "turn-began"  # the type of the event that heads a turn, in every game that has turns

FORGOTTEN: Final = b'{"type":"forgotten"}'  # the event of a line of which nothing is kept: it is in no log any more


class Line(msgspec.Struct, frozen=True):
    """One entry of the log, for this reader: an event of the game, or a change at the table.

    `event` is an object with its own `type` (engine/<game>/actions.py, app/protocol/news.py); `undone` entries stay,
    struck out. A number that comes again replaces the line it had: that is how a reader learns that one was undone.
    When the table's `game_id` changes a reader forgets its log; the snapshot that says so brings all of the new one.
    """

    number: int
    row: int  # the row it came from; 0 for what is not of the game
    event: msgspec.Raw
    undone: bool = False
    by: int = 0  # the seat whose phone told it, if it is not that seat's own line; UNTOLD

    @property
    def forgotten(self) -> bool:
        """Whether whoever has this line takes it out of their log."""
        return bytes(self.event) == FORGOTTEN


class Code(msgspec.Struct, frozen=True):
    """What is painted as a QR code. `seat` 0: the table's own, for the screen alone. `hand_over`: it is held."""

    seat: int
    url: str
    hand_over: bool = False


# ---- out: messages ---------------------------------------------------------------------------------------


class Message(msgspec.Struct, frozen=True, tag_field="type"):
    """Something the table says to one client."""


class Hello(Message, frozen=True, tag="hello"):
    """First on every connection."""

    protocol: int
    version: str
    table: str  # id of this table; another one means another table
    you: Literal["screen", "seat", "onlooker"]
    seat: int | None


class Finding(msgspec.Struct, frozen=True):
    """A part of the machine, and what was found there, in the reader's language."""

    part: str
    text: str
    fine: bool


class SoundCard(msgspec.Struct, frozen=True):
    """One that can play, by ALSA's name."""

    id: str
    name: str


class Upkeep(msgspec.Struct, frozen=True):
    """How it is with the upkeep of an installed table, for who may do it.

    `before`: the version to go back to; `comes`: one that was found at the address, "" if none is newer; `news`: what
    that one brings, or else the one that runs. `work`: what is done now, or waits, or was done last; `came`: what came
    of it, `why` it did not, `said` in English, and its `facts`. `path`: by which a phone fetches the file that is
    carried (`carried`), or brings it, for a while.
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
        """Whether something is being done, or waits."""
        return bool(self.work) and not self.came


class Snapshot(Message, frozen=True, tag="snapshot"):
    """The whole truth for this client, after every change. `rev` grows by one each time while the table runs."""

    rev: int
    table: msgspec.Raw  # TableView
    game: msgspec.Raw | None  # the game's View for this client; None in the lobby
    questions: tuple[Question, ...]  # a seat's own; the screen's: all
    news: tuple[Line, ...]  # log lines since this client's last snapshot (all of them in its first)
    codes: tuple[Code, ...] = ()
    own: tuple[UndoOffer, ...] = ()  # choices made at once with others that a seat may still take back by itself
    host: bool = False  # this client has given the PIN, and it still holds
    plan: str = ""  # what a seat saves for; told to itself alone
    lessons: tuple[Taught, ...] = ()  # what a seat alone is taught now; the screen's: what follows from what all know
    hints: tuple[Hint, ...] = ()  # a seat's own; the screen's: those of seats played by touch, without what they say
    planned: tuple[int, ...] = ()  # the screen's: seats played by touch that save for something
    upkeep: Upkeep | None = None  # the screen's, and that of a phone that has given the PIN


class Done(Message, frozen=True, tag="done"):
    """The intent with this id was carried out (or had been already)."""

    id: str


class Refused(Message, frozen=True, tag="refused"):
    """The intent with this id was not carried out. `text` is a sentence in the reader's language.

    `lit`: on a phone's page, keys of the things that it names.
    """

    id: str
    rule: str
    facts: dict[str, int | str]
    text: str
    seat: int | None = None
    lit: tuple[str, ...] = ()


class Secret(Message, frozen=True, tag="secret"):
    """Answer to a Look: what that seat alone knows. Never logged, never kept."""

    id: str
    seat: int
    center: str | None  # the shared stack's top, if the seat has seen it
    draw: tuple[str, ...]  # cards it is looking through
    legal: tuple[str, ...] = ()  # what it may say, where the screen's Question left it empty because it gives that away
    view: msgspec.Raw | None = None  # its own View of the game, where it knows more than everybody
    hint: Hint | None = None  # that it has asked for
    plan: str = ""  # what it saves for


class LookedAhead(Message, frozen=True, tag="looked-ahead"):
    """Answer to a LookAhead. `view`: the game's View as it would be then, for whoever asked.

    It ends where something comes to light, and holds nothing of what others choose in secret. Never logged, never kept.
    """

    id: str
    seat: int
    question: int
    action: str
    view: msgspec.Raw


class Recalled(Message, frozen=True, tag="recalled"):
    """Answer to a Recall: some of the games, the newest first."""

    id: str
    games: msgspec.Raw  # tuple[Finished, ...]
    left: int = 0  # how many more there are after the last of these


class KnownPerson(msgspec.Struct, frozen=True):
    """Somebody who has played here, with the emblem and the colour they had last ("": none is known)."""

    name: str
    emblem: str = ""
    colour: str = ""


class Names(Message, frozen=True, tag="names"):
    """Answer to AskNames: who played last comes first."""

    id: str
    people: tuple[KnownPerson, ...]


class SheetCell(msgspec.Struct, frozen=True):
    """A cell that every seat has on a sheet, and what may be entered there."""

    id: str
    least: int
    most: int


class SheetRead(Message, frozen=True, tag="sheet-read"):
    """Answer to a ReadSheet: the cells, and by seat what each holds (null: nothing was entered)."""

    id: str
    game: str  # its mark
    cells: tuple[SheetCell, ...]
    values: tuple[dict[str, int | None], ...]
    wonders: dict[str, str] = {}  # what a seat may have been, with the board of each: no board is there twice


class LookedBack(Message, frozen=True, tag="looked-back"):
    """Answer to a LookBack. `table` and `view` as in a Snapshot, as anybody could see them then.

    A step is a turn, with all lines from one turn's beginning to the next; before the first turn it is what was decided
    at once, with the chance that came of it; in what has no turns it is a line.
    """

    id: str
    game: str  # its mark
    line: int
    last: int  # how many lines there are
    table: msgspec.Raw  # TableView: who sat there, what was agreed; `over` after the last line
    view: msgspec.Raw  # the game's public View
    news: tuple[Line, ...]  # what everybody was told by this line, and by those before it in its step
    turn: int = 0  # that the line is of; 0: of the set-up
    turns: int = 0  # of the whole game; 0: it has none
    previous: int | None = None  # the line that ends the step before; None: there is none
    next: int | None = None  # and the one after
    back: int | None = None  # the line before this one of which everybody was told something; None: there is none
    on: int | None = None  # and the one after
    first: int = 0  # where looking back begins: the line that ends the first turn, or without turns the first line


class Expected(msgspec.Struct, frozen=True):
    """How likely each seat was to win before a turn, as everybody could know; at the end, who has won."""

    turn: int
    chances: tuple[float, ...]


class ReviewChoice(msgspec.Struct, frozen=True):
    """One that a seat had: the record's text, what spoke for it, and whether the seat lost much by it."""

    action: str
    because: tuple[Reason, ...] = ()
    worse: bool = False
    card: str = ""  # that it takes, where the action does not say so


class ReviewMoment(msgspec.Struct, frozen=True):
    """A decision of a finished game that mattered. `choices` are two to four, `done` and `best` among them.

    `why`: it cost its seat most, it brought most over the next best, or the lead changed there for good.
    """

    why: Literal["cost", "brought", "turned"]
    line: int  # how many lines of the record came before
    turn: int  # 0: before the first
    done: str
    best: str
    choices: tuple[ReviewChoice, ...]


class Review(Message, frozen=True, tag="review"):
    """Answer to an AskReview. `state`: it cannot be judged, is being judged, or has been.

    `accuracy`: 0 to 100 by seat, None where nothing was judged (bots). `moments`: of `seat`, 0: of nobody.
    """

    id: str
    game: str  # its mark
    state: Literal["none", "working", "ready"]
    course: tuple[Expected, ...] = ()
    accuracy: tuple[int | None, ...] = ()
    seat: int = 0
    moments: tuple[ReviewMoment, ...] = ()


class Cue(Message, frozen=True, tag="cue"):
    """Something to see or hear right now; never stored. `what`: horn | marker | moved | bye

    `horn`: `seat` sounded it (0: screen or panel), `n` times. `moved`: the key of `seat`'s phone has ended, another way
    of playing it took over. `bye`: the program ends, and with `n` 1 the computer, too. `marker`, to the screen alone:
    in a ritual, these `markers` of `seat`'s have just been turned, by hand or by the table.
    """

    what: str
    seat: int = 0
    n: int = 0
    markers: tuple[int, ...] = ()


class Pong(Message, frozen=True, tag="pong"):
    id: str


class Panel(Message, frozen=True, tag="panel"):
    """Screen only: the panel of lights and buttons, by part (`horn`, `marker.1`, `seat.2`, `cat.2`), as it is now.

    After hello where there is one, and whenever a light changes. `blinked` has just changed for a moment: nothing came
    of a press. `simulated`: it has no wires; the screen shows it, and touches on it are `press`.
    """

    lights: dict[str, bool]
    buttons: tuple[str, ...]
    buzzer: bool
    simulated: bool
    blinked: str = ""


class Heard(Message, frozen=True, tag="heard"):
    """Screen only: what a button of the panel does. `held`: for ten seconds by now. `nothing` came of the press."""

    part: str
    how: Literal["pressed", "held", "released", "nothing"]


class Keys(Message, frozen=True, tag="keys"):
    """Screen only: the keys of key pads that are buttons, by part (`horn`, `marker.1`). After hello, and at a change.

    `keys`: the kernel's number of each, 0 for none. `pads`: how it is with each that is plugged in (none of its keys
    may be a button: `free`), or is missed. `choosing`: the part that the next press is for.
    """

    keys: dict[str, int]
    pads: dict[str, str]  # used | free | away | denied, by name
    choosing: str = ""


class Diagnosis(Message, frozen=True, tag="diagnosis"):
    """Answer to a Diagnose."""

    id: str
    findings: tuple[Finding, ...]


WifiProblem = Literal["", "looking", "no-manager", "no-radio", "blocked", "off", "unmanaged", "waiting", "country"]
WifiStep = Literal["", "joining", "address"]
WifiFailed = Literal["", "password", "address", "out-of-reach", "denied", "failed"]


class WifiNetwork(msgspec.Struct, frozen=True):
    """A Wi-Fi network in reach. `bars`: how strong, 1 to 4. `known`: it was joined before."""

    name: str
    bars: int
    lock: Literal["open", "password", "other"]  # `other`: a password alone is not enough, so it has to be known
    known: bool = False


class Hotspot(msgspec.Struct, frozen=True):
    """The table's own Wi-Fi network, as phones join it."""

    name: str
    password: str

    def __repr__(self) -> str:
        return f"Hotspot({self.name!r})"


class Wifi(Message, frozen=True, tag="wifi"):
    """Screen only: the Wi-Fi of the table's machine, after hello and whenever something about it changes.

    `problem`: why there are no networks. `here`: the one that the machine is in; `joining`: one that it is on its way
    to, and how far that is. `failed`: what came of the last wish, which was about `tried`. `country`: whose rules the
    radio keeps, empty if that is not known; null where it cannot be said here.
    """

    own: str  # what the table's own network is called
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
    | Done
    | Refused
    | Secret
    | Recalled
    | Names
    | SheetRead
    | LookedAhead
    | LookedBack
    | Review
    | Cue
    | Pong
    | Panel
    | Heard
    | Keys
    | Diagnosis
    | Wifi
)
