"""The end sequence of each game: its parts follow by themselves, a tap skips, only those who saw the end see it."""

from itertools import pairwise

import msgspec
import pytest

from app.looks.end_stages import steps
from app.protocol.history_messages import PastPosition
from app.protocol.play_messages import UndoOffer
from app.screen.animation.stage_animation import ENGRAVING_END
from app.screen.composition import compose
from app.screen.events import on_message, on_tick
from app.screen.features.game import GameOnTable
from app.screen.pages.play.score_pillars import ScoreRow
from app.screen.state.flight import Flight, Rise
from app.screen.widgets.vista import Vista
from app.text.translation import languages
from tests.app.screen import duel_states, endings, sevens, sheets, stage
from tests.app.screen.in_words import taps, texts
from tests.app.screen.lettering import painted

SIZE = (1280, 720)
CATEGORIES = {"architects": 5, "duel by points": 8, "seven wonders": 8, "tally": 6}
TIES = {
    "de": ("gleich viele Punkte", "Bauabschnitte", "Münzen"),
    "en": ("have equal points", "stages decide", "coins decide"),
    "fr": ("à égalité de points", "étapes", "pièces"),
    "nl": ("evenveel punten", "fasen", "munten"),
}


def keys(room):
    return [element.key for element in compose(room.control.scene, *SIZE)]


def find_view(room, key):
    return next(element.view for element in compose(room.control.scene, *SIZE) if element.key == key)


def begin_end(make, *at, **how):
    room = make(*at, **how)
    on_tick.tick(room.control, room.now)
    return room


# ---- in order ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CATEGORIES)
def test_end_sequence_shows_moment_categories_and_crown_in_order(name):
    room, n = endings.GAMES[name](), CATEGORIES[name]
    first = [] if name == "tally" else [("moment", 0)]
    assert endings.parts(room) == [*first, *(("count", k) for k in range(1, n + 1)), ("crown", n)]
    assert "sheet" in keys(room)
    assert "finale" not in keys(room)


@pytest.mark.parametrize("name", ["duel military", "duel science"])
def test_victory_without_points_skips_the_counting(name):
    assert endings.parts(endings.GAMES[name]()) == [("moment", 0), ("crown", 8)]


@pytest.mark.parametrize("name", CATEGORIES)
def test_less_motion_skips_the_counting(name):
    assert {part for part, _ in endings.parts(endings.GAMES[name](motion=False))} <= {"moment", "crown"}


def test_less_motion_shortens_the_end_sequence():
    assert sum(step.lasts for step in steps(6, motion=False)) < sum(step.lasts for step in steps(6))


def test_sums_at_every_edge_grow_as_categories_are_counted():
    room = begin_end(endings.architects)
    sums = []
    while room.control.ui.finale.step is not None:
        if room.control.ui.finale.step.part == "count":
            sums.append([find_view(room, f"zone {seat}").pillar.total for seat in range(1, 5)])
        endings.next_part(room)
    for before, now in pairwise(sums):
        assert all(int(a) <= int(b) for a, b in zip(before, now, strict=True))
    assert sums[-1] == [str(seat.score.total) for seat in room.control.model.view.seats]


@pytest.mark.parametrize("name", CATEGORIES)
def test_winner_is_crowned_only_after_all_points_are_counted(name):
    room = endings.GAMES[name]()
    while room.control.ui.finale.step.part != "crown":
        assert not crowned_names(room)
        endings.next_part(room)
    won = room.control.model.view.winners
    assert crowned_names(room) == [room.control.model.name(seat) for seat in won]


def crowned_names(room):
    """List who is crowned: on a pillar, or in words below a wonder with a crown."""
    views = [each.view for each in compose(room.control.scene, *SIZE)]
    crowns = [each for each in views if isinstance(each, Vista) and any(figure.crowned for figure in each.figures)]
    firsts = [
        caption.heading.split(" · ")[0][3:]
        for each in crowns
        for caption in each.words
        if caption.heading.startswith("1. ")
    ]
    pillars = [
        pillar.stone.name for each in views if isinstance(each, ScoreRow) for pillar in each.pillars if pillar.won
    ]
    return firsts + pillars


