"""What just happened, read from the log: the newest action, what each seat did in the newest turn, all since a turn."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final

import msgspec

from app.protocol import messages, news
from app.screen.state.model import Model, event_of
from app.screen.state.scene import Scene
from app.shown.play import hint
from app.text import table as table_words
from app.text.game import LogWords
from app.text.last_round import since
from engine.agreements import WonderCorrected

# Kinds of the table's own news that tell what happened in the game after all.
BACK: Final = frozenset(
    str(kind.__struct_config__.tag)
    for kind in (news.Undone, news.PutRight, news.SetupPutRight, news.TurnsMoved, news.GameBrokenOff, WonderCorrected)
)


class _Event(msgspec.Struct, frozen=True):
    """What every event has."""

    type: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class NewsLine:
    """A line of the log, as news. `seat`: whom it is about; 0: nobody, or all."""

    line: messages.Line
    kind: str
    seat: int
    dull: bool
    decided: int  # the seat whose decision it tells; 0: none

    @property
    def undone(self) -> bool:
        return self.line.undone

    @property
    def back(self) -> bool:
        """It tells that something did not happen, or otherwise."""
        return not self.line.row and self.kind in BACK


@dataclass(slots=True)
class LogChanges:
    """What some lines of the log changed: at each seat whatever is drawn there."""

    told: tuple[NewsLine, ...] = ()
    seats: dict[int, set[str]] = field(default_factory=dict)

    def at(self, seat: int, *what: str) -> None:
        self.seats.setdefault(seat, set()).update(what)

    def of(self, seat: int) -> frozenset[str]:
        """What changed at a seat."""
        return frozenset(self.seats.get(seat, ()))


def told(model: Model, say: LogWords) -> Iterator[NewsLine]:
    """The lines that stand and are written out, the newest first."""
    for number in sorted(model.lines, reverse=True):
        line = model.lines[number]
        event = msgspec.json.decode(line.event, type=_Event)
        if line.undone or (line.row and event.type in say.UNSAID):
            continue
        seat = event.seat or 0
        decided = seat if line.row and event.type in say.DECIDED else 0
        yield NewsLine(line, event.type, seat, event.type in (say.DULL if line.row else table_words.DULL), decided)


def newest(model: Model, say: LogWords) -> tuple[NewsLine, ...]:
    """The newest action with what came of it, as it happened; or what was taken back since. Empty before the first."""
    found: list[NewsLine] = []
    for it in told(model, say):
        if it.back:
            return (it,)
        if it.line.row:
            found.append(it)
        if it.decided:
            return tuple(found[::-1])
    return ()


def turn(model: Model, say: LogWords, heads: Collection[str]) -> tuple[NewsLine, ...]:
    """The same of all that decide at once: of the newest turn in which anybody did. `heads`: events that begin one."""
    found: list[NewsLine] = []
    for it in told(model, say):
        if it.back and not found:
            return (it,)
        if it.line.row and it.kind in heads and any(each.decided for each in found):
            break
        if it.line.row:
            found.append(it)
    return tuple(found[::-1]) if any(each.decided for each in found) else ()


def events(told: tuple[NewsLine, ...], say: LogWords) -> tuple[object, ...]:
    """The game's events of these lines; nothing is marked of what was taken back."""
    return tuple(event for it in told if (event := event_of(it.line, say.hear)) is not None)


def sentences(scene: Scene, seat: int, told: tuple[NewsLine, ...]) -> tuple[str, ...]:
    """What is news of these lines, in a seat's words."""
    w = scene.model.words(seat)
    return tuple(text for it in told if not it.dull and (text := scene.sentence(it.line, w)))


def since_turn(scene: Scene, seat: int, say: LogWords) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """All since a seat decided last, in its words: what heads each turn and what happened in it, the newest first."""
    w = scene.model.words(seat)
    log = [*told(scene.model, say)][::-1]
    return tuple(
        (scene.sentence(began.line, w) if began else "", _with_whys(scene, seat, lines))
        for began, lines in since(log, seat)
    )


def _with_whys(scene: Scene, seat: int, told: tuple[NewsLine, ...]) -> tuple[str, ...]:
    """What is news of these lines; behind what a bot did last, what may have spoken for it."""
    model, w = scene.model, scene.model.words(seat)
    assert model.table is not None
    left = {(it.seat, it.row): it.text for it in hint.whys(w, scene.game.words, model.table, model.people(w))}
    found: list[str] = []
    for it in told:
        found += sentences(scene, seat, (it,))
        if it.decided and (text := left.pop((it.seat, it.line.row), "")):
            found.append(f"{w('Why?')} {text}")
    return tuple(found)
