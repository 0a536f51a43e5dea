"""Entering what lies on the table, to begin in the middle: age and turn, then seat by seat figures, cards and leaders.

A wonder is touched again to turn it over, a leader to bury it where that can be. Once all that a seat can have played
lies before it, the next card that is touched is the next seat's.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final  # Any: a new draft's fields

import msgspec

from app.games.seven_wonders import called
from app.games.seven_wonders import words as say
from app.games.seven_wonders.entered import RECRUITING, Laid
from app.games.seven_wonders.screen import cards
from app.games.seven_wonders.screen.opened import Draft
from app.games.seven_wonders.screen.scene import SevenScene, change, present
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.pages import position as pages
from app.screen.pages.position import TURN, Draw, Form, Ways
from app.screen.ring import Ring
from app.screen.widgets.controls import COUNT, stepper
from app.screen.widgets.panel import Lying, lying
from app.text.game import seat_name, short
from engine.seven_wonders.cards import AGES

FIGURES: Final = ("turn", "seat", "tokens")  # pages of figures
LETTERS: Final = 2  # of a name: which leaders are on a page


@dataclass(frozen=True, slots=True)
class Position:
    """What has been entered so far. `names`: of the seats; `things`: on the page that is open."""

    form: Form
    draft: Draft
    names: tuple[str, ...]
    things: tuple[str, ...]


def position(scene: SevenScene, ring: Ring) -> Element[Position] | None:
    """The panel; None while too few sit there to begin. What is entered is kept until it is played, or put away."""
    table, w = scene.model.table, scene.model.words()
    assert table is not None
    people = [name for name, info in zip(scene.model.people(w), table.seats, strict=True) if info.by != "free"]
    begins = table.phase == "lobby"
    if begins and len(people) < scene.data.table.min_seats and scene.seven.draft is None:
        return None
    draft = draft_of(scene)
    count = len(draft.laid.chairs)
    names = (*people, *(seat_name(w, n, None) for n in range(len(people) + 1, count + 1)))[:count]  # somebody stood up
    at = lying(scene, ring)
    shown = _pages(draft.laid, at, begins)
    labels = tuple((page, label) for page, (label, _) in shown.items())
    now = draft.page if draft.page in shown else labels[0][0]  # it has turned to an edge where fewer are on a page
    places = () if now in ("turn", "seat") else tuple((str(seat), short(name)) for seat, name in enumerate(names, 1))
    form = Form(at, begins, labels, now, places, str(draft.to))
    view = Position(form, draft, names, tuple(shown[now][1]))
    return Element(f"panel {scene.opened.panel}", view, paint_position)


def _pages(laid: Laid, at: Lying, begins: bool) -> dict[str, tuple[str, Sequence[str]]]:
    """Every page by key: what it is called, and the things on it."""
    w = at.w
    at_once = pages.fits(_counted(laid), at)
    found: dict[str, tuple[str, Sequence[str]]] = {"turn": (w("Turn and coins") if at_once else w("Age and turn"), ())}
    if begins:
        found["wonders"] = w("Wonders"), laid.wonders()
    if not at_once:
        found["seat"] = w("Coins and stages"), ()
    found["tokens"] = w.pgettext("score", "Military"), ()
    for age in range(1, AGES + 1):
        for nth, part in enumerate(pages.parts(laid.cards(age), at), 1):
            found[f"{age}" if nth == 1 else f"{age}.{nth}"] = called.ROMAN[age] + ("" if nth == 1 else f" {nth}"), part
    names = {slug: called.leader(w, slug) for slug in laid.leaders()}
    for nth, part in enumerate(pages.parts(sorted(names, key=lambda slug: names[slug].casefold()), at), 1):
        first, last = (names[slug][:LETTERS] for slug in (part[0], part[-1]))
        found[f"leaders {nth}"] = w("Leaders {first}–{last}", first=first, last=last), part
    return found


def _counted(laid: Laid) -> int:
    """Figures of the table and of every seat, tokens apart."""
    seats = range(1, len(laid.chairs) + 1)
    return 2 + laid.led + sum(2 + laid.asks_left(seat) + len(laid.by_age(seat)) for seat in seats)


def draft_of(scene: SevenScene) -> Draft:
    """What has been entered; before anything is, what is known."""
    table = scene.model.table
    assert table is not None
    if scene.seven.draft is not None:
        return scene.seven.draft
    if scene.model.view is not None:
        return Draft(Laid.of(scene.view, scene.data, table.variant))
    return Draft(Laid.fresh(table, scene.data))


def paint_position(p: Pen, it: Position, control: Controller) -> None:
    ways = Ways(partial(_turn, control), partial(_choose, control), partial(_go, control))
    body = _figures if it.form.page in FIGURES else _things
    pages.paint(p, it.form, control, ways, partial(body, p, it, control))


# ---- figures -----------------------------------------------------------------------------------------------


def _figures(p: Pen, it: Position, control: Controller, wide: float, high: float, narrow: bool) -> None:
    of = {"turn": _of_the_table, "seat": _of_seats, "tokens": _tokens}[it.form.page]
    pages.figures(p, of(p, it, control), wide, high, it.form.lying.ring.touch)


def _of_the_table(p: Pen, it: Position, control: Controller) -> list[Draw]:
    """Which age and turn it is; what is counted before seats, if that has no page of its own; leaders under stages."""
    laid, w = it.draft.laid, it.form.lying.w
    step = partial(_step, p, it, control)
    turn = w("Recruitment")
    if laid.turn != RECRUITING:
        turn = w("{turn}: {n} cards in each hand", turn=laid.turn, n=laid.hand)
    drawn = [
        step(w.pgettext("of 7 Wonders", "Age"), called.ROMAN[laid.age], TURN, "age"),
        step(w.pgettext("of 7 Wonders", "Turn"), turn, TURN, "turn"),
    ]
    if "seat" not in dict(it.form.pages):
        drawn += _of_seats(p, it, control)
    if laid.led:
        drawn.append(step(w("Stages built with a leader"), str(laid.under), COUNT, "under"))
    return drawn


def _of_seats(p: Pen, it: Position, control: Controller) -> list[Draw]:
    """What of every seat is counted, tokens apart."""
    laid, w = it.draft.laid, it.form.lying.w
    step = partial(_step, p, it, control)
    drawn = []
    for seat, chair in enumerate(laid.chairs, 1):
        coins, stages, left = (
            tuple(f"{name}: {what}" for name in short(it.names[seat - 1]))
            for what in (w.pgettext("score", "Coins"), w("Stages built"), w("Leaders in the hand"))
        )
        drawn.append(step(coins, str(chair.coins), COUNT, "coins", seat))
        drawn.append(step(stages, f"{chair.stages} / {laid.stages(seat)}", COUNT, "stages", seat))
        if laid.asks_left(seat):
            drawn.append(step(left, str(chair.left), COUNT, "left", seat))
        for leader in laid.by_age(seat):
            label = w("{leader}: recruited in Age", leader=called.leader(w, leader))
            drawn.append(step(label, called.ROMAN[chair.ages.get(leader, laid.age)], TURN, "ages", seat, leader))
    return drawn


def _tokens(p: Pen, it: Position, control: Controller) -> list[Draw]:
    """The military tokens of a seat, by what they are worth."""
    laid, w, seat = it.draft.laid, it.form.lying.w, it.draft.to
    held = laid.chairs[seat - 1].tokens
    labels = {value: w("Tokens of {value}", value=str(value).replace("-", "–")) for value in laid.values}
    return [
        _step(p, it, control, label, str(held.get(value, 0)), COUNT, "tokens", seat, str(value))
        for value, label in labels.items()
    ]


def _step(
    p: Pen, it: Position, control: Controller, label: str | tuple[str, ...], value: str, signs: tuple[str, str],
    what: str, seat: int = 0, of: str = "",
) -> Draw:  # fmt: skip
    """A figure with one less and one more of it; no way beyond what it can be."""
    laid, side = it.draft.laid, it.form.lying.ring.touch
    less, more = (
        None if laid.step(what, by, seat, of) == laid else partial(_change, control, what, by, seat, of)
        for by in (-1, 1)
    )
    key = " ".join(filter(None, (what, str(seat or "") if what != "tokens" else "", of)))
    return lambda cw, ch: stepper(p, 0, 0, cw, ch, label, value, key, less, more, side, signs)


# ---- things ------------------------------------------------------------------------------------------------


def _things(p: Pen, it: Position, control: Controller, wide: float, high: float, narrow: bool) -> None:
    """Everything of a kind, with the seats that have it; what the chosen one has is lit."""
    across = 1.2 if it.form.page == "wonders" else 0.8
    pages.things(p, it.form, it.things, across, wide, high, partial(_thing, p, it, control))


def _thing(p: Pen, it: Position, control: Controller, slug: str, wide: float, high: float) -> None:
    w, laid, seat = it.form.lying.w, it.draft.laid, it.draft.to
    there = laid.who_has(slug)
    wonder = it.form.page == "wonders"
    name = called.board(w, slug) if wonder else called.name_of(w, slug)
    if wonder and there:
        name = say.identity(w, laid.chairs[there[0] - 1].board)

    def picture(w: float, h: float) -> None:
        if wonder:
            across = min(w * 0.9, h * 1.1)
            with p.at(-across / 2, -across / 2.2):
                cards.picture(p, slug, int(bool(there)), 1, across, across / 1.1)
        else:
            across = min(w * 0.8, h / cards.UPRIGHT)
            cards.card(p, laid.facts, slug, across, across * cards.UPRIGHT)

    free = wonder or slug in laid.facts.leaders or seat in there or len(there) < laid.copies(slug)
    tap = partial(_touch, control, slug) if free else None
    pages.thing(p, wide, high, slug, name, _badge(it, slug, there), picture, tap, lit=seat in there)


def _badge(it: Position, slug: str, there: list[int]) -> tuple[str, ...]:
    """Before whom a thing lies, the chosen seat first, in wordings from long to short; none for one that nobody has."""
    laid, w = it.draft.laid, it.form.lying.w
    order = sorted(there, key=lambda seat: seat != it.draft.to)
    buried = f" · {w('buried')}" if any(slug in laid.chairs[seat - 1].buried for seat in there) else ""
    wordings = zip(*(short(it.names[seat - 1]) for seat in order), strict=True)
    return tuple(", ".join(each) + buried for each in wordings)


# ---- touches -----------------------------------------------------------------------------------------------


def _turn(control: Controller, page: str) -> None:
    _keep(control, page=page)


def _choose(control: Controller, seat: str) -> None:
    _keep(control, to=int(seat))


def _touch(control: Controller, slug: str) -> None:
    """A thing lies before the seat that was said, or, if that seat is full now, the next one before the next seat."""
    draft = draft_of(present(control))
    laid, seat = draft.laid, draft.to
    if slug in laid.facts.cards:
        laid = laid.put_card(slug, seat)
        if laid.full(seat) and not draft.laid.full(seat):
            after = [*range(seat + 1, len(laid.chairs) + 1), *range(1, seat)]
            _keep(control, laid=laid, to=next((other for other in after if not laid.full(other)), seat))
            return
    else:
        laid = laid.put_leader(slug, seat) if slug in laid.facts.leaders else laid.put_wonder(slug, seat)
    _keep(control, laid=laid)


def _change(control: Controller, what: str, by: int, seat: int, of: str) -> None:
    """A figure, perhaps changed since it was painted."""
    _keep(control, laid=draft_of(present(control)).laid.step(what, by, seat, of))


def _keep(control: Controller, **facts: Any) -> None:
    change(control, draft=replace(draft_of(present(control)), **facts))


def _go(control: Controller) -> None:
    pages.begin(control, msgspec.json.encode(draft_of(present(control)).laid.position()).decode())
