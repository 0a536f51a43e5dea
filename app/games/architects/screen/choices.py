"""A choice by touch on the middle: possible actions, ways to pay above them, and one main button at the player's
hand.
"""

from dataclasses import dataclass
from functools import partial

from app.games.architects import action_previews, action_text, effect_text, printed_names
from app.games.architects import words_facade as terms
from app.games.architects.screen import pieces, stacks, touch_handlers, wonders
from app.games.architects.screen.middle import BUTTONS
from app.games.architects.screen.typed_scene import ArchitectsScene
from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.input import cardboard_entry
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import FELT
from app.screen.state.ring_layout import Ring
from app.screen.widgets.action_choice import (
    PAID_WIDTH,
    fit_things,
    foot,
    note,
    option,
    paint_thing,
    payment_chips,
)
from app.screen.widgets.controls import button, frame
from app.screen.widgets.face_down import FaceDownThings, face_down_things, keep_actions, keep_unseen, turn_up
from app.screen.widgets.middle_controls import buttons_left
from app.screen.widgets.panel import PanelHeading, panel
from app.screen.widgets.panel_cells import Cell, CellList, cell
from app.screen.widgets.panel_frame import PanelContext, context_facing, place_of_many
from app.screen.widgets.table_inlays import paint_meander
from app.text.translation import Words, capital
from engine.architects import actions as said
from engine.architects.data_schema import Data
from engine.architects.view_json import View


@dataclass(frozen=True, slots=True)
class ThingToDo:
    """A thing to do, and the actions that do it: one for each way to pay."""

    key: str
    actions: tuple[str, ...]


def things(legal: tuple[str, ...], what: str = "") -> list[ThingToDo]:
    """Group legal actions by what they do. A theft is chosen in two steps: the seat, then the card."""
    if robbed := _find_victim(legal, what):
        return [ThingToDo(text, (text,)) for text in legal if text.startswith(f"{robbed} ")]
    found: dict[str, list[str]] = {}
    for text in legal:
        match text.split():
            case ["build", stage, *_]:
                key = f"build {stage}"
            case ["progress", token, *_]:
                key = f"progress {token}"
            case ["steal", of, _]:
                key = f"steal {of}"
            case ["done"] | ["peek"]:
                continue
            case _:
                key = text
        found.setdefault(key, []).append(text)
    return [ThingToDo(key, tuple(texts)) for key, texts in found.items()]


def touched_uses(scene: ArchitectsScene) -> dict[int, str]:
    """Return the action of the stack or stage under a finger, else the chosen action of an open question, by seat."""
    seat, under = scene.acting, scene.under
    if scene.tracked or scene.model.view is None or not seat:
        return {}
    if scene.question_kind == "keep":
        return keep_actions(scene, seat, scene.game_ui.turned) if scene.choosing == seat else {}
    found = stacks.list_offers(scene).get(under.removeprefix("stack ")) if under.startswith("stack ") else None
    if found is None and under == f"seat {seat} wonder" and scene.build:
        found = seat, scene.build
    if found is None and scene.choosing == seat and scene.game_ui.what:
        legal, what = scene.model.legal(seat), scene.game_ui.what
        thing = next((thing for thing in things(legal, what) if thing.key == what), None)
        found = (seat, thing.actions[min(scene.game_ui.how, len(thing.actions) - 1)]) if thing else None
    return {found[0]: found[1]} if found else {}


def _find_victim(legal: tuple[str, ...], what: str) -> str:
    """Return `steal 3` once a seat is chosen to steal from, or is the only one; else ""."""
    seats = list(dict.fromkeys(" ".join(text.split()[:2]) for text in legal if text.startswith("steal ")))
    chosen = " ".join(what.split()[:2])
    return chosen if chosen in seats else seats[0] if len(seats) == 1 else ""


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """The possible actions of the seat to act, and the chosen one (`what`, paid as in `how`), in that seat's words."""

    context: PanelContext
    seat: int
    asks: str
    legal: tuple[str, ...]
    what: str
    how: int
    looks: bool  # it may look at the top card of the central deck
    can_undo: bool
    at_once: bool  # one touch enters what people have done with their cardboard, if there is only one way
    people: tuple[str, ...]
    game: View
    data: Data

    @property
    def w(self) -> Words:
        return self.context.w

    def in_one(self, thing: ThingToDo) -> bool:
        """Check whether one touch on a thing does it completely."""
        return self.at_once and len(thing.actions) == 1


