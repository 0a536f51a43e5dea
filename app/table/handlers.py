"""Wishes about seats, the lobby and whole games: each a function from how things stand to the `Change` it would bring.

None of them changes anything: the table stores what they give. What changes a running game (an action, an undo) is in
app/table/table.py.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from app.protocol import messages as m
from app.protocol import news, rights
from app.protocol.results import Result
from app.protocol.rights import Refusal, Relation, Who
from app.storage.database import SavedGame, Store, Write
from app.table import lobby, seating, track
from app.table import people as naming
from app.table import score_sheet as tally
from app.table.correction import Fitted, Righted
from app.table.dealer import Dealer, fresh_secret, seeded_secret
from app.table.log import Log, logged
from app.table.match import Play
from app.table.seating import Chair, Chairs
from app.table.state import Aside, Kept, Phase
from app.table.transaction import Change, Vote
from engine.game import CHANCE, Event, Game, IllegalAction, Rules, Seat, Session, roles_of


class Scene(msgspec.Struct, frozen=True):
    """How things stand, for whoever works out a change."""

    kept: Kept
    play: Play | None
    vote: Vote | None
    present: frozenset[str]  # hashed keys of connected phones
    gone: frozenset[str]  # of those that have been away for long, or that the others say are gone
    now: float  # seconds since 1970
    shelf: Mapping[str, Game]
    bots: Collection[str]
    seed: int | str | None
    headless: bool
    store: Store
    overrides: Mapping[str, str]  # of game data, an owner's, by game
    drawn: Collection[str]  # games that the screen draws
    modes: lobby.Modes
    rules: Mapping[str, Rules]  # of all that can be played here: the shelf, and tally

    @property
    def game(self) -> Game:
        """What is played, or agreed on."""
        return self.shelf[self.kept.lobby.game]

    def by_touch(self, agreed: lobby.Lobby) -> bool:
        """Whether seats can be played on the screen: it draws this game, or its score sheet."""
        return agreed.game in self.drawn or agreed.mode == "tally"

    def change(self, **fields: Any) -> Change:  # Any: fields of Kept
        """A change of nothing but these fields; an open vote goes on."""
        return Change(replace(self.kept, **fields), self.vote)

    def seat(self, number: int) -> Seat:
        """A seat as it is said, from 1; Refusal `no-such-seat`."""
        if not 1 <= number <= len(self.kept.chairs):
            raise Refusal("no-such-seat", seat=number)
        return Seat(number - 1)

    def chair(self, seat: Seat, chair: Chair) -> Change:
        """A change of one chair."""
        return self.change(chairs=seating.with_chair(self.kept.chairs, seat, chair))

    def check_seat(self, who: Who, kind: type[m.Intent], seat: Seat) -> None:
        """Refusal if this one may not wish for that at this seat."""
        chair = self.kept.chairs[self.seat(seat + 1)]
        relation: Relation = "open"
        if who.seat == seat:
            relation = "own"
        elif chair.by == "phone":
            gone = not chair.key or chair.key in self.gone
            relation = "held" if chair.key in self.present else "gone" if gone else "away"
        in_lobby = self.kept.phase == "lobby"
        rights.check_seat(who, kind, seat, relation, in_lobby=in_lobby, headless=self.headless)

    def check_told(self) -> None:
        """Refusal `repair` while a line is being put right: what comes next depends on it."""
        if self.kept.correction is not None:
            raise Refusal("repair")

    def check_phase(self, phase: Phase) -> None:
        if self.kept.phase != phase:
            raise Refusal("phase", phase=self.kept.phase)

    def running(self) -> Play:
        """The game on the table; Refusal `no-game`."""
        if self.play is None:
            raise Refusal("no-game")
        return self.play


# ---- seats ---------------------------------------------------------------------------------------------


def _set_seats(at: Scene, who: Who, wish: m.SetSeats) -> Change:
    at.check_phase("lobby")
    seats = at.game.seats
    if wish.count not in seats:
        raise Refusal("seats", fewest=seats[0], most=seats[-1])
    chairs, count = seating.resized(at.kept.chairs, wish.count, at.kept.chair_count)
    first = at.kept.lobby.first
    agreed = replace(at.kept.lobby, first=first if first is None or first <= wish.count else None)
    return at.change(chairs=chairs, chair_count=count, lobby=agreed)


def _set_seat(at: Scene, who: Who, wish: m.SetSeat) -> Change:
    seat = at.seat(wish.seat)
    at.check_seat(who, m.SetSeat, seat)
    if wish.by == "touch" and not at.by_touch(at.kept.lobby):
        raise Refusal("not-by-touch", game=at.kept.lobby.game)
    before = at.kept.chairs
    in_lobby = at.kept.phase == "lobby"
    if wish.by == "bot" and at.kept.lobby.mode != "play":
        raise Refusal("no-bots")
    roles = roles_of(at.game)
    identities = roles.roles()
    if wish.wonder in identities and wish.wonder not in lobby.offered(at.game, at.kept.lobby.variant):
        raise Refusal("wonder-unfit", wonder=str(wish.wonder))
    chairs = seating.with_wish(
        before, seat, wish, identities=identities, thing=roles.board, bots=at.bots, in_lobby=in_lobby
    )
    change = at.change(chairs=chairs)
    change.news += differences(seat, before[seat], chairs[seat], by(who))
    return change


def _move_seat(at: Scene, who: Who, wish: m.MoveSeat) -> Change:
    at.check_phase("lobby")
    return at.change(chairs=seating.exchanged(at.kept.chairs, at.seat(wish.seat), at.seat(wish.to)))


def _hand_over(at: Scene, who: Who, wish: m.HandOver) -> Change:
    seat = at.seat(wish.seat)
    at.check_seat(who, m.HandOver, seat)
    chair = at.kept.chairs[seat]
    if chair.by == "free":
        raise Refusal("seat-free", seat=seat + 1)
    if wish.cancel:
        return at.chair(seat, seating.closed(chair))
    asker = None if who.seat is None else at.kept.chairs[who.seat].number
    change = at.chair(seat, seating.handed_over(chair, at.now + seating.HAND_OVER, asker))
    change.news.append(news.HandOverOpened(seat=seat + 1, by=by(who)))
    return change


def by(who: Who) -> int:
    """Who wished it, as the news say it."""
    return 0 if who.seat is None else who.seat + 1


def differences(seat: Seat, before: Chair, after: Chair, by: int) -> list[Event]:
    """What a change of one chair is in the news."""
    if after.by == "free":
        return [news.SeatLeft(seat=seat + 1, name=before.name)] if before.by != "free" else []
    found: list[Event] = []
    if (after.by, after.bot) != (before.by, before.bot):
        found.append(news.SeatGiven(seat=seat + 1, played=after.by, bot=after.bot, by=by))
    if after.name != before.name and after.by != "bot":
        found.append(news.SeatRenamed(seat=seat + 1, before=before.name, name=after.name))
    return found


# ---- before a game ---------------------------------------------------------------------------------------


def _set_game(at: Scene, who: Who, wish: m.SetGame) -> Change:
    at.check_phase("lobby")
    chairs, count = at.kept.chairs, at.kept.chair_count
    agreed = lobby.agreed(at.kept.lobby, wish, at.shelf, at.modes, len(chairs))
    if agreed.mode != "play":  # a bot has no hands to deal cards
        chairs = tuple(seating.emptied(chair) if chair.by == "bot" else chair for chair in chairs)
    if agreed.game != at.kept.lobby.game:
        chairs = tuple(replace(chair, wish=None) for chair in chairs)
        seats = at.shelf[agreed.game].seats
        chairs, count = seating.resized(chairs, min(max(len(chairs), seats[0]), seats[-1]), count)
        if agreed.first is not None and agreed.first > len(chairs):
            agreed = replace(agreed, first=None)
    if not at.by_touch(agreed):
        chairs = tuple(seating.emptied(chair) if chair.by == "touch" else chair for chair in chairs)
    fits = lobby.offered(at.shelf[agreed.game], agreed.variant)
    chairs = tuple(chair if chair.wish in fits else replace(chair, wish=None) for chair in chairs)
    return at.change(lobby=agreed, chairs=chairs, chair_count=count)


def _start(at: Scene, who: Who, wish: m.Start) -> Change:
    at.check_phase("lobby")
    chairs, first = lobby.staying(at.kept.chairs, at.kept.lobby.first)
    if len(chairs) not in at.game.seats:
        raise Refusal("too-few", need=at.game.seats[0], have=len(chairs))
    if at.kept.lobby.mode == "track" and any(chair.by == "bot" for chair in chairs):
        raise Refusal("no-bots")
    if wish.position is None:
        _check_boards(at)
        return _begun(at, chairs, first)
    if at.kept.lobby.mode != "track":
        raise Refusal("not-tracked")
    return _begun(at, lobby.with_identities(chairs, wish.position), first, wish.position)


def _check_boards(at: Scene) -> None:
    """Refusal `wonder-owed` while it is not said which board lies in front of everybody."""
    owing = lobby.owing(at.kept.lobby, at.game, at.kept.chairs)
    if owing:
        name = at.kept.chairs[owing[0] - 1].name
        raise Refusal("wonder-owed", {"name": name} if name else {}, seat=owing[0])


def _rematch(at: Scene, who: Who, wish: m.Rematch) -> Change:
    at.check_phase("over")
    _check_boards(at)
    chairs = at.kept.chairs
    return _begun(at, chairs, (at.kept.first or 1) % len(chairs) + 1)


def _go_on_from(at: Scene, who: Who, wish: m.GoOnFrom) -> Change:
    """Nobody told what happened meanwhile: a new game from what lies on the table now; the old one stays as it is."""
    at.check_phase("game")
    if not at.running().tracked:
        raise Refusal("not-tracked")
    _sure(wish.sure, m.GoOnFrom)
    kept = at.kept
    seats = lobby.identities(at.running().setup.header())
    chairs = tuple(replace(chair, wish=seat) for chair, seat in zip(kept.chairs, seats, strict=True))
    change = _begun(at, chairs, kept.first, wish.position)
    change.kept = replace(change.kept, chairs=tuple(map(seating.closed, kept.chairs)))
    change.news.insert(0, news.GameBrokenOff(by=by(who)))
    change.writes.append(lambda write: write.game_state(kept.game, "broken", at.now))
    return change


def _begun(at: Scene, chairs: Chairs, first: int | None, position: str | None = None) -> Change:
    """A new game for these chairs, up to its first question; in track perhaps from a position that people entered."""
    number, agreed = at.kept.game_count + 1, at.kept.lobby
    secret = fresh_secret() if at.seed is None else seeded_secret(at.seed, number)
    dealer = Dealer(secret)
    game: Game | None = None if agreed.mode == "tally" else at.game
    if game is None:
        setup = tally.set_up(agreed, chairs, at.rules[tally.NAME])
    else:
        setup = lobby.drawn(agreed, game, chairs, dealer, first, at.overrides.get(agreed.game, ""), position)
    header = dict(setup.header())
    begins = int(header.get("first", "1"))
    chairs = tuple(seating.closed(chair) for chair in chairs)
    change = Change(
        replace(in_lobby(at.kept), chairs=chairs, phase="game", game=number, game_count=number, first=begins)
    )
    change.play, change.dealer = Play(game or at.rules[tally.NAME], setup), dealer
    change.step = change.play.begin(track.PEOPLE if change.play.tracked else dealer)
    goes_first = begins if game and game.first_seat else 0
    change.news.append(news.GameBegan(game=agreed.game, first=goes_first, identities=lobby.identities(header)))
    if game and (unverified := lobby.unverified_in(game, setup)):
        change.news.append(news.FactsDoubted(identities=unverified))
    change.writes += [
        _leaving(at.kept),
        lambda write: write.new_game(number, agreed.game, header, agreed.keep, secret, at.now),
    ]
    return change


# ---- whole games -----------------------------------------------------------------------------------------


def _to_lobby(at: Scene, who: Who, wish: m.ToLobby) -> Change:
    at.check_phase("over")
    change = Change(in_lobby(at.kept))
    change.writes.append(_leaving(at.kept))
    return change


def _end_early(at: Scene, who: Who, wish: m.EndEarly) -> Change:
    at.check_phase("game")
    _sure(wish.sure, m.EndEarly)
    change = Change(at.kept)
    change.news.append(news.GameEndedEarly(by=by(who)))
    finish(change, at.running(), at.running().state, at.now, early=True)
    return change


def put_right(at: Scene, fitted: Fitted, log: Log) -> Change:
    """The game as it is now that some of its lines are others; its log tells it in order."""
    play = at.running()
    stand = {past.row.number for past in play.past}
    change = at.change(correction=None)
    change.play = fitted.play
    change.undone = frozenset(stand - {past.row.number for past in fitted.play.past})
    change.news += _righted(fitted.edits)
    if fitted.moved:
        change.news.append(news.TurnsMoved(turns=fitted.moved))
    rewritten, added = log.retold([logged(each) for _, tells in fitted.told for each in tells])
    change.rewritten, change.told = tuple(rewritten), tuple(added)
    rows = [past.row for past in fitted.play.past]
    game, fresh = at.kept.game, [row for row in rows if row.number not in stand]

    def write(write: Write) -> None:
        write.rows(game, fresh)
        write.places(game, [row.number for row in rows])

    change.writes.append(write)
    if not fitted.play.state.to_act:
        finish(change, fitted.play, fitted.play.state, at.now, early=False)
    elif at.kept.phase == "over" and at.kept.early:
        finish(change, fitted.play, fitted.play.state, at.now, early=True)
    elif at.kept.phase == "over":
        change.kept = replace(change.kept, phase="game")
        change.writes.append(lambda write: write.game_state(game, "running", at.now))
    return change


def _righted(edits: Iterable[Righted]) -> list[Event]:
    """What was put right, as news; a card that came or went with its stack in one line with it."""
    found: list[Event] = []
    before: Righted | None = None
    for edit in edits:
        was, now = edit.was, edit.now
        row = was or now
        if before and row and row.seat == CHANCE and _goes_along(before, edit):
            found[-1] = replace(found[-1], card=row.text)
            before = None
            continue
        before = edit
        found.append(
            news.PutRight(
                of=0 if was is None else was.seat + 1,
                was=None if was is None else was.text,
                now_of=0 if now is None else now.seat + 1,
                now=None if now is None else now.text,
                by=0 if edit.by is None else edit.by + 1,
            )
        )
    return found


def _goes_along(stack: Righted, card: Righted) -> bool:
    """Whether both lines are new, or both are gone, and the first is a seat's."""
    row = stack.was or stack.now
    gone, new = stack.now is None and card.now is None, stack.was is None and card.was is None
    return row is not None and row.seat != CHANCE and (gone or new) and stack.by == card.by


