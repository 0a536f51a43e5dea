"""Explanations of touched things in Duel while ? is active, for things whose touch does more than enlarge them."""

from app.games.duel import effect_text, position_text, printed_names
from app.games.duel.screen.typed_scene import DuelScene
from engine.duel.view_json import SlotView


def about(scene: DuelScene, seat: int, key: str) -> str | None:
    """Return the explanation. "": an ordinary touch already explains it; None: the thing is not of this game."""
    w = scene.model.words(seat)
    match key.split():
        case ["turn", "cards"]:
            return w("The cards turn to the other seat. Nothing else changes.")
        case ["wonder", _, slug] | [_, "wonder", _, slug] | ["choose", "draft", slug] if slug in scene.data.wonders:
            return f"{printed_names.wonder(w, slug)}{w.colon}{effect_text.wonder_says(w, slug, scene.data)}"
        case ["build", slug] | ["build", slug, "with", _] if slug in scene.data.cards:
            return f"{printed_names.card(w, slug)}{w.colon}{effect_text.card_says(w, slug, scene.data)}"
        case ["choose", _, slug] | ["pile" | "discard" | "tell" | "told", slug] if slug in scene.data.cards:
            return f"{printed_names.card(w, slug)}{w.colon}{effect_text.card_says(w, slug, scene.data)}"
        case ["slot", n] if scene.model.view is not None and (free := _accessible_card(scene.view.structure.get(n))):
            return w(
                "A free card: {card}. {says}",
                card=printed_names.card(w, free),
                says=effect_text.card_says(w, free, scene.data),
            )
        case ["track"] if scene.model.view is not None:
            lines = position_text.conflict(w, scene.view, scene.model.people(w), scene.data)
            return w("Military track: {lines}", lines=" ".join(lines))
        case ["token", slug] | ["seat", _, slug] if slug in scene.data.tokens:
            return f"{printed_names.token(w, slug)}{w.colon}{effect_text.token_says(w, slug, scene.data)}"
        case ["city", _]:
            return w("A city. Touch it to see everything in it.")
        case ["slot" | "card", _] | ["discard"]:
            return ""
        case ["seat", _, what] if what not in ("name", "zone"):
            return ""
    return None


def _accessible_card(lies: SlotView | None) -> str:
    """Return the uncovered face-up card of a slot, or ""."""
    return lies.card or "" if lies is not None and lies.accessible else ""
