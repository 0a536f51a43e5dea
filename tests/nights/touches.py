"""An hour of random touches, five fingers, on the started table: they change nothing that outlives the game.

The table, its screen and a phone are as they are at home, each a process or a socket of its own, by the clock on the
wall. `python -m tests.nights.touches` continues where it was stopped; after an hour one touch a line in *Changed today*
restores seats and settings, and it prints its figure.
"""

import asyncio
import json
import os
import shutil
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

import main as program
from app.storage.database import Store
from app.table.features.recent_changes import MERGE_SECONDS
from tests.running import ROOT, Guest, RunningTable

RESULTS_FOLDER: Final = ROOT / "build" / "nights" / "touches"
HOUR: Final = 3600.0  # seconds
SLICE: Final = 300.0  # seconds after which what was done is written down
FINGERS: Final = 5
AIMED: Final = 0.7  # of all touches: on something
PAUSES_SECONDS: Final = (0.02, 0.05, 0.1, 0.3, 1.0)  # seconds from one to the next
SIZE: Final = 800, 480
SEAT_FIELDS: Final = "by", "name", "bot", "emblem", "colour", "left", "lang", "coach", "knows"  # of a seat


# ---- the screen's process ------------------------------------------------------------------------------------


def touch_screen(folder: Path, seconds: float, seed: str) -> None:
    """Show the table of a data folder, and touch it for so long; prints how many touches that were."""
    os.environ |= {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy"}
    from app.games.game_list import readers
    from app.games.screen_registry import Screens
    from app.screen.process import start

    start.prepare(folder, kiosk=False, size=SIZE)
    control, connection, mailbox = start.connect(folder, Screens(readers(program.read_game_data())), None)
    connection.start()
    assert start.open_window()
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from kivy.core.window import Window

    from app.screen.process.window import Screen
    from benchmarks.k_finger import Touch

    class Finger(Touch):
        """A touch that is said at once."""

        def say(self, kind: str) -> None:
            self.scale_for_screen(Window.width, Window.height)
            EventLoop.post_dispatch_input(kind, self)

    screen, rng, down = Screen(control, connection, mailbox, kiosk=False), Random(seed), list[Finger]()
    ends, count = time.monotonic() + seconds, 0

    def place() -> tuple[float, float]:
        sheets = screen.surface.meshes.values()
        areas = [area for sheet in sheets for area in sheet.hit_areas if area.tap or area.hold]
        if areas and rng.random() < AIMED:
            x, y = rng.choice(areas).centre
            return x + rng.uniform(-5, 5), y + rng.uniform(-5, 5)
        return rng.uniform(0, SIZE[0] - 1), rng.uniform(0, SIZE[1] - 1)

    def touch_at_random(_: float) -> None:
        """Put down one more finger, or move or lift one that is down."""
        nonlocal count
        if time.monotonic() >= ends:
            for finger in down:
                finger.say("end")
            screen.stop()
            return
        if len(down) == FINGERS or (down and rng.random() < 0.5):
            finger = down.pop(rng.randrange(len(down)))
            if rng.random() < 0.1:
                finger.move(place())
                finger.say("update")
            finger.say("end")
        else:
            count += 1
            down.append(Finger(count, *place()))
            down[-1].say("begin")
        Clock.schedule_once(touch_at_random, rng.choice(PAUSES_SECONDS))

    Clock.schedule_once(touch_at_random, 3.0)
    screen.show()
    print(count)


# ---- what is looked at -----------------------------------------------------------------------------------------


def lasting_settings(table: dict[str, Any]) -> dict[str, Any]:
    """Return all settings that outlive the game, without stored games. Any: JSON."""
    return {
        "the PIN": table["pin"],
        "the lock": table["locked"],
        "the language": table["settings"]["lang"],
        "a phone's seat": [seat["name"] for seat in table["seats"] if seat["by"] == "phone" and seat["present"]],
    }


def settings_to_restore(table: dict[str, Any]) -> dict[str, Any]:
    """Return the seats and settings that one touch a line has to restore. Any: JSON."""
    seats = [{key: seat[key] for key in SEAT_FIELDS} for seat in table["seats"] if seat["by"] != "free"]
    return {"seats": seats, "settings": table["settings"]}


async def prepare(running: RunningTable, done: dict[str, Any]) -> None:
    """Prepare a table with a phone, a person at the screen, a bot, a finished game and a suspended one."""
    async with running.screen() as screen:
        await screen.send("set-table", welcomed=True)
        await screen.send("set-seats", count=3)
        await screen.until(lambda: len(screen.table["seats"]) == 3)
        done["key"] = await running.join(screen.ticket(1), "Ada")
        await screen.send("set-seat", seat=2, by="touch", name="Ben")
        await screen.send("set-seat", seat=3, by="bot")
        for leaves in ("end-early", "lay-aside"):
            await screen.send("start")
            await screen.until(lambda: screen.table["phase"] == "game")
            await leave_game(screen, leaves)
        await screen.until(lambda: bool(screen.table["laid_aside"]))
        done["known"] = max((line["number"] for line in screen.table["today"]), default=0)
        async with running.phone(done["key"]):
            await screen.until(lambda: bool(screen.table["seats"][0]["present"]))
            done["outlives"], done["before"] = lasting_settings(screen.table), settings_to_restore(screen.table)


async def leave_game(screen: Guest, how: str) -> None:
    """Leave the game for the lobby. Other people's seats agree if they are asked."""
    await screen.send(how, **({"sure": True} if how == "end-early" else {}))
    if screen.table["vote"]:
        for seat in list(screen.table["vote"]["open"]):
            await screen.send("vote", seat=seat, row=screen.table["vote"]["row"], yes=True)
    await screen.until(lambda: screen.table["phase"] != "game")
    if screen.table["phase"] == "over":
        await screen.send("to-lobby")
        await screen.until(lambda: screen.table["phase"] == "lobby")


def list_games(folder: Path) -> dict[str, str]:
    """Map the numbers of all games that can be continued, or were played, to their kinds."""
    store, found = Store(folder / "table.db"), {}
    for number, *_ in store.texts_with_names():
        game = store.game(number)
        if game is not None and game.state in ("running", "aside", "over"):
            found[str(number)] = game.kind
    store.close()
    return found


async def check_table(running: RunningTable, done: dict[str, Any]) -> list[str]:
    """List everything that is not as it has to be at the end of the hour."""
    wrong = []
    async with running.screen() as screen, running.phone(done["key"]):
        await screen.until(lambda: any(seat["present"] and seat["by"] == "phone" for seat in screen.table["seats"]))
        now = lasting_settings(screen.table)
        wrong += [f"{what}: {now[what]}, was {was}" for what, was in done["outlives"].items() if now[what] != was]
        if screen.table["phase"] == "game":
            await leave_game(screen, "lay-aside")
        elif screen.table["phase"] == "over":
            await screen.send("to-lobby")
        await screen.until(lambda: screen.table["phase"] == "lobby")
        lines = [line for line in screen.table["today"] if line["number"] > done["known"]]
        touches = 0
        for line in lines:
            if line["number"] in {each["number"] for each in screen.table["today"]}:
                rev = screen.rev
                await screen.send("put-back", change=line["number"])
                await screen.until(lambda rev=rev: screen.rev > rev)  # type: ignore[misc]
                touches += 1
        now = settings_to_restore(screen.table)
        wrong += [f"{what}: {now[what]}, was {was}" for what, was in done["before"].items() if now[what] != was]
        print(f"{touches} touches put back {len(lines)} lines")
    return wrong


# ---- the hour ---------------------------------------------------------------------------------------------------


async def night(hour: float) -> int:
    kept, done = RESULTS_FOLDER / "done.json", dict[str, Any](seconds=0.0, touches=0)
    if kept.exists():
        done = json.loads(kept.read_text())
    if not kept.exists() or done.get("over"):
        shutil.rmtree(RESULTS_FOLDER, ignore_errors=True)
        done = dict(seconds=0.0, touches=0)
    folder = RESULTS_FOLDER / "table"
    folder.mkdir(parents=True, exist_ok=True)
    running = await RunningTable(folder, "table", "--host-address", "127.0.0.1").ready()
    try:
        if "key" not in done:
            await prepare(running, done)
            running.end()
            done["games"] = list_games(folder)
            await asyncio.sleep(MERGE_SECONDS + 1)  # what follows has lines of its own
            running = await RunningTable(folder, "table", "--host-address", "127.0.0.1").ready()
        async with running.phone(done["key"]):
            while done["seconds"] < hour:
                seconds = min(SLICE, hour - done["seconds"])
                child = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "tests.nights.touches", "--screen"),
                    *(str(folder), str(seconds), f"touches {done['seconds']}"),
                    cwd=ROOT,
                    stdout=asyncio.subprocess.PIPE,
                )
                try:
                    said, _ = await child.communicate()
                finally:
                    with suppress(ProcessLookupError):
                        child.kill()
                if child.returncode or running.process.poll() is not None:
                    print(f"after {done['seconds']:.0f} s the screen or the table ended by itself")
                    return 1
                done["seconds"] += seconds
                done["touches"] += int(said.split()[-1])
                kept.write_text(json.dumps(done))
        wrong = await check_table(running, done)
    finally:
        running.end()
    wrong += [f"game {game} is gone" for game in done["games"] if game not in list_games(folder)]
    done["over"] = True
    kept.write_text(json.dumps(done))
    print(*wrong, sep="\n")
    print(f"{done['seconds']:.0f} s of touches, {done['touches']} of them: {len(wrong)} things not as they were")
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--screen"]:
        touch_screen(Path(sys.argv[2]), float(sys.argv[3]), sys.argv[4])
    else:
        sys.exit(asyncio.run(night(float(sys.argv[1]) if sys.argv[1:] else HOUR)))
