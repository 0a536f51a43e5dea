"""Entering what lies on the table, to begin in the middle: figures, then things, each touched where it always lies.

A wonder is touched a second time if it is built; then a card may be said to lie under it. Once a seat has all its
wonders, the next one that is touched is the other's; tokens lie on the board until somebody says otherwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final  # Any: a new draft's fields

import msgspec

from app.games.duel import called
from app.games.duel.entered import MIDDLE, SEATS, Laid, tolls
from app.games.duel.screen import cards
from app.games.duel.screen.opened import Draft
from app.games.duel.screen.scene import DuelScene, change, present
from app.games.duel.screen.teller import Thing
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.pages import position as pages
from app.screen.pages.position import TURN, Draw, Form, Ways
from app.screen.ring import Ring
from app.screen.widgets import faces
from app.screen.widgets.controls import COUNT, stepper, switch
from app.screen.widgets.panel import lying
from app.text.game import seat_name
from app.text.languages import Words
from engine.duel.cards import COLOURS, Data

FIGURES: Final = ("turn", "military")  # pages of figures,
AGES: Final = ("1", "2", "3")  # and of the cards of an age
PAGES: Final = (*FIGURES, "wonders", "tokens", *AGES)
OF_TURN: Final = ("turn", "age", "left", "coins 1", "coins 2")  # figures
UNDER: Final = "under"  # where a card may lie: a wonder, which is `Draft.to` then


@dataclass(frozen=True, slots=True)
class Position:
    """What has been entered so far. `names`: of the seats."""

    form: Form
    draft: Draft
    names: tuple[str, str]
    facts: Data


def position(scene: DuelScene, ring: Ring) -> Element[Position] | None:
    """The panel; None while too few sit there to begin. What is entered is kept until it is played, or put away."""
    table, w = scene.model.table, scene.model.words()
    assert table is not None
    people = [name for name, info in zip(scene.model.people(w), table.seats, strict=True) if info.by != "free"]
    begins = table.phase == "lobby"
    if begins and len(people) < len(SEATS) and scene.duel.draft is None:
        return None
    first, second, *_ = [*people, *(seat_name(w, seat, None) for seat in SEATS)]
    draft = draft_of(scene)
    to = UNDER if draft.to in scene.data.wonders else draft.to
    at = lying(scene, ring)
    labels = dict(zip(PAGES, _labels(w), strict=True))
    if pages.fits(len(OF_TURN) + len(tolls(scene.data)) + 1, at):  # the pawn and its tokens are on the first page then
        del labels["military"]
    page = draft.page if draft.page in labels else PAGES[0]
    form = Form(at, begins, tuple(labels.items()), page, _places(page, draft, w, (first, second)), to)
    return Element(f"panel {scene.opened.panel}", Position(form, draft, (first, second), scene.data), paint_position)


def draft_of(scene: DuelScene) -> Draft:
    """What has been entered; before anything is, what is known."""
    table = scene.model.table
    assert table is not None
    if scene.duel.draft is not None:
        return scene.duel.draft
    if scene.model.view is not None:
        return Draft(Laid.of(scene.view, scene.data))
    return Draft(Laid.fresh(table, scene.data))


def paint_position(p: Pen, it: Position, control: Controller) -> None:
    ways = Ways(partial(_turn, control), partial(_choose, control), partial(_go, control))
    body = _figures if it.form.page in FIGURES else _things
    pages.paint(p, it.form, control, ways, partial(body, p, it, control))


def _labels(w: Words) -> tuple[str, ...]:
    """What the pages are called."""
    return (w("Turn and coins"), w.pgettext("score", "Military"), w("Wonders"), w("Progress tokens"), *called.ROMAN[1:])


def _places(page: str, draft: Draft, w: Words, names: tuple[str, str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Where the things of a page may lie, and what that is called."""
    seats = tuple((str(seat), (name,)) for seat, name in zip(SEATS, names, strict=True))
    if page in FIGURES:
        return ()
    if page == "wonders":
        return seats
    if page == "tokens":
        return (*seats, (MIDDLE, (w("On the board"),)))
    there = (
        w("Under: {wonder}", wonder=called.wonder(w, draft.to)) if draft.to in draft.laid.built else w("Under a wonder")
    )
    under = ((UNDER, (there,)),) if draft.laid.built else ()
    return (*seats, (MIDDLE, (w("Discard pile"),)), *under)


