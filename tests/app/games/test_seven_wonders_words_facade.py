"""7 Wonders in words: names, a sentence for everything said, choices with what they cost, a game told to readers."""

import ast
from collections import Counter
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from app.games.seven_wonders import effect_text, event_text, printed_names
from app.games.seven_wonders import words_facade as say
from app.text.amount_text import n_coins
from app.text.translation import complete, words
from app.text.words_protocols import PlainWords
from engine.game import CHANCE, EVERYONE, Rng, Seat
from engine.seven_wonders import actions
from engine.seven_wonders import data_schema as printed
from engine.seven_wonders.game_facade import SevenWonders
from engine.seven_wonders.questions import question
from engine.seven_wonders.view_json import Score

ROOT = Path(__file__).resolve().parents[3]
PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil")
EN = words("en")
SEATS = "abu-simbel-day, roma-night, halikarnassos-night, babylon-night, olympia-day"


@pytest.fixture(scope="module")
def game(every_fact) -> SevenWonders:
    return SevenWonders(every_fact["seven_wonders"], every_fact["leaders"])


def start_game(game, seats=SEATS, variant="leaders experts", **more):
    return game.start(game.setup({"game": "seven-wonders", "seats": seats, "variant": variant, **more}))


def moments(game, seed, *, least=0, **header):
    """Yield every position of a random game with the next action; the same seed deals the same hands."""
    rng = Rng(seed)
    state = start_game(game, **header)
    while state.to_act:
        seat = rng.choice(state.to_act)
        legal = list(state.legal(seat))
        # Whoever builds whatever can be built comes by more questions.
        wanted = [action for action in legal if "sell" not in str(action)] or legal
        action = state.deal(rng) if seat == CHANCE else rng.choice(wanted)
        yield state, seat, action
        state.apply(seat, action)
    yield state, None, None


def play_until(game, seed, asked, **header):
    """Return the first state of a random game with this question, and the seat asked."""
    for state, seat, _ in moments(game, seed, **header):
        if question(state) == asked and seat != CHANCE:
            return state, seat
    raise AssertionError(f"{asked} was never asked")


def decoded_view(state, seat):
    """Return a view as a page decodes it."""
    return say.parse_view(msgspec.json.encode(state.view(seat)))


def choice_groups(w, state, seat, game):
    legal = [str(action) for action in state.legal(seat)]
    return list(say.choices(w, decoded_view(state, seat), legal, PEOPLE, seat + 1, game.data()))


def test_words_implement_the_plain_words_protocol():
    assert isinstance(say, PlainWords)


# ---- names, and what is printed ----------------------------------------------------------------------------


@pytest.mark.parametrize("lang", complete())
def test_every_component_has_a_unique_name_and_an_effect_text(lang, game):
    w, facts = words(lang), game.data()
    cards = {slug: printed_names.card(w, slug) for slug in facts.cards}
    assert len(set(cards.values())) == 80
    assert all(cards[slug] == f"{cards[card.same_as]} (II)" for slug, card in facts.cards.items() if card.same_as)
    assert len({printed_names.leader(w, slug) for slug in facts.leaders}) == 49
    assert len({say.identity(w, slug) for slug in facts.boards}) == 18
    everything = [effect_text.card_says(w, slug, facts) for slug in facts.cards]
    everything += [effect_text.leader_says(w, slug, facts) for slug in facts.leaders]
    everything += [effect_text.leader_cost(w, leader) for leader in facts.leaders.values()]
    for board in facts.boards.values():
        everything += [effect_text.stage_says(w, stage) for stage in board.stages]
        everything += [effect_text.cost(w, stage.cost) for stage in board.stages]
    assert all(text and "{" not in text for text in everything)
    assert {effect_text.ability_says(w, board.ability) for board in facts.boards.values()} > {""}


def test_every_effect_has_words():
    assert set(effect_text._EFFECT) == set(get_args(printed.Effect))


