"""The lessons of a first game of Duel, in order: each idea when it is first visible, from facts that all players know.

Terms are the rulebook's, numbers those of the game's data. No lesson depends on a face-down card.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from app.games.duel import lesson_conditions as conditions
from app.games.duel.action_reasons import describe_reason as reason
from app.games.duel.action_text import action
from app.games.duel.effect_text import token_says
from app.games.duel.printed_names import card, resource, symbol, token, wonder
from app.text.lesson_tips import (
    Facts,
    Idea,
    Ideas,
    Speech,
    choice_of_the_round,
    display_name,
    event_test,
    ideas_by_id,
    is_short,
    number,
)
from app.text.translation import Words, capital, w_
from engine.duel import actions
from engine.duel.data_schema import Data

Said: TypeAlias = Speech[Data]


def _and_asks(text: str, question: str) -> str:
    """Append a question to a lesson if both fit, else return the lesson alone."""
    whole = f"{text} {question}"
    return whole if is_short(whole) else text


def _explain_ways_to_win(w: Words, facts: Facts, at: Said) -> str:
    at_once = w(
        "Bring the pawn into the other capital or have {n} different science symbols, and you win at once.",
        n=facts["symbols"],
    )
    return f"{at_once} {w('Else most points win.')}"


def _draft_says(w: Words, facts: Facts, at: Said) -> str:
    return w(
        "{name} takes one wonder, {other} two, {name} the last. Then {other} begins.",
        name=display_name(at, facts["seat"]),
        other=display_name(at, facts["other"]),
    )


def _start_says(w: Words, facts: Facts, at: Said) -> str:
    if facts["weaker"]:
        return w("You are weaker in military, so you say who begins.")
    return w("The pawn is in the middle and you took the last card, so you say who begins.")


def _token_says(w: Words, facts: Facts, at: Said) -> str:
    return w.ngettext(
        "Two of the same symbol: take the progress token beside the track.",
        "Two of the same symbol: choose one of the {n} progress tokens beside the track.",
        number(facts["n"]),
    )


def _token_taken_says(w: Words, facts: Facts, at: Said) -> str:
    slug = str(facts["token"])
    text = f"{token(w, slug)}{w.colon}{token_says(w, slug, at.box)}."
    return text if is_short(text) else w("{token} is yours: touch it to read what it does.", token=token(w, slug))


def _destroy_says(w: Words, facts: Facts, at: Said) -> str:
    if facts["colour"] == "brown":
        return w("Choose a brown card of {name}: your wonder destroys it.", name=display_name(at, facts["other"]))
    return w("Choose a grey card of {name}: your wonder destroys it.", name=display_name(at, facts["other"]))


def _keep_says(w: Words, facts: Facts, at: Said) -> str:
    return w.ngettext(
        "Your wonder draws {n} token from the box, which only you see. Keep it.",
        "Your wonder draws {n} tokens from the box, which only you see. Keep one of them.",
        number(facts["n"]),
    )


def _explain_another_turn(w: Words, facts: Facts, at: Said) -> str:
    if facts["cards"]:
        return w("Another turn: you may take what you have just freed.")
    return w("Another turn: you take one more card.")


def _military_says(w: Words, known: Facts, at: Said) -> str:
    facts = {"name": display_name(at, known["seat"]), "other": display_name(at, known["other"])}
    near = w.ngettext(
        "{n} more space, and the pawn is in the capital of {other}: {name} wins.",
        "{n} more spaces, and the pawn is in the capital of {other}: {name} wins.",
        number(known["n"]),
        **facts,
    )
    return _and_asks(near, w("Can {name} stop it now?", name=facts["other"]))


def _science_says(w: Words, facts: Facts, at: Said) -> str:
    near = w.ngettext(
        "{n} more different symbol, and {name} wins at once.",
        "{n} more different symbols, and {name} wins at once.",
        number(facts["n"]),
        name=display_name(at, facts["seat"]),
    )
    return _and_asks(near, w("Can {name} stop it now?", name=display_name(at, facts["other"])))


def _count_says(w: Words, facts: Facts, at: Said) -> str:
    left = w.ngettext("{n} card is left.", "{n} cards are left.", number(facts["left"]))
    worth = w.ngettext(
        "{n} coin is a point, and the pawn counts, too.",
        "{n} coins are a point, and the pawn counts, too.",
        number(facts["coins"]),
    )
    return f"{left} {worth} {w('Who would win now?')}"


def _pawn_says(w: Words, facts: Facts, at: Said) -> str:
    ahead = w.ngettext(
        "{name} is {n} space ahead:",
        "{name} is {n} spaces ahead:",
        number(facts["n"]),
        name=display_name(at, facts["seat"]),
    )
    worth = w.ngettext("{n} point, if it stays so.", "{n} points, if it stays so.", number(facts["points"]))
    return f"{ahead} {worth}"


def _goods_says(w: Words, facts: Facts, at: Said) -> str:
    make = w("Brown and grey cards make goods every turn, and are never used up.")
    return f"{make} {w('Which of these costs nothing?')}" if facts["free"] else make


def _trade_says(w: Words, facts: Facts, at: Said) -> str:
    return w.ngettext(
        "{resource} costs you {n} coin: {name} makes some, and that makes it dearer.",
        "{resource} costs you {n} coins: {name} makes some, and that makes it dearer.",
        number(facts["coins"]),
        resource=capital(resource(w, str(facts["resource"]))),
        name=display_name(at, facts["other"]),
    )


def _test_of_colours(*colours: str) -> Callable[[object, Data], bool]:
    """Return a test for a card of one of these colours that is built."""
    return event_test(actions.CardBuilt, having=lambda event, box: box.cards[event.card].colour in colours)


def _discard_says(w: Words, facts: Facts, at: Said) -> str:
    return w.ngettext(
        "You may discard the card you take: {n} coin, and {more} more for each yellow card you have.",
        "You may discard the card you take: {n} coins, and {more} more for each yellow card you have.",
        number(facts["coins"]),
        more=facts["more"],
    )


def _green_says(w: Words, facts: Facts, at: Said) -> str:
    token = w("Green: two of one symbol bring a progress token.")
    return f"{token} {w('{n} different ones win.', n=facts['n'])}"


# ---- the list -----------------------------------------------------------------------------------------------

IDEAS: Final[Ideas] = (
    Idea("ways", "table", conditions.detect_game_start, _explain_ways_to_win, at_once=True),
    # questions
    Idea("draft", "table", conditions.detect_first_draft, _draft_says),
    Idea(
        "draft-again", "seat", conditions.detect_extra_turn_draft,
        w_("Wonders with the round arrow bring another turn. Look at the price, too."),
    ),
    Idea(
        "take", "table", lambda now: {} if conditions.is_taking_card(now) else None,
        w_("Take one card on which no other lies. Touch it to look: nothing happens yet."),
        rings=lambda view, seat, facts: tuple(conditions.list_free_cards(view)),
    ),
    Idea("start", "seat", conditions.detect_start_question, _start_says),
    Idea("token", "seat", conditions.detect_token_question, _token_says,
         name=lambda w: w.pgettext("lesson", "progress tokens"), met=event_test(actions.TokenTaken)),
    Idea("destroy", "seat", conditions.detect_destroy_question, _destroy_says),
    Idea(
        "revive", "seat", conditions.question_asked("revive"),
        w_("Choose a card of the discard pile: your wonder builds it for nothing."),
    ),
    Idea("keep", "seat", conditions.detect_keep_question, _keep_says),
    Idea("again", "seat", conditions.detect_another_turn, _explain_another_turn,
         holds=conditions.is_another_turn_current, name=lambda w: w.pgettext("lesson", "another turn"),
         met=event_test(actions.TurnBegan, having=lambda event, box: event.again)),
    # urgent ideas
    Idea("military", "table", conditions.detect_military_threat, _military_says, at_once=True, asks=True),
    Idea("science", "table", conditions.detect_science_threat, _science_says, at_once=True, asks=True),
    Idea("count", "table", conditions.detect_last_cards, _count_says, at_once=True, asks=True),
    # before ideas about actions, which would delay these
    Idea(
        "price", "table", conditions.detect_base_price,
        lambda w, facts, at: w.ngettext(
            "What you do not make, you buy from the bank: {n} coin each.",
            "What you do not make, you buy from the bank: {n} coins each.",
            number(facts["coins"]),
        ),
        rings=conditions.ring_base_prices,
        name=lambda w: w.pgettext("lesson", "prices"),
        met=event_test(actions.CardBuilt, actions.WonderBuilt, having=lambda event, box: event.traded > 0),
    ),
    Idea(
        "wonder", "seat", conditions.detect_payable_wonder,
        lambda w, facts, at: w(
            "You can pay for {wonder}: choose a card you do not need. It goes underneath.",
            wonder=wonder(w, str(facts["wonder"])),
        ),
        name=lambda w: w.pgettext("lesson", "wonders"),
        met=event_test(actions.WonderBuilt),
    ),
    # after actions
    Idea(
        "stopped", "table", conditions.detect_stopped_pawn,
        lambda w, facts, at: w.ngettext(
            "Stopped for now: {n} space again to the capital of {name}.",
            "Stopped for now: {n} spaces again to the capital of {name}.",
            number(facts["n"]), name=display_name(at, facts["seat"]),
        ),
        holds=lambda now, facts: conditions.standing_of(now, number(facts["other"])).capital == facts["n"],
        after="military",
        at_once=True,
    ),
    Idea("token-taken", "seat", conditions.detect_token_taken, _token_taken_says,
         holds=lambda now, facts: facts["token"] in conditions.own_seat_view(now).progress,
         after="token", at_once=True),
    Idea(
        "wonder-built", "table", conditions.detect_wonder_built,
        lambda w, facts, at: w(
            "{name} has built {wonder}. Together you can build {n} of the {of} wonders.",
            name=display_name(at, facts["seat"]), wonder=wonder(w, str(facts["wonder"])), n=facts["n"], of=facts["of"],
        ),
        holds=lambda now, facts: bool(conditions.seat_view(now, facts["seat"]).wonders.get(str(facts["wonder"]))),
        after="wonder",
        at_once=True,
    ),
    Idea(
        "pawn", "table", conditions.detect_moved_pawn, _pawn_says, holds=conditions.is_pawn_still_there, after="red",
        at_once=True,
    ),
    # at first sight
    Idea(
        "goods", "table", conditions.detect_free_producer, _goods_says, name=lambda w: w.pgettext("lesson", "goods"),
        asks=True,
         met=_test_of_colours(*conditions.MAKERS)),
    Idea(
        "red", "table",
        conditions.card_in_sight("red", facts=lambda box: {"n": box.military.capital}),
        w_("Each shield moves the pawn one space towards the other capital, {n} from the middle."),
        name=lambda w: w.pgettext("lesson", "shields"),
        met=event_test(actions.PawnMoved),
    ),
    Idea("green", "table", conditions.detect_green_card, _green_says, name=lambda w: w.pgettext("lesson", "science"),
         met=event_test(actions.SymbolGained)),
    Idea("trade", "seat", conditions.detect_dearer_trade, _trade_says, rings=conditions.ring_dearer_trades),
    Idea(
        "guild", "table", conditions.detect_guild,
        w_("A guild counts cards, wonders or coins in whichever city has more of them."),
        rings=conditions.ring_card,
        name=lambda w: w.pgettext("lesson", "guilds"),
        met=_test_of_colours("purple"),
    ),
    Idea(
        "blue", "table", conditions.card_in_sight("blue", "yellow"),
        w_("Blue is points. Yellow helps you pay: with coins, cheaper goods, or goods of its own."),
        name=lambda w: w.pgettext("lesson", "blue and yellow cards"),
        met=_test_of_colours("blue", "yellow"),
    ),
    Idea(
        "frees", "table", conditions.detect_uncovering_card,
        w_("Taking a card can free others for the opponent. Touch a card, and it says which."),
    ),
    Idea("discard", "seat", conditions.detect_short_coins, _discard_says,
         name=lambda w: w.pgettext("lesson", "discarding"), met=event_test(actions.CardDiscarded)),
    Idea(
        "chain", "table", conditions.detect_chain,
        lambda w, facts, at: w(
            "{card} is free for {name}: it shows the sign of {by}.",
            card=card(w, str(facts["card"])), name=display_name(at, facts["seat"]), by=card(w, str(facts["by"])),
        ),
        rings=conditions.ring_card,
        name=lambda w: w.pgettext("lesson", "chains"),
        met=event_test(actions.CardBuilt, having=lambda event, box: event.chain),
    ),
    Idea(
        "pair", "table", conditions.detect_pair,
        lambda w, facts, at: w(
            "{card} would be the second {symbol} of {name}: a progress token.",
            name=display_name(at, facts["seat"]), card=card(w, str(facts["card"])),
            symbol=symbol(w, str(facts["symbol"])),
        ),
        rings=conditions.ring_card,
    ),
    *choice_of_the_round(
        conditions.detect_own_turn, lambda w, facts, people: action(w, str(facts["action"]), people), reason,
        conditions.list_used_things,
    ),
)  # fmt: skip

LESSONS: Final = ideas_by_id(IDEAS)
