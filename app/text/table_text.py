"""Sentences of the table itself: refusals, log entries that are not game events, and problems around the table."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from app.protocol import table_log_events
from app.protocol.base_messages import Mode
from app.protocol.history_messages import PastPosition
from app.text import club_text
from app.text.terminal_output import command_line
from app.text.translation import Words, both
from app.text.words_protocols import GameWords, seat_name, translate_slug
from engine.game import Event

# Kinds of the table's news that are no news to a reader: they stay in the log.
MINOR_EVENTS: Final = frozenset(
    str(kind.__struct_config__.tag)
    for kind in (table_log_events.SeatLeft, table_log_events.SeatRenamed, table_log_events.DataUnverified)
)

Params = Mapping[str, int | str]


# ---- what happened ---------------------------------------------------------------------------------------


def sentence(w: Words, event: table_log_events.News, people: Sequence[str], say: GameWords) -> str:
    """Describe an event of the table for the log. `people`: display names by seat; `say`: words of the game."""
    return _SAY[type(event)](w, event, people, say)


def _name(w: Words, seat: int, people: Sequence[str]) -> str:
    return people[seat - 1] if seat <= len(people) else seat_name(w, seat, None)


def append_name(w: Words, sentence: str, seat: int, people: Sequence[str]) -> str:
    """Append the name of the person who asked for it; the screen (seat 0) has no name."""
    return w("{news} ({name})", news=sentence, name=_name(w, seat, people)) if seat else sentence


def _seat_joined(w: Words, event: table_log_events.SeatJoined, people: Sequence[str], say: GameWords) -> str:
    if before := event.bot or event.before:
        return w("{name} takes over from {bot}.", name=event.name, bot=before)
    return (
        w("{name} takes over the seat.", name=event.name) if event.handed else w("{name} sits down.", name=event.name)
    )


def _seat_given(w: Words, event: table_log_events.SeatGiven, people: Sequence[str], say: GameWords) -> str:
    name = _name(w, event.seat, people)
    match event.played:
        case "bot":
            sentence = w("{name}: a bot plays now.", name=name)
        case "touch":
            sentence = w("{name}: played on the screen now.", name=name)
            if event.after:
                sentence = w("{bot} hands its seat over; it is played on the screen now.", bot=event.after)
        case "phone":
            sentence = w("{name}: played by phone now.", name=name)
        case "free":
            sentence = w("{name}: free now.", name=name)
    return append_name(w, sentence, event.by, people)


def _seat_renamed(w: Words, event: table_log_events.SeatRenamed, people: Sequence[str], say: GameWords) -> str:
    seat = seat_name(w, event.seat, None)
    return w("{before} is called {name} now.", before=event.before or seat, name=event.name or seat)


def _table_locked(w: Words, event: table_log_events.TableLocked, people: Sequence[str], say: GameWords) -> str:
    sentence = w("Nobody new can sit down from now on.") if event.locked else w("Others can sit down again.")
    return append_name(w, sentence, event.by, people)


def _hand_over_asked(w: Words, event: table_log_events.HandOverAsked, people: Sequence[str], say: GameWords) -> str:
    name = _name(w, event.seat, people)
    return append_name(
        w,
        w("{name} is away. The seat is handed over in two minutes, or once all the others agree.", name=name),
        event.by,
        people,
    )


def _game_began(w: Words, event: table_log_events.GameBegan, people: Sequence[str], say: GameWords) -> str:
    if not event.first:
        return w("The game begins.")
    return w("The game begins. {name} goes first.", name=_name(w, event.first, people))


def first_player_prompt(w: Words) -> str:
    """Prompt for the first player before a game that people deal."""
    return w("Choose who goes first. Then start.")


def announce_first_player(w: Words, first: int, seat: int, people: Sequence[str]) -> tuple[str, ...]:
    """Announce who goes first (0: all at once) to a reader's seat (0: a spectator), from long to short."""
    if not first:
        return (w("All choose at once"),)
    if first == seat:
        return (w("You go first"),)
    return w("{name} goes first", name=_name(w, first, people)), _name(w, first, people)


