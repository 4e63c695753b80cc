"""Settings of the planner, from the environment."""

from services.common.settings import ReportingSettings


class PlannerSettings(ReportingSettings):
    """Settings of the planner."""

    listen: str = "0.0.0.0:50051"
    content_policy: bool = True
    content_policy_allow: tuple[str, ...] = ()
