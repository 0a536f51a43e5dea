"""The presenter of Duel on the screen: decodes its snapshots and returns the elements and panels to show."""

from collections.abc import Collection, Mapping

from app.games.custom_drawn.presenter_mixin import DrawnScreen
from app.games.duel import position_entry
from app.games.duel.face_icons import SIGNS
from app.games.duel.screen.layout import lay_table, layout_of
from app.games.duel.screen.typed_scene import DuelScene, to_act
from app.games.duel.screen.ui_state import DuelUi, advance_to, clear_touches, follow_snapshot, reprice, ui_of
from app.games.duel.shared_by_surfaces import DUEL
from app.games.duel.words_facade import AT_ONCE, SCORED
from app.games.text_only.presenter import PlainScreen
from app.looks.end_stages import Step, steps
from app.screen.paint.element import AnyElement, BoundCall, Elements
from app.screen.state.flight import Moving
from app.screen.state.model import Model, event_of
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import MenuEntry, Picture, Scene, Sign, SnapshotNews, SnapshotReaction
from app.text.reference import PrintedThing
from engine.duel.actions import GameEnded, WonderLeft
from engine.duel.data_schema import Data
from engine.duel.view_json import View
from engine.game import Event


class DuelScreen(DrawnScreen, PlainScreen):
    """The screen's `GameScreen` of Duel; what is not drawn, such as a tally, is told in words."""

    shared = DUEL

    def to_act(self, model: Model) -> tuple[int, ...]:
        return to_act(model)

    def ring(self, scene: Scene, width: int, height: int) -> Ring:
        """Return a ring that gives each seat a whole edge during a game."""
        model = scene.model
        if not self._is_drawn(scene):
            return model.ring(width, height)
        settings = model.known_table.settings
        height -= model.panel.strip(width, height)
        taught = model.known_table.guided and model.known_table.phase == "game"
        return lay_table(width, height, settings.diagonal, settings.short_edges, taught).ring

    def thing_picture(self, model: Model, thing: PrintedThing) -> Picture:
        from app.games.duel.screen.reference_pictures import picture_of_thing

        assert isinstance(model.data, Data)
        return picture_of_thing(thing, model.data)

    def entry_picture(self, model: Model, slug: str, how: tuple[int, ...], *, small: bool) -> Picture:
        from app.games.duel.screen.reported_pictures import paint_thing

        assert isinstance(model.data, Data)
        built = position_entry.BUILT in how
        return BoundCall(paint_thing, slug=slug, data=model.data, built=built, small=small)

    def explain(self, scene: Scene, seat: int, key: str) -> str | None:
        from app.games.duel.screen import explanations

        return explanations.about(DuelScene.from_scene(scene), seat, key)

    def list_touched_actions(self, scene: Scene) -> Mapping[int, str]:
        from app.games.duel.screen import touch_handlers

        return touch_handlers.touched_uses(DuelScene.from_scene(scene))

    def complete_wonders(self, scene: Scene) -> Collection[tuple[int, str]]:
        seats = DuelScene.from_scene(scene).view.seats
        return [
            (i, slug) for i, chair in enumerate(seats) for slug, under in chair.wonders.items() if under is not None
        ]

    def wonder_points(self, scene: Scene, i: int, wonder: str) -> int:
        return DuelScene.from_scene(scene).data.wonders[wonder].points

    def initial_ui_state(self) -> DuelUi:
        return DuelUi()

    def has_question(self, scene: Scene) -> bool:
        at = DuelScene.from_scene(scene)
        return bool(at.seat_choosing_in_middle or at.report_step or at.repair)

    def follow(self, before: Scene, after: Scene, news: SnapshotNews) -> SnapshotReaction:
        ui = follow_snapshot(before.model, after.model, ui_of(after.ui.game))
        if not news.first:
            ui = reprice(before.model, after.model, ui, after.now)
        fresh = (
            [] if news.first else [event for line in news.happened if (event := event_of(line, self.words.parse_event))]
        )
        dealt = after.model.table is not None and after.model.table.mode == "play"  # else people are reminded of it
        says = tuple(
            (event.seat, self.words.event(w, event, after.model.people(w)))
            for event in fresh
            if dealt and isinstance(event, WonderLeft) and (w := after.model.words(event.seat))
        )
        return SnapshotReaction(ui, says, moves=tuple(fresh), ends=_make_end_steps(after.model, fresh))

    def on_panel_change(self, ui: object) -> object:
        return clear_touches(ui_of(ui))

    def tick(self, scene: Scene) -> tuple[object, float | None]:
        return advance_to(ui_of(scene.ui.game), scene.now)

    def sign(self, category: str) -> Sign | None:
        from app.games.duel.screen import game_end

        return BoundCall(game_end.paint_category_sign, slug=category) if category in SIGNS else super().sign(category)

    def elements(self, scene: Scene, ring: Ring) -> Elements:
        if not self._is_drawn(scene):
            return super().elements(scene, ring)
        from app.games.duel.screen import (
            choices,
            draft,
            enlarged_card,
            game_end,
            report_form,
            table_elements,
        )

        at = DuelScene.from_scene(scene)
        if at.view.over:
            corrections = report_form.elements(at, ring) if at.repair and not scene.ui.panel else []
            return game_end.elements(at, ring) + corrections
        if at.tracked:
            found = enlarged_card.ground(at, ring) + table_elements.elements(at, ring)
            if scene.ui.panel and not scene.code_aside:
                return found
            return found + (report_form.elements(at, ring) or choices.elements(at, ring)) + _list_enlarged(at, ring)
        found = enlarged_card.ground(at, ring) + table_elements.elements(at, ring) + draft.elements(at, ring)
        if scene.ui.panel and not scene.code_aside:
            return found
        return found + choices.elements(at, ring) + enlarged_card.elements(at, ring)

    def panel(self, scene: Scene, ring: Ring, name: str, number: int) -> AnyElement | None:
        at = DuelScene.from_scene(scene)
        if not self._is_drawn(scene):
            return None
        from app.games.duel.screen import beside_structure, reported_pictures, seating_panel
        from app.screen.pages.cardboard import dispute
        from app.screen.pages.play import since_last_turn

        if found := dispute.build_dispute_page(at, ring, reported_pictures.Doubts(at.data)):
            return found
        if name == since_last_turn.PANEL:
            return since_last_turn.build_since_panel(at, ring, number, self.words)
        if name == "code" and scene.code_aside:
            return beside_structure.code(at, layout_of(ring))
        return seating_panel.seating(at, ring) if name == "seating" else None

    def entries(self, scene: Scene) -> tuple[MenuEntry, ...]:
        return (MenuEntry(scene.model.words()("Cards and seats"), "seating", "turn"),) if self._is_drawn(scene) else ()

    def past_elements(self, scene: Scene, ring: Ring) -> Elements:
        if not self._is_drawn(scene):
            return super().past_elements(scene, ring)
        from app.games.duel.screen import draft, game_end, table_elements

        at = DuelScene.from_scene(scene)
        if at.view.over:
            return [part for part in game_end.elements(at, ring) if part.key != "corners"]
        found = table_elements.elements(at, ring) + draft.elements(at, ring)
        return [part for part in found if part.key != "buttons"]

    def flights(self, scene: Scene, ring: Ring, happened: tuple[object, ...]) -> tuple[Moving, ...]:
        if not self._is_drawn(scene):
            return ()
        from app.games.duel.screen import flights

        return flights.flights(DuelScene.from_scene(scene), ring, happened)

    def _is_drawn(self, scene: Scene) -> bool:
        """Check whether the table is drawn now; a tally is shown in words."""
        table, view = scene.model.table, scene.model.view
        return isinstance(view, View) and table is not None and table.mode in ("play", "track")


def _make_end_steps(model: Model, fresh: list[Event]) -> tuple[Step, ...]:
    """Return the steps of the end sequence if the game has just ended; points are counted only where they decide."""
    ended = next((event for event in fresh if isinstance(event, GameEnded)), None)
    if ended is None or model.table is None:
        return ()
    counts = ended.victory not in AT_ONCE
    return steps(len(SCORED), counts=counts, motion=model.table.settings.motion)


def _list_enlarged(scene: DuelScene, ring: Ring) -> Elements:
    """Return the enlarged thing where people deal, unless they are entering that card."""
    from app.games.duel.screen import enlarged_card, report_form

    return [] if report_form.is_touched_card_entered(scene) else enlarged_card.elements(scene, ring)
