"""Clips of results: their size and length in each game, what they tell, and that nobody waits for them."""

import asyncio
import os
import random
import sys
from importlib.util import find_spec
from io import BytesIO

import msgspec
import pytest
from msgspec.structs import replace
from PIL import Image

from app.games.game_list import shelf
from app.looks.drawing_data import drawing_names
from app.phones import clip_drawing, finished_game_sharing
from app.phones.finished_game_sharing import CLIP, Sharing
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import ONLOOKER
from app.protocol.settings_messages import SetTable
from app.text.translation import complete, words
from engine.game import roles_of
from tests.app import histories
from tests.app.clips import DRAWS, EAGER
from tests.app.phones.served import GAMES, Served, serving

MAX_CLIP_BYTES = 1_500_000  # bytes
PROGRAM = finished_game_sharing.CLIP_PROGRAM
HIDE_PIL = "import sys; sys.modules['PIL'] = None; "
FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); "  # no byte into any file
WAITING_PROGRAM = "import sys; sys.stdin.read(); print(open(sys.argv[1]).read(), end='')"
NAMES = ("Maximiliana", "Bartholomäus", "Mei")


def program(monkeypatch, *command):
    monkeypatch.setattr(finished_game_sharing, "CLIP_PROGRAM", (sys.executable, "-c", *command))


@pytest.fixture(autouse=True)
def _nothing_drawn(monkeypatch):
    finished_game_sharing._draw_clip.cache_clear()
    program(monkeypatch, EAGER)


def test_clip_program_is_the_drawing_module():
    python, _, module = PROGRAM
    assert (python, find_spec(module).origin) == (sys.executable, clip_drawing.__file__)


@pytest.fixture
async def served(tmp_path, facts):
    histories.evenings_in(tmp_path, facts)
    async with serving(Served(tmp_path, facts)) as running:
        yield running


def mark(served):
    return served.table.finished.list_games()[-1].mark


async def read(client, path, **more):
    answer = await client.get(path, **more)
    return answer.status, await answer.read()


def chunks(webp):
    """List the types of the chunks of a WebP file, in order."""
    found, at = [], 12
    while at < len(webp):
        found.append(webp[at : at + 4].decode())
        size = int.from_bytes(webp[at + 4 : at + 8], "little")
        at += 8 + size + size % 2
    return found


def frame_durations(webp):
    """Return how long each picture of a clip is shown, in ms."""
    film, shown = Image.open(BytesIO(webp)), []
    for nth in range(film.n_frames):
        film.seek(nth)
        film.load()
        shown.append(film.info["duration"])
    return shown


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", ["architects", "duel", "seven-wonders"])
def test_clip_of_each_game_is_small_lasts_six_seconds_and_names_only_winners(tmp_path, every_fact, kind, monkeypatch):
    """Make it from a game of the history, by its record."""
    rules = shelf(every_fact)
    seats = 2 if kind == "duel" else 3
    pool = roles_of(rules[kind]).random_pool(())
    boards = {roles_of(rules[kind]).board(role): role for role in pool}
    served = Served(tmp_path, every_fact["architects"], shelf=rules)
    header = {"game": kind, "seats": ", ".join([*boards.values()][:seats]) or str(seats)}
    histories.add(served.store, rules[kind], 1, header, NAMES[:seats], random.Random(3))
    [game] = served.table.finished.list_games()
    sharing, orders = Sharing(PageMaker(served.table, GAMES)), []
    draw = finished_game_sharing._draw_clip
    monkeypatch.setattr(finished_game_sharing, "_draw_clip", lambda order: orders.append(order) or draw(order))
    made = sharing.find(words("en"), ONLOOKER, {CLIP: game.mark})
    assert callable(made), "built in a thread"
    made = made()
    assert (made.status, made.kind) == (200, "image/webp")
    assert len(made.body) <= MAX_CLIP_BYTES
    assert Image.open(BytesIO(made.body)).size == (640, 640)
    assert sum(frame_durations(made.body)) == 6000
    assert {*chunks(made.body)} == {"VP8X", "ANIM", "ANMF"}, "and no notes"
    [(wonders, winner, points, maker, bright)] = map(msgspec.json.decode, orders)
    assert winner == f"{NAMES[game.result.winners[0] - 1]} won"
    assert not any(name in orders[0].decode() for seat, name in enumerate(NAMES, 1) if seat not in game.result.winners)
    assert (maker, bright) == ("Wondertable · unofficial", False)
    assert {name for name, *_ in wonders} <= {*drawing_names()}
    total = game.result.scores[game.result.winners[0] - 1]["total"]
    assert points in (f"{total} points", "By military supremacy", "By scientific supremacy")
    served.store.close()


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize("bright", [False, True])
@pytest.mark.parametrize(
    "wonders",
    [
        [("giza", "Giza", [False] * 5)],
        [("giza", "Giza", [True, True, False, False, False])],
        [("ur", "Ur", [True] * 5), ("rome", "Rome", [True] * 5)],
        [(name, name, [True] * 5) for name in drawing_names()[:3]],
        [(name, name, [True] * 5) for name in drawing_names()[:7]],
    ],
    ids=lambda value: str(len(value)) if isinstance(value, list) else "",
)
def test_built_stages_rise_and_every_clip_lasts_six_seconds(wonders, bright):
    """Use any letters in a name, and any length."""
    drawn = list(
        clip_drawing.frames(wonders, "Maximiliana Augustin, Bartholomäus, 陳 won", "−3 points", "made", bright)
    )
    assert sum(lasts for _, lasts in drawn) == 6000
    sky = (0, 0, clip_drawing.SIDE, clip_drawing.SKY)
    grows = drawn[0][0].crop(sky).tobytes() != drawn[-1][0].crop(sky).tobytes()
    assert grows == any(any(built) for _, _, built in wonders)
    band = (0, clip_drawing.SKY, clip_drawing.SIDE, clip_drawing.SIDE)
    assert drawn[0][0].crop(band).tobytes() != drawn[-1][0].crop(band).tobytes(), "the crown, last"
    edge = [drawn[-1][0].getpixel((x, clip_drawing.SKY + 38)) for x in (1, clip_drawing.SIDE - 2)]
    assert {*edge} == {drawn[-1][0].getpixel((1, clip_drawing.SIDE - 2))}, "words end before the edge"


