"""What a thing of such a game is, for whoever has touched ?."""

from app.games.shown.scene import ShownScene


def about(scene: ShownScene, seat: int, key: str) -> str | None:
    """A card in a seat's words; None where it is no card that lies open."""
    kind, _, name = key.partition(" ")
    if scene.model.view is None or kind not in ("card", "tell"):
        return None
    lying = scene.play(seat).cards()
    card = lying.get(name) if kind == "card" else scene.shows.card(scene.model.words(seat), scene.model.data, name)
    return f"{card.name}: {card.says}" if card else None
