"""Names of panel parts and sounds, for the pages that test them."""

from collections.abc import Callable, Mapping
from typing import Final

from app.text.translation import Words


def part(w: Words, name: str) -> str:
    """Name a light, a button or the buzzer from its id in messages: `marker.2`."""
    kind, _, number = name.partition(".")
    match kind:
        case "marker":
            return w("Conflict token {n}", n=number)
        case "seat":
            return w("Seat {n}: turn", n=number)
        case "cat":
            return w("Seat {n}: cat", n=number)
        case "buzzer":
            return w("Buzzer")
    return w("Horn")


def button_report(w: Words, name: str, how: str) -> str:
    """Describe what a button has just reported."""
    match how:
        case "held":
            return w("{part}: held", part=part(w, name))
        case "released":
            return w("{part}: let go", part=part(w, name))
    return w("{part}: pressed", part=part(w, name))


def pad(w: Words, name: str, state: str) -> str:
    """Describe the state of a key pad."""
    match state:
        case "used":
            return w("{name} is plugged in.", name=name)
        case "free":
            return w("{name} is plugged in; none of its keys is a button.", name=name)
        case "away":
            return w("{name} is not plugged in.", name=name)
    return w(
        "{name} cannot be read. Add this user to the group {group}, or end the program that uses it.",
        name=name,
        group="input",
    )


_SOUNDS: Final[Mapping[str, Callable[[Words], str]]] = {
    "horn": lambda w: w("Horn"),
    "marker": lambda w: w("Conflict token"),
    "conflict": lambda w: w("Conflict"),
    "take": lambda w: w("Card"),
    "card": lambda w: w("Card built"),
    "coin": lambda w: w("Coins"),
    "shield": lambda w: w("Shields"),
    "crown": lambda w: w("Crown"),
    "build": lambda w: w("Stage"),
    "token": lambda w: w("Progress token"),
    "cat": lambda w: w.pgettext("what is heard", "Cat"),
    "medal": lambda w: w("Medal"),
    "drum": lambda w: w("The pawn"),
    "turn": lambda w: w("Cards turn over"),
    "your-turn": lambda w: w("Your turn"),
    "refused": lambda w: w("Refused"),
    "undo": lambda w: w("Undo"),
    "end": lambda w: w.pgettext("what is heard", "The end"),
    "tick": lambda w: w("Tap"),
}


def sound(w: Words, name: str) -> str:
    """Name a sound."""
    return _SOUNDS[name](w)
