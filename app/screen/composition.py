"""Composition of the screen: lists all elements to show now, from the lowest up."""

from app.screen.features import registry
from app.screen.features.feature import ScreenFrame
from app.screen.paint.element import Elements
from app.screen.state.scene import Scene


def compose(scene: Scene, width: int, height: int) -> Elements:
    """Return the elements of the whole screen, for its size in pixels."""

    def is_filled() -> bool:
        return any(feature.fills_table(scene) for feature in registry.FEATURES)

    frame = ScreenFrame(scene, width, height, is_filled, lambda other: compose(other, width, height))
    for feature in registry.FEATURES:
        if (page := feature.page(frame)) is not None:
            return page
    for feature in registry.FEATURES:
        if (table := feature.table_elements(frame)) is not None:
            frame.elements = table
            break
    for feature in registry.FEATURES:
        frame.elements += feature.elements(frame)
    return frame.elements
