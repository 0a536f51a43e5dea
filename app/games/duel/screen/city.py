"""A seat's city along its edge, facing the seat: goods with prices, cards, science, wonders, chains, coins.

A small screen shows a summary; a tap on it opens the whole city on the middle.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from app.games.duel import action_text, printed_names
from app.games.duel import face_layouts as of
from app.games.duel import words_facade as say
from app.games.duel.action_previews import DuelAhead
from app.games.duel.screen import cards, draft, touch_handlers
from app.games.duel.screen.change_marks import DuelChanges
from app.games.duel.screen.city_plate import CityEdge, paint_plate, paint_plate_contents
from app.games.duel.screen.layout import PLATE, Layout
from app.games.duel.screen.typed_scene import DuelScene, present
from app.games.duel.shared_table_facts import Makes, list_production, several
from app.looks import display_font
from app.looks.drawing_data import SHAPE
from app.looks.effect_icons import SLASH, Inks, good, lay_out_atoms
from app.looks.icons import icon
from app.looks.plain_wonder_shapes import drawing_of
from app.screen.control.controller import Controller
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.state import recent_events
from app.screen.widgets import faces, name_fitting
from app.screen.widgets.change_marks import GHOST, PREVIEW, brackets
from app.screen.widgets.controls import button, frame, tick
from app.screen.widgets.name_plate import plate_prompt, player
from app.screen.widgets.news_strip import wordings
from app.screen.widgets.panel_frame import at_hand
from app.text.translation import Words
from engine.duel import actions
from engine.duel.data_schema import COLOURS, RAW, RESOURCES, Data, Science
from engine.duel.view_json import BuildOption

WONDERS: Final = 800.0  # u of a long edge, for all wonders
WIDE: Final = 222.0  # u, a wonder there, less …
FLEXIBLE_GOOD_WIDTH: Final = 27.0  # u for each kind of good made at choice …
NARROW: Final = 196.0  # u, at least; the width without drawings
LONG: Final = 1500.0  # u, of an edge that fits a whole city in one row
SCIENCE_WIDTH: Final = 216.0  # u, of science on a shorter edge
SMALL: Final = 164.0  # u, width of a good on a small screen
TITLE_GROWTH: Final = (1.3, 1.1)  # largest factor, by lines, to make names in stone readable
TICK: Final = 20.0  # u, from the corner of a built wonder to the middle of its tick
LEAF: Final = (1052.0, 276.0)  # u, of a city in two rows


@dataclass(frozen=True, slots=True)
class City:
    """The production and the cards of a city."""

    lay: Layout
    number: int
    cards: tuple[str, ...]
    makes: Makes
    several: tuple[tuple[str, int], ...]  # goods made at choice: `raw` or `manufactured`, and how many
    science: tuple[tuple[str, int], ...]
    places: int  # for wonders, taken places included
    fresh: frozenset[str]  # colours and goods to mark
    data: Data
    w: Words
    then: tuple[str, ...]  # symbols and card colour that the touched use would add


@dataclass(frozen=True, slots=True)
class Wonders:
    """The wonders of a city, or one of them, which is an element of its own. `shown`: which places are painted."""

    lay: Layout
    number: int
    wonders: tuple[tuple[str, bool], ...]  # and whether they are built
    ways: tuple[BuildOption, ...]  # to the unbuilt ones
    places: int  # taken places included
    several: int  # kinds of goods that the city makes at choice
    lit: frozenset[str]  # can be built with the touched card
    fresh: frozenset[str]  # wonders to mark
    data: Data
    w: Words
    then: str  # the wonder that the touched use would build
    shown: range

    def only(self, nth: int) -> "Wonders":
        """Return the view of one place alone, from 0; it differs only if something changes there."""
        slug = self.wonders[nth][0] if nth < len(self.wonders) else ""
        return replace(
            self,
            ways=tuple(option for option in self.ways if option.thing == slug),
            lit=self.lit & {slug},
            fresh=self.fresh & {slug},
            then=self.then if self.then == slug else "",
            shown=range(nth, nth + 1),
        )


@dataclass(frozen=True, slots=True)
class WholeCity:
    """A city opened over the middle, since its edge is too small for it."""

    plate: CityEdge
    city: City
    wonders: Wonders
    left: bool  # mirrored for a left hand


def city(scene: DuelScene, lay: Layout, number: int, changed: DuelChanges) -> Elements:
    """Return the elements of a city on its plate."""
    fresh = changed.changes_at(number)
    wonders = wonders_of(scene, lay, number, fresh)
    return [
        Element(f"plate {number}", plate_of(scene, lay, number, changed), paint_plate),
        Element(f"city {number}", _city_of(scene, lay, number, fresh), _paint_city),
        *(wonder_element(wonders, nth) for nth in wonders.shown),
    ]


def wonder_element(wonders: Wonders, nth: int) -> Element[Wonders]:
    """Return the element of one wonder of a city, or of its empty place."""
    only = wonders.only(nth)
    built = tuple((slug, done or i == nth) for i, (slug, done) in enumerate(only.wonders))
    later = Element("wonder", replace(only, wonders=built, ways=()), _paint_wonders)
    return Element(f"wonder {wonders.number} {nth}", only, _paint_wonders, ahead=lambda: [later])


def build_whole_city(scene: DuelScene, lay: Layout, changed: DuelChanges) -> Elements:
    """Return the city that people have opened, if any."""
    number = scene.game_ui.city
    if not number:
        return []
    fresh = changed.changes_at(number)
    view = WholeCity(
        plate_of(scene, lay, number, changed),
        _city_of(scene, lay, number, fresh),
        wonders_of(scene, lay, number, fresh),
        scene.model.info(number).left,
    )
    return [Element("whole city", view, _paint_whole)]


def plate_of(scene: DuelScene, lay: Layout, number: int, changed: DuelChanges) -> CityEdge:
    """Return the view of a seat's plate, in that seat's words."""
    chair, data, table = scene.view.seats[number - 1], scene.data, scene.table
    turn = number in scene.to_act
    return CityEdge(
        lay=lay,
        number=number,
        player=player(scene, number, _prompt(scene, number) if turn else ()),
        happened=wordings(recent_events.sentences_at_edge(scene, number, changed.news)),
        back=any(line.is_revoking for line in changed.news),
        points=chair.score.total if table.settings.points else None,
        coins=chair.coins,
        progress=chair.progress,
        chains=tuple(bears for slug in chair.cards if (bears := data.cards[slug].bears)),
        fresh=changed.changes_at(number),
        data=data,
        then=ahead.change_at(number) if (ahead := scene.public_preview) else None,
    )


def _city_of(scene: DuelScene, lay: Layout, number: int, fresh: frozenset[str]) -> City:
    """Return the view of a seat's city without its wonders, in that seat's words."""
    data, chair = scene.data, scene.view.seats[number - 1]
    return City(
        lay=lay,
        number=number,
        cards=chair.cards,
        makes=list_production(chair, data),
        several=tuple(sorted(Counter(several(chair, data)).items(), reverse=True)),
        science=tuple(chair.science.items()),
        places=_count_places(scene, number),
        fresh=fresh - chair.wonders.keys(),
        data=data,
        w=scene.model.words(number),
        then=(*ahead.symbols, ahead.colour) if (ahead := _preview_at(scene, number)) else (),
    )


def wonders_of(scene: DuelScene, lay: Layout, number: int, fresh: frozenset[str]) -> Wonders:
    """Return the view of the wonders in a seat's city."""
    view = scene.view
    chair = view.seats[number - 1]
    places = _count_places(scene, number)
    return Wonders(
        lay=lay,
        number=number,
        wonders=tuple((slug, under is not None) for slug, under in chair.wonders.items()),
        ways=tuple(option for option in view.derived.standing[number - 1].build_options if option.wonder),
        places=places,
        several=len(Counter(several(chair, scene.data))),
        lit=_list_lit_wonders(scene, number),
        fresh=fresh & chair.wonders.keys(),
        data=scene.data,
        w=scene.model.words(number),
        then=ahead.wonder if (ahead := _preview_at(scene, number)) else "",
        shown=range(places),
    )


