"""What the screen shows of a game for a while, and what people have touched in it: a value, and what follows from news.

A conflict stays until people have gone on. It holds no rule.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Final

import msgspec

from app.games.architects import words as terms
from app.looks.end_stages import Step, steps
from app.protocol import messages, news
from app.screen.state import interlude
from app.screen.state.interlude import ShownEvent
from app.screen.state.model import Model, event_of
from app.screen.state.rotating_sheet import RotatingSheet
from app.screen.state.scene import Scene, SnapshotNews, SnapshotReaction
from app.text.languages import Words
from app.text.reminders import to_look_at
from engine.agreements import WonderCorrected
from engine.architects import actions
from engine.architects.cards import Data
from engine.architects.view import View

RIGHTED: Final = tuple(
    str(kind.__struct_config__.tag) for kind in (news.PutRight, news.SetupPutRight, news.TurnsMoved, WonderCorrected)
)
SAID_AT_ONCE: Final = 2  # lines of what was put right that are said on the middle
BOTS_GO_ON: Final = 3.0  # seconds a conflict stays once bots play on
DEMANDS: Final = (
    actions.StageBuilt, actions.TokenTaken, actions.MedalTaken, actions.CatMoved, actions.MarkersTurned,
    actions.EffectLost,
)  # fmt: skip  # what people have to do with their cardboard in track, besides what they have just told


@dataclass(frozen=True, slots=True)
class Fight(ShownEvent[actions.ConflictFought]):
    """A conflict that is shown."""

    medals: tuple[tuple[int, str], ...] = ()  # won by it: the seat, from 1, and which


@dataclass(frozen=True, slots=True)
class Theatre:
    """Architects' part of what is opened."""

    fight: Fight | None = None
    later: tuple[object, ...] = ()  # what came after those markers
    fought: int = 0  # the newest line of a conflict
    left: int = 0  # the line of the one that people have gone on from
    what: str = ""  # chosen among the things to do
    how: int = 0  # chosen among the ways to pay for it
    searched: int = 5  # cards in a search
    turned: int = -1  # the card of a search under a finger; -1: none
    admitted: frozenset[str] = frozenset()  # wonders whose values are assumptions, and it has been said
    offered: tuple[int, int] | None = None  # who is asked whether to look first, and in which turn
    sheet: RotatingSheet = field(default_factory=RotatingSheet)  # the final one


def sentence(model: Model, line: messages.Line, w: Words, data: Data) -> str:
    """A log line in words."""
    event, people = event_of(line, terms.hear), model.people(w, line)
    return model.news(line, w) if event is None else terms.event(w, event, people, data)


# ---- what follows from a snapshot --------------------------------------------------------------------------


def follow(before: Scene, after: Scene, news: SnapshotNews, data: Data) -> SnapshotReaction:
    """What a snapshot makes of the theatre, what is said of it, and what is to be seen moving."""
    model, theatre = after.model, theatre_of(after)
    theatre = _cleared(before.model, model, theatre)
    admitted, says = _assumed(model, theatre.admitted, data)
    theatre = replace(theatre, admitted=admitted)
    if news.first:
        says = []
    right = [] if news.first else _put_right(before.model, model, news, data)
    says += right
    first = news.first or bool(right)
    fresh: list[object] = [event_of(line, terms.hear) for line in news.happened]
    until = (
        inf if model.table and model.table.mode == "track" else after.now + interlude.INTERLUDE_SECONDS
    )  # people hand tokens out
    theatre = _fought(theatre, [*zip(news.happened, fresh, strict=True)], first, until, data)
    theatre = _asked_again(_shown(before.model, model, theatre, fresh, after.now), model, data)
    taken_back = any(line.undone for line in news.lines)
    theatre, moves = _in_time(theatre, model, fresh, taken_back)
    return SnapshotReaction(theatre, tuple(says), tuple(moves), bool(right), () if first else _ends(model, fresh))


