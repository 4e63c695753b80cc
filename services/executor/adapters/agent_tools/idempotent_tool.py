"""Calls with effects outside of the working folder: executed once per idempotency key."""

import json
from collections.abc import Mapping
from typing import Any

from services.common.agents.structured_data import dump_json
from services.executor.adapters.asset_store import AssetStore
from services.executor.domain.agents.tool_calls import to_result_bytes
from services.executor.domain.agents.tools import Tool, ToolContext, ToolResult, ToolSpec

_STARTED = dump_json({"started": True})
_UNKNOWN = {"error": "this call was interrupted; whether it took effect is unknown, so it was not repeated"}


class IdempotentTool:
    """A Tool that never calls *tool* a second time for the same key: its result is stored in *assets*.

    If a crash interrupted the call, its outcome is unknown, and the result states this to the model.
    """

    def __init__(self, tool: Tool, assets: AssetStore) -> None:
        self._tool = tool
        self._assets = assets

    @property
    def spec(self) -> ToolSpec:
        """Specification of the tool."""
        return self._tool.spec

    async def call(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Call the tool, unless it was already called for this key."""
        key = f"{context.idempotency_key}\ntool"
        stored = await self._assets.find_result(key)
        if stored == _STARTED:
            return ToolResult(_UNKNOWN, failed=True)
        if stored is not None:
            value = json.loads(stored)
            return ToolResult(value["output"], failed=value["failed"])
        await self._assets.store_result(key, _STARTED)
        result = await self._tool.call(arguments, context)
        output = json.loads(to_result_bytes(result.output))
        await self._assets.store_result(key, dump_json({"output": output, "failed": result.failed}))
        return ToolResult(output, failed=result.failed)
