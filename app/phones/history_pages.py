"""The history's pages on phones: games, people, wonders, looking back, and corrections.

Everyone reads them; only seats change anything. Their URLs are the reader's own page with a query, so that none
contains a key.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import groupby
from secrets import token_hex
from types import MappingProxyType
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qsl, urlencode

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from app.history import export_import, statistics
from app.history.chart_shapes import columns, lines
from app.history.history_text import HistoryWords
from app.history.statistics import GameFilter, PlayedSeat
from app.looks.face_layout import Face, Illustration
from app.looks.wonder_window import World
from app.phones.features.game import GameParts
from app.phones.game_page_interface import BoxedPages, CrowningPages, GamePages, LessonPages, PageContext
from app.phones.open_page_state import Wording
from app.phones.page_maker import PageMaker
from app.phones.past_result_explanations import Outcomes, rank_archived
from app.phones.svg_faces import svg
from app.phones.template_rendering import Part
from app.protocol import history_messages
from app.protocol.client_rights import Actor
from app.protocol.rejection import Rejection
from app.protocol.results import FinishedGame
from app.protocol.table_messages import TableView
from app.protocol.teaching_messages import LessonTip
from app.shown.form import Row
from app.shown.history import history_edits, review
from app.shown.history import history_pages as shown
from app.shown.history.history_pages import HistoryFacts
from app.shown.history.review import MomentPicture
from app.text import table_text as table_words
from app.text.translation import Words
from app.text.words_protocols import people_of
from app.web.request_helpers import parse_count
from engine.game import AnyView

GAMES_PER_PAGE: Final = 40
UNFOLDED_LINES: Final = 5  # of a list; further ones are folded away
REVIEW: Final = "review"  # the query of a page that may begin one
SEAT_ONLY_LINKS: Final = ("fix", "record")
CHART_WIDTH: Final = 320.0  # in units of its SVG
CHART_HEIGHT: Final = 120.0
TAG_WITH_KEY: Final = re.compile(r"<\w+ [^>]*\bdata-(?:key|say|about)=[^>]*>")
THING_KEY: Final = re.compile(r'\bdata-(key|say|about)="([^"]*)"')
PLAYER_KEYS: Final = ("name-", "bot-", "wonder-")  # of the fields of a seat's player
PAGE_DIGITS: Final = 6
LINE_DIGITS: Final = 6
SIGNED_NUMBER: Final = re.compile(r"-?[0-9]{1,6}\Z")
OWL: Final = Face(60, 60, "", (Illustration("owl", -30, -30, 60, 60),))
MAX_CACHED_DATA: Final = 4  # sets of game data cached for looking back
SHARED_BOX: Final = ("deck", "pile")  # kinds of part that share one box
FLOW: Final = ("verdict", *(slot.kind for slot in GameParts.slots if slot.region == "table"))  # of a position, in order


class PageResponse(msgspec.Struct, frozen=True):
    """The response to a history query: an HTML page, or a file with a name."""

    status: int
    kind: str
    body: bytes
    file: str = ""


SlowPage: TypeAlias = Callable[[], PageResponse | None]  # builds a slow page, in any thread


class FormRefused(msgspec.Struct, frozen=True):
    """A refused form: the reason, and its values, so that the page shows them again."""

    why: str = ""
    # Any: text, or a value parsed from it.
    filled: Mapping[str, Any] = MappingProxyType({})

    @property
    def status(self) -> int:
        return 422 if self.why else 200


NO_REFUSAL: Final = FormRefused()


class Histories:
    """Builds the pages from the table's history."""

    def __init__(self, show: PageMaker) -> None:
        self._show = show
        self._table = show.table
        listed = {kind: game.listed for kind, game in show.games.items()}
        ranks = partial(rank_archived, show.games, show.table.games.rules)
        self._say = HistoryWords(show.say, show.sheets, listed, ranks)
        # A cache of its own, so that looking back disturbs no live page.
        self._shown = lru_cache(maxsize=MAX_CACHED_DATA)(show.make_pages)
        self._outcomes = Outcomes(show)
        self._times = 0  # positions shown so far: each needs its own `rev`
        self._pages: Mapping[str, Callable[[Words, Actor, Mapping[str, str]], PageResponse | SlowPage | None]] = {
            "files": self._exported_file,
            "record": self._record_file,
            "line": self._past_position_page,
            REVIEW: self._review_page,
            "fix": self._correction_page,
            "game": self._game_page,
            "person": self._person_page,
            "wonder": self._wonder_page,
            "history": self._games_page,
        }

    def find(self, w: Words, who: Actor, query: Mapping[str, str]) -> PageResponse | SlowPage | None:
        """Return the page or file that a query asks for; None if it does not exist. A slow page is returned as a
        callable.
        """
        return next((page(w, who, query) for name, page in self._pages.items() if name in query), None)

    def is_for(self, query: Mapping[str, str]) -> bool:
        """Check that a query asks for one of these pages."""
        return any(name in query for name in self._pages)

    def change(
        self, w: Words, who: Actor, query: Mapping[str, str], form: Mapping[str, str]
    ) -> PageResponse | SlowPage | str:
        """Apply a submitted form. Return the query to redirect to, or the page with the reason for a refusal."""
        try:
            self._show.give_pin(who, form)
            return self._correct_game(w, who, query["fix"], form) if "fix" in query else self._rename(who, query, form)
        except Rejection as no:
            if "fix" not in query:
                return self._person_page(w, who, query, FormRefused(table_words.refusal(w, no.code, no.params)))
            game = self._find(query["fix"])
            text = self._say.refusal(w, game.kind if game else "", no.code, no.params)
            return self._correction_page(w, who, query, FormRefused(text, form)) or "history"

    def _rename(self, who: Actor, query: Mapping[str, str], form: Mapping[str, str]) -> str:
        """Rename, merge or forget a person."""
        name, sure = query.get("person", ""), form.get("sure") == "yes"
        if "into" in form:
            self._table.handle(who, history_messages.MergePeople(token_hex(8), name, form["into"], sure))
            return self._say.query(person=form["into"])
        self._table.handle(who, history_messages.ForgetPerson(token_hex(8), name, sure))
        return "history"

    def _correct_game(self, w: Words, who: Actor, mark: str, form: Mapping[str, str]) -> str:
        """Delete a finished game, or correct its players and its score sheet."""
        if "delete" in form:
            self._table.handle(who, history_messages.DeleteGame(token_hex(8), mark, form.get("sure") == "yes"))
            return "history"
        edited = self._edited_game(who, mark)
        if edited is None:
            raise Rejection("no-such-game")
        stored = history_edits.build_edits(w, self._say, edited).values
        form = _merge(form, stored)
        if any(form.get(key) != stored.get(key) for key in {*form, *stored} if key.startswith(PLAYER_KEYS)):
            players = [_parse_player(entry, form) for entry in statistics.list_seats([edited.game])]
            names = tuple(name for name, _ in players)
            bots = tuple(seat for seat, (_, bot) in enumerate(players, 1) if bot)
            wonders = tuple(form.get(f"wonder-{seat}", "") for seat in range(1, len(players) + 1))
            changed = wonders if "wonder-1" in form else None
            self._table.handle(who, history_messages.NamePlayers(token_hex(8), mark, names, bots, changed))
        if edited.sheet is not None and (actions := tuple(_entries(edited.sheet, form))):
            self._table.handle(who, history_messages.AmendSheet(token_hex(8), mark, actions))
        return self._say.query(game=mark)

    # ---- pages -----------------------------------------------------------------------------------------

    def _games_page(self, w: Words, who: Actor, query: Mapping[str, str]) -> SlowPage:
        return partial(self._build_games_page, w, who, query, self._past(query))

    def _build_games_page(self, w: Words, who: Actor, query: Mapping[str, str], past: HistoryFacts) -> PageResponse:
        games = shown.games(w, past)
        pages = max(1, -(-len(games.rows) // GAMES_PER_PAGE))
        page = min(parse_count(query.get("page", ""), PAGE_DIGITS) or 1, pages)
        lists = (shown.people(w, past), shown.wonders(w, past)) if past.selected_games else ()
        return self._html(
            w,
            "all",
            boxes=[box for each in lists for box in _boxes(each.rows, each.title)],
            games=games,
            rows=games.rows[(page - 1) * GAMES_PER_PAGE : page * GAMES_PER_PAGE],
            page=page,
            pages=pages,
            past=past,
            here={"history": ""},
            forms=_forms(w) if who.seat is not None and past.selected_games else (),
            seated=who.seat is not None,
        )

    def _game_page(self, w: Words, who: Actor, query: Mapping[str, str]) -> PageResponse | None:
        found = self._find(query["game"])
        if found is None:
            return None
        why = self._outcomes.explain(w, who, found, self._say.people(w, found))
        game = shown.game(w, self._past({}), found.mark, why)
        assert game is not None
        hidden = () if who.seat is not None else SEAT_ONLY_LINKS
        ways = [each for each in game.ways if each.only != "screen" and each.to not in hidden]
        return self._html(w, "game", game=game, mark=query["game"], ways=ways, claim=self._claim(who, found.mark))

    def _claim(self, who: Actor, mark: str) -> str:
        """Return the club URL where a member claims the guest seat this phone had in a game; "" if there is none."""
        people = self._table.machine.people
        seat = self._table.finished.guest_seat(self._table.committed.device(who), mark) if who.role == "seat" else None
        return "" if people is None or seat is None else people.claim_url(mark, seat)

    def _review_page(self, w: Words, who: Actor, query: Mapping[str, str]) -> PageResponse | None:
        game = self._find(query[REVIEW])
        if game is None:
            return None
        seat, page = self._build_review(w, who, game)
        nth = parse_count(query.get("moment", ""), 1)
        if nth is not None and nth < len(page.questions):
            return self._moment_page(w, who, game, page, seat, nth, query.get("answers", ""))
        return self._html(
            w, "review", page=page, game=game, wide=CHART_WIDTH, high=CHART_HEIGHT, renews=review.REFRESH_SECONDS
        )

    def _build_review(self, w: Words, who: Actor, game: FinishedGame) -> tuple[int, review.ReviewPage]:
        """Return the seat that a review is for, and its page."""
        found = self._table.handle(who, history_messages.AskReview("page", game.mark))
        assert isinstance(found, history_messages.Review)
        return found.seat, review.build_page(w, self._say, game, found)

    def _moment_page(
        self, w: Words, who: Actor, game: FinishedGame, page: review.ReviewPage, seat: int, nth: int, answers: str
    ) -> PageResponse:
        """Build a moment: its answers as things, and what the table thinks once one is chosen.

        `answers`: the chosen one of each moment as a digit, or another character.
        """
        question, answers = page.questions[nth], answers[: len(page.questions)].ljust(len(page.questions), "-")
        looked = self._table.handle(who, history_messages.LookBack("page", game.mark, question.line))
        assert isinstance(looked, history_messages.PastPosition)
        name, _, pages, view = self._decode(looked)
        things = {}
        if isinstance(pages, BoxedPages):
            things = review.list_things(pages.labels.refer, pages.facts, game.variant)
        role = game.result.identities[seat - 1] if game.result.identities else ""
        worlds = pages.worlds(w, view.seats[seat - 1]) if isinstance(pages, CrowningPages) else ()
        return self._html(
            w, "moment", game=game, page=page, nth=nth, question=question, answers=answers, things=things, role=role,
            worlds=worlds, whole=World.complete, mark=game.result.badge(seat), labels=pages.labels, owl=svg(OWL),
            chosen={str(at): each for at, each in enumerate(question.answers)}.get(answers[nth]),
            drawings=self._drawings(w, pages, name),
        )  # fmt: skip

    def _person_page(self, w: Words, who: Actor, query: Mapping[str, str], last: FormRefused = NO_REFUSAL) -> SlowPage:
        return partial(
            self._build_person_page, w, who, query, self._past(query), self._confirmation_facts(w, who), last
        )

    def _build_person_page(
        self,
        w: Words,
        who: Actor,
        query: Mapping[str, str],
        past: HistoryFacts,
        asked: Mapping[str, object],
        last: FormRefused,
    ) -> PageResponse | None:
        form = shown.person(w, past, query["person"])
        if form is None:
            return None
        mine = tuple(game for game in past.games if statistics.find_person([game], form.title))
        others = tuple(other for other in statistics.list_people(past.games) if other.name != form.title)
        naming = history_edits.naming_form(w, form.title, others) if who.seat is not None else None
        return self._html(
            w,
            "person",
            last.status,
            title=form.title,
            boxes=_boxes(form.rows),
            past=msgspec.structs.replace(past, games=mine),
            here={"person": form.title},
            naming=naming,
            error=last.why,
            **asked,
        )

    def _wonder_page(self, w: Words, who: Actor, query: Mapping[str, str]) -> SlowPage:
        return partial(self._build_wonder_page, w, query, self._past(query))

    def _build_wonder_page(self, w: Words, query: Mapping[str, str], past: HistoryFacts) -> PageResponse | None:
        form = shown.wonder(w, past, query.get("of", ""), query["wonder"])
        return None if form is None else self._html(w, "wonder", title=form.title, boxes=_boxes(form.rows))

    def _past(self, query: Mapping[str, str]) -> HistoryFacts:
        not_ours = self._show.current_table().settings.not_ours
        return HistoryFacts(self._say, self._table.finished.list_games(), _parse_filter(query), not_ours)

    def _correction_page(
        self, w: Words, who: Actor, query: Mapping[str, str], last: FormRefused = NO_REFUSAL
    ) -> PageResponse | None:
        """Build the page that corrects a finished game."""
        edited = self._edited_game(who, query["fix"])
        if edited is None or who.seat is None:
            return None
        stored = urlencode(history_edits.build_edits(w, self._say, edited).values)
        return self._html(
            w,
            "fix",
            last.status,
            edits=history_edits.build_edits(w, self._say, replace(edited, filled=last.filled)),
            stored=last.filled.get("stored", stored),
            game=edited.game,
            known=tuple(person.name for person in self._table.finished.list_people()),
            error=last.why,
            **self._confirmation_facts(w, who),
        )

    def _edited_game(self, who: Actor, mark: str) -> history_edits.EditedGame | None:
        """Return a finished game with its score sheet, if it has one; None if there is no such game."""
        game = self._find(mark)
        if game is None:
            return None
        sheet: history_messages.SheetRead | None = None
        with suppress(Rejection):
            read = self._table.handle(who, history_messages.ReadSheet("page", game.mark))
            assert isinstance(read, history_messages.SheetRead)
            sheet = read
        return history_edits.EditedGame(game, sheet, self._show.current_table().game_id == game.game)

    def _confirmation_facts(self, w: Words, who: Actor) -> Mapping[str, object]:
        """Return the flags for the PIN and the confirmation number that a form needs (pages/pin.html)."""
        return {"asks_pin": self._show.needs_pin(who), "asks_number": self._show.confirmation_prompt(w, who)}

    # ---- looking back ------------------------------------------------------------------------------------

    def _past_position_page(self, w: Words, who: Actor, query: Mapping[str, str]) -> PageResponse | None:
        line, mark = query["line"], query.get("game", "")
        game = self._find(mark)
        number = parse_count(line, LINE_DIGITS)
        if game is None or (line and number is None):
            return None
        try:
            looked = self._table.handle(who, history_messages.LookBack("page", mark, number))
        except Rejection as no:
            return self._html(w, "back", 422, game=game, why=table_words.refusal(w, no.code, no.params), looked=None)
        assert isinstance(looked, history_messages.PastPosition)
        moment = self._moment(w, who, game, query, looked.line)
        boxes, says, heard = self._position(w, looked, moment.names if moment else ())
        place = table_words.place(w, looked)
        return self._html(
            w,
            "back",
            game=game,
            why="",
            looked=looked,
            place=place,
            boxes=boxes,
            says=says,
            moment=moment,
            sentences=shown.replay_sentences(w, looked, heard),
        )

    def _moment(
        self, w: Words, who: Actor, game: FinishedGame, query: Mapping[str, str], line: int
    ) -> MomentPicture | None:
        """Return the review's picture of this line; None unless the reader came from the review."""
        nth, answer = parse_count(query.get("moment", ""), 1), parse_count(query.get("answer", ""), 1)
        if nth is None:
            return None
        _, page = self._build_review(w, who, game)
        return page.moment_picture(nth, line, answer)

    def _position(
        self, w: Words, looked: history_messages.PastPosition, names: Sequence[LessonTip]
    ) -> tuple[list[tuple[bool, list[Markup]]], Markup, tuple[str, ...]]:
        """Render a past position: parts in order, grouped by box; what the symbols mean; the last log lines."""
        show = self._show
        name, table, shown, view = self._decode(looked)
        people = people_of(w, table.seats)
        self._times += 1
        page = PageContext(w, table, people, self._times, None, "table", back=True)
        made = shown.parts(page, view)
        keys = _keys(shown, page, view, names)

        def html(part: Part) -> Markup:
            # Templates have escaped it.
            return Markup(_mark_keys(show.pages.part(w.lang, shown.labels, part).html, keys))

        lying = [name for name in made if name.partition("-")[0] in FLOW]
        lying.sort(key=lambda name: (FLOW.index(name.partition("-")[0]), parse_count(name.partition("-")[2], 2) or 0))
        boxes = [
            (kind in SHARED_BOX, [html(made[name]) for name in names])
            for kind, names in groupby(lying, key=lambda name: name.partition("-")[0])
        ]
        badges = tuple(seat.badge for seat in table.seats)
        wording = Wording(w.lang, name, people, table.game_data, badges)
        told = (show.describe_event(wording, bytes(line.event), undone=False) for line in looked.news)
        sentences = tuple(line.text for line in told if line is not None)
        says = html(made["says"]) if "says" in made else Markup()
        return boxes, self._drawings(w, shown, name) + says, sentences

    def _decode(self, looked: history_messages.PastPosition) -> tuple[str, TableView, GamePages, AnyView]:
        """Return the slug, the table, the pages and the view of a past position."""
        table = msgspec.json.decode(looked.table, type=TableView)
        name = self._show.name_of(table)
        pages: GamePages = self._shown(name, table.game_data)
        return name, table, pages, pages.view(bytes(looked.view))

    def _drawings(self, w: Words, pages: GamePages, name: str) -> Markup:
        """Render the symbols and styles that a game's drawings use."""
        return Markup(self._show.pages.part(w.lang, pages.labels, self._show.drawings[name, False]).html)

    # ---- files -------------------------------------------------------------------------------------------

    def _exported_file(self, w: Words, who: Actor, query: Mapping[str, str]) -> SlowPage | None:
        """Export the whole history, for seats only."""
        form = query["files"]
        if who.seat is None or form not in export_import.FORMS:
            return None
        kind, make = export_import.FORMS[form]
        write = self._table.finished.make_archive_writer(lambda games: make(games, self._say, w))
        return lambda: PageResponse(200, kind, write(), export_import.file_name(form))

    def _record_file(self, w: Words, who: Actor, query: Mapping[str, str]) -> PageResponse | None:
        if who.seat is None:
            return None
        found = next(iter(self._table.finished.archived(query["record"])), None)
        if found is None:
            return None
        return PageResponse(200, "text/plain", export_import.record(found).encode(), export_import.record_name(found))

    # ---- helpers -----------------------------------------------------------------------------------------

    def _find(self, mark: str) -> FinishedGame | None:
        return shown.find_game(self._table.finished.list_games(), mark)

    # Any: a template may use whatever it is given.
    def _html(self, w: Words, name: str, status: int = 200, **facts: Any) -> PageResponse:
        facts |= {"told": self._say, "way": _page_query, "columns": columns, "which": shown.filter_page, "lines": lines}
        html = self._show.pages.page(f"history/{name}.html", w.lang, table=self._table.id, **facts)
        return PageResponse(status, "text/html", html.encode())


def _keys(shown: GamePages, page: PageContext, view: AnyView, names: Sequence[LessonTip]) -> frozenset[str]:
    """Return the keys of the things that sentences name, as a position's parts write them."""
    if not isinstance(shown, LessonPages):
        return frozenset()
    found: set[str] = set()
    for name in names:
        keys = shown.mentioned_keys(replace(page, seat=name.seat), view, name)
        found |= keys | ({page.table.seats[name.seat - 1].wonder or ""} if "wonder" in keys else set())
    return frozenset(found)


def _mark_keys(html: str, keys: frozenset[str]) -> str:
    """Put a ring round each thing of a page with one of these keys, and say so to screen readers."""

    def mark(tag: re.Match[str]) -> str:
        of = {key: slug for key, slug in THING_KEY.findall(tag[0])}
        lit = {of.get("key"), *(of.get(key, "")[2:] for key in ("say", "about"))} & keys
        return f'{tag[0][:-1]} data-spoken aria-describedby="lit">' if lit else tag[0]

    return TAG_WITH_KEY.sub(mark, html) if keys else html


def _forms(w: Words) -> tuple[tuple[str, str], ...]:
    return (
        ("csv", w("For a spreadsheet (CSV)")),
        ("json", w("For another table (JSON)")),
        ("zip", w("All records (ZIP)")),
        ("bgstats", w("For the app BG Stats")),
    )


def _parse_filter(query: Mapping[str, str]) -> GameFilter:
    return GameFilter(
        query.get("kind", "")[:40],
        parse_count(query.get("seats", ""), 2) or 0,
        query.get("mode", "")[:20],
        query.get("role", "")[:60],
    )


def _merge(form: Mapping[str, str], stored: Mapping[str, str]) -> dict[str, str]:
    """Return a form in which each field that nobody changed on its page has the stored value: another page may have
    changed that since. The form's own `stored` has the values with which its page began.
    """
    began = dict(parse_qsl(form.get("stored", ""), keep_blank_values=True))
    kept = {key for key in {*began, *stored} if form.get(key) == began.get(key)}
    return {key: each for key, each in form.items() if key not in kept} | {
        key: each for key, each in stored.items() if key in kept
    }


def _entries(read: history_messages.SheetRead, form: Mapping[str, str]) -> Iterator[str]:
    """List the values of a form that differ from the sheet, as lines of its record; skip empty fields."""
    for seat, values in enumerate(read.values, 1):
        for cell in read.cells:
            said = form.get(f"{seat}.{cell.id}", "").strip()
            said = str(int(said)) if SIGNED_NUMBER.match(said) else said
            if said and said != str(values[cell.id]):
                yield f"{seat} set {cell.id} {said}"


def _parse_player(entry: PlayedSeat, form: Mapping[str, str]) -> tuple[str, bool]:
    """Parse a seat's player from a form: name, and True for a bot.

    If both a name and a bot are given, the changed one wins.
    """
    name, bot = form.get(f"name-{entry.seat}", "").strip(), f"bot-{entry.seat}" in form
    if bot and not entry.bot:
        return "", True
    if name and entry.bot and not entry.name:
        return name, False
    return name, bot


class _Box(msgspec.Struct, frozen=True):
    """Rows under a title ("" for the first box); `more` is folded away."""

    key: str
    title: str
    rows: tuple[Row, ...]
    more: tuple[Row, ...]


def _boxes(rows: Iterable[Row], title: str = "") -> list[_Box]:
    """Split rows into boxes at their headings."""
    found: list[tuple[str, str, list[Row]]] = [(title, title, [])]
    for row in rows:
        if isinstance(row, shown.Heading):
            found.append((row.key, row.words, []))
        else:
            found[-1][2].append(row)
    boxes = []
    for key, heading, below in found:
        lines = [row for row in below if isinstance(row, shown.PastLine)][UNFOLDED_LINES:]
        if below:
            kept = tuple(row for row in below if row not in lines)
            boxes.append(_Box(key.replace(" ", "-"), heading, kept, tuple(lines)))
    return boxes


def _page_query(to: shown.Page) -> str:
    match to:
        case ("wonder", kind, slug):
            return HistoryWords.query(wonder=slug, of=kind)
        case (kind, of):
            return HistoryWords.query({kind: of})
    raise ValueError(to)
