"""`exit_process`: the status and the output of a process, whatever the threads of its libraries do."""

import os
import subprocess
import sys

import pytest

IMPORT = "import atexit, os, sys\nfrom services.common.process_exit import exit_process\n"


def run_python(script: str) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"PYTHONUNBUFFERED": ""}  # what is written waits for the end, as in a shell
    command = [sys.executable, "-c", IMPORT + script]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


@pytest.mark.parametrize("status", [0, 2, 130])
def test_a_teardown_that_would_abort_the_process_is_skipped(status: int) -> None:
    assert run_python(f"atexit.register(os.abort)\nexit_process({status})").returncode == status


def test_what_was_written_arrives() -> None:
    done = run_python("sys.stdout.write('x' * 200_000)\nsys.stderr.write('y')\nexit_process(0)")
    assert (len(done.stdout), done.stderr) == (200_000, "y")


def test_output_that_nobody_reads_is_a_failure_and_no_traceback() -> None:
    done = run_python("os.close(1)\nsys.stdout.write('x')\nexit_process(0)")
    assert (done.returncode, done.stderr) == (1, "")
