"""Tests of failing starts, which print their reason in one sentence, and of the files that the processes share."""

import asyncio
import fcntl
import json
import os
import resource
import signal
import socket
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.commands import screen
from app.host import early_startup, screen_watchdog, table_process
from app.host import screen_process as child
from app.host.command_options import Options, ShippedFiles
from app.host.data_folder import write_run_file
from app.protocol.settings_messages import Settings
from app.storage import settings_file
from app.text.terminal_output import CannotStart
from hardware.machine.displays import CARD_VARIABLE, Display
from main import build_parser
from tests.running import PATIENCE, eventually

ROOT = Path(__file__).resolve().parents[3]
TEXTS = ShippedFiles({}, b"", b"", {})


@pytest.fixture(autouse=True)
def keeps_talking(monkeypatch):
    """A screen that a table has begun says nothing of drawings from then on, and neither would the tests after it."""
    monkeypatch.setattr("app.looks.drawing_fallback.leave_it_to_the_table", lambda: None)


def main(*words: str | Path, env: dict[str, str] | None = None, before=None) -> subprocess.CompletedProcess[str]:
    """Run `main.py …` to its end, without a display unless `env` has one."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "DISPLAY", "WAYLAND"))}
    return subprocess.run(
        [sys.executable, "-W", "error", ROOT / "main.py", *words],
        env=bare | (env or {}), capture_output=True, text=True, timeout=PATIENCE, preexec_fn=before, check=False,
    )  # fmt: skip


def read_refusal(said: subprocess.CompletedProcess[str]) -> str:
    """Return the one sentence that a refused start prints."""
    assert said.returncode == 2, said
    assert said.stdout == ""
    lines = said.stderr.splitlines()
    assert len(lines) == 1, said.stderr
    assert "Traceback" not in said.stderr
    return lines[0]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        pytest.param([], "COMMAND is missing", id="nothing"),
        pytest.param(["run", "--fast"], "'--fast' is unknown", id="unknown option"),
        pytest.param(["run", "--port", "eighty"], "'eighty' is not a port", id="no number"),
        pytest.param(["run", "--port", "70000"], "'70000' is not a port", id="no such port"),
        pytest.param(["run", "--size", "big"], "'big' is not a size such as 1280x720", id="no size"),
        pytest.param(["run", "--size", "10x10"], "'10x10' is not a size such as 1280x720", id="too small"),
        pytest.param(["run", "--lang", "tlh"], "'tlh' is not one of 'en'", id="no such language"),
        pytest.param(["run", "--host-address", "a b"], "'a b' is not an address", id="no address"),
        pytest.param(["run", "--host-address", "[::1"], "'[::1' is not an address", id="half an address"),
        pytest.param(["run", "--seed", ""], "'' is not a seed: any word or number", id="no seed"),
        pytest.param(["replay", "x.wt", "--seat", "0"], "'0' is not a number from 1 up", id="seat zero"),
    ],
)
def test_bad_options_are_refused(words, sentence):
    assert sentence in read_refusal(main(*words))


def test_locked_data_folder_is_refused(tmp_path):
    with (tmp_path / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        said = read_refusal(main("table", "--data-dir", tmp_path, "--port", "0"))
    assert said == f"wondertable: another table is running with the data folder {tmp_path}."


def test_port_in_use_is_reported(tmp_path):
    with closing(socket.create_server(("0.0.0.0", 0))) as other:
        port = other.getsockname()[1]
        said = read_refusal(main("table", "--data-dir", tmp_path, "--port", str(port)))
    assert said == f"wondertable: port {port} is in use by another program; --port chooses another."


def test_listen_takes_the_first_free_port():
    with closing(socket.create_server(("0.0.0.0", 0))) as other:
        taken = other.getsockname()[1]
        with early_startup.listen([taken, 0, taken]) as found:
            assert found.getsockname()[1] not in (0, taken)
        with pytest.raises(CannotStart) as no:
            early_startup.listen([taken, taken])
    one = f"port {taken} is in use by another program"
    assert str(no.value) == f"{one}, {one}; --port chooses another."


@pytest.mark.parametrize("has", [True, False], ids=["with IPv6", "without"])
def test_server_listens_on_ipv4_and_ipv6(monkeypatch, has):
    if not has:
        monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: False)
    elif not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    with early_startup.listen([0]) as found:
        port = found.getsockname()[1]
        for address in ("127.0.0.1", "::1") if has else ("127.0.0.1",):
            socket.create_connection((address, port), timeout=PATIENCE).close()


def test_installed_table_has_its_own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("WONDERTABLE_DATA", str(tmp_path))
    said = main_options("table")
    assert (said.folder, said.settings_folder) == (tmp_path, tmp_path / "settings")
    said = main_options("table", "--data-dir", str(tmp_path / "other"))
    assert (said.folder, said.settings_folder) == (tmp_path / "other", tmp_path / "other" / "settings")


def main_options(*words: str) -> Options:
    return Options.from_args(build_parser().parse_args(words))


def test_published_port_is_held_from_then_on(tmp_path, monkeypatch):
    """Otherwise another program could take the port before pages are served."""
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    told: list[int] = []

    def start(options, texts, overrides, listening, key, child, asked):
        told.append(json.loads((tmp_path / "run.json").read_text())["port"])
        with pytest.raises(OSError, match="in use"):
            socket.create_server(("0.0.0.0", told[0]))
        socket.create_connection(("127.0.0.1", told[0])).close()  # who comes waits until they are served

    monkeypatch.setattr(table_process, "run", start)
    try:
        assert early_startup.run_table(Options(tmp_path, (0,), None, None, None, screen=False), lambda: TEXTS) == 0
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    assert told


def test_data_folder_that_cannot_be_made_is_reported(tmp_path):
    (tmp_path / "file").write_text("")
    said = read_refusal(main("table", "--data-dir", tmp_path / "file" / "data", "--port", "0"))
    assert "file/data: cannot be written: Not a directory." in said


@pytest.mark.sampled(2)
@pytest.mark.parametrize("room", [0, 2000], ids=["for nothing", "for run.json alone"])
def test_full_disk_is_reported(tmp_path, room):
    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))  # bytes that fit into any file

    said = read_refusal(main("table", "--data-dir", tmp_path, "--port", "0", before=full))
    assert said.startswith("wondertable: ")
    assert str(tmp_path) in said
    assert said.endswith(".")


class Late:
    """A display that comes after so many seconds, on a clock that only sleeping moves."""

    def __init__(self, seconds: float) -> None:
        self.now, self._comes = 0.0, seconds

    def has_display(self) -> bool:
        return self.now >= self._comes

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_screen_gives_up_without_a_display(tmp_path, monkeypatch, capsys):
    late = Late(screen.DISPLAY_SECONDS + 100)
    monkeypatch.setattr(screen, "has_display", late.has_display)
    assert screen.show(tmp_path, dict, kiosk=False, size=None, clock=late.clock, sleep=late.sleep) == 2
    assert late.now == screen.DISPLAY_SECONDS
    assert capsys.readouterr().err.splitlines() == [
        "wondertable: there is no display yet; waiting 30 seconds for one.",
        "wondertable: there is no display for the table.",
    ]


def test_screen_waits_for_a_late_display(tmp_path, monkeypatch, capsys):
    late = Late(7.0)
    monkeypatch.setattr(screen, "has_display", late.has_display)
    monkeypatch.setattr("app.screen.process.start.main", lambda *args, **facts: 5)
    assert screen.show(tmp_path, dict, kiosk=False, size=None, run="r", clock=late.clock, sleep=late.sleep) == 5
    assert late.now == 7.0
    assert len(capsys.readouterr().err.splitlines()) == 1


class Shown:
    """The screen's window, which only notes how it was asked for."""

    def __init__(self, code: int = 5) -> None:
        self.code = code
        self.asked: dict[str, object] = {}

    def main(self, *args: object, **facts: object) -> int:
        self.asked = facts
        return self.code


