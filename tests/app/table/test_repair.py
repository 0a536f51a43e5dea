"""Corrections of reported games: any line of any seat, one question for each mistake, and the log in order."""

import random

import msgspec
import pytest

from app.protocol.cardboard_messages import Correct, House
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import EndEarly, SetGame, Start
from app.protocol.history_messages import LookBack
from app.protocol.seat_messages import SetSeat
from app.table.cardboard.line_correction import Correction
from engine.game import CHANCE
from tests.app.table import tracked_duel, tracked_seven_wonders
from tests.app.table.plays import refused
from tests.app.table.repairs import GAMES, decide, forgotten, is_sound, list_taken_cards, row_of_turn, standing
from tests.app.table.tracked import ARCHITECTS_TOLD, GAME, begun, correct, row_of, rows, take, texts, wander
from tests.app.tables import Evening, phone

TABLE = ARCHITECTS_TOLD


# ---- one mistake, one question


def test_corrected_stack_keeps_its_card_with_one_answer(evening):
    begun(evening, "phone Ada", "touch", "touch")
    for seat, card in ((1, "wood"), (2, "glass"), (3, "coin"), (1, "blue-3")):
        take(evening, seat, "left", card)
    left = evening.view()["stacks"]
    correct(evening, "take left", "replace", "take center", who=phone(1))
    assert evening.at_table().repair is None
    assert texts(evening)[3:5] == ["1 take center", "reveal center wood"]
    now = evening.view()["stacks"]
    assert {stack: now[stack]["left"] - left[stack]["left"] for stack in now} == {"center": -1, "1": 1, "2": 0, "3": 0}
    assert evening.kinds()[-1] == "put-right"
    is_sound(evening)


def test_corrected_stack_asks_for_its_card_if_that_cannot_be_there(evening):
    begun(evening, "touch", "touch", wonders=("giza", "rhodes"))
    take(evening, 1, "right", "red-2")  # there is none on the left of Giza
    take(evening, 2, "left", "blue-3")
    correct(evening, row_of_turn(evening, 1), "replace", "take left")
    repair = evening.at_table().repair
    assert (repair.text, repair.asked, repair.rule, repair.before) == ("reveal 2 red-2", 0, "not-in-stack", False)
    refused("unreadable", decide, evening, "replace", text="reveal the red one")
    no = refused("not-in-stack", decide, evening, "replace", text="reveal 1 red-2")
    assert (no.params["seat"], evening.at_table().repair) == (0, repair)  # a card has no seat
    assert (repair.by, repair.likely) == (0, "")
    left = dict(zip(repair.legal, repair.left, strict=True))
    assert (left["reveal 1 red-0"], left["reveal 1 wood"]) == (2, 2), "of Giza's deck"
    assert repair.others == ("reveal 1 red-2 !",), "which has no such card"
    decide(evening, "replace", text="reveal 1 red-1")
    assert evening.at_table().repair is None
    assert list_taken_cards(evening) == [(1, "1", "red-1"), (2, "2", "blue-3")]
    is_sound(evening)


@pytest.mark.parametrize("how", ["before", "whose"])
def test_turn_forgotten_eight_turns_ago_is_one_question_and_shifts_later_turns(evening, how):
    truth = forgotten(evening)
    row, asked = row_of_turn(evening, 7), evening.view()["to_act"]
    assert (len(list_taken_cards(evening)), asked) == (14, [3])
    correct(evening, row, "ask", who=phone(2))
    repair = evening.at_table().repair
    assert (repair.by, repair.turn, repair.likely) == (2, 7, "")
    assert (repair.turn, [(line.text, line.question.seat) for line in repair.told]) == (
        7, [("take left", 3), ("reveal 3 blue-3", 0)],
    )  # fmt: skip
    if how == "whose":
        decide(evening, "whose", whose=4)
        repair = evening.at_table().repair
        assert (repair.rule, repair.asked, repair.before) == ("turn-missing", 3, True)
    assert "reveal center papyrus" in repair.then["take center"].legal
    decide(evening, "insert", text="take center", card="reveal center papyrus")
    assert evening.at_table().repair is None
    assert list_taken_cards(evening) == truth
    assert evening.view()["to_act"] == [4]
    [moved] = [event for event in evening.log() if event["type"] == "turns-moved"]
    assert moved["turns"] == 8
    is_sound(evening)
    evening.restart()
    assert list_taken_cards(evening) == truth
    is_sound(evening)


