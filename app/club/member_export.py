"""Export of everything a club has about a member: JSON, or CSV for spreadsheets. Contains nothing about others."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from app.club.members import ClubMember, MemberSeat
from app.club.pairing_and_standings import Stand
from app.club.ratings import Pool, StandingsRow
from app.club.tournaments import TournamentCourse
from app.history.export_import import sheet, win_cell
from app.history.history_text import HistoryWords
from app.protocol.results import kind_of, mode_of
from app.text.time_zone import local
from app.text.translation import Words
from app.text.words_protocols import seat_name

NAME: Final = "wondertable-member"  # file name without suffix
FORMAT: Final = 1


class MemberData(msgspec.Struct, frozen=True):
    """A member's data. `phones`: since when each is linked; `tournaments`: the member's rank in each."""

    member: ClubMember
    phones: Sequence[float]
    seats: Sequence[MemberSeat]
    ratings: Sequence[tuple[Pool, StandingsRow]]
    tournaments: Sequence[tuple[TournamentCourse, Stand]]


def describe_seat(w: Words, words: HistoryWords, played: MemberSeat) -> tuple[str, str]:
    """Describe a member's seat in two lines: game, time and table; name and points."""
    result, seat = played.game.result, played.seat
    ended = words.day_and_time(w, played.game.ended)
    facts = [seat_name(w, seat, result.seats[seat - 1]), w.ngettext("{n} point", "{n} points", _points(played))]
    if seat in result.winners:
        facts.append(w("won") if len(result.winners) == 1 else w("first place shared"))
    if played.claimed:
        facts.append(w("claimed"))
    where = [words.title(w, kind_of(played.game.header)), ended, played.table]
    return " · ".join(filter(None, where)), ", ".join(facts)


def _points(seat: MemberSeat) -> int:
    return seat.game.result.scores[seat.seat - 1]["total"]


def to_json(known: MemberData) -> bytes:
    """Export as JSON; times are seconds since 1970."""
    games = [_game_to_json(seat) for seat in known.seats]
    whole = {"wondertable": "member", "format": FORMAT, "member": known.member, "phones": known.phones, "games": games}
    whole["ratings"] = [_rating_to_json(*rating) for rating in known.ratings]
    whole["tournaments"] = [_tournament_to_json(*tournament) for tournament in known.tournaments]
    return msgspec.json.encode(whole)


def _tournament_to_json(course: TournamentCourse, stand: Stand) -> dict[str, Any]:  # Any: what JSON has
    """Convert a member's result in a tournament."""
    rounds: list[dict[str, Any]] = []
    for meeting in (meeting for each in course.rounds for meeting in each if stand.number in meeting.people):
        place = None if meeting.places is None else meeting.places[meeting.people.index(stand.number)]
        rounds.append({"round": meeting.round, "out": meeting.is_bye, "place": place})
    return {
        "id": course.tournament.id,
        "name": course.tournament.name,
        "game": course.tournament.kind,
        "began": course.tournament.began,
        "ended": course.tournament.ended,
        "place": stand.place,
        "points": float(stand.points),
        "rounds": rounds,
    }


def _rating_to_json(pool: Pool, row: StandingsRow) -> dict[str, Any]:  # Any: what JSON has
    of = {"game": pool.kind, "seats": pool.seats, "bots": pool.bots, "league": pool.name}
    return {**of, "place": row.place, "points": row.points, "games": row.games, "wins": row.wins, "shared": row.shared}


def _game_to_json(played: MemberSeat) -> dict[str, Any]:  # Any: what JSON has
    game, result, seat = played.game, played.game.result, played.seat
    return {
        "id": game.id,
        "game": kind_of(game.header),
        "mode": mode_of(game.header),
        "variant": game.header.get("variant", "").split(),
        "began": game.began,
        "ended": game.ended,
        "early": result.early,
        "table": played.table,
        "seats": len(result.seats),
        "seat": seat,
        "claimed": played.claimed,
        "name": result.seats[seat - 1],
        "identity": _identity(played),
        "score": result.scores[seat - 1],
        "won": seat in result.winners,
    }


def _identity(seat: MemberSeat) -> str:
    return next(iter(seat.game.result.identities[seat.seat - 1 :]), "")


def to_csv(known: MemberData, words: HistoryWords, w: Words) -> bytes:
    """Export as CSV: a line for each game, in the reader's language."""
    heads = (w("Game id"), w("Ended"), w("Game"), w("Table"), w("Seat"), w("Name"), w("Wonder"), w("Won"), w("Points"))
    rows: list[Sequence[object]] = [heads]
    for seat in known.seats:
        kind, identity = kind_of(seat.game.header), _identity(seat)
        cells = (
            seat.game.id,
            f"{local(seat.game.ended):%Y-%m-%d %H:%M}",
            words.title(w, kind),
            seat.table,
            seat.seat,
            seat.game.result.seats[seat.seat - 1] or "",
            words.identity(w, kind, identity) if identity else "",
            win_cell(w, seat.game.result, seat.seat),
            _points(seat),
        )
        rows.append(cells)
    return sheet(w, rows)


FORMS: Final[dict[str, tuple[str, Callable[[MemberData, HistoryWords, Words], bytes]]]] = {  # media type, made how
    "json": ("application/json", lambda known, words, w: to_json(known)),
    "csv": ("text/csv", to_csv),
}
