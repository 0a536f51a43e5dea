"""Track, where people deal and report: questions to chance, `done` for others, corrected lines, entered positions."""

import random

import msgspec
import pytest

from app.protocol.cardboard_messages import ContinueFrom, Correct, ReminderDone
from app.protocol.client_rights import ONLOOKER, PANEL
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, Resume, SetGame, Start, Suspend
from app.protocol.play_messages import Act, TurnMarker, Undo
from app.protocol.seat_messages import SetSeat
from app.storage.database import Store
from app.table.cardboard.line_correction import Correction
from engine.game import Seat
from tests.app.table.plays import refused
from tests.app.table.tracked import ARCHITECTS_TOLD, GAME, begun, correct, questions, row_of, rows, take, texts, wander
from tests.app.tables import phone

TABLE = ARCHITECTS_TOLD


# ---- chance


def test_people_answer_each_chance_question_once(evening):
    evening.sit("phone Ada", "touch").boards("giza", "rhodes")
    evening.send(SetGame, mode="track", first=1)
    evening.send(Start)
    [question] = questions(evening)
    assert (question.seat, len(question.legal)) == (0, 14)
    assert dict(zip(question.legal, question.left, strict=True))["reveal token culture"] == 2
    assert questions(evening, phone(1)) == questions(evening, phone(2)) == (question,)
    assert questions(evening, ONLOOKER) == ()
    evening.say(0, "reveal token decor", phone(1))
    refused("stale", evening.say, 0, "reveal token economy", question=question.number)
    assert evening.view()["tokens"] == ["decor"]
    assert [line.by for line in evening.snapshot().news if b"token-revealed" in bytes(line.event)] == [1]


def test_set_up_questions_are_numbered(evening):
    evening.sit("touch", "touch", "touch").boards("giza", "rhodes", "ephesus")
    evening.send(SetGame, mode="track", first=1, variant=("medals", "expert"))
    evening.send(Start)
    counts = []
    while evening.view()["turn"] == 0:
        [question] = questions(evening)
        counts.append((question.legal[0].split()[1], question.nth, question.of))
        evening.say(0, question.legal[0])
    medals = 3 + GAME.data().table.center_medals
    assert counts == [("token", nth, 3) for nth in (1, 2, 3)] + [("medal", n, medals) for n in range(1, medals + 1)]
    evening.say(1, "take left")
    assert [(each.nth, each.of) for each in questions(evening)] == [(0, 0)]


def test_question_for_a_replacement_token_is_not_numbered(evening):
    begun(evening, "touch", "touch")

    def taking(evening):
        """Return the seat and the action after which another token is revealed, or None."""
        for each in questions(evening):
            for action, coming in each.then.items():
                if coming.legal and coming.legal[0].startswith("reveal token"):
                    return each.seat, action
        return None

    wander(evening, random.Random(2), taking)
    evening.say(*taking(evening))
    [question] = questions(evening)
    assert question.legal[0].startswith("reveal token")
    assert (question.nth, question.of) == (0, 0)


# ---- boards


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seats", range(2, 8))
def test_start_is_refused_until_every_seat_has_named_its_wonder(evening, seats):
    wonders = GAME.roles()[:seats]
    evening.sit(*("touch",) * seats)
    evening.send(SetGame, mode="track")
    for seat, wonder in enumerate(wonders, 1):
        assert evening.at_table().owing == tuple(range(seat, seats + 1))
        assert refused("wonder-owed", evening.send, Start).params == {"seat": seat}
        evening.send(SetSeat, seat=seat, wonder=wonder)
    assert evening.at_table().owing == ()
    assert evening.at_table().owes_first
    refused("first-owed", evening.send, Start)
    evening.send(SetGame, first=2)
    evening.send(Start)
    assert tuple(seat.wonder for seat in evening.at_table().seats) == wonders
    assert evening.at_table().first == 2, "nobody drew lots"


def test_free_seats_need_no_wonder_and_the_refusal_names_the_person(evening):
    evening.sit("phone Ada", "free", "phone Ben")
    evening.send(SetGame, mode="track", first=1)
    evening.send(SetSeat, phone(1), seat=1, wonder="giza")
    assert evening.at_table().owing == (3,)
    assert refused("wonder-owed", evening.send, Start, phone(1)).params == {"seat": 3, "name": "Ben"}
    evening.send(SetSeat, phone(3), seat=3, wonder="rhodes")
    evening.send(Start, phone(1))
    assert [seat.wonder for seat in evening.at_table().seats] == ["giza", "rhodes"]