def test_further_decisions_of_an_inserted_turn_are_asked_first_and_drop_no_line(evening):
    """The inserted turn spent a pair on a token, and a new token was revealed: two lines more before the next turn."""
    begun(evening, "touch", "touch", "touch")
    first = [(1, "center", "compass"), (2, "center", "wood"), (3, "center", "stone")]
    for seat, _, card in first:
        take(evening, seat, "center", card)
    take(evening, 1, "left", "blue-3")  # really seat 2, from its right
    take(evening, 2, "left", "blue-3")
    correct(evening, row_of_turn(evening, 4), "insert", "take center", card="reveal center compass")
    repair = evening.at_table().repair
    assert (repair.text, repair.rule, repair.asked, repair.before) == ("take left", "line-missing", 1, True)
    assert all(text.startswith("progress ") for text in repair.legal)
    decide(evening, "insert", text=repair.legal[0])
    repair = evening.at_table().repair
    assert (repair.text, repair.asked, repair.before) == ("take left", 0, True)
    decide(evening, "insert", text=repair.legal[0])
    assert evening.at_table().repair is None
    assert list_taken_cards(evening) == [*first, (1, "center", "compass"), (2, "1", "blue-3"), (3, "2", "blue-3")]
    is_sound(evening)


def test_repeating_the_likely_answer_ends_the_correction(evening):
    """The likeliest answer used to be "leave as is", which asked the same question forever."""
    begun(evening, "touch", "touch", "touch")
    take(evening, 1, "center", "wood")
    take(evening, 2, "center", "gear")
    row = row_of_turn(evening, 2)
    correct(evening, row, "insert", "take left")
    correct(evening, row, "insert", "reveal 2 coin")
    for _ in range(3):
        repair = evening.at_table().repair
        if repair is None:
            break
        decide(evening, "replace", text=repair.likely)
    assert evening.at_table().repair is None
    assert list_taken_cards(evening) == [(1, "center", "wood"), (2, "2", "coin"), (3, "center", "gear")]


def test_a_correction_stored_by_an_older_table_is_read():
    old = b'{"by":null,"picked":null,"edits":[{"row":5,"how":"insert","text":"take left","role":"screen","by":null}]}'
    assert msgspec.json.decode(old, type=Correction).edits[0].whose is None


def test_looking_back_at_a_corrected_game_is_in_order(evening):
    truth = forgotten(evening)
    correct(evening, row_of_turn(evening, 7), "insert", "take center")
    decide(evening, "insert", text="reveal center papyrus")
    evening.send(EndEarly, sure=True)
    [game] = evening.table.finished.list_games()
    seen = []
    last = len(texts(evening))
    line = 0
    while line is not None:
        back = evening.table.handle(SCREEN, LookBack(id="back", game=game.mark, line=line))
        assert back.last == last
        line = back.next
        events = [msgspec.json.decode(each.event) for each in back.news]
        seen += [(each["seat"], each["stack"], each["card"]) for each in events if each["type"] == "card-taken"]
    assert seen == truth
    [archived] = evening.table.finished.archived(game.mark)
    assert list(archived.moves) == texts(evening)


def test_only_a_shifted_turn_impossible_for_its_new_seat_is_asked_about(evening):
    forgotten(evening, turns=5)
    seat = evening.view()["to_act"][0]
    take(evening, seat, "right", "tablet")  # the next seat does not reach that stack
    correct(evening, row_of_turn(evening, 7), "insert", "take center", who=phone(1))
    decide(evening, "insert", text="reveal center papyrus")
    repair = evening.at_table().repair
    assert (repair.text, repair.seat, repair.asked, repair.rule) == ("take right", seat, seat % 4 + 1, "other-turn")
    assert ("take right" in repair.legal, repair.likely) == (True, ""), "from another stack"
    decide(evening, "replace", text="take left")
    assert evening.at_table().repair is None
    assert list_taken_cards(evening)[-1] == (seat % 4 + 1, str(seat % 4 + 1), "tablet")
    is_sound(evening)


