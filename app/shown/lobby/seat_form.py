"""The form of a seat: who plays it and how, its wonder, and its person's preferences."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from app.protocol.base_messages import Mode, PlayedBy
from app.protocol.history_messages import KnownPerson
from app.protocol.seat_messages import HandOver, Leave, MoveSeat, Rename, SeatInfo, SetSeat
from app.protocol.table_messages import TableView
from app.shown.form import (
    Button,
    Choice,
    ConfirmPrompt,
    Field,
    Form,
    Group,
    IntentTemplate,
    Link,
    Option,
    Row,
    SubmitGroup,
    Switch,
    Text,
)
from app.shown.lobby import join_codes
from app.shown.play import goal, hint
from app.text import bot_level_descriptions
from app.text.translation import Words, languages

WAYS: Final[tuple[PlayedBy, ...]] = ("touch", "phone", "bot", "free")
NAME: Final = 20  # maximum length
PICTURES: Final[Mapping[PlayedBy, str]] = {"touch": "touch", "phone": "phone", "bot": "bot", "free": "cross"}


class ShownSeat(msgspec.Struct, frozen=True):
    """A seat as seen by one reader.

    `name`: its person's name, or its number. `ways`: how it can be played; `able`: those the reader may choose.
    `lobby`: no game runs, at a table with that many `seats`. `waits`: its phone has not answered a question. `levels`,
    `characters`: options for a bot. `guided`: the game teaches. `coached`: the table can judge its choices. `advised`:
    it may ask for a hint here. `plans`: it may set a goal. `invites`: a friend far away may be invited.
    """

    info: SeatInfo
    name: str
    seats: int
    ways: tuple[PlayedBy, ...]
    able: frozenset[PlayedBy]
    lobby: bool
    waits: bool = False
    levels: tuple[str, ...] = ()
    characters: tuple[str, ...] = ()
    guided: bool = False
    coached: bool = False
    advised: bool = False
    plans: bool = False
    invites: bool = False

    @property
    def has_phone(self) -> bool:
        """True if a connected phone controls the seat."""
        return self.info.by == "phone" and self.info.present


def played_by_label(w: Words, by: PlayedBy) -> str:
    """Return the label of a way to play a seat."""
    return {"touch": w("Screen"), "phone": w("Phone"), "bot": w("Bot"), "free": w.pgettext("seat", "Free")}[by]


def seat(w: Words, shown: ShownSeat) -> Form:
    """Build the form of a seat: who plays it, and preferences. Wonder and place are chosen in the lobby."""
    here = Link(key="choose here", words=w("Choose on the table"), to="choose here", picture="table", only="screen")
    return Form(
        _title(w, shown),
        (
            *([here] if shown.waits else []),
            *([hint.ask_button(w, shown.info.seat)] if shown.advised else []),
            *([goal.goal_link(w, shown.info.seat)] if shown.plans else []),
            *(_played_by_button(w, shown, by) for by in shown.ways),
            *(
                [join_codes.invite_button(w, shown.info.seat)]
                if shown.invites and shown.info.by in ("free", "touch")
                else []
            ),
            *([join_codes.end_far_button(w, shown.info.seat, shown.name)] if shown.info.far else []),
            *(_bot(w, shown) if shown.info.by == "bot" else []),
            *(_person(w, shown) if shown.info.by != "free" else []),
            *(_swaps(w, shown) if shown.lobby else []),
        ),
    )


def everybody(w: Words, people: Sequence[tuple[str, PlayedBy]]) -> Form:
    """Build the page with a link to each seat."""
    pictures: Mapping[PlayedBy, str] = {**PICTURES, "free": "touch"}
    rows = (
        Link(key=f"to seat {seat}", words=name, to=f"seat {seat}", picture=pictures[by])
        for seat, (name, by) in enumerate(people, start=1)
    )
    return Form(w("Who plays, and how?"), tuple(rows))


def person_page(w: Words, seat: int, people: Sequence[KnownPerson]) -> Form:
    """Build the page to choose who sits down: known people with their last badge, or a new name."""
    rows = (
        Button(
            key=f"known {person.name}",
            words=person.name,
            says=IntentTemplate(SetSeat(id="", seat=seat, name=person.name)),
            person=(person.emblem, person.colour),
        )
        for person in people
    )
    type_it = Link(key="type", words=w("Type a name"), to="name", picture="tablet", foot=True)
    return Form(w("Who sits here?"), (*rows, type_it))


def end_lessons_button(w: Words, seat: int) -> Button:
    return Button(
        key=f"knows {seat}", words=w("I know this game"), says=IntentTemplate(SetSeat(id="", seat=seat, knows=True))
    )


def taught(w: Words, info: SeatInfo) -> Switch:
    """Return the switch for lessons at a seat."""
    says = IntentTemplate(SetSeat(id="", seat=info.seat, knows=not info.knows))
    return Switch(key=f"taught {info.seat}", words=w("Teach me as we play"), on=not info.knows, says=says)


def coach(w: Words, info: SeatInfo) -> Switch:
    """Return the switch for the coach, which questions clearly worse choices once."""
    says = IntentTemplate(SetSeat(id="", seat=info.seat, coach=not info.coach))
    words, about = w("Coach"), w("Asks you, and only you, once when another choice is much stronger.")
    return Switch(key=f"coach {info.seat}", words=words, on=info.coach, says=says, about=about)


class OwnSeat(msgspec.Struct, frozen=True):
    """The reader's own seat on a phone.

    `playing`: a game runs. `others`: seats without a present person, which the reader may reassign. `guided`: the game
    teaches. `coached`: the table can judge choices.
    """

    info: SeatInfo
    playing: bool
    others: tuple[ShownSeat, ...] = ()
    guided: bool = False
    coached: bool = False


def own_seat_form(w: Words, own: OwnSeat) -> Form:
    """Build the form of the reader's own seat, with the values that are saved together first."""
    info, seat = own.info, own.info.seat
    saved = SubmitGroup(
        key="me",
        words=w("Save"),
        rows=(
            Field(key="name", words=w("Your name"), now=info.name or "", most=NAME, sort="nickname"),
            Choice(key="lang", words=w("Language"), now=info.lang, options=_languages()),
            Group(key="badge", words=w("Emblem and colour"), rows=(), folded=True, badge=info.badge),
        ),
        says=IntentTemplate(Rename(id="", name="", lang="en"), "name,lang,emblem,colour"),
    )
    hand_over = w("Hand over my seat to another phone")
    about = w(
        "Your seat is then free. In a running game others play it on the screen, or take it over with another phone."
    )
    leave: list[Row] = [
        Text(key="about", words=about),
        Button(key="free", words=w("Yes, stand up"), says=IntentTemplate(Leave(id=""))),
    ]
    if own.playing:
        bot = IntentTemplate(SetSeat(id="", seat=seat, by="bot"))
        leave.append(Button(key="bot", words=w("Yes, and let a bot play for me"), says=bot))
    seats = (
        Button(key="hand over", words=hand_over, says=IntentTemplate(HandOver(id="", seat=seat))),
        *(_absent_seat_group(w, other) for other in own.others),
        Group(key="leave", words=w("Stand up"), rows=tuple(leave), folded=True),
    )
    helps = (*([taught(w, info)] if own.guided else []), *([coach(w, info)] if own.coached else []))
    more = [Group(key="helps", words=w("Lessons and coach"), rows=helps, folded=True)] if own.coached else helps
    folded = Group(key="seats", words=w("Seats"), rows=seats, folded=True)
    return Form(w("My settings"), (saved, handedness_switch(w, info), *more, folded))