def _undo_asked(w: Words, event: table_log_events.UndoAsked, people: Sequence[str], say: GameWords) -> str:
    action = finished_action(w, event.of, event.action, event.card, people, say)
    return would_undo(w, _name(w, event.seat, people), action)


def would_undo(w: Words, name: str, action: str, more: int = 0) -> str:
    """Ask the others to agree to undo an action; `more`: the number of later actions undone with it."""
    asked = w("{name} wants to undo this: {action}.", name=name, action=action)
    return f"{asked} {undone_as_well(w, more)}".strip()


def undone_as_well(w: Words, more: int) -> str:
    """State how many later actions are undone too; empty if none."""
    if not more:
        return ""
    return w.ngettext("{n} later action is undone, too.", "{n} later actions are undone, too.", more)


def would_leave(w: Words, name: str, how: str) -> str:
    """Ask the others to agree to keep the game for later (`aside`), or to score it now."""
    if how == "aside":
        return w("{name} would like to keep the game for later.", name=name)
    return w("{name} would like to end the game now and score it as it stands.", name=name)


def _undone(w: Words, event: table_log_events.ActionUndone, people: Sequence[str], say: GameWords) -> str:
    sentence = w("Undone: {action}.", action=finished_action(w, event.of, event.action, event.card, people, say))
    if event.more:
        later = w.ngettext("{n} later action was undone as well.", "{n} later actions were undone as well.", event.more)
        sentence = f"{sentence} {later}"
    return sentence if event.of == event.seat else append_name(w, sentence, event.seat, people)


def place(w: Words, at: PastPosition) -> str:
    """Name the position in a game under review: its turn, or its line in a game without turns."""
    if at.turn:
        return w("Turn {n} of {last}", n=at.turn, last=at.turns)
    return w("Set-up") if at.turns else w("Line {n} of {last}", n=at.line, last=at.last)


def finished_action(w: Words, seat: int, text: str, card: str, people: Sequence[str], say: GameWords) -> str:
    """Describe an action that can be undone, with its person and card; seat 0 is chance or nobody."""
    return say.finished_action(w, text, _name(w, seat, people), people, card) if seat else say.action(w, text, people)


def _put_right(w: Words, event: table_log_events.PutRight, people: Sequence[str], say: GameWords) -> str:
    was = "" if event.was is None else describe_line(w, event.of, event.was, people, say, event.card or "")
    now = "" if event.now is None else describe_line(w, event.now_of, event.now, people, say, event.card or "")
    if not was:
        sentence = w("Corrected: {now}. That was missing.", now=now)
    elif not now:
        sentence = w("Corrected: this did not happen: {was}.", was=was)
    elif other := _otherwise(was, now, people[event.of - 1] if event.of and people else ""):
        sentence = w("Corrected: {now}, not {was}.", now=now, was=other)
    else:
        sentence = w("Corrected: {now}. This did not happen: {was}.", now=now, was=was)
    return append_name(w, sentence, event.by, people)


def describe_line(w: Words, seat: int, text: str, people: Sequence[str], say: GameWords, card: str = "") -> str:
    """Return what a seat (0: chance) did, as the start of a sentence; `card`: the line of chance that came with it."""
    if not seat:
        return say.action(w, text, people)
    name, came = _name(w, seat, people), card.removesuffix(" !").rpartition(" ")[2]
    said, plain = say.finished_action(w, text, name, people, came), say.finished_action(w, text, name, people)
    return f"{said} ({say.action(w, card, people)})" if card and said == plain else said