def finish(change: Change, play: Play, state: Session[Any], now: float, *, early: bool) -> None:
    """Let the game on the table be over in this change: its result goes into the history."""
    change.kept = kept = replace(change.kept, phase="over", early=early, correction=None)
    result = Result(
        seats=tuple(chair.name for chair in kept.chairs),
        identities=lobby.identities(play.setup.header()),
        scores=tuple(_on_the_sheet(score, play) for score in state.scores()),
        winners=tuple(seat + 1 for seat in state.winners()),
        early=early,
        turns=_turn(state),
        bots=tuple(seat for seat, chair in enumerate(kept.chairs, 1) if chair.by == "bot"),
    )
    change.writes.append(lambda write: write.game_state(kept.game, "over", now, result))


def _on_the_sheet(score: Mapping[str, int], play: Play) -> dict[str, int]:
    """Points without a category that a variant of the same name would have brought."""
    variants = play.rules.variants() if isinstance(play.rules, Game) else ()
    out = set(variants) - set(play.setup.header().get("variant", "").split())
    return {category: points for category, points in score.items() if category not in out}


def _lay_aside(at: Scene, who: Who, wish: m.LayAside) -> Change:
    at.check_phase("game")
    kept, play = at.kept, at.running()
    printed = lobby.identities(play.setup.header())
    names = [chair.name or (printed[seat] if printed else str(seat + 1)) for seat, chair in enumerate(kept.chairs)]
    note = msgspec.json.encode(Aside(kept.chairs, kept.lobby, kept.first, tuple(names), _turn(play.state)))
    change = Change(in_lobby(kept))
    change.news.append(news.GameLaidAside(by=by(who)))
    change.writes.append(lambda write: write.game_state(kept.game, "aside", at.now, aside=note))
    return change


