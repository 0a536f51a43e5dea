"""The list of intents: for each its roles, handler, refusals, answer, reach and confirmation.

docs/protocol.md shows it as a table, made by `python -m docs.intents`.
"""

from collections.abc import Mapping
from typing import Any, Final

from app.protocol.access_messages import ForgetPin, GivePin, LockTable, SetPin
from app.protocol.base_messages import Intent, Ping, Pong
from app.protocol.cardboard_messages import ContinueFrom, Correct, Enter, House, ReminderDone
from app.protocol.client_rights import OWN_SEAT, Reach, Role
from app.protocol.club_membership_messages import JoinClub, LeaveClub, TellClub, UseRelay
from app.protocol.game_lifecycle_messages import (
    Discard,
    EndEarly,
    Rematch,
    Resume,
    ReturnToLobby,
    SetGame,
    Start,
    Suspend,
    TickOff,
)
from app.protocol.history_messages import (
    AmendSheet,
    AskNames,
    AskReview,
    DeleteGame,
    ForgetPerson,
    GetHistory,
    HistoryPage,
    LookBack,
    MergePeople,
    NamePlayers,
    Names,
    PastPosition,
    ReadSheet,
    Review,
    SheetRead,
)
from app.protocol.machine_messages import (
    AnswerCopy,
    Carry,
    Diagnose,
    Diagnosis,
    DoUpkeep,
    EndUpkeep,
    SetClock,
    Shutdown,
)
from app.protocol.network_messages import JoinWifi, LookForWifi, SetCountry, SetHotspot, TurnWifiOn
from app.protocol.panel_messages import ChooseKey, ForgetKey, Press, TryPart
from app.protocol.play_messages import Act, Horn, Look, LookAhead, Preview, Secret, SkipOpening, TurnMarker, Undo, Vote
from app.protocol.revertible_change_messages import PutBack
from app.protocol.seat_messages import HandOver, InviteFar, Leave, MoveSeat, Rename, SetSeat, SetSeats
from app.protocol.settings_messages import SetTable, SetValues
from app.protocol.teaching_messages import AskHint, Plan
from app.table.features import lasting_change_confirmation as confirmation
from app.table.features.intent_spec import COMMON_REFUSALS, STORE_REFUSALS, Handler, IntentSpec
from app.table.handlers import (
    access,
    cardboard_chores,
    corrections,
    game_lifecycle,
    game_moves,
    history,
    lobby,
    machine,
    recent_changes,
    seats,
    undo,
)

__all__ = ["COMMON_REFUSALS", "INTENTS", "STORE_REFUSALS", "IntentSpec"]


def _roles(*roles: Role) -> frozenset[Role]:
    return frozenset(roles)


def _spec(
    intent: type[Intent], roles: frozenset[Role], handler: Handler, refusals: str = "", **more: Any
) -> IntentSpec:
    meant = {"meant"} if "outlives" in more else set()
    return IntentSpec(intent, roles, handler, frozenset(refusals.split()) | meant, **more)


_LONG: Final = 16_384  # bytes of a message with a list or a position; the most that a socket reads
_SCREEN: Final = _roles("screen")
_SEAT: Final = _roles("seat")
_TABLE: Final = _roles("screen", "seat")
_PLAYERS: Final = _roles("screen", "seat", "bot")
_BUTTON: Final = _roles("screen", "seat", "panel")
_READERS: Final = _roles("screen", "seat", "onlooker")

_ABSENCE_REACH: Final = Reach(
    game=OWN_SEAT | {"away", "gone"},
    lobby=OWN_SEAT | {"away", "gone"},
    headless_game=OWN_SEAT | {"away", "gone", "open"},
    headless_lobby=OWN_SEAT | {"away", "gone", "open"},
)
_HAND_OVER: Final = Reach(headless_game=OWN_SEAT | {"gone", "open"}, headless_lobby=OWN_SEAT | {"away", "gone", "open"})
_OPEN: Final = Reach(  # with a seat goes its hand
    lobby=OWN_SEAT | {"open"},
    headless_game=OWN_SEAT | {"gone", "open"},
    headless_lobby=OWN_SEAT | {"away", "gone", "open"},
)

_AGREED: Final = Reach(lobby=_OPEN.lobby, headless_lobby=_OPEN.headless_lobby)

