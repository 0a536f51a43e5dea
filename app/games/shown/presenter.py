"""A game that says what lies on its table, on the screen."""

from collections.abc import Callable
from typing import Any

from app.games.shown.scene import ShownGame, ShownScene, Touched
from app.screen.element import Element, Elements
from app.screen.model import Model
from app.screen.ring import Ring
from app.screen.scene import Followed, Picture, Scene, SnapshotNews
from app.shown.entering import Enters
from app.shown.play import Shows
from app.text.game import PageWords


class ShownScreen(ShownGame):
    """`shows`: what the game says of its table. Its end is told in words."""

    by_touch = True

    def __init__(self, words: PageWords, data: Callable[[int | None, str], object], shows: Shows) -> None:
        super().__init__(words, data)
        self.shows = shows

    def opened(self) -> Touched:
        return Touched()

    def to_act(self, model: Model) -> tuple[int, ...]:
        """Those who are asked; while something comes to light, the one whose turn it is."""
        view: Any = model.view  # each game has its own
        if view is None or view.over:
            return ()
        return tuple(view.to_act) or ((view.active,) if getattr(view, "active", 0) else ())

    def follow(self, before: Scene, after: Scene, news: SnapshotNews) -> Followed:
        """What was touched stays as long as nobody has answered."""
        same = before.model.questions == after.model.questions and before.model.view == after.model.view
        return Followed(after.opened.game if same else Touched())

    def put_aside(self, opened: object) -> Touched:
        return Touched()

    def covers(self, scene: Scene) -> bool:
        at = ShownScene.of(scene)
        return bool(at.to_tell or at.repair)

    def elements(self, scene: Scene, ring: Ring) -> Elements:
        from app.games.shown import table, telling

        at = ShownScene.of(scene)
        asked = [] if scene.opened.panel else telling.elements(at, ring)
        if asked:
            return [*table.seats(at, ring), *asked]
        view: Any = scene.model.view  # each game has its own
        return super().elements(scene, ring) if view.over else table.elements(at, ring)

    # Any: each element has a view of its own.
    def panel(self, scene: Scene, ring: Ring, name: str, number: int) -> Element[Any] | None:
        from app.games.shown import table, telling
        from app.screen.pages import wrong

        at = ShownScene.of(scene)
        if at.tracked and (found := wrong.wrong(at, ring, telling.doubts(at))):
            return found
        return table.zone(at, ring, number) if name == "zone" and scene.model.view is not None else None

    def looked_back(self, scene: Scene, ring: Ring) -> Elements:
        from app.games.shown import table

        at = ShownScene.of(scene)
        return [*table.seats(at, ring), table.middle(at, ring, back=True)]

    def sections(self, scene: Scene) -> None:
        return None


class EnteredScreen(ShownScreen):
    """One that people can begin in the middle."""

    def __init__(
        self, words: PageWords, data: Callable[[int | None, str], object], shows: Shows, entered: Enters
    ) -> None:
        super().__init__(words, data, shows)
        self.entered = entered

    def laid(self, model: Model, slug: str, how: tuple[int, ...], *, small: bool) -> Picture:
        from app.games.shown.telling import Thing

        return Thing(self.shows.card(model.words(), model.data, slug))
