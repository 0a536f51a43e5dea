"""The *That is not how it was* pages: people dispute counts, wonders, the set-up and rules in a game they report."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import msgspec

from app.protocol.cardboard_messages import Correct, CountView, House
from app.protocol.table_messages import TableView
from app.shown.form import (
    Button,
    DrawnRow,
    Field,
    Form,
    Group,
    IntentTemplate,
    Link,
    Number,
    Option,
    Pick,
    PickWithCount,
    Row,
    Switch,
    Text,
)
from app.shown.lobby.lobby import toggle
from app.text import correction_text
from app.text.translation import Words, both, capital
from app.text.words_protocols import HouseWords
from engine.corrections_and_agreements import MAX_LETTERS

ZERO: Final = CountView(0, 0, 0)  # the count of a thing that is not present


class DisputeFacts(msgspec.Struct, frozen=True):
    """Disputable facts (from `TableView`).

    `counted`: counts by their words in a record (`coins 2`, `card altar 2`). `things`: further things that a seat may
    have, without the seat, and their maximum. `wonders`: by seat, as entered.
    """

    counted: tuple[tuple[str, CountView], ...]
    things: tuple[tuple[str, int], ...]
    wonders: tuple[tuple[str, ...], ...]
    every_wonder: tuple[str, ...]
    people: tuple[str, ...]
    set_up: tuple[str, ...] = ()  # facts of the set-up, as `TableView.set_up` names them
    first: int = 0  # the starting seat; 0: none
    variants: tuple[tuple[str, tuple[str, ...]], ...] = ()  # every variant with those it requires
    added: tuple[str, ...] = ()
    rules: tuple[tuple[str, bool], ...] = ()  # house rules by slug
    begun: bool = False  # boards were set up, so turns may have been entered for the right people


def dispute_facts(table: TableView, people: tuple[str, ...]) -> DisputeFacts:
    """Collect what can be disputed at a table."""
    return DisputeFacts(
        counted=tuple(table.counted.items()), things=tuple(table.things.items()), wonders=table.wonders,
        every_wonder=table.every_wonder, people=people, set_up=table.set_up, first=table.first or 0,
        variants=tuple(table.variants.items()), added=table.variant, rules=tuple(table.rules.items()),
        begun=all(seat.wonder for seat in table.seats),
    )  # fmt: skip


def is_thing(what: str) -> bool:
    """Check whether a count is of printed things (`card wood 2`) and not a plain number."""
    return what.count(" ") > 1


def is_before(what: str, seat: int) -> bool:
    """Check whether a count belongs to a seat."""
    return what.endswith(f" {seat}") and not what.startswith("stack ")


# ---- rows ----------------------------------------------------------------------------------------------------


def number(w: Words, say: HouseWords, facts: DisputeFacts, what: str, count: CountView) -> Number:
    """Return the row to set a count; empty if it is unknown."""
    return Number(
        key=f"count {what}",
        words=capital(say.house_count(w, what, facts.people)),
        now=count.now if count.known else None,
        least=count.least,
        most=count.most,
        says=IntentTemplate(House(id="", counts={}), f"counts.{what}"),
        counts=True,
        save=w("Count from here"),
    )


def numbers(w: Words, say: HouseWords, facts: DisputeFacts) -> tuple[Number, ...]:
    """Return a row for every count."""
    return tuple(number(w, say, facts, what, count) for what, count in facts.counted)


def absent(w: Words, say: HouseWords, facts: DisputeFacts, seat: int) -> tuple[Number, ...]:
    """Return rows for things that a seat does not have but could have, sorted by name."""
    there = {what for what, _ in facts.counted}
    more = ((f"{thing} {seat}", most) for thing, most in facts.things if most and f"{thing} {seat}" not in there)
    rows = (number(w, say, facts, what, msgspec.structs.replace(ZERO, most=most)) for what, most in more)
    return tuple(sorted(rows, key=lambda row: row.words))


def wonder_pickers(w: Words, say: HouseWords, facts: DisputeFacts, seat: int) -> tuple[Pick, ...]:
    """Return a picker for each wonder of a seat to replace it by another one."""
    name, mine = facts.people[seat - 1], facts.wonders[seat - 1]
    options = (Option(slug, say.house_wonder(w, slug)) for slug in facts.every_wonder if slug not in mine)
    others = sorted(options, key=lambda option: option.words)
    return tuple(
        Pick(
            key=f"wonder {seat} {was}",
            words=f"{name}{w.colon}{say.house_wonder(w, was)}",
            label=correction_text.ask_right_wonder(w, name, say.house_wonder(w, was)),
            options=tuple(others),
            says=IntentTemplate(Correct(id="", row=0, how="wonder", whose=seat, card=was), "text"),
            save=w("Correct it"),
        )
        for was in mine
    )


def house_rule_field(w: Words) -> Field:
    """Return the text field for a house rule in people's own words."""
    return Field(
        key="house",
        words=w("We play it differently"),
        now="",
        label=w("How do you play it?"),
        save=w("Write it down"),
        most=MAX_LETTERS,
        says=IntentTemplate(House(id=""), "text"),
        picture="tablet",
        foot=True,
    )


