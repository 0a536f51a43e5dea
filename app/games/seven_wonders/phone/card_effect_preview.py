"""Effects of a card or a leader for a seat now, in words, with counts before and after where possible."""

from collections.abc import Iterator, Sequence

from app.games.seven_wonders import printed_names
from app.text.amount_text import n_coins, n_points
from app.text.translation import Words
from engine.seven_wonders.data_schema import SYMBOLS, Data, Points, Science, Shields
from engine.seven_wonders.view_json import BuildOption, View


def list_current_effects(
    w: Words, view: View, seat: int, slug: str, option: BuildOption, people: Sequence[str], data: Data
) -> Iterator[str]:
    """Yield the effects now: `2 → 3 of each: +12 points`, `+6 coins`; nothing that is printed on it anyway."""
    effects = (data.leaders.get(slug) or data.cards[slug]).effects
    points = _signed(option.points, n_points(w, abs(option.points)))
    counted = next((told for effect in effects if (told := _describe_count(w, view, seat, effect, people))), "")
    if counted:
        yield f"{counted}{w.colon}{points}" if option.points else counted
    elif option.points and not all(isinstance(effect, Points) for effect in effects):
        yield points
    if option.brings:
        yield _signed(option.brings, n_coins(w, abs(option.brings)))


def _signed(n: int, text: str) -> str:
    return f"+{text}" if n > 0 else f"−{text}"


def _describe_count(w: Words, view: View, seat: int, effect: object, people: Sequence[str]) -> str:
    match effect:
        case Science(symbol=symbol) if symbol in SYMBOLS:
            held = view.derived.standing[seat - 1].symbols
            before = min(held.get(each, 0) for each in SYMBOLS)
            after = min(held.get(each, 0) + (each == symbol) for each in SYMBOLS)
            if after > before:
                return w("{change} of each", change=f"{before} → {after}")
            n = held.get(symbol, 0)
            return f"{printed_names.symbol(w, symbol)} {n} → {n + 1}"
        case Shields(amount=amount):
            n, count = view.seats[seat - 1].shields, len(view.seats)
            beside = ", ".join(f"{people[at]} {view.seats[at].shields}" for at in (seat % count, seat - 2))
            return w("shields {change} ({beside})", change=f"{n} → {n + amount}", beside=beside)
    return ""
