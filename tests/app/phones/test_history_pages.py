"""The history's pages: what they tell, who may have files and change names, and that no key stands in any of them."""

import asyncio
import csv
import itertools
import json
import re
import socket
import zipfile
from contextlib import suppress
from html import unescape
from io import BytesIO

import aiohttp
import msgspec
import pytest

from app.games.architects.lessons import IDEAS
from app.history import export_import
from app.history.bg_stats_export import mark_of
from app.phones import websockets as links_of_a_table
from app.phones.websockets import MAX_QUEUED_BYTES
from app.protocol.access_messages import SetPin
from app.protocol.cardboard_messages import Enter
from app.protocol.client_rights import ONLOOKER, Actor
from app.protocol.game_lifecycle_messages import ReturnToLobby, SetGame, Start
from app.protocol.history_messages import GetHistory
from app.protocol.seat_messages import Rename
from app.protocol.settings_messages import SetTable
from app.table.history.finished_games_cache import PAGE_GAMES
from app.text.translation import complete
from engine.game import Seat
from engine.tally.rules import Tally
from tests.app import histories
from tests.app.phones.frames import UPGRADE, masked
from tests.app.phones.served import PATIENCE, Served, no_redirect, serving

LINK = re.compile(r'href="(\?[^"]*)"')
STEP = re.compile(r'<a class="btn" href="\?game=\w+&line=(\d+)">([^<]+)</a>')


@pytest.fixture
async def served(tmp_path, facts):
    histories.evenings_in(tmp_path, facts)
    async with serving(Served(tmp_path, facts)) as running:
        running.sit("Zoe", "Yann", lang="en")
        yield running


def mark(served, names="Ada Ben Cleo"):
    return next(
        game.mark for game in served.table.finished.list_games() if " ".join(map(str, game.result.seats)) == names
    )


async def read(client, path, status=200):
    answer = await client.get(path)
    assert answer.status == status, path
    return await answer.text()


async def test_every_linked_history_page_exists_for_seats_and_onlookers(served, client):
    for way in (f"/seat/{served.keys[1]}", "/watch"):
        queue, seen = ["?history"], set()
        while queue:
            query = queue.pop()
            if query in seen or query == "?" or re.search(r"line=[1-9]", query):  # each line leads to the next
                continue
            if re.search(r"&(seats|role)=", unescape(query)) and "history" not in query:  # as everywhere
                continue
            seen.add(query)
            answer = await client.get(f"{way}{unescape(query)}")
            assert answer.status == 200, query
            if answer.content_type == "text/html":
                page = await answer.text()
                assert served.keys[1] not in page
                queue += LINK.findall(page)
        kinds = {query[1:].partition("=")[0] for query in seen}
        assert kinds >= {"history", "game", "person", "wonder"}
        assert ("files" in kinds, "record" in kinds) == ((True, True) if "seat" in way else (False, False))


async def test_person_page_shows_games_wins_and_averages(served, client):
    page = " ".join(unescape(await read(client, "/watch?person=%20ada")).split())
    assert "<h1>Ada</h1>" in page
    games = [game for game in served.table.finished.list_games() if "Ada" in game.result.seats]
    won = sum(game.result.seats.index("Ada") + 1 in game.result.winners for game in games)
    assert f"{won} of {len(games)} won" in page
    totals = [game.result.scores[game.result.seats.index("Ada")]["total"] for game in games]
    for what, n in (("Points on average", f"{sum(totals) / len(totals):.1f}"), ("Points at best", max(totals))):
        assert f"<dt>{what}</dt> <dd><b>{n}</b>" in page.replace("<dd> <b>", "<dd><b>")
    chart = page.partition('<figure class="chart">')[2].partition("</figure>")[0]
    assert (chart.count("<g"), chart.count("<polygon")) == (len(games), won), "a column a game, a gable on each won"
    assert "<form" not in page


async def test_unknown_person_game_or_file_is_not_found(served, client):
    for query in ("person=Eve", "game=nowhere", "wonder=giza", "game=nowhere&line=1", f"game={mark(served)}&line=x"):
        assert "There is nothing here" in await read(client, f"/watch?{query}", 404)
    for query in ("files=csv", "files=json", f"record={mark(served)}"):
        await read(client, f"/watch?{query}", 404)
    await read(client, f"/seat/{served.keys[1]}?files=exe", 404)
    assert (await no_redirect(client, "/watch?person=Ada", sure="yes")).status == 405
    assert (await no_redirect(client, "/seat/no-key?person=Ada", sure="yes")).status == 404


