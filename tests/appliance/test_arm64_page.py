"""On arm64 a phone gets its page, and the screen has its first picture."""

import urllib.request

import pytest

from app.protocol.table_client import read_run
from tests.appliance.container import until

pytestmark = pytest.mark.root
SLOW = 900.0  # seconds, only so that nothing hangs for ever


def test_phone_gets_its_page_and_screen_draws_its_first_picture(arm):
    data = arm.place / "data"
    table = ("/srv/program/main.py", "table", "--port", "0", "--data-dir", "/srv/data")
    screen = ("/srv/program/tests/hardware/touched.py", "/srv/data", "kiosk")
    said, shown = arm.place / "table.txt", arm.place / "screen.txt"
    with arm.running(said, *table) as process:
        until(lambda: (data / "run.json").exists() or process.poll() is not None, "no table", SLOW)
        assert process.poll() is None, said.read_text()
        with urllib.request.urlopen(f"http://127.0.0.1:{read_run(data).port}/", timeout=SLOW) as answer:
            page = answer.read().decode()
        assert "<!doctype html>" in page.lower()
        assert "Wondertable" in page
        with arm.running(shown, *screen) as drawing:
            until(lambda: "ready" in shown.read_text() or drawing.poll() is not None, "no picture", SLOW)
            assert "shown" in shown.read_text(), shown.read_text()
            drawing.stdin.write(b"seen 1\n")
            drawing.stdin.flush()
            until(lambda: "seen 1 {" in shown.read_text() or drawing.poll() is not None, "nothing is drawn", SLOW)
            assert "lang en" in shown.read_text(), "the first page of a fresh table"