def test_wonders_need_not_be_named_if_the_table_deals(evening):
    evening.sit("touch", "touch")
    assert evening.at_table().owing == ()
    evening.send(SetGame, mode="track")
    assert evening.at_table().owing == (1, 2)
    evening.send(SetGame, mode="play")
    evening.send(Start)
    assert all(seat.wonder for seat in evening.at_table().seats)


def test_a_rematch_keeps_the_boards(evening):
    begun(evening, "touch", "touch")
    evening.send(EndEarly, sure=True)
    evening.send(Rematch)
    assert [seat.wonder for seat in evening.at_table().seats] == ["giza", "rhodes"]


def test_no_stack_shows_a_card_and_no_view_has_secrets(evening):
    begun(evening, "phone Ada", "touch")
    assert {stack["top"] for stack in evening.view(phone(1))["stacks"].values()} == {None}
    assert evening.snapshot(phone(1)).game == evening.snapshot(ONLOOKER).game


def test_stack_and_card_are_reported_in_one_commit(evening):
    begun(evening, "phone Ada", "touch")
    [question] = questions(evening)
    assert question.legal == ("take left", "take right", "take center")
    assert "reveal 2 wood" in question.then["take right"].legal
    left = dict(zip(question.then["take right"].legal, question.then["take right"].left, strict=True))
    assert left["reveal 2 wood"] == GAME.data().wonders["rhodes"].cards["wood"]
    rev = evening.table.rev
    take(evening, 1, "right", "wood")
    assert evening.table.rev == rev + 1
    assert texts(evening)[-2:] == ["1 take right", "reveal 2 wood"]
    assert evening.view()["to_act"] == [2]


def test_card_may_be_reported_after_its_stack(evening):
    begun(evening, "phone Ada", "touch")
    evening.say(1, "take center")
    assert [(question.seat, question.legal[0]) for question in questions(evening)] == [(0, "reveal center wood")]
    evening.say(0, "reveal center gear", phone(2))
    assert evening.view()["seats"][0]["cards"] == {"gear": 1}


def test_impossible_card_refuses_the_whole_report(evening):
    begun(evening, "touch", "touch")
    before = texts(evening)
    for card, rule in (("reveal 2 wood", "not-in-stack"), ("reveal 1 nothing", "unreadable"), ("1 done", "unreadable")):
        refused(rule, evening.say, 1, "take left", card=card)
    assert texts(evening) == before


def test_a_card_with_one_possibility_is_not_asked(evening):
    """A whole random game: chance is asked only where there is a choice."""
    begun(evening, "touch", "touch")

    def is_over(evening):
        assert all(len(each.legal) > 1 for each in questions(evening) if each.seat == 0)
        return evening.at_table().phase == "over"

    wander(evening, random.Random(14), is_over)
    assert "people" in {applied.move.role for applied in evening.table.committed.match.moves}
    assert evening.table.finished.list_games()[0].mode == "track"


def test_a_card_beyond_the_counts_can_be_reported(evening):
    begun(evening, "touch", "touch")
    [question] = questions(evening)
    coming = question.then["take left"]
    assert not set(coming.others) & set(coming.legal)
    taken = 0
    while "reveal 1 glass" in questions(evening)[0].then["take left"].legal:
        take(evening, 1, "left", "glass")
        taken += 1
        take(evening, 2, "right" if taken > 9 else "left", "coin")
        wander(evening, random.Random(taken), lambda evening: questions(evening)[0].legal[0] == "take left")
        while questions(evening)[0].seat != 1 or questions(evening)[0].legal[0] != "take left":
            wander(evening, random.Random(taken), lambda evening: questions(evening)[0].seat == 1)
    coming = questions(evening)[0].then["take left"]
    assert "reveal 1 glass !" in coming.others
    refused("not-in-stack", evening.say, 1, "take left", card="reveal 1 glass")
    evening.say(1, "take left", card="reveal 1 glass !")
    assert "reveal 1 glass !" in texts(evening)


# ---- who may tell


