"""Criteria for the deal of a first game of 7 Wonders: day sides, and good hands in Age I."""

from typing import Final

from app.table.lobby.first_deal import DealtGame
from engine.game import Seat
from engine.seven_wonders.actions import Build, Choose, Stage
from engine.seven_wonders.data_schema import Data
from engine.seven_wonders.view_json import PrivateView, View

VARIANT: Final = ()
GOODS: Final = frozenset(("brown", "grey"))
OTHER_COLOURS: Final = frozenset(("red", "green", "blue", "yellow"))


def is_preferred(role: str) -> bool:
    """Check for a day side."""
    return role.endswith("-day")


def check_conditions(deal: DealtGame) -> tuple[bool, ...]:
    """Evaluate the criteria of a deal; empty for a game that begins with leaders.

    Each hand has two cards that produce resources, one of them affordable; some seat can trade at once; the first two
    hands of each seat have the other colours.
    """
    box: Data = deal.box
    hands, ready, buys, to = [], True, False, "left"
    for seat in map(Seat, range(deal.seats)):
        view = deal.state.view(seat)
        assert isinstance(view, View)
        if not isinstance(view.mine, PrivateView) or not view.mine.hand or view.mine.hand[0] not in box.cards:
            return ()
        goods = [slug for slug in view.mine.hand if box.cards[slug].colour in GOODS]
        paid = {option.thing for option in view.derived.build_options if option.why != "unpaid"}
        ready = ready and len(goods) >= 2 and not paid.isdisjoint(goods)
        choices = (each.what for each in deal.state.legal(seat) if isinstance(each, Choose))
        buys = buys or any(isinstance(each, Build | Stage) and each.left + each.right > 0 for each in choices)
        hands.append({box.cards[slug].colour for slug in view.mine.hand})
        to = view.derived.passing or to
    before = [*hands[-1:], *hands[:-1]] if to == "left" else [*hands[1:], *hands[:1]]
    return ready, buys, all(one | other >= OTHER_COLOURS for one, other in zip(hands, before, strict=True))
