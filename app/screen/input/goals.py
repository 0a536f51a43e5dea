"""What a seat that is played on the screen saves for: where that is marked, and what its own finger alone reads of it.

The screen is told that a seat has a plan, and what it is only while the seat's finger is held: so nothing here says
whether the thing that is looked at is the one, and the same touch marks it once more.
"""

from typing import Final, Protocol, runtime_checkable

from app.protocol import messages
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.state.scene import GameScreen, Scene
from app.shown.play.goal import Plans, held

PANEL: Final = "plan"


@runtime_checkable
class HasPlans(GameScreen, Protocol):
    """A game in which one may save for something."""

    @property
    def plans(self) -> Plans:
        """For what: a module `plan.py`."""


def things(scene: Scene, seat: int) -> tuple[tuple[str, str], ...]:
    """What a seat may save for, and what that is called; nothing where it is not played here, in a game."""
    model, game = scene.model, scene.on_table
    if model.table is None or model.table.phase != "game" or model.view is None or scene.opened.history.shown:
        return ()
    if not isinstance(game, HasPlans) or not 0 < seat <= len(model.table.seats) or model.info(seat).by != "touch":
        return ()
    return game.plans.things(model.words(seat), model.view, seat, model.data)


def may_save(scene: Scene, seat: int, thing: str) -> bool:
    """Whether it may save for that, named by its kind and its slug; empty: for nothing."""
    return bool(thing) and thing in dict(things(scene, seat))


def save(control: Controller, seat: int, thing: str) -> None:
    """From now on it saves for that, and is told where it reads of it."""
    control.say(messages.Plan(id=new_id(), thing=thing, seat=seat), seat)
    w = control.model.words(seat)
    control.tell(seat, w("Your plan is kept. Hold it near your name to see whether it is within reach."))


def said(scene: Scene, secret: messages.Secret) -> str:
    """What it reads of its plan, by what it alone knows; empty where there is none."""
    model, game, seat = scene.model, scene.on_table, secret.seat
    if not isinstance(game, HasPlans) or not secret.plan:
        return ""
    view = model.view if secret.view is None else game.view(bytes(secret.view))
    return held(model.words(seat), game.plans, view, seat, model.data, secret.plan)
