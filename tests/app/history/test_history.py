"""The history: results, merged and forgotten names, replay of finished games, and the file of an older table."""

import sqlite3

import msgspec
import pytest

from app.games import game_list
from app.history import export_import, statistics
from app.history.chart_shapes import columns
from app.history.history_text import HistoryWords
from app.history.statistics import PlayedSeat
from app.protocol.client_rights import ONLOOKER, SCREEN, Actor
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, Resume, ReturnToLobby, Suspend
from app.protocol.history_messages import ForgetPerson, LookBack, MergePeople
from app.protocol.play_messages import Undo
from app.protocol.rejection import Rejection
from app.protocol.results import FinishedGame, Result
from app.protocol.seat_messages import HandOver, JoinRequest, Leave, SetSeat
from app.protocol.settings_messages import SetTable
from app.protocol.table_messages import TableView
from app.shown.history import history_pages
from app.storage import checksums
from app.storage.database import Store
from app.storage.schema import MIGRATIONS
from app.table.lobby import game_agreement
from app.text.translation import words
from engine import record
from engine.game import Seat
from tests import whole_games
from tests.app import histories
from tests.app.table.bots import BOTS
from tests.app.table.plays import play_to_end, refused
from tests.app.tables import Evening, phone


def game(number, seats, scores, winners, *, early=False, kind="pebbles", identities=("north", "east")):
    result = Result(seats, identities, scores, winners, early=early, turns=4)
    return FinishedGame(f"m{number}", number, kind, "play", (), 10.0 * number, 10.0 * number + 5, 5.0, result)


def score(red, blue, **more):
    return {"red": red, "blue": blue, **more, "total": red + blue + sum(more.values())}


GAMES = (  # the newest first
    game(4, ("Ada", "Ben"), (score(1, 1), score(0, 0)), (), early=True),
    game(3, ("ada ", "Ben"), (score(2, 6), score(4, 4)), (1, 2), identities=("east", "north")),
    game(2, ("Ada", None), (score(1, 4, green=2), score(0, 0, green=0)), (1,)),
    game(1, ("Ben", "Ada"), (score(9, 9), score(0, 3)), (1,), kind="marbles", identities=()),
)


@pytest.mark.parametrize(
    ("kind", "how", "winners", "said"),
    [
        ("architects", "", (1,), "Equal points? More stages decide, then it is shared."),
        ("seven-wonders", "", (1, 2), "Equal points? More coins decide, then it is shared."),
        ("duel", "civilian", (2,), "by points · Equal points? More on blue cards decides, then it is shared."),
        ("duel", "military", (2,), "by military supremacy"),
        ("architects", "", (), ""),
    ],
)
def test_tie_break_is_explained_in_words(kind, how, winners, said):
    played = game(1, ("Ada", "Ben"), (score(2, 6), score(4, 4)), winners, early=not winners, kind=kind)
    played = msgspec.structs.replace(played, result=msgspec.structs.replace(played.result, how=how))
    assert HistoryWords(game_list.words()).victory_text(words("en"), kind, played.result) == said
    behind = msgspec.structs.replace(played.result, scores=(score(2, 6), score(4, 5)))
    assert "Equal" not in HistoryWords(game_list.words()).victory_text(words("en"), kind, behind)


# ---- what games come to


def test_people_are_grouped_by_name_ignoring_case_and_spaces():
    assert [(one.name, one.games, one.wins, one.shared, len(one.entries)) for one in statistics.list_people(GAMES)] == [
        ("Ada", 3, 1, 1, 4),
        ("Ben", 2, 1, 1, 3),
    ]
    assert statistics.find_person(GAMES, "  ADA").entries[0].game.mark == "m4"
    assert statistics.find_person(GAMES, "Eve") is None


def test_averages_are_per_kind_of_game_over_games_with_that_category():
    pebbles, marbles = statistics.summarise_by_game(statistics.find_person(GAMES, "Ada").entries)
    assert (pebbles.kind, pebbles.games, pebbles.wins, pebbles.shared, pebbles.best) == ("pebbles", 2, 1, 1, 8)
    assert pebbles.points == 7.5
    assert dict(pebbles.categories) == {"red": 1.5, "blue": 5.0, "green": 2.0}
    assert (marbles.games, marbles.wins, marbles.points) == (1, 0, 3.0)


