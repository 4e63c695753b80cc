"""Generate the typed Python stubs of the contract in gen/ from protos/.

`--check` changes nothing and exits with 1 when gen/ does not match protos/.
"""

import filecmp
import sys
import tempfile
from pathlib import Path

import grpc_tools
from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent.parent
PROTOS = ROOT / "protos"
GENERATED = ROOT / "gen"
WELL_KNOWN = Path(grpc_tools.__file__).parent / "_proto"


def generate(target: Path) -> None:
    """Write the stubs of every .proto below protos/ into *target*."""
    sources = sorted(str(path.relative_to(PROTOS)) for path in PROTOS.rglob("*.proto"))
    status = protoc.main(
        [
            "protoc",
            f"--proto_path={PROTOS}",
            f"--proto_path={WELL_KNOWN}",
            f"--python_out={target}",
            f"--grpc_python_out={target}",
            f"--mypy_out={target}",
            f"--mypy_grpc_out={target}",
            *sources,
        ]
    )
    if status != 0:
        raise SystemExit(status)
    for package in (target / "reflow", target / "reflow" / "v1"):
        (package / "__init__.py").touch()
    (target / "reflow" / "py.typed").touch()


def differences(expected: Path, actual: Path) -> list[str]:
    """Return the relative paths whose content differs between the two folders."""
    names = {str(p.relative_to(base)) for base in (expected, actual) for p in base.rglob("*.py*") if p.is_file()}
    names = {name for name in names if "__pycache__" not in name}
    _, mismatched, missing = filecmp.cmpfiles(expected, actual, sorted(names), shallow=False)
    return [*mismatched, *missing]


def main() -> None:
    """Generate, or check with `--check`."""
    if "--check" not in sys.argv[1:]:
        generate(GENERATED)
        return
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder))
        stale = differences(Path(folder), GENERATED)
    if stale:
        raise SystemExit("gen/ does not match protos/; run `uv run python scripts/generate.py`: " + ", ".join(stale))


if __name__ == "__main__":
    main()
