"""What is said before a game begins: which it is, with what, for how many; and whether it can begin."""

from collections.abc import Callable, Collection, Sequence
from typing import Protocol, runtime_checkable

import msgspec

from app.protocol.messages import DailyPlayed, DealtRound, Mode, SetGame, SetSeats, Start, TableView
from app.shown.form import Button, Choice, Form, IntentTemplate, Link, Number, Option, Row, Switch, Text
from app.text.game import GameWords
from app.text.languages import Words, both
from app.text.table import deals


@runtime_checkable
class Advises(GameWords, Protocol):
    """The words of a game of which something is better left for later."""

    def advice(self, w: Words, variant: Collection[str]) -> str:
        """What is said to people who have not played yet of what is added; empty for nothing."""


class Agreed(msgspec.Struct, frozen=True):
    """What is agreed on. `variants`: what can be added to the game, with what each needs; `added`: what is.

    `firsts`: who may begin, by seat, and `first`: who does, None: by lot; no `firsts` where nobody does. `places`: the
    fewest and the most seats.
    """

    game: str
    games: tuple[tuple[str, str], ...]
    mode: Mode
    modes: tuple[Mode, ...]
    variants: tuple[tuple[str, tuple[str, ...]], ...]
    added: tuple[str, ...]
    seats: int
    places: tuple[int, int]
    firsts: tuple[tuple[int, str], ...]
    first: int | None


def agreed_on(table: TableView, titles: Sequence[tuple[str, str]], people: Sequence[str]) -> Agreed:
    """As a table tells it; with the names of games, and of whom sits where."""
    sits = ((info.seat, people[info.seat - 1]) for info in table.seats if info.by != "free")
    return Agreed(
        table.game, (*titles,), table.mode, table.modes, (*table.variants.items(),), table.variant,
        len(table.seats), table.places, (*sits,) if table.first_seat else (), table.first,
    )  # fmt: skip


def agreed(w: Words, it: Agreed, variant: Callable[[str], str]) -> Form:
    """Which game, who deals, what is added to it, how many play, who begins. `variant`: what one is called."""
    modes = tuple(Option(mode, deals(w, mode)) for mode in it.modes)
    rows: list[Row] = [
        Choice(
            key="game",
            words=w("Which game"),
            now=it.game,
            options=tuple(Option(*each) for each in it.games),
            says=_sets("game"),
        ),
        Choice(key="mode", words=w("Who deals"), now=it.mode, options=modes, says=_sets("mode")),
        *(_added(w, it, slug, needs, variant) for slug, needs in it.variants),
        Number(
            key="seats", words=w("Seats"), now=it.seats, least=it.places[0], most=it.places[1],
            says=IntentTemplate(SetSeats(id="", count=it.seats), "count"), counts=True,
        ),
    ]  # fmt: skip
    if it.firsts:
        rows.append(goes_first(w, it))
    return Form(w("The game"), (*rows,))


def goes_first(w: Words, it: Agreed) -> Choice:
    """Who goes first; where people deal they know, and nothing is by lot."""
    lot = w("not chosen") if it.mode == "track" else w("random")
    options = Option(None, lot), *(Option(*each) for each in it.firsts)
    now = it.first if it.first in dict(it.firsts) else None
    return Choice(key="first", words=w("Goes first"), now=now, options=options, says=_sets("first"))


def who_begins(w: Words, people: Sequence[tuple[int, str]]) -> Form:
    """Everybody who may begin, one touch each; on a page of the screen."""
    rows = (
        Button(key=f"first {seat}", words=name, says=IntentTemplate(SetGame(id="", first=seat)))
        for seat, name in people
    )
    return Form(w("Who goes first?"), (*rows,))


def toggled(variants: Sequence[tuple[str, tuple[str, ...]]], added: Collection[str], slug: str) -> tuple[str, ...]:
    """Return what is added once `slug` is turned on or off, in the game's order. What needs it goes with it."""
    gone = {slug, *(other for other, wants in variants if slug in wants)}
    then = {*added} - gone if slug in added else {*added, slug}
    return tuple(other for other, _ in variants if other in then)


def _added(w: Words, it: Agreed, slug: str, needs: tuple[str, ...], variant: Callable[[str], str]) -> Switch:
    """What needs it goes with it when it is turned off; it cannot be turned on while it lacks another."""
    on, after = slug in it.added, toggled(it.variants, it.added, slug)
    only = w("only with: {others}", others=", ".join(map(variant, needs))) if needs else ""
    return Switch(
        key=f"variant {slug}",
        words=variant(slug),
        on=on,
        says=IntentTemplate(SetGame(id="", variant=after)),
        about=only,
        off=not on and not {*needs} <= {*it.added},
    )


def start(w: Words, taken: int, least: int, owing: int, owes_first: bool = False) -> Button:
    """What begins a game, or says what that lacks. `owing`: so many seats have to say first what they are;
    `owes_first`: it has to be said who begins.
    """
    if taken < least:
        words = w.ngettext("{n} more seat is needed", "{n} more seats are needed", least - taken)
    elif owing:
        words = w.ngettext("{n} seat has no wonder yet", "{n} seats have no wonder yet", owing)
    elif owes_first:
        words = w("Who goes first?")
    else:
        words = w.ngettext("Start with {n}", "Start with {n}", taken)
    ready = taken >= least and not owing and not owes_first
    return Button(key="start", words=words, says=IntentTemplate(Start(id="")), main=ready, off=not ready)


def left_out(w: Words) -> str:
    """What becomes of seats that nobody has taken."""
    return w("empty seats are left out")


