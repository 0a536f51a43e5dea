"""How a first game of 7 Wonders is dealt: on day sides, and with no dull hand among those of Age I."""

from typing import Final

from app.table.lobby.first_deal import DealtGame
from engine.game import Seat
from engine.seven_wonders.actions import Build, Choose, Stage
from engine.seven_wonders.cards import Data
from engine.seven_wonders.view import PrivateView, View

VARIANT: Final = ()
GOODS: Final = frozenset(("brown", "grey"))
OTHERS: Final = frozenset(("red", "green", "blue", "yellow"))


def plain(role: str) -> bool:
    """A day side."""
    return role.endswith("-day")


def shows(it: DealtGame) -> tuple[bool, ...]:
    """Whether each hand has two cards that make goods, one of them payable; somebody can buy something at once; each
    seat's first two hands have the other colours. None of it where leaders come first."""
    box: Data = it.box
    hands, ready, buys, to = [], True, False, "left"
    for seat in map(Seat, range(it.seats)):
        view = it.state.view(seat)
        assert isinstance(view, View)
        if not isinstance(view.mine, PrivateView) or not view.mine.hand or view.mine.hand[0] not in box.cards:
            return ()
        goods = [slug for slug in view.mine.hand if box.cards[slug].colour in GOODS]
        paid = {way.thing for way in view.hints.ways if way.why != "unpaid"}
        ready = ready and len(goods) >= 2 and not paid.isdisjoint(goods)
        said = (each.what for each in it.state.legal(seat) if isinstance(each, Choose))
        buys = buys or any(isinstance(each, Build | Stage) and each.left + each.right > 0 for each in said)
        hands.append({box.cards[slug].colour for slug in view.mine.hand})
        to = view.hints.passing or to
    before = [*hands[-1:], *hands[:-1]] if to == "left" else [*hands[1:], *hands[:1]]
    return ready, buys, all(one | other >= OTHERS for one, other in zip(hands, before, strict=True))