def elements(scene: ArchitectsScene, ring: Ring, game: View) -> Elements:
    """Return the choice of the seat to act, if it is made on the table."""
    seat = scene.choosing
    if not seat:
        return _look_first(scene, ring, game)
    if scene.question_kind == "keep":
        return [_search(scene, ring, seat)]
    w = scene.model.words(seat)
    view = SeatChoice(
        context=context_facing(scene, ring, scene.answering_edge(ring, seat), w, seat=seat),
        seat=seat,
        asks=scene.question_kind,
        legal=scene.model.legal(seat),
        what=scene.game_ui.what,
        how=scene.game_ui.how,
        looks=scene.can_peek(seat),
        can_undo=scene.model.table is not None and scene.model.table.puts_back,
        at_once=scene.tracked,
        people=scene.model.people(w),
        game=game,
        data=scene.data,
    )
    return [Element("choice", view, paint_choice)]


def paint_choice(p: Pen, choice: SeatChoice, control: Controller) -> None:
    """Paint the possible actions, above them the ways to pay for the chosen one, and the main button below."""
    w, at = choice.w, place_of_many(choice.context.ring, choice.context.edge)
    found, robbed = things(choice.legal, choice.what), _find_victim(choice.legal, choice.what)
    chosen = next((thing for thing in found if thing.key == choice.what), found[0] if len(found) == 1 else None)
    how = min(choice.how, len(chosen.actions) - 1) if chosen else 0
    title = terms.prompt(w, choice.asks, choice.legal)
    if robbed:
        title = w("Which card from {name}?", name=choice.people[int(robbed.split()[1]) - 1])
    cells = [Cell(partial(_thing, control, choice, thing, thing is chosen)) for thing in found]
    if choice.looks:
        cells.insert(0, Cell(partial(_look, control, w, choice.seat)))
    size = 400.0, 150.0 if at.w < 700 else 104.0
    if not choice.at_once:
        says = note(_explain_choice(choice, chosen)[1] if chosen else w("Touch one to read what it does."))
        size = fit_things(p, choice.context.ring, at, len(cells), says)
        cells.append(says)
    content = CellList(cells, size)
    paid = chosen is not None and _spends(chosen.actions[0])
    head = partial(_paint_payments, control, chosen, how, choice.data) if chosen and paid else None
    heading = PanelHeading(title, head=head, head_h=78 if chosen and len(chosen.actions) == 1 else 0)
    other_seat = partial(touch_handlers.choose, control, "", other=True)
    close = other_seat if robbed and not _find_victim(choice.legal, "") else None
    foot = _foot(control, choice, chosen, how)
    panel(p, control, choice.context.on_ground(FELT), at, heading, content, foot=foot, close=close, turn=False)


def _foot(control: Controller, choice: SeatChoice, chosen: ThingToDo | None, how: int) -> list[Cell]:
    """Return the main button, the end of the turn where it is allowed, and undo."""
    w, main, others = choice.w, None, []
    if chosen:
        main = (
            _label(w, chosen.key, choice.people),
            partial(cardboard_entry.pick_action, control, choice.seat, chosen.actions[how]),
        )
    if "done" in choice.legal:
        others.append(cell(w("End the turn"), "done", partial(control.act, choice.seat, "done"), weight=2))
    return foot(control, w, main, others, choice.context.edge if choice.can_undo else None, choice.people)


def _label(w: Words, key: str, people: tuple[str, ...]) -> str:
    match key.split():
        case ["build", stage]:
            return w("Build stage {stage}", stage=stage)
        case ["progress", "hidden"]:
            return w("Take the hidden token")
        case ["progress", token]:
            return w("Take {token}", token=printed_names.token(w, token))
    return terms.action(w, key, people)


def _spends(text: str) -> list[str]:
    return text.split(" with ")[1].split() if " with " in text else []


