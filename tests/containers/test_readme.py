"""The README's commands in a container of plain Debian with its system Python, as a user enters them."""

import os
import re
import shlex
import subprocess
from collections.abc import Iterator

import pytest

from tests.containers.podman import ROOT, podman

DEBIAN = os.environ.get("DEBIAN", "docker.io/library/debian:bookworm")
# As scripts/check_containers has them.
OPTIONS = shlex.split(os.environ.get("PODMAN_OPTIONS", ""))
# The whole suite takes half an hour: `-n 2 tests/unit` is enough for a quick look.
PYTEST_OPTIONS = os.environ.get("README_PYTEST_OPTIONS", "")
NAME = "reflow-readme"
HOME = "/home/newcomer"
PREPARE = f"""
apt-get update -qq
apt-get install -y -qq --no-install-recommends ca-certificates python3 python3-pip python3-venv pipx
useradd --create-home newcomer
mv /reflow {HOME}/reflow
chown -R newcomer: {HOME}/reflow
"""
BLOCKS = re.findall(r"```bash\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
FIRST, SECOND = BLOCKS[0].strip(), BLOCKS[1].strip()
INSTALL, _, RUN = FIRST.partition(" && ")
WAYS = [line.partition("  #")[0] for line in BLOCKS[2].strip().splitlines()]


@pytest.fixture(scope="module", autouse=True)
def debian(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A container with Python and a clone of this repository."""
    clone = tmp_path_factory.mktemp("readme") / "reflow"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    podman("run", "-d", "--name", NAME, *OPTIONS, DEBIAN, "sleep", "infinity")
    try:
        podman("cp", str(clone), f"{NAME}:/reflow")
        podman("exec", NAME, "sh", "-euc", PREPARE)
        yield
    finally:
        podman("rm", "-f", "-t", "0", NAME)


def type_commands(commands: str) -> str:
    """Run *commands* as the user, in the clone, and return their output and status."""
    shell = ("exec", "--user", "newcomer", "--workdir", f"{HOME}/reflow", NAME, "bash", "-c")
    return podman(*shell, f"exec 2>&1\n{commands}\necho status $?", check=False)


def test_pip_of_the_system_is_rejected_with_the_error_that_the_readme_names() -> None:
    assert "externally-managed-environment" in type_commands(INSTALL)
    assert "externally-managed-environment" in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.split()[0])
def test_the_first_command_saves_an_image(way: str) -> None:
    output = type_commands(f"rm -rf out\n{way}\n{RUN}")
    assert output.rstrip().endswith("status 0"), output
    (path,) = re.findall(r"^out/.*\.png$", output, re.MULTILINE)
    assert type_commands(f"head -c 4 {shlex.quote(path)} | tail -c 3").startswith("PNG")


def test_the_second_command_passes() -> None:
    options = f"-rfE {PYTEST_OPTIONS}"  # without the reasons of skips, which would push failures out of what is shown
    output = type_commands(f"{WAYS[0]}\nPYTEST_ADDOPTS={shlex.quote(options)} {SECOND}")
    assert output.rstrip().endswith("status 0"), output[-20_000:]
