"""The command `reflow`. Light to import: worker processes import the main module again."""

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line and exit with its status."""
    try:
        from services.cli.app import run_app

        status = run_app(sys.argv[1:])
    except KeyboardInterrupt:  # before there is a loop that could take the signal
        status = INTERRUPTED
    sys.exit(status)


if __name__ == "__main__":
    main()
