"""Finished games edited later: who sat where, the numbers of a score sheet, deleted games, and suggested names."""

import argparse

import msgspec
import pytest

import main
from app.commands import history as commands
from app.history import export_import, statistics
from app.protocol.cardboard_messages import Enter
from app.protocol.client_rights import ONLOOKER, SCREEN
from app.protocol.game_lifecycle_messages import ReturnToLobby, SetGame, Start
from app.protocol.history_messages import (
    AmendSheet,
    AskNames,
    DeleteGame,
    ForgetPerson,
    LookBack,
    MergePeople,
    NamePlayers,
    ReadSheet,
)
from app.protocol.results import Takeover
from app.protocol.seat_messages import SetSeat
from app.table.features.recent_changes import LINE_SECONDS
from engine.architects.game_facade import Architects
from engine.tally.rules import Tally
from tests.app.table.plays import play_to_end, refused
from tests.app.tables import Evening, phone


@pytest.fixture
def sheets(tmp_path, facts, every_fact):
    """A table that has filled in a score sheet of Architects and returned to the lobby."""
    evening = Evening(
        tmp_path,
        shelf={"architects": Architects(facts)},
        modes={"architects": ("play", "tally")},
        sheets=Tally(every_fact["tally"]),
        by_touch={"architects"},
    )
    evening.send(SetGame, mode="tally")
    evening.sit("phone Ada", "phone Ben", "touch")
    evening.send(Start)
    for line in ("1 set wonder 20", "2 set wonder 18", "3 set blue 3", "end"):
        evening.send(Enter, action=line, sure=True)
    evening.now += 100
    evening.send(ReturnToLobby)
    yield evening
    evening.close()


def played(evening, *seats):
    """Play a game with these seats to its end, leave it, and return it as the history lists it."""
    evening.start(*seats)
    play_to_end(evening)
    evening.send(ReturnToLobby)
    return evening.table.finished.list_games()[0]


def names(evening, who=SCREEN):
    return [each.name for each in evening.table.handle(who, AskNames("names")).people]


# ---- names to choose from


def test_name_suggestions_come_from_finished_games_latest_first(evening):
    played(evening, "phone Ada", "phone Ben")
    evening.now += 60
    for seat, name in ((1, "Cleo"), (2, "ADA")):
        evening.send(SetSeat, seat=seat, by="free")
        evening.join(seat, name)
    evening.send(Start)
    play_to_end(evening)
    assert names(evening) == names(evening, phone(1)) == names(evening, ONLOOKER) == ["Cleo", "ADA", "Ben"]
    known = evening.table.handle(SCREEN, AskNames("names")).people
    assert all(each.emblem and each.colour for each in known)


def test_forgotten_name_is_not_suggested(evening):
    played(evening, "phone Zebedee", "phone Ben")
    for seat in (1, 2):
        evening.send(SetSeat, seat=seat, by="free")
    evening.send(ForgetPerson, name="Zebedee", sure=True)
    assert names(evening) == ["Ben"]


# ---- a name put right


def test_corrected_name_changes_seats_and_history(evening):
    played(evening, "phone Adda", "phone Ben")
    evening.send(MergePeople, name="Adda", into="Ada", sure=True)
    assert [seat.name for seat in evening.at_table().seats] == ["Ada", "Ben"]
    assert evening.table.finished.list_games()[0].result.seats == ("Ada", "Ben")
    evening.send(MergePeople, name="ada", into="ADA", sure=True)
    assert evening.table.finished.list_games()[0].result.seats == ("ADA", "Ben"), "capitals are put right as well"
    assert refused("together", evening.send, MergePeople, name="ADA", into="Ben", sure=True).params


def test_corrected_name_changes_the_running_game(evening):
    evening.start("phone Adda", "phone Ben")
    evening.send(MergePeople, name="Adda", into="Ada", sure=True)
    assert evening.at_table().seats[0].name == "Ada"
    evening.restart()
    play_to_end(evening)
    assert evening.table.finished.list_games()[0].result.seats == ("Ada", "Ben")
    assert not any("Adda" in str(line) for line in evening.log())


# ---- who sat where


