"""Names of games, wonders and cards and headings are in the display face where they fit, else in the text face."""

import tomllib
from struct import unpack_from

import pytest

from app.looks import display_font
from app.screen.composition import compose
from app.screen.paint import text_drawing
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.widgets import name_fitting as names_of_a_list
from app.screen.widgets.controls import button
from app.text.printed_names import translated_names
from app.text.translation import complete, words
from tests.app.screen import duels, scenes, stage
from tests.app.screen.catalogue import FAMILIES
from tests.app.screen.painting import parts
from tests.app.screen.painting import words as printed

PRINTED = [
    (file.stem, kind)
    for file in sorted((stage.ROOT / "data" / "words").glob("*.toml"))
    for kind, of in tomllib.loads(file.read_text("utf-8")).items()
    if "names" in of
]


def sized(text, pixels, bold):
    """Return the size of a text; carved letters are twice as wide as others."""
    return pixels * len(text) * (1.0 if bold == STONE else 0.5), pixels


def drawn_words(draw, plain=False):
    """List the words of a drawing, with their fonts."""
    pen = Pen(sized, plain=plain)
    draw(pen)
    return [(run.text, run.bold) for run in pen.layers[0].words]


@pytest.mark.parametrize(
    ("size", "room", "bold"),
    [(20, 160, STONE), (20, 130, True), (20, 79, False), (11, 900, True), (14, 90, True)],
    ids=["fits", "would shrink", "would shrink in bold, too", "small", "would be small"],
)
def test_name_without_room_for_the_display_face_uses_the_text_face(size, room, bold):
    assert drawn_words(lambda p: p.text(0, 0, "Olympia!", size, bold=STONE, room=room)) == [("Olympia!", bold)]
    assert drawn_words(lambda p: p.prose(0, 0, "Olympia!", size, room, size * 1.3, bold=STONE)) == [("Olympia!", bold)]


def test_the_text_face_uses_the_room_it_has():
    [word] = [
        word for p in [Pen(sized)] if p.text(0, 0, "Olympia!", 20, bold=STONE, room=80) for word in p.layers[0].words
    ]
    assert (word.size, word.width) == (20, 80)


@pytest.mark.parametrize(
    ("called", "high", "bold"),
    [
        (("Giza", "Olympia"), 0, STONE),
        (("Giza", "Halikarnassos"), 0, True),
        (("Giza", "Via Appia Antica"), 0, True),
        (("Giza", "Via Appia Antica"), 60, STONE),
        (("Giza", "Γίζα"), 0, True),
    ],
    ids=["all fit", "one is too long", "one would be in two lines", "there are two lines", "one lacks a letter"],
)
def test_the_names_of_a_list_are_all_in_one_face(called, high, bold):
    assert names_of_a_list.face(Pen(sized), called, 20, 200, high) == bold


