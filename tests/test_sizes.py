"""Tests of counting lines."""

from tests.sizes import by_room, of_tests


def test_lines_are_counted_by_room_and_for_tests(tmp_path):
    for name, text in {
        "main.py": "a\n\n# b\n",
        "app/web/look.html": "a\nb",
        "app/web/static/page.css": "a\n",
        "app/web/data.toml": "a\n",
        "kv/theme.kv": "a\n",
        "tests/app/test_a.py": "a\n",
        "tests/app/helper.py": "a\nb\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert by_room(tmp_path) == {"main.py": 3, "app/web": 3, "kv": 1}
    assert of_tests(tmp_path) == (1, 2)
