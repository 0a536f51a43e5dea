"""The agreement before a game (kind, mode, variants, house rules, first seat), and its set-up."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from app.protocol.base_messages import Mode
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.rejection import Rejection
from app.storage.random_keys_and_ids import Chance
from app.table.game.chance_dealer import Dealer
from app.table.lobby.seating import Chair, Chairs, empty_chair, replace_chair, resize
from engine.game import (
    BadHeader,
    Game,
    HasHiddenHands,
    HasHouseRules,
    HasIncludedVariants,
    HasOverrides,
    IllegalAction,
    Rules,
    Seat,
    Setup,
    roles_of,
)
from engine.header_values import format_data_keys
from engine.tally.record_header import UNKNOWN_ROLE

Modes: TypeAlias = Mapping[str, tuple[Mode, ...]]  # by game, where it is more than PLAY

PLAY: Final[tuple[Mode, ...]] = ("play",)


class StoredAgreement(msgspec.Struct, frozen=True):
    """The agreement on another game, restored once that game is chosen again."""

    mode: Mode
    variant: tuple[str, ...]
    rules: dict[str, bool]
    varied: bool = False


class DisplacedBots(msgspec.Struct, frozen=True):
    """Bots removed because the chosen game or mode has no place for them, and the former number of places.

    They return with another game or mode, unless people change the seats meanwhile.
    """

    places: int = 0
    bots: tuple[tuple[int, Chair], ...] = ()  # each with where it stood in the ring, from 0


class Lobby(msgspec.Struct, frozen=True):
    """The agreement so far."""

    game: str
    mode: Mode = "play"
    variant: tuple[str, ...] = ()
    rules: dict[str, bool] = {}
    first: int | None = None  # seat, from 1; None: by lot
    keep: bool = True  # store its result in the history
    guided: bool | None = None  # a first game, which is taught; None: if this table never finished one
    mode_wished: Mode = "play"  # the mode people chose last, even if this game lacks it
    kept: dict[str, StoredAgreement] = {}  # by game
    away: DisplacedBots = DisplacedBots()
    daily: bool = False  # it is the deal of the day
    varied: bool = False  # people chose the variants themselves; else …
    brought: tuple[str, ...] = ()  # … these of `variant` were added by a lesson


def apply_intent(lobby: Lobby, intent: SetGame, shelf: Mapping[str, Game], modes: Modes, seats: int) -> Lobby:
    """Apply an intent to the agreement; raise Rejection `no-such-game`, `no-such-seat`, or `setup` with a fault."""
    unset = msgspec.UNSET
    changes = {
        name: value
        for name in ("game", "mode", "variant", "rules", "first", "keep", "guided", "daily")
        if (value := getattr(intent, name)) is not unset
    }
    if changes.get("game", lobby.game) != lobby.game and changes["game"] in shelf:
        lobby = _switch_game(lobby, shelf[changes["game"]], modes)
    if "variant" in changes or changes.get("guided"):
        changes["varied"] = "variant" in changes
    changes |= {"mode_wished": changes["mode"]} if "mode" in changes else {}
    fresh = msgspec.structs.replace(lobby, **changes)
    fresh = msgspec.structs.replace(fresh, rules={**lobby.rules, **fresh.rules})  # what is not named stays
    if fresh.game not in shelf:
        raise Rejection("no-such-game", game=fresh.game[:40])
    if fresh.first is not None and fresh.first not in range(1, seats + 1):
        raise Rejection("no-such-seat", seat=fresh.first)
    if fresh.mode not in modes.get(fresh.game, PLAY):
        raise Rejection("setup", key="mode", reason=f"{fresh.mode} is not for this game")
    game = shelf[fresh.game]
    fresh = msgspec.structs.replace(fresh, variant=_apply_brought(game, lobby.variant, fresh.variant))
    if fresh.first is not None and not game.first_seat:
        raise Rejection("setup", key="first", reason="nobody begins this game")
    if any(sign in text for text in (*fresh.variant, *fresh.rules) for sign in ",=\n"):
        raise Rejection("setup", key="variant", reason="a word was expected")
    parse_header(game, _header(fresh, game, _fill_identities(game, fresh.variant, ()), game.seats[0], 1))
    return fresh


def _switch_game(lobby: Lobby, game: Game, modes: Modes) -> Lobby:
    """Return the agreement about another game: its stored one, or the current mode and common variants."""
    said = tuple(slug for slug in lobby.variant if slug not in lobby.brought)
    kept = {**lobby.kept, lobby.game: StoredAgreement(lobby.mode, said, lobby.rules, lobby.varied)}
    has, before = game.variants(), kept.pop(game.name, None)
    variant = before.variant if before else tuple(slug for slug in said if slug in has)
    rules = before.rules if before else {name: on for name, on in lobby.rules.items() if name in house_rules(game)}
    can, wished = modes.get(game.name, PLAY), lobby.mode if lobby.mode != "play" else lobby.mode_wished
    return Lobby(
        game=game.name,
        mode=wished if wished in can else can[0],
        variant=variant,
        rules=rules,
        keep=lobby.keep,
        mode_wished=wished,
        kept=kept,
        away=lobby.away,
        varied=before is not None and before.varied,
    )


def set_lesson_variants(lobby: Lobby, comes: tuple[str, ...]) -> Lobby:
    """Add the variants of a lesson, and drop those of the lesson before, unless people chose variants themselves."""
    comes = () if lobby.varied or lobby.daily else comes
    if comes == lobby.brought:
        return lobby
    kept = [slug for slug in lobby.variant if slug not in lobby.brought]
    variant = (*kept, *(slug for slug in comes if slug not in kept))
    return msgspec.structs.replace(lobby, variant=variant, brought=comes)


def settle(lobby: Lobby) -> Lobby:
    """Return the agreement after its game has begun, so that later lessons may add variants again."""
    kept = {name: msgspec.structs.replace(each, varied=False) for name, each in lobby.kept.items()}
    return msgspec.structs.replace(lobby, varied=False, kept=kept)


def can_seat_bots(lobby: Lobby, game: Game) -> bool:
    """Check whether bots can play: also where people deal, unless a hand would have to be known."""
    return lobby.mode == "play" or (lobby.mode == "track" and not isinstance(game, HasHiddenHands))


def check_bots(lobby: Lobby, game: Game) -> None:
    """Check that bots can play; raise Rejection `no-bots`, or `hidden-hands` where people deal hands."""
    if lobby.mode == "tally":
        raise Rejection("no-bots")
    if not can_seat_bots(lobby, game):
        raise Rejection("hidden-hands")


def fit_chairs(
    chairs: Chairs, lobby: Lobby, game: Game, next_number: int, chance: Chance
) -> tuple[Chairs, int, DisplacedBots]:
    """Return the chairs for this agreement, the next chair number, and the displaced bots."""
    before, seats = chairs, game.seats
    places = min(max(len(chairs), lobby.away.places, seats[0]), seats[-1])
    seats_bots = can_seat_bots(lobby, game)
    if not seats_bots:
        chairs = tuple(empty_chair(chair, chance) if chair.by == "bot" else chair for chair in chairs)
    chairs, next_number = resize(chairs, places, next_number, chance)
    stay = {chair.number for chair in chairs if chair.by == "bot"}
    waiting = [*lobby.away.bots, *((at, chair) for at, chair in enumerate(before) if chair.by == "bot")]
    away = []
    for at, bot in waiting:
        free = [nth for nth, chair in enumerate(chairs) if chair.by == "free"]
        if bot.number in stay:
            continue
        if not seats_bots or not free:
            away.append((at, bot))
        else:
            to = at if at in free else free[0]
            chairs = replace_chair(chairs, Seat(to), msgspec.structs.replace(bot, number=chairs[to].number))
    most = max(len(before), lobby.away.places)
    return chairs, next_number, DisplacedBots(most if away or most > places else 0, tuple(away))


def _apply_brought(game: Game, before: Sequence[str], now: Sequence[str]) -> tuple[str, ...]:
    """Add the variants that new ones require, and drop those required by removed ones."""
    brings = game.included_variants() if isinstance(game, HasIncludedVariants) else {}
    off = {other for slug in set(before) - set(now) for other in brings.get(slug, ())} & set(before)
    kept = [slug for slug in now if slug not in off]
    more = [other for slug in now if slug not in before for other in brings.get(slug, ()) if other not in kept]
    return (*kept, *more)


def list_offered(game: Game, variant: Sequence[str]) -> dict[str, str]:
    """Return the identities a seat may choose under these variants, each with its board."""
    found, roles = {}, roles_of(game)
    for identity in roles.roles():
        try:
            parse_header(
                game,
                _header(
                    Lobby(game.name, variant=tuple(variant)), game, _fill_identities(game, variant, (identity,)), 0, 1
                ),
            )
        except Rejection:
            continue
        found[identity] = roles.board(identity)
    return found


def list_unverified(lobby: Lobby, game: Game, chairs: Chairs, overrides: str) -> tuple[str, ...]:
    """List the identities and other things of this agreement whose values nobody has verified."""
    held = [chair for chair in chairs if chair.by != "free"]
    wishes = [chair.wish for chair in held if chair.wish in list_offered(game, lobby.variant)]
    seats = max(len(held), game.seats[0])
    header = _header(lobby, game, _fill_identities(game, lobby.variant, wishes, seats), seats, 1)
    try:
        found = list_unverified_values(
            game, parse_header(game, header | format_data_keys(game.data_version, overrides))
        )
    except Rejection:  # it cannot begin like that
        return ()
    return tuple(name for name in found if name in wishes or name not in roles_of(game).roles())


def house_rules(game: Game) -> Mapping[str, bool]:
    """Return the house rules that can be switched, each with its default."""
    return game.house_rules() if isinstance(game, HasHouseRules) else {}


def list_unverified_values(game: Game, setup: Setup) -> tuple[str, ...]:
    """List what of a set-up nobody has verified against the printed parts, as far as its game says so."""
    return game.unverified(setup) if isinstance(game, HasOverrides) else ()


def list_owing(lobby: Lobby, game: Game, chairs: Chairs) -> tuple[int, ...]:
    """List the seats, from 1, whose board people still have to report; only where they deal."""
    if lobby.mode != "track" or not roles_of(game).roles():
        return ()
    return tuple(seat for seat, chair in enumerate(chairs, 1) if chair.by != "free" and chair.wish is None)


def is_first_owed(lobby: Lobby, game: Game) -> bool:
    """Check whether people still have to report who begins; only where they deal."""
    return lobby.mode == "track" and game.first_seat and lobby.first is None


def _fill_identities(
    game: Game, variant: Sequence[str], wishes: Sequence[str | None], seats: int = 0
) -> tuple[str, ...]:
    """Choose identities for that many seats (0: the fewest), these wishes first; none where a game has none."""
    wished = [wish for wish in wishes if wish]
    return (*wished, *_distinct(game, roles_of(game).random_pool(variant), wished))[: max(seats, game.seats[0])]


def _distinct(game: Game, identities: Iterable[str], wished: Iterable[str | None]) -> list[str]:
    """Filter identities that can be at a table with the wished ones and with each other."""
    board = roles_of(game).board
    taken = {board(wish) for wish in wished if wish}
    found = []
    for identity in identities:
        if board(identity) not in taken:
            taken.add(board(identity))
            found.append(identity)
    return found


class _Sitting(msgspec.Struct, frozen=True):
    """A seat of a position."""

    wonder: str | None = None
    side: str = ""  # of a wonder that has two

    @property
    def identity(self) -> str | None:
        return f"{self.wonder}-{self.side}" if self.wonder and self.side else self.wonder or None


class _Position(msgspec.Struct, frozen=True):
    """The fields of a position that a lobby reads; its game checks the rest."""

    seats: tuple[_Sitting, ...]


def set_wishes(chairs: Chairs, position: str) -> Chairs:
    """Set the chairs' wishes from a position (the JSON of `replay --json`); raise Rejection `position`."""
    seats = _read_position(position).seats
    if len(seats) != len(chairs):
        here, there = len(chairs), len(seats)
        raise Rejection("position", why="seats", here=here, there=there, reason=f"seats: {there}, but {here} sit here")
    return tuple(
        msgspec.structs.replace(chair, wish=there.identity) for chair, there in zip(chairs, seats, strict=True)
    )


