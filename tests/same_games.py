"""Seeded games at a table, one line of fingerprints each, so that two commits can be compared.

`python -m tests.same_games --games 500 --out FILE` plays that many of each game and mode, in this process and without a
wall clock, and adds a line for each to FILE; a game that FILE has already is not played again, so a run can go on where
it was stopped. `--compare FILE` plays what FILE has, and prints every game that differs, and in what:

- `record`: the text of the record, as `wondertable history` writes it.
- `messages`: every snapshot that the screen, an onlooker and each seat get, every answer, refusal and cue, as JSON.
  They hold no sentences.
- `pages`: now and then, what changed on a phone's page, as HTML without its text.
- `words`: the text of those pages.

Bots play, and people choose by lot from what they are offered; they undo, vote, look ahead and mistype now and then.
"""

import argparse
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from app.games import game_list, phone_registry
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.base_messages import Intent, Message
from app.protocol.cardboard_messages import Correct, Enter
from app.protocol.client_rights import ONLOOKER, SCREEN, Actor
from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.play_messages import Act, Horn, Look, LookAhead, SkipOpening, Undo, Vote
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import SetSeat, SetSeats
from app.protocol.settings_messages import SetTable
from app.protocol.table_messages import Snapshot
from app.storage.random_keys_and_ids import Chance
from engine import record
from engine.players import PLAYERS
from tests.app.tables import Evening, phone

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("record", "messages", "pages", "words")
MAX_STEPS = 3000  # of one game
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gus", "Hal")
SLIP_CHANCE = 0.06  # that somebody does something else than to go on with the game
STEPS_PER_PAGE = 10  # pages take longer to make than messages
TEXT = re.compile(r'>([^<>]+)<|(?<= )((?:aria-label|title|alt|placeholder)="[^"]*")')


@cache
def parts_of_table() -> Mapping[str, Any]:
    """Return the parts of the house that a table is opened with."""
    data = {path.stem: path.read_bytes() for path in (ROOT / "data").glob("*.toml")}
    return {
        "shelf": game_list.shelf(data),
        "sheets": game_list.tally(data),
        "modes": game_list.modes(),
        "by_touch": game_list.by_touch(),
        "lessons": game_list.lessons(),
        "deals": game_list.deals(),
        "reasons": game_list.reasons(),
        "players": PLAYERS,
    }


@cache
def page_maker() -> PageMaker:
    """Make pages of the table that it is given later: its templates are compiled once."""
    return PageMaker(None, phone_registry.games())  # type: ignore[arg-type]


def kinds() -> list[tuple[str, str]]:
    """List every game with each of its modes."""
    return [(game, mode) for game, modes in game_list.modes().items() for mode in modes]


