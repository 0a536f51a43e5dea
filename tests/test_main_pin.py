"""`wondertable pin`: set and removed at the machine, while no table runs; typed, and never an argument."""

import io

import pytest

import main
from app.host.data_folder import lock_folder
from app.storage import pin_file


@pytest.fixture(autouse=True)
def cheap(monkeypatch):
    monkeypatch.setattr(pin_file, "COST", 16)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def run(monkeypatch, capfd, folder, *words, typed="", at=io.StringIO):
    """Exit code, and what was said on both ways out."""
    monkeypatch.setattr("sys.stdin", at(typed))
    code = main.main(["pin", *words, "--data-dir", str(folder)])
    return code, *capfd.readouterr()


def load_pin(folder):
    return pin_file.load(folder / "settings")[0]


def test_pin_is_set_and_removed(tmp_path, monkeypatch, capfd):
    assert run(monkeypatch, capfd, tmp_path, typed="2468\n") == (0, "The PIN is set.\n", "")
    assert load_pin(tmp_path).is_correct("2468")
    assert run(monkeypatch, capfd, tmp_path, "--remove") == (0, "The PIN is removed.\n", "")
    assert load_pin(tmp_path) is None


def test_pin_file_on_the_card_sets_a_new_pin(tmp_path):
    card, folder = tmp_path / "card" / "wondertable-pin.txt", tmp_path / "settings"
    assert pin_file.apply_pin_file(card, folder) is None
    pin_file.save(folder, pin_file.hash_pin("1357"))
    card.parent.mkdir()
    card.write_bytes(b"\xef\xbb\xbf2468\r\n")  # as some editors write it
    assert pin_file.apply_pin_file(card, folder).rule == "pin-renewed"
    once = load_pin(tmp_path)
    assert once.is_correct("2468")
    assert pin_file.apply_pin_file(card, folder).rule == "pin-renewed"
    assert load_pin(tmp_path) == once  # nothing is written anew
    card.write_text("four")
    assert pin_file.apply_pin_file(card, folder).rule == "pin-form"
    card.write_bytes(b"\xff\xfe2")
    assert pin_file.apply_pin_file(card, folder).rule == "pin-unreadable"
    assert load_pin(tmp_path) == once
    card.write_text("")
    assert pin_file.apply_pin_file(card, folder).rule == "pin-renewed"
    assert load_pin(tmp_path) is None


def test_pin_file_on_a_stick_is_applied_once(tmp_path):
    stick, folder = tmp_path / "wondertable-pin.txt", tmp_path / "settings"
    assert pin_file.apply_reset_file(stick, folder) is None
    stick.write_text("2468\n")
    assert pin_file.apply_reset_file(stick, folder).rule == "pin-handed-in"
    assert load_pin(tmp_path).is_correct("2468")
    assert not stick.exists()
    stick.write_text("four")
    assert pin_file.apply_reset_file(stick, folder).rule == "pin-form"
    assert load_pin(tmp_path).is_correct("2468")
    stick.write_text("")
    assert pin_file.apply_reset_file(stick, folder).rule == "pin-handed-in"
    assert load_pin(tmp_path) is None


def test_invalid_pin_changes_nothing(tmp_path, monkeypatch, capfd):
    run(monkeypatch, capfd, tmp_path, typed="2468\n")
    code, out, err = run(monkeypatch, capfd, tmp_path, typed="12ab\n")
    assert (code, out, err) == (2, "", "wondertable: A PIN has 4 to 8 digits.\n")
    assert load_pin(tmp_path).is_correct("2468")


@pytest.mark.parametrize(("again", "code"), [("2468", 0), ("2486", 2)])
def test_terminal_asks_for_the_pin_twice_without_echo(tmp_path, monkeypatch, capfd, again, code):
    answers = iter(["2468", again])
    monkeypatch.setattr("app.commands.pin.getpass", lambda prompt: next(answers))
    assert run(monkeypatch, capfd, tmp_path, at=Terminal)[0] == code
    assert (load_pin(tmp_path) is not None) == (code == 0)


def test_pin_command_is_refused_while_a_table_runs(tmp_path, monkeypatch, capfd):
    with lock_folder(tmp_path):
        code, _, err = run(monkeypatch, capfd, tmp_path, typed="2468\n")
    assert (code, "another table is running" in err, load_pin(tmp_path)) == (2, True, None)


@pytest.mark.parametrize("words", [("--remove",), ()])
def test_missing_data_folder_is_not_created(tmp_path, monkeypatch, capfd, words):
    typo = tmp_path / "typo"
    code, out, err = run(monkeypatch, capfd, typo, *words, typed="2468\n")
    assert (code, out) == (2, "")
    assert err == f"wondertable: {typo}: there is no such folder, so there is no table; nothing has changed.\n"
    assert list(tmp_path.iterdir()) == []


def test_pin_can_be_set_before_the_first_start(tmp_path, monkeypatch, capfd):
    monkeypatch.setenv("WONDERTABLE_DATA", str(tmp_path / "own"))
    monkeypatch.setattr("sys.stdin", io.StringIO("2468\n"))
    assert main.main(["pin", "--remove"]) == 2
    assert not (tmp_path / "own").exists()
    assert main.main(["pin"]) == 0
    assert load_pin(tmp_path / "own").is_correct("2468")