async def test_empty_history_has_its_own_sentence(tmp_path, facts):
    async with serving(Served(tmp_path, facts)) as served, aiohttp.ClientSession(served.base) as client:
        page = await read(client, "/watch?history")
        assert "The first one will appear here" in unescape(page)


async def test_seats_can_download_every_export_format(served, client):
    way = f"/seat/{served.keys[1]}"
    for form, kind in (
        ("csv", "text/csv"),
        ("json", "application/json"),
        ("zip", "application/zip"),
        ("bgstats", "application/json"),
    ):
        answer = await client.get(f"{way}?files={form}")
        assert (answer.status, answer.content_type) == (200, kind)
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{export_import.file_name(form)}"'
        data = await answer.read()
        assert b"never told" not in data
        if form == "csv":
            rows = list(csv.reader(data.decode("utf-8-sig").splitlines()))
            assert len(rows) == 1 + sum(len(game.result.seats) for game in served.table.finished.list_games())
        elif form == "bgstats":
            plays = json.loads(data)["plays"]
            assert {mark_of(play["uuid"]) for play in plays} == {
                game.mark for game in served.table.finished.list_games()
            }
        elif form == "json":
            assert {game["id"] for game in json.loads(data)["games"]} == {
                g.mark for g in served.table.finished.list_games()
            }
        else:
            assert len(zipfile.ZipFile(BytesIO(data)).namelist()) == len(histories.EVENINGS)
    record = await read(client, f"{way}?record={mark(served)}")
    assert record.startswith("# wondertable record 1\ngame: architects\n")


async def test_replay_steps_turn_by_turn_and_shows_the_position(served, client):
    first = mark(served)
    page = unescape(await read(client, f"/watch?game={first}&line=0"))
    assert "<h1>Set-up</h1>" in page
    assert "Before the first line." in page
    [archived] = served.table.finished.archived(first)
    last = len(archived.moves)
    lines = [0]
    for place in ("Set-up", "Turn 1 of", "Turn 2 of"):
        steps = {label: int(line) for line, label in STEP.findall(page)}
        assert (steps.get("Previous turn"), steps["Last"]) == (lines[-2] if len(lines) > 1 else None, last)
        assert steps["Next action"] <= steps["Next turn"]
        lines.append(steps["Next turn"])
        page = unescape(await read(client, f"/watch?game={first}&line={lines[-1]}"))
        assert f"<h1>{place}" in page
    begins = unescape(await read(client, f"/watch?game={first}&line="))
    assert "<h1>Turn 1 of" in begins
    assert "Turn 1: " in begins
    steps = {label: int(line) for line, label in STEP.findall(begins)}
    assert "First" not in steps
    assert {label: int(line) for line, label in STEP.findall(page)}["First"] == lines[2]
    seen = [lines[2]]
    while seen[-1] < lines[3]:
        steps = {label: int(line) for line, label in STEP.findall(begins)}
        seen.append(steps["Next action"])
        begins = unescape(await read(client, f"/watch?game={first}&line={seen[-1]}"))
    assert seen[-1] >= lines[3]
    assert {label: int(line) for line, label in STEP.findall(begins)}["Previous action"] == seen[-2]
    assert page.count("Turn 2: ") == 1
    assert "Turn 3: " not in page  # that has begun, but not been had
    assert all(name in page for name in ("Ada", "Ben", "Cleo"))
    end = unescape(await read(client, f"/watch?game={first}&line={last}"))
    scores = next(game.result.scores for game in served.table.finished.list_games() if game.mark == first)
    assert all(f"{score['total']} points" in end for score in scores)
    assert f"line={last + 1}" not in end


async def test_replay_leaves_live_pages_unchanged(served, client):
    served.start()
    before = await read(client, f"/seat/{served.keys[1]}")
    await read(client, f"/seat/{served.keys[1]}?game={mark(served)}&line=50")
    assert await read(client, f"/seat/{served.keys[1]}") == before


