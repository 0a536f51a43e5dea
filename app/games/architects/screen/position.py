"""Entering what lies on the table: seat by seat, then the middle."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from app.games.architects import words as terms
from app.games.architects.screen import touches
from app.games.architects.screen.draft import MOST, Draft
from app.games.architects.screen.faces import briefly
from app.games.architects.screen.scene import ArchitectsScene, present
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.pages.position import begin
from app.screen.ring import Ring
from app.screen.widgets.controls import stepper, switch
from app.screen.widgets.panel import Cell, Lying, cell, closing, lying, panel, place
from app.text.game import seat_name, short
from app.text.languages import capital
from engine.architects.cards import FACES

Change = Callable[..., Draft]  # of a draft, with what is changed; a step takes by how much as well


@dataclass(frozen=True, slots=True)
class Position:
    """What has been entered so far. `people`: the seats of the draft; `begins`: it is played from the lobby."""

    lying: Lying
    draft: Draft
    people: tuple[str, ...]
    begins: bool


def position(scene: ArchitectsScene, ring: Ring) -> Element[Position] | None:
    """The panel; None while too few sit there to begin. What is entered is kept until it is played, or put away."""
    table, w = scene.model.table, scene.model.words()
    assert table is not None
    held = [name for name, info in zip(scene.model.people(w), table.seats, strict=True) if info.by != "free"]
    if scene.theatre.draft is None and table.phase == "lobby" and len(held) < table.places[0]:
        return None
    draft = draft_of(scene)
    left = [seat_name(w, n, None) for n in range(len(held) + 1, draft.seats + 1)]  # somebody has just stood up
    view = Position(lying(scene, ring), draft, (*held, *left), table.phase == "lobby")
    return Element(f"panel {scene.opened.panel}", view, paint_position)


def draft_of(scene: ArchitectsScene) -> Draft:
    """What has been entered; before anything is, what is known."""
    table = scene.model.table
    assert table is not None
    if scene.theatre.draft is not None:
        return scene.theatre.draft
    if scene.model.view is not None:
        return Draft.of(scene.view, scene.data, table.variant)
    return Draft.fresh(table, scene.data)


def paint_position(p: Pen, it: Position, control: Controller) -> None:
    ring, w = it.lying.ring, it.lying.w
    cells = (_seat if it.draft.whose else _middle)(it, control)
    go = w("Begin here") if it.begins else w("Continue from here")
    foot = [cell(go, "go on from here", partial(_go, control), "tick", primary=True, size=30)]
    at, wide = place(ring, it.lying.edge, 1600, 1000), 2 * ring.touch + 190
    panel(
        p, control, it.lying, at, w("The position on the table"), cells, foot, (wide, 88),
        close=closing(control), head=partial(_whose, control, it),
    )  # fmt: skip


def _whose(control: Controller, it: Position, p: Pen, width: float, height: float) -> None:
    name = it.people[it.draft.whose - 1] if it.draft.whose else it.lying.w("the middle")
    before, after = partial(_turn, control, -1), partial(_turn, control, 1)
    stepper(p, 0, 0, width, height, "", name, "whose", before, after, it.lying.ring.touch)


def _turn(control: Controller, by: int) -> None:
    control.at_head()
    _change(control, Draft.turn, by)


def _go(control: Controller) -> None:
    begin(control, draft_of(present(control)).text())


def _change(control: Controller, change: Change, *what: str | int) -> None:
    """Change what has been entered by now, perhaps since it was painted."""
    touches.change(control, draft=change(draft_of(present(control)), *what))


def _step(
    control: Controller,
    it: Position,
    label: str | tuple[str, ...],
    n: int,
    key: str,
    change: Change,
    *what: str | int,
    most: int | None = MOST,
) -> Cell:
    """A number, with one fewer and one more. `most`: None where the table alone knows."""
    less = partial(_change, control, change, *what, -1) if n > 0 else None
    more = partial(_change, control, change, *what, 1) if most is None or n < most else None
    side = it.lying.ring.touch
    return Cell(lambda p, cw, ch: stepper(p, 0, 0, cw, ch, label, str(n), key, less, more, side, ("minus", "plus")))


def _choose(
    control: Controller, it: Position, label: str, value: str, key: str, change: Change, *what: str | int
) -> Cell:
    """One of several, with the one before and the one after."""
    before, after = partial(_change, control, change, *what, -1), partial(_change, control, change, *what, 1)
    side = it.lying.ring.touch
    return Cell(lambda p, cw, ch: stepper(p, 0, 0, cw, ch, label, value, key, before, after, side))


def _flip(control: Controller, label: str, on: bool, key: str, change: Change, *what: str | int) -> Cell:
    return Cell(lambda p, cw, ch: switch(p, 0, 0, cw, ch, label, on, key, partial(_change, control, change, *what)))


def _seat(it: Position, control: Controller) -> list[Cell]:
    """Everything of the seat that is shown."""
    w, draft = it.lying.w, it.draft
    seat, box = draft.seat, draft.facts
    step, flip = partial(_step, control, it), partial(_flip, control)
    cells = []
    if it.begins:
        wonder = terms.wonder(w, seat["wonder"])
        cells.append(_choose(control, it, w("Wonder"), wonder, "wonder", Draft.be))
    for number in range(1, len(box.wonders[seat["wonder"]].stages) + 1):
        label = w("Stage {number}", number=number)
        cells.append(flip(label, number in seat["stages"], f"stage {number}", Draft.turn_stage, number))
    for card in FACES:
        called = (capital(terms.card(w, card)), *map(capital, briefly(w, card)))
        cells.append(step(called, seat["cards"].get(card, 0), f"card {card}", Draft.count, card))
    cells.append(flip(w("The cat"), seat["cat"], "cat", Draft.turn_cat))
    cells.append(step(w("Military tokens"), seat["military"], "military", Draft.add, "military"))
    for slug in box.tokens:
        n, most = seat["progress"].count(slug), draft.copies(slug)
        if most:
            cells.append(step(terms.token(w, slug), n, f"token {slug}", Draft.give, "progress", slug, most=most))
    for slug in box.medals if "medals" in draft.variant else ():
        n, label = seat["medals"].count(slug), capital(terms.medal(w, slug, box))
        cells.append(step(label, n, f"medal {slug}", Draft.give, "medals", slug, most=1))
    if draft.gives:
        cells.append(step(w("Cards face down"), seat["gifts"], "gifts", Draft.add, "gifts"))
    return cells


def _middle(it: Position, control: Controller) -> list[Cell]:
    """Everything else."""
    w, at, box, people = it.lying.w, it.draft.at, it.draft.facts, it.people
    step, choose = partial(_step, control, it), partial(_choose, control, it)
    initials = tuple(short(name)[-1] for name in people)
    cells = [choose(w("Whose turn it is"), people[at["to_act"][0] - 1], "turn of", Draft.begin)]
    flipped, tokens = at["conflict"]["flipped"], at["conflict"]["tokens"]
    cells.append(step(w("Tokens in battle"), flipped, "flipped", Draft.flip, most=tokens - 1))
    for stack, each in at["stacks"].items():
        where = tuple(capital(terms.stack_name(w, stack, who)) for who in (people, initials))
        cells.append(step(where, each["left"], f"left {stack}", Draft.leave, stack, most=None))
    for nth, slug in enumerate(at["tokens"]):
        label = w("Token {n}, face up", n=nth + 1)
        cells.append(choose(label, terms.token(w, slug), f"lies {nth}", Draft.lie, nth))
    for gap, medal in at["medals"].items():
        if gap != "center":
            value = capital(terms.medal(w, medal, box)) if medal else w("none")
            cells.append(choose(w("Medal {n}", n=gap), value, f"hangs {gap}", Draft.hang, gap))
    return cells
