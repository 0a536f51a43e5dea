"""Recent events, read from the log: the newest action, each seat's part of the newest turn, all since a turn."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final

import msgspec

from app.protocol import table_log_events
from app.protocol.log_messages import Line
from app.screen.state.model import Model, event_of
from app.screen.state.scene import Scene
from app.shown.play import hint
from app.text import table_text as table_words
from app.text.log_since_last_turn import turns_since_decision
from app.text.words_protocols import LogWords
from engine.corrections_and_agreements import WonderCorrected

# Kinds of table news that revoke or correct what happened in the game.
REVOKING_NEWS: Final = frozenset(
    str(kind.__struct_config__.tag)
    for kind in (
        table_log_events.ActionUndone,
        table_log_events.PutRight,
        table_log_events.SetupPutRight,
        table_log_events.TurnsReassigned,
        table_log_events.GameBrokenOff,
        WonderCorrected,
    )
)


class _Event(msgspec.Struct, frozen=True):
    """The fields that every event has."""

    type: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class NewsLine:
    """A line of the log as news. `seat`: the one it is about; 0: none, or all."""

    line: Line
    kind: str
    seat: int
    dull: bool
    deciding_seat: int  # the seat whose decision it reports; 0: none

    @property
    def undone(self) -> bool:
        return self.line.undone

    @property
    def is_revoking(self) -> bool:
        """True if it revokes or corrects something."""
        return not self.line.row and self.kind in REVOKING_NEWS


@dataclass(slots=True)
class LogChanges:
    """Things that some lines of the log changed, by seat."""

    news: tuple[NewsLine, ...] = ()
    seats: dict[int, set[str]] = field(default_factory=dict)

    def add(self, seat: int, *what: str) -> None:
        self.seats.setdefault(seat, set()).update(what)

    def changes_at(self, seat: int) -> frozenset[str]:
        return frozenset(self.seats.get(seat, ()))


def news_lines(model: Model, say: LogWords) -> Iterator[NewsLine]:
    """List the log lines that were not undone and are written out, the newest first."""
    for number in sorted(model.lines, reverse=True):
        line = model.lines[number]
        event = msgspec.json.decode(line.event, type=_Event)
        if line.undone or (line.row and event.type in say.SILENT_EVENTS):
            continue
        seat = event.seat or 0
        decided = seat if line.row and event.type in say.DECISION_EVENTS else 0
        yield NewsLine(
            line, event.type, seat, event.type in (say.MINOR_EVENTS if line.row else table_words.MINOR_EVENTS), decided
        )


def find_newest_action(model: Model, say: LogWords) -> tuple[NewsLine, ...]:
    """Return the newest action with its results, in order; or its undo. Empty before the first."""
    found: list[NewsLine] = []
    for line in news_lines(model, say):
        if line.is_revoking:
            return (line,)
        if line.line.row:
            found.append(line)
        if line.deciding_seat:
            return tuple(found[::-1])
    return ()


def find_newest_turn(model: Model, say: LogWords, heads: Collection[str]) -> tuple[NewsLine, ...]:
    """Return the newest turn in which anybody decided, where all decide at once. `heads`: events that begin a turn."""
    found: list[NewsLine] = []
    for line in news_lines(model, say):
        if line.is_revoking and not found:
            return (line,)
        if line.line.row and line.kind in heads and any(each.deciding_seat for each in found):
            break
        if line.line.row:
            found.append(line)
    return tuple(found[::-1]) if any(each.deciding_seat for each in found) else ()


def events(told: tuple[NewsLine, ...], say: LogWords) -> tuple[object, ...]:
    """Return the game's events of these lines; none for an undo."""
    return tuple(event for each in told if (event := event_of(each.line, say.parse_event)) is not None)


def sentences(scene: Scene, seat: int, told: tuple[NewsLine, ...]) -> tuple[str, ...]:
    """Return the newsworthy lines as sentences in a seat's language."""
    w = scene.model.words(seat)
    return tuple(text for each in told if not each.dull and (text := scene.sentence(each.line, w)))


def sentences_at_edge(scene: Scene, seat: int, told: tuple[NewsLine, ...]) -> tuple[str, ...]:
    """Return the newsworthy lines as sentences for a seat's edge, with what bots say there."""
    return with_intentions(scene, seat, told, sentences(scene, seat, told))


def with_intentions(scene: Scene, seat: int, told: tuple[NewsLine, ...], said: tuple[str, ...]) -> tuple[str, ...]:
    """Add to the sentences of these lines: first what a seat's own bot is going for, last what acting bots are."""
    model, w = scene.model, scene.model.words(seat)
    if not model.known_table.intentions:
        return said
    goals = hint.bot_intentions(w, scene.game.words, model.known_table, model.people(w))
    own, acting = goals.pop(seat, ""), {each.deciding_seat for each in told}
    return tuple(filter(None, (own, *said, *(goals.get(each, "") for each in acting))))


def list_turns_since(scene: Scene, seat: int, say: LogWords) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return all turns since a seat last decided, newest first: a heading and sentences in its language."""
    w = scene.model.words(seat)
    log = [*news_lines(scene.model, say)][::-1]
    return tuple(
        (scene.sentence(began.line, w) if began else "", _add_reasons(scene, seat, lines))
        for began, lines in turns_since_decision(log, seat)
    )


def _add_reasons(scene: Scene, seat: int, told: tuple[NewsLine, ...]) -> tuple[str, ...]:
    """Return newsworthy lines as sentences, each bot's last decision followed by its reason."""
    model, w = scene.model, scene.model.words(seat)
    left = {
        (why.seat, why.row): why.text
        for why in hint.bot_reasons(w, scene.game.words, model.known_table, model.people(w))
    }
    found: list[str] = []
    for each in told:
        found += sentences(scene, seat, (each,))
        if each.deciding_seat and (text := left.pop((each.seat, each.line.row), "")):
            found.append(f"{w('Why?')} {text}")
    return tuple(found)
