"""Handlers of intents about whole games: start, rematch, end, suspend, resume and discard."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from app.protocol import table_log_events
from app.protocol.cardboard_messages import ContinueFrom
from app.protocol.club_round_messages import RoundDeal
from app.protocol.game_lifecycle_messages import Discard, EndEarly, Rematch, Resume, ReturnToLobby, Start, Suspend
from app.protocol.play_messages import SkipOpening
from app.protocol.rejection import Rejection
from app.protocol.results import Daily, Result, Takeover
from app.storage.commit_writer import Write
from app.storage.row_codec import SavedGame
from app.table.cardboard import reports, score_sheet
from app.table.core import undo_rules_and_votes
from app.table.core.change_records import GameThrown
from app.table.core.table_state import GameFacts, RunningVote, SuspendedGame, TableState
from app.table.core.transaction import Immediate, Transaction
from app.table.features import daily_deal, lesson_tip_choice, tournament_rounds
from app.table.features.intent_context import IntentContext, check_sure
from app.table.features.rarely_changing_view import is_guided
from app.table.features.recent_changes import list_change
from app.table.game.chance_dealer import Dealer, seeded_secret
from app.table.game.game_log import Log
from app.table.game.match import Match, MoveResult, box_of
from app.table.lobby import first_deal, game_agreement, seating, stored_deals
from app.table.lobby.seating import Chairs
from engine.game import Event, Game, HasAges, HasStatistics, Rules, Seat, Session, count_turns, roles_of

_news: Final = msgspec.json.Decoder(table_log_events.News)
_UNCHANGED: Final = Immediate(lambda: False)


def start(context: IntentContext, intent: Start) -> Transaction | Immediate:
    """Begin the agreed game; two may do so at once without an error."""
    if context.state.phase == "game" and intent.position is None:
        return _UNCHANGED
    context.check_phase("lobby")
    chairs, first = game_agreement.drop_free_chairs(context.state.chairs, context.state.lobby.first)
    if len(chairs) not in context.game.seats:
        raise Rejection("too-few", need=context.game.seats[0], have=len(chairs))
    if any(chair.by == "bot" for chair in chairs):
        game_agreement.check_bots(context.state.lobby, context.game)
    if intent.position is None:
        _check_boards(context, context.state.chairs)
        if game_agreement.is_first_owed(context.state.lobby, context.game):
            raise Rejection("first-owed")
        return _begin_game(context, chairs, first, day=_daily_deal(context, chairs))
    if context.state.lobby.mode != "track":
        raise Rejection("not-tracked")
    chairs = game_agreement.set_wishes(chairs, intent.position)
    _check_boards(context, chairs)
    return _begin_game(context, chairs, first, intent.position)


def _daily_deal(context: IntentContext, chairs: Chairs) -> Daily | None:
    if not context.state.lobby.daily:
        return None
    daily_deal.check(chairs, context.game, context.games.players, context.state.lobby)
    return Daily(
        daily_deal.today(context.parts.store.clock()),
        context.game.data_version,
        bool(context.parts.owner.overrides.get(context.game.name, "")),
    )


def _check_boards(context: IntentContext, chairs: Chairs) -> None:
    """Check that everybody's board is known; raise Rejection `wonder-owed`."""
    owing = game_agreement.list_owing(context.state.lobby, context.game, chairs)
    if owing:
        name = chairs[owing[0] - 1].name
        raise Rejection("wonder-owed", {"name": name} if name else {}, seat=owing[0])


def skip_opening(context: IntentContext, intent: SkipOpening) -> Immediate:
    """Skip the opening; two may do so at once without an error."""
    return Immediate(context.parts.ceremonies.skip)


def rematch(context: IntentContext, intent: Rematch) -> Transaction | Immediate:
    """Begin the next game; two may do so at once without an error."""
    if context.state.phase == "game":
        return _UNCHANGED
    context.check_phase("over")
    chairs = context.state.chairs
    _check_boards(context, chairs)
    return _begin_game(context, chairs, (context.state.first or 1) % len(chairs) + 1)


