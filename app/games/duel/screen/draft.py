"""The draft: the wonders on offer, the order of picks, and the current pick. Tokens and track stay beside it."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.games.duel import effect_text, printed_names
from app.games.duel import words_facade as say
from app.games.duel.screen import cards, touch_handlers
from app.games.duel.screen.layout import Layout, TableBox, layout_of
from app.games.duel.screen.typed_scene import DuelScene
from app.looks import display_font
from app.screen.control.controller import Controller
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE, Weight
from app.screen.paint.text_pen import PITCH
from app.screen.state.model import event_of
from app.screen.state.ring_layout import Ring
from app.screen.widgets import name_fitting
from app.screen.widgets.controls import button, tick
from app.screen.widgets.grid import fill_grid
from app.screen.widgets.panel import weight_of
from app.text.translation import Words, capital
from engine.duel import actions
from engine.duel.data_schema import Data

GAP: Final = 16.0  # u
STEP: Final = 78.0  # u, between two marks of the order
STRIP: Final = 76.0  # u, height of the order of picks
TOP: Final = STRIP + 58  # u, above the wonders
HIGHEST: Final = 1.1  # largest height / width of a wonder
FLATTEST: Final = 1.6  # largest width / height of a wonder


@dataclass(frozen=True, slots=True)
class OfferedWonder:
    """A wonder of this round, its name, and the name of the person who took it, or ""."""

    wonder: str
    name: str
    taken: str


@dataclass(frozen=True, slots=True)
class WonderDraft:
    """The wonders on offer to the seat that the draft faces, and the order of picks."""

    lay: Layout
    seat: int
    answers: bool  # on this screen
    offers: tuple[OfferedWonder, ...]
    order: tuple[int, ...]  # seats
    round: int  # picks until new wonders are laid out
    picks: int  # so far
    title: tuple[str, ...]
    chosen: str
    says: str
    data: Data
    w: Words


def elements(scene: DuelScene, ring: Ring) -> Elements:
    """Return the draft while it lasts."""
    if scene.model.view is None or scene.view.age or "first-game" in scene.table.variant:
        return []
    view = _draft(scene, ring)
    lay = view.lay
    middle, angle = lay.point(lay.structure.x, lay.structure.y), (lay.angle + lay.face(view.seat)) % 360
    return [Element("draft", view, paint_draft, angle=angle, pivot=middle)]


def prompt(scene: DuelScene, w: Words) -> tuple[str, ...]:
    """Return the prompt of the seat that drafts, from long to short."""
    order, picks = _order(scene), _picks(scene)
    if picks >= len(order):
        return ()
    per = scene.data.table.offered_wonders
    mine, first = order[picks], picks // per * per
    before = picks > first and order[picks - 1] == mine
    after = picks + 1 < first + per and order[picks + 1] == mine
    if before:
        return w("Choose a wonder: the second of two"), w("Choose a wonder")
    if after:
        return w("Choose a wonder: the first of two"), w("Choose a wonder")
    return (w("Choose a wonder"),)


def _picks(scene: DuelScene) -> int:
    """Count the wonders taken."""
    return sum(len(chair.wonders) for chair in scene.view.seats)


def _order(scene: DuelScene) -> tuple[int, ...]:
    """Return the seats in the order of their picks."""
    first = scene.view.derived.first
    return tuple(first if each == 1 else 3 - first for each in scene.data.table.draft)


def _draft(scene: DuelScene, ring: Ring) -> WonderDraft:
    seat = scene.acting or _order(scene)[min(_picks(scene), len(_order(scene)) - 1)]
    w, legal = scene.model.words(seat), scene.model.legal(seat)
    chosen = scene.game_ui.choice if scene.game_ui.choice in legal else ""
    wonder = chosen.split()[-1] if chosen else ""
    holders = {slug: chair.seat for chair in scene.view.seats for slug in chair.wonders}
    offers = tuple(
        OfferedWonder(
            slug, printed_names.wonder(w, slug), scene.model.name(holders[slug], w) if slug in holders else ""
        )
        for slug in _list_wonders_of_round(scene)
    )
    return WonderDraft(
        lay=layout_of(ring),
        seat=seat,
        answers=seat == scene.answering_seat,
        offers=offers,
        order=_order(scene),
        round=scene.data.table.offered_wonders,
        picks=_picks(scene),
        title=prompt(scene, w) if seat == scene.answering_seat else (),
        chosen=chosen,
        says=capital(effect_text.wonder_says(w, wonder, scene.data)) if wonder else "",
        data=scene.data,
        w=w,
    )


def _list_wonders_of_round(scene: DuelScene) -> tuple[str, ...]:
    """Return the wonders of this round as laid out, taken ones included, so that each keeps its place."""
    offered = []
    for _, line in sorted(scene.model.lines.items()):
        event = None if line.undone else event_of(line, say.parse_event)
        if isinstance(event, actions.WonderOffered):
            offered.append(event.wonder)
    per = scene.data.table.offered_wonders
    last = offered[(len(offered) - 1) // per * per :] if offered else []
    return tuple(last) if set(scene.view.draft) <= set(last) else scene.view.draft


# ---- painting --------------------------------------------------------------------------------------------


def paint_draft(p: Pen, draft: WonderDraft, control: Controller) -> None:
    """Paint the order, the wonders, the chosen one's effects, and the main button at the player's hand."""
    lay, box = draft.lay, draft.lay.draft
    with lay.at_box(p, box, draft.seat):
        t = lay.touch
        with p.at(box.w / 2, 8):
            _paint_order(p, draft, box.w)
        bold = weight_of("".join(draft.title))
        p.text(box.w / 2, STRIP + 26, draft.title or "", lay.words(32), "text", bold=bold, room=box.w - 24)
        bottom = box.h - 8
        _foot(p, draft, control, box.w, bottom - t, t)
        size = lay.words(26)
        says = 2.5 * size
        p.prose(12, bottom - t - 10 - says, draft.says, size, box.w - 24, says, "soft", "middle", middle=True)
        _wonders(p, draft, control, TableBox(box.w / 2, 0, box.w, bottom - t - 22 - says - TOP), TOP)


def _paint_order(p: Pen, draft: WonderDraft, room: float) -> None:
    """Paint a mark for each pick, pointing to its seat."""
    rounds = -(-len(draft.order) // draft.round)
    step = min(STEP, room / (len(draft.order) + rounds))
    wide, left = step - 10, -(len(draft.order) * step + (rounds - 1) * step / 2) / 2
    for nth, seat in enumerate(draft.order):
        x = left + nth * step + nth // draft.round * step / 2
        now, done = nth == draft.picks, nth < draft.picks
        fill, edge = ("candle", None) if now else ("raised", None) if done else (None, "line")
        p.rect(x, 0, wide, wide * 0.84, 12, fill, edge, 2)
        ink = "ink" if now else "stone" if done else "mute"
        cx, cy, r = x + wide / 2, wide * 0.42, wide * 0.24
        down = 1 if seat == draft.seat else -1
        p.poly(cx - r, cy - r * 0.8 * down, cx + r, cy - r * 0.8 * down, cx, cy + r * 0.9 * down, fill=ink)


def _wonders(p: Pen, draft: WonderDraft, control: Controller, box: TableBox, top: float) -> None:
    """Paint the wonders in one row, or in two on a narrow table."""
    if not draft.offers:  # as a game begins, before any are laid out
        return
    across = len(draft.offers) if box.w > 900 else 2
    rows = -(-len(draft.offers) // across)
    two = draft.lay.words(28) * 2.6 if rows == 1 else 2 * PITCH * display_font.LEAST / p.scale  # lines of a name
    named = two if draft.lay.small else 54.0
    cells = fill_grid(len(draft.offers), across, box.w, box.h, GAP)
    cells = cells.lower((cells.w - 20) * HIGHEST + named + 12)
    called_ = [offer.name for offer in draft.offers]
    largest = draft.lay.words(28) * p.grown
    # The smaller sizes leave room for two lines.
    sizes = (largest, *(min(largest, each) for each in (named / 2 / PITCH, display_font.LEAST / p.scale)))
    size = next((each for each in sizes if name_fitting.face(p, called_, each, cells.w - 36, named) == STONE), 0.0)
    stone = size * p.scale >= display_font.LEAST * 0.999
    title: tuple[float, Weight] = (size / p.grown, STONE) if stone else (draft.lay.words(28), True)
    with p.at(box.left_edge, top + (box.h - rows * (cells.h + GAP) + GAP) / 2):
        for nth, offer in enumerate(draft.offers):
            with cells.at_cell(p, nth):
                _wonder(p, draft, offer, control, cells.w, cells.h, named, title)


def _wonder(
    p: Pen,
    draft: WonderDraft,
    offer: OfferedWonder,
    control: Controller,
    w: float,
    h: float,
    named: float,
    title: tuple[float, Weight],
) -> None:
    """Paint a wonder in a box; `named`: height for its name. `title`: the name's letter size and weight."""
    if offer.taken:
        lighting.recess(p, 0, 0, w, h, 20)
        p.prose(
            12, 0, draft.w("{name} took it", name=offer.taken), draft.lay.words(26), w - 24, h, "mute", "middle",
            middle=True,
        )  # fmt: skip
        return
    said = f"draft {offer.wonder}"
    p.thing(offer.wonder, 0, 0, w, h)
    on = said == draft.chosen
    if draft.answers:
        p.rect(-5, -5, w + 10, h + 10, 24, None, "candle", 7 if on else 3)
    p.rect(0, 0, w, h, 20, "chosen" if on else "zone")
    size, bold = title
    p.prose(18, 3, offer.name, size, w - 36, named, "text", "middle", bold=bold, middle=True)
    high = h - named - 12
    wide = min(w - 20, high * FLATTEST)
    with p.at(w / 2, named + (h - named - 6) / 2):
        cards.wonder(p, draft.data, offer.wonder, wide, high, whole=True)

    def paint_pressed(p: Pen) -> None:
        p.rect(0, 0, w, h, 20, "candle", opacity=0.25)

    if draft.answers:
        p.hit_area(0, 0, w, h, f"choose {said}", partial(touch_handlers.choose, control, said), press=paint_pressed)
    if on:
        p.begin_layer()
        tick(p, w - 10, 10, 22)


def _foot(p: Pen, draft: WonderDraft, control: Controller, w: float, y: float, t: float) -> None:
    """Paint the main button, active once a wonder is chosen."""
    wide = min(660.0, w - 24)
    go = partial(control.act, draft.seat, draft.chosen) if draft.chosen else None
    label = say.action(draft.w, draft.chosen) if draft.chosen else draft.w("Choose one")
    if draft.answers:
        can, size = go is not None, draft.lay.words(32)
        button(p, (w - wide) / 2, y, wide, t, label, "do it", go, primary=can, off=not can, size=size, stone=True)
