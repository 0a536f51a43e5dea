"""Messages about seats: their number, players, order, and how a phone joins one."""

import msgspec

from app.protocol.base_messages import Intent, Lang, PlayedBy


class JoinRequest(msgspec.Struct, frozen=True):
    """A wish to sit down. Without an emblem or colour people get those of their last game, if free."""

    name: str
    lang: Lang
    emblem: str = ""
    colour: str = ""
    member: str = ""  # the person's id in the club, as the club has confirmed it
    far: bool = False  # through the public address, with the ticket of an invitation
    attempt: str = ""  # of the form (`Joining.new_attempt`)


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
    emblem: str | msgspec.UnsetType = msgspec.UNSET  # as in app/protocol/seat_badges.py
    colour: str | msgspec.UnsetType = msgspec.UNSET
    knows: bool | msgspec.UnsetType = msgspec.UNSET  # its person knows the game: no lesson tips
    coach: bool | msgspec.UnsetType = msgspec.UNSET  # clearly worse actions need confirmation (refusal `coach`)


class MoveSeat(Intent, frozen=True, tag="move-seat"):
    """Lobby: exchange two seats."""

    seat: int
    to: int


class HandOver(Intent, frozen=True, tag="hand-over"):
    """Show a new join ticket for a seat for two minutes. `cancel` ends it."""

    seat: int
    cancel: bool = False


class InviteFar(Intent, frozen=True, tag="invite-far"):
    """Make a link by which a friend far away sits down once, within an hour. `cancel` ends it, or the far seat."""

    seat: int
    cancel: bool = False


class Rename(Intent, frozen=True, tag="rename"):
    """Set the own seat's name and language, emblem and colour."""

    name: str
    lang: Lang
    emblem: str = ""  # "": as it is
    colour: str = ""


class Leave(Intent, frozen=True, tag="leave"):
    """Give up the own seat."""


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat. `present`: its phone is connected; always true for touch and bot.

    No other seat has the same `emblem` or `colour` (app/protocol/seat_badges.py); a free seat has none.
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
    character: str = ""  # a bot's preferences, a slug of app/text/bot_level_descriptions.py
    character_chosen: bool = False  # somebody chose it; else it follows from its level or its name
    knows: bool = False  # its person knows the chosen game: no lesson tips
    coach: bool = False  # clearly worse actions of its person need confirmation
    far: bool = False  # its phone comes through the public address

    @property
    def person(self) -> bool:
        """True if a person plays this seat, on a phone or by touch."""
        return self.by in ("touch", "phone")

    @property
    def badge(self) -> tuple[str, str]:
        """Emblem and colour."""
        return self.emblem, self.colour


class Code(msgspec.Struct, frozen=True):
    """The content of a QR code. `seat` 0: the table's own, for the screen alone. `hand_over`: the seat is taken.

    `far`: a link for a friend far away; its seat may have another code for those at the table.
    """

    seat: int
    url: str
    hand_over: bool = False
    far: bool = False
