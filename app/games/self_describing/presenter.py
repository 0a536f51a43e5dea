"""The presenter of a self-describing game on the screen."""

from collections.abc import Callable, Mapping

from app.games.self_describing.typed_scene import ShownGame, ShownScene, ShownUi, scored
from app.games.tally.screen.score_icons import Glyph
from app.looks.end_stages import Step, steps
from app.looks.score_icons import Scored
from app.screen.paint.element import AnyElement, BoundCall, Elements
from app.screen.state.model import Model
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Picture, Scene, Sign, SnapshotNews, SnapshotReaction
from app.shown.cardboard.position_entry import PositionSchema
from app.shown.play.table_description import TableDescription
from app.text.reference import PrintedThing, Reference
from app.text.rules_pages import GuidePage
from app.text.translation import Words
from app.text.words_protocols import PageWords
from engine.game import AnyView


class ShownScreen(ShownGame):
    """The screen's `GameScreen` of a self-describing game. `signs`: icons by scoring category."""

    by_touch = True

    def __init__(
        self,
        words: PageWords,
        data: Callable[[int | None, str], object],
        shows: TableDescription,
        signs: Mapping[str, Scored],
    ) -> None:
        super().__init__(words, data)
        self.shows, self.signs = shows, signs

    @property
    def reference(self) -> Reference:
        return self.shows.reference

    def thing_picture(self, model: Model, thing: PrintedThing) -> Picture:
        return self._picture(model, thing.slug)

    def guide_pages(self, model: Model, w: Words) -> tuple[GuidePage, ...]:
        return self.shows.how_to_play(w, model.data, model.known_table.variant)

    def explain(self, scene: Scene, seat: int, key: str) -> str | None:
        from app.games.self_describing import explanations

        return explanations.about(ShownScene.from_scene(scene), seat, key)

    def sign(self, category: str) -> Sign | None:
        return Glyph(self.signs[category]) if category in self.signs else None

    def _picture(self, model: Model, slug: str) -> Picture:
        """Return the painter of a card by its slug."""
        from app.games.self_describing.report_form import paint_card

        return BoundCall(paint_card, card=self.shows.card(model.words(), model.data, slug))

    def initial_ui_state(self) -> ShownUi:
        return ShownUi()

    def to_act(self, model: Model) -> tuple[int, ...]:
        """Return the seats to act; during a reveal, the seat whose turn it is."""
        view: AnyView = model.view
        if view is None or view.over:
            return ()
        return tuple(view.to_act) or ((view.active,) if getattr(view, "active", 0) else ())

    def follow(self, before: Scene, after: Scene, news: SnapshotNews) -> SnapshotReaction:
        """Keep the touched things until somebody answers."""
        same = before.model.questions == after.model.questions and before.model.view == after.model.view
        ui = after.ui.game if same else self.on_panel_change(after.ui.game)
        return SnapshotReaction(ui, ends=() if news.first else _end_steps(before.model, after.model))

    def on_panel_change(self, ui: object) -> ShownUi:
        assert isinstance(ui, ShownUi)
        return ShownUi()

    def tick(self, scene: Scene) -> tuple[object, float | None]:
        return ShownScene.from_scene(scene).game_ui, None

    def has_question(self, scene: Scene) -> bool:
        at = ShownScene.from_scene(scene)
        return bool(at.report_step or at.repair)

    def elements(self, scene: Scene, ring: Ring) -> Elements:
        from app.games.self_describing import game_end, report_form, table_elements

        at = ShownScene.from_scene(scene)
        asked = [] if scene.ui.panel else report_form.elements(at, ring)
        if at.view.over:
            return [*game_end.elements(at, ring), *asked]
        return [*table_elements.seats(at, ring), *asked] if asked else table_elements.elements(at, ring)

    def panel(self, scene: Scene, ring: Ring, name: str, number: int) -> AnyElement | None:
        from app.games.self_describing import report_form, table_elements
        from app.screen.pages.cardboard import dispute

        at = ShownScene.from_scene(scene)
        if at.tracked and (found := dispute.build_dispute_page(at, ring, report_form.doubts(at))):
            return found
        return table_elements.zone(at, ring, number) if name == "zone" and scene.model.view is not None else None

    def past_elements(self, scene: Scene, ring: Ring) -> Elements:
        from app.games.self_describing import game_end, table_elements

        at = ShownScene.from_scene(scene)
        if at.view.over:
            return [part for part in game_end.elements(at, ring) if part.key != "corners"]
        return [*table_elements.seats(at, ring), table_elements.middle(at, ring, back=True)]

    def sections(self, scene: Scene) -> None:
        return None


class EnteredScreen(ShownScreen):
    """The screen of a game that people can begin in the middle."""

    def __init__(
        self,
        words: PageWords,
        data: Callable[[int | None, str], object],
        shows: TableDescription,
        signs: Mapping[str, Scored],
        entered: PositionSchema,
    ) -> None:
        super().__init__(words, data, shows, signs)
        self.entered = entered

    def entry_picture(self, model: Model, slug: str, how: tuple[int, ...], *, small: bool) -> Picture:
        return self._picture(model, slug)


def _end_steps(before: Model, after: Model) -> tuple[Step, ...]:
    table = after.table
    was: AnyView = before.view
    view: AnyView = after.view
    if table is None or table.early or was is None or view is None or was.over or not view.over:
        return ()
    return steps(len(scored(view)), moment=False, motion=table.settings.motion)
