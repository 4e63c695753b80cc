"""run_checks on real folders."""

from pathlib import Path

import pytest

from services.executor.adapters.sandbox import Checks, Sandbox, SandboxLimits, SandboxUnavailable, find_sandbox
from services.executor.adapters.workspace import Workspace, WorkspaceLimits


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    try:
        return find_sandbox()
    except SandboxUnavailable as error:
        pytest.skip(str(error))


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.open(tmp_path)


def test_failures_and_findings_are_reported(sandbox: Sandbox, workspace: Workspace, tmp_path: Path) -> None:
    workspace.write("calc.py", "import os\n\n\ndef add(a, b):\n    return a - b\n")
    workspace.write("tests/test_calc.py", "from calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n")
    workspace.write("tests/test_other.py", "def test_other():\n    assert True\n")
    workspace.write("conftest.py", "")
    report = Checks(sandbox).run(tmp_path, WorkspaceLimits())
    assert [finding.rule for finding in report.ruff.findings["calc.py"]] == ["F401"]
    assert (report.tests.passed, report.tests.counts) == (False, {"failed": 1, "passed": 1})
    assert report.tests.failures[0].startswith("tests/test_calc.py::test_add")


def test_a_fixed_folder_passes(sandbox: Sandbox, workspace: Workspace, tmp_path: Path) -> None:
    workspace.write("test_a.py", "def test_a():\n    assert 1 + 1 == 2\n")
    report = Checks(sandbox).run(tmp_path, WorkspaceLimits())
    assert (report.tests.passed, report.tests.counts, report.ruff.findings) == (True, {"passed": 1}, {})


def test_a_folder_without_tests_has_no_result(sandbox: Sandbox, workspace: Workspace, tmp_path: Path) -> None:
    workspace.write("a.py", "x = 1\n")
    tests = Checks(sandbox).run(tmp_path, WorkspaceLimits()).tests
    assert (tests.passed, tests.problem is not None) == (None, True)


def test_tests_that_hang_have_no_result(sandbox: Sandbox, workspace: Workspace, tmp_path: Path) -> None:
    workspace.write("test_a.py", "def test_a():\n    while True:\n        pass\n")
    tests = Checks(sandbox, SandboxLimits(seconds=5)).run(tmp_path, WorkspaceLimits()).tests
    assert (tests.passed, "5" in tests.problem.en if tests.problem else "") == (None, True)


def test_the_configuration_of_the_folder_does_not_switch_ruff_off(
    sandbox: Sandbox, workspace: Workspace, tmp_path: Path
) -> None:
    workspace.write("ruff.toml", 'lint.ignore = ["ALL"]\n')
    workspace.write("pyproject.toml", '[tool.ruff]\nexclude = ["*"]\n')
    workspace.write("a.py", "import os\n")
    assert list(Checks(sandbox).run(tmp_path, WorkspaceLimits()).ruff.findings) == ["a.py"]