def _absent_seat_group(w: Words, shown: ShownSeat) -> Group:
    """Return the group to reassign a seat without a present person: also from a phone that is gone to another."""
    words = w("Nobody plays the seat of {name}", name=shown.name)
    if shown.info.by == "bot":
        own, name = shown.info.own_bot, shown.name
        words = w("{name} is a bot", name=name) if own else w("A bot plays for {name}", name=name)
    buttons = [row for row in seat(w, shown).rows if isinstance(row, Button)]
    ways = [msgspec.structs.replace(row, on=False) for row in buttons if not row.on or row.key == "by phone"]
    return Group(key=f"other {shown.info.seat}", words=words, rows=tuple(ways), folded=True)


def confirm_taking(w: Words, name: str, by: PlayedBy) -> ConfirmPrompt:
    """Return the confirmation before a seat is taken away from a connected phone. `by`: who plays it next."""
    yes = {"free": w("Yes, free the seat"), "bot": w("Yes, a bot plays it"), "touch": w("Yes, play it on the screen")}
    return ConfirmPrompt(w("{name} has this seat on a phone, and would lose it.", name=name), yes[by])


def role(w: Words, info: SeatInfo, mode: Mode, them: Sequence[tuple[str, str]], owes: bool = False) -> Choice:
    """Return the choice of a wonder that no other seat has. `them`: slugs with names. `owes`: a choice is required."""
    options = (Option(None, unchosen(w, mode, owes)), *(Option(*each) for each in them))
    says = _sets(info.seat, "wonder")
    return Choice(key="wonder", words=w("Wonder"), now=info.wonder, options=options, says=says)


