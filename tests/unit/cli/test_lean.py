"""Imports of the command line."""

import subprocess
import sys

HEAVY = ("grpc", "google.protobuf", "numpy", "pydantic", "psycopg", "rich.live", "opentelemetry", "services.rag")

LATER = (
    "engines.code_review", "engines.language", "engines.note_planner", "engines.note_writer", "engines.painter",
    "rapidfuzz", "rjieba", "scipy", "services.executor.adapters.sandbox", "services.gateway", "services.planner.domain",
)  # fmt: skip
"""What steps need, and the first event does not; the text segmentation alone is a tenth of a second."""


def loaded_by(module: str) -> set[str]:
    script = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_help_imports_nothing_heavy() -> None:
    assert not {name for name in loaded_by("services.cli.app") if name.startswith(HEAVY)}


def test_the_embedded_system_starts_its_database_and_workers_before_it_imports_a_service() -> None:
    modules = loaded_by("services.cli.session.embedded")
    assert not {name for name in modules if name.startswith(("grpc", "numpy")) or name.endswith(".bootstrap")}


def test_the_services_are_ready_for_a_first_event_without_what_steps_need() -> None:
    modules = loaded_by("services.cli.session.embedded_services")
    assert {name for name in modules if name.startswith(LATER)} == set()


def test_the_parser_of_an_image_request_loads_no_rules_of_notes_graphs_and_tasks() -> None:
    others = ("engines.note_", "engines.graph", "services.planner.note_texts", "rjieba")
    assert not {name for name in loaded_by("services.planner.application.parse_intent") if name.startswith(others)}


def test_a_worker_process_that_imports_the_main_module_loads_nothing_else() -> None:
    assert {name for name in loaded_by("services.cli.__main__") if name.startswith("services")} == {
        "services", "services.cli", "services.cli.__main__",
    }  # fmt: skip
