"""Progress of a person: ideas that lessons explained, accuracy over time, and one suggested next step."""

import pytest
from msgspec.structs import replace

from app.games import game_list
from app.history.history_text import HistoryWords
from app.history.progress import NextStep, next_level, next_step
from app.history.statistics import PlayedSeat
from app.protocol.results import FinishedGame, Result
from app.shown.history import history_pages
from app.shown.history.history_pages import AccuracyLine, HistoryFacts
from app.text.bot_level_descriptions import LEVELS
from app.text.translation import languages, words
from tests.app.table.bots import PLAYERS

STEPS = (NextStep("fleet", lambda w: "fleet"), NextStep("short", lambda w: "long", without=True))
IDEAS = ("boats", "tides", "nets")
SAY = HistoryWords(game_list.words())


def game(number, *variant, kind="harbours", learned=(), accuracy=(), seats=("Ada", "Ben"), **facts):
    ideas = (dict.fromkeys(learned, False), {}) if learned else ()
    scores = tuple({"blue": n, "total": n} for n in range(len(seats)))
    result = Result(seats, (), scores, (2,), early=False, turns=4, learned=ideas, **facts)
    return FinishedGame(f"m{number}", number, kind, "play", variant, 1.0, 2.0, 1.0, result, accuracy)


def suggested(*games, not_ours=()):
    step = next_step([PlayedSeat(each, 1) for each in games], STEPS, IDEAS, not_ours)
    return step and step.says(words("en"))


@pytest.mark.parametrize(
    ("games", "not_ours", "step"),
    [
        pytest.param([], (), None, id="nothing played"),
        pytest.param([game(1, "short", learned=IDEAS[:2])], (), "fleet", id="most ideas explained"),
        pytest.param([game(1, "short", learned=IDEAS[:1])], (), None, id="one of three ideas explained"),
        pytest.param([game(1, "short", learned=("draft", "turn"))], (), None, id="ideas that are no knowledge"),
        pytest.param([game(1, "short"), game(2, "short")], (), None, id="two games without lessons"),
        pytest.param([game(n, "short") for n in range(3)], (), "fleet", id="three games without lessons"),
        pytest.param([game(1, "short", "fleet", learned=IDEAS)], (), "long", id="the second after the first"),
        pytest.param([game(1, "fleet", learned=IDEAS)], (), None, id="both tried in one game"),
        pytest.param([game(1, "fleet", "short"), game(2, learned=IDEAS)], (), None, id="each tried once"),
        pytest.param([game(1, "short", learned=IDEAS)], ("harbours.fleet",), "long", id="an expansion not owned"),
        pytest.param([game(1, "short", learned=IDEAS)], ("harbours",), None, id="the game not owned"),
    ],
)
def test_next_step_is_suggested_when_ready_and_not_yet_tried(games, not_ours, step):
    assert suggested(*games, not_ours=not_ours) == step


def test_game_ended_early_counts_for_ideas_but_not_for_readiness():
    whole = game(1, "short", learned=IDEAS)
    early = replace(whole, result=replace(whole.result, early=True, winners=()))
    assert suggested(early) is None
    assert suggested(game(2, "short"), early) == "fleet"


def test_accuracy_line_runs_from_oldest_to_latest_review():
    games = [game(4, accuracy=(80, 10)), game(3, accuracy=(None, 10)), game(2), game(1, accuracy=(60, 10))]
    assert rows(*games)["accuracies"].shares == (0.6, 0.8)


def rows(*games, name="Ada", lang="en", **facts):
    form = history_pages.person(words(lang), HistoryFacts(SAY, games, **facts), name)
    return {row.key: row for row in form.rows}


def list_named_ideas(game):
    return [idea.id for idea in SAY.game_words(game).IDEAS if idea.name]


def test_accuracy_line_needs_two_reviews_of_one_person():
    one, two = game(1, kind="duel", accuracy=(60, 10)), game(2, kind="duel", accuracy=(80, 15))
    assert not any(isinstance(row, AccuracyLine) for row in rows(one).values())
    line = rows(two, one)["accuracies"]
    assert line.shares == (0.6, 0.8)
    assert "From 60 to 80, most recently 80." in line.about
    assert rows(two, one, name="Ben")["accuracies"].shares == (0.1, 0.15)


