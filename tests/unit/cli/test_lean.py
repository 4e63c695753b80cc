"""Imports of the command line."""

import subprocess
import sys

HEAVY = ("grpc", "google.protobuf", "numpy", "pydantic", "psycopg", "rich.live", "opentelemetry", "services.rag")


def loaded_by(module: str) -> set[str]:
    script = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_help_imports_nothing_heavy() -> None:
    assert not {name for name in loaded_by("services.cli.app") if name.startswith(HEAVY)}


def test_a_worker_process_that_imports_the_main_module_loads_nothing_else() -> None:
    assert {name for name in loaded_by("services.cli.__main__") if name.startswith("services")} == {
        "services", "services.cli", "services.cli.__main__",
    }  # fmt: skip
