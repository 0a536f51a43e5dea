"""Printed values that are uncertain: what there is, one thing with a picture of which value is meant, and the file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.protocol import messages
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.outbox import new_id
from app.screen.ring import Ring
from app.screen.scene import AsksValues, Picture, Scene
from app.screen.widgets.controls import stepper, switch
from app.screen.widgets.panel import Cell, Lying, at_edge, cell, closing, lying, panel, place, told
from app.text.languages import Words
from app.text.values import Doubted, Field, Group, Value

SURE: Final = "certainty"  # of a thing: the value by which whoever holds the box says that all of it is right
YOURS: Final = "yours"
WIDE: Final = 1500.0  # u, at most: whoever enters them has the table
HIGH: Final = 940.0
PICTURE: Final = 210.0  # u, of the picture beside a group
CONTROL: Final = 300.0  # u, of one value at least
WORD: Final = 150.0  # u, between the buttons of one
GAP: Final = 10.0  # u
HEAD: Final = 46.0  # u, of a group's title


def asked(scene: Scene, w: Words) -> tuple[Doubted, ...]:
    """What is uncertain in the game on the table, or the next one, as the next game would be played."""
    table = scene.model.table
    if table is None or not isinstance(scene.game, AsksValues):
        return ()
    return scene.game.doubted(w, table.own_facts)


# ---- what there is ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Things:
    """All that is uncertain, and whether somebody has compared it with the box."""

    lying: Lying
    things: tuple[tuple[str, bool], ...]
    has_file: bool


def things(scene: Scene, ring: Ring, _: int) -> Element[Things] | None:
    """The list of them; None in a game that is sure of everything."""
    here = lying(scene, ring)
    found = tuple((it.name, it.sure) for it in asked(scene, here.w))
    if not found or scene.model.table is None:
        return None
    return Element("panel values", Things(here, found, bool(scene.model.table.own_facts)), paint_things)


def paint_things(p: Pen, it: Things, control: Controller) -> None:
    w, at = it.lying.w, place(it.lying.ring, it.lying.edge)
    text = w(
        "Nobody has told us these numbers for certain. If you have the parts at hand, enter what is printed there."
        " The next game is played with it; a game that runs keeps its numbers."
    )
    cells = [told(text, p.legible(28), "text")]
    for nth, (name, sure) in enumerate(it.things):
        state = w("compared with the box") if sure else w("not certain")
        label = w("{cell}: {value}", cell=name, value=state)
        cells.append(cell(label, f"value {nth}", partial(_open, control, nth), "tick" if sure else "question"))
    foot = (
        [cell(w("Show as a file"), "values-file", partial(control.open, "values-file"), "tablet")]
        if it.has_file
        else []
    )
    panel(p, control, it.lying, at, w("Numbers of the box"), cells, foot, close=closing(control), cell=(420, 0))


def _open(control: Controller, nth: int) -> None:
    control.change(values={})
    control.open(f"value {nth}")


# ---- one of them -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing with what people have entered so far. `pictures`: of each group, with the part that is meant lit."""

    lying: Lying
    game: str
    it: Doubted
    entered: Mapping[str, Value]
    pictures: tuple[Picture | None, ...]
    playing: bool  # others play meanwhile, so their seats are not covered


def thing(scene: Scene, ring: Ring, number: int) -> Element[Thing] | None:
    here, table = lying(scene, ring), scene.model.table
    found = asked(scene, here.w)
    if table is None or not 0 <= number < len(found) or not isinstance(scene.game, AsksValues):
        return None
    it, entered = found[number].changed(scene.opened.values), scene.opened.values
    pictures = tuple(scene.game.value_picture(it, group.part) for group in it.groups)
    return Element(
        f"panel value {number}", Thing(here, table.game, it, entered, pictures, table.phase == "game"), paint_thing
    )


def paint_thing(p: Pen, it: Thing, control: Controller) -> None:
    w, ring = it.lying.w, it.lying.ring
    at = place(ring, it.lying.edge) if it.playing else at_edge(ring, it.lying.edge, WIDE, HIGH)
    cells = [
        Cell(
            partial(_group, control, it, group, picture, at.w - 24),
            wide=True,
            high=partial(_high, ring, group, picture),
            name=group.title,
        )
        for group, picture in zip(it.it.groups, it.pictures, strict=True)
    ]
    ready = it.it.adds_up
    label = w("Everything is as printed: save") if ready else w("The cards do not add up yet")
    foot = [
        cell(w.pgettext("step", "Back"), "back", partial(control.open, "values"), "left", 0.5),
        cell(label, "save values", partial(_save, control, it) if ready else None, "tick", primary=ready, size=26),
    ]
    panel(p, control, it.lying, at, it.it.name, cells, foot, close=closing(control), cell=(at.w - 24, 0), of=it.it.name)


def _columns(ring: Ring, wide: float, picture: Picture | None) -> int:
    least = max(CONTROL, 2 * ring.touch + WORD)
    return max(1, int((wide - (PICTURE + GAP if picture else 0) - 16 + GAP) / (least + GAP)))


