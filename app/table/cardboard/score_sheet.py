"""Tally mode: people play with their own cardboard and enter values on a score sheet, from any device, at any time.

No question is ever open. An entry can be undone by itself while nothing newer was entered in its places: its cell, or
for a conflict the shields and tokens of all seats and the markers. So later entries never depend on an undone one.
"""

from typing import TypeGuard

from app.protocol.play_messages import UndoOffer
from app.storage.row_codec import Move
from app.table.game.match import Line, Match
from app.table.lobby import game_agreement
from app.table.lobby.game_agreement import Lobby
from app.table.lobby.seating import Chairs
from engine import record
from engine.game import CHANCE, Rules, Seat, Setup
from engine.header_values import format_data_keys
from engine.tally.actions import NUMBER
from engine.tally.record_header import UNKNOWN_ROLE
from engine.tally.session import Place, TallySession

NAME = "tally"  # as a header calls it
END = "end"
NOTHING_MORE = "end 0"  # what is not entered is 0
OUT_OF_RANGE = 9999  # beyond every cell's bounds: stands for text that is no number, and is refused with the bounds


def build_setup(agreed: Lobby, chairs: Chairs, sheets: Rules) -> Setup:
    """Set up a score sheet for these chairs, with the identity (wonder) of each seat as far as it is known."""
    header = {"game": NAME, "sheet": agreed.game, "variant": " ".join(agreed.variant)}
    header |= format_data_keys(sheets.data_version, "")
    has_wishes = any(chair.wish for chair in chairs)
    header["seats"] = ", ".join(chair.wish or UNKNOWN_ROLE for chair in chairs) if has_wishes else str(len(chairs))
    names = [chair.name for chair in chairs if chair.name]
    if len(names) == len(chairs):
        header["names"] = ", ".join(names)
    return game_agreement.parse_header(sheets, header)


def is_open(match: Match | None) -> TypeGuard[Match]:
    """Check whether the game on the table is a score sheet."""
    return match is not None and isinstance(match.state, TallySession)


def parse_entry(match: Match, text: str) -> Line:
    """Parse an entry: a line of the record, or `2 add shields 1`, which is resolved to one. ValueError.

    `1 push 2` moves the pawn two spaces towards the other seat. `add` changes the current value, so that two devices
    can add at once; the result is clamped to the cell's bounds.
    """
    state = _session(match)
    match text.split(" "):
        case [number, "set", cell, value] if not NUMBER.match(value):
            return parse_entry(match, f"{number} set {cell} {OUT_OF_RANGE}")
        case [number, "push", step] if number in ("1", "2") and NUMBER.match(step) and state.sheet.track:
            capital = state.sheet.track.capital
            space = state.pawn + (int(step) if number == "1" else -int(step))
            return CHANCE, f"pawn {min(max(space, -capital), capital)}"
        case [number, "add", cell, step]:
            seat, _ = record.parse_move(state, f"{number} set {cell} {step}")
            bounds = next((each for each in state.cells if each.id == cell), None)
            if bounds is None or seat not in range(len(state.values)):
                raise ValueError(text)
            now = state.values[seat][cell] if cell in state.entered[seat] else state.start_of(cell)
            sum_ = now + int(step)
            return seat, f"set {cell} {min(max(sum_, bounds.least), bounds.most)}"
    seat, action = record.parse_move(state, text)
    return seat, str(action)


def parse_entries(match: Match, text: str, sure: bool) -> list[Line]:
    """Parse the entries of one intent. IllegalAction `unlikely` or `missing` if people have to confirm the entry.

    `end 0` closes a sheet with 0 in its empty cells.
    """
    state = _session(match)
    if text == NOTHING_MORE and not state.over:
        return [*((Seat(seat - 1), f"set {each.cell} 0") for each in state.missing() for seat in each.seats),
                (CHANCE, END)]  # fmt: skip
    line = parse_entry(match, text)
    if not sure and " add " not in text:  # who taps + sees the result
        state.ask(line[0], state.parse(line[1]))
    return [line]


def marker_entry(match: Match, marker: int) -> str:
    """Return the entry that turns a marker (from 1) over."""
    battle = _session(match).battle
    shows = 1 <= marker <= len(battle) and battle[marker - 1]
    return f"marker {marker} {'peace' if shows else 'battle'}"


def list_offers(match: Match) -> tuple[UndoOffer, ...]:
    """List the entries that may be undone, oldest first; of a closed sheet only the closing."""
    state = _session(match)
    covered: set[Place] = set()
    moves: list[Move] = []
    for applied in reversed(match.moves):
        places = state.places(applied.move.seat, state.parse(applied.move.text))
        if covered.isdisjoint(places):
            moves.append(applied.move)
        covered |= places
    return tuple(UndoOffer(row.number, row.seat + 1, row.text, more=0, free=True) for row in reversed(moves))


def newest_offer(match: Match) -> UndoOffer | None:
    """Return the newest entry that may be undone."""
    return max(list_offers(match), key=lambda offer: offer.row, default=None)


def _session(match: Match) -> TallySession:
    assert isinstance(match.state, TallySession)
    return match.state
