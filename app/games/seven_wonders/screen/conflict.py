"""A conflict of 7 Wonders: shields against both neighbours, and the tokens for them."""

from dataclasses import dataclass

from app.games.seven_wonders import face_layouts as of
from app.games.seven_wonders.screen import touch_handlers
from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.games.seven_wonders.screen.ui_state import Fight
from app.games.seven_wonders.shared_table_facts import world
from app.screen.control.controller import Controller
from app.screen.pages.play import conflict
from app.screen.pages.play.conflict import ConflictSeat
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring
from app.screen.widgets import faces
from app.text.translation import Words


def elements(scene: SevenScene, ring: Ring, fight: Fight) -> Elements:
    """Return the whole screen while a conflict is shown; what it brought is not known before shields have met."""
    seats = zip(fight.event.shields, fight.gains, scene.view.seats, strict=True)
    w = scene.model.words()
    fought = [
        ConflictSeat(
            shields,
            gains if fight.met else None,
            sum=True,
            coins=seat.coins,
            world=world(w, seat, scene.data) if seat.wonder else None,
        )
        for shields, gains, seat in seats
    ]
    table, age = scene.data.table, fight.event.age
    found = conflict.elements(scene, ring, fought, fight.until, touch_handlers.end_fight, age, fight.number)
    worth = TokenValues(ring, table.victory[age - 1], table.defeat, w)
    return [*found, Element("worth", worth, paint_worth)]


@dataclass(frozen=True, slots=True)
class TokenValues:
    """The points of a victory and of a defeat at the end of this age."""

    ring: Ring
    victory: int
    defeat: int
    w: Words


def paint_worth(p: Pen, it: TokenValues, control: Controller) -> None:
    places = ((-80.0, -380.0), (80.0, -380.0)) if it.ring.upright else ((380.0, 0.0), (520.0, 0.0))
    tokens = ((it.victory, it.w("each victory")), (-it.defeat, it.w("each defeat")))
    with p.at(*it.ring.inner.centre, 0, it.ring.u * it.ring.large):
        for (value, text), (x, y) in zip(tokens, places, strict=True):
            with p.at(x, y):
                faces.lay_out(p, of.token(value, 110, "table"))
                p.text(0, 80, text, 24, "soft", room=134)