_LIST: Final = (
    # ---- the game on the table
    _spec(
        Act,
        _PLAYERS,
        game_moves.act,
        "bot-plays coach no-game no-such-seat not-your-seat repair stale unreadable",
        by_rules=True,
    ),
    _spec(Enter, _TABLE, game_moves.enter, "no-sheet phase unreadable", by_rules=True, max_bytes=_LONG),
    _spec(
        TurnMarker,
        _BUTTON,
        game_moves.turn_marker,
        "no-marker no-sheet no-such-seat not-your-seat phase unreadable",
        by_rules=True,
    ),
    _spec(Undo, _TABLE, undo.undo, "no-game no-such-seat not-your-seat others-asked repair stale"),
    _spec(Vote, _TABLE, undo.vote, "just-away no-game no-such-seat not-your-seat stale", reach=_ABSENCE_REACH),
    _spec(
        Correct,
        _TABLE,
        corrections.correct,
        "no-game no-such-fact no-such-line no-such-seat no-such-wonder not-tracked over position repair setup stale"
        " unreadable",
        by_rules=True,
        max_bytes=_LONG,
    ),
    _spec(House, _TABLE, game_moves.house, "no-game not-tracked pin repair unreadable", by_rules=True, max_bytes=_LONG),
    _spec(ReminderDone, _TABLE, cardboard_chores.mark_handled, "no-such-seat not-tracked"),
    _spec(TickOff, _TABLE, cardboard_chores.tick_off, "phase"),
    _spec(
        AskHint,
        _TABLE,
        game_moves.ask_hint,
        "held hints-off hints-used no-game no-hands no-hints no-such-seat not-asked not-your-seat repair",
    ),
    _spec(Plan, _TABLE, game_moves.mark_goal, "held no-such-seat not-your-seat phase unreadable"),
    _spec(Look, _SCREEN, game_moves.look, "held no-game no-such-seat", answer=Secret),
    _spec(
        LookAhead,
        _TABLE,
        game_moves.look_ahead,
        "held no-game no-such-seat not-your-seat stale unreadable",
        by_rules=True,
        answer=Preview,
    ),
    # ---- seats
    _spec(SetSeats, _TABLE, seats.set_seats, "phase pin seats seats-taken"),
    _spec(
        SetSeat,
        _TABLE,
        seats.set_seat,
        "colour-taken emblem-taken hidden-hands join just-away lobby-only locked name name-taken no-bots no-such-bot"
        " no-such-seat no-such-wonder not-a-bot not-by-touch not-your-seat pin seat-free setting wonder-taken"
        " wonder-unfit",
        reach=_OPEN,
        outlives=confirmation.takes_held_seat,
    ),
    _spec(MoveSeat, _TABLE, seats.move_seat, "no-such-seat phase pin"),
    _spec(
        HandOver,
        _TABLE,
        seats.hand_over,
        "just-away locked no-such-seat not-your-seat pin seat-free",
        reach=_HAND_OVER,
        outlives=confirmation.offers_held_seat,
    ),
    _spec(
        InviteFar,
        _TABLE,
        seats.invite_far,
        "just-away locked no-public-address no-such-seat not-your-seat seat-taken",
        reach=_OPEN,
    ),
    _spec(Rename, _SEAT, seats.rename, "colour-taken emblem-taken name name-taken setting"),
    _spec(Leave, _SEAT, seats.leave),
    # ---- whole games
    _spec(
        SetGame,
        _TABLE,
        lobby.set_game,
        "daily just-away no-such-game no-such-seat not-your-seat phase pin position seats-taken setup",
        reach=_AGREED,
        outlives=confirmation.drops_held_seat,
        max_bytes=_LONG,
    ),
    _spec(
        Start,
        _TABLE,
        game_lifecycle.start,
        "daily first-owed hidden-hands no-bots not-tracked phase position setup too-few wonder-owed wonder-taken",
    ),
    _spec(Rematch, _TABLE, game_lifecycle.rematch, "phase position setup wonder-owed wonder-taken"),
    _spec(SkipOpening, _TABLE, game_lifecycle.skip_opening),
    _spec(ReturnToLobby, _TABLE, game_lifecycle.to_lobby, "phase"),
    _spec(EndEarly, _TABLE, game_lifecycle.end_early, "no-game no-such-seat not-your-seat others-asked phase pin sure"),
    _spec(
        ContinueFrom,
        _TABLE,
        game_lifecycle.continue_from,
        "no-game not-tracked phase pin position setup sure wonder-taken",
        max_bytes=_LONG,
    ),
    _spec(Suspend, _TABLE, game_lifecycle.suspend, "no-game no-such-seat not-your-seat others-asked phase pin"),
    _spec(Resume, _TABLE, game_lifecycle.resume, "no-such-game phase position setup"),
    _spec(Discard, _TABLE, game_lifecycle.discard, "no-such-game phase pin sure", outlives=confirmation.always),
    _spec(
        PutBack,
        _TABLE,
        recent_changes.put_back,
        "hidden-hands just-away lobby-only locked name name-taken no-bots no-such-seat not-by-touch not-today"
        " not-your-seat phase pin seats-taken sits-elsewhere",
        reach=_OPEN,
        outlives=confirmation.restores_lasting_change,
    ),
    # ---- the history
    _spec(GetHistory, _READERS, history.recall, answer=HistoryPage),
    _spec(LookBack, _READERS, history.look_back, "no-looking-back no-such-game", answer=PastPosition),
    _spec(AskReview, _READERS, history.ask_review, "no-such-game not-your-seat", answer=Review),
    _spec(
        MergePeople,
        _TABLE,
        history.merge_people,
        "at-the-table name name-taken no-such-person pin sure together",
        outlives=confirmation.always,
    ),
    _spec(
        ForgetPerson,
        _TABLE,
        history.forget_person,
        "at-the-table no-such-person pin sure together",
        outlives=confirmation.always,
    ),
    _spec(AskNames, _READERS, history.ask_names, answer=Names),
    _spec(
        NamePlayers,
        _TABLE,
        history.name_players,
        "name name-taken no-such-game no-such-seat no-such-wonder on-the-table pin wonder-taken",
        max_bytes=_LONG,
    ),
    _spec(ReadSheet, _READERS, history.read_sheet, "no-looking-back no-such-game", answer=SheetRead),
    _spec(
        AmendSheet,
        _TABLE,
        history.amend_sheet,
        "no-looking-back no-such-game on-the-table pin unreadable",
        by_rules=True,
        max_bytes=_LONG,
    ),
    _spec(DeleteGame, _TABLE, history.delete_game, "no-such-game on-the-table pin sure", outlives=confirmation.always),
    # ---- the table and its machine
    _spec(
        SetTable,
        _TABLE,
        machine.set_table,
        "pin public-address result-page setting",
        outlives=confirmation.changes_language,
        max_bytes=_LONG,
    ),
    _spec(SetValues, _TABLE, cardboard_chores.set_values, "no-values pin values-file values-unfit", max_bytes=_LONG),
    _spec(GivePin, _TABLE, access.give_pin, "number-wrong pin-wait pin-wrong"),
    _spec(ForgetPin, _TABLE, access.forget_pin),
    _spec(SetPin, _SCREEN, access.set_pin, "pin pin-form", outlives=confirmation.always),
    _spec(LockTable, _TABLE, access.lock_table, "pin", outlives=confirmation.always),
    _spec(AnswerCopy, _TABLE, access.answer_copy, "not-copied phase pin", outlives=confirmation.is_new_table),
    _spec(Horn, _BUTTON, machine.horn, "horn-rest"),
    _spec(Shutdown, _SCREEN, machine.shutdown, "pin power-off sure", outlives=confirmation.always),
    _spec(Press, _SCREEN, machine.press, "no-part"),
    _spec(TryPart, _SCREEN, machine.try_part, "no-part"),
    _spec(ChooseKey, _SCREEN, machine.choose_key, "no-part pin"),
    _spec(ForgetKey, _SCREEN, machine.forget_key, "no-part pin"),
    _spec(Diagnose, _SCREEN, machine.diagnose, answer=Diagnosis),
    _spec(LookForWifi, _SCREEN, machine.look_for_wifi, "no-wifi pin"),
    _spec(JoinWifi, _SCREEN, machine.join_wifi, "no-wifi pin wifi-password"),
    _spec(SetHotspot, _SCREEN, machine.set_hotspot, "no-wifi pin"),
    _spec(TurnWifiOn, _SCREEN, machine.turn_wifi_on, "no-wifi pin"),
    _spec(DoUpkeep, _TABLE, machine.do_upkeep, "pin upkeep-busy", outlives=confirmation.is_lasting_upkeep),
    _spec(Carry, _TABLE, machine.carry, "pin upkeep-busy", outlives=confirmation.is_personal_file),
    _spec(EndUpkeep, _TABLE, machine.end_upkeep, "pin"),
    _spec(JoinClub, _TABLE, machine.join_club, "club-code club-in no-club pin setting", outlives=confirmation.always),
    _spec(TellClub, _TABLE, machine.tell_club, "no-club pin", outlives=confirmation.always),
    _spec(LeaveClub, _TABLE, machine.leave_club, "no-club pin", outlives=confirmation.is_member),
    _spec(UseRelay, _TABLE, machine.use_relay, "no-club pin"),
    _spec(SetCountry, _SCREEN, machine.set_country, "no-wifi pin"),
    _spec(SetClock, _TABLE, machine.set_clock, "no-clock pin"),
    _spec(Ping, _READERS, machine.ping, answer=Pong),
)
INTENTS: Final[Mapping[type[Intent], IntentSpec]] = {spec.intent: spec for spec in _LIST}
