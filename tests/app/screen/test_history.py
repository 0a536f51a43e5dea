"""The history on the screen, by touch: a page of each kind, names that are requested once, and replays."""

import msgspec
import pytest
from msgspec.structs import replace

from app.protocol import history_messages
from app.protocol.base_messages import Accepted
from app.protocol.play_messages import Act
from app.protocol.seat_messages import SetSeat
from app.screen.events import on_message, on_tick
from app.screen.input.history_browsing import open_page
from app.screen.state.ui_state import REPLAY_SECONDS
from tests.app.screen import scenes, stage
from tests.app.screen.finger import Stage, frames, picture
from tests.app.screen.lettering import painted
from tests.app.screen.painting import texts


@pytest.fixture
def window_stage():
    shown = Stage(stage.Room().hear(stage.table(4, phase="lobby")))
    yield shown
    shown.close()


def sent(shown, kind):
    return [intent for intent in shown.room.sent if isinstance(intent, kind)]


def load_history(shown):
    """Open the history, and answer with games."""
    shown.tap("more")
    shown.tap("history")
    assert sent(shown, history_messages.GetHistory)
    on_message.on_message(shown.control, scenes.recalled(scenes.past_games(4)))
    frames(2)
    return shown


STEPS = (0, 2, 4, 9)  # lines that end a step: the set-up, and turns
PUBLIC_LINES = (2, 3, 4, 6, 9)  # lines of which everybody was told something


def answer_look_back(shown, line, asked=...):
    """Answer the last request to look back."""
    intent = sent(shown, history_messages.LookBack)[-1]
    assert intent.line == (line if asked is ... else asked)
    snapshot = stage.snapshot(1, stage.table(2, seats=stage.seats(2)), stage.view(2, turn=line))
    turn = next(turn for turn, last in enumerate(STEPS) if last >= line)
    previous, after = ([None, *STEPS][turn], next((last for last in STEPS if last > line), None))
    back, on = (
        max((each for each in (0, *PUBLIC_LINES) if each < line), default=None),
        [*PUBLIC_LINES, None][sum(n <= line for n in PUBLIC_LINES)],
    )
    on_message.on_message(
        shown.control,
        history_messages.PastPosition(
            intent.id,
            intent.game,
            line,
            9,
            snapshot.table,
            snapshot.game,
            (),
            turn,
            3,
            previous,
            after,
            back,
            on,
            first=2,
        ),
    )
    frames(2)


def look_back(shown):
    """Look back at a game."""
    load_history(shown)
    shown.tap("past game m9")
    shown.tap("past look back")
    answer_look_back(shown, 2, asked=None)
    return shown


@pytest.mark.full
def test_history_steps_through_a_game_by_turns_and_by_actions(window_stage, tmp_path):
    look_back(window_stage)
    assert {"1 / 3", "2 / 9"} <= {*texts(window_stage.room)}
    assert "back first" not in window_stage.hit_areas(), "there it is"
    before = picture(tmp_path / "first.png").read_bytes()
    for key, line, turn in (
        ("next", 4, "2 / 3"),
        ("on", 6, "3 / 3"),
        ("back", 4, "2 / 3"),
        ("back", 3, "2 / 3"),
        ("previous", 2, "1 / 3"),
        ("previous", 0, "Set-up"),
        ("last", 9, "3 / 3"),
        ("first", 2, "1 / 3"),
    ):
        window_stage.tap(f"back {key}")
        answer_look_back(window_stage, line)
        assert {turn, f"{line} / 9"} <= {*texts(window_stage.room)}
    assert picture(tmp_path / "again.png").read_bytes() == before
    assert {
        key for key in window_stage.hit_areas() if not key.startswith(("back", "plate"))
    } == set()  # nothing else is touched
    window_stage.tap("back close")
    assert "past look back" in window_stage.hit_areas()
    window_stage.tap("close")
    assert "start" in window_stage.hit_areas()
    assert window_stage.control.ui.history.games is None
    assert not sent(window_stage, Act)


def requested_lines(shown):
    return [intent.line for intent in sent(shown, history_messages.LookBack)]


