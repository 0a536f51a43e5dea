"""UI state of 7 Wonders: touched things and timed displays, the game's part of the screen's UI state."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Final, Self

from app.games.seven_wonders import words_facade as say
from app.protocol.ceremony_durations import CEREMONY_SECONDS, INTERLUDE_SECONDS, SHIELDS_SECONDS
from app.protocol.log_messages import Line
from app.screen.state import interlude
from app.screen.state.interlude import ShownEvent
from app.screen.state.model import Model, event_of
from app.screen.state.scene import Scene, SnapshotNews
from app.text.cardboard_reminders import to_look_at
from engine.seven_wonders import actions
from engine.seven_wonders.view_json import View

Shown = (
    actions.CardBuilt | actions.StageBuilt | actions.CardSold | actions.LeaderRecruited | actions.CardRebuilt
    | actions.LeaderBuried | actions.TokenLost
)  # fmt: skip  # what everybody is shown of a turn
FACE_DOWN_SECONDS: Final = 0.3  # before choices are revealed
CHOSEN_CARD: Final = -2  # the index of the chosen card, in place of a position
PENDING: Final = 0.0  # the `until` of a conflict that waits for a revealed turn


@dataclass(frozen=True, slots=True)
class Fight(ShownEvent[actions.ConflictSettled]):
    """A conflict that is shown. `gains`: by seat, from the left neighbour and from the right one.

    `met`: shields have, so it is said what that brought.
    """

    gains: tuple[tuple[int, int], ...] = ()
    met: bool = False

    @property
    def is_begun(self) -> bool:
        """True if the conflict is shown, and no longer waits for a revealed turn."""
        return self.until != PENDING

    def begin(self, now: float, track: bool) -> Self:
        """Return the conflict shown from `now` on; where people deal until it is touched."""
        return self if self.is_begun else replace(self, until=inf if track else now + INTERLUDE_SECONDS)

    def advance_to(self, now: float, motion: bool) -> Self:
        """Return the conflict at `now`; without motion shields do not clash."""
        return replace(self, met=self.met or not motion or now >= self.clash_time)

    @property
    def clash_time(self) -> float:
        """The time when shields have met; where people deal, immediately."""
        return 0.0 if self.until == inf else self.until - INTERLUDE_SECONDS + SHIELDS_SECONDS


@dataclass(frozen=True, slots=True)
class AgeAnnouncement(ShownEvent[actions.HandDealt]):
    """An age begins, which is shown. `up`: its card is turned up."""

    age: int = 0
    up: bool = False


CoinSplit = tuple[int, int, int]  # coins to the left, to the right, to the bank


@dataclass(frozen=True, slots=True)
class HandHeld:
    """The state of a seat's hand for one question. It holds indexes only, never names of cards."""

    under: int = -1  # the card under a finger; -1: none
    picked: int = -1  # the chosen card, face down; -1: none
    can: tuple[str, ...] = ()  # the possible uses of the chosen card, once the table has sent them
    use: str = ""  # the chosen use, while a payment is asked for; impossible if there are no `ways`
    ways: tuple[CoinSplit, ...] = ()  # the payments to choose from
    seen: frozenset[int] = frozenset()  # the cards that have been under a finger
    away: bool = False  # the seat's city is shown instead
    open: bool = False  # an answer that can still be undone is shown instead of the city


@dataclass(frozen=True, slots=True)
class FaceDown:
    """The choices of a turn face down until a time. `before`: the game that zones still show."""

    until: float
    before: View


@dataclass(frozen=True, slots=True)
class Tell:
    """The progress of a seat's entry where people deal."""

    open: bool = False
    away: bool = False  # the seat has closed a form that was opened for it alone
    group: str = ""  # the kind of things shown
    thing: str = ""  # the thing whose payment is asked for


