"""The touched thing enlarged beside the structure: effects, costs, cards it uncovers, and possible uses.

The panel faces the seat to act and can be turned to the other. Structure, coins and track stay visible.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from app.games.duel import cost_text, effect_text, printed_names
from app.games.duel import words_facade as say
from app.games.duel.face_icons import list_paid_goods
from app.games.duel.screen import cards, touch_handlers
from app.games.duel.screen.layout import CARD_ASPECT, Layout, layout_of
from app.games.duel.screen.typed_scene import TURN, DuelScene
from app.games.duel.screen.ui_state import TouchedThing
from app.games.duel.shared_table_facts import TurnUse, card_uses
from app.screen.control.controller import Controller
from app.screen.input import goals
from app.screen.paint import grounds, lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.paint.text_pen import FELT, PARCHMENT, PITCH
from app.screen.state.ring_layout import Ring
from app.screen.widgets import faces, name_fitting
from app.screen.widgets.controls import button, frame
from app.screen.widgets.panel import paint_corner_buttons
from app.screen.widgets.panel_frame import at_hand
from app.shown.play import goal
from app.text.translation import Words, capital
from engine.duel.data_schema import Data
from engine.duel.view_json import BuildOption, Unit, View

PAD: Final = 14.0  # u
GAP: Final = 10.0  # u
ROW: Final = 6.0  # u, below each price
NAME_SHRINK: Final = 0.88  # of its size, for a name that else would not fit in the display face
SMALLER: Final = 0.7  # of its size, to which the parts of a price may shrink
STRIP: Final = 8.0  # u, between the edge of a strip of parchment and its words
WIDE: Final = {"wonder": 1.3, "token": 0.84}  # width / height, by kind; others are shaped like a card


@dataclass(frozen=True, slots=True)
class SeatPrice:
    """The current price of a thing for a seat, and words, from long to short, that figures do not cover."""

    name: str
    way: BuildOption
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LargeThing:
    """An enlarged thing, in the words of the seat that it faces."""

    ring: Ring
    seat: int
    thing: TouchedThing
    age: int
    acting: int
    data: Data
    w: Words
    left: bool  # mirrored for a left hand
    slug: str  # of the card, wonder or token; empty: a face-down card
    saves: str  # the goal that its reader may set; "": none
    guild: bool = False
    built: bool = False  # of a wonder
    title: str = ""
    says: str = ""  # its effects
    notes: tuple[str, ...] = ()
    prices: tuple[SeatPrice, ...] = ()  # the reader's own first
    uses: tuple[TurnUse, ...] = ()
    hint: str = ""


def elements(scene: DuelScene, ring: Ring) -> Elements:
    """Return the enlarged thing, if any; the discard pile is shown by `choices`."""
    touched = scene.game_ui.touched
    if touched is None or touched.kind == "discard" or scene.model.view is None:
        return []
    view = _build_large_thing(scene, ring, touched)
    return [] if view is None else [Element("touched", view, paint_large)]


def ground(scene: DuelScene, ring: Ring) -> Elements:
    """Return the touch area behind an enlarged thing."""
    return [] if scene.game_ui.touched is None else [Element("ground", ring, paint_ground)]


def paint_ground(p: Pen, ring: Ring, control: Controller) -> None:
    """Add a touch area below everything that closes the enlarged thing."""
    p.hit_area(0, 0, ring.width, ring.height, "put away", partial(touch_handlers.show, control, None), rank=0)


def faced_seat(scene: DuelScene) -> int:
    """Return the seat that the panel faces: the one it was turned to, else the seat to act here, else a person."""
    if scene.game_ui.turned:
        return scene.game_ui.turned
    people = [seat for seat in (1, 2) if scene.model.is_played_here(seat)]
    return scene.acting if scene.acting in people or not people else people[0]


# ---- words about a thing ---------------------------------------------------------------------------------


def _build_large_thing(scene: DuelScene, ring: Ring, touched: TouchedThing) -> LargeThing | None:
    """Build the view of a touched thing, or None if it is gone."""
    seat, slug = faced_seat(scene) or 1, touched.what
    thing = LargeThing(
        ring=ring,
        seat=seat,
        thing=touched,
        age=scene.view.age,
        acting=scene.acting,
        data=scene.data,
        w=scene.model.words(seat),
        left=scene.model.info(seat).left,
        slug=slug,
        saves=f"{touched.kind} {slug}",
    )
    described = DESCRIPTIONS.get(touched.kind, _describe_card)(scene, thing)
    if described is None:
        return None
    saves = described.saves if goals.is_possible_goal(scene, seat, described.saves) else ""
    return replace(described, says=capital(described.says), saves=saves)


def _describe_slot(scene: DuelScene, thing: LargeThing) -> LargeThing | None:
    """Add what is known of a card in the structure, and what its reader can do with it; None if it was taken."""
    w, seat, data, number = thing.w, thing.seat, thing.data, thing.thing.what
    slot = scene.view.structure.get(number)
    if slot is None:
        return None
    slug, guild = slot.card or "", bool(slot.guild)
    notes = [*_chain(w, slug, data), *_describe_covering(scene, w, int(number), slot.accessible, seat)]
    thing = replace(thing, slug=slug, guild=guild, saves=f"card {slug}", notes=tuple(notes))
    if not slug:
        return replace(thing, title=capital(printed_names.name_back(w, guild)))
    says = effect_text.card_says(w, slug, data)
    notes = [*_list_consequences(scene, seat, slug, says), *notes]
    uses = _uses(scene, w, seat, slug) if slot.accessible else ()
    if slot.accessible and not uses:
        notes = [_explain_why_not(scene, w, seat), *notes]
    can_use_wonder = uses and any(option.wonder and option.can for option in scene.options_of_seat(seat).values())
    return replace(
        thing,
        title=printed_names.card(w, slug),
        says=says,
        notes=tuple(notes),
        prices=_prices(scene, thing.ring, seat, slug),
        uses=uses,
        hint=w("Or touch one of your lit wonders.") if can_use_wonder else "",
    )


def _describe_wonder(scene: DuelScene, thing: LargeThing) -> LargeThing:
    """Add a wonder's effects and the card under it, or what building it costs its owner."""
    w, slug, owner = thing.w, thing.slug, thing.thing.seat
    says = effect_text.wonder_says(w, slug, thing.data)
    thing = replace(thing, title=printed_names.wonder(w, slug), says=says)
    under = scene.view.seats[owner - 1].wonders.get(slug)
    if under is not None:
        return replace(thing, built=True, notes=(w("Under it: {card}", card=printed_names.card(w, under)),))
    notes = [w("printed cost: {cost}", cost=effect_text.cost(w, thing.data.wonders[slug].cost))]
    notes += _list_consequences(scene, owner, slug, says) if owner == thing.seat else []
    prices = _prices(scene, thing.ring, thing.seat, slug, owner)
    can_build = owner == thing.seat == scene.acting and prices
    hint = w("Touch a free card first, then this wonder.") if can_build else ""
    return replace(thing, notes=tuple(notes), prices=prices, hint=hint)