def test_phones_report_for_any_seat_and_the_log_names_the_phone(evening):
    begun(evening, "phone Ada", "phone Ben", "touch")
    take(evening, 1, "left", "wood", phone(2))
    take(evening, 2, "left", "wood", phone(2))
    take(evening, 3, "left", "gear")
    told = [(line.row, line.by) for line in evening.snapshot().news if b'"card-taken"' in bytes(line.event)]
    by = {applied.move.number: applied.move.by for applied in evening.table.committed.match.moves}
    assert [by_line for _, by_line in told] == [2, 2, 0]
    assert [by[row] for row, _ in told] == [Seat(1), Seat(1), None]
    refused("rights", evening.say, 1, "take left", ONLOOKER)


def test_reports_and_corrections_are_refused_if_the_table_deals(evening):
    evening.start("touch", "touch")
    refused("not-tracked", evening.send, Correct, row=1, how="ask")
    refused("not-tracked", evening.send, ContinueFrom, position="{}", sure=True)
    refused("no-such-seat", evening.send, Act, seat=0, question=1, action="reveal 1 wood")


# ---- done, said by the next


def test_report_of_the_next_seat_ends_the_current_turn(evening):
    begun(evening, "touch", "touch", "touch")
    wander(evening, random.Random(18), lambda evening: any(each.ends for each in questions(evening)))
    mine, following = questions(evening)
    assert "done" in mine.legal
    assert (following.number, following.ends, following.seat) == (mine.number, mine.seat, mine.seat % 3 + 1)
    rev = evening.table.rev
    card = following.then[following.legal[0]].legal[0]
    act = {"seat": following.seat, "question": following.number, "action": following.legal[0], "card": card}
    evening.send(Act, **act)
    assert evening.table.rev == rev + 1
    said = texts(evening)
    at = len(said) - 1 - said[::-1].index(f"{mine.seat} done")
    assert said[at + 1 : at + 3] == [f"{following.seat} {following.legal[0]}", card]
    refused("stale", evening.send, Act, **act)


def test_turn_with_a_mandatory_action_is_not_ended_by_the_next_seat(evening):
    begun(evening, "touch", "touch", "touch")
    for _ in range(3):
        number = questions(evening)[0].number
        refused(
            "stale",
            evening.send,
            Act,
            seat=questions(evening)[0].seat % 3 + 1,
            question=number,
            action="take left",
        )
        wander(evening, random.Random(1), lambda evening, number=number: questions(evening)[0].number != number)


# ---- taking back


def test_undo_removes_the_newest_line_without_a_vote(evening):
    begun(evening, "phone Ada", "phone Ben")
    take(evening, 1, "left", "wood", phone(1))
    offer = evening.at_table().undo
    assert (offer.seat, offer.action, offer.more, offer.free) == (1, "take left", 0, True)
    before = questions(evening)
    evening.send(Undo, phone(2), row=offer.row)
    assert texts(evening)[-1] == "reveal token decor"
    assert evening.view()["to_act"] == [1]
    assert questions(evening)[0].number > before[0].number
    [undone] = [event for event in evening.log() if event["type"] == "undone"]
    assert (undone["seat"], undone["of"], undone["action"]) == (2, 1, "take left")


def test_undo_reaches_into_the_set_up(evening):
    begun(evening, "touch", "touch")
    offer = evening.at_table().undo
    assert (offer.seat, offer.action) == (0, "reveal token decor")
    evening.send(Undo, row=offer.row)
    assert evening.view()["tokens"] == ["economy", "tactics"]


# ---- putting right


def two_rounds(evening):
    """Report two rounds of three seats in which nobody can build."""
    begun(evening, "phone Ada", "phone Ben", "touch")
    for seat, card in ((1, "wood"), (2, "wood"), (3, "coin"), (1, "red-0"), (2, "blue-3"), (3, "compass")):
        take(evening, seat, "left", card)
    return evening


