"""One step over its pictures in real worker processes: when its clock runs, and what it does when time is short."""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from reflow.v1 import steps_pb2

from services.common.blobs import open_blob_store
from services.common.errors import Code, ReflowError
from services.common.language import Language
from services.common.pictures.limits import PictureLimits
from services.common.workers import Workers
from services.rag.adapters.assets import Assets
from services.rag.adapters.seeing import Interest
from services.rag.analysing import Kept, Wanted
from services.rag.domain.references.analysis import Analysis
from services.rag.lanes import Tools
from services.rag.references import References
from tests.fixtures.eventually import eventually
from tests.fixtures.reference_pictures import page, spot
from tests.fixtures.running_references import keep

# One loop for all: the worker processes live as long as it does.
pytestmark = pytest.mark.asyncio(loop_scope="module")

WAITING, WORKING = steps_pb2.Progress.PHASE_WAITING, steps_pb2.Progress.PHASE_WORKING
LONG = 1_000.0


@dataclass
class Desk:
    """Where pictures are looked over, with a clock that is set by hand."""

    folder: Path
    now: float = 0.0
    workers: Workers = field(default_factory=lambda: Workers(2))
    kept: Kept = field(default_factory=lambda: Kept(LONG * 10, lambda: 0.0))
    told: list[steps_pb2.Activity] = field(default_factory=list)
    assets: type[Assets] = Assets

    async def analyze(self, *asset_ids: str, begin: Callable[[], float] | None = None) -> tuple[Analysis, ...]:
        """Return the analyses; what was told on the way is in `told`."""
        tools = Tools(
            self.assets(open_blob_store(self.folder.as_uri())), PictureLimits(), self.workers, 2, lambda: self.now
        )
        references = References(tools, self.kept, None)
        wanted = Wanted(asset_ids, Interest("", "", Language.ENGLISH), "r/references-1")
        analyses: tuple[Analysis, ...] = ()
        async for told in references.analyze(wanted, begin or (lambda: self.now + LONG), lambda error: None):
            if isinstance(told, tuple):
                analyses = told
            else:
                self.told.append(told)
        return analyses

    def hurried(self) -> float:
        """Begin, and have nearly all of the time gone at once."""
        until = self.now + LONG
        asyncio.get_running_loop().call_soon(lambda: setattr(self, "now", until - 0.1))
        return until

    def phases(self) -> list[int]:
        return [each.progress.phase for each in self.told if each.HasField("progress")]

    def thoughts(self) -> str:
        return "\n".join(each.thought.text for each in self.told if each.HasField("thought"))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "blobs")


async def test_the_clock_begins_when_the_work_does_and_never_stands_still_again(desk: Desk) -> None:
    asset_id = keep(desk.folder, spot(0.5, 0.5))
    begun: list[bool] = []
    release = asyncio.Event()

    async def hold() -> None:
        async with desk.workers.place():
            await release.wait()

    def begin() -> float:
        begun.append(release.is_set())
        return LONG

    held = [asyncio.create_task(hold()) for _ in range(2)]
    await eventually(lambda: desk.workers.busy)
    analysing = asyncio.create_task(desk.analyze(asset_id, begin=begin))
    await eventually(lambda: desk.phases() == [WAITING])
    release.set()
    await analysing
    await asyncio.gather(*held)
    assert begun == [True]
    first = desk.phases().index(WORKING)
    assert set(desk.phases()[:first]) == {WAITING} and set(desk.phases()[first:]) == {WORKING}


async def test_pictures_are_all_measured_and_not_read_when_time_is_short(desk: Desk) -> None:
    ids = [keep(desk.folder, page(f"第{number}页")) for number in range(3)]
    analyses = await desk.analyze(*ids, begin=desk.hurried)
    assert [each.texts for each in analyses] == [(), (), ()] and all(
        each.measured and each.measured.palette for each in analyses
    )
    assert "no time to read the texts of picture 1, 2, 3;" in desk.thoughts()


async def test_what_was_not_read_is_read_the_next_time(desk: Desk) -> None:
    asset_id = keep(desk.folder, page("春游攻略"))
    assert (await desk.analyze(asset_id, begin=desk.hurried))[0].texts == ()
    assert (await desk.analyze(asset_id))[0].texts == ("春游攻略",)


async def test_what_was_measured_when_the_time_is_up_is_kept_and_the_rest_told(desk: Desk) -> None:
    class TimeIsUp(Assets):
        async def content(self, asset_id: str, field: str) -> bytes:
            desk.now = LONG
            return await super().content(asset_id, field)

    desk.workers, desk.assets = Workers(1), TimeIsUp
    first, second = keep(desk.folder, spot(0.5, 0.5)), keep(desk.folder, spot(0.2, 0.2))
    measured, missed = await desk.analyze(first, second)
    assert measured.measured is not None and not measured.degraded
    assert (missed.asset_id, missed.measured, missed.texts, missed.degraded) == (second, None, (), True)
    assert "no time to look at picture 2:" in desk.thoughts() and "texts of picture 1;" in desk.thoughts()
    assert "Reference 2" not in desk.thoughts()
    desk.assets = Assets
    (again,) = await desk.analyze(second)
    assert again.measured is not None and not again.degraded


async def test_a_step_without_time_to_measure_anything_is_out_of_time(desk: Desk) -> None:
    with pytest.raises(ReflowError) as late:
        await desk.analyze(keep(desk.folder, spot(0.5, 0.5)), begin=lambda: desk.now + 0.001)
    assert late.value.code is Code.EXECUTION_TIMEOUT


async def test_a_step_that_fails_keeps_what_it_measured_for_its_next_try(desk: Desk) -> None:
    desk.workers = Workers(1)
    good, broken = keep(desk.folder, spot(0.5, 0.5)), keep(desk.folder, b"not a picture")
    with pytest.raises(ReflowError):
        await desk.analyze(good, broken)
    assert desk.kept.measured.get(good) is not None


async def test_what_is_kept_needs_no_worker(desk: Desk) -> None:
    asset_id = keep(desk.folder, page("春游攻略"))
    first = await desk.analyze(asset_id)
    desk.told.clear()
    again = await desk.analyze(asset_id, begin=lambda: math.nan)
    assert again == first and desk.phases() == []


async def test_progress_only_grows(desk: Desk) -> None:
    await desk.analyze(*(keep(desk.folder, spot(0.1 * number, 0.5)) for number in range(1, 6)))
    fractions = [each.progress.fraction for each in desk.told if each.HasField("progress")]
    assert fractions == sorted(fractions) and 0.8 < fractions[-1] <= 1


async def test_a_worker_that_cannot_read_leaves_what_is_measured(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.rag.lanes.ocr.prepare", _missing)
    (analysis,) = await desk.analyze(keep(desk.folder, page("春游攻略")))
    assert analysis.texts == () and analysis.measured and analysis.measured.palette
    assert "Texts cannot be read here" in desk.thoughts()


def _missing() -> None:
    raise ImportError("libGL.so.1: cannot open shared object file")
