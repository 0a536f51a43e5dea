"""The public facts of a seat as a value, and the contents of its pills."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from msgspec import structs

from app.games.seven_wonders import face_layouts as of
from app.games.seven_wonders import words_facade as say
from app.games.seven_wonders.face_icons import LEADER
from app.games.seven_wonders.screen.typed_scene import AT_ONCE, SevenScene
from app.games.seven_wonders.shared_table_facts import blue_points, group_by_colour
from app.looks.effect_icons import SLASH, Atom, between, good
from app.looks.sky_landscape import hour_of
from app.screen.paint.element import BoundCall
from app.screen.paint.pen import Pen
from app.screen.widgets import faces
from app.screen.widgets.count_pills import PicturePill
from app.screen.widgets.name_plate import Player, player
from app.shown.play.table_description import Pill, PillItem
from engine.seven_wonders.data_schema import RAW, RESOURCES, TURNS, BoardData, Data
from engine.seven_wonders.view_json import SeatView, Standing

CHOICE_PILLS: Final = ("brown", "grey", "red", "green")  # pills that matter for a choice, goods first


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """The public things of a seat. `state`: choosing or chosen; `points`: this table shows scores."""

    number: int
    player: Player
    view: SeatView
    standing: Standing
    board: BoardData
    state: str
    points: bool
    data: Data
    hour: int  # of the sky, which darkens as the cards of the age are played


def seat_of(scene: SevenScene, number: int, state: str | None = None) -> SeatFacts:
    """Return a seat's facts in its language. `state`: overrides its own."""
    view, chair = scene.view, scene.view.seats[number - 1]
    prompt: tuple[str, ...] = ()
    if state is None:
        state = "choosing" if number in scene.to_act else "chosen" if chair.chosen else ""
        prompt = _prompt(scene, number)
    elif state:
        prompt = (scene.model.words(number)("chosen"),)
    return SeatFacts(
        number=number,
        player=player(scene, number, prompt),
        view=chair,
        standing=view.derived.standing[number - 1],
        board=scene.board(number),
        state=state,
        points=scene.model.table is not None and scene.model.table.settings.points,
        data=scene.data,
        hour=hour_of(TURNS - view.turn, TURNS),
    )


def _prompt(scene: SevenScene, number: int) -> tuple[str, ...]:
    """Return a seat's question, or what it waits for, from long to short."""
    w, by = scene.model.words(number), scene.model.info(number).by
    if number in scene.to_act:
        return (w("thinking"),) if by == "bot" else (*prompt_of_seat(scene, number), w("choosing"))
    if scene.is_entered_by_table(number):
        done = say.action(w, scene.entered_action(number) or "", scene.model.people(w))
        return (w("{action} · entered by the table", action=done), w("entered by the table"))
    if scene.view.asked in AT_ONCE and scene.view.seats[number - 1].chosen:
        return (w("chosen"),)
    if scene.acting:
        return (w("waiting for {name}", name=scene.model.people(w)[scene.acting - 1]),)
    return ()


def prompt_of_seat(scene: SevenScene, number: int) -> tuple[str, ...]:
    """Return the question to one seat; empty if all choose, which is obvious."""
    w = scene.model.words(number)
    match scene.view.asked:
        case "recruit" if scene.tracked:
            return (w("Enter the leader"),)
        case "play" if scene.tracked:
            return (w("Enter the card"),)
        case "draft" if scene.is_answering(number):
            return (w("Keep a leader"),)
        case "recruit" if scene.is_answering(number):
            return (w("Choose a leader"),)
        case "play" if scene.is_answering(number):
            return (w("Choose a card"),)
        case "lose":
            return (w("Give up a victory token"),)
        case "extra":
            return (w("Recruit one more leader?"),)
        case "bury":
            return (w("Bury a leader"),)
        case "seventh":
            return (w("Play your last card"),)
        case "rebuild":
            return (w("Build a discarded card"),)
    return ()


def pills(seat: SeatFacts) -> list[Pill]:
    """Return a seat's pills in fixed order; the first row lists what neighbours can buy."""
    view, held = seat.view, seat.standing.symbols
    found = [*_goods(seat)]
    if held:
        signs = tuple(PillItem("", str(n), slug, atoms=(good(slug),)) for slug, n in held.items())
        found.append(Pill("green", signs))
    if points := blue_points(view.cards, seat.data):
        found.append(Pill("blue", (PillItem("", "", "blue", atoms=(Atom("points", n=points),)),)))
    found.append(Pill("red", (PillItem("shield", str(view.shields), "red", coloured=True),)))
    cards = group_by_colour(view.cards, seat.data)
    others = [(colour, len(cards[colour])) for colour in ("yellow", "purple") if cards[colour]]
    found += [Pill(colour, (PillItem("", str(n), colour),)) for colour, n in others]
    leaders = [PillItem("", str(len(view.leaders)), LEADER)] if view.leaders else []
    leaders += [PillItem("card", str(view.leaders_left), "leaders-left")] if view.leaders_left else []
    if leaders:
        found.append(Pill(LEADER, tuple(leaders)))
    found = [structs.replace(pill, things=view.leaders if pill.colour == LEADER else cards.get(pill.colour, ()))
             for pill in found]  # fmt: skip
    won, lost = [n for n in view.tokens if n > 0], [n for n in view.tokens if n < 0]
    if won:
        found.append(
            PicturePill("victory", (PillItem("", "", "victory"),), thing=BoundCall(paint_won_token, value=sum(won)))
        )
    if lost:
        item = PillItem("", str(len(lost)) if len(lost) > 1 else "", "defeat")
        found.append(PicturePill("defeat", (item,), thing=BoundCall(paint_won_token, value=-1)))
    return found


def token_pill(value: int) -> str:
    return "victory" if value > 0 else "defeat"


def paint_won_token(p: Pen, h: float, *, value: int) -> None:
    """Paint a victory or a defeat token."""
    faces.lay_out(p, of.token(value, h * 0.94))


def _goods(seat: SeatFacts) -> Iterator[Pill]:
    """Yield the pills of goods for neighbours: raw, then manufactured, the board's own first."""
    stands, start = seat.standing, seat.board.start
    for colour, kinds in (("brown", RESOURCES[:RAW]), ("grey", RESOURCES[RAW:])):
        order = sorted(kinds, key=lambda kind: kind != start)
        each: list[tuple[str, ...]] = [(kind,) for kind in order for _ in range(stands.sells.get(kind, 0))]
        each += [kinds_ for kinds_ in stands.sells_choices if kinds_[0] in kinds]
        if each:
            signs = (between(SLASH, map(good, any_of)) for any_of in each)
            yield Pill(colour, tuple(PillItem("", "", "goods", atoms=atoms) for atoms in signs))


def board_name(seat: SeatFacts) -> str:
    """Return the name of a seat's board in its language."""
    return say.identity(seat.player.w, f"{seat.view.wonder}-{seat.view.side}")