def _resume(at: Scene, who: Who, wish: m.Resume) -> Change:
    at.check_phase("lobby")
    saved = _saved_aside(at, wish.game)
    assert saved.aside is not None
    note = msgspec.json.decode(saved.aside, type=Aside)
    chairs = seating.reunited(note.chairs, at.kept.chairs)
    change = at.change(chairs=chairs, lobby=note.lobby, phase="game", game=saved.number, first=note.first)
    change.play, change.dealer = replayed(saved, at.rules), Dealer(saved.secret)
    change.log = Log(at.store.log(saved.number))
    change.news.append(news.GameResumed(by=by(who)))
    change.writes += [_leaving(at.kept), lambda write: write.game_state(saved.number, "running", at.now)]
    return change


def _discard(at: Scene, who: Who, wish: m.Discard) -> Change:
    at.check_phase("lobby")
    saved = _saved_aside(at, wish.game)
    _sure(wish.sure, m.Discard)
    change = at.change()
    change.news.append(news.GameDiscarded(by=by(who)))
    change.writes.append(lambda write: write.forget_game(saved.number))
    return change


def replayed(saved: SavedGame, rules: Mapping[str, Rules]) -> Play:
    """A stored game, played again up to where it stands."""
    its = rules[lobby.played(saved.kind, saved.header)]
    return Play(its, lobby.read(its, saved.header), saved.rows, saved.last_row)


