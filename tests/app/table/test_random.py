"""Random intents in any order: views are a replay of the stored rows, and no number or id is reused."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import Start
from app.protocol.play_messages import Act, Undo, Vote
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import SetSeat
from engine.architects.game_facade import Architects
from engine.game import CHANCE, Seat
from engine.players import PLAYERS
from tests.app import toy
from tests.app.tables import SHELF, Evening, phone

WISHES = ("say", "say", "say", "say", "undo", "own", "vote", "restart", "again", "tick", "nonsense")


class Witness:
    """A recorder of what was visible, which fails on whatever must not be."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.open: dict[int, int] = {}  # question to seat
        self.closed: set[int] = set()
        self.idempotency_keys: list[Act] = []
        self.lines: dict[int, tuple[bytes, int]] = {}

    def look(self) -> None:
        self.rows_and_view()
        self.questions()
        self.log()

    def rows_and_view(self) -> None:
        """Check that each reader's view equals a fresh replay of the stored rows."""
        evening = self.evening
        saved = evening.store.game(evening.at_table().game_id)
        game = evening.table.games.shelf[saved.kind]
        state = game.start(game.setup(saved.header))
        for row in saved.moves:
            state.apply(row.seat, state.parse(row.text))
        assert state.to_act != (CHANCE,)
        for who in (SCREEN, phone(1), phone(2), phone(3)):
            assert bytes(evening.snapshot(who).game) == msgspec.json.encode(state.view(who.seat))
        assert set(evening.asked()) == {seat + 1 for seat in state.to_act}
        for seat in state.to_act:
            [question] = evening.snapshot(phone(seat + 1)).questions
            assert question.legal == tuple(map(str, state.legal(seat)))

    def questions(self) -> None:
        """Check that the number of a closed question never opens again or passes to another seat."""
        now = {number: seat for seat, number in self.evening.asked().items()}
        assert not set(now) & self.closed
        assert all(now[number] == seat for number, seat in self.open.items() if number in now)
        assert all(number > max(self.closed | set(self.open), default=0) for number in set(now) - set(self.open))
        self.closed |= set(self.open) - set(now)
        self.open = now

    def log(self) -> None:
        """Check that no line of the log changes, except that lines of undone rows are struck out."""
        evening = self.evening
        stand = {row.number for row in evening.store.game(evening.at_table().game_id).moves} | {0}
        for seat in (None, 1, 2, 3):
            for line in evening.snapshot(SCREEN if seat is None else phone(seat)).news:
                assert line.undone == (line.row not in stand)
                known = self.lines.setdefault(line.number, (bytes(line.event), line.row))
                assert known == (bytes(line.event), line.row)
        since = evening.table.log_end
        assert evening.snapshot(SCREEN, since).news == ()


def apply_wish(evening: Evening, witness: Witness, wish: str, rng: random.Random) -> None:
    """Send one random intent of this kind; check that a refused one changes nothing."""
    view = evening.at_table()
    before = evening.table.rev
    try:
        match wish:
            case "say" if evening.asked():
                seat = rng.choice([*evening.asked()])
                [question] = evening.snapshot(phone(seat)).questions
                act = Act(id=str(rng.random()), seat=seat, question=question.number, action=rng.choice(question.legal))
                evening.table.handle(rng.choice((SCREEN, phone(seat))), act)
                witness.idempotency_keys.append(act)
            case "undo" if view.undo:
                evening.send(Undo, rng.choice((SCREEN, phone(rng.randint(1, 3)))), row=view.undo.row)
            case "own" if evening.snapshot(SCREEN).own:
                offer = rng.choice(evening.snapshot(SCREEN).own)
                evening.send(Undo, phone(offer.seat), row=offer.row)
            case "vote" if view.vote:
                seat = rng.choice(view.vote.open)
                evening.send(Vote, row=view.vote.row, seat=seat, yes=rng.random() < 0.8)
            case "restart":
                evening.restart()
            case "again" if witness.idempotency_keys:
                evening.table.handle(
                    SCREEN, msgspec.structs.replace(rng.choice(witness.idempotency_keys), id=str(rng.random()))
                )
                raise AssertionError("an answered question was open again")
            case "tick":
                evening.now += 5
                evening.table.tick(evening.now)
            case "nonsense":
                row, seat = rng.randint(0, 30), rng.randint(1, 3)
                evening.send(Vote, phone(seat), row=row, seat=rng.randint(1, 3), yes=True)
    except Rejection:
        assert evening.table.rev == before


def play_wishes(folder, seed, wishes, **kinds):
    evening = Evening(folder, seed=seed, **kinds)
    rng = random.Random(seed)
    evening.start("phone Ada", "touch", rng.choice(("phone Ben", "bot")), first=None)
    witness = Witness(evening)
    witness.look()
    for wish in wishes:
        apply_wish(evening, witness, wish, rng)
        witness.look()
    evening.close()


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), wishes=st.lists(st.sampled_from(WISHES), max_size=60))
def test_random_intents_in_any_order_keep_the_table_consistent(tmp_path_factory, seed, wishes):
    play_wishes(tmp_path_factory.mktemp("evening"), seed, wishes)


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6), wishes=st.lists(st.sampled_from(WISHES), min_size=60, max_size=100))
def test_random_intents_in_architects_keep_the_table_consistent(tmp_path_factory, facts, seed, wishes):
    shelf = {"architects": Architects(facts)}
    play_wishes(tmp_path_factory.mktemp("evening"), seed, wishes, shelf=shelf, players=PLAYERS)


@given(seed=st.integers(0, 9999))
@settings(max_examples=50, deadline=None)
def test_toy_game_fulfils_the_engine_contract(seed):
    """Views contain nothing that their seat may not know, and every action offered is possible."""
    rng = random.Random(seed)
    game = SHELF["pebbles"]
    state = game.start(game.setup({"seats": "north, east, south"}))
    while state.to_act:
        seat = rng.choice(state.to_act)
        action = state.deal(rng) if seat == CHANCE else rng.choice(list(state.legal(seat)))
        assert state.parse(str(action)) == action
        state.apply(seat, action)
        for reader in (None, *map(Seat, range(3))):
            assert state.resample(reader, rng).view(reader) == state.view(reader)
    assert state.winners()


@pytest.mark.parametrize("player", toy.PLAYERS)
def test_every_kind_of_bot_finishes_a_game(tmp_path, player):
    evening = Evening(tmp_path)
    evening.sit("bot", "bot")
    for seat in (1, 2):
        evening.send(SetSeat, seat=seat, bot=player)
    evening.send(Start)
    while (at := evening.table.next_tick()) is not None:
        evening.now = at
        evening.table.tick(at)
    assert evening.at_table().phase == "over"
    evening.close()
