"""What is rarely changed before a game, and the ways to what is not of it; whether a game may be changed."""

from dataclasses import dataclass
from functools import partial

from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Bound, Element
from app.screen.history import open_history
from app.screen.layers import STONE
from app.screen.pages import entering
from app.screen.pages.forms import FormPanel, Means, form_panel
from app.screen.pages.intents import set_game
from app.screen.pages.lobby_layout import GAP, HIGH, LINE, LobbySheet, sheet
from app.screen.ring import Ring
from app.screen.scene import Guides, MenuEntry, Scene
from app.screen.widgets.controls import button, frame, switch
from app.screen.widgets.panel import closing
from app.shown.form import Form, Switch
from app.shown.lobby import Rarely, choose_players, rarely, stands_up
from app.shown.menu import history, to_about
from app.text.languages import Words

PAD = 16.0  # units, from the sheet's rim to what lies on it


@dataclass(frozen=True, slots=True)
class More:
    """What is rarely changed.

    `added`: each thing that can be added to the game, with what it changes.
    """

    sheet: LobbySheet
    switched: Form
    added: tuple[tuple[str, str], ...]
    entries: tuple[MenuEntry, ...]  # to the game's own panels
    edge: int
    w: Words


def more(scene: Scene, ring: Ring, _: int) -> Element[More] | None:
    """In the lobby alone."""
    table, w = scene.model.table, scene.model.words()
    assert table is not None
    if table.phase != "lobby":
        return None
    guided = table.guided if isinstance(scene.game, Guides) and table.mode == "play" else None
    now = Rarely(table.keep, guided, tuple(table.rules.items()))
    held = sum(info.by != "free" for info in table.seats)
    view = More(
        sheet(ring, scene.opened.edge),
        rarely(w, now, [scene.game.house_rule(w, slug) for slug in table.rules]),
        tuple(scene.game.variant(scene.model, w, slug) for slug in table.variants),
        (*entering.entries(scene), *scene.game.entries(scene)) if held >= table.places[0] else (),
        scene.opened.edge,
        w,
    )
    return Element("lobby more", view, paint_more)


def paint_more(p: Pen, it: More, control: Controller) -> None:
    """Two columns, what can be switched and what can be opened, or one below the other; then what is said."""
    t, wide = HIGH, it.sheet.w
    inside = wide - 2 * PAD
    with it.sheet.on(p):
        frame(p, wide, it.sheet.h)
        right = wide - PAD - t
        button(p, right, PAD, t, t, "", "close", closing(control), "cross")
        button(p, right - t - GAP, PAD, t, t, "", "turn", control.turn, "turn")
        p.prose(PAD + 8, PAD, it.switched.title, 40, right - t - 2 * PAD, t, "text", bold=STONE, middle=True)
        top = PAD + LINE + GAP
        column = (inside - GAP) / 2 if it.sheet.flat else inside
        below = _switches(p, it, control, top, column)
        if it.sheet.flat:
            with p.at(inside - column, 0):
                below = max(below, _ways(p, it, control, top, column))
        else:
            below = _ways(p, it, control, below, column)
        below += 2 * GAP
        for name, says in it.added:
            if says:
                below += p.prose(PAD + 8, below, f"{name}: {says}", p.legible(28), inside - 16, LINE) + GAP


def _switches(p: Pen, it: More, control: Controller, y: float, wide: float) -> float:
    """What holds for this game; where they end. A place is kept for the comments that not every game has."""
    found = {row.key: row for row in it.switched.rows if isinstance(row, Switch)}
    for key in dict.fromkeys(("keep", "guided", *found)):
        if row := found.get(key):
            turn = partial(Means({}).chosen, control, row, not row.on)
            switch(p, PAD, y, wide, HIGH, row.words, row.on, key, turn, 28, row.about)
        y += LINE
    return y


def _ways(p: Pen, it: More, control: Controller, y: float, wide: float) -> float:
    """What can be opened; where they end."""
    past, about = history(it.w), to_about(it.w)
    ways = [
        (past.words, past.key, partial(open_history, control), past.picture),
        (about.words, about.key, partial(control.open, about.to), about.picture),
        *((each.label, each.panel, partial(control.open, each.panel, it.edge), each.picture) for each in it.entries),
    ]
    for label, key, tap, picture in ways:
        button(p, PAD, y, wide, HIGH, label, key, tap, picture, size=28)
        y += LINE
    return y


# ---- another game --------------------------------------------------------------------------------------------


def leave(scene: Scene, ring: Ring, nth: int) -> Element[FormPanel] | None:
    """Asked once, before that game is the next: whoever plays by touch would stand up for it, or it has fewer places
    than there are people, and whoever is touched plays, until it is full."""
    table = scene.model.table
    assert table is not None
    if table.phase != "lobby" or nth >= len(table.games):
        return None
    w, game = scene.model.words(), table.games[nth]
    title, names = scene.games.named(game).words.title(w), scene.model.people(w)
    people = [(info.seat, names[info.seat - 1]) for info in table.seats if info.by in ("touch", "phone")]
    if len(people) <= (most := table.most.get(game, len(people))):
        return form_panel(scene, ring, stands_up(w, title), {"change": Bound(_change, game=game)})
    plays = tuple(map(int, scene.opened.sure.split()))
    form = choose_players(w, title, most, people, plays)
    seats = tuple(seat for seat, _ in people)
    ways = {f"plays {seat}": Bound(_plays, game=game, most=most, seats=seats, plays=plays, seat=seat) for seat in seats}
    return form_panel(scene, ring, form, ways, column=360, most=(900, 520))


def _plays(
    control: Controller, game: str, most: int, seats: tuple[int, ...], plays: tuple[int, ...], seat: int
) -> None:
    """Once as many are chosen as can play, the game is chosen."""
    plays = tuple(each for each in plays if each != seat) if seat in plays else (*plays, seat)
    if len(plays) < most:
        control.ask_sure(" ".join(map(str, plays)))
        return
    control.open("")
    set_game(control, game=game, watch=tuple(each for each in seats if each not in plays))


def _change(control: Controller, game: str) -> None:
    control.open("")
    set_game(control, game=game)
