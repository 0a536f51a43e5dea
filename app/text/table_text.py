"""Sentences of the table itself: refusals, log entries that are not game events, and problems around the table."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from app.protocol import table_log_events
from app.protocol.base_messages import Mode
from app.protocol.history_messages import PastPosition
from app.text import club_text
from app.text.refusal_messages import explain
from app.text.terminal_output import command_line
from app.text.translation import Words, both, w_
from app.text.words_protocols import GameWords, seat_name, translate_slug
from engine.game import Event, plain_line

# Kinds of the table's news that are no news to a reader: they stay in the log.
MINOR_EVENTS: Final = frozenset(
    str(kind.__struct_config__.tag)
    for kind in (table_log_events.SeatLeft, table_log_events.SeatRenamed, table_log_events.DataUnverified)
)

Params = Mapping[str, int | str]


# ---- what happened ---------------------------------------------------------------------------------------


def sentence(w: Words, event: table_log_events.News, people: Sequence[str], say: GameWords) -> str:
    """Describe an event of the table for the log. `people`: display names by seat; `say`: words of the game.

    A sentence of the table gets `name`, the person at the event's seat. Who asked for an event (`by`) is appended.
    """
    told, seat = _SAY[type(event)], getattr(event, "seat", 0)
    if isinstance(told, str):
        said = w.translate(told, {"name": _name(w, seat, people)} if seat else {})
    else:
        said = told(w, event, people, say)
    return append_name(w, said, getattr(event, "by", 0), people)


def _name(w: Words, seat: int, people: Sequence[str]) -> str:
    return people[seat - 1] if seat <= len(people) else seat_name(w, seat, None)


def append_name(w: Words, sentence: str, seat: int, people: Sequence[str]) -> str:
    """Append the name of the person who asked for it; the screen (seat 0) has no name."""
    return w("{news} ({name})", news=sentence, name=_name(w, seat, people)) if seat else sentence


def _seat_joined(w: Words, event: table_log_events.SeatJoined, people: Sequence[str], say: GameWords) -> str:
    if before := event.bot or event.before:
        return w("{name} takes over from {bot}.", name=event.name, bot=before)
    if event.handed:
        return w("{name} takes over the seat.", name=event.name)
    return w("{name} sits down.", name=event.name)


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
    return sentence


def _seat_renamed(w: Words, event: table_log_events.SeatRenamed, people: Sequence[str], say: GameWords) -> str:
    seat = seat_name(w, event.seat, None)
    return w("{before} is called {name} now.", before=event.before or seat, name=event.name or seat)


def _table_locked(w: Words, event: table_log_events.TableLocked, people: Sequence[str], say: GameWords) -> str:
    return w("Nobody new can sit down from now on.") if event.locked else w("Others can sit down again.")


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


def announce_completed(w: Words, name: str, wonder: str) -> str:
    return w("{name} completes {wonder}!", name=name, wonder=wonder)


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


def _hand_over_opened(w: Words, event: table_log_events.HandOverOpened, people: Sequence[str], say: GameWords) -> str:
    name = _name(w, event.seat, people)
    if event.by:
        return w("{name}: a phone shows a code to take the seat over.", name=name)
    return w("{name}: the screen shows a code to take the seat over.", name=name)


def _hand_over_asked(w: Words, event: table_log_events.HandOverAsked, people: Sequence[str], say: GameWords) -> str:
    name = _name(w, event.seat, people)
    if len(people) == 2:
        return w("{name} is away. In two minutes there is a code for the seat.", name=name)
    return w("{name} is away. The seat is handed over in two minutes, or once all the others agree.", name=name)


def _put_right(w: Words, event: table_log_events.PutRight, people: Sequence[str], say: GameWords) -> str:
    was = "" if event.was is None else describe_line(w, event.of, event.was, people, say, event.card or "")
    now = "" if event.now is None else describe_line(w, event.now_of, event.now, people, say, event.card or "")
    if not was:
        return w("Corrected: {now}. That was missing.", now=now)
    if not now:
        return w("Corrected: this did not happen: {was}.", was=was)
    if other := _otherwise(was, now, people[event.of - 1] if event.of and people else ""):
        return w("Corrected: {now}, not {was}.", now=now, was=other)
    return w("Corrected: {now}. This did not happen: {was}.", now=now, was=was)


def describe_line(w: Words, seat: int, text: str, people: Sequence[str], say: GameWords, card: str = "") -> str:
    """Return what a seat (0: chance) did, as the start of a sentence; `card`: the line of chance that came with it."""
    if not seat:
        return say.action(w, text, people)
    name, came = _name(w, seat, people), plain_line(card).rpartition(" ")[2]
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
_SAY: Final[Mapping[type[Event], str | Callable[[Words, Any, Sequence[str], GameWords], str]]] = {
    table_log_events.SeatJoined: _seat_joined,
    table_log_events.SeatLeft: lambda w, event, people, say: w(
        "{name} stands up.", name=event.name or seat_name(w, event.seat, None)
    ),
    table_log_events.SeatGiven: _seat_given,
    table_log_events.SeatRenamed: _seat_renamed,
    table_log_events.TableLocked: _table_locked,
    table_log_events.HandOverOpened: _hand_over_opened,
    table_log_events.HandOverAsked: _hand_over_asked,
    table_log_events.GameBegan: _game_began,
    table_log_events.DataUnverified: lambda w, event, people, say: say.uncertainty_note(w, event.identities),
    table_log_events.GameSuspended: w_("The game is kept for later."),
    table_log_events.GameResumed: w_("The game goes on."),
    table_log_events.GameDiscarded: w_("A game that was kept for later is deleted."),
    table_log_events.GameEndedEarly: w_("The game is ended early and scored as it stands."),
    table_log_events.UndoAsked: _undo_asked,
    table_log_events.UndoDenied: w_("{name} says no: nothing is undone."),
    table_log_events.UndoLapsed: w_("The game goes on. What {name} wanted to undo stays."),
    table_log_events.LeaveAsked: lambda w, event, people, say: would_leave(w, _name(w, event.seat, people), event.how),
    table_log_events.LeaveDenied: w_("{name} says no: the game goes on."),
    table_log_events.LeaveLapsed: w_("The game went on before everyone had answered {name}."),
    table_log_events.ActionUndone: _undone,
    table_log_events.PutRight: _put_right,
    table_log_events.SetupPutRight: _setup_fact,
    table_log_events.TurnsReassigned: lambda w, event, people, say: w.ngettext(
        "{n} later turn moves to somebody else.", "{n} later turns move to somebody else.", event.turns
    ),
    table_log_events.GameBrokenOff: w_("The game continues from the position on the table."),
    table_log_events.ChoiceUndone: w_("{name} chooses again."),
    table_log_events.HintAsked: w_("{name} asks for a hint."),
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
        return explain(w, why, params)
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


_REFUSALS: Final[Mapping[str, str | Callable[[Words, Params], str]]] = {
    "stale": w_("Something has changed. Look again."),
    "rights": w_("You cannot do that."),
    "message": w_("The table does not understand this message."),
    "too-fast": w_("That was too fast; wait a moment."),
    "phase": _phase_refused,
    "no-sheet": w_("There is no score sheet on the table."),
    "no-marker": w_("There is no conflict token to turn there."),
    "no-part": w_("The panel has no such part."),
    "power-off": w_("The computer does not power off: {why}"),
    "no-clock": w_("The table’s clock cannot be set from here."),
    "no-wifi": w_("Wi-Fi cannot do that now. Look again at what is in reach."),
    "upkeep-busy": w_("The table is busy with something else. Wait until it is done, or cancel it."),
    "club-away": lambda w, _: club_text.explain_failure(w, "club-away"),
    "club-not-scanned": lambda w, _: club_text.explain_failure(w, "club-not-scanned"),
    "no-club": w_("This table cannot join a club."),
    "club-in": w_("The table is in a club already."),
    "club-code": w_("A club’s code has {n} digits."),
    "wifi-password": w_("A Wi-Fi password has {fewest} to {most} characters."),
    "hints-off": w_("Hints are switched off at this table."),
    "hints-used": lambda w, params: w.ngettext(
        "You have used your {n} hint for this game.", "You have used your {n} hints for this game.", int(params["most"])
    ),
    "no-hints": w_("There are no hints for this game."),
    "no-hands": w_("There are no hints here: the table cannot see the cards in your hands."),
    "not-asked": w_("Wait for your turn to ask for a hint."),
    "no-game": w_("No game is running."),
    "horn-rest": w_("The horn needs a second’s rest."),
    "unreadable": w_("That is not a move of this game."),
    "id": w_("This message needs an id of 1 to {most} characters."),
    "pin": w_("This affects everybody: it needs the table’s PIN."),
    "meant": w_("This lasts beyond the game. To confirm, type {number}."),
    "number-wrong": w_("That number is wrong. Type {number} to go on."),
    "pin-wrong": w_("This is not the table’s PIN."),
    "pin-wait": lambda w, params: w.ngettext(
        "Too many wrong PINs. The next one counts in {n} second.",
        "Too many wrong PINs. The next one counts in {n} seconds.",
        int(params["seconds"]),
    ),
    "pin-form": w_("A PIN has {fewest} to {most} digits."),
    "locked": w_("The table is locked: nobody new can sit down until somebody unlocks it."),
    "sure": w_("This deletes something. Confirm it first."),
    "others-asked": w_("Another question is still open. It has to be answered first."),
    "repair": w_("Somebody is correcting something. Finish that first."),
    "not-counted": w_("You cannot change this count now. Answer the open question first."),
    "line-missing": w_("Something before it is missing."),
    "turn-missing": w_("A turn before it is missing."),
    "other-turn": w_("Another turn has begun."),
    "no-such-line": w_("That is no longer in the game. Look again."),
    "not-tracked": w_("Wondertable dealt these cards, so there is nothing to enter."),
    "daily": w_("The deal of the day is for one person, in the first seat, alone against hard bots."),
    "no-bots": w_("Bots cannot play where the table only keeps the score."),
    "hidden-hands": w_("No bot can play this with your own cards: the table cannot see a hand."),
    "bot-plays": w_("A bot plays this seat. Take the seat over first."),
    "held": w_("Only the phone of this seat shows this, until the seat is played on the screen."),
    "just-away": w_("That phone was disconnected just now. Wait two minutes, or hand the seat over together."),
    "no-public-address": w_("This table has no public address yet. Its owner’s manual says how to set one up."),
    "seat-taken": w_("Somebody plays this seat with a phone. Invite your friend to another one."),
    "moved": w_("This seat is now played on another device."),
    "seats": w_("{fewest} to {most} can play."),
    "too-few": w_("At least {need} seats must be taken."),
    "not-your-seat": w_("Another seat decides that."),
    "taken": w_("Somebody sits there already."),
    "not-by-touch": w_("The table’s screen does not draw this game: play it on a phone, or with a bot."),
    "join": w_("To sit down with a phone, scan the code of the seat."),
    "name": _name_refused,
    "name-taken": w_("Somebody here has that name, or one that looks like it."),
    "emblem-taken": w_("Somebody here has that emblem already."),
    "colour-taken": w_("Somebody here has that colour already."),
    "no-such-game": w_("There is no such game here."),
    "no-such-seat": w_("There is no such seat."),
    "first-owed": lambda w, _: first_player_prompt(w),
    "no-such-fact": w_("The set-up is like that already."),
    "no-such-wonder": w_("There is no such wonder."),
    "no-such-bot": w_("There is no such bot."),
    "not-a-bot": w_("No bot plays there."),
    "seat-free": w_("Nobody sits there."),
    "seats-taken": w_("{taken} seats are in use: free one of them first."),
    "no-such-person": w_("Nobody of that name is in the history."),
    "at-the-table": w_("{name} sits at this table. Stand up first, or take another name."),
    "together": w_("{name} and {other} have sat at the same table, so they are two people."),
    "on-the-table": w_("This game is still on the table. Begin the next one or go back to the lobby, then change it."),
    "no-looking-back": w_("This game cannot be shown line by line: its record cannot be replayed here."),
    "not-today": w_("It is too late to undo that."),
    "sits-elsewhere": w_("That phone has another seat. It has to stand up there first."),
    "lobby-only": w_("That can only be changed before a game."),
    "value-bounds": lambda w, params: w(
        "{cell}: a number from {least} to {most}.", cell=params["value"], least=params["least"], most=params["most"]
    ),
    "setup": w_("This setup is not possible ({key})."),
    "setting": w_("That setting cannot have this value."),
    "public-address": lambda w, _: w(
        "That is not a public address. It looks like {example}.", example="https://table.example.org"
    ),
    "result-page": w_("That is not a web address: it begins with “https” and has no #."),
    "history-foreign": w_(
        "This file is not from Wondertable, BG Stats or BoardGameGeek, or it is incomplete. Nothing was imported."
    ),
    "history-newer": w_("A newer Wondertable made this file. Update this table first, then import it."),
    "history-unfit": w_("Game {number} in this file is damaged, so nothing was imported. Export the file once more."),
    "history-large": w_(
        "This file is larger than {n} MB, so nothing was imported. The person who runs this table can import it on "
        "its computer."
    ),
    "history-many": w_(
        "More than {n} games in this file are new here, so nothing was imported. The person who runs this table "
        "can import them on its computer."
    ),
    "history-number": w_("Nothing was imported. Type {n} to import these games."),
    "history-none": w_("Please choose a file first."),
    "no-values": w_("This game takes no corrections yet."),
    "values-sum": w_("The cards do not add up yet: please count them again."),
    "values-file": w_("The table cannot add to your file {file}. Please add the values there yourself."),
    "values-unfit": w_("These values do not fit together ({why}). Please compare them with the printed parts again."),
    "settings-unreadable": w_("The settings in {file} could not be read. The usual settings apply."),
    "pin-unreadable": lambda w, params: w(
        "The PIN in {file} could not be read. Set a new one with “{command}”.",
        file=params["file"],
        command=command_line("pin"),
    ),
    "pin-renewed": w_(
        "The PIN comes from {file}; if that is empty, there is none. Delete the file now: every start reads it."
    ),
    "pin-handed-in": w_("The PIN comes from the file on the stick; if that is empty, there is none."),
    "keys-unreadable": w_("The keys in {file} could not be read. Choose them again under Diagnostics."),
    "unwritable": w_("Nothing can be written to {file} ({why})."),
    "disk-full": w_("The disk is full: {file} cannot be written."),
    "newer": w_("{file} was made by a newer Wondertable; this one cannot read it."),
    "damaged": w_("{file} was damaged and is kept as {kept}. Everything readable was restored."),
    "other-computer": w_(
        "This card comes from another computer. Between games, “The table’s settings” ask whether it is a copy."
    ),
    "new-table": w_("This is a new table now, with keys of its own. Phones sit down again; it is in no club."),
    "not-copied": w_("This has been answered already."),
    "read-only": w_(
        "The table’s disk is full or cannot be written. You see what was saved; nothing can be changed. Make room, "
        "then start the table again."
    ),
    "file-missing": w_("{file} was missing or empty. The finished games are here again."),
    "swapped": w_("{file} is not the file of last time. Finished games that were not in it have been added."),
    "older": w_("The last change could not be read. The table is as it was before that."),
    "log-aside": w_("A file that did not belong to this table is kept as {kept}."),
    "games-lost": lambda w, params: w.ngettext(
        "One game could not be read and is missing.", "{n} games could not be read and are missing.", int(params["n"])
    ),
    "games-older": lambda w, params: w.ngettext(
        "One unfinished game could only be restored to an earlier turn. It is kept for later.",
        "{n} unfinished games could only be restored to an earlier turn. They are kept for later.",
        int(params["n"]),
    ),
    "log-lost": w_("Some lines of the log could not be read and are missing."),
    "reset": w_("This table was reset: its settings and seats are new, and all games are here."),
    "table-unreadable": w_("The saved seats and lobby could not be read. They start fresh."),
    "game-unreadable": w_("Game {game} could not be read and is left as it is."),
}


# ---- what is wrong around it -----------------------------------------------------------------------------


def no_sound(w: Words, said: str) -> str:
    """Report that no sound can be played; `said`: the driver's message."""
    return w("No sound can be played here ({said}). You can see everything as well.", said=said)


def slow_disk(w: Words) -> str:
    """Notify people that storing the last action takes long."""
    return w("The memory card is slow just now: nothing is lost.")
