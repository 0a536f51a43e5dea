"""The words of Pebbles (`app.text.words_protocols.PlainWords`), in one language."""

import msgspec

from app.text.words_protocols import ActionChoice, ActionChoices, Section
from tests.app.toy import Events, View

MINOR_EVENTS = frozenset({"pebble-shown"})
DECISION_EVENTS = frozenset()
SILENT_EVENTS = frozenset({"chose"})
QUESTION_TEXTS = {"take": "Take the pebble?", "pass": "Take the pebble?", "choose": "Choose a number"}
_view = msgspec.json.Decoder(View)
_events = msgspec.json.Decoder(Events)


def title(w):
    return "Pebbles"


def identity(w, slug):
    return slug.title()


def action(w, text, people=()):
    return text.capitalize()


def finished_action(w, text, name, people=(), came=""):
    return f"{name}, {action(w, text)}"


def refusal(w, rule, facts):
    return f"Pebbles says no: {rule}"


def parse_view(raw):
    return _view.decode(raw)


def parse_event(raw):
    return _events.decode(raw)


def event(w, event, people):
    said = msgspec.to_builtins(event)
    name = people[said["seat"] - 1] if "seat" in said else ""
    return " ".join([name, said.pop("type"), *(str(said[key]) for key in said if key != "seat")]).strip()


def position(w, view, people, seat, printed):
    yield Section("The pile", (f"open: {view.shown or 'none'}",))
    for chair in view.seats:
        lines = [", ".join(map(str, chair.pebbles))]
        if chair.seat == seat:
            lines += [f"next: {view.next}"] if view.next else []
            lines += [f"hand: {' '.join(map(str, view.hand))}"] if view.hand else []
            lines += [f"chosen: {view.mine}"] if view.mine else []
        yield Section(people[chair.seat - 1], tuple(lines), chair.seat)


def prompt(w, legal, people=()):
    return QUESTION_TEXTS[legal[0].split()[0]]


def choices(w, view, legal, people, seat, printed):
    yield ActionChoices(tuple(ActionChoice(text, action(w, text)) for text in legal))


def category(w, slug):
    return slug.title()


def result(w, view, people):
    return " and ".join(people[seat - 1] for seat in view.winners) + " won" if view.winners else ""


def variant(w, slug):
    return slug


def variant_effect(w, slug):
    return ""


def uncertainty_note(w, slugs):
    return "Nobody has been to the south." if "south" in slugs else ""
