"""The command itself: its version, its words, what it says of what cannot be, and what comes with it."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

import main
from app.appliance import backup
from app.commands import appliance
from app.host.data_folder import check_access
from app.storage.database import Store
from app.text.terminal_output import INSTALLED, CannotStart
from docs import command
from tests.running import hears

ROOT = Path(__file__).resolve().parent.parent
PARTS = "hardware/appliance"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
MAKERS = ("simulate", "learn", "study", "fingerprint")


def test_version_option_prints_the_projects_version(say):
    assert say("--version") == (0, f"wondertable {VERSION}\n", "")


@pytest.mark.parametrize(
    ("words", "like"),
    [
        pytest.param(["-V"], ["--version"], id="short"),
        pytest.param(["help"], ["--help"], id="help"),
        pytest.param(["help", "update"], ["update", "--help"], id="help of a command"),
        pytest.param(["help", "history", "list"], ["history", "list", "--help"], id="help of a way"),
        pytest.param(["history", "help", "list"], ["history", "list", "--help"], id="help within"),
    ],
)
def test_help_and_version_have_the_usual_aliases(say, words, like):
    assert say(*words) == say(*like)
    assert say(*words)[0] == 0


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["upadte"], "update"),
        (["histroy"], "history"),
        (["history", "lst"], "list"),
        (["run", "--hedless"], "--headless"),
        (["--versoin"], "--version"),
        (["unpak"], None),
        (["xyzzy"], None),
    ],
)
def test_mistyped_command_gets_a_suggestion(say, words, meant):
    """But for what only the program says."""
    code, out, err = say(*words)
    assert (code, out) == (2, "")
    found = re.search(r"\(did you mean '(.*)'\?\)", err)
    assert (found and found[1]) == meant


def test_help_lists_workshop_commands_apart_and_hides_internal_ones(say):
    people, makers = say("--help")[1], say("workshop", "--help")[1]
    for word in (*MAKERS, "think", "unpack", "adopt", "watch"):
        assert not re.search(rf"^    {word}\b", people, re.MULTILINE)
    for word in MAKERS:
        assert re.search(rf"^    {word}\b", makers, re.MULTILINE)
    assert "main.py" not in people + makers


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        pytest.param([], "wondertable: COMMAND is missing", id="none"),
        pytest.param(["--nonsense"], "wondertable: '--nonsense' is unknown", id="an unknown option alone"),
        pytest.param(["--json=3", "status"], "wondertable: '--json=3' is unknown", id="an option too early"),
        pytest.param(["pin", "x", "--y"], "wondertable pin: 'x --y' is unknown", id="unknown to a command"),
        pytest.param(["history", "list", "x"], "wondertable history list: 'x' is unknown", id="a word too many"),
        pytest.param(
            ["workshop", "study"], "wondertable workshop study: what, --seats, --out are missing", id="three missing"
        ),
        pytest.param(["run", "--seed"], "wondertable run: --seed needs a value", id="no value"),
        pytest.param(["run", "--demo=1"], "wondertable run: --demo takes no value", id="a value too many"),
        pytest.param(
            ["run", "--panel", "x"], "wondertable run: --panel: 'x' is not one of 'pins', 'simulated'", id="no choice"
        ),
        pytest.param(
            ["replay", "x", "--json", "--legal"],
            "wondertable replay: --legal cannot be used with --json",
            id="not both",
        ),
        pytest.param(["nonsense"], "wondertable: there is no command 'nonsense'", id="unknown"),
        pytest.param(["simulate"], "wondertable: there is no command 'simulate'", id="a maker's"),
        pytest.param(["workshop", "run"], "wondertable workshop: there is no command 'run'", id="unknown to makers"),
        pytest.param(["code", "x"], "wondertable code: SEAT: 'x' is not a number from 1 up", id="an argument"),
    ],
)
def test_invalid_arguments_print_one_sentence_with_a_help_hint(say, words, sentence):
    of = sentence.partition(":")[0]
    assert say(*words) == (2, "", f"{sentence}; see `{of} --help`.\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nonsense"], "there is no command 'nonsense'; ./setup.sh help lists them"),
        (["doctor", "x"], "doctor takes no 'x'; ./setup.sh help lists the options"),
        (["site", "--x"], "site takes no '--x'; ./setup.sh help lists the options"),
        (["test", "--full", "engine", "x"], "test --full engine takes no 'x'; ./setup.sh help lists the options"),
        (["night", "memory", "x"], "night memory takes no 'x'; ./setup.sh help lists the options"),
        (["mutants"], "mutants needs files or folders; see ./setup.sh help"),
        (["install", "/no/such.tar"], "/no/such.tar: there is no such file."),
        (["install", "x"], "install has no option 'x'; there are --yes, --dry-run, --public, --home, --game, --desktop "
         "and the file of a release (…/NAME.tar)"),
        (["uninstall", "x"], "uninstall has no option 'x'; there are --yes, --dry-run, --purge"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_setup_rejects_bad_arguments_first(words, sentence):
    said = subprocess.run([ROOT / "setup.sh", *words], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout, said.stderr) == (2, "", f"wondertable: {sentence}\n")


@pytest.mark.parametrize(
    "words",
    [["replay"], ["workshop", "fingerprint"], ["facts", "--check"], ["history", "import"]],
    ids=lambda words: " ".join(words),
)
def test_missing_file_is_reported_alike_by_every_command(say, tmp_path, words):
    file = tmp_path / "none"
    assert say(*words, file) == (2, "", f"wondertable: {file}: there is no such file.\n")


def test_folder_instead_of_a_file_is_reported_alike(say, tmp_path):
    for words in (["replay"], ["facts", "--check"], ["history", "import"]):
        assert say(*words, tmp_path) == (2, "", f"wondertable: {tmp_path}: cannot be read: Is a directory.\n")


# ---- as JSON ----------------------------------------------------------------------------------------------


def test_doctor_json_has_the_same_findings_and_exit_code(say, tmp_path):
    code, out, err = say("doctor", "--data-dir", tmp_path)
    wanted, told, _ = say("doctor", "--data-dir", tmp_path, "--json")
    found = json.loads(told)
    assert (wanted, err) == (code, "")
    assert [set(each) for each in found] == [{"part", "fine", "text", "details"}] * len(found)

    def mask_numbers(text: str) -> str:  # megabytes, minutes and degrees may have changed meanwhile
        return re.sub(r"\d+", "9", text)

    lines = iter(out.splitlines())
    for each in found:
        line = next(lines)
        assert line.split(maxsplit=0 if each["fine"] else 1)[-1].startswith(each["part"])
        assert mask_numbers(line).endswith(mask_numbers(each["text"]))
        details = [next(lines).strip() for _ in each["details"]]
        assert [mask_numbers(line) for line in details] == [mask_numbers(f"- {detail}") for detail in each["details"]]
    assert list(lines) == []


def test_facts_json_has_values_in_use_and_the_corrected_originals(say, tmp_path):
    (tmp_path / "settings").mkdir()
    own = tmp_path / "settings/architects.toml"
    own.write_text("[wonders.rome.stages.3]\npoints = 5\n")
    code, out, _ = say("facts", "--json", "--data-dir", tmp_path)
    told = json.loads(out)
    assert (code, told["game"], told["corrected"], told["file"]) == (0, "architects", 1, str(own))
    [rome] = [each for each in told["entries"] if each["entry"] == "wonders.rome"]
    assert (rome["values"]["stages.3.points"], rome["ours"]) == (5, {"stages.3.points": 6})
    code, out, _ = say("facts", "--check", own, "--json")
    assert (code, json.loads(out)) == (0, {"file": str(own), "corrected": 1})


def test_backup_works_without_an_installation(say, tmp_path, monkeypatch):
    monkeypatch.setattr(appliance, "Place", partial(appliance.Place, home=tmp_path / "none"))
    out = tmp_path / "backup.tar.gz"
    assert say("backup", out, "--data-dir", tmp_path)[0] == 2, "there is nothing to keep"
    assert not out.exists()
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings/settings.json").write_text("{}")
    with closing(Store(tmp_path / "table.db")) as store:  # also while people play
        with store.commit() as write:
            write.table_state(b"mine")
        code, said, _ = say("backup", out, "--data-dir", tmp_path)
    assert (code, said.startswith(f"{out}: games and settings")) == (0, True)
    at = appliance.Place(home=_home(tmp_path), data=tmp_path / "other")
    (tmp_path / "other").mkdir()
    backup._unpack(at, out, tmp_path / "other")
    with closing(Store(tmp_path / "other/table.db")) as store:
        assert store.table_state() == b"mine"
    assert (tmp_path / "other/settings/settings.json").read_text() == "{}"


# ---- without sudo -------------------------------------------------------------------------------------------------

COMMANDS = (
    ("history", "list"),
    ("history", "export", "OUT"),
    ("history", "import", "FILE"),
    ("doctor",),
    ("code",),
    ("pin", "--remove"),
    ("backup", "OUT"),
    ("report", "OUT"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_command_that_needs_sudo_prints_one_sentence(say, words, tmp_path, monkeypatch):
    """On an installed table, whose data folder is open to its own user alone."""
    data, out = tmp_path / "data", tmp_path / "out"
    (data / "settings").mkdir(parents=True)
    Store(data / "table.db").close()
    (tmp_path / "file").write_text("{}")
    monkeypatch.setenv(INSTALLED, str(data))
    monkeypatch.setattr(os, "access", lambda path, *_, **__: not Path(path).is_relative_to(data))
    monkeypatch.setattr(appliance, "Place", partial(appliance.Place, home=_home(tmp_path), data=data))
    code, said, err = say(*({"OUT": str(out), "FILE": str(tmp_path / "file")}.get(word, word) for word in words))
    assert (code, said) == (2, "")
    assert err == f"wondertable: {data} cannot be read by this user; use sudo.\n"
    assert not out.exists()


def test_folder_of_another_user_is_detected(tmp_path):
    """The kernel refuses access: root runs as another user here, and other users meet a locked folder."""
    (tmp_path / "data/settings").mkdir(parents=True)
    (tmp_path / "data").chmod(0 if os.geteuid() else 0o750)
    check_access(tmp_path / "nothing")
    who = os.geteuid()
    try:
        if who == 0:
            os.seteuid(65534)
        for folder in (tmp_path / "data", tmp_path / "data/settings"):
            with pytest.raises(CannotStart, match="use sudo"):
                check_access(folder)
    finally:
        os.seteuid(who)
        (tmp_path / "data").chmod(0o750)


def _home(tmp_path):
    (tmp_path / "opt/1.0.0").mkdir(parents=True)
    (tmp_path / "opt/current").symlink_to("1.0.0")
    return tmp_path / "opt"


# ---- what comes with it ---------------------------------------------------------------------------------------


def test_completions_and_manual_page_are_up_to_date():
    kept = {path.name: path.read_text("utf-8") for path in command.FOLDER.iterdir()}
    assert kept == command.files(), "run `python -m docs.command`"


def test_manual_page_has_the_standard_sections_in_order():
    """In the order that man-pages(7) gives."""
    titles = re.findall(r"^\.SH (EXIT STATUS|FILES|EXAMPLES)$", command.files()["wondertable.1"], re.MULTILINE)
    assert titles == ["EXIT STATUS", "FILES", "EXAMPLES"]


def test_manual_page_examples_are_valid_commands():
    for words, _ in command.SECTIONS["EXAMPLES"]:
        main.build_parser().parse_args(words.removeprefix("sudo ").split()[1:])


def test_bash_completes_commands_and_option_values():
    script = """
        source "$1"
        complete -p wondertable
        COMP_WORDS=(wondertable workshop si) COMP_CWORD=2
        _shtab_wondertable
        echo "${COMPREPLY[@]}"
        COMP_WORDS=(wondertable facts --game d) COMP_CWORD=3
        _shtab_wondertable
        echo "${COMPREPLY[@]}"
    """
    words = ["bash", "-c", script, "bash", command.FOLDER / "wondertable.bash"]
    said = subprocess.run(words, capture_output=True, text=True, check=True)
    assert said.stdout.splitlines() == [
        "complete -o bashdefault -F _shtab_wondertable wondertable",
        "simulate",
        "duel",
    ]


def test_installer_links_completions_and_manual_page():
    script = (ROOT / PARTS / "install.sh").read_text()
    assert sorted(re.findall(r"^    \[\$SHARE/\S+\]=(\S+)$", script, re.MULTILINE)) == sorted(command.files())


def test_checkout_has_the_command_in_its_venv(tmp_path):
    (tmp_path / PARTS).mkdir(parents=True)
    shutil.copy(ROOT / PARTS / "wondertable", tmp_path / PARTS)
    (tmp_path / ".venv/bin").mkdir(parents=True)
    python = tmp_path / ".venv/bin/python"
    python.write_text('#!/bin/sh\nprintf "%s|" "$@" "${WONDERTABLE_DATA-}"\n')
    python.chmod(0o755)
    [link] = re.findall(r"^    (ln -sfn .*)$", (ROOT / "setup.sh").read_text(), re.MULTILINE)
    subprocess.run(link, shell=True, cwd=tmp_path, check=True)
    bare = {name: value for name, value in os.environ.items() if name != "WONDERTABLE_DATA"}
    typed = [tmp_path / ".venv/bin/wondertable", "code", "2 3"]
    said = subprocess.run(typed, cwd="/", env=bare, capture_output=True, text=True, check=True)
    assert said.stdout == f"{tmp_path}/main.py|code|2 3||"


def test_ctrl_c_exits_silently_with_130(tmp_path):
    record = tmp_path / "record.wt"
    os.mkfifo(record)
    words = [sys.executable, "main.py", "replay", record]
    # Once it can be opened for writing, it is read; and nothing comes.
    with subprocess.Popen(words, cwd=ROOT, stderr=subprocess.PIPE, preexec_fn=hears) as replaying, record.open("w"):
        replaying.send_signal(signal.SIGINT)
        _, said = replaying.communicate()
    assert (replaying.returncode, said) == (130, b"")


@pytest.mark.parametrize("words", ["run --kiosk --demo --port 0", "table --seed 3", "screen --size 800x480", "think"])
def test_quick_start_parser_equals_the_full_parser(words):
    assert main.build_parser(words.split()[0]).parse_args(words.split()) == main.build_parser().parse_args(
        words.split()
    )