@pytest.fixture
def window(monkeypatch) -> Shown:
    """On the console of a machine."""
    made = Shown()
    monkeypatch.setattr("app.screen.process.start.main", made.main)
    for name in (
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "SDL_VIDEODRIVER",
        CARD_VARIABLE,
        "WONDERTABLE_DISPLAY",
        "WONDERTABLE_DATA",
    ):
        monkeypatch.setenv(name, "")  # so that it is as before afterwards
        monkeypatch.delenv(name)
    return made


def set_displays(monkeypatch, *found: Display) -> None:
    for module in ("app.commands.screen", "app.host.command_options"):
        monkeypatch.setattr(f"{module}.list_usable", lambda: list(found))


PANEL, OTHER = Display("DSI-1", 2), Display("HDMI-A-1", 1)


def test_screen_uses_the_card_with_a_connected_display(tmp_path, monkeypatch, window):
    set_displays(monkeypatch, PANEL, OTHER)
    monkeypatch.setenv("WONDERTABLE_SHOWN", str(tmp_path / "shown"))
    assert screen.show(tmp_path, dict, kiosk=True, size=None, run="r") == 5
    assert (window.asked["display"], window.asked["trial"], os.environ[CARD_VARIABLE]) == (PANEL, False, "2")
    assert (tmp_path / "tried").read_text() == "2\n", "for hardware/appliance/screen"


