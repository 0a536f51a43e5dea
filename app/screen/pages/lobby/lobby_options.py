"""The lobby's *Choices* panel: seats, starting seat, variants, rare options and links; and its further questions: to
change the game, to resume one, who is in the first seat."""

from functools import partial
from typing import Final

import msgspec

from app.screen.control.controller import Controller
from app.screen.input.history_browsing import open_history
from app.screen.pages.cardboard import position_entry
from app.screen.pages.common.forms import FormHandlers, FormPanel, form_panel, paint_form, send_and_close
from app.screen.pages.common.setting_intents import set_game
from app.screen.pages.lobby.lobby import agreement_form
from app.screen.pages.lobby.lobby_layout import steady
from app.screen.paint.element import BoundCall, Element
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import BoxedGame, LessonsGame, Scene
from app.screen.widgets.panel_frame import panel_context, panel_element
from app.shown.cardboard.box_list import current_list, list_link
from app.shown.form import Form, Link, Row, Switch, Text
from app.shown.history.suspended_games import ResumableGame, suspended_list
from app.shown.lobby.lobby import choose_players, confirm_game_change, first_seat_page, rare_options, rarely, teaches
from app.shown.play.menu import history, to_about, to_code, to_settings
from app.text.words_protocols import saved_seat_names

SUSPENDED_U: Final = 600.0  # minimum width of a suspended game
COLUMN: Final = 290.0  # u, minimum width of a link


def build_options(scene: Scene, ring: Ring, _: int) -> Element[FormPanel] | None:
    """Build the panel; None outside the lobby."""
    table, w = scene.table, scene.model.words()
    if table.phase != "lobby":
        return None
    now = rare_options(w, table, isinstance(scene.game, LessonsGame), scene.model.people(w), scene.model.game_words)
    held = sum(info.by != "free" for info in table.seats)
    entries = (*position_entry.entries(scene), *scene.game.entries(scene)) if held >= table.places[0] else ()
    rare = rarely(w, now, partial(scene.game.variant, scene.model, w))
    agreed = [
        msgspec.structs.replace(row, foot=not isinstance(row, Switch))
        for row in agreement_form(scene, table).rows_on("screen")
        if row.key not in ("game", "mode")
    ]
    links: list[Row] = [
        to_settings(w),
        to_code(w),
        history(w),
        to_about(w),
        *([list_link(w, table)] if current_list(table) and isinstance(scene.game, BoxedGame) else []),
        *(Link(key=each.panel, words=each.label, to=each.panel, picture=each.picture) for each in entries),
    ]
    taught = [Text(key="teaches", words=said, loud=True)] if (said := teaches(w, now)) else []
    form = Form(w("Choices"), (*agreed, *rare.rows, *links, *taught))  # what comes and goes is last
    view = FormPanel(
        panel_context(scene, steady(ring)),
        form,
        FormHandlers({"history": open_history}),
        COLUMN,
        steady=True,
    )
    return panel_element(scene, view, paint_form)


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
    plays = tuple(map(int, scene.ui.sure.split()))
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


def build_suspended_games(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    table, w = scene.table, scene.model.words()
    many = len(table.games) > 1
    games = []
    for each in table.laid_aside:
        game = scene.games.get_game(each.kind)
        names = saved_seat_names(w, each.seats, game.words, game.roles())
        games.append(ResumableGame(each.game, game.words.title(w) if many else "", names, each.turn, each.age))
    return form_panel(scene, ring, suspended_list(w, games), {}, column=SUSPENDED_U)


def build_first_seat(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    table, w = scene.table, scene.model.words()
    names = scene.model.people(w)
    people = [(info.seat, names[info.seat - 1]) for info in table.seats if info.by != "free"]
    return form_panel(scene, ring, first_seat_page(w, people), {}, send=send_and_close)
