"""Texts about ratings: pools, reasons for a change, clock problems."""

from app.club.ratings import Pool, RatingChange
from app.history.history_text import HistoryWords
from app.text.translation import Words


def title(w: Words, words: HistoryWords, pool: Pool) -> str:
    """Return the title of a pool."""
    if pool.name:
        return pool.name
    said = [words.title(w, pool.kind), words.seats(w, pool.seats), w("games with bots") if pool.bots else ""]
    return " · ".join(filter(None, said))


def describe_period(w: Words, words: HistoryWords, pool: Pool) -> str:
    """Describe a league's games and dates; "" for other pools."""
    if pool.begins is None or pool.ends is None:
        return ""
    days = w("{first} to {last}", first=words.day(w, pool.begins), last=words.day(w, pool.ends - 1.0))
    return " · ".join([words.title(w, pool.kind), words.seats(w, pool.seats), days])


def format_rating(points: float) -> str:
    return f"{round(points)}"


def format_signed(points: int) -> str:
    """Format a change with a sign as wide as a digit."""
    return f"{points:+d}".replace("-", "−")


def displayed_change(change: RatingChange) -> int:
    """Return the displayed change: the difference of the displayed ratings."""
    return round(change.after.points) - round(change.before.points)


def explain(w: Words, change: RatingChange) -> list[str]:
    """Explain a rating change, in short sentences without a subject."""
    mine = round(change.before.points)
    beaten = [round(other.points) - mine for other in change.others if other.place > change.place]
    ahead = [round(other.points) - mine for other in change.others if other.place < change.place]
    level = sum(other.place == change.place for other in change.others)
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


def explain_parts(w: Words, change: RatingChange) -> str:
    """Split a change into the part for the result and the part for the lower uncertainty."""
    result = round(change.by_result)
    known = displayed_change(change) - result
    if known < 0:
        return w(
            "{result} for the result, {known} because it was a surprise.",
            result=format_signed(result),
            known=format_signed(known),
        )
    return w(
        "{result} for the result, {known} because the club knows more.",
        result=format_signed(result),
        known=format_signed(known),
    )


def explain_clock(w: Words, why: str) -> str:
    """Describe the problem with the clock of a game's table."""
    match why:
        case "ahead":
            return w("The table’s clock was ahead: the game arrived before it had ended by that clock.")
        case "before":
            return w("The table’s clock showed a year before Wondertable existed.")
        case "backwards":
            return w("The table’s clock was set back during the game.")
    return w("The table’s clock and the club’s did not agree.")
