"""Sharing a finished game from a phone: its page, its picture, its link."""

import json
import random
import re
from html import unescape
from urllib.parse import unquote
from xml.etree import ElementTree

import aiohttp
import pytest
from msgspec.structs import replace

from app.history.history_text import HistoryWords
from app.looks.score_icons import paint_sign
from app.looks.shaped_text import shaped_line
from app.phones import result_picture
from app.phones.page_maker import PageMaker
from app.phones.past_result_explanations import Outcomes
from app.protocol import result_link
from app.protocol.client_rights import ONLOOKER, Actor
from app.protocol.game_lifecycle_messages import EndEarly, ReturnToLobby, SetGame
from app.protocol.play_messages import Vote
from app.protocol.rejection import Rejection
from app.protocol.settings_messages import SetTable
from app.shown.play import result_explanation
from app.text.translation import complete, words
from app.web.svg_sprites import SvgPen
from engine.game import Seat
from tests.app import histories
from tests.app.foreign_names import NAMES
from tests.app.phones.served import GAMES, Served, serving

BASE = "https://example.org/result/"


@pytest.fixture
async def served(tmp_path, facts):
    histories.evenings_in(tmp_path, facts)
    async with serving(Served(tmp_path, facts)) as running:
        running.sit("Zoe", "Yann", lang="en")
        yield running


def oldest(served):
    return served.table.finished.list_games()[-1]


async def read(client, path, status=200, **more):
    answer = await client.get(path, **more)
    assert answer.status == status, path
    return answer, unescape(await answer.text())


async def test_game_page_links_to_its_picture_without_a_result_link(served, client):
    mark, way = oldest(served).mark, f"/seat/{served.keys[1]}"
    _, page = await read(client, f"{way}?game={mark}")
    assert f'href="?share={mark}"' in page
    answer, page = await read(client, f"{way}?share={mark}")
    assert f'src="?picture={mark}"' in page
    assert 'id="link"' not in page
    assert served.keys[1] not in page
    assert "img-src 'self' blob:;" in answer.headers["Content-Security-Policy"]
    assert "https://app.bgstatsapp.com/createPlay.html?data=" in page
    answer, _ = await read(client, f"{way}?game={mark}")
    assert "img-src 'self';" in answer.headers["Content-Security-Policy"]


async def test_result_link_is_shown_once_a_result_page_is_set(served, client):
    served.send(SetTable, Actor("seat", Seat(0)), result_page=BASE)
    game = oldest(served)
    _, page = await read(client, f"/watch?share={game.mark}")
    assert f'value="{result_link.link(BASE, game)}"' in page
    for wrong in ("example.org", "ftp://example.org", "https://example.org/#there", "https://", "http://example.org"):
        with pytest.raises(Rejection, match="result-page"):
            served.send(SetTable, result_page=wrong)
    served.send(SetTable, result_page="")
    assert 'id="link"' not in (await read(client, f"/watch?share={game.mark}"))[1]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr"])
async def test_picture_is_self_contained_and_translated_with_all_points(served, lang):
    game = oldest(served)
    async with aiohttp.ClientSession(served.base, headers={"Accept-Language": lang}) as client:
        answer, text = await read(client, f"/watch?picture={game.mark}")
    assert answer.content_type == "image/svg+xml"
    picture = ElementTree.fromstring(text)
    assert not re.search(r"var\(--|href|<style|currentColor", text)
    said = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Ada", "Ben", "Cleo"} <= set(said)
    assert {str(score["total"]) for score in game.result.scores} <= set(said)
    assert {"en": "Blue cards", "de": "Blaue Karten", "nl": "Blauwe kaarten", "fr": "Cartes bleues"}[lang] in said


