"""Members and their ratings: what is said of the one holds for the other."""

import pytest

from app.club.game_store import ClubStore
from app.club.members import NAME_KEYS_SETTING, NameTaken
from app.protocol.table_to_club_messages import GameNews


def test_removed_member_is_rated_anonymously_and_a_claimed_seat_by_name(book, games):
    game = games[0]
    ada, bo = (book.people.create(name, 1.0)[0].id for name in ("Ada", "Bo"))
    book.store_games("a", [GameNews(game.id, 1, game, {1: ada})])
    book.people.claim(game.id, 2, bo)
    with book._database.transaction() as db:
        rated = {player for (player,) in db.execute("SELECT player FROM rated WHERE game = ?", (game.id,))}
    assert {ada, bo} <= rated
    book.people.forget(ada, 2.0)
    with book._database.transaction() as db:
        rated = {player for (player,) in db.execute("SELECT player FROM rated WHERE game = ?", (game.id,))}
    assert ada not in rated
    assert bo in rated


def test_name_keys_of_an_earlier_version_are_recomputed(where):
    """Two that were different then stay members; the first has the name, and nobody else gets it."""
    book = ClubStore(where)
    ids = [book.people.create(name, at)[0].id for at, name in enumerate(("Ada", "Bo", "Cy"))]
    with book._database.transaction() as db:
        db.execute("DELETE FROM facts WHERE name = ?", (NAME_KEYS_SETTING,))
        db.execute("UPDATE members SET name = ?, known = ? WHERE id = ?", ("\u0410da", "\u0430da", ids[1]))
        db.execute("UPDATE members SET name = ?, known = ? WHERE id = ?", ("C\u200dy", "c\u200dy", ids[2]))
    book.close()
    book = ClubStore(where)
    assert {member.id for member in book.people.members()} == {*ids}
    for name in ("Ada", "\u0410da", "Cy"):
        with pytest.raises(NameTaken):
            book.people.create(name, 9.0)
    book.close()


def test_removal_reaches_a_table_that_rejoins_later(book):
    for id in ("a", "b"):
        book.join(id, id.upper(), 0.0)
    member, _ = book.people.create("Ada", 0.0)
    book.end_key("b")
    receipt = book.people.receipt(book.people.forget(member.id, 1.0))
    assert [table.name for table in receipt.tables] == ["A"], "nobody waits for a table that may never return"
    book.join("b", "B", 2.0)
    assert [removal.member for removal in book.people.list_removed("b")] == [member.id]


def test_repeated_removal_returns_the_first_receipt(book):
    book.join("a", "A", 0.0)
    member, _ = book.people.create("Ada", 0.0)
    first = book.people.forget(member.id, 1.0)
    assert book.people.forget(member.id, 2.0) == first
    assert book.people.receipt(first).here["phones"] == 1