def replay_note(w: Words) -> Text:
    """Return the note that the game is replayed after a correction."""
    text = w("The game is replayed with the right one. The table asks what no longer fits.")
    return Text(key="again", words=text)


# ---- the set-up ----------------------------------------------------------------------------------------------


def wrong_set_up(w: Words) -> Link:
    """Return the link to the corrections of the set-up."""
    return Link(key="set-up", words=w("The set-up is wrong"), to="set-up", picture="wonder", foot=True)


def _set_up(*words: str) -> IntentTemplate:
    return IntentTemplate(Correct(id="", row=0, how="set-up", text=" ".join(words)))


def first_seat_buttons(w: Words, facts: DisputeFacts) -> tuple[Row, ...]:
    """Return buttons for every other possible starting seat, and for each a variant in which its first turn is still
    missing."""
    others = [(seat, name) for seat, name in enumerate(facts.people, 1) if seat != facts.first]
    moves = Text(key="moves", words=w("Each turn entered so far moves to whoever had it then."))
    rows: list[Row] = [moves, *(_first_seat_button(f"{seat}", name) for seat, name in others)]
    if facts.begun:
        rows.append(Text(key="stay", words=w("Or that first turn is missing, and the others stay as they are.")))
        rows += [
            _first_seat_button(f"{seat} missing", w("{name}: first turn missing", name=name)) for seat, name in others
        ]
    return tuple(rows)


def _first_seat_button(value: str, words: str) -> Button:
    return Button(key=f"began {value}", words=words, says=_set_up("first", value))


def places(w: Words, facts: DisputeFacts) -> tuple[Button, ...]:
    """Return a button for each pair of seats that may have to be swapped."""
    pairs = combinations(enumerate(facts.people, 1), 2)
    return tuple(
        Button(key=f"places {one} {other}", words=both(w, (name, their)), says=_set_up("places", str(one), str(other)))
        for (one, name), (other, their) in pairs
    )


def rule_switches(w: Words, say: HouseWords, facts: DisputeFacts) -> tuple[Switch, ...]:
    """Return switches for the variants and house rules of the running game."""
    found = []
    for slug, needs in facts.variants if "variant" in facts.set_up else ():
        on = slug in facts.added
        after = toggle(facts.variants, facts.added, slug)
        off = not on and not {*needs} <= {*facts.added}
        words = w("Played with: {variant}", variant=say.variant(w, slug))
        found.append(Switch(key=f"with {slug}", words=words, on=on, off=off, says=_set_up("variant", *after)))
    for slug, on in facts.rules if "rules" in facts.set_up else ():
        says = _set_up("rules", f"{slug}={'no' if on else 'yes'}")
        found.append(Switch(key=f"rule {slug}", words=say.variant(w, slug), on=on, says=says))
    return tuple(found)


def first_seat_label(w: Words) -> str:
    return w("Somebody else began")


def swapped_seats_label(w: Words) -> str:
    return w("Two people sit in each other’s place")


