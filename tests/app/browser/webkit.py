"""A page in WebKit, the engine of every iPhone: WebKitGTK without anything around it, driven by its own WebDriver.

It is Debian's, so it knows no iPhone's keyboard, bars or notch; what it shares with one is how it lays pages out, runs
them and keeps a connection.
"""

import json
import os
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError, URLError

from tests.app.browser.phones import PATIENCE
from tests.running import free_port

DRIVER: Final = "WebKitWebDriver"
PYTHON: Final = "/usr/bin/python3"  # Debian's own has its bindings
IMPORT_CHECK: Final = "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2"
LACKS: Final = (
    "no WebKit on this machine; apt-get install webkit2gtk-driver gir1.2-webkit2-4.1 gir1.2-gtk-3.0 python3-gi xvfb"
)
ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"  # W3C WebDriver, 12: what an element is called
# A window as large as asked for, with a page in it and no bars; what a page complains of goes to a file.
WINDOW: Final = f"""#!{PYTHON}
import sys
import gi
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2
wide, high = map(int, sys.argv[1].split("x"))
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
def page(session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    view.get_settings().set_enable_write_console_messages_to_stdout(True)
    window = Gtk.Window(type=Gtk.WindowType.POPUP)
    window.set_default_size(wide, high)
    window.add(view)
    window.show_all()
    return view
def started(context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("page")
    session.set_application_info(info)
    session.connect("create-web-view", page)
context.connect("automation-started", started)
Gtk.main()
"""


def lacks() -> str:
    """Return why there can be no WebKit page here, or an empty text if there can."""
    tools = shutil.which(DRIVER) and shutil.which("Xvfb")
    if not tools or subprocess.run([PYTHON, "-c", IMPORT_CHECK], check=False, stderr=subprocess.DEVNULL).returncode:
        return LACKS
    return ""


class Page:
    """A page in WebKit, driven over WebDriver. Each call blocks until it is done, so call it in a thread."""

    def __init__(self, base: str, said: Path) -> None:
        self._base, self._said = base, said

    def _call(self, way: str, **more: Any) -> Any:
        data = json.dumps(more).encode()
        asks = urllib.request.Request(self._base + way, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(asks, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            raise AssertionError(f"{way} {more}: {error.read().decode()}") from None

    def begin(self, window: Path, size: str) -> None:
        """Open the window, once the driver listens."""
        ends = time.monotonic() + PATIENCE
        while not self._listens():
            assert time.monotonic() < ends, self._said.read_text()
            time.sleep(0.05)
        options = {"binary": str(window), "args": [size]}
        wants = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._base += "/session/" + self._call("/session", **wants)["sessionId"]

    def _listens(self) -> bool:
        with suppress(URLError), urllib.request.urlopen(f"{self._base}/status", timeout=PATIENCE):
            return True
        return False

    def go(self, address: str) -> None:
        self._call("/url", url=address)

    def run(self, script: str, *args: Any) -> Any:
        """Return the result of a JavaScript function."""
        return self._call("/execute/sync", script=f"return ({script})(...arguments)", args=args)

    def wait_until(self, script: str, *args: Any) -> Any:
        """Wait until it is true."""
        ends = time.monotonic() + PATIENCE
        while not (found := self.run(script, *args)):
            assert time.monotonic() < ends, f"never: {script} {args}"
            time.sleep(0.05)
        return found

    def is_drawn(self, css: str) -> bool:
        """Check that an element with this selector is drawn."""
        return bool(
            self.run("(css) => [...document.querySelectorAll(css)].some((one) => one.getClientRects().length)", css)
        )

    def tap(self, css: str) -> None:
        """Touch the first that is drawn, in its middle."""
        found = self.run(
            """(css) => {
              const node = [...document.querySelectorAll(css)].find((one) => one.getClientRects().length);
              node?.scrollIntoView({ block: "center" });
              return node ?? null;
            }""",
            css,
        )
        assert found, f"not drawn: {css}"
        self._call(f"/element/{found[ELEMENT]}/click")

    def type(self, css: str, text: str) -> None:
        found = self.run("(css) => document.querySelector(css)", css)
        self._call(f"/element/{found[ELEMENT]}/value", text=text)

    def complaints(self) -> list[str]:
        """List what pages have written to the console."""
        return [line for line in self._said.read_text().splitlines() if line.startswith("CONSOLE")]


@contextmanager
def page_of(folder: Path, size: str) -> Iterator[Page]:
    """Open a page in a window of this size, such as 390x780, on a virtual display of its own."""
    window, said, shown = folder / "window", folder / "said", folder / "display"
    window.write_text(WINDOW)
    window.chmod(0o755)
    with shown.open("wb") as number, said.open("wb") as output:
        display = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", f"{size}x24", "-noreset"], stdout=number, stderr=output
        )
        driver: subprocess.Popen[bytes] | None = None
        try:
            while not shown.read_text().strip():
                assert display.poll() is None, said.read_text()
                time.sleep(0.05)
            surroundings = {
                **os.environ,
                "DISPLAY": f":{shown.read_text().strip()}",
                "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # nobody else's pages, and tests may run as root
                "XDG_CACHE_HOME": str(folder),
            }
            port = free_port()
            driver = subprocess.Popen(
                [DRIVER, f"--port={port}"], stdout=output, stderr=output, env=surroundings, start_new_session=True
            )
            page = Page(f"http://127.0.0.1:{port}", said)
            page.begin(window, size)
            yield page
        finally:
            if driver is not None:
                with suppress(ProcessLookupError):
                    os.killpg(driver.pid, 15)
                driver.wait()
            display.terminate()
            display.wait()
