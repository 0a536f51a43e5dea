"""Entering what lies on the table, to begin in the middle: what lies before each seat, then what lies between them.

A finger says before whom, then touches what lies there as often as it does. What nobody has said is shown as that: the
table goes on without it where it can, and asks for it where it cannot.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.games.architects import words as terms
from app.games.architects.screen import faces, pieces, touches, wonders
from app.games.architects.screen.draft import GAP, MIDDLE, MOST, Draft
from app.games.architects.screen.scene import ArchitectsScene, present
from app.looks.icons import icon
from app.looks.pieces import military
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.pages import position as pages
from app.screen.pages.position import NEAR, Draw, Form, Ways
from app.screen.ring import Ring
from app.screen.widgets.controls import COUNT, Tap, button, stepper
from app.screen.widgets.faces import lay_out
from app.screen.widgets.panel import lying
from app.text.game import seat_name, short
from app.text.languages import Words, capital
from engine.architects.cards import FACES

UNKNOWN: Final = "?"  # what nobody has said
TILE: Final = 2.15  # fingers high, a thing with its minus
ASKED: Final = 56.0  # u, of the question over the names


@dataclass(frozen=True, slots=True)
class Position:
    """What has been entered so far. `people`: the seats of the draft."""

    form: Form
    draft: Draft
    people: tuple[str, ...]


def position(scene: ArchitectsScene, ring: Ring) -> Element[Position] | None:
    """The panel; None while too few sit there to begin. What is entered is kept until it is played, or put away."""
    table, w = scene.model.table, scene.model.words()
    assert table is not None
    held = [name for name, info in zip(scene.model.people(w), table.seats, strict=True) if info.by != "free"]
    begins = table.phase == "lobby"
    if scene.theatre.draft is None and begins and len(held) < table.places[0]:
        return None
    draft = draft_of(scene)
    left = [seat_name(w, n, None) for n in range(len(held) + 1, draft.seats + 1)]  # somebody has just stood up
    people = (*held, *left)
    to = str((draft.at["to_act"] or [0])[0]) if draft.page == "turn" else draft.to
    form = Form(
        lying(scene, ring),
        begins,
        _pages(draft, w),
        draft.page,
        _places(draft, w, people),
        to,
        draft.missing,
        ends=draft.page == "turn",
    )
    return Element(f"panel {scene.opened.panel}", Position(form, draft, people), paint_position)


def draft_of(scene: ArchitectsScene) -> Draft:
    """What has been entered; before anything is, what is known."""
    table = scene.model.table
    assert table is not None
    if scene.theatre.draft is not None:
        return scene.theatre.draft
    if scene.model.view is not None:
        return Draft.of(scene.view, scene.data, table.variant)
    return Draft.fresh(table, scene.data)


def _pages(draft: Draft, w: Words) -> tuple[tuple[str, str], ...]:
    """Every page by key, and what it is called."""
    medals = (("medals", w("Medals")),) if draft.at["medals"] else ()
    return (
        ("cards", w("Cards")),
        ("wonders", w("Wonders")),
        ("tokens", w("Progress tokens")),
        *medals,
        ("turn", w("Whose turn it is")),
    )


def _places(draft: Draft, w: Words, people: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Where the things of a page may lie, and what that is called."""
    seats = tuple((str(seat), short(name)) for seat, name in enumerate(people, 1))
    there, most = len(draft.at["tokens"]), draft.facts.table.face_up_tokens
    match draft.page:
        case "cards" | "turn":
            return seats
        case "tokens":
            return (MIDDLE, (w("Face up: {n} of {most}", n=there, most=most), f"{there} / {most}")), *seats
        case "medals":
            gaps = [gap for gap in draft.at["medals"] if gap != MIDDLE]
            laid = tuple((GAP + gap, (capital(terms.gap(w, gap, people)), gap)) for gap in gaps)
            return *laid, (MIDDLE, (w("In the middle"),)), *seats
    return ()


def paint_position(p: Pen, it: Position, control: Controller) -> None:
    choose = partial(_begin_with, control) if it.form.ends else partial(_change, control, Draft.aim)
    ways = Ways(partial(_change, control, Draft.turn_to), choose, partial(_go, control))
    body = {"cards": _cards, "wonders": _wonders, "tokens": _tokens, "medals": _medals, "turn": _turn}[it.draft.page]
    pages.paint(p, it.form, control, ways, partial(body, p, it, control))


# ---- before a seat -----------------------------------------------------------------------------------------