def set_up_hint(w: Words, facts: DisputeFacts) -> tuple[Text, ...]:
    """Return the hint that other set-up facts are lines of the log; none in games without a starting seat."""
    words = w("For tokens and medals, touch their line in the log.")
    return (Text(key="laid out", words=words),) if "first" in facts.set_up else ()


def set_up(w: Words, say: HouseWords, facts: DisputeFacts) -> Form:
    """Build the screen's page of set-up corrections."""
    rows: list[Row] = []
    if "first" in facts.set_up:
        rows.append(Link(key="began", words=first_seat_label(w), to="began", picture="touch"))
    if "places" in facts.set_up:
        rows.append(Link(key="places", words=swapped_seats_label(w), to="places", picture="turn"))
    for seat, name in enumerate(facts.people, 1) if facts.wonders else ():
        words = correction_text.other_wonder_label(w, name)
        rows.append(Link(key=f"wonder {seat}", words=words, to=f"wonder {seat}", picture="wonder"))
    return Form(
        w("What is wrong with the set-up?"),
        (*rows, *rule_switches(w, say, facts), replay_note(w), *set_up_hint(w, facts), _back_link(w)),
    )


def somebody_began(w: Words, facts: DisputeFacts) -> Form:
    """Build the screen's page to correct the starting seat."""
    return Form(w("Who began?"), (*first_seat_buttons(w, facts), replay_note(w), _back_link(w, "set-up")))


def swap_seats_page(w: Words, facts: DisputeFacts) -> Form:
    """Build the screen's page to swap two seats."""
    return Form(w("Who sits in whose place?"), (*places(w, facts), replay_note(w), _back_link(w, "set-up")))


def wrong_number(w: Words) -> Link:
    """Return the link to all counts."""
    return Link(key="numbers", words=w("A number is wrong"), to="numbers", picture="tablet", foot=True)


def earlier(w: Words) -> Link:
    """Return the link to the log."""
    return Link(key="log", words=w("An earlier turn is missing or wrong"), to="log", picture="menu")


# ---- what is touched on the table ----------------------------------------------------------------------------


class SeatDispute(msgspec.Struct, frozen=True):
    """Possible errors at a seat that was touched on the table.

    `counts`: its numbers. `things`: it has printed things to count. `late`: a sentence on turns not yet entered.
    `wonder`: its wonder can be corrected. `all`: more turns exist than are listed. `roomy`: the links fit at the foot
    of the page.
    """

    seat: int
    name: str
    counts: tuple[Number, ...]
    things: bool = False
    late: str = ""
    wonder: bool = False
    all: bool = False
    roomy: bool = True


NEWEST: Final = "newest turns"  # placeholders: the latest turns about the subject
OLDER: Final = "older turns"  # placeholder: the earlier turns


def seat_dispute_page(w: Words, dispute: SeatDispute) -> Form:
    """Build the page of possible errors at a seat."""
    forgot = Link(key="forgot", words=dispute.late, to="forgot", picture="question")
    things = Link(
        key="things", words=w("Cards, tokens and more"), to="things", picture="tablet", foot=dispute.roomy
    )  # fmt: skip
    other = correction_text.other_wonder_label(w, dispute.name)
    wonder = Link(key="other wonder", words=other, to="other wonder", picture="wonder", foot=dispute.roomy)
    ways = (*([things] if dispute.things else []), *([wonder] if dispute.wonder else []))
    return Form(
        w("{name}: what is wrong?", name=dispute.name),
        (
            *([forgot] if dispute.late else []),
            *(_to_count(w, count) for count in dispute.counts),
            DrawnRow(key=NEWEST),
            *([] if dispute.roomy else ways),
            DrawnRow(key=OLDER),
            *([Link(key="all turns", words=w("All turns"), to="all turns", picture="menu")] if dispute.all else []),
            _back_link(w),
            *(ways if dispute.roomy else []),
            *([] if dispute.roomy and ways else [house_rule_field(w)]),
        ),
    )


