"""Decide whether failed tests are broken or flaky: run each of them alone, several times.

More than MAX_FAILURES failures, or a test that fails again, are broken (status 1). Otherwise the tests are printed, so
that their cause can be fixed: a test that fails once in a thousand runs is a bug, but rarely one of the current change.
"""

import json
import subprocess
import sys
from itertools import product
from pathlib import Path

LAST_FAILED = Path(__file__).parent.parent / ".pytest_cache" / "v" / "cache" / "lastfailed"
MAX_FAILURES = 2
REPETITIONS = 5


def main() -> int:
    """Repeat the failed tests of the last `uv run pytest` and return the exit status."""
    failed = sorted(json.loads(LAST_FAILED.read_text("utf-8"))) if LAST_FAILED.exists() else []
    if not 0 < len(failed) <= MAX_FAILURES:
        return 1
    for test, repetition in product(failed, range(1, REPETITIONS + 1)):
        print(f"\n== repeat {test}: {repetition} of {REPETITIONS}", flush=True)
        if subprocess.run([sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", test]).returncode:
            print("\n== BROKEN: it failed again, alone")
            return 1
    print(f"\n== FLAKY: failed once, and passed {REPETITIONS} times alone. Find the cause:", *failed, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
