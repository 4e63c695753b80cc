"""Analysis of the images of one step: cached results, new results, and those that could not be computed."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from cachetools import TTLCache

from engines.image_metrics.reference_metrics import ReferenceMetrics
from services.common.contract.activity import Phase, Progress, Thought
from services.common.errors import Code, ReflowError
from services.common.llm.activities import to_activity
from services.common.llm.values import ChatModel
from services.common.text.language import Language, Text
from services.rag.adapters.asset_reader import FIELD
from services.rag.adapters.vision_prompt import NODE, VisionContext
from services.rag.application.image_pipeline import Emit, ImageJob, ImagePipeline, PipelineDeps
from services.rag.application.vision_analyzer import VisionAnalyzer, VisionCache
from services.rag.domain.references.analysis import BUILTIN, Analysis, summarize
from services.rag.domain.references.vision_analysis import VisionAnalysis

CACHED_IMAGES = 1_000

WAITING_FOR_MODEL = Text("正在等待视觉模型的解读", "Waiting for the vision model")
NO_VISION = Text(
    "视觉模型没有解读第 {numbers} 张：{reason}", "The vision model gave no answer for image {numbers}: {reason}"
)
NOT_ANALYZED = Text(
    "第 {numbers} 张来不及分析，这次没有用上。",
    "There was no time to analyze image {numbers}; its content is unknown.",
)
NOT_READ = Text(
    "第 {numbers} 张来不及识别文字，其余分析不受影响。",
    "There was no time to read the texts of image {numbers}; the rest was analyzed.",
)
PARTLY_READ = Text(
    "第 {numbers} 张的文字没有读完，只有最大的几行。",
    "Image {numbers} was not read to the end; its largest lines were.",
)
OCR_UNAVAILABLE = Text(
    "这里无法识别文字，只分析了颜色、明暗与构图。",
    "Texts cannot be read here; only colors, light and composition were analyzed.",
)

VisionOutcomes = Mapping[str, VisionAnalysis | ReflowError]
OnFailure = Callable[[ReflowError], None]


@dataclass(frozen=True, slots=True)
class AnalysisRequest:
    """The images of a step. *key* is the idempotency key of the step."""

    asset_ids: tuple[str, ...]
    context: VisionContext
    key: str
    fresh: bool = False
    builtin_only: bool = False


class AnalysisCache:
    """Results for *seconds*. The id of an asset identifies its content, so each is measured and read once."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self.metrics: TTLCache[str, ReferenceMetrics] = TTLCache(CACHED_IMAGES, seconds, clock)
        self.texts: TTLCache[str, tuple[str, ...]] = TTLCache(CACHED_IMAGES, seconds, clock)
        self.vision: VisionCache = TTLCache(CACHED_IMAGES, seconds, clock)


