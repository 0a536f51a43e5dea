"""Words of score sheets: cells, lines, entries, sums and ties.

A sheet belongs to one game: `SheetWords` takes the title and the names of seats from that game's words.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from app.games.tally import score_text
from app.protocol.results import RankKey
from app.shown.play.previews import format_signed
from app.shown.play.result_explanation import LastSheet, Made, OutcomeWords
from app.text.printed_names import translated_names
from app.text.translation import Words, both, capital, w_
from app.text.words_protocols import GameWords, translate_slug
from engine.tally import actions
from engine.tally.view_json import Sum, Term, Tie, View

ROMAN: Final = ("", "I", "II", "III")
NO_ENTRY: Final = frozenset(
    {"no-such-cell", "whose-entry", "no-conflict", "no-cat", "no-supremacy", "no-ages", "no-track", "no-such-token"}
)
_events: Final = msgspec.json.Decoder[actions.Events](actions.Events)


class SheetWords:
    """The words of one game's score sheet, as `app.text.words_protocols.GameWords`."""

    def __init__(self, game: str, say: GameWords) -> None:
        self.game = game
        self._say = say

    def title(self, w: Words) -> str:
        return self._say.title(w)

    def identity(self, w: Words, slug: str) -> str:
        return self._say.identity(w, slug)

    def category(self, w: Words, slug: str) -> str:
        return self._say.category(w, slug)

    def cell(self, w: Words, slug: str) -> str:
        """Return a cell's name, as the heading of a line."""
        return capital(cell(w, self.game, slug))

    def variant(self, w: Words, slug: str) -> str:
        return self._say.variant(w, slug)

    def uncertainty_note(self, w: Words, slugs: Iterable[str]) -> str:
        return self._say.uncertainty_note(w, slugs)

    @property
    def DEEDS(self) -> tuple[str, ...]:
        return self._say.DEEDS if isinstance(self._say, OutcomeWords) else ()

    # Any: sheets are played without data.
    def last_sheet(self, view: View, printed: Any) -> LastSheet:
        return score_text.last_sheet(view, self.DEEDS)

    def made_of(self, w: Words, row: str, made: Made) -> str:
        return self._say.made_of(w, row, made) if made and isinstance(self._say, OutcomeWords) else ""

    def describe_tie_break(self, w: Words, n: int) -> str:
        return self._say.describe_tie_break(w, n) if isinstance(self._say, OutcomeWords) else str(n)

    def action(self, w: Words, text: str, people: Sequence[str]) -> str:
        """Put an entry into words, without its seat."""
        match actions.parse(text):
            case actions.Set(cell=id, value=value):
                return w("{cell}: {value}", cell=capital(cell(w, self.game, id)), value=value)
            case actions.Marker(number=number, battle=True):
                return w("Marker {n} to battle", n=number)
            case actions.Marker(number=number):
                return w("Marker {n} to peace", n=number)
            case actions.Settle():
                return w("Settle a conflict")
            case actions.Cat(seat=0):
                return w("The cat to the middle")
            case actions.Cat(seat=seat):
                return w("The cat to {name}", name=people[seat - 1])
            case actions.Age(age=age, round=0):
                return w("Age {age}: recruit leaders", age=ROMAN[age])
            case actions.Age(age=age, round=round):
                return w("Age {age}, round {n}", age=ROMAN[age], n=round)
            case actions.Pawn(space=0):
                return w("The pawn to the centre")
            case actions.Pawn(space=space):
                return w("The pawn: {name} +{n}", name=people[0 if space > 0 else 1], n=abs(space))
            case actions.Token(id=id, seat=0):
                return w("{token} to nobody", token=token(w, id))
            case actions.Token(id=id, seat=seat):
                return w("{token} to {name}", token=token(w, id), name=people[seat - 1])
            case actions.Supremacy(seat=0):
                return w("No supremacy")
            case actions.Supremacy(seat=seat, by=by):
                return w("{cell}: {value}", cell=people[seat - 1], value=supremacy(w, by))
            case actions.End():
                return w("Close the sheet")

    def finished_action(self, w: Words, text: str, name: str, people: Sequence[str], came: str = "") -> str:
        """Put an entry into words, with the person."""
        return w("{name}, {action}", name=name, action=self.action(w, text, people))

    def event(self, w: Words, event: actions.Events, people: Sequence[str]) -> str:
        """Return one sentence for the log."""
        match event:
            case actions.CellSet(value=value, before=before):
                name, label = people[event.seat - 1], cell(w, self.game, event.cell)
                return w("{name}, {cell}: {value} (was {before}).", name=name, cell=label, value=value, before=before)
            case actions.MarkerTurned(marker=n, flipped=flipped, tokens=total):
                return w("Marker {n} shows battle: {flipped} of {tokens}.", n=n, flipped=flipped, tokens=total)
            case actions.MarkerTurnedBack(marker=n, flipped=flipped, tokens=total):
                return w("Marker {n} shows peace: {flipped} of {tokens} to battle.", n=n, flipped=flipped, tokens=total)
            case actions.ConflictSettled():
                return _describe_settled(w, event, people)
            case actions.AgeSettled():
                return _age_settled(w, event, people)
            case actions.AgeSet(age=age, round=0):
                return w("Age {age}: everybody recruits a leader.", age=ROMAN[age])
            case actions.AgeSet(age=age, round=round):
                return w("Age {age}, round {n}.", age=ROMAN[age], n=round)
            case actions.PawnPut():
                return pawn_put(w, event, people)
            case actions.TokenPut(token=id, seat=0):
                return w("Nobody has {token}.", token=token(w, id))
            case actions.TokenPut(token=id, seat=seat, coins=coins):
                taken = w("{name} takes {token}.", name=people[seat - 1], token=token(w, id))
                paid = w.ngettext("Take {n} coin from the bank.", "Take {n} coins from the bank.", coins)
                return f"{taken} {paid}" if coins else taken
            case actions.SymbolSet(seat=seat, symbol=symbol, value=value):
                facts = {"name": people[seat - 1], "symbol": cell(w, self.game, symbol)}
                if value == 2:
                    return w("{name} has a pair ({symbol}): take a progress token.", **facts)
                return w("{name}, {symbol}: {value}.", value=value, **facts)
            case actions.CatPut(seat=0):
                return w("The cat lies in the middle.")
            case actions.CatPut(seat=seat):
                return w("The cat is with {name}.", name=people[seat - 1])
            case actions.SupremacySaid(seat=0):
                return w("Nobody has won by supremacy.")
            case actions.SupremacySaid(seat=seat, by=by):
                return _wins_at_once(w, by, people[seat - 1])
            case actions.SheetClosed():
                return w("Everything is entered: the sheet is closed.")

    def refusal(self, w: Words, rule: str, facts: Mapping[str, int | str]) -> str:
        match rule:
            case "out-of-bounds":
                label = capital(cell(w, self.game, str(facts["cell"])))
                least, most = facts["least"], facts["most"]
                return w("{cell}: a number from {least} to {most}.", cell=label, least=least, most=most)
            case "unlikely":
                return unlikely(w, self.game, str(facts["cell"]), int(facts["value"]))
            case "missing":
                return name_missing_cells(w, self.game, str(facts["cells"]).split())
            case "no-such-space":
                return w("The pawn goes no further than the capital.")
            case "no-such-age":
                return w("There is no such round.")
            case "sheet-closed":
                return w("The sheet is closed; undo that to change something.")
            case (
                "no-such-cell"
                | "whose-entry"
                | "no-conflict"
                | "no-cat"
                | "no-supremacy"
                | "no-ages"
                | "no-track"
                | "no-such-token"
            ):
                return w("This score sheet has no such entry.")
            case "no-such-marker":
                return w("There is no such marker.")
        if rule in NO_ENTRY:
            return w("This score sheet has no such entry.")
        return self._say.refusal(w, rule, facts)


