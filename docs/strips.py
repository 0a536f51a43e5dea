"""Makes a strip of frames of each ceremony on the screen: `.venv/bin/python -m docs.strips FOLDER [WxH]`.

It shows animations frame by frame, on a simulated clock. Needs what `./setup.sh test` installs.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
from PIL import Image

import tests.app.screen  # noqa: F401  # first: Kivy reads no command line then
from app.protocol.ceremony_durations import SHIELDS_SECONDS
from app.protocol.log_messages import Line
from app.protocol.play_messages import Opening
from app.screen.events import on_tick
from engine.architects import actions as architects
from engine.duel import actions as duel
from engine.game import CHANCE, Rng
from engine.seven_wonders import actions as seven
from tests.app.screen import duels, sevens, stage
from tests.app.screen.shown import Shown

FRAMES: Final = (0.02, 0.1, 0.2, 0.32, 0.5, 0.8, 1.1, 1.5)  # seconds after it has begun
COLUMNS: Final = 4
WIDE: Final = 480  # pixels, of a frame in a strip
Room = Any  # a room of tests/app/screen
Then = Callable[[], object]  # what lets something happen
Thens = tuple[tuple[float, Then], ...]  # each so many seconds after the first


def ceremonies() -> Iterator[tuple[str, Room, Thens]]:
    """Yield each ceremony: its name, a table before it, and the calls that start and continue it."""
    for seats in (4, 7):
        stage_built = architects.StageBuilt(seat=2, wonder="babylon", stage=1, points=3, paid=())
        yield f"architects-stage-{seats}", *_show_events(stage.view(seats, active=2), stage_built)
    card = architects.CardTaken(seat=1, stack="1", card="red-1", by="take")
    yield "architects-card", *_show_events(stage.view(4, active=2), card, architects.TurnBegan(seat=2, turn=13))
    for name, event in (
        ("cat", architects.CatMoved(seat=1, before=3)),
        ("token", architects.TokenTaken(seat=3, token="tactics", hidden=False, spent=())),
    ):
        yield f"architects-{name}", *_show_events(stage.view(4, active=2), event)
    yield "architects-conflict", *_show_conflict((2, 4, 1, 3), (0, 2, 0, 0))
    medals = stage.with_medals(stage.view(4, active=2))
    yield "architects-medal", *_show_events(medals, architects.MedalTaken(seat=2, medal="three-grey", gap="1"))
    yield "duel-wonder", *_show_duel(lambda event: isinstance(event, duel.WonderBuilt))
    yield "duel-again", *_show_duel(lambda event: isinstance(event, duel.TurnBegan) and event.again)
    yield "duel-age", *_show_duel(lambda event: isinstance(event, duel.AgeBegan) and event.age == 2)
    yield "duel-token", *_show_duel(lambda event: isinstance(event, duel.TokenTaken))
    yield "seven-stage", *_show_seven_wonders(lambda event: isinstance(event, seven.StageBuilt))
    yield "seven-sold", *_show_seven_wonders(lambda event: isinstance(event, seven.CardSold))
    yield "seven-turn", *_show_seven_wonders(lambda event: isinstance(event, seven.HandsPassed))
    yield "seven-age", *_show_seven_wonders(lambda event: isinstance(event, seven.HandDealt))
    yield "arrival", *_show_arrival()
    opening = {"opening": Opening("turning", 3)}
    before = stage.Room().hear(stage.table(4, opening=Opening("wonders", 3)), stage.view(4, active=3), ())
    yield "opening", before, _at_once(lambda: before.hear(stage.table(4, **opening), stage.view(4, active=3), ()))


def _show_arrival() -> tuple[Room, Thens]:
    there = stage.seats(4)
    free = msgspec.structs.replace(there[1], by="free", name=None, wonder=None)
    room = stage.Room().hear(stage.table(4, "lobby", seats=(there[0], free, *there[2:])), the_codes=stage.codes())
    return room, _at_once(partial(room.hear, stage.table(4, "lobby", seats=there)))


def _at_once(then: Then) -> Thens:
    return ((0.0, then),)


def _show_events(view: Any, *events: object) -> tuple[Room, Thens]:
    """Make a table of Architects, on which these events happen."""
    seats, question = len(view.seats), stage.question(2, "take left", "take right")
    room = stage.Room().hear(stage.table(seats), view, question)
    return room, _at_once(lambda: room.hear(stage.table(seats), view, question, _news(events)))


def _show_conflict(shields: tuple[int, ...], won: tuple[int, ...]) -> tuple[Room, Thens]:
    """Make a conflict: shields are compared, then its result is shown."""
    seats, question = len(shields), stage.question(2, "take left", "take right")
    before, after = stage.view(seats, active=2), stage.view(seats, active=2)
    news = _news((architects.ConflictFought(shields=shields, won=won, discarded=((),) * seats),))
    room = stage.Room().hear(stage.table(seats), before, question)
    meet = partial(room.hear, stage.table(seats, fought=news[0].number), after, question, news)
    return room, ((0.0, meet), (SHIELDS_SECONDS, partial(room.hear, stage.table(seats), after, question)))


def _news(events: Iterable[object]) -> tuple[Line, ...]:
    return tuple(
        Line(number=n, row=n, event=msgspec.Raw(msgspec.json.encode(event))) for n, event in enumerate(events, start=1)
    )


def _show_duel(wanted: Callable[[Any], bool]) -> tuple[Room, Thens]:
    """Find a position of a random game of Duel just before a wanted event, and the action that causes it."""
    before, news, after = next(found for seed in duels.SEEDS for found in _find_positions(duels.states(seed), wanted))
    room, asked = duels.room(before), duels.question(after, 99)
    return room, _at_once(lambda: room.hear(duels.table(), after.view(None), asked, news, stage.codes()))


def _show_seven_wonders(wanted: Callable[[Any], bool]) -> tuple[Room, Thens]:
    """Find such a position of 7 Wonders."""
    before, news, after = next(
        found for seed in sevens.SEEDS for found in _find_positions(sevens.states(4, seed), wanted)
    )
    room = sevens.room(before)
    return room, _at_once(lambda: room.show(after, news=news))


def _find_positions(states: Iterable[Any], wanted: Callable[[Any], bool]) -> Iterator[Any]:
    """Yield positions before a wanted event, with its log lines and the next position."""
    for before in states:
        for action in before.legal(before.to_act[-1]) if before.to_act else ():
            rng, state = Rng(1), before.copy()
            events = list[Any]()
            tell = partial(_collect, events)
            state.apply(before.to_act[-1], action, tell)
            while state.to_act and state.to_act[0] == CHANCE:
                state.apply(CHANCE, state.deal(rng), tell)
            if any(map(wanted, events)):
                yield before, _news(events), state


def _collect(events: list[object], event: object, audience: object) -> None:
    if audience is None:
        events.append(event)


def strip(room: Room, thens: Thens, size: tuple[int, int]) -> list[Image.Image]:
    """Draw the frames of a ceremony."""
    shown = Shown(room, size)
    shown.now = began = room.now
    shown.still()
    frames, due = [], list(thens)
    for after in FRAMES:
        while due and due[0][0] <= after:
            seconds, then = due.pop(0)
            shown.now = room.now = began + seconds
            on_tick.tick(room.control, room.now)
            then()
        shown.now = room.now = began + after
        on_tick.tick(room.control, room.now)
        frames.append(shown.picture())
    return frames


def arrange(frames: Sequence[Image.Image], across: int, wide: int) -> Image.Image:
    """Arrange frames in a grid, `across` in a row, each `wide` pixels."""
    high = wide * frames[0].height // frames[0].width
    strip = Image.new("RGB", (across * (wide + 6), -(-len(frames) // across) * (high + 6)), "white")
    for nth, frame in enumerate(frames):
        small = frame.resize((wide, high), Image.Resampling.LANCZOS)
        strip.paste(small, (nth % across * (wide + 6), nth // across * (high + 6)))
    return strip


def main(folder: Path, size: tuple[int, int]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, room, thens in ceremonies():
        arrange(strip(room, thens, size), COLUMNS, WIDE).save(folder / f"{name}.png")


if __name__ == "__main__":
    width, height = map(int, (sys.argv[2:] or ["1280x720"])[0].split("x"))
    main(Path(sys.argv[1]), (width, height))
