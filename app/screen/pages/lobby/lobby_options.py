"""The lobby's *More* panel: seats, starting seat, variants, rare options and links; and the confirmation before
changing the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.protocol.table_messages import TableView
from app.screen.control.controller import Controller
from app.screen.input.history_browsing import open_history
from app.screen.pages.cardboard import position_entry
from app.screen.pages.common.forms import FormPanel, form_panel
from app.screen.pages.common.setting_intents import set_game
from app.screen.pages.lobby.lobby import SEND_ROW, agreement_form
from app.screen.pages.lobby.lobby_layout import GAP, HIGH, LINE, LobbyBox, LobbySheet, sheet
from app.screen.paint.element import BoundCall, Element
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.paint.text_pen import LEGIBLE_PX, PITCH
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import BoxedGame, LessonsGame, MenuEntry, Scene
from app.screen.widgets.controls import COUNT_SIGNS, button, frame, size_of_labels, stepper, switch
from app.screen.widgets.panel import closing
from app.shown.cardboard.box_list import current_list, list_link
from app.shown.form import Choice, Form, Number, Switch, Text
from app.shown.lobby.lobby import choose_players, confirm_game_change, rare_options, rarely
from app.shown.play.menu import history, to_about
from app.text.translation import Words

PAD: Final = 16.0  # units, inside the rim
LARGER: Final = 1.5  # maximum scale of lines
VARIANTS: Final = 3  # places kept for variants


@dataclass(frozen=True, slots=True)
class LobbyOptions:
    """Number of seats, starting seat, variants, rare options.

    `added`: each variant with its description.
    """

    sheet: LobbySheet
    agreed: Form
    switched: Form
    added: tuple[tuple[str, str], ...]
    entries: tuple[MenuEntry, ...]  # the game's own panels
    edge: int
    w: Words


def build_options(scene: Scene, ring: Ring, _: int) -> Element[LobbyOptions] | None:
    """Build the panel; None outside the lobby."""
    table, w = scene.table, scene.model.words()
    if table.phase != "lobby":
        return None
    now = rare_options(w, table, isinstance(scene.game, LessonsGame), scene.model.people(w), scene.model.game_words)
    held = sum(info.by != "free" for info in table.seats)
    entries = (*position_entry.entries(scene), *scene.game.entries(scene)) if held >= table.places[0] else ()
    view = LobbyOptions(
        sheet(ring, scene.opened.edge),
        agreement_form(scene, table),
        rarely(w, now, [scene.game.house_rule(w, slug) for slug in table.rules]),
        tuple(scene.game.variant(scene.model, w, slug) for slug in table.variants),
        (*_box_entry(scene, table), *entries),
        scene.opened.edge,
        w,
    )
    return Element("lobby more", view, paint_more)


def _box_entry(scene: Scene, table: TableView) -> tuple[MenuEntry, ...]:
    if not current_list(table) or not isinstance(scene.game, BoxedGame):
        return ()
    out = list_link(scene.model.words(), table)
    return (MenuEntry(out.words, out.to, out.picture),)


def paint_more(p: Pen, it: LobbyOptions, control: Controller) -> None:
    """Paint switches and links in two columns or below each other, then a description of each switch.

    On high sheets lines and words are larger. Words of all switches have one size.
    """
    t, wide, k = HIGH, it.sheet.w, _line_scale(p, it)
    inside = wide - 2 * PAD
    with it.sheet.draw_on(p):
        frame(p, wide, it.sheet.h)
        right = wide - PAD - t
        button(p, right, PAD, t, t, "", "close", closing(control), "cross")
        button(p, right - t - GAP, PAD, t, t, "", "turn", control.turn_panel, "turn")
        p.prose(PAD + 8, PAD, it.switched.title, 40, right - t - 2 * PAD, t, "text", bold=STONE, middle=True)
        top = PAD + LINE + GAP
        columns = 3 if it.sheet.flat else 2
        column = (inside - (columns - 1) * GAP) / columns
        switches = [row for form in (it.agreed, it.switched) for row in form.rows if isinstance(row, Switch)]
        size = size_of_labels(p, [row.words for row in switches], column, HIGH * k, p.legible(28) / p.grown)
        below = _paint_agreement(p, it, control, top, column, k, size)
        with p.at(column + GAP, 0):
            end = _paint_switches(p, it, control, top, column, k, size)
            if not it.sheet.flat:
                end = _paint_links(p, it, control, end, column, k)
        if it.sheet.flat:
            with p.at(2 * (column + GAP), 0):
                end = max(end, _paint_links(p, it, control, top, column, k))
        below = max(below, end) + 2 * GAP
        said = _list_descriptions(it)
        wanted = p.legible(28) * k
        while (
            said
            and wanted * p.scale > LEGIBLE_PX
            and _text_height(p, said, wanted, inside - 16) > it.sheet.h - below - GAP
        ):
            wanted *= 0.96
        for nth, words in enumerate(said):
            room = (it.sheet.h - below) / (len(said) - nth) if nth + 1 == len(said) else it.sheet.h - below
            below += p.prose(PAD + 8, below, words, wanted / p.grown, inside - 16, room - GAP) + GAP


def _list_descriptions(it: LobbyOptions) -> list[str]:
    """List what each switch does, or why it is disabled, without repeats."""
    changes = iter(says for _, says in it.added)
    said = [row.words for row in it.switched.rows if isinstance(row, Text)]
    for row in it.agreed.rows_on("screen"):
        if isinstance(row, Switch):
            says = next(changes)
            said += [f"{row.words}: {row.about if row.off else says}"] * bool(row.about if row.off else says)
    said += [f"{row.words}: {row.about}" for row in it.switched.rows if isinstance(row, Switch) and row.about]
    return said


def _text_height(p: Pen, said: Sequence[str], size: float, room: float) -> float:
    lines = sum(len(p.break_lines(words, size, False, room, 99)[0]) for words in said)
    return lines * size * PITCH + (len(said) - 1) * GAP


def _line_scale(p: Pen, it: LobbyOptions) -> float:
    if it.sheet.flat:
        return 1.0
    switches = len({"keep", "guided"} | {row.key for row in it.switched.rows if isinstance(row, Switch)})
    ways = 2 + len(it.entries)
    lines = max(2 + VARIANTS, switches + ways)
    below = 2 * (3 + VARIANTS) * p.legible(28) * PITCH  # whatever is said now: nothing moves with it
    return max(1.0, min((it.sheet.h - PAD - LINE - 4 * GAP) / (lines * LINE + below), LARGER))


def _paint_agreement(
    p: Pen, it: LobbyOptions, control: Controller, y: float, wide: float, k: float, size: float
) -> float:
    """Paint seats, starting seat and variants; return y below them.

    A place is kept for every possible variant, so that nothing moves.
    """
    switches, line, high = 0, LINE * k, HIGH * k
    for row in it.agreed.rows_on("screen"):
        match row:
            case Number():
                _paint_seats(p, LobbyBox(PAD, y, wide, high), row, control)
            case Choice(key="first"):
                _paint_first_seat(p, LobbyBox(PAD, y + line, wide, high), row, control)
            case Switch():
                tap = None if row.off else partial(SEND_ROW, control, row, not row.on)
                switch(p, PAD, y + (2 + switches) * line, wide, high, row.words, row.on, row.key, tap, size)
                switches += 1
    return y + (2 + max(switches, VARIANTS)) * line


def _paint_seats(p: Pen, box: LobbyBox, row: Number, control: Controller) -> None:
    now = row.now or row.least
    fewer, further = (None if to is None else partial(SEND_ROW, control, row, to) for to in row.adjacent_numbers(now))
    stepper(p, *box, row.words, f"{now:g}", row.key, fewer, further, HIGH, COUNT_SIGNS)


def _paint_first_seat(p: Pen, box: LobbyBox, row: Choice, control: Controller) -> None:
    before, now, after = row.adjacent_options()
    less, more = (partial(SEND_ROW, control, row, to.value) if to != now else None for to in (before, after))
    stepper(p, *box, row.words, now.words, row.key, less, more, HIGH, goes_round=True)


def _paint_switches(
    p: Pen, it: LobbyOptions, control: Controller, y: float, wide: float, k: float, size: float
) -> float:
    """Paint the options of this game; return y below them. A place is kept for lessons."""
    found = {row.key: row for row in it.switched.rows if isinstance(row, Switch)}
    for key in dict.fromkeys(("keep", "guided", *found)):
        if row := found.get(key):
            turn = None if row.off else partial(SEND_ROW, control, row, not row.on)
            switch(p, PAD, y, wide, HIGH * k, row.words, row.on, key, turn, size)
        y += LINE * k
    return y


def _paint_links(p: Pen, it: LobbyOptions, control: Controller, y: float, wide: float, k: float) -> float:
    """Paint the links; return y below them."""
    past, about = history(it.w), to_about(it.w)
    ways = [
        (past.words, past.key, partial(open_history, control), past.picture),
        (about.words, about.key, partial(control.open_panel, about.to), about.picture),
        *(
            (each.label, each.panel, partial(control.open_panel, each.panel, it.edge), each.picture)
            for each in it.entries
        ),
    ]
    for label, key, tap, picture in ways:
        button(p, PAD, y, wide, HIGH * k, label, key, tap, picture, size=28 * k)
        y += LINE * k
    return y


# ---- another game --------------------------------------------------------------------------------------------


def build_leave_form(scene: Scene, ring: Ring, nth: int) -> Element[FormPanel] | None:
    """Build the confirmation before a game for which people on the screen stand up, or the choice of players if it has
    fewer places than people."""
    table = scene.table
    if table.phase != "lobby" or nth >= len(table.games):
        return None
    w, game = scene.model.words(), table.games[nth]
    title, names = scene.games.get_words(game).title(w), scene.model.people(w)
    people = [(info.seat, names[info.seat - 1]) for info in table.seats if info.by in ("touch", "phone")]
    if len(people) <= (most := table.most.get(game, len(people))):
        return form_panel(scene, ring, confirm_game_change(w, title), {"change": BoundCall(_change, game=game)})
    plays = tuple(map(int, scene.opened.sure.split()))
    form = choose_players(w, title, most, people, plays)
    seats = tuple(seat for seat, _ in people)
    ways = {
        f"plays {seat}": BoundCall(_toggle_player, game=game, most=most, seats=seats, plays=plays, seat=seat)
        for seat in seats
    }
    return form_panel(scene, ring, form, ways, column=360, most=(900, 520))


def _toggle_player(
    control: Controller, game: str, most: int, seats: tuple[int, ...], plays: tuple[int, ...], seat: int
) -> None:
    """Toggle a player; choose the game once enough are chosen."""
    plays = tuple(each for each in plays if each != seat) if seat in plays else (*plays, seat)
    if len(plays) < most:
        control.ask_confirmation(" ".join(map(str, plays)))
        return
    control.open_panel("")
    set_game(control, game=game, watch=tuple(each for each in seats if each not in plays))


def _change(control: Controller, game: str) -> None:
    control.open_panel("")
    set_game(control, game=game)
