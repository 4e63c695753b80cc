"""Steps that wait until a model is loaded or a library is seeded: the wait does not count as their work."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from services.common.contract.activity import Phase, Progress
from services.common.contract.step import StepCall
from services.common.rpc.step_rpc import UseCase
from services.common.text.language import Text
from services.rag.application.seed_task import SeedTask

PREPARING = Text("知识库正在准备，请稍候", "Preparing the knowledge library")


class Prepared:
    """A use case that starts once *tasks* are done; until then its step waits, and its time limit does not run.

    If a task fails, the use case encounters the error itself.
    """

    def __init__(self, use_case: UseCase, *tasks: SeedTask) -> None:
        self._use_case = use_case
        self._tasks = tasks

    async def __call__(self, request: Any, call: StepCall) -> AsyncGenerator[Any, None]:
        """Yield the progress of a wait, then the activities of the use case."""
        missing = [task for task in self._tasks if not task.done]
        if missing:
            yield Progress(Phase.WAITING, 0.0, PREPARING.pick(call.language))
            for task in missing:
                await task.run()
            yield Progress(Phase.WORKING, 0.0)
        async with aclosing(self._use_case(request, call)) as outcomes:
            async for outcome in outcomes:
                yield outcome