def test_removing_a_duplicate_turn_shifts_later_turns_back(evening):
    begun(evening, "touch", "touch", "touch")
    take(evening, 1, "left", "wood")
    take(evening, 2, "right", "wood")  # the same turn reported again
    take(evening, 3, "center", "gear")  # really seat 2
    take(evening, 1, "right", "blue-3")  # really seat 3
    correct(evening, row_of_turn(evening, 2), "remove")
    assert evening.at_table().repair is None
    assert list_taken_cards(evening) == [(1, "1", "wood"), (2, "center", "gear"), (3, "3", "blue-3")]
    assert evening.view()["to_act"] == [1]
    is_sound(evening)
    struck = [event for event in evening.log() if event["undone"]]
    assert [event["type"] for event in struck] == ["card-taken", "turn-began"]


def test_reassigned_turn_asks_for_each_missing_turn_between(evening):
    begun(evening, "touch", "touch", "touch")
    take(evening, 1, "left", "wood")
    take(evening, 2, "center", "glass")
    row = row_of_turn(evening, 2)
    correct(evening, row, "ask")
    decide(evening, "whose", whose=1)
    asked = []
    while (repair := evening.at_table().repair) is not None:
        asked.append(repair.asked)
        decide(evening, "insert", text="take left", card=repair.then["take left"].legal[0])
    assert asked == [2, 3]
    assert [seat for seat, _, _ in list_taken_cards(evening)] == [1, 2, 3, 1]
    is_sound(evening)


def test_the_picked_line_can_change_until_the_correction_is_decided(evening):
    forgotten(evening, turns=2)
    correct(evening, row_of_turn(evening, 7), "ask")
    correct(evening, row_of_turn(evening, 2), "ask", who=phone(2))
    assert evening.at_table().repair.turn == 2
    assert evening.at_table().repair.by == 0, "who began"
    correct(evening, row_of_turn(evening, 3), "replace", "take center", who=phone(2))
    assert evening.at_table().repair is None


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        pytest.param({"whose": None}, "no-such-seat", id="nobody"),
        pytest.param({"whose": 5}, "no-such-seat", id="a fifth of four"),
        pytest.param({"whose": 0}, "no-such-seat", id="chance"),
        pytest.param({"whose": 1, "row": "card"}, "no-such-line", id="a card is no turn"),
        pytest.param({"whose": 1, "row": "token"}, "no-such-line", id="the set-up is nobody's"),
    ],
)
def test_invalid_reassignments_of_a_turn_are_refused(evening, fields, rule):
    forgotten(evening, turns=1)
    of = {"card": row_of_turn(evening, 2) + 1, "token": rows(evening)[0][0]}
    row = of.get(fields.get("row"), row_of_turn(evening, 2))
    refused(rule, evening.send, Correct, row=row, how="whose", whose=fields["whose"])
    assert evening.at_table().repair is None


def test_automatic_lines_are_generated_again_after_a_correction(evening):
    """Seat 1 built by what was really the card of seat 2, which now builds."""
    begun(evening, "touch", "touch", wonders=("giza", "rhodes"))
    take(evening, 1, "left", "wood")
    take(evening, 2, "left", "red-0")
    take(evening, 1, "center", "coin")  # with the wood it pays for a stage
    assert evening.view()["seats"][0]["stages"] == [1]
    take(evening, 2, "center", "blue-3")
    built = row_of(evening, "build 1 with wood coin")
    correct(evening, "reveal center blue-3", "replace", "reveal center glass")
    assert row_of(evening, "build 1 with wood coin") == built, "what still holds is not said again"
    correct(evening, "reveal center glass", "replace", "reveal center blue-3")
    correct(evening, row_of_turn(evening, 3), "insert", "take left", who=phone(1))
    decide(evening, "insert", text="reveal 1 gear")
    assert evening.at_table().repair is None
    seats = evening.view()["seats"]
    assert (seats[0]["cards"], seats[0]["stages"]) == ({"wood": 1, "gear": 1, "blue-3": 1}, [])
    assert seats[1]["cards"] == {"coin": 1, "red-0": 1}
    is_sound(evening)


