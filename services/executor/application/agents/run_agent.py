"""RunAgent: one step of an agent of a team: a model step or a tool step."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from services.common.contract.activity import Activity
from services.common.contract.agent_team import team_requests
from services.common.contract.agent_team.team import AgentIteration
from services.common.contract.step import StepCall
from services.common.errors import Code, ReflowError
from services.executor.adapters.agent_tools.large_files import LargeFiles
from services.executor.adapters.asset_store import AssetStore
from services.executor.adapters.result_messages import decode_result, encode_result
from services.executor.application.agents.builtin_documents import BUILTINS as DOCUMENT_BUILTINS
from services.executor.application.agents.builtin_documents import BuiltinDocuments
from services.executor.application.agents.builtin_review import BuiltinReview, find_builtin
from services.executor.application.agents.model_step import ModelStep
from services.executor.application.agents.tool_step import ToolStep
from services.executor.application.idempotent_results import compute_result_key
from services.executor.domain.annotation import parse_json


class RunAgent:
    """Runs the next step. Each is bounded, and its result is stored in *assets* by idempotency key."""

    def __init__(
        self,
        builtin: BuiltinReview,
        documents: BuiltinDocuments,
        model: ModelStep,
        tools: ToolStep,
        assets: AssetStore,
    ) -> None:
        self._builtin = builtin
        self._documents = documents
        self._model = model
        self._tools = tools
        self._assets = assets
        self._large_files = LargeFiles(assets)

    async def __call__(
        self, request: team_requests.RunAgent, call: StepCall
    ) -> AsyncGenerator[Activity | AgentIteration, None]:
        """Yield activities, then the iteration. Raises INVALID_INPUT_FORMAT, and the errors of the step."""
        _validate_calls(request)
        key = compute_result_key(request, call)
        stored = await self._assets.find_result(key)
        if stored is not None:
            yield decode_result(stored, AgentIteration)
            return
        request = replace(request, task=await self._large_files.load(request.task))
        async with aclosing(self._select_step(request)(request, call)) as outcomes:
            async for outcome in outcomes:
                if isinstance(outcome, AgentIteration):
                    outcome = await self._large_files.store(outcome)
                    await self._assets.store_result(key, encode_result(outcome))
                yield outcome

    def _select_step(self, request: team_requests.RunAgent) -> BuiltinReview | BuiltinDocuments | ModelStep | ToolStep:
        if builtin := find_builtin(request.task):
            return self._documents if builtin in DOCUMENT_BUILTINS else self._builtin
        if request.iterations and request.iterations[-1].has_pending_calls:
            return self._tools
        return self._model


def _validate_calls(request: team_requests.RunAgent) -> None:
    """Raise INVALID_INPUT_FORMAT unless all arguments are JSON objects and all results are JSON."""
    for number, iteration in enumerate(request.iterations):
        for call in iteration.tool_calls:
            field = f"iterations[{number}].tool_calls"
            if not isinstance(parse_json(call.arguments, field), dict):
                raise ReflowError(Code.INVALID_INPUT_FORMAT, field=field, node="executor")
            if call.result:
                parse_json(call.result, field)