def test_wonder_statistics_are_per_game_and_skip_seats_without_one():
    assert [(one.kind, one.slug, one.games, one.wins, one.shared) for one in statistics.list_wonders(GAMES)] == [
        ("pebbles", "north", 2, 1, 1),
        ("pebbles", "east", 2, 0, 1),
    ]
    assert statistics.find_wonder(GAMES, "marbles", "north") is None


def test_statistics_of_no_games_are_empty():
    assert (statistics.list_people(()), statistics.list_wonders(()), statistics.summarise_by_game(())) == ((), (), ())


def test_incomplete_score_sheet_is_not_counted():
    one = game(5, ("Ada", "Ben"), (score(9, 9), score(3, 4)), (1,))
    sheet = msgspec.structs.replace(one, mode="tally")
    lacks = msgspec.structs.replace(sheet, result=msgspec.structs.replace(sheet.result, unfinished=True))
    empty = game(6, ("Ada", "Ben"), (score(9, 9), score(0, 0)), (1,))
    old = msgspec.structs.replace(empty, mode="tally")
    at_once = msgspec.structs.replace(old, result=msgspec.structs.replace(old.result, winners=(2,)))
    zero = msgspec.structs.replace(old, result=msgspec.structs.replace(old.result, unfinished=False))
    pawn = msgspec.structs.replace(old, result=msgspec.structs.replace(old.result, how="military"))
    whole = [statistics.is_whole(each) for each in (sheet, lacks, empty, old, at_once, zero, pawn)]
    assert whole == [True, False, True, False, True, True, True]
    assert statistics.list_people((lacks, *GAMES))[0].games == 3
    [pebbles] = statistics.summarise_by_game(statistics.list_seats((sheet, lacks, old)))
    assert (pebbles.games, pebbles.points, pebbles.best) == (2, 12.5, 18)


def run(*won):
    """Build one game of Ada and Ben for each result, the newest first; true: Ada won."""
    return tuple(
        game(number, ("Ada", "Ben"), (score(5, 5), score(4, 4 if ada else 9)), (1,) if ada else (2,))
        for number, ada in zip(range(len(won), 0, -1), won, strict=True)
    )


@pytest.mark.parametrize(
    ("won", "now", "best"),
    [
        ((True, True, False, True, True, True), 2, 3),
        ((False, False, True), -2, 1),
        ((True,), 1, 1),
        ((False,), -1, 0),
        ((), 0, 0),
    ],
)
def test_streak_counts_games_in_a_row(won, now, best):
    mine = tuple(PlayedSeat(each, 1) for each in run(*won))
    assert statistics.measure_streak(mine) == statistics.Streak(now, best)
    early = PlayedSeat(GAMES[0], 1)
    assert statistics.measure_streak((early, *mine)) == statistics.Streak(now, best), (
        "what does not count breaks no streak"
    )


def test_shared_first_place_breaks_a_winning_streak():
    shared, won = PlayedSeat(GAMES[1], 1), PlayedSeat(GAMES[2], 1)
    assert statistics.measure_streak((shared, won)) == statistics.Streak(-1, 1)


def test_person_page_shows_number_of_shared_first_places():
    say = HistoryWords(game_list.words())
    text = repr(history_pages.person(words("en"), history_pages.HistoryFacts(say, GAMES), "Ada"))
    assert "1 of 2 won, 1 shared" in text
    assert "shared first place" in text
    assert "shared" not in repr(history_pages.person(words("en"), history_pages.HistoryFacts(say, GAMES[2:]), "Ada"))


def test_head_to_head_compares_the_winner_then_points():
    three = game(9, ("Ada", "Ben", "Cleo"), (score(3, 3), score(2, 2), score(9, 9)), (3,), identities=())
    level = game(8, ("Ada", "Ben", None), (score(3, 3), score(2, 4), score(9, 9)), (3,), identities=())
    by_tie = game(7, ("Ada", "Ben"), (score(3, 3), score(2, 4)), (2,))
    games = (GAMES[0], three, level, by_tie)
    ben, cleo = statistics.list_rivals(statistics.find_person(games, "Ada").entries)
    assert (ben.name, ben.games, ben.ahead, ben.behind, ben.level) == ("Ben", 3, 1, 1, 1)
    assert (cleo.name, cleo.games, cleo.ahead, cleo.behind) == ("Cleo", 1, 0, 1)


