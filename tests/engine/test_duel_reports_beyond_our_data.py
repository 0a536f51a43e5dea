"""Duel told from cardboard: whole games that were dealt, cards that the counts exclude, what is put right."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import record
from engine.game import CHANCE, IllegalAction, Seat
from tests.duel_cities import arranged, duel, play

GUILDS = ("builders-guild", "magistrates-guild", "merchants-guild", "moneylenders-guild")


def start_game(**header: str):
    return duel().start(duel().setup({"game": "duel", "seats": "2", "deal": "lazy", **header}))


def third_age(left: int = 20, guilds: int = 0):
    """Seat 1's turn in Age III, with so many cards left in the structure and so many guilds taken from it."""
    state = arranged(left=left)
    lookup = state.lookup
    state.age, state.structure, state.two_backs = 3, lookup.structures[2], True
    state.unseen, state.unseen_guilds = lookup.ages[2][20 - left - guilds :], lookup.guilds[:]
    for name in GUILDS[:guilds]:
        state.unseen_guilds.remove(lookup.card[name])
    state.guilds_laid = guilds
    state._begin_turn(Seat(0), None, again=False)
    return state


def cards_in(actions):
    return {str(action).removesuffix(" !").split()[-1] for action in actions}


@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_a_dealt_game_reported_from_cardboard_has_the_same_scores(seed):
    """The reports of people at a table that deals are complete: the same lines suffice where people deal themselves."""
    rng = random.Random(seed)
    header = {"variant": rng.choice(["", "first-game"]), "first": rng.choice("12")}
    dealt, at_hand = start_game(deal="eager", **header), start_game(**header)
    while dealt.to_act:
        seat = dealt.to_act[0]
        action = dealt.deal(rng) if seat == CHANCE else rng.choice(list(dealt.legal(seat)))
        dealt.apply(seat, action)
        if seat == CHANCE and not str(action).startswith("reveal token"):
            continue
        assert at_hand.to_act == (seat,)
        assert action in at_hand.legal(seat)
        assert not any(other.of == action for other in at_hand.contradictions())
        at_hand.apply(seat, action)
        assert at_hand.scores() == dealt.scores()
    assert at_hand.to_act == ()
    assert (at_hand.winners(), at_hand.ended) == (dealt.winners(), dealt.ended)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_an_age_ends_after_twenty_reported_cards(seed):
    rng, state, taken = random.Random(seed), start_game(variant="first-game"), {1: 0, 2: 0, 3: 0}
    while state.to_act:
        seat = state.to_act[0]
        can = list(state.legal(seat)) + list(state.contradictions()) * 3
        action = rng.choice(can)
        if str(action).startswith(("build", "discard")):
            taken[state.age] += 1
        state.apply(seat, action)
    assert taken == {1: 20, 2: 20, 3: 20} or state.ended != "civilian"


# ---- what the counts exclude -----------------------------------------------------------------------------


def test_fourth_guild_can_be_reported_as_another_card():
    state = third_age(left=5, guilds=3)
    assert not cards_in(state.legal(Seat(0))) & set(duel().lookup.cards[n] for n in duel().lookup.guilds)
    assert cards_in(state.contradictions()) == {duel().lookup.cards[n] for n in duel().lookup.guilds} - {*GUILDS[:3]}
    play(state, "1 build moneylenders-guild !")
    assert "moneylenders-guild" in state.view(None).seats[0].cards
    assert state.scores()[0]["guilds"] > 0
    assert (state.cards_left, state.guilds_laid) == (4, 3)
    assert "moneylenders-guild" not in cards_in(state.contradictions())


def test_eighteenth_plain_card_can_be_reported_as_another_card():
    """Three cards are left, and no guild has been told: by our counts they are guilds."""
    state = third_age(left=3)
    plain = {duel().lookup.cards[n] for n in state.unseen}
    assert cards_in(state.legal(Seat(0))) == {duel().lookup.cards[n] for n in duel().lookup.guilds}
    assert cards_in(state.contradictions()) == plain
    for seat in "121":
        told_now = sorted(str(action) for action in state.contradictions() if str(action).startswith("discard"))[0]
        play(state, f"{seat} {told_now}")
    assert state.ended == "civilian"