@pytest.mark.full
def test_a_replay_runs_until_its_end_or_until_stopped(window_stage):
    look_back(window_stage)
    control, room = window_stage.control, window_stage.room
    window_stage.tap("back play")
    assert requested_lines(window_stage) == [None, 4], "at once"
    answer_look_back(window_stage, 4)
    due = on_tick.tick(control, room.now)
    assert due == room.now + REPLAY_SECONDS
    room.now = due - 0.01
    on_tick.tick(control, room.now)
    assert requested_lines(window_stage) == [None, 4], "not before its time"
    room.now = due
    assert on_tick.tick(control, room.now) is None, "the answer is awaited"
    on_tick.tick(control, room.now + 9)
    assert requested_lines(window_stage) == [None, 4, 9]
    answer_look_back(window_stage, 9)
    assert (control.ui.history.plays, on_tick.tick(control, room.now + 9)) == (False, None), "it is over"
    window_stage.tap("back play")
    assert requested_lines(window_stage)[3:] == [2], "from its first turn again"
    answer_look_back(window_stage, 2)
    window_stage.tap("back play")
    assert on_tick.tick(control, room.now + 99) is None, "it was stopped"
    window_stage.tap("back play")
    answer_look_back(window_stage, 4)
    window_stage.tap("back back")
    assert control.ui.history.due is None, "who steps stays there"
    answer_look_back(window_stage, 3)
    window_stage.tap("back play")
    window_stage.tap("back close")
    answer_look_back(window_stage, 4)
    assert control.ui.history.due is None


def test_further_counts_of_a_game_follow_its_score_sheet():
    [game, *_] = scenes.past_games(2)
    result = msgspec.structs.replace(
        game.result, how="science", counts=({"chains": 3}, {"chains": 1}), identities=(), seats=("Ada", "Ben")
    )
    room = scenes.past(2)
    on_message.on_message(room.control, scenes.recalled((msgspec.structs.replace(game, kind="duel", result=result),)))
    open_page(room.control, "game", game.mark)
    assert any("by scientific supremacy" in text for text in {*texts(room)})
    counted = {*texts(room)}
    for area in _later(room):
        area.tap()
        counted |= {*texts(room)}
    assert {"Chains used 3", "Chains used 1"} <= counted


def _later(room):
    """Yield the button of the next page until there is none."""
    while found := [a for _, _, areas in painted(room, (1280, 720)) for a in areas if a.key == "later" and a.tap]:
        yield found[0]


def test_a_name_is_forgotten_or_merged_after_one_question(window_stage):
    load_history(window_stage)
    window_stage.tap("past people")
    window_stage.tap("past person Nora")
    window_stage.tap("past naming")
    window_stage.tap("past forget")
    assert not sent(window_stage, history_messages.ForgetPerson)
    window_stage.tap("yes")
    [intent] = sent(window_stage, history_messages.ForgetPerson)
    assert (intent.name, intent.sure) == ("Nora", True)
    assert len(sent(window_stage, history_messages.GetHistory)) == 2  # and is asked anew
    on_message.on_message(window_stage.control, scenes.recalled(scenes.past_games(4)))
    frames(2)
    window_stage.tap("past person Nora")
    window_stage.tap("past naming")
    window_stage.tap("past merge")
    window_stage.tap("past into Mei")
    window_stage.tap("yes")
    [merge] = sent(window_stage, history_messages.MergePeople)
    assert (merge.name, merge.into, merge.sure) == ("Nora", "Mei", True)


NAMES = tuple(history_messages.KnownPerson(name, "boat", "aqua") for name in ("Ada", "Ben", "Nora"))


def type_text(shown, text):
    for sign in text:
        shown.tap(f"key {sign}")
    shown.tap("ok")


def test_name_of_a_seat_is_chosen_from_known_people_or_typed(window_stage):
    window_stage.tap("seat 1 name")
    assert sent(window_stage, history_messages.AskNames)
    on_message.on_message(window_stage.control, history_messages.Names("x", NAMES))
    frames(2)
    window_stage.tap("name")
    assert {"known Ada", "known Ben"} <= window_stage.hit_areas().keys()
    assert "known Nora" not in window_stage.hit_areas(), "she sits at the table"
    window_stage.tap("known Ben")
    [intent] = sent(window_stage, SetSeat)
    assert (intent.seat, intent.name) == (1, "Ben")
    window_stage.tap("seat 2 name")
    window_stage.tap("name")
    window_stage.tap("type")
    for _ in range(9):
        window_stage.tap("erase")
    type_text(window_stage, "eve")
    assert sent(window_stage, SetSeat)[-1].name == "Eve"