@pytest.mark.parametrize(
    ("slug", "names"),
    [
        ("stone-pit", ("Stone Pit", "Steinbruch", "Stone Pit", "Cavité")),
        ("quarry", ("Quarry", "Bildhauerei", "Quarry", "Carrière")),
        ("haven", ("Haven", "Hafen", "Haven", "Port")),
    ],
)
def test_cards_have_the_names_on_the_box(slug, names):
    assert tuple(printed_names.card(words(lang), slug) for lang in ("en", "de", "nl", "fr")) == names


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (("card", "theater"), "blue · 3 points · leads to: Gardens"),
        (("card", "vineyard"), "yellow · 1 coin for each brown card in its own and both neighbouring cities"),
        (("card", "haven"), "yellow · 1 coin and 1 point for each brown card in its own city"),
        (("card", "spies-guild"), "purple · 1 point for each red card in both neighbouring cities"),
        (("card", "marketplace"), "yellow · glass, papyrus and cloth for 1 coin each on both sides"),
        (("card", "forum"), "yellow · glass, papyrus or cloth · leads to: Haven"),
        (("leader", "phryne"), "5 points with more blue cards than each neighbour"),
        (("leader", "justinian"), "3 points for each set of blue, red and green"),
        (("leader", "bilkis"), "once a turn any resource from the bank for 1 coin"),
        (("leader", "leonidas"), "1 resource less for each red card"),
    ],
)  # fmt: skip
def test_effect_texts_are_short(game, text, sentence):
    says = {"card": effect_text.card_says, "leader": effect_text.leader_says}[text[0]]
    assert says(EN, text[1], game.data()).startswith(sentence)


def test_uncertainty_note_names_doubtful_components(game):
    doubts = game.unverified(game.setup({"game": "seven-wonders", "seats": SEATS, "variant": "leaders"}))
    note = say.uncertainty_note(EN, doubts)
    assert note.startswith("Abu Simbel (day), Roma (night), Circus and Plato: these numbers are not certain")
    assert say.uncertainty_note(EN, ()) == ""


# ---- choices -----------------------------------------------------------------------------------------------


@pytest.mark.sampled(4)
@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize(("seed", "deal"), [(1, "eager"), (2, "eager"), (3, "lazy")])
def test_every_choice_is_listed_once_with_its_own_label(lang, seed, deal, game):
    w, asked = words(lang), set()
    for state, seat, action in moments(game, seed, deal=deal):
        if seat is None:
            continue
        if seat == CHANCE:
            assert say.action(w, str(action), PEOPLE)
            continue
        asked.add(question(state))
        legal = [str(each) for each in state.legal(seat)]
        labels = [say.action(w, text, PEOPLE) for text in legal]
        assert len(set(labels)) == len(labels)
        choices = [one for group in choice_groups(w, state, seat, game) for one in group.choices]
        assert Counter(one.say for one in choices) == Counter(legal)
        assert len({(one.text, one.note) for one in choices}) == len(choices)
        assert all(one.text and "{" not in one.text + one.note for one in choices)
        assert say.prompt(w, legal, PEOPLE)
    assert {"recruit", "play"} <= asked


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("choose keep caesar", "Keep Caesar"),
        ("choose recruit caesar", "Recruit Caesar"),
        ("recruit caesar", "Recruit Caesar"),
        ("choose build baths", "Build Baths"),
        ("choose build baths left 2 right 1 bank 1", "Build Baths (2 to the left, 1 to the right, 1 to the bank)"),
        ("choose stage baths right 2", "Build a stage with Baths (2 to the right)"),
        ("choose stage caesar", "Build a stage with Caesar"),
        ("stage", "Build a stage"),
        ("choose stage left 2", "Build a stage (2 to the left)"),
        ("choose sell caesar", "Sell Caesar"),
        ("sell", "Sell a card"),
        ("lose 5", "Give up a victory token of 5"),
        ("bury caesar", "Bury Caesar"),
        ("rebuild baths", "Build Baths from the discard pile"),
        ("done", "No, thank you"),
        ("deal 2 altar baths", "Ben is dealt: Altar, Baths"),
        ("draw 1 caesar nero", "Ada is dealt: Caesar, Nero"),
    ],
)
def test_every_line_of_the_notation_has_a_label(text, label):
    assert say.action(EN, text, PEOPLE) == label


