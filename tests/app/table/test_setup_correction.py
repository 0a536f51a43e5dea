"""Corrections of the set-up: a fact is reported wrongly, corrected ten turns later, and the game ends as on cardboard.

The cardboard is a second state of the engine, set up as people have laid it out. Everything reported to the table is
played there as well: the same cards, taken by the seat that really had that turn.
"""

import random
from dataclasses import dataclass, field

import pytest

from app.protocol.cardboard_messages import Correct
from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.play_messages import Act
from app.table.cardboard import line_correction, reports
from app.table.lobby import game_agreement
from engine.game import CHANCE, IllegalAction, Seat
from engine.header_values import split_words
from engine.seven_wonders.questions import RECRUIT
from tests.app.table import tracked
from tests.app.table.plays import refused
from tests.app.table.repairs import GAMES, goes_on
from tests.app.tables import Evening, phone

TURNS = 10
ROLES = {
    "architects": ("giza", "rhodes", "ephesus"),
    "duel": (),
    "seven-wonders": ("gizah-day", "rhodos-day", "ephesos-day", "babylon-night"),
}


@dataclass
class Wrong:
    """A fact as it is first reported, as it is on cardboard (`really`: keys of the header), and its correction.

    `order`, `other`: as in `Cardboard`.
    """

    game: str
    told: dict[str, object] = field(default_factory=dict)  # of SetGame
    really: dict[str, str] = field(default_factory=dict)
    right: dict[str, object] = field(default_factory=dict)  # of Correct
    order: tuple[int, ...] | None = None
    other: tuple[str, str] = ("", "")


CASES = {
    "who began, of Architects": Wrong(
        "architects", {"first": 2}, really={"first": "1"}, right={"text": "first 1"}, order=(2, 0, 1)
    ),
    "who began, of Duel": Wrong("duel", {"first": 2}, really={"first": "1"}, right={"text": "first 1"}, order=(1, 0)),
    "places, of Architects": Wrong(
        "architects", really={"seats": "giza, ephesus, rhodes"}, right={"text": "places 2 3"}
    ),
    "places, of Duel": Wrong("duel", really={"names": "Ben, Ada"}, right={"text": "places 1 2"}),
    "places, of 7 Wonders": Wrong(
        "seven-wonders",
        really={"seats": "gizah-day, ephesos-day, rhodos-day, babylon-night"},
        right={"text": "places 2 3"},
        order=(0, 2, 1, 3),
    ),
    "a wonder, of Architects": Wrong(
        "architects",
        really={"seats": "giza, olympia, ephesus"},
        right={"how": "wonder", "whose": 2, "text": "olympia", "card": "rhodes"},
    ),
    "a wonder, of Duel": Wrong(
        "duel",
        right={"how": "wonder", "text": "hanging-gardens", "card": "pyramids"},
        other=("pyramids", "hanging-gardens"),
    ),
    "a side, of 7 Wonders": Wrong(
        "seven-wonders",
        really={"seats": "gizah-day, rhodos-night, ephesos-day, babylon-night"},
        right={"how": "wonder", "whose": 2, "text": "rhodos-night", "card": "rhodos-day"},
    ),
    "medals that are there, of Architects": Wrong(
        "architects", really={"variant": "medals"}, right={"text": "variant medals"}
    ),
    "no medals, of Architects": Wrong(
        "architects", {"variant": ("medals",)}, really={"variant": ""}, right={"text": "variant"}
    ),
    "set wonders, of Duel": Wrong("duel", really={"variant": "first-game"}, right={"text": "variant first-game"}),
    "drafted wonders, of Duel": Wrong(
        "duel", {"variant": ("first-game",)}, really={"variant": ""}, right={"text": "variant"}
    ),
    "leaders, of 7 Wonders": Wrong("seven-wonders", really={"variant": "leaders"}, right={"text": "variant leaders"}),
    "no leaders, of 7 Wonders": Wrong(
        "seven-wonders", {"variant": ("leaders",)}, really={"variant": ""}, right={"text": "variant"}
    ),
    "a house rule, of Architects": Wrong(
        "architects",
        really={"rules": "coin-may-replace-a-resource-you-have=yes"},
        right={"text": "rules coin-may-replace-a-resource-you-have=yes"},
    ),
    "a token that was laid out, of Architects": Wrong(
        "architects", right={"how": "replace", "text": "reveal token culture"}, other=("tactics", "culture")
    ),
    "a token that was laid out, of Duel": Wrong(
        "duel", right={"how": "replace", "text": "reveal token law"}, other=("economy", "law")
    ),
}


