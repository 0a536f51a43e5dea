"""Pages of phones over whole games: exactly the legal actions, only parts that changed, and no secret of another."""

import itertools
import json
import random
import re
from collections import Counter
from html import unescape
from html.parser import HTMLParser

import msgspec
import pytest

from app.games.architects import printed_names
from app.games.architects.phone.svg_faces import Labels
from app.games.architects.words_facade import MINOR_EVENTS
from app.phones import log_parts
from app.phones.features.regions_and_tabs import TABS
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.phones.template_rendering import INCOMPLETE, RenderedPart
from app.phones.websockets import Connections
from app.protocol.client_rights import ONLOOKER, SCREEN, Actor
from app.protocol.game_lifecycle_messages import Discard, EndEarly, SetGame, Start, Suspend
from app.protocol.network_messages import Network
from app.protocol.play_messages import SkipOpening, TurnMarker, Undo
from app.protocol.seat_messages import HandOver, JoinRequest, MoveSeat, Rename, SetSeat
from app.protocol.settings_messages import SetTable
from app.text.translation import words
from engine.architects.actions import PAYMENT_WORDS
from engine.architects.data_schema import Stage
from engine.game import Seat
from tests import sums
from tests.app.phones.served import GAMES, LANGS, Served

ACTION = re.compile(r"action=(.*)")


class Offers(HTMLParser):
    """The actions that a person can say with a part: by a button, or by choosing in a form."""

    def __init__(self, html):
        super().__init__()
        self.said = []
        self._form = None
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        have = dict(attributes)
        if tag == "form":
            self._form = (have["data-do"], {})
        elif tag == "input" and self._form:
            self._form[1].setdefault(have["name"], []).append(have["value"])
        elif tag == "button" and "data-do" in have:
            self.said.append(have["data-do"])

    def handle_endtag(self, tag):
        if tag == "form" and self._form:
            spec, choices = self._form
            self._form = None
            if not choices and "{" in spec:
                return  # its one button says all of it
            for values in itertools.product(*choices.values()):
                said = spec
                for name, value in zip(choices, values, strict=True):
                    said = said.replace(f"{{{name}}}", value)
                self.said.append(said)

    def actions(self):
        return [found[1] for spec in self.said if (found := ACTION.search(spec))]


def play(served, rng, steps=2000):
    """Play at random until the game is over, and yield the question before each action."""
    for _ in range(steps):
        if served.phase() != "game":
            return
        yield served.asked()
        served.act(rng.choice(served.asked().legal))


def start_game(served, count):
    return served.sit(*[f"P{seat}" for seat in range(1, count + 1)]).start()


def start_expansion_game(served, count, lang=None):
    """Start a game with all parts of the expansion, Rome at seat 1 and Ur at seat 2."""
    served.sit(*[f"P{seat}" for seat in range(1, count + 1)], lang=lang)
    served.send(SetGame, variant=("medals", "expert", "medal-tokens"))
    served.send(SetSeat, seat=1, wonder="rome")
    served.send(SetSeat, seat=2, wonder="ur")
    return served.start()


def offered_actions(show, reader):
    """Update the page of this reader, and list the actions that it offers."""
    show.update_page(reader, False)
    ask = reader.shown.get("ask")
    return sorted(Offers(unescape(ask.html)).actions()) if ask else []


def kept_cards_sentence(served, seat):
    """Return the sentence of an English page about the cards that a seat can pay with."""
    lying = json.loads(bytes(served.table.snapshot(SCREEN, served.table.log_end).game))["seats"][seat - 1]["cards"]
    cards = [card for card in PAYMENT_WORDS for _ in range(lying.get(card, 0))]
    return f"You keep: {printed_names.cards(words('en'), cards)}" if cards else "You keep nothing else."


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("count", "seed"), [(2, 1), (3, 2), (4, 3), (7, 4)])
def test_pages_offer_exactly_the_legal_actions(evening, count, seed):
    served, show = evening
    readers = [PageState(Actor("seat", Seat(at))) for at in range(count)]
    kinds, keeps, before = set(), {}, 0
    for asked in play(start_game(served, count), random.Random(seed)):
        if served.said in keeps:
            assert keeps[served.said] == kept_cards_sentence(served, before), served.said
            kinds.add("kept")
        for at in {asked.seat - 1, asked.number % count}:
            assert offered_actions(show, readers[at]) == (sorted(asked.legal) if at == asked.seat - 1 else [])
        before, keeps = asked.seat, sums.of_architects(unescape(readers[asked.seat - 1].shown["ask"].html))
        kinds |= {action.split()[0] for action in asked.legal}
    assert {"take", "build", "progress", "peek", "kept"} <= kinds


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("count", "seed"), [(2, 1), (3, 2), (4, 3), (7, 4)])
def test_pages_offer_exactly_the_legal_actions_of_the_expansion(evening, count, seed):
    served, show = evening
    readers = [PageState(Actor("seat", Seat(at))) for at in range(count)]
    asks = set()
    for asked in play(start_expansion_game(served, count), random.Random(seed)):
        for at in {asked.seat - 1, asked.number % count}:
            assert offered_actions(show, readers[at]) == (sorted(asked.legal) if at == asked.seat - 1 else [])
        asks |= {action.split()[0] for action in asked.legal}
    assert {"steal", "draw", "take", "build"} <= asks


