"""Explain mode (?): the next touch explains a thing and does nothing; a second ? opens the pages of how to play."""

import pytest

from app.looks.icons import ICONS
from app.screen.input import explain_mode
from app.screen.state.model import Model
from app.screen.state.scene import TeachingGame
from app.text.translation import languages, words
from tests.app.screen import SIZE, duels, scenes, sheets, stage
from tests.app.screen.finger import Stage
from tests.app.screen.lettering import leafed

GAMES = {"architects": ("medals",), "duel": (), "seven-wonders": ("leaders",)}


def test_explain_mode_describes_a_touched_stack_and_sends_nothing():
    shown = Stage(scenes.play(4))
    shown.tap(explain_mode.KEY)
    assert shown.control.ui.asking
    shown.now += 1
    shown.tap("stack 2")
    assert shown.room.sent == []
    assert not shown.control.ui.asking
    (notice,) = (notice.text for seat, notice in shown.control.notices.items() if seat)
    assert "17 cards left" in notice or "19 cards left" in notice


def test_held_finger_in_explain_mode_sends_nothing():
    shown = Stage(scenes.may_look(4))
    shown.tap(explain_mode.KEY)
    shown.touch("stack center").down()
    assert shown.room.sent == []


def test_second_touch_of_explain_opens_how_to_play():
    shown = Stage(scenes.play(4))
    shown.tap(explain_mode.KEY)
    shown.now += 1
    shown.tap(explain_mode.KEY)
    assert shown.control.ui.panel == "how"
    said = {word.text for found in leafed(shown.room, SIZE) for _, words, _ in found for word in words}
    pages = shown.control.scene.game.guide_pages(shown.control.model, shown.control.model.words())
    assert {page.title for page in pages} <= said
    assert {head for page in pages for head, _, _ in page.paragraphs} <= said


@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", [(1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr"])
def test_large_screen_shows_how_to_play_on_one_page(size, lang):
    """Two columns, because lines of its whole width would be too long to read."""
    shown = Stage(scenes.play(4, lang=lang))
    shown.control.open_panel("how")
    [found] = leafed(shown.room, size)
    said = {word.text for _, told, _ in found for word in told}
    pages = shown.control.scene.game.guide_pages(shown.control.model, words(lang))
    assert {head for page in pages for head, _, _ in page.paragraphs} <= said


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "sheet", [sheets.counters, sheets.seven_wonders, sheets.duel], ids=lambda sheet: sheet.__name__
)
def test_explain_on_a_score_sheet_opens_how_to_play_and_the_reference(sheet):
    shown = Stage(sheet(3))
    shown.tap(explain_mode.KEY)
    assert shown.control.ui.asking
    shown.now += 1
    shown.tap(explain_mode.KEY)
    said = {word.text for found in leafed(shown.room, SIZE) for _, words, _ in found for word in words}
    game = shown.control.scene.game
    assert {page.title for page in game.guide_pages(shown.control.model, shown.control.model.words())} <= said
    shown.now += 1
    shown.tap("reference")
    assert shown.control.ui.panel == "reference"


def test_explain_mode_on_a_score_sheet_describes_a_number_and_changes_nothing():
    shown = Stage(sheets.counters(2))
    shown.tap(explain_mode.KEY)
    shown.now += 1
    shown.tap("shields 1 more")
    assert shown.room.sent == []
    said = {notice.text for notice in shown.control.notices.values()}
    assert "Shields (compared in a conflict): one more" in said


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "room",
    [
        pytest.param(lambda: scenes.play(4), id="architects"),
        pytest.param(lambda: duels.room(duels.in_age(3, 1)), id="duel"),
    ],
)
def test_explain_mode_explains_every_touch_area_and_sends_nothing(room):
    shown = Stage(room())
    control = shown.control
    for key, area in shown.hit_areas().items():
        if key == explain_mode.KEY or not (area.tap or area.hold):
            continue
        control.change(asking=True, panel="", game=control.scene.game.initial_ui_state())
        control.notices.clear()
        before = control.ui
        if not explain_mode.explain_instead_of_tap(control, key, *SIZE):
            area.tap()
        assert shown.room.sent == [], key
        assert control.notices or control.ui.game != before.game, key


@pytest.mark.parametrize("game", GAMES)
def test_game_guide_has_two_pages_in_every_language(game):
    screens = stage.screens()
    told = screens.get_game(game)
    assert isinstance(told, TeachingGame)
    pages = {}
    for lang in languages():
        table = stage.table(4, phase="lobby", game=game, variant=GAMES[game])
        model = Model(table=table, decoder=told, data=told.data(None, ""))
        pages[lang] = told.guide_pages(model, words(lang))
        assert len(pages[lang]) == 2
        assert all(2 < len(page.paragraphs) < 7 for page in pages[lang])
        signs = [each for page in pages[lang] for _, _, found in page.paragraphs for each in found]
        assert set(signs) <= set(ICONS)
        assert len(signs) >= 9, "hardly any paragraph is without a picture"
        assert game != "architects" or any("≠" in text and "(=)" in text for _, text, _ in pages[lang][0].paragraphs)
    assert len(set(pages.values())) == len(pages)
    bare = told.guide_pages(
        Model(table=stage.table(4, phase="lobby", game=game, variant=()), data=model.data), words("en")
    )
    assert (bare == pages["en"]) == (not GAMES[game])
