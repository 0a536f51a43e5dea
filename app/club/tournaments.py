"""The store of tournaments: participants, pairings, results.

Results are derived from the club's games at each read, in whatever order games arrive, and change when a game is
corrected or deleted. A result entered by a person has precedence.
"""

import hashlib
import hmac
import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from app.club import pairing_and_standings, rating_model
from app.club.database import ClubTransaction, Database
from app.club.pairing_and_standings import Pairing, Stand
from app.protocol.club_round_messages import RoundDeal
from app.protocol.results import Archived

PEOPLE: Final = 100  # participants at most
HAND: Final = "hand"  # entered by a person
FROM_GAME: Final = "kept"  # from a game, stored when one of its members was removed


class TournamentPlan(msgspec.Struct, frozen=True):
    """An organiser's plan of a tournament."""

    name: str
    kind: str
    how: str  # the variants, in the organiser's words
    least: int  # people at a table
    most: int
    rounds: int


class Tournament(TournamentPlan, frozen=True):
    """A tournament that has begun."""

    id: str
    began: float
    ended: float | None  # None: it runs
    same_from: int = 0  # the first round with the same deal at all tables; 0: none


class Entrant(msgspec.Struct, frozen=True):
    """A participant. `member`: "" for a person by name only; `name` "": a removed person."""

    number: int
    member: str
    name: str
    away: bool  # is not paired


class Encounter(msgspec.Struct, frozen=True):
    """A pairing of a round, and its result. Places are those of `people` in this order, from 1; ties share one."""

    round: int
    number: int
    people: tuple[int, ...]
    table: str  # the name of the table that is assigned to it
    moved: bool  # people were swapped by hand
    places: tuple[int, ...] | None  # the result that counts; None: none yet
    decided: str  # the source of `places`: HAND, FROM_GAME, or "" for the matching game
    game_places: tuple[int, ...] | None = None  # the result of the matching game
    game_table: str = ""  # the name of the table that played it
    has_other_deal: bool = False  # that game was not played with the round's shared deal

    @property
    def is_bye(self) -> bool:
        return len(self.people) == 1


class TournamentCourse(msgspec.Struct, frozen=True):
    """A tournament with its rounds and standings."""

    tournament: Tournament
    people: dict[int, Entrant]
    rounds: list[list[Encounter]]
    standings: list[Stand]

    @property
    def missing(self) -> int:
        """The number of missing results."""
        return sum(one.places is None and not one.is_bye for each in self.rounds for one in each)

    @property
    def has_result(self) -> bool:
        return any(one.places is not None for each in self.rounds for one in each if not one.is_bye)

    @property
    def active_numbers(self) -> list[int]:
        """The people to pair in the next round."""
        return [person.number for person in self.people.values() if not person.away]


