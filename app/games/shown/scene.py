"""The scene while a game lies on the table that says what is shown of it: who answers here, what was touched."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec

from app.games.plain.presenter import PlainScreen
from app.looks.score_icons import Scored
from app.protocol.messages import Secret
from app.screen.control.controller import Controller
from app.screen.input.cardboard_entry import TellingScene
from app.screen.state.rotating_sheet import RotatingSheet
from app.shown.play.play import Card, CardUse, Play, Shows
from app.text.game import PageWords

HAND: Final = "hand "  # before the number of a card that lies face down, in its key


@dataclass(frozen=True, slots=True)
class Touched:
    """What people have touched: a card, by its key. `under`: the card of a hand under a finger; -1: none.

    `uses`: of a card that lies face down, what its buttons say.
    """

    key: str = ""
    under: int = -1
    uses: tuple[str, ...] = ()
    sheet: RotatingSheet = field(default_factory=RotatingSheet)  # the final one


class ShownGame(PlainScreen):
    """What the scene asks of its game. `shows`: what the game says of its table; `signs`: of what is scored."""

    shows: Shows
    signs: Mapping[str, Scored]


@dataclass(frozen=True, slots=True)
class ShownScene(TellingScene):
    """A scene in which such a game is on the table, or the next one."""

    @property
    def shown(self) -> ShownGame:
        """The game itself."""
        assert isinstance(self.on_table, ShownGame)
        return self.on_table

    @property
    def shows(self) -> Shows:
        return self.shown.shows

    @property
    def say(self) -> PageWords:
        """The words of the game."""
        return self.shown.words

    # Any: each game has its own.
    @property
    def view(self) -> Any:
        """What everybody may know; None until the table has said it."""
        return self.model.view

    @property
    def touched(self) -> Touched:
        assert isinstance(self.opened.game, Touched)
        return self.opened.game

    @property
    def turn(self) -> int:
        """The seat that acts, or on its behalf chance; of several the first that is no bot and has no phone."""
        asked = self.to_act
        here = [seat for seat in asked if self.model.by_hand(seat) and not self.on_phone(seat)]
        return (here or list(asked) or [0])[0]

    @property
    def answers(self) -> int:
        """The seat that answers on the screen now; 0: none. Where people deal, everybody tells, on the screen too."""
        seat, model = self.turn, self.model
        if not seat or seat not in model.questions or not model.by_hand(seat) or (self.tracked and self.repair):
            return 0
        return 0 if self.on_phone(seat) and not self.tracked else seat

    def play(self, reader: int = 0) -> Play:
        """The table in a seat's words, as everybody sees it; 0: in the table's."""
        return self._play(reader, None, self.model.view)

    def own(self, seat: int, secret: Secret | None) -> Play | None:
        """The table as a seat alone sees it, from what it was told in secret; None if it was told nothing."""
        assert self.on_table is not None
        if secret is None or secret.view is None:
            return None
        return self._play(seat, seat, self.on_table.view(bytes(secret.view)))

    def _play(self, reader: int, seat: int | None, view: object) -> Play:
        w = self.model.words(reader)
        return self.shows.play(w, view, self.model.people(w), seat, self.model.data)


def scored(view: Any) -> tuple[str, ...]:  # any: each game has its own
    """The categories of the score sheet, in its order."""
    return tuple(slug for slug in msgspec.to_builtins(view.seats[0].score) if slug != "total")


def present(control: Controller) -> ShownScene:
    """The scene at this moment, for what a touch does."""
    return ShownScene.of(control.scene)


def change(control: Controller, **facts: Any) -> None:  # Any: whatever fields of Touched hold
    """Touch, hold, put away."""
    control.change(game=replace(present(control).touched, **facts))


# ---- touches ---------------------------------------------------------------------------------------------


def touch(control: Controller, key: str) -> None:
    """Lay a card that lies open large; "": put it away."""
    control.at_head()
    control.change(game=Touched(key))


def face_sheet(control: Controller, seat: int | None) -> None:
    """Let the final sheet stay with a seat, from 0; None: it turns by itself again."""
    change(control, sheet=replace(present(control).touched.sheet, held=seat))


def hold(control: Controller, seat: int, nth: int, held: bool) -> None:
    """A finger lies on the nth card of a hand, or has left it."""
    change(control, under=nth if held else -1)
    control.secrets.look(seat, held)


def pick(control: Controller, seat: int, nth: int) -> None:
    """Choose the nth card of a hand, unseen: what may be done with it is asked."""

    def learn(secret: Secret) -> None:
        found = _uses(control, seat, secret, nth)
        control.change(game=Touched(f"{HAND}{nth}", uses=tuple(use.text for use in found)))

    control.at_head()
    control.secrets.look_unseen(seat, learn)


def use_hidden(control: Controller, seat: int, nth: int, number: int) -> None:
    """Do what the button of that number says with a card that nobody has seen."""

    def say(secret: Secret) -> None:
        found = _uses(control, seat, secret, nth)
        if number < len(found) and found[number].say in secret.legal:
            control.act(seat, found[number].say)
        else:
            control.deny(seat, present(control).model.words(seat)("That is not possible now."))

    control.secrets.look_unseen(seat, say)


def _uses(control: Controller, seat: int, secret: Secret, nth: int) -> tuple[CardUse, ...]:
    play = present(control).own(seat, secret)
    return play.of(play.hand[nth].key) if play is not None and nth < len(play.hand) else ()


def held_card(scene: ShownScene, seat: int) -> Card | None:
    """The card of a hand that a seat's finger lies on, once it has been told."""
    play = scene.own(seat, scene.secrets.get(seat))
    nth = scene.touched.under
    return play.hand[nth] if play is not None and 0 <= nth < len(play.hand) else None