def _describe_token(scene: DuelScene, thing: LargeThing) -> LargeThing:
    w, said = thing.w, f"progress {thing.slug}"
    can_take = thing.seat == scene.acting and touch_handlers.can(scene, thing.seat, said)
    return replace(
        thing,
        title=printed_names.token(w, thing.slug),
        says=effect_text.token_says(w, thing.slug, thing.data),
        uses=(TurnUse(said, say.action(w, said)),) if can_take else (),
    )


def _describe_card(_: DuelScene, thing: LargeThing) -> LargeThing:
    w, slug, data = thing.w, thing.slug, thing.data
    says = effect_text.card_says(w, slug, data)
    return replace(thing, title=printed_names.card(w, slug), says=says, notes=tuple(_chain(w, slug, data)))


DESCRIPTIONS: Final[Mapping[str, Callable[[DuelScene, LargeThing], LargeThing | None]]] = {
    "slot": _describe_slot,
    "wonder": _describe_wonder,
    "token": _describe_token,
}


def _chain(w: Words, slug: str, data: Data) -> list[str]:
    """Name the card that makes this one free."""
    free = cost_text.name_chain_cards(w, slug, data) if slug else ""
    return [capital(free)] if free else []


def _describe_covering(scene: DuelScene, w: Words, slot: int, accessible: bool, seat: int) -> list[str]:
    """List the cards that cover a card, or the cards it would uncover and their price for the other seat."""
    view: View = scene.view
    if accessible:
        theirs = scene.options_of_seat(3 - seat)
        freed = []
        for below in view.derived.frees.get(str(slot), ()):
            card = view.structure[str(below)]
            freed.append((card.card, bool(card.guild), theirs.get(card.card) if card.card else None))
        return [cost_text.uncovers(w, freed, scene.model.name(3 - seat, w))]
    place = next((place for place in view.derived.places if place.slot == slot), None)
    lying = [
        view.structure[str(above)] for above in (place.covered_by if place else ()) if str(above) in view.structure
    ]
    return [cost_text.covered_by(w, [(each.card, bool(each.guild)) for each in lying])]


