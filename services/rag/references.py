"""Reference pictures understood: measured and read by ourselves, seen by a model, what was found kept for a while."""

from collections.abc import AsyncGenerator, Callable

from reflow.v1 import steps_pb2

from services.common.models.values import ChatModel
from services.rag.analysing import Analysing, Failed, Kept, Wanted
from services.rag.domain.references.analysis import Analysis
from services.rag.lanes import Tools
from services.rag.underway import UnderWay


class References:
    """Understands stored pictures with *tools*, and with *model* where there is one."""

    def __init__(self, tools: Tools, kept: Kept, model: ChatModel | None) -> None:
        self._tools = tools
        self._kept = kept
        self._model = model

    async def analyze(
        self, wanted: Wanted, begin: Callable[[], float], failed: Failed
    ) -> AsyncGenerator[steps_pb2.Activity | tuple[Analysis, ...], None]:
        """Tell what happens on the way, and one analysis for each picture, in their order, last.

        *begin* is called when the work begins and gives the time until which it may last; *failed* hears each failure
        of the model, which the analyses survive.
        Raises ASSET_UNKNOWN, INVALID_INPUT_FORMAT for what is no picture, or EXECUTION_TIMEOUT.
        """
        await self._tools.assets.check(wanted.asset_ids)
        step = Analysing(self._tools, self._kept, self._model, wanted, begin, failed)
        async with UnderWay(step.run) as work:
            async for told in work.told():
                yield told
            yield await work.result()