def _read_position(position: str) -> _Position:
    try:
        return msgspec.json.decode(position, type=_Position)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as wrong:
        raise Rejection("position", why="shape", reason=str(wrong)) from None


def _strip_names(position: str) -> str:
    """Return a position on one line without names: they are only in the header, where people can have them removed."""
    _read_position(position)
    at = msgspec.json.decode(position)
    for seat in at["seats"]:
        seat.pop("name", None)
    return msgspec.json.encode(at).decode()


def draw_setup(
    lobby: Lobby,
    game: Game,
    chairs: Chairs,
    dealer: Dealer,
    first: int | None,
    overrides: str = "",
    position: str | None = None,
    is_preferred: Callable[[str], bool] | None = None,
) -> Setup:
    """Draw the set-up of a game for these chairs: identities that nobody chose by lot, none twice.

    `first`: the first seat, from 1; None: by lot. `overrides`: corrected values of the game data. `position`: an
    entered one. `is_preferred`: a predicate of identities that are preferred in the draw.
    """
    roles = roles_of(game)
    wishes = [chair.wish if chair.wish in roles.roles() else None for chair in chairs]
    for wish in wishes:
        if wish and wishes.count(wish) > 1:  # only a position can say so
            raise Rejection("wonder-taken", wonder=wish, seat=wishes.index(wish) + 1)
    wished = {roles.board(wish) for wish in wishes if wish}
    left = [identity for identity in roles.random_pool(lobby.variant) if roles.board(identity) not in wished]
    dealer.rng("lot identities", 0).shuffle(left)
    if is_preferred is not None:
        left.sort(key=lambda identity: not is_preferred(identity))
    left = _distinct(game, left, ())
    identities = [wish or left.pop() for wish in wishes] if roles.roles() else []
    begins = first or dealer.rng("lot first", 0).randint(1, len(chairs))
    header = _header(lobby, game, identities, len(chairs), begins)
    names = [chair.name for chair in chairs if chair.name]
    if len(names) == len(chairs):
        header["names"] = ", ".join(names)
    header |= format_data_keys(game.data_version, overrides)
    if position is not None:
        header["position"] = _strip_names(position)
    return parse_header(game, header, [chair.name for chair in chairs])


