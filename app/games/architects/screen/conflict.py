"""The result of a conflict in Architects: tokens, discarded horn cards, and medals."""

from collections.abc import Iterator

from app.games.architects.screen import pieces, touch_handlers
from app.games.architects.screen.typed_scene import ArchitectsScene
from app.games.architects.screen.ui_state import Fight
from app.games.architects.shared_table_facts import world
from app.screen.pages.play import conflict
from app.screen.pages.play.conflict import ConflictSeat
from app.screen.paint.element import BoundCall, Elements
from app.screen.state.ring_layout import Ring


def elements(scene: ArchitectsScene, ring: Ring, fight: Fight) -> Elements:
    """Return the elements that cover the screen while a conflict is shown."""
    return conflict.elements(
        scene, ring, [*seat_results(scene, fight)], fight.until, touch_handlers.end_fight, line=fight.number
    )


def seat_results(scene: ArchitectsScene, fight: Fight) -> Iterator[ConflictSeat]:
    event, medals = fight.event, scene.data.medals
    for i, gains in enumerate(conflict.share_tokens(event.shields, event.won)):
        w, gone = scene.model.words(i + 1), len(event.discarded[i])
        yield ConflictSeat(
            shields=event.shields[i],
            gains=gains,
            rule=w("twice as many win two tokens") if len(event.shields) == 2 else "",
            note=w.ngettext("{n} horn card discarded", "{n} horn cards discarded", gone) if gone else "",
            prizes=tuple(
                BoundCall(pieces.medal, need=medals[slug].need) for seat, slug in fight.medals if seat == i + 1
            ),
            world=world(w, scene.view.seats[i], scene.data),
        )