def count_page(w: Words, counts: Sequence[Number], name: str = "") -> Form:
    """Build the page to pick a count: all of them, or, with a name, a seat's printed things."""
    title = w("{name}: which number is wrong?", name=name) if name else w("Which number is wrong?")
    return Form(title, (*(_to_count(w, row) for row in counts), _back_link(w), house_rule_field(w)))


def _to_count(w: Words, row: Number) -> Link:
    now = "?" if row.now is None else f"{row.now:g}"
    return Link(key=row.key, words=f"{row.words}{w.colon}{now}", to=row.key)


def _back_link(w: Words, to: str = "log") -> Link:
    return Link(key="back", words=w("Back"), to=to, picture="undo", foot=True)


def recount(w: Words, row: Number, ours: CountView, theirs: int, turns: bool) -> Form:
    """Build the page to correct a count. `theirs`: the value people entered. `turns`: there are turns that changed
    it."""
    says = w("We count {n}. How many are there really?", n=ours.now)
    if turns:
        says = w("We count {n}. Correct the number, or touch the turn that is wrong.", n=ours.now)
    if not ours.known:
        says = w("Nobody has counted its cards.")
    assert row.says is not None
    return Form(
        row.words,
        (
            Text(key="now", words=says),
            Number(key="number", words="", now=theirs, least=ours.least, most=ours.most, counts=True),
            DrawnRow(key=NEWEST),
            _back_link(w),
            Button(
                key="count it",
                words=w("Count from here: {n}", n=theirs),
                says=IntentTemplate(row.says.filled("", theirs)),
                picture="tick",
                main=True,
                off=theirs == ours.now and ours.known,
                foot=True,
            ),
        ),
    )


def wonder_page(w: Words, say: HouseWords, facts: DisputeFacts, seat: int, was: str = "") -> Form:
    """Build the page to replace a seat's wonder; if it has several, people first pick the wrong one (`was`)."""
    picks, back = wonder_pickers(w, say, facts, seat), _back_link(w, "other wonder")
    pick = picks[0] if len(picks) == 1 else next((each for each in picks if each.key == f"wonder {seat} {was}"), None)
    if pick is None:
        mine = ((slug, say.house_wonder(w, slug)) for slug in facts.wonders[seat - 1])
        nots = (Link(key=f"not {slug}", words=name, to=f"not {slug}") for slug, name in mine)
        return Form(correction_text.ask_wrong_wonder(w, facts.people[seat - 1]), (*nots, back))
    has = (
        Button(key=f"has {each.value}", words=each.words, says=IntentTemplate(pick.says.filled("", each.value)))
        for each in pick.options
    )
    return Form(pick.label, (*has, replay_note(w), back))


class ForgottenTurn(msgspec.Struct, frozen=True):
    """A touch on something while another seat's turn is expected.

    `late`: the seats whose turn has not been entered, with names; one after another (`acting`) or all at once. `why`:
    the touched thing cannot be entered and nobody is to act. `ways`: the few possible actions of the only late seat, as
    record text and in words. `count`: the touched count.
    """

    late: tuple[tuple[int, str], ...]
    acting: bool
    why: str = ""
    ways: tuple[tuple[str, str], ...] = ()
    count: str = ""


def forgot(w: Words, turn: ForgottenTurn) -> Form:
    """Build the question whether a turn was left out."""
    rows: list[Row] = [
        Link(key=f"forgotten {text}", words=f"{name}{w.colon}{label}", to=f"forgotten {text}", picture="plus")
        for _, name in turn.late
        for text, label in turn.ways
    ]
    for seat, name in turn.late if not turn.ways else ():
        label, key = w("Yes: enter the turn of {name} now", name=name), f"enter {seat}"
        rows.append(Link(key="enter it" if len(turn.late) == 1 else key, words=label, to=key, picture="plus"))
    rows += [DrawnRow(key=NEWEST), earlier(w)]
    if turn.count:
        wrong = w("We count differently: {what}", what=turn.count)
        rows.append(Link(key="number", words=wrong, to="number", picture="tablet"))
    rows.append(Link(key="nothing missing", words=w("No, nothing is missing"), to="close", picture="tick"))
    return Form(turn.why or not_told(w, [name for _, name in turn.late], turn.acting), tuple(rows))


