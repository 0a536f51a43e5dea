"""The final screen: order and winner of the seats; the confirmation before a seat is left."""

from math import hypot

import msgspec
import pytest

from app.looks.drawing_data import Round
from app.looks.sky_landscape import HORIZON, SUN, scene
from app.protocol.history_messages import AskNames
from app.screen.composition import compose
from app.screen.events import on_tick
from app.shown.play import result_explanation
from app.text.translation import complete, words
from tests.app.screen import duel_states, endings, scenes, stage
from tests.app.screen.in_words import taps, texts
from tests.app.screen.layout_faults import SIZES, enlarge, faults
from tests.app.screen.lettering import painted


def finished_game(*did, early=False):
    """Show a finished game with these points and stages by seat."""
    view = stage.view(len(did), over=True)
    seats = tuple(
        msgspec.structs.replace(
            seat, stages=tuple(range(1, stages + 1)), score=msgspec.structs.replace(seat.score, total=total)
        )
        for seat, (total, stages) in zip(view.seats, did, strict=True)
    )
    best = max(did)
    winners = () if early else tuple(at for at, each in enumerate(did, 1) if each == best)
    table = stage.table(len(did), phase="over", early=early)
    return stage.Room().hear(table, msgspec.structs.replace(view, seats=seats, winners=winners))


@pytest.mark.parametrize(
    ("did", "places"),
    [
        (((30, 5), (24, 5), (24, 3)), ["1.", "2.", "3."]),
        (((30, 5), (24, 3), (24, 3)), ["1.", "2.", "2."]),
        (((30, 5), (30, 4), (12, 1)), ["1.", "2.", "3."]),
        (((30, 5), (30, 5), (12, 1)), ["1.", "1.", "3."]),
    ],
)
def test_stages_break_ties_for_every_place(did, places):
    shown = [text for text in texts(finished_game(*did)) if text in ("1.", "2.", "3.")]
    assert sorted(shown) == sorted(places)


def test_shared_victory_is_announced_once_and_explained_to_the_loser():
    said = " ".join(texts(finished_game((30, 5), (30, 5), (12, 1))))
    assert "share the victory" in said
    assert "shares it with" not in said
    assert "came from" in said or "lacked" in said  # the one who has lost reads why


def test_game_ended_early_has_no_winner():
    words = " ".join(texts(finished_game((0, 0), (0, 0), early=True)))
    assert "This game was ended early." in words
    assert "share the victory" not in words


@pytest.mark.parametrize("by", ["bot", "touch"])
def test_taking_a_seat_from_a_phone_asks_for_confirmation(by):
    room = stage.Room().hear(stage.table(4, by="phone"), stage.view(4))
    room.control.open_panel("seat 2", 1)
    taps(room)[f"by {by}"]()
    assert not [wish for wish in room.sent if not isinstance(wish, AskNames)]
    assert "would lose it" in " ".join(texts(room))
    taps(room)["yes"]()
    assert (room.sent[-1].seat, room.sent[-1].by) == (2, by)


def test_seat_of_a_disconnected_phone_is_reassigned_at_once():
    away = msgspec.structs.replace(stage.seats(4, "phone")[1], present=False)
    room = scenes.play(4)
    room.hear(stage.table(4, seats=(*stage.seats(4)[:1], away, *stage.seats(4)[2:])), stage.view(4))
    room.control.open_panel("seat 2", 1)
    taps(room)["by bot"]()
    assert room.sent[-1].by == "bot"


@pytest.mark.parametrize(("name", "title"), [("Nora", ["Seat 1: Nora"]), (None, [])])
def test_seat_without_a_name_shows_its_number_only_once(name, title):
    unnamed = msgspec.structs.replace(stage.seats(4)[0], name=name, wonder=None)
    room = scenes.play(4)
    room.hear(stage.table(4, "lobby", seats=(unnamed, *stage.seats(4)[1:])))
    room.control.open_panel("seat 1", 0)
    assert [text for text in texts(room) if text.startswith("Seat 1:")] == title


