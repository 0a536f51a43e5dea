"""Questions of Duel besides a turn, answered by touch: destroy, revive, keep, who begins, and unknown ones.

A token of the board is taken at its place (`touch_handlers.touch_token`). Plain buttons answer the rest.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.games.duel import action_previews, effect_text, printed_names
from app.games.duel import words_facade as say
from app.games.duel.screen import cards, touch_handlers
from app.games.duel.screen.layout import CARD_ASPECT, Layout, TableBox, layout_of
from app.games.duel.screen.typed_scene import DuelScene
from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import FELT
from app.screen.state.ring_layout import Ring
from app.screen.widgets.action_choice import foot
from app.screen.widgets.controls import button, frame, tick
from app.screen.widgets.face_down import FaceDownThings, face_down_things, keep_unseen, turn_up
from app.screen.widgets.panel import PAD, PanelHeading, panel
from app.screen.widgets.panel_cells import GAP, Cell, CellList, cell
from app.screen.widgets.panel_frame import Frame, PanelContext, at_hand, at_seat
from app.shown.cardboard.disputes import earlier
from app.text.translation import Words, capital
from engine.duel.data_schema import COLOURS, Data, DrawTokens
from engine.duel.view_json import View

PRINTED: Final = ("destroy", "revive")  # questions about a card outside the structure
LARGEST: Final = 202.0  # u, width of a card to choose from, at most
SMALLER: Final = 0.87  # factor by which cards shrink until all fit
HEAD_BESIDE_WIDTH: Final = 760.0  # u of a panel, from which its head has room beside its title
SENTENCE: Final = 64.0  # u, two lines about the chosen card


def elements(scene: DuelScene, ring: Ring) -> Elements:
    """Return the panel of the open question, or of the discard pile that people read."""
    if scene.model.view is None:
        return []
    touched = scene.game_ui.touched
    if touched is not None:
        return [_pile(scene, ring)] if touched.kind == "discard" else []
    seat = scene.answering_seat
    if not seat:
        return []
    if scene.question_kind == "keep":
        return [_build_drawn_tokens(scene, ring, seat)]
    legal = scene.model.legal(seat)
    rest = list_unreached_actions(scene, legal)
    if scene.tracked and not rest and legal[0].startswith("progress "):
        return [_build_action_buttons(scene, ring, seat, rest)]  # no other thing on the table continues the game
    printed = tuple(text for text in rest if text.split()[0] in PRINTED and text.split()[-1] in scene.data.cards)
    if printed and printed == rest:
        return [_build_card_choice(scene, ring, seat, printed)]
    return [_build_action_buttons(scene, ring, seat, rest)] if rest else []


def list_unreached_actions(scene: DuelScene, legal: Sequence[str]) -> tuple[str, ...]:
    """List the legal actions that no touch on a thing on the table performs."""
    free = {each.card for each in scene.view.structure.values() if each.accessible}
    wonders = {thing for thing, option in scene.options_of_seat(scene.acting).items() if option.wonder}

    def reached(text: str) -> bool:
        match text.split():
            case ["build" | "discard", card]:
                return card in free
            case ["build", wonder, "with", card]:
                return card in free and wonder in wonders
            case ["progress", token]:
                return token in scene.view.tokens
            case ["draft", wonder]:
                return wonder in scene.view.draft
        return False

    return tuple(text for text in legal if not reached(text))


def frame_of(lay: Layout, box: TableBox, seat: int) -> Frame:
    """Convert a box of the table into a panel that faces a seat."""
    sign = -1 if seat == 1 else 1
    x, y = lay.point(box.x + sign * box.w / 2, box.y + sign * box.h / 2)
    return Frame(x, y, (lay.angle + lay.face(seat)) % 360, box.w, box.h)


# ---- printed cards ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardChoice:
    """Cards to choose one from, or only to read (without actions), beside the structure or over it."""

    context: PanelContext
    seat: int
    aside: bool
    title: str
    cards: tuple[tuple[str, str], ...]  # action, card
    chosen: str
    label: str  # of the main button
    can_undo: bool
    at_once: bool  # one touch enters what people have done with their cardboard
    data: Data


def _build_card_choice(scene: DuelScene, ring: Ring, seat: int, legal: tuple[str, ...]) -> Element[CardChoice]:
    w = scene.model.words(seat)
    chosen = scene.game_ui.choice if scene.game_ui.choice in legal else legal[0] if len(legal) == 1 else ""
    chosen = "" if scene.tracked else chosen
    title = say.prompt(w, legal, scene.model.people(w))
    label = say.action(w, chosen, scene.model.people(w)) if chosen else ""
    found = tuple((text, text.split()[-1]) for text in legal)
    aside = scene.question_kind == "destroy" and not layout_of(ring).is_narrow  # there it is not deep enough
    view = CardChoice(
        context=at_seat(scene, ring, seat),
        seat=seat,
        aside=aside,
        title=title,
        cards=_sort_by_colour(found, scene.data),
        chosen=chosen,
        label=label,
        can_undo=scene.model.table is not None and scene.model.table.puts_back,
        at_once=scene.tracked,
        data=scene.data,
    )
    return Element("choice", view, paint_printed)


def _pile(scene: DuelScene, ring: Ring) -> Element[CardChoice]:
    """Return the panel of the discard pile, by colour."""
    seat = scene.faced_seat
    w = scene.model.words(seat)
    found = _sort_by_colour((("", slug) for slug in scene.view.discard), scene.data)
    title = w.ngettext("Discard pile: {n} card", "Discard pile: {n} cards", len(found))
    view = CardChoice(
        at_seat(scene, ring, seat), seat, aside=False, title=title, cards=found, chosen="", label="", can_undo=False,
        at_once=False, data=scene.data,
    )  # fmt: skip
    return Element("choice", view, paint_printed)


def _sort_by_colour(found: Iterable[tuple[str, str]], data: Data) -> tuple[tuple[str, str], ...]:
    order = {slug: n for n, slug in enumerate(data.cards)}
    return tuple(sorted(found, key=lambda each: (COLOURS.index(data.cards[each[1]].colour), order[each[1]])))


def paint_printed(p: Pen, choice: CardChoice, control: Controller) -> None:
    """Paint the cards as large as they fit, the effect of the chosen one, and the main button below."""
    lay = layout_of(choice.context.ring)
    at = frame_of(lay, lay.side_box(choice.seat) if choice.aside else lay.structure, choice.seat)
    reading = not any(said for said, _ in choice.cards)
    main = (choice.label, partial(control.act, choice.seat, choice.chosen)) if choice.chosen else None
    undo = choice.context.edge if choice.can_undo and choice.aside else None  # elsewhere the round button is in sight
    end = [] if reading else foot(control, choice.context.w, main, (), undo)
    if choice.at_once:  # a touch on a card enters it, without a main button
        end[-1] = _door(control, choice.context)
    t = lay.touch
    says, size = "" if reading else _describe_choice(choice), lay.words(26)
    beside = at.w - 2 * PAD > HEAD_BESIDE_WIDTH
    top = t if reading or choice.at_once else SENTENCE if beside else 2 * SENTENCE + GAP
    width = _fit_width(len(choice.cards), at, top + (t + GAP if end else 0), t)
    cells = [Cell(partial(_card, control, choice, width, said, slug)) for said, slug in choice.cards]
    content = CellList(cells, (width, width * CARD_ASPECT))
    heading = PanelHeading(
        choice.title,
        head=None
        if reading or choice.at_once
        else lambda p, w, h: p.prose(0, 0, says, size, w, h, "soft", middle=True),
        head_h=0 if reading or choice.at_once else SENTENCE,
    )
    close, ground = partial(touch_handlers.show, control, None) if reading else None, choice.context.on_ground(FELT)
    panel(p, control, ground, at, heading, content, foot=end, close=close, turn=False)


def _describe_choice(choice: CardChoice) -> str:
    w, slug = choice.context.w, choice.chosen.split()[-1] if choice.chosen else ""
    if not slug:
        return w("Touch a card to read it.")
    return f"{printed_names.card(w, slug)}{w.colon}{effect_text.card_says(w, slug, choice.data)}"


def _fit_width(count: int, at: Frame, taken: float, least: float) -> float:
    """Return the largest of few widths, so that cards drawn before are drawn again, at which `count` cards fit into a
    frame without the height that is `taken`, but at least `least`; more of them are paged."""
    w, h, width = at.w - 2 * PAD, at.h - 2 * PAD - taken - GAP, LARGEST
    while width > least:
        columns, rows = int((w + GAP) / (width + GAP)), int((h + GAP) / (width * CARD_ASPECT + GAP))
        if columns * rows >= count:
            return width
        width *= SMALLER
    return least


def list_pile(view: View, data: Data, lay: Layout) -> Iterator[Element[tuple[Layout, Data, str, float]]]:
    """Yield the cards of the discard pile in the size that they would have in its panel."""
    width = _fit_width(len(view.discard), frame_of(lay, lay.structure, 1), lay.touch, lay.touch)
    for slug in view.discard:
        yield Element("choice", (lay, data, slug, width), _paint_lying)


def _paint_lying(p: Pen, token: tuple[Layout, Data, str, float], control: Controller) -> None:
    lay, data, slug, width = token
    with lay.at_table(p), p.use_material(FELT):
        cards.card(p, data, slug, width, width * CARD_ASPECT)


def _card(
    control: Controller, choice: CardChoice, wide: float, said: str, slug: str, p: Pen, w: float, h: float
) -> None:
    """Paint a card; a tap chooses it, or shows it enlarged."""
    on = bool(said) and said == choice.chosen
    with p.at(w / 2, h / 2):
        if on:
            p.rect(
                -wide / 2 - 5, -wide * CARD_ASPECT / 2 - 5, wide + 10, wide * CARD_ASPECT + 10, 18, None, "candle", 6
            )
        cards.card(p, choice.data, slug, wide, wide * CARD_ASPECT)
        p.thing(slug, -wide / 2, -wide * CARD_ASPECT / 2, wide, wide * CARD_ASPECT)
        choose = (
            partial(control.act, choice.seat, said) if choice.at_once else partial(touch_handlers.choose, control, said)
        )
        tap = choose if said else partial(touch_handlers.touch_card, control, slug)
        key = f"choose {said}" if said else f"pile {slug}"

        def paint_pressed(p: Pen) -> None:
            p.rect(-wide / 2, -wide * CARD_ASPECT / 2, wide, wide * CARD_ASPECT, 14, "candle", opacity=0.28)

        p.hit_area(-w / 2, -h / 2, w, h, key, tap, press=paint_pressed)
        if on:
            p.begin_layer()
            tick(p, wide / 2 - 6, -wide * CARD_ASPECT / 2 + 6, 18)


def _door(control: Controller, context: PanelContext) -> Cell:
    """Return the button to earlier entries, since a wrong one may have raised the question."""
    row = earlier(context.w)
    return cell(row.words, "earlier", partial(control.open_panel, row.to, context.edge), row.picture, 1.6, size=26)


# ---- plain buttons -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ActionButtons:
    """Actions as buttons: who begins, and questions without a picture. The first tap acts.

    Where people deal, a button leads to earlier entries, since the game may be ahead of the table.
    """

    context: PanelContext
    seat: int
    aside: bool
    title: str
    actions: tuple[tuple[str, str], ...]  # action, label
    can_undo: bool
    told: bool
    menu_sign: str


def _build_action_buttons(scene: DuelScene, ring: Ring, seat: int, legal: tuple[str, ...]) -> Element[ActionButtons]:
    w = scene.model.words(seat)
    people = scene.model.people(w)
    labels = tuple((text, _label(w, text, people)) for text in legal)
    undo = scene.model.table is not None and scene.model.table.puts_back
    few = len(legal) <= 4
    title = say.prompt(w, legal or scene.model.legal(seat), people)
    view = ActionButtons(
        at_seat(scene, ring, seat), seat, few, title, labels, undo, scene.tracked, scene.model.menu_sign
    )
    return Element("choice", view, paint_plain)


def _label(w: Words, text: str, people: tuple[str, ...]) -> str:
    """Put an action into words, or return its plain line if it has none yet."""
    try:
        return say.action(w, text, people)
    except ValueError:
        return capital(text.replace("-", " "))


def paint_plain(p: Pen, buttons: ActionButtons, control: Controller) -> None:
    lay = layout_of(buttons.context.ring)
    at = frame_of(lay, lay.side_box(buttons.seat) if buttons.aside else lay.structure, buttons.seat)
    cells = [
        cell(label, text, partial(control.act, buttons.seat, text), primary=buttons.aside, size=lay.words(32))
        for text, label in buttons.actions
    ]
    last = []
    if buttons.told:  # it covers the round buttons
        cells.append(_door(control, buttons.context))
        menu = partial(control.open_panel, "menu", buttons.context.edge)
        cells.append(cell(buttons.context.w("Menu"), "menu", menu, buttons.menu_sign))
    if buttons.can_undo:
        back = partial(control.open_panel, "undo", buttons.context.edge)
        last = [cell(buttons.context.w("Undo"), "undo", back, "undo")]
    content = CellList(cells, (min(320, at.w - 2 * PAD), 0))
    panel(p, control, buttons.context.on_ground(FELT), at, buttons.title, content, foot=last, turn=False)


# ---- tokens from the box -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawnTokens:
    """Tokens from the box that only one seat may see."""

    ring: Ring
    tokens: FaceDownThings
    data: Data
    w: Words
    left: bool  # placed at the left hand
    then: tuple[str, ...]  # preview of keeping the one under a finger


def _build_drawn_tokens(scene: DuelScene, ring: Ring, seat: int) -> Element[DrawnTokens]:
    tokens = face_down_things(scene, seat, count_drawn_tokens(scene.view, seat, scene.data), scene.game_ui.nth)
    w, seen = scene.model.words(seat), scene.ahead_alone if tokens.thing else None
    then = tuple(action_previews.describe_changes(w, seen, scene.model.people(w), scene.data)) if seen else ()
    view = DrawnTokens(ring, tokens, scene.data, w, scene.model.info(seat).left, then)
    return Element("choice", view, paint_drawn)


def count_drawn_tokens(view: View, seat: int, data: Data) -> int:
    """Return how many tokens a seat has drawn from the box: as its wonder says, up to those that are left."""
    built = [data.wonders[slug] for slug, under in view.seats[seat - 1].wonders.items() if under is not None]
    most = max(
        (effect.draw for wonder in built for effect in wonder.effects if isinstance(effect, DrawTokens)), default=0
    )
    return max(1, min(most, view.tokens_left))


def paint_drawn(p: Pen, tokens: DrawnTokens, control: Controller) -> None:
    """Paint backs at the seat's own hand: holding one reveals it for that long, the button below keeps it."""
    lay = layout_of(tokens.ring)
    seat, token = tokens.tokens.seat, tokens.tokens.thing
    t, box = lay.touch, lay.side_box(seat)
    w, says = tokens.w, ""
    if token:
        says = f"{printed_names.token(w, token)}{w.colon}{effect_text.token_says(w, token, tokens.data)}"
    says = " · ".join((says, *tokens.then))
    title = w("Hold a token to see it, keep one.")
    with lay.at_box(p, box, seat), p.use_material(FELT):
        frame(p, box.w, box.h)
        low = box.h - PAD - t
        beside, side = box.w > box.h, partial(at_hand, tokens.left, room=box.w)
        inside = (box.w * 0.6 if beside else box.w - PAD) - PAD
        left, each = side(box.w - PAD - inside, inside), (inside + GAP) / tokens.tokens.count - GAP
        high = low - 2 * PAD if beside else low - 170.0
        r = min(each, high, 190.0) / 2
        middle = low - GAP - r
        room = (box.w * 0.4 - 2 * PAD if beside else inside) - 16
        deep = box.h - 90 - PAD if beside else middle - r - 96
        x = side(PAD + 8, room)
        p.prose(x, PAD, title, 34, room, 70, "text", bold=True, middle=True)
        p.prose(x, 90, says, lay.words(26), room, deep, "soft", middle=True)
        for nth in range(tokens.tokens.count):
            x = left + nth * (each + GAP)
            with p.at(x + each / 2, middle):
                back, face = partial(_paint_token_back, r=r), partial(_face, data=tokens.data, r=r)
                hold = partial(touch_handlers.hold, control, seat, nth)
                turn_up(p, tokens.tokens, nth, (each, 2 * r), (2 * r, 2 * r), back, face, hold)
            keep = partial(keep_unseen, control, seat, nth)
            button(p, x, low, each, t, tokens.w("Keep"), f"keep {nth}", keep, size=lay.words(28))


def _paint_token_back(p: Pen, r: float) -> None:
    """Paint a face-down progress token."""
    p.disc(0, 0, r, "back", "edge", 4)
    if not p.plain:
        lighting.bevel(p, r, r * 0.1, lighting.BRASS[p.bright])
    icon(p, "hidden", 0, 0, r * 0.9, "weave", "back")


def _face(p: Pen, token: str, data: Data, r: float) -> None:
    cards.token(p, data, token, r)
