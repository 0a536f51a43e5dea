"""The presenter of 7 Wonders on the screen: decodes its snapshots and returns the elements and panels to show."""

from collections.abc import Collection, Mapping

from app.games.custom_drawn.presenter_mixin import DrawnScreen
from app.games.seven_wonders import effect_text
from app.games.seven_wonders import words_facade as say
from app.games.seven_wonders.face_icons import SIGNS
from app.games.seven_wonders.screen.typed_scene import SevenScene, to_act
from app.games.seven_wonders.screen.ui_state import (
    SevenUi,
    advance_to,
    dismiss_interludes,
    follow_snapshot,
    put_aside,
    seconds_until_reveal,
    ui_of,
)
from app.games.seven_wonders.shared_by_surfaces import SEVEN_WONDERS
from app.games.text_only.presenter import PlainScreen
from app.looks.end_stages import steps
from app.screen.paint.element import AnyElement, BoundCall, Elements
from app.screen.state.flight import Moving
from app.screen.state.interlude import InterludeDismissed
from app.screen.state.model import Model, event_of
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Picture, Scene, Sign, SnapshotNews, SnapshotReaction
from app.text.reference import PrintedThing
from app.text.translation import Words
from app.text.unverified_values import UncertainThing
from engine.seven_wonders.actions import GameEnded
from engine.seven_wonders.data_schema import Data, Points