def test_keyboard_opens_at_once_without_known_people(window_stage):
    window_stage.tap("seat 1 name")
    window_stage.tap("name")
    assert "key a" in window_stage.hit_areas()


def test_renaming_to_the_name_of_another_person_asks_for_confirmation(window_stage):
    load_history(window_stage)
    window_stage.tap("past people")
    window_stage.tap("past person Nora")
    window_stage.tap("past naming")
    window_stage.tap("past call")
    window_stage.tap("erase")
    type_text(window_stage, "i")
    [merge] = sent(window_stage, history_messages.MergePeople)
    assert (merge.name, merge.into, merge.sure) == ("Nora", "Nori", True)
    on_message.on_message(window_stage.control, scenes.recalled(scenes.past_games(4)))
    frames(2)
    window_stage.tap("past person Nora")
    window_stage.tap("past naming")
    window_stage.tap("past call")
    for _ in "Nora":
        window_stage.tap("erase")
    type_text(window_stage, "mei")
    assert len(sent(window_stage, history_messages.MergePeople)) == 1, "Mei is somebody else"
    window_stage.tap("yes")
    assert sent(window_stage, history_messages.MergePeople)[-1].into == "Mei"


def sheet(values):
    cells = (history_messages.SheetCell("wonder", 0, 99), history_messages.SheetCell("blue", -9, 99))
    return history_messages.SheetRead("x", "m9", cells, values)


def open_fix_page(shown, mode="play"):
    """Open the page that corrects the newest game, of Nora, Idris, Mei and Tomás in some order."""
    load_history(shown)
    games = tuple(msgspec.structs.replace(game, mode=mode) for game in scenes.past_games(4))
    on_message.on_message(shown.control, scenes.recalled(games))
    frames(2)
    shown.tap("past game m9")
    shown.tap("past fix")
    return games[0]


def test_correcting_a_player_swaps_the_two_seats(window_stage):
    game = open_fix_page(window_stage)
    assert not sent(window_stage, history_messages.ReadSheet), "it was no score sheet"
    names = game.result.seats
    on_message.on_message(
        window_stage.control,
        history_messages.Names("x", tuple(history_messages.KnownPerson(name) for name in names if name)),
    )
    window_stage.tap("past player 1")
    window_stage.tap(f"past known {names[1]}")
    [intent] = sent(window_stage, history_messages.NamePlayers)
    assert intent.names == (names[1], names[0], *(None for _ in names[2:])), "others keep theirs"
    assert (intent.bots, intent.wonders) == (game.result.bots, None)
    window_stage.tap("past player 1")
    window_stage.tap("past nobody")
    assert sent(window_stage, history_messages.NamePlayers)[-1].names[0] == ""
    asked = len(sent(window_stage, history_messages.GetHistory))
    on_message.on_message(window_stage.control, Accepted(intent.id))
    assert len(sent(window_stage, history_messages.GetHistory)) == asked + 1, "what is told of it is asked anew"


def test_correcting_players_replaces_bots_and_people(window_stage):
    game = open_fix_page(window_stage)
    names = tuple(name or "" for name in game.result.seats)
    bots = msgspec.structs.replace(game.result, seats=(*names[:3], None), bots=(4,))
    on_message.on_message(window_stage.control, scenes.recalled((msgspec.structs.replace(game, result=bots),)))
    on_message.on_message(
        window_stage.control,
        history_messages.Names("x", tuple(history_messages.KnownPerson(name) for name in (*names[:3], "Zita"))),
    )
    frames(2)
    window_stage.tap("past player 4")
    window_stage.tap("past known Zita")
    assert [(intent.names, intent.bots) for intent in sent(window_stage, history_messages.NamePlayers)] == [
        ((None, None, None, "Zita"), ())
    ]
    window_stage.tap("past player 4")
    window_stage.tap(f"past known {names[0]}")
    swapped = sent(window_stage, history_messages.NamePlayers)[-1]
    assert (swapped.names, swapped.bots) == (("", None, None, names[0]), (1,)), "they change places"
    window_stage.tap("past player 1")
    window_stage.tap("past bot")
    bot = sent(window_stage, history_messages.NamePlayers)[-1]
    assert (bot.names, bot.bots) == (("", None, None, None), (1, 4))


