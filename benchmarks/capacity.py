"""CPU seconds of one run and memory, by service: the table of docs/deploy.md.

    uv run python -m benchmarks.capacity [--rounds 1]

Every service is a process of its own (`reflow up --processes`) with two workers, on built-in engines; the command line
starts the runs one after the other, and its own CPU does not count. CPU is user and system time of a service and its
workers: meaningful on a busy machine, too. The CPU of periodic polling is measured after the runs, subtracted, and
shown in a separate column. Memory is the proportional set size, so that memory shared by workers counts once: after the
start, and the maximum after a run.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import psutil

REFLOW = (sys.executable, "-m", "services.cli")
IMAGES = ("a cat in the rain", "ink wash mountains", "a lighthouse at dusk", "画一座桥", "画一片竹林")
CASES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "image 512 x 512": tuple((text, "--size", "512x512") for text in IMAGES),
    "image 1024 x 1024": tuple((text, "--size", "1024x1024") for text in IMAGES),
    "note, 3 images": tuple((text, "--workflow", "note", "--yes") for text in ("写一篇春游攻略", "a note about tea")),
}
DATABASE = "PostgreSQL"
SERVICES = ("gateway", "orchestrator", "planner", "rag", "executor", "critic", DATABASE)

BACKGROUND = "background, % of a core"
# An orchestrator polls its queue less often once it has had no run for 10 s.
BACKGROUND_SECONDS = 8.0

ByService = Mapping[str, float]


class System:
    """The processes of `reflow up`, by service."""

    def __init__(self, up: psutil.Process) -> None:
        self._up = up

    def read_cpu_seconds(self) -> ByService:
        """Return the CPU seconds of each service so far, with those of workers that have ended."""
        return self._sum(lambda one: float(sum(one.cpu_times()[:4])))

    def read_megabytes(self) -> ByService:
        """Return the memory of each service."""
        return self._sum(lambda one: one.memory_full_info().pss / 1e6)

    def _sum(self, read: Callable[[psutil.Process], float]) -> ByService:
        found: dict[str, float] = defaultdict(float)
        for child in self._up.children():
            service = _name(child)
            for process in (child, *child.children(recursive=True)):
                try:
                    found[service] += read(process)
                except psutil.NoSuchProcess:
                    continue
        return found


def _name(process: psutil.Process) -> str:
    command = " ".join(process.cmdline())
    return next((service for service in SERVICES if f"services.{service}" in command), DATABASE)


@contextmanager
def started(data: Path) -> Iterator[System]:
    """Run the system on the folder *data*."""
    command = (*REFLOW, "up", "--processes", "--orchestrators", "1", "--port", "0", "--data", str(data))
    environment = os.environ | {"REFLOW_WORKERS": "2", "REFLOW_IMAGE_WORKERS": "2"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as up:
        try:
            assert up.stdout is not None
            up.stdout.readline()  # until it is ready
            yield System(psutil.Process(up.pid))
        finally:
            up.terminate()


def execute(arguments: tuple[str, ...], data: Path) -> None:
    """Execute one run on the system that is running on *data*."""
    command = (*REFLOW, "run", *arguments, "--data", str(data), "--out", str(data / "out"))
    subprocess.run(command, check=True, capture_output=True)


def measure(system: System, data: Path, rounds: int) -> tuple[dict[str, ByService], ByService]:
    """Return the CPU seconds of one run of each case, and the maximum memory."""
    seconds: dict[str, ByService] = {}
    most: dict[str, float] = dict(system.read_megabytes())
    for case, runs in CASES.items():
        execute(runs[0], data)  # the first run loads libraries and is not counted
        begin, before = time.monotonic(), system.read_cpu_seconds()
        for _ in range(rounds):
            for run in runs:
                execute(run, data)
                memory = system.read_megabytes()
                most = {service: max(memory[service], most[service]) for service in SERVICES}
        after, lasted = system.read_cpu_seconds(), time.monotonic() - begin
        background = measure_background(system)
        seconds[case] = {
            one: max(after[one] - before[one] - background[one] * lasted, 0.0) / (rounds * len(runs))
            for one in SERVICES
        }
    return seconds | {BACKGROUND: {one: 100 * background[one] for one in SERVICES}}, most


def measure_background(system: System) -> ByService:
    """Return the CPU seconds per second of polling, right after a run, while its rate is the same as during a run."""
    begin, before = time.monotonic(), system.read_cpu_seconds()
    time.sleep(BACKGROUND_SECONDS)
    after, lasted = system.read_cpu_seconds(), time.monotonic() - begin
    return {one: (after[one] - before[one]) / lasted for one in SERVICES}


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=1, help="how often the runs of each case are repeated")
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory(prefix="reflow-capacity-") as folder:
        Path(folder).chmod(0o711)  # PostgreSQL runs as another user if this process runs as root
        with started(Path(folder)) as system:
            idle = system.read_megabytes()
            seconds, most = measure(system, Path(folder), rounds)
    print("| service | " + " | ".join(seconds) + " | memory idle, most |")
    print("| --- |" + " --- |" * (len(seconds) + 1))
    for service in SERVICES:
        row = " | ".join(f"{seconds[case][service]:.2f}" for case in seconds)
        print(f"| {service} | {row} | {idle[service]:.0f}, {most[service]:.0f} MB |")


if __name__ == "__main__":
    main()
