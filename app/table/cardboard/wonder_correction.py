"""Correction of a seat's wonder or board in a tracked game.

The header changes where it names each seat's identity, else the lines that draft and build wonders. The two wonders
are swapped, so that each remains there once.
"""

from collections.abc import Mapping
from typing import Any, Self  # Any: values of JSON, and every game's actions

import msgspec
from msgspec.structs import replace

from app.protocol.cardboard_messages import Correct
from app.protocol.client_rights import Actor, Role
from app.protocol.rejection import Rejection
from app.table.game.match import Match
from app.table.lobby import game_agreement
from app.table.lobby.seating import Chairs
from engine.corrections_and_agreements import WonderCorrection, is_wonder_correction
from engine.game import Game, HasWonders, Rules, Seat, Setup, State, roles_of


class OtherWonder(msgspec.Struct, frozen=True):
    """The identity a seat has, the one reported, and who corrects it."""

    seat: Seat
    now: str
    was: str
    role: Role
    by: Seat | None

    @property
    def line(self) -> str:
        return str(WonderCorrection(self.seat + 1, self.now, self.was))

    @classmethod
    def parse(cls, match: Match, who: Actor, intent: Correct) -> Self:
        """Parse an intent; raise Rejection `no-such-seat`, `no-such-wonder`."""
        told, every = reported_wonders(match.state)
        if intent.whose is None or not 1 <= intent.whose <= len(told):
            raise Rejection("no-such-seat", seat=intent.whose or 0)
        now, was = intent.text or "", intent.card or ""
        if was not in told[intent.whose - 1] or now not in every or now in told[intent.whose - 1]:
            raise Rejection("no-such-wonder")
        return cls(Seat(intent.whose - 1), now, was, who.role, who.seat)

    def restate(self, match: Match, text: str) -> str:
        """Return a line as it reads with the corrected identity."""
        if game_agreement.identities(match.setup.header()) or is_wonder_correction(text):
            return text
        return " ".join(self._swap_word(word) for word in text.split(" "))

    def corrected_setup(self, match: Match) -> Setup:
        """Return the corrected set-up; raise Rejection `position` if it is invalid."""
        header = dict(match.setup.header())
        before = game_agreement.identities(header)
        if before:
            after = self.identities(match.rules, before)
            header["seats"] = ", ".join(after)
            if "position" in header:
                header["position"] = _reseat_position(header["position"], after)
        elif "position" in header:
            header["position"] = msgspec.json.encode(self._swap_names(msgspec.json.decode(header["position"]))).decode()
        return game_agreement.parse_header(match.rules, header)

    def identities(self, rules: Rules, before: tuple[str, ...]) -> tuple[str, ...]:
        """Return the identity of each seat."""
        assert isinstance(rules, Game)
        board = roles_of(rules).board
        other = (self.was if board(each) == board(self.now) else each for each in before)
        return tuple(self.now if seat == self.seat else each for seat, each in enumerate(other))

    def _swap_word(self, word: str) -> str:
        return {self.was: self.now, self.now: self.was}.get(word, word)

    def _swap_names(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {self._swap_word(key): self._swap_names(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self._swap_names(each) for each in value]
        return self._swap_word(value) if isinstance(value, str) else value


def reported_wonders(state: State[Any]) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Return the reported wonders of each seat, and all existing ones; empty where seats have none."""
    return (state.reported_wonders(), state.possible_wonders()) if isinstance(state, HasWonders) else ((), ())


def set_wishes(chairs: Chairs, header: Mapping[str, str]) -> Chairs:
    """Set the chairs' wishes to what the header says, so that a rematch begins with it."""
    after = game_agreement.identities(header)
    return tuple(replace(chair, wish=wish) for chair, wish in zip(chairs, after, strict=True)) if after else chairs


def _reseat_position(position: str, identities: tuple[str, ...]) -> str:
    entered = msgspec.json.decode(position)
    for seat, identity in zip(entered["seats"], identities, strict=True):
        if "side" in seat:
            seat["wonder"], _, seat["side"] = identity.rpartition("-")
        else:
            seat["wonder"] = identity
    return msgspec.json.encode(entered).decode()
