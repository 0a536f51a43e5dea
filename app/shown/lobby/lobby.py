"""The lobby forms: game, mode, variants, number of seats, starting seat, and the start button."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, Protocol, TypeAlias, runtime_checkable

import msgspec

from app.protocol.base_messages import Mode
from app.protocol.club_membership_messages import DealtRound
from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.seat_messages import SetSeats
from app.protocol.table_messages import TableView
from app.shown.form import Button, Choice, Form, IntentTemplate, Link, Number, Option, Row, Switch, Text
from app.text.table_text import deals_short
from app.text.translation import Words, both
from app.text.words_protocols import GameWords

Explain: TypeAlias = Callable[[str], tuple[str, str]]  # a variant's or house rule's name, and what it changes
MODE_SIGNS: Final[Mapping[Mode, str]] = {"play": "table", "track": "card", "tally": "tablet"}  # icons


@runtime_checkable
class AdviceWords(GameWords, Protocol):
    """The words of a game with advice on what to leave out of a first game."""

    def advice(self, w: Words, variant: Collection[str]) -> str:
        """Return the advice to beginners on these variants; empty if there is none."""


class NextGame(msgspec.Struct, frozen=True):
    """The set-up of the next game. `variants`: each with those it requires; `added`: the chosen ones.

    `firsts`: seats that may start, with names; empty if the game has no starting seat. `first`: the chosen one; None:
    random. `places`: the fewest and the most seats.
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


def next_game(table: TableView, titles: Sequence[tuple[str, str]], people: Sequence[str]) -> NextGame:
    """Collect the set-up of a table. `titles`: games by slug. `people`: seat names."""
    sits = ((info.seat, people[info.seat - 1]) for info in table.seats if info.by != "free")
    return NextGame(
        game=table.game, games=(*titles,), mode=table.mode, modes=table.modes,
        variants=(*table.variants.items(),), added=table.variant, seats=len(table.seats), places=table.places,
        firsts=(*sits,) if table.first_seat else (), first=table.first,
    )  # fmt: skip


def game_form(w: Words, game: NextGame, explain: Explain) -> Form:
    """Build the form: game, mode, variants, seats, starting seat."""
    modes = tuple(Option(mode, deals_short(w, mode)) for mode in game.modes)
    rows: list[Row] = [
        Choice(
            key="game",
            words=w("Which game"),
            now=game.game,
            options=tuple(Option(*each) for each in game.games),
            says=_sets("game"),
        ),
        Choice(key="mode", words=w("Who deals"), now=game.mode, options=modes, says=_sets("mode")),
        *(_expansion_switch(w, game, slug, needs, explain) for slug, needs in game.variants),
        Number(
            key="seats", words=w("Seats"), now=game.seats, least=game.places[0], most=game.places[1],
            says=IntentTemplate(SetSeats(id="", count=game.seats), "count"), counts=True,
        ),
    ]  # fmt: skip
    if game.firsts:
        rows.append(first_seat_choice(w, game))
    return Form(w("The game"), (*rows,))


def first_seat_choice(w: Words, game: NextGame) -> Choice:
    """Return the choice of the starting seat. Where people deal, an unset value means unknown instead of random."""
    lot = w("not chosen") if game.mode == "track" else w("random")
    options = Option(None, lot), *(Option(*each) for each in game.firsts)
    now = game.first if game.first in dict(game.firsts) else None
    return Choice(key="first", words=w("Goes first"), now=now, options=options, says=_sets("first"))


def first_seat_page(w: Words, people: Sequence[tuple[int, str]]) -> Form:
    """Build the screen's page with one button for each possible starting seat."""
    rows = (
        Button(key=f"first {seat}", words=name, says=IntentTemplate(SetGame(id="", first=seat)))
        for seat, name in people
    )
    return Form(w("Who goes first?"), (*rows,))


def toggle(variants: Sequence[tuple[str, tuple[str, ...]]], added: Collection[str], slug: str) -> tuple[str, ...]:
    """Return the variants after `slug` is toggled, in the game's order. Removing one also removes those that require
    it."""
    gone = {slug, *(other for other, wants in variants if slug in wants)}
    then = {*added} - gone if slug in added else {*added, slug}
    return tuple(other for other, _ in variants if other in then)


def _expansion_switch(w: Words, game: NextGame, slug: str, needs: tuple[str, ...], explain: Explain) -> Switch:
    on, after = slug in game.added, toggle(game.variants, game.added, slug)
    words, about = explain(slug)
    only = w("Only with: {others}.", others=", ".join(explain(each)[0] for each in needs)) if needs else ""
    return Switch(
        key=f"variant {slug}",
        words=words,
        on=on,
        says=IntentTemplate(SetGame(id="", variant=after)),
        about=f"{about} {only}".strip(),
        off=not on and not {*needs} <= {*game.added},
    )


