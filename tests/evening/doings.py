"""Actions of the steps of a story. Each depends on what people see at that moment."""

import contextlib
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tests.evening.hands import Device, JsonDevice, PageDevice
from tests.evening.story import Step

if TYPE_CHECKING:
    from tests.evening.house import World

ACT = ("act;",)
SHY = {  # a page offers this, too, but it would end or change too much
    *("set-pin", "give-pin", "forget-pin", "lock-table", "merge-people", "forget-person", "delete-game", "set-values"),
    *("name-players", "amend-sheet", "leave", "end-early", "lay-aside", "discard", "set-table", "go-on-from"),
    *("rematch", "to-lobby", "set-seats", "set-game", "shutdown"),
}


async def do(world: "World", step: Step) -> None:
    """Perform one step by a device that can do it; actions joined by + happen at the same moment."""
    if "+" in step.what:
        for what in step.what.split("+"):
            await do(world, replace(step, what=what))
        return
    name = step.what.replace("-", "_")
    if step.what in ("kill", "cut"):
        world.die(step.what)  # type: ignore[arg-type]
    elif step.what in ("die-writing", "cut-writing"):
        world._dies_how = "kill" if step.what == "die-writing" else "cut"
        world.disk.dies_after = step.n % 9
        act(world, step)
    elif step.what == "sit":
        await sit(world, step)
    elif step.what == "other-phone":
        await other_phone(world, step)
    elif step.what == "quiet":
        await world.quiet()
    else:
        globals()[name](world, step)


def phase(world: "World") -> str:
    return str(next((each.table["phase"] for each in world.readers()), "game"))


def _pick(found: list[Any], n: int) -> Any:
    return found[n % len(found)] if found else None


def _speaker(world: "World", step: Step) -> JsonDevice | None:
    found: JsonDevice | None = _pick(world.tables(), step.who)
    return found


# ---- the game ------------------------------------------------------------------------------------------------


