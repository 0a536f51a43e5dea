"""The elements of the table of 7 Wonders: zones of seats, links between neighbours, and the middle."""

from app.games.seven_wonders.screen import (
    change_marks,
    hand_at_edge,
    middle,
    neighbour_links,
    report_form,
    seat_zone,
    touch_handlers,
)
from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.screen.paint.element import Elements
from app.screen.state.ring_layout import Ring
from app.screen.widgets.middle_controls import RoundButton, buttons


def is_middle_covered(scene: SevenScene, ring: Ring) -> bool:
    """Check if a seat's question covers the middle."""
    asked = (*hand_at_edge.elements(scene, ring), *report_form.elements(scene, ring))
    return scene.repair is not None or not all(part.view.here for part in asked)


def elements(scene: SevenScene, ring: Ring) -> Elements:
    """Return the elements of the table during a game, lowest first."""
    hands = hand_at_edge.elements(scene, ring)
    told, right = report_form.elements(scene, ring), [] if scene.ui.panel else report_form.repair(scene, ring)
    covered = bool(right) or not all(part.view.here for part in (*hands, *told))
    changed = change_marks.collect_changes(scene)
    asked = [part.view.seat for part in (*hands, *told) if part.view.here]
    hidden = covered or (bool(scene.ui.panel) and not scene.code_aside)
    zones = seat_zone.elements(scene, ring, changed, asked)
    below, strips = change_marks.strips(scene, ring, changed, () if hidden else zones, asked)
    found: Elements = [*below, neighbour_links.links(scene, ring), *zones]
    if not covered and (not scene.ui.panel or scene.code_aside):
        found += middle.elements(scene, ring)
        if not scene.code_aside:
            has_last = scene.view.derived.last is not None
            last = RoundButton("eye", "last turn", touch_handlers.show_last) if has_last else None
            found.append(buttons(scene, ring, first=last))
    return [*found, *hands, *strips, *hand_at_edge.faces_of(scene, hands), *told, *right]
