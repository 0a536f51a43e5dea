"""An evening as a value: its people, and step by step actions and faults. It is built from a seed and stored as JSON.

A step is relative to what a device offers (its third legal action; undo what can be undone), so it stays valid when
other steps are removed.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

GAMES: Final = ("architects", "duel", "seven-wonders")
MODES: Final = ("play", "track", "tally")
SEATS: Final = {"architects": (2, 2, 3, 3, 4, 5, 7), "duel": (2,), "seven-wonders": (3, 3, 3, 4, 5, 7)}
HOWS: Final = ("json", "json", "json", "page", "page", "touch", "touch", "bot")
STORIES: Final = Path(__file__).parent / "stories"

# What may happen, and how often of a thousand steps; the first are people's.
PEOPLE: Final = {
    "act": 640,
    "press": 40,
    "undo": 40,
    "own": 25,
    "vote": 50,
    "ahead": 10,
    "horn": 5,
    "rename": 8,
    "plan": 8,
    "skip": 15,
    "marker": 15,
    "tab": 15,
    "again": 25,
    "stale": 8,
    "nonsense": 6,
    "correct": 30,
    "set-up": 20,
    "house": 6,
    "handled": 10,
    "aside": 2,
    "resume": 8,
    "discard": 2,
    "lock": 4,
    "early": 1,
    "setting": 6,
    "give": 6,
    "leave": 2,
    "sit": 12,
    "other-phone": 6,
}
FAULTS: Final = {
    "tear": 18,
    "dark": 12,
    "hold": 10,
    "reload": 8,
    "kill": 9,
    "cut": 9,
    "die-writing": 14,
    "cut-writing": 14,
    "full": 4,
    "full-start": 4,
    "room": 6,
    "slow": 4,
    "fail": 5,
    "clock": 6,
}
QUIET_RATES: Final = {"quiet": 25}

# What happens in the same moment in a coinciding evening, joined by a +, beside pairs drawn from all of the above.
COINCIDING: Final = (
    *("cut+full-start", "stay-full+cut-writing", "full+cut-writing", "full+die-writing", "full+cut", "full+fail"),
    *("clock+lost", "clock+lost+kill", "clock+cut", "clock+cut-writing", "lost+undo", "lost+vote", "lost+cut-writing"),
    *("thinker-dies+undo", "undo+thinker-dies", "thinker-dies+correct", "thinker-dies+aside", "thinker-dies+give"),
    *("thinker-dies+full", "thinker-dies+die-writing", "thinker-dies+fail", "slow+undo+kill", "fail+undo+cut"),
)
STEPS_BETWEEN_COINCIDENCES: Final = 9  # steps between two of those, on average


class Step(msgspec.Struct, frozen=True, array_like=True):
    """A step: after `wait` seconds, device `who` of those that can does `what`; `n` picks one of its possibilities."""

    wait: float
    who: int
    what: str
    n: int = 0


class Story(msgspec.Struct, frozen=True):
    """`people`: how each seat is played. `seed`: of chance, the network and the disk. `thinks`: bots have a thinker."""

    seed: str
    game: str
    mode: str
    people: tuple[str, ...]
    screen: bool
    variant: int
    steps: tuple[Step, ...]
    thinks: bool = False

    def json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=0).replace(b",\n", b", ").replace(b"[\n", b"[")


def read(path: Path) -> Story:
    return msgspec.json.decode(path.read_bytes(), type=Story)


def build_story(seed: int) -> Story:
    """Build the story of a seed. Seeds take turns in all games and modes."""
    rng = Random(f"evening {seed}")
    game, mode = GAMES[seed % 3], MODES[seed // 3 % 3]
    screen = rng.random() < 0.85
    hows = [how for how in HOWS if (screen or how != "touch") and (mode == "play" or how != "bot")]
    people = [rng.choice(hows) for _ in range(rng.choice(SEATS[game]))]
    if not {"json", "page"} & set(people):
        people[0] = "json"
    faults = rng.random() < 0.85
    rates = {**PEOPLE, **QUIET_RATES, **(FAULTS if faults else {})}
    kinds, weights = [*rates], [*rates.values()]
    steps = [
        Step(round(rng.expovariate(1 / 0.9), 2), rng.randrange(60), rng.choices(kinds, weights)[0], rng.randrange(2520))
        for _ in range(rng.randint(60, 260))
    ]
    return Story(str(seed), game, mode, tuple(people), screen, rng.randrange(1000), tuple(steps))


def coinciding(seed: int) -> Story:
    """Build the story of a seed with extra steps of two or three actions at the same moment."""
    story, rng = build_story(seed), Random(f"coinciding {seed}")
    steps = list[Step]()
    for step in story.steps:
        steps.append(step)
        if rng.random() < 1 / STEPS_BETWEEN_COINCIDENCES:
            any_two = f"{rng.choice([*FAULTS, 'lost'])}+{rng.choice([*FAULTS, *PEOPLE])}"
            what = rng.choice(COINCIDING) if rng.random() < 0.6 else any_two
            steps.append(Step(round(rng.expovariate(1 / 0.9), 2), rng.randrange(60), what, rng.randrange(2520)))
    return _replace_fields(story, steps=tuple(steps), thinks=story.mode == "play" and rng.random() < 0.6)


def overlapping(seed: int) -> Story:
    """Build the story of a seed in which most steps happen at the same moment, often while the disk is slow."""
    story, rng = build_story(seed), Random(f"overlapping {seed}")
    steps = list[Step]()
    for step in story.steps:
        if rng.random() < 0.1:
            steps.append(Step(0.0, 0, rng.choice(("slow", "room")), rng.randrange(2520)))
        steps.append(msgspec.structs.replace(step, wait=0.0) if rng.random() < 0.7 else step)
    return _replace_fields(story, steps=tuple(steps))


# ---- the shortest story that still fails ---------------------------------------------------------------------


def shrunk(story: Story, fails: Callable[[Story], bool], tries: int = 400) -> Story:
    """Shrink a story while it fails in the same way: drop faults first, then people's steps, then waits.

    Delta debugging: parts are removed, large ones first, as long as the story fails without them.
    """
    left = [tries]

    def try_(other: Story) -> bool:
        if left[0] <= 0:
            return False
        left[0] -= 1
        return fails(other)

    def drop_steps(story: Story, may_go: Callable[[Step], bool]) -> Story:
        size = max(1, sum(map(may_go, story.steps)) // 2)
        while size:
            at = 0
            while True:
                goes = [n for n, step in enumerate(story.steps) if may_go(step)][at : at + size]
                if not goes:
                    break
                gone = set(goes)
                other = _replace_fields(story, steps=tuple(step for n, step in enumerate(story.steps) if n not in gone))
                if try_(other):
                    story = other
                else:
                    at += size
            size //= 2
        return story

    end = len(story.steps)
    while end > 1:  # what comes after the failure
        other = _replace_fields(story, steps=story.steps[: end // 2])
        if not try_(other):
            break
        story, end = other, end // 2
    story = drop_steps(story, lambda step: step.what in FAULTS or "+" in step.what or step.what.startswith("club-"))
    story = drop_steps(story, lambda step: True)
    calm = _replace_fields(story, steps=tuple(msgspec.structs.replace(step, wait=1.0) for step in story.steps))
    return calm if try_(calm) else story


def _replace_fields(story: Story, **fields: Any) -> Story:
    return msgspec.structs.replace(story, **fields)
