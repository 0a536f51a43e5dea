"""Tests of what people read first: a short front page, and public addresses that come from one file."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from posixpath import normpath

import pytest
import yaml

from app.appliance.project_addresses import Addresses, load_addresses
from app.appliance.signature import derive_public_key as public_half
from app.appliance.signature import is_signed
from app.looks.theme import colours
from app.text.terminal_output import CannotStart
from docs.addresses import pages, renew_addresses
from docs.published import SECTION, check, notes, publish
from docs.site import page, slug, write_site
from tests import changed, parts
from tests.app.installed import new_key

ROOT = Path(__file__).resolve().parent.parent
MAX_WORDS = 500  # words
MOST_MEGABYTES = 20  # fetched by a shallow clone
FULL = Addresses("https://one.example/r", "https://two.example", "https://three.example", "https://four.example")
# What others have published, by the beginning of its address; none of it is the project's own.
OF_OTHERS = (
    "https://github.com/indjev99/", "https://python-hyper.org/", "https://app.bgstatsapp.com/",
    "https://www.bgstatsapp.com/", "https://www.contributor-covenant.org/",
)  # fmt: skip


def prose(text: str) -> str:
    """Return the text without pictures, code, comments and link targets."""
    for gone in (r"```.*?```", r"<!--.*?-->", r"!\[[^\]]*\]\([^)]*\)", r"`[^`]*`", r"\]\([^)]*\)", r"<https?:[^>]*>"):
        text = re.sub(gone, " ", text, flags=re.DOTALL)
    return text


def count_words(text: str) -> int:
    return len(re.findall(r"\w[\w’'.-]*", prose(text)))


def test_front_page_is_read_in_two_minutes():
    page = (ROOT / "README.md").read_text("utf-8")
    assert count_words(page) <= MAX_WORDS
    assert len(re.findall(r"!\[", page)) >= 3


def test_word_count_skips_pictures_code_and_link_targets():
    assert (
        count_words("Two words ![a picture](of/it.png) `code` <!-- said --> [linked](where/to.md)\n```\nls -l\n```")
        == 3
    )


def test_addresses_on_every_page_match_the_addresses_file():
    assert [
        page.name
        for page in pages()
        if renew_addresses(page.read_text("utf-8"), load_addresses()) != page.read_text("utf-8")
    ] == []


def test_page_names_its_address_or_its_absence():
    page = "<!-- address site -->old<!-- end --> <!-- address clone --><!-- end -->"
    assert "no site yet" in renew_addresses(page, Addresses("", "", "", ""))
    made = renew_addresses(page, FULL)
    assert "<https://four.example>" in made
    assert "git clone --depth 1 https://one.example/r wondertable" in made
    assert renew_addresses(made, FULL) == made


@pytest.mark.parametrize("said", ["http://one.example", "https://one.example with words", "one.example"])
def test_invalid_address_is_reported(tmp_path, said):
    file = tmp_path / "addresses.toml"
    file.write_text(f'repository = "{said}"\nreleases = ""\nupdates = ""\nsite = ""\n')
    with pytest.raises(ValueError, match=r"addresses.toml: repository is not an address"):
        load_addresses(file)


def test_no_document_or_workflow_contains_a_foreign_address():
    own = load_addresses()
    known = tuple(filter(None, (own.repository, own.releases, own.updates, own.site)))
    listed = ["git", "ls-files", "-z", "*.md", ".github", "pyproject.toml"]
    files = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    found = [
        f"{name}: {address}"
        for name in filter(None, files)
        for address in re.findall(r"(?:https?|git|ssh)://[^\s<>\")`'|]+", (ROOT / name).read_text("utf-8"))
        if not address.startswith((*known, *OF_OTHERS))
        and not re.match(r"\w+://(\W|[A-Z]|\d|localhost|.*\.example)", address)
    ]
    assert found == []


def test_every_link_to_a_page_section_names_a_heading():
    """Anchors are spelled as forges and the site spell them."""
    listed = subprocess.run(["git", "ls-files", "-z", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    texts = {name: (ROOT / name).read_text("utf-8") for name in filter(None, listed.stdout.split("\0"))}
    parts = {name: {slug(each) for each in re.findall(r"^#+ +(.+)", text, re.M)} for name, text in texts.items()}
    links = [
        (name, normpath(f"{Path(name).parent}/{to}") if to else name, part)
        for name, text in texts.items()
        for to, part in re.findall(r"\]\((?!\w+:)([^)#\s]*)#([^)\s]+)\)", text)
    ]
    assert len(links) > 30
    assert [link for link in links if link[2] not in parts.get(link[1], set())] == []


def test_site_page_links_to_pages_and_pictures():
    text = "[a](x.md#b) [code](../app/x.py) ![c](p/c.png) [d](../.github/SECURITY.md) [e](https://e.example)"
    made = "[a](x.md#b) code ![c](p/c.png) [d](../forge/SECURITY.md) [e](https://e.example)"
    assert page("docs/y.md", text) == (made, {"docs/p/c.png"})


# ---- a release's page, and the forge --------------------------------------------------------------------

FIRST = "- First.\n\n### Part\n\n- More.\n"
CHANGELOG = f"# Changelog\n\n## 1.0.1 · not yet released\n\n- Later.\n\n## 1.0.0 · 2026-12-31\n\n{FIRST}"


def test_release_notes_need_a_dated_section():
    assert notes(CHANGELOG, "1.0.0") == FIRST
    with pytest.raises(CannotStart, match="has no date"):
        notes(CHANGELOG, "1.0.1")
    with pytest.raises(CannotStart, match="has no section"):
        notes(CHANGELOG, "2.0.0")


def test_publish_builds_and_signs_a_release(tmp_path):
    (tmp_path / "build").mkdir()
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.0.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    for image in ("1.0.0-pc.img.xz", "1.0.0-arm64.img", "0.9.0-pc.img.xz", "1.0.0-pc.txt"):
        (tmp_path / f"build/wondertable-{image}").write_text(image)
    key, public = new_key(tmp_path / "key"), tmp_path / "key.pem"

    def archive(_: Path, to: Path, __: Path) -> Path:
        (file := to / "wondertable-1.0.0.tar").write_bytes(b"archive")
        return file

    made = publish(tmp_path, key, archive, lambda file: file.write_bytes(b"{}"))
    *listed, sums, signature = (file.name for file in made)
    assert listed == [
        "wondertable-1.0.0.tar",
        "wondertable.cdx.json",
        "notes.md",
        "wondertable-1.0.0-arm64.img",
        "wondertable-1.0.0-pc.img.xz",
    ]
    assert [line[66:] for line in (tmp_path / "build" / sums).read_text().splitlines()] == listed
    public.write_bytes(public_half(key))
    assert is_signed((tmp_path / "build" / sums).read_bytes(), (tmp_path / "build" / signature).read_bytes(), [public])
    assert subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=tmp_path / "build", check=False).returncode == 0
    assert (tmp_path / "build/notes.md").read_text() == FIRST


def test_impossible_release_is_refused_before_building(tmp_path):
    def never(*_: Path) -> Path:
        raise AssertionError

    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.0.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    with pytest.raises(CannotStart, match="there is no such file"):
        publish(tmp_path, tmp_path / "key", never, never)
    (tmp_path / "key").write_text("no key")
    with pytest.raises(CannotStart, match="this is not a private key"):
        publish(tmp_path, tmp_path / "key", never, never)
    with pytest.raises(CannotStart, match=r"the tag v1 is not v1.0.0"):
        check(tmp_path, "v1")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n")
    with pytest.raises(CannotStart, match=r"no section “## 1.0.0 · DATE”"):
        publish(tmp_path, new_key(tmp_path / "key"), never, never)


def test_changelog_has_short_sections_by_version():
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    sections = SECTION.findall(text)
    assert [version for version, _, _ in sections][-1] == "1.0.0"
    assert len(sections) == len(re.findall("^## ", text, re.M))
    assert len(sections[-1][2].splitlines()) <= 100


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_workflow_pins_its_actions_and_has_read_permissions_only(file):
    flow = yaml.safe_load(file.read_text("utf-8"))
    assert flow["permissions"] in ({}, {"contents": "read"})
    steps = [step for job in flow["jobs"].values() for step in job["steps"]]
    used = [step["uses"] for step in steps if "uses" in step]
    assert used
    assert [each for each in used if not re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}", each)] == []
    assert [step["run"] for step in steps if "${{" in step.get("run", "")] == [], "what others write is run by a shell"


def test_forge_workflow_runs_the_suite_and_every_group_of_parts():
    flow = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text("utf-8"))
    assert flow["jobs"]["parts"]["strategy"]["matrix"]["part"] == [*parts.GROUPS]
    assert any(step.get("run") == ".ci/run" for step in flow["jobs"]["suite"]["steps"])


def test_offline_linter_finds_no_fault_in_workflows():
    if not (linter := shutil.which("zizmor", path=f"{ROOT}/build/workflows/bin:{Path(sys.executable).parent}")):
        pytest.skip("zizmor is not here; ./setup.sh workflows brings it")
    said = subprocess.run([linter, "--offline", "--no-progress", ".github"], cwd=ROOT, capture_output=True, text=True)
    assert said.returncode == 0, said.stdout + said.stderr


@pytest.mark.parametrize("file", sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml")), ids=lambda file: file.name)
def test_issue_template_has_the_required_fields(file):
    form = yaml.safe_load(file.read_text("utf-8"))
    if file.name == "config.yml":
        assert form.keys() == {"blank_issues_enabled"}
        return
    assert form.keys() >= {"name", "description", "body"}
    assert len({field["id"] for field in form["body"]}) == len(form["body"])
    assert {field["type"] for field in form["body"]} <= {"input", "textarea"}
    assert all(field["attributes"]["label"] for field in form["body"])


# ---- two commands --------------------------------------------------------------------------------------


def test_front_page_has_both_commands_in_one_block():
    page = (ROOT / "README.md").read_text("utf-8")
    block = re.search(r"^## Two commands\n.*?```\n(.*?)```", page, re.DOTALL | re.MULTILINE)
    lines = [line.partition(" #")[0].strip() for line in block[1].splitlines()]
    assert lines[1:] == ["./setup.sh run", "./setup.sh test"]
    assert all((ROOT / line.split()[0]).stat().st_mode & 0o100 for line in lines[1:])


@pytest.mark.full
def test_shallow_clone_has_the_size_the_front_page_states(tmp_path):
    clone = tmp_path / "wondertable"
    subprocess.run(["git", "clone", "-q", "--depth", "1", ROOT.as_uri(), clone], check=True)
    fetched, tree = size(clone / ".git"), size(clone) - size(clone / ".git")
    said = re.search(r"fetches about (\d+) MB.* takes (\d+) MB", (ROOT / "README.md").read_text("utf-8"), re.S)
    assert fetched <= MOST_MEGABYTES
    assert (fetched, fetched + tree) == pytest.approx([*map(float, said.groups())], rel=0.2)


def size(folder: Path) -> float:
    """Return the megabytes of all files below a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