class ReferenceAnalyzer:
    """Analyzes the images of one step; `CachedAnalysis.analyze` describes the arguments."""

    def __init__(
        self,
        deps: PipelineDeps,
        cache: AnalysisCache,
        model: ChatModel | None,
        request: AnalysisRequest,
        start: Callable[[], float],
        on_failure: OnFailure,
    ) -> None:
        self._deps = deps
        self._cache = cache
        self._model = model
        self._request = request
        self._start = start
        self._on_failure = on_failure
        self._language = request.context.language
        self._deadline = 0.0
        self._metrics: dict[str, ReferenceMetrics] = {}
        self._texts: dict[str, tuple[str, ...]] = {}

    async def run(self, emit: Emit) -> tuple[Analysis, ...]:
        """Return the analyses, in the order of the images; *emit* receives the activities."""
        vision = self._create_vision(emit)
        try:
            jobs = self._plan_jobs(vision)
            if jobs:
                await self._run_pipeline(jobs, vision, emit)
            outcomes = await self._collect_vision(vision, emit)
        finally:
            if vision is not None:
                await vision.close()
        self._report_failures(outcomes, emit)
        analyses = tuple(self._build_analysis(asset_id, outcomes.get(asset_id)) for asset_id in self._request.asset_ids)
        summaries = (summarize(analysis, number, self._language) for number, analysis in enumerate(analyses, 1))
        emit(Thought("\n".join(filter(None, summaries))))
        return analyses

    def _create_vision(self, emit: Emit) -> VisionAnalyzer | None:
        if self._model is None or self._request.builtin_only:
            return None
        return VisionAnalyzer(
            self._model,
            self._request.context,
            self._cache.vision,
            key=self._request.key,
            fresh=self._request.fresh,
            emit=lambda event: emit(to_activity(event, self._language)),
        )

    def _plan_jobs(self, vision: VisionAnalyzer | None) -> list[ImageJob]:
        """Use cached results, and return a job for each image with missing results."""
        jobs: dict[str, ImageJob] = {}
        for index, asset_id in enumerate(self._request.asset_ids):
            metrics, texts = self._cache.metrics.get(asset_id), self._cache.texts.get(asset_id)
            if metrics is not None:
                self._metrics[asset_id] = metrics
            if texts is not None:
                self._texts[asset_id] = texts
            has_vision = vision is None or vision.is_cached(asset_id)
            if metrics is None or texts is None or not has_vision:
                jobs.setdefault(asset_id, ImageJob(asset_id, FIELD.format(index=index), needs_ocr=texts is None))
        return list(jobs.values())

    async def _run_pipeline(self, jobs: list[ImageJob], vision: VisionAnalyzer | None, emit: Emit) -> None:
        def on_prepared(asset_id: str, png: bytes) -> None:
            assert vision is not None, "images are prepared for a model only if there is one"
            vision.start(asset_id, png, self._deadline)

        pipeline = ImagePipeline(
            self._deps,
            jobs,
            emit,
            self._language,
            start=self._start_clock,
            on_prepared=on_prepared if vision is not None else None,
        )
        try:
            await pipeline.run()
        finally:
            self._store_results(pipeline)
        if not self._metrics:
            details = f"none of {len(jobs)} images was measured in time"
            raise ReflowError(Code.EXECUTION_TIMEOUT, details=details, node=NODE)
        self._report_missing(pipeline, jobs, emit)

    def _start_clock(self) -> float:
        self._deadline = self._start()
        return self._deadline

    def _store_results(self, pipeline: ImagePipeline) -> None:
        """Use and cache the results, even if the step timed out: its next attempt uses them."""
        for asset_id, metrics in pipeline.metrics.items():
            self._metrics[asset_id] = metrics
            self._cache.metrics[asset_id] = metrics
        for asset_id, result in pipeline.texts.items():
            self._texts[asset_id] = result.texts
            if result.is_complete:
                self._cache.texts[asset_id] = result.texts

    def _report_missing(self, pipeline: ImagePipeline, jobs: list[ImageJob], emit: Emit) -> None:
        """Emit which images were not analyzed, or not completely, for lack of time."""
        missed = set(self._request.asset_ids) - self._metrics.keys()
        unread = {job.asset_id for job in jobs if job.needs_ocr} - pipeline.texts.keys() - missed
        partly = {asset_id for asset_id, result in pipeline.texts.items() if not result.is_complete}
        if pipeline.ocr_error:
            emit(Thought(OCR_UNAVAILABLE.pick(self._language)))
            unread.clear()
        for text, asset_ids in ((NOT_ANALYZED, missed), (NOT_READ, unread), (PARTLY_READ, partly)):
            if asset_ids:
                emit(Thought(text.pick(self._language).format(numbers=self._format_numbers(asset_ids))))

    async def _collect_vision(self, vision: VisionAnalyzer | None, emit: Emit) -> VisionOutcomes:
        if vision is None:
            return {}
        if vision.is_waiting:
            emit(Progress(Phase.WORKING, 0.9, WAITING_FOR_MODEL.pick(self._language)))
        return await vision.collect()

    def _report_failures(self, outcomes: VisionOutcomes, emit: Emit) -> None:
        """Emit and record each reason once, with the images that it concerns."""
        reasons: dict[str, list[str]] = defaultdict(list)
        for asset_id, outcome in outcomes.items():
            if isinstance(outcome, ReflowError):
                reason = outcome.message(self._language)
                if reason not in reasons:
                    self._on_failure(outcome)
                reasons[reason].append(asset_id)
        for reason, asset_ids in reasons.items():
            numbers = self._format_numbers(asset_ids)
            emit(Thought(NO_VISION.pick(self._language).format(numbers=numbers, reason=reason)))

    def _build_analysis(self, asset_id: str, outcome: VisionAnalysis | ReflowError | None) -> Analysis:
        vision = outcome if isinstance(outcome, VisionAnalysis) else None
        metrics = self._metrics.get(asset_id)
        return Analysis(
            asset_id=asset_id,
            metrics=metrics,
            texts=self._texts.get(asset_id, ()),
            vision=vision,
            engine=self._model.name if self._model is not None and vision is not None else BUILTIN,
            degraded=metrics is None or (self._model is not None and vision is None),
        )

    def _format_numbers(self, asset_ids: Iterable[str]) -> str:
        """Return the positions of images in the request, from 1."""
        selected = set(asset_ids)
        numbers = (str(number) for number, asset_id in enumerate(self._request.asset_ids, 1) if asset_id in selected)
        return ("、" if self._language is Language.CHINESE else ", ").join(numbers)
