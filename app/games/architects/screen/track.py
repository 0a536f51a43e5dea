"""What people tell on the middle where they deal."""

from app.games.architects.screen.faces import Teller
from app.games.architects.screen.scene import ArchitectsScene
from app.screen.element import Elements
from app.screen.pages.repair import repairing
from app.screen.pages.telling import asking
from app.screen.ring import Ring


def elements(scene: ArchitectsScene, ring: Ring) -> Elements:
    """What is to be told, or decided."""
    if scene.repair:
        return [repairing(scene, ring, scene.repair, Teller(scene.data))]
    telling = scene.telling
    return [asking(scene, ring, telling, Teller(scene.data))] if telling else []
