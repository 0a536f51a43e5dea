"""Current values of choices: each is one of its options, whatever people have set; else no surface could draw it."""

from random import Random

import pytest

from app.games import game_list
from app.protocol.game_lifecycle_messages import SetGame, Start, Suspend
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import SetSeat, SetSeats
from app.shown.form import Choice
from app.shown.lobby import lobby, seat_form
from app.text.translation import languages, words
from tests.app.table.bots import BOTS, PLAYERS
from tests.app.tables import Evening

WISHES = 60


@pytest.fixture
def evening(tmp_path, every_fact):
    evening = Evening(
        tmp_path, shelf=game_list.shelf(every_fact), players=PLAYERS, bots=BOTS, by_touch=game_list.by_touch(),
        modes=game_list.modes(), sheets=game_list.tally(every_fact),
    )  # fmt: skip
    yield evening
    evening.close()


def choices(rows):
    for row in rows:
        if isinstance(row, Choice):
            yield row
        yield from choices(getattr(row, "rows", ()))


def all_choices(table):
    """List all choices about the lobby and each seat."""
    w, people = words("en"), [str(info.seat) for info in table.seats]
    agreed = lobby.next_game(table, [(name, name) for name in table.games], people)
    forms = [lobby.game_form(w, agreed, lambda slug: (slug, ""))]
    for info in table.seats:
        shown_seat = seat_form.ShownSeat(
            info, people[info.seat - 1], len(table.seats), seat_form.WAYS, frozenset(seat_form.WAYS),
            table.phase == "lobby",
            levels=table.levels, characters=table.characters,
        )  # fmt: skip
        forms.append(seat_form.seat(w, shown_seat))
        if table.phase == "lobby":  # a game that runs has roles for good
            roles = [(slug, slug) for slug in seat_form.available_wonders(table, info.seat)]
            yield seat_form.role(w, info, table.mode, roles)
    for form in forms:
        yield from choices(form.rows)


def random_intent(rng, table):
    """Return a random intent about the lobby or a seat, as its type and fields; it may be refused."""
    seat = rng.randint(1, len(table.seats))
    match rng.randrange(6):
        case 0:
            return SetGame, {"game": rng.choice(table.games)}
        case 1:
            slugs = [slug for slug in table.variants if rng.random() < 0.5]
            return SetGame, {"variant": tuple(slugs)}
        case 2:
            return SetGame, {"mode": rng.choice(table.modes), "first": rng.choice([None, seat])}
        case 3:
            return SetSeats, {"count": rng.randint(2, 7)}
        case 4 if table.phase == "lobby" and rng.random() < 0.3:
            return Start, {}
        case 5 if table.phase != "lobby":
            return Suspend, {}
    fields = {
        "by": rng.choice(["touch", "bot", "free"]),
        "name": rng.choice(["Ada", "", "Deep Thought", BOTS[0].name]),
        "lang": rng.choice([*languages()]),
        "wonder": rng.choice([None, *table.identities]),
        "bot": rng.choice(["easy", "hard:scholar", "normal:builder", "normal:plain"]),
    }
    chosen = rng.sample(sorted(fields), rng.randint(1, 2))
    return SetSeat, {"seat": seat, **{name: fields[name] for name in chosen}}


@pytest.mark.rotated
@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(each, marks=pytest.mark.full) for each in range(4, 100))])
def test_current_value_of_each_choice_is_among_its_options(evening, seed):
    rng, done = Random(seed), 0
    for _ in range(WISHES):
        kind, fields = random_intent(rng, evening.at_table())
        try:
            evening.send(kind, **fields)
        except Rejection:
            continue
        done += 1
        for choice in all_choices(evening.at_table()):
            assert [each.value for each in choice.options].count(choice.now) == 1, (kind, fields, choice)
    assert done > WISHES / 4


def test_named_bot_has_the_plain_style_until_one_is_chosen(evening):
    evening.send(SetGame, game="seven-wonders")
    evening.sit("bot", "touch", "touch")

    def likes():
        [row] = (row for row in all_choices(evening.at_table()) if row.key == "likes")
        return [option.value for option in row.adjacent_options()]

    evening.send(SetSeat, seat=1, name="Deep Thought")
    _, now, after = likes()
    assert now == "normal:plain"
    evening.send(SetSeat, seat=1, bot=after)
    assert likes()[0] == now
