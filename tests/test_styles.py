"""Tests of `python -m benchmarks.styles`: the price of bots' styles, and whether they are visible."""

from collections import Counter

import pytest

from benchmarks import styles


@pytest.mark.rotated
def test_each_style_plays_from_every_seat_and_its_games_are_classified(capsys):
    assert styles.main(["--game", "architects", "--seats", "2", "--games", "40", "--player", "careful"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" wins ")[0] for line in lines if " wins " in line] == [
        *("careful", "general", "scholar", "builder", "merchant"),
        *("careful", "all styles"),
    ]
    assert lines[-1].startswith("style guessed: ")
    assert lines[-1].endswith(", by chance 25 %")


def test_weights_can_be_tried_as_a_separate_style(capsys):
    words = ["--game", "duel", "--games", "2", "--player", "careful", "--bent", "coins = -0.05, yellow-early = 0.1"]
    assert styles.main(words) == 0
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()] == [
        ["careful", "wins"],
        ["tried", "wins"],
        ["games:", "2,"],
        *[["coins", "left"]] * 2,
    ]


def test_classifier_tells_styles_apart_by_words():
    taught = [(style, Counter({style: 3, "both": 2})) for style in ("red", "green") for _ in range(3)]
    classifier = styles.Classifier(taught)
    assert classifier.guess(Counter({"red": 1, "both": 5})) == "red"
    assert classifier.guess(Counter({"green": 2, "red": 1, "unknown": 9})) == "green"