@pytest.mark.full
def test_conflict_result_is_delayed_until_the_last_marker_except_on_reload(evening):
    served, show = evening
    start_game(served, 4)
    readers, seen = [PageState(Actor("seat", Seat(at))) for at in range(4)], 0
    for _ in play(served, random.Random(3)):
        before = [{**reader.shown} for reader in readers]
        for reader in readers:
            show.update_page(reader, False)
        ritual = show.current_table().ritual
        if ritual is None or ritual.flipped < ritual.tokens or not before[0]:
            continue
        lasts = [line for line in readers[0].lines if line.kind == "conflict-fought"]
        back = PageState(Actor("seat", Seat(0)))
        show.update_page(back, False)
        assert len([line for line in back.lines if line.kind == "conflict-fought"]) >= len(lasts)
        for reader, shown in zip(readers, before, strict=True):
            if reader.delayed_lines:
                sheets = {name for name in shown if name.startswith("sheet-")}
                assert {name: reader.shown[name].html for name in sheets} == {name: shown[name].html for name in sheets}
                assert reader.shown["news"].html.count("conflict-fought") == 0
        if not readers[0].delayed_lines:  # the taker's turn goes on
            continue
        assert len([line for line in back.lines if line.kind == "conflict-fought"]) == len(lasts) + 1
        seen += 1
        served.send(HandOver, seat=2)  # what is said meanwhile comes after what waits
        for reader in readers:
            show.update_page(reader, False)
        for marker in ritual.open:
            served.send(TurnMarker, Actor("seat", Seat(ritual.seat - 1)), marker=marker)
        for reader in readers:
            show.update_page(reader, False)
            fresh = PageState(reader.who)
            show.update_page(fresh, False)
            assert reader.delayed_lines == ()
            told = {name for name in fresh.shown if name.startswith("log-")} | {"news", "since"}
            assert {n: part.html for n, part in reader.shown.items() if n not in told} == {
                n: part.html for n, part in fresh.shown.items() if n not in told
            }
            assert [line.text for line in reader.lines] == [line.text for line in fresh.lines]
    assert seen > 1


def test_page_diffs_add_up_to_the_whole_page(evening):
    served, show = evening
    follower = PageState(Actor("seat", Seat(0)))
    page = {}
    rng = random.Random(5)
    for number, _ in enumerate(play(start_game(served, 3), rng)):
        if number % 7 == 3:
            offer = served.table_view()["undo"]
            served.send(SetTable, undo=rng.choice(["ask", "always"]), points=rng.random() < 0.5)
            if offer and served.table_view()["settings"]["undo"] == "always":
                served.send(Undo, Actor("seat", Seat(offer["seat"] - 1)), row=offer["row"])
                served.send(SetTable, undo="ask")
        news = show.update_page(follower, False)
        for name in news.gone:
            del page[name]
        page |= news.parts
        fresh = PageState(Actor("seat", Seat(0)))
        show.update_page(fresh, False)
        assert page == follower.shown
        assert page == fresh.shown or follower.delayed_lines
        if number > 60:
            break
    assert any("<del>" in part.html for part in page.values())


def test_tab_shows_its_own_parts_and_all_tabs_the_whole_page(evening):
    served, show = evening
    for seats in (None, 3):
        if seats:
            start_game(served, seats)
        for who in (ONLOOKER, Actor("seat", Seat(0))) if seats else (ONLOOKER,):
            whole = PageState(who)
            show.update_page(whole, False)
            together = {}
            for tab in TABS:
                reader = PageState(who, tab)
                show.update_page(reader, False)
                assert all(show.layout.is_on(tab, name, watching=who is ONLOOKER) for name in reader.shown)
                together |= reader.shown
            assert together == whole.shown


def test_table_tab_of_an_onlooker_shows_seats_and_winner(evening):
    served, show = evening
    reader = PageState(ONLOOKER, "table")
    show.update_page(reader, False)
    assert {"start", "chair-1", "chair-4"} <= reader.shown.keys()
    for _ in play(start_game(served, 2), random.Random(6)):
        pass
    show.update_page(reader, False)
    assert re.search("P[12] wins", reader.shown["verdict"].html)
    assert "start" not in reader.shown


