"""The club page: join, send past games, leave."""

from app.protocol.club_membership_messages import ClubStatus, JoinClub, LeaveClub, TellClub, UseRelay
from app.protocol.network_messages import Network, RelayState
from app.protocol.table_to_club_messages import DIGITS
from app.shown.form import Button, CodeRow, ConfirmPrompt, Field, Form, IntentTemplate, Link, Row, SubmitGroup, Text
from app.text import club_text as club_words
from app.text.translation import Words

CODE = "club-code"  # the screen's page to type the code
ADDRESS = 200  # maximum length of an address


def club(w: Words, facts: tuple[ClubStatus | None, Network]) -> Form:
    """Build the page for the table's membership (None: never joined), and for the relay at its addresses."""
    now, network = facts
    inside = now is not None and now.how in ("in", "away")
    rows: list[Row] = []
    if now is not None:
        rows.append(Text(key="now", words=club_words.describe_status(w, now), loud=True))
    if inside:
        all_ = w("Send it all games so far")
        past = ConfirmPrompt(w("Games that were played here before are sent, too."), all_)
        rows.append(Button(key="tell", words=all_, says=IntentTemplate(TellClub(id="")), picture="turn", sure=past))
        if network.relay or network.public is None:
            rows += _relay_rows(w, network.relay)
        out = w("Leave the club")
        gone = ConfirmPrompt(w("The club gets no more games. It keeps those it has."), out)
        rows.append(Button(key="leave", words=out, says=IntentTemplate(LeaveClub(id="")), picture="cross", sure=gone))
    elif now is None or now.how != "joining" or now.scan:
        about = w("In a club, several tables share one history. Its organiser makes a code for this table.")
        if now is not None and now.scan:
            words = w("Scan this as the club’s organiser")
            about = w(
                "The club’s organiser scans this, types the club’s PIN and lets the table in. The code is valid "
                "for ten minutes."
            )
            rows.append(CodeRow(key="scan", words=words, url=now.scan, about=about))
        else:
            rows.append(Text(key="about", words=about))
            scans = IntentTemplate(JoinClub(id="", scan=True))
            rows.append(Button(key="scan", words=w("Show a code to scan"), says=scans, picture="phone", only="screen"))
        rows.append(Link(key=CODE, words=code(w), to=CODE, picture="tablet", main=True, only="screen"))
        address = Field(key="address", words=w("Its address, if it is not found"), now="", most=ADDRESS)
        rows.append(
            SubmitGroup(
                key="join",
                words=w("Join the club"),
                rows=(Field(key="code", words=code(w), now="", most=2 * DIGITS), address),
                says=IntentTemplate(JoinClub(id="", code=""), "code,address"),
                only="phone",
            )
        )
    return Form(w("Club"), (*rows,))


def _relay_rows(w: Words, now: RelayState) -> list[Row]:
    """List the rows of the club's relay for friends who are far away."""
    off = now in ("", "refused")
    words = w("Play with friends far away, through the club") if off else w("End the connection through the club")
    reads = w("The club’s computer can read what these friends see and do.")
    sure = ConfirmPrompt(f"{reads} {w('It ends when you end it, or with a restart of the table.')}", words)
    says = IntentTemplate(UseRelay(id="", on=off))
    button = Button(key="relay", words=words, says=says, picture="wifi" if off else "cross", sure=sure if off else None)
    match now:
        case "":
            return [button]
        case "refused":
            text = w("This club connects no friends who are far away. Its organiser has to start it with --relay.")
        case "open":
            text = w("Friends far away can play through the club. Touch a seat to invite one.") + f" {reads}"
        case _:
            text = w("Connecting through the club …")
    return [Text(key="relayed", words=text), button]


def code(w: Words) -> str:
    """Return the label of the code."""
    return w("The club’s code")