def test_settings_choose_among_several_displays(tmp_path, monkeypatch, window, capsys):
    set_displays(monkeypatch, PANEL, OTHER)
    settings_file.save(tmp_path / "settings", Settings(display="HDMI-A-1"))
    screen.show(tmp_path, dict, kiosk=True, size=None, run="r")
    assert (window.asked["display"], os.environ[CARD_VARIABLE]) == (OTHER, "1")
    monkeypatch.delenv(CARD_VARIABLE)
    assert screen.print_display(tmp_path) == 0
    assert capsys.readouterr().out == "1 HDMI-A-1\n"


def test_chosen_display_is_tried_once(tmp_path, monkeypatch, window):
    set_displays(monkeypatch, PANEL, OTHER)
    screen.show(tmp_path, dict, kiosk=True, size=None, run="r")
    window.asked["store_display"]("HDMI-A-1")
    monkeypatch.delenv(CARD_VARIABLE)
    screen.show(tmp_path, dict, kiosk=True, size=None, run="r")
    assert (window.asked["display"], window.asked["trial"]) == (OTHER, True)
    monkeypatch.delenv(CARD_VARIABLE)
    screen.show(tmp_path, dict, kiosk=True, size=None, run="r")
    assert (window.asked["display"], window.asked["trial"]) == (PANEL, False), "whatever became of that try"


def test_chosen_card_or_desktop_session_is_respected(tmp_path, monkeypatch, window, capsys):
    set_displays(monkeypatch, PANEL, OTHER)
    monkeypatch.setenv(CARD_VARIABLE, "9")
    screen.show(tmp_path, dict, kiosk=True, size=None, run="r")
    assert (window.asked["display"], os.environ[CARD_VARIABLE]) == (None, "9")
    monkeypatch.delenv(CARD_VARIABLE)
    monkeypatch.setenv("DISPLAY", ":0")
    screen.show(tmp_path, dict, kiosk=True, size=None, run="r")
    assert (window.asked["display"], CARD_VARIABLE in os.environ) == (None, False)
    assert screen.print_display(tmp_path) == 0
    assert capsys.readouterr().out == ""


def test_display_is_known_under_own_xorg(tmp_path, monkeypatch, window):
    monkeypatch.setenv("DISPLAY", ":5")
    monkeypatch.setenv("WONDERTABLE_DISPLAY", "1 HDMI-A-1")
    screen.show(tmp_path, dict, kiosk=True, size=None, run="r")
    assert (window.asked["display"], CARD_VARIABLE in os.environ) == (OTHER, False)


def test_installed_table_waits_for_a_display_without_limit(tmp_path, monkeypatch, window, capsys):
    late = Late(100 * screen.DISPLAY_SECONDS)
    monkeypatch.setenv("WONDERTABLE_DATA", str(tmp_path))
    monkeypatch.setattr(screen, "has_display", late.has_display)
    set_displays(monkeypatch, OTHER)
    assert screen.show(None, dict, kiosk=True, size=None, run="r", clock=late.clock, sleep=late.sleep) == 5
    assert late.now >= 100 * screen.DISPLAY_SECONDS
    assert capsys.readouterr().err.splitlines() == ["wondertable: there is no display yet; waiting for one."]


def test_render_only_card_is_no_display(monkeypatch, window):
    set_displays(monkeypatch)
    assert not screen.has_display()
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")  # as the unit says
    assert not screen.has_display()
    set_displays(monkeypatch, OTHER)
    assert screen.has_display()


