"""Things that lie face down: one shows its face only while a finger is on it, and can be kept without being shown."""

from collections.abc import Callable
from dataclasses import dataclass

from app.protocol.messages import Secret
from app.screen.control.controller import Controller
from app.screen.paint.pen import Pen
from app.screen.state.scene import Scene, hinted
from app.screen.widgets.card_highlights import card_ring


@dataclass(frozen=True, slots=True)
class Hidden:
    """So many things that one seat alone may see. `thing`: the nth, while a finger holds it; None: no finger does.

    `spoken`: the ones that its hint names, while it reads that.
    """

    seat: int
    count: int
    nth: int
    thing: str | None
    spoken: frozenset[int] = frozenset()


def hidden(scene: Scene, seat: int, count: int, nth: int) -> Hidden:
    """What a seat draws or looks through; a finger was laid on the `nth` last."""
    secret = scene.secrets.get(seat)
    shown = secret.draw if secret else ()
    if not shown:
        return Hidden(seat, count, -1, None)
    named = hinted(scene, seat)
    spoken = frozenset(at for at, thing in enumerate(shown) if thing in named)
    return Hidden(seat, count, nth, shown[nth] if 0 <= nth < len(shown) else None, spoken)


def kept(scene: Scene, seat: int, nth: int) -> dict[int, str]:
    """What keeping would say of the nth that a finger of that seat holds, by seat; nothing while none does."""
    it = hidden(scene, seat, 1, nth)
    return {} if it.thing is None else {seat: f"keep {it.thing}"}


def turn_up(
    p: Pen,
    it: Hidden,
    nth: int,
    size: tuple[float, float],
    lies: tuple[float, float],
    back: Callable[[Pen], None],
    face: Callable[[Pen, str], None],
    hold: Callable[[bool], None],
) -> None:
    """Draw the nth thing round the pen's place.

    `size`: where a finger finds it; `lies`: how wide and high it is; `hold`: called with whether a finger lies there.
    """
    if nth == it.nth and it.thing is not None:
        face(p, it.thing)
    else:
        back(p)
    if nth in it.spoken:
        card_ring(p, *lies)
    w, h = size
    p.hit_area(-w / 2, -h / 2, w, h, f"hidden {nth}", None, hold)


def keep(control: Controller, seat: int, nth: int) -> None:
    """Keep the nth: asked for and said at once, never shown."""

    def say(secret: Secret) -> None:
        if nth < len(secret.draw):
            control.act(seat, f"keep {secret.draw[nth]}")

    control.secrets.look_unseen(seat, say)