def _otherwise(was: str, now: str, name: str) -> str:
    """Return the words in which a sentence differs from another one; empty where they share none but the name."""
    old, new = was.split(" "), now.split(" ")
    before = next((n for n, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), 0)
    most = min(len(old), len(new)) - before - 1
    behind = next((n for n in range(most) if old[-1 - n] != new[-1 - n]), max(most, 0))
    alike = before + behind > len(name.split(" ")) if name else before + behind > 0
    return " ".join(old[before : len(old) - behind]) if alike else ""


def _setup_fact(w: Words, event: table_log_events.SetupPutRight, people: Sequence[str], say: GameWords) -> str:
    match event.what:
        case "first":
            now, was = _name(w, int(event.now), people), _name(w, int(event.was), people)
            return w("Corrected: {now} began, not {was}.", now=now, was=was)
        case "places":
            one, other = (_name(w, int(seat), people) for seat in event.now.split())
            return w("Corrected: {one} and {other} have changed places.", one=one, other=other)
        case "rules":
            rule, _, on = event.now.partition("=")
            house_rule = say.variant(w, rule)
            if on == "yes":
                return w("Corrected: this house rule applies: {rule}.", rule=house_rule)
            return w("Corrected: this house rule does not apply: {rule}.", rule=house_rule)
    added = [say.variant(w, slug) for slug in event.now.split()]
    if added:
        return w("Corrected: the game is played with {variants}.", variants=both(w, added))
    return w("Corrected: the game is played without additions.")


# Any: each function takes the event it is listed under.
_SAY: Final[Mapping[type[Event], Callable[[Words, Any, Sequence[str], GameWords], str]]] = {
    table_log_events.SeatJoined: _seat_joined,
    table_log_events.SeatLeft: lambda w, event, people, say: w(
        "{name} stands up.", name=event.name or seat_name(w, event.seat, None)
    ),
    table_log_events.SeatGiven: _seat_given,
    table_log_events.SeatRenamed: _seat_renamed,
    table_log_events.TableLocked: _table_locked,
    table_log_events.HandOverOpened: lambda w, event, people, say: append_name(
        w,
        w("{name}: the screen shows a code to take the seat over.", name=_name(w, event.seat, people)),
        event.by,
        people,
    ),
    table_log_events.HandOverAsked: _hand_over_asked,
    table_log_events.GameBegan: _game_began,
    table_log_events.DataUnverified: lambda w, event, people, say: say.uncertainty_note(w, event.identities),
    table_log_events.GameSuspended: lambda w, event, people, say: append_name(
        w, w("The game is kept for later."), event.by, people
    ),
    table_log_events.GameResumed: lambda w, event, people, say: append_name(
        w, w("The game goes on."), event.by, people
    ),
    table_log_events.GameDiscarded: lambda w, event, people, say: append_name(
        w, w("A game that was kept for later is deleted."), event.by, people
    ),
    table_log_events.GameEndedEarly: lambda w, event, people, say: append_name(
        w, w("The game is ended early and scored as it stands."), event.by, people
    ),
    table_log_events.UndoAsked: _undo_asked,
    table_log_events.UndoDenied: lambda w, event, people, say: w(
        "{name} says no: nothing is undone.", name=_name(w, event.seat, people)
    ),
    table_log_events.UndoLapsed: lambda w, event, people, say: w(
        "The game goes on. What {name} wanted to undo stays.", name=_name(w, event.seat, people)
    ),
    table_log_events.LeaveAsked: lambda w, event, people, say: would_leave(w, _name(w, event.seat, people), event.how),
    table_log_events.LeaveDenied: lambda w, event, people, say: w(
        "{name} says no: the game goes on.", name=_name(w, event.seat, people)
    ),
    table_log_events.LeaveLapsed: lambda w, event, people, say: w(
        "The game went on before everyone had answered {name}.", name=_name(w, event.seat, people)
    ),
    table_log_events.ActionUndone: _undone,
    table_log_events.PutRight: _put_right,
    table_log_events.SetupPutRight: lambda w, event, people, say: append_name(
        w, _setup_fact(w, event, people, say), event.by, people
    ),
    table_log_events.TurnsReassigned: lambda w, event, people, say: w.ngettext(
        "{n} later turn moves to somebody else.", "{n} later turns move to somebody else.", event.turns
    ),
    table_log_events.GameBrokenOff: lambda w, event, people, say: append_name(
        w, w("The game continues from the position on the table."), event.by, people
    ),
    table_log_events.ChoiceTakenBack: lambda w, event, people, say: w(
        "{name} chooses again.", name=_name(w, event.seat, people)
    ),
    table_log_events.HintAsked: lambda w, event, people, say: w(
        "{name} asks for a hint.", name=_name(w, event.seat, people)
    ),
    table_log_events.TableNotice: lambda w, event, people, say: refusal(w, event.rule, event.facts, say),
}


