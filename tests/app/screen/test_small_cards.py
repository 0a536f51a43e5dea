"""Cards of 40 pixels: two cards with different effects differ in greyscale, in each of the three games."""

from itertools import combinations

import pytest

from app.games.architects.screen import pieces
from app.games.duel.face_icons import face_of_card as printed_in_duel
from app.games.duel.screen import cards as duel
from app.games.seven_wonders.face_icons import face_of_card
from app.games.seven_wonders.screen import cards as seven_wonders
from tests.app.screen import duels, sevens, stage
from tests.app.screen.grey import GREY_STEPS, in_grey

WIDE = 40
SQUARE = 2  # pixels: an eye at arm's length sees nothing finer
DIFFER = 5  # squares that have to differ between two cards; a 3 and a 5 differ in six


def kinds(game):
    """Return the height of a card, and one card of each kind: its effects with its name and its painter."""
    match game:
        case "architects":
            facts = stage.BOX
            return 56, {slug: (slug, lambda p, s=slug: pieces.card(p, facts, s, WIDE)) for slug in facts.cards}
        case "duel":
            facts, tall, found = duels.DATA, 50, {}
            for slug in facts.cards:
                face = printed_in_duel(facts.cards[slug], facts)
                paint = (slug, lambda p, s=slug: duel.card(p, facts, s, WIDE, tall))
                found.setdefault((face.colour, face.effects), paint)
        case _:
            facts, tall, found = sevens.DATA, 56, {}
            for slug in (*facts.cards, *facts.leaders):
                face = face_of_card(slug, facts)
                paint = (slug, lambda p, s=slug: seven_wonders.card(p, facts, s, WIDE, tall))
                found.setdefault((face.colour, face.effects), paint)
    return tall, found


def tokens(game):
    """Return the height of a progress token, and all tokens with their painters."""
    facts, draw = (stage.BOX, pieces.token) if game == "architects" else (duels.DATA, duel.token)
    return WIDE, {slug: (slug, lambda p, s=slug: draw(p, facts, s, WIDE / 2 - 1)) for slug in facts.tokens}


def square_brightness(dots, wide):
    """Yield the brightness of each square of a picture."""
    rows = [dots[at : at + wide] for at in range(0, len(dots), wide)]
    for upper, lower in zip(rows[::SQUARE], rows[1::SQUARE], strict=False):
        for x in range(0, wide - 1, SQUARE):
            yield (upper[x] + upper[x + 1] + lower[x] + lower[x + 1]) // SQUARE**2


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("of", "game", "count"),
    [
        *((kinds, "architects", 14), (kinds, "duel", 44), (kinds, "seven-wonders", 80)),
        *((tokens, "architects", 15), (tokens, "duel", 10)),
    ],
)
def test_cards_and_tokens_differ_in_greyscale_at_40_pixels(of, game, count):
    tall, found = of(game)
    assert len(found) >= count
    seen = {slug: [*square_brightness(in_grey((WIDE, tall), paint, every=1), WIDE)] for slug, paint in found.values()}
    assert min(map(max, seen.values())) > 100, "something is drawn"
    apart = {
        (one, other): sum(abs(a - b) > GREY_STEPS for a, b in zip(first, second, strict=True))
        for (one, first), (other, second) in combinations(seen.items(), 2)
    }
    worst = min(apart, key=apart.__getitem__)
    print(f"{game}: {worst[0]} and {worst[1]} differ least, in {apart[worst]} squares of {len(seen[worst[0]])}")
    assert apart[worst] >= DIFFER, worst
