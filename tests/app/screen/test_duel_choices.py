"""Touch areas of Duel: every legal action has exactly one way, recorded games can be played, secrets stay hidden."""

from collections import defaultdict

import msgspec
import pytest

from app.protocol.play_messages import Act, Look, Question, Secret
from app.screen.events import on_message
from app.screen.paint.text_pen import LEGIBLE_PX
from tests.app.screen import duel_states, duels
from tests.app.screen.catalogue import dressed
from tests.app.screen.duel_states import Game, Replayed
from tests.app.screen.lettering import painted

SMALL = (800, 480)
OTHER_KEYS = {"menu", "undo", "code", "turn cards", "turn", "close", "put away", "ask"}  # touches that answer nothing
# Taps, by what is asked.
MAX_TAPS = {"turn": 2, "draft": 2, "progress": 2, "destroy": 2, "revive": 2, "keep": 1, "start": 1}


def action_paths(game, leads=lambda key: True):
    """Return, by action, the key of each last tap and the fewest taps; `leads` selects the first taps."""
    control, first = game.control, game.control.ui
    found, seen, coming = defaultdict(dict), [], [(first, 1)]
    while coming:
        opened, taps = coming.pop(0)
        if opened in seen:
            continue
        seen.append(opened)
        control.ui = opened
        for key, area in game.touchable().items():
            if key in OTHER_KEYS or key.startswith("seat ") or area.tap is None:
                continue
            control.ui = opened
            area.tap()
            acts = [intent for intent in _take_intents(game) if isinstance(intent, Act)]
            for act in acts:
                assert act.seat == game.seat
                found[act.action].setdefault(key, taps)
            if not acts and leads(key) and control.ui not in seen:
                coming.append((control.ui, taps + 1))
            control.outbox.pending.clear()
            control.notices.clear()
    control.ui = first
    return found


def _take_intents(game):
    """Return the intents that were sent; answer those that ask for a secret."""
    sent = []
    while game.sent:
        intent = game.sent.pop(0)
        sent.append(intent)
        if isinstance(intent, Look):
            draw = game.state.view(game.state.to_act[0]).draw
            on_message.on_message(game.control, Secret(id=intent.id, seat=intent.seat, center=None, draw=draw))
    return sent


def check_single_paths(game):
    free = {f"slot {slot}" for slot, slot_view in game.view.structure.items() if slot_view.accessible}
    found = action_paths(game, lambda key: key in free or key.split()[0] in ("choose", "token", "later"))
    assert sorted(found) == sorted(map(str, game.state.legal(game.state.to_act[0])))
    for action, last in found.items():
        assert len(last) == 1, (action, last)
        paged = any("later" in key for key in game.touchable())
        assert paged or max(last.values()) <= MAX_TAPS[game.view.derived.ask], (action, last)
    return game.view.derived.ask


GAMES = [pytest.param(1, 16, id="some"), pytest.param(20, 1, id="many", marks=pytest.mark.full)]


@pytest.mark.parametrize(("games", "every"), GAMES)
def test_every_legal_action_of_random_games_has_exactly_one_way(games, every):
    met = set()
    for seed in range(games):
        for state in duels.states(seed, seed % 2 == 0)[:-1:every]:
            met.add(check_single_paths(Game(state)))
    assert "turn" in met


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("ask", ["draft", "progress", "destroy", "revive", "keep", "start"])
def test_every_answer_to_a_question_has_exactly_one_way(ask):
    assert check_single_paths(Game(duels.asking(ask, ask in ("progress", "start")))) == ask


@pytest.mark.full
def test_every_way_to_a_turn_takes_two_taps():
    """The first touch may be on a covered card, a token, a wonder, the track or the discard pile."""
    game = Game(duels.in_age(2, 1, 15))
    found = action_paths(game)
    assert sorted(found) == sorted(map(str, game.state.legal(game.state.to_act[0])))
    assert all(list(taps.values()) == [2] for taps in found.values())


@pytest.mark.rotated
@pytest.mark.parametrize(
    "name",
    [
        "capital-before-the-choice",
        pytest.param("six-symbols-with-law", marks=pytest.mark.full),
        pytest.param("first-game", marks=pytest.mark.full),
        pytest.param("tie-by-blue-cards", marks=pytest.mark.full),
        pytest.param("shared-victory", marks=pytest.mark.full),
    ],
)
def test_a_recorded_game_is_played_by_touches_alone(name):
    game = Replayed(name).play_until()
    assert game.view == duel_states.replay_record(name)[-1].view(None)
    assert game.control.model.table.phase == "over"


READ = ("touched", "corners", "sheet")  # elements that are read where they lie