def _explain_why_not(scene: DuelScene, w: Words, seat: int) -> str:
    """Explain to the reader why an uncovered card cannot be taken now."""
    acting = scene.acting
    if not acting:
        return w("Nobody takes a card now.")
    name = scene.model.name(acting, w)
    if scene.question_kind != TURN:
        mine = w("Answer the open question first.")
        return mine if acting == seat else w("{name} must make another choice first.", name=name)
    if not scene.model.is_played_here(acting):
        return w("It is {name}’s turn, and a bot chooses by itself.", name=name)
    if acting != seat:
        return w("It is {name}’s turn.", name=name)
    return w("Choose on your phone") + "."


def _prices(scene: DuelScene, ring: Ring, seat: int, slug: str, owner: int = 0) -> tuple[SeatPrice, ...]:
    """Return the price for both seats, the reader first, or for its owner alone; without words on a small screen."""
    w, found = scene.model.words(seat), []
    for each in (seat, 3 - seat):
        option = scene.options_of_seat(each).get(slug)
        if option is not None and owner in (0, each):
            whose = "" if each == seat else scene.model.name(each, w)
            parts = [] if option.units else [*cost_text.receipt(w, option, "", scene.data, whose)]
            if each != seat:
                parts += cost_text.list_consequences(w, option)
            name = w.pgettext("price", "You") if each == seat else scene.model.name(each, w)
            words = (" · ".join(parts), parts[-1]) if parts and not ring.small else ()
            found.append(SeatPrice(name, option, words))
    return tuple(found)


def _list_consequences(scene: DuelScene, seat: int, slug: str, says: str) -> list[str]:
    """List consequences of building it that its effects do not mention."""
    option = scene.options_of_seat(seat).get(slug)
    found = (
        []
        if option is None
        else [each for each in cost_text.list_consequences(scene.model.words(seat), option) if each not in says]
    )
    return [capital(" · ".join(found))] if found else []


def _uses(scene: DuelScene, w: Words, seat: int, slug: str) -> tuple[TurnUse, ...]:
    """Return building and discarding, for a panel that faces the seat to act."""
    if seat != scene.acting or not touch_handlers.can(scene, seat, f"discard {slug}"):
        return ()
    found = card_uses(w, scene.view, seat, slug, scene.model.legal(seat))
    return tuple(use for use in found if use.way is None or not use.way.wonder)


# ---- painting --------------------------------------------------------------------------------------------


