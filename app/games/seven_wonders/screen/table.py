"""The standing table: zones, links between neighbours, and the middle, each an element of its own."""

from app.games.seven_wonders.screen import links, middle, zone
from app.games.seven_wonders.screen.scene import SevenScene
from app.screen.element import Elements
from app.screen.ring import Ring
from app.screen.widgets.middle import buttons


def elements(scene: SevenScene, ring: Ring) -> Elements:
    """Everything that lies on the table while a game runs, from the lowest up."""
    found: Elements = [links.links(scene, ring)]
    if not scene.opened.panel or scene.code_aside:
        found += middle.elements(scene, ring)
        if not scene.code_aside:
            found.append(buttons(scene, ring))
    return found + zone.elements(scene, ring)


def standing(scene: SevenScene, ring: Ring) -> Elements:
    """The same to be looked at only."""
    return [links.links(scene, ring), *middle.elements(scene, ring), *zone.elements(scene, ring)]