# ---- every state ---------------------------------------------------------------------------------------------


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", duel_states.STATES)
def test_every_state_is_reached_by_touches(name):
    reach, seen = duel_states.STATES[name]
    assert seen(reach())


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "lang", ["de", pytest.param("fr", marks=pytest.mark.full), pytest.param("nl", marks=pytest.mark.full)]
)
@pytest.mark.parametrize("short", [False, True])
@pytest.mark.parametrize("name", duel_states.STATES)
def test_words_of_every_state_can_be_read_on_the_smallest_screen(name, short, lang):
    room = dressed(duel_states.STATES[name][0](), lang, short_edges=short)
    words = [word for key, words, _ in painted(room, SMALL) if key in READ for word in words]
    assert [word.text for word in words if word.text[-1].isalpha() and word.size < LEGIBLE_PX - 0.1] == []


# ---- questions -----------------------------------------------------------------------------------------------


def test_tokens_from_the_box_are_shown_only_while_held():
    game = Game(duels.asking("keep", False))
    drawn = game.state.view(game.state.to_act[0]).draw
    names = {slug: duel_states.token_name(slug) for slug in drawn}
    assert game.control.model.legal(game.seat) == ()
    assert not _shown_words(game, names.values())
    let_go = game.hold("hidden 1")
    assert _shown_words(game, names.values()) == {names[drawn[1]]}
    let_go()
    assert game.control.scene.secrets == {}
    assert not _shown_words(game, names.values())
    game.tap("keep 2")
    assert game.said == [(game.said[0][0], f"keep {drawn[2]}")]
    assert drawn[2] in game.view.seats[game.said[0][0] - 1].progress


def _shown_words(game, words):
    return {word for word in words if any(word in text for text in game.words("choice"))}


def test_unknown_kind_of_question_is_shown_as_plain_buttons():
    game = Game(duels.in_age(1, 1))
    seat = game.seat
    view = game.view
    derived = msgspec.structs.replace(view.derived, ask="barter")
    asked_new = (Question(number=99, seat=seat, legal=("barter wood", "barter glass")),)
    game.hear(duels.table(), msgspec.structs.replace(view, derived=derived), asked_new)
    assert {"barter wood", "barter glass"} <= game.touchable().keys()
    area = game.touchable()["barter glass"]
    area.tap()
    assert game.sent[-1].action == "barter glass"


def test_an_unaffordable_card_names_the_missing_coins_and_sends_nothing():
    game = duel_states.too_dear()
    card = game.view.structure[game.control.ui.game.touched.what].card
    assert f"build {card}" not in game.touchable()
    assert any("missing" in text for text in game.words("touched"))
    dear = next(way for way in game.view.derived.standing[game.seat - 1].build_options if way.wonder and not way.can)
    game.tap(f"wonder {game.seat} {dear.thing}")
    assert not game.said
    assert str(dear.cost) in game.control.notices[game.seat].text


def test_touched_card_shows_its_cost_for_both_seats_and_the_coins_left():
    game = duel_states.card_open()
    view, seat = game.view, game.seat
    card = view.structure[game.control.ui.game.touched.what].card
    words = game.words("touched")
    for standing in view.derived.standing:
        way = next(way for way in standing.build_options if way.thing == card)
        assert str(way.cost) in words
    mine = next(way for way in view.derived.standing[seat - 1].build_options if way.thing == card)
    assert f"keep {view.seats[seat - 1].coins - mine.cost}" in words


def test_card_panel_faces_the_acting_seat_and_can_be_turned():
    game = duel_states.card_open()
    assert game.elements["touched"].view.seat == game.seat
    assert {f"build {card}" for card in game.open_cards()} & game.touchable().keys()
    game.tap("turn")
    assert game.elements["touched"].view.seat == 3 - game.seat
    assert not {f"build {card}" for card in game.open_cards()} & game.touchable().keys()


def test_touch_on_an_empty_place_closes_the_card():
    game = duel_states.card_covered()
    assert "touched" in game.elements
    game.tap_at(game.empty_place())
    assert "touched" not in game.elements


def test_choice_of_a_connected_phone_is_shown_only_on_request():
    game = Game(duels.asking("start"), by="phone")
    assert "choice" not in game.elements
    game.control.answer_here(game.seat)
    assert "choice" in game.elements


@pytest.mark.parametrize("count", [3, 40])
def test_up_to_forty_discarded_cards_can_be_revived(count):
    state = duels.asking("revive", False)
    game = Game(state)
    seat, view = game.seat, game.view
    cards = [slug for slug, card in duels.DATA.cards.items() if card.age < 3][:count]
    legal = tuple(f"revive {slug}" for slug in cards)
    game.hear(
        duels.table(),
        msgspec.structs.replace(view, discard=tuple(cards)),
        (Question(number=99, seat=seat, legal=legal),),
    )
    shown = []
    while True:
        shown += [key for key in game.touchable() if key.startswith("choose ")]
        if "later" not in game.touchable():
            break
        game.tap("later")
    assert {*shown} == {f"choose {text}" for text in legal}
    game.tap(shown[-1])
    game.touchable()["do it"].tap()
    assert game.sent[-1].action == shown[-1].removeprefix("choose ")