def test_automatic_lines_after_a_correction_have_no_author(evening):
    begun(evening, "phone Ada", "touch", wonders=("giza", "rhodes"))
    take(evening, 1, "left", "wood")
    take(evening, 2, "left", "red-0")
    take(evening, 1, "center", "glass")  # really a coin, too
    take(evening, 2, "center", "blue-3")
    correct(evening, "reveal center glass", "replace", "reveal center coin", phone(1))
    [built] = [each.move for each in evening.table.committed.match.moves if each.move.text == "build 1 with wood coin"]
    assert (built.seat, built.from_people, built.by) == (0, False, None)


# ---- a turn in which more was told than a card


def logged_corrections(evening):
    """List the corrections in the log.

    Each has the seat and action before, the seat and action now, the card, and the seat that corrected.
    """
    told = [event for event in evening.log() if event["type"] == "put-right"]
    return [tuple(event[field] for field in ("of", "was", "now_of", "now", "card", "by")) for event in told]


def begin_with_exchange(evening, *cards):
    """Report a game of three in which seat 2 takes these cards in its first turns.

    The last card makes a pair, which the seat spends on a token; return the row of that exchange.
    """
    begun(evening, "phone Ada", "touch", "touch", tokens=("urbanism", "tactics", "decor"))
    for nth, card in enumerate(cards):
        if nth:
            take(evening, 3, "left", ("red-0", "blue-3")[nth - 1])
        take(evening, 1, "left", ("blue-3", "red-0", "coin")[nth])
        take(evening, 2, "center", card)
    pair = f"{cards[-1]} {cards[-1]}"
    evening.say(2, f"progress urbanism with {pair}", card="reveal token economy")
    return row_of(evening, f"progress urbanism with {pair}")


def test_a_later_report_of_a_turn_is_removed_with_its_revealed_card(evening):
    row = begin_with_exchange(evening, "compass", "compass")
    before = texts(evening)
    refused("no-such-line", evening.send, Correct, row=row, how="whose", whose=3)
    correct(evening, row, "remove", who=phone(1))
    assert evening.at_table().repair is None
    assert texts(evening) == before[:-2]
    assert evening.view()["to_act"] == [2]
    gone = "progress urbanism with compass compass"
    assert logged_corrections(evening) == [(2, gone, 0, None, "reveal token economy", 1)]
    is_sound(evening)


def test_lines_that_no_longer_fit_a_turn_are_asked_about(evening):
    begin_with_exchange(evening, "compass", "compass")
    row = [number for number, _, text in rows(evening) if text == "reveal center compass"][-1]
    correct(evening, row, "replace", "reveal center coin")
    repair = evening.at_table().repair
    assert (repair.seat, repair.asked, repair.rule, repair.before) == (2, 3, "other-turn", False)
    decide(evening, "remove")
    assert texts(evening)[-1] == "reveal center coin"
    is_sound(evening)


def test_the_likeliest_new_exchange_uses_the_changed_cards(evening):
    begin_with_exchange(evening, "gear", "compass", "compass")
    row = [number for number, _, text in rows(evening) if text == "reveal center compass"][-1]
    correct(evening, row, "replace", "reveal center gear")
    repair = evening.at_table().repair
    assert (repair.asked, repair.likely) == (2, "progress urbanism with gear gear")
    decide(evening, "replace", text=repair.likely)
    assert texts(evening)[-2:] == ["2 progress urbanism with gear gear", "reveal token economy"]
    is_sound(evening)


