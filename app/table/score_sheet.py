"""Tally at the table: people play with their own cardboard and enter what they like, from any device, at any time.

No question is ever open. Any entry can be taken back by itself while nothing has been entered since in its places: its
cell, for a conflict the shields and tokens of all and the markers. What came since hangs on none of them, so all the
table has told of it stays true.
"""

from typing import TypeGuard

from msgspec.structs import replace

from app.protocol import messages as m
from app.protocol import news
from app.protocol.rights import Refusal
from app.storage.rows import Row
from app.table import lobby
from app.table.lobby import Lobby
from app.table.match import Line, Play
from app.table.seating import Chairs
from app.table.state import Kept
from app.table.transaction import Change
from engine import record
from engine.game import Rules, Seat, Setup
from engine.header import written_data
from engine.tally.actions import NUMBER
from engine.tally.session import Place, TallySession

NAME = "tally"  # as a header calls it
END = "end"
FAR = 9999  # out of the bounds of every cell: what is no number is refused like it, with what may be entered


def set_up(agreed: Lobby, chairs: Chairs, sheets: Rules) -> Setup:
    """A score sheet for these chairs. What a seat is (its wonder) is told only where everybody said so."""
    header = {"game": NAME, "sheet": agreed.game, "variant": " ".join(agreed.variant)}
    header |= written_data(sheets.data_version, "")
    wishes = [chair.wish for chair in chairs if chair.wish]
    header["seats"] = ", ".join(wishes) if len(wishes) == len(chairs) else str(len(chairs))
    names = [chair.name for chair in chairs if chair.name]
    if len(names) == len(chairs):
        header["names"] = ", ".join(names)
    return lobby.read(sheets, header)


def is_open(play: Play | None) -> TypeGuard[Play]:
    """Whether what lies on the table is a score sheet."""
    return play is not None and isinstance(play.state, TallySession)


def entry(play: Play, text: str) -> Line:
    """What somebody enters: a line of the record, or `2 add shields 1`, which is the line it comes to. ValueError.

    Whoever adds means the number that holds now, so two who add at once are both heard; at a bound it stays there.
    """
    state = _session(play)
    match text.split(" "):
        case [number, "set", cell, value] if not NUMBER.match(value):
            return entry(play, f"{number} set {cell} {FAR}")
        case [number, "add", cell, step]:
            seat, _ = record.said(state, f"{number} set {cell} {step}")
            bounds = next((each for each in state.cells if each.id == cell), None)
            if bounds is None or seat not in range(len(state.values)):
                raise ValueError(text)
            sum_ = state.values[seat][cell] + int(step)
            return seat, f"set {cell} {min(max(sum_, bounds.least), bounds.most)}"
    seat, action = record.said(state, text)
    return seat, str(action)


def turned(play: Play, marker: int) -> str:
    """The entry that turns a marker (from 1) over."""
    battle = _session(play).battle
    shows = 1 <= marker <= len(battle) and battle[marker - 1]
    return f"marker {marker} {'peace' if shows else 'battle'}"


# ---- taking back -------------------------------------------------------------------------------------------


def offers(play: Play) -> tuple[m.UndoOffer, ...]:
    """What may be taken back, each by itself, oldest first; once the sheet is closed, only that."""
    state = _session(play)
    covered: set[Place] = set()
    rows: list[Row] = []
    for past in reversed(play.past):
        places = state.places(past.row.seat, state.parse(past.row.text))
        if covered.isdisjoint(places):
            rows.append(past.row)
        covered |= places
    return tuple(m.UndoOffer(row.number, row.seat + 1, row.text, more=0, free=True) for row in reversed(rows))


def newest(play: Play) -> m.UndoOffer | None:
    """The last thing that was entered."""
    return max(offers(play), key=lambda offer: offer.row, default=None)


def taken_back(kept: Kept, play: Play, row: int, asker: Seat | None, now: float) -> Change:
    """The same without one entry, at the wish of `asker` (None: the screen). Refusal `stale` if it is not offered."""
    offer = next((each for each in offers(play) if each.row == row), None)
    if offer is None or kept.early:
        raise Refusal("stale")
    change = Change(kept)
    change.undone = frozenset({row})
    change.play = play.without(change.undone)
    by = 0 if asker is None else asker + 1
    change.news.append(news.Undone(seat=by, of=offer.seat, action=offer.action, more=0))
    if kept.phase == "over":
        change.kept = replace(kept, phase="game")
        change.writes.append(lambda write: write.game_state(kept.game, "running", now))
    return change


def _session(play: Play) -> TallySession:
    assert isinstance(play.state, TallySession)
    return play.state
