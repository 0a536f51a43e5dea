"""Marks of the newest change in Duel: brackets in the structure, beside it and in cities."""

from dataclasses import dataclass, field

from app.games.duel import words_facade as say
from app.games.duel.screen import track_zone
from app.games.duel.screen.card_structure import lay_at
from app.games.duel.screen.layout import Layout, TableBox
from app.games.duel.screen.typed_scene import DuelScene
from app.screen.control.controller import Controller
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.state import recent_events
from app.screen.widgets.change_marks import brackets
from engine.duel import actions
from engine.duel.data_schema import Data, Production


@dataclass(slots=True)
class DuelChanges(recent_events.LogChanges):
    """Cards that left the structure, slots with a revealed card, and more; by seat colours, goods, wonders, tokens."""

    cards: list[str] = field(default_factory=list)
    slots: list[int] = field(default_factory=list)
    pawn: bool = False
    discard: bool = False


def keys_of_card(data: Data, slug: str) -> tuple[str, ...]:
    """Return the keys under which a city shows a card: its colour and its goods."""
    printed = data.cards[slug]
    return printed.colour, *(effect.resource for effect in printed.effects if isinstance(effect, Production))


def collect_changes(scene: DuelScene) -> DuelChanges:
    """Collect the changes of the newest action."""
    found, data = DuelChanges(recent_events.find_newest_action(scene.model, say)), scene.data
    for event in recent_events.events(found.news, say):
        match event:
            case actions.CardBuilt(seat=seat, card=slug):
                found.cards.append(slug)
                found.add(seat, *keys_of_card(data, slug))
            case actions.WonderBuilt(seat=seat, wonder=wonder, card=slug):
                found.cards.append(slug)
                found.add(seat, wonder)
            case actions.CardDiscarded(card=slug):
                found.cards.append(slug)
                found.discard = True
            case actions.CardRevealed(slot=slot, turned=True):
                found.slots.append(slot)
            case actions.CardDestroyed(of=of, card=slug):
                found.add(of, *keys_of_card(data, slug))
                found.discard = True
            case actions.CardRevived(seat=seat, card=slug):
                found.add(seat, *keys_of_card(data, slug))
                found.discard = True
            case actions.WonderDrafted(seat=seat, wonder=wonder):
                found.add(seat, wonder)
            case actions.TokenTaken(seat=seat, token=token):
                found.add(seat, token)
            case actions.PawnMoved():
                found.pawn = True
    return found


@dataclass(frozen=True, slots=True)
class Brackets:
    """Brackets round boxes of the middle."""

    lay: Layout
    boxes: tuple[TableBox, ...]


def marks(scene: DuelScene, lay: Layout, found: DuelChanges) -> Element[Brackets]:
    """Mark changes outside of cities with brackets: slots of taken and revealed cards, the pawn, the discard pile."""
    slots, lying = lay.slots(scene.view.derived.places), scene.view.structure
    left = [at for card in found.cards if (at := lay_at(scene, card)) is not None and str(at) not in lying]
    boxes = [slots[at].card for at in (*left, *found.slots) if at in slots]
    if found.pawn:
        x, y = track_zone.space_at(lay, scene.view.military.pawn, scene.data.military.capital)
        boxes.append(TableBox(x, y, 84, 60))
    if found.discard and not scene.ui.panel:
        pile = lay.discard
        boxes.append(TableBox(pile.x, pile.y - 17, pile.w * 0.72, pile.h - 26))
    return Element("changed", Brackets(lay, tuple(boxes)), paint_marks)


def paint_marks(p: Pen, marks: Brackets, control: Controller) -> None:
    with marks.lay.at_table(p):
        for box in marks.boxes:
            brackets(p, box.left_edge - 7, box.top_edge - 7, box.w + 14, box.h + 14)