def test_inserted_turn_with_optional_actions_ends_at_the_next_seat_s_line(evening):
    """Seat 2 may take another card after wood, by its token; another seat's turn shows that it did not."""
    begin_with_exchange(evening, "compass", "compass")
    take(evening, 3, "left", "blue-3")
    take(evening, 1, "left", "coin")
    take(evening, 2, "left", "gear", phone(1))  # really seat 3, from its right
    row = row_of_turn(evening, 8)
    correct(evening, row, "ask", who=phone(1))
    evening.send(Correct, phone(1), row=row, how="whose", whose=3)
    repair = evening.at_table().repair
    assert (repair.rule, repair.asked, repair.seat, repair.before) == ("turn-missing", 2, 2, True)
    assert ("take left" in repair.legal, repair.likely) == (True, ""), "it is another turn"
    decide(evening, "insert", text="take right", card="reveal 1 wood")
    assert evening.at_table().repair is None
    assert texts(evening)[-5:] == ["2 take right", "reveal 1 wood", "2 done", "3 take right", "reveal 2 gear"]
    [done] = [applied.move for applied in evening.table.committed.match.moves if applied.move.text == "done"]
    assert (done.role, done.by) == ("seat", 0), "who began"
    assert evening.table.committed.match.moves[-2].move.by == 0, "who told it of another seat"
    assert logged_corrections(evening) == [(0, None, 2, "take right", "reveal 1 wood", 0)]
    is_sound(evening)


def test_the_line_done_exists_only_if_the_turn_had_optional_actions(evening):
    """Seat 2 may take another card after wood or brick, by its token; after stone its turn ends by itself."""
    begin_with_exchange(evening, "compass", "compass")
    take(evening, 3, "left", "blue-3")
    take(evening, 1, "left", "coin")
    take(evening, 2, "left", "wood")
    following = next(question for question in evening.snapshot().questions if question.ends)
    evening.say(3, "take left", card="reveal 3 red-0", question=following.number)
    done = row_of(evening, "done")
    correct(evening, "reveal 2 wood", "replace", "reveal 2 brick")
    assert row_of(evening, "done") == done, "the line is as it was"
    correct(evening, "reveal 2 brick", "replace", "reveal 2 stone")
    assert texts(evening)[-4:] == ["2 take left", "reveal 2 stone", "3 take left", "reveal 3 red-0"]
    correct(evening, "reveal 2 stone", "replace", "reveal 2 wood")
    assert texts(evening)[-5:] == ["2 take left", "reveal 2 wood", "2 done", "3 take left", "reveal 3 red-0"]
    assert evening.at_table().repair is None
    is_sound(evening)


def test_correction_to_the_same_line_changes_nothing(evening):
    begin_with_exchange(evening, "compass", "compass")
    before = rows(evening)
    row = row_of_turn(evening, 4)
    for how, fields in (("replace", {"text": "take left"}), ("whose", {"whose": 1})):
        correct(evening, row, "ask")
        evening.send(Correct, row=row, how=how, **fields)
        assert evening.at_table().repair is None
        assert (rows(evening), logged_corrections(evening)) == (before, [])


@pytest.mark.parametrize("how", ["missed", "twice"])
def test_missed_and_duplicate_turns_are_refused_in_turn_based_games(evening, how):
    begin_with_exchange(evening, "compass", "compass")
    refused("no-such-line", correct, evening, row_of_turn(evening, 4), how, "take left")


def test_set_up_line_is_corrected_alone(evening):
    begun(evening, "touch", "touch")
    correct(evening, "reveal token tactics", "ask")
    assert (evening.at_table().repair.turn, evening.at_table().repair.told) == (0, ())
    correct(evening, "reveal token economy", "remove")
    assert texts(evening) == ["reveal token tactics", "reveal token decor"]


def test_forgotten_set_up_line_can_be_inserted(evening):
    begun(evening, "touch", "touch")
    correct(evening, "reveal token economy", "insert", "reveal token crafts")
    repair = evening.at_table().repair
    assert (repair.text, repair.asked, repair.before) == ("reveal token decor", 1, False)
    decide(evening, "remove")
    assert texts(evening) == ["reveal token crafts", "reveal token economy", "reveal token tactics"]
    is_sound(evening)


