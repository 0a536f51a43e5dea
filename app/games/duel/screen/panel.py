"""The panel of a touched card: what can be done with it."""

from dataclasses import dataclass
from functools import partial

from app.games.duel import words as say
from app.games.duel.screen import touches
from app.games.duel.screen.layout import Layout, laid
from app.games.duel.screen.scene import DuelScene
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element, Elements
from app.screen.ring import Ring
from app.screen.widgets.controls import button, frame
from app.text.languages import Words


@dataclass(frozen=True, slots=True)
class Uses:
    """What a seat can do with a card: actions and what they say."""

    lay: Layout
    seat: int
    card: str
    uses: tuple[tuple[str, str], ...]
    w: Words


def elements(scene: DuelScene, ring: Ring) -> Elements:
    """The panel, if a card that lies open is touched."""
    touched, seat = scene.duel.touched, scene.taking
    if touched is None or touched.kind != "slot" or not seat:
        return []
    it = scene.view.structure.get(touched.what)
    if it is None or it.card is None:
        return []
    w = scene.model.words(seat)
    legal = [text for text in scene.model.legal(seat) if text.split()[-1] == it.card]
    uses = tuple((text, say.action(w, text)) for text in legal)
    return [Element("touched", Uses(laid(ring), seat, it.card, uses, w), paint)]


def paint(p: Pen, it: Uses, control: Controller) -> None:
    lay, box = it.lay, it.lay.aside(it.seat)
    with lay.on(p), p.at(box.x, box.y, lay.face(it.seat)), p.at(-box.w / 2, -box.h / 2):
        frame(p, box.w, box.h)
        p.text(20, 40, say.card(it.w, it.card), 34, "text", "start", bold=True, room=box.w - lay.touch - 40)
        button(
            p, box.w - lay.touch - 8, 8, lay.touch, lay.touch, "", "close", partial(touches.put_back, control), "cross"
        )
        for nth, (text, label) in enumerate(it.uses):
            y = lay.touch + 24 + nth * (lay.touch + 10)
            tap = partial(control.act, it.seat, text)
            button(p, 12, y, box.w - 24, lay.touch, label, text, tap, primary=not nth)
