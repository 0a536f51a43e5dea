"""Codes on the screen can be scanned from its picture, each in front of its own seat."""

import shutil
import subprocess

import msgspec
import pytest

from tests.app.screen import endings, scenes, stage
from tests.app.screen.finger import Stage, picture

pytestmark = pytest.mark.skipif(shutil.which("zbarimg") is None, reason="zbarimg (zbar-tools) is not installed")


def read_codes(path):
    done = subprocess.run(["zbarimg", "-q", "--raw", str(path)], capture_output=True, text=True, check=False)
    return set(done.stdout.split())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("n", [2, 4, 7])
def test_every_free_seat_has_a_readable_code(n, tmp_path):
    seats = stage.seats(n, "free")
    codes = stage.codes(free=range(1, n + 1))
    shown = Stage(stage.Room().hear(stage.table(n, phase="lobby", seats=seats), the_codes=codes))
    try:
        assert read_codes(picture(tmp_path / "lobby.png")) == {code.url for code in codes if code.seat}
    finally:
        shown.close()


def test_a_taken_seat_shows_no_code(tmp_path):
    room = scenes.lobby(4)
    shown = Stage(room)
    try:
        free = [info.seat for info in room.control.model.table.seats if info.by == "free"]
        assert read_codes(picture(tmp_path / "lobby.png")) == {code.url for code in stage.codes(free=free) if code.seat}
    finally:
        shown.close()


def test_handing_over_shows_a_code_at_the_seat(tmp_path):
    shown = Stage(scenes.asked(4))
    try:
        assert read_codes(picture(tmp_path / "asked.png")) == {"http://192.168.178.105:8080/join/abcdefghijklmnop"}
    finally:
        shown.close()


def test_code_of_the_result_link_is_readable_when_enlarged(tmp_path):
    link = f"https://example.org/result/#v=1&{'s=Maximiliana%20Augustin.giza.fish.rose..41.30.0.8.3.0&' * 7}k=ff17a2a6"
    room = endings.architects(7)
    while room.control.scene.ending is not None:
        endings.next_part(room)
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, result_link=link))
    shown = Stage(room)
    try:
        room.control.open_panel("result", 0)
        assert read_codes(picture(tmp_path / "large.png")) == {link}
    finally:
        shown.close()