SIZES = (800, 480), (1280, 720), (720, 1280), (1920, 1080)
LISTS = {
    "plates": lambda: scenes.play(5, "de"),
    "cities": lambda: duels.room(duels.states(1)[-20], "nl"),
    "a lobby": lambda: scenes.lobby(5),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("what", LISTS)
def test_wonders_on_plates_in_cities_and_in_the_lobby_share_one_face(what):
    control, seen = LISTS[what]().control, set()
    w = control.scene.model.words()
    called = {name for game, kind in PRINTED if kind == "wonders" for name in translated_names(w, game, kind).values()}
    for size in SIZES:
        found = {}
        for part in compose(control.scene, *size):
            pen = Pen(text_drawing.measure)
            part.draw(pen, control)
            faces = {run.bold == STONE for layer in pen.layers for run in layer.words if run.text in called}
            found.setdefault(type(part.view).__name__, set()).update(faces)
        assert [kind for kind, faces in found.items() if len(faces) > 1] == [], size
        seen.update(*found.values())
    assert seen


STATES = [(family, state) for family, its in FAMILIES.items() for state in its.states]


def carved_people(family, state, size=SIZES[1]):
    """Yield the words in the display face that contain the name of somebody at the table, by element."""
    seats = FAMILIES[family]
    control = seats.states[state](max(seats.but.get(state, seats.seats)), "en").control
    people = {seat.name for seat in control.model.table.seats if seat.name} if control.model.table else set()
    for part in compose(control.scene, *size):
        pen = Pen(text_drawing.measure)
        part.draw(pen, control)
        for run in (run for layer in pen.layers for run in layer.words):
            if run.bold == STONE and any(name in run.text for name in people):
                yield part.key, run.text


@pytest.mark.rotated
@pytest.mark.sampled(40)
@pytest.mark.parametrize(("family", "state"), STATES)
def test_names_of_people_are_never_in_the_display_face(family, state):
    assert [*carved_people(family, state)] == []


def test_people_to_choose_from_are_not_in_the_display_face():
    assert [*carved_people("architects", "steal")] == []


def test_plain_figures_use_the_text_face():
    assert drawn_words(lambda p: p.text(0, 0, "Giza", 20, bold=STONE), plain=True) == [("Giza", True)]
    assert drawn_words(lambda p: p.prose(0, 0, "Giza", 20, 200, 40, bold=STONE), plain=True) == [("Giza", True)]


@pytest.mark.parametrize("said", ["Γίζα", "Zürich → Wien", "日本"])
def test_a_text_with_a_missing_letter_uses_the_text_face(said):
    assert text_drawing.measure(said, 30, STONE) == text_drawing.measure(said, 30, True)
    assert text_drawing.measure("Olympia", 30, STONE) != text_drawing.measure("Olympia", 30, True)


@pytest.mark.parametrize("lang", complete())
def test_the_display_face_has_all_letters_of_printed_names(lang):
    w = words(lang)
    called = [name for game, kind in PRINTED for name in translated_names(w, game, kind).values()]
    assert len(called) > 300
    assert [name for name in called if not display_font.has(name)] == []


@pytest.mark.parametrize("lang", complete())
def test_printed_names_fit_and_are_never_too_small(lang):
    for game, kind in PRINTED:
        for name in translated_names(words(lang), game, kind).values():
            pen = Pen(text_drawing.measure)
            pen.text(0, 0, name, 24, bold=STONE, room=150)
            pen.prose(0, 0, name, 28, 170, 70, bold=STONE)
            for run in pen.layers[0].words:
                assert run.width <= run.room, name
                assert run.bold != STONE or run.size >= max(display_font.LEAST, 24 * display_font.MIN_SCALE), name


def test_display_font_has_exactly_the_listed_letters():
    assert set(map(ord, display_font.LETTERS)) == letters_of(display_font.SCREEN.read_bytes())


def letters_of(font):
    """Return the characters that a font has, from its character table (format 4)."""
    tables = {font[at : at + 4]: unpack_from(">L", font, at + 8)[0] for at in range(12, 12 + 16 * font[5], 16)}
    cmap = tables[b"cmap"]
    subs = [
        cmap + unpack_from(">L", font, cmap + 8 + 8 * nth)[0] for nth in range(unpack_from(">H", font, cmap + 2)[0])
    ]
    sub = next(at for at in subs if unpack_from(">H", font, at)[0] == 4)
    n = unpack_from(">H", font, sub + 6)[0] // 2
    ends, starts = unpack_from(f">{n}H", font, sub + 14), unpack_from(f">{n}H", font, sub + 16 + 2 * n)
    return {letter for start, end in zip(starts, ends, strict=True) for letter in range(start, end + 1)} - {0xFFFF}


@pytest.mark.parametrize("kept", [None, b"", b"no font", display_font.SCREEN.read_bytes()[:9000]], ids=["no", *"abc"])
def test_missing_display_font_falls_back_to_the_text_face_and_is_logged_once(tmp_path, monkeypatch, caplog, kept):
    monkeypatch.setattr(display_font, "SCREEN", tmp_path / "cinzel.ttf")
    if kept is not None:
        display_font.SCREEN.write_bytes(kept)
    text_drawing.has_display_face.cache_clear()
    try:
        for name in ("Olympia", "Rhodes"):
            assert text_drawing.measure(name, 30, STONE) == text_drawing.measure(name, 30, True)
    finally:
        text_drawing.has_display_face.cache_clear()
    [said] = caplog.messages
    assert "look like other words: cinzel.ttf: " in said


@pytest.mark.parametrize("said", ["Undo?", "Touch a card first.", "Anna: Giza", "Anna · 3 April", "Place 2 of 3"])
def test_questions_sentences_names_and_figures_are_no_headings(said):
    assert not display_font.is_heading(said)
    assert display_font.is_heading("House rules and more")


@pytest.mark.parametrize(
    ("label", "wide", "bold"),
    [("Take Culture", 500, STONE), ("Take Culture", 290, STONE), ("Take Culture", 200, True)],
    ids=["fits", "a little smaller", "much smaller"],
)
def test_a_carved_label_shrinks_a_little_before_it_leaves_the_display_face(label, wide, bold):
    look = drawn_words(lambda p: button(p, 0, 0, wide, 80, label, "take", None, size=26, stone=True))
    assert look[0][1] == bold


@pytest.mark.parametrize("state", ["destroy", "revive", "revive chosen", "draft"])
def test_headings_and_main_buttons_of_duels_panels_are_in_the_display_face(state):
    room = FAMILIES["duel"].states[state](2, "en")
    drawn = [pen for key, (_, pen) in parts(room, (1280, 720)).items() if key in ("choice", "draft")]
    begin = ("Destroy ", "Build ", "Choose a ")
    found = [word for pen in drawn for word in printed(pen) if word.text.startswith(begin)]
    assert found
    assert {word.bold for word in found} == {STONE}