@dataclass(frozen=True, slots=True)
class SevenUi:
    """The part of 7 Wonders in the UI state."""

    touched: str = ""  # the enlarged thing of an open city: a slug, or `stage 2`
    reveal: float | None = None  # until when the last turn is shown before the zones; after a running conflict
    down: FaceDown | None = None
    fight: Fight | None = None
    left: int = 0  # the log line of the last conflict that people have dismissed
    dealt: AgeAnnouncement | None = None  # shown after the conflict
    hands: Mapping[int, HandHeld] = field(default_factory=dict)  # by seat
    over: int = 0  # the seat whose hand or entry form is on the middle; 0: none
    tells: Mapping[int, Tell] = field(default_factory=dict)  # by seat; 0: a correction

    @property
    def revealing(self) -> bool:
        """True while the last turn is shown."""
        return self.reveal is not None and not (self.fight is not None and self.fight.is_begun)

    def holds(self, seat: int) -> HandHeld:
        """Return the state of a seat's hand."""
        return self.hands.get(seat, HandHeld())

    def replace_hand(self, seat: int, hold: HandHeld) -> Self:
        """Return a copy with another state of a seat's hand."""
        return replace(self, hands={**self.hands, seat: hold})

    def telling(self, seat: int) -> Tell:
        """Return the progress of a seat's entry."""
        return self.tells.get(seat, Tell())


def ui_of(game: object) -> SevenUi:
    """Return the game's part of the UI state with its type, which the screen does not know."""
    assert isinstance(game, SevenUi)
    return game


def dismiss_interludes(ui: SevenUi) -> SevenUi:
    """Return the state after an action: interludes are dismissed."""
    return replace(ui, reveal=None, fight=None, dealt=None)


def put_aside(ui: SevenUi) -> SevenUi:
    """Return the state after a panel opened or closed: nothing is touched, and no turn is revealed."""
    return replace(ui, touched="", reveal=None, over=0)


def follow_snapshot(before: Model, after: Model, news: SnapshotNews, ui: SevenUi, now: float) -> SevenUi:
    """Return the state after a snapshot: a new turn is revealed, then its conflict."""
    ui = _dismiss_undone(after, news, _follow_questions(before, after, ui))
    if not news.first and isinstance(after.view, View):
        ui = _show_happened(before, after, after.view, news, ui, now)
    return _show_open_conflict(ui, after)


def _follow_questions(before: Model, after: Model, ui: SevenUi) -> SevenUi:
    """Keep only what belongs to the game, its phase, and the questions that are still open."""
    was, table = before.table, after.known_table
    if was is not None and (was.game_id, was.phase) != (table.game_id, table.phase):
        ui = replace(ui, touched="")
        if was.game_id != table.game_id:
            ui = dismiss_interludes(ui)
    asked, now_asked = _question_numbers(before), _question_numbers(after)
    if asked != now_asked:
        hands = {seat: hold for seat, hold in ui.hands.items() if asked.get(seat) == now_asked.get(seat)}
        over = ui.over if asked.get(ui.over) == now_asked.get(ui.over) else 0
        if table.mode == "track":
            ui, over = _keep_entry_progress(ui, before, after)
        ui = replace(ui, hands=hands, over=over)
    if was is not None and was.repair != table.repair:
        ui = replace(ui, tells={seat: tell for seat, tell in ui.tells.items() if seat})
    return ui


def _dismiss_undone(after: Model, news: SnapshotNews, ui: SevenUi) -> SevenUi:
    """Dismiss what is shown of lines that were undone."""
    if ui.fight and ui.fight.is_taken_back(after, say.parse_event):
        ui = replace(ui, fight=None)
    if ui.dealt and ui.dealt.is_taken_back(after, say.parse_event):
        ui = replace(ui, dealt=None)
    return replace(ui, reveal=None) if any(line.undone for line in news.lines) else ui


