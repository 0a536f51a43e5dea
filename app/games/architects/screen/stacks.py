"""The stacks between the seats, the central deck, and the lines from stacks to seats."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from app.games.architects import effect_text, printed_names
from app.games.architects.screen import pieces, touch_handlers
from app.games.architects.screen.reported_pictures import PicturedTells
from app.games.architects.screen.typed_scene import ArchitectsScene, present
from app.screen.control.controller import Controller
from app.screen.input.cardboard_entry import pick_action, unpick
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import CardPlace, Ring, link_path
from app.screen.widgets.card_highlights import card_ring_element, eye, halo_element, touchable
from app.screen.widgets.controls import tick
from app.screen.widgets.game_pieces import thick
from app.screen.widgets.middle_controls import face_angle, place_in_middle
from app.screen.widgets.table_inlays import inlay
from app.text.translation import Words, capital
from engine.architects import actions
from engine.architects.data_schema import Data
from engine.architects.view_json import StackView, View

Offers = Mapping[str, tuple[int, str]]  # by stack: the seat that may take from it, and the action of a tap


def list_offers(scene: ArchitectsScene) -> Offers:
    """Return the stacks that can be tapped now.

    In track mode also those of the next seat, whose card ends the turn before.
    """
    if scene.fight or scene.model.view is None or scene.telling or scene.repair:
        return {}
    found: dict[str, tuple[int, str]] = {}
    seats = {scene.acting, *scene.model.questions} if scene.tracked else {scene.acting}
    for seat in sorted(seats - {0}):
        for text in scene.model.legal(seat) if scene.model.is_played_here(seat) else ():
            match text.split():
                case ["take" | "draw", where]:
                    found[actions.stack_of(where, seat, len(scene.view.seats))] = (seat, text)
    return found


@dataclass(frozen=True, slots=True)
class StackLinks:
    """Lines from each stack to its two seats; those of the acting seat (0: none) are lit."""

    ring: Ring
    acting: int


def links(scene: ArchitectsScene, ring: Ring) -> Element[StackLinks]:
    return Element("links", StackLinks(ring, scene.acting), paint_links)


def paint_links(p: Pen, links: StackLinks, control: Controller) -> None:
    ring, n = links.ring, len(links.ring.zones)
    for bright in (False, True):
        for i, place in enumerate(ring.gaps):
            for j in (i, (i + 1) % n):
                if (j == links.acting - 1) == bright:
                    p.cached(_paint_link, link_path(place, ring.zones[j]), ring.u, bright)


def _paint_link(p: Pen, way: tuple[float, ...], u: float, bright: bool) -> None:
    if bright:
        p.path(*way, line="candle", width=6 * u)
    else:
        inlay(p, *way, width=4 * u, plain="hair")


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack between two seats. `action`: sent by a tap for `seat`, if any; `picked`: its card is not entered."""

    ring: Ring
    name: str  # its number, from 1, clockwise
    lies: StackView
    seat: int
    action: str
    picked: bool
    spoken: bool  # mentioned in a sentence, and ringed without shadow
    dim: bool
    data: Data

    @property
    def place(self) -> CardPlace:
        return self.ring.gaps[int(self.name) - 1]


def stack(scene: ArchitectsScene, ring: Ring, game: View, i: int, offers: Offers) -> Elements:
    name = str(i + 1)
    lies = game.stacks.get(name)
    if lies is None:
        return []
    at = ring.gaps[i]
    seat, action = offers.get(name, (0, ""))
    picked = _entered_stack(scene, game) == name
    spoken = name in scene.ringed_stacks
    dim = scene.acting > 0 and not (action or picked or spoken)
    view = Stack(ring, name, lies, seat, action, picked, spoken, dim, scene.data)
    flips = (lies.top, lies.left)
    element = Element(f"stack {name}", view, paint_stack, angle=at.angle, pivot=(at.x, at.y), flips=flips)
    w = ring.card / ring.u
    grown = thick(w, lies.left)
    rings = [card_ring_element(name, ring, at, w, grown)] if spoken else []
    return [*([halo_element(name, ring, at, w, grown)] if action else ()), *rings, element]


def paint_stack(p: Pen, stack: Stack, control: Controller) -> None:
    at, w = stack.place, stack.ring.card / stack.ring.u
    tap: Callable[[], None] = partial(refuse, control, stack.ring, stack.name)
    if stack.action:
        tap = partial(_take, control, stack.seat, stack.action, stack.lies)
    elif stack.picked:
        tap = partial(unpick, control)
    with p.at(at.x, at.y, at.angle, stack.ring.u):
        legal, aslant = bool(stack.action) or stack.spoken, at.angle % 90
        lies = stack.lies
        p.cached(pieces.stack, stack.data, lies.top, w, lies.left, legal, stack.dim, aslant, lies.uncounted)
        if stack.picked:
            _paint_unknown_stack(p, w, -at.angle)
        touchable(p, stack.ring.touch, w, f"stack {stack.name}", tap, 2 if stack.action else 1)


def _take(control: Controller, seat: int, action: str, lies: StackView) -> None:
    """Handle a tap on a stack while the card `lies` is on top; with another card on top, a tap is a new one."""
    pick_action(control, seat, action)


