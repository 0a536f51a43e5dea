"""Ticks on the list of what to lay out from a box: everybody sees them, and a restart keeps them."""

from app.protocol.game_lifecycle_messages import TickOff
from tests.app.table.plays import refused
from tests.app.table.tracked import ARCHITECTS_TOLD, begun
from tests.app.tables import phone

TABLE = ARCHITECTS_TOLD


def test_ticked_box_contents_are_shared_and_survive_a_restart(evening):
    evening.sit("phone Ada", "phone Ben")
    evening.send(TickOff, phone(1), thing="lay cat 1")
    evening.send(TickOff, thing="lay central 60")
    evening.restart()
    assert evening.at_table().ticked == ("lay cat 1", "lay central 60")
    evening.send(TickOff, phone(2), thing="lay cat 1", on=False)
    assert evening.at_table().ticked == ("lay central 60",)


def test_box_contents_cannot_be_ticked_off_during_or_after_a_game(evening):
    evening.send(TickOff, thing="lay cat 1")
    begun(evening, "phone Ada", "phone Ben")
    assert evening.at_table().ticked == ()
    refused("phase", evening.send, TickOff, thing="lay cat 1")


def test_number_of_ticks_is_limited_to_sixty(evening):
    for nth in range(70):
        evening.send(TickOff, thing=f"lay thing-{nth} 1")
    assert len(evening.at_table().ticked) == 60
    evening.send(TickOff, thing="lay thing-69 1")
    assert evening.at_table().ticked[-2:] == ("lay thing-68 1", "lay thing-69 1")