def continue_from(context: IntentContext, intent: ContinueFrom) -> Transaction:
    """Start a new game from an entered position, where reports are missing; the old game stays in the history."""
    context.check_phase("game")
    context.check_host()
    if not context.require_match().tracked:
        raise Rejection("not-tracked")
    check_sure(intent)
    table = context.state
    seats = game_agreement.identities(context.require_match().setup.header()) or (None,) * len(table.chairs)
    chairs = tuple(replace(chair, wish=seat) for chair, seat in zip(table.chairs, seats, strict=True))
    transaction = _begin_game(context, chairs, table.first, intent.position)
    transaction.state = replace(transaction.state, chairs=tuple(map(seating.close_tickets, table.chairs)))
    transaction.news.insert(0, table_log_events.GameBrokenOff(by=context.sender_number))
    number = transaction.state.game
    transaction.writes += [
        lambda write: write.game_state(table.game, "broken"),
        lambda write: write.copy_playing_time(number, table.game),
    ]
    return transaction


def _begin_game(
    context: IntentContext, chairs: Chairs, first: int | None, position: str | None = None, day: Daily | None = None
) -> Transaction:
    """Start a new game for these chairs, up to its first question; in track perhaps from an entered position.

    `day`: of a daily deal.
    """
    number, agreed = context.state.game_count + 1, context.state.lobby
    deal = _deal(context, chairs, first, position, day)
    match = deal.game.match
    header = dict(match.setup.header())
    first_seat = int(header.get("first", "1"))
    chairs = tuple(seating.close_tickets(seating.reset_for_game(chair)) for chair in chairs)
    transaction = Transaction(
        replace(
            clear_game(context.state),
            lobby=game_agreement.settle(agreed),
            chairs=chairs,
            phase="game",
            game=number,
            game_count=number,
            first=first_seat,
            daily=day,
            dealt=deal.round_deal.mark if deal.round_deal is not None else "",
            handled=mark_all_handled(context.state, len(chairs)) if agreed.mode == "track" else (),
            guided=deal.is_guided,
            chosen=deal.is_chosen,
            stored_deal=deal.stored_deal,
        )
    )
    transaction.match, transaction.dealer, transaction.result = match, deal.game.dealer, deal.game.result
    game: Game | None = None if agreed.mode == "tally" else context.game
    goes_first = first_seat if game and game.first_seat else 0
    transaction.news.append(
        table_log_events.GameBegan(game=agreed.game, first=goes_first, identities=game_agreement.identities(header))
    )
    if game and (unverified := game_agreement.list_unverified_values(game, match.setup)):
        transaction.news.append(table_log_events.DataUnverified(identities=unverified))
    transaction.writes += [
        _forget_game(context.state),
        lambda write: write.new_game(number, agreed.game, header, agreed.keep, deal.game.secret),
    ]
    return transaction


class _DealtGame(NamedTuple):
    """A game dealt from its secret, up to the first question."""

    secret: bytes
    dealer: Dealer
    match: Match
    result: MoveResult


class _Deal(NamedTuple):
    """The deal of a new game, and how it was made."""

    game: _DealtGame
    is_guided: bool  # the game teaches
    is_chosen: bool  # the deal was chosen for what it teaches
    stored_deal: int | None  # index of the stored deal that was used last, by this game or one before
    round_deal: RoundDeal | None = None  # the tournament round whose deal it is


def _deal(context: IntentContext, chairs: Chairs, first: int | None, position: str | None, day: Daily | None) -> _Deal:
    """Deal a new game: of the day, of a tournament's round, one that suits a first game, or by lot."""
    table, finished, agreed = context.state, context.parts.finished, context.state.lobby
    is_taught = is_guided(replace(table, chairs=chairs), finished.kinds(), finished.players(agreed.game))
    round_deal = None
    if day is None and position is None:
        round_deal = tournament_rounds.pending_deal(
            context.parts.presence.known_deal, agreed, chairs, finished.list_games()
        )
    teaching = context.games.deals.get(agreed.game) if is_taught and day is None and round_deal is None else None
    if teaching is not None and context.parts.seed is None:
        game, stored_deal = _choose_first_deal(context, chairs, first, teaching)
        return _Deal(game, is_taught, is_chosen=True, stored_deal=stored_deal)
    secret = _next_secret(context, day, round_deal)
    game = _deal_game(context, chairs, first, secret, position=position, teaching=teaching)
    return _Deal(game, is_taught, is_chosen=False, stored_deal=table.stored_deal, round_deal=round_deal)


def _next_secret(context: IntentContext, day: Daily | None, round_deal: RoundDeal | None) -> bytes:
    """Return the secret from which a game is dealt: a daily deal and a tournament's round share theirs with others."""
    if day is not None:
        return daily_deal.derive_secret(day, context.state.lobby.game)
    if round_deal is not None:
        return bytes.fromhex(round_deal.secret)
    if context.parts.seed is not None:
        return seeded_secret(context.parts.seed, context.state.game_count + 1)
    return context.parts.chance.secret()