def test_corrected_seats_of_a_finished_game_change_its_record(evening):
    game = played(evening, "phone Ada", "phone Ben")
    evening.send(NamePlayers, phone(2), game=game.mark, names=("Ben", " Ada "))
    [now] = evening.table.finished.list_games()
    assert now.result.seats == ("Ben", "Ada")
    assert now == msgspec.structs.replace(game, result=msgspec.structs.replace(game.result, seats=("Ben", "Ada")))
    [kept] = evening.store.archived(game.mark)
    assert kept.header["names"] == "Ben, Ada"
    evening.send(NamePlayers, game=game.mark, names=("Ben", ""))
    assert evening.table.finished.list_games()[0].result.seats == ("Ben", None)
    [kept] = evening.store.archived(game.mark)
    assert "names" not in kept.header, "a record names everybody or nobody"


def test_invalid_seats_of_a_finished_game_are_refused_without_a_change(evening):
    game = played(evening, "phone Ada", "phone Ben")
    for rule, said in (
        ("name-taken", ("Ben", "BEN")),
        ("name", ("a,b", "Ben")),
        ("no-such-seat", ("Ada",)),
    ):
        refused(rule, evening.send, NamePlayers, game=game.mark, names=said)
    refused("no-such-game", evening.send, NamePlayers, game="elsewhere", names=("Ada", "Ben"))
    refused("rights", evening.send, NamePlayers, ONLOOKER, game=game.mark, names=("Ben", "Ada"))
    assert evening.table.finished.list_games() == (game,)


def played_with_a_bot(evening):
    """Return a finished game of three in which a bot sat second and took over the third seat for a while."""
    game = played(evening, "phone Ada", "touch", "phone Ben")
    took = (Takeover(3, 3, "Ben", "Robo", True),)
    bots = {"bots": (2,), "bot_names": ("", "Selim", "Robo"), "levels": ("", "easy", "")}
    result = msgspec.structs.replace(game.result, **bots, takeovers=took)
    with evening.store.commit() as write:
        write.rewrite(game.game, evening.store.game(game.game).header, result, None)
    evening.restart()
    return evening.table.finished.list_games()[0]


def test_bot_and_person_of_a_finished_game_can_be_exchanged(evening):
    game = played_with_a_bot(evening)
    evening.send(NamePlayers, game=game.mark, names=("", "Cleo", "Ben"), bots=(1,))
    [now] = evening.table.finished.list_games()
    assert (now.result.bots, now.result.seats) == ((1,), (None, "Cleo", "Ben"))
    assert [now.result.name(seat) for seat in (1, 2, 3)] == [None, "Cleo", "Ben"], (
        "nobody knows what that bot is called"
    )
    assert (game.result.levels, now.result.levels) == (("", "easy", ""), ()), "another sat there"
    assert {one.name for one in statistics.list_people([now])} == {"Cleo", "Ben"}
    assert names(evening) == ["Cleo", "Ben"]
    evening.send(NamePlayers, game=game.mark, names=("Ada", "Cleo", "Ben"))
    assert evening.table.finished.list_games()[0].result.bots == (1,), "what is not said stays"
    refused("no-such-seat", evening.send, NamePlayers, game=game.mark, names=("", "Cleo", "Ben"), bots=(4,))
    refused("no-such-wonder", evening.send, NamePlayers, game=game.mark, names=("", "", ""),
            wonders=("giza", "", ""))  # fmt: skip
    evening.restart()
    assert export_import.parse_archive(export_import.to_json(evening.store.archived()), {game.kind})[0].result.bots == (
        1,
    )


def test_reassigning_a_seat_removes_its_takeovers(evening):
    game = played_with_a_bot(evening)
    evening.send(NamePlayers, game=game.mark, names=("Ada", "Cleo", "Ben"), bots=())
    [now] = evening.table.finished.list_games()
    assert (now.result.bots, now.result.bot_names) == ((), ("", "", "Robo"))
    assert now.result.takeovers == game.result.takeovers, "nobody said anything of that seat"
    evening.send(NamePlayers, game=game.mark, names=("Ada", "Cleo", ""), bots=(3,))
    [now] = evening.table.finished.list_games()
    assert (now.result.bots, now.result.bot_names, now.result.takeovers) == ((3,), (), ())


