"""What Lanterns says to people (`app.text.game.PlainWords`). In one language: it is not shipped."""

import msgspec

from app.text.game import Choice, Choices, Section
from tests.toy.engine.lanterns import game

DULL = frozenset({"has-paid"})
DECIDED = frozenset()
UNSAID = frozenset({"coin-chosen"})  # the page shows it while it lasts; the log stays

read = msgspec.json.Decoder(game.View).decode
hear = msgspec.json.Decoder(game.Events).decode


def title(w):
    return "Lanterns"


def lantern(slug):
    return f"{slug} lantern"


def identity(w, slug):
    return slug


def variant(w, slug):
    return slug


def variants(w, slugs):
    return ", ".join(slugs)


def variant_says(w, slug):
    return ""


def house_rule(w, slug):
    return slug


def assumed(w, slugs):
    return ""


def category(w, slug):
    return {"lanterns": "Lanterns"}[slug]


def action(w, text, people=()):
    verb, what = text.split()
    return f"A {lantern(what)} comes to light" if verb == "light" else f"Pay the {what}"


def did(w, text, name, people=(), came=""):
    return f"{name}: {action(w, text, people)}"


def refusal(w, rule, facts):
    return {"not-your-turn": "You have chosen.", "not-there": "There is none."}.get(rule, "Not now.")


def asked(w, legal, people=()):
    return "Choose a coin in secret"


def choices(w, view, legal, people, seat, printed):
    points = printed.lanterns[view.lit].points
    yield Choices(tuple(Choice(text, action(w, text), f"for {points} points") for text in legal))


def position(w, view, people, seat, printed):
    lit = [f"In the light: a {lantern(view.lit)}"] if view.lit else []
    left = [f"{n} × {lantern(slug)} of {printed.lanterns[slug].points} left" for slug, n in view.left.items()]
    yield Section("The street", (*lit, *left))
    for chair in view.seats:
        lines = [f"Coins: {' '.join(map(str, chair.coins)) or 'none'}", *map(lantern, chair.lanterns)]
        if chair.seat == seat and view.mine:
            lines.append(f"You pay the {view.mine}")
        elif chair.paid:
            lines.append("has chosen")
        yield Section(people[chair.seat - 1], tuple(lines), chair.seat)


def event(w, event, people):
    match event:
        case game.LanternLit(lantern=slug):
            return f"A {lantern(slug)} comes to light."
        case game.CoinChosen(seat=seat, coin=coin):
            return f"{people[seat - 1]} chooses the {coin}."
        case game.HasPaid(seat=seat):
            return f"{people[seat - 1]} has chosen."
        case game.LanternTaken(seat=0, lantern=slug, coins=coins):
            return f"Nobody gets the {lantern(slug)}: {', '.join(map(str, coins))}."
        case game.LanternTaken(seat=seat, lantern=slug, coins=coins):
            return f"{people[seat - 1]} gets the {lantern(slug)}: {', '.join(map(str, coins))}."


def result(w, view, people):
    return f"{' and '.join(people[seat - 1] for seat in view.winners)} won" if view.winners else ""