def test_corrected_line_replays_all_later_lines(evening):
    two_rounds(evening)
    row = row_of(evening, "reveal 2 wood")
    correct(evening, row, "ask")
    repair = evening.at_table(phone(1)).repair
    assert (repair.row, repair.seat, repair.text, repair.by, repair.rule) == (row, 0, "reveal 2 wood", 0, None)
    assert (repair.asked, "reveal 2 gear" in repair.legal) == (0, True)
    before = evening.view()
    correct(evening, row, "replace", "reveal 2 gear", phone(1))
    assert evening.at_table().repair is None
    assert evening.view()["seats"][1]["cards"] == {"gear": 1, "blue-3": 1}
    assert before["seats"][0] == evening.view()["seats"][0]
    [fixed] = [event for event in evening.log() if event["type"] == "put-right"]
    assert (fixed["was"], fixed["now"], fixed["of"], fixed["by"]) == ("reveal 2 wood", "reveal 2 gear", 0, 1)
    assert [each.move.by for each in evening.table.committed.match.moves if each.move.text == "reveal 2 gear"] == [0]
    taken = [(event["card"], event["undone"]) for event in evening.log() if event["type"] == "card-taken"]
    assert taken == [(card, False) for card in ("wood", "gear", "coin", "red-0", "blue-3", "compass")]
    evening.restart()
    assert [text for text in texts(evening) if "reveal 2" in text] == ["reveal 2 gear", "reveal 2 blue-3"]


def test_removing_a_line_asks_about_the_next_unfit_line(evening):
    two_rounds(evening)
    row = row_of(evening, "reveal 2 wood")
    before = (texts(evening), evening.view())
    correct(evening, row, "remove")
    repair = evening.at_table().repair
    assert (repair.seat, repair.text, repair.asked) == (3, "take left", 0)
    assert repair.rule
    assert (texts(evening), evening.view()) == before  # nothing is in the game yet
    assert questions(evening) == ()
    refused("repair", evening.say, 1, "take left")
    refused("repair", evening.send, Undo, row=1)
    evening.restart()  # as after a power cut
    assert evening.at_table().repair == repair
    correct(evening, repair.row, "insert", "reveal 2 stone", phone(2))
    assert evening.at_table().repair is None
    assert evening.view()["seats"][1]["cards"] == {"stone": 1, "blue-3": 1}


def test_cancelled_correction_changes_nothing(evening):
    two_rounds(evening)
    before = (texts(evening), evening.view(), evening.asked())
    correct(evening, "reveal 2 wood", "remove")
    assert evening.at_table().repair.rule == "line-missing"
    evening.send(Correct, phone(2), row=0, how="off")
    assert evening.at_table().repair is None
    assert (texts(evening), evening.view(), evening.asked()) == before
    refused("stale", evening.send, Correct, row=0, how="off")


def test_stale_cancel_does_not_stop_a_correction_others_have_answered(evening):
    """Ada leaves the card as is at the moment in which Ben removes it."""
    two_rounds(evening)
    correct(evening, "reveal 2 wood", "ask")
    asked = evening.at_table().repair.row
    correct(evening, asked, "remove", who=phone(2))
    decided = evening.at_table().repair
    assert decided.rule == "line-missing"
    refused("stale", evening.send, Correct, phone(1), row=asked, how="off")
    assert evening.at_table().repair == decided


def test_a_question_that_stays_open_keeps_its_number(evening):
    two_rounds(evening)
    before = evening.asked()
    correct(evening, "reveal 2 blue-3", "replace", "reveal 2 glass")
    assert evening.asked() == before


def test_a_forgotten_turn_is_inserted(evening):
    begun(evening, "touch", "touch", "touch")
    take(evening, 1, "left", "wood")
    take(evening, 2, "left", "gear")  # really seat 3, from its right
    row = rows(evening)[-2][0]
    correct(evening, row, "insert", "take right")
    repair = evening.at_table().repair
    assert (repair.row, repair.asked, repair.before) == (row, 0, True)
    correct(evening, row, "insert", "reveal 1 coin")
    assert evening.at_table().repair is None
    assert texts(evening)[-6:] == [
        "1 take left",
        "reveal 1 wood",
        "2 take right",
        "reveal 1 coin",
        "3 take right",
        "reveal 2 gear",
    ]
    [fixed] = [event for event in evening.log() if event["type"] == "put-right"]
    assert (fixed["of"], fixed["was"], fixed["now_of"], fixed["now"]) == (0, None, 2, "take right")
    assert evening.view()["to_act"] == [1]
    take(evening, 1, "left", "gear")
    evening.restart()
    assert texts(evening)[-4:] == ["3 take right", "reveal 2 gear", "1 take left", "reveal 1 gear"]


