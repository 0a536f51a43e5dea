"""Questions and the actions offered: phases, pending questions, and every legal action of a seat."""

from collections.abc import Callable
from typing import Final

from engine.bit_sets import numbers
from engine.game import CHANCE, Rng, Seat
from engine.seven_wonders import actions
from engine.seven_wonders.actions import Action
from engine.seven_wonders.data_schema import AGES, TURNS
from engine.seven_wonders.packed_position import NONE, Position
from engine.seven_wonders.payments import FREE, NO_PLAN

# phase: what is asked; the first three are chosen in secret by all
DRAFT: Final = 0
RECRUIT: Final = 1
PLAY: Final = 2
LOSE: Final = 3
EXTRA: Final = 4
BURY: Final = 5
SEVENTH: Final = 6
REBUILD: Final = 7
GAME_OVER: Final = 8
OPEN: Final = (LOSE, BURY)  # everybody may know what is offered then
WORDS: Final = ("draft", "recruit", "play", "lose", "extra", "bury", "seventh", "rebuild", None)
# asked: what the pending chance is
DEAL_LEADERS: Final = 0
DEAL: Final = 1
DRAW: Final = 2
# todo: what follows a moment, in this order, each for seats 1…n: what times SEATS, and the seat
SEATS: Final = 8
TO_LOSE: Final = 0
TO_DRAW: Final = 1
TO_RECRUIT: Final = 2
TO_BURY: Final = 3
TO_PLAY: Final = 4  # the seventh card
TO_DISCARD: Final = 5  # what is left in all hands
TO_REBUILD: Final = 6  # by a stage
TO_REBUILD_TOO: Final = 7  # by a leader

BY_CHANCE: Final = (CHANCE,)
NO_SEATS: Final[tuple[Seat, ...]] = ()
NO_ACTIONS: Final[tuple[Action, ...]] = ()


def question(pos: Position) -> str | None:
    """Return the word for what seats are asked, or None while chance is pending."""
    return WORDS[pos.phase] if pos.pending_chance < 0 else None


def is_secret_choice(pos: Position) -> bool:
    """Check whether all seats are asked at once, to choose in secret."""
    return pos.pending_chance < 0 and pos.phase <= PLAY


def passes(pos: Position) -> bool:
    """Check whether hands are passed at the end of this turn."""
    return pos.turn < TURNS and pos.phase != GAME_OVER


def may_hold(pos: Position, seat: int, card: int) -> bool:
    """Check whether a card is in a seat's hand, or may be in it in records without hands."""
    return card in pos.hands[seat] if pos.eager else card in _may_come(pos, pos.age, _named_cards(pos))


def may_hold_leader(pos: Position, seat: int, leader: int) -> bool:
    return leader in (pos.leaders[seat] if pos.eager else _may_be_recruited(pos))


def list_offer(pos: Position, seat: int) -> tuple[Action, ...]:
    """List the secret choices of a seat."""
    if pos.phase == DRAFT:
        keeps = pos.lookup.keeps
        return tuple([keeps[leader] for leader in pos.drafts[seat]])
    if pos.phase == RECRUIT:
        return _offer_leaders(pos, seat) if pos.eager else _offer_any_leader(pos, seat)
    return _offer_cards(pos, seat, secret=True) if pos.eager else _offer_any_card(pos, seat, secret=True)


def _offer_cards(pos: Position, seat: int, *, secret: bool) -> tuple[Action, ...]:
    lookup = pos.lookup
    stages = pos.plans_for_stage(seat)
    free = pos.colours_free_now(seat)
    offer: list[Action] = []
    before = NONE
    hand, build_uses, stage_uses, sales = pos.hands[seat], lookup.builds, lookup.stages, lookup.sales
    for card, plans in zip(hand, pos.list_plans(seat, hand, free)):  # noqa: B905  # compiled, `strict` is slow
        if card == before:
            continue
        before = card
        if plans:
            builds = build_uses[card].get(plans)
            offer += lookup.list_builds(card, plans) if builds is None else builds
        if stages:
            under = stage_uses[card].get(stages)
            offer += lookup.list_stages(card, stages) if under is None else under
        offer.append(sales[card])
    return tuple(offer) if secret else _in_the_open(offer)


def _in_the_open(offer: list[Action]) -> tuple[Action, ...]:
    """Return secret choices as actions that everybody sees."""
    return tuple(
        [
            action.what
            for action in offer
            if isinstance(action, actions.Choose) and not isinstance(action.what, actions.Keep)
        ]
    )


def _offer_leaders(pos: Position, seat: int) -> tuple[Action, ...]:
    """List the uses of a seat's own leaders."""
    lookup = pos.lookup
    stages = pos.plans_for_stage(seat)
    offer: list[Action] = []
    for leader in pos.leaders[seat]:
        can = pos.leader_price(seat, leader) <= pos.coins[seat]
        offer += lookup.list_uses(len(lookup.cards) + leader, FREE if can else NO_PLAN, stages)
    return tuple(offer)


def _offer_any_card(pos: Position, seat: int, *, secret: bool) -> tuple[Action, ...]:
    """List the uses of any card that may be in a hand, in records without hands."""
    lookup = pos.lookup
    free = pos.colours_free_now(seat)
    offer: list[Action] = []
    cards = tuple(_may_come(pos, pos.age, _named_cards(pos)))
    for card, plans in zip(cards, pos.list_plans(seat, cards, free), strict=True):
        offer += lookup.list_builds(card, plans)
    offer += lookup.list_uses(lookup.nameless, NO_PLAN, pos.plans_for_stage(seat))
    return tuple(offer) if secret else _in_the_open(offer)