def test_games_are_filtered_by_kind_seats_mode_and_role():
    for game_filter, marks in (
        (statistics.GameFilter(), "m4 m3 m2 m1"),
        (statistics.GameFilter(kind="pebbles"), "m4 m3 m2"),
        (statistics.GameFilter(kind="marbles"), "m1"),
        (statistics.GameFilter(seats=3), ""),
        (statistics.GameFilter(mode="tally"), ""),
        (statistics.GameFilter(role="north"), "m4 m3 m2"),
    ):
        assert " ".join(each.mark for each in game_filter.select_games(GAMES)) == marks, game_filter
    north = statistics.find_person(GAMES, "Ada", statistics.GameFilter(role="north"))
    assert [entry.game.mark for entry in north.entries] == ["m4", "m2"], "only where Ada was that"
    cuts = statistics.list_filter_values(GAMES)
    assert (cuts.kinds, cuts.seats, cuts.modes) == (("pebbles", "marbles"), (), ())
    assert cuts.roles == (("pebbles", "east"), ("pebbles", "north"))


# ---- charts


def test_chart_column_fits_its_area_and_has_a_gable_if_the_game_was_won():
    mine = tuple(PlayedSeat(each, 1) for each in run(True, False))
    assert columns(mine[:1], 100, 50) is None, "one game is no chart"
    made = columns(mine, 100, 50)
    first, last = made.pillars
    assert (first.won, last.won, bool(first.gable), bool(last.gable)) == (False, True, False, True)
    for pillar in made.pillars:
        x, y, wide, _ = pillar.boxes[1]
        assert x >= 0
        assert x + wide <= 100
        assert pillar.boxes[-1][1] + pillar.boxes[-1][3] == pytest.approx(50), "it stands on the floor"
        assert min((y, *pillar.gable[1::2])) >= 0
    assert (made.low, made.high, made.average) == (10, 10, 10.0)
    assert made.mean == pytest.approx(first.boxes[0][1], abs=0.1)


def test_chart_shows_at_most_forty_newest_games():
    mine = tuple(PlayedSeat(each, 1) for each in run(*[True] * 60))
    made = columns(mine, 300, 100)
    assert len(made.pillars) == 40
    assert made.last == mine[0].game.ended, "the newest"


# ---- what the table keeps of a game


def test_finished_game_stores_mode_playing_time_and_bots(evening):
    evening.start("phone Ada", "bot")
    evening.now += 60
    evening.send(Suspend)
    evening.now += 10_000
    evening.send(Resume, game=1)
    evening.now += 30
    evening.send(EndEarly, sure=True)
    [game] = evening.table.finished.list_games()
    assert (game.mode, game.seconds, game.ended - game.began) == ("play", 90.0, 10_090.0)
    assert (game.result.seats, game.result.bots) == (("Ada", None), (2,))


def test_history_is_readable_by_all_but_onlookers_may_not_change_it(evening):
    evening.start("phone Ada", "touch")
    play_to_end(evening)
    for who in (SCREEN, phone(1), ONLOOKER):
        assert histories.all_recalled(evening.table, who) == evening.table.finished.list_games()
    refused("rights", evening.send, ForgetPerson, ONLOOKER, name="Ada", sure=True)
    refused("rights", evening.send, MergePeople, ONLOOKER, name="Ada", into="Eve", sure=True)


def test_a_rematch_after_a_restart_has_the_same_seats_and_phones(evening):
    evening.start("phone Ada", "touch", "phone Ben", first=3)
    play_to_end(evening)
    evening.restart()
    evening.send(Rematch, phone(1))
    assert evening.at_table().first == 1
    assert [seat.by for seat in evening.at_table().seats] == ["phone", "touch", "phone"]
    assert [evening.table.joining.seat_of_key(evening.keys[seat]) for seat in (1, 3)] == [0, 2]
    assert len(evening.table.finished.list_games()) == 1


# ---- names