class SevenWondersScreen(DrawnScreen, PlainScreen):
    """The screen's `GameScreen` of 7 Wonders; what is not drawn is described in words."""

    shared = SEVEN_WONDERS

    def list_touched_actions(self, scene: Scene) -> Mapping[int, str]:
        from app.games.seven_wonders.screen import touch_handlers

        return touch_handlers.touched_uses(SevenScene.from_scene(scene))

    def thing_picture(self, model: Model, thing: PrintedThing) -> Picture:
        from app.games.seven_wonders.screen.reference_pictures import picture_of_thing
        from app.screen.widgets.touch_tiles import paint_centred

        assert isinstance(model.data, Data)
        if thing.kind == "wonder":
            return BoundCall(paint_centred, picture=self.picture(model, thing.slug))
        return picture_of_thing(thing, model.data)

    def entry_picture(self, model: Model, slug: str, how: tuple[int, ...], *, small: bool) -> Picture:
        from app.games.seven_wonders.screen.cards import paint_entered

        assert isinstance(model.data, Data)
        return BoundCall(paint_entered, slug=slug, data=model.data, lies=bool(how))

    def explain(self, scene: Scene, seat: int, key: str) -> str | None:
        from app.games.seven_wonders.screen import explanations

        return explanations.about(SevenScene.from_scene(scene), seat, key)

    def initial_ui_state(self) -> SevenUi:
        return SevenUi()

    def to_act(self, model: Model) -> tuple[int, ...]:
        return to_act(model)

    def has_interlude(self, scene: Scene) -> bool:
        at = SevenScene.from_scene(scene)
        return at.fight is not None or at.revealed is not None

    def follow(self, before: Scene, after: Scene, news: SnapshotNews) -> SnapshotReaction:
        shown = ui_of(after.ui.game)
        ui = follow_snapshot(before.model, after.model, news, shown, after.now)
        happened = () if news.first else news.happened
        events = tuple(filter(None, (event_of(line, self.words.parse_event) for line in happened)))
        covered = ui.fight is not None and ui.fight.is_begun  # by a conflict
        over = shown.revealing and not ui.revealing
        moves = (*events, InterludeDismissed(shown)) if over and not any(line.undone for line in news.lines) else events
        table = after.table
        ended = any(isinstance(event, GameEnded) for event in events)
        ends = steps(len(say.scored(table.variant)), motion=table.settings.motion) if ended else ()
        return SnapshotReaction(
            ui, moves=() if covered else moves, ends=ends, unseen=seconds_until_reveal(ui, after.now)
        )

    def end_interlude(self, ui: object) -> object:
        return dismiss_interludes(ui_of(ui))

    def on_panel_change(self, ui: object) -> object:
        return put_aside(ui_of(ui))

    def tick(self, scene: Scene) -> tuple[object, float | None]:
        return advance_to(scene)

    def picture(self, model: Model, role: str) -> Picture:
        return _bind_building(role, 1, 1)

    def unverified(self, w: Words, overrides: str) -> tuple[UncertainThing, ...]:
        ours, own = self.data(None, ""), self.data(None, overrides)
        assert isinstance(ours, Data)
        assert isinstance(own, Data)
        return say.unverified(w, ours, own)

    def value_picture(self, thing: UncertainThing, part: int) -> Picture | None:
        stages = sum(bool(group.part) for group in thing.groups)
        return _bind_building(thing.path[-1], part, stages) if part else None

    def sign(self, category: str) -> Sign | None:
        """Return the sign of a category, as on the final screen."""
        from app.games.seven_wonders.screen import game_end

        return BoundCall(game_end.paint_category_sign, slug=category) if category in SIGNS else super().sign(category)

    def describe_role(self, model: Model, w: Words, role: str) -> str:
        assert isinstance(model.data, Data)
        return effect_text.board_says(w, role, model.data)

    def complete_wonders(self, scene: Scene) -> Collection[tuple[int, str]]:
        at = SevenScene.from_scene(scene)
        return [
            (i, chair.wonder)
            for i, chair in enumerate(at.view.seats)
            if chair.wonder and chair.stages == len(at.board(chair.seat).stages)
        ]

    def wonder_points(self, scene: Scene, i: int, wonder: str) -> int:
        stages = SevenScene.from_scene(scene).board(i + 1).stages
        return sum(effect.amount for stage in stages for effect in stage.effects if isinstance(effect, Points))

    def elements(self, scene: Scene, ring: Ring) -> Elements:
        at = SevenScene.from_scene(scene)
        if at.fight is not None:
            from app.games.seven_wonders.screen import conflict

            return conflict.elements(at, ring, at.fight)
        if at.revealed is not None:
            from app.games.seven_wonders.screen import turn_reveal

            return turn_reveal.elements(at, ring, at.revealed)
        if at.game_ui.dealt is not None and not scene.ui.panel:
            from app.games.seven_wonders.screen import age_opening

            return age_opening.elements(at, ring, at.game_ui.dealt)
        return self._table(at, ring)

    def _table(self, at: SevenScene, ring: Ring) -> Elements:
        if at.view.over:
            from app.games.seven_wonders.screen import game_end

            if at.repair is not None and not at.ui.panel:
                from app.games.seven_wonders.screen import report_form

                return game_end.elements(at, ring) + report_form.repair(at, ring)
            return game_end.elements(at, ring)
        from app.games.seven_wonders.screen import table_elements

        return table_elements.elements(at, ring)

    def panel(self, scene: Scene, ring: Ring, name: str, number: int) -> AnyElement | None:
        at = SevenScene.from_scene(scene)
        if scene.model.view is None:
            return None
        if at.tracked:
            from app.games.seven_wonders.screen import reported_pictures
            from app.screen.pages.cardboard import dispute

            if found := dispute.build_dispute_page(at, ring, reported_pictures.doubts(at, at.data)):
                return found
        if name != "zone":
            return None
        from app.games.seven_wonders.screen import enlarged_city

        return enlarged_city.build_whole_city(at, ring, number)

    def past_elements(self, scene: Scene, ring: Ring) -> Elements:
        from app.screen.widgets import news_strip

        found = self._table(SevenScene.from_scene(scene), ring)
        return [part for part in found if part.key not in ("buttons", "corners") and not news_strip.is_of(part)]

    def flights(self, scene: Scene, ring: Ring, happened: tuple[object, ...]) -> tuple[Moving, ...]:
        if scene.model.view is None:
            return ()
        from app.games.seven_wonders.screen import flights

        return flights.flights(SevenScene.from_scene(scene), ring, happened)


def _bind_building(board: str, built: int, stages: int) -> Picture:
    """Return the painter of a board's building up to a stage."""
    from app.games.seven_wonders.screen import cards

    return BoundCall(cards.picture, wonder=board.rpartition("-")[0], built=built, stages=stages, ahead=False)