def stands_up(w: Words, game: str) -> Form:
    """Asked before a game that the screen does not draw."""
    text = w("{game} is played on phones: whoever plays on the screen stands up.", game=game)
    yes = Link(key="yes", words=w("Change the game"), to="change", picture="turn", foot=True)
    no = Link(key="no", words=w("No"), to="close", foot=True)
    return Form(w("Are you sure?"), (Text(key="about", words=text, loud=True), no, yes))


class Rarely(msgspec.Struct, frozen=True):
    """What is rarely changed. `guided` None: nothing of this game is taught. `rules`: of the house, by slug.

    `daily`: the next game is the deal of the day; `dailies`: what came of those of other days. `many`: more people sit
    there than that is for. `learners`: who is new to the game; `advice`: what is said to them of what is added.
    """

    keep: bool
    guided: bool | None
    rules: tuple[tuple[str, bool], ...]
    daily: bool = False
    dailies: tuple[DailyPlayed, ...] = ()
    many: bool = False
    learners: tuple[str, ...] = ()
    advice: str = ""


def changed_rarely(w: Words, table: TableView, guides: bool, people: Sequence[str], say: GameWords) -> Rarely:
    """As it is at this table, whose seats are called so. `guides`: the surface can teach this game."""
    guided = table.guided if guides and table.mode == "play" else None
    many = sum(info.person for info in table.seats) > 1
    new = tuple(people[seat - 1] for seat in table.learners) if guided else ()
    advice = say.advice(w, table.variant) if guided and table.learners and isinstance(say, Advises) else ""
    return Rarely(table.keep, guided, tuple(table.rules.items()), table.daily, table.dailies, many, new, advice)


def teaches(w: Words, it: Rarely) -> str:
    """That the next game teaches, and whom; and what is better in a later game. Empty: it does not."""
    if not it.learners:
        return ""
    who = w.ngettext(
        "{names} has not played this yet. We teach it as you play.",
        "{names} have not played this yet. We teach it as you play.",
        len(it.learners),
        names=both(w, it.learners),
    )
    return f"{who} {it.advice}".rstrip()


def teaches_whom(w: Words, it: Rarely) -> str:
    """The same in as few words as a button has room for."""
    return w("we teach {names}", names=both(w, it.learners)) if it.learners else ""


def dealt_for(w: Words, round: DealtRound | None) -> str:
    """That the next game is one of a tournament's round, and how it is dealt; "" where it is not."""
    if round is None:
        return ""
    return w(
        "Round {n} of {name}: the same deal as at its other tables. Agree on the same game with the same additions.",
        n=round.number,
        name=round.tournament,
    )


def dealt_for_short(w: Words, round: DealtRound | None) -> str:
    """The same in as few words as a button has room for."""
    return w("round {n} of {name}, the same deal", n=round.number, name=round.tournament) if round is not None else ""


def known(w: Words) -> Button:
    """Nobody wants to be taught."""
    return Button(key="known", words=w("We know it"), says=IntentTemplate(SetGame(id="", guided=False)))


def who_plays(w: Words, game: str, most: int) -> str:
    """Asked before a game that has fewer places than there are people."""
    return w.ngettext(
        "{game} is for {n}. Who plays? The others watch.", "{game} is for {n}. Who plays? The others watch.", most,
        game=game,
    )  # fmt: skip


def choose_players(w: Words, game: str, most: int, people: Sequence[tuple[int, str]], plays: Sequence[int]) -> Form:
    """Who plays of those who sit there, one touch each; `plays`: so far."""
    rows = (Link(key=f"plays {seat}", words=name, to=f"plays {seat}", on=seat in plays) for seat, name in people)
    return Form(who_plays(w, game, most), (*rows,))


def rarely(w: Words, it: Rarely, names: Sequence[str]) -> Form:
    """Switches; `names`: what the game calls its house rules, in their order."""
    guided = [
        Switch(
            key="guided",
            words=w("Teach us"),
            on=bool(it.guided),
            says=_sets("guided"),
            about=teaches(w, it) or w("Each idea once, when it is first in sight."),
        )
    ]
    return Form(
        w("House rules and more"),
        (
            _daily(w, it),
            *([Text(key="dailies", words=_days(w, it.dailies))] if it.daily else []),
            Switch(key="keep", words=w("Keep this game in the history"), on=it.keep, says=_sets("keep")),
            *(guided if it.guided is not None else []),
            *(
                Switch(key=slug, words=name, on=on, says=_sets(f"rules.{slug}"))
                for (slug, on), name in zip(it.rules, names, strict=True)
            ),
        ),
    )


def _daily(w: Words, it: Rarely) -> Switch:
    """It cannot be turned on where several people sit."""
    words, about, off = w("Deal of the day"), w("Alone against hard bots"), it.many and not it.daily
    return Switch(key="daily", words=words, on=it.daily, says=_sets("daily"), about=about, off=off)


def _days(w: Words, dailies: Sequence[DailyPlayed]) -> str:
    """What it is worth, and what came of the deals of other days; of other values is not compared."""
    said = [w("The same at every table today. Anybody can know it before, so it counts for no average.")]
    for it in dailies:
        head = f"{it.date}: {it.name}" if it.name else it.date
        points = f"{it.points}:{it.best}" if it.alike else w("with other values")
        said.append(f"{head}, {points}, {w('won')}" if it.won and it.alike else f"{head}, {points}")
    return " · ".join(said)


def _sets(hole: str) -> IntentTemplate:
    return IntentTemplate(SetGame(id=""), hole)
