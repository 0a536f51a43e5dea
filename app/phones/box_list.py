"""The list of the box's contents on a phone, with a tick box for each thing."""

from typing import ClassVar

from markupsafe import Markup

from app.phones.game_pages import BoxedPages, GamePages, PageContext
from app.phones.page_frame import Parts
from app.phones.render import Part
from app.shown.cardboard import box as shown
from app.web.sprite import icon


class BoxPart(Part, frozen=True):
    """The list. `before`: no game has begun, so it is unfolded; `pictures`: one of each thing."""

    template: ClassVar[str] = "box.html"
    later: ClassVar[bool] = True

    page: shown.BoxPage
    before: bool
    pictures: tuple[Markup, ...]


def box(page: PageContext, shown_game: GamePages) -> Parts:
    """Return the list as a page part; empty if nobody lays anything out or the game has no such list."""
    if page.seat is None or not isinstance(shown_game, BoxedPages):
        return {}
    found = shown.box(page.w, page.table, shown_game.box, shown_game.facts)
    if found is None:
        return {}
    pictures = tuple(
        icon(it.picture) if isinstance(it.picture, str) else shown_game.labels.drawn(it.picture) for it in found.rows
    )
    return {"box": BoxPart(found, page.table.phase == "lobby", pictures)}
