"""The command `reflow`."""

import os
import sys

BAD_INSTALLATION = 2
INTERRUPTED = 130
OURS = ("engines", "reflow", "services")


def main() -> None:
    """Run the command line and exit with its status."""
    # gRPC reads this when it is imported: its log records about forks and closed connections are not for a terminal.
    os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
    from services.common.process_exit import exit_process

    try:
        from services.common.collection import collection_paused

        with collection_paused():
            from services.cli.app import run_app

        status = run_app(sys.argv[1:])
    except KeyboardInterrupt:  # before an event loop exists that could handle the signal
        status = INTERRUPTED
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package in OURS:
            raise
        # Without the extras the package that selects the language is missing, so this text is in both languages.
        sys.stderr.write(f"缺少 {package} / {package} is missing: pip install 'reflow[all]'\n")
        status = BAD_INSTALLATION
    exit_process(status)


if __name__ == "__main__":
    main()