def _paint_payments(
    control: Controller, chosen: ThingToDo, how: int, data: Data, p: Pen, width: float, height: float
) -> None:
    """Paint the cards that each way to pay spends."""
    found = [[partial(_paint_spent_card, card=card, data=data) for card in _spends(text)] for text in chosen.actions]
    payment_chips(p, found, how, lambda nth: touch_handlers.choose(control, how=nth), width, height)


def _paint_spent_card(p: Pen, h: float, card: str, data: Data) -> None:
    """Paint a card to spend; `double-coin` is a coin that counts twice."""
    twice = card == "double-coin"
    with p.at(h * PAID_WIDTH / 2, h / 2):
        pieces.card(p, data, "coin" if twice else card, h * PAID_WIDTH * 0.94)
        if twice:
            p.rect(-h * 0.22, h * 0.12, h * 0.44, h * 0.32, 6, "table", opacity=0.88)
            p.text(0, h * 0.28, "×2", h * 0.3, "text", bold=True)


def _look(control: Controller, w: Words, seat: int, p: Pen, width: float, height: float) -> None:
    """Paint a cell that reveals the top card of the central deck while a finger holds it."""
    peek = partial(touch_handlers.peek, control, seat)
    paint_thing(p, "look", w("Hold to see"), _unseen, width, height, on=False, tap=None, hold=peek)


def _unseen(p: Pen, side: float) -> None:
    pieces.back(p, side * 0.5)
    icon(p, "eye", 0, 0, side * 0.4, "candle", "back")


def _thing(
    control: Controller, choice: SeatChoice, thing: ThingToDo, on: bool, p: Pen, width: float, height: float
) -> None:
    """Paint a choice: its picture, its name and its meaning."""
    title, sentence = _explain_choice(choice, thing)
    cards = thing.key.startswith("steal ") and thing.key not in thing.actions  # that seat's
    tap = partial(touch_handlers.choose, control, thing.key, other=cards)
    if choice.in_one(thing):
        tap = partial(cardboard_entry.pick_action, control, choice.seat, thing.actions[0])
    verb, *words = thing.key.split()
    for key in (f"wonder {choice.seat}",) if verb == "build" else [word for word in words if not word.isdigit()]:
        p.thing(key, 0, 0, width, height)
    picture, person = partial(_picture, choice=choice, thing=thing), verb == "steal" and len(words) == 1
    if choice.at_once:
        option(p, f"thing {thing.key}", title, sentence, picture, w=width, h=height, on=on, tap=tap, person=person)
    else:
        paint_thing(p, f"thing {thing.key}", title, picture, width, height, on, tap, person=person)


def _picture(p: Pen, side: float, choice: SeatChoice, thing: ThingToDo) -> None:
    game, seat = choice.game, choice.seat
    match thing.key.split():
        case ["build", stage]:
            printed = choice.data.wonders[game.seats[seat - 1].wonder].stages[int(stage) - 1]
            p.rect(-side * 0.38, -side * 0.3, side * 0.76, side * 0.6, 8, "stone")
            p.text(0, 0, str(printed.points), side * 0.42, "ink", bold=True, room=side * 0.6)
        case ["progress", token]:
            pieces.token(p, choice.data, token, side * 0.46)
            if not p.plain:
                p.stamp(0, 0, 1, paint_meander, round(side * 0.345, 1), round(side * 0.43, 1), 26, "#8A6A34")
        case ["extra", _, side_word] | ["take", side_word]:
            card = _in_reach(game, seat, side_word)
            if card:
                pieces.card(p, choice.data, card, side * 0.62)
            else:
                pieces.back(p, side * 0.5)
        case ["steal", of]:
            wonder = game.seats[int(of) - 1].wonder
            with p.at(-side * 0.4, -side * 0.36):
                wonders.picture(p, side * 0.8, side * 0.72, wonder, choice.data.wonders[wonder].stages)
        case ["steal", _, card]:
            pieces.card(p, choice.data, card, side * 0.62)
        case ["draw", where]:
            stack = game.stacks.get(said.stack_of(where, seat, len(game.seats)))
            if stack and stack.top:
                pieces.card(p, choice.data, stack.top, side * 0.5)
            else:
                pieces.back(p, side * 0.5)
        case _:
            icon(p, "card", 0, 0, side * 0.5)


def _in_reach(game: View, seat: int, side: str) -> str | None:
    return next((each.card for each in game.derived.reach[seat - 1] if each.side == side), None)