async def test_merging_and_removing_people_require_confirmation(served, client):
    way = f"/seat/{served.keys[1]}"
    unsure = await no_redirect(client, f"{way}?person=Farid")
    assert unsure.status == 422
    assert "Confirm it first" in await unsure.text()
    together = await no_redirect(client, f"{way}?person=Ben", into="Ada", sure="yes")
    assert together.status == 422
    assert "they are two people" in await together.text()
    gone = await no_redirect(client, f"{way}?person=Farid", sure="yes")
    assert (gone.status, gone.headers["Location"]) == (303, f"{way}?history")
    assert "Farid" not in await read(client, f"{way}?history")
    merged = await no_redirect(client, f"{way}?person=Gudrun", into="Grün & Co", sure="yes")
    assert merged.status == 303
    assert "<h1>Grün &amp; Co</h1>" in await read(client, merged.headers["Location"])


def record_lessons_and_reviews(served, name):
    """Record that this person was taught almost every idea of Architects, and review two of their games."""
    games = [game for game in served.table.finished.list_games() if name in game.result.seats]
    ideas = dict.fromkeys((idea.id for idea in IDEAS if idea.name and idea.id != "token"), False)
    for game in games:
        learned = tuple(ideas if who == name else {} for who in game.result.seats)
        with served.table._store.commit() as write:
            write.game_state(game.game, "over", msgspec.structs.replace(game.result, learned=learned))
    for game in games[:2]:
        histories.judge(served.table, game, 1)


async def test_person_page_suggests_a_next_step_and_follows_renaming(served, client):
    way = f"/seat/{served.keys[1]}"
    assert not re.search("Explained so far|Accuracy over time", await read(client, f"{way}?person=Ada"))
    record_lessons_and_reviews(served, "Ada")
    page = await read(client, f"{way}?person=Ada")
    assert "Not explained yet: progress tokens." in page
    assert page.count("with the Medals") == page.count("<polyline") == 1
    assert "Explained so far" not in await read(client, f"{way}?person=Ben"), "he was at the same tables"
    served.send(SetTable, not_ours=("architects.medals",))
    assert "A next step" not in await read(client, f"{way}?person=Ada"), "nobody has them"
    served.send(SetTable, not_ours=())
    await no_redirect(client, f"{way}?person=Ada", into="Ida", sure="yes")
    assert "with the Medals" in await read(client, f"{way}?person=Ida")
    await no_redirect(client, f"{way}?person=Ida", sure="yes")
    for name in ("Ada", "Ida"):
        await read(client, f"{way}?person={name}", 404)


async def test_a_form_includes_the_pin_if_one_is_set(served, client):
    way = f"/seat/{served.keys[1]}"
    assert 'type="password"' not in await read(client, f"{way}?person=Farid")
    served.send(SetPin, pin="2468")
    assert 'type="password"' in await read(client, f"{way}?person=Farid")
    for form, why in (({}, "needs the table’s PIN"), ({"pin": "1111"}, "not the table’s PIN")):
        no = await no_redirect(client, f"{way}?person=Farid", sure="yes", **form)
        assert no.status == 422
        assert why in await no.text()
    assert (await no_redirect(client, f"{way}?person=Farid", sure="yes", pin="2468")).status == 303
    assert 'name="pin"' not in await read(client, f"{way}?person=Gudrun")  # it holds for a while


async def test_person_is_renamed_from_a_seat(served, client):
    way = f"/seat/{served.keys[1]}"
    page = await read(client, f"{way}?person=Farid")
    assert 'name="into" value="Farid"' in page
    done = await no_redirect(client, f"{way}?person=Farid", into="Farida", sure="yes")
    assert done.status == 303
    assert "<h1>Farida</h1>" in await read(client, done.headers["Location"])


async def test_game_is_corrected_and_deleted_from_a_seat(served, client):
    way, first = f"/seat/{served.keys[1]}", mark(served)
    seats = next(game for game in served.table.finished.list_games() if game.mark == first).result.seats
    page = unescape(await read(client, f"{way}?fix={first}"))
    assert all(f'name="name-{seat}"' in page for seat, name in enumerate(seats, 1) if name)
    names = {f"name-{seat}": name or "" for seat, name in enumerate(seats, 1)}
    names |= {f"bot-{seat}": "yes" for seat, name in enumerate(seats, 1) if not name}
    same = await no_redirect(client, f"{way}?fix={first}", **{**names, "name-1": seats[1] or "", "names": "yes"})
    assert same.status == 422
    assert "Somebody here has that name, or one that looks like it." in await same.text()
    done = await no_redirect(client, f"{way}?fix={first}", **{**names, "name-1": "Quirin", "names": "yes"})
    assert (done.status, done.headers["Location"]) == (303, f"{way}?game={first}")
    assert "Quirin" in await read(client, f"{way}?game={first}")
    unsure = await no_redirect(client, f"{way}?fix={first}", delete="yes")
    assert unsure.status == 422
    gone = await no_redirect(client, f"{way}?fix={first}", delete="yes", sure="yes")
    assert (gone.status, gone.headers["Location"]) == (303, f"{way}?history")
    await read(client, f"{way}?game={first}", 404)
    await read(client, f"/watch?fix={served.table.finished.list_games()[0].mark}", 404)