def _deal_game(
    context: IntentContext,
    chairs: Chairs,
    first: int | None,
    secret: bytes,
    *,
    position: str | None = None,
    teaching: first_deal.FirstDeal | None = None,
) -> _DealtGame:
    """Deal a game from a secret. `teaching`: conditions on the deal of a lesson, whose identities are preferred."""
    agreed, dealer = context.state.lobby, Dealer(secret)
    if agreed.mode == "tally":
        rules = context.games.rules[score_sheet.NAME]
        match = Match(rules, score_sheet.build_setup(agreed, chairs, rules))
    else:
        setup = game_agreement.draw_setup(
            agreed,
            context.game,
            chairs,
            dealer,
            first,
            overrides=context.parts.owner.overrides.get(agreed.game, ""),
            position=position,
            is_preferred=teaching.is_preferred if teaching else None,
        )
        match = Match(context.game, setup)
    return _DealtGame(secret, dealer, match, match.begin(reports.PEOPLE if match.tracked else dealer))


def _choose_first_deal(
    context: IntentContext, chairs: Chairs, first: int | None, teaching: first_deal.FirstDeal
) -> tuple[_DealtGame, int | None]:
    """Return a deal that suits a first game, and the index of the stored deal that was used last."""
    draw, last = partial(_deal_game, context, chairs, first, teaching=teaching), context.state.stored_deal
    stored = _list_stored_deals(context, chairs, teaching)
    if not stored:
        return first_deal.choose_deal(
            context.parts.chance.secret, draw, partial(_check_deal, teaching), context.parts.clock
        ), last
    index = stored_deals.choose(len(stored), last, context.parts.chance.secret())
    return draw(stored[index]), index


def _list_stored_deals(context: IntentContext, chairs: Chairs, teaching: first_deal.FirstDeal) -> Sequence[bytes]:
    """List the secrets of stored deals, which are for first games without chosen wonders or variants."""
    agreed, roles = context.state.lobby, roles_of(context.game).roles()
    if agreed.variant != teaching.VARIANT or any(chair.wish in roles for chair in chairs):
        return ()
    return context.games.stored_deals.get((agreed.game, len(chairs)), ())


def _check_deal(teaching: first_deal.FirstDeal, dealt: _DealtGame) -> tuple[bool, ...]:
    match = dealt.match
    return teaching.check_conditions(
        first_deal.DealtGame(dealt.result.state, dealt.dealer, match.setup.seats, box_of(match.rules, match))
    )


def to_lobby(context: IntentContext, intent: ReturnToLobby) -> Transaction | Immediate:
    """Return to the lobby; two may do so at once without an error."""
    if context.state.phase == "lobby":
        return _UNCHANGED
    context.check_phase("over")
    transaction = Transaction(clear_game(context.state))
    transaction.writes.append(_forget_game(context.state))
    return transaction


def end_early(context: IntentContext, intent: EndEarly) -> Transaction:
    context.check_phase("game")
    check_sure(intent)
    return _ask_to_leave(context, intent.seat, "early") or _end_early(context, context.sender_number)


def _ask_to_leave(context: IntentContext, asker: int | None, how: Literal["aside", "early"]) -> Transaction | None:
    """Start a vote of the others on leaving the game, or count a yes if it is running; None if no vote is needed.

    None is needed with the PIN, or without other people. Then suspending is free, but ending the game needs the PIN.
    """
    seat = context.who.seat if asker is None else context.seat(asker)
    if seat is not None:
        context.check_seat(seat)
    if context.has_given_pin:
        return None
    voters = frozenset() if seat is None else undo_rules_and_votes.list_voters(context.state.chairs, seat)
    if seat is None or not voters:
        if seat is None or how == "early":
            context.check_host()
        return None
    if (vote := context.state.vote) is not None:
        if vote.leave != how or seat not in vote.open:
            raise Rejection("others-asked", seat=vote.seat + 1)
        return agree_to_leave(context, vote, seat)
    transaction = Transaction(context.state, RunningVote(context.require_match().last_move, seat, voters, how))
    transaction.news.append(table_log_events.LeaveAsked(seat + 1, how))
    return transaction


def _end_early(context: IntentContext, by: int) -> Transaction:
    transaction = Transaction(context.state)
    transaction.news.append(table_log_events.GameEndedEarly(by=by))
    finish(context, transaction, context.require_match(), context.require_match().state, early=True)
    return transaction


