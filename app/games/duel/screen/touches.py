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
    change(control, touched=None, turned=0, city=0)


def touch_wonder(control: Controller, seat: int, slug: str) -> None:
    """Build a wonder over the card that its seat has touched; else show it large."""
    scene = present(control)
    touched = scene.duel.touched
    if touched is not None and touched.kind == "slot" and scene.taking == seat:
        lying = scene.view.structure.get(touched.what)
        text = f"build {slug} with {lying.card}" if lying is not None else ""
        if text in scene.model.legal(seat):
            control.act(seat, text)
            return
    change(control, touched=Touched("wonder", slug, seat))


def touch_token(control: Controller, slug: str) -> None:
    """Show a progress token large."""
    change(control, touched=Touched("token", slug))


def touch_discard(control: Controller) -> None:
    """Show the discard pile."""
    change(control, touched=Touched("discard", ""))
