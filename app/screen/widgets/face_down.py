"""Face-down things: one shows its face only while a finger is on it, and can be kept without being shown."""

from collections.abc import Callable
from dataclasses import dataclass

from app.protocol.play_messages import Secret
from app.screen.control.controller import Controller
from app.screen.paint.pen import Pen
from app.screen.state.scene import Scene, hinted_keys
from app.screen.widgets.card_highlights import card_ring


@dataclass(frozen=True, slots=True)
class FaceDownThings:
    """Several face-down things that one seat may see. `thing`: the `nth`, while a finger holds it, else None.

    `spoken`: the indices that the hint on the screen names.
    """

    seat: int
    count: int
    nth: int
    thing: str | None
    spoken: frozenset[int] = frozenset()


def face_down_things(scene: Scene, seat: int, count: int, nth: int) -> FaceDownThings:
    """Return what a seat draws or looks through; a finger was last laid on the `nth`."""
    secret = scene.secrets.get(seat)
    shown = secret.draw if secret else ()
    if not shown:
        return FaceDownThings(seat, count, -1, None)
    named = hinted_keys(scene, seat)
    spoken = frozenset(at for at, thing in enumerate(shown) if thing in named)
    return FaceDownThings(seat, count, nth, shown[nth] if 0 <= nth < len(shown) else None, spoken)


def keep_actions(scene: Scene, seat: int, nth: int) -> dict[int, str]:
    """Return the action of keeping the nth thing, by seat; empty while no finger of that seat holds it."""
    things = face_down_things(scene, seat, 1, nth)
    return {} if things.thing is None else {seat: f"keep {things.thing}"}


def turn_up(
    p: Pen,
    things: FaceDownThings,
    nth: int,
    size: tuple[float, float],
    lies: tuple[float, float],
    back: Callable[[Pen], None],
    face: Callable[[Pen, str], None],
    hold: Callable[[bool], None],
) -> None:
    """Draw the nth thing centred on the pen: its face if it is held, else its back.

    `size`: width and height of its hit area; `lies`: of the thing itself; `hold`: called with whether a finger is down.
    """
    if nth == things.nth and things.thing is not None:
        face(p, things.thing)
    else:
        back(p)
    if nth in things.spoken:
        card_ring(p, *lies)
    w, h = size
    p.hit_area(-w / 2, -h / 2, w, h, f"hidden {nth}", None, hold)


def keep_unseen(control: Controller, seat: int, nth: int) -> None:
    """Keep the nth thing without showing it: ask the table what it is, then act on the answer."""

    def keep_drawn(secret: Secret) -> None:
        if nth < len(secret.draw):
            control.act(seat, f"keep {secret.draw[nth]}")

    control.secrets.look_unseen(seat, keep_drawn)