def test_help_docs_and_ci_describe_the_test_command_alike():
    said = subprocess.run([ROOT / "setup.sh", "help"], capture_output=True, text=True, check=True).stdout
    of_help = re.search(r"^  test +(.*?)\n  \S", said, re.DOTALL | re.MULTILINE)[1]
    of_docs = re.search(r"^\| `./setup.sh test` \| (.*) \|$", (ROOT / "docs/developing.md").read_text("utf-8"), re.M)[1]
    of_ci = (ROOT / ".ci/run").read_text()
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "exec ./setup.sh test" in of_ci
    for text in (of_help, of_docs, of_ci):
        plain = " ".join(re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("#", "").split())
        assert "verything a commit has to pass: format, types, and a short sample of each proof" in plain
    for text in (of_help, of_docs, readme):
        assert "five to ten minutes" in " ".join(text.split())
    assert "everything a commit has to pass" in readme


def test_help_names_every_group_and_every_part_that_needs_a_machine():
    said = subprocess.run([ROOT / "setup.sh", "help"], capture_output=True, text=True, check=True).stdout
    of_help = re.search(r"^  test --full (.*?)\n  \S", said, re.DOTALL | re.MULTILINE)[1]
    groups, machines = re.search(r"Groups are (.*); parts that need root are (.*)", " ".join(of_help.split())).groups()
    assert groups.replace(" and ", ", ").split(", ") == [*parts.GROUPS]
    assert machines.split(", ") == [line.split()[0] for line in parts.MACHINES.split("\n") if line]


