"""Games played by ear: the turn, the question, choices with effects and prices, what was done and the end are said.

Nobody looks: what can be known comes from the accessibility tree, and what is done is done with keys.
"""

import random
import re
from collections.abc import AsyncIterator

import pytest

from app.games.architects import effect_text as architects_brings
from app.games.architects import printed_names as architects_called
from app.games.duel import effect_text as duel_brings
from app.games.duel import printed_names as duel_called
from app.games.game_list import shelf
from app.games.seven_wonders import effect_text as seven_brings
from app.games.seven_wonders import printed_names as seven_called
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import EndEarly, SetGame
from app.protocol.play_messages import Vote
from app.protocol.seat_messages import SetSeat
from app.text.translation import words
from engine.game import Seat
from tests.app.browser.conftest import Evening, living
from tests.app.browser.ears import Listener
from tests.app.browser.phones import Phone
from tests.app.phones.served import GAMES

EN = words("en")
KINDS = {
    "architects": ("architects", (), 2),
    "medals": ("architects", ("medals",), 3),
    "duel": ("duel", (), 2),
    "seven wonders": ("seven-wonders", (), 3),
    "leaders": ("seven-wonders", ("leaders",), 4),
}
ENDS = ("You have won!", "You share the victory!", "Place ")
QUESTION_STARTS = ("Your turn.", "Turn 1 conflict token", "Turn 2 conflict tokens", "Turn 3 conflict tokens", *ENDS)
CARD_LAYOUT_CHOICE = "How the cards lie"  # chosen while no card is
PRICES = re.compile(r"for you|costs?\b|missing|cannot be paid|stands in|free|keep|\bcoins?\b")


@pytest.fixture
async def table(tmp_path, facts, every_fact) -> AsyncIterator[Evening]:
    async with living(Evening(tmp_path, facts, shelf=shelf(every_fact), seed="by ear")) as served:
        yield served


async def open_listener(table, browser, kind, *, guided=False):
    """Start a game with Nora, who uses a screen reader, and bots at the other seats."""
    game, variant, seats = KINDS[kind]
    table.send(SetGame, game=game, variant=variant, guided=guided)
    table.sit(*("Nora", "Otto", "Mei", "Ida")[:seats], lang="en")
    for seat in range(2, seats + 1):
        table.send(SetSeat, seat=seat, by="bot")
    phone = await Phone.take(browser)
    await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
    await phone.live()
    table.start()
    nora = await Listener.attach(phone)
    await nora.to_main()
    return nora


def expected_descriptions(table, kind):
    """Map the name of each thing that can be chosen to the description that has to be read out with it."""
    facts = table.table.games.shelf[KINDS[kind][0]].data(*PageMaker(table.table, GAMES).current_table().game_data)
    if kind == "duel":
        found = {duel_called.card(EN, slug): duel_brings.card_says(EN, slug, facts) for slug in facts.cards}
        found |= {duel_called.wonder(EN, slug): duel_brings.wonder_says(EN, slug, facts) for slug in facts.wonders}
        return found | {duel_called.token(EN, slug): duel_brings.token_says(EN, slug, facts) for slug in facts.tokens}
    if kind in ("seven wonders", "leaders"):
        found = {seven_called.name_of(EN, slug): seven_brings.card_says(EN, slug, facts) for slug in facts.cards}
        return found | {
            seven_called.name_of(EN, slug): seven_brings.leader_says(EN, slug, facts) for slug in facts.leaders
        }
    return {architects_called.token(EN, slug): architects_brings.token_says(EN, slug, facts) for slug in facts.tokens}


def is_described(choice, things):
    """Check that a choice is read out with its effect, and with its cost where that differs."""
    for thing, says in sorted(things.items(), key=lambda entry: -len(entry[0])):
        rest = choice.removeprefix(thing)
        if rest != choice and rest[:1] in (":", " "):
            return says in rest and (rest.strip(": ") == says or bool(PRICES.search(rest)))
    if " left" in choice:  # a stack
        return not re.search(r"\b(blue|red)\b", choice) or bool(re.search("points?|shields?", choice))
    return (
        choice == CARD_LAYOUT_CHOICE
        or "unseen" in choice
        or bool(PRICES.search(choice) or re.search(r" ?: \w", choice))
    )