def test_a_line_and_all_after_it_are_cut(evening):
    two_rounds(evening)
    row = next(number for number, seat, _ in rows(evening) if seat == 3)
    correct(evening, row, "cut", who=phone(2))
    assert texts(evening)[-1] == "reveal 2 wood"
    assert evening.view()["to_act"] == [3]
    fixed = [event for event in evening.log() if event["type"] == "put-right"]
    assert [(event["was"], event["now"], event["by"]) for event in fixed] == [("take left", None, 2)] * 4
    assert [event["card"] for event in fixed] == [
        "reveal 3 coin",
        "reveal 1 red-0",
        "reveal 2 blue-3",
        "reveal 3 compass",
    ]


@pytest.mark.parametrize(
    ("wish", "rule"),
    [
        ({"row": 99, "how": "ask"}, "no-such-line"),
        ({"row": 0, "how": "remove"}, "no-such-line"),
        ({"row": 1, "how": "replace", "text": "no such words"}, "unreadable"),
        ({"row": 1, "how": "replace", "text": "take left"}, "not-in-stack"),
        ({"row": 1, "how": "insert", "text": "reveal 1 wood"}, "stale"),
    ],
    ids=str,
)
def test_impossible_corrections_are_refused(evening, wish, rule):
    two_rounds(evening)
    refused(rule, evening.send, Correct, **wish)
    assert evening.at_table().repair is None


@pytest.mark.parametrize(("text", "rule"), [("reveal 1 wood", "not-in-stack"), ("", "unreadable")])
def test_impossible_insertions_are_refused(evening, text, rule):
    two_rounds(evening)
    refused(rule, correct, evening, 1, "insert", text)
    assert evening.at_table().repair.row == 1


def test_correcting_a_finished_game_corrects_its_result(evening):
    begun(evening, "touch", "touch")
    wander(evening, random.Random(5), lambda evening: evening.at_table().phase == "over")
    before = evening.table.finished.list_games()[0].result
    row = next(number for number, seat, text in rows(evening) if not seat and text.endswith("blue-3") and " 1 " in text)
    correct(evening, row, "replace", legal_replacement(evening, row, "blue-2-cat"))
    for _ in range(200):
        repair = evening.at_table().repair
        if repair is None:
            break
        correct(evening, repair.row, *(("replace", repair.likely) if repair.likely else ("cut",)))
    assert evening.at_table().repair is None
    if evening.at_table().phase == "over":
        assert evening.table.finished.list_games()[0].result != before
    else:
        assert evening.table.finished.list_games() == ()


def legal_replacement(evening, row, card):
    correct(evening, row, "ask")
    return next(text for text in evening.at_table().repair.legal if text.endswith(card))


def test_a_correction_ends_with_its_game(evening):
    two_rounds(evening)
    correct(evening, "reveal 2 wood", "ask")
    assert isinstance(evening.table.committed.state.correction, Correction)
    evening.send(Suspend)
    [aside] = evening.at_table().laid_aside
    evening.send(Resume, game=aside.game)
    assert evening.at_table().repair is None
    assert len(questions(evening)) == 1


# ---- in the middle


def position(evening):
    """Return what people would enter for the position of this game."""
    view = evening.view()
    view.pop("hints")
    return view


def entered(view):
    return msgspec.json.encode(view).decode()


def test_running_game_continues_from_an_entered_position(evening):
    two_rounds(evening)
    lies = position(evening)
    lies["seats"][1]["cards"] = {"blue-3": 1, "coin": 2}
    lies["stacks"]["2"]["left"] -= 4
    lies["seats"][0]["name"] = "Ada"  # a printed position repeats the name
    evening.now += 1800
    wish = {"position": entered(lies)}
    refused("sure", evening.send, ContinueFrom, phone(2), **wish)
    evening.send(ContinueFrom, phone(2), **wish, sure=True)
    assert (evening.at_table().game_id, evening.at_table().phase) == (2, "game")
    assert evening.view()["seats"][1]["cards"] == {"blue-3": 1, "coin": 2}
    assert evening.kinds()[:2] == ["game-broken-off", "game-began"]
    assert [seat.name for seat in evening.at_table().seats] == ["Ada", "Ben", None]
    take(evening, 1, "left", "wood", phone(1))
    evening.restart()
    assert evening.view()["seats"][0]["cards"] == {"wood": 2, "red-0": 1}
    assert evening.store.game(1).state == "broken"
    assert "Ada" not in evening.store.game(2).header["position"]
    assert evening.table.finished.list_games() == ()
    correct(evening, "reveal 1 wood", "replace", "reveal 1 gear")
    assert evening.view()["seats"][0]["cards"] == {"wood": 1, "red-0": 1, "gear": 1}
    evening.send(EndEarly, sure=True)
    [over] = evening.table.finished.list_games()
    assert over.seconds >= 1800, "with the time before people entered how it lies"


