"""The built-in painter as an image engine. Implements services.executor.domain.image_engine.ImageEngine."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVarTuple

from services.common.contract.image_chat import ReferenceUse
from services.common.text.language import Text
from services.common.worker_pool.time_limit import TimeLimit
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.jobs.images import PaintedImage, inpaint_image, paint_improved_image
from services.executor.domain.image_engine import (
    BUILTIN,
    EngineAbilities,
    EngineEvents,
    FinishedImage,
    ImageRequest,
    Running,
    WaitingForWorker,
)
from services.executor.domain.reference import MEASURED_USES

Args = TypeVarTuple("Args")

# Lines that retrieval added to a prompt carry markers. An image model reads them; this painter has the style as a
# look already, and would paint the subjects in the description of a style.
_RETRIEVED_LINES = re.compile(r"^.*[⟦⟧].*$\n?", re.MULTILINE)

_PAINTED = (ReferenceUse.BRIGHTNESS, ReferenceUse.COMPOSITION)


class BuiltinEngine:
    """Paints in worker processes: no key, no network, no GPU."""

    name = BUILTIN

    def __init__(self, pipeline: ImagePipeline) -> None:
        self._pipeline = pipeline

    @property
    def abilities(self) -> EngineAbilities:
        return EngineAbilities(can_repaint=True, reference_uses=MEASURED_USES[""])

    async def find_problem(self) -> Text | None:
        return None

    def generate(self, image_request: ImageRequest) -> EngineEvents:
        reference = image_request.reference
        # The colors of the reference image arrive as those of the style.
        uses = () if reference is None else tuple(use for use in MEASURED_USES[reference.purpose] if use in _PAINTED)
        limit = self._pipeline.limit_time(image_request.width, image_request.height)
        return self._run(uses, limit, paint_improved_image, _strip_retrieved(image_request), image_request.prompt)

    def inpaint(self, image_request: ImageRequest, image: bytes, mask: bytes, feather: int) -> EngineEvents:
        limit = self._pipeline.limit_time(image_request.width, image_request.height)
        return self._run((), limit, inpaint_image, _strip_retrieved(image_request), image, mask, feather)

    async def _run(
        self, uses: tuple[ReferenceUse, ...], limit: TimeLimit, job: Callable[[*Args], PaintedImage], *args: *Args
    ) -> EngineEvents:
        if self._pipeline.is_busy:
            yield WaitingForWorker()
        async with self._pipeline.slot():
            yield Running(0.0, seconds=limit.wall_seconds)
            painted = await self._pipeline.run(job, *args, details="the painter's process died", within=limit)
            yield FinishedImage(painted.png, uses, painted.content, painted.sketch)


def _strip_retrieved(image_request: ImageRequest) -> ImageRequest:
    return replace(image_request, prompt=_RETRIEVED_LINES.sub("", image_request.prompt).strip())
