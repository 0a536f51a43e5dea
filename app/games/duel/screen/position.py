"""Entering what lies on the table, to begin in the middle: figures, then things, each touched where it always lies.

A finger first says where to (a seat, the board, the discard pile), then touches what lies there; once more takes it
away. A wonder is touched a second time if it is built.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import Any, Final  # Any: a new draft's fields

import msgspec

from app.games.duel import words as say
from app.games.duel.entered import MIDDLE, SEATS, Laid, tolls
from app.games.duel.screen import cards
from app.games.duel.screen.opened import Draft
from app.games.duel.screen.scene import DuelScene, change, present
from app.games.duel.screen.teller import Thing
from app.protocol import messages
from app.screen.controller import Controller, new_id
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.ring import Ring
from app.screen.widgets import faces
from app.screen.widgets.controls import button, frame, stepper, switch
from app.screen.widgets.panel import GAP, PAD, Lying, closing, lying, place
from app.text.game import seat_name
from engine.duel.cards import COLOURS, Data

FIGURES: Final = ("turn", "military")  # pages of figures,
AGES: Final = ("1", "2", "3")  # and of the cards of an age
PAGES: Final = (*FIGURES, "wonders", "tokens", *AGES)
MOST: Final = (1700.0, 1400.0)  # u, of the panel
WIDE: Final = 900.0  # u; in a narrower one pages are turned one by one
TALL: Final = 1300.0  # u, how deep it has to be then
ROOM: Final = 300.0  # u, between head and foot; where less is left there is no foot
NEAR: Final = 8.0  # u, between two things
LEAST: Final = 16.0  # u, of a name
BADGE: Final = 30.0  # u, where a thing lies
_Draw = Callable[[float, float], object]  # so wide and high, at the pen's place


@dataclass(frozen=True, slots=True)
class Position:
    """What has been entered so far. `names`: of the seats; `begins`: it is played from the lobby."""

    lying: Lying
    draft: Draft
    names: tuple[str, str]
    begins: bool
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
    view = Position(lying(scene, ring), draft_of(scene), (first, second), begins, scene.data)
    return Element(f"panel {scene.opened.panel}", view, paint_position)


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
    """Pages and the way out above, below them the page, where to, and the way on nearest the hand."""
    ring, t = it.lying.ring, it.lying.ring.touch
    at = place(ring, it.lying.edge, *MOST)
    if at.w < WIDE and at.h < TALL:  # nobody sits at that edge, and there is no room for it
        at = place(ring, (it.lying.edge + 1) % 4, *MOST)
    wide, narrow = at.w - 2 * PAD, at.w < WIDE
    with p.at(at.x, at.y, at.angle, ring.u):
        frame(p, at.w, at.h)
        low = at.h - PAD
        top = PAD + t + GAP
        with p.at(PAD, PAD):
            if at.h - 2 * t < ROOM:
                _only_head(p, it, control, wide, t)
            else:
                _head(p, it, control, wide, t, narrow)
                low -= 2 * t + NEAR if narrow else t
        if low < at.h - PAD:
            with p.at(PAD, low):
                _foot(p, it, control, wide, t, narrow)
            low -= GAP
        with p.at(PAD, top):
            if it.draft.page in FIGURES:
                _figures(p, it, control, wide, low - top, narrow)
            else:
                _things(p, it, control, wide, low - top)


def _only_head(p: Pen, it: Position, control: Controller, wide: float, t: float) -> None:
    """Everything in one line, where there is no room for two: the page, where to, to play from there, to close it."""
    room = wide - 2 * (t + NEAR) - GAP
    each = max(room * 0.42, 2 * t + 60)
    _stepped(p, it, control, each, t)
    with p.at(each + GAP, 0):
        _where(p, it, control, room - each - GAP, t)
    button(p, wide - 2 * t - NEAR, 0, t, t, "", "go on from here", partial(_go, control), "tick", primary=True)
    button(p, wide - t, 0, t, t, "", "close", closing(control), "cross")


def _stepped(p: Pen, it: Position, control: Controller, wide: float, t: float) -> None:
    """The page, with the ways to the one before and the one after."""
    here = PAGES.index(it.draft.page)
    before, after = (partial(_turn, control, PAGES[(here + by) % len(PAGES)]) for by in (-1, 1))
    stepper(p, 0, 0, wide, t, "", _labels(it)[here], "page", before, after, t)


def _labels(it: Position) -> tuple[str, ...]:
    """What the pages are called."""
    w = it.lying.w
    return (w("Turn and coins"), w.pgettext("score", "Military"), w("Wonders"), w("Progress tokens"), *say.ROMAN[1:])


def _head(p: Pen, it: Position, control: Controller, wide: float, t: float, narrow: bool) -> None:
    """The pages, then the ways to turn the panel and to close it."""
    button(p, wide - t, 0, t, t, "", "close", closing(control), "cross")
    if narrow:
        _stepped(p, it, control, wide - t - GAP, t)
        return
    room = wide - 2 * (t + NEAR)
    button(p, room + NEAR, 0, t, t, "", "turn", partial(_turn_round, control, 2), "turn")
    x, long = 0.0, (room - len(AGES) * (t + NEAR) - GAP) / (len(PAGES) - len(AGES)) - NEAR
    for page, label in zip(PAGES, _labels(it), strict=True):
        each = t if page in AGES else long
        on, turn = page == it.draft.page, partial(_turn, control, page)
        button(p, x, 0, each, t, label, f"page {page}", turn, on=on, size=26)
        x += each + NEAR


def _foot(p: Pen, it: Position, control: Controller, wide: float, t: float, narrow: bool) -> None:
    """Where to; and to play from there."""
    w = it.lying.w
    go = w("Begin here") if it.begins else w("Continue from here")
    large = wide - t - NEAR if narrow else wide * 0.34
    if narrow:
        button(p, 0, t + NEAR, t, t, "", "turn", partial(_turn_round, control, 1), "turn")
    x, y = wide - large, t + NEAR if narrow else 0.0
    button(p, x, y, large, t, go, "go on from here", partial(_go, control), "tick", primary=True, size=30)
    _where(p, it, control, wide if narrow else x - GAP, t)


def _where(p: Pen, it: Position, control: Controller, wide: float, t: float) -> None:
    """Where the next thing that is touched lies."""
    places = _places(it)
    each = (wide - (len(places) - 1) * NEAR) / max(1, len(places))
    for nth, (spot, name) in enumerate(places):
        tap = partial(_choose, control, spot)
        button(p, nth * (each + NEAR), 0, each, t, name, f"to {spot}", tap, on=spot == _to(it.draft), size=28)


def _places(it: Position) -> list[tuple[str, str]]:
    """Where the things of a page may lie, and what that is called."""
    w, page = it.lying.w, it.draft.page
    seats = [(str(seat), name) for seat, name in zip(SEATS, it.names, strict=True)]
    if page in FIGURES:
        return []
    if page == "wonders":
        return seats
    return [*seats, (MIDDLE, w("On the board") if page == "tokens" else w("Discard pile"))]


def _to(draft: Draft) -> str:
    """Where to; nothing that is not on this page."""
    return str(SEATS[0]) if draft.page == "wonders" and draft.to == MIDDLE else draft.to


# ---- figures -----------------------------------------------------------------------------------------------


def _figures(p: Pen, it: Position, control: Controller, wide: float, high: float, narrow: bool) -> None:
    """Whose turn, which age, what is left of it, coins; or the pawn and the military tokens."""
    laid, w = it.draft.laid, it.lying.w
    step, count, way = partial(_step, p, it, control), ("minus", "plus"), ("left", "right")
    if it.draft.page == "military":
        ahead = f"{it.names[0 if laid.pawn > 0 else 1]} +{abs(laid.pawn)}" if laid.pawn else "0"
        drawn = [step(w("The pawn"), ahead, "pawn", way)]
        drawn += [_toll(p, it, control, seat, coins) for seat, coins in sorted(tolls(it.facts))]
    else:
        drawn = [
            step(w("Whose turn it is"), it.names[laid.turn - 1], "turn", way),
            step(w.pgettext("of Duel", "Age"), say.ROMAN[laid.age], "age", way),
            step(w("Cards left in this age"), str(laid.left), "left", count),
        ]
        coins = w.pgettext("score", "Coins")
        for seat, name in zip(SEATS, it.names, strict=True):
            drawn.append(step(f"{name}: {coins}", str(laid.coins[seat - 1]), f"coins {seat}", count))
    columns = 1 if narrow else 3
    rows = ceil(len(drawn) / columns)
    cw, ch = (wide - (columns - 1) * GAP) / columns, min((high - (rows - 1) * GAP) / rows, 150.0)
    for nth, draw in enumerate(drawn):
        with p.at(nth % columns * (cw + GAP), nth // columns * (ch + GAP)):
            draw(cw, ch)


def _step(p: Pen, it: Position, control: Controller, label: str, value: str, key: str, signs: tuple[str, str]) -> _Draw:
    """A figure with one less and one more of it; no way beyond what it can be."""
    laid, side = it.draft.laid, it.lying.ring.touch
    less, more = (None if stepped(laid, key, by) == laid else partial(_change, control, key, by) for by in (-1, 1))
    return lambda cw, ch: stepper(p, 0, 0, cw, ch, label, value, key, less, more, side, signs)


def _toll(p: Pen, it: Position, control: Controller, seat: int, coins: int) -> _Draw:
    """Whether a military token lies there still."""
    label = f"{it.names[seat - 1]}: –{coins}"
    key = f"toll {seat} {coins}"
    on, tap = (seat, coins) in it.draft.laid.tolls, partial(_change, control, key, 1)
    return lambda cw, ch: switch(p, 0, 0, cw, ch, label, on, key, tap, 30, it.lying.w("still on the track"))


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


def _things(p: Pen, it: Position, control: Controller, wide: float, high: float) -> None:
    """Everything of a kind, each in the place where it always is, with who has it."""
    w, page, facts = it.lying.w, it.draft.page, it.facts
    slugs: Sequence[str] = tuple(facts.wonders) if page == "wonders" else tuple(facts.tokens)
    if page not in ("wonders", "tokens"):
        age = int(page)
        slugs = [slug for slug, card in facts.cards.items() if card.age == age]
        slugs.sort(key=lambda slug: COLOURS.index(facts.cards[slug].colour))
    across = 1.5 if page == "wonders" else 0.8
    best = max(range(1, len(slugs) + 1), key=lambda n: _side(len(slugs), n, wide, high, across, it.lying.ring.touch))
    rows = ceil(len(slugs) / best)
    cw, ch = (wide + NEAR) / best - NEAR, (high + NEAR) / rows - NEAR
    for nth, slug in enumerate(slugs):
        with p.at(nth % best * (cw + NEAR), nth // best * (ch + NEAR)):
            _thing(p, it, control, slug, cw, ch, say.name_of(w, slug))


def _side(count: int, columns: int, wide: float, high: float, across: float, least: float) -> tuple[bool, float]:
    """How large so many things are at least, each `across` times as wide as high; first, if fingers find them."""
    w, h = (wide + NEAR) / columns - NEAR, (high + NEAR) / ceil(count / columns) - NEAR
    return min(w, h) >= least, min(w / across, h)


def _thing(p: Pen, it: Position, control: Controller, slug: str, w: float, h: float, name: str) -> None:
    badge = _badge(it, slug)
    p.rect(0, 0, w, h, 14, "chosen" if badge else "zone", "candle" if badge else "line", 3 if badge else 1.5)
    low = BADGE * 2 if h > 140 else BADGE
    with p.at(w / 2, (h - low) / 2 + 2), p.dimmed(1 if badge else 0.6):
        if slug in it.facts.wonders and slug in it.draft.laid.built:
            wide = min(w * 0.94, (h - low - 6) * 1.5)
            cards.wonder(p, it.facts, slug, wide, wide / 1.5, built=True)
        else:
            Thing(slug, it.facts)(p, w - 6, h - low - 6)
    size = min(24.0, 24 * (w - 8) / p.wide(name, 24))
    if size > LEAST and (low > BADGE or not badge):  # else its picture says it
        p.text(w / 2, h - low + BADGE / 2, name, size, "text" if badge else "soft", room=w - 4)
    if it.draft.laid.cards.get(slug) in it.facts.wonders:
        faces.figure(p, "wonder", w / 2, h - BADGE / 2, BADGE * 0.8, "candle", "chosen")
    elif badge:
        p.text(w / 2, h - BADGE / 2, badge, 26, "candle", bold=True, room=w - 8)
    tap = partial(_touch, control, slug)
    p.hit_area(0, 0, w, h, f"lay {slug}", tap, press=lambda p: p.rect(0, 0, w, h, 14, "candle", opacity=0.28))


def _badge(it: Position, slug: str) -> str:
    """Where a thing lies; empty for one that has not been entered."""
    laid, w = it.draft.laid, it.lying.w
    there = laid.cards.get(slug) or laid.wonders.get(slug) or laid.tokens.get(slug) or ""
    if there in it.facts.wonders:
        return say.wonder(w, there)
    if there == MIDDLE:
        return w("On the board") if slug in it.facts.tokens else w("Discard pile")
    if not there:
        return ""
    return it.names[int(there) - 1] + (f" · {w('built')}" if slug in laid.built else "")


# ---- touches -----------------------------------------------------------------------------------------------


def _turn(control: Controller, page: str) -> None:
    _keep(control, page=page)


def _turn_round(control: Controller, by: int) -> None:
    """Let the panel face another edge: the one across, or the next if it lies along a short one."""
    control.change(edge=(control.opened.edge + by) % 4)


def _choose(control: Controller, spot: str) -> None:
    _keep(control, to=spot)


def _touch(control: Controller, slug: str) -> None:
    """A thing lies where that was said."""
    draft, facts = draft_of(present(control)), present(control).data
    laid, to = draft.laid, _to(draft)
    if slug in facts.wonders:
        laid = laid.put_wonder(slug, to)
    else:
        laid = laid.put_token(slug, to) if slug in facts.tokens else laid.put_card(slug, to)
    _keep(control, laid=laid)


def _change(control: Controller, key: str, by: int) -> None:
    """A figure, perhaps changed since it was painted."""
    _keep(control, laid=stepped(draft_of(present(control)).laid, key, by))


def _keep(control: Controller, **facts: Any) -> None:
    change(control, draft=replace(draft_of(present(control)), **facts))


def _go(control: Controller) -> None:
    text = msgspec.json.encode(draft_of(present(control)).laid.position()).decode()
    assert control.model.table is not None
    if control.model.table.phase == "game":
        control.say(messages.GoOnFrom(id=new_id(), position=text, sure=True))
    else:
        control.say(messages.Start(id=new_id(), position=text))