def _show_happened(before: Model, after: Model, view: View, news: SnapshotNews, ui: SevenUi, now: float) -> SevenUi:
    """Show what the new lines tell: the turn that is revealed, an age that begins, and a conflict."""
    fresh = [(line, event) for line in news.happened if (event := event_of(line, say.parse_event))]
    chosen_here = any(isinstance(event, actions.HasChosen) and after.is_played_here(event.seat) for _, event in fresh)
    if ui.revealing and chosen_here and after.known_table.mode != "track":  # where people deal, a touch ends it
        ui = replace(ui, reveal=None)
    if any(isinstance(event, Shown) for _, event in fresh) and view.derived.last is not None:
        fights = bool(after.held) or any(isinstance(event, actions.ConflictSettled) for _, event in fresh)
        ui = _reveal_turn(before, after, view, ui, now, fights=fights)
    for line, event in fresh:
        if isinstance(event, actions.HandDealt):
            ui = replace(ui, dealt=AgeAnnouncement(event, line.number, PENDING, view.age))
    return _show_new_conflict(ui, fresh, len(view.seats))


def _reveal_turn(before: Model, after: Model, view: View, ui: SevenUi, now: float, *, fights: bool) -> SevenUi:
    """Reveal the last turn, face down for a moment at first. `fights`: a conflict follows."""
    table, fight, begins = after.known_table, ui.fight, now
    is_other = _is_other_turn(before, view)
    if fight is not None and is_other:  # the conflict before is seen first, however quickly people choose
        fight = fight.begin(now, table.mode == "track")
        begins = fight.until
    ui = replace(ui, fight=fight, reveal=begins + _lasts(after, fights))
    if ui.revealing and is_other:
        shown = before.view if table.settings.motion else None
        ui = replace(ui, down=FaceDown(now + FACE_DOWN_SECONDS, shown) if isinstance(shown, View) else None)
    return ui


def _question_numbers(model: Model) -> dict[int, int]:
    """Return the number of each seat's open question."""
    return {seat: question.number for seat, question in model.questions.items()}


def seconds_until_reveal(ui: SevenUi, now: float) -> float:
    """Return the seconds until the choices are revealed."""
    return max(0.0, ui.down.until - now) if ui.down is not None else 0.0


def _keep_entry_progress(ui: SevenUi, before: Model, after: Model) -> tuple[SevenUi, int]:
    """Keep the progress of entries until the turn is complete; also return the seat that enters in the middle now."""
    was, now = before.view, after.view
    if not isinstance(was, View) or not isinstance(now, View):
        return replace(ui, tells={}), 0
    if (was.age, was.turn, was.asked) != (now.age, now.turn, now.asked):
        return replace(ui, tells={}), 0
    over = ui.over if ui.over in after.questions else _find_next_entering_seat(after, now, ui.over)
    asked, now_asked = _question_numbers(before), _question_numbers(after)
    tells = {
        seat: tell if asked.get(seat) == now_asked.get(seat) else Tell(open=tell.open)
        for seat, tell in ui.tells.items()
    }
    return replace(ui, tells=tells), over


def _find_next_entering_seat(model: Model, view: View, seat: int) -> int:
    """Return the next seat clockwise without a phone that must still enter its action; 0 if none."""
    if not seat:
        return 0
    count = len(view.seats)
    others = ((seat - 1 + step) % count + 1 for step in range(1, count))
    return next((each for each in others if each in view.to_act and not is_played_by_phone(model, each)), 0)


def is_played_by_phone(model: Model, seat: int) -> bool:
    """Check if the seat's person has a phone connected."""
    info = model.info(seat)
    return info.by == "phone" and info.present


def _lasts(model: Model, fights: bool) -> float:
    """Return the seconds that a turn is shown. Among bots only, a conflict takes half of the time."""
    table = model.known_table
    if table.mode == "track":
        return inf
    bots = all(info.by == "bot" for info in table.seats)
    return (
        min(INTERLUDE_SECONDS, table.settings.bot_pace * len(table.seats) / 2) if bots and fights else INTERLUDE_SECONDS
    )


