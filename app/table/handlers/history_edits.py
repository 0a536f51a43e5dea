"""Corrections of a finished game: names, wonders and bots of its seats, and entries of its score sheet.

Each function returns what a commit is to write. The date of the game stays as it was.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, repeat

from msgspec.structs import replace

from app.protocol.client_rights import Actor
from app.protocol.history_messages import NamePlayers, SheetCell, SheetRead
from app.protocol.name_rules import LENGTH, name_key
from app.protocol.person_renaming import NAMES, has_name, strip_names
from app.protocol.rejection import Rejection
from app.protocol.results import FinishedGame, Result
from app.storage.commit_writer import Write
from app.storage.row_codec import Move, SavedGame
from app.table.cardboard import score_sheet
from app.table.game.match import reject_illegal_actions
from app.table.handlers.game_lifecycle import is_incomplete, winning_supremacy
from app.table.lobby import game_agreement, seating
from engine import record
from engine.game import Rules
from engine.tally.actions import NUMBER
from engine.tally.record_header import UNKNOWN_ROLE
from engine.tally.session import TallySession


def rename_players(
    game: FinishedGame, saved: SavedGame, said: NamePlayers, wonders: Mapping[str, str]
) -> Callable[[Write], None]:
    """Set the people, wonders and bots of a finished game. `wonders`: possible identities, each with its board.

    Takeovers of a seat are removed where a bot becomes a person, or a person a bot. Raise Rejection `no-such-seat`,
    `name`, `name-taken`, `no-such-wonder`, `wonder-taken`.
    """
    result = game.result
    if len(said.names) != len(result.seats):
        raise Rejection("no-such-seat", seat=len(said.names))
    names = [old or "" if new is None else new for old, new in zip(result.seats, said.names, strict=True)]
    seats = tuple(seating.normalise_name((), None, name) if name.strip() else None for name in names)
    known = [name_key(name) if name else "" for name in seats]
    for seat, name in enumerate(seats, 1):
        if name and known.index(name_key(name)) != seat - 1:
            raise Rejection("name-taken", name=name, seat=known.index(name_key(name)) + 1)
    header = strip_names(saved.header)
    if all(seats):
        header[NAMES] = ", ".join(filter(None, seats))
    if said.wonders is not None:
        had = chain(result.identities, repeat(""))
        chosen = [old if new is None else new for old, new in zip(had, said.wonders, strict=False)]
        roles = _check_roles(chosen, wonders, len(seats))
        header["seats"] = ", ".join(role or UNKNOWN_ROLE for role in roles) if any(roles) else str(len(roles))
        result = replace(result, identities=game_agreement.identities(header))
    takeovers = tuple(
        replace(takeover, name=seats[takeover.seat - 1] or "")
        if takeover.name == result.seats[takeover.seat - 1]
        else takeover
        for takeover in result.takeovers
    )
    result = replace(result, seats=seats, takeovers=takeovers)
    if said.bots is not None:
        kept = {seat for seat, name in enumerate(said.names, 1) if name is None}
        result = _set_bots(result, (*(set(said.bots) - kept), *(kept & set(result.bots))))
    others = [seat for seat, name in enumerate(seats, 1) if not has_name(game.result.seats[seat - 1], name or "")]

    def write_down(write: Write) -> None:
        write.rewrite(game.game, header, result, None)
        write.for_club.no_members(game.game, others)

    return write_down


def _check_roles(said: Sequence[str], wonders: Mapping[str, str], seats: int) -> tuple[str, ...]:
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


def _set_bots(result: Result, bots: Sequence[int]) -> Result:
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
        levels=() if other else result.levels,
        takeovers=tuple(takeover for takeover in result.takeovers if takeover.seat not in other),
    )


def read_sheet(
    id: str, game: FinishedGame, saved: SavedGame, rules: Mapping[str, Rules], wonders: Mapping[str, str]
) -> SheetRead:
    """Answer a ReadSheet. `wonders` as in `rename_players`.

    Raise Rejection `no-such-game` if the game was no score sheet, `no-looking-back` if it cannot be replayed.
    """
    state = _replay_sheet(saved, rules, saved.moves)
    cells = tuple(SheetCell(cell.id, cell.least, cell.most) for cell in state.cells)
    values = (
        {cell: value if cell in mine else None for cell, value in every.items()}
        for every, mine in zip(state.values, state.entered, strict=True)
    )
    return SheetRead(id, game.mark, cells, tuple(values), dict(wonders))


def add_entries(
    game: FinishedGame, saved: SavedGame, rules: Mapping[str, Rules], texts: Sequence[str], who: Actor
) -> Callable[[Write], None]:
    """Add entries before the sheet was closed, and recompute the result.

    Raise Rejection as `read_sheet` does, `unreadable`, and by the rules of the sheet.
    """
    said = [move for move in saved.moves if move.text != score_sheet.END]
    end = [move for move in saved.moves if move.text == score_sheet.END]
    state = _replay_sheet(saved, rules, said)
    fresh: list[Move] = []
    with reject_illegal_actions():
        for text in texts:
            seat, action = record.parse_move(state, _normalise_entry(text))
            fresh.append(Move(saved.last_move + 1 + len(fresh), seat, str(action), who.role, who.seat))
        for move in (*fresh, *end):
            state.apply(move.seat, state.parse(move.text))
    result = replace(
        game.result,
        scores=state.scores(),
        winners=() if game.result.early else tuple(seat + 1 for seat in state.winners()),
        how="" if game.result.early else winning_supremacy(state),
        unfinished=is_incomplete(state),
    )
    order = [each.number for each in (*said, *fresh, *end)]

    def write_down(write: Write) -> None:
        write.append_moves(game.game, fresh)
        write.places(game.game, order)
        write.rewrite(game.game, saved.header, result, None)

    return write_down


def _normalise_entry(text: str) -> str:
    """Replace a value that is no number by one out of bounds, so that it is refused with the bounds."""
    match text.split(" "):
        case [number, "set", cell, value] if not NUMBER.match(value):
            return f"{number} set {cell} {score_sheet.OUT_OF_RANGE}"
    return text


def _replay_sheet(saved: SavedGame, rules: Mapping[str, Rules], moves: Sequence[Move]) -> TallySession:
    """Replay a finished score sheet; raise Rejection `no-such-game` if it is none, `no-looking-back` if it fails."""
    if game_agreement.rules_name(saved.kind, saved.header) != score_sheet.NAME:
        raise Rejection("no-such-game")
    try:
        state = record.start_stored(rules, saved.header)
        for move in moves:
            record.apply_stored(state, move.seat, move.text)
    except record.BrokenRecord:
        raise Rejection("no-looking-back") from None
    assert isinstance(state, TallySession)
    return state