def test_lines_after_an_earlier_end_of_the_game_can_only_be_removed(evening):
    """The last stage is built earlier with the corrected card."""
    begun(evening, "touch", "touch")
    rng = random.Random(2)
    wander(evening, rng, lambda evening: len(rows(evening)) == 120)
    evening.send(House, counts={"stack center": evening.view()["stacks"]["center"]["left"]})
    wander(evening, rng, lambda evening: evening.at_table().phase == "over")
    row = [number for number, _, text in rows(evening) if text == "reveal 1 red-1"][-1]
    correct(evening, row, "replace", "reveal 1 wood")
    repair = evening.at_table().repair
    assert (repair.rule, repair.asked, repair.legal, repair.before) == ("over", 0, (), False)
    refused("over", decide, evening, "replace", text=repair.text)
    decide(evening, "cut")
    assert evening.at_table().phase == "over"
    assert not any("house" in text for text in texts(evening))
    gone = [(was, now, by) for _, was, _, now, _, by in logged_corrections(evening) if now is None]
    assert [was for was, _, _ in gone[:2]] == ["house stack center 44", "take left"]
    assert {by for _, _, by in gone} == {0}
    is_sound(evening)


def test_choice_of_the_next_turn_does_not_replace_a_removed_one(tmp_path):
    """Seat 2 could have made this choice a turn earlier, too, as all choose simultaneously."""
    game = {"seven-wonders": GAMES["seven-wonders"]}
    evening = Evening(tmp_path, shelf=game, modes={"seven-wonders": ("play", "track")})
    later = ("2 choose build clay-pool", "1 choose build altar", "3 choose build press")
    tracked_seven_wonders.start_reported_game(evening, *tracked_seven_wonders.FIRST, *later)
    correct(evening, "choose sell", "remove")
    repair = evening.at_table().repair
    assert (repair.text, repair.seat, repair.rule, repair.asked, repair.before) == (
        "choose build clay-pool", 2, "line-missing", 2, True,
    )  # fmt: skip
    assert "choose build clay-pool" in repair.legal
    evening.close()


# ---- any mistake, any answer


def answers(repair):
    """Yield every possible answer, as fields of a `Correct` intent."""

    def lines(how, row, legal, others, then):
        for text in (*legal, *others):
            coming = then.get(text)
            yield {"row": row, "how": how, "text": text}
            if coming is not None and how == "insert":
                yield from ({"row": row, "how": how, "text": text, "card": card} for card in coming.legal)

    row = repair.row
    found = [{"row": row, "how": "cut"}, {"row": row, "how": "off"}, {"row": row, "how": "remove"}]
    found += lines("replace", row, repair.legal, repair.others, repair.then)
    found += lines("insert", row, repair.legal, repair.others, repair.then)
    for line in repair.told:
        asked = line.question
        found += lines("replace", line.row, asked.legal, asked.others, asked.then)
        found.append({"row": line.row, "how": "remove"})
    if repair.told:
        first = repair.told[0]
        found += lines("insert", first.row, first.question.legal, first.question.others, first.question.then)
        if first.question.seat:
            found += [{"row": first.row, "how": "whose", "whose": seat} for seat in (1, 2)]
    return found


WEIGHTS = {"cut": 1, "off": 1, "remove": 6, "replace": 12, "insert": 6, "whose": 3}


def random_answer(rng, repair, nth):
    """Choose a random answer: first its kind, then one of that kind.

    Late in a correction choose only kinds that end it.
    """
    by_way = {}
    for fields in answers(repair):
        by_way.setdefault(fields["how"], []).append(fields)
    if nth > 12:
        by_way = {how: by_way[how] for how in ("remove", "cut")}
    how = rng.choices(list(by_way), [WEIGHTS[how] for how in by_way])[0]
    return rng.choice(by_way[how])


def correct_at_random(evening, rng):
    """Start correcting a random line, and answer at random until nothing is asked."""
    told = [applied.move.number for applied in evening.table.committed.match.moves if applied.move.from_people]
    before = standing(evening), evening.view()
    correct(evening, rng.choice(told), "ask")
    nth = 0
    while (repair := evening.at_table().repair) is not None:
        fields = random_answer(rng, repair, nth)
        evening.send(Correct, rng.choice([phone(1), phone(2)]), **fields)
        after = evening.at_table().repair
        assert after != repair, f"nothing came of {fields}"
        nth += 1
        if after is not None:
            assert (standing(evening), evening.view()) == before, "nothing is in the game yet"
        if rng.random() < 0.1:
            evening.restart()
            assert evening.at_table().repair == after
    return nth


