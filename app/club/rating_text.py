"""Ratings in the reader's words: which games, what a game has changed and why, what is wrong with a clock."""

from app.club.ratings import Pool, RatingChange
from app.history.words import HistoryWords
from app.text.languages import Words


def title(w: Words, words: HistoryWords, it: Pool) -> str:
    """What is rated together."""
    if it.name:
        return it.name
    said = [words.title(w, it.kind), words.seats(w, it.seats), w("games with bots") if it.bots else ""]
    return " · ".join(filter(None, said))


def when(w: Words, words: HistoryWords, it: Pool) -> str:
    """Of which games a league is; empty for what is none."""
    if it.begins is None or it.ends is None:
        return ""
    days = w("{first} to {last}", first=words.day(w, it.begins), last=words.day(w, it.ends - 1.0))
    return " · ".join([words.title(w, it.kind), words.seats(w, it.seats), days])


def number(points: float) -> str:
    return f"{round(points)}"


def signed(points: int) -> str:
    """A change, with a sign that is as wide as a digit."""
    return f"{points:+d}".replace("-", "−")


def change(it: RatingChange) -> int:
    """As it is shown: what was shown before, and this, come to what is shown after."""
    return round(it.after.points) - round(it.before.points)


def reasons(w: Words, it: RatingChange) -> list[str]:
    """Why a game has changed a rating so, in short sentences without a subject."""
    mine = round(it.before.points)
    beaten = [round(other.points) - mine for other in it.others if other.place > it.place]
    ahead = [round(other.points) - mine for other in it.others if other.place < it.place]
    level = sum(other.place == it.place for other in it.others)
    said: list[str] = []
    if n := sum(more > 0 for more in beaten):
        said.append(w.ngettext("Beat {n} who was rated higher.", "Beat {n} who were rated higher.", n))
    if n := sum(more == 0 for more in beaten):
        said.append(w.ngettext("Beat {n} with the same rating.", "Beat {n} with the same rating.", n))
    if n := sum(more < 0 for more in beaten):
        said.append(w.ngettext("Beat {n} who was rated lower.", "Beat {n} who were rated lower.", n))
    if n := sum(more < 0 for more in ahead):
        said.append(
            w.ngettext("Came in behind {n} who was rated lower.", "Came in behind {n} who were rated lower.", n)
        )
    if n := sum(more == 0 for more in ahead):
        said.append(
            w.ngettext("Came in behind {n} with the same rating.", "Came in behind {n} with the same rating.", n)
        )
    if n := sum(more > 0 for more in ahead):
        said.append(
            w.ngettext("Came in behind {n} who was rated higher.", "Came in behind {n} who were rated higher.", n)
        )
    if level:
        said.append(w.ngettext("Shared a place with {n}.", "Shared a place with {n}.", level))
    return said


def parts(w: Words, it: RatingChange) -> str:
    """How much of a change is for the result, and how much for knowing more of somebody."""
    result = round(it.by_result)
    known = change(it) - result
    if known < 0:
        return w("{result} for the result, {known} as it was a surprise.", result=signed(result), known=signed(known))
    return w("{result} for the result, {known} as the club knows more.", result=signed(result), known=signed(known))


def doubt(w: Words, why: str) -> str:
    """What is wrong with the clock of a game's table."""
    match why:
        case "ahead":
            return w("Its table’s clock was ahead: the game came before it had ended by that clock.")
        case "before":
            return w("Its table’s clock stood in a year before there was a Wondertable.")
        case "backwards":
            return w("Its table’s clock was set back while the game ran.")
    return w("Its table’s clock told another time than the club’s.")
