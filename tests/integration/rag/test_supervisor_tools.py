"""The tools of a note's supervisor over gRPC: prompts of every agent with versions and rollback, and templates."""

from typing import Any

import grpc
import pytest
from google.protobuf.json_format import MessageToDict
from reflow.v1 import note_workflow_pb2, prompts_pb2, rag_pb2, steps_pb2

from services.common.contract.prompts import PromptName
from services.common.database.pool import Pool
from services.common.errors import Code
from services.common.errors.wire import from_rpc_error
from tests.fixtures.services.rag_client import ConfiguredRag, RagClient, RunRag

CONTEXT = steps_pb2.StepContext(run_id="run", step="supervisor-prompts", attempt=1, locale="zh", idempotency_key="k")


async def load(service: RagClient) -> tuple[list[dict[str, Any]], note_workflow_pb2.PromptSet]:
    """Return the tool's activities, and the prompts."""
    responses = [one async for one in service.rag.LoadPrompts(rag_pb2.LoadPromptsRequest(context=CONTEXT))]
    return [MessageToDict(one.activity) for one in responses[:-1]], responses[-1].prompts


async def save(service: RagClient, name: str, text: str) -> None:
    await service.prompts.SavePrompt(prompts_pb2.SavePromptRequest(name=name, text=text))


async def test_every_agents_prompt_is_loaded_in_its_active_version_also_after_a_rollback(
    configured: ConfiguredRag, running: RunRag
) -> None:
    async with running(configured()) as service:
        assert not (await load(service))[1].prompts
        for name in PromptName:
            await save(service, name, f"{name} one")
            await save(service, name, f"{name} two")
        await service.prompts.ActivatePrompt(prompts_pb2.ActivatePromptRequest(name=PromptName.LAYOUT, version=1))
        await service.prompts.ActivatePrompt(prompts_pb2.ActivatePromptRequest(name=PromptName.REVIEW, version=0))
        _, loaded = await load(service)
    assert {one.name: (one.version, one.text) for one in loaded.prompts} == {
        name: (1, f"{name} one") if name is PromptName.LAYOUT else (2, f"{name} two")
        for name in PromptName
        if name is not PromptName.REVIEW
    }


async def test_loading_prompts_is_a_call_of_a_tool_that_reports_versions_and_no_texts(
    configured: ConfiguredRag, running: RunRag
) -> None:
    async with running(configured()) as service:
        await save(service, PromptName.BRIEF, "a secret of the operator")
        (call, result), _ = await load(service)
    assert (call["toolCall"]["tool"], call["toolCall"]["input"]) == ("managePrompt", {"action": "list"})
    assert result["toolResult"]["toolCallId"] == call["toolCall"]["toolCallId"]
    versions = {one["name"]: one["version"] for one in result["toolResult"]["output"]["prompts"]}
    assert versions == {name: int(name is PromptName.BRIEF) for name in PromptName}
    assert "secret" not in str(result)


async def test_templates_are_selected_by_a_call_of_a_tool(configured: ConfiguredRag, running: RunRag) -> None:
    request = rag_pb2.SelectTemplatesRequest(context=CONTEXT, topic="露营", content_type="guide")
    async with running(configured()) as service:
        *_, call, result, last = [one async for one in service.rag.SelectTemplates(request)]
    assert call.activity.tool_call.tool == result.activity.tool_result.tool == "recommendTemplates"
    assert 1 <= len(last.templates.templates) <= 3
    assert {one.locale for one in last.templates.templates} == {"zh"}
    listed = MessageToDict(result.activity.tool_result.output)["templates"]
    assert [one["key"] for one in listed] == [one.key for one in last.templates.templates]


async def test_without_the_store_the_step_fails_after_it_reported_why(
    configured: ConfiguredRag, running: RunRag, pool: Pool
) -> None:
    responses = list[rag_pb2.LoadPromptsResponse]()
    async with running(configured()) as service:
        async with pool.connection() as connection:
            await connection.execute("DROP TABLE prompts CASCADE")
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            async for response in service.rag.LoadPrompts(rag_pb2.LoadPromptsRequest(context=CONTEXT)):
                responses.append(response)
    assert from_rpc_error(caught.value).code is Code.VECTOR_DB_ERROR
    assert MessageToDict(responses[-1].activity)["toolResult"]["output"]["status"] == "failed"
