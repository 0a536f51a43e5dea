"""The scene of a self-describing game: the seat that answers here, the touched things, and touch handlers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from app.games.text_only.presenter import PlainScreen
from app.looks.score_icons import Scored
from app.protocol.play_messages import Secret
from app.screen.control.controller import Controller
from app.screen.state.typed_scene import ReportScene
from app.shown.play.table_description import Card, CardUse, Play, TableDescription
from app.text.words_protocols import PageWords
from engine.game import AnyView

HAND: Final = "hand "  # prefix of the key of a face-down card, before its number


@dataclass(frozen=True, slots=True)
class ShownUi:
    """UI state of such a game: the key of the touched card. `under`: index of the card under a finger; -1: none.

    `uses`: labels of the buttons for a face-down card.
    """

    key: str = ""
    under: int = -1
    uses: tuple[str, ...] = ()


class ShownGame(PlainScreen):
    """The game as the scene needs it. `shows`: its description; `signs`: icons by scoring category."""

    shows: TableDescription
    signs: Mapping[str, Scored]


@dataclass(frozen=True, slots=True)
class ShownScene(ReportScene):
    """A scene in which such a game is on the table, or the next one."""

    @property
    def presenter(self) -> ShownGame:
        """The presenter of the game."""
        assert isinstance(self.game_screen, ShownGame)
        return self.game_screen

    @property
    def shows(self) -> TableDescription:
        return self.presenter.shows

    @property
    def say(self) -> PageWords:
        """The words of the game."""
        return self.presenter.words

    @property
    def view(self) -> AnyView:
        """The public view; None until the table has sent one."""
        return self.model.view

    @property
    def game_ui(self) -> ShownUi:
        assert isinstance(self.ui.game, ShownUi)
        return self.ui.game

    @property
    def turn(self) -> int:
        """The seat to act, also while chance acts for it; of several the first on this screen."""
        asked = self.to_act
        here = [seat for seat in asked if self.model.is_played_here(seat) and not self.is_on_phone(seat)]
        return (here or list(asked) or [0])[0]

    @property
    def answers(self) -> int:
        """The seat that answers on this screen now; 0: none. Where people deal, anybody may answer here, too."""
        seat, model = self.turn, self.model
        if not seat or seat not in model.questions or not model.is_played_here(seat) or (self.tracked and self.repair):
            return 0
        return 0 if self.is_on_phone(seat) and not self.tracked else seat

    def play(self, reader: int = 0) -> Play:
        """Describe the public table in a seat's words; 0: in the table's language."""
        return self._play(reader, None, self.model.view)

    def own(self, seat: int, secret: Secret | None) -> Play | None:
        """Describe the table with a seat's secrets, or return None if it has none."""
        assert self.game_screen is not None
        if secret is None or secret.view is None:
            return None
        return self._play(seat, seat, self.game_screen.view(bytes(secret.view)))

    def _play(self, reader: int, seat: int | None, view: object) -> Play:
        w = self.model.words(reader)
        return self.shows.play(w, view, self.model.people(w), seat, self.model.data)


def scored(view: AnyView) -> tuple[str, ...]:
    """Return the categories of the score sheet, in its order."""
    return tuple(slug for slug in msgspec.to_builtins(view.seats[0].score) if slug != "total")


def present(control: Controller) -> ShownScene:
    """Return the current scene, for touch handlers."""
    return ShownScene.from_scene(control.scene)


def touch(control: Controller, key: str) -> None:
    """Enlarge a visible card; "" closes it."""
    control.reset_lists()
    control.change(game=ShownUi(key))


def hold(control: Controller, seat: int, nth: int, held: bool) -> None:
    """Set whether a finger is on the nth card of a hand."""
    control.change_game_ui(under=nth if held else -1)
    control.secrets.look(seat, held)


def pick(control: Controller, seat: int, nth: int) -> None:
    """Choose the nth card of a hand, face down, and offer its uses."""

    def learn(secret: Secret) -> None:
        found = _uses(control, seat, secret, nth)
        control.change(game=ShownUi(f"{HAND}{nth}", uses=tuple(use.text for use in found)))

    control.reset_lists()
    control.secrets.look_unseen(seat, learn)


def use_hidden(control: Controller, seat: int, nth: int, number: int) -> None:
    """Use a face-down card as the button of this number says."""

    def say(secret: Secret) -> None:
        found = _uses(control, seat, secret, nth)
        if number < len(found) and found[number].say in secret.legal:
            control.act(seat, found[number].say)
        else:
            control.deny(seat, present(control).model.words(seat)("That is not possible now."))

    control.secrets.look_unseen(seat, say)


def _uses(control: Controller, seat: int, secret: Secret, nth: int) -> tuple[CardUse, ...]:
    play = present(control).own(seat, secret)
    return play.uses_of(play.hand[nth].key) if play is not None and nth < len(play.hand) else ()


def held_card(scene: ShownScene, seat: int) -> Card | None:
    """Return the card of a hand under the seat's finger, once it is known."""
    play = scene.own(seat, scene.secrets.get(seat))
    nth = scene.game_ui.under
    return play.hand[nth] if play is not None and 0 <= nth < len(play.hand) else None
