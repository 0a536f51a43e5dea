"""Views: what a seat or the public may know, built from nothing, field by field. Privacy is argued here.

Known to one seat only: its hand, its unplayed leaders, its choice until all are revealed, and the discard pile while it
is asked what to build from it. All other fields are public or numbers.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import Final

import msgspec

from engine.bit_sets import numbers
from engine.game import CHANCE, Seat
from engine.memoize import memoize
from engine.seven_wonders.chance import pending_line
from engine.seven_wonders.data_schema import (
    AGES,
    CLASSES,
    RESOURCES,
    STAGE,
    SYMBOLS,
    BuryLeader,
    CoinsOnBuild,
    CoinsOnChain,
)
from engine.seven_wonders.effects import apply_standing, pay_out, score, winners
from engine.seven_wonders.lookup_tables import Effects, names_of
from engine.seven_wonders.packed_position import Deed, Position
from engine.seven_wonders.payments import ALL_UNITS, COUNTS, TOTAL
from engine.seven_wonders.questions import is_secret_choice, passes, question
from engine.seven_wonders.record_header import OWN_AGE
from engine.seven_wonders.view_json import (
    BuildOption,
    BuildStatus,
    DerivedFacts,
    LastTurn,
    PriceReason,
    PrivateView,
    Score,
    SeatAct,
    SeatView,
    Standing,
    UnpaidThing,
    View,
)

SYMBOLS_OR_ANY = (*SYMBOLS, "any")
CHOICE_VERBS = ("build", "stage", "sell", "recruit")
PRICE_REASONS: Final[tuple[PriceReason, ...]] = ("price", "chain", "free")  # by AS_PRINTED, BY_CHAIN, BY_EFFECT


def public_view(pos: Position) -> View:
    """Return the public view."""
    return View(
        game="seven-wonders",
        over=question(pos) is None and pos.pending_chance < 0,
        age=pos.age,
        turn=pos.turn,
        asked=question(pos),
        to_act=tuple([actor + 1 for actor in pos.to_act]) if pos.to_act != (CHANCE,) else (),
        pending=pending_line(pos),
        winners=tuple([winner + 1 for winner in winners(pos)]),
        seats=tuple([_seat(pos, seat) for seat in range(pos.seats)]),
        discard=sum(pos.discarded),
        box=pos.box_size,
        derived=DerivedFacts(
            passing=_passing_side(pos),
            standing=tuple([_standing(pos, seat) for seat in range(pos.seats)]),
            last=_last_turn(pos),
            discarded=tuple(pos.discarded[1:]),
            told=() if pos.eager else tuple([None if choice is None else str(choice) for choice in pos.choices]),
            unpaid=()
            if pos.eager or not is_secret_choice(pos)
            else tuple([_unpaid(pos, Seat(seat)) for seat in range(pos.seats)]),
        ),
    )


def view_of_seat(pos: Position, seat: Seat, shown: View, after: Mapping[str, Mapping[str, int]]) -> View:
    """Return the view of a seat, made from the public one. `after`: coins left, by action and payment."""
    ways = _list_options(pos, seat, shown.seats[seat].score) if pos.eager and seat in pos.to_act else ()
    ways = tuple([msgspec.structs.replace(way, after=dict(after.get(way.thing, {}))) for way in ways])
    derived = msgspec.structs.replace(shown.derived, build_options=ways) if ways else shown.derived
    return msgspec.structs.replace(shown, mine=_private_view(pos, seat), derived=derived)


def mark_chosen(shown: View, seat: int, to_act: tuple[Seat, ...]) -> View:
    """Return the public view after a secret choice, while others still choose: only the fact of the choice is new."""
    seats = list(shown.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], chosen=True)
    return msgspec.structs.replace(shown, seats=tuple(seats), to_act=tuple([actor + 1 for actor in to_act]))


def renew_view(known: View, shown: View) -> View:
    """Return a seat's view updated with what became public since."""
    return msgspec.structs.replace(shown, mine=known.mine, derived=known.derived)


def _private_view(pos: Position, seat: Seat) -> PrivateView:
    lookup = pos.lookup
    choice = pos.choices[seat]
    said = str(choice) if choice is not None else None
    if not pos.eager:
        return PrivateView(hand=None, leaders=None, choice=said)
    drafting = pos.drafts[seat]
    hand = [lookup.leaders[leader] for leader in drafting] or [lookup.cards[card] for card in pos.hands[seat]]
    looks = question(pos) == "rebuild" and seat in pos.to_act
    return PrivateView(
        hand=tuple(hand),
        leaders=tuple([lookup.leaders[leader] for leader in pos.leaders[seat]]),
        choice=said,
        discard=tuple([lookup.cards[card] for card in sorted(pos.discard)]) if looks else msgspec.UNSET,
    )