class Cardboard:
    """The real position of the cards, and all that happened, each with the turn in which it did.

    `order`: by reported seat, the seat that its lines are really of; `other`: two words reported for each other.
    """

    def __init__(self, rules, setup, order=None, other=("", "")):
        self.state = rules.start(setup)
        self.order, self.other, self.said = order, other, []

    def really(self, seat, text, at):
        """Return the seat and action that a reported line really was. `at`: the position in which it is reported."""
        exchanged = dict(zip(self.other, reversed(self.other), strict=True))
        text = " ".join(exchanged.get(word, word) for word in text.split(" "))
        if self.order is None:
            return seat, text
        action = at.reseated(seat, at.parse(text), [Seat(each) for each in self.order])
        return (seat if seat == CHANCE else Seat(self.order[seat])), str(action)

    def play_reported(self, told, rng):
        """Return the position after these reported lines, and the lines that really happened; None if impossible.

        Each line comes with the position in which it is reported. Events that nobody reports happen, too.
        """
        state, said = self.state.copy(), []
        try:
            for at, seat, text in told:
                if not at.reported_turn() and _is_not_there(state, text):
                    continue
                if _recruits(at) and not getattr(state, "with_leaders", False):
                    continue
                while (at.reported_turn() and not state.reported_turn()) or (_recruits(state) and not _recruits(at)):
                    whose = state.to_act[0]
                    say(state, said, whose, str(rng.choice(state.legal(whose))))
                say(state, said, *self.really(seat, text, at))
        except IllegalAction:
            return None
        return state, said


def _is_not_there(state, text):
    """Check whether this card or wonder cannot be there, as it was not laid out or drafted."""
    drafts = text.startswith("draft ") and "first-game" in state.setup.variant
    return drafts or (text.startswith("reveal medal ") and "medals" not in state.setup.variant)


def _recruits(state):
    return getattr(state, "with_leaders", False) and state.phase == RECRUIT and not state.eager


def say(state, said, seat, text):
    turn = state.reported_turn()
    state.apply(seat, state.parse(text))
    said.append((turn, seat, text))


def start_wrong_game(evening, wrong):
    """Start a reported game with the wrong fact."""
    roles = ROLES[wrong.game]
    evening.send(SetGame, mode="track", **{"first": None if wrong.game == "seven-wonders" else 1} | wrong.told)
    evening.sit(*["phone Ada", "phone Ben", "touch", "touch"][: len(roles) or 2]).boards(*roles)
    evening.send(Start)


def report_and_play(evening, there, rng, told=None):
    """Report something that is legal at the table and possible on the cardboard, and play it there."""
    match = evening.table.committed.match
    found = [
        (question, action, card)
        for question in tracked.questions(evening)
        for action in question.legal
        for card in (question.then[action].legal if action in question.then else (None,))
    ]
    rng.shuffle(found)
    found.sort(
        key=lambda each: (
            1 + (there.other[1] in each[1].split()) - (each[1] in (f"reveal token {told}", f"draft {told}"))
        )
    )
    for question, action, card in found:
        intent = Act(id="", seat=question.seat, question=question.number, action=action, card=card)
        lines = reports.split_answer(match.state, evening.table.committed.state.questions, intent)
        at, ahead = match.state.copy(), []
        for applied in match.answer(lines, phone(1), reports.PEOPLE).moves:
            ahead.append((at.copy(), applied.move.seat, applied.move.text))
            at.apply(applied.move.seat, at.parse(applied.move.text))
        after = there.play_reported(ahead, rng)
        if after is None or bool(at.to_act) != bool(after[0].to_act):
            continue
        asks = {there.order[seat] if there.order and seat != CHANCE else seat for seat in at.to_act}
        if (
            at.reported_turn()
            and after[0].reported_turn()
            and set(after[0].to_act) != asks
            and not any(map(_recruits, (at, after[0])))
        ):
            continue
        evening.send(Act, phone(1), **{name: getattr(intent, name) for name in FIELDS})
        there.state, there.said = after[0], [*there.said, *after[1]]
        return
    raise AssertionError("nothing that can be told was so")


FIELDS = ("seat", "question", "action", "card")


def answer_repairs(evening, there):
    """Answer every question of the correction with what really happened."""
    used = set()
    for _ in range(200):
        repair = evening.at_table().repair
        if repair is None:
            return
        found = line_correction.replay_edited(evening.table.committed.match, evening.table.committed.state.correction)
        turn = found.state.reported_turn()
        nth, text = next(
            ((nth, text) for nth, (when, seat, text) in enumerate(there.said)
             if nth not in used and (when, seat + 1) == (turn, repair.asked) and text in repair.legal),
            (-1, ""),
        )  # fmt: skip
        if nth < 0:
            evening.send(Correct, phone(1), row=repair.row, how="remove")
            continue
        used.add(nth)
        stays = any((seat + 1, said) == (repair.seat, repair.text) for _, seat, said in there.said[nth + 1 :])
        how = "insert" if repair.before or stays else "replace"
        evening.send(Correct, phone(1), row=repair.row, how=how, text=text)
    raise AssertionError("it is asked for ever")


