"""The first program in the sandbox: unpack the folder, drop all privileges, set limits, execute the command.

It runs as source text (`python -I -S -c`), because nothing of this package is mounted in the sandbox. Arguments: a JSON
object with `uid` (0: unchanged), `limits` ({name of an RLIMIT: value}) and `command`. The archive comes on standard
input.
"""

import io
import json
import os
import resource
import sys
import tarfile
import traceback
from pathlib import Path

FAILED = 125


def main() -> None:
    """Prepare the sandbox as the module states, then replace this process by the command."""
    options = json.loads(sys.argv[1])
    archive = sys.stdin.buffer.read()
    if options["uid"]:
        os.setgroups([])
        os.setresgid(options["uid"], options["uid"], options["uid"])
        os.setresuid(options["uid"], options["uid"], options["uid"])
    for name, value in options["limits"].items():
        kind = getattr(resource, name)
        hard = resource.getrlimit(kind)[1]
        least = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (least, least))
    os.chdir("/work")
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:") as tree:
        for entry in tree:
            unpack(tree, entry)
    null = os.open("/dev/null", os.O_RDWR)
    os.dup2(null, 0)
    os.execv(options["command"][0], options["command"])  # noqa: S606  # there is no shell in between


def unpack(tree: tarfile.TarFile, entry: tarfile.TarInfo) -> None:
    """Write a file or directory of the archive."""
    path = Path(entry.name)
    if entry.isdir():
        path.mkdir(parents=True, exist_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    content = tree.extractfile(entry)
    path.write_bytes(content.read() if content else b"")
    path.chmod(entry.mode & 0o755)


try:
    main()
except BaseException:
    traceback.print_exc()
    os._exit(FAILED)  # differs from every exit code of the command
