"""The standing table: the structure, the cities, the track and what lies beside them, each an element of its own."""

from app.games.duel.screen import aside, city, structure, track
from app.games.duel.screen.layout import laid
from app.games.duel.screen.scene import DuelScene
from app.screen.element import Elements
from app.screen.ring import Ring


def elements(scene: DuelScene, ring: Ring) -> Elements:
    """Everything that lies on the table while a game runs, from the lowest up."""
    lay = laid(ring)
    return [
        *track.elements(scene, lay),
        *track.tokens(scene, lay),
        aside.discard(scene, lay),
        *structure.elements(scene, lay),
        aside.buttons(scene, lay),
        city.city(scene, lay, 1),
        city.city(scene, lay, 2),
        *city.whole(scene, lay),
    ]