def bytes_of(evening):
    """Return the content of all files that the table has on the disk."""
    return b"".join(path.read_bytes() for path in sorted(evening.folder.iterdir()) if path.is_file())


def leave_after_a_game(evening, *seats):
    """Play one game to its end, suspend another, and free all seats."""
    evening.start(*seats)
    play_to_end(evening)
    evening.send(Rematch)
    evening.send(Suspend)
    for seat in range(1, len(seats) + 1):
        evening.send(SetSeat, seat=seat, by="free")


def test_a_forgotten_name_leaves_no_byte_in_the_file(evening):
    leave_after_a_game(evening, "phone Zebedee", "phone Ben")
    assert b"Zebedee" in bytes_of(evening)
    refused("sure", evening.send, ForgetPerson, name="zebedee")
    evening.send(ForgetPerson, name=" zebedee ", sure=True)
    assert b"Zebedee" not in bytes_of(evening)
    assert b"Ben" in bytes_of(evening)
    [game] = evening.table.finished.list_games()
    assert game.result.seats == (None, "Ben")
    assert evening.at_table().laid_aside[0].seats == ("1", "Ben")
    assert not any("Zebedee" in str(line) for line in evening.log())
    evening.restart()
    evening.send(Resume, game=2)
    assert evening.at_table().seats[0].name is None
    refused("no-such-person", evening.send, ForgetPerson, name="Zebedee", sure=True)


def test_scrub_interrupted_by_a_kill_is_finished_at_the_next_start(evening, monkeypatch):
    leave_after_a_game(evening, "phone Zebedee", "phone Ben")
    monkeypatch.setattr(Store, "scrub", lambda store: None)
    evening.send(ForgetPerson, name="Zebedee", sure=True)
    assert b"Zebedee" in bytes_of(evening)
    evening.restart()
    assert b"Zebedee" not in bytes_of(evening)


def test_full_disk_during_scrub_does_not_undo_forgetting(evening, monkeypatch):
    def full(store):
        raise Rejection("disk-full", file="table.db")

    leave_after_a_game(evening, "phone Zebedee", "phone Ben")
    with monkeypatch.context() as disk:
        disk.setattr(Store, "scrub", full)
        evening.send(ForgetPerson, name="Zebedee", sure=True)
    assert evening.table.finished.list_games()[0].result.seats == (None, "Ben")
    evening.restart()
    assert b"Zebedee" not in bytes_of(evening)


def test_forgetting_a_name_keeps_log_lines_about_bots(evening):
    evening.start("phone Bot", "bot")
    evening.send(Suspend)
    evening.send(SetSeat, seat=1, by="free")
    evening.send(SetSeat, seat=2, by="touch")
    evening.send(SetSeat, seat=2, by="bot")
    given = [line for line in evening.log() if line["type"] == "seat-given"]
    evening.send(ForgetPerson, name="bot", sure=True)
    assert [line for line in evening.log() if line["type"] == "seat-given"] == given != []


def test_merging_two_names_renames_everywhere(evening):
    leave_after_a_game(evening, "phone Annie", "phone Ben")
    refused("sure", evening.send, MergePeople, name="Annie", into="Anna")
    assert refused("together", evening.send, MergePeople, name="Annie", into="ben", sure=True).params == {
        "name": "Annie",
        "other": "ben",
    }
    refused("name", evening.send, MergePeople, name="Annie", into="a,b", sure=True)
    evening.send(MergePeople, phone(1), name="annie", into="Anna", sure=True)
    assert {one.name for one in statistics.list_people(evening.table.finished.list_games())} == {"Anna", "Ben"}
    assert evening.store.game(1).header["names"] == evening.store.game(2).header["names"] == "Anna, Ben"
    assert b"Annie" not in bytes_of(evening)


def test_forgotten_name_is_removed_from_an_entered_position(evening):
    evening.start("phone Zebedee", "phone Ben")
    play_to_end(evening)
    header = {**evening.store.game(1).header, "position": '{"turn":3,"seats":[{"name":"Zebedee"},{"name":"Ben"}]}'}
    evening.store._db.execute("UPDATE games SET header = ?", (msgspec.json.encode(header).decode(),))
    checksums.sign(evening.store._db, 1)
    evening.send(ReturnToLobby)
    for seat in (1, 2):
        evening.send(SetSeat, seat=seat, by="free")
    evening.send(MergePeople, name="Ben", into="Benno", sure=True)
    assert evening.store.game(1).header["position"].count('"Benno"') == 1
    evening.send(ForgetPerson, name="Zebedee", sure=True)
    header = evening.store.game(1).header
    assert [seat["name"] for seat in msgspec.json.decode(header["position"])["seats"]] == [None, None]
    assert "names" not in header
    assert b"Zebedee" not in bytes_of(evening)