# ---- who had which wonder


def test_corrected_wonders_of_a_sheet_are_stored_in_its_record(sheets):
    [game] = sheets.table.finished.list_games()
    assert game.result.identities == ()
    read = sheets.table.handle(SCREEN, ReadSheet("read", game.mark))
    assert {"giza", "rhodes"} < read.wonders.keys()
    said = ("Ada", "Ben", "")
    sheets.send(NamePlayers, phone(1), game=game.mark, names=said, wonders=("giza", "", "rhodes"))
    [now] = sheets.table.finished.list_games()
    assert now.result.identities == ("giza", "", "rhodes")
    assert now.result.scores == game.result.scores
    assert [one.slug for one in statistics.list_wonders([now])] == ["giza", "rhodes"]
    sheets.send(NamePlayers, game=game.mark, names=said, wonders=("rhodes", "", "giza"))
    [kept] = sheets.store.archived(game.mark)
    assert kept.header["seats"] == "rhodes, ?, giza"
    sheets.send(AmendSheet, game=game.mark, actions=("2 set wonder 28",))
    assert sheets.table.finished.list_games()[0].result.identities == ("rhodes", "", "giza")
    sheets.send(NamePlayers, game=game.mark, names=said, wonders=("", "", ""))
    assert sheets.table.finished.list_games()[0].result.identities == ()
    assert sheets.table.handle(SCREEN, ReadSheet("read", game.mark)).values[1]["wonder"] == 28


def test_correction_of_one_seat_keeps_concurrent_corrections_of_others(evening):
    game = played_with_a_bot(evening)
    evening.send(NamePlayers, game=game.mark, names=("Cora", None, None), bots=(1,))
    evening.send(NamePlayers, game=game.mark, names=(None, None, "Bert"), bots=(2,))
    result = evening.table.finished.list_games()[0].result
    assert (result.seats, result.bots) == (("Cora", None, "Bert"), (1, 2))
    evening.send(NamePlayers, game=game.mark, names=(None, "Dan", None), bots=())
    result = evening.table.finished.list_games()[0].result
    assert (result.seats, result.bots) == (("Cora", "Dan", "Bert"), (1,))


def test_a_corrected_wonder_keeps_the_others(sheets):
    [game] = sheets.table.finished.list_games()
    sheets.send(NamePlayers, game=game.mark, names=(None, None, None), wonders=("giza", None, None))
    sheets.send(NamePlayers, game=game.mark, names=(None, "Bert", None), wonders=(None, None, "rhodes"))
    result = sheets.table.finished.list_games()[0].result
    assert (result.seats[:2], result.identities) == ((game.result.seats[0], "Bert"), ("giza", "", "rhodes"))


def test_impossible_wonders_are_refused(sheets):
    [game] = sheets.table.finished.list_games()
    for rule, wonders in (
        ("no-such-wonder", ("giza", "atlantis", "")),
        ("wonder-taken", ("giza", "", "giza")),
        ("no-such-seat", ("giza",)),
    ):
        refused(rule, sheets.send, NamePlayers, game=game.mark, names=("", "", ""), wonders=wonders)
    assert sheets.table.finished.list_games() == (game,)


def test_game_still_on_the_table_cannot_be_amended(evening):
    evening.start("phone Ada", "phone Ben")
    play_to_end(evening)
    [game] = evening.table.finished.list_games()
    refused("on-the-table", evening.send, NamePlayers, game=game.mark, names=("Ben", "Ada"))
    refused("on-the-table", evening.send, DeleteGame, game=game.mark, sure=True)
    assert evening.table.finished.list_games() == (game,)


# ---- what stood on a sheet