def paint_large(p: Pen, thing: LargeThing, control: Controller) -> None:
    lay = layout_of(thing.ring)
    box = lay.side_box(thing.seat)
    with lay.at_box(p, box, thing.seat), p.use_material(FELT):
        frame(p, box.w, box.h)
        if thing.thing.kind == "token" and box.w <= box.h:
            _lay_out_token(p, thing, control, lay, box.w, box.h)
        elif box.w > box.h:
            _across(p, thing, control, lay, box.w, box.h)
        else:
            _down(p, thing, control, lay, box.w, box.h)


def _down(p: Pen, thing: LargeThing, control: Controller, lay: Layout, w: float, h: float) -> None:
    """Lay out top to bottom: the thing and its name, words, prices, and the uses nearest the hand."""
    head = _head(p, thing, control, w, lay)
    inside, bottom = w - 2 * PAD, h - PAD
    bottom -= _foot(p, thing, control, PAD, bottom, inside, lay)
    bottom -= _costs(p, thing, PAD, bottom, inside, (bottom - head) * 0.66, lay)
    bottom -= _save(p, thing, control, PAD, bottom, inside, bottom - head - GAP, lay)
    _prose(p, thing, PAD, head + GAP, inside, bottom - head - GAP, lay)


def _lay_out_token(p: Pen, thing: LargeThing, control: Controller, lay: Layout, w: float, h: float) -> None:
    """Lay out a thing without prices: large, and below it its name, what it does, and the use nearest the hand."""
    inside, bottom, t = w - 2 * PAD, h - PAD, lay.touch
    _corner_buttons(p, thing, control, w, lay)
    bottom -= _foot(p, thing, control, PAD, bottom, inside, lay)
    line = lay.words(32) * PITCH
    bottom -= _save(p, thing, control, PAD, bottom, inside, bottom - 2 * PAD - t - line, lay)
    tall = min(_tall(p, _list_sentences(thing), lay.words(26), inside - 2 * STRIP), bottom - 2 * PAD - t - line)
    _prose(p, thing, PAD, bottom - tall - 2 * STRIP, inside, tall + 2 * STRIP, lay)
    bottom -= tall + 2 * STRIP + line + GAP
    p.prose(PAD, bottom, thing.title, lay.words(32), inside, line, "text", "middle", bold=STONE, middle=True)
    top = PAD + t if bottom - 2 * PAD - t > t else 0.0
    side = min(inside if top else w - 2 * (t + GAP) - 2 * PAD, bottom - top - 2 * PAD)
    x = w / 2 if top else at_hand(thing.left, PAD, side, w) + side / 2
    with p.at(x, (top + bottom) / 2):
        _picture(p, thing, side)


def _corner_buttons(p: Pen, thing: LargeThing, control: Controller, w: float, lay: Layout) -> None:
    close, turn = partial(touch_handlers.show, control, None), partial(touch_handlers.turn_to, control, 3 - thing.seat)
    paint_corner_buttons(p, partial(at_hand, thing.left, room=w), w, lay.touch, close, turn)


def _across(p: Pen, thing: LargeThing, control: Controller, lay: Layout, w: float, h: float) -> None:
    """Lay out in two columns on a wide panel: prices and uses at the hand."""
    half = w / 2 if thing.prices or thing.uses else w
    with p.at(at_hand(thing.left, 0, half, w), 0):
        head = _head(p, thing, control, half, lay)
        bottom = h - PAD
        bottom -= _save(p, thing, control, PAD, bottom, half - 2 * PAD, bottom - head - GAP, lay)
        _prose(p, thing, PAD, head + GAP, half - 2 * PAD, bottom - head - GAP, lay)
    with p.at(at_hand(thing.left, half, half - PAD, w), 0):
        bottom = h - PAD
        bottom -= _foot(p, thing, control, 0, bottom, half - PAD, lay)
        _costs(p, thing, 0, bottom, half - PAD, bottom - PAD, lay)


