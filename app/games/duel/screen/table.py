"""The standing table: the structure, the cities, the track and what lies beside them, each an element of its own."""

from dataclasses import dataclass
from functools import partial

from app.games.duel import words as say
from app.games.duel.screen import aside, touches
from app.games.duel.screen.layout import Layout, Slot, laid
from app.games.duel.screen.scene import DuelScene
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element, Elements
from app.screen.ring import Ring
from app.text.languages import Words


def elements(scene: DuelScene, ring: Ring) -> Elements:
    """Everything that lies on the table while a game runs, from the lowest up."""
    lay, view = laid(ring), scene.view
    slots = lay.slots(view.hints.places)
    w = scene.model.words(scene.reads)
    found: Elements = [aside.buttons(scene, lay)]
    for n, slot in slots.items():
        it = view.structure.get(str(n))
        if it is not None:
            found.append(Element(f"slot {n}", Card(lay, n, slot, it.card, it.accessible, w), paint_card))
    return found


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the structure."""

    lay: Layout
    n: int
    slot: Slot
    card: str | None
    open: bool
    w: Words


def paint_card(p: Pen, it: Card, control: Controller) -> None:
    box = it.slot.card
    with it.lay.on(p):
        p.rect(box.left, box.top, box.w, box.h, 16, "zone", "candle" if it.open else "line", 3)
        name = say.card(it.w, it.card) if it.card else ""
        p.text(it.slot.strip.x, it.slot.strip.y, name, 22, room=box.w - 16)
        tap = partial(touches.touch_slot, control, it.n)
        p.hit_area(box.left, box.top, box.w, box.h, f"slot {it.n}", tap)
