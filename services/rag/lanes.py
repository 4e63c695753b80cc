"""The pictures of one step on their way through the worker processes: all measured first, then read while time is."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import structlog
from reflow.v1 import steps_pb2

from services.common.language import Language, Text
from services.common.pictures.limits import PictureLimits
from services.common.serving.activities import waiting, working
from services.common.workers import Workers
from services.rag.adapters import ocr, pictures
from services.rag.adapters.assets import Assets
from services.rag.domain.references.measured import Measured
from services.rag.underway import together

log = structlog.get_logger("reflow.rag")

Tell = Callable[[steps_pb2.Activity], None]

PREPARING = Text("首次识别图中文字，正在加载模型", "Reading texts for the first time: loading the models")
MEASURING = Text("已看第 {done} 张参考图，共 {all} 张", "Looked at {done} of {all} reference pictures")
READING = Text("已识别 {done} 张图中的文字，共 {all} 张", "Read the texts of {done} of {all} pictures")
# The part of a step's progress that lies here; a model may take longer.
_SHARE = 0.9
# Longer than this a step does not stay silent, in seconds.
_SILENT = 0.3
# A picture is not begun to be read with less time than this, in seconds: looking for its lines takes 0.4 alone.
_LEAST_READING = 0.6


@dataclass(frozen=True, slots=True)
class Sheet:
    """A picture to be looked at: its id, the request field that named it, and whether it is to be read too."""

    asset_id: str
    field: str
    read: bool


@dataclass(frozen=True, slots=True)
class Tools:
    """What all steps work with: the stored pictures, their limits, the workers, and at most so many lanes a step."""

    assets: Assets
    limits: PictureLimits
    workers: Workers
    most: int
    clock: Callable[[], float]


class Lanes:
    """Looks *sheets* over in as many lanes as workers are free, at least one.

    *begin* tells when the work begins and gives until when, on the tools' clock, it may last. *shown* gets the id of a
    picture and the picture as a model is shown it, as soon as it is there; None: no model is to see it.
    """

    def __init__(
        self,
        tools: Tools,
        sheets: list[Sheet],
        tell: Tell,
        language: Language,
        *,
        begin: Callable[[], float],
        shown: Callable[[str, bytes], None] | None,
    ) -> None:
        self._tools = tools
        self._tell = tell
        self._language = language
        self._begin = begin
        self._shown = shown
        self._to_measure = deque(sheets)
        self._to_read: deque[tuple[str, pictures.Looked]] = deque()
        self._count = len(sheets)
        self._until: float | None = None
        self._told_preparing = False
        self.measured: dict[str, Measured] = {}
        self.texts: dict[str, ocr.Reading] = {}
        self.unreadable = ""

    async def run(self) -> None:
        """Fill `measured` and then `texts` as far as time is; `unreadable` says why nothing can be read at all.

        Raises what is wrong with a picture.
        """
        # Always: whoever holds the step's clock starts it anew when the work begins, so that both have the same.
        self._tell(waiting())
        with suppress(TimeoutError):
            async with asyncio.timeout(None) as self._limit:
                await self._first_lane()

    async def _first_lane(self) -> None:
        async with self._tools.workers.place():
            further = min(self._tools.most, self._count) - 1
            await together(self._lane(), *(self._further_lane() for _ in range(further)))

    async def _further_lane(self) -> None:
        # Only what is free now: who waits for a first worker comes before who would like a second.
        if not self._tools.workers.busy:
            async with self._tools.workers.place():
                await self._lane()

    async def _lane(self) -> None:
        await self._prepare()
        self._begin_once()
        while self._to_measure and self._left() > 0:
            await self._measure(self._to_measure.popleft())
        while self._to_read and self._left() >= _LEAST_READING:
            await self._read(*self._to_read.popleft())

    async def _prepare(self) -> None:
        """Have the worker of this lane load what it needs. Until then it is not free for the work, so no time runs."""
        loading = asyncio.create_task(self._load())
        try:
            done, _ = await asyncio.wait({loading}, timeout=_SILENT)
            if not done and not self._told_preparing and self._until is None:
                self._told_preparing = True
                told = steps_pb2.Progress(phase=steps_pb2.Progress.PHASE_WAITING, text=PREPARING.pick(self._language))
                self._tell(steps_pb2.Activity(progress=told))
            await loading
        finally:
            loading.cancel()
            await asyncio.gather(loading, return_exceptions=True)

    async def _load(self) -> None:
        await self._tools.workers.compute(pictures.prepare)
        try:
            await self._tools.workers.compute(ocr.prepare)
        except Exception as error:  # a library that this machine cannot load: all else is still worth having
            self.unreadable = f"{type(error).__name__}: {error}"
            log.warning("texts of pictures cannot be read", details=self.unreadable)

    def _begin_once(self) -> None:
        if self._until is None:
            self._until = self._begin()
            self._limit.reschedule(asyncio.get_running_loop().time() + self._left())
            self._tell(working(0.0))

    def _left(self) -> float:
        assert self._until is not None, "asked after the work has begun"
        return self._until - self._tools.clock()

    async def _measure(self, sheet: Sheet) -> None:
        data = await self._tools.assets.content(sheet.asset_id, sheet.field)
        show = self._shown is not None
        looked = await self._tools.workers.compute(pictures.look, data, self._tools.limits, sheet.field, show)
        self.measured[sheet.asset_id] = looked.measured
        if self._shown is not None:
            self._shown(sheet.asset_id, looked.shown)
        if sheet.read and not self.unreadable:
            self._to_read.append((sheet.asset_id, looked))
        self._progress(MEASURING, len(self.measured))

    async def _read(self, asset_id: str, looked: "pictures.Looked") -> None:
        lanes = min(self._tools.most, len(self._to_read) + 1)
        seconds = self._left() * lanes / (len(self._to_read) + 1)
        try:
            self.texts[asset_id] = await self._tools.workers.compute(ocr.read, looked.readable, seconds)
        except Exception as error:  # whatever reading breaks on, the picture has been measured
            details = f"{type(error).__name__}: {error}"
            log.warning("texts of a picture could not be read", asset_id=asset_id, details=details)
        self._progress(READING, len(self.texts))

    def _progress(self, text: Text, done: int) -> None:
        fraction = _SHARE * (len(self.measured) + len(self.texts)) / (2 * self._count)
        self._tell(working(fraction, text.pick(self._language).format(done=done, all=self._count)))
