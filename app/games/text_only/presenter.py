"""The presenter of a game told in words: decodes its snapshots and returns the elements to show."""

from collections.abc import Callable, Collection

from app.games.tally.screen.score_icons import sign_of
from app.protocol.log_messages import Line
from app.screen.paint.element import AnyElement, Elements
from app.screen.state.flight import Moving
from app.screen.state.model import Model
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import MenuEntry, Picture, Scene, Sign, SnapshotNews, SnapshotReaction
from app.text.translation import Words
from app.text.words_protocols import GameWords, PageWords, Section
from engine.game import AnyData, AnyView


class BaseScreen:
    """A base class for presenters: a game without behaviour or pictures of its own. `data`: a reader of game data,
    like `GameData.read`.
    """

    by_touch: bool = False
    horn: bool = False

    def __init__(self, words: GameWords, data: Callable[[int | None, str], AnyData]) -> None:
        self.words = words
        self.data = data

    def roles(self) -> Collection[str]:
        return ()

    def initial_ui_state(self) -> object:
        return None

    def to_act(self, model: Model) -> tuple[int, ...]:
        return ()

    def has_interlude(self, scene: Scene) -> bool:
        return False

    def has_question(self, scene: Scene) -> bool:
        return False

    def follow(self, before: Scene, after: Scene, news: SnapshotNews) -> SnapshotReaction:
        return SnapshotReaction(after.ui.game)

    def end_interlude(self, ui: object) -> object:
        return ui

    def on_panel_change(self, ui: object) -> object:
        return ui

    def tick(self, scene: Scene) -> tuple[object, float | None]:
        return scene.ui.game, None

    def picture(self, model: Model, role: str) -> Picture | None:
        return None

    def describe_role(self, model: Model, w: Words, role: str) -> str:
        return ""

    def sign(self, category: str) -> Sign | None:
        return sign_of(category)

    def ring(self, scene: Scene, width: int, height: int) -> Ring:
        return scene.model.ring(width, height)

    def panel(self, scene: Scene, ring: Ring, name: str, number: int) -> AnyElement | None:
        return None

    def entries(self, scene: Scene) -> tuple[MenuEntry, ...]:
        return ()

    def flights(self, scene: Scene, ring: Ring, happened: tuple[object, ...]) -> tuple[Moving, ...]:
        return ()


class PlainScreen(BaseScreen):
    """The screen's `GameScreen` of any game in words; a base class for presenters of a game that is drawn."""

    words: PageWords

    def __init__(self, words: PageWords, data: Callable[[int | None, str], AnyData]) -> None:
        super().__init__(words, data)

    def view(self, raw: bytes) -> AnyView:
        return self.words.parse_view(raw)

    def roles(self) -> Collection[str]:
        return getattr(self.data(None, ""), "boards", ())

    def sentence(self, model: Model, line: Line, w: Words) -> str:
        if not line.row:
            return model.news(line, w)
        event = self.words.parse_event(bytes(line.event))
        unsaid = event.__struct_config__.tag in self.words.SILENT_EVENTS
        return "" if unsaid else self.words.event(w, event, model.people(w, line))

    def action(self, model: Model, w: Words, text: str) -> str:
        return self.words.action(w, text, model.people(w))

    def variant(self, model: Model, w: Words, slug: str) -> tuple[str, str]:
        return self.words.variant(w, slug), self.words.variant_effect(w, slug)

    def elements(self, scene: Scene, ring: Ring) -> Elements:
        from app.games.text_only import table_elements

        return table_elements.elements(scene, ring)

    def past_elements(self, scene: Scene, ring: Ring) -> Elements:
        from app.games.text_only import table_elements

        return table_elements.seats(scene, ring)

    def sections(self, scene: Scene) -> tuple[Section, ...] | None:
        from app.games.text_only import table_elements

        return table_elements.sections(table_elements.open_position(scene))
