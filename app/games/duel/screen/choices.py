"""A question of its own on the middle: every action that answers it, as a button."""

from dataclasses import dataclass
from functools import partial

from app.games.duel import words as say
from app.games.duel.screen.scene import DuelScene
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element, Elements
from app.screen.ring import Ring
from app.screen.widgets.panel import Lying, cell, panel, place


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked, and what it may answer."""

    lying: Lying
    seat: int
    asked: str
    answers: tuple[tuple[str, str], ...]


def elements(scene: DuelScene, ring: Ring) -> Elements:
    """The question of the acting seat, if it is answered on the table."""
    seat = scene.choosing
    if not seat:
        return []
    w, legal = scene.model.words(seat), scene.model.legal(seat)
    people = scene.model.people(w)
    answers = tuple((text, say.action(w, text, people)) for text in legal)
    lying = Lying(ring, ring.zones[seat - 1].edge, scene.opened.page, "", w)
    view = Question(lying, seat, say.asked(w, legal, people) if legal else "", answers)
    return [Element("choice", view, paint)]


def paint(p: Pen, it: Question, control: Controller) -> None:
    at = place(it.lying.ring, it.lying.edge)
    cells = [cell(label, text, partial(control.act, it.seat, text)) for text, label in it.answers]
    panel(p, control, it.lying, at, it.asked, cells, turn=False)
