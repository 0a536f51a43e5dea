"""UI state of Architects, an immutable value: shown conflicts and what people have touched; and its updates by news.

A shown conflict stays until people continue. Contains no rule.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Final

import msgspec

from app.games.architects import words_facade as terms
from app.looks.end_stages import Step, steps
from app.protocol import table_log_events
from app.protocol.ceremony_durations import INTERLUDE_SECONDS
from app.protocol.log_messages import Line
from app.screen.state import interlude
from app.screen.state.interlude import ShownEvent
from app.screen.state.model import Model, event_of
from app.screen.state.scene import Scene, SnapshotNews, SnapshotReaction
from app.text.cardboard_reminders import to_look_at
from app.text.translation import Words
from engine.architects import actions
from engine.architects.data_schema import Data
from engine.architects.view_json import View
from engine.corrections_and_agreements import WonderCorrected

CORRECTION_TAGS: Final = tuple(
    str(kind.__struct_config__.tag)
    for kind in (
        table_log_events.PutRight,
        table_log_events.SetupPutRight,
        table_log_events.TurnsReassigned,
        WonderCorrected,
    )
)
CORRECTIONS_SHOWN: Final = 2  # lines on the middle, at most
BOT_PAUSE_SECONDS: Final = 3.0  # a conflict stays for that long while bots continue
DEMANDS: Final = (
    actions.StageBuilt, actions.TokenTaken, actions.MedalTaken, actions.CatMoved, actions.MarkersTurned,
    actions.EffectLost,
)  # fmt: skip  # events with instructions for cardboard in track mode


@dataclass(frozen=True, slots=True)
class Fight(ShownEvent[actions.ConflictFought]):
    """A conflict that is being shown."""

    medals: tuple[tuple[int, str], ...] = ()  # won by it: seat, from 1, and slug


@dataclass(frozen=True, slots=True)
class ArchitectsUi:
    """Architects' part of the UI state."""

    fight: Fight | None = None
    later: tuple[object, ...] = ()  # events to animate once the markers are turned
    fought: int = 0  # number of the newest conflict's line
    left: int = 0  # number of the line of the conflict that people dismissed
    what: str = ""  # the chosen thing to do
    how: int = 0  # the chosen way to pay for it
    searched: int = 5  # cards in a search
    turned: int = -1  # the card of a search under a finger; -1: none
    admitted: frozenset[str] = frozenset()  # unverified wonders whose note was shown
    offered: tuple[int, int] | None = None  # seat and turn of the question whether to look first


def sentence(model: Model, line: Line, w: Words, data: Data) -> str:
    """Put a log line into words."""
    event, people = event_of(line, terms.parse_event), model.people(w, line)
    return model.news(line, w) if event is None else terms.event(w, event, people, data)


# ---- updates by snapshots ----------------------------------------------------------------------------------


def follow(before: Scene, after: Scene, news: SnapshotNews, data: Data) -> SnapshotReaction:
    """Update the state by a snapshot. Return also the messages and the events to animate."""
    model, ui = after.model, ui_of(after.ui.game)
    ui = _drop_outdated(before.model, model, ui)
    admitted, says = _announce_unverified(model, ui.admitted, data)
    ui = replace(ui, admitted=admitted)
    if news.first:
        says = []
    right = [] if news.first else _put_right(before.model, model, news, data)
    says += right
    first = news.first or bool(right)
    fresh: list[object] = [event_of(line, terms.parse_event) for line in news.happened]
    # In track it stays, because people hand tokens out.
    until = inf if model.table and model.table.mode == "track" else after.now + INTERLUDE_SECONDS
    ui = _follow_conflicts(ui, [*zip(news.happened, fresh, strict=True)], first, until, data)
    ui = _corrected_conflict(_update_conflict(before.model, model, ui, fresh, after.now), model, data)
    taken_back = any(line.undone for line in news.lines)
    ui, moves = _split_by_markers(ui, model, fresh, taken_back)
    return SnapshotReaction(ui, tuple(says), tuple(moves), bool(right), () if first else _end_steps(model, fresh))


