"""The house itself: what must not stand in it, that its doors lead where they say, and that its cuts hold."""

import ast
import re
import shutil
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

import main
from app.commands.command_parsers import PLAYER_KINDS, list_languages
from app.text.translation import languages
from docs import names
from engine.players.bot_levels import Players
from tests import parts
from tests.hardware.turned import ROTATIONS

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ("app", "engine", "hardware", "kv", "data")
SOURCES = (".py", ".html", ".js", ".css", ".toml", ".kv")
MOST_DECISIONS = 30  # a new one replaces an old one
FORBIDDEN = {
    "a path of somebody's machine": r"/(?:wo" + r"rk|root|home/[a-z]+)/",
    "a package registry": r"files\.python" + r"hosted\.org|pypi\." + r"org|index-" + "url",
    "a folder that is not in the project": r"\.\./sha" + "red",
    "something left open": r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b",
}


def list_tracked(*patterns: str) -> list[Path]:
    """List the tracked files that exist."""
    said = subprocess.run(["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in said.stdout.split("\0") if name and (ROOT / name).is_file()]


@pytest.fixture(scope="module", autouse=True)
def _in_a_repository():
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone: there is no list of the files that belong to the project")


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_contains_forbidden_local_references(what):
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in list_tracked()
        if path.suffix not in (".png", ".webp", ".wav", ".ttf", ".woff2") and path.name != "requirements-dev.txt"
        if path.parent.name != "fingerprints"  # any four letters stand somewhere in their digits
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), start=1)
        if re.search(FORBIDDEN[what], line)
    ]
    assert not found


def test_tests_import_nothing_from_test_modules():
    """An import from a test module would bring its fixtures along and run it under its own name."""
    imports = re.compile(r"^[ ]*(?:from +(tests[\w.]*) +import +(\([^)]*\)|.*)|import +(tests.*))$", re.M)
    found = [
        f"{path.relative_to(ROOT)}: {said.group().split(chr(10))[0]}"
        for path in list_tracked("*.py")
        for said in imports.finditer(path.read_text())
        if re.search(r"(?:^|[\s.(])test_\w+", " ".join(filter(None, said.groups())))
    ]
    assert not found


def test_every_link_in_the_documents_has_a_target():
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in list_tracked("*.md")
        for target in re.findall(r"\]\(([^)#\s]+)", page.read_text())
        if "://" not in target and not target.startswith("mailto:") and not (page.parent / target).exists()
    ]
    assert not broken


def prose_of(path):
    """Return what people read in a file: all of it; of Python, comments and docstrings."""
    if path.suffix != ".py":
        return path.read_text()
    with path.open() as source:
        found = [*tokenize.generate_tokens(source.readline)]
    return "\n".join(
        each.string
        for each in found
        if each.type == tokenize.COMMENT or (each.type == tokenize.STRING and '"""' in each.string)
    )


def test_files_named_in_documents_and_docstrings_exist():
    """`<game>` stands for a game: the file exists in one of them."""
    roots, kinds = "app|engine|hardware|kv|data|docs|tests|benchmarks", "py|html|toml|md|css|js|json"
    path, module = re.compile(rf"\b((?:{roots})/[\w./<>-]+\.(?:{kinds}))\b"), re.compile(r"`(\w+\.py)`")
    folder = re.compile(rf"`((?:{roots})/[\w./-]+)`")
    modules, games = {each.name for each in list_tracked("*.py")}, ("architects", "duel", "seven_wonders")
    missing = []
    for page in list_tracked("*.md", "*.py", "*.toml", "*.html", "*.sh"):
        if not path.search(page.read_text()) and page.suffix != ".md":
            continue
        text = prose_of(page)
        named = [name for name in path.findall(text) if "<" not in name.replace("<game>", "")]
        if page.suffix == ".md":
            named += [*folder.findall(text), *(each for each in module.findall(text) if each not in modules)]
        exist = {name: any((ROOT / name.replace("<game>", game)).exists() for game in games) for name in named}
        missing += [f"{page.relative_to(ROOT)}: {name}" for name in exist if not exist[name]]
    assert not missing