def _describe_settled(w: Words, event: actions.ConflictSettled, people: Sequence[str]) -> str:
    brought = [
        w.ngettext("{name} wins {n} token", "{name} wins {n} tokens", tokens, name=name)
        for name, tokens in zip(people, event.won, strict=True)
        if tokens
    ]
    told = w("A conflict: {won}.", won=both(w, brought)) if brought else w("A conflict: nobody wins a token.")
    return f"{told} {conflict_instructions(w, event)}"


def _age_settled(w: Words, event: actions.AgeSettled, people: Sequence[str]) -> str:
    points = (left + right for left, right in zip(event.left, event.right, strict=True))
    told = [w("{name} {points}", name=name, points=format_signed(n)) for name, n in zip(people, points, strict=True)]
    return w("The conflict of Age {age}: {points}.", age=ROMAN[event.age], points=", ".join(told))


def pawn_put(w: Words, event: actions.PawnPut, people: Sequence[str]) -> str:
    """Describe the pawn's position, and the payment it causes."""
    if event.space:
        ahead = people[0 if event.space > 0 else 1]
        told = w("The pawn: {name} is {n} ahead.", name=ahead, n=abs(event.space))
    else:
        told = w("The pawn is in the centre.")
    if not event.loser:
        return told
    name, coins = people[event.loser - 1], sum(event.tokens)
    pays = w.ngettext(
        "{name} pays {n} coin to the bank; that token is gone.",
        "{name} pays {n} coins to the bank; that token is gone.",
        coins,
        name=name,
    )
    return f"{told} {pays}"