class Tournaments:
    """Tournaments in the database. Methods block the calling thread and raise DatabaseProblem if it is unusable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ---- what is read --------------------------------------------------------------------------------------

    def list_all(self) -> list[Tournament]:
        """List all tournaments, newest first."""
        with self._database.reading() as db:
            return _load_tournaments(db, "ORDER BY began DESC, id")

    def running(self) -> list[TournamentCourse]:
        """List running tournaments that have a round, newest first."""
        with self._database.snapshot() as db:
            found = [
                _load_course(db, tournament)
                for tournament in _load_tournaments(db, "WHERE ended IS NULL ORDER BY began DESC, id")
            ]
        return [each for each in found if each.rounds]

    def course(self, id: str) -> TournamentCourse | None:
        """Load a tournament; None if it does not exist."""
        with self._database.snapshot() as db:
            return _find_course(db, id)

    def list_of_member(self, member: str) -> list[tuple[TournamentCourse, Stand]]:
        """List a member's tournaments with their standing."""
        with self._database.snapshot() as db:
            theirs = _load_tournaments(
                db, "WHERE id IN (SELECT tournament FROM entrants WHERE member = ?) ORDER BY began DESC, id", member
            )
            courses = [_load_course(db, each) for each in theirs]
        return [
            (course, stand)
            for course in courses
            for stand in course.standings
            if course.people[stand.number].member == member
        ]

    def pending_deal(self, kind: str, members: Sequence[str]) -> RoundDeal | None:
        """Return the shared deal of the unfinished round in which exactly these members meet, or None."""
        who = frozenset(members)
        with self._database.snapshot() as db:
            theirs = _load_tournaments(
                db,
                "WHERE ended IS NULL AND kind = ? AND id IN (SELECT tournament FROM deals) AND id IN"
                " (SELECT tournament FROM entrants WHERE member = ?) ORDER BY began, id",
                kind,
                min(who, default=""),
            )
            for one in theirs:
                course = _load_course(db, one)
                secret = _derive_secrets(db, one.id).get(len(course.rounds))
                if secret is None:
                    continue
                for each in course.rounds[-1]:
                    if who == {course.people[n].member for n in each.people} and each.places is None:
                        return RoundDeal(one.name, each.round, _deal_id(secret), secret.hex())
        return None

    # ---- what an organiser does ----------------------------------------------------------------------------

    def begin(
        self, plan: TournamentPlan, members: Iterable[str], names: Iterable[str], now: float, same: bool = False
    ) -> str:
        """Create a tournament of these members and people by name only; return its id.

        `same`: all tables of a round get the same deal.
        """
        id = secrets.token_hex(6)
        with self._database.transaction() as db:
            db.execute(
                "INSERT INTO tournaments VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)",
                (id, plan.name, plan.kind, plan.how, plan.most, plan.least, plan.rounds, now),
            )
            _add_participants(db, id, members, names)
            _set_same_deal(db, id, same)
        return id

    def change(self, id: str, plan: TournamentPlan) -> bool:
        """Change a tournament without results; return False if it has one, or does not exist.

        Another game or table size deletes the rounds made so far.
        """
        with self._database.transaction() as db:
            course = _find_course(db, id)
            if course is None or course.has_result:
                return False
            was = course.tournament
            db.execute(
                "UPDATE tournaments SET name = ?, kind = ?, how = ?, most = ?, least = ?, rounds = ? WHERE id = ?",
                (plan.name, plan.kind, plan.how, plan.most, plan.least, plan.rounds, id),
            )
            if (was.kind, was.least, was.most) != (plan.kind, plan.least, plan.most):
                db.execute("DELETE FROM pairings WHERE tournament = ?", (id,))
        return True

    def add(self, id: str, members: Iterable[str], names: Iterable[str]) -> None:
        """Add participants from the next round on; skip those who already take part, and former members."""
        with self._database.transaction() as db:
            if _load_tournaments(db, "WHERE id = ?", id):
                _add_participants(db, id, members, names)

    def set_away(self, id: str, number: int, away: bool) -> None:
        """Exclude a participant from pairing, or include them again."""
        with self._database.transaction() as db:
            db.execute(
                "UPDATE entrants SET away = ? WHERE tournament = ? AND number = ?"
                " AND (member <> '' OR name <> '')",  # removed people stay excluded
                (int(away), id, number),
            )

    def remove_name(self, id: str, number: int) -> None:
        """Delete the name of a participant who is no member."""
        with self._database.transaction() as db:
            db.execute(
                "UPDATE entrants SET name = '', away = 1 WHERE tournament = ? AND number = ? AND member = ''",
                (id, number),
            )

    def make_round(self, id: str, number: int, tables: Sequence[str], now: float) -> None:
        """Make the next round, if it has this number and the tournament runs. `tables`: names. Raise TooFewPeople."""
        course = self.course(id)
        if course is None or course.tournament.ended is not None or number != len(course.rounds) + 1:
            return
        tournament = course.tournament
        made = pairing_and_standings.pair_round(
            id,
            course.active_numbers,
            _make_pairings(course.rounds),
            most=tournament.most,
            least=tournament.least,
            planned=tournament.rounds,
        )
        with self._database.transaction() as db:
            is_current = _find_course(db, id) == course
            for n, people in enumerate(made if is_current else (), 1):
                place = tables[n - 1] if n <= len(tables) and len(people) > 1 else ""
                db.execute(
                    "INSERT INTO pairings VALUES (?, ?, ?, ?, ?, ?, NULL, '', 0)",
                    (id, number, n, _encode(people), place, now),
                )
        if not is_current:  # pairing takes seconds, so it is done outside the transaction
            self.make_round(id, number, tables, now)

    def set_same_deal(self, id: str, same: bool) -> None:
        """Switch the same deal at all tables of a round on, from the next round, or off."""
        with self._database.transaction() as db:
            if _load_tournaments(db, "WHERE id = ?", id):
                _set_same_deal(db, id, same)

    def take_back(self, id: str, number: int) -> None:
        """Delete a round, if it is the last one."""
        with self._database.transaction() as db:
            db.execute(
                "DELETE FROM pairings WHERE tournament = ? AND round = ?"
                " AND round = (SELECT max(round) FROM pairings WHERE tournament = ?)",
                (id, number, id),
            )

    def swap(self, id: str, number: int, a: int, b: int) -> None:
        """Swap two people of a round; results entered for their tables are deleted."""
        with self._database.transaction() as db:
            rows = db.execute("SELECT number, people FROM pairings WHERE tournament = ? AND round = ?", (id, number))
            sit = {n: msgspec.json.decode(people, type=list[int]) for n, people in rows}
            of = {person: n for n, people in sit.items() for person in people}
            if a not in of or b not in of or of[a] == of[b]:
                return
            for person, other in ((a, b), (b, a)):
                people = [other if each == person else each for each in sit[of[person]]]
                db.execute(
                    "UPDATE pairings SET people = ?, places = NULL, decided = '', moved = 1"
                    " WHERE tournament = ? AND round = ? AND number = ?",
                    (_encode(people), id, number, of[person]),
                )

    def enter(
        self,
        id: str,
        round: int,
        number: int,
        places: Sequence[int] | None,
        place: str | None = None,
        seen: Sequence[int] | None = None,
    ) -> None:
        """Enter a result, which overrides a table's game; None: delete it. Do nothing unless the people are those
        `seen`.

        `place`: assign the pairing to this table.
        """
        with self._database.transaction() as db:
            found = db.execute(
                "SELECT people FROM pairings WHERE tournament = ? AND round = ? AND number = ?", (id, round, number)
            )
            people = msgspec.json.decode(found[0][0], type=list[int]) if found else []
            if len(people) < 2 or len(places or people) != len(people) or list(seen or people) != people:
                return
            kept = None if places is None else _encode(pairing_and_standings.rank_places(places))
            db.execute(
                "UPDATE pairings SET places = ?, decided = ?, place = coalesce(?, place)"
                " WHERE tournament = ? AND round = ? AND number = ?",
                (kept, "" if kept is None else HAND, place, id, round, number),
            )

    def end(self, id: str, now: float | None) -> None:
        """End a tournament; None: resume it."""
        with self._database.transaction() as db:
            db.execute("UPDATE tournaments SET ended = ? WHERE id = ?", (now, id))

    def remove(self, id: str) -> None:
        """Delete a tournament; its games stay."""
        with self._database.transaction() as db:
            for table in ("pairings", "entrants", "deals"):
                db.execute(f"DELETE FROM {table} WHERE tournament = ?", (id,))
            db.execute("DELETE FROM tournaments WHERE id = ?", (id,))