def _ends(model: Model, fresh: Iterable[object]) -> tuple[Step, ...]:
    """The parts in which the end is shown, if the game has just ended."""
    table, view = model.table, model.view
    if not isinstance(view, View) or not any(isinstance(event, actions.GameEnded) for event in fresh):
        return ()
    return steps(len(terms.scored(view)), motion=table is not None and table.settings.motion)


def theatre_of(scene: Scene) -> Theatre:
    """The theatre of a scene in which Architects is played."""
    theatre = scene.opened.game
    assert isinstance(theatre, Theatre)
    return theatre


def _cleared(before: Model, model: Model, theatre: Theatre) -> Theatre:
    """Nothing of another game, or of another part of it, is left; nor what was chosen for another question."""
    was, table = before.table, model.table
    assert table is not None
    if was is not None and (was.game_id, was.phase) != (table.game_id, table.phase):
        sheet = replace(theatre.sheet, held=None)
        theatre = replace(theatre, fight=None, later=(), sheet=sheet, what="", how=0)
    if {q.number for q in before.questions.values()} != {q.number for q in model.questions.values()}:
        theatre = replace(theatre, what="", how=0)
    return theatre


def _assumed(model: Model, admitted: frozenset[str], data: Data) -> tuple[frozenset[str], list[tuple[int, str]]]:
    """Say once of each wonder that somebody has chosen or been given if its values are assumptions."""
    assert model.table is not None
    says = []
    for info in model.table.seats:
        slug = info.wonder
        if slug is None or slug in admitted or slug not in data.wonders:
            continue
        if note := terms.assumed(model.words(info.seat), (slug,), data):
            admitted |= {slug}
            says.append((info.seat, note))
    return admitted, says


def _put_right(before: Model, model: Model, news: SnapshotNews, data: Data) -> list[tuple[int, str]]:
    """Where lines were put right: what is different now, and what people have to do with their cardboard."""
    assert model.table is not None
    if model.table.mode != "track":
        return []
    lines = before.lines if before.table and before.table.game_id == model.table.game_id else {}
    righted = [line for line in news.lines if not line.row and line.number not in lines and _rights(line)]
    if not righted:
        return []
    asked, now = _demands(lines), _demands({**lines, **{line.number: line for line in news.lines}})
    w = model.words()
    says = [(0, " ".join(sentence(model, line, w, data) for line in righted[-SAID_AT_ONCE:]))]
    return says + _demanded(model, [event for event, n in (now - asked).items() for _ in range(n)], data)


def _rights(line: messages.Line) -> bool:
    """Whether a line says that others were put right."""
    return msgspec.json.decode(line.event)["type"] in RIGHTED


def _demands(lines: Mapping[int, messages.Line]) -> Counter[object]:
    """Count what people had to do with their cardboard in the game as it stands; a conflict turns markers back."""
    events = [event_of(line, terms.hear) for _, line in sorted(lines.items()) if not line.undone]
    fought = max((nth for nth, event in enumerate(events) if isinstance(event, actions.ConflictFought)), default=-1)
    return Counter(
        event
        for nth, event in enumerate(events)
        if isinstance(event, DEMANDS) and not (isinstance(event, actions.MarkersTurned) and nth < fought)
    )


def _demanded(model: Model, happened: Iterable[object], data: Data) -> list[tuple[int, str]]:
    """In track, what is to be done at each edge with the cardboard: what the rules made of what was told."""
    assert model.table is not None
    found: dict[int, list[actions.Events]] = {}
    for event in happened if model.table.mode == "track" else ():
        if isinstance(event, DEMANDS):
            found.setdefault(event.seat, []).append(event)
    says = []
    for seat, events in found.items():
        w = model.words(seat)
        people = model.people(w)
        says.append((seat, " ".join(terms.event(w, event, people, data) for event in events)))
    return says


def _fought(
    theatre: Theatre, fresh: Iterable[tuple[messages.Line, object]], first: bool, until: float, data: Data
) -> Theatre:
    """With conflicts that have been fought, the medals they brought, and the size of a search."""
    for line, event in fresh:
        match event:
            case actions.StackSearched(cards=cards):
                theatre = replace(theatre, searched=cards)
            case actions.ConflictFought() if not first and line.number > theatre.fought:
                theatre = replace(theatre, fight=Fight(event, line.number, until), fought=line.number)
            case actions.MedalTaken(seat=seat, medal=medal) if _is_for_fighting(event, data):
                if theatre.fight:
                    fight = replace(theatre.fight, medals=(*theatre.fight.medals, (seat, medal)))
                    theatre = replace(theatre, fight=fight)
    return theatre