async def test_picture_link_and_file_show_tie_breaker_places(tmp_path, facts):
    async with serving(Served(tmp_path, facts)) as table, aiohttp.ClientSession(table.base) as client:
        rng = random.Random(4)  # then those who have lost have equal points, and other numbers of stages
        table.send(SetGame, guided=False)
        table.seats(3)
        table.sit("Ada", "Ben", "Cleo", lang="en")
        table.start()
        while table.phase() == "game":
            legal = table.asked().legal
            kinds = ([text for text in legal if text.startswith(kind)] for kind in ("build", "take", ""))
            table.act(rng.choice(next(filter(None, kinds))))
        [game] = table.table.finished.list_games()
        others = [score["total"] for seat, score in enumerate(game.result.scores, 1) if seat not in game.result.winners]
        assert others[0] == others[1]
        _, drawn = await read(client, f"/watch?picture={game.mark}")
        assert re.findall(r">(\d)\.<", drawn) == ["2", "3"]
        _, page = await read(client, f"/watch?share={game.mark}")
        [link] = re.findall(r'"https://app.bgstatsapp.com/[^"]*data=([^"]+)"', page)
        assert sorted(one["rank"] for one in json.loads(unquote(link))["players"]) == [1, 2, 3]
        _, file = await read(client, f"/seat/{table.keys[1]}?files=bgstats")
        [play] = json.loads(file)["plays"]
        assert sorted(one["rank"] for one in play["playerScores"]) == [1, 2, 3]


async def test_picture_uses_the_phone_colours_and_the_table_look(served, client):
    mark = oldest(served).mark
    _, night = await read(client, f"/watch?picture={mark}")
    _, bright = await read(client, f"/watch?picture={mark}", cookies={"light": "bright"})
    assert ('fill="#0F161C"' in night, 'fill="#F5F0E6"' in bright) == (True, True)
    served.send(SetTable, plain_figures=True)
    _, plain = await read(client, f"/watch?picture={mark}")
    _, page = await read(client, "/watch")
    served.send(SetTable, plain_figures=False)
    assert ('fill="#14100D"' in plain, "/plain.css" in page) == (True, True)


async def test_game_that_just_ended_can_be_shared(served, client):
    assert (await client.get("/watch?share=")).status == 404
    served.start()
    served.send(EndEarly, Actor("seat", Seat(0)), sure=True)
    served.send(Vote, Actor("seat", Seat(1)), row=served.table_view()["vote"]["row"], seat=2, yes=True)
    assert served.phase() == "over"
    [ended] = [game for game in served.table.finished.list_games() if game.game == served.table_view()["game_id"]]
    _, page = await read(client, f"/seat/{served.keys[1]}?share={ended.game}")
    assert f"?picture={ended.mark}" in page
    assert "bgstats" not in page
    assert served.table_view()["result_link"] == ""
    served.send(SetTable, result_page=BASE)
    assert served.table_view()["result_link"] == result_link.link(BASE, ended)
    served.send(ReturnToLobby)
    assert served.table_view()["result_link"] == ""


async def test_sharing_an_unknown_game_is_not_found(served, client):
    for query in ("share=nowhere", "picture=nowhere", "picture="):
        assert "There is nothing here" in (await read(client, f"/watch?{query}", 404))[1]


@pytest.mark.parametrize("lang", complete())
def test_picture_shows_wonders_beside_long_names(served, lang):
    """The wonders fit beside the names, by an estimate of widths that does not depend on the fonts of a phone."""
    w, say = words(lang), HistoryWords({name: game.words for name, game in GAMES.items()})
    names = ("Maximiliana Augustin", "Bartholomäus Hansen", "Mei")
    boards = ("halikarnassos-night", "alexandria-night", "gizah-day")
    result = replace(oldest(served).result, seats=names, identities=boards, scores=3 * ({"blue": 7, "total": 37},))
    drawn = result_picture.svg(w, say, {}, replace(oldest(served), kind="seven-wonders", result=result))
    beside = dict(re.findall(r">([^<]+)<tspan[^>]*>([^<]*)<", unescape(drawn)))
    assert beside == {name: say.identity(w, "seven-wonders", each) for name, each in zip(names, boards, strict=True)}


@pytest.mark.parametrize("bold", [False, True])
def test_estimated_name_width_is_close_to_the_real_width(bold):
    for name in NAMES:
        real, reckoned = shaped_line(name, 44, bold=bold).width, result_picture._wide(name, 44, bold=bold)
        assert real * 0.9 < reckoned, name
        assert reckoned < 2.1 * real or "\u200d" in name, name