# ---- figures -----------------------------------------------------------------------------------------------


def _figures(p: Pen, it: Position, control: Controller, wide: float, high: float, narrow: bool) -> None:
    """Whose turn, which age, what is left of it, coins; the pawn and the military tokens, if they have no own page."""
    laid, w = it.draft.laid, it.form.lying.w
    step = partial(_step, p, it, control)
    fights = it.form.page == "military" or "military" not in dict(it.form.pages)
    coins = w.pgettext("score", "Coins")
    drawn: list[Draw] = []
    if it.form.page == "turn":
        drawn += [
            step(w("Whose turn it is"), it.names[laid.turn - 1], "turn", TURN),
            step(w.pgettext("of Duel", "Age"), called.ROMAN[laid.age], "age", TURN),
            step(w("Cards left in this age"), str(laid.left), "left", COUNT),
        ]
    if fights:
        ahead = f"{it.names[0 if laid.pawn > 0 else 1]} +{abs(laid.pawn)}" if laid.pawn else "0"
        drawn.append(step(w("The pawn"), ahead, "pawn", TURN))
    if it.form.page == "turn":
        for seat, name in zip(SEATS, it.names, strict=True):
            drawn.append(step(f"{name}: {coins}", str(laid.coins[seat - 1]), f"coins {seat}", COUNT))
    if fights:
        drawn += [_toll(p, it, control, seat, lost) for seat, lost in sorted(tolls(it.facts))]
    pages.figures(p, drawn, wide, high, it.form.lying.ring.touch)


def _step(p: Pen, it: Position, control: Controller, label: str, value: str, key: str, signs: tuple[str, str]) -> Draw:
    """A figure with one less and one more of it; no way beyond what it can be."""
    laid, side = it.draft.laid, it.form.lying.ring.touch
    less, more = (None if stepped(laid, key, by) == laid else partial(_change, control, key, by) for by in (-1, 1))
    return lambda cw, ch: stepper(p, 0, 0, cw, ch, label, value, key, less, more, side, signs, goes_round=key == "turn")


def _toll(p: Pen, it: Position, control: Controller, seat: int, coins: int) -> Draw:
    """Whether a military token lies there still."""
    label = f"{it.names[seat - 1]}: –{coins}"
    key = f"toll {seat} {coins}"
    on, tap = (seat, coins) in it.draft.laid.tolls, partial(_change, control, key, 1)
    return lambda cw, ch: switch(p, 0, 0, cw, ch, label, on, key, tap, 30, it.form.lying.w("still on the track"))


def stepped(laid: Laid, key: str, by: int) -> Laid:
    """A figure that is one higher or lower."""
    what, *of = key.split()
    match what:
        case "turn":
            return laid.give_turn()
        case "age":
            age = min(max(laid.age + by, 1), len(laid.facts.structures))
            return laid if age == laid.age else laid.begin(age)
        case "left":
            return laid.leave(by)
        case "coins":
            return laid.pay(int(of[0]), by)
        case "toll":
            return laid.take_toll(int(of[0]), int(of[1]))
    return laid.push(by)


# ---- things ------------------------------------------------------------------------------------------------


def _things(p: Pen, it: Position, control: Controller, wide: float, high: float, narrow: bool) -> None:
    """Everything of a kind, with who has it."""
    page, facts = it.form.page, it.facts
    slugs: Sequence[str] = tuple(facts.wonders) if page == "wonders" else tuple(facts.tokens)
    if page in AGES:
        slugs = [slug for slug, card in facts.cards.items() if card.age == int(page)]
        slugs.sort(key=lambda slug: COLOURS.index(facts.cards[slug].colour))
    across = 1.5 if page == "wonders" else 0.8
    pages.things(p, it.form, slugs, across, wide, high, partial(_thing, p, it, control))


