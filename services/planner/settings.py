"""What the planner can be told from its environment."""

from services.common.settings import ServiceSettings


class PlannerSettings(ServiceSettings):
    """Settings of the planner."""

    listen: str = "0.0.0.0:50051"
