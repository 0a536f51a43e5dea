"""Chairs in a ring, with their names, join tickets and seat keys.

A `Chair` is a place at the table; it keeps its `number` while seats move. All functions are pure: they return new
chairs, which the table adopts once they are stored.
"""

import hashlib
import hmac
import unicodedata
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import Final

import msgspec

from app.protocol.base_messages import Lang, PlayedBy
from app.protocol.look_alike_names import look_alike
from app.protocol.name_rules import LENGTH, name_fault, name_key
from app.protocol.rejection import Rejection
from app.protocol.seat_badges import COLOURS, EMBLEMS
from app.protocol.seat_messages import JoinRequest, SetSeat
from app.protocol.table_log_events import SeatJoined
from app.storage.random_keys_and_ids import Chance
from app.table.game.bot_definitions import BotPlayers, Bots
from app.text.translation import languages
from engine.game import Seat

HAND_OVER_SECONDS: Final = 120.0  # lifetime of a hand-over's ticket
INVITED_SECONDS: Final = 3600.0  # lifetime of a link for a friend far away
LATE_SECONDS: Final = 5.0  # if the table checks a ticket that late, or its clock went back, the lifetime restarts


class Chair(msgspec.Struct, frozen=True):
    """One place. `key` is a hash; only the phone has the key itself."""

    number: int
    by: PlayedBy = "free"
    name: str | None = None
    lang: Lang | None = None  # None: the table's
    wish: str | None = None  # printed identity (wonder) for the next game; None: by lot
    bot: str | None = None
    left: bool = False  # who sits here is left-handed
    key: str = ""  # hash; "": no phone holds it
    member: str = ""  # of the club, whose phone this is; "": a guest's
    ticket: str = ""
    ticket_until: float | None = None  # of a hand-over; None: for as long as the chair is free
    asker: int | None = None  # number of the chair that asked for the hand-over; None: the screen
    emblem: str = ""  # "", as in what was stored before there were any: the next free one, once somebody sits here
    colour: str = ""
    chosen: bool = False  # its person chose emblem or colour, or had them in the last game
    called: str = ""  # the own name of the bot that plays here, or did when this game began
    knows: tuple[str, ...] = ()  # games that its person knows and needs no lessons of
    coach: bool = False  # its person is asked once about an action that is clearly worse
    plan: str = ""  # its person's marked goal; sent to nobody else
    far_ticket: str = ""  # of an invitation; used once
    far_until: float | None = None
    far_asker: int | None = None  # as `asker`; kept while the friend sits there, so that they may end it
    far: bool = False  # its phone comes through the public address

    def __repr__(self) -> str:
        return f"Chair({self.number}, {self.by})"

    @property
    def person(self) -> bool:
        return self.by in ("touch", "phone")

    @property
    def own_bot(self) -> bool:
        """True for a bot that does not replace a person."""
        return self.by == "bot" and self.name is None

    @property
    def vacant(self) -> bool:
        """True if nobody holds the chair: it is free, or a bot's own."""
        return self.by == "free" or self.own_bot


Chairs = tuple[Chair, ...]


def is_same_secret(one: str | None, other: str) -> bool:
    """Compare secrets in constant time."""
    return one is not None and hmac.compare_digest(one.encode(), other.encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=64)