def _rows(ring: Ring, group: Group, picture: Picture | None, wide: float) -> int:
    """Of its values; each of several that may hold is one, too."""
    return -(-len(_flat(group.fields)) // _columns(ring, wide, picture))


def _high(ring: Ring, group: Group, picture: Picture | None, p: Pen, wide: float) -> float:
    tall = _rows(ring, group, picture, wide) * (ring.touch + GAP)
    return HEAD + max(tall, PICTURE + GAP if picture else 0) + 10


def _flat(fields: Sequence[Field]) -> list[tuple[Field, int | str | None]]:
    """Each value that is entered by itself: of a tuple every choice."""
    return [
        (field, choice)
        for field in fields
        for choice in ([each for each, _ in field.choices] if isinstance(field.value, tuple) else [None])
    ]


def _group(
    control: Controller, it: Thing, group: Group, picture: Picture | None, _: float, p: Pen, wide: float, high: float
) -> None:
    """Its title, the picture, and a control for each value."""
    ring, w = it.lying.ring, it.lying.w
    title = group.title
    if group.total:
        title = w("{title}: {n} of {all}", title=title, n=group.counted, all=group.total)
    ink = "red" if group.total and group.counted != group.total else "text"
    p.rect(0, 0, wide, high - 6, 18, "shade")
    p.text(16, HEAD / 2 + 4, title, 30, ink, "start", bold=True, room=wide - 32)
    left = 8.0
    if picture:
        with p.at(12, HEAD + 2):
            picture(p, PICTURE, PICTURE)
        left += PICTURE + GAP
    columns = _columns(ring, wide, picture)
    each = (wide - left - 8 - (columns - 1) * GAP) / columns
    for nth, (field, choice) in enumerate(_flat(group.fields)):
        x, y = left + (nth % columns) * (each + GAP), HEAD + (nth // columns) * (ring.touch + GAP)
        with p.at(x, y):
            _control(p, control, w, field, choice, each, ring.touch)


def _control(
    p: Pen, control: Controller, w: Words, field: Field, choice: int | str | None, wide: float, high: float
) -> None:
    put, value, key = partial(_put, control, field.name), field.value, field.name
    if isinstance(value, tuple):
        chosen = tuple(each for each, _ in field.choices if (each in value) != (each == choice))
        name = w("{cell}: {value}", cell=field.label, value=dict(field.choices)[choice or 0])
        switch(p, 0, 0, wide, high, name, choice in value, f"{key} {choice}", partial(put, chosen))
    elif isinstance(value, bool):
        switch(p, 0, 0, wide, high, field.label, value, key, partial(put, not value))
    elif field.choices:
        known = [each for each, _ in field.choices]
        here = known.index(value) if value in known else 0
        less, more = known[here - 1], known[(here + 1) % len(known)]
        said = dict(field.choices).get(value, "–")
        ways = partial(put, less), partial(put, more)
        stepper(p, 0, 0, wide, high, field.label, said, key, *ways, high, goes_round=True)
    elif isinstance(value, int):
        fewer = partial(put, value - 1) if value > field.least else None
        further = partial(put, value + 1) if value < field.most else None
        stepper(p, 0, 0, wide, high, field.label, str(value), key, fewer, further, high, ("minus", "plus"))


def _put(control: Controller, name: str, value: Value) -> None:
    control.change(values={**control.opened.values, name: value})


def _save(control: Controller, it: Thing) -> None:
    """All of it, as somebody has compared all of it."""
    values = {field.name: field.value for field in it.it.fields}
    told_: dict[str, int | bool | str | tuple[int | str, ...] | None] = {".".join((*it.it.path, SURE)): YOURS}
    told_ |= {name: value for name, value in values.items() if name in it.entered}
    control.say(messages.SetValues(id=new_id(), game=it.game, values=told_))
    control.change(values={})
    control.open("values")


# ---- the file --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OwnFile:
    """What has been entered, as the file that is to be sent to us."""

    lying: Lying
    text: str


def own_file(scene: Scene, ring: Ring, _: int) -> Element[OwnFile] | None:
    table = scene.model.table
    if table is None or not table.own_file:
        return None
    return Element("panel values-file", OwnFile(lying(scene, ring), table.own_file), paint_own_file)


def paint_own_file(p: Pen, it: OwnFile, control: Controller) -> None:
    w, at = it.lying.w, place(it.lying.ring, it.lying.edge)
    text = w(
        "This is what you entered. Please send it to us with the edition you own: then the next version has it right"
        " for everybody. On a phone, “Numbers of the box” in the table’s settings has it as a file."
    )
    cells = [told(text, p.legible(26), "text")]
    cells += [told(line, 26, "candle" if line.startswith("[") else "soft") for line in it.text.splitlines() if line]
    foot = [cell(w.pgettext("step", "Back"), "back", partial(control.open, "values"), "left")]
    panel(
        p,
        control,
        it.lying,
        at,
        w("Show as a file"),
        cells,
        foot,
        close=closing(control),
        cell=(at.w - 24, 0),
        flat=True,
    )