def parse_header(rules: Rules, header: Mapping[str, str], people: Sequence[str | None] = ()) -> Setup:
    """Parse a header by its rules; raise Rejection `setup` or `position` with the first fault.

    `people`: names of the seats, for a fault of a position.
    """
    try:
        return rules.setup(header)
    except BadHeader as bad:
        key, reason = bad.faults[0]
        if key == "position":
            raise _misfit(bad, reason, people) from None
        raise Rejection("setup", key=key, reason=reason) from None


def _misfit(bad: BadHeader, reason: str, people: Sequence[str | None]) -> Rejection:
    """Explain why a position does not fit: what its game says, and who sits at that seat."""
    if not isinstance(bad.__cause__, IllegalAction):
        return Rejection("position", why="shape", reason=reason)
    facts = dict(bad.__cause__.facts)
    seat = facts.get("seat")
    name = people[seat - 1] if isinstance(seat, int) and people else None
    if name:
        facts["name"] = name
    return Rejection("position", facts, why=bad.__cause__.rule, reason=reason)


def rules_name(kind: str, header: Mapping[str, str]) -> str:
    """Return the name of a stored game's rules: its own, or `tally` for a game's score sheet."""
    return "tally" if header.get("game") == "tally" else kind


def identities(header: Mapping[str, str]) -> tuple[str, ...]:
    """Return each seat's identity in a header; empty where a game has none, "" for one not reported."""
    words = tuple(word.strip() for word in header["seats"].split(","))
    return () if words[0].isdecimal() else tuple("" if word == UNKNOWN_ROLE else word for word in words)


def drop_free_chairs(chairs: Chairs, first: int | None) -> tuple[Chairs, int | None]:
    """Return the ring without free chairs, and the seat that begins in it: the next one held, clockwise."""
    held: list[Chair] = [chair for chair in chairs if chair.by != "free"]
    if first is None or not held:
        return tuple(held), None
    clockwise = (*chairs[first - 1 :], *chairs[: first - 1])
    begins = next(chair for chair in clockwise if chair.by != "free")
    return tuple(held), held.index(begins) + 1


def _header(lobby: Lobby, game: Game, identities: Sequence[str], seats: int, first: int) -> dict[str, str]:
    header = {"game": lobby.game, "seats": ", ".join(identities) or str(seats)} | format_data_keys(
        game.data_version, ""
    )
    if game.first_seat:
        header["first"] = str(first)
    if lobby.variant:
        header["variant"] = " ".join(lobby.variant)
    if lobby.rules:
        header["rules"] = ", ".join(f"{name}={'yes' if on else 'no'}" for name, on in sorted(lobby.rules.items()))
    if lobby.mode == "track":
        header["deal"] = "lazy"
    return header
