"""A run of mutants changes what it is asked to, in a copy."""

from tests import mutants


def test_a_folder_stands_for_the_modules_that_git_knows_there():
    assert "app/protocol/client_rights.py" in mutants.files(["app/protocol"])
    assert mutants.files(["app/protocol/client_rights.py", "docs/benchmarks.md"]) == ["app/protocol/client_rights.py"]
