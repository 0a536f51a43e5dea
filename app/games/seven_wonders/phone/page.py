"""The phone page of a game of 7 Wonders, built from a view as one value for each template. Plain pages show what is not
drawn: the end, the score sheet, and unknown questions.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from markupsafe import Markup

from app.games.custom_drawn.phone_page_base import DrawnPage
from app.games.seven_wonders import action_previews, action_text, effect_text, position_text, printed_names
from app.games.seven_wonders import face_layouts as of
from app.games.seven_wonders import words_facade as say
from app.games.seven_wonders.phone import report_form
from app.games.seven_wonders.phone.card_effect_preview import list_current_effects
from app.games.seven_wonders.phone.svg_faces import SYMBOLS, Labels
from app.games.seven_wonders.phone.template_values import (
    Ask,
    ChoosableCard,
    ChosenPart,
    CityBelow,
    CityInside,
    CityPart,
    DidPart,
    Glance,
    HeldPart,
    LastTurnPart,
    Market,
    MomentPart,
    OtherCities,
    Sale,
    SaysPart,
    Seller,
    StageCell,
    UndoChoicePart,
    UsePart,
    WaitingPart,
    WayToPay,
)
from app.games.seven_wonders.reference import chapters
from app.games.seven_wonders.shared_by_surfaces import SEVEN_WONDERS
from app.games.seven_wonders.shared_table_facts import HandUse, Payment, blue_points, group_by_colour, hand_uses, world
from app.games.tally.sheet_words import ties
from app.games.text_only.phone_page import PHONE as WORDS
from app.games.text_only.phone_page import PlainPage
from app.looks.wonder_window import World
from app.phones import svg_faces
from app.phones.common_parts import Parts, TurnSummary, reference
from app.phones.game_page_interface import GamePhone, PageContext
from app.phones.svg_faces import svg
from app.phones.undo_part import undo
from app.protocol import ceremony_durations
from app.protocol.play_messages import Question
from app.protocol.table_messages import TableView
from app.shown.play.previews import GhostMark, format_signed
from app.shown.play.table_description import Price
from app.text.translation import Words
from app.text.unverified_values import UncertainThing
from engine.memoize import memoize
from engine.seven_wonders import actions
from engine.seven_wonders import view_json as view_of
from engine.seven_wonders.data_schema import AGES, COLOURS, RESOURCES, Cost, Data, DrawLeaders
from engine.seven_wonders.view_json import BuildOption, LastTurn, PrivateView, SeatView, View

FOLDER: Final = Path(__file__).parent / "pages"


class SevenWondersPage(DrawnPage, PlainPage):
    """The parts of a page that show 7 Wonders."""

    labels: Labels
    shared = SEVEN_WONDERS

    def __init__(self, data: Data) -> None:
        super().__init__(say, data)
        self.facts = data
        self.labels = Labels(data)
        self._chains = memoize(64)(self._find_chains)
        self._last_turn = memoize(32)(self._build_last_turn)  # the same for all phones
        self._asked: dict[int, tuple[object, Ask | None]] = {}  # by seat: the newest, and what it was built from
        self._cities: dict[str, tuple[object, tuple[CityPart, ...]]] = {}  # by language: the same

    def role_says(self, w: Words, role: str) -> str:
        return effect_text.board_says(w, role, self.facts)

    def value_picture(self, thing: UncertainThing, part: int) -> Markup:
        wonder, stages = thing.path[-1].rpartition("-")[0], sum(bool(each.part) for each in thing.groups)
        return svg(of.wonder(wonder, part, stages, 100, 100), "wonder")

    def tab(self, w: Words) -> str:
        return w.pgettext("tab", "My city")

    def scored(self, score: Mapping[str, int], table: TableView) -> tuple[str, ...]:
        return say.scored(table.variant)

    def deciding(self, chair: SeatView) -> int:
        return chair.coins

    def ties(
        self, w: Words, reached: Sequence[tuple[int, int]], winners: Sequence[int], people: tuple[str, ...]
    ) -> str:
        return ties(w, "coins", reached, winners, people)

    def worlds(self, w: Words, chair: SeatView) -> tuple[World, ...]:
        return (world(w, chair, self.facts),)

    @property
    def wait_seconds(self) -> float:
        """The last turn, and its conflict."""
        return 2 * ceremony_durations.INTERLUDE_SECONDS

    def turn(self, page: PageContext, view: View) -> TurnSummary:
        found = super().turn(page, view)
        return report_form.turn(page, found) if page.table.mode == "track" else found

    def foreseen(self, page: PageContext, before: View, after: View) -> Iterable[str]:
        assert page.seat is not None
        return action_previews.describe_changes(
            page.w, action_previews.compare_views(before, after, page.seat), page.people
        )

    def ghosts(self, page: PageContext, before: View, after: View) -> Iterable[GhostMark]:
        assert page.seat is not None
        preview = action_previews.compare_views(before, after, page.seat)
        yield from (
            GhostMark("coins", format_signed(each.coins))
            for each in preview.changes
            if each.seat == preview.seat and each.coins
        )
        if preview.more > 0:
            yield GhostMark("shields", format_signed(preview.more))
        if after.seats[preview.seat - 1].stages > before.seats[preview.seat - 1].stages:
            yield GhostMark("stage")

    def parts(self, page: PageContext, view: View) -> Parts:
        parts = self.end_parts(page, view)
        boards = tuple([f"{chair.wonder}-{chair.side}" for chair in view.seats])
        parts["says"] = SaysPart(boards, "leaders" in page.table.variant)
        seats = tuple([msgspec.structs.replace(chair, chosen=False) for chair in view.seats])
        still = msgspec.structs.replace(view, to_act=(), seats=seats)  # without what changes while others choose
        cities = self._list_cities(page, still)
        if page.seat is not None:
            mine = msgspec.structs.replace(cities[page.seat - 1], me=True)
            cities = (mine, *cities[page.seat :], *cities[: page.seat - 1])
        if page.seat is not None and page.table.mode == "play":  # its own choice is taken back where that lies
            parts["undo"] = undo(page.table, (), page.seat, page.people)
        if page.is_open("mine") and page.seat is not None:
            parts |= self._build_own(page, view, still, page.seat, cities)
        if page.table.mode == "track":
            parts |= report_form.build_entry_parts(page, view, self.facts)
        if page.is_open("table"):
            last = self._last_turn(page.w, view.derived.last, page.people, "table")
            if last is not None:
                parts["place-1"] = last
            parts["place-2"] = self._moment(page, view)
            for place, city in enumerate(cities[page.is_both :], start=3):
                inside = msgspec.structs.replace(city.inside, place=f"t{city.inside.place}")
                parts[f"place-{place}"] = msgspec.structs.replace(city, inside=inside, whole=False)
            parts |= reference(chapters(self.facts, view, page.table.variant), page.people)
        return parts

    def draw_enterable(self, slug: str) -> Markup:
        """Draw a thing of an entered position."""
        return self.labels.card(slug)

    # ---- what lies before a seat -------------------------------------------------------------------------------

    def _build_own(self, page: PageContext, view: View, still: View, seat: int, cities: Sequence[CityPart]) -> Parts:
        parts: Parts = {}
        w, mine = page.w, view.mine
        last = self._last_turn(w, view.derived.last, page.people, "mine")
        if last is not None and not view.over and not page.is_both:
            parts["last"] = last
        if page.question is not None and page.table.mode == "play":
            known = w, page.people, page.question, still
            if seat not in self._asked or self._asked[seat][0] != known:
                self._asked[seat] = known, self._ask(page, still, page.question, seat)
            parts["ask"] = self._asked[seat][1] or self.ask_in_words(page, view, page.question, seat)
        if isinstance(mine, PrivateView) and page.table.mode == "play":
            if mine.choice is not None:
                text = say.action(w, mine.choice, page.people)
                parts["hold"] = ChosenPart(view.age if view.turn else 0, mine.choice.split()[1], text)
                parts["again"] = UndoChoicePart(page.retractable if page.table.vote is None else ())
            showing = page.question is not None
            if mine.hand and not (showing and view.asked in ("draft", "play", "seventh")) and mine.choice is None:
                parts["thing-2"] = HeldPart("hand", w("Your hand"), mine.hand)
            if mine.leaders and not (showing and view.asked in ("draft", "recruit", "extra")):
                drew = self._drew(view, seat)
                title = w("You drew leaders; in your hand") if drew else w("Leaders in your hand")
                parts["thing-3" if drew else "thing-7"] = HeldPart("leaders", title, mine.leaders)
        if not view.over and page.table.mode == "play":
            parts["glance"] = Glance(**msgspec.structs.asdict(cities[0]))
        if view.to_act and page.question is None:
            parts["thing-1"] = self._build_waiting_part(page, view, seat)
        if view.age and not view.over:
            parts["thing-4"] = Market(tuple(self._sellers(page, view, seat)))
        if not page.is_both:
            others = [(_side(nth, 0, len(cities)), city) for nth, city in enumerate(cities) if nth]
            parts["thing-5"] = OtherCities(tuple(others))
        told = page.table.mode == "track" and view.to_act
        parts["thing-6"] = CityBelow(**msgspec.structs.asdict(cities[0])) if told else cities[0]
        return parts

    # ---- what is asked -----------------------------------------------------------------------------------

    def _ask(self, page: PageContext, view: View, question: Question, seat: int) -> Ask | None:
        """Build the question, or None if the plain page handles it."""
        w, chair = page.w, view.seats[seat - 1]
        uses: dict[str, None] = {}
        things: dict[str, str] = {}
        tokens: list[tuple[str, int]] = []
        plain: list[str] = []
        for text in question.legal:
            match text.removeprefix("choose ").split():
                case ["build" | "recruit" | "stage" | "sell", slug, *_] if slug not in action_text.PAYEES:
                    uses[slug] = None
                case ["keep" | "bury" | "rebuild", slug]:
                    things[slug] = text
                case ["lose", value]:
                    tokens.append((text, int(value)))
                case _:
                    plain.append(text)
        if sum(map(bool, (uses, things, tokens))) != 1:
            return None
        options = {option.thing: option for option in view.derived.build_options}
        if uses:
            picks = [self._pick(page, view, seat, slug, question.legal, options) for slug in uses]
        else:
            picks = [self._single(page, view, seat, slug, text, options) for slug, text in self._sort_by_colour(things)]
        stages = next((use.ways for pick in picks for use in pick.uses if use.does.verb == "stage"), ())
        kept = view.mine.leaders or () if isinstance(view.mine, PrivateView) and view.asked == "draft" else ()
        passing = (view.derived.passing or "") if view.asked in ("draft", "play") else ""
        return Ask(
            seat=seat,
            question=question.number,
            prompt=say.prompt(w, question.legal, page.people),
            moment=position_text.describe_progress(w, view),
            several=bool(uses),
            picks=tuple(picks),
            stage=self._build_stage_cell(page, chair, options.get("stage"), stages) if view.turn else None,
            tokens=tuple(tokens),
            plain=tuple(plain),
            kept=kept,
            dealt=self.facts.draft.dealt if view.asked == "draft" else 0,
            then=self._describe_rest_of_hand(page, view, chair),
            passing=passing,
            to=page.people[chair.seat % len(page.people) if passing == "left" else chair.seat - 2],
            people=page.people,
        )

    def _sort_by_colour(self, things: dict[str, str]) -> list[tuple[str, str]]:
        """Sort cards by colour; leaders keep their order."""
        found = self.facts.cards
        return sorted(things.items(), key=lambda each: COLOURS.index(found[each[0]].colour) if each[0] in found else 0)

    def _pick(
        self,
        page: PageContext,
        view: View,
        seat: int,
        slug: str,
        legal: tuple[str, ...],
        options: dict[str, BuildOption],
    ) -> ChoosableCard:
        """Build a card or leader that has several uses."""
        w, chair, option = page.w, view.seats[seat - 1], options.get(slug)
        copies = view.mine.hand.count(slug) if isinstance(view.mine, PrivateView) and view.mine.hand else 1
        found = tuple(hand_uses(w, view, seat, slug, legal, self.facts))
        least = sum(found[0].payments[0].sides) if found[0].payments else 0
        heading = action_text.describe_card_heading(w, option, slug, least, self.facts)
        uses = [self._use(page, view, seat, use, options) for use in found if use.can or use.verb != "sell"]
        first = uses[0].ways
        price = _price(option, first, chair.coins)
        gains = (
            tuple(list_current_effects(w, view, seat, slug, option, page.people, self.facts))
            if option and option.why != "twice"
            else ()
        )
        left, right = bool(first and first[0].left), bool(first and first[0].right)
        return ChoosableCard(slug, copies, price, left, right, heading, gains, tuple(uses))

    def _single(
        self, page: PageContext, view: View, seat: int, slug: str, text: str, options: dict[str, BuildOption]
    ) -> ChoosableCard:
        """Build a card or leader that has one use."""
        option = options.get(slug)
        gains = tuple(list_current_effects(page.w, view, seat, slug, option, page.people, self.facts)) if option else ()
        use = UsePart(HandUse(text, "", of=slug), (WayToPay(text, 0, 0, 0, 0, "", 0),))
        return ChoosableCard(
            slug, 1, None, left=False, right=False, heading=self.labels.describe(page.w, slug), now=gains, uses=(use,)
        )

    def _list_ways_to_pay(
        self, page: PageContext, view: View, chair: SeatView, option: BuildOption | None, payments: Iterable[Payment]
    ) -> tuple[WayToPay, ...]:
        """List ways to pay, cheapest first."""
        found = []
        printed = option.coins if option else 0
        for payment in payments:
            left, right, bank = payment.left, payment.right, payment.bank + printed
            total = left + right + bank
            note = self._to_whom(page, chair, left, right, bank, option)
            names = page.people[chair.seat % len(page.people)], page.people[chair.seat - 2]
            short = [f"{name}\u00a0{n}" for name, n in zip(names, (left, right), strict=True) if n]
            short += [action_text.to_bank(page.w, bank)] if bank else []
            words = payment.line.removeprefix("choose ").split()[2:]
            keeps = option.after.get(" ".join(words), 0) if option else 0
            found.append(WayToPay(payment.line, total, left, right, bank, note, keeps, " · ".join(short)))
        return tuple(found)

    def _to_whom(
        self, page: PageContext, chair: SeatView, left: int, right: int, bank: int, option: BuildOption | None
    ) -> str:
        w = page.w
        if option is not None and option.why == "chain":
            return w("free by its chain")
        if option is not None and option.why == "free":
            return w("costs nothing this time")
        return ", ".join(action_text.list_payments(w, page.people, chair.seat, left, right, bank)) or w(
            "costs no coins"
        )

    def _use(self, page: PageContext, view: View, seat: int, use: HandUse, options: dict[str, BuildOption]) -> UsePart:
        if use.brings:
            return UsePart(use, (WayToPay(use.say, 0, 0, 0, 0, "", 0),))
        chair, stage, says = view.seats[seat - 1], use.verb == "stage", ""
        paid = self._list_ways_to_pay(page, view, chair, options.get("stage" if stage else use.of), use.payments)
        cost = self.facts.cards[use.of].cost if use.of in self.facts.cards else Cost()
        if stage and "stage" in options:
            board = f"{chair.wonder}-{chair.side}"
            cost = self.facts.boards[board].stages[chair.stages].cost
            says = self.labels.stage_says(page.w, board, chair.stages + 1)
        return UsePart(use, paid, self._sale(page, view, seat, cost) if len(paid) > 1 else None, says)

    def _build_stage_cell(
        self, page: PageContext, chair: SeatView, option: BuildOption | None, ways: Sequence[WayToPay]
    ) -> StageCell | None:
        if option is None:
            return None
        board, number = f"{chair.wonder}-{chair.side}", chair.stages + 1
        lacks = action_text.explain_unavailable(page.w, option)
        says = " · ".join(filter(None, (self.labels.stage_says(page.w, board, number), lacks or ways[0].note)))
        left, right = bool(ways and ways[0].left), bool(ways and ways[0].right)
        return StageCell(board, number, _price(option, ways, chair.coins), left, right, says)

    def _describe_rest_of_hand(self, page: PageContext, view: View, chair: SeatView) -> str:
        w, people = page.w, page.people
        if view.asked == "recruit":
            board = self.facts.boards[f"{chair.wonder}-{chair.side}"]
            if view.age == AGES and not board.ability.keeps_leaders:
                return w("Leaders that you do not play now go back into the box.")
            return w("The other leaders stay face down, for later.")
        if view.asked not in ("draft", "play"):
            return ""
        if view.derived.passing == "left":
            return w("What is left of a hand goes to the left, to {name}", name=people[chair.seat % len(people)])
        if view.derived.passing == "right":
            return w("What is left of a hand goes to the right, to {name}", name=people[chair.seat - 2])
        return w("The last card of each hand is discarded.")

    # ---- while others choose --------------------------------------------------------------------------------

    def _build_waiting_part(self, page: PageContext, view: View, seat: int) -> WaitingPart:
        count = len(view.seats)
        rows = tuple(
            (page.people[chair.seat - 1], _side(chair.seat, seat, count), chair.seat in view.to_act)
            for chair in (*view.seats[seat - 1 :], *view.seats[: seat - 1])
        )
        secret = view.asked in ("draft", "recruit", "play")
        return WaitingPart(
            rows,
            secret,
            self._describe_rest_of_hand(page, view, view.seats[seat - 1]) if view.asked != "recruit" else "",
        )

    def _build_last_turn(
        self, w: Words, last: LastTurn | None, people: tuple[str, ...], place: str
    ) -> LastTurnPart | None:
        if last is None:
            return None
        began = actions.TurnBegan(last.age, last.turn) if last.turn else actions.RecruitmentBegan(last.age)
        did = tuple(
            self._build_act_part(w, last, each, people) for each in last.did if each.what != "none" or each.gains
        )
        short = f"{printed_names.ROMAN[last.age]} · {last.turn}" if last.turn else printed_names.ROMAN[last.age]
        return LastTurnPart(place, say.event(w, began, people), short, did)

    def _build_act_part(self, w: Words, last: LastTurn, act: view_of.SeatAct, people: tuple[str, ...]) -> DidPart:
        return DidPart(
            name=people[act.seat - 1],
            card=act.card or "",
            age=last.age if last.turn else 0,
            stage=act.stage,
            token=act.token,
            left=act.left,
            right=act.right,
            coins=act.coins,
            says=tuple(_describe_act(w, act, last, people)),
        )

    def _drew(self, view: View, seat: int) -> bool:
        """Check if the stage that this seat built last drew leaders from the box."""
        chair, last = view.seats[seat - 1], view.derived.last
        built = [each.stage for each in last.did if each.seat == seat and each.what == "stage"] if last else []
        stages = self.facts.boards[f"{chair.wonder}-{chair.side}"].stages
        return any(isinstance(effect, DrawLeaders) for stage in built for effect in stages[stage - 1].effects)

    # ---- what lies there -----------------------------------------------------------------------------------

    def _sellers(
        self, page: PageContext, view: View, seat: int, wanted: Container[str] = RESOURCES
    ) -> Iterator[Seller]:
        """Yield the left neighbour, the seat itself and the right neighbour, with their wanted goods."""
        standing = view.derived.standing
        mine = standing[seat - 1]
        left, right = standing[seat % len(view.seats)], standing[seat - 2]
        for side, at, goods, choices in (
            ("left", left, left.sells, left.sells_choices),
            ("", mine, mine.makes, mine.choices),
            ("right", right, right.sells, right.sells_choices),
        ):
            units = tuple((resource, n) for resource, n in goods.items() if resource in wanted)
            several = tuple(kinds for kinds in choices if any(kind in wanted for kind in kinds))
            price = mine.prices[side] if side else {"raw": 0, "manufactured": 0}
            name = page.people[at.seat - 1] if side else page.w("you")
            yield Seller(name, side, units, several, price["raw"], price["manufactured"])

    def _sale(self, page: PageContext, view: View, seat: int, cost: Cost) -> Sale:
        """Build the resources of a cost. Goods from a producer with a choice count as not produced."""
        makes = Counter(view.derived.standing[seat - 1].makes)
        each = zip(RESOURCES, cost.units(), strict=True)
        units = [(resource, nth < makes[resource]) for resource, n in each for nth in range(n)]
        missing = {resource for resource, own in units if not own}
        return Sale(tuple(units), tuple(self._sellers(page, view, seat, missing)), view.asked == "play")

    def _list_cities(self, page: PageContext, still: View) -> tuple[CityPart, ...]:
        """List all cities as others see them, built once for all phones of a language."""
        lang, points = page.w.lang, page.table.shows_points
        known = page.people, page.badges, points, still.asked, still.seats, still.derived.standing
        if lang not in self._cities or self._cities[lang][0] != known:
            self._cities[lang] = known, tuple([self._city(page, still, chair, points) for chair in still.seats])
        return self._cities[lang][1]

    def _city(self, page: PageContext, view: View, chair: SeatView, points: bool) -> CityPart:
        standing = view.derived.standing[chair.seat - 1]
        cards = group_by_colour(chair.cards, self.facts)
        inside = CityInside(
            place=f"{chair.seat}",
            board=f"{chair.wonder}-{chair.side}",
            stages=chair.stages,
            makes=tuple(standing.makes.items()),
            choices=standing.choices,
            leaders=chair.leaders,
            buried=chair.buried,
            chains=self._chains(chair.cards),
            cards=tuple((colour, found) for colour, found in cards.items() if found),
        )
        return CityPart(
            name=page.people[chair.seat - 1],
            me=False,
            whole=True,
            wonder=chair.wonder,
            coins=chair.coins,
            science=tuple(standing.symbols.items()),
            shields=chair.shields,
            blue=blue_points(chair.cards, self.facts),
            yellow=len(cards["yellow"]),
            purple=len(cards["purple"]),
            tokens=chair.tokens,
            leaders_left=chair.leaders_left,
            hand=0 if view.asked == "draft" else chair.hand,
            points=chair.score.total if points else None,
            inside=inside,
            badge=page.table.seats[chair.seat - 1].badge,
        )

    def _find_chains(self, cards: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        """Return the unbuilt cards that a city's cards make free, with the card that does."""
        found = []
        for slug, card in self.facts.cards.items():
            held = [bearer for bearer in card.chain if bearer in cards]
            if held and slug not in cards:
                found.append((slug, held[0]))
        return tuple(found)

    def _moment(self, page: PageContext, view: View) -> MomentPart:
        w = page.w
        lines = [w.ngettext("{n} card discarded", "{n} cards discarded", view.discard)] if view.age else []
        if view.box:
            lines.append(w.ngettext("{n} leader in the box", "{n} leaders in the box", view.box))
        if view.derived.passing:
            left = view.derived.passing == "left"
            lines.append(w("Hands go to the left.") if left else w("Hands go to the right."))
        return MomentPart(
            position_text.describe_progress(w, view), tuple(lines), view.discard, view.derived.passing or ""
        )


