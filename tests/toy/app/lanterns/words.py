"""The words of Lanterns (`app.text.words_protocols.PageWords`). Its catalogues are in a folder of its own; what one
lacks is said in English."""

from functools import cache
from pathlib import Path

import msgspec

from app.text.refusal_messages import SHARED_SENTENCES, misfit
from app.text.translation import both, read_words
from engine.game import plain_line
from tests.toy.engine.lanterns import game

MINOR_EVENTS = frozenset({"turn-began", "lantern-came"})
DECISION_EVENTS = frozenset({"lantern-lit", "card-taken", "worked"})
SILENT_EVENTS = frozenset({"card-seen"})  # the page shows it; the log stays

parse_view = msgspec.json.Decoder(game.View).decode
parse_event = msgspec.json.Decoder(game.Events).decode
own = cache(lambda lang: read_words(lang, Path(__file__).parent / "locale"))


def title(w):
    return own(w.lang)("Lanterns")


def lantern(w, slug):
    own_ = own(w.lang)
    names = {
        "paper-fish": own_("paper fish"),
        "paper-moon": own_("paper moon"),
        "brass-bell": own_("brass bell"),
        "brass-owl": own_("brass owl"),
        "glass-sail": own_("glass sail"),
        "glass-star": own_("glass star"),
    }
    return names[slug]


def coins(w, n):
    return w.ngettext("{n} coin", "{n} coins", n)


def points(w, n):
    return w.ngettext("{n} point", "{n} points", n)


def identity(w, slug):
    return slug


def variant(w, slug):
    return slug


def variant_effect(w, slug):
    return ""


def uncertainty_note(w, slugs):
    return ""


def house_count(w, what, people):
    kind, *slug, seat = what.split()
    if kind == "coins":
        return own(w.lang)("{name}: coins", name=people[int(seat) - 1])
    return own(w.lang)("{name}: {lantern}", name=people[int(seat) - 1], lantern=lantern(w, slug[0]))


def house_wonder(w, slug):
    return slug


def house_thing(w, thing):
    return lantern(w, thing.split()[1])


def category(w, slug):
    return {"lanterns": title(w), "colours": own(w.lang)("Every colour")}[slug]


def action(w, text, people=()):
    own_ = own(w.lang)
    match plain_line(text).split():
        case ["come", slug]:
            return own_("To the street: {lantern}", lantern=lantern(w, slug))
        case ["get", slug]:
            return own_("Into a hand: {lantern}", lantern=lantern(w, slug))
        case ["buy", slug]:
            return own_("Buy a lantern: {lantern}", lantern=lantern(w, slug))
        case ["light", slug]:
            return own_("Light a lantern of the hand: {lantern}", lantern=lantern(w, slug))
        case ["take"]:
            return own_("Take a card")
    return own_("Work for coins")


def finished_action(w, text, name, people=(), came=""):
    return f"{name}: {action(w, text, people)}"


def refusal(w, rule, facts):
    own_ = own(w.lang)
    match rule:
        case "coins":
            paid = coins(w, facts["price"]), coins(w, facts["have"])
            return own_("It costs {price}; there are {have}.", price=paid[0], have=paid[1])
        case "position":
            return misfit(w, facts, SHARED_SENTENCES | {"copies": too_many, "street": lies})
    return w("That is not possible now.")


def too_many(w, facts):
    return own(w.lang)("There are too many of: {lantern}", lantern=lantern(w, facts["lantern"]))


def lies(w, facts):
    return own(w.lang)("So many cards lie in the street: {n}", n=facts["most"])


def prompt(w, legal, people=()):
    return own(w.lang)("Buy, light, take or work")


def event(w, event, people):
    own_ = own(w.lang)
    match event:
        case game.TurnBegan(seat=seat):
            return w("Turn: {name}", name=people[seat - 1])
        case game.LanternCame(lantern=slug):
            return own_("To the street: {lantern}", lantern=lantern(w, slug))
        case game.LanternLit(seat=seat, lantern=slug, paid=paid):
            what = lantern(w, slug)
            return own_("{name} lights: {lantern} ({paid})", name=people[seat - 1], lantern=what, paid=coins(w, paid))
        case game.CardTaken(seat=seat):
            return own_("{name} takes a card.", name=people[seat - 1])
        case game.Worked(seat=seat, coins=n):
            return own_("{name} works: {coins}", name=people[seat - 1], coins=coins(w, n))
        case game.GameEnded(winners=winners):
            return own_("Won: {names}", names=both(w, [people[seat - 1] for seat in winners]))


def result(w, view, people):
    return own(w.lang)("Won: {names}", names=both(w, [people[seat - 1] for seat in view.winners])) if view.over else ""