def _end_steps(model: Model, fresh: Iterable[object]) -> tuple[Step, ...]:
    table, view = model.table, model.view
    if not isinstance(view, View) or not any(isinstance(event, actions.GameEnded) for event in fresh):
        return ()
    return steps(len(terms.scored(bool(view.medals))), motion=table is not None and table.settings.motion)


def ui_of(game: object) -> ArchitectsUi:
    """Return the game's part of the UI state with its type, which the screen does not know."""
    assert isinstance(game, ArchitectsUi)
    return game


def _drop_outdated(before: Model, model: Model, ui: ArchitectsUi) -> ArchitectsUi:
    """Drop state of another game or phase, and choices for another question."""
    was, table = before.table, model.known_table
    if was is not None and (was.game_id, was.phase) != (table.game_id, table.phase):
        ui = replace(ui, fight=None, later=(), what="", how=0)
    if {q.number for q in before.questions.values()} != {q.number for q in model.questions.values()}:
        ui = replace(ui, what="", how=0)
    return ui


def _announce_unverified(
    model: Model, admitted: frozenset[str], data: Data
) -> tuple[frozenset[str], list[tuple[int, str]]]:
    """Announce once that a wonder's values are unverified, when somebody gets that wonder."""
    says = []
    for info in model.known_table.seats:
        slug = info.wonder
        if slug is None or slug in admitted or slug not in data.wonders:
            continue
        if note := terms.uncertainty_note(model.words(info.seat), (slug,), data):
            admitted |= {slug}
            says.append((info.seat, note))
    return admitted, says


def _put_right(before: Model, model: Model, news: SnapshotNews, data: Data) -> list[tuple[int, str]]:
    """Announce corrected lines: the differences, and what people have to do with their cardboard."""
    if model.known_table.mode != "track":
        return []
    lines = before.lines if before.table and before.table.game_id == model.known_table.game_id else {}
    righted = [line for line in news.lines if not line.row and line.number not in lines and _rights(line)]
    if not righted:
        return []
    asked, now = _demands(lines), _demands({**lines, **{line.number: line for line in news.lines}})
    w = model.words()
    says = [(0, " ".join(sentence(model, line, w, data) for line in righted[-CORRECTIONS_SHOWN:]))]
    return says + _list_instructions(model, [event for event, n in (now - asked).items() for _ in range(n)], data)


def _rights(line: Line) -> bool:
    """Check whether a line records a correction."""
    return msgspec.json.decode(line.event)["type"] in CORRECTION_TAGS


def _demands(lines: Mapping[int, Line]) -> Counter[object]:
    """Count the instructions for cardboard in a game; a conflict cancels those for earlier markers."""
    events = [event_of(line, terms.parse_event) for _, line in sorted(lines.items()) if not line.undone]
    fought = max((nth for nth, event in enumerate(events) if isinstance(event, actions.ConflictFought)), default=-1)
    return Counter(
        event
        for nth, event in enumerate(events)
        if isinstance(event, DEMANDS) and not (isinstance(event, actions.MarkersTurned) and nth < fought)
    )


def _list_instructions(model: Model, happened: Iterable[object], data: Data) -> list[tuple[int, str]]:
    """Return instructions at each edge for events that the rules derived from an entry, in track mode."""
    found: dict[int, list[actions.Events]] = {}
    for event in happened if model.known_table.mode == "track" else ():
        if isinstance(event, DEMANDS):
            found.setdefault(event.seat, []).append(event)
    says = []
    for seat, events in found.items():
        w = model.words(seat)
        people = model.people(w)
        says.append((seat, " ".join(terms.event(w, event, people, data) for event in events)))
    return says


def _follow_conflicts(
    ui: ArchitectsUi, fresh: Iterable[tuple[Line, object]], first: bool, until: float, data: Data
) -> ArchitectsUi:
    """Add fought conflicts, the medals they brought, and the size of a search."""
    for line, event in fresh:
        match event:
            case actions.StackSearched(cards=cards):
                ui = replace(ui, searched=cards)
            case actions.ConflictFought() if not first and line.number > ui.fought:
                ui = replace(ui, fight=Fight(event, line.number, until), fought=line.number)
            case actions.MedalTaken(seat=seat, medal=medal) if _is_for_fighting(event, data):
                if ui.fight:
                    fight = replace(ui.fight, medals=(*ui.fight.medals, (seat, medal)))
                    ui = replace(ui, fight=fight)
    return ui