def test_another_card_is_refused_while_every_unseen_card_is_possible():
    rng, state = random.Random(2), start_game()
    while state.age < 3:
        assert state.contradictions() == ()
        state.apply(state.to_act[0], rng.choice(list(state.legal(state.to_act[0]))))
    assert not state.is_list_unverified()


def test_unlisted_card_has_to_be_paid():
    state = third_age(left=5, guilds=3)
    state.coins[0] = 0
    state._begin_turn(Seat(0), None, again=False)
    assert {str(action) for action in state.contradictions()} == {
        f"discard {card} !" for card in cards_in(state.contradictions())
    }
    with pytest.raises(IllegalAction) as no:
        play(state, "1 build moneylenders-guild !")
    assert no.value.rule == "price"


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        pytest.param("1 discard merchants-guild !", "not-in-the-structure", id="a guild that was seen"),
        pytest.param("1 discard quarry !", "not-in-the-structure", id="a card of another age"),
        pytest.param("1 discard senate !", "still-there", id="a card that can be there"),
        pytest.param("1 discard moneylenders-guild", "not-in-the-structure", id="as if it could be there"),
        pytest.param("2 discard moneylenders-guild !", "not-your-turn", id="another seat's turn"),
        pytest.param("1 build sphinx with moneylenders-guild !", "not-your-wonder", id="under another's wonder"),
    ],
)
def test_a_refused_report_names_its_reason(line, rule):
    state = third_age(left=5, guilds=3)
    with pytest.raises(IllegalAction) as no:
        play(state, line)
    assert no.value.rule == rule


def test_another_card_is_refused_when_the_table_deals():
    rng, state = random.Random(4), start_game(deal="eager", variant="first-game")
    while not state.turn:
        state.apply(CHANCE, state.deal(rng))
    seat = state.to_act[0]
    with pytest.raises(IllegalAction) as no:
        state.apply(seat, state.parse(f"{state.legal(seat)[0]} !"))
    assert no.value.rule == "dealt-here"


def test_no_report_is_accepted_while_a_choice_is_pending():
    state = third_age(left=5, guilds=3)
    state.unbuilt[0], state.discard = 1 << state.lookup.wonder["mausoleum"], 1 << state.lookup.card["walls"]
    state._begin_turn(Seat(0), None, again=False)
    play(state, "1 build mausoleum with moneylenders-guild !")
    assert state.contradictions() == ()
    with pytest.raises(IllegalAction) as no:
        play(state, "1 discard shipowners-guild !")
    assert no.value.rule == "asked-first"


@pytest.mark.parametrize(
    "text", ["start 1 !", "keep law !", "reveal token law !", "draft sphinx !", "discard quarry ! !"]
)
def test_contradiction_mark_is_refused_on_other_actions(text):
    with pytest.raises(ValueError, match="not a Duel action"):
        start_game().parse(text)


# ---- put right, and the set-up ---------------------------------------------------------------------------


def test_reassigned_action_keeps_its_text():
    state = third_age(left=5, guilds=3)
    assert [str(each) for each in state.reassigned(Seat(1), state.parse("discard senate"))] == ["discard senate"]
    assert [str(each) for each in state.reassigned(Seat(1), state.parse("discard moneylenders-guild !"))] == [
        "discard moneylenders-guild !",
        "discard moneylenders-guild",
    ]
    assert state.reassigned(CHANCE, state.parse("reveal token law")) == ()


def test_setup_progress_counts_the_board_tokens():
    state, counts = start_game(), []
    while state.to_act == (CHANCE,):
        counts.append(state.setup_progress())
        state.apply(CHANCE, state.legal(CHANCE)[0])
    assert counts == [(n, 5) for n in range(1, 6)]
    assert state.setup_progress() == (0, 0)
    assert record.legal_lines(state)[0].startswith("1 draft")