# ---- the moment ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", languages())
def test_wonder_faces_its_builder_and_is_named_at_every_edge(lang):
    room = begin_end(endings.architects, 5, lang, whole=3)
    vista = find_view(room, "vista")
    ring = room.control.scene.ring(*SIZE)
    assert [(figure.world.wonder, figure.world.states.count("built")) for figure in vista.figures] == [
        (stage.WONDERS[2], 5)
    ]
    assert vista.edge == ring.zones[2].edge
    assert {caption.edge for caption in vista.words} == {zone.edge for zone in ring.zones}
    assert [caption.edge for caption in vista.words if caption.large] == [vista.edge]
    name = room.control.model.game_words.identity(room.control.model.words(), stage.WONDERS[2])
    assert {caption.heading for caption in vista.words} == {name}
    assert all(stage.NAMES[2] in caption.sentence for caption in vista.words)
    assert vista.points == sum(built_stage.points for built_stage in stage.BOX.wonders[stage.WONDERS[2]].stages)


def test_plain_figures_show_the_wonder_in_the_middle():
    peak = find_view(begin_end(endings.architects, 5, whole=3, plain_figures=True), "peak")
    assert peak.picture.keywords["wonder"] == stage.WONDERS[2]


def animated(room, part, size=SIZE):
    """Return what moves as this part of the end begins, and at which layout."""
    seen = []
    room.control.animate = lambda events: seen.extend(events)
    on_tick.tick(room.control, room.now)
    while room.control.ui.finale.step is not None and room.control.ui.finale.step.part != part:
        endings.next_part(room)
        on_tick.tick(room.control, room.now)
    ring = room.control.scene.ring(*size)
    return [*GameOnTable().animations(room.control, None, ring, seen[-1])], ring


def test_vista_grows_from_the_edge_of_its_seat_and_its_rays_turn_by_7_degrees():
    [rise, *rays], ring = animated(endings.architects(5, whole=3), "moment")
    assert (rise.edge, rise.now.key, rise.after) == (ring.zones[2].edge, "vista", 0)
    assert rays[-1].end.angle - rays[0].start.angle == pytest.approx(7)
    assert rays[-1].after + rays[-1].lasts - rays[0].after == pytest.approx(2.4)


def test_crown_falls_on_the_grown_wonder_and_is_hidden_before():
    moving, ring = animated(endings.architects(4), "crown")
    covered, grows = [each for each in moving if isinstance(each, Rise)]
    *_, crown = [each for each in moving if isinstance(each, Flight)]
    assert not any(figure.crowned for rise in (covered.was, grows.now) for figure in rise.view.figures)
    assert any(figure.crowned for figure in covered.now.view.figures)
    assert covered.after >= crown.after + crown.lasts - 0.001
    assert crown.after > max(grows.lasts, ENGRAVING_END)
    assert crown.lasts == pytest.approx(0.3)
    up = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}[grows.edge]  # as the winner sees it
    assert (crown.start.x - crown.end.x) * up[0] + (crown.start.y - crown.end.y) * up[1] > 20 * ring.u


@pytest.mark.parametrize("part", ["moment", "crown"])
def test_less_motion_shows_a_vista_without_rays(part):
    moving, _ = animated(endings.architects(4, motion=False), part)
    assert [type(each) for each in moving] == [Rise]


@pytest.mark.parametrize("name", CATEGORIES)
def test_pillars_rise_with_the_sheet_and_then_stay_still(name):
    room = endings.GAMES[name]()
    [rise], _ = animated(room, "sheet")
    assert rise.now.key == "sheet"
    assert rise.edge == rise.now.view.edge
    assert on_tick.tick(room.control, room.now) is None


@pytest.mark.parametrize("name", ["duel military", "duel science"])
def test_duel_victory_shows_a_vista_at_the_winners_edge_with_words_for_both(name):
    room = begin_end(endings.GAMES[name])
    vista, ring = find_view(room, "vista"), room.control.scene.ring(*SIZE)
    winner = room.control.model.view.winners[0]
    assert vista.edge == ring.zones[winner - 1].edge
    assert {words.edge for words in vista.words} == {zone.edge for zone in ring.zones}
    assert all(room.control.model.name(winner) in words.heading for words in vista.words)
    if name == "duel science":
        assert len({*vista.scene.keywords["symbols"]}) == 6
    assert set(taps(room)) == {"finale"}


def test_end_without_a_complete_wonder_mentions_empty_stacks():
    assert "stacks are empty" in find_view(begin_end(endings.architects, whole=0), "zone 1").says


