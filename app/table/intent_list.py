"""The list of intents: for each its roles, handler, refusals, answer, reach and confirmation.

docs/protocol.md shows it as a table, made by `python -m docs.intents`.
"""

from collections.abc import Mapping
from typing import Any, Final

from app.protocol import game_lifecycle_messages, history_messages, play_messages
from app.protocol.access_messages import ForgetPin, GivePin, LockTable, SetPin
from app.protocol.base_messages import Intent, Ping, Pong
from app.protocol.cardboard_messages import ContinueFrom, Correct, Enter, House, ReminderDone
from app.protocol.client_rights import OWN_SEAT, Reach, Role
from app.protocol.club_membership_messages import JoinClub, LeaveClub, TellClub, UseRelay
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
from app.protocol.revertible_change_messages import PutBack
from app.protocol.seat_messages import HandOver, InviteFar, Leave, MoveSeat, Rename, SetSeat, SetSeats
from app.protocol.settings_messages import SetTable, SetValues
from app.protocol.teaching_messages import AskHint, Plan
from app.table.features import lasting_change_confirmation
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


def _list_intent(
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
    _list_intent(
        play_messages.Act,
        _PLAYERS,
        game_moves.act,
        "bot-plays coach no-game no-such-seat not-your-seat repair stale unreadable",
        by_rules=True,
    ),
    _list_intent(Enter, _TABLE, game_moves.enter, "no-sheet phase unreadable", by_rules=True, max_bytes=_LONG),
    _list_intent(
        play_messages.TurnMarker,
        _BUTTON,
        game_moves.turn_marker,
        "no-marker no-sheet no-such-seat not-your-seat phase unreadable",
        by_rules=True,
    ),
    _list_intent(play_messages.Undo, _TABLE, undo.undo, "no-game no-such-seat not-your-seat others-asked repair stale"),
    _list_intent(
        play_messages.Vote,
        _TABLE,
        undo.vote,
        "just-away no-game no-such-seat not-your-seat stale",
        reach=_ABSENCE_REACH,
    ),
    _list_intent(
        Correct,
        _TABLE,
        corrections.correct,
        "no-game no-such-fact no-such-line no-such-seat no-such-wonder not-tracked over position repair setup stale"
        " unreadable",
        by_rules=True,
        max_bytes=_LONG,
    ),
    _list_intent(
        House, _TABLE, game_moves.house, "no-game not-tracked pin repair unreadable", by_rules=True, max_bytes=_LONG
    ),
    _list_intent(ReminderDone, _TABLE, cardboard_chores.mark_handled, "no-such-seat not-tracked"),
    _list_intent(game_lifecycle_messages.TickOff, _TABLE, cardboard_chores.tick_off, "phase"),
    _list_intent(
        AskHint,
        _TABLE,
        game_moves.ask_hint,
        "held hints-off hints-used no-game no-hands no-hints no-such-seat not-asked not-your-seat repair",
    ),
    _list_intent(Plan, _TABLE, game_moves.mark_goal, "held no-such-seat not-your-seat phase unreadable"),
    _list_intent(
        play_messages.Look, _SCREEN, game_moves.look, "held no-game no-such-seat", answer=play_messages.Secret
    ),
    _list_intent(
        play_messages.LookAhead,
        _TABLE,
        game_moves.look_ahead,
        "held no-game no-such-seat not-your-seat stale unreadable",
        by_rules=True,
        answer=play_messages.Preview,
    ),
    # ---- seats
    _list_intent(SetSeats, _TABLE, seats.set_seats, "phase pin seats seats-taken"),
    _list_intent(
        SetSeat,
        _TABLE,
        seats.set_seat,
        "colour-taken emblem-taken hidden-hands join just-away lobby-only locked name name-taken no-bots no-such-bot"
        " no-such-seat no-such-wonder not-a-bot not-by-touch not-your-seat pin seat-free setting wonder-taken"
        " wonder-unfit",
        reach=_OPEN,
        outlives=lasting_change_confirmation.takes_held_seat,
    ),
    _list_intent(MoveSeat, _TABLE, seats.move_seat, "no-such-seat phase pin"),
    _list_intent(
        HandOver,
        _TABLE,
        seats.hand_over,
        "just-away locked no-such-seat not-your-seat pin seat-free",
        reach=_HAND_OVER,
        outlives=lasting_change_confirmation.offers_held_seat,
    ),
    _list_intent(
        InviteFar,
        _TABLE,
        seats.invite_far,
        "just-away locked no-public-address no-such-seat not-your-seat seat-taken",
        reach=_OPEN,
    ),
    _list_intent(Rename, _SEAT, seats.rename, "colour-taken emblem-taken name name-taken setting"),
    _list_intent(Leave, _SEAT, seats.leave),
    # ---- whole games
    _list_intent(
        game_lifecycle_messages.SetGame,
        _TABLE,
        lobby.set_game,
        "daily just-away no-such-game no-such-seat not-your-seat phase pin position seats-taken setup",
        reach=_AGREED,
        outlives=lasting_change_confirmation.drops_held_seat,
        max_bytes=_LONG,
    ),
    _list_intent(
        game_lifecycle_messages.Start,
        _TABLE,
        game_lifecycle.start,
        "daily first-owed hidden-hands no-bots not-tracked phase position setup too-few wonder-owed wonder-taken",
    ),
    _list_intent(
        game_lifecycle_messages.Rematch, _TABLE, game_lifecycle.rematch, "phase position setup wonder-owed wonder-taken"
    ),
    _list_intent(play_messages.SkipOpening, _TABLE, game_lifecycle.skip_opening),
    _list_intent(game_lifecycle_messages.ReturnToLobby, _TABLE, game_lifecycle.to_lobby, "phase"),
    _list_intent(
        game_lifecycle_messages.EndEarly,
        _TABLE,
        game_lifecycle.end_early,
        "no-game no-such-seat not-your-seat others-asked phase pin sure",
    ),
    _list_intent(
        ContinueFrom,
        _TABLE,
        game_lifecycle.continue_from,
        "no-game not-tracked phase pin position setup sure wonder-taken",
        max_bytes=_LONG,
    ),
    _list_intent(
        game_lifecycle_messages.Suspend,
        _TABLE,
        game_lifecycle.suspend,
        "no-game no-such-seat not-your-seat others-asked phase pin",
    ),
    _list_intent(game_lifecycle_messages.Resume, _TABLE, game_lifecycle.resume, "no-such-game phase position setup"),
    _list_intent(
        game_lifecycle_messages.Discard,
        _TABLE,
        game_lifecycle.discard,
        "no-such-game phase pin sure",
        outlives=lasting_change_confirmation.always,
    ),
    _list_intent(
        PutBack,
        _TABLE,
        recent_changes.put_back,
        "hidden-hands just-away lobby-only locked name name-taken no-bots no-such-seat not-by-touch not-today"
        " not-your-seat phase pin seats-taken sits-elsewhere",
        reach=_OPEN,
        outlives=lasting_change_confirmation.restores_lasting_change,
    ),
    # ---- the history
    _list_intent(history_messages.GetHistory, _READERS, history.recall, answer=history_messages.HistoryPage),
    _list_intent(
        history_messages.LookBack,
        _READERS,
        history.look_back,
        "no-looking-back no-such-game",
        answer=history_messages.PastPosition,
    ),
    _list_intent(
        history_messages.AskReview,
        _READERS,
        history.ask_review,
        "no-such-game not-your-seat",
        answer=history_messages.Review,
    ),
    _list_intent(
        history_messages.MergePeople,
        _TABLE,
        history.merge_people,
        "at-the-table name name-taken no-such-person pin sure together",
        outlives=lasting_change_confirmation.always,
    ),
    _list_intent(
        history_messages.ForgetPerson,
        _TABLE,
        history.forget_person,
        "at-the-table no-such-person pin sure together",
        outlives=lasting_change_confirmation.always,
    ),
    _list_intent(history_messages.AskNames, _READERS, history.ask_names, answer=history_messages.Names),
    _list_intent(
        history_messages.NamePlayers,
        _TABLE,
        history.name_players,
        "name name-taken no-such-game no-such-seat no-such-wonder on-the-table pin wonder-taken",
        max_bytes=_LONG,
    ),
    _list_intent(
        history_messages.ReadSheet,
        _READERS,
        history.read_sheet,
        "no-looking-back no-such-game",
        answer=history_messages.SheetRead,
    ),
    _list_intent(
        history_messages.AmendSheet,
        _TABLE,
        history.amend_sheet,
        "no-looking-back no-such-game on-the-table pin unreadable",
        by_rules=True,
        max_bytes=_LONG,
    ),
    _list_intent(
        history_messages.DeleteGame,
        _TABLE,
        history.delete_game,
        "no-such-game on-the-table pin sure",
        outlives=lasting_change_confirmation.always,
    ),
    # ---- the table and its machine
    _list_intent(
        SetTable,
        _TABLE,
        machine.set_table,
        "pin public-address result-page setting",
        outlives=lasting_change_confirmation.changes_language,
        max_bytes=_LONG,
    ),
    _list_intent(
        SetValues, _TABLE, cardboard_chores.set_values, "no-values pin values-file values-unfit", max_bytes=_LONG
    ),
    _list_intent(GivePin, _TABLE, access.give_pin, "number-wrong pin-wait pin-wrong"),
    _list_intent(ForgetPin, _TABLE, access.forget_pin),
    _list_intent(SetPin, _SCREEN, access.set_pin, "pin pin-form", outlives=lasting_change_confirmation.always),
    _list_intent(LockTable, _TABLE, access.lock_table, "pin", outlives=lasting_change_confirmation.always),
    _list_intent(
        AnswerCopy,
        _TABLE,
        access.answer_copy,
        "not-copied phase pin",
        outlives=lasting_change_confirmation.is_new_table,
    ),
    _list_intent(play_messages.Horn, _BUTTON, machine.horn, "horn-rest"),
    _list_intent(
        Shutdown, _SCREEN, machine.shutdown, "pin power-off sure", outlives=lasting_change_confirmation.always
    ),
    _list_intent(Press, _SCREEN, machine.press, "no-part"),
    _list_intent(TryPart, _SCREEN, machine.try_part, "no-part"),
    _list_intent(ChooseKey, _SCREEN, machine.choose_key, "no-part pin"),
    _list_intent(ForgetKey, _SCREEN, machine.forget_key, "no-part pin"),
    _list_intent(Diagnose, _SCREEN, machine.diagnose, answer=Diagnosis),
    _list_intent(LookForWifi, _SCREEN, machine.look_for_wifi, "no-wifi pin"),
    _list_intent(JoinWifi, _SCREEN, machine.join_wifi, "no-wifi pin wifi-password"),
    _list_intent(SetHotspot, _SCREEN, machine.set_hotspot, "no-wifi pin"),
    _list_intent(TurnWifiOn, _SCREEN, machine.turn_wifi_on, "no-wifi pin"),
    _list_intent(
        DoUpkeep, _TABLE, machine.do_upkeep, "pin upkeep-busy", outlives=lasting_change_confirmation.is_lasting_upkeep
    ),
    _list_intent(
        Carry, _TABLE, machine.carry, "pin upkeep-busy", outlives=lasting_change_confirmation.is_personal_file
    ),
    _list_intent(EndUpkeep, _TABLE, machine.end_upkeep, "pin"),
    _list_intent(
        JoinClub,
        _TABLE,
        machine.join_club,
        "club-code club-in no-club pin setting",
        outlives=lasting_change_confirmation.always,
    ),
    _list_intent(TellClub, _TABLE, machine.tell_club, "no-club pin", outlives=lasting_change_confirmation.always),
    _list_intent(LeaveClub, _TABLE, machine.leave_club, "no-club pin", outlives=lasting_change_confirmation.is_member),
    _list_intent(UseRelay, _TABLE, machine.use_relay, "no-club pin"),
    _list_intent(SetCountry, _SCREEN, machine.set_country, "no-wifi pin"),
    _list_intent(SetClock, _TABLE, machine.set_clock, "no-clock pin"),
    _list_intent(Ping, _READERS, machine.ping, answer=Pong),
)
INTENTS: Final[Mapping[type[Intent], IntentSpec]] = {spec.intent: spec for spec in _LIST}