def _preview_at(scene: DuelScene, number: int) -> DuelAhead | None:
    """Return the preview of the touched use, if this seat would act."""
    ahead = scene.public_preview
    return ahead if ahead is not None and ahead.seat == number else None


def _count_places(scene: DuelScene, number: int) -> int:
    """Count the places for wonders in a seat's city, during the draft with those still to come."""
    has = len(scene.view.seats[number - 1].wonders)
    return has if scene.view.age else max(has, len(scene.data.table.draft) // 2)


def _prompt(scene: DuelScene, seat: int) -> tuple[str, ...]:
    """Return the prompt of a seat, from long to short."""
    w, legal = scene.model.words(seat), scene.model.legal(seat)
    asked: tuple[str, ...] = (say.prompt(w, legal, scene.model.people(w)),) if legal else ()
    if scene.tracked:
        if scene.repair:  # no other entry is possible until then
            return ()
        asked = (action_text.prompt_for_entry(w, legal),) if legal else ()
    elif scene.question_kind == "keep":  # the choices are secret, so no legal action is known here
        asked = (w("Keep one token"),)
    elif legal and legal[0].startswith("draft "):
        asked = draft.prompt(scene, w)
    again = (
        tuple(w("Another turn: {asked}", asked=text) for text in asked)
        if scene.view.age and _is_another_turn(scene)
        else ()
    )
    return plate_prompt(scene, seat, (*again, *asked), bool(scene.answering_seat))


def _is_another_turn(scene: DuelScene) -> bool:
    """Check whether this turn follows one of the same seat."""
    for number in sorted(scene.model.lines, reverse=True)[:40]:
        line = scene.model.lines[number]
        if line.row and not line.undone:
            event = say.parse_event(bytes(line.event))
            if isinstance(event, actions.TurnBegan):
                return event.again
    return False


def _list_lit_wonders(scene: DuelScene, seat: int) -> frozenset[str]:
    """Return the wonders that a seat can build with the card it has touched."""
    card = touch_handlers.takeable_card(scene)
    if not card or scene.seat_taking_card != seat:
        return frozenset()
    said = [text.split() for text in touch_handlers.lines(scene, seat)]
    return frozenset(each[1] for each in said if each[0] == "build" and each[2:] == ["with", card])


# ---- on the table ------------------------------------------------------------------------------------------


def _paint_city(p: Pen, city: City, control: Controller) -> None:
    box = city.lay.city(city.number)
    with city.lay.at_city(p, city.number):
        if city.lay.small:
            _paint_small_city(p, city, control, box.w, box.h - city.lay.plate)
        else:
            _paint_full_city(p, city, box.w, box.h - city.lay.plate)


def _paint_wonders(p: Pen, wonders: Wonders, control: Controller) -> None:
    box = wonders.lay.city(wonders.number)
    with wonders.lay.at_city(p, wonders.number):
        if wonders.lay.small:
            _paint_small_wonders(p, wonders, control, box.w, box.h - wonders.lay.plate)
        else:
            _paint_full_wonders(p, wonders, control, box.w, box.h - wonders.lay.plate)


def _paint_whole(p: Pen, city: WholeCity, control: Controller) -> None:
    lay_, number = city.city.lay, city.city.number
    at, t = lay_.middle, lay_.touch
    side = partial(at_hand, city.left, room=at.w)
    with lay_.at_box(p, at, number):
        frame(p, at.w, at.h)
        button(
            p, side(at.w - t - 14, t), 14, t, t, "", "close", partial(_toggle_whole_city, control, number),
            picture="cross",
        )  # fmt: skip
        w, d = LEAF
        grow = min((at.w - t - 56) / w, (at.h - 28) / d)
        with p.at(side(14, w * grow), (at.h - d * grow) / 2, 0, grow):
            paint_plate_contents(p, city.plate, control, w, d, PLATE, "whole ")
            _paint_full_city(p, city.city, w, d - PLATE)
            _paint_full_wonders(p, city.wonders, control, w, d - PLATE, "whole ")


def _toggle_whole_city(control: Controller, seat: int) -> None:
    """Toggle the whole city over the middle."""
    control.change_game_ui(city=0 if present(control).game_ui.city == seat else seat)


def _paint_full_city(p: Pen, city: City, w: float, d: float) -> None:
    """Paint everything but wonders: one row along a long edge, two along a short one."""
    body = d - 24
    high = (body - 10) / 2
    goods = replace(city, cards=(), science=(), fresh=frozenset(), then=())  # what they are painted by
    if w > LONG:
        x = p.cached(_paint_goods, goods, 16, 12, body, 82) + 10
        room = w - 28 - city.places * _width_of_wonder(p, city.places, len(city.several)) - x
        _paint_card_counts(p, city, x, 12, room, high)
        _paint_science(p, city, x, 22 + high, min(room, high * 7.2), high)
        return
    x = p.cached(_paint_goods, goods, 14, 12, high, 80)
    half = (high - 8) / 2
    row = w - x - 24 - SCIENCE_WIDTH
    _paint_card_counts(p, city, x + 10, 12, row, half, most=3)
    _paint_card_counts(p, city, x + 10, 20 + half, row, half, skip=3)
    _paint_science(p, city, w - 14 - SCIENCE_WIDTH, 12, SCIENCE_WIDTH, high)


def _paint_full_wonders(p: Pen, wonders: Wonders, control: Controller, w: float, d: float, key: str = "") -> None:
    """Paint wonders at the end of that row, or in a second one, as wide as possible, since their names are in stone."""
    body = d - 24
    if w > LONG:
        wide = _width_of_wonder(p, wonders.places, wonders.several)
        near = 12 if p.plain else 6
        _paint_wonder_row(p, wonders, control, w - 12 - wonders.places * wide, near, wide, d - 2 * near, key)
        return
    high = (body - 10) / 2
    _paint_wonder_row(p, wonders, control, 14, 22 + high, (w - 20) / max(4, wonders.places), high, key)


def _width_of_wonder(p: Pen, places: int, several: int) -> float:
    """Return the width of a wonder along a long edge, in u, for that many places and goods made at choice."""
    if p.plain:
        return min(NARROW, WONDERS / max(4, places))
    return max(NARROW, WIDE - several * FLEXIBLE_GOOD_WIDTH) * 4 / max(4, places)


# ---- production ----------------------------------------------------------------------------------------------


def _paint_goods(p: Pen, city: City, x: float, y: float, h: float, wide: float) -> float:
    """Paint each good above the price of one more, then goods made at choice. Return the right end."""
    for nth, (resource, n, price) in enumerate(city.makes):
        tint = ("brown" if nth < RAW else "grey") + "_tint" if n else "zone"
        faces.box(p, x, y, wide, h, 12, tint if n else "")
        faces.figure(p, resource, x + (wide * 0.36 if n else wide / 2), y + h * 0.3, min(44, h * 0.42),
                     "text" if n else "mute", tint)  # fmt: skip
        if n:
            faces.number(p, x + wide * 0.78, y + h * 0.3, str(n), min(34, h * 0.34), "text", wide * 0.36)
        faces.box(p, x + 5, y + h * 0.58, wide - 10, h * 0.37, 10, "ink")
        faces.coin(p, x + wide * 0.3, y + h * 0.765, min(26, h * 0.26))
        cheap = price <= city.data.table.fixed_price
        faces.number(p, x + wide * 0.68, y + h * 0.765, str(price), min(29, h * 0.29), "candle" if cheap else "text",
                     wide * 0.4)  # fmt: skip
        x += wide + 6 + (8 if nth == RAW - 1 else 0)
    for kind, n in city.several:
        goods = RESOURCES[:RAW] if kind == "raw" else RESOURCES[RAW:]
        room = 104.0 if kind == "raw" else 84.0
        faces.box(p, x, y, room, h, 12, "yellow_tint")
        row = tuple(atom for one in goods for atom in (SLASH, good(one)))[1:]
        faces.atoms(p, lay_out_atoms([row], x + room / 2, y + h * 0.34, room - 8, h * 0.4, 36), Inks("yellow_tint"))
        p.text(x + room / 2, y + h * 0.77, f"{n} ×" if n > 1 else city.w("one of"), 21, "soft", room=room - 8)
        x += room + 6
    return x


# ---- cards and science ----------------------------------------------------------------------------------------


def _paint_card_counts(
    p: Pen, city: City, x: float, y: float, w: float, h: float, most: int = 9, skip: int = 0
) -> None:
    """Paint the count of cards by colour; blue ones with their points. Guilds appear once there is one."""
    colours = [city.data.cards[slug].colour for slug in city.cards]
    shown = [colour for colour in ("brown", "grey", "yellow", "red", "blue", "purple") if colour in COLOURS]
    shown = [colour for colour in shown if colour != "purple" or colour in colours][skip : skip + most]
    wide = {colour: h * 1.22 + (h * 0.84 if colour == "blue" else 0) for colour in shown}
    k = min(1.0, (w - 6 * (len(shown) - 1)) / sum(wide.values()), 1.0) if shown else 1.0
    for colour in shown:
        room, blue = wide[colour] * k, [card for slug in city.cards if (card := city.data.cards[slug]).colour == "blue"]
        points = sum(card.points for card in blue) if colour == "blue" else None
        p.cached(_paint_card_count, colour, colours.count(colour), points, x, y, room, h, k)
        _register_cards(p, city, colour, x, y, room, h)
        if colour in city.fresh:
            brackets(p, x - 3, y - 3, room + 6, h + 6)
        if colour in city.then:
            p.rect(x + 2, y + 2, room - 4, h - 4, 11, None, "text", PREVIEW)
        x += room + 6


def _paint_card_count(
    p: Pen, colour: str, n: int, points: int | None, x: float, y: float, w: float, h: float, k: float
) -> None:
    faces.box(p, x, y, w, h, 12, f"{colour}_tint")
    faces.figure(p, colour, x + h * 0.4 * k, y + h / 2, h * 0.46 * k, colour, f"{colour}_tint")
    faces.number(p, x + h * 0.92 * k, y + h / 2, str(n), h * 0.56 * k, "text" if n else "mute", h * 0.62 * k)
    if points is not None:
        faces.gable(p, x + h * 1.58 * k, y + h / 2, h * 0.74 * k, points)


def _register_cards(p: Pen, city: City, colour: str, x: float, y: float, w: float, h: float) -> None:
    """Register the cards of a colour at the box that counts them."""
    for slug in city.cards:
        if city.data.cards[slug].colour == colour:
            p.thing(slug, x, y, w, h)


def symbols(data: Data) -> tuple[str, ...]:
    """Return the science symbols of cards, each once."""
    found = (effect.symbol for card in data.cards.values() for effect in card.effects if isinstance(effect, Science))
    return tuple(dict.fromkeys(found))


def _paint_science(p: Pen, city: City, x: float, y: float, w: float, h: float) -> None:
    """Paint a slot for each symbol, empty until it is held. Law, which no card has, follows once it is held."""
    places = symbols(city.data)
    places += tuple(symbol for symbol, _ in city.science if symbol not in places)
    rows = 2 if w < 2.6 * h else 1
    columns = -(-len(places) // rows)
    p.rect(x, y, w, h, 12, "green_tint")
    _register_cards(p, city, "green", x, y, w, h)
    if "green" in city.fresh:
        brackets(p, x - 3, y - 3, w + 6, h + 6)
    size = min(h / rows, (w - h * 0.7 / rows) / columns)
    left = x + size * 0.86
    step = (w - size * 0.86 - 6) / columns
    faces.figure(p, "green", x + size * 0.45, y + h / 2, size * 0.46, "green", "green_tint")
    for nth, symbol in enumerate(places):
        at, down = left + (nth % columns + 0.5) * step, y + (nth // columns + 0.5) * h / rows
        n = dict(city.science).get(symbol, 0)
        if symbol in city.then:
            p.disc(at, down, min(size, step) * 0.48, None, "text", PREVIEW)
        if not n and symbol in city.then:
            with p.dimmed(GHOST, "green_tint"):
                faces.figure(p, symbol, at, down, min(size * 0.62, step * 0.74), "text", "green_tint")
            continue
        if not n:
            p.disc(at, down, size * 0.11, None, "mute", 2)
            continue
        faces.figure(p, symbol, at, down, min(size * 0.72, step * 0.86), "text", "green_tint")
        if n > 1:
            p.disc(at + size * 0.3, down - size * 0.26, size * 0.2, "candle")
            faces.number(p, at + size * 0.3, down - size * 0.26, str(n), size * 0.3)


# ---- wonders ------------------------------------------------------------------------------------------------------


def _paint_wonder_row(
    p: Pen, wonders: Wonders, control: Controller, left: float, y: float, step: float, h: float, key: str
) -> None:
    """Paint the wonders, and the places of those not yet drafted."""
    w, titles = step - 8, p.cached(_fit_titles, wonders.wonders, wonders.w, h, step - 8)
    for nth in wonders.shown:
        x = left + nth * step
        if nth >= len(wonders.wonders):
            _paint_empty_place(p, x, y, w, h, nth + 1)
            continue
        slug, built = wonders.wonders[nth]
        option = None if built else _option_of(wonders, slug)
        _paint_wonder(p, wonders, slug, option, x, y, w, h, titles[slug], built=built)
        over = 8 if option is not None and (p.plain or not drawing_of(slug)) else 0  # the price overlaps the edge
        tap = partial(touch_handlers.touch_wonder, control, wonders.number, slug, wonders.lay.edge(wonders.number))
        p.thing(slug, x, y, w, h)
        p.hit_area(
            x, y - over, w, h + over, f"{key}wonder {wonders.number} {slug}", tap, rank=2 if slug in wonders.lit else 1
        )


def _paint_wonder(
    p: Pen, wonders: Wonders, slug: str, option: BuildOption | None, x: float, y: float, w: float, h: float,
    title: of.TitleLines, *, built: bool,
) -> None:  # fmt: skip
    """Paint a wonder, with the price of its `option` on the corner where a tick will be."""
    lit = slug in wonders.lit
    if lit:
        p.rect(x - 6, y - 6, w + 12, h + 12, 18, None, "candle", 4)
    if slug in wonders.fresh and not built:
        brackets(p, x - 5, y - 5, w + 10, h + 10)
    high = min(34.0, h * 0.26)
    with p.at(x + w / 2, y + h / 2):
        p.cached(cards.wonder, wonders.data, slug, w, h, built, lit, high * 0.62 if option is not None else 0, title)
    if built:  # inside the card, so that it appears only with it
        if slug in wonders.fresh:
            brackets(p, x + 7, y + 7, w - 14, h - 14)
        p.stamp(x + w - (4 if p.plain else TICK), y + (4 if p.plain else TICK), 1, _tick)
    elif option is not None and drawing_of(slug) and not p.plain:
        room = cards.price_room(w, h)
        cards.price(p, x + w - room / 2 - 2, y + h * (1 - of.BAND / 2) - 2, room / faces.PILL - 3, option)
    elif option is not None:
        p.rect(x + w - 2.15 * high, y - 8, 2.2 * high, high + 8, high * 0.5, "zone")
        cards.price(p, x + w - 1.02 * high, y + high / 2 - 5, high, option)
    if slug == wonders.then:
        p.rect(x + 5, y + 5, w - 10, h - 10, 12, None, "text", PREVIEW)


def _option_of(wonders: Wonders, slug: str) -> BuildOption | None:
    """Return how a wonder can be built, or None."""
    return next((option for option in wonders.ways if option.thing == slug), None)


def _fit_titles(
    p: Pen, wonders: Sequence[tuple[str, bool]], words: Words, h: float, w: float
) -> dict[str, of.TitleLines]:
    """Fit the names of wonders of this size: all in stone, some on two lines if needed, or all in plain letters."""
    names_ = {slug: (printed_names.wonder(words, slug), w - of.margin_of_title(built)) for slug, built in wonders}
    for lines in (1, 2):
        size = max(least := of.title_size(h, lines), min(least * TITLE_GROWTH[lines - 1], display_font.LEAST / p.scale))
        rows = {slug: (name_fitting.rows(p, name, size, room, lines), room) for slug, (name, room) in names_.items()}
        fit = all(name_fitting.face(p, name, size, room) == STONE for name, room in rows.values())
        if fit and size * p.scale >= display_font.LEAST:
            return {slug: of.TitleLines(name, size, stone=True) for slug, (name, _) in rows.items()}
    return {slug: of.TitleLines((name,), of.title_size(h), stone=False) for slug, (name, _) in names_.items()}


def _tick(p: Pen) -> None:
    tick(p, 0, 0, 17)


def _paint_empty_place(p: Pen, x: float, y: float, w: float, h: float, nth: int) -> None:
    """Paint the empty place of a wonder not yet drafted."""
    faces.unbuilt(p, x, y, w, h, 14)
    faces.number(p, x + w / 2, y + h / 2, str(nth), h * 0.3, "mute")


# ---- a small screen -------------------------------------------------------------------------------------------------


def _paint_small_city(p: Pen, city: City, control: Controller, w: float, d: float) -> None:
    """Paint goods with prices and science by symbols; a tap opens the rest."""
    tap = partial(_toggle_whole_city, control, city.number)
    p.hit_area(0, 0, w, d, f"city {city.number}", tap, rank=1)
    two, y, h = w < LONG, 12.0, _row(w, d)
    wide = (w - 32 - 4 * 8 - 12) / 5 if two else SMALL
    x = 16.0
    for nth, (resource, n, price) in enumerate(city.makes):
        tint = ("brown" if nth < RAW else "grey") + "_tint" if n else "zone"
        faces.box(p, x, y, wide, h, 16, tint if n else "")
        faces.figure(p, resource, x + wide * 0.27, y + h / 2, min(66, h * 0.72), "text" if n else "mute", tint)
        if n:
            faces.number(p, x + wide * 0.7, y + h * 0.27, str(n), min(46, h * 0.46), "text", wide * 0.5)
        faces.box(p, x + wide * 0.5, y + h * 0.52, wide * 0.47, h * 0.42, 12, "ink")
        faces.coin(p, x + wide * 0.62, y + h * 0.73, min(34, h * 0.34))
        cheap = price <= city.data.table.fixed_price
        faces.number(p, x + wide * 0.84, y + h * 0.73, str(price), min(42, h * 0.42), "candle" if cheap else "text",
                     wide * 0.24)  # fmt: skip
        if resource in city.fresh:
            brackets(p, x - 4, y - 4, wide + 8, h + 8, 6)
        x += wide + 8 + (12 if nth == RAW - 1 else 0)
    if two:
        x, y = 16.0, 20 + h
    _paint_science(p, city, x, y, _width_of_symbols(w), h)


def _paint_small_wonders(p: Pen, wonders: Wonders, control: Controller, w: float, d: float) -> None:
    """Paint wonders as buildings, after the goods."""
    two, h = w < LONG, _row(w, d)
    left, y = (16.0, 20 + h) if two else (16 + len(RESOURCES) * (SMALL + 8) + 12, 12.0)
    left += _width_of_symbols(w) + 8
    step = (w - 16 - left + 8) / max(1, wonders.places)
    each = min(step - 8, 260.0)
    for nth in wonders.shown:
        x = left + nth * step
        if nth >= len(wonders.wonders):
            _paint_empty_place(p, x, y, each, h, nth + 1)
            continue
        slug, built = wonders.wonders[nth]
        _paint_small_wonder(p, wonders, slug, x, y, each, h, built=built)
        tap = partial(touch_handlers.touch_wonder, control, wonders.number, slug, wonders.lay.edge(wonders.number))
        p.thing(slug, x, y, each, h)
        if slug in wonders.lit:
            more = max(0.0, wonders.lay.touch - h)  # in two rows: into the gap above, the rest below
            p.hit_area(x, y - min(8, more), each, h + more, f"wonder {wonders.number} {slug}", tap)


def _paint_small_wonder(
    p: Pen, wonders: Wonders, slug: str, x: float, y: float, w: float, h: float, *, built: bool
) -> None:
    """Paint a wonder without its name: built with a tick, else with its price if it can be built."""
    lit, option = slug in wonders.lit, _option_of(wonders, slug)
    edge, thick = "candle" if lit else "stone" if built else "line", 5 if lit else 3
    p.rect(x, y, w, h, 16, "chosen" if built else "zone", edge, thick)
    if p.plain or not drawing_of(slug):
        faces.picture(p, slug, x + 10, y + 8, min(w * 0.42, 96), h - 16, built)
    else:
        wide = min(w * 0.5, h * SHAPE)
        cards.scenery(p, slug, x + 2, y + 2, w - 4, h - 4, x=x + 6, y=y + 6, wide=wide, high=h - 8, bright=built)
        p.rect(x, y, w, h, 16, None, "brass" if edge == "line" else edge, thick)
    if slug in wonders.fresh:
        brackets(p, x + 5, y + 5, w - 10, h - 10, 6)
    if slug == wonders.then:
        p.rect(x + 5, y + 5, w - 10, h - 10, 12, None, "text", PREVIEW)
    middle = x + w * 0.72, y + h / 2
    if built:
        if not p.plain:
            p.disc(*middle, min(40, h * 0.44), "chosen", "stone", 2)
        icon(p, "tick", *middle, min(54, h * 0.6), "stone", "chosen")
    elif option is not None:
        cards.price(p, *middle, min(46.0, w * 0.5 / faces.PILL), option)


def _row(w: float, d: float) -> float:
    """Return the height of the row, or of each of two rows; u."""
    return (d - 32) / 2 if w < LONG else d - 24


def _width_of_symbols(w: float) -> float:
    """Return the width of the symbol count; u."""
    return (w - 40) * 0.2 if w < LONG else 200.0
