"""What a thing of Duel is, for whoever has touched ?: those whose touch does more than show them large."""

from app.games.duel import words as say
from app.games.duel.screen.scene import DuelScene


def about(scene: DuelScene, seat: int, key: str) -> str | None:
    """Empty where a touch only explains; None where the thing is none of ours."""
    w = scene.model.words(seat)
    match key.split():
        case ["turn", "cards"]:
            return w("The cards turn to the other seat. Nothing else changes.")
        case ["wonder", _, slug] | [_, "wonder", _, slug] | ["choose", "draft", slug] if slug in scene.data.wonders:
            return f"{say.wonder(w, slug)}: {say.wonder_says(w, slug, scene.data)}"
        case ["build", slug] | ["build", slug, "with", _] if slug in scene.data.cards:
            return f"{say.card(w, slug)}: {say.card_says(w, slug, scene.data)}"
        case ["slot" | "token" | "card", _] | ["track"] | ["discard"]:
            return ""
        case ["seat", _, what] if what not in ("name", "zone"):
            return ""
    return None
