"""A guided first game: whoever follows the comments, and reads nothing else, gets to the end of it.

By game: what may come to a seat for the first time, an event or a question, and the comments of which one has to be
said to it before it decides again.
"""

import pytest
from following import Follower, Table, play

from app.games.architects.screen import play as zones
from app.games.architects.screen.scene import ArchitectsScene
from app.games.duel.screen import city
from app.games.duel.screen.fresh import changed
from app.games.duel.screen.layout import laid
from app.games.duel.screen.scene import DuelScene
from app.games.seven_wonders.screen.scene import SevenScene
from app.games.seven_wonders.screen.seat import seat_of

SIZE = (1280, 720)
WHOLE = 2000  # decisions: more than any game has
ARCHITECTS = {
    "asked take": {"take", "cat-looks"},
    "asked draw": {"draw"},
    "asked steal": {"steal"},
    "asked keep": {"keep"},
    "stage-built": {"stage"},
    "token-taken": {"token"},
    "cat-moved": {"cat", "cat-looks"},
    "conflict-fought": {"conflict"},
    "medal-taken": {"medal"},
}
DUEL = {
    "asked draft": {"draft"},
    "asked turn": {"take"},
    "asked progress": {"pair"},
    "asked destroy": {"destroy"},
    "asked revive": {"revive"},
    "asked keep": {"keep"},
    "asked start": {"start"},
    "card-built chain": {"chain"},
    "turn-began again": {"again"},
    "token-taken": {"token"},
    "wonder-built": {"wonder-built"},
    "military-token": {"looted"},
    "pawn-moved": {"pawn"},
    "symbol-gained": {"symbol"},
}
SEVEN = {
    "asked draft": {"draft"},
    "asked recruit": {"recruit"},
    "asked play": {"hand"},
    "asked seventh": {"seventh"},
    "asked rebuild": {"rebuild"},
    "asked extra": {"extra"},
    "asked bury": {"bury"},
    "asked lose": {"lose"},
    "card-built chain": {"chain"},
    "card-built left": {"bought"},
    "card-built right": {"bought"},
    "sold": {"sold-goods"},
    "stage-built": {"stage"},
    "card-sold": {"sold"},
    "card-rebuilt": {"rebuilt"},
    "leader-recruited": {"leader", "leader-free"},
    "conflict-settled": {"conflict"},
}


def in_architects(scene, seat):
    at = ArchitectsScene.of(scene)
    return zones.seat_facts(at, at.view, seat).player.prompt[-1]


def in_duel(scene, seat):
    at = DuelScene.of(scene)
    return city.plate_of(at, laid(at.ring(*SIZE)), seat, changed(at)).player.prompt[-2]


def in_seven(scene, seat):
    return seat_of(SevenScene.of(scene), seat).player.prompt[0]


@pytest.mark.parametrize(
    ("game", "variant", "seats", "prompt", "moments", "few", "some", "all_"),
    [
        pytest.param(
            *("architects", ("medals",), 4, in_architects, ARCHITECTS, 12, {"take"}),
            {"take", "build", "stage", "set", "token", "cat", "cat-looks", "horn", "conflict", "medal"},
            id="architects",
        ),
        pytest.param(
            *("duel", (), 2, in_duel, DUEL, 12, {"draft", "take", "price"}),
            {"draft", "take", "build", "discard", "price", "wonder", "wonder-built", "pawn", "symbol", "light", "start",
             "chain", "age"},
            id="duel",
        ),
        pytest.param(
            *("seven-wonders", ("leaders",), 4, in_seven, SEVEN, 26),
            {"draft", "draft-keep", "recruit", "hand", "build"},
            {"draft", "recruit", "leader", "hand", "build", "passed", "sell", "sold", "stage", "conflict", "last"},
            id="seven-wonders",
        ),
    ],
)  # fmt: skip
class TestGuided:
    def test_who_follows_the_comments_alone_gets_on(
        self, tmp_path, game, variant, seats, prompt, moments, few, some, all_
    ):
        table = Table(tmp_path)
        table.begin(game, variant, seats)
        assert table.control.model.table.guided
        player = Follower(table, prompt, moments)
        play(player, few)
        assert player.said >= some

    @pytest.mark.full
    def test_who_follows_the_comments_alone_plays_to_the_end(
        self, tmp_path, game, variant, seats, prompt, moments, few, some, all_
    ):
        table = Table(tmp_path)
        table.begin(game, variant, seats)
        player = Follower(table, prompt, moments)
        play(player, WHOLE)
        assert table.control.model.table.phase == "over"
        assert player.said >= all_