def _thing(p: Pen, it: Position, control: Controller, slug: str, w: float, h: float) -> None:
    def picture(wide: float, high: float) -> None:
        if slug in it.facts.wonders and slug in it.draft.laid.built:
            across = min((wide + 6) * 0.94, high * 1.5)
            cards.wonder(p, it.facts, slug, across, across / 1.5, built=True)
        else:
            Thing(slug, it.facts)(p, wide, high)

    def wonder(wide: float, high: float) -> None:
        faces.picture(p, there, -wide / 2, -high / 2, wide, high, built=True)

    there = it.draft.laid.cards.get(slug, "")
    under = there in it.facts.wonders
    badge, tap = "" if under else _badge(it, slug), partial(_touch, control, slug)
    name = called.name_of(it.form.lying.w, slug)
    pages.thing(p, w, h, slug, name, badge, picture, tap, wonder if under else None)


def _badge(it: Position, slug: str) -> str:
    """Where a thing lies; empty for one that has not been entered."""
    laid, w = it.draft.laid, it.form.lying.w
    there = laid.cards.get(slug) or laid.wonders.get(slug) or laid.tokens.get(slug) or ""
    if there == MIDDLE:
        return w("On the board") if slug in it.facts.tokens else w("Discard pile")
    if not there:
        return ""
    return it.names[int(there) - 1] + (f" · {w('built')}" if slug in laid.built else "")


# ---- touches -----------------------------------------------------------------------------------------------


def _turn(control: Controller, page: str) -> None:
    """Another page; there is no place on it that it does not have."""
    draft = draft_of(present(control))
    first = draft.to in draft.laid.facts.wonders and page not in AGES
    first = first or (draft.to == MIDDLE and page == "wonders")
    to = str(SEATS[0]) if first else draft.to
    _keep(control, page=page, to=MIDDLE if page == "tokens" and not draft.laid.tokens else to)


def _choose(control: Controller, spot: str) -> None:
    """Where to; touched again, under another wonder."""
    draft = draft_of(present(control))
    _keep(control, to=_next_wonder(draft) if spot == UNDER else spot)


def _next_wonder(draft: Draft) -> str:
    """The built wonder after the one that is meant; rather one under which no card is said to lie."""
    built = [wonder for wonder in draft.laid.facts.wonders if wonder in draft.laid.built]
    here = built.index(draft.to) + 1 if draft.to in built else 0
    order = [*built[here:], *built[:here]]
    return next((wonder for wonder in order if wonder not in draft.laid.cards.values()), order[0])


def _touch(control: Controller, slug: str) -> None:
    """A thing lies where that was said."""
    draft, facts = draft_of(present(control)), present(control).data
    laid, to = draft.laid, draft.to
    if slug in facts.wonders:
        laid = laid.put_wonder(slug, laid.wonders.get(slug, to))  # whose it is stays when it is built
        other = str(3 - int(to))
        if laid.full(to) and not draft.laid.full(to) and not laid.full(other):
            to = other
    else:
        laid = laid.put_token(slug, to) if slug in facts.tokens else laid.put_card(slug, to)
    if to in laid.cards.values() and to in facts.wonders:
        to = _next_wonder(replace(draft, laid=laid))
    _keep(control, laid=laid, to=to)


def _change(control: Controller, key: str, by: int) -> None:
    """A figure, perhaps changed since it was painted."""
    _keep(control, laid=stepped(draft_of(present(control)).laid, key, by))


def _keep(control: Controller, **facts: Any) -> None:
    change(control, draft=replace(draft_of(present(control)), **facts))


def _go(control: Controller) -> None:
    pages.begin(control, msgspec.json.encode(draft_of(present(control)).laid.position()).decode())
