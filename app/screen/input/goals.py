"""Goals of seats played on the screen: marking one, and reading about it under the seat's own finger.

The screen knows that a seat has a goal, but which one only while the seat's finger is down. Nothing here can therefore
tell whether a thing is already the goal, and the same touch marks it again.
"""

from typing import Final, Protocol, runtime_checkable

from app.protocol.play_messages import Secret
from app.protocol.teaching_messages import Plan
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.state.scene import GameScreen, Scene
from app.shown.play.goal import Plans, status

PANEL: Final = "plan"


@runtime_checkable
class HasPlans(GameScreen, Protocol):
    """A game in which a seat can mark a goal."""

    @property
    def plans(self) -> Plans:
        """The possible goals: a module `goals.py`."""


def possible_goals(scene: Scene, seat: int) -> tuple[tuple[str, str], ...]:
    """Return the goals that a seat may mark and their names; () unless it plays a running game here."""
    model, game = scene.model, scene.game_screen
    if model.table is None or model.table.phase != "game" or model.view is None or scene.ui.history.shown:
        return ()
    if not isinstance(game, HasPlans) or not 0 < seat <= len(model.table.seats) or model.info(seat).by != "touch":
        return ()
    return game.plans.things(model.words(seat), model.view, seat, model.data)


def is_possible_goal(scene: Scene, seat: int, thing: str) -> bool:
    """Check whether a seat may mark this goal, given by kind and slug; "": none."""
    return bool(thing) and thing in dict(possible_goals(scene, seat))


def mark_goal(control: Controller, seat: int, thing: str) -> None:
    """Mark a goal for a seat, and tell it where to read about it."""
    control.submit(Plan(id=new_id(), thing=thing, seat=seat), seat)
    w = control.model.words(seat)
    control.notify(seat, w("Your plan is saved. Hold it near your name to see if you can reach it."))


def goal_text(scene: Scene, secret: Secret) -> str:
    """Return a seat's text on its goal, from its secret; "" if it has none."""
    model, game, seat = scene.model, scene.game_screen, secret.seat
    if not isinstance(game, HasPlans) or not secret.plan:
        return ""
    view = model.view if secret.view is None else game.view(bytes(secret.view))
    return status(model.words(seat), game.plans, view, seat, model.data, secret.plan)
