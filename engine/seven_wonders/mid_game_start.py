"""Positions in which a game begins: the `position` of a header, parsed, validated and laid out.

The rule is docs/notation-seven-wonders.md, *Beginning in the middle*. The discard pile and the cards under stages are
not entered: their number follows from the rest, and `Position.unsorted` lists the ages they may be of.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Final

import msgspec

from engine.bit_sets import bits, numbers
from engine.mid_game_start import (
    Misfit,
    PositionPart,
    derived_faults,
    first_duplicate,
    format_position,
    parse_position,
    seat_faults,
    shape_misfit,
    unknown_words,
)
from engine.seven_wonders import visibility
from engine.seven_wonders.data_schema import (
    AGES,
    CLASSES,
    STAGE,
    TURNS,
    BuryLeader,
    DefeatToWinner,
    DrawLeaders,
    Effect,
    ExtraLeader,
    Purge,
    RebuildCard,
    SeventhCard,
    VictoryToken,
)
from engine.seven_wonders.effects import recount
from engine.seven_wonders.lookup_tables import Board, Lookup
from engine.seven_wonders.packed_position import DEFEAT, TOKENS, Position
from engine.seven_wonders.record_header import EXPERTS, SevenWondersSetup

MAX_COINS: Final = 999
NEIGHBOURS: Final = 2  # neighbours
DERIVED_FIELDS: Final = ("hand", "shields", "score")  # from the rest of a seat


class EnteredSeat(PositionPart, frozen=True):
    seat: int
    wonder: str
    side: str
    coins: Annotated[int, msgspec.Meta(le=MAX_COINS)]
    stages: Annotated[int, msgspec.Meta(ge=0)]
    cards: tuple[str, ...]
    tokens: tuple[int, ...]
    leaders: tuple[str, ...] = ()
    buried: tuple[str, ...] = ()
    ages: Mapping[str, Annotated[int, msgspec.Meta(ge=1, le=AGES)]] = {}
    leaders_left: Annotated[int, msgspec.Meta(ge=0)] | None = None
    chosen: bool = False
    name: str | None = None
    hand: int | None = None
    shields: int | None = None
    score: Mapping[str, int] | None = None


class EnteredPosition(PositionPart, frozen=True):
    age: Annotated[int, msgspec.Meta(ge=1, le=AGES)]
    turn: Annotated[int, msgspec.Meta(ge=0, le=TURNS)]
    seats: tuple[EnteredSeat, ...]
    discard: int | None = None
    game: str = "seven-wonders"
    over: bool = False
    asked: str | None = None
    to_act: tuple[int, ...] | None = None
    pending: str | None = None
    winners: tuple[int, ...] = ()
    box: int | None = None


class SeatHistory:
    """The history of one seat, as far as it follows from age, turn and what the seat has."""

    def __init__(self, told: EnteredPosition, number: int, lookup: Lookup, setup: SevenWondersSetup) -> None:
        self.seat: Final = told.seats[number]
        self.lookup: Final = lookup
        self.board: Final[Board] = lookup.boards[setup.boards[number]]
        # Recruitments that are over, and the one of Age III among them, after which leaders go back into the box.
        self.rounds: Final = told.age - (told.turn == 0) if setup.leaders else 0
        self.boxed: Final = self.rounds == AGES and not self.board.keeps_leaders
        self.dealt: Final = lookup.facts.draft.dealt if setup.leaders else 0
        self.recruited: Final = len(self.seat.leaders) + len(self.seat.buried)

    @cached_property
    def effects(self) -> list[Effect]:
        """Of all built stages, and of all leaders that were ever recruited."""
        stages = self.board.effects[: self.seat.stages]
        leaders = [self.lookup.leader[name] for name in (*self.seat.leaders, *self.seat.buried)]
        of = [*stages, *[self.lookup.leader_effects[leader] for leader in leaders]]
        return [effect for effects in of for effect in effects.all]

    def count(self, kind: type[Effect]) -> int:
        return sum(isinstance(effect, kind) for effect in self.effects)

    @property
    def leaders_drawn(self) -> int:
        """Leaders that came out of the box."""
        return sum(effect.amount for effect in self.effects if isinstance(effect, DrawLeaders))

    @property
    def leaders_used(self) -> int:
        """Leaders that are not in the hand any more, if no more were recruited besides than lie there."""
        return min(max(self.rounds, self.recruited), self.dealt + self.leaders_drawn)

    @property
    def possible_leaders(self) -> range:
        """The numbers of leaders that the seat may hold: a recruitment takes one, and some stages another one."""
        if self.boxed:
            return range(1)
        most = self.dealt + self.leaders_drawn - self.leaders_used
        fewest = self.dealt + self.leaders_drawn - self.rounds - self.count(ExtraLeader)
        return range(max(0, min(fewest, most)), most + 1)

    @property
    def by_leaders(self) -> int:
        """Stages that may have been built with a leader: in recruitments in which none was recruited."""
        recruited = max(0, self.recruited - self.count(ExtraLeader))
        return min(self.seat.stages, max(0, self.rounds - recruited))


# ---- read ------------------------------------------------------------------------------------------------


def read_entered(lookup: Lookup, setup: SevenWondersSetup) -> EnteredPosition:
    """Parse the position of a header. Raise Misfit for the first field that does not fit."""
    return parse_position(setup.position, EnteredPosition, lambda told: _faults(told, lookup, setup))


def format_entered(lookup: Lookup, setup: SevenWondersSetup) -> str:
    """Normalise the position of a header to one line without duplicate fields. Raise Misfit as `read_entered` does."""
    read_entered(lookup, setup)
    return format_position(setup.position)


def _faults(told: EnteredPosition, lookup: Lookup, setup: SevenWondersSetup) -> Iterator[Misfit]:
    """Report fields that do not fit, in their order."""
    if told.game != "seven-wonders":
        yield shape_misfit("game", "only seven-wonders")
    if told.over or told.winners:
        yield Misfit("over", "over: a game that is over does not go on")
    if len(told.seats) != setup.seats:
        here, there = setup.seats, len(told.seats)
        yield Misfit("seats", f"seats: {here} sit here by the header, not {there}", here=here, there=there)
        return
    for number, seat in enumerate(told.seats, 1):
        yield from _seat_faults(seat, number, lookup, setup)
    past = [SeatHistory(told, number, lookup, setup) for number in range(setup.seats)]
    yield from _turn_faults(told, past, setup)
    yield from _leader_faults(told, past)
    yield from _token_faults(told, past, lookup)
    yield from _card_faults(told, past, lookup)
    yield from _sum_faults(told, past, lookup, setup)


def _seat_faults(seat: EnteredSeat, number: int, lookup: Lookup, setup: SevenWondersSetup) -> Iterator[Misfit]:
    at, board = f"seats.{number}", lookup.boards[setup.boards[number - 1]]
    yield from seat_faults(at, number, seat.seat, seat.name, setup.names)
    if (seat.wonder, seat.side) != (board.wonder, board.side):
        yield Misfit("wonder", f"{at}.wonder: the header says {board.name}", seat=number)
    if seat.coins < 0:
        yield Misfit("coins", f"{at}.coins: not below 0", seat=number)
    if seat.stages > board.stages:
        text = f"{at}.stages: {board.stages} at most"
        yield Misfit("stages", text, seat=number, most=board.stages, there=seat.stages)
        return
    yield from unknown_words(f"{at}.cards", seat.cards, _list_dealt_cards(lookup, setup.seats))
    if again := first_duplicate(seat.cards):
        yield shape_misfit(f"{at}.cards", f"{again} stands there twice")
    city = bits(lookup.card[name] for name in seat.cards if name in lookup.card)
    for card in numbers(city):
        if (city & lookup.namesakes[card]).bit_count() > 1:
            name = lookup.cards[card]
            yield Misfit("namesake", f"{at}.cards: {name} and another one of its name", seat=number, card=name)
    pool = _pool(lookup, setup)
    yield from unknown_words(f"{at}.leaders", seat.leaders, pool)
    yield from unknown_words(f"{at}.buried", seat.buried, pool)
    yield from unknown_words(f"{at}.tokens", map(str, seat.tokens), [str(value) for value in _values(lookup)])
    due = [
        name
        for name in (*seat.leaders, *seat.buried)
        if name in lookup.facts.leaders and lookup.facts.leaders[name].by_age and _burials(board)
    ]
    if seat.ages.keys() != set(due):
        yield shape_misfit(f"{at}.ages", f"an age for each of {due}, whose cost it is" if due else "none here")


def _list_dealt_cards(lookup: Lookup, seats: int) -> set[str]:
    """List the cards that may be dealt with this number of seats."""
    copies = lookup.copies[seats]
    dealt = {name for name, card in lookup.card.items() if any(copies[age][card] for age in range(1, AGES + 1))}
    return dealt | {lookup.cards[guild] for guild in lookup.guilds}


def _pool(lookup: Lookup, setup: SevenWondersSetup) -> set[str]:
    """List the leaders in the game."""
    experts = lookup.experts if EXPERTS in setup.variant else []
    return {lookup.leaders[leader] for leader in lookup.standard + experts} if setup.leaders else set()


def _values(lookup: Lookup) -> list[int]:
    """List the values of military tokens: a defeat, then a victory of each age."""
    table = lookup.facts.table
    return [-table.defeat, *table.victory]


def _burials(board: Board) -> list[int]:
    """List by stage of a board that buries leaders how often it counts their cost."""
    return [effect.times for stage in board.effects for effect in stage.asks if isinstance(effect, BuryLeader)]


def _turn_faults(told: EnteredPosition, past: list[SeatHistory], setup: SevenWondersSetup) -> Iterator[Misfit]:
    """Check that a turn begins, or a recruitment."""
    if not told.turn and not setup.leaders:
        yield shape_misfit("turn", f"1 to {TURNS} without leaders")
    acting = tuple(at + 1 for at, one in enumerate(past) if told.turn or _leaders_left(one))
    word = "play" if told.turn else "recruit"
    begins = told.pending is None and not any(seat.chosen for seat in told.seats)
    if not begins or told.asked not in (None, word) or told.to_act not in (None, acting):
        yield Misfit("mid-turn", "to_act: a position lies before a turn for which nobody has chosen yet")


def _leaders_left(past: SeatHistory) -> int:
    told = past.seat.leaders_left
    return past.possible_leaders[-1] if told is None else told


def _leader_faults(told: EnteredPosition, past: list[SeatHistory]) -> Iterator[Misfit]:
    if again := first_duplicate(name for seat in told.seats for name in (*seat.leaders, *seat.buried)):
        yield Misfit("leader-twice", f"seats: {again} lies in two places", leader=again)
        return
    for number, one in enumerate(past, 1):
        at, buried, can = f"seats.{number}", len(one.seat.buried), one.count(BuryLeader)
        if buried > can:
            text = f"{at}.buried: by the stages built {can} at most"
            yield Misfit("buried", text, seat=number, there=buried, most=can)
        most = one.rounds + one.count(ExtraLeader)
        if one.recruited > most:
            text = f"{at}.leaders: {most} at most have been recruited by now, not {one.recruited}"
            yield Misfit("leaders", text, seat=number, there=one.recruited, most=most)
        left = _leaders_left(one)
        if left not in one.possible_leaders:
            text = f"{at}.leaders_left: {one.possible_leaders[0]} to {one.possible_leaders[-1]}"
            yield Misfit(
                "leaders-left",
                text,
                seat=number,
                there=left,
                fewest=one.possible_leaders[0],
                most=one.possible_leaders[-1],
            )


def _token_faults(told: EnteredPosition, past: list[SeatHistory], lookup: Lookup) -> Iterator[Misfit]:
    """Check the tokens against what the conflicts so far, and leaders, can have brought."""
    values, fights = _values(lookup), told.age - 1
    to_winners = any(one.count(DefeatToWinner) for one in past)
    for number, one in enumerate(past, 1):
        at, held, given = f"seats.{number}.tokens", Counter(one.seat.tokens), one.count(VictoryToken)
        for value in sorted(held):
            ages = [age for age, worth in enumerate(values[1:], 1) if worth == value and age <= told.age]
            fought = NEIGHBOURS * sum(age <= fights for age in ages) + (given if ages else 0)
            most = NEIGHBOURS * fights if value == values[DEFEAT] else fought
            if held[value] > most:
                text = f"{at}: {most} of {value} at most by now"
                yield Misfit("token", text, seat=number, value=value, there=held[value], most=most)
        most = NEIGHBOURS * fights * (2 if to_winners else 1) + given
        if len(one.seat.tokens) > most:
            text = f"{at}: {most} at most by now"
            yield Misfit("tokens", text, seat=number, there=len(one.seat.tokens), most=most)
    if not any(one.count(Purge) for one in past):
        defeats = sum(token == values[DEFEAT] for seat in told.seats for token in seat.tokens)
        given = sum(one.count(VictoryToken) for one in past)
        victories = sum(len(seat.tokens) for seat in told.seats) - defeats - given
        if victories != defeats:
            text = f"seats: {victories} tokens were won in conflicts, but {defeats} lost"
            yield Misfit("token-sum", text, won=victories, lost=defeats)


def _card_faults(told: EnteredPosition, past: list[SeatHistory], lookup: Lookup) -> Iterator[Misfit]:
    """Check that no card occurs more often than it exists, and that no city has more than its seat can have played."""
    seats, more = len(told.seats), lookup.facts.table.more_guilds
    for name, there in sorted(Counter(name for seat in told.seats for name in seat.cards).items()):
        card = lookup.card[name]
        age = lookup.age[card]
        most = 1 if card in lookup.guilds else lookup.copies[seats][age][card]
        if age > told.age:
            yield Misfit("card-age", f"age: {name} is of Age {age}, which has not begun", card=name, age=age)
        if there > most:
            text = f"seats: {most} of {name} at most, not {there}"
            yield Misfit("copies", text, card=name, most=most, there=there)
    guilds = sum(lookup.card[name] in lookup.guilds for seat in told.seats for name in seat.cards)
    if guilds > seats + more:
        text = f"seats: {seats + more} guilds at most, not {guilds}"
        yield Misfit("guilds", text, most=seats + more, there=guilds)
    for number, one in enumerate(past, 1):
        at, seventh, free = f"seats.{number}", bool(one.count(SeventhCard)), one.count(RebuildCard)
        in_all = one.by_leaders + free
        for age in range(1, told.age + 1):
            turns = TURNS + seventh if age < told.age else max(0, told.turn - 1)
            in_all += turns
            there = sum(lookup.age[lookup.card[name]] == age for name in one.seat.cards)
            if there > turns + free:
                text = f"{at}.cards: {turns + free} of Age {age} at most by now, not {there}"
                yield Misfit("age-cards", text, seat=number, age=age, most=turns + free, there=there)
        there = len(one.seat.cards) + one.seat.stages
        if there > in_all:
            text = f"{at}.cards: {in_all} cards and stages at most by now, not {there}"
            yield Misfit("cards", text, seat=number, most=in_all, there=there)


def discards(told: EnteredPosition, past: list[SeatHistory], lookup: Lookup) -> range:
    """Return how many cards the discard pile may contain: all played cards that are not in cities or under stages."""
    hands = lookup.hand * (told.age - 1) + max(0, told.turn - 1)
    gone = hands * len(told.seats) - sum(len(seat.cards) for seat in told.seats)
    fewest = gone - sum(seat.stages for seat in told.seats)
    return range(max(0, fewest), fewest + sum(one.by_leaders for one in past) + 1)


def _sum_faults(
    told: EnteredPosition, past: list[SeatHistory], lookup: Lookup, setup: SevenWondersSetup
) -> Iterator[Misfit]:
    """Check the fields that follow from the rest, once each fits by itself."""
    can = discards(told, past, lookup)
    if not can:
        there = sum(len(seat.cards) + seat.stages for seat in told.seats)
        text = f"seats: {there} cards and stages, more than have been played"
        yield Misfit("in-all", text, there=there)
        return
    if told.discard is not None and told.discard not in can:
        text = f"discard: {can[0]} to {can[-1]} by what lies before seats; it may be left out"
        yield Misfit("discard", text, fewest=can[0], most=can[-1])
    pos = Position(lookup, setup)
    lay_out(pos, told)
    if told.box not in (None, pos.box_size):
        yield shape_misfit("box", f"{pos.box_size} by what lies before seats; it may be left out")
    yield from derived_faults(told.seats, visibility.public_view(pos).seats, DERIVED_FIELDS)


# ---- lay out ---------------------------------------------------------------------------------------------


def lay_out(pos: Position, told: EnteredPosition) -> None:
    """Put everything where it was entered; no turn has begun, and no recruitment."""
    lookup = pos.lookup
    past = [SeatHistory(told, number, lookup, pos.setup) for number in range(pos.seats)]
    pos.age, pos.turn = (told.age, told.turn - 1) if told.turn else (told.age - 1, 0)
    pos.hand_sizes = [lookup.hand - pos.turn if told.turn else 0] * pos.seats
    for seat, entered in enumerate(told.seats):
        _lay_seat(pos, seat, entered)
        pos.unplayed[seat] = _leaders_left(past[seat])
    for seat in range(pos.seats):
        recount(pos, seat)
    for one in past:
        pos.box_size -= one.leaders_drawn - (one.dealt + one.leaders_drawn - one.leaders_used if one.boxed else 0)
    there = Counter(lookup.age[card] for city in pos.cities for card in numbers(city))
    hands = [lookup.hand] * (told.age - 1) + [max(0, told.turn - 1)]
    pos.unsorted_ages = tuple([age for age, cards in enumerate(hands, 1) if cards * pos.seats > there[age]])
    pos.discarded[0] = discards(told, past, lookup)[0] if told.discard is None else told.discard


def _lay_seat(pos: Position, seat: int, entered: EnteredSeat) -> None:
    lookup, board = pos.lookup, pos.boards[seat]
    pos.coins[seat] = entered.coins  # whatever has brought them
    for name in entered.cards:
        card = lookup.card[name]
        pos.cities[seat] |= 1 << card
        pos.counts[seat * CLASSES + lookup.colour[card]] += 1
        pos.copies_built[card] += 1
    pos.stages[seat] = pos.counts[seat * CLASSES + STAGE] = entered.stages
    for value in entered.tokens:
        pos.tokens[seat * TOKENS + _values(lookup).index(value)] += 1
    times = max(_burials(board), default=0)
    for name in (*entered.leaders, *entered.buried):
        leader = lookup.leader[name]
        pos.recruited |= 1 << leader
        pos.recruited_in[leader] = entered.ages.get(name, pos.age)
        if name in entered.buried:
            pos.buried[seat] |= 1 << leader
            pos.buried_for[leader] = times * lookup.leader_cost[pos.recruited_in[leader]][leader]
        else:
            pos.face_up[seat] |= 1 << leader