def test_winner_is_named_in_a_game_against_a_bot(evening):
    served, show = evening
    served.sit("Ada", lang="en")
    served.send(SetSeat, seat=2, by="bot", bot="random")
    served.start()
    rng = random.Random(1)
    while served.phase() == "game":
        try:
            legal = served.asked().legal
            served.act(next((say for say in legal if say.startswith(("build", "progress"))), rng.choice(legal)))
        except AssertionError:  # the bot is asked, once markers are turned
            served.now += 10
            served.table.tick(served.now)
    reader = PageState(Actor("seat", Seat(0)))
    show.update_page(reader, False)
    assert "Ada wins with" in reader.shown["verdict"].html


def test_undo_button_shows_whether_others_are_asked(evening):
    served, show = evening
    served.sit("Ada", "Ben", lang="en").start()
    while not (offer := served.table_view()["undo"]) or not offer["free"]:  # an action that showed nothing new
        served.act("take center" if not offer else served.asked().legal[0])
    for policy, says in (("ask", {offer["seat"]: False, 3 - offer["seat"]: True}), ("always", {1: False, 2: False})):
        served.send(SetTable, undo=policy)
        for seat, asked in says.items():
            reader = PageState(Actor("seat", Seat(seat - 1)))
            show.update_page(reader, False)
            assert ("the others are asked" in reader.shown["undo"].html) is asked


def test_game_ended_early_is_scored_and_labelled(evening):
    served, show = evening
    asked = play(start_game(served, 2), random.Random(6))
    for _ in range(20):
        next(asked)
    served.send(EndEarly, sure=True)
    for who in (ONLOOKER, Actor("seat", Seat(0))):
        reader = PageState(who)
        show.update_page(reader, False)
        assert "ended early" in reader.shown["verdict"].html
        assert "ended early" in reader.shown["result"].html
        totals = [int(re.search(r"(\d+)</span></div>", reader.shown[f"sheet-{at}"].html)[1]) for at in (1, 2)]
        assert totals == sorted(totals, reverse=True)
        assert "within" not in reader.shown


def test_suspended_game_is_listed_in_the_readers_language(evening):
    served, show = evening
    served.sit("Ada", lang="de")
    served.send(SetSeat, seat=2, by="touch", wonder="giza")
    served.start()
    served.send(Suspend)
    reader = PageState(Actor("seat", Seat(0)), "mine")
    show.update_page(reader, False)
    assert ">Ada, Platz 2: Gizeh · " in reader.shown["aside"].html
    served.send(Discard, game=1, sure=True)
    assert "aside" in show.update_page(reader, False).gone


def test_opening_shows_own_wonder_and_first_player_only_once_found(evening):
    served, show = evening
    served.send(SetGame, first=2)
    served.sit("Ada", "Ben", lang="en")
    served.send(SetSeat, seat=1, wonder="babylon")
    served.send(SetSeat, seat=2, wonder="giza")
    served.send(Start)
    ada, ben = page_parts(show, 1), page_parts(show, 2)
    assert "Babylon" in ada["opening"]
    assert "Take a progress token" in ada["opening"]
    assert "Giza" in ben["opening"]
    assert 'data-do="skip-opening"' in ada["opening"]
    assert "Ben" not in ada["opening"] + ada["head"] + ada["news"], "nobody has seen yet who is first"
    for _ in range(2):
        served.table.tick(served.table.next_tick())
    assert "Ben goes first" in page_parts(show, 1)["opening"]
    assert "You go first" in page_parts(show, 2)["opening"]
    served.send(SkipOpening)
    assert "opening" not in page_parts(show, 1)


def test_long_turn_order_is_abbreviated(evening):
    served, show = evening
    served.send(SetGame, first=1)
    start_game(served, 7)
    heads = []
    for seat in (3, 4, 7):
        reader = PageState(Actor("seat", Seat(seat - 1)))
        served.send(Rename, Actor("seat", Seat(seat - 1)), name=f"P{seat}", lang="en")
        show.update_page(reader, False)
        heads.append(re.search(r"then ([^<]*)<", reader.shown["head"].html)[1])
    assert heads == ["P2, you", "P2, P3, you", "P2, …, you"]