def is_payment_due(event: actions.Events) -> bool:
    """Check whether a payment is due after an event."""
    match event:
        case actions.PawnPut():
            return event.loser > 0
        case actions.TokenPut():
            return event.coins > 0
        case actions.SymbolSet():
            return event.value > 1
    return False


def unlikely(w: Words, game: str, slug: str, value: int) -> str:
    """Ask whether an unusual number is right."""
    return w("{cell}: {value}? That is rare.", cell=capital(cell(w, game, slug)), value=value)


def name_missing_cells(w: Words, game: str, slugs: Sequence[str]) -> str:
    """Name cells that are not entered for everybody yet."""
    return w("Not entered yet: {cells}.", cells=", ".join(cell(w, game, slug) for slug in slugs))


def ask_missing_shields(w: Words, view: View, people: Sequence[str]) -> str:
    """Ask whether missing shields are 0, before a conflict; "" if all are entered."""
    names = [people[seat.seat - 1] for seat in view.seats if "shields" not in seat.entered]
    return w("Shields not entered yet: {names}. Are they 0?", names=", ".join(names)) if names else ""


def conflict_instructions(w: Words, event: actions.ConflictSettled) -> str:
    """Explain what to do with one's cards after a conflict."""
    if event.passed:
        return w("Discard all cards with horns. Their shields no longer count on the sheet.")
    return w("Discard all cards with horns, and enter the shields that stay.")


def name_missing_entries(w: Words, view: View, people: Sequence[str]) -> str:
    """Name missing entries, with their people unless all lack them."""
    told = []
    for each in view.missing:
        name = cell(w, view.sheet, each.cell)
        if len(each.seats) < len(people):
            name = w("{cell} ({names})", cell=name, names=", ".join(people[seat - 1] for seat in each.seats))
        told.append(name)
    return w("Not entered yet: {cells}.", cells=", ".join(told))


def passing_direction(w: Words, to: str) -> str:
    """Return the direction in which hands are passed."""
    return w("Pass hands to the left") if to == "left" else w("Pass hands to the right")


def supremacy(w: Words, by: str) -> str:
    """Name a supremacy, as in a sentence."""
    return w("military supremacy") if by == "military" else w("scientific supremacy")


def at_once(w: Words, view: View, people: Sequence[str]) -> str:
    """Return the winner by supremacy, as entered or as pawn and symbols show; "" if there is none."""
    return _wins_at_once(w, view.supremacy.by, people[view.supremacy.seat - 1]) if view.supremacy else ""


def _wins_at_once(w: Words, by: str, name: str) -> str:
    if by == "military":
        return w("{name} wins by military supremacy!", name=name)
    return w("{name} wins by scientific supremacy!", name=name)


def cell(w: Words, game: str, slug: str) -> str:
    """Name a cell, as in a sentence."""
    if game == "architects" and slug == "military":
        return w("military tokens")
    return _cells(w).get(slug, slug)


def token(w: Words, slug: str) -> str:
    """Return the name of a progress token of Duel: `Economy`."""
    return translate_slug(translated_names(w, "duel", "tokens"), slug)


def _cells(w: Words) -> dict[str, str]:
    return {
        "wheel": w.pgettext("science symbol", "wheel"),
        "mortar": w.pgettext("science symbol", "mortar"),
        "quill": w.pgettext("science symbol", "quill"),
        "plumb-bob": w.pgettext("science symbol", "plumb bob"),
        "sundial": w.pgettext("science symbol", "sundial"),
        "armillary-sphere": w.pgettext("science symbol", "armillary sphere"),
        "shields": w("shields"),
        "horned": w("shields with horns"),
        "stages": w("stages built"),
        "military": w("military"),
        "wonder": w.pgettext("score sheet", "wonder"),
        "wonders": w.pgettext("score sheet", "wonders"),
        "blue": w("blue cards"),
        "green": w("green cards"),
        "yellow": w("yellow cards"),
        "guilds": w("guilds"),
        "progress": w.pgettext("score sheet", "progress"),
        "medals": w.pgettext("score sheet", "medals"),
        "coins": w("coins"),
        "compass": w("compasses"),
        "gear": w("gears"),
        "tablet": w("tablets"),
        "any-symbol": w("any symbol"),
        "leaders": w("leaders"),
        "aristotle": "Aristotle",
        "enheduanna": "Enheduanna",
        "aganice": "Aganice",
    }