async def test_correction_swaps_a_bot_and_a_person(served, client):
    game = served.table.finished.list_games()[0]
    way, first = f"/seat/{served.keys[1]}", game.mark
    assert (game.result.seats, game.result.bots) == (("Cleo", "Ada", None), (3,))
    page = unescape(await read(client, f"{way}?fix={first}"))
    assert 'name="bot-3" checked' in page
    assert 'name="bot-1">' in page
    said = {"name-1": "Cleo", "name-2": "Ada", "name-3": "Quirin", "bot-3": "yes", "names": "yes"}
    done = await no_redirect(client, f"{way}?fix={first}", **said)
    assert done.status == 303
    result = served.table.finished.list_games()[0].result
    assert (result.seats, result.bots) == (("Cleo", "Ada", "Quirin"), ())
    assert "<h1>Quirin</h1>" in await read(client, f"{way}?person=Quirin")
    del said["bot-3"]
    assert (await no_redirect(client, f"{way}?fix={first}", **said, **{"bot-1": "yes"})).status == 303
    result = served.table.finished.list_games()[0].result
    assert (result.seats, result.bots) == ((None, "Ada", "Quirin"), (1,))


async def test_a_correction_includes_the_pin_if_one_is_set(served, client):
    way, first = f"/seat/{served.keys[1]}", mark(served)
    served.send(SetPin, pin="2468")
    assert 'name="pin"' in await read(client, f"{way}?fix={first}")
    no = await no_redirect(client, f"{way}?fix={first}", delete="yes", sure="yes")
    assert "needs the table’s PIN" in await no.text()
    assert (await no_redirect(client, f"{way}?fix={first}", delete="yes", sure="yes", pin="2468")).status == 303


async def test_score_sheet_is_corrected_cell_by_cell(tmp_path, facts, every_fact):
    async with (
        serving(Served(tmp_path, facts, sheets=Tally(every_fact["tally"]))) as served,
        aiohttp.ClientSession(served.base) as client,
    ):
        served.send(SetGame, mode="tally")
        served.sit("Ada", "Ben", lang="en")
        served.send(Start)
        for entry in ("1 set wonder 20", "2 set wonder 18", "2 set blue 1", "end"):
            served.send(Enter, action=entry, sure=True)
        way, first = f"/seat/{served.keys[1]}", served.table.finished.list_games()[0].mark
        assert "still on the table" in unescape(await read(client, f"{way}?fix={first}"))
        served.send(ReturnToLobby)
        page = await read(client, f"{way}?fix={first}")
        assert 'name="1.wonder"' in page
        assert re.search(r"<form [^>]*novalidate", page), "a browser shows no fault of a field that is folded away"
        for wrong in ("100", "many"):
            no = await no_redirect(
                client, f"{way}?fix={first}", **{"1.wonder": wrong, "2.wonder": "30", "sheet": "yes"}
            )
            assert (no.status, "Wonder: a number from 0 to 99." in unescape(await no.text())) == (422, True)
            assert f'value="{wrong}"' in unescape(await no.text())
        assert served.table.finished.list_games()[0].result.winners == (1,), "none of it"
        done = await no_redirect(
            client, f"{way}?fix={first}", **{"1.wonder": " 020 ", "2.wonder": "030", "sheet": "yes"}
        )
        assert done.status == 303
        result = served.table.finished.list_games()[0].result
        assert (result.winners, result.scores[1]["total"]) == ((2,), 31)
        [kept] = served.table.finished.archived(first)
        assert kept.moves[-2:] == ("2 set wonder 30", "end"), "only what is another number now"
        page = unescape(await read(client, f"{way}?fix={first}"))
        assert 'name="bot-1"' not in page
        assert '<option value="giza">Giza' in page
        names = {"name-1": "Ada", "name-2": "Ben", "names": "yes"}
        twice = await no_redirect(client, f"{way}?fix={first}", **names, **{"wonder-1": "giza", "wonder-2": "giza"})
        assert (twice.status, "Giza is taken already." in unescape(await twice.text())) == (422, True)
        done = await no_redirect(client, f"{way}?fix={first}", **names, **{"wonder-1": "giza", "wonder-2": ""})
        assert (done.status, served.table.finished.list_games()[0].result.identities) == (303, ("giza", ""))
        assert '<option value="giza" selected>Giza' in unescape(await read(client, f"{way}?fix={first}"))


