"""The size of log files is limited, and log lines of rejections without a run are sampled."""

from pathlib import Path

import pytest
import structlog

from services.common.telemetry.log_file import OLD_FILES, RotatingLog, rotate_open_log
from services.common.telemetry.rejection_sampler import MAX_RECORDS, WINDOW_SECONDS, RejectionSampler

REJECTION = {"event": "error", "level": "warning", "code": "INVALID_INPUT_FORMAT", "service": "gateway", "run_id": ""}


def total_size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())


def test_a_log_is_rotated_by_size_and_the_oldest_is_dropped(tmp_path: Path) -> None:
    log = RotatingLog(tmp_path / "reflow.log", 1_000)
    for number in range(1_000):
        log.write(f"{number:09}\n")
    log.close()
    assert {path.name for path in tmp_path.iterdir()} == {
        "reflow.log", *(f"reflow.log.{number}" for number in range(1, OLD_FILES + 1))
    }  # fmt: skip
    assert total_size(tmp_path) <= 1_000 * (OLD_FILES + 1)
    last, before = (tmp_path / "reflow.log").read_text(), (tmp_path / "reflow.log.1").read_text()
    assert (before + last).endswith("".join(f"{number:09}\n" for number in range(900, 1_000)))


def test_two_processes_that_write_one_log_lose_no_line_when_it_is_rotated(tmp_path: Path) -> None:
    first, second = (RotatingLog(tmp_path / "reflow.log", 500) for _ in range(2))
    for number in range(80):
        (first, second)[number % 2].write(f"{number:09}\n")
        first.flush()
        second.flush()
    first.close()
    second.close()
    lines = sorted(line for path in tmp_path.iterdir() for line in path.read_text().splitlines())
    assert lines == [f"{number:09}" for number in range(80)]


def test_the_log_of_a_running_process_is_emptied_and_continued(tmp_path: Path) -> None:
    path = tmp_path / "rag.log"
    with path.open("ab", buffering=0) as log:
        log.write(b"old\n" * 500)
        rotate_open_log(path, 1_000)
        log.write(b"new\n")
        rotate_open_log(path, 1_000)
    assert (path.read_text(), (tmp_path / "rag.log.1").read_text()) == ("new\n", "old\n" * 500)


def test_further_rejections_are_counted_and_not_logged() -> None:
    now = 0.0
    sampler = RejectionSampler(lambda: now)
    for _ in range(MAX_RECORDS):
        sampler(None, "", dict(REJECTION))
    for _ in range(5):
        with pytest.raises(structlog.DropEvent):
            sampler(None, "", dict(REJECTION))
    now = WINDOW_SECONDS
    assert sampler(None, "", dict(REJECTION))["dropped"] == 5
    assert "dropped" not in sampler(None, "", dict(REJECTION))


@pytest.mark.parametrize("different", [{"level": "error"}, {"run_id": "r"}, {"event": "service ready"}])
def test_failures_and_errors_of_runs_are_always_logged(different: dict[str, str]) -> None:
    sampler = RejectionSampler(lambda: 0.0)
    for _ in range(3 * MAX_RECORDS):
        sampler(None, "", REJECTION | different)
