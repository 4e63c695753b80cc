"""The use cases of the planner. Each is created by a function that imports its modules: they are loaded when needed."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from services.common.agents.catalog import Catalog
from services.common.llm.configuration import Role
from services.common.llm.registry import ModelRegistry
from services.common.rpc.step_rpc import UseCase
from services.planner.settings import PlannerSettings

if TYPE_CHECKING:
    from services.planner.application.content_policy import ContentPolicy
    from services.planner.application.structured_model import StructuredModel


@dataclass(frozen=True)
class UseCases:
    """Creates the use cases with what they share."""

    settings: PlannerSettings
    models: ModelRegistry
    catalog: Catalog

    @cached_property
    def model(self) -> "StructuredModel | None":
        """The model of the role planner, None without one."""
        from services.planner.application.structured_model import StructuredModel

        chat = self.models.chat(Role.PLANNER)
        seconds = self.settings.limits.planner_seconds
        return StructuredModel(chat, seconds, self.models.clock) if chat is not None else None

    @cached_property
    def policy(self) -> "ContentPolicy":
        """The content policy of the deployment."""
        from services.planner.application.content_policy import ContentPolicy

        return ContentPolicy(self.settings.content_policy, self.settings.content_policy_allow)

    def create_parse_intent(self) -> UseCase:
        """Return the use case that parses the request of an image chat."""
        from services.planner.application.parse_intent import ParseIntent

        return ParseIntent(self.model, self.policy)

    def create_compile_brief(self) -> UseCase:
        """Return the use case that compiles the brief of a note."""
        from services.planner.application.compile_brief import CompileBrief

        return CompileBrief(self.model, self.policy)

    def create_plan_layout(self) -> UseCase:
        """Return the use case that plans the layout of a note."""
        from services.planner.application.plan_layout import PlanLayout

        return PlanLayout(self.model)

    def create_plan_images(self) -> UseCase:
        """Return the use case that plans the images of a note."""
        from services.planner.application.plan_images import PlanImages

        return PlanImages(self.model)

    def create_advise_route(self) -> UseCase:
        """Return the use case that advises on the route of a note."""
        from services.planner.application.advise_route import AdviseRoute

        return AdviseRoute(self.model)

    def create_plan_patch(self) -> UseCase:
        """Return the use case that plans a change of a graph."""
        from services.common.worker_pool.pool import WorkerPool
        from services.planner.adapters.graph_plans import load_libraries
        from services.planner.application.plan_patch import PlanPatch

        workers = WorkerPool(self.settings.workers, load_libraries, self.settings.limits.worker_bytes)
        return PlanPatch(self.model, workers)

    def create_plan_task(self) -> UseCase:
        """Return the use case that plans a task of the agent team."""
        from services.planner.application.plan_task import PlanTask

        return PlanTask(self.model, self.catalog)