def refuse(control: Controller, ring: Ring, name: str) -> None:
    """Explain at the finger's edge why a stack cannot be taken from now, and name its top card."""
    scene = present(control)
    stack = scene.view.stacks.get(name)
    if stack is None:
        return
    seat = scene.seat_at_finger(ring)
    can_report = list_offers(scene) or (scene.acting and not (scene.fight or scene.telling or scene.repair))
    if scene.tracked and can_report and not scene.ui.panel:  # people may have taken a card already
        control.open_panel(f"forgot stack {name}", ring.edge_of(seat))
        return
    w = scene.model.words(seat)
    says = [_why_not(scene, w, seat, stack)]
    if stack.top:
        name, effect = printed_names.card(w, stack.top), effect_text.card_says(w, stack.top, scene.data)
        says.append(f"{capital(name)}{w.colon}{effect}")
    control.deny(seat, " ".join(says))


def _why_not(scene: ArchitectsScene, w: Words, seat: int, stack: StackView) -> str:
    acting, telling, offers = scene.acting, scene.telling, list_offers(scene)
    ritual = scene.model.table.ritual if scene.model.table else None
    if not stack.left:
        return w("This stack is empty.")
    if scene.repair:
        return w("Finish the correction first.")
    if telling:
        tells = PicturedTells(scene.data).to_tell(w, telling.question, scene.model.people(w), now=True)
        return w("First: {question}", question=tells.title[0])
    if not acting:
        return w("Nobody takes a card now.")
    name = scene.model.name(acting, w)
    if not offers and ritual and ritual.seat == acting:
        return w("{name} must turn the conflict tokens first.", name=name)
    if not scene.model.is_played_here(acting):
        return w("It is {name}’s turn, and a bot chooses by itself.", name=name)
    if not offers:
        mine = w("Answer the open question first.")
        return mine if acting == seat else w("{name} must make another choice first.", name=name)
    if acting == seat:
        return w("Take from a stack that glows.")
    return w("It is {name}’s turn. Take from a lit stack.", name=name)


def _entered_stack(scene: ArchitectsScene, game: View) -> str:
    """Return the stack whose card is being entered."""
    if scene.picked_action is None:
        return ""
    seat, action = scene.picked_action
    return actions.stack_of(action.split()[-1], seat, len(game.seats))


def _paint_unknown_stack(p: Pen, w: float, upright: float) -> None:
    """Paint a stack whose card has not been entered: a selection and a question mark."""
    p.begin_layer()
    p.rect(-w / 2 - 10, -w * 0.7 - 10, w + 20, w * 1.4 + 20, w * 0.11 + 10, "table", "candle", 5)
    p.rect(-w / 2, -w * 0.7, w, w * 1.4, w * 0.11, "back", "candle", 2)
    with p.at(0, 0, upright):
        p.text(0, 0, "?", w * 0.66, "candle", bold=True)
        tick(p, w * 0.6, -w * 0.6)


# ---- the central deck ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CentralDeck:
    """The central deck. `action`: sent by a tap for `seat`, which may look at the top card if `looks`.

    `unseen`: that seat has not looked yet, so a tap asks first.
    """

    ring: Ring
    at: CardPlace
    lies: StackView
    seat: int
    action: str
    looks: bool
    unseen: bool
    spoken: bool
    data: Data
    w: Words


def center(scene: ArchitectsScene, ring: Ring, game: View, offers: Offers) -> Elements:
    lies, at = game.stacks["center"], place_in_middle(ring, 0, 0, face_angle(scene, ring))
    seat, action = offers.get("center", (scene.acting, ""))
    looks = bool(action) and scene.can_peek(seat)
    unseen = looks and seat not in game.derived.looked
    spoken = "center" in scene.ringed_stacks
    view = CentralDeck(
        ring=ring, at=at, lies=lies, seat=seat, action=action, looks=looks, unseen=unseen, spoken=spoken,
        data=scene.data, w=scene.model.words(seat),
    )  # fmt: skip
    deck = Element("stack center", view, paint_center, angle=at.angle, pivot=(at.x, at.y))
    w = _deck_width(ring)
    grown = thick(w, lies.left)
    rings = [card_ring_element("center", ring, at, w, grown)] if spoken else []
    return [*([halo_element("center", ring, at, w, grown)] if action else ()), *rings, deck]


def _deck_width(ring: Ring) -> float:
    """Return the width of the central deck in u."""
    return ring.large * (118 if ring.narrow else 124)


def paint_center(p: Pen, deck: CentralDeck, control: Controller) -> None:
    wide = _deck_width(deck.ring)
    tap: Callable[[], None] = partial(refuse, control, deck.ring, "center")
    if deck.unseen:
        tap = partial(touch_handlers.ask_to_look, control, deck.seat)
    elif deck.action:
        tap = partial(_take, control, deck.seat, deck.action, deck.lies)
    with p.at(deck.at.x, deck.at.y, deck.at.angle, deck.ring.u):
        legal, lies = bool(deck.action) or deck.spoken, deck.lies
        pieces.stack(p, deck.data, "back", wide, lies.left, legal=legal, uncounted=lies.uncounted)
        if deck.looks:
            eye(p, wide, deck.w, deck.ring.small)
        look = partial(touch_handlers.peek, control, deck.seat) if deck.looks else None
        touchable(p, deck.ring.touch, wide, "stack center", tap, 2 if deck.action else 1, look)