def test_draw_choices_name_the_stack_owner(evening):
    served, show = evening
    served.sit("Ada", "Ben", "Cleo", lang="en")
    for seat in (1, 2, 3):
        served.send(SetSeat, seat=seat, wonder=("halicarnassus", "giza", "rhodes")[seat - 1])
    served.start()
    for asked in play(served, random.Random(1)):
        if {"draw left", "draw right"} <= set(asked.legal):
            reader = PageState(Actor("seat", Seat(0)))
            show.update_page(reader, False)
            left, right = re.findall(r"<small><span>(your stack|stack of \w+|face down)", reader.shown["ask"].html)[:2]
            assert (left, right) == ("your stack", "stack of Cleo")
            return
    raise AssertionError("nobody drew")


def page_parts(show, seat):
    """Return the HTML of each part of a seat's page, by name."""
    reader = PageState(Actor("seat", Seat(seat - 1)))
    show.update_page(reader, False)
    return {name: unescape(part.html) for name, part in reader.shown.items()}


def view_of(served, seat):
    snapshot = served.table.snapshot(Actor("seat", Seat(seat - 1)), served.table.log_end)
    return json.loads(bytes(snapshot.game))


@pytest.mark.full
def test_page_shows_progress_towards_every_reachable_medal(evening):
    served, show = evening
    won = 0
    for number, _ in enumerate(play(start_expansion_game(served, 4, "en"), random.Random(2))):
        for seat in {1, number % 4 + 1}:
            parts = page_parts(show, seat)
            goals = view_of(served, seat)["hints"]["goals"][seat - 1]
            assert re.findall(r'data-say="m-([a-z-]+)"', parts["goals"]) == [goal["medal"] for goal in goals]
            met = sum(part["have"] >= part["need"] for goal in goals for part in goal["parts"])
            assert parts["goals"].count("#i-tick") == met
        medals = [slug for chair in view_of(served, 1)["seats"] for slug in chair["medals"]]
        table = page_parts(show, 1)["medals"].split("<h3>")
        assert sorted(re.findall(r'data-say="m-([a-z-]+)"', "".join(table[1:]))) == sorted(medals)
        won = max(won, len(medals))
    assert won >= 4
    assert "goals" not in page_parts(show, 1)  # the game is over: nothing can be won any more
    sheet = "".join(html for name, html in page_parts(show, 1).items() if name.startswith("sheet-"))
    assert sorted(map(int, re.findall(r'aria-label="Medals: (\d+)"', sheet))) == sorted(
        4 * len(chair["medals"]) for chair in view_of(served, 1)["seats"]
    )


def test_no_page_mentions_medals_without_the_expansion(evening):
    served, show = evening
    served.sit("Ada", "Ben", lang="en").start()
    for asked in play(served, random.Random(1)):
        parts = page_parts(show, asked.seat)
        assert not parts.keys() & {"goals", "medals"}
        drawn = parts.keys() - {"sprite", "manage"}  # the settings name what people may have in their box
        assert not [name for name in drawn if "edal" in parts[name].replace("#i-medal", "")]


def test_won_medal_is_first_in_the_news(evening):
    served, show = evening
    for _ in play(start_expansion_game(served, 3, "en"), random.Random(4)):
        log = [msgspec.json.decode(bytes(line.event)) for line in served.table.snapshot(ONLOOKER, 0).news]
        last = next(event for event in reversed(log) if event["type"] not in MINOR_EVENTS)
        if last["type"] == "medal-taken":
            top = page_parts(show, 1)["news"].split("</p>")[0]
            assert top.startswith('<p class="moment" data-told=')
            assert f"P{last['seat']} wins a medal" in top
            return
    raise AssertionError("nobody won a medal last")


@pytest.mark.rotated
def test_gift_is_face_down_at_its_seat_on_every_page(evening):
    served, show = evening
    given = 0
    for _ in play(start_expansion_game(served, 3, "en"), random.Random(1)):
        for seat in (1, 2, 3):
            parts = page_parts(show, seat)
            around = [(seat - 1 + step) % 3 for step in (1, 2)]
            gifts = [chair["gifts"] for chair in view_of(served, seat)["seats"]]
            waiting = [gifts[seat - 1], *(gifts[other] for other in around)]
            for html, n in zip((parts["cards"], parts["seat-1"], parts["seat-2"]), waiting, strict=True):
                assert (f"{n} face-down card" in html) == ('data-say="x-gift"' in html) == bool(n)
            given += sum(waiting)
    assert given