def test_last_conflict_is_shown_before_the_end():
    room = sevens.Room()
    fought = [endings.line(8, endings.sevens_said.ConflictSettled(age=3, shields=(0, 1, 2, 3)))]
    room.show(sevens.states(4)[-2])
    ended = endings.line(9, endings.sevens_said.GameEnded(winners=(1,)))
    room.show(sevens.play_to_end(4), news=(*fought, ended))
    on_tick.tick(room.control, room.now)
    assert "battle" in keys(room)
    room.now += 9
    on_tick.tick(room.control, room.now)
    assert {"peak", "finale"} <= {*keys(room)}
    assert room.control.ui.finale.step.part == "moment"


# ---- taps, and who sees it -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "then"), [("architects", "count"), ("duel science", "crown")])
def test_first_tap_skips_a_part_and_second_tap_opens_the_sheet(name, then):
    room = begin_end(endings.GAMES[name])
    taps(room)["finale"]()
    assert room.control.ui.finale.step.part == then
    taps(room)["finale"]()
    assert "sheet" in keys(room)


def test_end_sequence_is_the_only_touch_area_while_it_plays():
    room = begin_end(endings.architects)
    assert set(taps(room)) == {"finale"}


def test_screen_connected_after_the_end_shows_the_sheet_at_once():
    for room in (
        stage.Room().hear(stage.table(4, phase="over"), stage.view(4, over=True), news=endings.ENDED),
        duel_states.Game(duel_states.replay_record("first-game")[-1]),
        sevens.room(sevens.play_to_end(4)),
        sheets.over(4),
    ):
        assert "sheet" in keys(room)


def test_undoing_the_end_stops_the_end_sequence():
    room = begin_end(endings.architects)
    undone = tuple(msgspec.structs.replace(line, undone=True) for line in endings.ENDED)
    room.hear(stage.table(4), stage.view(4), news=undone)
    assert room.control.ui.finale.step is None
    assert "finale" not in keys(room)


def test_history_shows_the_sheet_without_the_end_sequence():
    room = endings.seven_wonders()
    assert room.control.scene.ending is not None
    room.control.open_panel("history")
    table, view = (
        msgspec.Raw(msgspec.json.encode(part)) for part in (room.control.model.table, room.control.model.view)
    )
    on_message.on_message(
        room.control, PastPosition(id="1", game="1", line=900, last=900, table=table, view=view, news=())
    )
    found = keys(room)
    assert "back sheet" in found
    assert not {"peak", "back peak", "finale", "back finale"} & {*found}


# ---- what is heard -------------------------------------------------------------------------------------------


def test_every_part_of_the_end_plays_a_sound():
    room, played = endings.architects(), []
    room.control.sound.play = lambda name, times=1: played.append(name)
    on_tick.tick(room.control, room.now)
    endings.parts(room)
    assert played == ["end", *["token"] * 5, "crown"]


# ---- ties, the menu ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", languages())
def test_tie_behind_the_winner_names_what_decides(lang):
    equal, stages, coins = TIES[lang]
    for room, by in (
        (endings.architects(3, lang, did=((30, 5), (24, 4), (24, 3))), stages),
        (endings.seven_wonders(3, lang, totals=(60, 50, 50), coins=(3, 7, 2)), coins),
    ):
        room.control.skip_end_step()
        room.control.skip_end_step()
        words = " ".join(texts(room))
        assert equal in words
        assert by in words


@pytest.mark.parametrize(("seats", "key", "edge"), [(4, "menu", 0), (4, "menu far", 2), (3, "menu far", 2)])
def test_menu_faces_the_edge_where_it_was_touched(seats, key, edge):
    room = stage.Room().hear(stage.table(seats, phase="over"), stage.view(seats, over=True))
    taps(room)["turn 1"]()
    taps(room)[f"corner {key}"]()
    assert room.control.ui.edge == edge


def test_undo_is_offered_only_in_the_menu():
    offer = UndoOffer(row=5, seat=2, action="take left", more=0, free=True)
    room = stage.Room().hear(stage.table(4, phase="over", undo=offer), stage.view(4, over=True))
    assert "corner undo" not in taps(room)
    taps(room)["corner menu"]()
    taps(room)["undo"]()
    assert room.control.ui.panel == "undo"


def test_long_name_is_shortened_and_its_points_stay():
    """Cut the name on a small screen, where its points were cut with it."""
    room = sheets.long_names(sheets.over)(4)
    said = [word.text for key, words, _ in painted(room, (800, 480)) if key == "vista" for word in words]
    assert {"2. Wilhelmina… · 24", "3. Bartholomäus Xavier · 23"} <= {*said}