def test_run_json_is_replaced_atomically_and_readable_by_its_owner_only(tmp_path):
    (tmp_path / "run.json.new").write_text("left over by a kill")
    for port in (8080, 8081):
        write_run_file(tmp_path, port=port, key="k", run="r")
        found = json.loads((tmp_path / "run.json").read_text())
        assert found == {"port": port, "pid": os.getpid(), "key": "k", "run": "r"}
        assert stat.S_IMODE((tmp_path / "run.json").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_during_startup_is_stored_for_later(tmp_path, monkeypatch, name):
    """An exception in the middle of an import has ended the process with a segmentation fault, and left its screen."""
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    remembered: list[int] = []

    def start(options, texts, overrides, listening, key, child, asked):
        signal.raise_signal(name)
        remembered.extend(asked)

    monkeypatch.setattr(table_process, "run", start)
    try:
        assert early_startup.run_table(Options(tmp_path, (0,), None, None, None, screen=False), lambda: TEXTS) == 0
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    assert remembered == [name]


# ---- the screen's life --------------------------------------------------------------------------------


class Child(child.ScreenProcess):
    """A screen whose process is a line of Python."""

    def __init__(self, code: str, folder: Path, watch: Path | None = None) -> None:
        super().__init__(Options(folder, (0,), None, None, None, screen=True), "run", watch)
        self._command = [sys.executable, "-c", code, str(folder)]


class Life:
    """A watch over a screen on a clock that only sleeping moves; what it says and tells."""

    def __init__(self, screen: Child, *, display=lambda: True, lasts: float = 0.0) -> None:
        self.screen, self.now, self._display, self._lasts = screen, 0.0, display, lasts
        self.said: list[str] = []
        self.alone: list[bool] = []

    def _clock(self) -> float:
        self.now += self._lasts  # asked at each death
        return self.now

    async def _sleep(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)

    async def over(self) -> str | None:
        async with asyncio.timeout(PATIENCE):
            return await screen_watchdog.watch_screen(
                self.screen, has_display=self._display, page=lambda how: how.encode(), set_headless=self.alone.append,
                report=self.said.append, clock=self._clock, sleep=self._sleep,
            )  # fmt: skip


COUNT = "import os, sys, pathlib; at = pathlib.Path(sys.argv[1]); "
COUNT += "n = len(list(at.glob('[0-9]*'))) + 1; (at / str(n)).touch(); "
PAGE = "'--page' in sys.argv and ((at / 'page').write_text(sys.stdin.readline()), os._exit({})); "


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("page", "problem"), [("0", None), ("1", "the screen cannot show even a page of words")])
async def test_sixth_crash_within_a_minute_shows_the_plain_page(tmp_path, page, problem):
    life = Life(Child(COUNT + PAGE.format(page) + "os.abort()", tmp_path), lasts=10.0)
    over = await life.over()
    assert over is None if problem is None else over.startswith(problem)
    assert (tmp_path / "page").read_text() == "signal 6, SIGABRT\n"
    assert life.said == ["the screen stopped (signal 6, SIGABRT); it is started again."] * 5 + [
        "the screen stopped 6 times in a minute (signal 6, SIGABRT); a page is shown until it is touched."
    ]
    assert life.alone == [False, True], "phones do without a screen"
    life.screen.end()


async def test_touch_on_the_page_restarts_the_screen_once_in_plain_mode(tmp_path):
    plain = "(at / 'plain').exists() and (at / 'plain').rename(at / f'start {n}'); "
    code = COUNT + PAGE.format("3") + plain + "n < 10 and os.abort()"
    life = Life(Child(code, tmp_path))
    assert await life.over() is None
    assert life.alone == [False, True, False]
    assert [path.name for path in tmp_path.glob("start *")] == ["start 8"], "the first after the page"
    life.screen.end()


async def test_crashes_far_apart_show_no_page(tmp_path):
    code = COUNT + "n < 9 and sys.exit(1)"
    life = Life(Child(code, tmp_path), lasts=20.0)
    assert await life.over() is None
    assert life.said == ["the screen stopped (exit code 1); it is started again."] * 8
    life.screen.end()


async def test_crashed_screen_is_restarted_and_a_closed_one_is_not(tmp_path):
    life = Life(Child(COUNT + "n < 3 and os.kill(os.getpid(), 9)", tmp_path))
    assert await life.over() is None
    assert len(list(tmp_path.iterdir())) == 3
    life.screen.end()


