"""The list of intents: each stands there once, with whoever may say it and every way in which it is refused."""

import ast
import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from types import FunctionType, ModuleType
from typing import get_args

import msgspec
import pytest

from app import protocol
from app.games import game_list
from app.protocol.access_messages import SetPin
from app.protocol.base_messages import Intent, Ping, Pong
from app.protocol.client_rights import ONLOOKER, PANEL, SCREEN, Actor, Rejection, Relation, Role, check_seat, tag
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.history_messages import AskNames, AskReview, GetHistory, LookBack, ReadSheet
from app.protocol.machine_messages import Diagnose, Shutdown
from app.protocol.network_messages import JoinWifi, LookForWifi, SetCountry, SetHotspot, TurnWifiOn
from app.protocol.panel_messages import ChooseKey, ForgetKey, Press, TryPart
from app.protocol.play_messages import Act, Horn, Look, TurnMarker, Undo, Vote
from app.protocol.seat_messages import HandOver, Leave, Rename, SetSeat
from app.table.features.intent_context import IntentContext
from app.table.intent_list import _LIST, COMMON_REFUSALS, INTENTS, STORE_REFUSALS
from app.text import table_text as table_words
from app.text.translation import words as language
from docs import intents as page
from engine.game import Seat

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
WHAT = {
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


def test_each_intent_stands_there_once():
    subjects = [import_module(f"app.protocol.{path.stem}") for path in Path(protocol.__path__[0]).glob("*_messages.py")]
    declared = {
        it for each in subjects for it in vars(each).values() if isinstance(it, type) and issubclass(it, Intent)
    }
    assert sorted(map(tag, (listed.intent for listed in _LIST))) == sorted(map(tag, declared - {Intent}))


@pytest.mark.parametrize("role", get_args(Role))
def test_who_may_say_what(role):
    assert {kind for kind, listed in INTENTS.items() if role in listed.roles} == WHAT[role]


@pytest.mark.parametrize("kind", INTENTS, ids=tag)
def test_a_handler_takes_the_intent_it_is_listed_with_and_gives_what_answers_it(kind):
    listed = INTENTS[kind]
    taken = inspect.signature(listed.handler).parameters["intent"].annotation
    given = inspect.signature(listed.handler).return_annotation
    assert taken is kind
    assert given is listed.answer or listed.changes


OWN = {"own"}
SEATS = {  # kind, in the lobby, headless: whose seat a phone may say it for
    (Act, False, False): OWN,
    (Act, False, True): OWN,
    (Undo, False, False): OWN,
    (Undo, False, True): OWN,
    (Vote, False, False): {"own", "away", "gone"},
    (Vote, False, True): {"own", "away", "gone", "open"},
    (HandOver, False, False): OWN,
    (HandOver, False, True): {"own", "gone", "open"},
    (HandOver, True, True): {"own", "away", "gone", "open"},
    (SetSeat, False, False): OWN,
    (SetSeat, True, False): {"own", "open"},
    (SetSeat, False, True): {"own", "gone", "open"},
    (SetSeat, True, True): {"own", "away", "gone", "open"},
    (SetGame, True, False): {"own", "open"},
    (SetGame, True, True): {"own", "away", "gone", "open"},
}


@pytest.mark.parametrize("relation", get_args(Relation))
@pytest.mark.parametrize(("kind", "in_lobby", "headless"), SEATS, ids=str)
def test_for_whose_seat(kind, in_lobby, headless, relation):
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
def test_a_bot_speaks_for_its_own_seat_only(relation):
    reach = INTENTS[Act].reach.relations(in_lobby=False, headless=True)
    check_seat(BOT, Seat(0), "own", reach)
    with pytest.raises(Rejection):
        check_seat(BOT, Seat(1), relation, reach)


# ---- refusals ------------------------------------------------------------------------------------------------


def parts_of(name: ast.expr, where: dict[str, object]) -> object:
    """What a name in our code stands for: a function, a class, a module of `app`, or a method of the context."""
    match name:
        case ast.Name(id=id):
            return where.get(id)
        case ast.Attribute(value=ast.Name(id="at" | "self"), attr=attr):
            found = inspect.getattr_static(IntentContext, attr, None)
            return found.fget if isinstance(found, property) else found
        case ast.Attribute(value=ast.Name(id="edit"), attr=attr) if "SetupEdit" in where:
            return getattr(where["SetupEdit"], attr, None)
        case ast.Attribute(value=value, attr=attr):
            owner = parts_of(value, where)
            found = getattr(owner, attr, None) if isinstance(owner, ModuleType | type) else None
            return getattr(found, "__func__", found)  # of a class method
    return None


def told(node: ast.AST) -> Iterator[ast.AST]:
    """All that is written there, but for what is tried in case it is refused."""
    yield node
    caught = isinstance(node, ast.Try) and any("Rejection" in ast.dump(each.type or node) for each in node.handlers)
    for child in ast.iter_child_nodes(node):
        if not (caught and child in node.body):
            yield from told(child)


def refusals(function: Callable[..., object]) -> set[str]:
    """Every rule with which this function, or one that it calls, refuses; "" stands for those of the game."""
    found: set[str] = set()
    seen: set[object] = set()
    waiting: list[object] = [function]
    while waiting:
        one = waiting.pop()
        if not isinstance(one, FunctionType) or not one.__module__.startswith("app.") or one in seen:
            continue
        seen.add(one)
        for node in told(ast.parse(dedent(inspect.getsource(one)))):
            if isinstance(node, ast.Name | ast.Attribute):
                waiting.append(parts_of(node, one.__globals__))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Rejection":
                rule = node.args[0]
                found.add(str(rule.value) if isinstance(rule, ast.Constant) else "")
    return found


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", INTENTS, ids=tag)
def test_it_is_refused_as_its_handler_can_refuse(kind):
    listed, found = INTENTS[kind], refusals(INTENTS[kind].handler)
    reach = msgspec.structs.astuple(listed.reach)
    if not any("gone" in relations for relations in reach):  # nobody's seat is theirs once its phone has gone
        found.discard("just-away")
    if listed.outlives is not None:  # asked before its handler is
        found.add("meant")
    assert " ".join(sorted(listed.refusals)) == " ".join(sorted(found - COMMON_REFUSALS - {""}))
    assert listed.by_rules == ("" in found)


class Anything(dict[str, int]):
    """Whatever a refusal may speak of."""

    def __missing__(self, key: str) -> int:
        return 1


@pytest.mark.parametrize(
    "rule", sorted(COMMON_REFUSALS.union(STORE_REFUSALS, *(listed.refusals for listed in INTENTS.values())))
)
def test_every_refusal_has_its_words(rule):
    """The table's, or those of a game that can refuse so."""
    w = language("en")
    said = {table_words.refusal(w, rule, Anything(), say) for say in (None, *game_list.words().values())}
    assert said - {w("That is not possible now.")}


def test_a_refusal_that_nobody_listed_would_be_found():
    def handler(at: IntentContext, intent: Ping) -> Pong:
        if at.settings.mute:
            raise Rejection("never-heard-of")
        return Pong(intent.id)

    handler.__module__ = "app.table.handlers.machine"
    assert refusals(handler) == {"never-heard-of"}


def test_the_page_about_the_protocol_shows_the_list():
    text = page.PAGE.read_text("utf-8")
    assert page.page(text) == text, "run `python -m docs.intents`"