def finish(context: IntentContext, transaction: Transaction, match: Match, state: Session[Any], *, early: bool) -> None:
    """End the game in this transaction, and store its result in the history."""
    transaction.state = table = replace(transaction.state, phase="over", early=early, correction=None)
    how, counts = _compute_statistics(transaction, match)
    called = tuple(chair.called for chair in table.chairs)
    levels = tuple(seating.bot_of(chair, context.games.players, (), table.lobby.game)[0] for chair in table.chairs)
    result = Result(
        seats=tuple(chair.name for chair in table.chairs),
        identities=game_agreement.identities(match.setup.header()),
        scores=tuple(_played_categories(score, match) for score in state.scores()),
        winners=tuple(seat + 1 for seat in state.winners()),
        early=early,
        turns=_count_turns(state),
        bots=tuple(seat for seat, chair in enumerate(table.chairs, 1) if chair.by == "bot"),
        how=how or ("" if early else winning_supremacy(state)),
        counts=counts,
        emblems=tuple(chair.emblem for chair in table.chairs),
        colours=tuple(chair.colour for chair in table.chairs),
        bot_names=called if any(called) else (),
        levels=levels if any(levels) else (),
        takeovers=tuple(_list_takeovers(context.log, match, table.chairs)),
        unfinished=is_incomplete(state),
        first=_first_seat(match.setup.header()),
        daily=table.daily,
        dealt=table.dealt,
        chosen=table.chosen,
        learned=lesson_tip_choice.summarise_learning(
            context.games.lessons, table, context.parts.finished.learned_ideas(table.lobby.game)
        ),
    )
    transaction.writes.append(lambda write: write.game_state(table.game, "over", result))
    phones = {seat: (chair.key, chair.member) for seat, chair in enumerate(table.chairs, 1) if chair.by == "phone"}
    transaction.writes.append(lambda write: write.for_club.store_phones(table.game, phones))


def _list_takeovers(log: Log, match: Match, chairs: Chairs) -> Iterator[Takeover]:
    """Yield the takeovers of seats in a game, from its log, each with the last valid line before."""
    places = {applied.move.number: place for place, applied in enumerate(match.moves, 1)}
    after = 0
    for line in log:
        if line.row:
            after = places.get(line.row, after)
            continue
        match _news.decode(line.event):
            case table_log_events.SeatJoined(seat=seat, name=name, bot=bot, before=before) if bot or before:
                yield Takeover(seat, after, name, bot or before or "", bool(bot))
            case table_log_events.SeatGiven(seat=seat, after=bot) if bot:
                yield Takeover(seat, after, chairs[seat - 1].name or "", bot, bot=True)


def _compute_statistics(transaction: Transaction, match: Match) -> tuple[str, tuple[dict[str, int], ...]]:
    """Replay the game for its statistics in the history, and how it was won."""
    if not isinstance(match.rules, HasStatistics):
        return "", ()
    state = match.rules.start(match.setup)
    fresh = transaction.result.moves if transaction.result is not None else ()
    events: list[Event] = []
    for applied in (*match.moves, *fresh):
        move = applied.move
        state.apply(move.seat, state.parse(move.text), lambda event, audience: events.append(event))
    return match.rules.statistics(match.setup, events)


def _played_categories(score: Mapping[str, int], match: Match) -> dict[str, int]:
    """Drop the category of a variant that was not played."""
    variants = match.rules.variants() if isinstance(match.rules, Game) else ()
    out = set(variants) - set(match.setup.header().get("variant", "").split())
    return {category: points for category, points in score.items() if category not in out}


def suspend(context: IntentContext, intent: Suspend) -> Transaction:
    context.check_phase("game")
    return _ask_to_leave(context, intent.seat, "aside") or _suspend(context, context.sender_number)


def _suspend(context: IntentContext, by: int) -> Transaction:
    table, note = context.state, build_note(context.state, context.require_match())
    transaction = Transaction(clear_game(table))
    transaction.news.append(table_log_events.GameSuspended(by=by))
    transaction.writes.append(lambda write: write.game_state(table.game, "aside", note=msgspec.json.encode(note)))
    return transaction


def build_note(table: TableState, match: Match) -> SuspendedGame:
    printed = game_agreement.identities(match.setup.header())
    names = [
        chair.name or (chair.own_bot and chair.called) or (printed[seat] if printed else "") or str(seat + 1)
        for seat, chair in enumerate(table.chairs)
    ]
    view: Any = match.state.view(None)
    age, turn = (view.age, view.turn) if isinstance(match.state, HasAges) else (0, _count_turns(match.state))
    return SuspendedGame(
        chairs=table.chairs,
        lobby=table.lobby,
        seats=tuple(names),
        turn=turn,
        age=age,
        **table.game_facts(),
    )