def anonymise_member(db: ClubTransaction, member: str) -> int:
    """Anonymise a removed member in all tournaments, keeping results; return the number of tournaments.

    Must be called while the member's seats in games are still stored.
    """
    theirs = _load_tournaments(db, "WHERE id IN (SELECT tournament FROM entrants WHERE member = ?)", member)
    for one in theirs:
        course = _load_course(db, one)
        mine = {number for number, who in course.people.items() if who.member == member}
        for meeting in (meeting for each in course.rounds for meeting in each if mine & set(meeting.people)):
            if meeting.game_places is not None and not meeting.decided:
                db.execute(
                    "UPDATE pairings SET places = ?, decided = ? WHERE tournament = ? AND round = ? AND number = ?",
                    (_encode(meeting.game_places), FROM_GAME, one.id, meeting.round, meeting.number),
                )
    db.execute("UPDATE entrants SET member = '', name = '', away = 1 WHERE member = ?", (member,))
    return len(theirs)


def _add_participants(db: ClubTransaction, id: str, members: Iterable[str], names: Iterable[str]) -> None:
    there = db.execute("SELECT number, member FROM entrants WHERE tournament = ?", (id,))
    sit = {member for _, member in there}
    known = {str(member): str(name) for member, name in db.execute("SELECT id, name FROM members")}
    fresh = [(member, "") for member in dict.fromkeys(members) if member in known and member not in sit]
    fresh += [("", name) for name in names]
    first = max((number for number, _ in there), default=0) + 1
    for number, (member, name) in enumerate(fresh[: PEOPLE - len(there)], first):
        db.execute("INSERT INTO entrants VALUES (?, ?, ?, ?, 0)", (id, number, member, name))