class SeededGame:
    """One game, from an empty data folder to its end."""

    def __init__(self, game: str, mode: str, number: int, folder: Path) -> None:
        self.rng = Random(f"{game} {mode} {number}")
        self.game, self.mode = game, mode
        chance = Chance(Random(f"{number}").randbytes)
        self.evening = Evening(folder, seed=f"{number}", chance=chance, **parts_of_table())
        self.record = ""
        self.hashes = {part: sha256() for part in PARTS[1:]}
        self.people: list[Actor] = [SCREEN]
        self.seen: dict[Actor, Snapshot] = {}  # the newest of each reader
        self.table = self.evening.at_table()
        self.readers: list[PageState] = [PageState(ONLOOKER)]
        self.cues = self.heard = self.steps = 0

    def play(self) -> str:
        """Play it; return the fingerprints of PARTS."""
        try:
            self.begin()
            self.look()
            while self.table.phase == "game":
                self.step()
                self.look()
                self.steps += 1
                if self.steps > MAX_STEPS:
                    raise RuntimeError(f"{self.game} {self.mode}: no end after {MAX_STEPS} steps")
            hashes = (sha256(self.record.encode()), *self.hashes.values())
            return " ".join(each.hexdigest()[:16] for each in hashes)
        finally:
            self.evening.close()

    # ---- what is seen ----------------------------------------------------------------------------------

    def hear(self, message: Any) -> None:
        """Add a message to the fingerprint."""
        self.hashes["messages"].update(msgspec.json.encode(message) + b"\n")

    def look(self) -> None:
        """Read the newest snapshot, and the cues since the last, as every reader."""
        for cue in self.evening.cues[self.cues :]:
            self.hear(cue)
        self.cues = len(self.evening.cues)
        table = self.evening.table
        for who in (SCREEN, ONLOOKER, *(phone(seat.seat) for seat in self.table.seats)):
            self.seen[who] = table.snapshot(who, self.heard)
            self.hear(self.seen[who])
        self.heard, self.table = table.log_end, self.evening.at_table()
        if self.steps % STEPS_PER_PAGE == 0:
            self.look_at_page()
        match = table.committed.match
        if match is not None:
            self.record = record.format_record(
                match.setup, [record.format_move(each.move.seat, each.move.text) for each in match.moves]
            )

    def look_at_page(self) -> None:
        """Render the changes of one page since it was rendered last."""
        pages = page_maker()
        pages.table = self.evening.table
        changes = pages.update_page(self.readers[self.steps // STEPS_PER_PAGE % len(self.readers)], True)
        for name, part in sorted(changes.parts.items()):
            html = str(msgspec.json.decode(bytes(part.json)))
            self.hashes["words"].update("\n".join(map(str, TEXT.findall(html))).encode())
            self.hashes["pages"].update(f"{name} {TEXT.sub('><', html)}\n".encode())
        self.hashes["pages"].update(" ".join(changes.gone).encode())

    # ---- what is done ----------------------------------------------------------------------------------

    def wish(self, kind: type[Intent], who: Actor = SCREEN, **fields: Any) -> Message | None:
        """Send an intent. Return its answer, or None where it was refused."""
        id = f"wish-{self.rng.random()}"
        try:
            answer = self.evening.table.handle(who, kind(id=id, **fields))
        except Rejection as no:
            self.hear([no.code, no.params])
            return None
        self.hear(answer)
        return answer

    def begin(self) -> None:
        """Agree on a game in the lobby, sit down, and start."""
        rng, evening = self.rng, self.evening
        motion, ritual, undo = rng.random() < 0.5, rng.random() < 0.5, rng.choice(("ask", "always", "never"))
        self.wish(SetTable, motion=motion, ritual=ritual, undo=undo)
        self.wish(SetGame, game=self.game)
        self.table = evening.at_table()
        fewest, most = self.table.places
        count = rng.randint(fewest, most)
        hows = [
            rng.choice(("bot", "bot", "phone", "touch") if self.mode == "play" else ("phone", "touch"))
            for _ in range(count)
        ]
        self.wish(SetSeats, count=count)
        self.wish(SetGame, mode=self.mode, variant=self.variant(), guided=rng.random() < 0.2)
        for seat, how in enumerate(hows, 1):
            if how == "phone":
                evening.join(seat, NAMES[seat - 1])
                self.people.append(phone(seat))
                self.readers.append(PageState(phone(seat)))
            else:
                self.wish(SetSeat, seat=seat, by=how)
                if how == "bot":
                    self.wish(SetSeat, seat=seat, bot=rng.choice(self.table.levels))
        self.table = evening.at_table()
        for seat in self.table.owing:
            boards = self.table.identities
            taken = {boards.get(each.wonder or "") for each in evening.at_table().seats}
            free = [slug for slug, board in boards.items() if board not in taken]
            self.wish(SetSeat, seat=seat, wonder=rng.choice(free))
        if self.table.owes_first:
            self.wish(SetGame, first=rng.randint(1, count))
        if not self.wish(Start):
            raise RuntimeError(f"{self.game} {self.mode} does not start")

    def variant(self) -> tuple[str, ...]:
        """Choose some of what can be added, with what each needs."""
        known = self.table.variants
        chosen = [slug for slug in known if self.rng.random() < 0.3]
        wanted = {need for slug in chosen for need in (*known[slug], slug)}
        return tuple(slug for slug in known if slug in wanted)

    def step(self) -> None:
        """Play one step that advances the game, or now and then something else."""
        if self.rng.random() < SLIP_CHANCE:
            self.slip()
        elif self.mode == "tally":
            self.enter()
        elif not (self.vote() or self.correct() or self.act()):
            self.pass_time()

    def pass_time(self) -> None:
        """Advance the clock to the table's next deadline, or skip the opening."""
        evening, at = self.evening, self.evening.table.next_tick()
        if at is None:
            self.wish(SkipOpening)
            evening.now += 1.0
        else:
            evening.now = max(evening.now, at)
        evening.table.tick(evening.now)

    def vote(self) -> bool:
        vote = self.table.vote
        if vote is None or not vote.open:
            return False
        seat = self.rng.choice(vote.open)
        self.wish(Vote, row=vote.row, seat=seat, yes=self.rng.random() < 0.7)
        return True

    def correct(self) -> bool:
        """Give up a correction that waits for an answer."""
        repair = self.table.repair
        return repair is not None and bool(self.wish(Correct, row=repair.row, how="off"))

    def act(self) -> bool:
        """Answer one question by lot."""
        asked = [(who, question) for who in self.people for question in self.seen[who].questions if question.legal]
        if not asked:
            return self.look_at_hand()
        who, question = self.rng.choice(asked)
        action = self.rng.choice(question.legal)
        coming = question.then.get(action)
        card = self.rng.choice(coming.legal) if coming and coming.legal else None
        self.wish(Act, who, seat=question.seat, question=question.number, action=action, card=card)
        return True

    def look_at_hand(self) -> bool:
        """Look at the private cards of a seat at the screen, and choose from them."""
        for question in self.seen[SCREEN].questions:
            answer = self.wish(Look, seat=question.seat)
            if legal := getattr(answer, "legal", ()):
                action = self.rng.choice(legal)
                self.wish(Act, seat=question.seat, question=question.number, action=action)
                return True
        return False

    def enter(self) -> None:
        """Enter something on a score sheet, or close it."""
        rng, sheet = self.rng, self.evening.view()
        seats = len(sheet["seats"])
        if rng.random() < 0.02:
            self.wish(Enter, action="end 0", sure=True)
            return
        seat, cell = rng.randint(1, seats), rng.choice(sheet["cells"])
        least, most = cell.get("usual") or (cell["least"], cell["most"])
        lines = [f"{seat} set {cell['id']} {rng.randint(least, most)}"] * 6 + [f"{seat} add {cell['id']} 1"]
        lines += [f"cat {rng.randint(0, seats)}", "settle", f"marker {rng.randint(1, 3)} battle"]
        lines += [f"age {rng.randint(1, 3)} {rng.randint(1, 6)}", f"{seat} push 1", f"pawn {rng.randint(-6, 6)}"]
        self.wish(Enter, rng.choice(self.people), action=rng.choice(lines), sure=rng.random() < 0.7)

    def slip(self) -> None:
        """Send an intent that a game does not need."""
        rng, who, table = self.rng, self.rng.choice(self.people), self.table
        asked = [each for each in self.seen[who].questions if each.legal]
        match rng.randrange(6):
            case 0 if table.undo:
                seat = who.seat + 1 if who.seat is not None else table.undo.seat or None
                self.wish(Undo, who, row=table.undo.row, more=table.undo.more, seat=seat)
            case 1 if own := self.seen[who].own:
                offer = rng.choice(own)
                self.wish(Undo, who, row=offer.row, seat=offer.seat or None)
            case 2 if asked:
                question = rng.choice(asked)
                action = rng.choice(question.legal)
                self.wish(LookAhead, who, seat=question.seat, question=question.number, action=action)
            case 3:
                self.wish(Act, who, seat=rng.randint(1, 7), question=rng.randint(0, 9), action="take nothing")
            case 4:
                self.wish(Horn, who)
            case _:
                self.evening.restart()


def finished(path: Path) -> dict[str, str]:
    """Read a file of fingerprints: by game, mode and number its line's fingerprints."""
    lines = path.read_text().splitlines() if path.exists() else []
    return {" ".join(words[:3]): " ".join(words[3:]) for line in lines if len(words := line.split()) == 3 + len(PARTS)}


def play(game: str, mode: str, number: int) -> str:
    """Play one game in a folder of its own, in memory where there is room."""
    folder = Path(tempfile.mkdtemp(prefix="same-games-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
    try:
        return SeededGame(game, mode, number, folder).play()
    finally:
        shutil.rmtree(folder)


def wanted(games: int) -> Iterator[tuple[str, str, int]]:
    """List all games to play, every kind in turn."""
    yield from ((game, mode, number) for number in range(1, games + 1) for game, mode in kinds())


def compare(path: Path) -> int:
    """Play again what a file has; print each game that differs. Return how many do."""
    different = 0
    for name, before in finished(path).items():
        game, mode, number = name.split()
        now = play(game, mode, int(number))
        if now != before:
            different += 1
            changed = [part for part, a, b in zip(PARTS, before.split(), now.split(), strict=True) if a != b]
            print(f"{name}: {', '.join(changed)}", flush=True)
    return different


def main() -> int:
    parser = argparse.ArgumentParser("python -m tests.same_games", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1, help="of each game and mode")
    parser.add_argument("--out", type=Path, help="a file of fingerprints; what it has already is not played again")
    parser.add_argument("--compare", type=Path, help="play what this file has, and print what differs")
    asked = parser.parse_args()
    os.environ["TZ"] = "UTC"
    time.tzset()
    if asked.compare:
        different = compare(asked.compare)
        print(f"{different} games differ")
        return min(different, 1)
    done = finished(asked.out) if asked.out else {}
    for game, mode, number in wanted(asked.games):
        name = f"{game} {mode} {number}"
        if name not in done:
            line = f"{name} {play(game, mode, number)}"
            if asked.out:
                with asked.out.open("a") as file:
                    file.write(line + "\n")
            else:
                print(line, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
