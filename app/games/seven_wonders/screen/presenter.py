"""7 Wonders on the screen: what lies on the table, and which panels it brings."""

from typing import Any

from app.games.plain.presenter import PlainScreen
from app.games.seven_wonders.screen.opened import SevenOpened, opened_of, put_aside
from app.games.seven_wonders.screen.scene import SevenScene, to_act
from app.screen.element import Element, Elements
from app.screen.model import Model
from app.screen.ring import Ring
from app.screen.scene import Scene


class SevenWondersScreen(PlainScreen):
    """What is not drawn is told in words."""

    def opened(self) -> SevenOpened:
        return SevenOpened()

    def to_act(self, model: Model) -> tuple[int, ...]:
        return to_act(model)

    def put_aside(self, opened: object) -> object:
        return put_aside(opened_of(opened))

    def elements(self, scene: Scene, ring: Ring) -> Elements:
        at = SevenScene.of(scene)
        if at.view.over:
            return super().elements(scene, ring)
        from app.games.seven_wonders.screen import table

        return table.elements(at, ring)

    # Any: each element has a view of its own.
    def panel(self, scene: Scene, ring: Ring, name: str, number: int) -> Element[Any] | None:
        if name != "zone" or scene.model.view is None:
            return None
        from app.games.seven_wonders.screen import whole

        return whole.whole(SevenScene.of(scene), ring, number)

    def looked_back(self, scene: Scene, ring: Ring) -> Elements:
        at = SevenScene.of(scene)
        if at.view.over:
            return super().looked_back(scene, ring)
        from app.games.seven_wonders.screen import table

        return table.standing(at, ring)

    def sections(self, scene: Scene) -> None:
        return None
