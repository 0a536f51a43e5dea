"""Sentences of a first game of Architects, each checked against a reader's view by a second implementation."""

from collections import Counter

RESOURCES = {"wood", "stone", "brick", "glass", "papyrus"}


def shields(box, seat):
    """Count the shields of a seat's cards, tokens and stages."""
    cards = sum(box.cards[slug].shields * n for slug, n in seat["cards"].items())
    bonus = sum(effect.amount for slug in seat["progress"] for effect in box.tokens[slug].effects if _shields(effect))
    wonder = box.wonders[seat["wonder"]]
    per_stage = sum(effect.amount for effect in wonder.effects if _shields(effect))
    return cards + bonus + per_stage * sum(wonder.stages[nth - 1].effect for nth in seat["stages"])


def _shields(effect):
    return type(effect).__name__ == "Shields"


def missing(box, seat, number):
    """Count the cards that a stage lacks, without tokens."""
    stage = box.wonders[seat["wonder"]].stages[number - 1]
    held = {slug: seat["cards"].get(slug, 0) for slug in RESOURCES}
    coins = seat["cards"].get("coin", 0)
    most = max(held.values()) if stage.kind == "same" else sum(n > 0 for n in held.values())
    return max(0, stage.cost - most - coins)


def open_stages(box, seat):
    stages = box.wonders[seat["wonder"]].stages
    return [
        nth
        for nth, stage in enumerate(stages, 1)
        if nth not in seat["stages"] and all(other in seat["stages"] for other in stage.requires)
    ]


def tops(view):
    """Return the open card of each seat's stack."""
    return {
        stack: pile["top"]
        for stack, pile in view["stacks"].items()
        if pile.get("top") and pile["left"] and stack != "center"
    }


def count_needed(box, seat, what):
    """Count the things of a seat that a medal asks for."""
    faces = [box.cards[slug] for slug, n in seat["cards"].items() for _ in range(n)]
    match what:
        case "cards":
            return len(faces)
        case "blue-with-cat" | "red-with-horn":
            return sum(face.cat if what == "blue-with-cat" else face.horns > 0 for face in faces)
        case "stages" | "progress":
            return len(seat[what])
        case "cat" | "military":
            return int(seat[what])
    return sum(face.colour == what for face in faces)


def in_sight(view):
    return {*tops(view).values(), *(slug for seat in view["seats"] for slug in seat["cards"])}


def in_reach(view, seat):
    """Return the open cards at the left and the right of a seat."""
    n, open_ = len(view["seats"]), tops(view)
    return {open_[stack] for stack in (str(seat), str((seat - 2) % n + 1)) if stack in open_}