def _set_same_deal(db: ClubTransaction, id: str, same: bool) -> None:
    there = db.execute("SELECT 1 FROM deals WHERE tournament = ?", (id,))
    if same and not there:
        [(last,)] = db.execute("SELECT coalesce(max(round), 0) FROM pairings WHERE tournament = ?", (id,))
        db.execute("INSERT INTO deals VALUES (?, ?, ?)", (id, secrets.token_hex(16), last + 1))
    elif not same:
        db.execute("DELETE FROM deals WHERE tournament = ?", (id,))


# Any: values as the database has them.
def _load_tournaments(db: ClubTransaction, which: str, *values: Any) -> list[Tournament]:
    columns = "name, kind, how, least, most, rounds, id, began, ended"
    since = "coalesce((SELECT since FROM deals WHERE tournament = tournaments.id), 0)"
    return [Tournament(*row) for row in db.execute(f"SELECT {columns}, {since} FROM tournaments {which}", values)]


def _derive_secrets(db: ClubTransaction, id: str) -> dict[int, bytes]:
    """Derive the secrets of a tournament's shared deals by round: 32 bytes each. A round made again gets a new one."""
    rows = db.execute(
        "SELECT round, min(made), secret FROM pairings JOIN deals ON deals.tournament = pairings.tournament"
        " WHERE pairings.tournament = ? AND round >= since GROUP BY round, secret",
        (id,),
    )
    return {round: hmac.digest(bytes.fromhex(key), f"{round} {made!r}".encode(), "sha256") for round, made, key in rows}


def _encode(numbers: Sequence[int]) -> str:
    return msgspec.json.encode(numbers).decode()


def _deal_id(secret: bytes) -> str:
    """Return the public id of a deal, which does not reveal its secret."""
    return hashlib.sha256(secret).hexdigest()[:16]


def _make_pairings(rounds: Iterable[Iterable[Encounter]]) -> list[list[Pairing]]:
    return [[Pairing(one.people, one.places) for one in each] for each in rounds]


def _find_course(db: ClubTransaction, id: str) -> TournamentCourse | None:
    found = _load_tournaments(db, "WHERE id = ?", id)
    return _load_course(db, found[0]) if found else None


def _load_course(db: ClubTransaction, tournament: Tournament) -> TournamentCourse:
    people = _load_entrants(db, tournament)
    rounds = _load_rounds(db, tournament, people)
    ranks = pairing_and_standings.rank_people(tournament.id, people, _make_pairings(rounds), tournament.most)
    return TournamentCourse(tournament, people, rounds, ranks)


def _load_entrants(db: ClubTransaction, tournament: Tournament) -> dict[int, Entrant]:
    return {
        number: Entrant(number, member, (known if member else name) or "", bool(away))
        for number, member, name, known, away in db.execute(
            "SELECT number, member, entrants.name, members.name, away FROM entrants"
            " LEFT JOIN members ON members.id = member WHERE tournament = ? ORDER BY number",
            (tournament.id,),
        )
    }


