"""The watch over the screen: it comes back when it dies; where it keeps dying, one plain page says what now."""

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

from app.host.screen_process import UNSEEN, ScreenProcess

DEATHS: Final = 6  # of the screen, within
STORM: Final = 60.0  # seconds: then a page of words stands there instead
RESTART: Final = 1.0  # seconds between a death and the next start
LOOK: Final = 1.0  # seconds between two looks for a display that is not there yet, or for news for the page

Sleep: TypeAlias = Callable[[float], Awaitable[object]]


async def watch(
    child: ScreenProcess,
    *,
    display: Callable[[], bool],
    page: Callable[[str], bytes],
    alone: Callable[[bool], None],
    say: Callable[[str], None],
    clock: Callable[[], float] = time.monotonic,
    sleep: Sleep = asyncio.sleep,
) -> str | None:
    """Start the screen as soon as there is a `display`, and again whenever it dies.

    Ends when it is over: None if people closed it, or what is wrong. `page` gives a line for the plain page from how
    the screen ended last; `alone` is told whether phones have to do without a screen; `say` gets a sentence of each
    death.
    """
    while not child.started:
        if display():
            child.start()
            alone(False)
        else:
            await sleep(LOOK)
    deaths: deque[float] = deque(maxlen=DEATHS)
    while True:
        match await _ended(child):
            case 0:  # people closed it
                return None
            case 2 if display():
                return "the screen could not open; the table goes on by phones."
            case 2:  # its display has gone, and may come back
                alone(True)
                while not display():
                    await sleep(LOOK)
                child.start()
                alone(False)
                continue
            case 4:  # it goes to another display, or is to be shown from its start
                child.start()
                continue
            case code:
                how = ending(code)
        deaths.append(clock())
        if len(deaths) == DEATHS and deaths[-1] - deaths[0] <= STORM:
            say(f"the screen stopped {DEATHS} times in a minute ({how}); it shows a page of words until it is touched.")
            alone(True)
            match await _page(child, partial(page, how), sleep):
                case 0:
                    return None
                case 3:  # people touched it
                    deaths.clear()
                    child.plain_next()
                    alone(False)
                case _:
                    return "the screen cannot show even a page of words; the table goes on by phones."
        else:
            say(f"the screen stopped ({how}); it is started again.")
            await sleep(RESTART)
        child.start()


def ending(code: int) -> str:
    """How a process ended, from its exit code."""
    if code == UNSEEN:
        return "nobody saw how"
    if code >= 0:
        return f"exit code {code}"
    with suppress(ValueError):
        return f"signal {-code}, {signal.Signals(-code).name}"
    return f"signal {-code}"


async def _page(child: ScreenProcess, text: Callable[[], bytes], sleep: Sleep) -> int:
    """Show a page in the screen's place, and what is new on it; its exit code."""
    process = child.start("--page", stdin=subprocess.PIPE)
    telling = asyncio.create_task(_tell(process, text, sleep))
    try:
        return await _ended(child)
    finally:
        telling.cancel()
        if process.stdin:
            with suppress(OSError):
                process.stdin.close()


async def _tell(process: "subprocess.Popen[bytes]", text: Callable[[], bytes], sleep: Sleep) -> None:
    assert process.stdin is not None
    told = b""
    with suppress(OSError):  # it has ended, which is seen elsewhere
        while True:
            now = text()
            if now != told:
                process.stdin.write(now + b"\n")
                process.stdin.flush()
                told = now
            await sleep(LOOK)


async def _ended(child: ScreenProcess) -> int:
    """Wait for the screen's end without a thread; its exit code."""
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