@pytest.mark.rotated
@pytest.mark.sampled(8)
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("case", CASES)
def test_a_corrected_set_up_ends_as_the_cardboard_game_did(tmp_path, case, seed):
    wrong, rng = CASES[case], random.Random(f"{case} {seed}")
    evening = Evening(tmp_path, shelf={wrong.game: GAMES[wrong.game]}, modes={wrong.game: ("play", "track")})
    start_wrong_game(evening, wrong)
    match = evening.table.committed.match
    header = {key: value for key, value in (dict(match.setup.header()) | wrong.really).items() if value}
    there = Cardboard(match.rules, game_agreement.parse_header(match.rules, header), wrong.order, wrong.other)
    while evening.table.committed.match.state.reported_turn() <= TURNS:
        report_and_play(evening, there, rng, wrong.other[0])
    fields = {"how": "set-up", "row": 0} | wrong.right
    if fields["how"] == "replace":
        fields["row"] = tracked.row_of(evening, f"reveal token {wrong.other[0]}")
        evening.send(Correct, phone(1), row=fields["row"], how="ask")
    if wrong.game == "duel" and fields["how"] == "wonder":
        fields["whose"] = next(n for n, own in enumerate(evening.at_table().wonders, 1) if wrong.other[0] in own)
    evening.send(Correct, phone(1), **fields)
    answer_repairs(evening, there)
    match = evening.table.committed.match
    assert match.state.view(None) == there.state.view(None)
    assert evening.at_table().first in (None, int(header["first"]) if "first" in header else 1)
    if "variant" in wrong.right.get("text", ""):
        assert [*evening.table.committed.state.lobby.variant] == [*split_words(header.get("variant", ""))]
    goes_on(evening)
    evening.restart()
    there.order, there.other = None, ("", "")
    while evening.table.committed.match.state.to_act:
        report_and_play(evening, there, rng)
    assert evening.table.committed.match.state.scores() == there.state.scores()
    assert evening.at_table().phase == "over"
    evening.close()


def test_a_corrected_first_player_is_asked_for_the_missing_turn(tmp_path):
    """Seat 1 began, but nobody reported its turn: seat 2 reported the first one, and so did all after it."""
    evening = Evening(tmp_path, shelf={"architects": GAMES["architects"]}, modes={"architects": ("play", "track")})
    start_wrong_game(evening, Wrong("architects", {"first": 2}))
    for token in tracked.TOKENS:
        evening.say(0, f"reveal token {token}")
    for seat, card in ((2, "glass"), (3, "coin"), (1, "blue-3"), (2, "wood")):
        tracked.take(evening, seat, "left", card, phone(1))
    before = [text for text in tracked.texts(evening) if "token" not in text]
    evening.send(Correct, phone(1), how="set-up", row=0, text="first 1 missing")
    repair = evening.at_table().repair
    assert (repair.rule, repair.asked) == ("turn-missing", 1)
    evening.send(Correct, phone(1), row=repair.row, how="insert", text="take left", card="reveal 1 stone")
    assert [text for text in tracked.texts(evening) if "token" not in text] == [
        "1 take left",
        "reveal 1 stone",
        *before,
    ]
    assert evening.at_table().first == 1
    goes_on(evening)
    evening.close()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("first 2", "no-such-fact"),  # as it is
        ("first 4", "no-such-seat"),
        ("first", "no-such-seat"),
        ("first ²", "no-such-seat"),
        ("places 1", "no-such-seat"),
        ("places 2 2", "no-such-seat"),
        ("variant expert", "setup"),
        ("variant fog", "setup"),
        ("rules taxes=yes", "setup"),
        ("rules economy-forces-a-build=perhaps", "setup"),
        ("deal eager", "no-such-fact"),
        ("", "no-such-fact"),
    ],
)
def test_an_unknown_set_up_fact_is_refused_without_a_change(tmp_path, text, why):
    evening = Evening(tmp_path, shelf={"architects": GAMES["architects"]}, modes={"architects": ("play", "track")})
    start_wrong_game(evening, Wrong("architects", {"first": 2}))
    before = evening.table.committed.match.setup
    refused(why, evening.send, Correct, how="set-up", row=0, text=text)
    assert evening.table.committed.match.setup == before
    evening.close()


def test_swapped_places_move_phones_and_names_with_their_people(tmp_path):
    evening = Evening(tmp_path, shelf={"seven-wonders": GAMES["seven-wonders"]}, modes={"seven-wonders": ("track",)})
    start_wrong_game(evening, CASES["places, of 7 Wonders"])
    key = evening.table.committed.state.chairs[1].key
    evening.send(Correct, phone(2), how="set-up", row=0, text="places 2 3")
    assert [seat.name for seat in evening.at_table().seats] == ["Ada", None, "Ben", None]
    assert [seat.wonder for seat in evening.at_table().seats] == list(
        map(ROLES["seven-wonders"].__getitem__, (0, 2, 1, 3))
    )
    assert evening.table.committed.state.chairs[2].key == key
    evening.close()