def form_fields(page):
    """Return the fields of the form that corrects a game, as a browser would send them."""
    page = page[page.index("<form") : page.index("</form>")]
    form = {
        name: unescape(value) for name, value in re.findall(r'<input[^>]* name="([\w.-]+)"[^>]* value="([^"]*)"', page)
    }
    form |= dict.fromkeys(re.findall(r'name="([\w-]+)" checked', page), "on")
    return form | {
        name: unescape(value)
        for name, rest in re.findall(r'<select name="(wonder-\d)"(.*?)</select>', page, re.DOTALL)
        for value in re.findall(r'value="([^"]*)" selected', rest)
    }


async def test_concurrent_corrections_of_a_game_are_merged(tmp_path, facts, every_fact):
    async with (
        serving(Served(tmp_path, facts, sheets=Tally(every_fact["tally"]))) as served,
        aiohttp.ClientSession(served.base) as client,
    ):
        served.send(SetGame, mode="tally")
        served.sit("Ada", "Ben", "Cleo", lang="en")
        served.send(Start)
        for entry in ("1 set wonder 20", "2 set wonder 18", "3 set blue 1", "end"):
            served.send(Enter, action=entry, sure=True)
        served.send(ReturnToLobby)
        first = served.table.finished.list_games()[0].mark
        ways = [f"/seat/{served.keys[seat]}?fix={first}" for seat in (1, 2)]
        one, other = [form_fields(await read(client, way)) for way in ways]
        assert (one["1.wonder"], one["name-3"], one["wonder-1"]) == ("20", "Cleo", "")
        one |= {"1.wonder": "5", "name-3": "Cora", "wonder-1": "giza"}
        other |= {"2.wonder": "6", "name-2": "Bert", "wonder-2": "rhodes", "3.blue": "many"}
        assert (await no_redirect(client, ways[0], **one)).status == 303
        no = await no_redirect(client, ways[1], **other)
        assert no.status == 422
        other = form_fields(await no.text()) | {"3.blue": "2"}
        assert (await no_redirect(client, ways[1], **other)).status == 303
        result = served.table.finished.list_games()[0].result
        assert (result.seats, result.identities) == (("Ada", "Bert", "Cora"), ("giza", "rhodes", ""))
        assert [score["total"] for score in result.scores] == [5, 6, 2]


async def test_bot_removed_by_another_phone_stays_removed(served, client):
    game = served.table.finished.list_games()[0]
    way = f"/seat/{served.keys[1]}?fix={game.mark}"
    one, other = [form_fields(await read(client, way)) for _ in range(2)]
    assert one.pop("bot-3") == "on"
    assert (await no_redirect(client, way, **{**one, "name-3": "Quirin"})).status == 303
    assert (await no_redirect(client, way, **{**other, "name-1": "Cora"})).status == 303
    result = served.table.finished.list_games()[0].result
    assert (result.seats, result.bots) == (("Cora", "Ada", "Quirin"), ())


async def test_history_is_filtered_by_query(served, client):
    seats = {len(game.result.seats) for game in served.table.finished.list_games()}
    page = unescape(await read(client, "/watch?history"))
    assert {int(n) for n in re.findall(r"&seats=(\d)\"", page)} == seats
    some = unescape(await read(client, "/watch?history=&seats=2"))
    two = [game for game in served.table.finished.list_games() if len(game.result.seats) == 2]
    assert f"<h2>{len(two)} game" in some
    none = unescape(await read(client, "/watch?history=&seats=6"))
    assert "No game here matches." in none
    person = unescape(await read(client, "/watch?person=Ada&seats=2"))
    assert f"<dd>{len(two)}</dd>" in person
    assert "Ben" in person.partition("Head to head")[2]
    for odd in ("seats=x", "kind=nothing", "role=%00", "mode=" + "y" * 99):
        await read(client, f"/watch?person=Ada&{odd}")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("lang", complete())
