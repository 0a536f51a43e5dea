"""Sentences about a club of tables: a table's membership, and faults of the club's database."""

from app.protocol.club_membership_messages import ClubStatus
from app.text.translation import Words


def describe_status(w: Words, status: ClubStatus) -> str:
    """Describe a table's membership in its club, and what to do next."""
    waits = (
        w.ngettext("{n} game has still to be sent.", "{n} games have still to be sent.", status.waiting)
        if status.waiting
        else ""
    )
    name = status.name or w("without a name")
    match status.how:
        case "joining" if status.scan:
            return w("The club’s organiser can let this table in now.")
        case "joining":
            return w("Joining the club …")
        case "failed":
            return explain_failure(w, status.why)
        case "away" if status.why == "club-certificate":
            said = w(
                "The club “{name}” shows another certificate than before."
                " If its organiser has changed that, leave the club and join it again.",
                name=name,
            )
        case "away":
            said = w("The club “{name}” cannot be reached. The table keeps trying.", name=name)
        case _:
            said = w("The table is in the club “{name}”.", name=name)
    return f"{said} {waits}".rstrip()


def explain_failure(w: Words, why: str) -> str:
    """Explain why a table could not join its club or is no longer in it, and what to do."""
    match why:
        case "club-none":
            return w("No club was found in this network. Check that it is running, or type its address on a phone.")
        case "club-several":
            return w("There are several clubs in this network. Type the address of yours on a phone.")
        case "club-wrong-code":
            return w("The club does not know this code. A code is good once, for ten minutes; ask for another.")
        case "club-not-scanned":
            return w("Nobody has scanned the code in time. Show another one, or type the club’s.")
        case "club-too-many":
            return w("Too many wrong codes. Please wait a minute.")
        case "club-ended":
            return w("The club has removed this table. With a new code it can join again.")
        case "club-newer":
            return w("The club is an older version than this table. Please update it.")
        case "disk-full" | "unwritable":
            return w("There is no room to keep that. Please make room on the table’s disk.")
        case _:
            return w("The club does not answer. Check that it is running in the same network.")


def problem(w: Words, code: str, why: str = "") -> str:
    """Explain why a club cannot use its database, and what to do. `why`: the message of the database."""
    match code:
        case "full":
            text = w("The disk of the club’s database is full; tables keep their games and send them again. Make room.")
        case "newer":
            text = w("The club’s database was made by a later version of Wondertable. Please update this one.")
        case "nothing":
            text = w("There is no club to copy.")
        case "taken":
            text = w("There is a club already, and it stays as it is. Give an empty database or data folder.")
        case "no-driver":
            text = w("PostgreSQL needs psycopg. Run ./setup.sh club to install it.")
        case "no-ratings":
            text = w("A club needs openskill. Run ./setup.sh club to install it.")
        case "no-pairings":
            text = w("A club needs networkx. Run ./setup.sh club to install it.")
        case _:
            text = w("The club’s database is not available now. Tables keep their games and send them later.")
    return f"{text} ({why})" if why else text