def test_forgetting_a_person_at_the_table_is_refused(evening):
    evening.start("phone Ada", "touch")
    play_to_end(evening)
    refused("at-the-table", evening.send, ForgetPerson, name="ada", sure=True)
    assert evening.table.finished.list_games()[0].result.seats == ("Ada", None)


def bot_takes_over(evening):
    evening.send(SetSeat, seat=1, by="bot")


def stand_up(evening):
    evening.send(Leave, Actor("seat", Seat(0)))


def play_on_the_screen(evening):
    evening.send(SetSeat, seat=1, by="touch")


@pytest.mark.parametrize("leave", [bot_takes_over, stand_up, play_on_the_screen])
@pytest.mark.parametrize("ended", [False, True])
def test_a_person_who_left_a_running_or_ended_game_is_forgotten_at_their_seat_too(evening, leave, ended):
    evening.start("phone Zebedee", "phone Ben")
    if ended:
        play_to_end(evening)
    refused("at-the-table", evening.send, ForgetPerson, name="Zebedee", sure=True)
    leave(evening)
    end = evening.table.log_end
    named = {line.number for line in evening.table.snapshot(ONLOOKER).news if b"Zebedee" in bytes(line.event)}
    evening.send(ForgetPerson, name="Zebedee", sure=True)
    assert {line.number for line in evening.table.snapshot(ONLOOKER, end).news if line.forgotten} == named
    assert evening.at_table().seats[0].name is None
    assert b"Zebedee" not in bytes_of(evening)
    evening.restart()
    if not ended:
        play_on_the_screen(evening)
        play_to_end(evening)
    assert evening.table.finished.list_games()[0].result.seats == (None, "Ben")
    evening.send(Rematch)
    assert b"Zebedee" not in bytes_of(evening)


def test_forgetting_on_an_unwritable_disk_is_refused(evening):
    leave_after_a_game(evening, "phone Zebedee", "phone Ben")
    with evening.unwritable():
        refused("unwritable", evening.send, ForgetPerson, name="Zebedee", sure=True)
    assert evening.table.finished.list_games()[0].result.seats == ("Zebedee", "Ben")


# ---- looking back


def back(evening, line, who=SCREEN, game=None):
    mark = game or evening.table.finished.list_games()[0].mark
    return evening.table.handle(who, LookBack(id="back", game=mark, line=line))


def test_looking_back_shows_the_public_view_after_each_line(evening):
    evening.start("phone Ada", "touch")
    seen = []
    shown = evening.table.snapshot(ONLOOKER).game
    play_to_end(evening)
    last = back(evening, 10_000)
    assert last.line == last.last == len(evening.store.game(1).moves)
    assert msgspec.json.decode(last.view) == evening.view(ONLOOKER)
    for line in range(last.last + 1):
        at = back(evening, line)
        assert at.line == line
        assert (at.turn, at.turns) == (0, 0)  # a game without turns goes line by line
        assert (at.previous, at.next) == (line - 1 if line else None, line + 1 if line < last.last else None)
        view, table = msgspec.json.decode(at.view), msgspec.json.decode(at.table, type=TableView)
        assert (view["hand"], view["mine"]) == ([], None)  # private fields of a seat
        assert (table.phase, view["over"]) == (("over", True) if line == last.last else ("game", False))
        assert [seat.name for seat in table.seats] == ["Ada", None]
        seen.append(view)
    assert msgspec.json.decode(shown) in seen
    begins = back(evening, None)
    assert (begins.line, begins.first) == (1, 1), "in what has no turns, the first line"
    told = [msgspec.json.decode(line.event)["type"] for at in range(last.last + 1) for line in back(evening, at).news]
    assert "pebble-shown" in told
    assert not {"pebble-seen", "dealt", "chose"} & set(told)  # private events


