"""A phone's page of a game of Architects: converts a view into the parts that templates render."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Final

import msgspec
from markupsafe import Markup

from app.games.architects import action_previews, effect_text, position_entry
from app.games.architects import face_layouts as of
from app.games.architects import words_facade as say
from app.games.architects.phone.report_form import told_parts
from app.games.architects.phone.svg_faces import COVERED, HIGH, SIDE, Labels
from app.games.architects.phone.template_values import (
    Ask,
    BuildableStage,
    Deck,
    ExtraCardPart,
    Glance,
    Goals,
    Learning,
    MarkersPart,
    Medals,
    NeedsPart,
    OtherSeat,
    PaymentPart,
    ReachHeading,
    ReachPart,
    SaysPart,
    SeatCards,
    SeenCard,
    SheetLine,
    StackPart,
    StackTile,
    Tokens,
    Victim,
    WonderPart,
    format_count,
)
from app.games.architects.reference import chapters
from app.games.architects.shared_by_surfaces import ARCHITECTS
from app.games.architects.shared_table_facts import Piles, piles, world
from app.games.custom_drawn.phone_page_base import DrawnPage
from app.games.tally.sheet_words import ties
from app.games.text_only.phone_page import PHONE as WORDS
from app.games.text_only.phone_page import ResultPage, ResultPart
from app.looks.wonder_window import World
from app.phones.common_parts import Parts, TurnSummary, reference
from app.phones.game_page_interface import GamePhone, PageContext
from app.phones.svg_faces import svg
from app.phones.template_rendering import Part
from app.protocol.play_messages import Question, Ritual
from app.protocol.results import RankKey
from app.protocol.table_messages import TableView
from app.shown.play.previews import GhostMark, format_signed
from app.text.translation import Words
from app.text.unverified_values import UncertainThing
from app.web import svg_sprites
from engine.architects import actions as said
from engine.architects.data_schema import FACES, Data, DrawNear, Look
from engine.architects.view_json import Reach, SeatView, View

SIDES: Final = ("left", "center", "right")  # as seen from a seat
SCORE_ICONS: Final = {  # icon and colour of each category
    "wonder": ("wonder", "stone"),
    "cat": ("cat", "parch"),
    "blue": ("blue", "blue"),
    "military": ("medal", "red"),
    "progress": ("star", "green"),
    "medals": ("goal", "parch"),
}
NEXT: Final = 3  # names of the next seats in the head, at most


class Public(Part, frozen=True):
    """Parts that are the same for all readers of a language."""

    parts: Parts
    seats: tuple[OtherSeat, ...]


class ArchitectsPage(DrawnPage, ResultPage):
    """The parts of a page that show Architects."""

    labels: Labels
    horn = True
    shared = ARCHITECTS

    def __init__(self, data: Data) -> None:
        super().__init__(say, data)
        self.facts = data
        self.labels = Labels(data)
        self._order = {card: at for at, card in enumerate(data.cards)}
        self._rev = -1  # of the table, when the public parts were made
        self._seats: tuple[SeatView, ...] = ()  # as they were then
        self._counted: tuple[Piles, ...] = ()  # the things before each seat
        self._known: dict[str, Public] = {}  # by language
        self._says = {
            medals: SaysPart(tuple(data.cards), tuple(data.tokens), tuple(data.wonders), medals)
            for medals in ((), tuple(data.medals))
        }

    def tab(self, w: Words) -> str:
        return w.pgettext("tab", "My wonder")

    def role_says(self, w: Words, role: str) -> str:
        return effect_text.wonder_says(w, role, self.facts)

    def value_picture(self, thing: UncertainThing, part: int) -> Markup:
        slug = thing.path[-1]
        stages = self.facts.wonders[slug].stages
        return svg(of.wonder(slug, stages, of.states(len(stages), (part,), ()), SIDE, HIGH), "wonder")

    def foreseen(self, page: PageContext, before: View, after: View) -> Iterable[str]:
        assert page.seat is not None
        return action_previews.describe_changes(page.w, action_previews.foreseen(before, after, page.seat), page.people)

    def ghosts(self, page: PageContext, before: View, after: View) -> Iterable[GhostMark]:
        assert page.seat is not None
        preview = action_previews.foreseen(before, after, page.seat)
        yield from (
            GhostMark("points", format_signed(each.points)) for each in preview.changes if each.seat == preview.seat
        )
        wonder = before.seats[preview.seat - 1].wonder
        yield from (GhostMark("wonder", "", self.labels.stage_box(wonder, stage)) for stage in preview.stages)

    def sentence(self, w: Words, event: said.Events, people: tuple[str, ...]) -> str:
        return say.event(w, event, people, self.facts)

    def turn(self, page: PageContext, view: View) -> TurnSummary:
        """Return whose turn it is, and who follows."""
        question, seat, people = page.question, page.seat, page.people
        ask = say.prompt(page.w, view.derived.ask, question.legal) if question and view.derived.ask else ""
        acting = view.to_act or ((view.derived.active,) if view.pending and view.derived.active else ())
        whose = tuple(people[other - 1] for other in acting if other != seat)
        icon = "cat" if seat is not None and view.seats[seat - 1].cat else ""
        return TurnSummary(ask, whose, _next_seat_names(view, seat, people), icon)

    def parts(self, page: PageContext, view: View) -> Parts:
        w, table, people, seat = page.w, page.table, page.people, page.seat
        points = table.shows_points
        if self._rev != page.rev or self._seats != view.seats:  # some may still wait for the markers of a conflict
            self._rev = page.rev
            self._known.clear()
            before = zip_longest(view.seats, self._seats[: len(view.seats)], self._counted[: len(view.seats)])
            self._counted = tuple(
                counted if counted and chair == old else piles(chair, self.facts) for chair, old, counted in before
            )
            self._seats = view.seats
        parts: Parts = {"says": self._says[tuple(self.facts.medals) if view.medals else ()]}
        if page.is_open("table"):
            public = self._public(w, view, table, people, points)
            parts |= public.parts
            count = len(view.seats)
            around = (
                range(1, count + 1) if seat is None else [(seat - 1 + step) % count + 1 for step in range(1, count)]
            )
            parts |= {f"seat-{place}": public.seats[other - 1] for place, other in enumerate(around, start=1)}
        parts |= self.end_parts(page, view)
        if seat is not None and page.is_open("mine"):
            tracked = table.mode == "track"  # everybody may enter what happened
            parts |= self._own(view, table, None if tracked else page.question, seat, people, points)
        return parts | told_parts(page, view, self.facts)

    def draw_enterable(self, slug: str) -> Markup:
        """Render a thing of an entered position."""
        facts, labels = self.facts, self.labels
        if slug in facts.tokens:
            return labels.disc(slug)
        if slug in facts.medals:
            return labels.medal(slug)
        if slug in position_entry.SEAT_PIECES:
            return labels.gift() if slug == "gifts" else svg_sprites.icon("medal" if slug == "military" else slug)
        return labels.face(slug)

    def scored(self, score: Mapping[str, int], table: TableView) -> tuple[str, ...]:
        return say.scored("medals" in table.variant)

    def deciding(self, chair: SeatView) -> int:
        return len(chair.stages)

    def ties(self, w: Words, reached: Sequence[RankKey], winners: Sequence[int], people: tuple[str, ...]) -> str:
        return ties(w, "stages", reached, winners, people)

    def worlds(self, w: Words, chair: SeatView) -> tuple[World, ...]:
        return (world(w, chair, self.facts),)

    def _result(self, w: Words, view: View, table: TableView, seat: int | None, people: tuple[str, ...]) -> ResultPart:
        found = super()._result(w, view, table, seat, people)
        if not (found.over or found.shown):
            return found
        signs = tuple((*SCORE_ICONS[slug], say.category(w, slug)) for slug in say.scored(bool(view.medals)))
        return msgspec.structs.replace(found, note=say.tie_rule(w, ""), signs=signs)

    def _sheets(self, w: Words, view: View, table: TableView, people: tuple[str, ...], seat: int | None) -> Parts:
        """Return the seats in order; after the end the best first."""
        parts: Parts = {}
        for place, chair in enumerate(_rank_seats(view, table.phase == "over"), start=1):
            lines = tuple(
                (*SCORE_ICONS[slug], say.category(w, slug), getattr(chair.score, slug))
                for slug in say.scored(bool(view.medals))
            )
            won, total = chair.seat in view.winners, chair.score.total
            parts[f"sheet-{place}"] = SheetLine(people[chair.seat - 1], chair.seat == seat, won, lines, total)
        return parts

    def _public(self, w: Words, view: View, table: TableView, people: tuple[str, ...], points: bool) -> Public:
        """Return the parts that all readers of a language share, cached until the table changes."""
        found = self._known.get(w.lang)
        if found is None:
            middle = self._middle(view, table.ritual, people)
            middle |= reference(chapters(self.facts, view, table.variant), people)
            found = self._known[w.lang] = Public(middle, self._list_other_seats(view, table, people, points))
        return found

    def _own(
        self, view: View, table: TableView, question: Question | None, seat: int, people: tuple[str, ...], points: bool
    ) -> Parts:
        mine, over = view.seats[seat - 1], table.phase == "over"
        stages = self.facts.wonders[mine.wonder].stages
        needs = view.derived.needs[seat - 1]
        following = tuple(need.stage for need in needs)
        worth = mine.score.total if points else None
        cards = SeatCards(
            piles=self._counted[seat - 1],
            cat=mine.cat,
            tokens=mine.progress,
            medals=mine.medals,
            gifts=mine.gifts,
            shields=mine.shields,
            neighbours=self._neighbours(view, seat, people),
        )
        wonder = WonderPart(mine.wonder, mine.stages, following, stages, worth)
        parts: Parts = {"needs": NeedsPart((), mine.wonder) if over else NeedsPart(needs, mine.wonder), "cards": cards}
        if view.medals and not over:
            parts["goals"] = _goals(view, seat, people)
        reaches = sorted(view.derived.reach[seat - 1], key=lambda reach: SIDES.index(reach.side))
        tiles = tuple(self._tile(reach, view, seat, people) for reach in reaches)
        asked = self._ask(view, question, seat, tiles, people) if question is not None else None
        if asked is not None:
            parts["ask"] = asked
        if over:
            parts["wonder"] = wonder
        else:
            parts["glance"] = Glance(cards, needs, view.derived.goals[seat - 1] if view.medals else (), wonder)
        tracked = table.mode == "track"  # no stack shows a card
        if (
            not over
            and not tracked
            and not (asked and (asked.takes or asked.extra or self._draws_near(mine, asked.draws)))
        ):
            parts["within"] = ReachHeading()
            parts |= {f"reach-{place}": ReachPart(tile) for place, tile in enumerate(tiles, start=1)}
        known = view.stacks["center"].top
        if known is not None and not over:
            reach = next((each for each in view.derived.reach[seat - 1] if each.side == "center"), None)
            parts["hold"] = SeenCard(known, reach.does if reach else (), asked is not None and bool(asked.takes))
        return parts

    # ---- questions ---------------------------------------------------------------------------------------

    def _ask(
        self, view: View, question: Question, seat: int, tiles: tuple[StackTile, ...], people: tuple[str, ...]
    ) -> Ask:
        by_side = {tile.side: tile for tile in tiles}
        mine = view.seats[seat - 1]
        done = False
        peek: str | None = None
        takes: list[StackTile] = []
        draws: list[StackTile] = []
        keeps: list[str] = []
        plain: list[str] = []
        paid: defaultdict[int, list[said.Build]] = defaultdict(list)
        learn: list[said.Progress] = []
        steals: defaultdict[int, list[str]] = defaultdict(list)
        extra: list[said.Extra] = []
        for text in question.legal:
            match said.parse(text):
                case said.Peek():
                    peek = self._allows(mine)
                case said.Take(side=side) if said.SIDES[side] in by_side:
                    takes.append(msgspec.structs.replace(by_side[said.SIDES[side]], say=text))
                case said.Build() as build:
                    paid[build.stage].append(build)
                case said.Progress() as progress:
                    learn.append(progress)
                case said.Extra(side=side) as one if said.SIDES[side] in by_side:
                    extra.append(one)
                case said.Draw(where=where):
                    draws.append(self._drawn(view, where, seat, text, people))
                case said.Steal() as steal:
                    steals[steal.of].append(FACES[steal.kind])
                case said.Keep(kind=kind):
                    keeps.append(FACES[kind])
                case said.EndTurn():
                    done = True
                case _:
                    plain.append(text)
        learning, more = _build_learning_form(learn, view.tokens_left)
        granted, rest = _extra(extra, by_side)
        return Ask(
            seat=seat,
            question=question.number,
            ask=view.derived.ask,
            wonder=mine.wonder,
            peek=peek,
            takes=_across(takes),
            builds=tuple(self._building(stage, builds, view, mine) for stage, builds in paid.items()),
            learning=learning,
            extra=granted,
            draws=self._draws_as_stacks(view, draws, seat) if self._draws_near(mine, draws) else tuple(draws),
            keeps=tuple(keeps),
            steals=self._victims(view, steals, seat, people),
            done=done,
            plain=(*plain, *more, *rest),
            people=people,
        )

    def _building(self, stage: int, builds: Sequence[said.Build], view: View, mine: SeatView) -> BuildableStage:
        printed = self.facts.wonders[mine.wonder].stages[stage - 1]
        after = view.derived.after
        payments = [
            PaymentPart(
                str(each),
                tuple(said.spent_words(each.paid)),
                tuple(card for card, left in after[str(each)].items() for _ in range(left)),
            )
            for each in builds
        ]
        return BuildableStage(stage, printed.cost, printed.kind, printed.points, printed.effect, tuple(payments))

    def _drawn(self, view: View, where: str, seat: int, text: str, people: tuple[str, ...]) -> StackTile:
        stack = said.stack_of(where, seat, len(view.seats))
        pile = view.stacks[stack]
        card = COVERED if stack == "center" else pile.top
        of = None if stack in ("center", str(seat)) else people[int(stack) - 1]
        known = stack == "center" and pile.top is not None
        return StackTile(where, card if pile.left else None, format_count(pile), of, known, (), text, stack)

    def _draws_near(self, mine: SeatView, draws: Sequence[StackTile]) -> bool:
        """Check whether these draws are those of Ur: the three stacks in reach."""
        return bool(draws) and any(isinstance(effect, DrawNear) for effect in self.facts.wonders[mine.wonder].effects)

    def _draws_as_stacks(self, view: View, draws: Sequence[StackTile], seat: int) -> tuple[StackTile, ...]:
        """Arrange draws like the stacks of a turn, with the consequences of each."""
        does = {reach.side: reach.does for reach in view.derived.reach[seat - 1] if reach.side != "center"}
        return _across([msgspec.structs.replace(tile, does=does.get(tile.side, ())) for tile in draws])

    def _allows(self, mine: SeatView) -> str:
        """Return what allows a look at the deck: the cat, or else a token."""
        tokens = (slug for slug in mine.progress if any(isinstance(e, Look) for e in self.facts.tokens[slug].effects))
        return "cat" if mine.cat else next(tokens, "cat")

    def _victims(
        self, view: View, steals: dict[int, list[str]], seat: int, people: tuple[str, ...]
    ) -> tuple[Victim, ...]:
        """List the seats to steal from, clockwise."""
        count = len(people)
        around = sorted(steals, key=lambda other: (other - seat) % count)
        return tuple(
            Victim(
                other,
                people[other - 1],
                tuple(
                    (card, view.seats[other - 1].cards[card])
                    for card in sorted(steals[other], key=self._order.__getitem__)
                ),
            )
            for other in around
        )

    def _tile(self, reach: Reach, view: View, seat: int, people: tuple[str, ...]) -> StackTile:
        left = format_count(view.stacks[reach.stack])
        if reach.side == "center":
            return StackTile(
                reach.side, COVERED if reach.left else None, left, None, reach.card is not None, stack=reach.stack
            )
        owner = int(reach.stack)
        return StackTile(
            side=reach.side,
            card=reach.card if reach.left else None,
            left=left,
            of=None if owner == seat else people[owner - 1],
            known=False,
            does=reach.does,
            stack=reach.stack,
        )

    # ---- public parts --------------------------------------------------------------------------------------

    def _neighbours(self, view: View, seat: int, people: tuple[str, ...]) -> tuple[tuple[str, str, int], ...]:
        count = len(view.seats)
        sides = [("left", seat % count), ("right", (seat - 2) % count)]
        return tuple((side, people[at], view.seats[at].shields) for side, at in (sides if count > 2 else sides[:1]))

    def _middle(self, view: View, ritual: Ritual | None, people: tuple[str, ...]) -> Parts:
        discard = tuple(sorted(view.discard.items(), key=lambda card: self._order[card[0]]))
        parts: Parts = {
            "markers": _markers(view, ritual),
            "tokens": Tokens(view.tokens, view.tokens_left),
            "deck": Deck(format_count(view.stacks["center"]), discard),
        }
        if view.medals:
            parts["medals"] = _medals(view, people)
        for number in range(1, len(people) + 1):
            pile = view.stacks[str(number)]
            parts[f"pile-{number}"] = StackPart(
                str(number), people, pile.top if pile.left else None, format_count(pile)
            )
        return parts

    def _list_other_seats(
        self, view: View, table: TableView, people: tuple[str, ...], points: bool
    ) -> tuple[OtherSeat, ...]:
        return tuple(
            OtherSeat(
                name=name,
                wonder=chair.wonder,
                by=info.by,
                present=info.present,
                built=chair.stages,
                following=tuple(need.stage for need in needs),
                stages=self.facts.wonders[chair.wonder].stages,
                piles=piles,
                cat=chair.cat,
                tokens=chair.progress,
                medals=chair.medals,
                gifts=chair.gifts,
                points=chair.score.total if points else None,
                badge=info.badge,
            )
            for name, chair, info, needs, piles in zip(
                people, view.seats, table.seats, view.derived.needs, self._counted, strict=True
            )
        )


def _markers(view: View, ritual: Ritual | None) -> MarkersPart:
    if ritual is None:
        return MarkersPart(view.conflict.flipped, view.conflict.tokens)
    return MarkersPart(ritual.flipped, ritual.tokens, ritual.open)


def _next_seat_names(view: View, seat: int | None, people: tuple[str, ...]) -> tuple[str, ...]:
    """Name the seats that follow the one to act, up to this seat, which is an empty name. Long lists are shortened."""
    active, count = view.derived.active, len(people)
    if not active or seat is None:
        return ()
    following = [(active - 1 + step) % count + 1 for step in range(1, count)]
    until = following.index(seat) + 1 if seat in following else 0
    names = tuple("" if number == seat else people[number - 1] for number in following[:until])
    return names if len(names) <= NEXT else (names[0], "…", names[-1])


def _rank_seats(view: View, over: bool) -> list[SeatView]:
    """Return the seats in order; after the end the best first."""
    if not over:
        return list(view.seats)
    return sorted(
        view.seats, key=lambda chair: (chair.seat not in view.winners, -chair.score.total, -len(chair.stages))
    )


def _goals(view: View, seat: int, people: tuple[str, ...]) -> Goals:
    """Return each medal with the other seat that may win it."""
    count = len(people)
    shared = {str(seat): people[seat % count], str((seat - 2) % count + 1): people[(seat - 2) % count]}
    return Goals(tuple((goal, shared.get(goal.gap)) for goal in view.derived.goals[seat - 1]))


def _medals(view: View, people: tuple[str, ...]) -> Medals:
    lying: list[tuple[str, str | None]] = []
    for gap, there in view.medals.items():
        if isinstance(there, tuple):
            lying += [(gap, medal) for medal in there]
        else:
            lying.append((gap, there))
    won = tuple((people[chair.seat - 1], chair.medals) for chair in view.seats if chair.medals)
    return Medals(tuple(lying), won, people)


def _across(tiles: Sequence[StackTile]) -> tuple[StackTile, ...]:
    return tuple(sorted(tiles, key=lambda tile: SIDES.index(tile.side)))


def _build_learning_form(actions: Sequence[said.Progress], unseen: int) -> tuple[Learning | None, list[str]]:
    """Return one form if every token can be paid with every set, else buttons."""
    if not actions:
        return None, []
    tokens = tuple(dict.fromkeys(each.token for each in actions))
    sets = tuple(dict.fromkeys(each.spent for each in actions))
    if len(tokens) * len(sets) != len(actions) or (len(sets) > 1 and () in sets):
        return None, [str(each) for each in actions]
    spent = tuple(tuple(FACES[kind] for kind in each) for each in sets if each)
    return Learning(spent, tokens, unseen), []


def _extra(actions: Sequence[said.Extra], by_side: dict[str, StackTile]) -> tuple[ExtraCardPart | None, list[str]]:
    if not actions:
        return None, []
    tokens = tuple(dict.fromkeys(each.token for each in actions))
    sides = tuple(dict.fromkeys(said.SIDES[each.side] for each in actions))
    if len(tokens) * len(sides) != len(actions):
        return None, [str(each) for each in actions]
    return ExtraCardPart(tokens, _across([msgspec.structs.replace(by_side[side], say=side) for side in sides])), []


FOLDER: Final = Path(__file__).parent
STYLES: Final = (FOLDER / "architects.css",)
PHONE: Final = GamePhone(
    "architects", FOLDER / "pages", lambda _, facts: ArchitectsPage(facts), (), STYLES, beside=(WORDS,)
)
