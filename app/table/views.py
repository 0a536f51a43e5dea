"""What readers may see of the table now: made when first asked for, and kept until something changes."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from app.protocol import messages, result_link
from app.protocol.results import Daily
from app.protocol.rights import Who
from app.table import advice, cardboard, correction, daily, lessons, lobby, other_wonder, rounds, setup_edits, undo
from app.table.bots import BotPlayers, Bots
from app.table.commit import Commit
from app.table.finished import FinishedGames
from app.table.lessons import Silence
from app.table.machine import Machine
from app.table.owned import Owned
from app.table.pauses import Pauses
from app.table.presence import Presence
from app.table.snapshots import Snapshots
from app.table.standing import Standing, standing_view
from app.table.state import without_steps
from app.table.suspended import SuspendedGames
from app.table.thinking import Thoughts
from app.table.transaction import Transaction
from app.table.truth import Truth
from app.text.lessons import Lists
from engine.game import Game, Seat


class Views:
    """The view of the table, and what it and the game's views are encoded to for all readers."""

    def __init__(
        self,
        truth: Truth,
        owned: Owned,
        presence: Presence,
        pauses: Pauses,
        finished: FinishedGames,
        suspended: SuspendedGames,
        *,
        shelf: Mapping[str, Game],
        modes: lobby.Modes,
        bots: Bots,
        players: BotPlayers,
        machine: Machine,
        lessons: Lists,
        reasons: advice.ByGame,
        thoughts: Thoughts,
    ) -> None:
        self._truth = truth
        self._owned = owned
        self._presence = presence
        self._pauses = pauses
        self._finished = finished
        self._suspended = suspended
        self._shelf = shelf
        self._modes = modes
        self._bots = bots
        self._players = players
        self._machine = machine
        self._lists = lessons
        self._reasons = reasons
        self._thoughts = thoughts
        self._hints: dict[int, messages.Hint] | None = None
        self.whys = self._whys_again()  # by seat, from 1: of what each bot did last
        self._taught: dict[int, tuple[messages.Taught, bool]] | None = None
        self._taught_to_all: dict[int, tuple[messages.Taught, bool]] = {}
        self._silences: tuple[Silence, ...] = ()
        self._happened: tuple[int, frozenset[tuple[str, int]]] | None = None  # in which game that is over
        self._snapshots: Snapshots | None = None
        self._stands: tuple[Standing, messages.TableView] | None = None

    def forget(self) -> None:
        """Something has changed."""
        self._snapshots = self._taught = self._hints = None

    def snapshots(self) -> Snapshots:
        """What can be seen now."""
        if self._snapshots is None:
            truth = self._truth
            scores = self._owned.settings.points or truth.state.phase != "game"
            self._snapshots = Snapshots(self.table(), truth.state, truth.match, show_scores=scores)
        return self._snapshots

    def questions(self, who: Who) -> tuple[messages.Question, ...]:
        """What is asked of a seat; of the screen, whatever no bot is asked; in track everybody is asked everything."""
        state, match, seen = self._truth.state, self._truth.match, self.snapshots()
        if match is not None and match.tracked:
            told = who.role in ("screen", "seat") and not state.correction
            return seen.questions(state.questions) if told else ()
        return tuple(
            seen.question(asked, public=who.role == "screen")
            for asked in state.questions
            if asked.seat == who.seat or (who.role == "screen" and state.chairs[asked.seat].by != "bot")
        )

    def table(self) -> messages.TableView:
        """What an action may change, put into all that it leaves alone."""
        state, match = self._truth.state, self._truth.match
        offer = undo.offered(state, match, self._owned.settings.undo)
        tracked = match.state if match is not None and match.tracked else None  # people deal, and tell
        counts = tracked if state.phase == "game" else None
        told = tracked if state.phase != "lobby" else None
        wonders, every = ((), ()) if told is None else other_wonder.wonders(told)
        standing = self._standing()
        taught = self._stands_told(standing).get(0)
        return replace(
            standing,
            lesson=taught[0] if taught else None,
            met=self._met(),
            advises=self._owned.settings.hints != 0 and self._thoughts.judges(),
            coaches=state.lobby.mode == "play" and self._thoughts.judges(),
            whys=tuple(self.whys[seat] for seat in sorted(self.whys)),
            dailies=self._dailies(),
            undo=offer,
            vote=undo.vote_view(self._truth.vote, offer, match),
            repair=self._repair(),
            counted={} if counts is None else cardboard.counted(counts),
            things={} if counts is None else cardboard.things(counts),
            wonders=wonders,
            every_wonder=every,
            set_up=setup_edits.editable(match) if match is not None and state.phase != "lobby" else (),
            ritual=self._pauses.ritual,
            opening=self._pauses.opening,
            fought=self._pauses.fought,
            result_link=self._result_link(),
            handled=state.handled,
            by_table=tuple(seat + 1 for seat in match.told_by_table()) if match else (),
            slow=self._machine.slow,
        )

    def lessons(self, who: Who) -> tuple[messages.Taught, ...]:
        """What a seat alone is taught now; for the screen, what of it all may see."""
        if who.role not in ("screen", "seat"):
            return ()
        told = self._stands_told(self._standing())
        if who.role == "screen":
            return tuple(it for it, public in self._taught_to_all.values() if it.seat and public)
        return tuple(it for it, _ in told.values() if it.seat and who.seat is not None and it.seat == who.seat + 1)

    def hints(self, who: Who) -> tuple[messages.Hint, ...]:
        """A seat's own; the screen is told of those of seats that are played there, and nothing they say."""
        if who.role == "seat" and who.seat is not None:
            own = self.hint(who.seat)
            return (own,) if own else ()
        if who.role != "screen":
            return ()
        touched = [seat for seat, chair in enumerate(self._truth.state.chairs) if chair.by == "touch"]
        found = [hint for seat in touched if (hint := self.hint(Seat(seat)))]
        return tuple(messages.Hint(it.seat, it.thinking, hidden=bool(it.action)) for it in found)

    def planned(self, who: Who) -> tuple[int, ...]:
        """The screen is told which of the seats that are played there save for something, and not for what."""
        if who.role != "screen" or self._truth.match is None:
            return ()
        chairs = enumerate(self._truth.state.chairs, start=1)
        return tuple(seat for seat, chair in chairs if chair.by == "touch" and chair.plan)

    def hint(self, seat: Seat) -> messages.Hint | None:
        """What a seat has asked for, and is open."""
        match = self._truth.match
        if self._hints is None:
            self._hints = {}
            for each in self._thoughts.hints() if match else ():
                assert match is not None
                reasons = self._reasons.get(match.rules.name)
                self._hints[each.seat] = advice.hint(reasons, match, each.seat, each.weighed, thinking=each.open)
        return self._hints.get(seat)

    def seen(self, transaction: Transaction) -> Any:  # Any: each game has its own view
        """What everybody sees of the game before bots have done something; None: they do nothing here."""
        match, chairs = self._truth.match, self._truth.state.chairs
        if match is None or not transaction.result or not any(chair.by == "bot" for chair in chairs):
            return None
        return match.state.view(None)

    def follow(self, commit: Commit, before: Any) -> None:  # Any: each game has its own view
        """Bots have done something that all saw, or it was taken back. `before`: what everybody saw until then."""
        state, match = self._truth.state, self._truth.match
        if state.phase != "over":
            self._happened = None
        if commit.transaction.undone or commit.transaction.match or state.phase == "lobby" or match is None:
            self.whys = self._whys_again()
        elif commit.transaction.result:
            reasons, done = self._reasons.get(match.rules.name), commit.transaction.result.events
            acted = advice.acted(reasons, done) if reasons else ()
            left = {seat: why for seat, why in self.whys.items() if seat not in acted}
            self.whys = left | advice.whys(reasons, match, before, done, state.chairs)

    def _whys_again(self) -> dict[int, messages.Why]:
        """What can be told of a game that others have played, or this table before it started."""
        match = self._truth.match
        if match is None or self._truth.state.phase == "lobby":
            return {}
        return advice.whys_again(self._reasons.get(match.rules.name), match)

    def _stands_told(self, table: messages.TableView) -> dict[int, tuple[messages.Taught, bool]]:
        """What is taught at this moment, by seat; nothing while something is shown that is not over."""
        if self._taught is None:
            pauses, silences = self._pauses, tuple[Silence, ...]()
            told, to_all = dict[int, tuple[messages.Taught, bool]](), dict[int, tuple[messages.Taught, bool]]()
            if table.guided and self._lists and not (pauses.opening or pauses.ritual or pauses.fought):
                curriculum = lessons.Curriculum(self._lists, self._finished.learned(table.game))
                state, match = self._truth.state, self._truth.match
                told = lessons.standing(curriculum, state, match, goal=pauses.begins)
                silences = lessons.silences(curriculum, state, match, told) if self._thoughts.judges() else ()
                suggested = self._suggested(silences)
                to_all = lessons.standing(curriculum, state, match, goal=pauses.begins, to_all=True)
                to_all |= {seat: it for seat, it in suggested.items() if it[1]}
                told |= suggested
            self._taught, self._taught_to_all, self._silences = told, to_all, silences
        return self._taught

    def silences(self) -> tuple[Silence, ...]:
        """Where something may be suggested now."""
        state = self._truth.state
        if not self._lists or not state.guided or state.phase != "game":
            return ()
        self._stands_told(self._standing())
        return self._silences

    def _suggested(self, silences: tuple[Silence, ...]) -> dict[int, tuple[messages.Taught, bool]]:
        """What is suggested there now, by seat."""
        match, found = self._truth.match, dict[int, tuple[messages.Taught, bool]]()
        weighed = {each.question: each.weighed for each in self._thoughts.suggestions()} if silences else {}
        for it in silences:
            judged = weighed.get(it.asked.number)
            if match is None or judged is None:
                continue
            made = advice.suggested(self._reasons.get(match.rules.name), match, it.asked.seat, judged)
            if made is not None:
                found[it.asked.seat + 1] = messages.Taught(it.idea, it.asked.seat + 1, made), it.public
        return found

    def _met(self) -> tuple[tuple[str, ...], ...]:
        """What people have met in a lesson that is over; the game is played again for that once."""
        state, match = self._truth.state, self._truth.match
        if state.phase != "over" or not state.guided or match is None:
            return ()
        if self._happened is None or self._happened[0] != state.game:
            self._happened = state.game, lessons.happened(self._lists.get(state.lobby.game, ()), match)
        return lessons.met(self._lists, state, self._finished.learned(state.lobby.game), self._happened[1])

    def _dailies(self) -> tuple[messages.DailyPlayed, ...]:
        """What came of the deals of the days before, while another is agreed on."""
        agreed = self._truth.state.lobby
        if self._truth.state.phase != "lobby" or not agreed.daily:
            return ()
        own = bool(self._owned.overrides.get(agreed.game, ""))
        now = Daily("", self._shelf[agreed.game].data_version, own)
        return daily.played(self._finished.all(), agreed.game, now)

    def _round(self) -> messages.DealtRound | None:
        """For which the next game is dealt, while it is agreed on."""
        state, known = self._truth.state, self._presence.known_deal
        if known is None or state.phase != "lobby":
            return None
        due = rounds.due(known, state.lobby, state.chairs, self._finished.all())
        return messages.DealtRound(due.tournament, due.number) if due is not None else None

    def _standing(self) -> messages.TableView:
        """The view without what every action may change, made anew only when something changes that it follows from."""
        match = self._truth.match
        standing = Standing(
            state=without_steps(self._truth.state),
            setup=match.setup if match else None,
            settings=self._owned.settings,
            network=self._presence.network,
            club=self._presence.club,
            present=self._presence.phones,
            onlookers=self._presence.onlookers,
            suspended=self._suspended.all(),
            finished=self._finished.kinds(),
            players=self._finished.players(self._truth.state.lobby.game),
            overrides=self._owned.overrides,
            pin=self._owned.host.pin is not None,
            round=self._round(),
            brought=self._finished.brought() if self._truth.state.today else (),
        )
        if self._stands is None or self._stands[0] != standing:
            made = standing_view(
                standing,
                shelf=self._shelf,
                modes=self._modes,
                bots=self._bots,
                players=self._players,
                installed=self._machine.installed,
            )
            self._stands = standing, made
        return self._stands[1]

    def _repair(self) -> messages.Repair | None:
        """The line that something has to be decided about."""
        match, asked = self._truth.match, self._truth.state.correction
        if asked is None or match is None:
            return None
        found = correction.fitted(match, asked)
        return correction.repair(found, asked) if isinstance(found, correction.Misfit) else None

    def _result_link(self) -> str:
        """Where the result of the game that has just ended can be seen."""
        base, number = self._owned.settings.result_page, self._truth.state.game
        if self._truth.state.phase != "over" or not base:
            return ""
        return next((result_link.link(base, game) for game in self._finished.all() if game.game == number), "")
