"""One step with real worker processes: its deadline, and its results when little time remains."""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from services.common.blobs import open_blob_store
from services.common.contract.activity import Activity, Phase, Progress, Thought
from services.common.errors import Code, ReflowError
from services.common.images.limits import ImageLimits
from services.common.text.language import Language
from services.common.worker_pool.pool import WorkerPool
from services.rag.adapters.asset_reader import AssetReader
from services.rag.adapters.vision_prompt import VisionContext
from services.rag.application.cached_analysis import CachedAnalysis
from services.rag.application.image_pipeline import PipelineDeps
from services.rag.application.reference_analysis import AnalysisCache, AnalysisRequest
from services.rag.domain.references.analysis import Analysis
from tests.fixtures.services.reference_client import store_image
from tests.fixtures.services.reference_images import page, spot
from tests.fixtures.systems.eventually import eventually

# One loop for all tests: the worker processes live as long as the loop.
pytestmark = pytest.mark.asyncio(loop_scope="module")

LONG = 1_000.0


@dataclass
class Bench:
    """Dependencies of an analysis, with a manual clock."""

    folder: Path
    now: float = 0.0
    workers: WorkerPool = field(default_factory=lambda: WorkerPool(2))
    cache: AnalysisCache = field(default_factory=lambda: AnalysisCache(LONG * 10, lambda: 0.0))
    activities: list[Activity] = field(default_factory=list)
    assets: type[AssetReader] = AssetReader

    async def analyze(self, *asset_ids: str, start: Callable[[], float] | None = None) -> tuple[Analysis, ...]:
        """Return the analyses; activities are in `activities`."""
        deps = PipelineDeps(
            self.assets(open_blob_store(self.folder.as_uri())), ImageLimits(), self.workers, 2, lambda: self.now
        )
        analysis = CachedAnalysis(deps, self.cache, None)
        request = AnalysisRequest(asset_ids, VisionContext("", "", Language.ENGLISH), "r/references-1")
        analyses: tuple[Analysis, ...] = ()
        async for outcome in analysis.analyze(request, start or (lambda: self.now + LONG), lambda error: None):
            if isinstance(outcome, tuple):
                analyses = outcome
            else:
                self.activities.append(outcome)
        return analyses

    def start_with_little_time(self) -> float:
        """Return the deadline of a step, and let nearly all of its time pass immediately."""
        until = self.now + LONG
        asyncio.get_running_loop().call_soon(lambda: setattr(self, "now", until - 0.1))
        return until

    def phases(self) -> list[Phase]:
        return [one.phase for one in self.activities if isinstance(one, Progress)]

    def thoughts(self) -> str:
        return "\n".join(one.text for one in self.activities if isinstance(one, Thought))


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path / "blobs")


async def test_the_deadline_starts_with_the_work(bench: Bench) -> None:
    asset_id = store_image(bench.folder, spot(0.5, 0.5))
    starts: list[bool] = []
    release = asyncio.Event()

    async def hold() -> None:
        async with bench.workers.place():
            await release.wait()

    def begin() -> float:
        starts.append(release.is_set())
        return LONG

    holders = [asyncio.create_task(hold()) for _ in range(2)]
    await eventually(lambda: bench.workers.busy)
    analysing = asyncio.create_task(bench.analyze(asset_id, start=begin))
    await eventually(lambda: bench.phases() == [Phase.WAITING])
    release.set()
    await analysing
    await asyncio.gather(*holders)
    assert starts == [True]
    first = bench.phases().index(Phase.WORKING)
    assert set(bench.phases()[:first]) == {Phase.WAITING} and set(bench.phases()[first:]) == {Phase.WORKING}


async def test_when_time_is_short_images_are_measured_but_not_read(bench: Bench) -> None:
    ids = [store_image(bench.folder, page(f"第{number}页")) for number in range(3)]
    analyses = await bench.analyze(*ids, start=bench.start_with_little_time)
    assert [each.texts for each in analyses] == [(), (), ()] and all(
        each.metrics and each.metrics.palette for each in analyses
    )
    assert "no time to read the texts of image 1, 2, 3;" in bench.thoughts()


async def test_texts_that_were_not_read_are_read_the_next_time(bench: Bench) -> None:
    asset_id = store_image(bench.folder, page("春游攻略"))
    assert (await bench.analyze(asset_id, start=bench.start_with_little_time))[0].texts == ()
    assert (await bench.analyze(asset_id))[0].texts == ("春游攻略",)


async def test_at_the_deadline_metrics_are_cached_and_missing_images_reported(bench: Bench) -> None:
    class TimeIsUp(AssetReader):
        async def read(self, asset_id: str, field: str) -> bytes:
            bench.now = LONG
            return await super().read(asset_id, field)

    bench.workers, bench.assets = WorkerPool(1), TimeIsUp
    first, second = store_image(bench.folder, spot(0.5, 0.5)), store_image(bench.folder, spot(0.2, 0.2))
    first_analysis, missed = await bench.analyze(first, second)
    assert first_analysis.metrics is not None and not first_analysis.degraded
    assert (missed.asset_id, missed.metrics, missed.texts, missed.degraded) == (second, None, (), True)
    assert "no time to analyze image 2;" in bench.thoughts() and "texts of image 1;" in bench.thoughts()
    assert "Reference 2" not in bench.thoughts()
    bench.assets = AssetReader
    (again,) = await bench.analyze(second)
    assert again.metrics is not None and not again.degraded


async def test_a_step_without_any_metrics_times_out(bench: Bench) -> None:
    with pytest.raises(ReflowError) as late:
        await bench.analyze(store_image(bench.folder, spot(0.5, 0.5)), start=lambda: bench.now + 0.001)
    assert late.value.code is Code.EXECUTION_TIMEOUT


async def test_a_failed_step_caches_its_metrics_for_the_next_attempt(bench: Bench) -> None:
    bench.workers = WorkerPool(1)
    good, broken = store_image(bench.folder, spot(0.5, 0.5)), store_image(bench.folder, b"not an image")
    with pytest.raises(ReflowError):
        await bench.analyze(good, broken)
    assert bench.cache.metrics.get(good) is not None


async def test_cached_results_need_no_worker(bench: Bench) -> None:
    asset_id = store_image(bench.folder, page("春游攻略"))
    first = await bench.analyze(asset_id)
    bench.activities.clear()
    again = await bench.analyze(asset_id, start=lambda: math.nan)
    assert again == first and bench.phases() == []


async def test_progress_only_grows(bench: Bench) -> None:
    await bench.analyze(*(store_image(bench.folder, spot(0.1 * number, 0.5)) for number in range(1, 6)))
    fractions = [one.fraction for one in bench.activities if isinstance(one, Progress)]
    assert fractions == sorted(fractions) and 0.8 < fractions[-1] <= 1


async def test_without_ocr_the_metrics_remain(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.rag.application.image_pipeline.ocr.load_model", _missing)
    (analysis,) = await bench.analyze(store_image(bench.folder, page("春游攻略")))
    assert analysis.texts == () and analysis.metrics and analysis.metrics.palette
    assert "Texts cannot be read here" in bench.thoughts()


def _missing() -> None:
    raise ImportError("libGL.so.1: cannot open shared object file")