def in_lobby(kept: Kept) -> Kept:
    """The same table without a game on it."""
    return replace(kept, phase="lobby", game=0, early=False, asked=(), correction=None)


def _saved_aside(at: Scene, number: int) -> SavedGame:
    known = {game for game, *_ in at.store.aside()}  # any number may be wished for, also one that no file could hold
    saved = at.store.game(number) if number in known else None
    if saved is None:
        raise Refusal("no-such-game", game=number)
    return saved


def _leaving(kept: Kept) -> Callable[[Write], None]:
    """What is forgotten when the table turns to something else: the log, and a game nobody wanted to keep."""

    def leave(write: Write) -> None:
        write.forget_log(kept.game)
        if kept.phase == "over" and not kept.lobby.keep:
            write.forget_game(kept.game)

    return leave


def _turn(state: Session[Any]) -> int:
    """How many turns have begun, where a game's view tells."""
    return int(getattr(state.view(None), "turn", 0))


def _sure(said: bool, kind: type[m.Intent]) -> None:
    if not said:
        raise Refusal("sure", what=rights.tag(kind))


# ---- the rest ----------------------------------------------------------------------------------------------


def _enter(at: Scene, who: Who, wish: m.Enter) -> Change:
    """One entry of a score sheet, whoever's it is. Refusals: `no-sheet`, `unreadable`, and those of the sheet."""
    play = at.play
    if not tally.is_open(play):
        raise Refusal("no-sheet")
    at.check_phase("game")
    change = Change(at.kept)
    try:
        change.step = play.answer([tally.entry(play, wish.action)], who, track.PEOPLE)
    except ValueError:
        raise Refusal("unreadable") from None
    except IllegalAction as no:
        raise Refusal(no.rule, no.facts) from None
    if change.step.past[0].row.text == tally.END:
        finish(change, play, change.step.state, at.now, early=False)
    return change