@pytest.mark.parametrize("size", [(480, 800), (720, 1280)])
def test_words_keep_clear_of_the_moon_on_an_upright_screen(size):
    room = skip_to_sheet(endings.architects(3, did=((30, 5),) * 3))
    [vista] = [each.view for each in compose(room.control.scene, *size) if each.key == "vista"]
    (w, h), u = vista.ring.seen_from(vista.edge), vista.ring.u
    moons = [
        shape for shape in scene(vista.sky, w / u, h / u * vista.horizon / HORIZON, False) if isinstance(shape, Round)
    ]
    [moon] = [disc for disc in moons if disc.fill == SUN[False]]
    words = [word for key, words, _ in painted(room, size) for word in words if key == "vista"]
    ends = [corner for word in words for corner in word.corners]
    far = min(hypot(x - moon.x * u, y - moon.y * u) for x, y in ends)
    assert far > 1.4 * moon.r * u  # the sign that turns the row stands beside a name


LINK = "https://example.org/result/#v=1&g=architects"


def skip_to_sheet(room, link=""):
    """Skip the end sequence, and give the result a link."""
    for _ in range(40):  # parts of the end, at most
        if room.control.scene.ending is None:
            break
        endings.next_part(room)
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, result_link=link))
    return room


@pytest.mark.parametrize("end", [endings.architects, endings.duel, endings.seven_wonders, endings.tally])
def test_result_link_opens_from_the_sheet_with_one_touch(end):
    room = skip_to_sheet(end())
    assert "result" not in taps(room)
    skip_to_sheet(room, LINK)
    assert "The result for your phone" in " ".join(texts(room))
    taps(room)["result"]()
    assert room.control.ui.panel == "result"
    assert "without this table" in " ".join(texts(room))
    taps(room)["close"]()
    assert room.control.ui.panel == ""


def score_row(room, size=(1280, 720)):
    """Return the view of the score sheet's pillars."""
    [shown] = [each.view for each in compose(room.control.scene, *size) if each.key == "sheet"]
    return shown


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize(("did", "won"), [(((30, 5), (24, 5), (24, 3)), 1), (((30, 5), (30, 5), (12, 1)), 2)])
def test_wonders_of_all_winners_are_crowned_as_far_as_they_are_built(did, won, plain):
    """Wonders of winners are shown on every screen; with plain figures, pillars appear from the crown on."""
    room = endings.architects(3, did=did, plain_figures=plain)
    while room.control.scene.ending.part != "crown":
        endings.next_part(room)
    wonders = {each.wonder: len(each.stages) for each in room.control.model.view.seats[:won]}
    for size in SIZES:
        there = {each.key: each.view for each in compose(room.control.scene, *size)}
        crowned = [figure.world for figure in there["vista"].figures if figure.crowned]
        assert {world.wonder: world.states.count("built") for world in crowned} == ({} if plain else wonders), size
        assert ("sheet" in there) is plain
    skip_to_sheet(room)
    for size in SIZES:
        crowned = [world for each in score_row(room, size).pillars if each.won for world in each.worlds]
        assert {world.wonder: world.states.count("built") for world in crowned} == wonders, size


@pytest.mark.parametrize(("name", "built"), [("military", 4), ("science", 3)])
def test_pillar_of_the_winner_in_duel_has_all_built_wonders(name, built):
    room = duel_states.STATES[f"end {name}"][0]()
    assert [len(each.worlds) for each in score_row(room).pillars if each.won] == [built]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("end", [endings.architects, endings.duel, endings.seven_wonders, endings.tally])
@pytest.mark.parametrize("seats", [3, 7])
def test_pillars_show_every_number_and_a_touch_explains_them(seats, end):
    """Negative numbers are shown too, and lower no pillar; a category without points has no drum."""
    room = skip_to_sheet(end() if end is endings.duel else end(seats))
    shown = score_row(room)
    painted_numbers = [text.replace("−", "-") for text in word_list(room, "sheet")]
    for pillar in shown.pillars:
        assert sum(drum.points for drum in pillar.drums) == int(pillar.stone.total.replace("−", "-"))
        for drum in pillar.drums:
            assert not drum.points or str(drum.points) in painted_numbers
        taps(room)[f"pillar {pillar.i}"]()
        explained = word_list(room, "explained")
        assert {*pillar.names, pillar.stone.name} <= {*explained}
        taps(room)["close drums"]()
        assert "close drums" not in taps(room)