def _head(p: Pen, thing: LargeThing, control: Controller, w: float, lay: Layout) -> float:
    """Paint the thing, its name, and the buttons to turn and close the panel. Return the lower end.

    A name too wide for its place beside the picture has a line of its own below; a wonder's always has.
    """
    t, size, side = lay.touch, lay.words(32), partial(at_hand, thing.left, room=w)
    line = size * PITCH
    high = t + 4 + line if lay.small else max(176.0, t + 74)
    flat = thing.thing.kind == "wonder" and not lay.small
    sizes = [size * part for part in (1.0, NAME_SHRINK) if p.is_legible(size * part * p.grown)] or [size]
    below = flat or p.text_width(thing.title, sizes[-1] * p.grown, bold=STONE) > w - 2 * PAD - 12 - high / CARD_ASPECT
    tall = t if below and lay.small else high - line if below else high
    wide = min(w - 2 * PAD - 2 * t - GAP - 14, tall * WIDE.get(thing.thing.kind, 1 / CARD_ASPECT))
    with p.at(side(PAD, wide) + wide / 2, PAD + tall / 2):
        _picture(p, thing, wide)
    _corner_buttons(p, thing, control, w, lay)
    left = PAD if below else PAD + wide + 12
    room, over = w - PAD - left, t + 4 if lay.small or not below else tall
    size = next(
        (n for n in sizes if name_fitting.face(p, [thing.title], n * p.grown, room, high - over) == STONE), size
    )
    p.prose(side(left, room), PAD + over, thing.title, size, room, high - over, "text", bold=STONE, middle=True)
    return PAD + high


def _picture(p: Pen, thing: LargeThing, w: float) -> None:
    """Paint the thing round the pen's origin, `w` wide."""
    if thing.thing.kind == "wonder":
        cards.wonder(p, thing.data, thing.slug, w, w / 1.5, thing.built)
    elif thing.thing.kind == "token":
        cards.token(p, thing.data, thing.slug, w / 2)
    elif thing.slug:
        cards.card(p, thing.data, thing.slug, w, w * CARD_ASPECT)
    else:
        faces.card_back(p, thing.age, thing.guild, w, w * CARD_ASPECT)


def _prose(p: Pen, thing: LargeThing, x: float, y: float, w: float, h: float, lay: Layout) -> None:
    """Paint effects and notes on a strip of parchment, as large as they fit; notes are dropped first."""
    texts, most = _list_sentences(thing), lay.words(26)
    size, least, w, h = most, lay.words(20), w - 2 * STRIP, h - 2 * STRIP
    while _tall(p, texts, size, w) > h and size > 8:
        if size > least or len(texts) < 2:
            size = max(size * 0.95, least) if size > least else size * 0.95
        else:
            texts.pop()
            size = most
    if not texts:
        return
    with p.use_material(PARCHMENT), p.at(x, y):
        grounds.strip(p, w + 2 * STRIP, _tall(p, texts, size, w) + 2 * STRIP)
        y = STRIP
        for nth, text in enumerate(texts):
            rows, used = p.break_lines(text, size, w, 9)
            p.prose(STRIP, y, text, used, w, len(rows) * used * PITCH + 1, "soft" if nth else "text")
            y += len(rows) * used * PITCH + 8


def _list_sentences(thing: LargeThing) -> list[str]:
    return [text for text in (thing.says, *thing.notes) if text]


def _save(
    p: Pen, thing: LargeThing, control: Controller, x: float, bottom: float, w: float, room: float, lay: Layout
) -> float:
    """Paint the button that sets this thing as a goal, if the words keep their room. Return its height, or 0."""
    high = lay.touch + GAP
    if not thing.saves or _tall(p, _list_sentences(thing), lay.words(20), w - 2 * STRIP) + 2 * STRIP + high > room:
        return 0.0
    tap = partial(goals.mark_goal, control, thing.seat, thing.saves)
    button(p, x, bottom - lay.touch, w, lay.touch, goal.save(thing.w), f"save {thing.saves}", tap, size=24)
    return high


