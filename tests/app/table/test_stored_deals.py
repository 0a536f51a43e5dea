"""Stored deals of first games: the format of the file, and which of its deals a table uses."""

from itertools import pairwise

import pytest

import main
from app.games import game_list
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, ReturnToLobby, SetGame, Start
from app.table.lobby.stored_deals import compute_checksum, derive_secret, parse_deals
from docs.teaching_deals import Deals, TriedDeal, choose, write
from engine.game_data import BadGameData
from tests.app.tables import Evening

NUMBERS = (4, 7, 14)
SECRETS = [derive_secret("duel", 2, number) for number in NUMBERS]


def entry(game="duel", seats=2, numbers=NUMBERS, checksum=None):
    says = compute_checksum(game, seats, numbers) if checksum is None else checksum
    return f'[[deals]]\ngame = "{game}"\nseats = {seats}\nchecksum = "{says}"\nnumbers = {list(numbers)}\n'


def test_stored_deal_numbers_are_parsed_to_secrets():
    assert parse_deals(entry().encode()) == {("duel", 2): SECRETS}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param(entry(checksum="00"), r"deals\.1\.checksum: 00 is not", id="checksum"),
        pytest.param(entry(numbers=(4, 4)), r"deals\.1\.numbers: one is listed twice", id="twice"),
        pytest.param(entry() + entry(), r"deals\.2\.seats: duel for 2 is listed twice", id="two lists"),
        pytest.param(entry(numbers=(4,)), r"deals\.1\.numbers: at least 2", id="one alone"),
        pytest.param(entry() + "odd = 1\n", r"deals\.1\.odd: there is no such value", id="unknown field"),
    ],
)
def test_a_damaged_file_is_refused_by_its_entry_and_field(text, why):
    with pytest.raises(BadGameData, match=rf"data/first_deals\.toml: .*{why}"):
        parse_deals(text.encode())


def test_deals_that_ship_still_meet_the_criteria_of_their_games():
    for (game, seats), secrets in parse_deals(main.read_first_deals()).items():
        deals = Deals(game, seats)
        for secret in secrets[::7]:
            assert all(deals.criteria.check_conditions(deals.deal(secret)))


@pytest.fixture
def table(tmp_path, every_fact):
    at = Evening(
        tmp_path, shelf=game_list.shelf(every_fact), seed=None, lessons=game_list.lessons(), deals=game_list.deals(),
        modes=game_list.modes(), stored_deals={("duel", 2): SECRETS},
    )  # fmt: skip
    at.send(SetGame, game="duel", guided=True)
    yield at
    at.close()


def secret_of(at):
    return at.store.game(at.at_table().game_id).secret


def test_first_game_uses_a_stored_deal_and_never_the_same_twice_in_a_row(table):
    table.sit("touch", "touch")
    table.send(Start)
    dealt = [secret_of(table)]
    for again in (Rematch, ReturnToLobby) * 4:
        table.send(EndEarly, sure=True)
        if again is ReturnToLobby:
            table.restart()
        table.send(again)
        if again is ReturnToLobby:
            table.send(SetGame, guided=True)
            table.send(Start)
        if table.at_table().guided:
            dealt.append(secret_of(table))
    assert len(dealt) > 4
    assert set(dealt) <= set(SECRETS)
    assert all(one != other for one, other in pairwise(dealt))


@pytest.mark.parametrize(
    "fields", [{"variant": ()}, {"guided": False}, {"game": "architects"}], ids=["drafted", "no lesson", "other game"]
)
def test_stored_deals_are_not_used_in_other_games(table, fields):
    table.sit("touch", "touch")
    table.send(SetGame, **fields)
    table.send(Start)
    assert secret_of(table) not in SECRETS


def test_index_of_the_stored_deal_is_not_sent(table):
    table.sit("touch", "phone Ben")
    table.send(Start)
    assert table.table.committed.state.stored_deal in range(len(SECRETS))
    assert "stored" not in str(table.at_table())
    assert "stored" not in repr(table.view())


# ---- how they are found ----------------------------------------------------------------------------------------


def test_the_fairest_deals_are_kept(monkeypatch):
    monkeypatch.setattr("docs.teaching_deals.DEALS", 2)
    rows = [TriedDeal("duel", 2, number, apart) for number, apart in enumerate((2.5, 1.0, 3.0, 0.0))]
    assert choose(rows) == [1, 3]
    assert choose(rows[2:3]) == []


def test_writing_deals_replaces_only_the_list_of_that_game(tmp_path):
    file = tmp_path / "deals.toml"
    file.write_text("# words\n" + entry() + entry("architects", 3))
    write(file, "duel", 2, [1, 2])
    write(file, "duel", 2, [5, 6])
    found = parse_deals(file.read_bytes())
    assert file.read_text().startswith("# words\n[[deals]]")
    assert found["duel", 2] == [derive_secret("duel", 2, number) for number in (5, 6)]
    assert len(found["architects", 3]) == 3


@pytest.mark.rotated
def test_trying_a_deal_is_repeatable_and_rejects_unfit_ones(monkeypatch):
    monkeypatch.setattr("docs.teaching_deals.ROUNDS", ((1, 3.0), (2, 3.0)))
    deals = Deals("duel", 2)
    assert deals.find(0) is None
    found = deals.find(4)
    assert found == deals.find(4)
    assert (found.game, found.number) == ("duel", 4)
    assert found.apart >= 0