def test_cards_to_steal_are_grouped_by_person(evening):
    served, show = evening
    for asked in play(start_expansion_game(served, 4, "en"), random.Random(1)):
        if len({say.split()[1] for say in asked.legal if say.startswith("steal")}) == 3:
            people = page_parts(show, 1)["ask"].split("<details")[1:]
            assert [re.search(r"<summary>\s*<b[^>]*>\s*(P\d)", html)[1] for html in people] == ["P2", "P3", "P4"]
            for seat, html in enumerate(people, start=2):
                offered = re.findall(r'value="(\d) ([a-z0-9-]+)"', html)
                assert {whose for whose, _ in offered} == {str(seat)}
                cards = view_of(served, 1)["seats"][seat - 1]["cards"]
                assert {card for _, card in offered} == {card for card, n in cards.items() if n}
            return
    raise AssertionError("nobody could choose among three")


def test_ur_draws_one_of_three_and_the_central_card_stays_covered(evening):
    served, show = evening
    for asked in play(start_expansion_game(served, 3, "en"), random.Random(1)):
        if {"draw left", "draw right", "draw center"} == set(asked.legal):
            parts = page_parts(show, 2)
            assert re.findall(r'value="(draw [a-z]+)"', parts["ask"]) == ["draw left", "draw center", "draw right"]
            middle = next(tile for tile in parts["ask"].split("<label") if 'value="draw center"' in tile)
            assert 'class="back"' in middle
            assert "you have seen it" in middle
            assert re.search(r'<details class="peek" id="peek">\s*<summary', parts["hold"])
            assert "reach-1" not in parts  # they are on offer already
            assert "hold" not in page_parts(show, 1)
            return
    raise AssertionError("Ur never drew")


def test_extra_card_is_offered_together_with_the_card_of_the_turn(evening):
    served, show = evening
    rng = random.Random(8)
    start_expansion_game(served, 4, "en")
    while served.phase() == "game":
        asked = served.asked()
        if {"take", "extra"} <= {say.split()[0] for say in asked.legal}:
            html = page_parts(show, asked.seat)["ask"]
            assert sorted(Offers(html).actions()) == sorted(asked.legal)
            assert html.index("Take one of three") < html.index("Take an extra card")
            assert "reach-1" not in page_parts(show, asked.seat)  # the stacks are on offer already
            return
        served.act(rng.choice([say for say in asked.legal if say.startswith("progress")] or asked.legal))
    raise AssertionError("no gift allowed an extra card")


@pytest.mark.rotated
def test_peek_choice_names_what_allows_it(evening):
    served, show = evening
    for asked in play(start_expansion_game(served, 3, "en"), random.Random(1)):
        if "peek" in asked.legal:
            mine = view_of(served, asked.seat)["seats"][asked.seat - 1]
            by = "The cat" if mine["cat"] else "Domestication"
            assert f"{by} allows it before you take a card." in page_parts(show, asked.seat)["ask"]


def test_pages_show_corrected_values(tmp_path, facts):
    overrides = "medals.three-blue.need.blue=4 table.medal_points=5 wonders.rome.stages.1.points=9"
    served = Served(tmp_path, facts, overrides=overrides)
    show = PageMaker(served.table, GAMES)
    start_expansion_game(served, 3, "en")
    assert served.table_view()["facts"] == overrides
    parts = page_parts(show, 1)
    assert "Whoever has this first gets 5 points: 4 blue cards." in parts["says"]
    assert "gives 9 points" in parts["needs"]
    served.store.close()


def parts_with_unfilled_placeholders(reader):
    """List the parts that contain an unfilled placeholder, except `does`, which the page fills in itself."""
    left = re.compile(r"\{[a-z]+\}(?!\"|;| |$)")
    return [name for name, part in reader.shown.items() if name != "does" and left.search(part.html)]


@pytest.mark.rotated
@pytest.mark.sampled(4)
@pytest.mark.parametrize("lang", LANGS)
def test_expansion_pages_are_complete_in_every_language(evening, lang):
    served, show = evening
    readers = [PageState(Actor("seat", Seat(at))) for at in range(3)] + [PageState(ONLOOKER)]
    served.send(SetTable, lang=lang)
    for _ in play(start_expansion_game(served, 3, lang), random.Random(6)):
        for reader in readers:
            show.update_page(reader, True)
            assert not parts_with_unfilled_placeholders(reader)
    if lang != "en":
        said = " ".join(part.html for reader in readers for part in reader.shown.values())
        assert not re.search(r"wins a medal|face-down card|Medals", said)


def test_unchanged_table_sends_no_parts(evening):
    served, show = evening
    reader = PageState(Actor("seat", Seat(0)))
    start_game(served, 3)
    show.update_page(reader, False)
    assert show.update_page(reader, False).parts == {}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("lang", LANGS)
