"""The upkeep page of an installed table: updates, backups, reports, reset, and the progress of each."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from app.protocol.machine_messages import Carry, DoUpkeep, EndUpkeep, Upkeep, UpkeepWork
from app.shown.form import Button, CodeRow, ConfirmPrompt, FindingRow, Form, Group, IntentTemplate, Link, Row, Text
from app.text.translation import Words

PANEL: Final = "upkeep"
NEWS: Final = "upkeep-news"
RESTORE: Final = "restore"


class UpkeepFacts(msgspec.Struct, frozen=True):
    """The state of upkeep. `url`: the address of a file transfer with a phone, if one is open."""

    now: Upkeep
    url: str = ""


def upkeep(w: Words, facts: UpkeepFacts) -> Form:
    """Build the page, or the progress of the current task."""
    now = facts.now
    rows: list[Row] = [Text(key="now", words=_state_text(w, now), loud=True)]
    if now.is_busy:
        if now.waits:
            off = Button(key="off", words=w("Call it off"), says=_END, picture="cross", foot=True)
            rows.append(off)
        return Form(w("Upkeep"), (*rows,))
    if now.carried:
        away = Button(key="off", words=w("Close this way"), says=_END, picture="cross", foot=True)
        none = Text(key="none", words=w("Phones cannot reach the table: use a stick."), loud=True)
        return Form(w("Upkeep"), (transfer_code(w, now.carried, facts.url) if facts.url else none, away))
    if now.came:
        rows.append(Button(key="off", words=w("I have read it"), says=_END, picture="tick", foot=True))
    found = [FindingRow(key=each.part, part=each.part, words=each.text, fine=each.fine) for each in now.found]
    rows += [row for row in found if not row.fine]
    rows += _versions(w, now)
    rows += _backups(w)
    rows.append(_work_button(w("Report onto a stick"), "report-to-stick", "tablet"))
    rows.append(
        Button(key="report", words=w("Report to a phone"), says=IntentTemplate(Carry("", "report")), picture="phone")
    )
    rows.append(
        _work_button(
            w("Reset the table, keep the games"), "reset", "undo", ConfirmPrompt(_reset_text(w), w("Reset the table"))
        )
    )
    rows += [row for row in found if row.fine]
    return Form(w("Upkeep"), (*rows,))


def transfer_code(w: Words, what: str, url: str) -> CodeRow:
    """Return the QR code of a file transfer, which is open for ten minutes."""
    if what == "restore":
        words, about = (
            w("Restore a backup"),
            w("Scan this with the phone that has the backup, and choose the file there."),
        )
    elif what == "backup":
        words = w("Fetch the backup")
        about = w(
            "Scan this with the phone that will keep the backup. Keep the file safe: it holds the table’s secrets."
        )
    else:
        words = w("Fetch the report")
        about = w("Scan this with a phone to get the report for the person who helps you. It has no names in it.")
    return CodeRow(key="way", words=words, url=url, about=about)


def instead(w: Words) -> str:
    """Return what a restore replaces."""
    return w(
        "The backup replaces the games and settings that are here, and the table restarts. Those that are here now "
        "are kept as a copy."
    )


def _reset_text(w: Words) -> str:
    return w(
        "Settings, PIN, seats and the club become those of a new table, and the table restarts. Finished games, "
        "games kept for later and the Wi-Fi stay. What is there now is kept as a copy."
    )


def news(w: Words, now: Upkeep) -> Form:
    """Build the release notes of a version, which are in English."""
    title = w("New in version {version}", version=now.comes or now.version)
    return Form(title, tuple(Text(key=f"news {nth}", words=line) for nth, line in enumerate(now.news.splitlines())))


def _versions(w: Words, now: Upkeep) -> list[Row]:
    rows: list[Row] = []
    restarts = w("The table restarts. If the other version does not start, this one comes back by itself.")
    if now.comes:
        yes = w("Update to {version}", version=now.comes)
        rows.append(_work_button(w("Update now"), "update", "up", ConfirmPrompt(restarts, yes), main=True))
        night = w(
            "Between three and six in the morning, when nobody is playing. A game on the table continues afterwards."
        )
        rows.append(
            _work_button(w("Update at night"), "update-at-night", "star", ConfirmPrompt(f"{restarts} {night}", yes))
        )
    if now.news:
        lines = news(w, now)
        rows.append(Link(key="news", words=lines.title, to=NEWS, picture="question", only="screen"))
        rows.append(Group(key="news", words=lines.title, rows=lines.rows, folded=True, only="phone"))
    rows.append(_work_button(w("Look for an update"), "look", "eye"))
    sure = ConfirmPrompt(restarts, w("Update from the stick"))
    rows.append(_work_button(w("Update from a stick"), "update-from-stick", "tablet", sure))
    if now.before:
        back = w("Back to version {version}", version=now.before)
        rows.append(_work_button(back, "back", "undo", ConfirmPrompt(restarts, back)))
    return rows


def _backups(w: Words) -> list[Row]:
    secret = w("Keep the file safe: it holds all games, settings and secrets of the table.")
    onto, back = w("Backup onto a stick"), w("Restore from a stick")
    to_phone, from_phone = w("Backup to a phone"), w("Restore from a phone")
    newest = w("It is the newest backup on the stick.")
    fetch, bring = IntentTemplate(Carry("", "backup")), IntentTemplate(Carry("", "restore"))
    return [
        _work_button(onto, "backup-to-stick", "down", ConfirmPrompt(secret, onto)),
        Button(key="backup", words=to_phone, says=fetch, picture="phone", sure=ConfirmPrompt(secret, to_phone)),
        _work_button(back, "restore-from-stick", "up", ConfirmPrompt(f"{instead(w)} {newest}", back)),
        Button(key=RESTORE, words=from_phone, says=bring, picture="phone", sure=ConfirmPrompt(instead(w), from_phone)),
    ]


def _work_button(
    words: str, work: UpkeepWork, picture: str, sure: ConfirmPrompt | None = None, main: bool = False
) -> Button:
    return Button(key=work, words=words, says=IntentTemplate(DoUpkeep("", work)), picture=picture, sure=sure, main=main)


_END: Final = IntentTemplate(EndUpkeep(id=""))


def _state_text(w: Words, now: Upkeep) -> str:
    if now.waits == "night":
        return w("The table updates itself tonight, between three and six, when nobody is playing.")
    if now.waits == "game":
        return w("That restarts the table. Do it after the game.")
    if now.is_busy:
        return _progress(w, now)
    version = w("Version {version} runs.", version=now.version)
    if days := now.facts.get("removed"):
        made = w("To make room, the safety copy of {days} was removed. Older and newer ones are kept.", days=days)
        version = f"{version} {made}"
    if now.came == "failed":
        return f"{_explain_failure(w, now)} {version}"
    if now.came == "done":
        return f"{_result_text(w, now)} {version}" if now.work not in CHANGES or days else _result_text(w, now)
    if now.comes:
        return f"{version} {w('Version {version} can be installed.', version=now.comes)}"
    return version


_STEPS: Final[Mapping[str, Callable[[Words], str]]] = {
    "fetch": lambda w: w("The new version is being fetched and checked."),
    "prepare": lambda w: w("The new version is being prepared."),
    "copy": lambda w: w("Games and settings are being copied."),
    "try": lambda w: w("The table is starting. That takes a minute at most."),
    "collect": lambda w: w("The file is being put together."),
    "write": lambda w: w("The stick is being written. Leave it where it is."),
}


def _progress(w: Words, now: Upkeep) -> str:
    said = [_STEPS[now.step](w) if now.step in _STEPS else w("It begins …")]
    if now.done is not None:
        said.append(w("{n} % are done.", n=now.done))
    if now.left is not None:
        n = -(-now.left // 60)
        long = w.ngettext("It takes {n} minute more.", "It takes {n} minutes more.", n)
        said.append(w("It takes {n} s more.", n=now.left) if now.left < 90 else long)
    return " ".join(said)


CHANGES: Final = frozenset({"update", "update-at-night", "update-from-stick", "back"})


def _result_text(w: Words, now: Upkeep) -> str:
    version, file = now.facts.get("version", ""), now.facts.get("file", "")
    match now.work:
        case "look" if version:
            return w("Version {version} can be installed.", version=version)
        case "look":
            return w("There is no newer version.")
        case "back":
            return w("Version {version} runs again.", version=version)
        case "backup-to-stick" | "report-to-stick":
            return w("{file} is on the stick. You can take it out.", file=file)
        case "restore" | "restore-from-stick":
            return w("The games and settings of the backup are back.")
        case "reset":
            return w("This is a new table, and all games are here.")
        case "backup" | "report":
            return w("The file was made.")
    return w("Version {version} runs now.", version=version)


_FAILURES: Final[Mapping[str, Callable[[Words], str]]] = {
    "no-stick": lambda w: w("No USB stick was found. Plug one in (FAT32 or exFAT), wait five seconds, and try again."),
    "stick-unreadable": lambda w: w("The stick cannot be read. Try another one, with FAT32 or exFAT."),
    "stick-unwritable": lambda w: w("The stick cannot be written: it is full, locked or damaged. Try another one."),
    "no-release": lambda w: w("There is no version for this table: the file “wondertable-….tar” is missing."),
    "no-backup": lambda w: w("There is no backup that can be read: the file “wondertable-backup-….tar.gz” is missing."),
    "unfit-backup": lambda w: w("That is not a backup, or it is from a newer version. Nothing was changed."),
    "no-address": lambda w: w("There is no update address yet. Use a stick, or set one as the manual says."),
    "no-answer": lambda w: w("No answer from the update address. Check that the table is online, then try again."),
    "unsigned": lambda w: w("This version has no signature that the table trusts. Nothing was changed."),
    "machine": lambda w: w("That version is not made for this kind of computer. Nothing was changed."),
    "damaged": lambda w: w("The file is damaged. Fetch it again, or use another stick. Nothing was changed."),
    "older": lambda w: w("That version is older than the one that ran here. Nothing was changed."),
    "room": lambda w: w("There is too little room on the card. Nothing was changed."),
    "game": lambda w: w("A game is being played. End it or keep it for later first."),
    "busy": lambda w: w("Another change is in progress. Wait a minute, then try again."),
    "undone": lambda w: w("The new version did not start. Everything is as before."),
    "none-before": lambda w: w("There is no version to go back to."),
    "cut-off": lambda w: w("That was interrupted. Nothing is lost. Try again."),
    "not-begun": lambda w: w("The system does not let the table do that. Install it again, as the manual says."),
}


def _explain_failure(w: Words, now: Upkeep) -> str:
    if now.why in _FAILURES:
        return _FAILURES[now.why](w)
    return w("That did not work ({said}). Nothing is lost.", said=now.said.removesuffix("."))