def _offer_any_leader(pos: Position, seat: int) -> tuple[Action, ...]:
    lookup = pos.lookup
    offer: list[Action] = []
    for leader in _may_be_recruited(pos):
        if pos.leader_price(seat, leader) <= pos.coins[seat]:
            offer += lookup.list_builds(len(lookup.cards) + leader, FREE)
    offer += lookup.list_uses(lookup.nameless, NO_PLAN, pos.plans_for_stage(seat))
    return tuple(offer)


def _named_cards(pos: Position) -> list[int]:
    """List the cards that seats have chosen to build in this round."""
    card = pos.lookup.card
    return [card[choice.card] for choice in pos.choices if isinstance(choice, actions.Build)]


def _may_come(pos: Position, age: int, named: list[int]) -> list[int]:
    """List the cards of an age with a copy in an unknown place, in records without hands; `named` count as known."""
    lookup = pos.lookup
    copies = lookup.copies[pos.seats][age]
    known = pos.copies_built[:]
    for card in named:
        known[card] += 1
    found = [card for card in range(len(lookup.cards)) if copies[card] > known[card]]
    if age == AGES:
        left = pos.seats + lookup.facts.table.more_guilds - sum([known[guild] for guild in lookup.guilds])
        if left > 0:
            found += [guild for guild in lookup.guilds if not known[guild]]
            found.sort()
    return found


def _may_be_recruited(pos: Position) -> list[int]:
    """List the leaders that nobody has recruited or chosen to recruit, in records without hands."""
    chosen = [choice.leader for choice in pos.choices if isinstance(choice, actions.Recruit)]
    leaders = pos.lookup.leaders
    return [n for n in pos.in_box if not pos.recruited >> n & 1 and leaders[n] not in chosen]


def _to_lose(pos: Position, seat: int) -> tuple[Action, ...]:
    values = {value for value in pos.token_values(seat) if value > 0}
    return tuple([actions.Lose(value) for value in sorted(values)])


def _to_recruit(pos: Position, seat: int) -> tuple[Action, ...]:
    """Offer one more of the seat's own leaders, or none (ruling 26)."""
    leaders = pos.leaders[seat]
    if not pos.eager:
        leaders = tuple(_may_be_recruited(pos)) if pos.unplayed[seat] else ()
    can = [leader for leader in leaders if pos.leader_price(seat, leader) <= pos.coins[seat]]
    return (*[pos.lookup.recruits[leader] for leader in can], pos.lookup.done) if can else NO_ACTIONS


def _to_bury(pos: Position, seat: int) -> tuple[Action, ...]:
    return tuple([pos.lookup.buries[leader] for leader in numbers(pos.face_up[seat])])


def _to_play(pos: Position, seat: int) -> tuple[Action, ...]:
    """Offer the uses of the last card of the age, as a turn of its own (ruling 14)."""
    if not pos.hand_sizes[seat]:
        return NO_ACTIONS
    return _offer_cards(pos, seat, secret=False) if pos.eager else _offer_any_card(pos, seat, secret=False)


def _to_rebuild(pos: Position, seat: int) -> tuple[Action, ...]:
    """Offer the cards of the discard pile whose name is not in the city, or none (rulings 18–20)."""
    lookup, city = pos.lookup, pos.cities[seat]
    if pos.eager:
        cards = sorted(set(pos.discard))
    else:
        ages = {age for age in range(1, AGES + 1) if pos.discarded[age]} | set(
            pos.unsorted_ages if pos.discarded[0] else ()
        )
        cards = sorted([card for age in ages for card in _may_come(pos, age, [])])
    can = [card for card in cards if not city & lookup.namesakes[card]]
    if not can:
        return NO_ACTIONS
    return tuple([*[lookup.rebuilds[card] for card in can], *(() if pos.forced else (lookup.done,))])


PHASES: Final = (LOSE, DRAFT, EXTRA, BURY, SEVENTH, DRAFT, REBUILD, REBUILD)  # by what is to be asked
OFFERS_BY_STEP: Final[tuple[Callable[[Position, int], tuple[Action, ...]], ...]] = (
    _to_lose,
    _to_lose,  # chance is asked instead
    _to_recruit,
    _to_bury,
    _to_play,
    _to_play,  # nobody is asked
    _to_rebuild,
    _to_rebuild,
)
_ANEW: Final[dict[int, Callable[[Position, int], tuple[Action, ...]]]] = {
    LOSE: _to_lose,
    EXTRA: _to_recruit,
    BURY: _to_bury,
    SEVENTH: _to_play,
    REBUILD: _to_rebuild,
}


def renew_offer(pos: Position, seat: int) -> tuple[Action, ...]:
    """Return what a pending question would offer a seat now; empty if it would not be asked."""
    ask = _ANEW.get(pos.phase)
    return ask(pos, seat) if ask else NO_ACTIONS


def choose_again(pos: Position, seat: int, rng: Rng) -> None:
    """Replace a secret choice by a random one, from what the seat holds now."""
    offer = list_offer(pos, seat)
    choice = offer[int(rng.random() * len(offer))]
    assert isinstance(choice, actions.Choose)
    pos.choices[seat] = choice.what