def _tall(p: Pen, texts: Sequence[str], size: float, w: float) -> float:
    return sum(len(p.break_lines(text, size, w, 9)[0]) * size * PITCH + 8 for text in texts) - 8


def _costs(p: Pen, thing: LargeThing, x: float, bottom: float, w: float, most: float, lay: Layout) -> float:
    """Paint a line for each seat on a strip of parchment: name, parts of the price, and price. Return their height.

    Parts too wide for the line go below it while there is room, the reader's first, since the other seat may turn the
    panel; on a small screen only the reader's. Without that room they shrink beside the name.
    """
    size = lay.words(22)
    pill, line = max(42.0, size * 1.3), size * 1.5
    deep, rows = len(thing.prices) * (pill + 8 + ROW), []
    for nth, price in enumerate(thing.prices):
        name = min(p.text_width(price.name, size * 1.1, bold=True), w * 0.42)
        receipt = Receipt.from_price(price, thing.data, lay.small)
        room = w - name - pill * 2.2 - 44
        wide = receipt.wide(p, size)
        below = wide > room and not (lay.small and nth) and deep + line <= most
        beside = wide <= room or (not below and not nth and wide * SMALLER <= room)
        deep += line if below else 0
        rows.append((price, receipt, name, room, beside, below))
    if not rows:
        return deep
    with p.use_material(PARCHMENT), p.at(x, bottom - deep):
        grounds.strip(p, w, deep - ROW)
        y = 0.0
        for price, receipt, name, room, beside, below in rows:
            if y:
                p.path(STRIP, y - ROW / 2, w - STRIP, y - ROW / 2, line="line")
            middle = y + 4 + pill / 2
            p.name(12, middle, price.name, size * 1.1, "text", room=name + 1)
            with p.at(w - 12 - pill * 1.1, middle):
                cards.price(p, 0, 0, pill, price.way)
            if beside:
                receipt.paint(p, 12 + name + 16, middle, room, size)
            elif below:
                receipt.paint(p, 12, y + pill + 4 + line / 2, w - 24, size)
            y += pill + 8 + (line if below else 0) + ROW
    return deep


@dataclass(frozen=True, slots=True)
class Receipt:
    """The parts of a price: printed coins, then each missing good with its price, then words.

    A good made at choice has a yellow ground, one spared by a token a round one, as in a city.
    """

    printed: int  # coins
    goods: tuple[tuple[str, Unit, str], ...]  # count, unit, price of one
    words: tuple[str, ...]

    @classmethod
    def from_price(cls, price: SeatPrice, data: Data, small: bool) -> "Receipt":
        option, goods = price.way, list_paid_goods(price.way, data)
        return cls(option.cost - option.traded if goods or small else 0, goods, price.words)

    def wide(self, p: Pen, size: float) -> float:
        """Return the width in figures of this size."""
        goods = sum(
            p.text_width(n, size) + p.text_width(each, size, bold=True) + size * (3.2 if n else 2.9)
            for n, _, each in self.goods
        )
        return (
            goods + (size * 1.9 if self.printed else 0.0) + (p.text_width(self.words[0], size) if self.words else 0.0)
        )

    def paint(self, p: Pen, x: float, y: float, w: float, size: float) -> None:
        """Paint from x on, centred on y, in figures of this size, or smaller to fit into `w`."""
        wide, start = self.wide(p, size), x
        size *= min(1.0, w / wide) if wide else 1.0
        if self.printed:
            faces.coin(p, x + size * 0.6, y, size * 1.3, self.printed)
            x += size * 1.9
        for n, unit, each in self.goods:
            if n:
                x += p.text(x, y, n, size, "soft", "start") + size * 0.3
            ground = "yellow_tint" if unit.why == "choice" else "raised" if unit.why == "token" else "zone"
            if ground != "zone":
                round_ = size * (0.65 if unit.why == "token" else 0.2)
                p.rect(x - size * 0.05, y - size * 0.65, size * 1.3, size * 1.3, round_, ground)
            faces.figure(p, unit.resource, x + size * 0.6, y, size * 1.15, "text", ground)
            faces.coin(p, x + size * 1.7, y, size * 0.75)
            x += size * 2.2
            x += p.text(x, y, each, size, "candle" if unit.why == "fixed" else "text", "start", bold=True) + size * 0.7
        if self.words:
            p.text(x, y, self.words, size, "soft", "start", room=w - (x - start))


