"""Explanations of touched things in Architects while ? is active, for things whose touch does something."""

from app.games.architects import effect_text, printed_names
from app.games.architects.screen import seat_zone
from app.games.architects.screen.typed_scene import ArchitectsScene
from app.text.translation import capital
from engine.architects.actions import LEFT, RIGHT, SIDES, stack_of
from engine.architects.view_json import StackView


def about(scene: ArchitectsScene, seat: int, key: str) -> str | None:
    """Return the explanation. "": an ordinary touch already explains it; None: the thing is not of this game."""
    w = scene.model.words(seat)
    match key.split():
        case ["stack", name] if scene.model.view is not None and name in scene.view.stacks:
            return _stack(scene, seat, name, scene.view.stacks[name])
        case ["marker", _] if scene.model.table is not None and scene.model.table.ritual is not None:
            return w("Horns turn conflict tokens to battle. If nobody turns them, the table does it after a while.")
        case ["token" | "medal" | "marker", *_] | ["discard"]:
            return ""
        case ["seat", number, "wonder"] if scene.build and int(number) == scene.deciding:
            return seat_zone.wonder_says(scene, w, int(number))
        case ["seat", _, what, *_] if what not in ("name", "zone"):
            return ""
        case ["wonder", slug] if slug in scene.data.wonders:
            return f"{printed_names.wonder(w, slug)}{w.colon}{effect_text.wonder_says(w, slug, scene.data)}"
    return None


def _stack(scene: ArchitectsScene, seat: int, name: str, lies: StackView) -> str:
    """Describe a stack's place, and its top card if that is visible."""
    w = scene.model.words(seat)
    where, seats = printed_names.stack_name(w, name, scene.model.people(w)), len(scene.view.seats)
    for side, said in ((LEFT, w("The left stack")), (RIGHT, w("The right stack"))):
        if name == stack_of(SIDES[side], seat, seats):
            where = said
    if name == "center":
        cat = w("Whoever has the cat may look at the top card of the central deck before taking a card.")
        down = w.ngettext("{n} card, face down.", "{n} cards, face down.", lies.left)
        return f"{where}{w.colon}{w('Nobody has counted its cards.') if lies.uncounted else down} {cat}"
    if not lies.left:
        return f"{where}{w.colon}{w('This stack is empty.')}"
    left = w.ngettext("{n} card left.", "{n} cards left.", lies.left)
    if lies.uncounted:
        left = w("Nobody has counted its cards.")
    if lies.top is None:
        return f"{where}{w.colon}{left}"
    card = f"{capital(printed_names.card(w, lies.top))}{w.colon}{effect_text.card_says(w, lies.top, scene.data)}"
    return f"{where}{w.colon}{left} {card}"