def store_record(evening, path):
    """Store a record as a finished game; return the public events of it, in order."""
    told = record.parse_record(path.read_bytes(), whole_games.shelf())
    header, lines = told.setup.header(), [text for _, text in told.moves]
    seats = told.setup.seats
    roles = () if header["seats"] == str(seats) else game_agreement.identities(header)
    result = Result((None,) * seats, roles, ({"total": 0},) * seats, (), False, 0)
    histories.keep(evening.store, 1, header, lines, result)
    state, heard = told.rules.start(told.setup), []
    for line in lines:
        said = record.parse_move(state, line)
        state.apply(*said, lambda event, audience: heard.append(event) if audience is None else None)
    return [msgspec.json.decode(msgspec.json.encode(event)) for event in heard]


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("name", "setup", "turns"),
    [
        ("duel/both-tokens-at-once", [0, 9, 10, 11, 12, 17, 18, 19, 20, 33], range(1, 61)),
        ("track/position-duel", [0], range(24, 61)),
        ("lazy", [0, 3], range(1, 30)),
        ("seven-wonders/three-seats", [0, 3, 6, 9, 12, 18], range(1, 19)),
    ],
)
def test_looking_back_steps_by_turn_with_all_events_of_each(tmp_path, name, setup, turns):
    evening = Evening(tmp_path, shelf=whole_games.shelf())
    heard = store_record(evening, whole_games.RECORD_DIR / f"{name}.wt")
    steps = [back(evening, 0)]
    while steps[-1].next is not None:
        steps.append(back(evening, steps[-1].next))
        assert steps[-1].previous == steps[-2].line
    assert steps[0].previous is None
    assert steps[-1].line == steps[-1].last
    assert [step.line for step in steps if not step.turn] == setup
    assert [step.turn for step in steps if step.turn] == list(turns)
    assert {step.turns for step in steps} == {turns[-1]}
    news = [[msgspec.json.decode(line.event) for line in step.news] for step in steps]
    assert [event for told in news for event in told] == heard  # nothing twice, nothing left out
    for step, told in zip(steps, news, strict=True):
        began = [at for at, event in enumerate(told) if event["type"] == "turn-began"]
        before = step.turn == turns[0] > 1  # a turn that had begun when the game was entered
        assert began == ([0] if step.turn and not before else [])
    inside = next(step for step in steps if step.turn and step.line - step.previous > 1)
    at = back(evening, inside.previous + 1)  # any line may be asked for
    assert (at.turn, at.previous, at.next) == (inside.turn, inside.previous, inside.line)
    assert 0 < len(at.news) < len(inside.news)
    actions = [back(evening, None)]
    first = next(step.line for step in steps if step.turn)
    assert (actions[0].line, {step.first for step in steps}) == (first, {first})
    for _ in range(8):
        actions.append(back(evening, actions[-1].on))
        assert actions[-1].back == actions[-2].line
        assert actions[-1].news, "something was told"
    assert (steps[0].back, steps[-1].on) == (None, None)
    evening.close()


def test_looking_back_is_allowed_for_all_and_changes_nothing(evening):
    evening.start("phone Ada", "touch")
    play_to_end(evening)
    evening.send(Rematch)
    before = evening.snapshot()
    for who in (SCREEN, phone(1), ONLOOKER):
        assert back(evening, 3, who).line == 3
    assert evening.snapshot() == before
    refused("no-such-game", back, evening, 1, game="nowhere")


def test_looking_back_into_an_unplayable_record_is_refused(evening):
    evening.start("touch", "touch")
    play_to_end(evening)
    evening.store._db.execute("UPDATE rows SET text = 'leap' WHERE number = 2")
    checksums.sign(evening.store._db, 1)
    refused("no-looking-back", back, evening, 3)
    assert back(evening, 1).line == 1


# ---- the file of an older table


