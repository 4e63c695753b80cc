"""Run the planner alone: `python -m services.planner`."""

from services.common.rpc import main
from services.planner.bootstrap import run_planner
from services.planner.settings import PlannerSettings

if __name__ == "__main__":
    main("planner", PlannerSettings, run_planner)
