"""Touch handlers of Architects: choose and look through the screen's controller."""

from app.games.architects.screen.typed_scene import present
from app.screen.control.controller import Controller


def choose(control: Controller, what: str | None = None, how: int | None = None, *, other: bool = False) -> None:
    """Choose what to do, or how to pay for it. `other`: the choice leads to further choices."""
    if other:
        control.reset_lists()
    if what is not None:
        control.change_game_ui(what=what, how=0)
    if how is not None:
        control.change_game_ui(how=how)


def end_fight(control: Controller) -> None:
    """Dismiss a conflict."""
    fight = present(control).game_ui.fight
    control.change_game_ui(fight=None, left=fight.number if fight else 0)


def ask_to_look(control: Controller, seat: int) -> None:
    """Ask a seat whether to look at the central card before taking it; seat 0 withdraws the question."""
    scene = present(control)
    control.change_game_ui(offered=(seat, scene.view.turn) if scene.model.view and seat else None)


def peek(control: Controller, seat: int, held: bool) -> None:
    """Set whether a finger is on the central deck."""
    scene = present(control)
    if not held:
        control.secrets.hide(seat)
    elif scene.model.view is not None and seat in scene.view.derived.looked:
        control.secrets.look(seat, held)
    else:
        control.secrets.peek(seat, control.model.questions.get(seat), "peek")
