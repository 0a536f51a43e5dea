"""The list of the box: the same on the screen and on phones, in every language, with space for its words."""

import pytest

from app.games.game_list import shelf
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame, TickOff
from app.protocol.settings_messages import SetTable
from app.screen.composition import compose
from app.text.translation import words
from engine.game import Seat
from tests.app.phones.served import GAMES, Served
from tests.app.screen import stage
from tests.app.screen.finger import Stage, frames
from tests.app.screen.text_pages import TABLES, to_be_laid_out

ADA = Actor("seat", Seat(0))


def box_panel(room):
    room.control.change(panel="box")
    [element] = [part for part in compose(room.control.scene, 1280, 720) if part.key == "panel box"]
    return element.view


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", TABLES)
def test_screen_and_phone_show_the_same_box_list(game, tmp_path, facts, every_fact):
    people = ("Ada", "Ben") if game == "duel" else ("Ada", "Ben", "Cleo", "Dan")
    served = Served(tmp_path, facts, shelf=shelf(every_fact)).sit(*people)
    served.send(SetGame, game=game, mode="track")
    served.send(SetGame, variant=TABLES[game][2])
    served.send(SetTable, welcomed=True)
    show, reader = PageMaker(served.table, GAMES), PageState(ADA)
    screen = TABLES[game][0]()

    def both():
        show.update_page(reader, True)
        screen.hear(show.current_table(), None, (), the_codes=stage.codes())
        return [row for row, _ in box_panel(screen).rows], reader.shown["box"].html

    rows, html = both()
    for row in rows:
        assert f"<b>{row.words}</b>" in html
        assert f"<small>{row.about}</small>" in html
        assert f'data-do="tick-off;thing={row.key};on={{value}}"' in html
    assert html.count("<li") == len(rows) > 6
    served.send(TickOff, thing=rows[2].key)
    rows, html = both()
    assert html.count(" checked") == sum(row.on for row in rows) == 1
    assert rows[2].on
    served.store.close()


@pytest.mark.parametrize("ticked", [False, True])
def test_touch_ticks_a_row_and_another_unticks_it(ticked):
    shown = Stage(to_be_laid_out("architects", 4, ticked=("lay central 60",) if ticked else ()))
    shown.control.open_panel("box")
    frames(2)
    shown.tap("lay central 60")
    assert shown.room.sent[-1].thing == "lay central 60"
    assert shown.room.sent[-1].on is not ticked


@pytest.mark.parametrize("game", TABLES)
def test_tidy_up_list_has_the_same_things_as_the_lay_out_list(game):
    laid, tidied = box_panel(to_be_laid_out(game, 4)), box_panel(to_be_laid_out(game, 4, phase="over", mode="tally"))
    assert [row.key.split()[1] for row, _ in laid.rows] == [row.key.split()[1] for row, _ in tidied.rows]
    assert all(row.key.startswith("tidy ") and "stay" not in row.about.split(".")[-2:] for row, _ in tidied.rows)


@pytest.mark.parametrize("facts", [{"mode": "play"}, {"phase": "game"}], ids=str)
def test_box_list_is_absent_where_the_table_deals_and_during_a_game(facts):
    made = to_be_laid_out("architects", 4, **facts)
    made.control.open_panel("box")
    assert not [part for part in compose(made.control.scene, 1280, 720) if part.key == "panel box"]


def test_an_added_player_unticks_rows_whose_number_changes():
    four, five = (stage.table(n, "lobby", mode="track", ticked=("lay wonders 4", "lay central 60")) for n in (4, 5))
    ticked = []
    for now in (four, five):
        made = stage.Room().hear(now, None, (), the_codes=stage.codes())
        ticked.append({row.key for row, _ in box_panel(made).rows if row.on})
    assert ticked == [{"lay wonders 4", "lay central 60"}, {"lay central 60"}]


def test_box_lists_are_titled_lay_out_and_tidy_up():
    w = words("en")
    assert (w("Lay out"), w("Tidy up")) == (
        box_panel(to_be_laid_out("duel", 4)).title,
        box_panel(to_be_laid_out("duel", 4, phase="over")).title,
    )
