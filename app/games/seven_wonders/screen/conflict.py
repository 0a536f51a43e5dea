"""A conflict of 7 Wonders: shields against both neighbours, and the tokens for them."""

from app.games.seven_wonders.screen import touches
from app.games.seven_wonders.screen.opened import Fight
from app.games.seven_wonders.screen.scene import SevenScene
from app.screen.element import Elements
from app.screen.pages import conflict
from app.screen.pages.conflict import Fought
from app.screen.ring import Ring


def elements(scene: SevenScene, ring: Ring, fight: Fight) -> Elements:
    """The whole screen while it is shown."""
    fought = [Fought(shields, gains, sum=True) for shields, gains in zip(fight.event.shields, fight.gains, strict=True)]
    return conflict.elements(scene, ring, fought, fight.until, touches.end_fight, fight.event.age)