@pytest.mark.parametrize(
    ("kind", "variant", "owned", "says"),
    [
        ("architects", (), "architects.medals", "Medals"),
        ("seven-wonders", (), "seven-wonders.leaders", "Leaders"),
        ("duel", ("first-game",), "duel", "Duel without set wonders"),
    ],
)
def test_games_suggest_their_own_step_and_list_explained_ideas(kind, variant, owned, says):
    taught = game(1, *variant, kind=kind, learned=list_named_ideas(kind)[:-1])
    found = rows(taught)
    assert says in found["step"].words
    explained = found[f"learned {kind}"].words
    assert explained.startswith(f"{SAY.title(words('en'), kind)}: ")
    assert "Not explained yet: " in explained
    assert "step" not in rows(taught, not_ours=(owned,))
    assert "next" not in rows(taught, not_ours=(owned,))
    whole = rows(game(1, *variant, kind=kind, learned=list_named_ideas(kind)))[f"learned {kind}"].words
    assert "Not explained yet" not in whole


def against(level, won, number=1, **facts):
    """Build a game of Duel, with drafted wonders, against a bot of this level."""
    one = game(number, kind="duel", seats=("Ada", None), bots=(2,), levels=("", level), **facts)
    return replace(one, result=replace(one.result, winners=(1 if won else 2,)))


@pytest.mark.parametrize(
    ("games", "level"),
    [
        pytest.param([("easy", True)] * 3, "normal", id="three wins"),
        pytest.param([("easy", True)] * 2, "", id="two games"),
        pytest.param([("easy", True)] * 2 + [("easy", False)], "normal", id="most of three"),
        pytest.param([("easy", True)] * 2 + [("easy", False)] * 2, "", id="half of four"),
        pytest.param([("easy", True)] * 3 + [("normal", False)], "", id="the next level was tried"),
        pytest.param([("master", True)] * 3, "", id="nothing harder"),
        pytest.param([("", True)] * 3, "", id="games from before levels were stored"),
        pytest.param([("unknown", True)] * 3, "", id="a level of another version"),
    ],
)
def test_higher_level_is_suggested_after_winning_most_games(games, level):
    played = [against(of, won, number) for number, (of, won) in enumerate(games)]
    assert next_level([PlayedSeat(each, 1) for each in played], [*LEVELS]) == level
    assert ("step" in rows(*played)) == bool(level)
    assert "step" not in rows(*played, not_ours=("duel",))


def test_higher_level_is_suggested_after_the_game_s_own_step_was_tried():
    fixed = [replace(against("easy", True, number), variant=("first-game",)) for number in range(3)]
    assert "set wonders" in rows(*fixed)["step"].words
    drafted = against("easy", True, 4)
    assert "“normal” bots" in rows(drafted, *fixed)["step"].words


def test_level_names_are_in_the_order_of_bot_levels():
    assert [*LEVELS] == [*PLAYERS.levels]


def test_only_the_game_played_last_gets_a_suggestion():
    found = rows(
        game(2, kind="duel", learned=list_named_ideas("duel")),
        game(1, kind="architects", learned=list_named_ideas("architects")),
    )
    assert "Medals" in found["step"].words, "the wonders of Duel were drafted"
    first = game(3, "first-game", kind="duel", learned=list_named_ideas("duel"))
    found = rows(first, game(1, kind="architects", learned=list_named_ideas("architects")))
    assert "Duel" in found["step"].words
    assert len([key for key in found if key.startswith("learned ")]) == 2


@pytest.mark.parametrize("lang", languages())
def test_progress_is_translated_in_each_language(lang):
    found = rows(game(1, kind="architects", learned=list_named_ideas("architects")[:3]), lang=lang)
    assert (found["learned"].words == "Explained so far") == (lang == "en")


def test_person_without_lessons_and_reviews_has_no_progress_rows():
    assert not {"step", "next", "learned", "accuracies"} & {*rows(game(1, kind="architects"))}
