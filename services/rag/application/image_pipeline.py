"""Images of one step in the worker processes: all are measured first, then their texts are read while time remains."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import structlog

from engines.image_metrics.reference_metrics import ReferenceMetrics
from services.common.activity_stream import run_concurrently
from services.common.cancellation import cancel_tasks
from services.common.contract.activity import Activity, Phase, Progress
from services.common.images.limits import ImageLimits
from services.common.text.language import Language, Text
from services.common.worker_pool.pool import WorkerPool
from services.rag.adapters import ocr, reference_worker
from services.rag.adapters.asset_reader import AssetReader

log = structlog.get_logger("reflow.rag")

Emit = Callable[[Activity], None]

PREPARING = Text("首次识别图中文字，正在加载模型", "Reading texts for the first time: loading the models")
MEASURING = Text("已分析 {done} 张参考图，共 {all} 张", "Analyzed {done} of {all} reference images")
READING = Text("已识别 {done} 张图中的文字，共 {all} 张", "Read the texts of {done} of {all} images")
# Share of the step's progress that this pipeline covers; a vision model may take longer.
_SHARE = 0.9
# Seconds without an activity after which the step reports that models are being loaded.
_MAX_SILENCE = 0.3
# Seconds needed to start reading an image: text detection alone takes 0.4.
_MIN_OCR_SECONDS = 0.6


@dataclass(frozen=True, slots=True)
class ImageJob:
    """An image to process: its id, the request field that contains it, and whether to read its texts."""

    asset_id: str
    field: str
    needs_ocr: bool


@dataclass(frozen=True, slots=True)
class PipelineDeps:
    """Dependencies of all steps: stored images, their limits, and workers, at most *max_workers* for one step."""

    assets: AssetReader
    limits: ImageLimits
    workers: WorkerPool
    max_workers: int
    clock: Callable[[], float]


class ImagePipeline:
    """Processes *jobs* in as many workers as are free, at least one.

    *start* is called when the first worker starts and returns the deadline on the clock of *deps*. *on_prepared*
    receives the id and the PNG of each image for the vision model; None if there is no model.
    """

    def __init__(
        self,
        deps: PipelineDeps,
        jobs: list[ImageJob],
        emit: Emit,
        language: Language,
        *,
        start: Callable[[], float],
        on_prepared: Callable[[str, bytes], None] | None,
    ) -> None:
        self._deps = deps
        self._emit = emit
        self._language = language
        self._start = start
        self._on_prepared = on_prepared
        self._to_measure = deque(jobs)
        self._to_read: deque[tuple[str, reference_worker.PreparedImage]] = deque()
        self._count = len(jobs)
        self._deadline: float | None = None
        self._reported_preparing = False
        self.metrics: dict[str, ReferenceMetrics] = {}
        self.texts: dict[str, ocr.OcrResult] = {}
        self.ocr_error = ""

    async def run(self) -> None:
        """Fill `metrics`, then `texts`, until the deadline; `ocr_error` has the reason if OCR is not available.

        Raises INVALID_INPUT_FORMAT for an invalid image.
        """
        # Always emitted: the orchestrator restarts its timeout when the work starts, so both have the same deadline.
        self._emit(Progress(Phase.WAITING, 0.0))
        with suppress(TimeoutError):
            async with asyncio.timeout(None) as self._timeout:
                await self._run_workers()

    async def _run_workers(self) -> None:
        async with self._deps.workers.place():
            further = min(self._deps.max_workers, self._count) - 1
            await run_concurrently(self._run_worker(), *(self._run_further_worker() for _ in range(further)))

    async def _run_further_worker(self) -> None:
        # Only a worker that is free now: a step that waits for its first worker has precedence.
        if not self._deps.workers.full:
            async with self._deps.workers.place():
                await self._run_worker()

    async def _run_worker(self) -> None:
        await self._prepare_worker()
        self._start_once()
        while self._to_measure and self._remaining_seconds() > 0:
            await self._measure(self._to_measure.popleft())
        while self._to_read and self._remaining_seconds() >= _MIN_OCR_SECONDS:
            await self._read_texts(*self._to_read.popleft())

    async def _prepare_worker(self) -> None:
        """Let the worker load its models; this does not count as working time."""
        loading = asyncio.create_task(self._load())
        try:
            done, _ = await asyncio.wait({loading}, timeout=_MAX_SILENCE)
            if not done and not self._reported_preparing and self._deadline is None:
                self._reported_preparing = True
                self._emit(Progress(Phase.WAITING, 0.0, PREPARING.pick(self._language)))
            await loading
        finally:
            await cancel_tasks(loading)

    async def _load(self) -> None:
        await self._deps.workers.compute(reference_worker.warm_up)
        try:
            await self._deps.workers.compute(ocr.load_model)
        except Exception as error:  # a library that this machine cannot load: the metrics are still useful
            self.ocr_error = f"{type(error).__name__}: {error}"
            log.warning("texts of images cannot be read", details=self.ocr_error)

    def _start_once(self) -> None:
        if self._deadline is None:
            self._deadline = self._start()
            self._timeout.reschedule(asyncio.get_running_loop().time() + self._remaining_seconds())
            self._emit(Progress(Phase.WORKING, 0.0))

    def _remaining_seconds(self) -> float:
        assert self._deadline is not None, "called before the work started"
        return self._deadline - self._deps.clock()

    async def _measure(self, job: ImageJob) -> None:
        data = await self._deps.assets.read(job.asset_id, job.field)
        for_model = self._on_prepared is not None
        prepared = await self._deps.workers.compute(
            reference_worker.measure_image, data, self._deps.limits, job.field, for_model
        )
        self.metrics[job.asset_id] = prepared.metrics
        if self._on_prepared is not None:
            self._on_prepared(job.asset_id, prepared.model_png)
        if job.needs_ocr and not self.ocr_error:
            self._to_read.append((job.asset_id, prepared))
        self._report_progress(MEASURING, len(self.metrics))

    async def _read_texts(self, asset_id: str, prepared: "reference_worker.PreparedImage") -> None:
        workers = min(self._deps.max_workers, len(self._to_read) + 1)
        seconds = self._remaining_seconds() * workers / (len(self._to_read) + 1)
        try:
            self.texts[asset_id] = await self._deps.workers.compute(ocr.recognize_text, prepared.pixels, seconds)
        except Exception as error:  # any error of OCR: the image is measured in any case
            details = f"{type(error).__name__}: {error}"
            log.warning("texts of an image could not be read", asset_id=asset_id, details=details)
        self._report_progress(READING, len(self.texts))

    def _report_progress(self, text: Text, done: int) -> None:
        fraction = _SHARE * (len(self.metrics) + len(self.texts)) / (2 * self._count)
        self._emit(Progress(Phase.WORKING, fraction, text.pick(self._language).format(done=done, all=self._count)))