def test_lobby_starts_a_game_from_an_entered_position(evening):
    """An entered position decides the wonders of seats in the lobby, whatever they wished for."""
    two_rounds(evening)
    lies = position(evening)
    evening.send(Suspend)
    evening.send(SetSeat, seat=1, wonder="rome")
    evening.send(Start, position=entered(lies))
    assert [seat.wonder for seat in evening.at_table().seats] == ["giza", "rhodes", "ephesus"]
    assert evening.view()["turn"] == lies["turn"]
    assert questions(evening)[0].seat == lies["to_act"][0]


@pytest.mark.parametrize(
    ("fault", "where"),
    [
        (lambda at: at["seats"][1].update(cards={"wood": 99}), "seats.2"),
        (lambda at: at["seats"].pop(), "seats"),
        (lambda at: at.update(turn="none"), "turn"),
        (lambda at: at["seats"][0].update(wonder="atlantis"), "seats.1"),
    ],
)
def test_invalid_position_is_refused_with_its_fault_and_changes_nothing(evening, fault, where):
    two_rounds(evening)
    lies = position(evening)
    fault(lies)
    before = (texts(evening), evening.view())
    no = refused("position", evening.send, ContinueFrom, position=entered(lies), sure=True)
    assert where in str(no.params["reason"])
    assert (texts(evening), evening.view()) == before
    for nonsense in ("", "{", "[]", "nothing", "[" * 100000):
        refused("position", evening.send, ContinueFrom, position=nonsense, sure=True)


def test_starting_from_a_position_is_refused_if_the_table_deals(evening):
    evening.sit("touch", "touch")
    refused("not-tracked", evening.send, Start, position="{}")


def test_corrected_rows_are_stored_in_the_order_of_the_game(evening):
    two_rounds(evening)
    correct(evening, "take left", "replace", "take center")
    said = texts(evening)
    evening.close()
    store = Store(evening.folder / "table.db")
    saved = store.game(1)
    store.close()
    assert [row.text if row.seat < 0 else f"{row.seat + 1} {row.text}" for row in saved.moves] == said
    evening.open()


def test_horns_are_turned_by_hand_as_in_play(evening):
    begun(evening, "phone Ada", "touch")
    take(evening, 1, "left", "red-1")
    ritual = evening.at_table().ritual
    assert (ritual.seat, ritual.open) == (1, (1,))
    evening.send(TurnMarker, PANEL, marker=1)
    assert evening.at_table().ritual is None


@pytest.mark.parametrize("says", ["touch", "reminder", "next turn"])
def test_markers_of_a_cardboard_game_are_not_turned_by_timeout(evening, says):
    begun(evening, "phone Ada", "touch")
    take(evening, 1, "left", "red-1")
    ritual = evening.at_table().ritual
    evening.now += 3600
    assert evening.table.next_tick() is None
    evening.table.tick(evening.now)
    evening.send(ReminderDone, line=evening.table.log_end, seats=(2,))
    assert evening.at_table().ritual == ritual
    evening.cues.clear()
    match says:
        case "touch":
            evening.send(TurnMarker, marker=1)
        case "reminder":
            evening.send(ReminderDone, line=evening.table.log_end, seats=(1,))
        case _:
            take(evening, 2, "left", "wood")
    assert evening.at_table().ritual is None
    assert [cue.markers for cue in evening.cues if cue.what == "marker"] == [(1,)]


def test_one_touch_turns_all_pending_markers(evening):
    begun(evening, "touch", "touch")
    take(evening, 1, "right", "red-2")
    waiting = evening.at_table().ritual.open
    assert len(waiting) == 2
    evening.send(TurnMarker, marker=waiting[1])
    assert evening.at_table().ritual is None
    take(evening, 2, "left", "red-1")
    assert evening.view()["conflict"]["flipped"] == 0, "it was fought"
    assert evening.at_table().ritual is None
