"""Explain mode: after a touch on ?, the next touch explains a thing; ? again opens *How to play*.

Most things explain themselves when touched. For those that do something, the game explains them by their key.
"""

from typing import Final

from app.screen.control.controller import Controller
from app.screen.state.scene import LessonsGame, Scene, TeachingGame
from app.shown.machine import access
from app.text import table_text
from app.text.translation import Words

KEY: Final = "ask"  # of the button


def ask(control: Controller, seat: int, edge: int) -> None:
    """Explain the next thing that is touched; in explain mode already, open *How to play*, facing an edge.

    The current lesson tip is shown again, and earlier ones while they apply.
    """
    if control.ui.asking:
        control.change(asking=False)
        control.dismiss_notice(seat)
        control.open_panel("how", edge)
        return
    control.change(asking=True)
    w = control.model.words(seat)
    control.notify(
        seat,
        taught(control.scene, seat)
        or w("Touch anything, and it says what it is. Touch ? once more to read how to play."),
    )


def taught(scene: Scene, seat: int) -> str:
    """Return a seat's current lesson tip, in its language, or ""."""
    model, game = scene.model, scene.game
    if model.table is None or not isinstance(game, LessonsGame) or not seat:
        return ""
    lesson = model.table.taught(seat, model.lessons.get(seat))
    return game.lesson(model, model.words(seat), lesson) if lesson else ""


def explain_instead_of_tap(control: Controller, key: str, width: int, height: int) -> bool:
    """Explain what is touched, in explain mode. Return True if the touch must do nothing else."""
    scene = control.scene
    if not scene.ui.asking or key == KEY:
        return False
    control.change(asking=False)
    seat = scene.seat_at_finger(scene.ring(width, height))
    said = about(scene, seat, key)
    if said:
        control.notify(seat, said)
    return bool(said)


def about(scene: Scene, seat: int, key: str) -> str:
    """Explain a hit area by its key, in a seat's language; "" if its own touch does."""
    w = scene.model.words(seat)
    said = scene.game.explain(scene, seat, key) if isinstance(scene.game, TeachingGame) else None
    if said is not None:
        return said
    return _explain_control(w, key) or w("This does what is written on it; touch it again to do that.")


def _explain_control(w: Words, key: str) -> str:
    """Explain controls of every table that have only an icon; "" for others."""
    match key.split():
        case ["menu"]:
            return w("Menu: seats, log, history, settings, sound, and the end of a game.")
        case ["undo"]:
            return w("Undo: shows what would be undone, before it is.")
        case ["code"]:
            return w("Phone: shows the code with which phones join.")
        case ["horn"]:
            return w("Horn: it only makes a sound.")
        case ["seat", _, "name" | "zone"]:
            return w("A seat. Touch it to see who plays it and what lies there.")
        case ["wonder", _, "choose"]:
            return w("The wonder of this seat. Touch it to choose another.")
        case ["since", _] | ["whole", "since", _]:
            return w("What just happened. Touch it to see everything since your last turn.")
        case ["close", *_] | ["put", "away"] | ["back", "close"]:
            return w("Closes what is open.")
        case ["turn", *_]:
            return w("Turns it to somebody else.")
        case ["earlier" | "later"] | ["ways" | "page", _] | ["left" | "right", "hand", _] | ["past", "back"]:
            return w("Turns to another page.")
        case ["missing", _]:
            return w("A turn is missing before this one. Touch here to enter it.")
        case ["less", _]:
            return w("Takes one of these away again.")
        case [*_, "less"]:
            return w("Fewer, or the one before.")
        case [*_, "more"]:
            return w("More, or the next one.")
        case ["back", "first" | "previous" | "back" | "on" | "next" | "last"] | ["past", "look" | "moment", _]:
            return w("Steps through a finished game, line by line.")
        case ["back", "play"]:
            return w("Lets the game go on by itself, or stops it.")
        case ["pillar", _]:
            return w("A pillar of somebody’s points. Touch it to see what they came from.")
        case ["mode", "play" | "track" | "tally" as mode]:
            return table_text.deals(w, mode)
        case ["daily"]:
            return w("The deal of the day is for one person, in the first seat, alone against hard bots.")
        case ["rim", _]:
            return w("A wonder. Touch it to read about it or to take it.")
        case ["how"]:
            return w("How to play: the rules of this game, page by page.")
        case ["finale"] | ["go", "on"] | ["end", _]:
            return w("This stays for a while. Touch it to go on.")
        case ["hidden", _]:
            return w("It lies face down: hold it to look at it. Nobody else sees it.")
        case ["hold", _]:
            return access.rings(w)
        case ["held", _]:
            return w("Hold it to read your hint or your goal. Only you see it.")
        case ["read", *_]:
            return w("Touch it to read about it at your edge. There you can make it your goal.")
        case ["save", *_]:
            return w("Mark this as your goal. Only you see it.")
        case ["way", _]:
            return w("A way to pay. Touch it to choose it.")
        case ["erase"]:
            return w("Erases the last letter.")
        case ["hide"]:
            return w("Shows dots for what is typed, or the letters again.")
        case ["more", "keys"]:
            return w("Shows other letters and signs.")
        case ["ok"]:
            return w("Done: keeps what was typed.")
        case ["discard", game] if game.isdecimal():
            return w("Removes this game for good. You are asked once more.")
        case ["corners", "ground"]:
            return w("A spot on the screen. Touch it to see where it responds.")
        case ["corner", nth] if nth.isdecimal():
            return w("A corner of the screen. Touch it to test it.")
        case ["network", *_]:
            return w("A Wi-Fi network. Touch it to join it.")
        case ["part", _]:
            return w("A part of the panel. Touch it to press it.")
    return ""
