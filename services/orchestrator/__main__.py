"""Run the orchestrator alone: `python -m services.orchestrator`."""

from services.common.rpc import main
from services.orchestrator.bootstrap import run_orchestrator
from services.orchestrator.settings import OrchestratorSettings

if __name__ == "__main__":
    main("orchestrator", OrchestratorSettings, run_orchestrator)
