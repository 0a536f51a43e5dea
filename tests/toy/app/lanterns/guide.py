"""Rules pages of Lanterns, from its data (`app.text.rules_pages.GuidePage`)."""

from app.text.rules_pages import GuidePage
from tests.toy.app.lanterns import words as say


def how_to_play(w, box, variant):
    own, table = say.own(w.lang), box.table
    turn = (
        (own("Buy"), own("Pay for a lantern of the street. Each of its colour that you have makes it 1 cheaper."), ()),
        (own("Take"), own("Take a card into your hand, {n} at most. Light it later.", n=table.hand), ("card",)),
        (own("Work"), own("It brings {coins}.", coins=say.coins(w, table.wages)), ("coin",)),
        (own("The end"), own("After {n} turns each, most points win.", n=table.turns), ("star",)),
    )
    return (GuidePage(w("A turn"), turn),)
