"""Count of messages by the surfaces that use them."""

from docs.surfaces import messages


def test_messages_are_counted_by_surface(tmp_path):
    said = {
        "screen/pages/a.py": 'w("both"); w("screen"); w.pgettext("a verb", "Free")',
        "phones/pages/a.html": '{{ w("both") }} {{ w("shown") }}',
        "shown/a.py": 'w("shown")',
        "games/duel/a.py": 'w("a game")',
    }
    for file, text in said.items():
        path = tmp_path / "app" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert messages(tmp_path) == {
        ("both", ""): {"screen", "phones"},
        ("screen", ""): {"screen"},
        ("Free", "a verb"): {"screen"},
        ("shown", ""): {"phones", "shown"},
    }
