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
def at(tmp_path, every_fact, monkeypatch):
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


def mind(at):
    return at._made["thinker"].mind


def played(at, *by):
    """Play a game of Duel to its end, always with the last legal action."""
    at.send(SetGame, game="duel", guided=False)
    at.start(*by)
    while at.at_table().phase == "game":
        state = at.table.committed.match.state
        seat = state.to_act[0] + 1
        who = phone(seat) if by[seat - 1].startswith("phone") else SCREEN
        at.say(seat, str(state.legal(seat - 1)[-1]), who)


def think(at, most=10_000):
    """Step the thinker until it is idle, or `most` times; then tick the table."""
    for _ in range(most):
        if mind(at) is None or at._made["thinker"].heard is None or not mind(at).is_busy:
            break
        mind(at).step()
    at.table.tick(at.now)


def asked(at, who=SCREEN, seat=0):
    answer = at.table.handle(who, AskReview("r", at.table.finished.list_games()[0].mark, seat))
    assert answer.id == "r"
    return answer


def test_a_finished_game_is_reviewed_with_moments_for_each_person(at):
    played(at, "phone Ada", "phone Ben")
    assert asked(at).state == "working"
    think(at)
    told = asked(at)
    assert (told.state, told.seat, told.moments) == ("ready", 0, ())
    assert all(0 <= each <= 100 for each in told.accuracy)
    assert told.course[-1].chances in ((1, 0), (0, 1), (0.5, 0.5))
    assert at.table.finished.list_games()[0].accuracy == told.accuracy
    own = asked(at, phone(1))
    assert own.seat == 1
    assert own.moments == asked(at, SCREEN, 1).moments != ()
    for each in own.moments:
        actions = [choice.action for choice in each.choices]
        assert 2 <= len(actions) <= 4
        assert {each.done, each.best} <= {*actions}
    with pytest.raises(Rejection) as no:
        asked(at, phone(1), 2)
    assert no.value.code == "not-your-seat"
    assert asked(at, ONLOOKER).moments == ()
    assert at._made["thinker"].heard is None, "nobody is needed any more"


@pytest.mark.full
def test_review_continues_after_a_restart(at):
    played(at, "phone Ada", "touch")
    think(at, 120)
    known = len(at.store.review(1).judged)
    assert known >= reviews.PACK
    at.restart()
    [wish] = [each for each in at._made["thinker"].told if isinstance(each, JudgeGame)]
    assert len(wish.judged) == known
    think(at)
    assert asked(at).state == "ready"
    whole = at.store.review(1).judged
    lines = [msgspec.json.decode(each)["line"] for each in whole]
    assert lines == sorted({*lines})
    assert 0 < len(lines) < known, "only what is told of it"


def test_bots_take_precedence_over_a_review(at):
    played(at, "phone Ada", "touch")
    think(at, 60)
    at.send(ReturnToLobby)
    at.send(SetSeat, seat=2, by="bot", bot="hard")
    at.send(Start)
    at.send(SkipOpening)
    while not [each for each in at._made["thinker"].told if isinstance(each, Think)]:
        at.say(1, str(at.table.committed.match.state.legal(0)[0]), phone(1))
    assert mind(at).next_number > 0
    assert not mind(at).is_idle
    think(at)
    assert asked(at).state == "ready", "and then the review goes on"


def test_a_review_is_deleted_with_its_game(at):
    played(at, "phone Ada", "touch")
    think(at)
    mark = at.table.finished.list_games()[0].mark
    at.send(ReturnToLobby)
    at.send(DeleteGame, game=mark, sure=True)
    at.now += LINE_SECONDS + 1  # until then it can be put back
    at.table.tick(at.now)
    assert at.store.review(1) is None
    counts = [at.store._db.execute(f"SELECT count(*) FROM {each}").fetchone() for each in ("reviews", "judged")]
    assert counts == [(0,), (0,)]


@pytest.mark.full
def test_a_game_continued_after_its_end_is_reviewed_again(at):
    played(at, "touch", "touch")
    think(at, 120)
    at.send(Undo, row=at.at_table().undo.row)
    assert at.store.review(1) is None
    seat = at.table.committed.match.state.to_act[0] + 1
    at.say(seat, str(at.table.committed.match.state.legal(seat - 1)[-1]))
    assert at.at_table().phase == "over"
    think(at)
    assert asked(at).state == "ready"


@pytest.mark.full
def test_older_game_is_reviewed_on_request(at):
    played(at, "phone Ada", "touch")
    think(at)
    with at.store.commit() as write:
        write.forget_review(1)
    at.restart()
    assert at._made["thinker"].heard is None
    assert asked(at, phone(1)).state == "working"
    think(at)
    assert asked(at, phone(1)).state == "ready"


def test_game_of_bots_alone_is_not_reviewed(at):
    at.send(SetGame, game="duel", guided=False)
    at.send(SetSeats, count=2)
    for seat in (1, 2):
        at.send(SetSeat, seat=seat, by="bot", bot="easy")
    at.send(Start)
    at.send(EndEarly, sure=True)
    assert at.table.reviews.pending_game == 0
