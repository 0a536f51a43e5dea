"""A card that has come to another computer is noticed there, once."""

import pytest

import main
from app.host import open_table
from app.host.cloned_card import MARKS_FILE, has_moved, remember_computer
from app.host.command_options import Options, ShippedFiles
from app.host.open_table import OpenTable
from app.protocol.client_rights import SCREEN
from app.text.terminal_output import INSTALLED
from hardware.machine.identity import read_marks

PI, OTHER = frozenset({"a pi", "its network"}), frozenset({"another pi", "its own network"})


def test_first_start_on_another_computer_is_detected(tmp_path):
    starts = (PI, PI, PI - {"its network"}, PI, OTHER, OTHER, frozenset(), OTHER, PI)
    found = []
    for here in starts:
        found.append(has_moved(tmp_path, lambda here=here: here))
        remember_computer(tmp_path, lambda here=here: here)
    assert found == [
        False, False, False, False, True, False, False, False, True,
    ]  # fmt: skip
    assert set((tmp_path / MARKS_FILE).read_text().splitlines()) == PI


def test_computer_is_identified_by_its_hardware_only(tmp_path):
    def device(name: str, address: str, how: str = "0", kind: str = "1", *, real: bool = True) -> None:
        folder = tmp_path / "sys/class/net" / name
        folder.mkdir(parents=True)
        for file, text in (("address", address), ("addr_assign_type", how), ("type", kind)):
            (folder / file).write_text(f"{text}\n")
        if real:
            (folder / "device").mkdir()

    assert read_marks(tmp_path) == frozenset()
    device("lo", "00:00:00:00:00:00", kind="772", real=False)
    device("docker0", "02:42:00:00:00:01", how="3", real=False)
    device("wlan0", "02:00:00:00:00:02", how="3")
    assert read_marks(tmp_path) == frozenset(), "what was made up"
    device("eth0", "dc:a6:32:00:00:01")
    [card] = read_marks(tmp_path)
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/serial-number").write_text("10000000abcdef\0")
    assert card in read_marks(tmp_path)
    assert len(read_marks(tmp_path)) == 2
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/machine-id").write_text("copied with the card")
    assert len(read_marks(tmp_path)) == 2
    assert "dc:a6" not in "".join(read_marks(tmp_path))


@pytest.mark.parametrize(("installed", "said"), [(True, [1, 1]), (False, [0, 0])])
async def test_move_to_another_computer_is_announced_once(tmp_path, monkeypatch, installed, said):
    monkeypatch.setattr(open_table, "has_moved", lambda folder: has_moved(folder, lambda: OTHER))
    monkeypatch.setattr(open_table, "remember_computer", lambda folder: remember_computer(folder, lambda: OTHER))
    (tmp_path / MARKS_FILE).write_text("\n".join(PI))
    if installed:
        monkeypatch.setenv(INSTALLED, str(tmp_path))
    texts = ShippedFiles(main.read_game_data(), main.read_panel(), main.read_bots(), main.read_players())
    found = []
    for _ in said:
        options = Options(tmp_path, (0,), None, None, None, screen=False)
        opened = OpenTable(options, texts, {}, thinker=None, headless=True)
        lines = opened.table.snapshot(SCREEN, 0).news
        found.append(sum(b'"other-computer"' in bytes(line.event) for line in lines))
        assert opened.table.committed.state.copied == installed, "it is asked until somebody answers"
        await opened.close()
    assert found == said