def _load_rounds(db: ClubTransaction, tournament: Tournament, people: Mapping[int, Entrant]) -> list[list[Encounter]]:
    """Load the encounters by round, with the results of games that their members have played."""
    rows = db.execute(
        "SELECT round, number, people, place, made, places, decided, moved FROM pairings WHERE tournament = ?"
        " ORDER BY round, number",
        (tournament.id,),
    )
    sit = [msgspec.json.decode(row[2], type=tuple[int, ...]) for row in rows]
    wanted = {}  # the members of each pairing of members alone, and when it was made
    for row, who in zip(rows, sit, strict=True):
        members = [people[number].member for number in who]
        if len(who) > 1 and all(members):
            wanted[row[0], row[1]] = (frozenset(members), row[4])
    results = _find_results(db, tournament, wanted)
    deals = {round: _deal_id(secret) for round, secret in _derive_secrets(db, tournament.id).items()}
    rounds: list[list[Encounter]] = []
    for (number, n, _, table, _, entered, decided, moved), who in zip(rows, sit, strict=True):
        result = results.get((number, n))
        in_game = tuple(result.places[people[person].member] for person in who) if result else None
        while len(rounds) < number:
            rounds.append([])
        encounter = Encounter(
            round=number,
            number=n,
            people=who,
            table=table,
            moved=bool(moved),
            places=in_game if entered is None else msgspec.json.decode(entered, type=tuple[int, ...]),
            decided=decided,
            game_places=in_game,
            game_table=result.table if result else "",
            has_other_deal=result is not None and number in deals and result.deal != deals[number],
        )
        rounds[-1].append(encounter)
    return rounds


class _GameResult(NamedTuple):
    """The result of a pairing in a game. Of several games the first one counts: the smallest `began` and `game`."""

    began: float
    game: str
    places: dict[str, int]  # by member, from 1
    table: str  # its name
    deal: str  # the id of the shared deal that was played, or ""


def _find_results(
    db: ClubTransaction, tournament: Tournament, wanted: Mapping[tuple[int, int], tuple[frozenset[str], float]]
) -> dict[tuple[int, int], _GameResult]:
    """Return, by round and pairing, the result of the matching game.

    The matching game is the first one of the kind with exactly these people that began after the round was made (and
    before the next round in which they meet, or the end), and that measures its players. `wanted`: by round and
    pairing, its members, and when the round was made.
    """
    if not wanted:
        return {}
    meetings: dict[frozenset[str], list[tuple[float, tuple[int, int]]]] = defaultdict(list)
    for key, (members, made) in sorted(wanted.items()):
        meetings[members].append((made, key))
    found: dict[tuple[int, int], _GameResult] = {}
    for id, seats in _load_full_sittings(db, tournament, min(made for _, made in wanted.values())).items():
        who = frozenset(seats.values())
        if who not in meetings:
            continue
        for text, table in db.execute(
            "SELECT game, tables.name FROM games LEFT JOIN tables ON tables.id = teller WHERE games.id = ?", (id,)
        ):
            game = msgspec.json.decode(text, type=Archived)
            keys = [key for made, key in meetings[who] if made <= game.began]
            is_late = tournament.ended is not None and game.began >= tournament.ended
            if not keys or is_late or not rating_model.is_measure(game):
                continue
            earlier = found.get(keys[-1])
            if earlier is None or (game.began, id) < (earlier.began, earlier.game):
                by_member = {seats[seat]: place for seat, place in enumerate(game.result.places_by_points, 1)}
                found[keys[-1]] = _GameResult(game.began, id, by_member, table or "", game.result.dealt)
    return found


def _load_full_sittings(db: ClubTransaction, tournament: Tournament, since: float) -> dict[str, dict[int, str]]:
    """Load the members by seat (from 1) of the games that ended after `since` and in which every seat was another's.

    Games of the tournament's kind only, with at least one of its participants.
    """
    sat: dict[str, dict[int, str]] = defaultdict(dict)
    sizes: dict[str, int] = {}
    for game, size, seat, member in db.execute(
        "SELECT games.id, games.seats, seat, member FROM games JOIN seats ON seats.game = games.id"
        " WHERE kind = ? AND ended > ? AND games.game IS NOT NULL AND games.id IN"
        " (SELECT game FROM seats WHERE member IN (SELECT member FROM entrants WHERE tournament = ? AND member <> ''))",
        (tournament.kind, since, tournament.id),
    ):
        sat[game][seat] = member
        sizes[game] = size
    return {id: seats for id, seats in sat.items() if len({*seats.values()}) == len(seats) == sizes[id]}
