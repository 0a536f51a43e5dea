"""Secrets that are let out by hand, to see that pairs of tables find them: one for each way in which one might show."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import pytest
from msgspec.structs import replace

from app.host import club_wall, panel_connection
from app.phones import open_page_state
from app.phones.template_rendering import RenderedPart
from app.protocol.client_rights import Actor
from app.protocol.rejection import Rejection
from app.table import table
from app.table.bots import ceremony_waits
from app.table.core.snapshots import Snapshots
from app.table.features import goals, hints
from app.table.game import game_log
from engine.game import Seat
from hardware.panel_interface import Part, PartKind
from tests.honest.played import SET_UPS
from tests.privacy.pairs import pairs

Put = Callable[[pytest.MonkeyPatch], None]

MOST: Final = 10  # first tables, each with one for every reader, in which a leak has to be seen


def has_odd_secret(truth: Any) -> bool:
    """Return a bit that depends on secrets: the view of each seat, and the cards still to be dealt."""
    if truth.match is None or truth.state.phase != "game":
        return False
    seen = [str(truth.match.state.view(Seat(seat))) for seat in range(len(truth.state.chairs))]
    return crc32(f"{truth.dealer._secret} {seen}".encode()) % 2 == 1


def _actions_of_others(truth: Any, own: Seat | None) -> list[str]:
    """List the legal actions of all other seats."""
    match = truth.match
    if match is None or truth.state.phase != "game":
        return []
    return [str(action) for seat in match.state.to_act if seat not in (own, -1) for action in match.state.legal(seat)]


def _card_in_a_field(patch: pytest.MonkeyPatch) -> None:
    """Add an action of another seat to a phone's plan."""
    snapshot = table.Table.snapshot

    def told(self: Any, who: Actor, since: int = 0) -> Any:
        seen, others = snapshot(self, who, since), _actions_of_others(self.committed, who.seat)
        return replace(seen, plan=others[-1]) if others and who.role == "seat" else seen

    patch.setattr(table.Table, "snapshot", told)


def _card_on_the_screen(patch: pytest.MonkeyPatch) -> None:
    """Send the screen the legal actions of seats on phones."""

    def question(self: Snapshots, asked: Any, *, public: bool) -> Any:
        return asks(self, asked, public=False)

    asks = Snapshots.question
    patch.setattr(Snapshots, "question", question)


def _log_too_wide(patch: pytest.MonkeyPatch) -> None:
    """Show every line of the log to everyone."""
    patch.setattr(game_log, "may_read", lambda audience, reader: True)


def _told_in_another_order(patch: pytest.MonkeyPatch) -> None:
    """Order the receivers of a message by a secret card."""
    emit = table.Table._emit

    def told(self: Any, events: Any = ()) -> None:
        if has_odd_secret(self.committed):
            self._listeners.reverse()
        emit(self, events)

    patch.setattr(table.Table, "_emit", told)


def _told_later(patch: pytest.MonkeyPatch) -> None:
    """Delay a bot a little for some cards."""
    due = ceremony_waits.Ceremonies.bot_due

    def later(self: Any, asked: Any, pace: float) -> float | None:
        at = due(self, asked, pace)
        return at + 0.05 if at is not None and has_odd_secret(self._committed) else at

    patch.setattr(ceremony_waits.Ceremonies, "bot_due", later)


def _parts_otherwise(patch: pytest.MonkeyPatch, otherwise: Callable[[Any], Any]) -> None:
    changes, emit, truth = open_page_state.PageState.update_parts, table.Table._emit, list[Any]()

    def told(self: Any, events: Any = ()) -> None:
        truth[:] = [self.committed]
        emit(self, events)

    def other(self: Any, *made: Any) -> Any:
        found = changes(self, *made)
        if not truth or not has_odd_secret(truth[0]):
            return found
        return replace(found, parts={name: otherwise(part) for name, part in found.parts.items()})

    patch.setattr(table.Table, "_emit", told)
    patch.setattr(open_page_state.PageState, "update_parts", other)


def _a_byte_more(patch: pytest.MonkeyPatch) -> None:
    """Lengthen the parts of a page by one byte for some cards."""
    _parts_otherwise(patch, lambda part: RenderedPart.of(f"{part.html} ", part.mark))


def _another_mark(patch: pytest.MonkeyPatch) -> None:
    """Change the marks of the parts of a page for some cards."""
    _parts_otherwise(patch, lambda part: replace(part, mark=part.mark[::-1]))


