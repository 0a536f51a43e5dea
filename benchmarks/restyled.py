"""Style recalculations and layouts of two phones' browsers in a game of Duel: `python -m benchmarks.restyled`.

Prints how often styles were recalculated, how often for most of a page, for how many elements in total, and the number
of layouts. The game has a fixed seed; the number of frames depends on the speed of the browser.
"""

import asyncio
import json
import random
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from app.protocol.game_lifecycle_messages import SetGame
from benchmarks.games import DATA
from engine.architects.game_facade import Architects
from tests.app.browser.conftest import Evening, chromium, living
from tests.app.browser.phones import PHONE, SMALL, Phone
from tests.duel_cities import duel

FEW_ELEMENTS: Final = 500  # elements; a page in a game has 1,000 to 2,000


async def traced() -> list[dict[str, Any]]:
    """Trace Chromium on two phones while the game is played."""
    rng = random.Random(6)
    shelf = {"architects": Architects((DATA / "architects.toml").read_bytes()), "duel": duel()}
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as folder:
        evening = Evening(Path(folder), (DATA / "architects.toml").read_bytes(), shelf=shelf, seed="duel")
        async with chromium() as browser, living(evening) as table:
            table.send(SetGame, game="duel")
            table.sit("Nora", "Maximiliana", lang="en")
            phones = []
            for key, size in zip(table.keys.values(), (PHONE, SMALL), strict=True):
                phone = await Phone.take(browser, size)
                await phone.page.goto(f"{table.base}/seat/{key}")
                phones.append(await phone.live())
            await browser.start_tracing(categories=["devtools.timeline"])
            table.start()
            while table.phase() == "game":
                asked = table.asked()
                await phones[asked.seat - 1].asked(asked.number)
                table.act(rng.choice([text for text in asked.legal if "discard" not in text] or asked.legal))
            await phones[0].page.wait_for_selector('#ended [data-do="rematch"]')
            found: list[dict[str, Any]] = json.loads(await browser.stop_tracing())["traceEvents"]
            return found


def format_counts(events: Iterable[dict[str, Any]]) -> str:
    """Return the sentence with the counts of a trace."""
    whole = [event for event in events if event["ph"] == "X"]
    looked = [event["args"].get("elementCount", 0) for event in whole if event["name"] == "UpdateLayoutTree"]
    laid = sum(event["name"] == "Layout" for event in whole)
    many = sum(count > FEW_ELEMENTS for count in looked)
    of_many = f"{many} of more than {FEW_ELEMENTS} elements"
    return f"style: {len(looked)} times, {of_many}, {sum(looked)} elements; laid out: {laid}"


if __name__ == "__main__":
    print(format_counts(asyncio.run(traced())))