async def test_screen_that_cannot_open_is_not_restarted(tmp_path):
    life = Life(Child(COUNT + "sys.exit(2)", tmp_path))
    assert "could not open" in (await life.over() or "")
    assert len(list(tmp_path.iterdir())) == 1


async def test_move_to_another_display_is_no_crash(tmp_path):
    life = Life(Child(COUNT + "n < 9 and sys.exit(4)", tmp_path))
    assert await life.over() is None
    assert (life.said, life.alone, len(list(tmp_path.iterdir()))) == ([], [False], 9)
    life.screen.end()


async def test_screen_waits_while_the_display_is_unplugged(tmp_path):
    looks = iter([True, False, False, False, True, True])
    life = Life(Child(COUNT + "n < 2 and sys.exit(2)", tmp_path), display=lambda: next(looks))
    assert await life.over() is None
    assert (life.alone, life.now) == ([False, True, False], 2 * screen_watchdog.POLL_SECONDS)
    life.screen.end()


async def test_exited_screen_can_be_watched_again(tmp_path):
    screen = Child("", tmp_path)
    screen.start().wait(PATIENCE)
    assert await Life(screen).over() is None, "the watch may begin again when it is over"
    screen.end()


async def test_screen_starts_when_a_display_is_connected(tmp_path):
    looks = iter([False, False, True])
    life = Life(Child(COUNT, tmp_path), display=lambda: next(looks))
    assert await life.over() is None
    assert (life.now, life.alone) == (2 * screen_watchdog.POLL_SECONDS, [False])
    life.screen.end()


@pytest.mark.parametrize(("closes", "code"), [(True, 0), (False, child.UNKNOWN_EXIT)], ids=["closed", "died"])
async def test_next_table_adopts_the_screen_of_a_dead_one(tmp_path, closes, code, monkeypatch):
    watched = tmp_path / "watch"
    watched.mkdir()
    monkeypatch.setenv(child.WATCH_VARIABLE, str(watched))
    waits = (
        "import sys; sys.stdin.read(); from app.host import screen_process as child; "
        + "child.record_closed()" * closes
    )
    first = Child(waits, tmp_path, watched)
    monkeypatch.chdir(ROOT)
    process = first.start(stdin=subprocess.PIPE)
    second = Child(waits, tmp_path, watched)
    await eventually(second.adopt)  # the system tells what a process was given a moment after it has begun
    assert second.started
    process.stdin.close()
    process.wait(PATIENCE)
    assert second.exit_code() == code
    assert not Child(waits, tmp_path, watched).adopt(), "it is gone"
    first.end()
    second.end()


def test_foreign_process_under_a_stored_pid_is_not_adopted(tmp_path):
    (tmp_path / "screen").write_text(str(os.getpid()))
    assert not Child("", tmp_path, tmp_path).adopt()


def test_screen_that_ignores_sigterm_is_killed(tmp_path, monkeypatch):
    monkeypatch.setattr("app.host.screen_process.EXIT_SECONDS", 0.0)
    screen = Child("import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.pause()", tmp_path)
    process = screen.start()
    screen.end()
    assert process.returncode in (-9, -15)


def test_screen_ignores_ctrl_c(tmp_path):
    code = "import signal, sys; sys.exit(signal.getsignal(signal.SIGINT) is not signal.SIG_IGN)"
    screen = Child(code, tmp_path)
    assert screen.start().wait(PATIENCE) == 0
    screen.end()


@pytest.mark.rotated
def test_certificates_are_loaded_only_when_needed():
    code = (
        "import ssl; before = ssl.create_default_context; from app.host import early_startup\n"
        "early_startup._import_table_process()\n"
        "import aiohttp.connector as connector; from app.host.club_http import make_tls_check\n"
        "assert 'set_default_verify_paths' not in vars(ssl.SSLContext)\n"
        "assert connector._SSL_CONTEXT_VERIFIED.verify_mode == ssl.CERT_REQUIRED\n"
        "assert make_tls_check('').verify_mode == ssl.CERT_REQUIRED\n"
        "print(*(context.cert_store_stats() == {'x509': 0, 'crl': 0, 'x509_ca': 0}\n"
        "        for context in (connector._SSL_CONTEXT_VERIFIED, connector._SSL_CONTEXT_UNVERIFIED)),\n"
        "      make_tls_check('').cert_store_stats() == before().cert_store_stats())"
    )
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["True", "True", "True"]
