"""Findings of `reflow doctor`, in this process, about models and a deployment."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.cli.app import run_app
from tests.fixtures.services.providers import FakeProviders
from tests.fixtures.systems.clean_environment import without_settings


class Doctor:
    """The command with its own settings."""

    def __init__(self, data: Path, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._data, self._patch, self._capsys = data, patch, capsys

    def examine(self, settings: dict[str, str], *options: str) -> tuple[int, str, str]:
        """Return the status, the report and the errors of the command with *settings*."""
        for name, value in settings.items():
            self._patch.setenv(name, value)
        self._capsys.readouterr()
        status = run_app(["doctor", "--data", str(self._data), "--lang", "en", *options])
        return status, *self._capsys.readouterr()


@pytest.fixture
def doctor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Doctor]:
    """The command on an empty data folder, with no settings of this machine."""
    with pytest.MonkeyPatch.context() as patch:
        for name in os.environ.keys() - without_settings(os.environ).keys():
            patch.delenv(name)
        patch.setenv("COLUMNS", "400")
        yield Doctor(tmp_path, patch, capsys)


def find_line(report: str, *words: str) -> str:
    """Return the one line of *report* that has all *words*."""
    (found,) = [line for line in report.splitlines() if all(word in line for word in words)]
    return found


def test_without_a_configuration_everything_is_built_in(doctor: Doctor) -> None:
    status, report, _ = doctor.examine({})
    assert status == 0 and "Everything works." in report and "built-in rules" in find_line(report, "planner")


def test_a_missing_key_is_named_and_the_status_is_1(doctor: Doctor, providers: FakeProviders, tmp_path: Path) -> None:
    settings = providers.settings(providers.models_toml(tmp_path, engines=()))
    del settings["FAKE_OPENAI_KEY"]
    status, report, _ = doctor.examine(settings)
    assert status == 1 and "is missing" in find_line(report, "✗", "FAKE_OPENAI_KEY", "environment")


def test_roles_are_not_called_without_the_permission_of_the_user(
    doctor: Doctor, providers: FakeProviders, tmp_path: Path
) -> None:
    status, report, _ = doctor.examine(providers.settings(providers.models_toml(tmp_path, engines=())))
    assert status == 0 and "no real call was made" in find_line(report, "?", "planner") and "--yes" in report


def test_each_role_is_called_with_the_permission_of_the_user(
    doctor: Doctor, providers: FakeProviders, tmp_path: Path
) -> None:
    settings = providers.settings(providers.models_toml(tmp_path, default_engine="fake-dashscope"))
    status, report, _ = doctor.examine(settings, "--yes")
    assert status == 0 and "answers a real call" in find_line(report, "✓", "planner"), report
    assert "answers" in find_line(report, "fake-comfyui", providers.url)


def test_a_provider_at_an_address_where_nothing_listens_is_reported(doctor: Doctor, tmp_path: Path) -> None:
    models = tmp_path / "models.toml"
    models.write_text(
        '[providers.own]\nbase_url = "http://127.0.0.1:1/v1"\n[roles.planner]\nprovider = "own"\nmodel = "m"\n'
    )
    status, report, _ = doctor.examine({"REFLOW_MODELS": str(models)}, "--yes")
    assert status == 1 and "cannot be reached" in find_line(report, "✗", "own", "127.0.0.1:1/v1")


def test_a_configuration_that_cannot_be_read_ends_with_status_2(doctor: Doctor, tmp_path: Path) -> None:
    models = tmp_path / "models.toml"
    models.write_text("roles = [")
    status, _, errors = doctor.examine({"REFLOW_MODELS": str(models)})
    assert status == 2 and str(models) in errors


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("RAG_ADDRESS", "127.0.0.1:1", "does not answer (UNAVAILABLE"),
        ("DATABASE_URL", "postgresql://postgres@127.0.0.1:1/x", "cannot be used"),
        ("BLOBS_URL", "file:///proc/no/blobs", "cannot create"),
        ("OTLP_ENDPOINT", "http://127.0.0.1:1", "does not accept spans"),
    ],
)
def test_a_part_of_the_deployment_that_does_not_work_is_marked(
    doctor: Doctor, name: str, value: str, problem: str
) -> None:
    status, report, _ = doctor.examine({f"REFLOW_{name}": value})
    assert status == 1 and find_line(report, "✗", problem)


def test_a_database_and_a_blob_store_that_work_are_reported_with_their_versions(
    doctor: Doctor, database_url: str, tmp_path: Path
) -> None:
    blobs = tmp_path / "blobs"
    status, report, _ = doctor.examine({"REFLOW_DATABASE_URL": database_url, "REFLOW_BLOBS_URL": blobs.as_uri()})
    assert status == 0 and find_line(report, "✓", "PostgreSQL", "pgvector"), report
    assert find_line(report, "✓", "can be written and read") and not any(path.is_file() for path in blobs.rglob("*"))


def test_a_database_without_tables_has_to_be_migrated(doctor: Doctor, empty_database_url: str) -> None:
    status, report, _ = doctor.examine({"REFLOW_DATABASE_URL": empty_database_url})
    assert status == 1 and find_line(report, "✗", "has to be migrated: orchestrator, rag")