async def test_history_pages_are_in_the_readers_language(served, client, lang):
    first = mark(served)
    for query in ("history", f"game={first}", "person=Ada", f"game={first}&line=3"):
        answer = await client.get(f"/watch?{query}", headers={"Accept-Language": lang})
        page = await answer.text()
        assert answer.status == 200
        assert f'<html lang="{lang}"' in page
        assert ("Back to the table" in page) == (lang == "en")


async def test_history_answers_go_to_the_asking_socket_and_onlookers_change_nothing(served, client, call):
    watching, screen = await call("/socket"), await call("screen")
    await watching.receive("snapshot")
    await screen.receive("snapshot")
    await watching.say(type="recall", id="a")
    told = await watching.receive("recalled")
    assert (told["id"], len(told["games"])) == ("a", len(histories.EVENINGS))
    await watching.say(type="look-back", id="b", game=mark(served), line=3)
    back = await watching.receive("looked-back")
    assert (back["line"], back["table"]["phase"], back["view"]["game"]) == (3, "game", "architects")
    await watching.say(type="forget-person", id="c", name="Ada", sure=True)
    assert (await watching.receive("refused"))["rule"] == "rights"
    await watching.say(type="look-back", id="d", game="nowhere", line=3)
    assert (await watching.receive("refused"))["rule"] == "no-such-game"
    await screen.say(type="merge-people", id="e", name="Ada", into="Ben", sure=True)
    number = (await screen.receive("refused"))["facts"]["number"]
    await screen.say(type="give-pin", id="meant", pin=str(number))
    await screen.say(type="merge-people", id="e", name="Ada", into="Ben", sure=True)
    refused = await screen.receive("refused")
    assert refused["text"] == "Ada and Ben have sat at the same table, so they are two people."
    kinds = {json.loads(frame)["type"] for frame in screen.frames}
    assert kinds <= {"hello", "snapshot", "refused", "done"}


async def recall_marks(watching, after):
    await watching.say(type="recall", id="x", after=after)
    return [game["mark"] for game in (await watching.receive("recalled"))["games"]]


async def test_long_history_is_paged_completely(served, call):
    histories.copies(served.store, 2 * PAGE_GAMES + 5)
    watching = await call("/socket")
    games, left, after = [], [], ""
    while not left or left[-1]:
        await watching.say(type="recall", id=f"r{len(games)}", after=after)
        told = await watching.receive("recalled")
        assert told["id"] == f"r{len(games)}"
        games += [game["mark"] for game in told["games"]]
        left.append(told["left"])
        after = games[-1]
    assert games == [game.mark for game in served.table.finished.list_games()]
    assert left == [len(games) - PAGE_GAMES, len(games) - 2 * PAGE_GAMES, 0]
    first = await recall_marks(watching, "")
    assert await recall_marks(watching, "a mark of nothing") == first
    assert await recall_marks(watching, games[6]) == games[7 : 7 + PAGE_GAMES]
    assert await recall_marks(watching, games[-1]) == []


@pytest.mark.full
async def test_a_reader_may_request_many_pages_at_once(served, call):
    histories.copies(served.store, 300)
    watching = await call("/socket")
    for number in range(40):
        await watching.say(type="recall", id=str(number))
    for number in range(40):
        assert (await watching.receive("recalled"))["id"] == str(number)


