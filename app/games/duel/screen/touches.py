"""What touches do while Duel lies on the table: they choose and show through the screen's controller."""

from app.games.duel.screen.opened import Touched
from app.games.duel.screen.scene import change, present
from app.screen.controller import Controller


def touch_slot(control: Controller, slot: int) -> None:
    """Show a card of the structure large, with what can be done with it; the same again takes it away."""
    touched = Touched("slot", str(slot))
    change(control, touched=None if present(control).duel.touched == touched else touched)


def put_back(control: Controller) -> None:
    """Nothing is touched any more."""
    change(control, touched=None, turned=0)