def test_each_hand_card_shows_its_cost(game):
    state = start_game(game, "gizah-day, rhodos-day, olympia-day", "")
    hands = (
        "altar baths clay-pit lumber-yard stockade theater workshop",
        "apothecary barracks glassworks loom ore-vein press west-trading-post",
        "clay-pool east-trading-post guard-tower marketplace scriptorium stone-pit timber-yard",
    )
    for seat, hand in enumerate(hands, start=1):
        state.apply(CHANCE, state.parse(f"deal {seat} {hand}"))
    for seat, line in enumerate(("altar", "glassworks", "clay-pool")):
        state.apply(Seat(seat), state.parse(f"choose build {line}"))
    groups = {group.title: group for group in choice_groups(EN, state, Seat(1), game)}  # the hand came from seat 1
    hand = {printed_names.card(EN, card) for card in decoded_view(state, Seat(1)).mine.hand}
    assert set(groups) == hand == {"Baths", "Clay Pit", "Lumber Yard", "Stockade", "Theater", "Workshop"}
    heads = {title: group.note.split(" · ")[0] for title, group in groups.items()}
    assert heads == {
        "Baths": "costs 2 coins (stone)",
        "Clay Pit": "costs 1 coin",
        "Lumber Yard": "costs nothing",
        "Stockade": "cannot be paid (wood)",
        "Theater": "costs nothing",
        "Workshop": "costs no coins (glass)",
    }
    uses = {one.text: one.note for one in groups["Baths"].choices}
    assert uses == {"Build Baths": "2 coins to Ada (right)", "Sell Baths": "brings 3 coins"}
    assert {one.text: one.note for one in groups["Clay Pit"].choices}["Build Clay Pit"] == "1 coin to the bank"
    assert [one.text for one in groups["Stockade"].choices] == ["Sell Stockade"]


def test_choices_name_the_source_of_a_free_card(game):
    heads = set()
    for seed in range(3):
        for state, seat, _ in moments(game, seed):
            if seat is not None and question(state) == "play":
                heads |= {group.note.split(" · ")[0] for group in choice_groups(EN, state, seat, game)}
    assert {"free by its chain", "costs nothing this time", "stands in your city already"} <= heads


def test_leader_choices_show_the_current_cost(game):
    state, _ = play_until(game, 1, "recruit")
    roma = Seat(1)  # 2 coins less
    for group in choice_groups(EN, state, roma, game):
        slug = next(slug for slug in game.data().leaders if printed_names.leader(EN, slug) == group.title)
        leader = game.data().leaders[slug]
        price = max(0, (1 if leader.by_age else leader.cost) - 2)
        assert group.note.startswith(f"costs {price} coin" if price else "costs nothing")


@pytest.mark.parametrize(
    ("asked", "prompt"),
    [
        ("draft", "Keep a leader"),
        ("recruit", "Choose a leader"),
        ("play", "Choose a card"),
        ("seventh", "Play your last card"),
        ("rebuild", "Build a discarded card"),
        ("bury", "Bury a leader"),
        ("extra", "Recruit one more leader?"),
        ("lose", "Give up a victory token"),
    ],
)
def test_every_question_has_a_prompt(game, asked, prompt):
    for seed in range(60):
        for state, seat, _ in moments(game, seed):
            if seat not in (None, CHANCE) and question(state) == asked:
                assert say.prompt(EN, [str(each) for each in state.legal(seat)], PEOPLE) == prompt
                return
    pytest.fail(f"{asked} was never asked")


# ---- the position ------------------------------------------------------------------------------------------


@pytest.mark.sampled(2)
@pytest.mark.parametrize("lang", complete())
def test_every_position_can_be_described_to_each_reader(lang, game):
    w = words(lang)
    for nth, (state, _, _) in enumerate(moments(game, 7)):
        seats = (None, 0, 1, 2, 3, 4)
        for seat in (seats[nth % len(seats)], seats[(nth + 3) % len(seats)]):
            number = None if seat is None else seat + 1
            sections = list(say.position(w, decoded_view(state, seat), PEOPLE, number, game.data()))
            assert all(section.title for section in sections)
            assert not [line for section in sections for line in section.lines if "{" in line or not line]
            others = [name for at, name in enumerate(PEOPLE) if at != seat]
            told_of = [section.title for section in sections if section.seat not in (0, number)]
            assert sorted(title.split()[0].rstrip(":") for title in told_of) == sorted(others)