def start(w: Words, taken: int, least: int, owing: int, owes_first: bool = False) -> Button:
    """Return the start button; while something is missing, its label says what. `owing`: the number of seats without a
    wonder. `owes_first`: the starting seat is not chosen."""
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


def empty_seats_note(w: Words) -> str:
    return w("empty seats are left out")


def confirm_game_change(w: Words, game: str) -> Form:
    """Build the confirmation before changing to a game that the screen does not draw."""
    text = w("{game} is played on phones: whoever plays on the screen stands up.", game=game)
    yes = Link(key="yes", words=w("Change the game"), to="change", picture="turn", foot=True)
    no = Link(key="no", words=w("No"), to="close", foot=True)
    return Form(w("Are you sure?"), (Text(key="about", words=text, loud=True), no, yes))


class RareOptions(msgspec.Struct, frozen=True):
    """Options that people change rarely. `guided` None: no lessons for this game. `rules`: house rules by slug.

    `learners`: names of people new to the game; `advice`: the advice for them.
    """

    keep: bool
    guided: bool | None
    rules: tuple[tuple[str, bool], ...]
    learners: tuple[str, ...] = ()
    advice: str = ""


def rare_options(w: Words, table: TableView, guides: bool, people: Sequence[str], say: GameWords) -> RareOptions:
    """Collect the options of a table. `guides`: the surface can teach this game. `people`: seat names."""
    guided = table.guided if guides and table.mode == "play" else None
    new = tuple(people[seat - 1] for seat in table.learners) if guided else ()
    advice = say.advice(w, table.variant) if guided and table.learners and isinstance(say, AdviceWords) else ""
    return RareOptions(table.keep, guided, tuple(table.rules.items()), new, advice)


def teaches(w: Words, options: RareOptions) -> str:
    """Return who will be taught in the next game, with advice; empty if nobody is."""
    if not options.learners:
        return ""
    who = w.ngettext(
        "{names} has not played this yet. We teach it as you play.",
        "{names} have not played this yet. We teach it as you play.",
        len(options.learners),
        names=both(w, options.learners),
    )
    return f"{who} {options.advice}".rstrip()


def teaches_whom(w: Words, options: RareOptions) -> str:
    """Return the same as a short label."""
    return w("we teach {names}", names=both(w, options.learners)) if options.learners else ""


def dealt_for(w: Words, round: DealtRound | None) -> str:
    """Return the note that the next game is a tournament deal; empty if it is not."""
    if round is None:
        return ""
    return w(
        "Round {n} of {name}: the same deal as at its other tables. Agree on the same game with the same additions.",
        n=round.number,
        name=round.tournament,
    )


def dealt_for_short(w: Words, round: DealtRound | None) -> str:
    """Return the same as a short label."""
    return w("round {n} of {name}, the same deal", n=round.number, name=round.tournament) if round is not None else ""


def skip_lessons_button(w: Words) -> Button:
    """Return the button that turns lessons off."""
    return Button(key="known", words=w("We know it"), says=IntentTemplate(SetGame(id="", guided=False)))


def ask_who_plays(w: Words, game: str, most: int) -> str:
    """Return the question who plays, for a game with fewer places than people."""
    return w.ngettext(
        "{game} is for {n}. Who plays? The others watch.", "{game} is for {n}. Who plays? The others watch.", most,
        game=game,
    )  # fmt: skip


def choose_players(w: Words, game: str, most: int, people: Sequence[tuple[int, str]], plays: Sequence[int]) -> Form:
    """Build the page to choose the players. `plays`: seats chosen so far."""
    rows = (Link(key=f"plays {seat}", words=name, to=f"plays {seat}", on=seat in plays) for seat, name in people)
    return Form(ask_who_plays(w, game, most), (*rows,))


def rarely(w: Words, options: RareOptions, explain: Explain) -> Form:
    """Build the page of rare options."""
    guided = [
        Switch(
            key="guided",
            words=w("Teach us"),
            on=bool(options.guided),
            says=_sets("guided"),
            about=w("Explains each idea once, when you first see it."),
        )
    ]
    return Form(
        w("House rules and more"),
        (
            Switch(
                key="keep",
                words=w("Keep this game in the history"),
                on=options.keep,
                says=_sets("keep"),
                about=w("Otherwise the table deletes it once you have seen the result."),
            ),
            *(guided if options.guided is not None else []),
            *(
                Switch(key=slug, words=words, on=on, says=_sets(f"rules.{slug}"), about=about)
                for slug, on in options.rules
                for words, about in (explain(slug),)
            ),
            Text(key="holds", words=w("These hold for the next games at this table, too.")),
        ),
    )


def _sets(hole: str) -> IntentTemplate:
    return IntentTemplate(SetGame(id=""), hole)
