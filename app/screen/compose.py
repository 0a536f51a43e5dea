"""Composition of the screen: lists all elements to show now, from the lowest up. Pages are imported when needed."""

from app.screen.pages.lobby import lobby
from app.screen.pages.play import seat_overlays
from app.screen.paint.element import Elements
from app.screen.state.ring import Ring, lay_ring
from app.screen.state.scene import Scene


def compose(scene: Scene, width: int, height: int) -> Elements:
    """Return the elements of the whole screen, for its size in pixels."""
    model, opened = scene.model, scene.opened
    if model.page is not None:
        from app.screen.pages.machine import closed_page

        return [closed_page.part(scene, model.page, width, height)]
    if model.table is None:
        return [seat_overlays.away(scene, lay_ring(width, height, 2))]
    if scene.dark:
        from app.screen.pages.machine import dark_screen

        return [dark_screen.part(width, height)]
    ring = scene.ring(width, height)
    interrupted = scene.game.interrupts(scene)
    if opened.history.shown is not None and not interrupted:
        from app.screen.pages.history import replay

        found = replay.looking_back(scene, width, height)
    else:
        found = _table(scene, ring)
        if not interrupted:
            from app.screen.pages.play import highlights

            found += highlights.elements(scene, ring, found)
        if opened.panel and not interrupted:
            from app.screen.pages import panels

            found += panels.elements(scene, ring)
    found += seat_overlays.elements(scene, ring, found)
    if model.table.guided and not opened.panel and not interrupted:
        from app.screen.pages.play import lessons

        found += lessons.elements(scene, ring, found)
    if (model.hints or model.planned) and not opened.panel and not interrupted:
        from app.screen.pages.play import held_hint

        found += held_hint.elements(scene, ring, found)
    if model.panel.panel is not None:
        from app.screen.pages.machine import test_panel

        found += test_panel.elements(scene, ring, width, height)
    return found


def _table(scene: Scene, ring: Ring) -> Elements:
    table = scene.table
    if not table.settings.welcomed and table.phase == "lobby":
        from app.screen.pages.machine import welcome

        return welcome.elements(scene, ring)
    if table.phase == "lobby" or scene.model.view is None:
        return lobby.elements(scene, ring)
    if table.opening is not None:
        from app.screen.pages.play import opening

        return opening.elements(scene, ring, table.opening)
    return scene.game.elements(scene, ring)
