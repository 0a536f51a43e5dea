"""Tests of the news of a version, which are read from the changelog."""

from app.host.release_notes import MAX_LENGTH, extract_notes

CHANGELOG = """# Changelog

Words before.

## 1.1.0 · 2027-01-02

### Fixed

- **A page** that came back
  empty is drawn [again](docs/club.md).
- `wondertable` says it.

## 1.0.0 · 2026-12-01

The first version.
"""


def test_release_notes_are_extracted_as_plain_text(tmp_path):
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    assert (
        extract_notes(tmp_path, "1.1.0+abcdef")
        == "Fixed\nA page that came back empty is drawn again.\nwondertable says it."
    )
    assert extract_notes(tmp_path, "1.0.0") == "The first version."
    assert extract_notes(tmp_path, "1.0") == ""


def test_release_notes_are_limited_in_length_and_may_be_missing(tmp_path):
    assert extract_notes(tmp_path, "1.0.0") == ""
    (tmp_path / "CHANGELOG.md").write_text("## 2.0 · x\n" + "- word and word\n" * 1000)
    assert MAX_LENGTH - 20 < len(extract_notes(tmp_path, "2.0")) <= MAX_LENGTH
