"""A finished game put right: who sat where, and what was entered on its score sheet.

Works on what was stored: each function gives what a commit is to write. When the game ended stays as it was.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from app.protocol import messages
from app.protocol.names import known_as
from app.protocol.results import Finished
from app.protocol.rights import Rejected, Who
from app.storage.database import SavedGame, Write
from app.storage.rows import Move
from app.table import lobby, people, score_sheet, seating
from app.table.handlers.games import lacks
from app.table.match import Match
from engine import record
from engine.game import IllegalAction, Rules
from engine.tally.actions import NUMBER
from engine.tally.session import TallySession


def named(game: Finished, saved: SavedGame, names: Sequence[str]) -> Callable[[Write], None]:
    """These people sat there, by seat ("": nobody's name). Rejected `no-such-seat`, `name`, `name-taken`."""
    if len(names) != len(game.result.seats):
        raise Rejected("no-such-seat", seat=len(names))
    seats = tuple(seating.name_for((), None, name) if name.strip() else None for name in names)
    known = [known_as(name) if name else "" for name in seats]
    for seat, name in enumerate(seats, 1):
        if name and known.index(known_as(name)) != seat - 1:
            raise Rejected("name-taken", name=name, seat=known.index(known_as(name)) + 1)
    header = people.nameless(saved.header)
    if all(seats):
        header[people.NAMES] = ", ".join(filter(None, seats))
    before = game.result.seats
    takeovers = tuple(
        replace(it, name=seats[it.seat - 1] or "") if it.name == before[it.seat - 1] else it
        for it in game.result.takeovers
    )
    result = replace(game.result, seats=seats, takeovers=takeovers)
    return lambda write: write.rewrite(game.game, header, result, None)


def sheet_read(id: str, game: Finished, saved: SavedGame, rules: Mapping[str, Rules]) -> messages.SheetRead:
    """The answer to a ReadSheet. Rejected `no-such-game` if it was none, `no-looking-back` if it cannot be read."""
    state = _played(saved, rules, saved.moves)
    cells = tuple(messages.SheetCell(cell.id, cell.least, cell.most) for cell in state.cells)
    values = (
        {cell: value if cell in mine else None for cell, value in every.items()}
        for every, mine in zip(state.values, state.entered, strict=True)
    )
    return messages.SheetRead(id, game.mark, cells, tuple(values))


def entered(
    game: Finished, saved: SavedGame, rules: Mapping[str, Rules], texts: Sequence[str], who: Who
) -> Callable[[Write], None]:
    """More entries, said before the sheet was closed; what they come to follows.

    Rejected as by `sheet_read`, `unreadable`, and by the rules of the sheet.
    """
    said = [move for move in saved.moves if move.text != score_sheet.END]
    end = [move for move in saved.moves if move.text == score_sheet.END]
    state = _played(saved, rules, said)
    fresh: list[Move] = []
    try:
        for text in texts:
            seat, action = record.said(state, _numbered(text))
            fresh.append(Move(saved.last_move + 1 + len(fresh), seat, str(action), who.role, who.seat))
        for move in (*fresh, *end):
            state.apply(move.seat, state.parse(move.text))
    except ValueError:
        raise Rejected("unreadable") from None
    except IllegalAction as no:
        raise Rejected(no.rule, no.facts) from None
    result = replace(
        game.result,
        scores=state.scores(),
        winners=() if game.result.early else tuple(seat + 1 for seat in state.winners()),
        unfinished=lacks(state),
    )
    order = [each.number for each in (*said, *fresh, *end)]

    def write_down(write: Write) -> None:
        write.moves(game.game, fresh)
        write.places(game.game, order)
        write.rewrite(game.game, saved.header, result, None)

    return write_down


def _numbered(text: str) -> str:
    """The same entry; what is entered in a cell and is no number is one out of its bounds, and refused like it."""
    match text.split(" "):
        case [number, "set", cell, value] if not NUMBER.match(value):
            return f"{number} set {cell} {score_sheet.FAR}"
    return text


def _played(saved: SavedGame, rules: Mapping[str, Rules], moves: Sequence[Move]) -> TallySession:
    """A finished score sheet after these lines. Rejected `no-such-game` if it is none, `no-looking-back`."""
    kind = lobby.played(saved.kind, saved.header)
    if kind != score_sheet.NAME:
        raise Rejected("no-such-game")
    try:
        its = rules[kind]
        state = Match(its, lobby.read(its, saved.header), moves).state
    except (KeyError, ValueError, IllegalAction, Rejected):
        raise Rejected("no-looking-back") from None
    assert isinstance(state, TallySession)
    return state