def test_open_explanation_follows_corrected_points():
    room = skip_to_sheet(endings.architects(4))
    taps(room)["pillar 0"]()
    before = score_row(room).pillars
    view = room.control.model.view
    seats = tuple(
        msgspec.structs.replace(
            chair, score=msgspec.structs.replace(chair.score, blue=chair.score.blue + 2, total=chair.score.total + 2)
        )
        for chair in view.seats
    )
    stage.known(room, view=msgspec.structs.replace(view, seats=seats))
    assert "close drums" in taps(room)
    assert [int(pillar.stone.total) for pillar in score_row(room).pillars] == [
        int(pillar.stone.total) + 2 for pillar in before
    ]


def word_list(room, part, size=(1280, 720)):
    [shown] = [words for key, words, _ in painted(room, size) if key == part]
    return [word.text for word in shown]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize("end", [endings.architects, endings.duel, endings.seven_wonders, endings.tally])
def test_sheet_with_a_result_link_has_no_layout_faults(end, lang):
    for seats in (3, 7) if end is not endings.duel else (2,):
        room = skip_to_sheet(end(lang=lang) if end is endings.duel else end(seats, lang), LINK)
        assert not {size: found for size in SIZES if (found := faults(room, size))}, seats


# ---- why -----------------------------------------------------------------------------------------------------


def explanations(room):
    """List the sentences that explain the result, one for each seat."""
    model, w = room.control.model, words("en")
    return result_explanation.explain_view(
        w, model.game_words, model.view, model.decoder.data(None, ""), model.people(w)
    )


def joined_words(room, part, size=(1280, 720)):
    [shown] = [words for key, words, _ in painted(room, size) if key == part]
    return " ".join(word.text for word in shown)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("end", [endings.architects, endings.seven_wonders, endings.tally])
@pytest.mark.parametrize("seats", [3, 4, 7])
def test_result_of_each_seat_is_explained_at_its_edge_after_turning(seats, end):
    room = end(seats)
    assert "came from" not in " ".join(texts(room))
    skip_to_sheet(room)
    told = explanations(room)
    assert len({*told}) == len(told) == seats
    for seat, sentence in enumerate(told):
        if f"turn {seat}" in taps(room):
            taps(room)[f"turn {seat}"]()
        shown = next(each.view for each in compose(room.control.scene, 1280, 720) if each.key == "vista")
        edge = room.control.scene.ring(1280, 720).zones[seat].edge
        assert any(sentence in words.sentence for words in shown.words if words.edge == edge)
        assert sentence in joined_words(room, "vista")


def edge_faced(room, bots, size=(1280, 720)):
    """Return the edge that the score sheet faces if these seats are bots."""
    table = room.control.model.table
    seats = tuple(msgspec.structs.replace(chair, by="bot" if chair.seat in bots else "touch") for chair in table.seats)
    stage.known(room, table=msgspec.structs.replace(table, seats=seats))
    return score_row(skip_to_sheet(room), size).edge


@pytest.mark.parametrize(("bots", "seat"), [((), 2), ((2,), 1), ((1,), 2), ((1, 2), 2)])
def test_result_row_faces_the_best_placed_person(bots, seat):
    room = endings.duel()
    assert room.control.model.view.winners == (2,)
    assert edge_faced(room, bots) == room.control.scene.ring(1280, 720).zones[seat - 1].edge
    assert on_tick.tick(room.control, room.now) is None, "it does not turn by itself"


@pytest.mark.parametrize("name", ["duel by points", "duel military", "duel science"])
def test_duel_result_is_explained_at_both_edges_from_the_crown_on(name):
    room = endings.GAMES[name]()
    told = explanations(room)
    while room.control.scene.ending is not None:
        crowned = room.control.scene.ending.part == "crown"
        assert [each in " ".join(texts(room)) for each in told] == [crowned, crowned]
        endings.next_part(room)
    assert [sentence in joined_words(room, "vista") for sentence in told] == [True, True]


@pytest.mark.rotated
@pytest.mark.sampled(24)
@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize("name", endings.GAMES)
def test_the_final_sheet_covers_nothing_in_any_orientation(name, lang):
    for seats in (2,) if name.startswith("duel") else (3, 5, 7):
        room = skip_to_sheet(endings.GAMES[name](seats, lang))
        for larger in (False, True):
            if larger:
                enlarge(room)
            for faced in range(seats):
                if f"turn {faced}" in taps(room):
                    taps(room)[f"turn {faced}"]()
                sizes = [*SIZES, (480, 800), (3840, 2160)] if faced in (0, seats - 1) else [(800, 480)]
                wrong = {size: found for size in sizes if (found := faults(room, size))}
                assert not wrong, (seats, faced, larger)