def log_lines(table):
    """List the lines of the log on Nora's page without routine and undone ones."""
    reader, show = PageState(Actor("seat", Seat(0))), PageMaker(table.table, GAMES)
    show.update_page(reader, False)
    return [line.text for line in reader.lines if not (line.dull or line.undone)]


async def peek(nora):
    """Look at the secret card with the keyboard: it is read out while Nora holds a key."""
    await nora.press("Enter")
    before = len(await nora.list_announcements())
    while "Hold to see" not in (await nora.focus()).name:
        pass
    await nora.phone.page.keyboard.down("Space")
    assert await nora.hears("", after=before)
    await nora.phone.page.keyboard.up("Space")
    await nora.press("Escape")
    await nora.to_main()


async def answer(nora, rng, things):
    """Answer one question by keys from the focused element, and check the description of every choice on the way.

    Return the number of announcements before the answer: who looks at a card first is asked once more.
    """
    at, made = await nora.on_to("radio", "button"), []
    if "before you take a card" in at.name:
        await peek(nora)
        at = await nora.on_to("radio", "button")
    while at.role == "radio":
        names, chosen = await nora.choose(rng)
        assert [name for name in names if not is_described(name, things)] == []
        if chosen == CARD_LAYOUT_CHOICE:
            await nora.press("ArrowDown")
        made.append(chosen)
        at = await nora.on_to("radio", "button")
        if at.role == "radio" and (at.name in names or len(made) > 2):
            at = await nora.on_to("button")
    while re.search("missing|not possible now", at.name):  # a wonder that cannot be built
        at = await nora.on_to("button")
    before = len(await nora.list_announcements())
    await nora.press_button(at)
    return before


WHOLE = [pytest.param(kind, 500, marks=pytest.mark.full, id=f"{kind}, whole") for kind in KINDS]
SAMPLES = [pytest.param(kind, 2, id=kind) for kind in ("architects", "duel", "seven wonders")]


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize(("kind", "answers"), [*SAMPLES, *WHOLE])
async def test_game_can_be_played_with_a_screen_reader(kind, answers, table, browser):
    nora, rng = await open_listener(table, browser, kind), random.Random(3)
    things, since, done = expected_descriptions(table, kind), 0, 0
    while done < answers:
        said = await nora.hears(*QUESTION_STARTS, after=since)
        asked = next(line for line in said if line.startswith(QUESTION_STARTS))
        if asked.startswith(ENDS):
            break
        since = await answer(nora, rng, things)
        done += 1
    else:
        assert await nora.hears("Nora ", after=since), "the last answer was one, too"
    told, log = await nora.list_announcements(), log_lines(table)
    assert [line for line in told if line in set(log)][: len(log)] == log, "all that happened, once, in order"
    assert answers < 500 or table.phase() == "over"
    assert nora.phone.faults == []


@pytest.mark.full
async def test_vote_is_announced_once_and_keyboard_focus_is_kept(table, browser):
    table.send(SetGame, game="architects", guided=True)
    table.sit("Nora", "Otto", lang="en")
    phone = await Phone.take(browser)
    await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
    await phone.live()
    table.start()
    if table.asked().seat != 1:
        table.act(table.asked().legal[0])
    nora = await Listener.attach(phone)
    await nora.hears("Everybody builds a wonder")
    assert (await nora.on_to("radio")).name.startswith("Left")
    table.send(EndEarly, Actor("seat", Seat(1)), sure=True)
    await nora.hears("End the game now? Otto would like to")
    assert (await nora.focus()).name.startswith("Left"), "what else is asked takes nobody away from where one is"
    before = len(await nora.list_announcements())
    await phone.context.set_offline(True)
    while not any(thing.role == "alert" for thing in await nora.page("RootWebArea")):
        pass
    await phone.context.set_offline(False)
    told = await nora.hears("Your turn. Take one of three.", after=before)
    assert len(told) == 1, "the table was away: only where one is is said again"
    assert (await nora.focus()).name.startswith("Left")
    table.send(Vote, Actor("seat", Seat(0)), row=table.table_view()["vote"]["row"], seat=1, yes=False)
    await nora.press("Space")
    at = await nora.on_to("button")
    assert at.name.startswith("Take ")
    await nora.press("Enter")
    await nora.hears("Nora takes ")
    assert (await nora.focus()) is not None, "what was in use is gone, and the next key goes on from what is asked"
    once = [line for line in await nora.list_announcements() if not line.startswith("Your turn.")]
    assert len(once) == len(set(once))
    assert phone.faults == []