def test_neighbours_are_listed_first_with_their_goods(game):
    state, seat = play_until(game, 3, "play")
    sections = list(say.position(EN, decoded_view(state, seat), PEOPLE, seat + 1, game.data()))
    left, right = PEOPLE[(seat + 1) % 5], PEOPLE[seat - 1]
    titles = [section.title for section in sections if section.seat not in (0, seat + 1)]
    assert titles[0].startswith(f"{left} (left): ")
    assert titles[1].startswith(f"{right} (right): ")
    for section in sections:
        if "(left)" in section.title or "(right)" in section.title:
            board = game.data().boards[SEATS.split(", ")[section.seat - 1]]
            if board.start:
                assert any(line.startswith("Sells you: ") for line in section.lines)
                assert "You pay for each: raw 2, manufactured 2" in section.lines


@pytest.mark.rotated
def test_hand_is_described_to_its_seat_only(game):
    for state, seat, _ in moments(game, 11):
        if seat in (None, CHANCE) or question(state) != "play" or len(state.to_act) < 2:
            continue
        mine = {printed_names.card(EN, card) for card in decoded_view(state, seat).mine.hand}
        for other in (None, *(each for each in range(5) if each != seat)):
            number = None if other is None else other + 1
            sections = list(say.position(EN, decoded_view(state, other), PEOPLE, number, game.data()))
            theirs = (
                set()
                if other is None
                else {printed_names.card(EN, card) for card in decoded_view(state, other).mine.hand}
            )
            text = "\n".join(line for section in sections for line in section.lines)
            cities = {printed_names.card(EN, card) for chair in state.view(None).seats for card in chair.cards}
            assert not {name for name in mine - theirs - cities if f"{name}:" in text or f" {name}," in text}


def test_position_text_after_choosing_names_choice_and_waiting_seats(game):
    state, _ = play_until(game, 5, "play")
    while len(state.to_act) > 2:
        state.apply(state.to_act[0], state.legal(state.to_act[0])[0])
    waiting = f"Still choosing: {PEOPLE[state.to_act[0]]} and {PEOPLE[state.to_act[1]]}"
    done = next(Seat(seat) for seat in range(5) if seat not in state.to_act)
    first = next(iter(say.position(EN, decoded_view(state, done), PEOPLE, done + 1, game.data())))
    assert first.title == "You have chosen"
    assert first.lines == (say.action(EN, decoded_view(state, done).mine.choice, PEOPLE), waiting)
    public = list(say.position(EN, decoded_view(state, None), PEOPLE, None, game.data()))
    assert waiting in public[0].lines
    assert sum("has chosen" in section.lines[0] for section in public) == 3


def test_lazy_deal_shows_reported_choices_to_everyone(game):
    state = start_game(game, deal="lazy")
    state.apply(Seat(1), state.parse("choose recruit caesar"))
    state.apply(Seat(3), state.parse("choose sell"))
    for seat in (None, *range(5)):
        sections = say.position(EN, decoded_view(state, seat), PEOPLE, None if seat is None else seat + 1, game.data())
        lines = [line for section in sections for line in section.lines]
        for label in ("Recruit Caesar", "Sell a card"):
            assert any(line.endswith(label) for line in lines), (seat, label)


# ---- events, results, refusals ---------------------------------------------------------------------------


def make_event(kind):
    """Return an event of this kind with valid fields."""
    values = {int: 1, bool: True, str: "caesar", tuple[int, ...]: (1,) * 5, tuple[str, ...]: ("caesar",)}
    values[actions.Gains] = ((4, "ephesos"),)
    said = {field.name: values[field.type] for field in msgspec.structs.fields(kind)}
    if "choice" in said:
        said["choice"] = "build baths"
    return kind(**(said | ({"winners": (1,)} if "winners" in said else {})))