LEAVE: Final[Mapping[str, Callable[[IntentContext, int], Transaction]]] = {"aside": _suspend, "early": _end_early}


def agree_to_leave(context: IntentContext, vote: RunningVote, seat: Seat) -> Transaction:
    """Count a seat's yes to leaving the game, and leave it after the last one."""
    assert vote.leave is not None, "a vote on leaving"
    left = vote.open - {seat}
    if left:
        return Transaction(context.state, replace(vote, open=left))
    return LEAVE[vote.leave](context, vote.seat + 1)


def resume(context: IntentContext, intent: Resume) -> Transaction:
    context.check_phase("lobby")
    saved = _saved_aside(context, intent.game)
    assert saved.note is not None
    note = msgspec.json.decode(saved.note, type=SuspendedGame)
    chairs = seating.reseat_phones(note.chairs, context.state.chairs)
    transaction = context.transaction(
        chairs=chairs,
        lobby=note.lobby,
        phase="game",
        game=saved.number,
        ticked=(),
        handled=mark_all_handled(context.state, len(chairs)) if note.lobby.mode == "track" else (),
        **note.game_facts(),
    )
    transaction.match, transaction.dealer = replay_game(saved, context.games.rules), Dealer(saved.secret)
    transaction.log = Log(context.parts.store.log(saved.number))
    transaction.news.append(table_log_events.GameResumed(by=context.sender_number))
    transaction.writes += [_forget_game(context.state), lambda write: write.game_state(saved.number, "running")]
    return transaction


def discard(context: IntentContext, intent: Discard) -> Transaction:
    context.check_phase("lobby")
    saved = _saved_aside(context, intent.game)
    context.check_host()
    check_sure(intent)
    transaction = context.transaction()
    transaction.news.append(table_log_events.GameDiscarded(by=context.sender_number))
    transaction.writes.append(lambda write: write.bin_game(saved.number))
    return list_change(context, transaction, GameThrown(saved.number, saved.kind, finished=False))


def replay_game(saved: SavedGame, rules: Mapping[str, Rules]) -> Match:
    """Replay a stored game up to its last move."""
    its = rules[game_agreement.rules_name(saved.kind, saved.header)]
    return Match(its, game_agreement.parse_header(its, saved.header), saved.moves, saved.last_move)


def clear_game(table: TableState) -> TableState:
    return replace(
        table,
        phase="lobby",
        game=0,
        early=False,
        questions=(),
        correction=None,
        handled=(),
        ticked=(),
        **GameFacts().game_facts(),
    )


def mark_all_handled(table: TableState, seats: int) -> tuple[int, ...]:
    """Mark all instructions so far as followed: of the whole table and of each seat."""
    return (table.log_end,) * (seats + 1)


def _saved_aside(context: IntentContext, number: int) -> SavedGame:
    # Any number may be asked for, also one that no file could hold.
    known = {game for game, *_ in context.parts.store.suspended()}
    saved = context.parts.store.game(number) if number in known else None
    if saved is None:
        raise Rejection("no-such-game", game=number)
    return saved


def _forget_game(table: TableState) -> Callable[[Write], None]:
    """Return a write that deletes the log, and a finished game that is not to be kept."""

    def leave(write: Write) -> None:
        write.forget_log(table.game)
        if table.phase == "over" and not table.lobby.keep:
            write.forget_game(table.game)

    return leave


def is_incomplete(state: Session[Any]) -> bool:
    """Check whether cells of a score sheet are missing, as its view says; False for other games."""
    return bool(getattr(state.view(None), "missing", ()))


def _first_seat(header: Mapping[str, str]) -> int:
    """Return the seat that began a game, from 1; 0 where no seat does, and after an entered position."""
    return 0 if "position" in header else int(header.get("first", 0))


def winning_supremacy(state: Session[Any]) -> str:
    """Return the supremacy by which a score sheet was won; "" if points decide, and for other games."""
    won = getattr(state.view(None), "supremacy", None)
    return str(won.by) if won is not None else ""


def _count_turns(state: Session[Any]) -> int:
    """Return how many turns have begun; for a game that does not count them, what its view says."""
    return count_turns(state) or int(getattr(state.view(None), "turn", 0))