def _cards(p: Pen, it: Position, control: Controller, wide: float, high: float, narrow: bool) -> None:
    """Cards face up, the cat, military tokens and cards face down."""
    slugs = (*FACES, "cat", "military", *(("gifts",) if it.draft.gives else ()))
    pages.things(p, it.form, slugs, 0.75, wide, high, partial(_counted, p, it, control), TILE)


def _counted(p: Pen, it: Position, control: Controller, slug: str, w: float, h: float) -> None:
    """One kind of thing before the seat that was said."""
    words_, seat, draft = it.form.lying.w, it.draft.seat, it.draft
    most = MOST
    steps: Callable[..., Draft]
    what: tuple[str, ...] = (slug,)
    match slug:
        case "cat":
            name, n, most, steps, what = words_("The cat"), int(seat["cat"]), 1, Draft.turn_cat, ()
        case "military" | "gifts":
            name = words_("Military tokens") if slug == "military" else words_("Cards face down")
            n, steps = seat[slug], Draft.add
        case token if token in draft.facts.tokens:
            name, most = terms.token(words_, token), draft.copies(token)
            middle = draft.to == MIDDLE
            n = (draft.at["tokens"] if middle else seat["progress"]).count(token)
            steps = Draft.lie if middle else Draft.give
            what = (token,) if middle else ("progress", token)
        case _:
            name, n, steps = capital(terms.card(words_, slug)), seat["cards"].get(slug, 0), Draft.count
    less, more = (partial(_change, control, steps, *what, by) for by in (-1, 1))
    draw = partial(_picture, p, slug, draft)
    pages.counted(p, w, h, slug, name, n, draw, less, more if n < most else None, it.form.lying.ring.touch)


def _picture(p: Pen, slug: str, draft: Draft, w: float, h: float) -> None:
    match slug:
        case "cat":
            icon(p, "cat", 0, 0, min(w, h) * 0.9, "parch", "zone")
        case "military":
            with p.at(0, 0):
                lay_out(p, military(min(w, h) * 0.36))
        case "gifts":
            pieces.gift(p, min(w * 0.72, h / 1.4))
        case token if token in draft.facts.tokens:
            faces.Token(token, draft.facts)(p, w, h)
        case _:
            faces.Face(slug, draft.facts)(p, w, h)


def _tokens(p: Pen, it: Position, control: Controller, wide: float, high: float, narrow: bool) -> None:
    """Progress tokens, face up in the middle or before seats."""
    slugs = [slug for slug in it.draft.facts.tokens if it.draft.copies(slug)]
    pages.things(p, it.form, slugs, 0.8, wide, high, partial(_counted, p, it, control), TILE)


def _medals(p: Pen, it: Position, control: Controller, wide: float, high: float, narrow: bool) -> None:
    """Medals, between seats, in the middle or won."""
    pages.things(p, it.form, tuple(it.draft.facts.medals), 1.1, wide, high, partial(_medal, p, it, control))


def _medal(p: Pen, it: Position, control: Controller, slug: str, w: float, h: float) -> None:
    words_, draft = it.form.lying.w, it.draft
    there, name = draft.where_medal(slug), capital(terms.medal(words_, slug, draft.facts))
    badge: tuple[str, ...] = ()
    if there.isdecimal():
        badge = short(it.people[int(there) - 1])
    elif there:
        badge = (words_("In the middle") if there == MIDDLE else terms.gap(words_, there.removeprefix(GAP), it.people),)
    tap = partial(_change, control, Draft.hang, slug)
    picture = faces.Medal(draft.facts.medals[slug].need)
    pages.thing(p, w, h, slug, name, badge, partial(picture, p), tap, lit=there == draft.to)


# ---- between them ------------------------------------------------------------------------------------------