def hash_key(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def make_free_chair(number: int, chance: Chance) -> Chair:
    return Chair(number, ticket=chance.ticket())


def normalise_name(chairs: Chairs, seat: Seat | None, name: str) -> str:
    """Normalise a name for `seat`; raise Rejection `name` (why: empty, long, sign) or `name-taken`."""
    trimmed = unicodedata.normalize("NFC", name).strip()
    why = name_fault(trimmed)
    if why == "long":
        raise Rejection("name", why=why, most=LENGTH)
    if why:
        raise Rejection("name", why=why)
    for other, chair in enumerate(chairs):
        if other != seat and chair.name is not None and look_alike(chair.name, trimmed):
            raise Rejection("name-taken", name=trimmed, seat=other + 1)
    return trimmed


def check_language(lang: Lang) -> Lang:
    """Check a language; raise Rejection `setting` if it is not one of ours."""
    if lang not in languages():
        raise Rejection("setting", name="lang")
    return lang


def reset_for_game(chair: Chair) -> Chair:
    """Reset a chair when a game begins: forget the bot that was replaced here, and the goal."""
    return msgspec.structs.replace(chair, plan="", called=chair.called if chair.by == "bot" else "")


def replace_chair(chairs: Chairs, seat: Seat, chair: Chair) -> Chairs:
    return (*chairs[:seat], chair, *chairs[seat + 1 :])


def set_badge(chairs: Chairs, seat: Seat, emblem: str, colour: str) -> Chair:
    """Set the badge of a chair to what its person chose ("": no choice).

    Raise Rejection `emblem-taken` or `colour-taken` if another seat has it, `setting` for an unknown one.
    """
    if emblem and emblem not in EMBLEMS:
        raise Rejection("setting", name="emblem")
    if colour and colour not in COLOURS:
        raise Rejection("setting", name="colour")
    for other, held in enumerate(chairs, 1):
        if other == seat + 1 or held.by == "free":
            continue
        if emblem and emblem == held.emblem:
            raise Rejection("emblem-taken", seat=other)
        if colour and colour == held.colour:
            raise Rejection("colour-taken", seat=other)
    chair = chairs[seat]
    chosen = chair.chosen or bool(emblem or colour)
    return msgspec.structs.replace(chair, emblem=emblem or chair.emblem, colour=colour or chair.colour, chosen=chosen)


def restore_badge(chairs: Chairs, seat: Seat, last_badge: Callable[[str], tuple[str, str]]) -> Chairs:
    """Give a chair the emblem and colour of its person's last game, as far as no other seat has them.

    Unchanged if the person has chosen one, or has no name. `last_badge`: returns the last badge of a name.
    """
    chair, others = chairs[seat], [other for at, other in enumerate(chairs) if at != seat and other.by != "free"]
    if chair.chosen or chair.name is None:
        return chairs
    emblem, colour = last_badge(chair.name)
    if emblem in EMBLEMS and all(other.emblem != emblem for other in others):
        chair = msgspec.structs.replace(chair, emblem=emblem)
    if colour in COLOURS and all(other.colour != colour for other in others):
        chair = msgspec.structs.replace(chair, colour=colour)
    return replace_chair(chairs, seat, chair)


def complete_badges(chairs: Chairs, bots: Bots) -> Chairs:
    """Give each held chair an emblem and colour of its own, and each bot a name.

    A chair keeps its badge if no earlier one has it; a bot loses its name to a person of the same name. A chair without
    a phone loses its member of the club.
    """
    found = [msgspec.structs.replace(chair, member="") if chair.member and not chair.key else chair for chair in chairs]
    for what, slugs in (("emblem", EMBLEMS), ("colour", COLOURS)):
        taken: set[str] = set()
        lacking = []
        for at, chair in enumerate(found):
            slug = getattr(chair, what)
            if chair.by != "free" and slug in slugs and slug not in taken:
                taken.add(slug)
            elif chair.by != "free":
                lacking.append(at)
        for at, slug in zip(lacking, [slug for slug in slugs if slug not in taken], strict=False):
            found[at] = msgspec.structs.replace(found[at], **{what: slug})
    names = {name_key(chair.name) for chair in found if chair.name is not None and chair.by != "free"}
    for at, chair in enumerate(found):
        if not chair.own_bot:
            continue
        if not chair.called or name_key(chair.called) in names:
            called = next((bot.name for bot in bots if name_key(bot.name) not in names | _bot_names(found)), "")
            found[at] = chair = msgspec.structs.replace(chair, called=called)
        names.add(name_key(chair.called))
    return tuple(found)


def _bot_names(chairs: Iterable[Chair]) -> set[str]:
    return {name_key(chair.called) for chair in chairs if chair.own_bot and chair.called}


def bot_of(chair: Chair, players: BotPlayers, bots: Bots, game: str) -> tuple[str, str]:
    """Return the level and character of a chair's bot, "" for none: as chosen, else by its level or its own name."""
    if chair.by != "bot":
        return "", ""
    level, _, character = (players.current_name(chair.bot or "") or players.usual).partition(":")
    called = chair.called if chair.own_bot else ""
    character = character or players.level_character(level)
    character = character or next((each.character for each in bots if each.name == called), "")
    there = players.characters(game)
    return level, character if character in there or not there else character and there[0]


def seat_phone(chairs: Chairs, seat: Seat, request: JoinRequest, key: str) -> Chairs:
    """Seat somebody with a phone, perhaps in place of another: the ticket is used up, an old key ends.

    `knows` is kept for the same name alone; `left` and `coach` unless somebody else had a name here.
    """
    before, called = chairs[seat], normalise_name(chairs, seat, request.name)
    same = before.name is not None and name_key(before.name) == name_key(called)
    chair = msgspec.structs.replace(
        before,
        by="phone",
        name=called,
        knows=before.knows if same else (),
        left=before.left and (same or before.name is None),
        coach=before.coach and (same or before.name is None),
        lang=check_language(request.lang),
        bot=None,
        key=hash_key(key),
        member=request.member,
        ticket="",
        ticket_until=None,
        asker=None,
        far_ticket="",
        far_until=None,
        far=request.far,
    )
    return replace_chair(chairs, seat, chair)


def build_joined_news(seat: Seat, before: Chair, after: Chair) -> SeatJoined:
    """Build the event that somebody sat down with a phone."""
    name, bot = after.name or "", before.called if before.own_bot else ""
    other = before.name if before.name is not None and name_key(before.name) != name_key(name) else None
    return SeatJoined(seat=seat + 1, name=name, handed=before.by != "free", bot=bot, before=other)


def empty_chair(chair: Chair, chance: Chance) -> Chair:
    """Return a free chair of the same number, without its wish for a wonder."""
    return make_free_chair(chair.number, chance)


def remove_keys(chair: Chair, chance: Chance) -> Chair:
    """Return the chair without keys and tickets that are known elsewhere, so that no phone holds it."""
    return empty_chair(chair, chance) if chair.key or chair.by == "free" else close_tickets(chair)


def are_held(chairs: Chairs) -> bool:
    """Check whether anybody holds a chair, with a phone or by touch."""
    return any(chair.key or chair.by == "touch" for chair in chairs)


def is_open(chairs: Chairs, seat: Seat, headless: bool) -> bool:
    """Check whether somebody may sit down here without a hand-over.

    Headless these are also seats left in a game, and all seats once no phone holds any, as nobody else could let
    anyone in then.
    """
    chair = chairs[seat]
    if not headless or chair.by == "free":
        return chair.by == "free"
    return not chair.key and (chair.by == "phone" or not any(other.key for other in chairs))


def stand_up(chair: Chair, chance: Chance, *, in_lobby: bool, touch: bool) -> Chair:
    """Return the chair after its person has left it; without touch another phone may take it."""
    if in_lobby:
        return empty_chair(chair, chance)
    return msgspec.structs.replace(close_tickets(chair), by="touch" if touch else "phone", key="", plan="", far=False)


def list_ended_keys(before: Chairs, after: Chairs) -> list[Seat]:
    """List the seats of `before` whose phone holds no seat any more."""
    here = {chair.key for chair in after}
    return [Seat(seat) for seat, chair in enumerate(before) if chair.key and chair.key not in here]


def open_hand_over(chair: Chair, until: float, asker: int | None, chance: Chance) -> Chair:
    """Open the seat with a fresh ticket for a while."""
    return msgspec.structs.replace(chair, ticket=chance.ticket(), ticket_until=until, asker=asker)


def close_tickets(chair: Chair) -> Chair:
    """Close the seat to every ticket."""
    return close_hand_over(close_invitation(chair))


def close_hand_over(chair: Chair) -> Chair:
    """End the ticket for those at the table; an invitation of a friend far away stays open."""
    return msgspec.structs.replace(chair, ticket="", ticket_until=None, asker=None)


def is_hand_over_overtaken(chair: Chair, phones: Collection[str]) -> bool:
    """Check whether another seat asked for a hand-over while this seat's phone was away, and that phone is back."""
    return chair.asker not in (None, chair.number) and chair.key in phones


def invite_far(chair: Chair, until: float, asker: int | None, chance: Chance) -> Chair:
    """Open the seat for a while to one friend far away."""
    return msgspec.structs.replace(chair, far_ticket=chance.typed_ticket(), far_until=until, far_asker=asker)


def close_invitation(chair: Chair) -> Chair:
    """End the invitation of a friend far away."""
    return msgspec.structs.replace(chair, far_ticket="", far_until=None, far_asker=None)


def expire_invitation(chair: Chair, now: float) -> Chair:
    """End an invitation once its time is over, or if the clock went back."""
    until = chair.far_until
    return chair if until is None or now < until <= now + INVITED_SECONDS else close_invitation(chair)


def expire_hand_over(chair: Chair, now: float) -> Chair:
    """Expire the hand-over of a chair once its time is over."""
    until = chair.ticket_until
    if until is None or now < until <= now + HAND_OVER_SECONDS:
        return chair
    return close_hand_over(chair) if until <= now < until + LATE_SECONDS else restart_hand_over(chair, now)


def restart_hand_over(chair: Chair, now: float) -> Chair:
    """Restart the time of an open hand-over after the table was off or held up."""
    return chair if chair.ticket_until is None else msgspec.structs.replace(chair, ticket_until=now + HAND_OVER_SECONDS)


def current_ticket(chair: Chair, now: float) -> str | None:
    """Return the ticket that opens the seat now."""
    until = chair.ticket_until
    over = until is not None and until <= now < until + LATE_SECONDS
    return chair.ticket if chair.ticket and not over else None


def apply_intent(
    chairs: Chairs,
    seat: Seat,
    intent: SetSeat,
    *,
    identities: Collection[str],
    board: Callable[[str], str],
    players: BotPlayers,
    chance: Chance,
    in_lobby: bool,
    game: str = "",
) -> Chairs:
    """Apply an intent about one chair. `board`: returns the board of an identity; none is chosen twice.

    `game`: the one that is played or agreed on.

    Refusals: `lobby-only`, `join` (a phone comes by joining), `no-such-bot`, `not-a-bot`, `seat-free`, `name`,
    `name-taken`, `emblem-taken`, `colour-taken`, `setting`, `no-such-wonder`, `wonder-taken`.
    """
    unset = msgspec.UNSET
    chair = chairs[seat]
    if intent.by is not unset and intent.by != chair.by:
        chair = _change_player(chair, intent.by, players.usual, seat, chance, in_lobby=in_lobby)
    if intent.bot is not unset:
        chair = _change_bot(chair, seat, intent.bot, players)
    if intent.name is not unset:
        chair = _change_name(chairs, chair, seat, intent.name)
    if intent.emblem is not unset or intent.colour is not unset:
        if chair.by == "free":
            raise Rejection("seat-free", seat=seat + 1)
        chair = set_badge(replace_chair(chairs, seat, chair), seat, intent.emblem or "", intent.colour or "")
    if intent.lang is not unset:
        chair = msgspec.structs.replace(chair, lang=check_language(intent.lang))
    if intent.left is not unset:
        chair = msgspec.structs.replace(chair, left=intent.left)
    if intent.coach is not unset:
        chair = msgspec.structs.replace(chair, coach=intent.coach)
    if intent.knows is not unset:
        others = tuple(slug for slug in chair.knows if slug != game)
        chair = msgspec.structs.replace(chair, knows=(*others, game) if intent.knows else others)
    if intent.wonder is not unset and intent.wonder != chair.wish:
        if not in_lobby:
            raise Rejection("lobby-only", what="wonder")
        chair = msgspec.structs.replace(chair, wish=_check_wish(chairs, seat, intent.wonder, identities, board))
    return replace_chair(chairs, seat, chair)


def _change_bot(chair: Chair, seat: Seat, bot: str, players: BotPlayers) -> Chair:
    if chair.by != "bot":
        raise Rejection("not-a-bot", seat=seat + 1)
    current = players.current_name(bot)
    if current is None:
        raise Rejection("no-such-bot", bot=bot[:LENGTH])
    return msgspec.structs.replace(chair, bot=current)


def _change_name(chairs: Chairs, chair: Chair, seat: Seat, typed: str) -> Chair:
    """Change the name of the chair's player; an empty one removes it, but not from a phone."""
    if chair.by == "free":
        raise Rejection("seat-free", seat=seat + 1)
    nameless = not typed.strip() and chair.by != "phone"
    name = None if nameless else normalise_name(chairs, seat, typed)
    own = chair.own_bot and chair.called  # a bot that people call otherwise is still no person
    return msgspec.structs.replace(chair, **({"called": name or ""} if own else {"name": name}))


def _change_player(chair: Chair, by: PlayedBy, bot: str, seat: Seat, chance: Chance, *, in_lobby: bool) -> Chair:
    """Change how a chair is played; a phone's key ends."""
    match by:
        case "free":
            if not in_lobby:
                raise Rejection("lobby-only", what="free")
            return empty_chair(chair, chance)
        case "phone":
            raise Rejection("join", seat=seat + 1)
        case "touch":
            return msgspec.structs.replace(close_tickets(chair), by="touch", bot=None, key="", far=False)
        case "bot":
            name, chosen, knows = (None, False, ()) if in_lobby else (chair.name, chair.chosen, chair.knows)
            return msgspec.structs.replace(
                close_tickets(chair), by="bot", bot=bot, key="", name=name, chosen=chosen, knows=knows, far=False
            )


def _check_wish(
    chairs: Chairs, seat: Seat, wish: str | None, identities: Collection[str], board: Callable[[str], str]
) -> str | None:
    if wish is None:
        return None
    if wish not in identities:
        raise Rejection("no-such-wonder", wonder=wish[:LENGTH])
    for other, chair in enumerate(chairs):
        if other != seat and chair.wish is not None and board(chair.wish) == board(wish):
            raise Rejection("wonder-taken", wonder=chair.wish, seat=other + 1)
    return wish


def resize(chairs: Chairs, count: int, next_number: int, chance: Chance) -> tuple[Chairs, int]:
    """Resize the ring by removing free places, then bots, from the end; raise Rejection `seats-taken` for people."""
    while len(chairs) > count:
        places = {kind: seat for seat, chair in enumerate(chairs) if (kind := chair.by) in ("free", "bot")}
        gone = places.get("free", places.get("bot"))
        if gone is None:
            raise Rejection("seats-taken", count=count, taken=len(chairs))
        chairs = (*chairs[:gone], *chairs[gone + 1 :])
    while len(chairs) < count:
        chairs = (*chairs, make_free_chair(next_number, chance))
        next_number += 1
    return chairs, next_number


def swap_chairs(chairs: Chairs, seat: Seat, other: Seat) -> Chairs:
    """Swap two chairs of the ring."""
    moved = list(chairs)
    moved[seat], moved[other] = moved[other], moved[seat]
    return tuple(moved)


def reseat_phones(saved: Chairs, present: Chairs) -> Chairs:
    """Assign phones to the chairs of a suspended game, by name, else by chair number. A phone holds one chair."""
    phones = [chair for chair in present if chair.key]
    found: dict[int, Chair] = {}
    for alike in (_is_same_name, _is_same_number):
        for chair in saved:
            match = next((phone for phone in phones if chair.number not in found and alike(chair, phone)), None)
            if match is not None:
                found[chair.number] = match
                phones.remove(match)
    held = {phone.key for phone in found.values()}
    return tuple(_move_phone(close_tickets(chair), found.get(chair.number), held) for chair in saved)


def _is_same_number(chair: Chair, phone: Chair) -> bool:
    return chair.number == phone.number


def _is_same_name(chair: Chair, phone: Chair) -> bool:
    return chair.name is not None and phone.name is not None and name_key(chair.name) == name_key(phone.name)


def _move_phone(chair: Chair, phone: Chair | None, held: Collection[str]) -> Chair:
    """Return the chair with the phone and its person's own settings; without a phone that another chair holds."""
    if phone is None:
        return msgspec.structs.replace(chair, key="") if chair.key in held else chair
    return msgspec.structs.replace(
        chair,
        by="phone",
        bot=None,
        key=phone.key,
        member=phone.member,
        name=phone.name,
        lang=phone.lang,
        left=phone.left,
        knows=phone.knows,
        coach=phone.coach,
        far=phone.far,
    )
