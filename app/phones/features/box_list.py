"""The list of the box's contents on a phone, with a tick box for each thing."""

from typing import ClassVar

from markupsafe import Markup
from msgspec.structs import replace

from app.phones.common_parts import Parts
from app.phones.features.feature import PhoneFeature
from app.phones.features.lobby import StartPart
from app.phones.features.regions_and_tabs import PageSlot
from app.phones.game_page_interface import BoxedPages
from app.phones.page_update import PageUpdate
from app.phones.template_rendering import Part
from app.shown.cardboard import box_list as shown
from app.web.svg_sprites import icon


class BoxPart(Part, frozen=True):
    """The list. `before`: no game has begun, so it is unfolded; `pictures`: one of each thing."""

    template: ClassVar[str] = "box.html"
    later: ClassVar[bool] = True

    page: shown.BoxPage
    before: bool
    pictures: tuple[Markup, ...]


class PhoneBoxList(PhoneFeature):
    """The list, also of the game that a score sheet belongs to, and its name at the start button."""

    slots = (PageSlot("box", "aids", after="horn", for_seats=True, classes="box gap"),)

    def page_parts(self, page: PageUpdate) -> Parts:
        table = page.table
        if page.seat is None or page.far or not shown.current_list(table):
            return {}
        pages = self._sources.abilities(table.game, table.game_data).pages
        found = shown.box(page.w, table, pages.box, pages.facts) if isinstance(pages, BoxedPages) else None
        if found is None or not isinstance(pages, BoxedPages):
            return {}
        pictures = tuple(
            icon(row.picture) if isinstance(row.picture, str) else pages.labels.drawn(row.picture) for row in found.rows
        )
        parts: Parts = {"box": BoxPart(found, table.phase == "lobby", pictures)}
        if isinstance(start := page.made.get("start"), StartPart):
            parts["start"] = replace(start, lay=shown.title(page.w, table))
        return parts
