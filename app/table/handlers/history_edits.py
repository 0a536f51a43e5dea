"""A finished game put right: who sat where and was what, and what was entered on its score sheet.

Works on what was stored: each function gives what a commit is to write. When the game ended stays as it was.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from app.protocol.client_rights import Actor, Rejection
from app.protocol.history_messages import NamePlayers, SheetCell, SheetRead
from app.protocol.name_rules import LENGTH, known_as
from app.protocol.person_renaming import NAMES, nameless, same
from app.protocol.results import FinishedGame, Result
from app.storage.commit_writer import Write
from app.storage.row_codec import Move, SavedGame
from app.table.cardboard import score_sheet
from app.table.game.match import Match
from app.table.handlers.game_lifecycle import at_once, lacks
from app.table.lobby import game_agreement, seating
from engine import record
from engine.game import IllegalAction, Rules
from engine.tally.actions import NUMBER
from engine.tally.record_header import UNKNOWN_ROLE
from engine.tally.session import TallySession


def named(
    game: FinishedGame, saved: SavedGame, said: NamePlayers, wonders: Mapping[str, str]
) -> Callable[[Write], None]:
    """Return the result with these people in its seats. `wonders`: what a seat may have been, with its board.

    Whoever took over a seat is forgotten where a bot has become a person, or a person a bot. Rejection `no-such-seat`,
    `name`, `name-taken`, `no-such-wonder`, `wonder-taken`.
    """
    result = game.result
    if len(said.names) != len(result.seats):
        raise Rejection("no-such-seat", seat=len(said.names))
    seats = tuple(seating.name_for((), None, name) if name.strip() else None for name in said.names)
    known = [known_as(name) if name else "" for name in seats]
    for seat, name in enumerate(seats, 1):
        if name and known.index(known_as(name)) != seat - 1:
            raise Rejection("name-taken", name=name, seat=known.index(known_as(name)) + 1)
    header = nameless(saved.header)
    if all(seats):
        header[NAMES] = ", ".join(filter(None, seats))
    if said.wonders is not None:
        roles = _roles(said.wonders, wonders, len(seats))
        header["seats"] = ", ".join(role or UNKNOWN_ROLE for role in roles) if any(roles) else str(len(roles))
        result = replace(result, identities=game_agreement.identities(header))
    takeovers = tuple(
        replace(it, name=seats[it.seat - 1] or "") if it.name == result.seats[it.seat - 1] else it
        for it in result.takeovers
    )
    result = replace(result, seats=seats, takeovers=takeovers)
    if said.bots is not None:
        result = _played_by(result, said.bots)
    others = [seat for seat, name in enumerate(seats, 1) if not same(game.result.seats[seat - 1], name or "")]

    def write_down(write: Write) -> None:
        write.rewrite(game.game, header, result, None)
        write.for_club.no_members(game.game, others)

    return write_down


def _roles(said: Sequence[str], wonders: Mapping[str, str], seats: int) -> tuple[str, ...]:
    """Check the identity of each seat; "" where nobody knows."""
    if len(said) != seats:
        raise Rejection("no-such-seat", seat=len(said))
    boards: dict[str, int] = {}
    for seat, role in enumerate(said, 1):
        if role and role not in wonders:
            raise Rejection("no-such-wonder", wonder=role[:LENGTH])
        if role and boards.setdefault(wonders[role], seat) != seat:
            raise Rejection("wonder-taken", wonder=role, seat=boards[wonders[role]])
    return tuple(said)


def _played_by(result: Result, bots: Sequence[int]) -> Result:
    """Set bots at these seats (from 1) and people at the others."""
    seats = range(1, len(result.seats) + 1)
    if unknown := set(bots) - set(seats):
        raise Rejection("no-such-seat", seat=min(unknown))
    other = set(bots) ^ set(result.bots)
    names = tuple("" if seat in other else name for seat, name in enumerate(result.bot_names, 1))
    return replace(
        result,
        bots=tuple(sorted(set(bots))),
        bot_names=names if any(names) else (),
        takeovers=tuple(it for it in result.takeovers if it.seat not in other),
    )


def sheet_read(
    id: str, game: FinishedGame, saved: SavedGame, rules: Mapping[str, Rules], wonders: Mapping[str, str]
) -> SheetRead:
    """Answer a ReadSheet. `wonders` as for `named`.

    Rejection `no-such-game` if it was none, `no-looking-back` if it cannot be read.
    """
    state = _played(saved, rules, saved.moves)
    cells = tuple(SheetCell(cell.id, cell.least, cell.most) for cell in state.cells)
    values = (
        {cell: value if cell in mine else None for cell, value in every.items()}
        for every, mine in zip(state.values, state.entered, strict=True)
    )
    return SheetRead(id, game.mark, cells, tuple(values), dict(wonders))


def entered(
    game: FinishedGame, saved: SavedGame, rules: Mapping[str, Rules], texts: Sequence[str], who: Actor
) -> Callable[[Write], None]:
    """Add entries before the sheet was closed, and recompute the result.

    Rejection as by `sheet_read`, `unreadable`, and by the rules of the sheet.
    """
    said = [move for move in saved.moves if move.text != score_sheet.END]
    end = [move for move in saved.moves if move.text == score_sheet.END]
    state = _played(saved, rules, said)
    fresh: list[Move] = []
    try:
        for text in texts:
            seat, action = record.parse_move(state, _numbered(text))
            fresh.append(Move(saved.last_move + 1 + len(fresh), seat, str(action), who.role, who.seat))
        for move in (*fresh, *end):
            state.apply(move.seat, state.parse(move.text))
    except ValueError:
        raise Rejection("unreadable") from None
    except IllegalAction as no:
        raise Rejection(no.rule, no.facts) from None
    result = replace(
        game.result,
        scores=state.scores(),
        winners=() if game.result.early else tuple(seat + 1 for seat in state.winners()),
        how="" if game.result.early else at_once(state),
        unfinished=lacks(state),
    )
    order = [each.number for each in (*said, *fresh, *end)]

    def write_down(write: Write) -> None:
        write.moves(game.game, fresh)
        write.places(game.game, order)
        write.rewrite(game.game, saved.header, result, None)

    return write_down


def _numbered(text: str) -> str:
    """Return the entry; a cell text that is no number becomes one out of bounds, and is refused like it."""
    match text.split(" "):
        case [number, "set", cell, value] if not NUMBER.match(value):
            return f"{number} set {cell} {score_sheet.OUT_OF_RANGE}"
    return text


def _played(saved: SavedGame, rules: Mapping[str, Rules], moves: Sequence[Move]) -> TallySession:
    """Replay a finished score sheet. Rejection `no-such-game` if it is none, `no-looking-back`."""
    kind = game_agreement.played(saved.kind, saved.header)
    if kind != score_sheet.NAME:
        raise Rejection("no-such-game")
    try:
        its = rules[kind]
        state = Match(its, game_agreement.read(its, saved.header), moves).state
    except (KeyError, ValueError, IllegalAction, Rejection):
        raise Rejection("no-looking-back") from None
    assert isinstance(state, TallySession)
    return state