def test_right_to_left_name_is_isolated_from_its_neighbours(served):
    w, say = words("en"), HistoryWords({name: game.words for name, game in GAMES.items()})
    result = replace(oldest(served).result, seats=("מרים", "אדה כהן", "Mei"), winners=(1, 2))
    drawn = unescape(result_picture.svg(w, say, {}, replace(oldest(served), result=result)))
    assert "Shared: מרים\u200e, אדה כהן\u200e<" in drawn
    assert re.search("מרים\u200e<tspan", drawn)


@pytest.mark.parametrize("winners", [(1,), (1, 2)])
def test_picture_shows_the_wonder_of_every_winner(served, winners):
    w, say = words("en"), HistoryWords({name: game.words for name, game in GAMES.items()})
    result = replace(oldest(served).result, identities=("giza", "rhodes", "ur"), winners=winners)
    game = replace(oldest(served), result=result)
    root = ElementTree.fromstring(result_picture.svg(w, say, {}, game))
    assert len(root.findall(".//{*}svg")) == len(winners)
    ids = [each.get("id") for each in root.findall(".//{*}defs/*")]
    used = re.findall(r"url\(#([^)]*)\)", result_picture.svg(w, say, {}, game))
    assert len(ids) == len(set(ids))
    assert set(used) == set(ids) != set()
    assert ElementTree.fromstring(result_picture.svg(w, say, {}, game, plain=True)).findall(".//{*}svg") == []


def drawn_alone(sign, ground="plate"):
    pen = SvgPen()
    paint_sign(pen, sign, ground)
    return str(pen)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("kind", "slug", "sign"), [
    ("duel", "guilds", ("purple", "purple")), ("duel", "progress", ("disc", "parch")),
    ("duel", "military", ("", "red")), ("seven-wonders", "guilds", ("purple", "purple")),
    ("seven-wonders", "military", ("", "red")), ("architects", "military", ("medal", "red")),
])  # fmt: skip
def test_picture_uses_the_signs_of_its_game(served, kind, slug, sign):
    w, say = words("en"), HistoryWords({name: game.words for name, game in GAMES.items()})
    result = replace(oldest(served).result, identities=(), scores=({slug: 7, "total": 7},) * 3)
    drawn = result_picture.svg(w, say, GAMES[kind].signs, replace(oldest(served), kind=kind, result=result))

    def shapes(text):
        return re.sub(r'fill="[^"]*"|stroke="[^"]*"', "", text)

    assert shapes(drawn).count(shapes(drawn_alone(sign))) == 4, "one at each seat, and one in the legend"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("lang", complete())
async def test_picture_and_history_explain_a_stored_result_from_its_record(served, lang):
    """In the same words, from its record."""
    game = oldest(served)
    people = ("Ada", "Ben", "Cleo")
    told = Outcomes(PageMaker(served.table, GAMES)).explain(words(lang), ONLOOKER, game, people)
    known = result_explanation.explain_stored(words(lang), GAMES[game.kind].words, game.result, people)
    assert len(told) == len(game.result.seats)
    assert told != known, "what it came from stands in the record alone"
    async with aiohttp.ClientSession(served.base, headers={"Accept-Language": lang}) as client:
        _, page = await read(client, f"/watch?game={game.mark}")
        _, drawn = await read(client, f"/watch?picture={game.mark}")
    assert all(each in page for each in told)
    drawn = " ".join(each.text for each in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text"))
    assert all(each in drawn for each in told)


def test_unplayable_record_is_explained_by_its_points(served):
    kept = next(iter(served.store.archived(oldest(served).mark)))
    with served.store.commit() as write:
        write.import_game(replace(kept, id="strange", moves=("1 leap",)))
    served.table.finished.forget()
    [game] = [each for each in served.table.finished.list_games() if each.mark == "strange"]
    w, people = words("en"), ("Ada", "Ben", "Cleo")
    told = Outcomes(PageMaker(served.table, GAMES)).explain(w, ONLOOKER, game, people)
    assert told == result_explanation.explain_stored(w, GAMES[game.kind].words, game.result, people)
    assert all(told)