# What to enter in a cell, in a few words: of one game, or of all games that have no words of their own for it.
CELL_HINTS: Final[Mapping[str, str]] = {
    "architects military": w_("how many, 3 points each"),
    "seven-wonders military": w_("victories minus defeats"),
    "seven-wonders shields": w_("compared after each age"),
    "shields": w_("compared in a conflict"),
    "horned": w_("on cards with horns: discarded after a conflict"),
    "stages": w_("break ties"),
    "medals": w_("how many, 4 points each"),
    "seven-wonders coins": w_("3 are a point; they break ties"),
    "coins": w_("3 are a point"),
    "duel blue": w_("points; they break ties"),
    "compass": w_("how many"),
    "gear": w_("how many"),
    "tablet": w_("how many"),
    "any-symbol": w_("how many; each counts as the symbol that scores most"),
    "aristotle": w_("3 more for each set"),
    "enheduanna": w_("one more of your most frequent symbol"),
    "aganice": w_("one symbol counts as another"),
}


def cell_says(w: Words, game: str, slug: str) -> str:
    """Return what to enter in a cell, in a few words; empty for plain points."""
    hint = CELL_HINTS.get(f"{game} {slug}") or CELL_HINTS.get(slug)
    return w.translate(hint, {}) if hint else ""


def arithmetic(total: Sum) -> str:
    """Format how a sum is made; empty for a plain number."""
    counted = [term for term in total.terms if term.count]
    plain = len(counted) < 2 and all(term.worth == term.every == 1 for term in counted)
    return "" if plain else " + ".join(map(_term, counted))


def _term(term: Term) -> str:
    if term.every > 1:
        return f"{term.count} ÷ {term.every}"
    return f"{term.count} × {term.worth}" if term.worth > 1 else str(term.count)


def tie_rule(w: Words, game: str) -> str:
    match game:
        case "architects":
            return w("Equal points? More stages decide, then it is shared.")
        case "duel":
            return w("Equal points? More on blue cards decides, then it is shared.")
    return w("Equal points? More coins decide, then it is shared.")


def tie(w: Words, tie: Tie, people: Sequence[str]) -> str:
    """Explain how a tie is decided."""
    names = both(w, [people[seat - 1] for seat in tie.seats])
    most = max(tie.values)
    ahead = [people[seat - 1] for seat, value in zip(tie.seats, tie.values, strict=True) if value == most]
    others = max((value for value in tie.values if value != most), default=most)
    if len(ahead) == len(tie.seats):
        match tie.by:
            case "stages":
                return w("{names} have equal points and equally many stages: they share.", names=names)
            case "blue":
                return w("{names} have equal points, on blue cards too: they share.", names=names)
        return w("{names} have equal points and equally many coins: they share.", names=names)
    facts = {"names": names, "ahead": both(w, ahead), "most": most, "others": others}
    match tie.by:
        case "stages":
            return w("{names} have equal points; more stages decide for {ahead}: {most} against {others}.", **facts)
        case "blue":
            return w(
                "{names} have equal points; more on blue cards decides for {ahead}: {most} against {others}.", **facts
            )
    return w("{names} have equal points; more coins decide for {ahead}: {most} against {others}.", **facts)


def ties(w: Words, by: str, reached: Sequence[RankKey], winners: Sequence[int], people: Sequence[str]) -> str:
    """Explain how ties behind the winners are decided; empty if there are none.

    `reached`: by seat. `by`: as in a `Tie`.
    """
    said = []
    for points in sorted({total for total, _ in reached}, reverse=True):
        seats = tuple(seat for seat, (total, _) in enumerate(reached, 1) if total == points)
        if len(seats) > 1 and not set(seats) & set(winners):
            said.append(tie(w, Tie(seats, by, tuple(reached[seat - 1][1] for seat in seats)), people))
    return " ".join(said)


def decides(w: Words, view: View, people: Sequence[str]) -> str:
    """Explain what decides besides points."""
    if view.supremacy:
        return w("Supremacy wins at once, whatever the points.")
    return tie(w, view.tie, people) if view.tie else tie_rule(w, view.sheet)


def result(w: Words, view: View, people: Sequence[str]) -> str:
    """Return who won, or who is ahead; empty while nothing is entered."""
    if view.supremacy:
        return at_once(w, view, people)
    points = max(seat.total for seat in view.seats)
    names = both(w, [people[seat - 1] for seat in (view.winners or view.ahead)])
    if view.over and len(view.winners) > 1:
        return w("{names} share the victory.", names=names)
    if view.over:
        return w.ngettext("{name} wins with {n} point.", "{name} wins with {n} points.", points, name=names)
    if not any(seat.total for seat in view.seats):
        return ""
    return w("{names}: ahead with {n}.", names=names, n=points)


def parse_event(raw: bytes) -> actions.Events:
    """Decode an event from JSON. Raise msgspec.ValidationError if it is none of a score sheet."""
    found: actions.Events = _events.decode(raw)
    return found


MINOR_EVENTS: Final = frozenset({"cell-set"})  # logged, but no news