def offered_wonder(
    w: Words, title: str, sides: Sequence[tuple[str | None, str, str]], people: Sequence[tuple[int, str]]
) -> Form:
    """Build the page of a wonder that nobody has. `sides`: of its board, with names and descriptions. `people`: who can
    take it here; the first one's button is lit."""
    about = (Text(key=f"about {nth}", words=says, loud=True) for nth, (_, _, says) in enumerate(sides) if says)
    takes = (
        Button(
            key=f"take {seat} {slug or 'by chance'}",
            words=w("{name} takes {wonder}", name=name, wonder=wonder)
            if slug
            else w("{name} leaves it to chance", name=name),
            says=IntentTemplate(SetSeat(id="", seat=seat, wonder=slug)),
            main=len(sides) == 1 and seat == people[0][0],
        )
        for seat, name in people
        for slug, wonder, _ in sides
    )
    return Form(title, (*about, *takes))


def unchosen(w: Words, mode: Mode, owes: bool) -> str:
    """Return the label of a seat without a chosen wonder."""
    if mode == "play":
        return w("random")
    return w("Which wonder?") if owes else w("not chosen")


def unchosen_note(w: Words, mode: Mode) -> str:
    """Return what the person of a seat without a chosen wonder can do."""
    if mode == "play":
        return w("Touch a wonder to choose it, or let the table draw one.")
    return w("Touch the wonder that lies in front of you.")


def available_wonders(table: TableView, seat: int) -> list[str]:
    """List the wonders that no other seat has, on either side of their board."""
    gone = {table.identities.get(other.wonder or "") for other in table.seats if other.seat != seat}
    return [slug for slug, board in table.identities.items() if board not in gone]


def state(w: Words, info: SeatInfo, locked: bool = False) -> str:
    """Return the state of a seat in a word; empty while a connected phone in the house controls it."""
    match info.by:
        case "free":
            return w("locked") if locked else w("free")
        case "bot":
            return w("Bot")
        case "touch":
            return w("on the screen")
    if not info.present:
        return w("away")
    return w.pgettext("seat", "far") if info.far else ""


def handedness_switch(w: Words, info: SeatInfo) -> Switch:
    """Return the switch that moves a person's main buttons to the left."""
    return Switch(key="left", words=w("Left-handed"), on=info.left, says=_sets(info.seat, "left"))


def _title(w: Words, shown: ShownSeat) -> str:
    bare = w("Seat {number}", number=shown.info.seat)
    if shown.info.by == "free" or shown.name == bare:
        named = bare
    else:
        named = w("Seat {number}: {name}", number=shown.info.seat, name=shown.name)
    plays = bot_level_descriptions.describe_play(w, shown.info.bot, shown.info.character)
    return w("{name}, {character}", name=named, character=plays) if plays else named


