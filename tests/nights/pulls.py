"""Power cuts of virtual machines with an image of the table, during a start or while people play.

`python -m tests.nights.pulls` cuts a PC ten times and an arm64 machine twice, and continues where it was stopped;
`pulls uefi-3` repeats the fourth cut of the PC. After each the table starts by itself with its game, and everything
is there that people were told of.
"""

import json
import sys
import time
from contextlib import suppress
from random import Random
from typing import Any, Final

from tests.appliance import image
from tests.appliance.machine import AT_THE_TABLE
from tests.appliance.places import DATA, asks
from tests.running import ROOT

RESULTS_PATH: Final = ROOT / "build" / "nights" / "pulls.json"
PULLS: Final = tuple(f"{way}-{number}" for way, times in (("uefi", 10), ("arm", 2)) for number in range(times))
START: Final = (1.0, 120.0)  # seconds after it was switched on: all of an emulated start
PLAY: Final = (20.0, 80.0)  # … after somebody began to play
COUNT_ROWS_SQL: Final = "SELECT count(*) FROM rows WHERE seat >= 0 AND undone = 0"


def pull_plug(word: str) -> dict[str, Any]:
    """Cut the power of a new machine with a running game once. Return the observations."""
    way, _, number = word.partition("-")
    rng = Random(int(number))
    made = image.Started(image.made(image.WAYS[way].kind), way)
    try:
        image.is_well(made)
        made.at_the_table("welcome")
        game = made.at_the_table("begin")
        while_playing = int(number) % 2 == 0
        seconds = rng.uniform(*(PLAY if while_playing else START))
        told = 0
        if while_playing:
            told = made.hears(seconds, AT_THE_TABLE, DATA, "play").count("answered")
            made.pull()
        else:
            made.pull()
            made.briefly(seconds)
        began = time.monotonic()
        made.again()
        image.is_well(made)
        found = {
            "when": "play" if while_playing else "start", "after": round(seconds, 1),
            "well": round(time.monotonic() - began), "same": made.at_the_table("tell") == game,
            "told": told, "stored": int(made.run(f'python3 -c "{asks(COUNT_ROWS_SQL)}"').strip("(,)")),
        }  # fmt: skip
    finally:
        made.end()
    return found


def is_intact(seen: dict[str, Any]) -> bool:
    return bool(seen["same"] and seen["stored"] >= seen["told"])


def main(words: list[str]) -> int:
    kept: dict[str, Any] = json.loads(RESULTS_PATH.read_text()) if RESULTS_PATH.exists() else {}
    if not set(words) <= set(PULLS):
        print(f"there are the pulls {', '.join(PULLS)}")
        return 2
    if not words and kept.keys() >= set(PULLS):
        kept = {}
    for word in words or [word for word in PULLS if word not in kept]:
        if why := image.missing(image.WAYS[word.partition("-")[0]].kind):
            print(f"no plug can be pulled here: {why}")
            return 2
        kept[word] = pull_plug(word)
        print(word, *(f"{name} {value}" for name, value in kept[word].items()), flush=True)
        RESULTS_PATH.parent.mkdir(parents=True, exist_ok=True)
        RESULTS_PATH.write_text(json.dumps(kept))
    held = [is_intact(seen) for seen in kept.values()]
    print(f"pulls: {len(held)}, of which {held.count(True)} cost nothing")
    return 0 if all(held) else 1


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main(sys.argv[1:]))