def not_told(w: Words, late: Sequence[str], acting: bool) -> str:
    """Ask about the seats whose turn is missing; parameters as in `ForgottenTurn`."""
    if acting:
        return w("It is {name}’s turn. Did we forget one?", name=late[0])
    if len(late) == 1:
        return w("{name} has not entered this turn yet. Is it missing?", name=late[0])
    return w("Not everybody has entered this turn yet. Is somebody missing?")


def missed_turn_group(w: Words, late: Sequence[str], acting: bool) -> Group:
    """Return the same question for a phone whose own turn is entered or not expected."""
    says = w("Not entered yet in this turn: {names}", names=", ".join(late))
    if acting:
        says = w("If {name} had a turn that nobody has entered, enter that here first.", name=late[0])
    rows = Text(key="says", words=says), earlier(w)
    return Group(key="left-out", words=not_told(w, late, acting), rows=rows, folded=True)


# ---- the whole -----------------------------------------------------------------------------------------------


def doubts(w: Words, say: HouseWords, facts: DisputeFacts) -> Form:
    """Build the phone's page of everything that can be disputed. The screen asks on the table itself."""
    turn = w("A turn is wrong, missing or entered twice: touch “correct” beside it in the log below.")
    rows: list[Row] = [Text(key="turn", words=turn, only="phone")]
    if facts.counted:
        rows.append(_numbers(w, say, facts))
    if facts.wonders:
        picks = (pick for seat in range(1, len(facts.wonders) + 1) for pick in wonder_pickers(w, say, facts, seat))
        words = w("A wonder is wrong")
        rows.append(Group(key="wonder", words=words, rows=(replay_note(w), *picks), folded=True))
    if facts.set_up:
        rows.append(_set_up_group(w, say, facts))
    if facts.counted:
        rows.append(house_rule_field(w))
    return Form(w("That is not how it was"), tuple(rows))


def _set_up_group(w: Words, say: HouseWords, facts: DisputeFacts) -> Group:
    rows: list[Row] = [replay_note(w)]
    if "first" in facts.set_up:
        rows.append(Group(key="began", words=first_seat_label(w), rows=first_seat_buttons(w, facts), folded=True))
    if "places" in facts.set_up:
        rows.append(Group(key="places", words=swapped_seats_label(w), rows=places(w, facts), folded=True))
    rows += [*rule_switches(w, say, facts), *set_up_hint(w, facts)]
    return Group(key="set-up", words=wrong_set_up(w).words, rows=tuple(rows), folded=True)


def _numbers(w: Words, say: HouseWords, facts: DisputeFacts) -> Group:
    about = Text(key="from here", words=w("Enter how many there really are. The table counts on from there."))
    counts = dict(facts.counted)
    plain = (number(w, say, facts, what, count) for what, count in counts.items() if not is_thing(what))
    seats = [seat for seat in range(1, len(facts.people) + 1) if any(is_before(what, seat) for what in counts)]
    before = (_things_group(w, say, facts, seat) for seat in seats)
    return Group(key="numbers", words=wrong_number(w).words, rows=(about, *plain, *before), folded=True)


def _things_group(w: Words, say: HouseWords, facts: DisputeFacts, seat: int) -> Group:
    name = facts.people[seat - 1]
    there = (
        number(w, say, facts, what, count) for what, count in facts.counted if is_thing(what) and is_before(what, seat)
    )
    other = PickWithCount(
        key=f"others {seat}",
        words=w("Something else is in front of {name}", name=name),
        options=tuple(Option(thing, capital(say.house_thing(w, thing))) for thing, _ in facts.things),
        most=max((most for _, most in facts.things), default=0),
        label=w("How many"),
        says=IntentTemplate(House(id="", counts={}), f"counts.{{thing}} {seat}"),
        save=w("Count from here"),
        only="phone",  # the screen lists them
    )
    words = w("In front of {name}", name=name)
    return Group(key=f"things {seat}", words=words, rows=(*there, other), folded=True)