def test_pages_are_complete_in_every_language(evening, lang):
    served, show = evening
    readers = [PageState(Actor("seat", Seat(0))), PageState(ONLOOKER)]
    served.seats(3)
    served.send(SetTable, lang=lang)
    for reader in readers[1:]:
        show.update_page(reader, True)
    served.sit("A", "B", "C", lang=lang)
    served.table.presence.set_network(Network("http://192.0.2.1:80", "http://x.local:80"))
    served.send(HandOver, Actor("seat", Seat(0)), seat=1)
    for reader in readers:
        show.update_page(reader, True)
    assert "<svg" in readers[0].shown["codes"].html
    served.send(HandOver, Actor("seat", Seat(0)), seat=1, cancel=True)
    served.start()
    for _ in play(served, random.Random(3)):
        for reader in readers:
            show.update_page(reader, True)
            assert reader.lang == lang
            assert not parts_with_unfilled_placeholders(reader)
    for reader in readers:
        show.update_page(reader, False)
    assert "rematch" in readers[0].shown["ended"].html
    assert readers[0].shown["verdict"].html


def test_hidden_points_are_absent_until_the_end(evening):
    served, show = evening
    start_game(served, 3)
    served.send(SetTable, points=False)
    reader = PageState(Actor("seat", Seat(0)))
    for _ in play(served, random.Random(1)):
        show.update_page(reader, False)
        assert not [name for name in reader.shown if name.startswith("sheet-")]
    show.update_page(reader, False)
    assert len([name for name in reader.shown if name.startswith("sheet-")]) == 3


def test_undo_vote_can_be_cast_for_absent_seats(evening):
    served, show = evening
    start_game(served, 3)
    asked = served.asked()
    served.act("take left")
    offer = served.table_view()["undo"]
    served.send(Undo, Actor("seat", Seat(asked.seat - 1)), row=offer["row"])
    other = asked.seat % 3 + 1
    served.table.presence.set_connected(Seat(other - 1), True)
    reader = PageState(Actor("seat", Seat(other - 1)))
    show.update_page(reader, False)
    html = reader.shown["vote"].html
    third = 6 - asked.seat - other
    assert f"seat={other};about=undo;yes=true" in html
    assert f"seat={third};about=undo;yes=true" in html  # whose phone is away
    assert f"seat={asked.seat};" not in html
    served.table.presence.set_connected(Seat(third - 1), True)
    show.update_page(reader, False)
    assert f"seat={third};about=undo;yes=true" not in reader.shown["vote"].html


@pytest.mark.rotated
def test_only_the_seat_that_peeked_has_the_card(evening):
    served, show = evening
    readers = [PageState(Actor("seat", Seat(at))) for at in range(3)] + [PageState(ONLOOKER)]
    held = 0
    for asked in play(start_game(served, 3), random.Random(8)):
        if "peek" in asked.legal:
            served.act("peek")
        for at, reader in enumerate(readers):
            show.update_page(reader, False)
            own = Actor("seat", Seat(at)) if at < 3 else ONLOOKER
            snapshot = served.table.snapshot(own, served.table.log_end)
            top = json.loads(bytes(snapshot.game))["stacks"]["center"]["top"]
            assert ("hold" in reader.shown) == (top is not None)
            if top is not None:
                held += 1
                html = reader.shown["hold"].html
                shown = re.sub(r'<div class="card".*?</div>', "", html, flags=re.DOTALL)
                assert 'class="titled' not in shown  # drawn only in what is not visible until it is held
                assert html.index('class="back"') < html.index('class="titled')  # under its back
                assert "<details" in html
                assert " open" not in html
    assert held > 5


def test_central_card_is_drawn_face_down_even_after_a_peek(evening):
    served, show = evening
    seen = 0
    for asked in play(start_game(served, 3), random.Random(8)):
        if "peek" not in asked.legal:
            continue
        served.act("peek")
        reader = PageState(Actor("seat", Seat(asked.seat - 1)))
        show.update_page(reader, False)
        middle = next(t for t in reader.shown["ask"].html.split("<label") if 'value="take center"' in t)
        assert 'class="back"' in middle
        assert 'class="face' not in middle
        assert "does" not in middle
        seen += 1
    assert seen


def test_face_down_card_is_labelled_so_once(evening):
    served, show = evening
    served.sit("Ada", "Ben", lang="de").start()
    reader = PageState(Actor("seat", Seat(served.asked().seat - 1)))
    show.update_page(reader, False)
    middle = next(t for t in reader.shown["ask"].html.split("<label") if 'value="take center"' in t)
    assert middle.count("verdeckt") == 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("count", "sit"), [(3, start_game), (7, start_game), (4, start_expansion_game)])