def test_games_of_an_older_file_get_a_mark_and_keep_it(tmp_path):
    path = tmp_path / "table.db"
    with sqlite3.connect(path) as db:
        for script in MIGRATIONS[:2]:
            db.executescript(script)
        db.execute("PRAGMA user_version = 2")
        said = (
            '{"seats":["Ada",null],"identities":[],"scores":[{"total":3},{"total":4}],'
            '"winners":[2],"early":false,"turns":9}'
        )
        for number, state in ((1, "over"), (2, "over"), (3, "running")):
            result = said if state == "over" else None
            db.execute(
                "INSERT INTO games VALUES (?, 'pebbles', ?, 1, ?, 10, 70, ?, NULL)",
                (number, '{"game": "pebbles", "deal": "lazy"}', state, result),
            )
            db.execute("INSERT INTO secrets VALUES (?, x'00')", (number,))
    db.close()
    store = Store(path)
    games = store.history()
    assert [(game.game, game.seconds, game.mode, game.result.bots) for game in games] == [
        (2, 60.0, "track", ()),
        (1, 60.0, "track", ()),
    ]
    assert len({game.mark for game in games}) == 2
    with store.commit(90.0) as write:
        write.game_state(3, "over", games[0].result)
    assert store.history()[0].seconds == 90.0, "what was played before stood in no row"
    store.close()
    store = Store(path)
    assert store.history()[1:] == games
    store.close()


# ---- who took over ------------------------------------------------------------------------------------------


def game_with_takeovers(evening):
    """Play a game in which people take seats over: from a bot by phone and on the screen, and from a person."""
    evening.start("phone Ada", "bot", "bot", first=1)
    evening.send(SetTable, undo="always")
    evening.say(1, "take", phone(1))
    evening.table.joining.join(None, Seat(1), JoinRequest("Ben", "en"))
    evening.send(Undo, phone(1), row=evening.at_table().undo.row)
    evening.say(1, "pass", phone(1))
    evening.send(HandOver, seat=1)
    evening.join(1, "Eve")
    evening.send(HandOver, seat=1)
    evening.join(1, "eve")  # on another phone
    evening.send(SetSeat, seat=3, by="touch")
    evening.send(EndEarly, sure=True)
    [game] = evening.table.finished.archived(None)
    return game


@pytest.fixture
def bots(tmp_path):
    evening = Evening(tmp_path, bots=BOTS)
    yield evening
    evening.close()


def test_record_comments_list_takeovers_and_do_not_change_replay(bots):
    game = game_with_takeovers(bots)
    text = export_import.record(game)
    _, _, lines = text.partition("\n\n")
    moves = lines.splitlines()
    comments = [line for line in moves if line.startswith("#")]
    assert comments == [
        f"# seat 2: Ben takes over from the bot {BOTS[0].name}",
        "# seat 1: Eve takes over from Ada",
        f"# seat 3: somebody takes over from the bot {BOTS[1].name}",
    ]
    before, taken, after = (moves.index(line) for line in (comments[0], "1 pass", comments[1]))
    assert before < taken < after
    read = record.parse_record(text.encode(), bots.table.games.rules)
    assert [move for _, move in read.moves] == list(game.moves) == [move for move in moves if move not in comments]
    *_, (_, played) = record.replay(read)
    plain = record.parse_record(record.format_record(read.setup, game.moves).encode(), bots.table.games.rules)
    *_, (_, same) = record.replay(plain)
    assert record.position(played) == record.position(same)


def test_takeovers_are_exported_and_validated_on_import(bots, tmp_path):
    game = game_with_takeovers(bots)
    assert export_import.parse_archive(export_import.to_json([game]), bots.table.games.rules) == (game,)
    far = msgspec.structs.replace(game.result.takeovers[0], after=len(game.moves) + 1)
    wrong = msgspec.structs.replace(game, result=msgspec.structs.replace(game.result, takeovers=(far,)))
    with pytest.raises(export_import.UnfitHistory, match="takeovers"):
        export_import.parse_archive(export_import.to_json([wrong]), bots.table.games.rules)


def test_forgotten_name_is_removed_from_takeovers(bots):
    game_with_takeovers(bots)
    bots.send(ReturnToLobby)
    refused("together", bots.send, MergePeople, name="Ada", into="Ben", sure=True)
    bots.send(ForgetPerson, name="Ada", sure=True)
    [game] = bots.table.finished.archived(None)
    assert "# seat 1: eve takes over from somebody" in export_import.record(game).replace("Eve", "eve").splitlines()
    assert b"Ada" not in bytes_of(bots)