def test_names_that_documents_place_in_a_file_are_in_it():
    """Check `Match.answer` in `app/table/game/match.py`, and all phrases of that form."""
    roots = "app|engine|hardware|data|docs|tests"
    listed = re.compile(rf"((?:`[\w.]+`(?:, | and | or )?)+)(?: in | of | \()`((?:{roots})/[\w./<>-]+)`")
    missing = []
    for page in list_tracked("*.md"):
        for names_there, path in listed.findall(" ".join(page.read_text().split())):
            found = [ROOT / path.replace("<game>", game) for game in ("architects", "duel", "seven_wonders")]
            files = [
                file for each in found for file in (each.rglob("*") if each.is_dir() else [each]) if file.is_file()
            ]
            words = {
                word
                for file in files
                for word in re.findall(r"\w+", f"{file.name} {file.read_text('utf-8', 'replace')}")
            }
            named = re.findall(r"`([\w.]+)`", names_there)
            missing += [
                f"{page.relative_to(ROOT)}: {name} in {path}" for name in named if not words.issuperset(name.split("."))
            ]
    assert not missing


def test_every_decision_is_indexed_by_its_title():
    folder = ROOT / "docs" / "decisions"
    index = re.findall(r"^\| (\d{4}) \| \[(.+)\]\((.+)\) \|", (folder / "README.md").read_text(), re.M)
    pages = {page.name: page.read_text().partition("\n")[0] for page in sorted(folder.glob("0*.md"))}
    assert {name: f"# {number} · {title}" for number, title, name in index} == pages
    assert len(index) == len(pages) <= MOST_DECISIONS


def test_design_pages_and_decisions_stay_short():
    assert sum(len(page.read_text().split()) for page in (ROOT / "docs/design").glob("*.md")) < 25_000
    assert sum(len(page.read_text().split()) for page in (ROOT / "docs/decisions").glob("*.md")) < 12_000


def test_every_mentioned_decision_exists():
    numbers = {int(page.name[:4]) for page in (ROOT / "docs/decisions").glob("0*.md")}
    mention = re.compile(r"\b[Dd]ecision[ \n#]+0*(\d{1,4})\b|\bdecisions/(\d{4})")
    dead = [
        f"{path.relative_to(ROOT)}: {said.group()}"
        for path in list_tracked(
            "*.py", "*.md", "*.html", "*.js", "*.css", "*.kv", "*.toml", "*.sh", "*.yml", "hardware/*"
        )
        for said in mention.finditer(path.read_text(errors="replace"))
        if int(said[1] or said[2]) not in numbers
    ]
    assert not dead


def test_every_room_has_a_design_page_and_vice_versa():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `((?:app/)?\w+)/` \|.*\| (.*) \|$", page, re.M)
    rooms = {f"app/{path.parent.name}" for path in (ROOT / "app").glob("*/__init__.py")} | {"engine", "hardware"}
    assert {room for room, pages in rows if re.search(r"\]\(design/\w", pages)} == rooms
    linked = set(re.findall(r"\]\(design/([\w-]+\.md)", page))
    assert linked == {each.name for each in (ROOT / "docs/design").glob("*.md")}


def test_requirements_are_pinned_hashed_and_agree():
    pins = {}
    kinds = ("", "-club", "-compile", "-dev", "-supply")
    for name in (f"requirements{kind}.txt" for kind in kinds):
        text = (ROOT / name).read_text()
        blocks = re.findall(r"^([\w.-]+)==(\S+) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n?)+)", text, re.M)
        assert len(blocks) == sum(line[:1].isalnum() for line in text.splitlines())
        pins[name] = {package: version for package, version, _ in blocks}
    assert pins["requirements.txt"].items() <= pins["requirements-compile.txt"].items()
    assert pins["requirements.txt"].items() <= pins["requirements-club.txt"].items()
    assert pins["requirements-club.txt"].items() <= pins["requirements-dev.txt"].items()
    assert pins["requirements-compile.txt"].items() <= pins["requirements-dev.txt"].items()


def test_duplicated_startup_constants_agree():
    assert set(languages()) == set(list_languages())
    assert set(PLAYER_KINDS) == set(Players(main.read_players()).player_names)


# ---- imports ----------------------------------------------------------------------------------------


def list_modules(*packages: str) -> list[str]:
    found = [path for package in packages for path in sorted((ROOT / package).rglob("*.py"))]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in found]
    return [name.removesuffix(".__init__") for name in names]