VARIANTS = ((), ("medals",), ("medals", "expert", "medal-tokens"))


def play_at_random(evening, rng):
    """Report a random game of 2 to 7 seats up to a random turn."""
    seats = rng.randrange(2, 8)
    variant = rng.choice(VARIANTS)
    wonders = rng.sample(GAME.roles(), seats)
    evening.sit("phone Ada", "phone Ben", *["touch"] * (seats - 2))
    for seat, wonder in enumerate(wonders, 1):
        evening.send(SetSeat, seat=seat, wonder=wonder)
    evening.send(SetGame, mode="track", first=rng.randrange(1, seats + 1), variant=variant)
    evening.send(Start)
    turns = rng.choice([1, 5, 20, 60])
    wander(evening, rng, lambda evening: evening.view()["turn"] > turns or evening.at_table().phase == "over")


@pytest.mark.rotated
@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", [*range(12), *(pytest.param(s, marks=pytest.mark.full) for s in range(12, 150))])
def test_every_offered_answer_advances_the_correction(tmp_path, seed):
    evening = Evening(tmp_path, **ARCHITECTS_TOLD)
    rng = random.Random(seed)
    play_at_random(evening, rng)
    for _ in range(6):
        correct_at_random(evening, rng)
        is_sound(evening)
        if evening.at_table().phase != "over":
            goal = evening.view()["turn"] + rng.randrange(6)
            wander(evening, rng, lambda e, goal=goal: e.view()["turn"] > goal or e.at_table().phase == "over")
    is_sound(evening)
    shown = (rows(evening), evening.view(), evening.asked(), standing(evening))
    evening.restart()
    assert (rows(evening), evening.view(), evening.asked(), standing(evening)) == shown
    evening.close()


@pytest.mark.rotated
@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", ["duel", "seven-wonders"])
def test_a_randomly_reported_and_corrected_game_reaches_its_end(tmp_path, game, seed):
    """Replace a line of each age, and answer each line that no longer fits with one that does."""
    evening = Evening(tmp_path, shelf={game: GAMES[game]}, modes={game: ("play", "track")})
    rng, corrections = random.Random(seed), 0
    if game == "duel":
        tracked_duel.start_reported_game(evening.sit("phone Ada", "phone Ben"))
    else:
        tracked_seven_wonders.start_reported_game(evening, variant=("leaders", "experts"))
    while evening.at_table().phase != "over":
        question = rng.choice(evening.snapshot().questions)
        evening.say(question.seat, rng.choice(question.legal), question=question.number)
        if rng.random() < 0.08:
            told = [each.move.number for each in evening.table.committed.match.moves[-30:] if each.move.seat != CHANCE]
            correct(evening, rng.choice(told), "ask")
            corrections += 1
            while (repair := evening.at_table().repair) is not None:
                if repair.legal and repair.rule != "over":
                    decide(evening, "insert" if repair.before else "replace", text=rng.choice(repair.legal))
                else:
                    decide(evening, "remove")
            is_sound(evening)
    is_sound(evening)
    assert evening.view()["winners"]
    assert corrections
    evening.close()


@pytest.mark.parametrize("seed", range(2))
def test_removing_a_stage_removes_the_lines_of_its_effect(evening, seed):
    rng = random.Random(seed)
    begun(evening, "touch", "touch", wonders=("halicarnassus", "rhodes"))
    wander(evening, rng, until=lambda evening: any(" keep " in text for text in texts(evening)[-1:]))
    keep = next(row for row, _, text in reversed(rows(evening)) if text.startswith("keep "))
    build = max(row for row, _, text in rows(evening) if text.startswith("build ") and row < keep)
    card = max(row for row, _, text in rows(evening) if text.startswith("reveal ") and row < build)
    stack = next(text for row, _, text in rows(evening) if row == card).split()[1]
    correct(evening, card, "replace", f"reveal {stack} red-0")
    if (repair := evening.at_table().repair) is not None:
        assert repair.row == build, "the table said it, if there was no choice"
        correct(evening, build, "remove")
    assert evening.at_table().repair is None, "the draw and what it kept are asked about"
    assert keep not in [row for row, _, _ in rows(evening)]
    is_sound(evening)