def act(world: "World", step: Step) -> bool:
    """Answer an open question. Before a game start one; after it start a rematch or return to the lobby."""
    now = phase(world)
    if now == "lobby":
        return _wish(world, step, "start")
    if now == "over":
        return _wish(world, step, "rematch" if step.n % 3 else "to-lobby")
    tables = world.tables()
    if tables and tables[0].table["mode"] == "tally":
        return enter(world, step)
    found: list[tuple[Device, Any]] = []
    for device in world.list_linked():
        busy = any(made["type"] in ("act", "look") for made in device.pending.values())
        if busy and step.n % 20:
            continue
        if isinstance(device, JsonDevice):
            found += [(device, question) for question in device.list_questions()]
        elif isinstance(device, PageDevice) and device.role == "seat":
            controls = device.controls(ACT)
            if controls:
                found.append((device, controls))
    if not found:
        return False
    device, asked = _pick(found, step.who)
    if isinstance(device, PageDevice):
        spec, form = _pick(asked, step.n)
        device.press(spec, form, step.n // 7)
        return True
    legal = asked.legal
    if not legal:  # the screen has to look first
        known = device.secrets.get(asked.seat)
        if known is None or not known.legal:
            device.wish("look", seat=asked.seat)
            return True
        legal = known.legal
        del device.secrets[asked.seat]
    action = legal[step.n % len(legal)]
    more: dict[str, Any] = {}
    coming = asked.then.get(action)
    if coming is not None and coming.legal and step.n % 5:
        more["card"] = coming.legal[step.n // 5 % len(coming.legal)]
    device.wish("act", seat=asked.seat, question=asked.number, action=action, **more)
    return True


def enter(world: "World", step: Step) -> bool:
    """Enter a value on a score sheet."""
    device = _speaker(world, step)
    view = device.game if device else None
    if device is None or view is None or view["over"]:
        return False
    n, seats, sheet = step.n, len(view["seats"]), view
    seat, cell = n % seats + 1, _pick(sheet["cells"], n // seats)
    usual = cell.get("usual") or (cell["least"], cell["most"])
    value = usual[0] + n % (usual[1] - usual[0] + 1)
    kinds = [f"{seat} set {cell['id']} {value}"] * 6 + [f"{seat} add {cell['id']} {1 if n % 4 else -1}"] * 2
    if sheet.get("conflict"):
        kinds += [
            "settle",
            f"marker {n % sheet['conflict']['tokens'] + 1 if sheet['conflict']['tokens'] else 1} battle",
        ]
    if sheet.get("cat") is not None:
        kinds.append(f"cat {n % (seats + 1)}")
    if sheet.get("age"):
        kinds.append(f"age {n % 3 + 1} {n % 6 + 1}")
    if sheet.get("track"):
        kinds += [f"{seat} push 1", f"pawn {n % 13 - 6}"]
    if sheet.get("progress"):
        kinds.append(f"token {_pick(sheet['progress']['tokens'], n)['id']} {n % 3}")
    device.wish("enter", action=kinds[step.who % len(kinds)], sure=n % 3 > 0)
    return True


def go_on(world: "World", rng: Random) -> bool:
    """Send what brings the game nearer to its end, without changes of seats. Return False if there is nothing."""
    step = Step(0, rng.randrange(60), "act", rng.randrange(2520) | 1)
    tables = world.tables()
    if any(made["type"] not in ("act", "look") for each in tables for made in each.pending.values()):
        return False
    if world.story.mode == "tally" and phase(world) == "game":
        ender = next((each for each in world.list_linked() if each.role != "onlooker" and not each.pending), None)
        if ender is not None:
            ender.wish("enter", action="end 0", sure=True)
        return ender is not None
    for device in tables:
        table = device.table
        if table["repair"]:
            device.wish("correct", row=table["repair"]["row"], how="off")
            return True
        break
    for page in world.list_linked():
        if isinstance(page, PageDevice) and page.role == "seat":
            page.show("mine")
            off = [each for each in page.controls(("correct;",)) if each[0].endswith("how=off")]
            if off and not tables and not page.pending:  # with pages alone one of them gives the repair up
                page.press(*off[0], 0)
                return True
    if vote(world, Step(0, step.who, "vote", 1)):
        return True
    if act(world, step):
        return True
    for device in tables:
        if device.table["opening"] or device.table["fought"]:
            device.wish("skip-opening")
            return True
        break
    return _take_back(world)


def _take_back(world: "World") -> bool:
    """Give seats of absent phones to somebody present, or to bots if there is no screen."""
    screen = world.screen
    if screen is None:
        speaker = next((each for each in world.list_linked() if each.role == "seat" and not each.pending), None)
        for seat in world.readers()[0].table["seats"] if speaker and world.readers() else ():
            if seat["by"] == "touch" or (seat["by"] == "phone" and not seat["present"]):
                if world.story.mode != "play":  # bots play where the table deals; somebody new has to come
                    return False
                speaker.wish("set-seat", seat=seat["seat"], by="bot")
                return True
        return False
    if not screen.linked or screen.snapshot is None:
        return False
    waited = {each.seat for each in screen.snapshot.questions}
    lost = [
        seat["seat"]
        for seat in screen.table["seats"]
        if seat["by"] == "phone" and not seat["present"] and (not waited or seat["seat"] in waited)
    ]
    if lost:
        screen.wish("set-seat", seat=lost[0], by="touch")
    return bool(lost)


def describe_stuck_table(world: "World") -> str:
    """Describe the state of a stuck table."""
    assert world.house is not None
    table = world.house.table
    asked = [(each.seat + 1, each.number) for each in table.committed.state.questions]
    chairs = [chair.by for chair in table.committed.state.chairs]
    who = [
        f"{each.name}:{(each.linked and 'linked') or each.over or 'away'}:{[*each.pending]}:"
        f"{getattr(getattr(each, 'snapshot', None), 'rev', '')}"
        for each in world.devices
    ]
    return f"phase {table.committed.state.phase}, rev {table.rev}, asked {asked}, chairs {chairs}, devices {who}"


# ---- everything else that people do ------------------------------------------------------------------------


def _wish(world: "World", step: Step, type: str, **fields: Any) -> bool:
    device = _speaker(world, step)
    if device is not None:
        device.wish(type, **fields)
    return device is not None


def press(world: "World", step: Step) -> None:
    """Press any control that a page offers."""
    pages = [each for each in world.list_linked() if isinstance(each, PageDevice) and each.role == "seat"]
    page: PageDevice | None = _pick(pages, step.who)
    if page is not None:
        controls = [each for each in page.controls() if each[0].partition(";")[0] not in SHY]
        if controls:
            page.press(*_pick(controls, step.n), step.n // 11)


def undo(world: "World", step: Step) -> None:
    device = _speaker(world, step)
    if device is not None and (offer := device.table["undo"]):
        seat = {"seat": offer["seat"]} if device.role == "screen" and offer["seat"] else {}
        device.wish("undo", row=offer["row"], more=offer["more"], **seat)


def own(world: "World", step: Step) -> None:
    device = _speaker(world, step)
    if device is not None and device.snapshot is not None and device.snapshot.own:
        offer = _pick([*device.snapshot.own], step.n)
        seat = {"seat": offer.seat} if device.role == "screen" and offer.seat else {}
        device.wish("undo", row=offer.row, **seat)


def vote(world: "World", step: Step) -> bool:
    """Answer an open vote with yes or no."""
    for device in world.tables():
        asked = device.table["vote"]
        if not asked or any(made["type"] == "vote" for made in device.pending.values()):
            continue
        for seat in asked["open"]:
            by = device.table["seats"][seat - 1]
            if device.seat == seat or (device.role == "screen" and (by["by"] == "touch" or not by["present"])):
                about = asked.get("how", "undo")
                device.wish("vote", row=asked["row"], seat=seat, yes=step.n % 4 > 0, about=about)
                return True
    for page in world.list_linked():
        if not isinstance(page, PageDevice) or any(made["type"] == "vote" for made in page.pending.values()):
            continue
        if found := page.controls(("vote;",)):
            page.press(*_pick(found, step.n), step.n)
            return True
    return False


def ahead(world: "World", step: Step) -> None:
    device = _speaker(world, step)
    asked = device.list_questions() if device else []
    if device is not None and asked and asked[0].legal and asked[0].seat:
        device.wish("look-ahead", seat=asked[0].seat, question=asked[0].number, action=_pick([*asked[0].legal], step.n))


def horn(world: "World", step: Step) -> None:
    _wish(world, step, "horn")


def rename(world: "World", step: Step) -> None:
    device = _speaker(world, step)
    if device is not None and device.role == "seat":
        device.wish("rename", name=f"{device.name} {step.n % 9}", lang=("en", "de", "nl", "fr")[step.n % 4])


def plan(world: "World", step: Step) -> None:
    things = {"architects": ("stage 2", "stage 3"), "duel": ("wonder piraeus", "card altar")}
    thing = _pick([*things.get(world.story.game, ("card altar", "stage 2")), None], step.n)
    device = _speaker(world, step)
    if device is not None and device.role == "seat":
        device.wish("plan", thing=thing)


def skip(world: "World", step: Step) -> None:
    device = _speaker(world, step)
    if device is not None and (device.table["opening"] or device.table["fought"]):
        device.wish("skip-opening")


def marker(world: "World", step: Step) -> None:
    device = _speaker(world, step)
    if device is not None and (ritual := device.table["ritual"]) and ritual["open"]:
        device.wish("turn-marker", marker=_pick(ritual["open"], step.n))


def tab(world: "World", step: Step) -> None:
    pages = [each for each in world.list_linked() if isinstance(each, PageDevice)]
    page: PageDevice | None = _pick(pages, step.who)
    if page is not None:
        page.show(("mine", "table", "score", "more")[step.n % 4 if page.role == "seat" else 1 + step.n % 3])


def again(world: "World", step: Step) -> None:
    """Repeat an intent, as if its answer had been lost."""
    device: Device | None = _pick([each for each in world.list_linked() if each.said], step.who)
    if device is not None:
        world.audit.repeated(device, _pick(device.said, step.n))
        device.say(_pick(device.said, step.n))


def stale(world: "World", step: Step) -> None:
    device = _speaker(world, step)
    if device is not None:
        done = [made for made in device.said if made["type"] == "act"]
        if done:
            made = _pick(done, step.n)
            device.wish("act", **{name: value for name, value in made.items() if name not in ("type", "id")})


def nonsense(world: "World", step: Step) -> None:
    kinds = ("vote", "undo", "act", "turn-marker", "correct")
    fields = {
        "vote": {"row": step.n, "seat": 1, "yes": True},
        "undo": {"row": step.n},
        "act": {"seat": 1 + step.n % 8, "question": step.n, "action": "take nothing"},
        "turn-marker": {"marker": step.n},
        "correct": {"row": step.n, "how": "remove"},
    }
    kind = kinds[step.n % 5]
    _wish(world, step, kind, **fields[kind])


def correct(world: "World", step: Step) -> None:
    """Correct a line of the record, if the game is only tracked."""
    device = _speaker(world, step)
    if device is None or device.table["mode"] != "track" or device.table["phase"] != "game":
        return
    repair, n = device.table["repair"], step.n
    if repair:
        how = ("replace", "replace", "insert", "remove", "off", "cut", "replace", "missed", "twice")[n % 9]
        made: dict[str, Any] = {"row": repair["row"], "how": how}
        if how in ("replace", "insert", "missed"):
            if not repair["legal"]:
                return
            made["text"] = _pick(repair["legal"], n // 9)
            coming = repair.get("then", {}).get(made["text"])
            if coming and coming["legal"]:
                made["card"] = _pick(coming["legal"], n // 63)
        device.wish("correct", **made)
        return
    rows = sorted({line.row for line in device.lines.values() if line.row and not line.undone})
    row = _pick(rows, n)
    if row is not None:
        how = ("ask", "ask", "ask", "remove", "whose", "missed", "twice", "cut")[n % 8 if n % 50 else 7]
        if how == "cut":
            how = "ask"
        more = {"whose": 1 + n % len(device.table["seats"])} if how == "whose" else {}
        device.wish("correct", row=row, how=how, **more)


def set_up(world: "World", step: Step) -> None:
    """Correct the setup of a tracked game: first player, places, wonders, variants or a house rule."""
    device = _speaker(world, step)
    if device is None or device.table["phase"] == "lobby" or device.table["repair"]:
        return
    table, n = device.table, step.n
    seats, what = len(table["seats"]), _pick([*table["set_up"], *(["wonder"] if table["every_wonder"] else [])], n)
    m = n // 7
    one, other = 1 + m % seats, 1 + (m + 1 + m // seats % (seats - 1)) % seats
    match what:
        case "first":
            text = f"first {one}{' missing' if m % 5 == 0 else ''}"
        case "places":
            text = f"places {one} {other}"
        case "variant":
            chosen = [slug for bit, slug in enumerate(table["variants"]) if m >> bit & 1]
            every = {need for slug in chosen for need in (*table["variants"][slug], slug)}
            text = " ".join(["variant", *(slug for slug in table["variants"] if slug in every)])
        case "rules":
            name = _pick([*table["rules"]], m)
            text = f"rules {name}={'no' if table['rules'][name] else 'yes'}"
        case "wonder":
            told = table["wonders"][one - 1] if one <= len(table["wonders"]) else ()
            wonder = {"whose": one, "text": _pick(table["every_wonder"], m), "card": _pick([*told], m)}
            device.wish("correct", row=0, how="wonder", **{key: value for key, value in wonder.items() if value})
            return
        case _:
            return
    device.wish("correct", row=0, how="set-up", text=text)


def house(world: "World", step: Step) -> None:
    device = _speaker(world, step)
    if device is not None and device.table["mode"] == "track" and (counted := device.table["counted"]):
        what = _pick([*counted], step.n)
        count = counted[what]
        value = count["least"] + step.n % (count["most"] - count["least"] + 1)
        device.wish("house", counts={what: value})


def handled(world: "World", step: Step) -> None:
    device = _speaker(world, step)
    if device is not None and device.table["handled"] and device.lines:
        seats = {"seats": [1 + step.n % len(device.table["seats"])]} if device.role == "screen" else {}
        device.wish("handled", line=max(device.lines), looked=step.n % 2 == 0, **seats)


def aside(world: "World", step: Step) -> None:
    device = _speaker(world, step)
    if device is not None and device.table["phase"] == "game":
        seat = {"seat": 1 + step.n % len(device.table["seats"])} if device.role == "screen" else {}
        device.wish("lay-aside", **seat)


def resume(world: "World", step: Step) -> None:
    device = _speaker(world, step)
    if device is not None and device.table["phase"] == "lobby" and device.table["laid_aside"]:
        device.wish("resume", game=_pick(device.table["laid_aside"], step.n)["game"])


def discard(world: "World", step: Step) -> None:
    """Discard a suspended game."""
    device = _speaker(world, step)
    if device is not None and device.table["phase"] == "lobby" and device.table["laid_aside"]:
        device.wish("discard", game=_pick(device.table["laid_aside"], step.n)["game"], sure=True)


def lock(world: "World", step: Step) -> None:
    """Lock the table against new people, or unlock it."""
    _wish(world, step, "lock-table", locked=step.n % 3 == 0)


def early(world: "World", step: Step) -> None:
    device = _speaker(world, step)
    if device is not None and device.table["phase"] == "game":
        seat = {"seat": 1 + step.n % len(device.table["seats"])} if device.role == "screen" else {}
        device.wish("end-early", sure=True, **seat)


def setting(world: "World", step: Step) -> None:
    n = step.n
    chosen: dict[str, Any] = _pick(
        [
            {"points": n % 2 == 0},
            {"undo": ("ask", "always", "never")[n % 3]},
            {"mute": n % 2 == 0},
            {"night": True},
            {"lang": ("en", "de", "nl", "fr")[n % 4]},
        ],
        n,
    )
    _wish(world, step, "set-table", **chosen)


def give(world: "World", step: Step) -> None:
    """Change who plays a seat: touch or a bot."""
    device = _speaker(world, step)
    if device is not None:
        seat = 1 + step.n % len(device.table["seats"])
        by = ("touch", "bot")[step.n // 10 % 2]
        if device.table["seats"][seat - 1]["by"] != "phone" or step.n % 4 == 0:
            device.wish("set-seat", seat=seat, by=by)


def leave(world: "World", step: Step) -> None:
    seats = [each for each in world.tables() if each.role == "seat"]
    device = _pick(seats, step.who)
    if device is not None and len(seats) > 1:
        device.wish("leave")


async def sit(world: "World", step: Step) -> None:
    """Seat a latecomer at a free seat, or at that of a bot."""
    tables = world.tables()
    if tables and len(world.devices) < 12:
        seats = tables[0].table["seats"]
        free = [each["seat"] for each in seats if each["by"] == "free"] or [
            each["seat"] for each in seats if each["own_bot"]
        ]
        if free:
            await world.sit("page" if step.n % 3 == 0 else "json", seat=_pick(free, step.n))


async def other_phone(world: "World", step: Step) -> None:
    """Move a person to another phone by the code that the screen shows for the seat."""
    screen = world.screen
    if screen is None or not screen.linked or screen.snapshot is None or len(world.devices) >= 12:
        return
    held = [each["seat"] for each in screen.table["seats"] if each["by"] == "phone"]
    if not held:
        return
    seat = _pick(held, step.n)
    await world.send_and_wait(screen, "hand-over", seat=seat)
    codes = {code.seat: code for code in screen.snapshot.codes} if screen.snapshot is not None else {}
    if seat in codes and codes[seat].hand_over:
        path = "/join/" + codes[seat].url.rpartition("/")[2]
        await world.sit("page" if step.n % 3 == 0 else "json", path)


# ---- what befalls them --------------------------------------------------------------------------------------


def tear(world: "World", step: Step) -> None:
    device: Device | None = _pick(world.list_linked(), step.who)
    if device is not None and device.line is not None:
        device.line.tear(step.n % 200)
        device.on_end()


def dark(world: "World", step: Step) -> None:
    device: Device | None = _pick(world.list_linked(), step.who)
    if device is not None:
        device.go_dark(1 + step.n % 30)


def lost(world: "World", step: Step) -> None:
    """Disconnect all devices at once."""
    for device in world.list_linked():
        device.go_dark(1 + step.n % 20)


def thinker_dies(world: "World", step: Step) -> None:
    if world.thinker is not None:
        world.thinker.die()


def hold(world: "World", step: Step) -> None:
    device: Device | None = _pick(world.list_linked(), step.who)
    if device is not None:
        device.air.hold(0.5 + step.n % 40 / 8)


def reload(world: "World", step: Step) -> None:
    pages = [each for each in world.list_linked() if isinstance(each, PageDevice) and each.role == "seat"]
    page: PageDevice | None = _pick(pages, step.who)
    if page is not None:
        page.reload()


def full(world: "World", step: Step) -> None:
    world.disk.full = True


def full_start(world: "World", step: Step) -> None:
    """Kill the program and let it find a full disk at its next start; room is made some seconds later."""
    world.starts_full = 3.0 + step.n % 20
    world.die("kill")


def stay_full(world: "World", step: Step) -> None:
    """Make the next start find a full disk, whatever ended the program."""
    world.starts_full = 3.0 + step.n % 20


def room(world: "World", step: Step) -> None:
    world.disk.full, world.disk.slow = False, 0.0


def slow(world: "World", step: Step) -> None:
    world.disk.slow = (0.02, 0.2, 1.5)[step.n % 3]


def fail(world: "World", step: Step) -> None:
    """Make a sync fail; sometimes during an action, with a kill before anything else is written."""
    world.disk.failing = 1 + step.n % 2
    if step.n % 3 == 1:
        act(world, step)
        world.loop.call_later(0.3, world.die, "kill")


def clock(world: "World", step: Step) -> None:
    """Change the computer's clock."""
    with contextlib.suppress(IndexError):
        world.clock.ahead += (3600, -3600, 86400, -86400 * 400, 5)[step.n % 5]
