"""A conflict of 7 Wonders: shields against both neighbours, and the tokens for them."""

from app.games.seven_wonders.screen import touch_handlers
from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.games.seven_wonders.screen.ui_state import Fight
from app.games.seven_wonders.shared_table_facts import world
from app.screen.pages.play import conflict
from app.screen.pages.play.conflict import ConflictSeat
from app.screen.paint.element import Elements
from app.screen.state.ring_layout import Ring


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
    return conflict.elements(scene, ring, fought, fight.until, touch_handlers.end_fight, fight.event.age, fight.number)