def deals(w: Words, mode: Mode) -> str:
    """Name the choice of who deals the cards."""
    match mode:
        case "play":
            return w("Wondertable deals")
        case "track":
            return w("We deal our own cards")
        case "tally":
            return w("Only markers and the score sheet")


def deals_short(w: Words, mode: Mode) -> str:
    """Name the same in a word or two."""
    match mode:
        case "play":
            return w("Table deals")
        case "track":
            return w("We deal")
        case "tally":
            return w("Markers only")


# ---- why not ---------------------------------------------------------------------------------------------


def refusal(w: Words, rule: str, params: Params, say: GameWords | None = None) -> str:
    """Explain why the table, or the game of these words, refuses something. `say` is None without a game."""
    if rule == "wonder-taken":
        return w("{wonder} is taken already.", wonder=_identity(w, str(params["wonder"]), say))
    if rule == "wonder-unfit":
        return w("{wonder} needs another variant of the game.", wonder=_identity(w, str(params["wonder"]), say))
    if rule == "wonder-owed":
        return wonder_owed(w, seat_name(w, int(params["seat"]), str(params.get("name", "")) or None))
    if rule == "coach" and say:
        return warn_coached(w, str(params["instead"]), say)
    why = _REFUSALS.get(rule)
    if why:
        return why(w, params)
    return say.refusal(w, rule, params) if say else w("That is not possible now.")


def warn_coached(w: Words, instead: str, say: GameWords) -> str:
    """Warn a seat once that another action is clearly better. `instead`: the better one, or "" where others read it."""
    try:
        action = say.action(w, instead, ())
    except ValueError:  # nothing, or of another version
        return w("Another choice looks much stronger. Choose yours again to keep it.")
    return w("“{action}” looks much stronger. Choose yours again to keep it.", action=action)


def _identity(w: Words, slug: str, say: GameWords | None) -> str:
    return say.identity(w, slug) if say else translate_slug({}, slug)


def wonder_owed(w: Words, name: str) -> str:
    """Name the seat that must choose its wonder before people deal."""
    return w("{name} has no wonder yet. Choose the wonder in front of that seat.", name=name)


def _phase_refused(w: Words, params: Params) -> str:
    match params["phase"]:
        case "lobby":
            return w("The game has not begun yet.")
        case "game":
            return w("A game is still running.")
    return w("The game is over.")


def _name_refused(w: Words, params: Params) -> str:
    match params["why"]:
        case "empty":
            return w("A name needs at least one letter.")
        case "long":
            return w.ngettext(
                "A name has {n} character at most.", "A name has {n} characters at most.", int(params.get("most", 20))
            )
    return w("A name must not contain a comma, # or invisible characters.")