def _is_for_fighting(event: actions.MedalTaken, data: Data) -> bool:
    """A medal that a conflict brought: what it asks for, or one from the box for another winner."""
    return event.gap == "box" or "military-in-one-conflict" in data.medals[event.medal].need


def _shown(before: Model, model: Model, theatre: Theatre, fresh: list[object], now: float) -> Theatre:
    """Show a conflict; not one that was taken back, or that people have left behind. One that waited they see now."""
    assert model.table is not None
    fight = theatre.fight
    waited = fight is not None and any(line.number == fight.number for line in before.held)
    if fight and fight.taken_back(model, terms.hear):
        fight = None
    elif fight and not waited and model.table.mode != "track":
        acts = actions.CardTaken | actions.StageBuilt | actions.TokenTaken
        seats = [event.seat for event in _after_conflict(fresh) if isinstance(event, acts)]
        if any(model.by_hand(seat) for seat in seats):
            fight = None
        elif seats:
            fight = replace(fight, until=min(fight.until, now + BOTS_GO_ON))
    return replace(theatre, fight=fight)


def _asked_again(theatre: Theatre, model: Model, data: Data) -> Theatre:
    """Where people deal: with a conflict that came of lines that were put right, or before the screen was there."""
    assert model.table is not None
    found = to_look_at(model.table, model.lines)
    if found is None or theatre.fight or found.line == theatre.left or model.table.repair is not None:
        return theatre
    fight: Fight | None = None
    for number, line in sorted(model.lines.items()):
        match None if number < found.line or line.undone else event_of(line, terms.hear):
            case actions.ConflictFought() as event if number == found.line:
                fight = Fight(event, number, inf)
            case actions.MedalTaken(seat=seat, medal=medal) as event if fight and _is_for_fighting(event, data):
                fight = replace(fight, medals=(*fight.medals, (seat, medal)))
            case actions.TurnBegan():
                break
    return replace(theatre, fight=fight, fought=found.line) if fight else theatre


def _after_conflict(events: list[object]) -> list[object]:
    """What came after the last conflict among these events."""
    last = max((i for i, event in enumerate(events) if isinstance(event, actions.ConflictFought)), default=-1)
    return events[last + 1 :]


def _in_time(theatre: Theatre, model: Model, fresh: list[object], taken_back: bool) -> tuple[Theatre, list[object]]:
    """What is to be seen moving now: what follows markers that wait for a hand waits, too."""
    assert model.table is not None
    later = [] if taken_back else [*theatre.later]
    markers = next((i for i, event in enumerate(fresh) if isinstance(event, actions.MarkersTurned)), None)
    if model.table.ritual is None:
        moves, later = [*later, *fresh], []
    elif markers is None:
        moves = fresh
    else:
        moves, later = [*later, *fresh[:markers]], fresh[markers + 1 :]
    return replace(theatre, later=tuple(later)), moves


# ---- time --------------------------------------------------------------------------------------------------


def tick(scene: Scene) -> tuple[Theatre, float | None]:
    """The theatre when it is so late, and when to look again, if ever."""
    theatre = theatre_of(scene)
    fight, sheet, at = interlude.update(scene, theatre.fight, theatre.sheet)
    return replace(theatre, fight=fight, sheet=sheet), at


# ---- what people do ----------------------------------------------------------------------------------------


def gone_on(theatre: object) -> Theatre:
    """People have acted: a conflict is left behind, and nobody looks first."""
    assert isinstance(theatre, Theatre)
    return replace(theatre, fight=None, offered=None)


def put_aside(theatre: object) -> Theatre:
    """People have opened or closed a panel: nobody looks first."""
    assert isinstance(theatre, Theatre)
    return replace(theatre, offered=None)