def _seat(pos: Position, seat: int) -> SeatView:
    lookup, board = pos.lookup, pos.boards[seat]
    return SeatView(
        seat=seat + 1,
        name=pos.setup.names[seat] if pos.setup.names else None,
        wonder=board.wonder,
        side=board.side,
        coins=pos.coins[seat],
        stages=pos.stages[seat],
        cards=names_of(lookup.cards, pos.cities[seat]),
        leaders=names_of(lookup.leaders, pos.face_up[seat]),
        buried=names_of(lookup.leaders, pos.buried[seat]),
        shields=pos.shields[seat],
        tokens=tuple(pos.token_values(seat)),
        hand=len(pos.drafts[seat]) or pos.hand_sizes[seat],
        leaders_left=pos.unplayed[seat],
        chosen=pos.choices[seat] is not None,
        score=Score(**score(pos, seat)),
        ages=ages(pos, seat) or msgspec.UNSET,
    )


def ages(pos: Position, seat: int) -> dict[str, int]:
    """Map the leaders whose cost is the number of an age to the age that counts, for a wonder that buries leaders."""
    lookup = pos.lookup
    if not any(isinstance(effect, BuryLeader) for stage in pos.boards[seat].effects for effect in stage.asks):
        return {}
    due = pos.face_up[seat] if pos.setup.rules[OWN_AGE] else 0  # these count as of now
    return {
        lookup.leaders[leader]: pos.age if due >> leader & 1 else pos.recruited_in[leader]
        for leader in numbers(pos.face_up[seat] | pos.buried[seat])
        if lookup.facts.leaders[lookup.leaders[leader]].by_age
    }


# ---- derived: what follows from the rest ------------------------------------------------------------------


def _passing_side(pos: Position) -> str | None:
    """Return the side to which hands are passed at the end of this turn; None after the last of an age."""
    facts = pos.lookup.facts
    if question(pos) == "draft":
        return facts.draft.passing
    return facts.table.passing[pos.age - 1] if pos.turn and passes(pos) else None


def _standing(pos: Position, seat: int) -> Standing:
    symbols = pos.symbols[seat * len(SYMBOLS_OR_ANY) : (seat + 1) * len(SYMBOLS_OR_ANY)]
    makes, sells, stages = (
        (pos.production[seat], pos.choice_production[seat]),
        pos.wares_for_sale[seat],
        pos.boards[seat].stages,
    )
    return _standing_view(seat, makes, sells, pos.prices[seat], tuple(symbols), stages)


@memoize(1 << 8)
def _standing_view(
    seat: int, makes: tuple[int, int], sells: int, prices: int, symbols: tuple[int, ...], stages: int
) -> Standing:
    """Return the public state of a seat that makes these units, sells these wares, and pays these prices."""
    return Standing(
        seat=seat + 1,
        makes=_units(makes[0]),
        choices=_choices(makes[1]),
        sells=_units(sells & ALL_UNITS),
        sells_choices=_choices(sells >> COUNTS),
        prices={
            "left": {"raw": prices & 15, "manufactured": prices >> 8 & 15},
            "right": {"raw": prices >> 4 & 15, "manufactured": prices >> 12 & 15},
        },
        symbols={symbol: count for symbol, count in zip(SYMBOLS_OR_ANY, symbols, strict=True) if count},
        stages=stages,
    )


def _units(units: int) -> dict[str, int]:
    return {name: units >> 4 * place & 15 for place, name in enumerate(RESOURCES) if units >> 4 * place & 15}


def _choices(makes: int) -> tuple[tuple[str, ...], ...]:
    """List producers of one of several resources."""
    found = []
    while makes:
        found.append(tuple([name for place, name in enumerate(RESOURCES) if makes >> place & 1]))
        makes >>= 7
    return tuple(sorted(found))