def _explain_choice(choice: SeatChoice, thing: ThingToDo) -> tuple[str, str]:
    """Return the name and the meaning of a choice."""
    game, seat, w = choice.game, choice.seat, choice.w
    match thing.key.split():
        case ["build", stage]:
            printed = choice.data.wonders[game.seats[seat - 1].wonder].stages[int(stage) - 1]
            sentence = [
                w.ngettext("{n} point.", "{n} points.", printed.points),
                f"{capital(action_text.cost(w, printed.cost, printed.kind))}.",
            ]
            if choice.in_one(thing):
                gone = printed_names.cards(w, _discarded_cards(thing.actions[0]))
                sentence.insert(0, w("Turn stage {stage} over. Discard: {cards}.", stage=stage, cards=gone))
            if printed.effect:
                sentence += [
                    effect_text.wonder_effect(w, effect)
                    for effect in choice.data.wonders[game.seats[seat - 1].wonder].effects
                ]
            return w("Stage {number}", number=stage), " ".join(sentence)
        case ["progress", "hidden"]:
            unseen = w.ngettext("{n} is still unseen.", "{n} are still unseen.", game.tokens_left)
            return w("The hidden one"), " ".join([*_discards(choice, thing), unseen])
        case ["progress", token]:
            return printed_names.token(w, token), " ".join(
                [*_discards(choice, thing), effect_text.token_says(w, token, choice.data)]
            )
        case ["extra", _, side] | ["take", side]:
            card = _in_reach(game, seat, side)
            stacks = {"left": w("The left stack"), "right": w("The right stack"), "center": w("The central deck")}
            return capital(printed_names.card(w, card)) if card else stacks[side], terms.action(w, thing.key)
        case ["steal", of]:
            counts = game.seats[int(of) - 1].cards
            held = ((card, counts.get(card, 1)) for card in (text.split()[2] for text in thing.actions))
            return choice.people[int(of) - 1], capital(printed_names.cards_counted(w, held))
        case ["steal", _, card]:
            return capital(printed_names.card(w, card)), effect_text.card_says(w, card, choice.data)
        case ["draw", _]:
            return capital(terms.action(w, thing.key, choice.people)), ""
    return terms.action(w, thing.key), ""


def _discarded_cards(text: str) -> list[str]:
    return ["coin" if card == "double-coin" else card for card in _spends(text)]


def _discards(choice: SeatChoice, thing: ThingToDo) -> list[str]:
    """Return what people discard, where they deal and one touch enters both action and payment."""
    gone = _discarded_cards(thing.actions[0])
    if not gone or not choice.in_one(thing):
        return []
    return [choice.w("Discard: {cards}.", cards=printed_names.cards(choice.w, gone))]


# ---- the question whether to look ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LookFirst:
    """A question whether to look at the top card of the central deck before `action` takes it. `looked`: it was
    seen.
    """

    context: PanelContext
    seat: int
    looked: bool
    action: str


def _look_first(scene: ArchitectsScene, ring: Ring, game: View) -> Elements:
    """Ask after a short tap on the central deck by a seat that may look at its top card."""
    seat = scene.looks_first
    action = next((text for text in scene.model.legal(seat) if text in ("take center", "draw center")), "")
    if not action:
        return []
    here = context_facing(scene, ring, ring.zones[seat - 1].edge, scene.model.words(seat), seat=seat)
    view = LookFirst(here, seat, seat in game.derived.looked, action)
    return [Element("choice", view, paint_look_first)]


