"""Settings of the planner, from the environment."""

from services.common.settings import ServiceSettings


class PlannerSettings(ServiceSettings):
    """Settings of the planner."""

    listen: str = "0.0.0.0:50051"
