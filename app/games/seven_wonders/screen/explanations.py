"""Explanations of touchable things of 7 Wonders, shown after a touch on *?*."""

from app.games.seven_wonders import action_text, printed_names
from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.text.translation import both


def about(scene: SevenScene, seat: int, key: str) -> str | None:
    """Empty where a touch only explains; None where the thing is none of ours. Nothing gives a hidden card away."""
    w = scene.model.words(seat)
    match key.split():
        case ["last", "turn"]:
            return w("Shows once more what everybody did in the last turn.")
        case ["seat", _, "hand"]:
            return w("Your name. Touch it to lay your hand before you, face down.")
        case ["back", _, "of", _] | ["chosen", "of", _]:
            return w("A card in your hand: hold it to look at it, touch it to choose it. Nobody else sees it.")
        case ["other", "hand", _]:
            return w("Another card: this one goes back to your hand.")
        case ["close", "hand", _]:
            return w("Your city. Your hand is put away; touch your name to lay it here again.")
        case ["way", n, "of", number]:
            return _describe_way(scene, int(number), int(n))
        case ["seat", _, "zone"]:
            return w("A city. Touch it to see everything in it.")
        case ["told", _, slug] if slug in scene.data.cards or slug in scene.data.leaders:
            return w("{card}: every copy of it has been entered.", card=printed_names.name_of(w, slug))
        case ["hands"] if not scene.view.derived.passing:
            return w("The number of cards in each hand.")
        case ["hands"] | ["discard"] | ["in", "city", _, *_]:
            return ""
    return None


def _describe_way(scene: SevenScene, seat: int, n: int) -> str:
    """Describe one way to pay for a seat's chosen card."""
    w, ways = scene.model.words(seat), scene.game_ui.holds(seat).ways
    paid = ways[n] if n < len(ways) else (0, 0, 0)
    return w("A way to pay: {ways}.", ways=both(w, action_text.list_payments(w, scene.model.people(w), seat, *paid)))