def test_changed_tests_on_a_fresh_clone_name_the_full_command(capsys, monkeypatch):
    monkeypatch.setattr("tests.changed.changed", lambda rev: [])
    assert changed.main() == 0
    assert capsys.readouterr() == ("", "wondertable: nothing has changed since HEAD; ./setup.sh test runs all tests\n")


def test_documented_install_output_matches_the_script():
    page = (ROOT / "docs/install.md").read_text("utf-8")
    script = (ROOT / "hardware/appliance/install.sh").read_text("utf-8")
    told = [re.split(r" {2,}", line) for line in re.findall(r"^wondertable: (\w+ {2,}.*): fits$", page, re.MULTILINE)]
    said = re.findall(r'^    say "(\w+) {2,}.*: fits"$', script, re.MULTILINE)
    assert [name for name, _ in told] == said
    [board] = [rest for name, rest in told if name == "board"]
    assert board in script


def test_every_page_is_linked_from_the_front_page():
    todo, seen = ["README.md"], set[str]()
    while todo:
        at = todo.pop()
        seen.add(at)
        for to in re.findall(r"\]\((?!\w+:)([^)#\s]+\.md)", (ROOT / at).read_text("utf-8")):
            target = normpath(f"{Path(at).parent}/{to}")
            if target not in seen and (ROOT / target).exists():
                todo.append(target)
    listed = subprocess.run(["git", "ls-files", "docs/*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert {*listed.stdout.split()} - seen <= {"docs/welcome.md"}, "that one is the site's first page"


def test_club_page_is_linked_from_the_main_pages():
    for name in ("README.md", "docs/owner.md", "docs/install.md", "docs/site.py"):
        assert "club.md" in (ROOT / name).read_text("utf-8"), name


def test_site_starts_with_its_own_page_in_the_tables_colours(tmp_path):
    write_site(ROOT, tmp_path)
    front = (tmp_path / "pages/index.md").read_text("utf-8")
    assert "](docs/owner.md#parts)" in front
    assert "](start.md)" in front
    assert "](docs/pictures/table.webp)" in front
    assert f"--candle:{colours()['candle']};" in (tmp_path / "pages/site.css").read_text("utf-8")