def _played_by_button(w: Words, shown: ShownSeat, by: PlayedBy) -> Button:
    """Return the button for a way to play. A seat is taken from a connected phone only after confirmation; latecomers
    take over from a bot."""
    seat, on = shown.info.seat, shown.info.by == by
    late = shown.info.own_bot and not shown.lobby
    words, sure, says = played_by_label(w, by), None, IntentTemplate(SetSeat(id="", seat=seat, by=by))
    if by == "phone":
        words = w("Take over by phone: show a code") if late else w("By phone: show a code")
        says = IntentTemplate(HandOver(id="", seat=seat))
    elif shown.has_phone:
        sure = confirm_taking(w, shown.name, by)
    if by == "touch" and late:
        words = w("Take over on the screen")
    off = by not in shown.able
    return Button(key=f"by {by}", words=words, says=says, picture=PICTURES[by], sure=sure, on=on, off=off)


def _bot(w: Words, shown: ShownSeat) -> list[Row]:
    """List the rows of a bot: level, character, and what it knows."""
    liked = [character(w, shown)] if shown.characters else []
    return [
        level(w, shown.info, shown.levels),
        *liked,
        Text(key="knows", words=bot_level_descriptions.knowledge_note(w)),
    ]


def level(w: Words, info: SeatInfo, levels: Sequence[str]) -> Choice:
    """Return the choice of a bot's level; a character that somebody chose is kept."""
    liked = f":{info.character}" if info.character_chosen else ""
    options = tuple(Option(f"{each}{liked}", bot_level_descriptions.level(w, each)) for each in levels)
    now = f"{info.bot}{liked}"
    return Choice(key="bot", words=w("How it plays"), now=now, options=options, says=_sets(info.seat, "bot"))


def character(w: Words, shown: ShownSeat) -> Choice:
    """Return the choice of a bot's character; its level is kept. A named bot, or one that fills in for a person, has
    none."""
    options = tuple(
        Option(f"{shown.info.bot}:{each}", bot_level_descriptions.character(w, each)) for each in shown.characters
    )
    now = f"{shown.info.bot}:{shown.info.character or shown.characters[0]}"
    return Choice(key="likes", words=w("What it likes"), now=now, options=options, says=_sets(shown.info.seat, "bot"))


def _person(w: Words, shown: ShownSeat) -> list[Row]:
    """List the rows of a person. On their own phone, people set the rest in their own settings."""
    info = shown.info
    return [
        Field(
            key="name",
            words=w("Name"),
            now=info.name or "",
            label=w("Name"),
            save=w("Save"),
            most=NAME,
            says=_sets(info.seat, "name"),
            picture="tablet",
        ),
        Link(key="badge", words=w("Emblem and colour"), to="badge", only="screen"),
        Choice(
            key="lang",
            words=w("Language"),
            now=info.lang,
            options=_languages(),
            says=_sets(info.seat, "lang"),
            only="screen",
        ),
        *([taught(w, info)] if shown.guided and info.person else []),
        *([coach(w, info)] if shown.coached and info.person else []),
        msgspec.structs.replace(handedness_switch(w, info), only="screen"),
    ]


def _languages() -> tuple[Option, ...]:
    return tuple(Option(slug, name, slug) for slug, name in languages().items())


def _swaps(w: Words, shown: ShownSeat) -> list[Button]:
    """List the buttons that swap a seat with a neighbour. A phone knows no left and right, so it names the seat
    number."""
    seat = shown.info.seat
    left, right = ((seat + by - 1) % shown.seats + 1 for by in (1, -1))
    words = w("Swap with the left seat"), w("Swap with the right seat")
    return [
        Button(key="move left", words=words[0], says=_move_seat(seat, left), picture="left", only="screen"),
        Button(key="move right", words=words[1], says=_move_seat(seat, right), picture="right", only="screen"),
        Button(
            key="move",
            words=w("Swap with seat {number}", number=left),
            says=_move_seat(seat, left),
            off=seat == shown.seats == 2,  # the other one says the same
            only="phone",
        ),
    ]


def _move_seat(seat: int, to: int) -> IntentTemplate:
    return IntentTemplate(MoveSeat(id="", seat=seat, to=to))


def _sets(seat: int, what: str) -> IntentTemplate:
    return IntentTemplate(SetSeat(id="", seat=seat), what)
