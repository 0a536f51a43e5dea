"""Reviews of finished games: computed while the thinker is idle, stored with the game, resumed, and deleted with it."""

import msgspec
import pytest

from app.games import game_list
from app.protocol.client_rights import ONLOOKER, SCREEN
from app.protocol.game_lifecycle_messages import EndEarly, ReturnToLobby, SetGame, Start
from app.protocol.history_messages import AskReview, DeleteGame
from app.protocol.play_messages import SkipOpening, Undo
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import SetSeat, SetSeats
from app.protocol.thinker_messages import JudgeGame, Think
from app.table.bots import reviews
from app.table.features.recent_changes import LINE_SECONDS
from engine.players import game_review
from tests.app.table.bots import BOTS, PLAYERS, AtHand
from tests.app.tables import Evening, phone


@pytest.fixture
def evening(tmp_path, every_fact, monkeypatch):
    monkeypatch.setattr(game_review, "EFFORT", 0.02)
    games = game_list.shelf(every_fact)
    made = Evening(
        tmp_path,
        shelf=games,
        players=PLAYERS,
        bots=BOTS,
        thinker=AtHand(games, PLAYERS),
        reasons=game_list.reasons(),
        modes=game_list.modes(),
    )
    yield made
    made.close()


def mind(evening):
    return evening.thinker.mind


def played(evening, *by):
    """Play a game of Duel to its end, always with the last legal action."""
    evening.send(SetGame, game="duel", guided=False)
    evening.start(*by)
    while evening.at_table().phase == "game":
        state = evening.table.committed.match.state
        seat = state.to_act[0] + 1
        who = phone(seat) if by[seat - 1].startswith("phone") else SCREEN
        evening.say(seat, str(state.legal(seat - 1)[-1]), who)


def think(evening, most=10_000):
    """Step the thinker until it is idle, or `most` times; then tick the table."""
    for _ in range(most):
        if mind(evening) is None or evening.thinker.heard is None or not mind(evening).is_busy:
            break
        mind(evening).step()
    evening.table.tick(evening.now)


def request_review(evening, who=SCREEN, seat=0):
    answer = evening.table.handle(who, AskReview("r", evening.table.finished.list_games()[0].mark, seat))
    assert answer.id == "r"
    return answer


@pytest.mark.rotated
def test_a_finished_game_is_reviewed_with_moments_for_each_person(evening):
    played(evening, "phone Ada", "phone Ben")
    assert request_review(evening).state == "working"
    think(evening)
    told = request_review(evening)
    assert (told.state, told.seat, told.moments) == ("ready", 0, ())
    assert all(0 <= each <= 100 for each in told.accuracy)
    assert told.course[-1].chances in ((1, 0), (0, 1), (0.5, 0.5))
    assert evening.table.finished.list_games()[0].accuracy == told.accuracy
    own = request_review(evening, phone(1))
    assert own.seat == 1
    assert own.moments == request_review(evening, SCREEN, 1).moments != ()
    for each in own.moments:
        actions = [choice.action for choice in each.choices]
        assert 2 <= len(actions) <= 4
        assert {each.done, each.best} <= {*actions}
    with pytest.raises(Rejection) as no:
        request_review(evening, phone(1), 2)
    assert no.value.code == "not-your-seat"
    assert request_review(evening, ONLOOKER).moments == ()
    assert evening.thinker.heard is None, "nobody is needed any more"


@pytest.mark.full
def test_review_continues_after_a_restart(evening):
    played(evening, "phone Ada", "touch")
    think(evening, 120)
    known = len(evening.store.review(1).judged)
    assert known >= reviews.PACK
    evening.restart()
    [wish] = [each for each in evening.thinker.told if isinstance(each, JudgeGame)]
    assert len(wish.judged) == known
    think(evening)
    assert request_review(evening).state == "ready"
    whole = evening.store.review(1).judged
    lines = [msgspec.json.decode(each)["line"] for each in whole]
    assert lines == sorted({*lines})
    assert 0 < len(lines) < known, "only what is told of it"


@pytest.mark.rotated
def test_bots_take_precedence_over_a_review(evening):
    played(evening, "phone Ada", "touch")
    think(evening, 60)
    evening.send(ReturnToLobby)
    evening.send(SetSeat, seat=2, by="bot", bot="hard")
    evening.send(Start)
    evening.send(SkipOpening)
    while not [each for each in evening.thinker.told if isinstance(each, Think)]:
        evening.say(1, str(evening.table.committed.match.state.legal(0)[0]), phone(1))
    assert mind(evening).next_number > 0
    assert not mind(evening).is_idle
    think(evening)
    assert request_review(evening).state == "ready", "and then the review goes on"


@pytest.mark.rotated
def test_a_review_is_deleted_with_its_game(evening):
    played(evening, "phone Ada", "touch")
    think(evening)
    mark = evening.table.finished.list_games()[0].mark
    evening.send(ReturnToLobby)
    evening.send(DeleteGame, game=mark, sure=True)
    evening.now += LINE_SECONDS + 1  # until then it can be put back
    evening.table.tick(evening.now)
    assert evening.store.review(1) is None
    counts = [evening.store._db.execute(f"SELECT count(*) FROM {each}").fetchone() for each in ("reviews", "judged")]
    assert counts == [(0,), (0,)]


@pytest.mark.full
def test_a_game_continued_after_its_end_is_reviewed_again(evening):
    played(evening, "touch", "touch")
    think(evening, 120)
    evening.send(Undo, row=evening.at_table().undo.row)
    assert evening.store.review(1) is None
    seat = evening.table.committed.match.state.to_act[0] + 1
    evening.say(seat, str(evening.table.committed.match.state.legal(seat - 1)[-1]))
    assert evening.at_table().phase == "over"
    think(evening)
    assert request_review(evening).state == "ready"


@pytest.mark.full
def test_older_game_is_reviewed_on_request(evening):
    played(evening, "phone Ada", "touch")
    think(evening)
    with evening.store.commit() as write:
        write.forget_review(1)
    evening.restart()
    assert evening.thinker.heard is None
    assert request_review(evening, phone(1)).state == "working"
    think(evening)
    assert request_review(evening, phone(1)).state == "ready"


def test_game_of_bots_alone_is_not_reviewed(evening):
    evening.send(SetGame, game="duel", guided=False)
    evening.send(SetSeats, count=2)
    for seat in (1, 2):
        evening.send(SetSeat, seat=seat, by="bot", bot="easy")
    evening.send(Start)
    evening.send(EndEarly, sure=True)
    assert evening.table.reviews.pending_game == 0