def is_true(idea, seat, facts, view, legal, box, log):  # one case for each sentence
    """Check whether a sentence is true of the view.

    `log`: public events in order, without the undone ones.
    """
    mine = view["seats"][seat - 1] if seat else None
    at = view["seats"][facts["seat"] - 1] if "seat" in facts else None
    asks, acts = view["hints"]["ask"], view["to_act"]
    words = legal.get(seat, ()) if seat else ()
    match idea:
        case "goal":
            return not log["card-taken"] and all(
                len(box.wonders[s["wonder"]].stages) == facts["stages"] for s in view["seats"]
            )
        case "take":
            n, seat = len(view["seats"]), acts[0]
            stacks = ("center", str(seat), str((seat - 2) % n + 1))
            return asks == "take" and all(view["stacks"][stack]["left"] for stack in stacks)
        case "build":
            builds = Counter(text.split()[1] for text in words)
            return (
                all(text.startswith("build ") for text in words)
                and {*map(int, builds)} == {*facts["stages"]}
                and max(builds.values()) == facts["ways"]
            )
        case "token":
            return len(view["tokens"]) == facts["open"] and bool(facts["hidden"]) == (view["tokens_left"] > 0)
        case "extra":
            return "done" in words and any(text.startswith("extra") for text in words)
        case "steal" | "keep":
            return asks == idea and acts == [seat]
        case "cat-looks":
            return "peek" in words and mine["cat"] and asks == "take"
        case "conflict":
            event = log["conflict-fought"][-1]
            won = {nth: n for nth, n in enumerate(event["won"], 1) if n}
            return (
                list(won) == list(facts["seats"])
                and [*won.values()] == list(facts["won"])
                and facts["points"] == box.table.military_points
                and facts["many"] == len(view["seats"])
                and (bool(won) or len({*event["shields"]}) == 1)
            )
        case "last":
            return len(box.wonders[at["wonder"]].stages) - len(at["stages"]) == 1
        case "near":
            return view["conflict"]["tokens"] - view["conflict"]["flipped"] == 1
        case "cat":
            return at["cat"] and facts["points"] == box.table.cat_points
        case "built":
            built = [e for e in log["stage-built"] if (e["seat"], e["stage"]) == (seat, facts["stage"])]
            return facts["stage"] in mine["stages"] and built[-1]["points"] == facts["points"]
        case "token-taken":
            return facts["token"] in mine["progress"] and any(e["seat"] == seat for e in log["token-taken"])
        case "one-of":
            stage = box.wonders[mine["wonder"]].stages[facts["stage"] - 1]
            one = max(n for slug, n in mine["cards"].items() if slug in RESOURCES)
            return (
                stage.cost == facts["cost"]
                and stage.cost - missing(box, mine, facts["stage"]) == facts["have"]
                and stage.kind == facts["kind"]
                and (facts["kind"] == "different" or (one >= 1 and facts["have"] == one + mine["cards"].get("coin", 0)))
            )
        case "need":
            stages = [nth for nth in open_stages(box, mine) if missing(box, mine, nth)]
            ours = [box.wonders[mine["wonder"]].stages[nth - 1] for nth in stages[:2]]
            near = {
                card
                for card in in_reach(view, seat)
                for nth in stages
                if missing(box, {**mine, "cards": {**mine["cards"], card: mine["cards"].get(card, 0) + 1}}, nth)
                < missing(box, mine, nth)
            }
            return (
                (list(facts["stages"]), list(facts["costs"]), list(facts["kinds"]))
                == (stages[:2], [s.cost for s in ours], [s.kind for s in ours])
                and bool(facts["helps"]) == bool(near)
                and asks == "take"
                and acts == [seat]
            )
        case "coin":
            return "coin" in in_sight(view)
        case "red" | "green":
            return any(box.cards[slug].colour == idea for slug in in_sight(view))
        case "blue":
            worth = [box.cards[slug].points for slug in ("blue-3", "blue-2-cat")]
            return any(box.cards[slug].colour == "blue" for slug in in_sight(view)) and worth == [
                facts["plain"],
                facts["cat"],
            ]
        case "horn":
            return any(box.cards[slug].horns for slug in in_sight(view))
        case "gone":
            horns = any(box.cards[slug].horns for seat in view["seats"] for slug in seat["cards"])
            return not horns and bool(log["conflict-fought"]) and any(box.cards[slug].horns for slug in view["discard"])
        case "equal":
            stage = box.wonders[mine["wonder"]].stages[facts["stage"] - 1]
            return stage.kind == "same" and stage.cost == facts["cost"] and facts["stage"] in open_stages(box, mine)
        case "effect":
            stage = box.wonders[mine["wonder"]].stages[facts["stage"] - 1]
            return stage.effect and facts["stage"] in open_stages(box, mine) and facts["wonder"] == mine["wonder"]
        case "medal":
            return facts["points"] == box.table.medal_points and any(
                medal for gap, medal in view["medals"].items() if gap != "center"
            )
        case "set":
            have = {slug: mine["cards"].get(slug, 0) for slug in ("compass", "gear", "tablet")}
            made = [{**have, slug: have[slug] + 1} for slug in in_reach(view, seat) if slug in have]
            return asks == "take" and acts == [seat] and any(max(m.values()) > 1 or min(m.values()) > 0 for m in made)
        case "experts":
            return facts["n"] == len(view["medals"]["center"]) > 0
        case "reach":
            lies = [m for gap, m in view["medals"].items() if gap != "center"] + list(view["medals"].get("center", ()))
            lacks = {what: n - count_needed(box, mine, what) for what, n in box.medals[facts["medal"]].need.items()}
            return facts["medal"] in lies and {w: n for w, n in lacks.items() if n > 0} == {facts["what"]: 1}
        case "which":
            return acts == [seat]
    raise AssertionError(f"nobody has said when {idea} is true")