def test_correcting_a_wonder_of_a_score_sheet_swaps_the_two_seats(window_stage):
    game = open_fix_page(window_stage, mode="tally")
    seats, had = len(game.result.seats), game.result.identities
    boards = {slug: slug for slug in (*had, "ephesus", "olympia")}
    read = sheet(({"wonder": 7, "blue": None},) * seats)
    on_message.on_message(window_stage.control, msgspec.structs.replace(read, wonders=boards))
    frames(2)
    window_stage.tap("past player 1")
    assert "past bot" not in window_stage.hit_areas(), "no bot plays with cardboard"
    window_stage.tap("past had")
    window_stage.tap(f"past wonder {had[1]}")
    [intent] = sent(window_stage, history_messages.NamePlayers)
    assert intent.wonders == (had[1], had[0], *(None for _ in had[2:]))
    assert (intent.names, intent.bots) == ((None,) * seats, None)
    window_stage.tap("past had")
    window_stage.tap("past wonder ")
    assert sent(window_stage, history_messages.NamePlayers)[-1].wonders == ("", *(None for _ in had[1:]))


def test_number_of_a_score_sheet_is_corrected_within_its_bounds(window_stage):
    game = open_fix_page(window_stage, mode="tally")
    [read] = sent(window_stage, history_messages.ReadSheet)
    assert read.game == game.mark
    seats = len(game.result.seats)
    on_message.on_message(
        window_stage.control, sheet(({"wonder": 7, "blue": None}, *({"wonder": 1, "blue": 2},) * (seats - 1)))
    )
    frames(2)
    window_stage.tap("past sheet 1")
    assert {"7", "–"} <= {*texts(window_stage.room)}
    window_stage.tap("past cell wonder")
    type_text(window_stage, "100")
    assert not sent(window_stage, history_messages.AmendSheet), "beyond its bounds: it is typed again"
    assert any("a number from 0 to 99." in text for text in {*texts(window_stage.room)})
    window_stage.tap("notice 0")
    window_stage.tap("erase")
    window_stage.tap("ok")
    [amended] = sent(window_stage, history_messages.AmendSheet)
    assert (amended.game, amended.actions) == (game.mark, ("1 set wonder 10",))
    window_stage.tap("past cell blue")
    type_text(window_stage, "-3")
    assert sent(window_stage, history_messages.AmendSheet)[-1].actions == ("1 set blue -3",)
    on_message.on_message(window_stage.control, Accepted(amended.id))
    assert len(sent(window_stage, history_messages.ReadSheet)) == 2


def test_a_game_is_deleted_after_one_question(window_stage):
    game = open_fix_page(window_stage)
    window_stage.tap("past delete")
    assert not sent(window_stage, history_messages.DeleteGame)
    window_stage.tap("yes")
    [intent] = sent(window_stage, history_messages.DeleteGame)
    assert (intent.game, intent.sure) == (game.mark, True)


def test_history_is_filtered_by_the_number_of_seats(window_stage):
    load_history(window_stage)
    window_stage.tap("past people")
    everybody = {*texts(window_stage.room)}
    window_stage.tap("past filter")
    counts = {len(game.result.seats) for game in scenes.past_games(4)}
    assert {f"past seats {count}" for count in counts} <= window_stage.hit_areas().keys()
    window_stage.tap("past seats 2")
    window_stage.tap("past back")
    assert any("2 seats" in text for text in {*texts(window_stage.room)})
    assert {*texts(window_stage.room)} != everybody
    two = [game for game in scenes.past_games(4) if len(game.result.seats) == 2]
    window_stage.tap("past games")
    assert f"{len(two)} games · 2 seats" in {*texts(window_stage.room)}


def test_back_button_returns_to_the_previous_history_page(window_stage):
    load_history(window_stage)
    window_stage.tap("past wonders")
    window_stage.tap("past wonder giza")
    window_stage.tap("past back")
    assert "past wonder giza" in window_stage.hit_areas()
    window_stage.tap("past games")
    assert "past game m9" in window_stage.hit_areas()


