"""The node knowledge over gRPC: core types, imports, search, and the slice of a step."""

import json
from collections.abc import AsyncIterator, Awaitable

import grpc
import pytest
from reflow.v1 import graphs_pb2, nodes_pb2, rag_pb2, steps_pb2

from engines.graph.node_types.core_types import load_core_types
from engines.graph.node_types.json_form import load_types
from services.common.errors import Code, ReflowError
from services.common.errors.wire import from_rpc_error
from services.rag.adapters.nodes.object_info import fetch_object_info
from tests.fixtures.services.object_info import OBJECT_INFO, object_info_bytes
from tests.fixtures.services.providers import FakeProviders
from tests.fixtures.services.rag_client import ConfiguredRag, RagClient, RunRag

CONTEXT = steps_pb2.StepContext(run_id="run", step="nodes-1", locale="en", idempotency_key="run/nodes-1")
CORE = len(load_core_types())


async def get_rejection(call: Awaitable[object]) -> ReflowError:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    return from_rpc_error(caught.value)


async def import_catalog(service: RagClient, data: bytes, namespace: str = "") -> nodes_pb2.ImportNodesResponse:
    async def chunks() -> AsyncIterator[nodes_pb2.ImportNodesRequest]:
        for start in range(0, len(data), 65_536):
            yield nodes_pb2.ImportNodesRequest(chunk=data[start : start + 65_536], namespace=namespace)

    response: nodes_pb2.ImportNodesResponse = await service.nodes.ImportNodes(chunks())
    return response


async def find(service: RagClient, text: str) -> list[str]:
    response = await service.nodes.FindNodes(nodes_pb2.FindNodesRequest(text=text, limit=5))
    return [match.type.type for match in response.matches]


async def slice_for(service: RagClient, text: str, graph: object) -> graphs_pb2.NodeSlice:
    content = json.dumps(graph).encode()
    request = rag_pb2.SearchNodesRequest(
        context=CONTEXT, text=text, graph=graphs_pb2.GraphSnapshot(graph_id="g", revision=1, content=content)
    )
    return [response async for response in service.rag.SearchNodes(request)][-1].nodes


async def list_all(service: RagClient) -> nodes_pb2.ListNodesResponse:
    return await service.nodes.ListNodes(nodes_pb2.ListNodesRequest(page_size=1_000))


async def test_node_types_are_imported_searched_sliced_and_removed(configured: ConfiguredRag, running: RunRag) -> None:
    async with running(configured()) as service:
        before = await list_all(service)
        assert (before.total, len(before.types)) == (CORE, CORE)

        imported = await import_catalog(service, object_info_bytes())
        assert imported.count == len(OBJECT_INFO) and imported.revision > before.revision
        assert (await list_all(service)).revision == imported.revision

        # Found by its exact name, by what it does in both languages, and by an alias.
        assert (await find(service, "SaveVideo //Pack"))[0] == "comfy:SaveVideo //Pack"
        assert (await find(service, "export mp4"))[0] == "comfy:SaveVideo //Pack"
        assert "core:Sharpen" in await find(service, "a node that makes the picture sharper")
        assert "core:Sharpen" in await find(service, "让图片更清楚的节点")

        graph = {
            "nodes": {"a": {"type": "core:LoadImage"}, "b": {"type": "other:Missing"}, "c": {"type": "comfy:FlatV3"}}
        }
        nodes = await slice_for(service, "加一个加载模型和采样器并连起来", graph)
        types = load_types(nodes.node_types)
        assert {"core:LoadModel", "core:Sampler", "core:LoadImage", "comfy:FlatV3"} <= set(types)
        assert list(nodes.found[:2]) == ["core:LoadModel", "core:Sampler"]
        assert list(nodes.unknown) == ["other:Missing"] and nodes.revision == imported.revision

        core = nodes_pb2.RemoveNodesRequest(types=["comfy:KSampler", "core:Sampler"])
        assert (await get_rejection(service.nodes.RemoveNodes(core))).code is Code.INVALID_INPUT_FORMAT
        await service.nodes.GetNode(nodes_pb2.GetNodeRequest(type="core:Sampler"))
        remove = nodes_pb2.RemoveNodesRequest(types=["comfy:KSampler", "comfy:Missing"])
        assert (await get_rejection(service.nodes.RemoveNodes(remove))).code is Code.NODE_TYPE_UNKNOWN
        assert (await list_all(service)).total == CORE + len(OBJECT_INFO)  # neither of the two was stored
        await service.nodes.RemoveNodes(nodes_pb2.RemoveNodesRequest(types=["comfy:KSampler"]))
        after = await list_all(service)
        assert after.total == CORE + len(OBJECT_INFO) - 1 and after.revision > imported.revision
        get = nodes_pb2.GetNodeRequest(type="comfy:KSampler")
        assert (await get_rejection(service.nodes.GetNode(get))).code is Code.NODE_TYPE_UNKNOWN


async def test_pages_of_types_are_consecutive_without_gaps(configured: ConfiguredRag, running: RunRag) -> None:
    async with running(configured()) as service:
        names, token = list[str](), ""
        while True:
            page = await service.nodes.ListNodes(nodes_pb2.ListNodesRequest(page_size=7, page_token=token))
            names += [record.type for record in page.types]
            token = page.next_page_token
            if not token:
                break
        assert names == sorted(load_core_types())


async def test_an_import_is_all_or_nothing(configured: ConfiguredRag, running: RunRag) -> None:
    async with running(configured()) as service:
        before = await list_all(service)
        broken = {**OBJECT_INFO, "Broken": {"input": {"required": {"x": []}}}}
        error = await get_rejection(import_catalog(service, object_info_bytes(broken)))
        assert error.code is Code.INVALID_INPUT_FORMAT and error.field == "catalog/Broken/input/required/x"
        assert (await list_all(service)).revision == before.revision


async def test_an_exact_name_is_found_while_the_embedding_model_is_down(
    configured: ConfiguredRag, running: RunRag, providers: FakeProviders
) -> None:
    async with running(configured(providers)) as service:
        providers.script("openai.embeddings", {"status": 503, "always": True})
        response = await service.nodes.FindNodes(nodes_pb2.FindNodesRequest(text="core:Sampler"))
        assert response.by_name and response.matches[0].type.type == "core:Sampler"
        nodes = await slice_for(service, "把采样器删掉", {"nodes": {}})
        assert "core:Sampler" in nodes.found


async def test_a_server_in_a_closed_network_is_fetched_only_where_it_is_configured(providers: FakeProviders) -> None:
    for configured in ((), ("http://127.0.0.1:1",)):
        with pytest.raises(ReflowError) as caught:
            await fetch_object_info(providers.url + "/comfyui", configured, max_bytes=1_000_000, seconds=10)
        assert caught.value.code is Code.INVALID_INPUT_FORMAT and caught.value.field == "url"
        assert "public internet" in caught.value.text.en
    address = providers.url + "/comfyui"
    data = await fetch_object_info(address, (address + "/",), max_bytes=1_000_000, seconds=10)
    assert "KSampler" in json.loads(data)