def _last_turn(pos: Position) -> LastTurn | None:
    """Return what was revealed last, and what followed from it."""
    if pos.revealed is None:
        return None
    deeds: list[Deed] = [(seat, "none", "", 0, 0, 0, 0, 0) for seat in range(pos.seats)]
    gains: list[list[tuple[int, str]]] = [[] for _ in deeds]
    newest = list(range(pos.seats))  # by seat, the place of what it did last
    for deed in pos.deeds:
        seat, what, name, coins, left, right, *_ = deed
        if not what:
            gains[newest[seat]].append((coins, name))
        elif what in CHOICE_VERBS and deeds[seat][1] == "none":
            deeds[seat] = deed
        else:
            newest[seat] = len(deeds)
            deeds.append(deed)
            gains.append([])
        if left:
            gains[newest[pos.left_neighbour(seat)]].append((left, "right"))
        if right:
            gains[newest[pos.right_neighbour(seat)]].append((right, "left"))
    age, turn = pos.revealed
    return LastTurn(age, turn, tuple([_seat_act(deed, tuple(came)) for deed, came in zip(deeds, gains, strict=True)]))


def _seat_act(deed: Deed, gains: tuple[tuple[int, str], ...]) -> SeatAct:
    seat, what, name, cost, left, right, bank, detail = deed
    why: PriceReason = "price"
    if what in ("build", "rebuild"):
        why = PRICE_REASONS[detail]
    elif what == "recruit" and not cost:
        why = "free"
    return SeatAct(
        seat=seat + 1,
        what=what,  # type: ignore[arg-type]  # the state machine writes no other verb
        card=name or None,
        stage=detail if what == "stage" else 0,
        token=detail if what == "lose" else 0,
        why=why,
        left=left,
        right=right,
        bank=bank,
        cost=cost,
        gains=gains,
        coins=sum([coins for coins, _ in gains]) - left - right - bank - cost,
    )


def _list_options(pos: Position, seat: Seat, now: Score) -> tuple[BuildOption, ...]:
    """Return what each use of a thing in question takes. It is about a seat's own hand, so only that seat gets it."""
    lookup, asked = pos.lookup, question(pos)
    calculator = _GainCalculator(pos, seat, now.total - now.treasury)
    found: list[BuildOption] = []
    if asked in ("play", "seventh"):
        free = pos.colours_free_now(seat)
        found = [_card_option(pos, seat, card, free, calculator) for card in sorted(set(pos.hands[seat]))]
    elif asked in ("recruit", "extra"):
        for leader in pos.leaders[seat]:
            price = pos.leader_price(seat, leader)
            short = max(0, price - pos.coins[seat])
            points, brings = calculator.gains_of_leader(leader)
            why: BuildStatus = "unpaid" if short else "price"
            found.append(BuildOption(lookup.leaders[leader], why, price, short=short, points=points, brings=brings))
    elif asked == "rebuild":
        for card in sorted(set(pos.discard)):
            if not pos.cities[seat] & lookup.namesakes[card]:
                points, brings = calculator.gains_of_card(card, chain=False)
                found.append(BuildOption(lookup.cards[card], "free", points=points, brings=brings))
    if asked in ("play", "seventh", "recruit") and pos.stages[seat] < pos.boards[seat].stages:
        board, stage = pos.boards[seat], pos.stages[seat]
        points, brings = calculator.gains_of_stage()
        lacks, short = _missing_for_stage(pos, seat)
        why = "unpaid" if lacks or short else "price"
        found.append(BuildOption("stage", why, board.coins[stage], lacks, short, points, brings))
    return tuple(found)


def _card_option(pos: Position, seat: Seat, card: int, free: int, calculator: "_GainCalculator") -> BuildOption:
    """Return how a seat could have a card. `free`: colours that cost nothing."""
    lookup, city = pos.lookup, pos.cities[seat]
    name = lookup.cards[card]
    if city & lookup.namesakes[card]:
        return BuildOption(name, "twice")
    chain = city & lookup.chained[card] != 0
    points, brings = calculator.gains_of_card(card, chain=chain)
    if chain or free >> lookup.colour[card] & 1:
        return BuildOption(name, "chain" if chain else "free", points=points, brings=brings)
    coins = lookup.card_coins[card]
    less = pos.discounted_classes[seat] >> lookup.colour[card] & 1 != 0
    lacks, short = _find_missing(pos, seat, lookup.card_needs[card], less, coins)
    return BuildOption(name, "unpaid" if lacks or short else "price", coins, lacks, short, points, brings)


