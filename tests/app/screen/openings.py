"""Steps of the opening of a game."""

from app.protocol.play_messages import Opening
from tests.app.screen import stage

STEPS = ("wonders", "turning", "found")


def architects(step, first=2, seats=4, **facts):
    shown = Opening(step, first) if step else None
    return stage.Room().hear(stage.table(seats, opening=shown, **facts), stage.view(seats, active=first), ())