_REFUSALS: Final[Mapping[str, Callable[[Words, Params], str]]] = {
    "stale": lambda w, _: w("Something has changed. Look again."),
    "rights": lambda w, _: w("You cannot do that."),
    "message": lambda w, _: w("The table does not understand this message."),
    "too-fast": lambda w, _: w("That was too fast; wait a moment."),
    "phase": _phase_refused,
    "no-sheet": lambda w, _: w("There is no score sheet on the table."),
    "no-marker": lambda w, _: w("There is no conflict token to turn there."),
    "no-part": lambda w, _: w("The panel has no such part."),
    "power-off": lambda w, params: w("The computer does not power off: {why}", **params),
    "no-clock": lambda w, _: w("The table’s clock cannot be set from here."),
    "no-wifi": lambda w, _: w("Wi-Fi cannot do that now. Look again at what is in reach."),
    "upkeep-busy": lambda w, _: w("The table is busy with something else. Wait until it is done, or cancel it."),
    "club-away": lambda w, _: club_text.explain_failure(w, "club-away"),
    "club-not-scanned": lambda w, _: club_text.explain_failure(w, "club-not-scanned"),
    "no-club": lambda w, _: w("This table cannot join a club."),
    "club-in": lambda w, _: w("The table is in a club already."),
    "club-code": lambda w, params: w("A club’s code has {n} digits.", **params),
    "wifi-password": lambda w, params: w("A Wi-Fi password has {fewest} to {most} characters.", **params),
    "hints-off": lambda w, _: w("Hints are switched off at this table."),
    "hints-used": lambda w, params: w.ngettext(
        "You have used your {n} hint for this game.", "You have used your {n} hints for this game.", int(params["most"])
    ),
    "no-hints": lambda w, _: w("There are no hints for this game."),
    "no-hands": lambda w, _: w("There are no hints here: the table cannot see the cards in your hands."),
    "not-asked": lambda w, _: w("Wait for your turn to ask for a hint."),
    "no-game": lambda w, _: w("No game is running."),
    "horn-rest": lambda w, _: w("The horn needs a second’s rest."),
    "unreadable": lambda w, _: w("That is not a move of this game."),
    "id": lambda w, params: w("This message needs an id of 1 to {most} characters.", **params),
    "pin": lambda w, _: w("This affects everybody: it needs the table’s PIN."),
    "meant": lambda w, params: w("This lasts beyond the game. To confirm, type {number}.", **params),
    "number-wrong": lambda w, params: w("That number is wrong. Type {number} to go on.", **params),
    "pin-wrong": lambda w, _: w("This is not the table’s PIN."),
    "pin-wait": lambda w, params: w.ngettext(
        "Too many wrong PINs. The next one counts in {n} second.",
        "Too many wrong PINs. The next one counts in {n} seconds.",
        int(params["seconds"]),
    ),
    "pin-form": lambda w, params: w("A PIN has {fewest} to {most} digits.", **params),
    "locked": lambda w, _: w("The table is locked: nobody new can sit down until somebody unlocks it."),
    "sure": lambda w, _: w("This deletes something. Confirm it first."),
    "others-asked": lambda w, _: w("The others already have a question to answer."),
    "repair": lambda w, _: w("Somebody is correcting something. Finish that first."),
    "not-counted": lambda w, _: w("You cannot change this count now. Answer the open question first."),
    "line-missing": lambda w, _: w("Something before it is missing."),
    "turn-missing": lambda w, _: w("A turn before it is missing."),
    "other-turn": lambda w, _: w("Another turn has begun."),
    "no-such-line": lambda w, _: w("That is no longer in the game. Look again."),
    "not-tracked": lambda w, _: w("Wondertable dealt these cards, so there is nothing to enter."),
    "daily": lambda w, _: w("The deal of the day is for one person, in the first seat, alone against hard bots."),
    "no-bots": lambda w, _: w("Bots cannot play where the table only keeps the score."),
    "hidden-hands": lambda w, _: w("No bot can play this with your own cards: the table cannot see a hand."),
    "bot-plays": lambda w, _: w("A bot plays this seat. Take the seat over first."),
    "held": lambda w, _: w("Only the phone of this seat shows this, until the seat is played on the screen."),
    "just-away": lambda w, _: w(
        "That phone was disconnected just now. Wait two minutes, or hand the seat over together."
    ),
    "no-public-address": lambda w, _: w(
        "This table has no public address yet. Its owner’s manual says how to set one up."
    ),
    "seat-taken": lambda w, _: w("Somebody plays this seat with a phone. Invite your friend to another one."),
    "moved": lambda w, _: w("This seat is now played on another device."),
    "seats": lambda w, params: w("{fewest} to {most} can play.", **params),
    "too-few": lambda w, params: w("At least {need} seats must be taken.", **params),
    "not-your-seat": lambda w, _: w("Another seat decides that."),
    "taken": lambda w, _: w("Somebody sits there already."),
    "not-by-touch": lambda w, _: w("The table’s screen does not draw this game: play it on a phone, or with a bot."),
    "join": lambda w, _: w("To sit down with a phone, scan the code of the seat."),
    "name": _name_refused,
    "name-taken": lambda w, _: w("Somebody here has that name, or one that looks like it."),
    "emblem-taken": lambda w, _: w("Somebody here has that emblem already."),
    "colour-taken": lambda w, _: w("Somebody here has that colour already."),
    "no-such-game": lambda w, _: w("There is no such game here."),
    "no-such-seat": lambda w, _: w("There is no such seat."),
    "first-owed": lambda w, _: first_player_prompt(w),
    "no-such-fact": lambda w, _: w("The set-up is like that already."),
    "no-such-wonder": lambda w, _: w("There is no such wonder."),
    "no-such-bot": lambda w, _: w("There is no such bot."),
    "not-a-bot": lambda w, _: w("No bot plays there."),
    "seat-free": lambda w, _: w("Nobody sits there."),
    "seats-taken": lambda w, params: w("{taken} seats are in use: free one of them first.", **params),
    "no-such-person": lambda w, _: w("Nobody of that name is in the history."),
    "at-the-table": lambda w, params: w("{name} sits at this table. Stand up first, or take another name.", **params),
    "together": lambda w, params: w("{name} and {other} have sat at the same table, so they are two people.", **params),
    "on-the-table": lambda w, _: w(
        "This game is still on the table. Begin the next one or go back to the lobby, then change it."
    ),
    "no-looking-back": lambda w, _: w("This game cannot be shown line by line: its record cannot be replayed here."),
    "not-today": lambda w, _: w("It is too late to undo that."),
    "sits-elsewhere": lambda w, _: w("That phone has another seat. It has to stand up there first."),
    "lobby-only": lambda w, _: w("That can only be changed before a game."),
    "value-bounds": lambda w, params: w(
        "{cell}: a number from {least} to {most}.", cell=params["value"], least=params["least"], most=params["most"]
    ),
    "setup": lambda w, params: w("This setup is not possible ({key}).", **params),
    "setting": lambda w, _: w("That setting cannot have this value."),
    "public-address": lambda w, _: w(
        "That is not a public address. It looks like {example}.", example="https://table.example.org"
    ),
    "result-page": lambda w, _: w("That is not a web address: it begins with “https” and has no #."),
    "history-foreign": lambda w, _: w(
        "This file is not from Wondertable, BG Stats or BoardGameGeek. Nothing was imported."
    ),
    "history-newer": lambda w, _: w("A newer Wondertable made this file. Update this table first, then import it."),
    "history-unfit": lambda w, params: w(
        "Game {number} in this file is damaged, so nothing was imported. Export the file once more.", **params
    ),
    "history-large": lambda w, params: w(
        "This file is larger than {n} MB, so nothing was imported. The person who runs this table can import it on "
        "its computer.",
        **params,
    ),
    "history-many": lambda w, params: w(
        "More than {n} games in this file are new here, so nothing was imported. The person who runs this table "
        "can import them on its computer.",
        **params,
    ),
    "history-number": lambda w, params: w("Nothing was imported. Type {n} to import these games.", **params),
    "history-none": lambda w, _: w("Please choose a file first."),
    "no-values": lambda w, _: w("This game takes no corrections yet."),
    "values-sum": lambda w, _: w("The cards do not add up yet: please count them again."),
    "values-file": lambda w, params: w(
        "The table cannot add to your file {file}. Please add the values there yourself.", **params
    ),
    "values-unfit": lambda w, params: w(
        "These values do not fit together ({why}). Please compare them with the printed parts again.", **params
    ),
    "settings-unreadable": lambda w, params: w(
        "The settings in {file} could not be read. The usual settings apply.", **params
    ),
    "pin-unreadable": lambda w, params: w(
        "The PIN in {file} could not be read. Set a new one with “{command}”.",
        file=params["file"],
        command=command_line("pin"),
    ),
    "pin-renewed": lambda w, params: w(
        "The PIN comes from {file}; if that is empty, there is none. Delete the file now: every start reads it.",
        **params,
    ),
    "pin-handed-in": lambda w, _: w("The PIN comes from the file on the stick; if that is empty, there is none."),
    "keys-unreadable": lambda w, params: w(
        "The keys in {file} could not be read. Choose them again under Diagnostics.", **params
    ),
    "unwritable": lambda w, params: w("Nothing can be written to {file} ({why}).", **params),
    "disk-full": lambda w, params: w("The disk is full: {file} cannot be written.", **params),
    "newer": lambda w, params: w("{file} was made by a newer Wondertable; this one cannot read it.", **params),
    "damaged": lambda w, params: w(
        "{file} was damaged and is kept as {kept}. Everything readable was restored.", **params
    ),
    "other-computer": lambda w, _: w(
        "This card comes from another computer. Between games, “The table’s settings” ask whether it is a copy."
    ),
    "new-table": lambda w, _: w(
        "This is a new table now, with keys of its own. Phones sit down again; it is in no club."
    ),
    "not-copied": lambda w, _: w("This has been answered already."),
    "read-only": lambda w, _: w(
        "The table’s disk is full or cannot be written. You see what was saved; nothing can be changed. Make room, "
        "then start the table again."
    ),
    "file-missing": lambda w, params: w("{file} was missing or empty. The finished games are here again.", **params),
    "swapped": lambda w, params: w(
        "{file} is not the file of last time. Finished games that were not in it have been added.", **params
    ),
    "older": lambda w, _: w("The last change could not be read. The table is as it was before that."),
    "log-aside": lambda w, params: w("A file that did not belong to this table is kept as {kept}.", **params),
    "games-lost": lambda w, params: w.ngettext(
        "One game could not be read and is missing.", "{n} games could not be read and are missing.", int(params["n"])
    ),
    "games-older": lambda w, params: w.ngettext(
        "One unfinished game could only be restored to an earlier turn. It is kept for later.",
        "{n} unfinished games could only be restored to an earlier turn. They are kept for later.",
        int(params["n"]),
    ),
    "log-lost": lambda w, _: w("Some lines of the log could not be read and are missing."),
    "reset": lambda w, _: w("This table was reset: its settings and seats are new, and all games are here."),
    "table-unreadable": lambda w, _: w("The saved seats and lobby could not be read. They start fresh."),
    "game-unreadable": lambda w, params: w("Game {game} could not be read and is left as it is.", **params),
}


# ---- what is wrong around it -----------------------------------------------------------------------------


def no_sound(w: Words, said: str) -> str:
    """Report that no sound can be played; `said`: the driver's message."""
    return w("No sound can be played here ({said}). You can see everything as well.", said=said)


def slow_disk(w: Words) -> str:
    """Notify people that storing the last action takes long."""
    return w("The memory card is slow just now: nothing is lost.")


def announce_completed(w: Words, name: str, wonder: str) -> str:
    return w("{name} completes {wonder}!", name=name, wonder=wonder)
