"""The elements of Duel's table: structure, cities, track, and the area beside them."""

from app.games.duel.screen import beside_structure, card_structure, change_marks, city, track_zone
from app.games.duel.screen.layout import layout_of
from app.games.duel.screen.typed_scene import DuelScene
from app.screen.paint.element import Elements
from app.screen.state.ring_layout import Ring


def elements(scene: DuelScene, ring: Ring) -> Elements:
    """Return all elements during a game, bottom first."""
    lay, changed = layout_of(ring), change_marks.collect_changes(scene)
    panel = scene.ui.panel  # it covers the area beside the structure, or half of it
    return [
        *track_zone.elements(scene, lay),
        *([] if panel and not scene.code_aside else track_zone.tokens(scene, lay)),
        *([] if panel else [beside_structure.discard(scene, lay)]),
        change_marks.marks(scene, lay, changed),
        *card_structure.elements(scene, lay),
        *([] if panel else [beside_structure.buttons(scene, lay)]),
        *city.city(scene, lay, 1, changed),
        *city.city(scene, lay, 2, changed),
        *card_structure.offers(scene, lay),
        *city.build_whole_city(scene, lay, changed),
    ]
