"""Lanterns on the screen: a game that says what lies on its table is drawn, touched, told, put right, looked back at.

It brings nothing that knows the screen; its folder is tests/toy/app/lanterns.
"""

from pathlib import Path

import pytest

from app.games.self_describing import typed_scene as tables
from app.protocol.settings_messages import SetTable
from app.screen.composition import compose
from app.screen.input.history_browsing import look_back, open_history
from tests.app.screen.finger import Stage, frames, picture, until
from tests.app.screen.layout_faults import faults
from tests.app.screen.lettering import painted
from tests.toy.table import Room

SIZES = [(800, 480), (1280, 720), (1920, 1080)]


@pytest.fixture
def room(tmp_path):
    rooms = []

    def make(*args):
        rooms.append(Room(tmp_path, *args))
        return rooms[-1]

    yield make
    for each in rooms:
        each.evening.close()


@pytest.fixture
def shown(room):
    """A room in the window."""
    stages = []

    def make(*args):
        made = room(*args).start()
        stages.append(Stage(made))
        frames(2)
        return made, stages[-1]

    yield make
    for each in stages:
        each.close()


def keys(room, size=(1280, 720)):
    return [element.key for element in compose(room.control.scene, *size)]


def touch(room, seen, *names):
    for key in names:
        seen.tap(key)
        room.hear()
        seen.surface.motion.finish()
        frames(2)


@pytest.mark.parametrize(("seats", "lang"), [(2, "de"), (3, "fr"), (5, "nl")])
def test_lanterns_screen_has_room_for_every_word_and_touch_target(room, seats, lang):
    at = room(seats, "play", lang).start()
    at.line("take")
    at.line("work")
    if seats == 3:
        at.evening.send(SetTable, bright=True, large=True)
        at.hear()
    for opened in ("", "card", "zone 1"):
        if opened == "card":
            tables.touch(at.control, "street 0")
        elif opened:
            at.control.open_panel(opened, 0)
        for size in SIZES:
            assert faults(at, size) == [], (size, opened)


@pytest.mark.full
def test_touches_play_a_whole_game_of_lanterns_and_its_history_opens(shown, tmp_path):
    """Cards are bought where they lie; a card of a hand is seen under its own finger alone, and lit unseen."""
    at, seen = shown(2)
    touch(at, seen, "take")
    assert at.view.seats[0].hand == 1
    touch(at, seen, "work")
    finger = seen.touch("hand 0").down()
    until(lambda: at.control.ui.game.under == 0)
    at.hear()
    frames(2)
    held = tables.held_card(tables.present(at.control), 1)
    assert held is not None
    assert held.printed.effects
    finger.move(5, 5)
    finger.up()
    at.hear()
    frames(2)
    assert tables.held_card(tables.present(at.control), 1) is None
    assert at.view.mine == ()
    touch(at, seen, "hand 0")
    assert at.control.ui.game.uses == ("Light it",)
    touch(at, seen, "use 0")
    lit = [slug for slug, n in at.view.seats[0].prices.items() if slug in at.view.seats[0].lanterns]
    if not lit:  # too few coins
        touch(at, seen, "close")
    while not at.view.over:
        cards = tables.present(at.control).play().uses
        can = next((use for use in cards if use.of and use.can), None)
        touch(at, seen, *((f"card {can.of}", can.say) if can else ("work",)))
    assert at.view.winners
    totals = [chair.score["total"] for chair in at.view.seats]
    assert "sheet" in keys(at), "the crown, after every category"
    touch(at, seen, "finale")
    for size in SIZES:
        assert faults(at, size) == [], ("the end", size)
    sheet = next(each.view for each in compose(at.control.scene, 1280, 720) if each.key == "sheet")
    assert {each.i: int(each.stone.total) for each in sheet.pillars} == dict(enumerate(totals))
    assert [each.stone.rank == "1." for each in sheet.pillars] == [each.won for each in sheet.pillars]
    assert {each.names for each in sheet.pillars} == {("Lanterns", "Every colour")}
    touch(at, seen, f"turn {sheet.pillars[-1].i}")
    assert at.control.ui.finale.faced == sheet.pillars[-1].i
    open_history(at.control)
    at.hear()
    [finished] = at.control.ui.history.games
    look_back(at.control, finished.mark, 9)
    at.hear()
    frames(2)
    assert {"back vista", "back sheet", "back"} <= set(keys(at))
    assert not [key for key in seen.hit_areas() if key.startswith(("card", "hand", "work"))], (
        "only the steps are touched"
    )
    before = picture(tmp_path / "then.png").read_bytes()
    touch(at, seen, "back on")
    assert picture(tmp_path / "next.png").read_bytes() != before