@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize("kind", get_args(actions.Events), ids=lambda kind: kind.__name__)
def test_every_kind_of_event_has_a_sentence(lang, kind):
    sentence = say.event(words(lang), make_event(kind), PEOPLE)
    assert sentence
    assert "{" not in sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (actions.CardBuilt(1, "quarry", 0, 0, 0, 0, False), "Ada builds Quarry."),
        (actions.CardBuilt(1, "statue", 0, 0, 0, 0, True), "Ada builds Statue, free by its chain."),
        (
            actions.CardBuilt(1, "quarry", 1, 2, 1, 0, False),
            "Ada builds Quarry for 4 coins. Ben gets 2 coins of that. Emil gets 1 coin of that.",
        ),
        (actions.StageBuilt(5, 2, 0, 2, 0, 0), "Emil builds stage 2 for 2 coins. Ada gets 2 coins of that."),
        (actions.CardSold(2, 3, False), "Ben sells a card for 3 coins."),
        (actions.CardSold(2, 3, True), "Ben sells a leader for 3 coins."),
        (actions.LeaderRecruited(2, "caesar", 0), "Ben recruits Caesar for nothing."),
        (actions.LeaderRecruited(2, "nero", 1, ((6, "nero"),)), "Ben recruits Nero for 1 coin. +6 (Nero 6)"),
        (
            actions.CardBuilt(1, "tavern", 0, 0, 0, 0, False, ((5, "tavern"), (2, "xenophon"))),
            "Ada builds Tavern. +7 (Tavern 5, Xenophon 2)",
        ),
        (actions.CardBuilt(1, "statue", 0, 0, 0, 0, True, ((2, "vitruvius"),)),
         "Ada builds Statue, free by its chain. +2 (Vitruvius 2)"),
        (actions.StageBuilt(2, 2, 0, 0, 0, 0, ((9, "ephesos"),)), "Ben builds stage 2. +9 (Ephesos 9)"),
        (actions.CardSold(2, 3, False, ((3, "sale"), (1, "nero"))), "Ben sells a card for 3 coins. +1 (Nero 1)"),
        (actions.CoinsGained(2, 4, "nero"), "Ben gets 4 coins (Nero)."),
        (actions.TokenTaken(2, 5, 1), "Ben takes a victory token of 5 against Ada."),
        (actions.TokenTaken(2, -1, 3), "Ben takes a defeat token against Cleo."),
        (
            actions.ConflictSettled(1, (1, 0, 2, 3, 0)),
            "Conflict of Age I. Shields: Ada 1, Ben 0, Cleo 2, Dora 3, Emil 0.",
        ),
        (actions.GameEnded((2,)), "Ben wins!"),
        (actions.GameEnded((1, 2)), "Ada and Ben share the victory."),
    ],
)  # fmt: skip
def test_events_have_the_expected_sentences(event, sentence):
    assert say.event(EN, event, PEOPLE) == sentence


def test_log_of_a_turn_has_one_line_per_seat(game):
    """The action, the payments and the gains stand in this order, under one head, with nothing in between."""
    said, heard = start_game(game), []
    for _, seat, action in moments(game, 4):
        if action is not None:
            said.apply(seat, action, lambda event, readers: heard.append(event) if readers is EVERYONE else None)
    kinds = [event.__struct_config__.tag for event in heard if event.__struct_config__.tag not in say.SILENT_EVENTS]
    heads = [at for at, kind in enumerate(kinds) if kind == "turn-began"]
    assert len(heads) == 18
    for at in heads:
        assert set(kinds[at + 1 : at + 1 + said.seats]) <= {"card-built", "stage-built", "card-sold"}


def test_every_coin_source_has_a_word():
    assert [event_text.source(EN, by) for by in ("sale", "left", "right", "nero")] == ["sale", "trade", "trade", "Nero"]