def _unpaid(pos: Position, seat: Seat) -> tuple[UnpaidThing, ...]:
    """List what a seat cannot pay for: of the cards of this age, or the leaders in the box, and its wonder."""
    lookup = pos.lookup
    found: list[UnpaidThing] = []
    if question(pos) == "recruit":
        prices = ((lookup.leaders[leader], pos.leader_price(seat, leader) - pos.coins[seat]) for leader in pos.in_box)
        found += [UnpaidThing(leader, short=short) for leader, short in prices if short > 0]
    else:
        free, copies = pos.colours_free_now(seat), lookup.copies[pos.seats][pos.age]
        guilds = lookup.guilds if pos.age == AGES else ()
        for card, name in enumerate(lookup.cards):
            chain_or_free = pos.cities[seat] & lookup.chained[card] or free >> lookup.colour[card] & 1
            if not (copies[card] or card in guilds) or chain_or_free or pos.cities[seat] & lookup.namesakes[card]:
                continue
            less = pos.discounted_classes[seat] >> lookup.colour[card] & 1 != 0
            lacks, short = _find_missing(pos, seat, lookup.card_needs[card], less, lookup.card_coins[card])
            if lacks or short:
                found.append(UnpaidThing(name, lacks, short))
    if pos.stages[seat] < pos.boards[seat].stages:
        lacks, short = _missing_for_stage(pos, seat)
        if lacks or short:
            found.append(UnpaidThing("stage", lacks, short))
    return tuple(found)


def _missing_for_stage(pos: Position, seat: Seat) -> tuple[tuple[str, ...], int]:
    board, stage = pos.boards[seat], pos.stages[seat]
    return _find_missing(
        pos, seat, board.needs[stage], pos.discounted_classes[seat] >> STAGE & 1 != 0, board.coins[stage]
    )


def _find_missing(pos: Position, seat: Seat, needs: int, less: bool, coins: int) -> tuple[tuple[str, ...], int]:
    """Return the fewest units that are not for sale anywhere; if there are none, the coins missing for the cheapest
    way.
    """
    ways = pos.payment_plans(seat, needs, less)
    if ways:
        return (), max(0, coins + (ways[0] >> TOTAL) - pos.coins[seat])
    units = [place for place in range(len(RESOURCES)) for _ in range(needs >> 4 * place & 15)]
    for number in range(1, len(units)):
        for left_out in sorted(set(combinations(units, number))):
            if pos.payment_plans(seat, needs - sum([1 << 4 * place for place in left_out]), less):
                return tuple([RESOURCES[place] for place in left_out]), 0
    return tuple([RESOURCES[place] for place in units]), 0


class _GainCalculator:
    """The gains of one more thing for a seat: points without coins, and coins at once. Its price is not included."""

    __slots__ = ("_copy", "_points", "_pos", "_seat")

    def __init__(self, pos: Position, seat: Seat, points: int) -> None:
        """Prepare a copy. `points`: of the seat now, without coins."""
        self._pos, self._seat, self._points = pos, seat, points
        self._copy = Position(pos.lookup, pos.setup, blank=True)

    def gains_of_card(self, card: int, chain: bool) -> tuple[int, int]:
        lookup, copy, seat = self._pos.lookup, self._reset_copy(), self._seat
        colour = lookup.colour[card]
        copy.cities[seat] |= 1 << card
        copy.counts[seat * CLASSES + colour] += 1
        self._apply_effects(lookup.card_effects[card])
        copy.gain_from_effects(seat, copy.built_coins[seat * CLASSES + colour], CoinsOnBuild, 1, colour)
        if chain:
            copy.gain_from_effects(seat, copy.chain_coins[seat], CoinsOnChain, 1)
        return self._gains()

    def gains_of_leader(self, leader: int) -> tuple[int, int]:
        self._reset_copy().face_up[self._seat] |= 1 << leader
        self._apply_effects(self._pos.lookup.leader_effects[leader])
        return self._gains()

    def gains_of_stage(self) -> tuple[int, int]:
        """Return the gains of the next stage."""
        copy, seat = self._reset_copy(), self._seat
        stage = copy.stages[seat]
        copy.stages[seat] += 1
        copy.counts[seat * CLASSES + STAGE] += 1
        self._apply_effects(copy.boards[seat].effects[stage])
        return self._gains()

    def _reset_copy(self) -> Position:
        self._pos.copy_into(self._copy)
        return self._copy

    def _apply_effects(self, effects: Effects) -> None:
        apply_standing(self._copy, self._seat, effects)
        pay_out(self._copy, self._seat, effects, "", None)

    def _gains(self) -> tuple[int, int]:
        found, coins = score(self._copy, self._seat), self._copy.coins[self._seat]
        return found["total"] - found["treasury"] - self._points, coins - self._pos.coins[self._seat]
