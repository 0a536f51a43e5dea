"""Members and their ratings: what is said of the one holds for the other."""

from app.protocol.club import GameNews


def test_who_is_forgotten_is_rated_as_somebody_and_a_claim_is_rated(book, games):
    game = games[0]
    ada, bo = (book.people.make(name, 1.0)[0].id for name in ("Ada", "Bo"))
    book.take("a", [GameNews(game.id, 1, game, {1: ada})])
    book.people.claim(game.id, 2, bo)
    with book._database.transaction() as db:
        rated = {player for (player,) in db.execute("SELECT player FROM rated WHERE game = ?", (game.id,))}
    assert {ada, bo} <= rated
    book.people.forget(ada, 2.0)
    with book._database.transaction() as db:
        rated = {player for (player,) in db.execute("SELECT player FROM rated WHERE game = ?", (game.id,))}
    assert ada not in rated
    assert bo in rated