def test_every_module_can_be_imported_without_a_warning():
    each = "import importlib, sys; [importlib.import_module(name) for name in sys.argv[1:]]"
    command = [sys.executable, "-W", "error", "-c", each, *list_modules("engine", "app", "hardware"), "main"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr


@pytest.mark.parametrize("root", ["app", "engine", "hardware"])
def test_no_module_imports_itself_in_a_cycle(root):
    graph = grimp.build_graph(root, cache_dir=None)
    needs = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(needs).prepare()  # CycleError names a circle


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("start", "never"),
    [
        (
            "app.host.early_startup",
            {"aiohttp", "asyncio", "kivy", "zeroconf", "jinja2", "msgspec", "platformdirs", "babel"},
        ),
        ("main", {"aiohttp", "kivy", "zeroconf", "jinja2", "msgspec", "app.host.early_startup"}),
        ("app.table.table", {"aiohttp", "kivy", "zeroconf", "gpiozero"}),
        ("app.host.table_process", {"kivy", "gpiozero", "zeroconf", "PIL"}),
        ("app.host.panel_connection", {"kivy", "aiohttp", "gpiozero"}),
    ],
)
def test_startup_does_not_import_heavy_modules(start, never):
    asked = f"import sys, {start}; print(*sorted({never!r} & set(sys.modules)))"
    said = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout.split() == []


def test_import_contracts_hold():
    said = subprocess.run(
        [shutil.which("lint-imports", path=Path(sys.executable).parent) or "lint-imports", "--no-cache"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said.returncode == 0, said.stdout + said.stderr


def test_architecture_page_lists_every_room_and_layer():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    [rooms] = [each for each in linter["contracts"] if each.get("containers") == ["app"]]
    picture = page.partition("## The rooms\n")[2].partition("```\n")[2].partition("```")[0]
    drawn = re.findall(r"^([a-z| ]+?)  +\S", picture, re.M)
    assert drawn == rooms["layers"]
    here = {path.parent.name for path in (ROOT / "app").glob("*/__init__.py")}
    assert set(re.findall(r"^\| `app/(\w+)/` \|", page, re.M)) == here


# ---- sizes ------------------------------------------------------------------------------------------

LINES = 700  # of a module, at most
METHODS = 40  # of a class


def test_no_module_exceeds_the_line_limit():
    lines = {
        str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in list_tracked("app/*.py")
    }
    long = {name: n for name, n in lines.items() if n > LINES}
    told = [f"{name}: {n} lines; split it by what its parts own" for name, n in long.items()]
    assert not told, "\n".join(told)


def test_no_class_exceeds_the_method_limit():
    told = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.name} has {methods} methods; {METHODS} are plenty"
        for path in list_tracked("app/*.py")
        if (text := path.read_text("utf-8")).count(" def ") > METHODS
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef)
        if (methods := sum(isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) for each in node.body)) > METHODS
    ]
    assert not told, "\n".join(told)


def test_class_names_are_unique_in_a_room():
    assert names.list_twins(names.list_classes()) == {}, "what does each own? Call it by that"


def test_class_names_are_unique_across_rooms_of_the_app():
    assert names.list_room_names(names.list_classes()) == set(), "what does each own? Call it by that"


def test_shared_class_names_of_games_are_in_the_glossary():
    section = (ROOT / "docs/glossary.md").read_text("utf-8").partition("## Class names that all games share")[2]
    rows = [line.split("|")[1] for line in section.partition("\n## ")[0].splitlines() if line.startswith("| `")]
    told = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    alike = names.list_game_names(names.list_classes())
    assert alike - told == set(), "which of the two is another thing?"
    assert told - alike == set(), "no two games have it any more; take it off the list"


