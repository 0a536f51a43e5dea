"""Seeded games are the same each time they are played, and a file of fingerprints shows which differ."""

from tests import same_games


def test_differing_game_is_named_with_its_difference(tmp_path, capsys):
    before = same_games.play("duel", "tally", 2)
    record, messages, pages, _ = before.split()
    kept = tmp_path / "before.txt"
    kept.write_text(f"duel tally 2 {before}\nduel tally 2 half a li")
    assert same_games.finished(kept) == {"duel tally 2": before}
    assert same_games.compare(kept) == 0
    kept.write_text(f"duel tally 2 {record} {messages} {pages} 0123456789abcdef")
    assert same_games.compare(kept) == 1
    assert capsys.readouterr().out == "duel tally 2: words\n"


def test_every_game_is_played_in_each_of_its_modes():
    wanted = [*same_games.wanted(2)]
    assert len({*wanted}) == len(wanted) == 2 * len(same_games.kinds())
    assert ("architects", "track", 2) in wanted
