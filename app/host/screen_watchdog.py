"""The watchdog of the screen: restarts it when it dies, and shows a plain page of text if it keeps dying."""

import asyncio
import os
import signal
import subprocess
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final, TypeAlias

from app.host.screen_process import UNKNOWN_EXIT, ScreenProcess

MAX_DEATHS: Final = 6  # within DEATH_WINDOW_SECONDS, after which a page of text is shown
DEATH_WINDOW_SECONDS: Final = 60.0
RESTART_SECONDS: Final = 1.0  # between a death and the next start
POLL_SECONDS: Final = 1.0  # for a missing display, or for changes of the page

Sleep: TypeAlias = Callable[[float], Awaitable[object]]


async def watch_screen(
    child: ScreenProcess,
    *,
    has_display: Callable[[], bool],
    page: Callable[[str], bytes],
    set_headless: Callable[[bool], None],
    report: Callable[[str], None],
    clock: Callable[[], float] = time.monotonic,
    sleep: Sleep = asyncio.sleep,
) -> str | None:
    """Start the screen as soon as there is a display, and restart it whenever it dies.

    Return None if people closed it, or an error message. `page` returns the message for the plain page, given how the
    screen ended; `set_headless` is called with True while only phones work; `report` gets a sentence about each death.
    """

    async def start_with_display() -> None:
        while not has_display():
            await sleep(POLL_SECONDS)
        child.start()
        set_headless(False)

    if not child.started:
        await start_with_display()
    deaths: deque[float] = deque(maxlen=MAX_DEATHS)
    while True:
        match await _wait_for_exit(child):
            case 0:  # people closed it
                return None
            case 2 if has_display():
                return "the screen could not open; the table goes on by phones."
            case 2:  # its display was disconnected, and may come back
                set_headless(True)
                await start_with_display()
                continue
            case 4:  # it moves to another display, restarts with its intro, or had missed a table that was stopped
                child.start()
                continue
            case code:
                how = describe_exit(code)
        deaths.append(clock())
        if len(deaths) < MAX_DEATHS or deaths[-1] - deaths[0] > DEATH_WINDOW_SECONDS:
            report(f"the screen stopped ({how}); it is started again.")
            await sleep(RESTART_SECONDS)
            child.start()
            continue
        report(f"the screen stopped {MAX_DEATHS} times in a minute ({how}); a page is shown until it is touched.")
        set_headless(True)
        match await _show_page(child, partial(page, how), sleep):
            case 0:
                return None
            case 3:  # people touched it
                deaths.clear()
                child.request_plain_settings()
                set_headless(False)
                child.start()
            case _:
                return "the screen cannot show even a page of words; the table goes on by phones."


def describe_exit(code: int) -> str:
    """Describe how a process ended, from its exit code."""
    if code == UNKNOWN_EXIT:
        return "nobody saw how"
    if code >= 0:
        return f"exit code {code}"
    with suppress(ValueError):
        return f"signal {-code}, {signal.Signals(-code).name}"
    return f"signal {-code}"


async def _show_page(child: ScreenProcess, text: Callable[[], bytes], sleep: Sleep) -> int:
    """Show a page of text instead of the screen and keep it up to date. Return its exit code."""
    process = child.start("--page", stdin=subprocess.PIPE)
    sending = asyncio.create_task(_send_pages(process, text, sleep))
    try:
        return await _wait_for_exit(child)
    finally:
        sending.cancel()
        if process.stdin:
            with suppress(OSError):
                process.stdin.close()


async def _send_pages(process: "subprocess.Popen[bytes]", text: Callable[[], bytes], sleep: Sleep) -> None:
    assert process.stdin is not None
    sent = b""
    with suppress(OSError):  # the process has ended, which the caller notices
        while True:
            now = text()
            if now != sent:
                process.stdin.write(now + b"\n")
                process.stdin.flush()
                sent = now
            await sleep(POLL_SECONDS)


async def _wait_for_exit(child: ScreenProcess) -> int:
    """Wait for the screen to end, without a thread. Return its exit code."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    assert child.handle is not None
    handle = os.dup(child.handle)
    try:
        loop.add_reader(handle, ended.set)
        await ended.wait()
    finally:
        loop.remove_reader(handle)
        os.close(handle)
    return child.exit_code()