def test_shared_modules_of_games_are_in_the_design_page():
    """The table of the design page has a row for every shared module."""
    page = (ROOT / "docs/design/games.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    told = {name for row in rows for name in re.findall(r"`([a-z_/]+)`", row)}
    assert names.list_shared_modules() - told == set(), "say what it owns, or which of the two owns something else"


# ---- setup.sh ----------------------------------------------------------------------------------------


def setup(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["./setup.sh", *words], cwd=ROOT, capture_output=True, text=True, check=False)


def test_setup_scripts_are_valid_shell():
    scripts = [
        "setup.sh",
        *(
            f"hardware/appliance/{name}"
            for name in ("install.sh", "image.sh", "wondertable", "fallback", "country", "clock")
        ),
    ]
    for script in scripts:
        assert subprocess.run(["bash", "-n", script], cwd=ROOT, check=False).returncode == 0
    if checker := shutil.which("shellcheck"):
        said = subprocess.run([checker, "-x", *scripts], cwd=ROOT, capture_output=True, text=True, check=False)
        assert said.returncode == 0, said.stdout


def test_setup_help_lists_the_commands():
    said = setup("help")
    assert said.returncode == 0
    for word in ("run", "test", "pictures", "bench", "install", "uninstall", "doctor", "release"):
        assert re.search(rf"^  {word}\b", said.stdout, re.M)


def test_every_test_file_belongs_to_one_part_of_the_full_run():
    patterns = [word for _, _, words in parts.all_parts() for word in words if word.startswith("tests/")]
    cases = [pattern for pattern in patterns if "::" in pattern]
    files = [path for pattern in patterns if pattern not in cases for path in ROOT.glob(pattern)]
    split = {ROOT / case.partition("::")[0] for case in cases}
    assert sorted([*files, *split]) == sorted((ROOT / "tests").rglob("test_*.py"))
    assert sorted(cases) == sorted(
        f"tests/appliance/test_touch_turned.py::test_{bed}[{rotation}]"
        for bed in ("on_the_card", "under_xorg")
        for rotation in ROTATIONS
    )


def test_test_files_are_divided_into_parts_by_duration():
    seconds = {"a": 400.0, "b": 900.0, "c": 2000.0, "d": 300.0, "e": 500.0}
    assert parts.divide(seconds) == [["c"], ["b", "d"], ["a", "e"]]


def test_durations_of_files_that_ran_replace_the_recorded_ones(tmp_path, monkeypatch):
    monkeypatch.setattr(parts, "DURATIONS", tmp_path / "durations.txt")
    parts.DURATIONS.write_text("60.0 tests/test_gone.py\n61.0 tests/test_house.py\n62.0 tests/test_setup.py\n")
    junit = tmp_path / "junit.xml"
    cases = "".join(f'<testcase classname="tests.test_house" name="{name}" time="1.5"/>' for name in "ab")
    junit.write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")
    parts.record([junit])
    assert parts.recorded() == {"tests/test_house.py": 3.0, "tests/test_setup.py": 62.0}


def test_setup_refuses_an_unknown_part():
    said = setup("test", "--full", "dance")
    assert said.returncode == 2
    assert "phones, browser, screen, pictures, whole, containers" in said.stderr


def test_setup_refuses_unknown_commands_and_options():
    said = setup("dance")
    assert said.returncode == 2
    assert "there is no command 'dance'" in said.stderr
    assert setup("install", "--everywhere").returncode == 2


def test_ci_runs_the_setup_test_command():
    assert "./setup.sh test" in (ROOT / ".ci" / "run").read_text()


# Names that others call, and those that only tests or benchmarks do.
USED_ELSEWHERE = {
    "app/screen/paint/text_atlas.py": {"blit_data"},  # Kivy calls these, …
    "app/screen/process/window.py": {"on_stop", "open_settings"},
    "app/screen/surface.py": {"on_touch_down", "on_touch_move"},
    "app/web/jinja_templates.py": {  # … Jinja these, …
        *("dump_bytecode", "_output_child_pre", "return_buffer_contents", "visit_Call", "visit_Getattr"),
    },
    "app/web/response_headers.py": {"handle_error"},  # … aiohttp this …
    "engine/players/random_playout.py": {"playout"},  # … and benchmarks this, compiled
    "hardware/simulated_panel.py": {"fail"},
}


def test_every_definition_of_the_program_is_used_in_it():
    sources = [path for path in list_tracked("main.py", "pyproject.toml", *PROGRAM) if path.suffix in SOURCES]
    counts = Counter(name for path in sources for name in re.findall(r"[A-Za-z_]\w+", path.read_text()))
    unused = {
        str(path.relative_to(ROOT)): names
        for path in sources
        if path.suffix == ".py"
        and (names := {name for name in _defined_names(ast.parse(path.read_text())) if counts[name] == 1})
    }
    assert unused == USED_ELSEWHERE


def _defined_names(module: ast.Module) -> Iterator[str]:
    """Yield the names of undecorated functions, methods and classes, and of constants."""
    for node in ast.walk(module):
        is_named = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if is_named and not node.name.startswith("__") and not any(map(_registers, node.decorator_list)):
            yield node.name
    for node in module.body:
        for target in node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]:
            if isinstance(target, ast.Name):
                yield target.id


def _registers(decorator: ast.expr) -> bool:
    return "property" not in ast.unparse(decorator)
