"""A conflict that was settled on the score sheet."""

from app.games.tally.screen.typed_scene import SheetScene, end_fight
from app.games.tally.sheet_words import conflict_instructions
from app.screen.pages.play import conflict
from app.screen.pages.play.conflict import ConflictSeat
from app.screen.paint.element import Elements
from app.screen.state.interlude import ShownEvent
from app.screen.state.ring_layout import Ring
from engine.tally.actions import AgeSettled, ConflictSettled


def elements(scene: SheetScene, ring: Ring, fight: ShownEvent[ConflictSettled | AgeSettled]) -> Elements:
    """Return the elements that cover the screen while a conflict is shown, as in a dealt game."""
    event, fought = fight.event, []
    if isinstance(event, AgeSettled):
        results = zip(event.shields, event.left, event.right, strict=True)
        fought = [ConflictSeat(shields, (left, right), sum=True) for shields, left, right in results]
        return conflict.elements(scene, ring, fought, fight.until, end_fight, event.age)
    for i, gains in enumerate(conflict.share_tokens(event.shields, event.won)):
        rule = scene.model.words(i + 1)("twice as many win two tokens") if len(event.shields) == 2 else ""
        fought.append(ConflictSeat(event.shields[i], gains, rule))
    says = conflict_instructions(scene.model.words(scene.acting), event)
    return conflict.elements(scene, ring, fought, fight.until, end_fight, says=says)
