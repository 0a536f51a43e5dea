"""Tabs and horns by game: each game names its main tab, and has a horn on its pages or not."""

import pytest

from app.games.game_list import shelf
from app.phones.features import owner_settings
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import ONLOOKER, Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.seat_messages import Rename
from engine.game import Seat
from tests.app.phones.served import GAMES, LANGS, Served

ADA = Actor("seat", Seat(0))


@pytest.fixture
def evening(tmp_path, facts, every_fact):
    served = Served(tmp_path, facts, shelf=shelf(every_fact))
    yield served.sit("Ada", "Ben"), PageMaker(served.table, GAMES)
    served.store.close()


def render_parts(show, reader):
    """Update a page, and return the HTML of its parts by name."""
    show.update_page(reader, False)
    return {name: part.html for name, part in reader.shown.items()}


@pytest.mark.parametrize(
    ("game", "names", "horn"),
    [
        ("architects", ("My wonder", "Mein Wunder", "Mijn wonder", "Ma merveille"), True),
        ("duel", ("My city", "Meine Stadt", "Mijn stad", "Ma cité"), False),
        ("seven-wonders", ("My city", "Meine Stadt", "Mijn stad", "Ma cité"), False),
    ],
)
def test_page_uses_the_words_of_the_chosen_game(evening, game, names, horn):
    served, show = evening
    reader = PageState(ADA)
    render_parts(show, reader)
    served.send(SetGame, game=game)
    for lang, name in zip(LANGS, names, strict=True):
        served.send(Rename, ADA, name="Ada", lang=lang)
        page = render_parts(show, reader)
        assert page["tab"].endswith(name)
        assert ("horn" in page) is horn
    assert "tab" not in render_parts(show, PageState(ONLOOKER))


@pytest.mark.rotated
@pytest.mark.parametrize("game", ["architects", "duel", "seven-wonders"])
def test_cardboard_lobby_ends_with_a_link_to_the_set_up_list(evening, game):
    served, show = evening
    served.send(Rename, ADA, name="Ada", lang="en")
    served.send(SetGame, game=game)
    reader = PageState(ADA)
    assert 'data-tab="table"' not in render_parts(show, reader)["start"], "nobody lays anything out"
    served.send(SetGame, mode="track", first=None if game == "seven-wonders" else 1)
    page = render_parts(show, reader)
    assert page["start"].partition('data-tab="table"')[2].endswith("Lay out</button></div>")
    assert "Lay out" in page["box"]
    assert "data-tab" not in render_parts(show, PageState(ONLOOKER))["start"]


def test_owned_games_are_read_only_on_the_owner_tab(evening, monkeypatch):
    _, show = evening
    asked, owned = [], owner_settings.owned_game
    monkeypatch.setattr(
        owner_settings, "owned_game", lambda w, name, *more: asked.append(name) or owned(w, name, *more)
    )
    for tab in ("mine", "table", "score", "more"):
        render_parts(show, PageState(ADA, tab))
    render_parts(show, PageState(ONLOOKER))
    assert asked == []
    render_parts(show, PageState(ADA, "owner"))
    assert sorted({*asked}) == ["architects", "duel", "seven-wonders"]
