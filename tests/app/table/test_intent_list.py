"""The list of intents: each is listed once, with the roles that may send it and every rule that refuses it."""

import inspect
from importlib import import_module
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from app import protocol
from app.games import game_list
from app.protocol.access_messages import SetPin
from app.protocol.base_messages import Intent, Ping
from app.protocol.client_rights import ONLOOKER, PANEL, SCREEN, Actor, Relation, Role, check_seat, tag
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.history_messages import AskNames, AskReview, GetHistory, LookBack, ReadSheet
from app.protocol.machine_messages import Diagnose, Shutdown
from app.protocol.network_messages import JoinWifi, LookForWifi, SetCountry, SetHotspot, TurnWifiOn
from app.protocol.panel_messages import ChooseKey, ForgetKey, Press, TryPart
from app.protocol.play_messages import Act, Horn, Look, TurnMarker, Undo, Vote
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import HandOver, Leave, Rename, SetSeat
from app.table.intent_list import _LIST, COMMON_REFUSALS, INTENTS, STORE_REFUSALS
from app.text import table_text as table_words
from app.text.translation import words as language
from docs import intents as page
from engine.game import Seat
from tests.app.table.refusals import called_functions, refusals

PHONE = Actor("seat", Seat(0))
BOT = Actor("bot", Seat(0))
ROLES = {"screen": SCREEN, "seat": PHONE, "panel": PANEL, "bot": BOT, "onlooker": ONLOOKER, "people": Actor("people")}
READ = {
    GetHistory,
    LookBack,
    AskReview,
    AskNames,
    ReadSheet,
    Ping,
}
INTENTS_BY_ROLE = {
    "screen": set(INTENTS) - {Rename, Leave},
    "seat": set(INTENTS)
    - {Look, Shutdown, Press, TryPart, Diagnose, SetPin}
    - {ChooseKey, ForgetKey}
    - {LookForWifi, JoinWifi, SetHotspot, TurnWifiOn, SetCountry},
    "panel": {Horn, TurnMarker},
    "bot": {Act},
    "onlooker": READ,
    "people": set(),
}


def test_intents_are_listed_once():
    subjects = [import_module(f"app.protocol.{path.stem}") for path in Path(protocol.__path__[0]).glob("*_messages.py")]
    declared = {
        message
        for module in subjects
        for message in vars(module).values()
        if isinstance(message, type) and issubclass(message, Intent)
    }
    assert sorted(map(tag, (listed.intent for listed in _LIST))) == sorted(map(tag, declared - {Intent}))


@pytest.mark.parametrize("role", get_args(Role))
def test_roles_may_send_their_listed_intents(role):
    assert {kind for kind, listed in INTENTS.items() if role in listed.roles} == INTENTS_BY_ROLE[role]


@pytest.mark.parametrize("kind", INTENTS, ids=tag)
def test_every_handler_has_the_types_of_its_listed_intent(kind):
    listed = INTENTS[kind]
    taken = inspect.signature(listed.handler).parameters["intent"].annotation
    given = inspect.signature(listed.handler).return_annotation
    assert taken is kind
    assert given is listed.answer or listed.changes


OWN_SEAT = {"own"}
SEATS = {  # (kind, in the lobby, headless): the seats that a phone may send it for
    (Act, False, False): OWN_SEAT,
    (Act, False, True): OWN_SEAT,
    (Undo, False, False): OWN_SEAT,
    (Undo, False, True): OWN_SEAT,
    (Vote, False, False): {"own", "away", "gone"},
    (Vote, False, True): {"own", "away", "gone", "open"},
    (HandOver, False, False): OWN_SEAT,
    (HandOver, False, True): {"own", "gone", "open"},
    (HandOver, True, True): {"own", "away", "gone", "open"},
    (SetSeat, False, False): OWN_SEAT,
    (SetSeat, True, False): {"own", "open"},
    (SetSeat, False, True): {"own", "gone", "open"},
    (SetSeat, True, True): {"own", "away", "gone", "open"},
    (SetGame, True, False): {"own", "open"},
    (SetGame, True, True): {"own", "away", "gone", "open"},
}


@pytest.mark.parametrize("relation", get_args(Relation))
@pytest.mark.parametrize(("kind", "in_lobby", "headless"), SEATS, ids=str)
def test_phone_may_act_only_for_seats_within_reach(kind, in_lobby, headless, relation):
    reach = INTENTS[kind].reach.relations(in_lobby=in_lobby, headless=headless)
    check_seat(SCREEN, Seat(3), relation, reach)
    if relation in SEATS[kind, in_lobby, headless]:
        check_seat(PHONE, Seat(3), relation, reach)
    else:
        with pytest.raises(Rejection) as no:
            check_seat(PHONE, Seat(3), relation, reach)
        soon = relation == "away" and "gone" in SEATS[kind, in_lobby, headless]
        assert (no.value.code, no.value.params) == ("just-away" if soon else "not-your-seat", {"seat": 4})


@pytest.mark.parametrize("relation", ["away", "gone", "open", "held"])
def test_bot_may_act_for_its_own_seat_only(relation):
    reach = INTENTS[Act].reach.relations(in_lobby=False, headless=True)
    check_seat(BOT, Seat(0), "own", reach)
    with pytest.raises(Rejection):
        check_seat(BOT, Seat(1), relation, reach)


# ---- refusals ------------------------------------------------------------------------------------------------


@pytest.mark.rotated
def test_listed_refusals_match_those_of_the_handlers():
    found = {}
    for kind, listed in INTENTS.items():
        rules = refusals(f"{listed.handler.__module__}.{listed.handler.__qualname__}")
        if not any("gone" in each for each in msgspec.structs.astuple(listed.reach)):  # never reaches a missing phone
            rules.discard("just-away")
        if listed.outlives is not None:  # confirmed before its handler runs
            rules.add("meant")
        found[tag(kind)] = ("" in rules, sorted(rules - COMMON_REFUSALS - {""}))
    assert found == {tag(kind): (listed.by_rules, sorted(listed.refusals)) for kind, listed in INTENTS.items()}


class Anything(dict[str, int]):
    """Parameters of any refusal: each is 1."""

    def __missing__(self, key: str) -> int:
        return 1


@pytest.mark.parametrize(
    "rule", sorted(COMMON_REFUSALS.union(STORE_REFUSALS, *(listed.refusals for listed in INTENTS.values())))
)
def test_every_refusal_has_a_sentence(rule):
    """The sentence belongs to the table, or to each game that can refuse by this rule."""
    w = language("en")
    said = {table_words.refusal(w, rule, Anything(), say) for say in (None, *game_list.words().values())}
    assert said - {w("That is not possible now.")}


@pytest.mark.rotated
def test_call_graph_follows_methods_of_any_variable():
    """`edit` is the correction of a wonder, or of the set-up."""
    called = called_functions("app.table.cardboard.line_correction._Fitting.__init__")
    methods = {"wonder_correction.OtherWonder.corrected_setup", "setup_correction.SetupEdit.corrected_setup"}
    assert {f"app.table.cardboard.{each}" for each in methods} <= called


def test_protocol_page_matches_the_intent_list():
    text = page.PAGE.read_text("utf-8")
    assert page.page(text) == text, "run `python -m docs.intents`"