def test_every_statistic_has_its_own_name(game):
    _, counts = game.statistics(start_game(game).setup, [])
    heads = {say.statistic(EN, slug) for slug in counts[0]}
    assert len(heads) == len(counts[0])
    assert not heads & set(counts[0])
    assert say.victory(EN, "") == ""


def test_private_events_are_not_logged():
    """Hands go on to others, choices are taken back: a log would keep them."""
    assert {"hand-seen", "leaders-seen", "chose", "discard-seen"} <= say.SILENT_EVENTS
    kinds = {kind.__struct_config__.tag for kind in get_args(actions.Events)}
    assert kinds >= say.SILENT_EVENTS
    assert kinds >= say.MINOR_EVENTS


def finished_view(game, winners, totals):
    """Return the view of a finished game with these totals."""
    view = start_game(game).view(None)
    seats = tuple(
        msgspec.structs.replace(chair, score=Score(0, 0, 0, 0, 0, 0, 0, 0, total))
        for chair, total in zip(view.seats, totals, strict=True)
    )
    return msgspec.structs.replace(view, over=True, winners=winners, seats=seats)


@pytest.mark.parametrize(
    ("winners", "totals", "sentence"),
    [
        pytest.param((2,), (41, 50, 3, 3, 3), "Ben wins with 50 points.", id="points"),
        pytest.param((1,), (50, 50, 3, 3, 3), "Ada wins: equal points (50), but more coins.", id="coins"),
        pytest.param(
            (1, 2),
            (50, 50, 3, 3, 3),
            "Ada and Ben share the victory: equal points (50), and as many coins.",
            id="shared",
        ),
        pytest.param((), (1, 2, 3, 3, 3), "", id="not over"),
    ],
)
def test_result_text_names_the_winners(game, winners, totals, sentence):
    assert say.result(EN, finished_view(game, winners, totals), PEOPLE) == sentence


@pytest.mark.parametrize("lang", complete())
def test_every_score_category_has_its_own_name(lang):
    heads = [say.category(words(lang), field) for field in Score.__struct_fields__]
    assert len(set(heads)) == len(heads)


@pytest.mark.parametrize("lang", complete())
def test_every_variant_and_house_rule_has_words(lang, game):
    w = words(lang)
    for slug in (*game.variants(), *game.house_rules()):
        assert say.variant(w, slug) not in (slug, slug.replace("-", " ").capitalize()) or slug in game.variants()
        assert say.variant_effect(w, slug).endswith(".")


def refusals():
    """Return every rule that the engine of 7 Wonders raises, with the names of its facts."""
    found = set()
    for path in sorted((ROOT / "engine" / "seven_wonders").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="IllegalAction"), args=[first, *_], keywords=named):
                    rules = [one.value for one in ast.walk(first) if isinstance(one, ast.Constant)]
                    found |= {(rule, tuple(sorted(word.arg for word in named))) for rule in rules}
    return sorted(found)


@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize(("rule", "facts"), refusals())
def test_every_refusal_has_its_sentence(lang, rule, facts):
    w = words(lang)
    said = say.refusal(w, rule, dict.fromkeys(facts, 1))
    assert said != w("That is not possible now.")
    assert "{" not in said
    assert rule != "price" or n_coins(w, 1) in said


@pytest.mark.parametrize("asked", ["draft", "recruit", "play", "lose", "extra", "bury", "seventh", "rebuild"])
def test_asked_first_refusal_names_the_pending_question(asked):
    assert say.refusal(EN, "asked-first", {"asked": asked}).endswith((" first.", "First say who begins this age."))


def test_unknown_rule_gets_a_generic_refusal():
    assert say.refusal(EN, "never-heard-of", {}) == "That is not possible now."
    assert len(refusals()) > 15


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("choose build altar left 2", "Ben built Altar"),
        ("build altar", "Ben built Altar"),
        ("choose stage altar", "Ben built a stage"),
        ("choose sell altar", "Ben sold a card"),
        ("choose recruit plato", "Ben recruited Plato"),
    ],
)
def test_finished_action_text_hides_face_down_cards(line, told):
    """A card that stays face down after the action has no name in the text."""
    assert say.finished_action(words("en"), line, "Ben") == told
