"""What lies in the box, as a list on a page that people tick off."""

from typing import ClassVar

from markupsafe import Markup

from app.phones.game_pages import BoxedPages, GamePages, PageContext
from app.phones.page_frame import Parts
from app.phones.render import Part
from app.shown.cardboard import box as shown
from app.web.sprite import icon


class BoxPart(Part, frozen=True):
    """The list. `before`: a game has yet to begin, so it lies open; `pictures`: of each of its things."""

    template: ClassVar[str] = "box.html"
    later: ClassVar[bool] = True

    page: shown.BoxPage
    before: bool
    pictures: tuple[Markup, ...]


def box(page: PageContext, shown_game: GamePages) -> Parts:
    """None where people have nothing to lay out, or the game has no such list."""
    if page.seat is None or not isinstance(shown_game, BoxedPages):
        return {}
    found = shown.box(page.w, page.table, shown_game.box, shown_game.facts)
    if found is None:
        return {}
    pictures = tuple(
        icon(it.picture) if isinstance(it.picture, str) else shown_game.labels.drawn(it.picture) for it in found.rows
    )
    return {"box": BoxPart(found, page.table.phase == "lobby", pictures)}