@pytest.mark.full
async def test_clients_that_do_not_read_the_history_are_disconnected(served, monkeypatch):
    monkeypatch.setattr(links_of_a_table, "DRAIN_SECONDS", 0.2)
    histories.copies(served.store, 300)
    one = len(msgspec.json.encode(served.table.handle(ONLOOKER, GetHistory(id="x"))))
    hello = "".join(f"{name}: {value}\r\n" for name, value in {"Host": "127.0.0.1", **UPGRADE}.items())
    connections = served.running.connections
    unread, most = [], 0
    for _ in range(4):
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.setblocking(False)
        await asyncio.get_running_loop().sock_connect(deaf, ("127.0.0.1", served.port))
        unread.append(await asyncio.open_connection(sock=deaf, limit=1024))
        unread[-1][1].write(f"GET /socket HTTP/1.1\r\n{hello}\r\n".encode())
    async with asyncio.timeout(PATIENCE):
        while connections.onlookers < len(unread):
            await asyncio.sleep(0.01)
        for number in itertools.count():
            if number < 60:
                for _, writer in unread:
                    writer.write(masked(b'{"type":"recall","id":"x"}'))
            elif not connections.onlookers:
                break  # each of them has been let go
            await asyncio.sleep(0.001)
            most = max(
                [
                    most,
                    *(
                        connection.queued_bytes + connection.transport.get_write_buffer_size()
                        for connection in connections._all
                    ),
                ]
            )
    assert (
        one < most <= MAX_QUEUED_BYTES // 2 + 2 * one + 2**17
    )  # what waits, what its socket takes, and an answer on its way
    for _, writer in unread:
        writer.transport.abort()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def test_review_questions_are_shown_only_to_their_person(served, client):
    game = next(game for game in served.table.finished.list_games() if game.mark == mark(served))
    path = f"?review={game.mark}"
    assert "This table cannot judge this game." in await read(client, f"/watch{path}"), "nobody thinks here"
    served.table.reviews._queued.append(game.game)  # as if somebody thought here
    page = await read(client, f"/watch{path}")
    assert "The table is reviewing this game." in page
    assert re.search(r' data-renews="\d+">', page), "it comes by itself"
    histories.judge(served.table, game, 1)
    for way in ("/watch", f"/seat/{served.keys[1]}"):
        page = await read(client, way + path)
        assert "Who was ahead" in page
        assert "87" in page
        assert page.count(' stroke="var(--text)"') == len(game.result.seats)
        assert "Choose again." not in page, "it is Ada's"
        assert "data-renews" not in page
    served.send(Rename, Actor("seat", Seat(0)), name="ada", lang="en")
    page = await read(client, f"/seat/{served.keys[1]}{path}")
    [question] = re.findall(r'href="(\?review=\w+&amp;moment=0)">[^<]*Choose again.</a>', page)
    page = await read(client, f"/seat/{served.keys[1]}{unescape(question)}")
    ways = re.findall(r'<a class="tile offer"\s+href="([^"]*)"', page)
    assert len(ways) == 2
    assert "That would have cost you a lot." not in page, "first it asks"
    answered = [await read(client, f"/seat/{served.keys[1]}{unescape(way)}") for way in ways]
    assert sum("That would have cost you a lot." in page for page in answered) == 1
    assert all(page.count('class="on"') == 1 for page in answered)
    for wrong in ("&moment=7", "&moment=x", "&moment=0&answers=99999", "&moment=0&answers=x²"):
        assert "That would have cost you a lot." not in await read(client, f"/seat/{served.keys[1]}{path}{wrong}")
    assert "Choose again." not in await read(client, f"/watch{path}&moment=0"), "it is Ada's"
    assert "Accuracy over time" not in await read(client, "/watch?person=Ada"), "one review is no line"


async def test_replayed_table_highlights_the_choices_of_a_review_moment(served, client):
    game = next(game for game in served.table.finished.list_games() if game.mark == mark(served))
    histories.judge(served.table, game, 1)
    served.send(Rename, Actor("seat", Seat(0)), name="ada", lang="en")
    way = f"/seat/{served.keys[1]}"
    pages = [await read(client, f"{way}?review={game.mark}&moment=0&answers={answer}") for answer in ("", 0, 1)]
    link = re.compile(r'href="(\?game=\w+&line=\d+&moment=0(?:&answer=\d)?)"')
    question, *answers = [link.search(unescape(page))[1] for page in pages]
    seen = await read(client, way + question)
    marked = re.findall(r'data-key="(\w+)"[^>]* data-spoken aria-describedby="lit"', seen)
    sides = re.findall(r"Take from the (left|right)|Take from the (middle)", unescape(seen))
    assert len(marked) == len(set(marked)) == len({side for found in sides for side in found if side}) == 2, sides
    assert 'id="lit" hidden' in seen
    assert "Choose again." in seen
    assert "data-spoken" not in await read(client, way + question.replace("&moment=0", "")), "it is of the review"
    assert "data-spoken" not in await read(client, way + question.replace("moment=0", "moment=7"))
    assert "data-spoken" not in await read(client, way + re.sub(r"line=\d+", "line=3", question)), "of that line alone"
    assert "data-spoken" not in await read(client, "/watch" + question), "it is Ada's"
    for answer in answers:
        assert "data-spoken" in await read(client, way + answer)
