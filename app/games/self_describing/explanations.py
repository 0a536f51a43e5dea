"""Explanations of touched things in a self-describing game while ? is active."""

from app.games.self_describing.typed_scene import ShownScene


def about(scene: ShownScene, seat: int, key: str) -> str | None:
    """Describe a card in a seat's words; None if it is no visible card."""
    kind, _, name = key.partition(" ")
    if scene.model.view is None or kind not in ("card", "tell"):
        return None
    w = scene.model.words(seat)
    card = scene.play(seat).cards().get(name) if kind == "card" else scene.shows.card(w, scene.model.data, name)
    return f"{card.name}{w.colon}{card.says}" if card else None