def _is_other_turn(before: Model, view: View) -> bool:
    """Check if another turn than before was revealed last."""
    was, last = before.view.derived.last if isinstance(before.view, View) else None, view.derived.last
    return was is None or last is None or (was.age, was.turn) != (last.age, last.turn)


def _show_open_conflict(ui: SevenUi, model: Model) -> SevenUi:
    """Show a conflict where people deal that came from corrected lines, or before the screen started."""
    found, view = to_look_at(model.known_table, model.lines), model.view
    if found is None or found.line == ui.left or model.known_table.repair is not None or not isinstance(view, View):
        return ui
    lines = [(line, event) for _, line in sorted(model.lines.items()) if (event := _event_since(line, found.line))]
    again, shown = _find_last_conflict(lines, len(view.seats)), ui.fight
    if again is None or (shown and replace(shown, until=PENDING, met=False) == again):
        return ui
    return replace(ui, fight=again)


def _event_since(line: Line, since: int) -> object | None:
    """Return the event of a line that is not undone, and not older than `since`."""
    return None if line.undone or line.number < since else event_of(line, say.parse_event)


def _show_new_conflict(ui: SevenUi, fresh: Iterable[tuple[Line, object]], seats: int) -> SevenUi:
    """Show a conflict that has just been settled, if there is one."""
    fight = _find_last_conflict(fresh, seats)
    return replace(ui, fight=fight) if fight is not None else ui


def _find_last_conflict(lines: Iterable[tuple[Line, object]], seats: int) -> Fight | None:
    gains: dict[tuple[int, int], int] = {}
    fight = None
    for line, event in lines:
        match event:
            case actions.ConflictSettled():
                fight, gains = Fight(event, line.number, PENDING), {}
            case actions.TokenTaken(seat=seat, value=value, against=against) if against:
                gains[seat, against] = gains.get((seat, against), 0) + value
    if fight is None:
        return None
    won = tuple(
        (gains.get((seat, seat % seats + 1), 0), gains.get((seat, (seat - 2) % seats + 1), 0))
        for seat in range(1, seats + 1)
    )
    return replace(fight, gains=won)


def advance_to(scene: Scene) -> tuple[SevenUi, float | None]:
    """Return the state at `now`, and the time of its next change or None."""
    ui, now = ui_of(scene.ui.game), scene.now
    if ui.down is not None and ui.down.until <= now:
        ui = replace(ui, down=None)
    if ui.fight is not None and ui.fight.is_begun and ui.fight.is_over(now):
        ui = replace(ui, fight=None)
    if ui.revealing and ui.reveal is not None and ui.reveal <= now:
        ui = replace(ui, reveal=None)
    if ui.revealing and ui.reveal is not None:
        until = ui.reveal if ui.down is None else min(ui.reveal, ui.down.until)
        return ui, until if until < inf else None
    table, fight = scene.model.table, ui.fight
    if fight is not None and table is not None:
        fight = fight.begin(now, table.mode == "track").advance_to(now, table.settings.motion)
    fight, at = interlude.update(scene, fight)
    ui = replace(ui, fight=fight)
    if fight is not None and not fight.met:
        at = fight.clash_time
    return (ui, at) if fight is not None or ui.dealt is None else _advance_announcement(ui, ui.dealt, scene)


def _advance_announcement(ui: SevenUi, dealt: AgeAnnouncement, scene: Scene) -> tuple[SevenUi, float | None]:
    """Advance the announcement of an age: its card lies face down, is revealed, and disappears."""
    now, lasts = scene.now, CEREMONY_SECONDS["hand-dealt"]
    if dealt.until == PENDING:
        dealt = replace(dealt, until=now + lasts)
    if dealt.is_over(now):
        return replace(ui, dealt=None), None
    still = FACE_DOWN_SECONDS if scene.model.table and scene.model.table.settings.motion else 0.0
    turns = dealt.until - lasts + still
    dealt = replace(dealt, up=now >= turns)
    return replace(ui, dealt=dealt), dealt.until if dealt.up else turns