async def test_no_frame_contains_keys_secrets_or_unseen_cards(tmp_path, facts, count, sit):
    """A whole game, looked at frame by frame as each client gets it, in both forms."""
    served = Served(tmp_path, facts, headless=False)
    show = PageMaker(served.table, GAMES)
    sit(served, count)
    secret = bytes(served.table.committed.dealer._secret)
    readers = [PageState(Actor("seat", Seat(at))) for at in range(count)] + [PageState(ONLOOKER)]
    since = [0] * len(readers)
    looked_at = Counter()
    for asked in play(served, random.Random(count)):
        if "peek" in asked.legal:
            served.act("peek")
        for at, reader in enumerate(readers):
            snapshot = served.table.snapshot(reader.who, since[at])
            since[at] = served.table.log_end
            html = "".join(part.html for part in show.update_page(reader, True).parts.values())
            spoken = json.dumps(json.loads(msgspec.json.encode(snapshot)))
            for frame in (html, spoken):
                assert not [key for key in served.keys.values() if key in frame]
                assert secret.hex() not in frame.lower()
            own = at + 1
            for line in snapshot.news:
                event = json.loads(bytes(line.event))
                if event["type"] == "card-seen":
                    looked_at[own] += 1
                    assert event["seat"] == own
            game = json.loads(bytes(snapshot.game))
            if own not in game["hints"]["looked"]:
                assert game["stacks"]["center"]["top"] is None
                assert 'id="held"' not in html
            for question in snapshot.questions:
                assert question.seat == own
    assert looked_at
    served.store.close()


def test_seat_language_moves_with_the_seat(evening):
    served, _ = evening
    served.sit("Ada", "Ben", "Cleo")
    connections = Connections(served.table, served.games, served.clock)
    assert connections.lang(1) == "en"
    served.send(MoveSeat, seat=1, to=2)
    assert connections.lang(1) == "de"


# ---- the lobby by phones alone ---------------------------------------------------------------------------------


def test_lobby_page_offers_every_setting_to_phones(evening):
    served, show = evening
    served.seats(4)
    served.table.joining.join(None, Seat(0), JoinRequest("Ada", "en"))
    reader = PageState(Actor("seat", Seat(0)))
    show.update_page(reader, False)
    said = [spec for part in reader.shown.values() for spec in re.findall(r'data-do="([^"]+)"', part.html)]
    for wish in (
        "set-seats;count=5",
        "set-seat;seat=2;by=bot",
        "set-seat;seat=1;wonder=giza",
        "set-game;first={value}",
        "set-game;keep={value}",
        "set-table;undo={value}",
        "set-table;points={value}",
        "move-seat;seat=1;to=2",
    ):
        assert wish in said
    assert not any("by=touch" in spec for spec in said)  # nobody could touch a screen that is not there
    assert "start" not in said
    served.send(SetSeat, seat=2, by="bot")
    show.update_page(reader, True)
    assert 'data-do="start"' in reader.shown["start"].html
    assert "by=touch" in reader.shown["chair-3"].html


def test_free_seats_are_mentioned_only_if_some_exist(evening):
    served, show = evening
    served.seats(3)
    for number in (1, 2, 3):
        served.table.joining.join(None, Seat(number - 1), JoinRequest(("Ada", "Ben", "Cleo")[number - 1], "en"))
        start = page_parts(show, 1)["start"]
        assert ('data-do="start"' in start) == (number > 1)
        assert ("Empty seats are left out." in start) == (number == 2)


def test_variant_switch_includes_its_dependents(evening):
    served, show = evening
    served.sit("Ada", "Ben", lang="en")
    switch = re.compile(r'data-do="set-game;variant=([a-z -]*)"( checked)?( disabled)?')
    off = ("medals", "", ""), ("expert", "", " disabled"), ("medal-tokens", "", "")
    assert tuple(switch.findall(page_parts(show, 1)["lobby"])) == off
    assert "Only with: Medals." in page_parts(show, 1)["lobby"]
    served.send(SetGame, variant=("medals", "expert"))
    on = ("medal-tokens", " checked", ""), ("medals medal-tokens", " checked", ""), ("medals expert", " checked", "")
    assert tuple(switch.findall(page_parts(show, 2)["lobby"])) == on
    reader = PageState(ONLOOKER)
    show.update_page(reader, False)
    assert not switch.findall("".join(part.html for part in reader.shown.values()))


