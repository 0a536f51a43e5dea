"""Makes the pictures of what the table explains: `.venv/bin/python -m docs.taught [NAME …]`.

A lesson, a hint, a reason, a review and a list of the box, on the screen and on a phone. They lie in
docs/pictures/taught. Needs what `./setup.sh test` installs.
"""

import asyncio
import sys
from pathlib import Path
from typing import Final

from docs.illustrated import USUAL, phone, state

HERE: Final = Path(__file__).parent / "pictures" / "taught"
STATES: Final = {  # family, state, seats
    "lesson": ("architects", "guided", 4),
    "lesson-duel": ("taught", "duel", 2),
    "lesson-seven": ("taught", "seven", 4),
    "hint": ("taught", "hint", 4),
    "why": ("taught", "why", 4),
    "review": ("taught", "review", 4),
    "moment": ("taught", "review moment", 4),
    "box": ("taught", "box", 4),
}
PHONES: Final = {  # state, seats
    "phone-lesson": ("taught", 4),
    "phone-lesson-duel": ("taught duel", 2),
    "phone-lesson-seven": ("taught 7 wonders", 4),
    "phone-hint": ("hint", 4),
    "phone-why": ("why", 4),
    "phone-review": ("review", 4),
    "phone-box": ("box", 4),
}
PHONE: Final = "390x664"


def main(only: list[str]) -> None:
    HERE.mkdir(parents=True, exist_ok=True)
    for name in only or (*STATES, *PHONES):
        if name in STATES:
            found = state(*STATES[name], USUAL, bright=False)
        else:
            found = asyncio.run(phone(*PHONES[name], bright=False, size=PHONE))
        found.save(HERE / f"{name}.webp", quality=88)


if __name__ == "__main__":
    main(sys.argv[1:])