def _foot(p: Pen, thing: LargeThing, control: Controller, x: float, bottom: float, w: float, lay: Layout) -> float:
    """Paint the uses, with their costs and the coins left. Return their height."""
    high = 0.0
    if thing.hint and not lay.small:
        size = lay.words(22)
        high = len(p.break_lines(thing.hint, size, w, 2)[0]) * size * PITCH + 1
        p.prose(x, bottom - high, thing.hint, size, w, high, "soft", "middle", middle=True)
        high += 4
    if thing.uses:
        each = (w - (len(thing.uses) - 1) * GAP) / len(thing.uses)
        tall = max(lay.touch, 112.0, lay.words(22) * 4)
        for nth, use in enumerate(thing.uses if thing.left else thing.uses[::-1]):
            with p.at(x + nth * (each + GAP), bottom - high - tall):
                _use(p, thing, use, control, each, tall, lay)
        high += tall + GAP
    return high


def _use(p: Pen, thing: LargeThing, use: TurnUse, control: Controller, w: float, h: float, lay: Layout) -> None:
    """Paint a button with the use and the coins left or missing; if it is impossible, a touch explains why."""
    tap, label = partial(control.act, thing.acting, use.say), _label(thing.w, use)
    if use.way is None and not use.brings:
        size = lay.words(30)
        fits = next((each for each in label if p.text_width(each, size, bold=True) <= w - 24), label[-1])
        button(p, 0, 0, w, h, fits, use.say, tap, primary=True, size=size, stone=True)
        return

    def draw(p: Pen, ground: str, ink: str) -> None:
        if use.can:
            p.rect(0, 0, w, h, 18, ground, "candle", 3)
            lighting.face(p, 0, 0, w, h, 18, rim=False)
        else:
            lighting.recess(p, 0, 0, w, h, 18)
        p.text(w / 2, h * 0.19, label, lay.words(24), ink, bold=True, room=w - 16)
        side, coins = min(40.0, h * 0.36), f"+{use.brings}" if use.way is None else str(use.way.cost)
        wide = p.text_width(coins, 38, bold=True)
        left = (w - wide - side - 6) / 2
        p.text(left, h * 0.5, coins, 38, ink, "start", bold=True)
        faces.coin(p, left + wide + 6 + side / 2, h * 0.5, side)
        p.text(w / 2, h * 0.83, _below(thing.w, use), lay.words(22), "ink" if ink == "ink" else "text", room=w - 16)

    draw(p, "chosen", "text" if use.can else "mute")
    if use.can:
        p.hit_area(0, 0, w, h, use.say, tap, press=lambda pen: draw(pen, "candle", "ink"))
    elif use.way is not None:
        facts: dict[str, int | str] = {"thing": use.of, "cost": use.way.cost, "coins": use.way.cost + use.left}
        p.hit_area(0, 0, w, h, "why not", partial(control.deny, thing.seat, say.refusal(thing.w, "price", facts)))


def _label(w: Words, use: TurnUse) -> tuple[str, ...]:
    """Return the button's label, from long to short."""
    if use.way is not None:
        return use.text, w.pgettext("use", "Build")
    return use.text, w.pgettext("use", "Discard") if use.brings else w("Take it")


def _below(w: Words, use: TurnUse) -> tuple[str, ...]:
    """Return the coins left or missing, from long to short."""
    if not use.can:
        return use.note, w.pgettext("coins", "{n} missing", n=-use.left)
    if use.way is not None:
        return (w("keep {left}", left=use.left),)
    return w("then {n} in all", n=use.left), w("then {n}", n=use.left)