@pytest.mark.full
def test_touches_report_and_correct_a_cardboard_game_of_lanterns(shown):
    at, seen = shown(3, "track")
    lie = {area.centre: key for key, area in seen.hit_areas().items() if key.startswith("tell ")}
    assert [lie[centre] for centre in sorted(lie)] == [f"tell {slug}" for slug in at.view.hidden], "as it lists them"
    touch(at, seen, "tell paper-moon", "tell paper-fish", "tell brass-owl")
    assert at.view.street == ("paper-moon", "paper-fish", "brass-owl")
    touch(at, seen, "card street 0", "buy paper-moon", "tell glass-star")
    assert at.view.seats[0].lanterns == ("paper-moon",)
    touch(at, seen, "take")
    assert [chair.hand for chair in at.view.seats] == [0, 1, 0]
    touch(at, seen, "work", "work")
    for size in SIZES:
        assert faults(at, size) == [], size
    assert "light glass-sail" in at.control.model.legal(2) or at.view.seats[1].coins < 5
    touch(at, seen, "menu", "log")
    for size in SIZES:
        assert faults(at, size) == [], ("log", size)
    touch(at, seen, "log 1")
    repair = at.control.model.table.repair
    assert repair is not None
    for size in SIZES:
        assert faults(at, size) == [], ("repair", size)
    row = repair.told[0].row
    touch(at, seen, f"line {row}", "put buy paper-fish")
    assert at.view.seats[0].lanterns == ("paper-fish",)
    assert at.control.model.table.repair is None
    touch(at, seen, "menu", "log", "numbers")
    before = at.view.seats[0].coins
    touch(at, seen, "count coins 1", "number more", "count it")
    assert at.view.seats[0].coins == before + 1


def test_touches_enter_a_position_of_lanterns(room):
    """A position entered by touches can be played on."""
    at = room(2, "track")
    at.control.open_panel("position", 0)
    for size in SIZES:
        assert faults(at, size) == [], size

    def press(*names):
        for key in names:
            next(area for _, _, found in painted(at, (1280, 720)) for area in found if area.key == key).tap()
            at.hear()

    press("turn more", "turn more", "coins 2 more", "hand 1 more")
    press("page lanterns", "to street", "lay brass-owl", "lay brass-owl", "lay paper-fish", "to 1", "lay glass-sail")
    for size in SIZES:
        assert faults(at, size) == [], size
    press("go on from here")
    assert (at.view.turn, at.view.to_act) == (3, (1,))
    assert at.view.street == ("paper-fish", "brass-owl", "brass-owl")
    assert [(chair.coins, chair.hand, chair.lanterns) for chair in at.view.seats] == [
        (3, 1, ("glass-sail",)),
        (4, 0, ()),
    ]


@pytest.mark.full
def test_question_mark_explains_the_touched_card(shown):
    at, seen = shown(2)
    touch(at, seen, "ask")
    slug = at.view.street[0]
    card = tables.present(at.control).shows.card(at.control.model.words(), at.control.model.data, slug)
    touch(at, seen, "card street 0")
    assert f"{card.name}: {card.says}" in [notice.text for notice in at.control.notices.values()]
    assert not at.control.ui.game.key, "that was all"
    at.control.open_panel("reference 1", 0)
    rows = next(each.view.rows for each in compose(at.control.scene, 1280, 720) if each.key == "panel reference 1")
    left = {row.entry.name: row.left for row in rows}
    assert left[card.name] == f"{at.view.hidden[slug]} of {at.control.model.data.lanterns[slug].copies} left"
    at.control.open_panel("how", 0)
    pages = next(each.view.pages for each in compose(at.control.scene, 1280, 720) if each.key == "panel how")
    assert "It brings 3 coins." in [text for page in pages for _, text, _ in page.paragraphs]


def test_untranslated_messages_of_lanterns_fall_back_to_english(room):
    """The game's own languages are in its own folder; the app's words stay the app's."""
    said = {lang: tables.present(room(2, "play", lang).start().control).play() for lang in ("en", "de", "nl", "fr")}
    assert [said[lang].middle[0].title for lang in said] == ["The street", "Die Straße", "De straat", "La rue"]
    notes = [said[lang].uses_of("")[0].text for lang in said]
    assert notes[0] == "Take a card"
    assert notes[3] == "Take a card", "French lacks it"
    assert len(set(notes)) == 3
    assert said["de"].seats[0].says == "3 Münzen"


def test_lanterns_pack_has_at_most_500_lines():
    here = Path(__file__).parent
    files = [*(here / "app" / "lanterns").rglob("*.py"), *(here / "app").rglob("*.po"), here / "data" / "lanterns.toml"]
    lines = {str(file.relative_to(here)): len(file.read_text(encoding="utf-8").splitlines()) for file in files}
    assert len(lines) > 6
    assert sum(lines.values()) <= 500, lines