def test_new_game_closes_the_history(window_stage):
    load_history(window_stage)
    window_stage.tap("past game m9")
    window_stage.tap("past look back")
    answer_look_back(window_stage, 2, asked=None)
    window_stage.room.hear(stage.table(4), stage.view(4, active=2), stage.question(2, "take left"))
    frames(2)
    assert "back next" not in window_stage.hit_areas()
    assert window_stage.control.ui.history.shown is None


def test_the_history_is_requested_again_after_a_lost_connection(window_stage):
    window_stage.tap("more")
    window_stage.tap("history")
    on_message.on_disconnect(window_stage.control)
    on_message.on_message(window_stage.control, stage.HELLO)
    assert len(sent(window_stage, history_messages.GetHistory)) == 2


def test_a_closed_history_page_does_not_reopen(window_stage):
    load_history(window_stage)
    window_stage.tap("past game m9")
    window_stage.tap("past look back")
    window_stage.tap("close")
    answer_look_back(window_stage, 2, asked=None)
    assert window_stage.control.ui.history.shown is None


def test_long_history_is_requested_until_it_is_complete(window_stage):
    window_stage.tap("more")
    window_stage.tap("history")
    games = scenes.past_games(4)
    for at in range(0, len(games), 3):
        assert window_stage.control.ui.history.games is None
        assert sent(window_stage, history_messages.GetHistory)[-1].after == (games[at - 1].mark if at else "")
        on_message.on_message(window_stage.control, scenes.recalled(games[at : at + 3], max(0, len(games) - at - 3)))
    assert window_stage.control.ui.history.games == games
    assert len(sent(window_stage, history_messages.GetHistory)) == 3


def test_history_of_mixed_games_names_the_game_of_each_entry():
    games = scenes.past_games(3)
    scores = ({"blue": 9, "total": 9}, {"blue": 4, "total": 4})
    result = replace(games[0].result, seats=("Nora", "Ben"), identities=(), scores=scores, winners=(1,), bots=())
    duel = replace(games[0], mark="duel", kind="duel", variant=(), result=result)
    room = scenes.past(3)
    assert not [text for text in texts(room, (1920, 1080)) if text.startswith("7 Wonders Architects:")], (
        "all are of one kind"
    )
    on_message.on_message(room.control, scenes.recalled((duel, *games)))
    assert "7 Wonders Duel: Nora 9, Ben 4" in texts(room, (1920, 1080))
    open_page(room.control, "person", "Nora")
    said = texts(room, (1920, 8000))  # all of it at once
    assert said.count("The mark on a bar is what everybody has on average.") == 1
    count = 1 + sum("Nora" in game.result.seats for game in games)
    assert said.index("Wonders") < said.index(f"{count} games")
    assert any(text.startswith("7 Wonders Architects · ") for text in said), "a wonder says of which game it is"


def test_open_page_of_a_person_follows_played_and_owned_expansions(window_stage):
    def read_texts():
        return " ".join(texts(window_stage.room, (1920, 8000)))

    games = scenes.progress_games(4)
    load_history(window_stage)
    on_message.on_message(window_stage.control, scenes.recalled(games))
    open_page(window_stage.control, "person", "Nora")
    assert "with the Medals" in read_texts()
    assert "Not explained yet: goods" in read_texts()
    assert "Accuracy over time" in read_texts()
    lacks = stage.settings(not_ours=("architects.medals",))
    window_stage.room.hear(stage.table(4, phase="lobby", settings=lacks))
    assert "with the Medals" not in read_texts()
    assert "Not explained yet: goods" in read_texts(), "the page is still open"
    window_stage.room.hear(stage.table(4, phase="lobby"))
    assert "with the Medals" in read_texts()
    played = [replace(game, variant=("medals",)) for game in games]
    on_message.on_message(window_stage.control, scenes.recalled(played))
    assert "with the Medals" not in read_texts()


def test_points_use_the_signs_of_their_game():
    from app.games.duel.screen import game_end as duel_end
    from app.games.seven_wonders.screen import game_end as seven_end
    from app.screen.paint.element import BoundCall

    house = stage.screens()
    assert house.get_game("duel").sign("guilds") == BoundCall(duel_end.paint_category_sign, slug="guilds")
    assert house.get_game("seven-wonders").sign("military") == BoundCall(seven_end.paint_category_sign, slug="military")