def _merge_people(at: Scene, who: Who, wish: m.MergePeople) -> Change:
    into = seating.name_for((), None, wish.into)
    _sure(wish.sure, m.MergePeople)
    change = at.change()
    change.writes.append(naming.renamed(at.store, at.kept, wish.name, into))
    return change


def _forget_person(at: Scene, who: Who, wish: m.ForgetPerson) -> Change:
    _sure(wish.sure, m.ForgetPerson)
    change = at.change()
    change.writes.append(naming.renamed(at.store, at.kept, wish.name, None))
    return change


def _shutdown(at: Scene, who: Who, wish: m.Shutdown) -> Change:
    _sure(wish.sure, m.Shutdown)
    return at.change()


# Any: each takes the intent it is listed under.
WISHES: Final[Mapping[type[m.Intent], Callable[[Scene, Who, Any], Change]]] = {
    m.SetSeats: _set_seats,
    m.SetSeat: _set_seat,
    m.MoveSeat: _move_seat,
    m.HandOver: _hand_over,
    m.SetGame: _set_game,
    m.Start: _start,
    m.GoOnFrom: _go_on_from,
    m.Rematch: _rematch,
    m.ToLobby: _to_lobby,
    m.EndEarly: _end_early,
    m.LayAside: _lay_aside,
    m.Resume: _resume,
    m.Discard: _discard,
    m.Enter: _enter,
    m.MergePeople: _merge_people,
    m.ForgetPerson: _forget_person,
    m.Shutdown: _shutdown,
}
