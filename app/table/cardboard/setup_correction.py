"""Corrections of the set-up of a tracked game: who began, who sits where, its variants and its house rules.

These are keys of the record's header. A correction changes the header, and all lines are replayed
(`app/table/cardboard/line_correction.py`). For wonders and boards see `app/table/cardboard/wonder_correction.py`.
"""

from collections.abc import Sequence
from typing import Any, Final, Literal, Self, get_args

import msgspec

from app.protocol.cardboard_messages import Correct
from app.protocol.client_rights import Actor, Role
from app.protocol.rejection import Rejection
from app.storage.row_codec import Move
from app.table.game.match import Match
from app.table.lobby import game_agreement
from engine.corrections_and_agreements import is_wonder_correction
from engine.game import CHANCE, Game, HasParallelReports, Reportable, Seat, Setup, State
from engine.header_values import split_list, split_words

What = Literal["first", "variant", "rules", "places"]
SETUP_PARTS: Final[tuple[What, ...]] = get_args(What)
MISSING: Final = "missing"  # after the first seat: its first turn was not reported


class SetupEdit(msgspec.Struct, frozen=True):
    """One corrected fact of the set-up, and who corrected it.

    `value`, as in a header: `first` a seat, from 1; `variant` all that is added; `rules` one of them, `name=yes`;
    `places` two seats whose people sit in each other's place.
    """

    what: What
    value: str
    was: str
    role: Role
    by: Seat | None
    missing: bool = False  # of `first`: the lines have the right seats, but the first turn was not reported

    @classmethod
    def parse(cls, match: Match, who: Actor, intent: Correct) -> Self:
        """Parse an intent; raise Rejection `no-such-fact`, `no-such-seat`, or that of an invalid set-up."""
        first, *rest = split_words(intent.text or "") or [""]
        what = next((each for each in list_editable(match) if each == first), None)
        if what is None:
            raise Rejection("no-such-fact")
        missing = what == "first" and rest[1:] == [MISSING]
        value = " ".join(rest[:1] if missing else rest)
        edit = cls(
            what, value=value, was=_previous_value(match, what, value), role=who.role, by=who.seat, missing=missing
        )
        if what in ("first", "places"):
            edit._check_seats(match)
        if edit.corrected_setup(match) == match.setup and what != "places":  # of whose seats nothing may stand there
            raise Rejection("no-such-fact")
        return edit

    def _check_seats(self, match: Match) -> None:
        seats, n = split_words(self.value), len(match.state.scores())
        if len(seats) != (2 if self.what == "places" else 1) or len(set(seats)) < len(seats):
            raise Rejection("no-such-seat")
        for seat in seats:
            if not (seat.isascii() and seat.isdecimal() and 1 <= int(seat) <= n):
                raise Rejection("no-such-seat")

    def corrected_setup(self, match: Match) -> Setup:
        """Return the corrected set-up; raise Rejection `setup` if it is invalid."""
        header = dict(match.setup.header())
        match self.what:
            case "first":
                header["first"] = self.value
            case "variant":
                header["variant"] = self.value
            case "rules":
                name, _, value = self.value.partition("=")
                rules = dict(rule.split("=", 1) for rule in split_list(header.get("rules", "")) if rule)
                header["rules"] = ", ".join(f"{each}={on}" for each, on in (rules | {name: value}).items())
            case "places":
                for key in ("seats", "names"):
                    each = split_list(header.get(key, ""))
                    if len(each) == len(self.order(match)):
                        header[key] = ", ".join(_reorder(each, self._swapped(len(each))))
        return game_agreement.parse_header(match.rules, header)

    def order(self, match: Match) -> tuple[Seat, ...]:
        """Return for each seat the seat to which its lines belong now.

        Where seats act in turn, lines belong to a turn: another first seat shifts all of them, and people who change
        places leave their lines at the place. Where all act at once, people take their lines along.
        """
        n = len(match.state.scores())
        if self.what == "first" and not self.missing:
            more = int(self.value) - int(self.was)
            return tuple(Seat((seat + more) % n) for seat in range(n))
        if self.what == "places" and isinstance(match.state, HasParallelReports):
            return self._swapped(n)
        return tuple(Seat(seat) for seat in range(n))

    def restate(self, match: Match, state: State[Any], move: Move) -> Move:  # Any: every game's actions
        """Return a line as it would have been reported with the corrected set-up."""
        order = self._swapped(len(state.scores())) if is_wonder_correction(move.text) else self.order(match)
        if not isinstance(state, Reportable) or order == tuple(range(len(order))):
            return move
        text = str(state.reseated(move.seat, state.parse(move.text), order))
        return msgspec.structs.replace(move, seat=move.seat if move.seat == CHANCE else order[move.seat], text=text)

    def _swapped(self, n: int) -> tuple[Seat, ...]:
        if self.what != "places":
            return tuple(Seat(seat) for seat in range(n))
        one, other = (int(seat) - 1 for seat in split_words(self.value))
        return tuple(Seat({one: other, other: one}.get(seat, seat)) for seat in range(n))


def list_editable(match: Match) -> tuple[What, ...]:
    """List the facts of a game that can be corrected; none of a game that began from an entered position."""
    header, game = match.setup.header(), match.rules
    if not match.tracked or "position" in header or not isinstance(game, Game):
        return ()
    found: dict[What, bool] = {
        "first": game.first_seat,
        "variant": bool(game.variants()),
        "rules": bool(game_agreement.house_rules(game)),
        "places": True,
    }
    return tuple(what for what in SETUP_PARTS if found[what])


def _previous_value(match: Match, what: What, value: str) -> str:
    header = match.setup.header()
    if what == "first":
        return header.get("first", "1")
    return header.get(what, "")


def _reorder(each: Sequence[str], order: Sequence[Seat]) -> list[str]:
    found = [""] * len(each)
    for one, seat in zip(each, order, strict=True):
        found[seat] = one
    return found
