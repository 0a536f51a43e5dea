"""A run of mutants changes what it is asked to, in a copy."""

from tests import mutants


def test_folder_argument_selects_its_tracked_modules():
    assert "app/protocol/client_rights.py" in mutants.files(["app/protocol"])
    assert mutants.files(["app/protocol/client_rights.py", "docs/benchmarks.md"]) == ["app/protocol/client_rights.py"]
