"""Tests of the pages shown instead of a table that has stopped or ended, and of the page for fatal errors."""

import os
import subprocess
import sys

import msgspec
import pytest

from app.protocol.play_messages import Cue
from app.screen.composition import compose
from app.screen.events import on_message
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.text import fatal_page
from app.text.translation import complete, words
from tests.app.screen import (
    finger,  # noqa: F401  # first: it opens the window
    stage,
)
from tests.running import PATIENCE


def painted(control, width=1024, height=600):
    """Return the key of the only element on the screen, and its buttons by key."""
    [part] = compose(control.scene, width, height)
    pen = Pen(measure)
    part.draw(pen, control)
    return part.key, {area.key: area for area in pen.hit_areas}


@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1920, 1080)])
def test_stopped_table_offers_a_restart_on_both_sides(lang, size):
    room, asked = stage.Room(), []
    room.hear(stage.table(3, "lobby", lang))
    room.control.restart_table = lambda: asked.append(True)
    on_message.on_disconnect(room.control)
    on_message.on_stopped(room.control, True)
    key, areas = painted(room.control, *size)
    assert key == "page"
    for side in ("page 0", "page 180"):
        areas[side].tap()
    assert len(asked) == 2
    on_message.on_stopped(room.control, False)
    assert compose(room.control.scene, *size)[0].key != "page"


@pytest.mark.parametrize(("power", "text"), [(0, "start Wondertable again"), (1, "switching itself off")])
def test_shutdown_page_shows_the_next_step_and_closes_on_touch(power, text):
    room, closed = stage.Room(), []
    room.hear(stage.table(3, "lobby"))
    room.control.close_screen = lambda: closed.append(True)
    on_message.on_message(room.control, Cue(what="bye", n=power))
    on_message.on_disconnect(room.control)
    assert text in room.control.model.page.text
    key, areas = painted(room.control)
    assert key == "page"
    areas["page 0"].tap()
    assert closed


def test_page_is_removed_when_a_new_table_connects():
    room = stage.Room().hear(stage.table(3, "lobby"))
    on_message.on_message(room.control, Cue(what="bye"))
    on_message.on_message(room.control, stage.HELLO)
    assert room.control.model.page is None


@pytest.mark.parametrize("lang", complete())
def test_page_of_a_failed_screen_shows_signal_address_version_and_command(tmp_path, lang):
    page = fatal_page.screen_failed(words(lang), "signal 11, SIGSEGV", "http://192.0.2.1", "1.2.3")
    assert all(fact in page.text for fact in ("signal 11, SIGSEGV", "http://192.0.2.1", "1.2.3", "./setup.sh doctor"))


@pytest.mark.full
def test_the_error_page_imports_nothing_of_the_table_and_shows_its_text(tmp_path):
    code = (
        "import sys; from pathlib import Path; from app.screen.process import start\n"
        "from kivy.clock import Clock\n"
        "def look(_):\n"
        "    from kivy.app import App\n"
        "    page = App.get_running_app()\n"
        "    if not page._sides[0].text: return\n"
        "    heads = [side.text.splitlines()[0] for side in page._sides]\n"
        "    print(heads, 'app.screen.control.controller' in sys.modules, flush=True)\n"
        "    page._touch()\n"
        "Clock.schedule_interval(look, 0.05)\n"
        "sys.exit(start.page(Path(sys.argv[1]), kiosk=False, size=(800, 480)))\n"
    )
    env = {**os.environ, "SDL_VIDEODRIVER": "offscreen", "KIVY_NO_ARGS": "1", "KIVY_LOG_MODE": "PYTHON"}
    env |= {"KIVY_NO_FILELOG": "1", "KIVY_HOME": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-c", code, tmp_path], cwd=stage.ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    told = msgspec.json.encode(fatal_page.Page("The screen has stopped", "why", "Try again"))
    process.stdin.write(told + b"\n")
    process.stdin.flush()  # it stays open, as it does when the table starts the page
    out = process.stdout.read().decode()
    assert process.wait(PATIENCE) == 3
    process.stdin.close()
    process.stdout.close()
    assert out == "['The screen has stopped', 'The screen has stopped'] False\n"


def test_a_no_break_space_is_not_broken():
    pen = Pen(measure)
    rows, _ = pen.break_lines("Victoire\u00a0! Encore une", 20, pen.text_width("Victoire\u00a0", 20), 3)
    assert rows[0].startswith("Victoire\u00a0!")