def test_cardboard_game_starts_only_when_every_seat_has_a_wonder(evening):
    served, show = evening
    served.sit("Ada", "Ben", "Cleo", lang="en")
    assert "Random" in page_parts(show, 1)["thing-1"]
    assert 'data-do="start"' in page_parts(show, 1)["start"]
    served.send(SetGame, mode="track", first=1)
    served.send(SetSeat, seat=1, wonder="giza")
    parts = page_parts(show, 1)
    assert not any("random" in parts[name].lower() for name in ("thing-1", "chair-2", "chair-3"))
    owed = ["Which wonder?" in page_parts(show, seat)["thing-1"] for seat in (1, 2, 3)]
    assert owed == [False, True, True]
    assert 'data-do="start"' not in parts["start"]
    assert "Ben has no wonder yet. Choose the wonder in front of that seat." in parts["start"]
    assert "Without a wonder: Ben, Cleo" in parts["start"]
    assert "?position" in parts["start"]
    for seat, wonder in ((2, "rhodes"), (3, "ephesus")):
        served.send(SetSeat, seat=seat, wonder=wonder)
    parts = page_parts(show, 1)
    assert 'data-do="start"' in parts["start"]
    assert "no wonder yet" not in parts["start"]
    served.start()
    assert "Which token was laid out? · 1 of 3" in page_parts(show, 2)["ask"]


def test_assumed_wonder_numbers_are_mentioned_once(evening):
    served, show = evening
    served.sit("Ada", "Ben", "Cleo", lang="en")
    assert "our assumption" not in page_parts(show, 1)["start"]
    for seat, wonder in ((1, "rome"), (2, "giza"), (3, "ur")):
        served.send(SetSeat, seat=seat, wonder=wonder)
    # Beside that it stands at each wonder, where all of them say what they do, and at one's own.
    told = "".join(html for name, html in page_parts(show, 1).items() if name not in ("says", "thing-1", "hero"))
    assert told.count("our assumption") == 1
    assert "Rome and Ur: these numbers are our assumption" in page_parts(show, 2)["start"]


def test_every_part_template_compiles(evening):
    _, show = evening
    show.pages.read_all()
    assert show.pages._call.cache_info().currsize > 20


# ---- drawings ----------------------------------------------------------------------------------------------------


def test_wonder_drawing_marks_built_next_and_later_stages(evening):
    served, _ = evening
    facts = served.table.games.shelf["architects"].lookup.facts
    invented = (Stage((), 2, "same", 3), Stage((), 2, "same", 3), Stage((1, 2), 3, "different", 9))
    a_wonder = msgspec.structs.replace(next(iter(facts.wonders.values())), stages=invented)
    labels = Labels(msgspec.structs.replace(facts, wonders={**facts.wonders, "invented": a_wonder}))
    for slug, wonder in labels.facts.wonders.items():
        stages, html = wonder.stages, str(labels.wonder(slug, (1,), (2,)))
        assert html.count("<text") == len(stages)
        if slug == "invented":
            states = [html.count(f'<path class="{state}"') for state in ("built", "next", "later")]
            assert states == [1, 1, len(stages) - 2]
        else:
            states = [html.count(mark) for mark in ("<image", 'fill-opacity="0.16"', 'fill-opacity="0.1"')]
            assert states == [2, 1, len(stages) - 2]  # what is built, and the scaffold of the next


def test_news_omit_dull_and_undone_lines():
    lines = [
        log_parts.WordedLine(text, "x", undone, dull=dull)
        for text, dull, undone in (("a", False, False), ("b", True, False), ("c", False, True))
    ]
    assert [line.text for line in log_parts.news(lines).lines] == ["a"]


def test_closed_folds_are_omitted_from_the_initial_part():
    folded = RenderedPart.from_json(b'"a<!--later-->b<!--later-->c<!--/later-->d<!--/later-->e"')
    assert folded.etag
    assert folded.initial() == RenderedPart(msgspec.Raw(b'"ae"'), INCOMPLETE)
    whole = RenderedPart.from_json(b'"a"')
    assert whole.initial() == whole


def test_actions_before_a_take_over_keep_their_name(evening):
    served, show = evening
    served.sit("Ada", "Ben", lang="en")
    served.send(SetSeat, seat=2, by="bot")
    del served.keys[2]
    served.start()
    reader = PageState(Actor("seat", Seat(0)))
    for _ in range(4):
        while not served.table.snapshot(reader.who).questions:
            served.now = max(served.now, served.table.next_tick())
            served.table.tick(served.now)
        served.act(served.asked().legal[0])
        show.update_page(reader, False)
    told = [line.text for line in reader.lines]
    bot = show.current_table().seats[1].name
    assert any(text.startswith(f"{bot} takes ") for text in told)
    served.keys[2] = served.table.joining.join(None, Seat(1), JoinRequest("Dora", "en"))
    for page in (reader, PageState(Actor("seat", Seat(0)))):
        show.update_page(page, False)
        assert [line.text for line in page.lines][: len(told)] == told
        assert page.lines[-1].text == f"Dora takes over from {bot}."
    show.update_page(reader, False)
