"""What a thing of 7 Wonders is, for whoever has touched ?: those whose touch does something."""

from app.text.languages import Words


def about(w: Words, key: str) -> str | None:
    """Empty where a touch only explains; None where the thing is none of ours."""
    match key.split():
        case ["last", "turn"]:
            return w("Shows once more what everybody did in the last turn.")
        case ["seat", _, "hand"]:
            return w("Your name: touched, it lays your hand before you, face down.")
        case ["back", _, "of", _] | ["chosen", "of", _]:
            return w("A card of your hand: hold it to look at it, touch it to choose it. Nobody else sees it.")
        case ["seat", _, "zone"]:
            return w("A city: touched, it opens, with all that stands in it.")
        case ["hands"] | ["discard"]:
            return ""
    return None