def _another_refusal(patch: pytest.MonkeyPatch) -> None:
    """Change a rejection if another seat could do the rejected action."""
    handle = table.Table.handle

    def handled(self: Any, who: Actor, intent: Any) -> Any:
        others = _actions_of_others(self.committed, who.seat)
        try:
            return handle(self, who, intent)
        except Rejection as no:
            if getattr(intent, "action", "") in others:
                raise Rejection("stale" if no.code != "stale" else "unreadable") from None
            raise

    patch.setattr(table.Table, "handle", handled)


def _another_seats_hint(patch: pytest.MonkeyPatch) -> None:
    """Send a phone the hint of the next seat."""
    readable = hints.Hints._readable

    def of_the_next_seat(self: Any, who: Actor) -> Any:
        if who.role != "seat" or who.seat is None:
            return readable(self, who)
        return readable(self, Actor("seat", Seat((who.seat + 1) % len(self._parts.committed.state.chairs))))

    patch.setattr(hints.Hints, "_readable", of_the_next_seat)


def _a_lamp(patch: pytest.MonkeyPatch) -> None:
    """Light a cat's lamp for some cards."""
    show = panel_connection.PanelConnection._show

    def shown(self: Any) -> None:
        lights = panel_connection.compute_lights
        lit = has_odd_secret(self._table.committed)
        with pytest.MonkeyPatch.context() as while_shown:
            more = {Part(PartKind.CAT, 6): True} if lit else {}
            while_shown.setattr(panel_connection, "compute_lights", lambda *seen: lights(*seen) | more)
            show(self)

    patch.setattr(panel_connection.PanelConnection, "_show", shown)


def _a_horn(patch: pytest.MonkeyPatch) -> None:
    """Sound the buzzer for some cards."""
    show = panel_connection.PanelConnection._show

    def shown(self: Any) -> None:
        if has_odd_secret(self._table.committed):
            self._sound(1)
        show(self)

    patch.setattr(panel_connection.PanelConnection, "_show", shown)


def _a_point_on_the_wall(patch: pytest.MonkeyPatch) -> None:
    """Change the turn number on the club's wall for some cards."""
    read_state = club_wall.WallLink.read_state

    def seen(self: Any) -> Any:
        now = read_state(self)
        return replace(now, turn=now.turn + 1000 * has_odd_secret(self._table.committed))

    patch.setattr(club_wall.WallLink, "read_state", seen)


def _length_of_a_choice(patch: pytest.MonkeyPatch) -> None:
    """Show a secret choice as one dot for each letter."""
    own = Snapshots.list_retractable_choices

    def dotted(self: Any, seat: Seat | None) -> Any:
        words = {move.number: "." * len(move.text) for move in self._retractable}
        return tuple(each if each.action else replace(each, action=words[each.row]) for each in own(self, seat))

    patch.setattr(Snapshots, "list_retractable_choices", dotted)


def _length_of_a_list(patch: pytest.MonkeyPatch) -> None:
    """Send a phone the number of actions of other seats."""
    planned = goals.SeatGoals._planned

    def counted(self: Any, who: Actor) -> Any:
        return planned(self, who) or (len(_actions_of_others(self._parts.committed, who.seat)),)

    patch.setattr(goals.SeatGoals, "_planned", counted)


def _a_line_in_the_log(patch: pytest.MonkeyPatch) -> None:
    """Write the actions of other seats to the program's log."""
    emit = table.Table._emit

    def told(self: Any, events: Any = ()) -> None:
        logging.getLogger("app.table").warning("asked %s", _actions_of_others(self.committed, None))
        emit(self, events)

    patch.setattr(table.Table, "_emit", told)


LEAKS: Final[dict[str, Put]] = {
    "a card in a field": _card_in_a_field,
    "a card on the screen": _card_on_the_screen,
    "a log too wide": _log_too_wide,
    "another order": _told_in_another_order,
    "a later moment": _told_later,
    "a byte more": _a_byte_more,
    "another mark": _another_mark,
    "another refusal": _another_refusal,
    "another seat's hint": _another_seats_hint,
    "a lamp": _a_lamp,
    "a horn": _a_horn,
    "a point on the wall": _a_point_on_the_wall,
    "the length of a choice": _length_of_a_choice,
    "the length of a list": _length_of_a_list,
    "a line in the program's log": _a_line_in_the_log,
}
SECRETS: Final = next(setup for setup in SET_UPS if setup.slug == "seven-wonders")  # where everybody always knows some


@contextmanager
def let_out(name: str) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        LEAKS[name](patch)
        yield


def seen(name: str, folder: Path) -> tuple[int, str]:
    """Return the number of the first table at which a leak is detected and the difference; 0 if it is not detected."""
    with let_out(name):
        for number in range(1, MOST + 1):
            for pair in pairs(SECRETS, number, folder / str(number)):
                if pair.first_difference:
                    return number, pair.first_difference
    return 0, ""