def _wonders(p: Pen, it: Position, control: Controller, wide: float, high: float, narrow: bool) -> None:
    """Each seat's wonder with its stages; in two columns where there is room."""
    count, t = it.draft.seats, it.form.lying.ring.touch
    columns = 2 if not narrow and count > 1 else 1
    rows = -(-count // columns)
    cw, ch = (wide + NEAR) / columns - NEAR, min((high + NEAR) / rows - NEAR, 4.4 * t)
    for nth in range(count):
        with p.at(nth % columns * (cw + NEAR), nth // columns * (ch + NEAR)):
            _wonder(p, it, control, nth + 1, cw, ch)


def _wonder(p: Pen, it: Position, control: Controller, seat: int, w: float, h: float) -> None:
    """A seat's wonder: which it is, a picture of it where there is room, its stages to touch."""
    words_, t, draft = it.form.lying.w, it.form.lying.ring.touch, it.draft
    there = draft.at["seats"][seat - 1]
    wonder, name = there["wonder"], it.people[seat - 1]
    called = terms.wonder(words_, wonder) if wonder else UNKNOWN
    stages = draft.facts.wonders[wonder].stages if wonder else ()
    p.rect(0, 0, w, h, 18, "zone")
    high = min(h, t) if h < 2 * t + NEAR else t
    flat = h < 2 * t + NEAR  # all in one line
    long = w - len(stages) * (t * 0.86 + 4) - 4 if flat else w
    if it.form.begins:
        less, more = (partial(_change, control, Draft.be, seat, by) for by in (-1, 1))
        stepper(p, 0, 0, long, high, name, called, f"wonder {seat}", less, more, t, goes_round=True)
    elif called in name:
        p.text(long / 2, high / 2, short(name), 30, "text", bold=True, room=long - 16)
    else:
        p.text(long / 2, high * 0.3, short(name), 24, "soft", room=long - 16)
        p.text(long / 2, high * 0.68, called, 30, "text", bold=True, room=long - 16)
    if not stages:
        return
    if flat:
        step, x, y, size = t * 0.86 + 4, long, 0.0, high
    else:
        step, x, y, size = (w - 8) / len(stages), 8.0, h - t - 8, t
        room = y - high - 12
        if room > 0.7 * t:
            with p.at(w / 2, high + 6 + room / 2):
                across = min(w * 0.6, room * 1.6)
                with p.at(-across / 2, -room / 2):
                    wonders.stages(p, wonder, across, room, stages, there["stages"], most=0)
    for number in range(1, len(stages) + 1):
        built = number in there["stages"]
        key = f"stage {seat} {number}"
        tap = partial(_change, control, Draft.turn_stage, seat, number)
        button(p, x, y, step - 4 if flat else step - 8, size, str(number), key, tap, on=built, size=30, each=True)
        x += step


def _turn(p: Pen, it: Position, control: Controller, wide: float, high: float, narrow: bool) -> None:
    """Whose turn it is: a touch on a name begins there. Above that markers, and how many cards each stack still has."""
    w, draft = it.form.lying.w, it.draft
    initials = tuple(short(name)[-1] for name in it.people)
    drawn = [_step(p, it, control, w("Tokens in battle"), str(draft.flipped), "flipped", Draft.flip)]
    for stack in draft.at["stacks"]:
        left = draft.left(stack)
        where = tuple(capital(terms.stack_name(w, stack, who)) for who in (it.people, initials))
        value = w("not counted") if left is None else str(left)
        drawn.append(_step(p, it, control, where, value, f"left {stack}", Draft.leave, stack))
    asks = w("Whose turn is it? Touch the name to begin there.")
    pages.figures(p, drawn, wide, high - ASKED, it.form.lying.ring.touch)
    p.text(wide / 2, high - ASKED / 2, asks, 32, "text", bold=True, room=wide)


def _step(
    p: Pen, it: Position, control: Controller, label: str | tuple[str, ...], value: str, key: str,
    change: Callable[..., Draft], *what: str,
) -> Draw:  # fmt: skip
    """A number, with one fewer and one more."""
    less, more = (_if_other(control, it.draft, change, *what, by) for by in (-1, 1))
    side = it.form.lying.ring.touch
    return lambda cw, ch: stepper(p, 0, 0, cw, ch, label, value, key, less, more, side, COUNT)


def _if_other(control: Controller, draft: Draft, change: Callable[..., Draft], *what: str | int) -> Tap | None:
    """What a touch changes, if it would change anything."""
    return None if change(draft, *what).text() == draft.text() else partial(_change, control, change, *what)


# ---- touches -----------------------------------------------------------------------------------------------


def _change(control: Controller, change: Callable[..., Draft], *what: str | int) -> None:
    """Change what has been entered by now, perhaps since it was painted."""
    touches.change(control, draft=change(draft_of(present(control)), *what))


def _begin_with(control: Controller, seat: str) -> None:
    """It is that seat's turn: begin, where nothing else is missing."""
    _change(control, Draft.begin, int(seat))
    missing = draft_of(present(control)).missing
    if missing:
        _change(control, Draft.turn_to, missing)
    else:
        _go(control)


def _go(control: Controller) -> None:
    pages.begin(control, draft_of(present(control)).text())