@pytest.mark.parametrize("name", ["Ada", "مريم", "श्रीनिवास", "👑 李娜", "Ὀδυσσεύς" * 5])
def test_name_in_any_script_is_drawn_whole_and_centred(name):
    image = Image.new("RGB", (clip_drawing.SIDE, 80))
    left = clip_drawing._write(image, 40, 38, "#FFFFFF", name)
    inked = image.getbbox()
    assert abs(inked[0] + inked[2] - clip_drawing.SIDE) < 12
    assert inked[0] >= left - 2
    assert inked[2] - inked[0] <= clip_drawing.ROOM + 2
    assert 0 < inked[1] < inked[3] < 80


async def test_table_answers_while_one_process_draws_the_clip(served, client, tmp_path, monkeypatch):
    """A process is drawing until the test opens its gate; pages, taps and moves are answered before."""
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    program(monkeypatch, WAITING_PROGRAM, str(gate))
    asked = [asyncio.create_task(read(client, f"/watch?clip={mark(served)}")) for _ in range(2)]
    writes = await asyncio.to_thread(os.open, gate, os.O_WRONLY)  # once the process waits there
    try:
        served.sit("Zoe", "Yann", lang="en")
        for page in ("/watch", f"/watch?picture={mark(served)}", f"/seat/{served.keys[1]}?share={mark(served)}"):
            assert (await read(client, page))[0] == 200
        served.start()
        asks = served.asked()
        served.act(asks.legal[0])
        assert served.asked() != asks
        assert not any(task.done() for task in asked)
        os.write(writes, b"film")
    finally:
        os.close(writes)
    assert await asyncio.gather(*asked) == [(200, b"film")] * 2, "from one process: nobody opens the gate again"


async def test_no_clip_is_drawn_during_a_game(served, client, monkeypatch):
    program(monkeypatch, "raise SystemExit(1)")
    served.sit("Zoe", "Yann", lang="en")
    served.start()
    status, said = await read(client, f"/watch?clip={mark(served)}", headers={"Accept-Language": "de"})
    assert (status, said.decode()) == (
        503,
        words("de")("A game is being played. Open this page after it, and the table makes the clip."),
    )


@pytest.mark.sampled(4)
@pytest.mark.parametrize("lang", complete())
async def test_missing_encoder_is_reported_in_the_readers_language(served, client, monkeypatch, caplog, lang):
    program(monkeypatch, HIDE_PIL + DRAWS)
    status, said = await read(client, f"/watch?clip={mark(served)}", headers={"Accept-Language": lang})
    text = words(lang)("The table could not make the clip. Send the picture instead.")
    assert (status, said.decode()) == (500, text)
    [told] = [each for each in caplog.records if each.name == finished_game_sharing.__name__]
    assert told.exc_info is None
    assert "install Wondertable" in told.getMessage()


@pytest.mark.rotated
async def test_clip_is_drawn_with_a_full_disk(served, client, monkeypatch):
    program(monkeypatch, FULL + EAGER)
    status, film = await read(client, f"/watch?clip={mark(served)}")
    assert (status, sum(frame_durations(film))) == (200, 6000)


async def test_share_page_offers_a_clip_only_if_one_can_be_drawn(served, client, monkeypatch):
    game = served.table.finished.list_games()[-1]
    assert f'data-from="?clip={game.mark}"' in (await read(client, f"/watch?share={game.mark}"))[1].decode()
    served.send(SetTable, plain_figures=True)
    assert "?clip=" not in (await read(client, f"/watch?share={game.mark}"))[1].decode()
    served.send(SetTable, plain_figures=False)
    assert (await read(client, "/watch?clip=nowhere"))[0] == 404
    nobody = replace(game, mark="nobody", result=replace(game.result, winners=(), early=True))
    unknown = replace(game, mark="unknown", kind="strange", result=replace(game.result, identities=("nowhere",) * 7))
    monkeypatch.setattr(finished_game_sharing, "find_game", lambda _, mark: {"nobody": nobody}.get(mark, unknown))
    assert "?clip=" not in (await read(client, "/watch?share=nobody"))[1].decode()
    assert [(await read(client, f"/watch?clip={each}"))[0] for each in ("nobody", "unknown")] == [404, 404]


async def test_clip_of_a_game_without_record_shows_the_complete_wonder(served, monkeypatch):
    orders = []
    monkeypatch.setattr(finished_game_sharing, "_draw_clip", orders.append)
    game = replace(served.table.finished.list_games()[-1], mark="elsewhere")
    monkeypatch.setattr(finished_game_sharing, "find_game", lambda *_: game)
    Sharing(PageMaker(served.table, GAMES)).find(words("en"), ONLOOKER, {CLIP: "elsewhere"})()
    [(wonders, *_)] = map(msgspec.json.decode, orders)
    assert [built for _, _, built in wonders] == [[True] * 5]
