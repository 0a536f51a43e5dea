"""The presenter of Architects on the screen: decodes its snapshots and returns the elements and panels to show."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import lru_cache

import msgspec

from app.games.architects import effect_text, position_entry
from app.games.architects import words_facade as terms
from app.games.architects.screen import ui_state
from app.games.architects.screen.typed_scene import LARGE_MEDALS, MEDALS, ArchitectsScene, to_act
from app.games.architects.screen.ui_state import ArchitectsUi
from app.games.architects.shared_by_surfaces import ARCHITECTS
from app.games.custom_drawn.presenter_mixin import DrawnScreen
from app.games.text_only.presenter import BaseScreen
from app.protocol.log_messages import Line
from app.screen.paint.element import AnyElement, BoundCall, Elements
from app.screen.paint.pen import Pen
from app.screen.state.flight import Moving
from app.screen.state.model import Model
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Picture, Scene, SnapshotNews, SnapshotReaction
from app.text.reference import PrintedThing
from app.text.translation import Words
from app.text.unverified_values import UncertainThing
from engine.architects.data_schema import Data, Stage
from engine.architects.view_json import View


class ArchitectsScreen(DrawnScreen, BaseScreen):
    """The screen's `GameScreen` of Architects."""

    horn = True
    shared = ARCHITECTS

    def view(self, raw: bytes) -> View:
        return msgspec.json.decode(raw, type=View)

    def roles(self) -> Collection[str]:
        wonders: Collection[str] = self.data(None, "").wonders
        return wonders

    def to_act(self, model: Model) -> tuple[int, ...]:
        return to_act(model)

    def sentence(self, model: Model, line: Line, w: Words) -> str:
        return ui_state.sentence(model, line, w, _data(model))

    def action(self, model: Model, w: Words, text: str) -> str:
        return terms.action(w, text, model.people(w), _data(model))

    def variant(self, model: Model, w: Words, slug: str) -> tuple[str, str]:
        return terms.variant(w, slug), terms.variant_effect(w, slug, _data(model))

    def list_touched_actions(self, scene: Scene) -> Mapping[int, str]:
        from app.games.architects.screen import choices

        return choices.touched_uses(ArchitectsScene.from_scene(scene))

    def thing_picture(self, model: Model, thing: PrintedThing) -> Picture:
        from app.games.architects.screen.reference_pictures import find_painter
        from app.screen.widgets.touch_tiles import paint_centred

        if thing.kind == "wonder":
            return BoundCall(paint_centred, picture=self.picture(model, thing.slug))
        return find_painter(thing, _data(model))

    def explain(self, scene: Scene, seat: int, key: str) -> str | None:
        from app.games.architects.screen import explanations

        return explanations.about(ArchitectsScene.from_scene(scene), seat, key)

    def initial_ui_state(self) -> ArchitectsUi:
        return ArchitectsUi()

    def has_interlude(self, scene: Scene) -> bool:
        return ArchitectsScene.from_scene(scene).fight is not None

    def has_question(self, scene: Scene) -> bool:
        return ArchitectsScene.from_scene(scene).covered

    def follow(self, before: Scene, after: Scene, news: SnapshotNews) -> SnapshotReaction:
        return ui_state.follow(before, after, news, _data(after.model))

    def end_interlude(self, ui: object) -> object:
        return ui_state.dismiss_interludes(ui)

    def on_panel_change(self, ui: object) -> object:
        return ui_state.put_aside(ui)

    def tick(self, scene: Scene) -> tuple[object, float | None]:
        return ui_state.tick(scene)

    def picture(self, model: Model, role: str) -> Picture:
        return BoundCall(_paint_wonder, wonder=role, printed=tuple(_data(model).wonders[role].stages))

    def unverified(self, w: Words, overrides: str) -> tuple[UncertainThing, ...]:
        return terms.unverified(w, self.data(None, ""), self.data(None, overrides))

    def value_picture(self, thing: UncertainThing, part: int) -> Picture | None:
        return BoundCall(_paint_asked_stage, thing=thing, part=part) if part else None

    def describe_role(self, model: Model, w: Words, role: str) -> str:
        return effect_text.wonder_says(w, role, _data(model))

    def entry_picture(self, model: Model, slug: str, how: tuple[int, ...], *, small: bool) -> Picture:
        from app.games.architects.screen import reported_pictures, wonders

        facts = _data(model)
        if slug in facts.wonders:
            return BoundCall(wonders.paint_partial, wonder=slug, printed=tuple(facts.wonders[slug].stages), built=how)
        if slug in facts.medals:
            return BoundCall(reported_pictures.paint_medal, need=facts.medals[slug].need)
        if slug in position_entry.SEAT_PIECES:
            return BoundCall(reported_pictures.paint_beside_cards, slug=slug)
        return (
            BoundCall(reported_pictures.paint_token, slug=slug, data=facts)
            if slug in facts.tokens
            else BoundCall(reported_pictures.paint_card, card=slug, data=facts)
        )

    def ring(self, scene: Scene, width: int, height: int) -> Ring:
        table, wide = scene.model.table, None
        if table is not None and table.phase != "lobby":
            from app.games.architects.screen.seat_zone import drawing_width

            wide = drawing_width
        ring = scene.model.ring(width, height, MEDALS if _medals(scene.model) else None, wide)
        if ring.rounds and ring.small:
            ring = scene.model.ring(width, height, LARGE_MEDALS, wide)
        return _with_room(ring) if table is not None and table.guided and table.phase == "game" else ring

    def elements(self, scene: Scene, ring: Ring) -> Elements:
        at, on = ArchitectsScene.from_scene(scene), scene.model.table
        assert on is not None
        if at.fight:
            from app.games.architects.screen import conflict

            return conflict.elements(at, ring, at.fight)
        from app.games.architects.screen import report_form

        if on.phase == "over" or at.view.over:
            from app.games.architects.screen import game_end

            return game_end.elements(at, ring, at.view) + ([] if scene.ui.panel else report_form.elements(at, ring))
        from app.games.architects.screen import choices, table_elements

        found = table_elements.elements(at, ring)
        if scene.ui.panel and not scene.code_aside:
            return found
        return found + choices.elements(at, ring, at.view) + report_form.elements(at, ring)

    def panel(self, scene: Scene, ring: Ring, name: str, number: int) -> AnyElement | None:
        from app.games.architects.screen import log, table_elements
        from app.screen.pages.cardboard import dispute
        from app.screen.pages.play import since_last_turn

        at, on = ArchitectsScene.from_scene(scene), scene.model.table
        assert on is not None
        match name:
            case "zone" if scene.model.view is not None:
                return table_elements.whole_zone(at, ring, number)
            case since_last_turn.PANEL if scene.model.view is not None:
                return since_last_turn.build_since_panel(at, ring, number, terms)
        return dispute.build_dispute_page(at, ring, log.Doubts(len(ring.zones), at.data))

    def past_elements(self, scene: Scene, ring: Ring) -> Elements:
        from app.games.architects.screen import table_elements
        from app.screen.widgets import news_strip

        return [
            part
            for part in table_elements.elements(ArchitectsScene.from_scene(scene), ring)
            if part.key != "buttons" and not news_strip.is_of(part)
        ]

    def flights(self, scene: Scene, ring: Ring, happened: tuple[object, ...]) -> tuple[Moving, ...]:
        from app.games.architects.screen import flights

        return flights.flights(ArchitectsScene.from_scene(scene), ring, happened)


def _paint_wonder(p: Pen, w: float, h: float, *, wonder: str, printed: tuple[Stage, ...]) -> None:
    """Paint a completed wonder; a lobby that needs no such picture does not load its drawing."""
    from app.games.architects.screen import wonders

    wonders.picture(p, w, h, wonder, printed)


def _paint_asked_stage(p: Pen, w: float, h: float, *, thing: UncertainThing, part: int) -> None:
    """Paint a wonder as entered so far, with the requested stage lit."""
    from app.games.architects.screen import wonders

    entered = [{field.path[-1]: field.value for field in group.fields} for group in thing.groups if group.part]
    stages = tuple(msgspec.convert({"requires": (), **stage}, Stage) for stage in entered)
    wonders.stages(p, thing.path[-1], w, h, stages, (), (part,), (part,))


@lru_cache(maxsize=16)
def _with_room(ring: Ring) -> Ring:
    return replace(ring, taught=True)


def _medals(model: Model) -> bool:
    """Check whether there are medals between seats."""
    if isinstance(model.view, View):
        return bool(model.view.medals)
    return model.table is not None and "medals" in model.table.variant


def _data(model: Model) -> Data:
    assert isinstance(model.data, Data)
    return model.data