def paint_look_first(p: Pen, look_first: LookFirst, control: Controller) -> None:
    ring, edge, seat, w = look_first.context.ring, look_first.context.edge, look_first.seat, look_first.context.w
    t = ring.touch
    across, deep = (ring.inner.w, ring.inner.h) if edge % 2 == 0 else (ring.inner.h, ring.inner.w)
    most = 640.0 if ring.upright and edge % 2 else 860.0  # tokens and buttons are before and behind it
    half = min(most, across / ring.u) / 2
    near = half if edge % 2 else min(half, buttons_left(ring, BUTTONS) - 12)  # at the buttons' side
    wide, above = half + near, t / 2 + 12  # a second tap on the stack meets no button
    tall = min(2 * t + 100, above + deep / ring.u / 2)
    side = partial(look_first.context.side, room=wide)
    with p.at(*ring.inner.centre, edge * 90, ring.u), p.at(-near if edge == 2 else -half, -above), p.use_material(FELT):
        frame(p, wide, tall)
        room = wide - t - 48
        p.prose(side(20, room), 12, w("The central deck"), 34, room, t, "text", bold=True, middle=True)
        button(
            p, side(wide - t - 12, t), 12, t, t, "", "close", partial(touch_handlers.ask_to_look, control, 0),
            picture="cross",
        )  # fmt: skip
        left = 12 + (max(0.0, wide - 730) / 2 if ring.small else 0.0)  # round buttons are larger and reach so far there
        top, each = t + 24, (wide - 12 - 2 * left) / 2
        high = tall - top - 12
        again = w("Hold to see it again") if look_first.looked else w("Hold to see")
        look, x = partial(touch_handlers.peek, control, seat), side(left, each)
        button(p, x, top, each, high, again, "look", None, picture="eye", size=32, hold=look)
        take, x = w("Take it") if look_first.looked else w("Take without looking"), side(left + 12 + each, each)
        button(
            p, x, top, each, high, take, "take unseen", partial(control.act, seat, look_first.action), picture="card",
            size=32,
        )  # fmt: skip


# ---- a searched stack -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Search:
    """The cards of a stack that a seat searches."""

    ring: Ring
    cards: FaceDownThings
    data: Data
    w: Words
    then: tuple[str, ...]  # preview of keeping the one under a finger


def _search(scene: ArchitectsScene, ring: Ring, seat: int) -> Element[Search]:
    cards = face_down_things(scene, seat, scene.game_ui.searched, scene.game_ui.turned)
    w, seen = scene.model.words(seat), scene.ahead_alone if cards.thing else None
    then = tuple(action_previews.describe_changes(w, seen, scene.model.people(w))) if seen else ()
    return Element("search", Search(ring, cards, scene.data, w, then), paint_search)


def paint_search(p: Pen, search: Search, control: Controller) -> None:
    """Paint backs on the seat's panel: holding one reveals it for that long, the button below keeps it."""
    ring, seat, count, t = search.ring, search.cards.seat, search.cards.count, search.ring.touch
    at = place_of_many(ring, ring.zones[seat - 1].edge, 1100, 620)

    def card_width(columns: int) -> float:
        return min(at.w / columns - 28, ((at.h - 108) / -(-count // columns) - t - 30) / 1.4)

    columns = max(range(count, 0, -1), key=card_width)
    lines, cw = -(-count // columns), card_width(columns)
    at = at.lower(ring.u, max(0.0, min(at.spare, at.h - 108 - lines * (cw * 1.4 + t + 30))))
    with p.at(at.x, at.y, at.angle, ring.u), p.use_material(FELT):
        frame(p, at.w, at.h)
        title = " · ".join(search.then) or search.w("Hold a card to see it, keep one.")
        p.prose(24, 14, title, 34, at.w - 48, 84, "text", bold=True, middle=True)
        step_x, step_y = at.w / columns, (at.h - 108) / lines
        for i in range(count):
            x, y = (i % columns + 0.5) * step_x, 104 + (i // columns) * step_y
            with p.at(x, y + cw * 0.7):
                back, face = partial(pieces.back, w=cw), partial(_card, search.data, search.w, cw)
                hold = partial(_hold, control, seat, i)
                turn_up(p, search.cards, i, (step_x - 12, cw * 1.4), (cw, cw * 1.4), back, face, hold)
            bw = min(step_x - 16, 200)
            with p.at(x, y + cw * 1.4 + 12):
                button(
                    p, -bw / 2, 0, bw, t, search.w("Keep"), f"keep {i}", partial(keep_unseen, control, seat, i), size=28
                )


def _card(data: Data, words: Words, w: float, p: Pen, slug: str) -> None:
    pieces.card(p, data, slug, w, words=words)


def _hold(control: Controller, seat: int, nth: int, held: bool) -> None:
    """Set whether a finger is on the nth card."""
    control.change_game_ui(turned=nth if held else -1)
    control.secrets.look(seat, held)
