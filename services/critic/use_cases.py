"""The use cases of the critic. Each is created by a function that imports its modules: they are loaded when needed."""

from functools import cached_property
from typing import TYPE_CHECKING

from services.common.blobs import BlobStore, open_blob_store
from services.common.llm.configuration import Role
from services.common.llm.registry import ModelRegistry
from services.common.rpc.step_rpc import UseCase
from services.common.telemetry import Telemetry
from services.common.worker_pool.pool import WorkerPool
from services.critic.adapters.image_computations import load_libraries
from services.critic.settings import CriticSettings

if TYPE_CHECKING:
    from services.critic.application.review_note import JudgeModel


class UseCases:
    """Creates the use cases with what they share."""

    def __init__(self, settings: CriticSettings, telemetry: Telemetry, models: ModelRegistry) -> None:
        self._blobs: BlobStore = open_blob_store(settings.blobs_url)
        self._workers = WorkerPool(settings.workers, load_libraries, settings.limits.worker_bytes)
        self._limits = settings.limits
        self._errors = telemetry.errors
        self._models = models

    @cached_property
    def _judge(self) -> "JudgeModel | None":
        """The model that judges notes and graphs: the role critic, else vision, which also accepts images."""
        from services.critic.application.review_note import JudgeModel

        models = self._models
        roles = models.configuration.roles
        if (critic := models.chat(Role.CRITIC)) is not None:
            return JudgeModel(critic, models.clock, accepts_images=roles[Role.CRITIC].sees)
        if (vision := models.chat(Role.VISION)) is not None:
            return JudgeModel(vision, models.clock, accepts_images=True)
        return None

    def create_review_image(self) -> UseCase:
        """Return the use case that reviews an image."""
        from services.critic.application.review_image import ImageReviewer, VisionModel

        model = self._models.vision()
        vision = VisionModel(model, self._models.clock) if model is not None else None
        return ImageReviewer(self._blobs, self._workers, self._limits, self._errors, vision).review

    def create_review_note(self) -> UseCase:
        """Return the use case that reviews a note."""
        from services.critic.application.review_note import NoteReviewer

        return NoteReviewer(self._blobs, self._workers, self._limits, self._errors, self._judge).review

    def create_review_graph(self) -> UseCase:
        """Return the use case that reviews a change of a graph."""
        from services.critic.application.review_graph import GraphReviewer

        return GraphReviewer(self._workers, self._limits, self._errors, self._judge).review

    def create_evaluate_task(self) -> UseCase:
        """Return the use case that evaluates a task of the agent team."""
        from services.critic.application.evaluate_task import TaskEvaluator

        return TaskEvaluator(self._limits, self._errors, self._judge).evaluate
