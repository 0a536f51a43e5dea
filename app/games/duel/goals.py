"""Goals a player may mark in Duel: a wonder of their own, a face-up card, a science symbol, a progress token."""

from app.games.duel import printed_names
from app.text.translation import Words
from engine.duel.data_schema import Data
from engine.duel.view_json import View


def things(w: Words, view: View, seat: int, data: Data) -> tuple[tuple[str, str], ...]:
    """List the goals: own unbuilt wonders, face-up cards, symbols the seat lacks, tokens on the board."""
    chair, standing = view.seats[seat - 1], view.derived.standing[seat - 1]
    wonders = [slug for slug, under in chair.wonders.items() if not under]
    cards = [each.card for each in view.structure.values() if each.card]
    return (
        *((f"wonder {slug}", printed_names.wonder(w, slug)) for slug in wonders),
        *((f"card {slug}", printed_names.card(w, slug)) for slug in cards),
        *((f"symbol {slug}", printed_names.symbol(w, slug)) for slug in standing.symbols),
        *((f"token {slug}", printed_names.token(w, slug)) for slug in view.tokens),
    )


def reach_notice(w: Words, view: View, seat: int, data: Data, thing: str) -> str | None:
    """Return a sentence if the goal can be reached this turn (affordable and uncovered), else None."""
    kind, slug = thing.split()
    options = [option for option in view.derived.standing[seat - 1].build_options if option.can and not option.covered]
    if kind == "wonder":
        is_affordable = any(option.wonder and option.thing == slug for option in options)
        can = is_affordable and view.derived.built < view.derived.most
        return w("Your plan: {wonder} can be paid for now.", wonder=printed_names.wonder(w, slug)) if can else None
    cards = [option for option in options if not option.wonder]
    if kind == "card":
        free = any(option.thing == slug for option in cards)
        return (
            w("Your plan: {card} lies free, and you can pay for it.", card=printed_names.card(w, slug))
            if free
            else None
        )
    if kind == "symbol":
        on = next((option.thing for option in cards if option.symbol == slug), None)
        said = {"symbol": printed_names.symbol(w, slug), "card": printed_names.card(w, on) if on else ""}
        return w("Your plan: {symbol} lies free, on {card}.", **said) if on else None
    if view.derived.ask == "progress" and seat in view.to_act:
        return w("Your plan: {token} can be taken now.", token=printed_names.token(w, slug))
    pair = next((option.thing for option in cards if option.pair), None)
    said = {"token": printed_names.token(w, slug), "card": printed_names.card(w, pair) if pair else ""}
    return w("Your plan: {card} makes a pair, which brings {token}.", **said) if pair else None
