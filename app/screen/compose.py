"""Which parts lie on the screen now, from the lowest up. Screens are imported when first needed."""

from app.screen.desk import Desk
from app.screen.pages import lobby, overlay
from app.screen.part import Part
from app.screen.ring import Ring, lay_ring


def compose(desk: Desk, width: int, height: int) -> list[Part]:
    """The whole screen. Whatever is painted has words in it, or says some when touched: so all of it, whatever else its
    facts are, is painted again when somebody reads another language.
    """
    found = _parts(desk, width, height)
    if desk.table is not None:
        spoken = (desk.lang, *(info.lang for info in desk.table.seats))
        for part in found:
            part.facts = (spoken, part.facts)
    return found


def _parts(desk: Desk, width: int, height: int) -> list[Part]:
    table = desk.table
    if desk.page_shown is not None:
        from app.screen.pages import page

        return [page.part(desk, desk.page_shown, width, height)]
    if table is None:
        return [overlay.away(desk, lay_ring(width, height, 2))]
    ring = desk.ring(width, height)
    if desk.past.shown is not None and not desk.fight:
        from app.screen.pages import history

        found = history.looking_back(desk, width, height)
    else:
        found = _screen(desk, ring)
        if desk.panel and not desk.fight:
            from app.screen.pages import panels

            found += panels.parts(desk, ring)
    found += overlay.parts(desk, ring)
    if desk.bench.panel is not None:
        from app.screen.pages import bench

        found += bench.parts(desk, ring, width, height)
    return found


def _screen(desk: Desk, ring: Ring) -> list[Part]:
    table, game = desk.table, desk.game
    assert table is not None
    if not table.settings.welcomed and table.phase == "lobby":
        from app.screen.pages import welcome

        return welcome.parts(desk, ring)
    if desk.sheet is not None and not desk.fight:
        from app.games.tally.screen import parts as tally

        return tally.parts(desk, ring)
    if table.phase != "lobby" and desk.told is not None:
        from app.games.plain import screen as told

        return told.parts(desk, ring)
    if desk.fight:
        from app.games.architects.screen import conflict

        return conflict.parts(desk, ring)
    if table.phase == "lobby" or game is None:
        return lobby.parts(desk, ring)
    from app.games.architects.screen import track

    if table.phase == "over" or game.over:
        from app.games.architects.screen import end

        return end.parts(desk, ring, game) + ([] if desk.panel else track.parts(desk, ring, game))
    from app.games.architects.screen import choose, play

    found = play.parts(desk, ring)
    if desk.panel and not desk.code_aside:
        return found
    return found + choose.parts(desk, ring, game) + track.parts(desk, ring, game)
