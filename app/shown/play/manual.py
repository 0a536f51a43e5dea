"""The player's manual: how a game is played at this table.

Screen and phones show it, and `python -m docs.manual` writes pages.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from app.text.rules_pages import ManualPart
from app.text.translation import Words

# The pictures of parts about what people do now: by the phase of the table, else by its mode.
OF_PHASES: Final[Mapping[str, tuple[str, ...]]] = {"lobby": ("lobby",), "over": ("end",)}
OF_MODES: Final[Mapping[str, tuple[str, ...]]] = {"track": ("cardboard",), "tally": ("sheet",)}
OF_PLAY: Final = ("hand", "turn")


def manual(w: Words, own: Sequence[ManualPart]) -> tuple[ManualPart, ...]:
    """Return all parts in the order of an evening. `own`: those of the game."""
    return (
        ManualPart(
            w("Sit down"),
            (
                w(
                    "The screen lies between you, and each seat faces its own edge. Say how many you are and what you "
                    "play. One page has all the settings for the game."
                ),
                w(
                    "Scan the code in front of your seat with a phone in the same Wi-Fi, and type your name. Without "
                    "a phone, touch the stone at your edge, then “{screen}”. Or let a bot sit there.",
                    screen=w("Screen"),
                ),
                w("Touch a wonder on the horizon to see what it does, and to take it."),
                w(
                    "You need not know the rules: your first game teaches them as you play. If you know them, touch "
                    "“{known}”.",
                    known=w("I know this game"),
                ),
            ),
            "lobby",
        ),
        *own,
        ManualPart(
            w("Undo"),
            (
                w(
                    "The bent arrow undoes your last action. Where others have seen something new since then, they are "
                    "asked first."
                ),
                w("Every edge shows what just happened. Touch it to see everything since your last turn."),
            ),
        ),
        ManualPart(
            w("What is that, and what should I do?"),
            (
                w("On your phone touch ?, then anything: it says what that is. Touched twice, ? opens this page."),
                w(
                    "“{hint}” says what to do, and why. The others see that you asked, but not the answer. “{why}” "
                    "beside a bot’s action explains it.",
                    hint=w("Hint"),
                    why=w("Why?"),
                ),
                w(
                    "“{coach}” is your own switch. It asks you, and only you, once when another choice is much "
                    "stronger.",
                    coach=w("Coach"),
                ),
            ),
            "hint",
        ),
        ManualPart(
            w("With your own cardboard"),
            (
                w(
                    "Choose “{mode}” before the game, and say which wonder lies in front of whom. Then tell the table "
                    "every card, on the screen or on any phone. What your hands have to do stands at your edge until "
                    "you touch it.",
                    mode=w("We deal our own cards"),
                ),
                w(
                    "“{wrong}” is behind the bent arrow and in the log: touch the turn, the stack or the person that "
                    "is wrong, and say what it was. Later turns follow by themselves.",
                    wrong=w("That is not how it was"),
                ),
                w(
                    "A bot at your table (not in 7 Wonders) says what it wants. Do that with its pieces, then tell the "
                    "table as you do for a person. It does not see which cards lie open."
                ),
                w(
                    "You began without the table? “{position}” takes what lies there, in pictures.",
                    position=w("Continue from a new position"),
                ),
            ),
            "cardboard",
        ),
        ManualPart(
            w("Only the score sheet"),
            (
                w(
                    "“{mode}” is the least effort: the screen turns markers, counts at every edge, settles conflicts "
                    "and adds all points up.",
                    mode=w("Only markers and the score sheet"),
                ),
                w(
                    "Touch a usual number, and the next cell opens by itself. Any phone can enter anything. You can "
                    "undo each entry separately."
                ),
            ),
            "sheet",
        ),
        ManualPart(
            w("After the game"),
            (
                w(
                    "Everybody’s points are counted, and each seat reads why the game ended like this. “{again}” "
                    "keeps the seats.",
                    again=w("Play again"),
                ),
                w(
                    "“{history}” has every finished game: look at it turn by turn, compare people and wonders, put "
                    "names right. “{share}” makes a picture of the result.",
                    history=w("History"),
                    share=w("Share"),
                ),
            ),
            "end",
        ),
        ManualPart(
            w("A phone is empty, or somebody comes late"),
            (
                w(
                    "Touch your edge on the screen, choose “{code}”, and scan it with another phone: your seat comes "
                    "along.",
                    code=w("By phone: show a code"),
                ),
                w("Coming late? Scan the code of the table and watch."),
            ),
        ),
    )


def part_now(parts: Sequence[ManualPart], phase: str, mode: str) -> ManualPart:
    """Return the part on what people do now, or the first one."""
    about = OF_PHASES.get(phase) or OF_MODES.get(mode, OF_PLAY)
    return next((part for part in parts if part.picture in about), parts[0])
