"""The command `reflow`."""

import os
import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line and exit with its status."""
    # Read by gRPC when it is imported: what it notes of forks and closed connections is not for a terminal.
    os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
    try:
        from services.cli.app import run_app

        status = run_app(sys.argv[1:])
    except KeyboardInterrupt:  # before there is a loop that could take the signal
        status = INTERRUPTED
    sys.exit(status)


if __name__ == "__main__":
    main()
