"""The `app.shown.play.table_description.TableDescription` of Lanterns: its table, and what may be done there."""

from collections import Counter

from app.games.tally import sheet_words as sheet
from app.looks.card_faces import PrintedFace
from app.looks.effect_icons import Atom
from app.shown.play.table_description import Card, CardUse, Pill, PillItem, Play, Price, SeatArea, Spread
from engine.game import plain_line
from tests.toy.app.lanterns import reference as reference
from tests.toy.app.lanterns import words as say
from tests.toy.app.lanterns.guide import how_to_play as how_to_play

SIGNS = {"lanterns": ("star", "yellow"), "colours": ("medal", "parch")}


def card(w, printed, slug, key="", chair=None):
    """Build the card of a lantern, with its price for a seat."""
    lantern = printed.lanterns[slug]
    face = PrintedFace(lantern.colour, ((Atom("points", n=lantern.points),),), (Atom("coin", n=lantern.price),))
    price = Price(chair.prices[slug], chair.prices[slug] <= chair.coins) if chair else None
    return Card(key or slug, say.lantern(w, slug), face, say.points(w, lantern.points), price)


def play(w, view, people, seat, printed):
    chair, own = view.seats[view.active - 1] if view.active else None, say.own(w.lang)
    street = tuple(card(w, printed, slug, f"street {nth}", chair) for nth, slug in enumerate(view.street))
    mine = view.seats[seat - 1] if seat else None
    hand = tuple(card(w, printed, slug, f"held {nth}", mine) for nth, slug in enumerate(view.mine))
    uses = []
    if chair:
        uses = [use(w, "buy", *at, own("Buy it")) for at in zip(view.street, street, strict=True)]
        uses += [use(w, "light", *at, own("Light it")) for at in zip(view.mine, hand, strict=True)]
        wages = say.coins(w, printed.table.wages)
        uses.append(CardUse("take", say.action(w, "take"), can=chair.hand < printed.table.hand and view.stack > 0))
        uses.append(CardUse("work", say.action(w, "work"), f"+{wages}"))
    before = tuple(seat_area(w, each, printed) for each in view.seats)
    return Play(before, (Spread(own("The street"), street, view.stack),), hand, tuple(uses))


def use(w, verb, slug, at, text):
    """Build a use of a card: its price, or a note that coins are missing."""
    price = say.coins(w, at.price.coins)
    note = price if at.price.can else say.own(w.lang)("too few coins: {price}", price=price)
    return CardUse(f"{verb} {slug}", text, note, at.key, at.price.can)


def seat_area(w, chair, printed):
    """Build the area of a seat: coins, and lanterns by colour."""
    colours = Counter(printed.lanterns[slug].colour for slug in chair.lanterns)
    pills = [Pill("yellow", (PillItem("coin", str(chair.coins), "coins"),), bare=True)]
    pills += [Pill(colour, (PillItem("star", str(n), colour),)) for colour, n in colours.items()]
    cards = tuple(card(w, printed, slug, f"{chair.seat} {nth}") for nth, slug in enumerate(chair.lanterns))
    return SeatArea(chair.seat, say.coins(w, chair.coins), tuple(pills), cards, chair.hand)


def card_slug(what):
    said = what if isinstance(what, str) else f"lit {getattr(what, 'lantern', '')}"
    return plain_line(said.partition(" ")[2])


def deciding(chair):
    return chair.coins


def ties(w, did, winners, people):
    return sheet.ties(w, "coins", did, winners, people)
