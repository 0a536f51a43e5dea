"""Entering what lies on the table: seat by seat, then the middle."""

from collections.abc import Callable
from functools import partial

from app.games.architects import words as terms
from app.games.architects.screen.draft import MOST, Draft
from app.games.architects.screen.track import briefly
from app.protocol import messages as said
from app.screen.desk import Desk, new_id, short
from app.screen.draw import Pen
from app.screen.ring import Ring
from app.screen.widgets.controls import stepper, switch
from app.screen.widgets.panel import Cell, Paint, cell, closing, panel, place
from app.text.languages import Words, capital
from engine.architects.cards import FACES

Change = Callable[[], None]


def position(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    """The panel. What is entered is kept on this screen until it is played from, or put away."""
    w, draft = desk.words(), desk.track.draft
    assert draft is not None

    def who(p: Pen, width: float, height: float) -> None:
        name = desk.people(w)[_chair(desk, draft.whose) - 1] if draft.whose else w("the middle")
        before, after = partial(_turn, desk, draft, -1), partial(_turn, desk, draft, 1)
        stepper(p, 0, 0, width, height, "", name, "whose", before, after, ring.touch)

    def paint(p: Pen) -> None:
        cells = (_seat if draft.whose else _middle)(desk, w, draft, ring.touch)
        running = desk.table is not None and desk.table.phase == "game"
        go = w("Continue from here") if running else w("Begin here")
        foot = [cell(go, "go on from here", partial(_go, desk, draft), "tick", primary=True, size=30)]
        at, wide = place(ring, desk.edge, 1600, 1000), 2 * ring.touch + 190
        panel(p, desk, ring, at, w("What lies there?"), cells, foot, (wide, 88), close=closing(desk), head=who)

    return (draft.text(), draft.whose, desk.table and desk.table.phase, w.lang), paint


def begin(desk: Desk, edge: int) -> None:
    """Open it with what is known."""
    table = desk.table
    assert table is not None
    if desk.game is not None:
        desk.track.draft = Draft.of(desk.game, desk.box, table.variant)
    else:
        desk.track.draft = Draft.fresh(table, desk.box)
    desk.open("position", edge)


def _chair(desk: Desk, whose: int) -> int:
    """The place at the table of the n-th seat that is held."""
    assert desk.table is not None
    return [info.seat for info in desk.table.seats if info.by != "free"][whose - 1]


def _turn(desk: Desk, draft: Draft, by: int) -> None:
    draft.whose = (draft.whose + by) % (draft.seats + 1)
    desk.choose(page=0)


def _go(desk: Desk, draft: Draft) -> None:
    assert desk.table is not None
    if desk.table.phase == "game":
        desk.say(said.GoOnFrom(id=new_id(), position=draft.text(), sure=True))
    else:
        desk.say(said.Start(id=new_id(), position=draft.text()))


def _step(
    desk: Desk,
    label: str | tuple[str, ...],
    value: str,
    key: str,
    change: Callable[[int], None],
    side: float,
    down: bool,
    up: bool,
) -> Cell:
    """A number, with one fewer and one more."""

    less = _seen(desk, partial(change, -1)) if down else None
    more = _seen(desk, partial(change, 1)) if up else None
    return Cell(lambda p, cw, ch: stepper(p, 0, 0, cw, ch, label, value, key, less, more, side, ("minus", "plus")))


def _choose(desk: Desk, label: str, value: str, key: str, change: Callable[[int], None], side: float) -> Cell:
    """One of several, with the one before and the one after."""
    before, after = _seen(desk, partial(change, -1)), _seen(desk, partial(change, 1))
    return Cell(lambda p, cw, ch: stepper(p, 0, 0, cw, ch, label, value, key, before, after, side))


def _flip(desk: Desk, label: str, on: bool, key: str, change: Change) -> Cell:
    return Cell(lambda p, cw, ch: switch(p, 0, 0, cw, ch, label, on, key, _seen(desk, change)))


def _seen(desk: Desk, change: Change) -> Change:
    """A change, and what it looks like then."""

    def go() -> None:
        change()
        desk.changed()

    return go


def _seat(desk: Desk, w: Words, draft: Draft, side: float) -> list[Cell]:
    seat, box = draft.seat, desk.box
    table = desk.table
    assert table is not None
    cells = []
    if table.phase == "lobby":
        cells.append(_wonder(desk, w, draft, side))
    for number in range(1, len(box.wonders[seat["wonder"]].stages) + 1):
        label = w("Stage {number}", number=number)
        on = number in seat["stages"]
        cells.append(_flip(desk, label, on, f"stage {number}", partial(draft.turn_stage, number)))
    for card in FACES:
        n = seat["cards"].get(card, 0)
        called = (capital(terms.card(w, card)), *map(capital, briefly(w, card)))
        cells.append(_step(desk, called, str(n), f"card {card}", partial(draft.count, card), side, n > 0, n < MOST))
    cells.append(_flip(desk, w("The cat"), seat["cat"], "cat", draft.turn_cat))
    n = seat["military"]
    label = w("Military tokens")
    cells.append(_step(desk, label, str(n), "military", partial(draft.add, "military"), side, n > 0, n < MOST))
    for slug in box.tokens:
        n, most = seat["progress"].count(slug), draft.copies(slug)
        if most:
            give = partial(draft.give, "progress", slug)
            cells.append(_step(desk, terms.token(w, slug), str(n), f"token {slug}", give, side, n > 0, n < most))
    for slug in box.medals if "medals" in table.variant else ():
        n = seat["medals"].count(slug)
        give = partial(draft.give, "medals", slug)
        label = capital(terms.medal(w, slug, box))
        cells.append(_step(desk, label, str(n), f"medal {slug}", give, side, n > 0, n < 1))
    if draft.gives:
        n = seat["gifts"]
        label = w("Cards face down")
        cells.append(_step(desk, label, str(n), "gifts", partial(draft.add, "gifts"), side, n > 0, n < MOST))
    return cells


def _wonder(desk: Desk, w: Words, draft: Draft, side: float) -> Cell:
    wonders, here = desk.box.wonders, draft.seat["wonder"]
    others = {seat["wonder"] for seat in draft.middle["seats"]} - {here}
    free = [slug for slug in wonders if slug not in others]

    def be(by: int) -> None:
        slug = free[(free.index(here) + by) % len(free)]
        draft.be(slug, sum(wonders[slug].cards.values()))

    return _choose(desk, w("Wonder"), terms.wonder(w, here), "wonder", be, side)


def _middle(desk: Desk, w: Words, draft: Draft, side: float) -> list[Cell]:
    at, box = draft.middle, desk.box
    people = desk.people(w)
    initials = tuple(short(name)[-1] for name in people)
    whose = people[_chair(desk, at["to_act"][0]) - 1]
    cells = [_choose(desk, w("Whose turn it is"), whose, "turn of", draft.begin, side)]
    flipped, tokens = at["conflict"]["flipped"], at["conflict"]["tokens"]
    cells.append(
        _step(desk, w("Tokens in battle"), str(flipped), "flipped", draft.flip, side, flipped > 0, flipped < tokens - 1)
    )
    for stack, each in at["stacks"].items():
        where = tuple(capital(terms.stack_name(w, stack, who)) for who in (people, initials))
        left, leave = each["left"], partial(draft.leave, stack)
        cells.append(_step(desk, where, str(left), f"left {stack}", leave, side, left > 0, True))
    for nth, slug in enumerate(at["tokens"]):
        label = w("Token {n}, face up", n=nth + 1)
        cells.append(_choose(desk, label, terms.token(w, slug), f"lies {nth}", partial(draft.lie, nth), side))
    for gap, medal in at["medals"].items():
        if gap != "center":
            label = w("Medal {n}", n=gap)
            value = capital(terms.medal(w, medal, box)) if medal else w("none")
            cells.append(_choose(desk, label, value, f"hangs {gap}", partial(draft.hang, gap), side))
    return cells