def test_sheet_of_a_finished_game_can_be_read_and_amended(sheets):
    [game] = sheets.table.finished.list_games()
    assert game.result.winners == (1,)
    read = sheets.table.handle(ONLOOKER, ReadSheet("read", game.mark))
    assert next(cell for cell in read.cells if cell.id == "wonder").most == 99
    assert [values["wonder"] for values in read.values] == [20, 18, None]
    sheets.send(AmendSheet, phone(1), game=game.mark, actions=("2 set wonder 28",))
    [now] = sheets.table.finished.list_games()
    assert (now.result.winners, now.result.scores[1]["wonder"], now.result.scores[1]["total"]) == ((2,), 28, 28)
    assert (now.ended, now.seconds, now.mark) == (game.ended, game.seconds, game.mark), "it is the same game"
    [kept] = sheets.store.archived()
    assert kept.moves == ("1 set wonder 20", "2 set wonder 18", "3 set blue 3", "2 set wonder 28", "end")
    sheets.restart()
    sheets.send(AmendSheet, game=game.mark, actions=("2 set wonder 8",))
    assert sheets.table.finished.list_games()[0].result.winners == (1,)
    looked = sheets.table.handle(SCREEN, LookBack(id="x", game=game.mark, line=99))
    assert msgspec.json.decode(looked.view)["seats"][1]["cells"]["wonder"] == 8


def test_invalid_values_of_a_sheet_are_refused(sheets):
    [game] = sheets.table.finished.list_games()
    for rule, action in (
        ("out-of-bounds", "2 set wonder 100"),
        ("no-such-cell", "2 set coins 3"),
        ("no-such-seat", "4 set wonder 3"),
        ("unreadable", "2 add wonder 3"),
        ("sheet-closed", "end"),
    ):
        refused(rule, sheets.send, AmendSheet, game=game.mark, actions=("1 set blue 1", action))
    assert sheets.table.finished.list_games() == (game,)


def test_amending_the_sheet_of_a_dealt_game_is_refused(evening):
    game = played(evening, "phone Ada", "phone Ben")
    refused("no-such-game", evening.send, AmendSheet, game=game.mark, actions=("1 set red 3",))
    refused("no-such-game", evening.send, ReadSheet, game=game.mark)


def test_an_unplayable_imported_sheet_cannot_be_opened(sheets):
    [kept] = sheets.store.archived()
    strange = msgspec.structs.replace(kept, id="strange", moves=("1 set wonder 999", "end"))
    with sheets.store.commit() as write:
        write.import_game(strange)
    refused("no-looking-back", sheets.send, ReadSheet, game="strange")
    refused("no-looking-back", sheets.send, AmendSheet, game="strange", actions=("1 set wonder 9",))


# ---- a game deleted


def test_deleted_game_is_removed_from_history_names_and_store(evening):
    game = played(evening, "phone Ada", "phone Zebedee")
    refused("sure", evening.send, DeleteGame, game=game.mark)
    evening.send(DeleteGame, phone(1), game=game.mark, sure=True)
    assert evening.table.finished.list_games() == () == tuple(evening.store.archived())
    assert names(evening) == []
    evening.now += LINE_SECONDS + 1  # until then it can be put back
    evening.table.tick(evening.now)
    assert evening.store.game(game.game).moves == ()
    refused("no-such-game", evening.send, LookBack, game=game.mark)
    refused("no-such-game", evening.send, DeleteGame, game=game.mark, sure=True)
    evening.restart()
    assert evening.table.finished.list_games() == ()


def test_an_import_does_not_restore_a_deleted_game(sheets, tmp_path, capsys):
    file = tmp_path / "before.json"
    [kept] = sheets.store.archived()
    file.write_bytes(export_import.to_json([kept]))
    sheets.send(DeleteGame, game=kept.id, sure=True)
    sheets.close()
    assert commands.import_games(argparse.Namespace(file=file, data_dir=sheets.folder, data=main.read_game_data())) == 0
    assert "1 game, 0 of them new. 1 game deleted here before and not restored." in capsys.readouterr().out
    sheets.open()
    assert sheets.table.finished.list_games() == ()


def test_deleting_on_an_unwritable_disk_is_refused(evening):
    game = played(evening, "phone Ada", "phone Ben")
    with evening.unwritable():
        refused("unwritable", evening.send, DeleteGame, game=game.mark, sure=True)
    assert evening.table.finished.list_games() == (game,)
