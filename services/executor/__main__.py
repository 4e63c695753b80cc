"""Run the executor alone: `python -m services.executor`."""

from services.common.rpc import main
from services.executor.bootstrap import run_executor
from services.executor.settings import ExecutorSettings

if __name__ == "__main__":
    main("executor", ExecutorSettings, run_executor)