def _describe_act(w: Words, act: view_of.SeatAct, last: LastTurn, people: tuple[str, ...]) -> Iterator[str]:
    """Yield what a seat did in the sentences of the log."""
    paid = act.cost, act.left, act.right, act.bank
    gains = tuple((coins, by) for coins, by in act.gains if by not in ("left", "right"))
    match act.what:
        case "build":
            yield say.event(w, actions.CardBuilt(act.seat, act.card or "", *paid, act.why == "chain", gains), people)
        case "stage":
            yield say.event(w, actions.StageBuilt(act.seat, act.stage, *paid, gains), people)
        case "sell":
            coins = sum(coins for coins, by in act.gains if by == "sale")
            yield say.event(w, actions.CardSold(act.seat, coins, not last.turn, gains), people)
        case "recruit":
            yield say.event(w, actions.LeaderRecruited(act.seat, act.card or "", act.cost, gains), people)
        case "rebuild":
            yield say.event(w, actions.CardRebuilt(act.seat, act.card or "", gains), people)
        case "bury":
            yield say.finished_action(w, f"bury {act.card}", people[act.seat - 1])
        case "lose":
            yield say.event(w, actions.TokenLost(act.seat, act.token), people)
    if act.what in ("bury", "lose", "none"):
        for coins, by in gains:
            yield say.event(w, actions.CoinsGained(act.seat, coins, by), people)


def _price(option: BuildOption | None, ways: Sequence[WayToPay], coins: int) -> Price:
    """Return the current price for a seat with this many coins."""
    if option is None:
        return Price(ways[0].coins if ways else 0)
    if option.why in ("twice", "unpaid"):
        return Price(coins + option.short if option.short else -1, can=False)
    return Price(ways[0].coins if ways else option.coins, chain=option.why == "chain")


def _side(other: int, seat: int, count: int) -> str:
    step = (other - seat) % count
    return "left" if step == 1 else "right" if step == count - 1 else ""


STYLES: Final = (svg_faces.STYLE, FOLDER.parent / "seven.css")
TRACK: Final = (FOLDER.parent / "seven-telling.css",)
PHONE: Final = GamePhone(
    "seven-wonders", FOLDER, lambda _, facts: SevenWondersPage(facts), SYMBOLS, STYLES, TRACK, (WORDS,)
)
