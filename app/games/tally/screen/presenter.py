"""The presenter of a score sheet on the screen: decodes its snapshots and returns its panels."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from math import inf
from typing import Final

import msgspec

from app.games.tally import sheet_words as terms
from app.games.tally.screen.score_icons import Glyph
from app.games.tally.screen.typed_scene import SheetScene, SheetUi
from app.looks.end_stages import Step, steps
from app.looks.score_icons import Scored
from app.protocol.log_messages import Line
from app.screen.paint.element import AnyElement, Elements
from app.screen.state.flight import Moving
from app.screen.state.interlude import ShownEvent, update
from app.screen.state.model import Model, event_of
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import MenuEntry, Picture, Scene, Sign, SnapshotNews, SnapshotReaction, TeachingGame
from app.text.reference import PrintedThing
from app.text.rules_pages import GuidePage
from app.text.translation import Words
from engine.tally.actions import AgeSettled, ConflictSettled, SheetClosed
from engine.tally.view_json import View


class TallyScreen:
    """The screen's `GameScreen` of a score sheet, with the sheet's own words. `signs`: icons of cells and lines."""

    by_touch: Final = True

    def __init__(self, words: terms.SheetWords, game: TeachingGame, signs: Mapping[str, Scored]) -> None:
        self.words: terms.SheetWords = words
        self.signs = signs
        self._game = game
        self.horn = game.horn
        self.reference = game.reference

    def data(self, version: int | None, overrides: str) -> object:
        return self._game.data(version, overrides)

    def view(self, raw: bytes) -> View:
        return msgspec.json.decode(raw, type=View)

    def roles(self) -> Collection[str]:
        return self._game.roles()

    def to_act(self, model: Model) -> tuple[int, ...]:
        return ()

    def sentence(self, model: Model, line: Line, w: Words) -> str:
        """Put a log line into words, with the person who entered it for another."""
        event, people = event_of(line, terms.parse_event), model.people(w, line)
        if event is None:
            return model.news(line, w)
        sentence = self.words.event(w, event, people)
        return w("{news} ({name})", news=sentence, name=people[line.by - 1]) if line.by > 0 else sentence

    def action(self, model: Model, w: Words, text: str) -> str:
        return self.words.action(w, text, model.people(w))

    def variant(self, model: Model, w: Words, slug: str) -> tuple[str, str]:
        return self._game.variant(model, w, slug)

    def thing_picture(self, model: Model, thing: PrintedThing) -> Picture:
        return self._game.thing_picture(model, thing)

    def guide_pages(self, model: Model, w: Words) -> tuple[GuidePage, ...]:
        return self._game.guide_pages(model, w)

    def explain(self, scene: Scene, seat: int, key: str) -> str | None:
        from app.games.tally.screen import explanations

        return explanations.about(SheetScene.from_scene(scene), seat, key)

    def initial_ui_state(self) -> SheetUi:
        return SheetUi()

    def has_interlude(self, scene: Scene) -> bool:
        return _own(scene.ui.game).fight is not None

    def has_question(self, scene: Scene) -> bool:
        return False

    def follow(self, before: Scene, after: Scene, news: SnapshotNews) -> SnapshotReaction:
        """Show a settled conflict until it is undone."""
        own, model, was = _own(after.ui.game), after.model, before.model.table
        if was is not None and (was.game_id, was.phase) != (model.known_table.game_id, model.known_table.phase):
            own = replace(own, fight=None)
        for line in news.happened if not news.first else ():
            event = event_of(line, terms.parse_event)
            if isinstance(event, ConflictSettled | AgeSettled) and line.number > own.fought:
                fight: ShownEvent[ConflictSettled | AgeSettled] = ShownEvent(event, line.number, inf)
                own = replace(own, fight=fight, fought=line.number)
            if event is not None and line.row:
                own = replace(own, owing=line.number if terms.is_payment_due(event) else 0)
        if own.fight and own.fight.is_taken_back(model, terms.parse_event):
            own = replace(own, fight=None)
        ended = not news.first and any(
            isinstance(event_of(line, terms.parse_event), SheetClosed) for line in news.happened
        )
        return SnapshotReaction(own, ends=_end_steps(model) if ended else ())

    def end_interlude(self, ui: object) -> object:
        return replace(_own(ui), fight=None)

    def on_panel_change(self, ui: object) -> object:
        return ui

    def tick(self, scene: Scene) -> tuple[object, float | None]:
        own = _own(scene.ui.game)
        fight, at = update(scene, own.fight)
        return replace(own, fight=fight), at

    def picture(self, model: Model, role: str) -> Picture | None:
        return self._game.picture(model, role)

    def describe_role(self, model: Model, w: Words, role: str) -> str:
        return self._game.describe_role(model, w, role)

    def sign(self, category: str) -> Sign | None:
        return Glyph(self.signs[category]) if category in self.signs else None

    def ring(self, scene: Scene, width: int, height: int) -> Ring:
        return self._game.ring(scene, width, height)

    def elements(self, scene: Scene, ring: Ring) -> Elements:
        at = SheetScene.from_scene(scene)
        if at.game_ui.fight:
            from app.games.tally.screen import conflict

            return conflict.elements(at, ring, at.game_ui.fight)
        if scene.model.table is not None and scene.model.table.phase == "over":
            from app.games.tally.screen import game_end

            return game_end.elements(at, ring)
        from app.games.tally.screen import table_elements

        return table_elements.elements(at, ring)

    def panel(self, scene: Scene, ring: Ring, name: str, number: int) -> AnyElement | None:
        from app.games.tally.screen import entry_panels, table_elements

        at = SheetScene.from_scene(scene)
        match name:
            case "score":
                return table_elements.score(at, ring)
            case "entry":
                return entry_panels.of_seat(at, ring, number)
            case "keys":
                return entry_panels.keys(at, ring, number)
            case "settle":
                return entry_panels.shields_question(at, ring)
            case "lacking":
                return entry_panels.lacking(at, ring)
            case "science":
                return entry_panels.symbols(at, ring, number)
            case "progress":
                return entry_panels.progress(at, ring)
            case "holder":
                return entry_panels.holder(at, ring)
        return None

    def entries(self, scene: Scene) -> tuple[MenuEntry, ...]:
        return ()

    def past_elements(self, scene: Scene, ring: Ring) -> Elements:
        from app.games.tally.screen import table_elements

        return [
            each
            for each in table_elements.elements(SheetScene.from_scene(scene), ring)
            if each.key not in ("told", "wishes", "sheet")
        ]

    def sections(self, scene: Scene) -> None:
        return None

    def flights(self, scene: Scene, ring: Ring, happened: tuple[object, ...]) -> tuple[Moving, ...]:
        return ()


def _end_steps(model: Model) -> tuple[Step, ...]:
    """Return the steps of the end sequence: points are counted where they decide, then the winner is crowned."""
    view, table = model.view, model.table
    assert isinstance(view, View)
    assert table is not None
    return steps(len(view.lines), moment=False, counts=view.supremacy is None, motion=table.settings.motion)


def _own(ui: object) -> SheetUi:
    assert isinstance(ui, SheetUi)
    return ui