def _is_for_fighting(event: actions.MedalTaken, data: Data) -> bool:
    """Check whether a medal came from a conflict: by its requirement, or from the box for another winner."""
    return event.gap == "box" or "military-in-one-conflict" in data.medals[event.medal].need


def _update_conflict(before: Model, model: Model, ui: ArchitectsUi, fresh: list[object], now: float) -> ArchitectsUi:
    """Update the shown conflict: drop one that was undone or dismissed, and show one that was delayed."""
    fight = ui.fight
    waited = fight is not None and any(line.number == fight.number for line in before.held)
    if fight and fight.is_taken_back(model, terms.parse_event):
        fight = None
    elif fight and not waited and model.known_table.mode != "track":
        acts = actions.CardTaken | actions.StageBuilt | actions.TokenTaken
        seats = [event.seat for event in _events_after_conflict(fresh) if isinstance(event, acts)]
        if any(model.is_played_here(seat) for seat in seats):
            fight = None
        elif seats:
            fight = replace(fight, until=min(fight.until, now + BOT_PAUSE_SECONDS))
    return replace(ui, fight=fight)


def _corrected_conflict(ui: ArchitectsUi, model: Model, data: Data) -> ArchitectsUi:
    """Show, in track mode, a conflict that a correction brought, or that happened before the screen started."""
    found = to_look_at(model.known_table, model.lines)
    if found is None or ui.fight or found.line == ui.left or model.known_table.repair is not None:
        return ui
    fight: Fight | None = None
    for number, line in sorted(model.lines.items()):
        match None if number < found.line or line.undone else event_of(line, terms.parse_event):
            case actions.ConflictFought() as event if number == found.line:
                fight = Fight(event, number, inf)
            case actions.MedalTaken(seat=seat, medal=medal) as event if fight and _is_for_fighting(event, data):
                fight = replace(fight, medals=(*fight.medals, (seat, medal)))
            case actions.TurnBegan():
                break
    return replace(ui, fight=fight, fought=found.line) if fight else ui


def _events_after_conflict(events: list[object]) -> list[object]:
    last = max((i for i, event in enumerate(events) if isinstance(event, actions.ConflictFought)), default=-1)
    return events[last + 1 :]


def _split_by_markers(
    ui: ArchitectsUi, model: Model, fresh: list[object], taken_back: bool
) -> tuple[ArchitectsUi, list[object]]:
    """Split events into those to animate now and those that wait until markers are turned by hand."""
    later = [] if taken_back else [*ui.later]
    markers = next((i for i, event in enumerate(fresh) if isinstance(event, actions.MarkersTurned)), None)
    if model.known_table.ritual is None:
        moves, later = [*later, *fresh], []
    elif markers is None:
        moves = fresh
    else:
        moves, later = [*later, *fresh[:markers]], fresh[markers + 1 :]
    return replace(ui, later=tuple(later)), moves


# ---- time --------------------------------------------------------------------------------------------------


def tick(scene: Scene) -> tuple[ArchitectsUi, float | None]:
    """Update the state at the scene's time, and return the time of the next change or None."""
    ui = ui_of(scene.ui.game)
    fight, at = interlude.update(scene, ui.fight)
    return replace(ui, fight=fight), at


# ---- actions of people -------------------------------------------------------------------------------------


def dismiss_interludes(ui: object) -> ArchitectsUi:
    """Dismiss the conflict and the question whether to look first, because people have acted."""
    assert isinstance(ui, ArchitectsUi)
    return replace(ui, fight=None, offered=None)


def put_aside(ui: object) -> ArchitectsUi:
    """Drop the question whether to look first, because a panel was opened or closed."""
    assert isinstance(ui, ArchitectsUi)
    return replace(ui, offered=None)
