"""Stored graphs: changes by users and by runs, undo and redo, in memory and on PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from reflow.v1 import graphs_pb2

from services.common.database.pool import Pool
from services.common.errors import Code
from services.orchestrator.adapters.memory_log import MemoryLog
from tests.fixtures.runs.graphs import SMALL, Graphs, set_value
from tests.fixtures.runs.orchestrator import expect_error, final_status, run_orchestrator
from tests.fixtures.runs.roles.scripted_graph_roles import add_node, plan
from tests.fixtures.runs.roles.scripted_roles import Gate, Roles
from tests.fixtures.systems.eventually import eventually


@pytest.fixture(params=["memory", "postgres"])
def graph_pool(request: pytest.FixtureRequest) -> Pool | None:
    """The database of the graphs; None for those in memory."""
    return request.getfixturevalue("log_pool") if request.param == "postgres" else None


@pytest.fixture
async def graphs(graph_pool: Pool | None) -> AsyncIterator[Graphs]:
    """The graph service on each kind of store."""
    async with run_orchestrator(MemoryLog(), Roles(), pool=graph_pool) as at:
        yield Graphs.of(at)


async def test_a_patch_is_the_next_revision_and_undo_and_redo_are_one_call_each(graphs: Graphs) -> None:
    created = await graphs.create()
    assert (created.revision, created.can_undo, created.can_redo) == (1, False, False)
    graph_id, before = created.graph_id, await graphs.get(created.graph_id)

    changed = await graphs.patch(graph_id, set_value("2", "steps", 30), revision=1)
    assert (changed.graph.revision, changed.graph.can_undo) == (2, True)
    after = await graphs.get(graph_id)
    assert after["nodes"]["2"]["data"]["steps"] == 30

    undone = await graphs.undo(graph_id)
    assert (undone.graph.revision, undone.revision.target, undone.graph.can_redo) == (3, 2, True)
    assert await graphs.get(graph_id) == before
    redone = await graphs.redo(graph_id)
    assert (redone.graph.revision, redone.graph.can_undo, redone.graph.can_redo) == (4, True, False)
    assert await graphs.get(graph_id) == after
    assert await graphs.get(graph_id, revision=1) == before
    assert [one.revision for one in await graphs.revisions(graph_id)] == [4, 3, 2, 1]


async def test_a_list_of_graphs_states_what_can_be_undone_and_redone_as_each_graph_does(graphs: Graphs) -> None:
    created, changed, undone = [(await graphs.create()).graph_id for _ in range(3)]
    for graph_id in (changed, undone):
        await graphs.patch(graph_id, set_value("2", "steps", 30))
    await graphs.undo(undone)
    listed = (await graphs.stub.ListGraphs(graphs_pb2.ListGraphsRequest(page_size=3))).graphs
    assert {one.graph_id: (one.can_undo, one.can_redo) for one in listed} == {
        created: (False, False),
        changed: (True, False),
        undone: (False, True),
    }


async def test_a_patch_that_changes_nothing_stores_no_revision_and_keeps_what_can_be_redone(graphs: Graphs) -> None:
    graph_id = (await graphs.create()).graph_id
    await graphs.patch(graph_id, set_value("2", "steps", 30))
    await graphs.undo(graph_id)
    test = {"op": "test", "path": "/nodes/2/type", "value": "core:Sampler"}
    for operations in ([], [test], [set_value("2", "steps", 20)]):
        same = await graphs.patch(graph_id, *operations)
        assert (same.HasField("revision"), same.graph.revision, same.graph.can_redo) == (False, 3, True), operations
    assert (await graphs.redo(graph_id)).graph.revision == 4


async def test_undo_ends_at_the_first_revision_and_a_change_clears_the_redo_history(graphs: Graphs) -> None:
    graph_id = (await graphs.create()).graph_id
    for steps in (21, 22, 23):
        await graphs.patch(graph_id, set_value("2", "steps", steps))
    for steps in (22, 21, 20):
        await graphs.undo(graph_id)
        assert (await graphs.get(graph_id))["nodes"]["2"]["data"]["steps"] == steps
    assert (await expect_error(graphs.undo(graph_id))).code is Code.NOTHING_TO_UNDO
    await graphs.redo(graph_id)
    await graphs.patch(graph_id, set_value("2", "steps", 40))
    assert (await expect_error(graphs.redo(graph_id))).code is Code.NOTHING_TO_UNDO


async def test_concurrent_edits_of_two_users_are_both_retained(graphs: Graphs) -> None:
    graph_id = (await graphs.create()).graph_id
    edits = [add_node() if number % 2 else add_node("core:Sampler") for number in range(12)]
    changes = await asyncio.gather(*(graphs.patch(graph_id, edit, revision=1) for edit in edits))
    assert sorted(change.revision.revision for change in changes) == list(range(2, 14))
    created = {node for change in changes for node in change.revision.created_node_ids}
    assert set((await graphs.get(graph_id))["nodes"]) == {"1", "2"} | created
    assert len(created) == 12


async def test_a_patch_of_an_older_revision_is_rebased_or_rejected_with_what_changed(graphs: Graphs) -> None:
    graph_id = (await graphs.create()).graph_id
    await graphs.patch(graph_id, set_value("2", "steps", 30))
    rebased = await graphs.patch(graph_id, {"op": "replace", "path": "/nodes/1/title", "value": "模型"}, revision=1)
    assert (rebased.revision.revision, rebased.revision.rebased_from) == (3, 1)
    assert (await graphs.get(graph_id))["nodes"]["2"]["data"]["steps"] == 30

    error = await expect_error(graphs.patch(graph_id, set_value("2", "steps", 40), revision=1))
    assert (error.code, error.metadata["revision"]) == (Code.GRAPH_CONFLICT, "3")
    assert "/nodes/2" in error.text.zh
    assert (await graphs.get(graph_id))["nodes"]["2"]["data"]["steps"] == 30


async def test_an_array_index_refers_to_the_revision_that_its_author_edited(graphs: Graphs) -> None:
    nodes = {name: {"type": "core:Sampler", "data": {"steps": 20}} for name in ("a", "b", "c")}
    graph_id = (await graphs.create({"nodes": nodes, "edges": {}})).graph_id
    await graphs.patch(graph_id, {"op": "remove", "path": "/nodes/a"})
    await graphs.patch(graph_id, set_value("1", "steps", 31), revision=1)
    changed = (await graphs.get(graph_id))["nodes"]
    assert {name: node["data"]["steps"] for name, node in changed.items()} == {"b": 31, "c": 20}
    error = await expect_error(graphs.patch(graph_id, set_value("0", "steps", 32), revision=1))
    assert (error.code, "/nodes/a" in error.text.en) == (Code.GRAPH_CONFLICT, True)


async def test_two_changes_that_close_a_cycle_together_conflict_and_the_text_states_it(graphs: Graphs) -> None:
    nodes = {name: {"type": "core:Blur", "data": {}} for name in ("a", "b")}
    graph_id = (await graphs.create({"nodes": nodes, "edges": {}})).graph_id

    def link(source: str, target: str) -> dict[str, object]:
        ends = {"source": source, "sourceHandle": "image", "target": target, "targetHandle": "image"}
        return {"op": "add", "path": "/edges/-", "value": ends}

    await graphs.patch(graph_id, link("a", "b"), revision=1)
    error = await expect_error(graphs.patch(graph_id, link("b", "a"), revision=1))
    assert (error.code, "会形成环" in error.text.zh) == (Code.GRAPH_CONFLICT, True)


async def test_a_graph_with_unknown_types_is_changed_rebased_undone_and_redone(graphs: Graphs) -> None:
    nodes = {"x": {"type": "own:Secret", "data": {"deep": [1]}}, "2": SMALL["nodes"]["2"]}
    graph_id = (await graphs.create({"nodes": nodes, "edges": {}})).graph_id
    before = await graphs.get(graph_id)
    await graphs.patch(graph_id, set_value("2", "steps", 30))
    removed = await graphs.patch(graph_id, {"op": "remove", "path": "/nodes/x"}, revision=1)
    assert (removed.revision.rebased_from, set((await graphs.get(graph_id))["nodes"])) == (1, {"2"})
    await graphs.undo(graph_id)
    assert (await graphs.get(graph_id))["nodes"]["x"] == before["nodes"]["x"]
    await graphs.redo(graph_id)
    await graphs.undo(graph_id)
    await graphs.undo(graph_id)
    assert await graphs.get(graph_id) == before


async def test_new_nodes_of_a_patch_by_hand_are_placed_unless_they_have_a_position(graphs: Graphs) -> None:
    graph_id = (await graphs.create()).graph_id
    here = {"op": "add", "path": "/nodes/here", "value": {"type": "core:Blur", "position": {"x": 7, "y": 9}}}
    changed = await graphs.patch(graph_id, add_node(), here)
    (created,) = set(changed.revision.created_node_ids) - {"here"}
    nodes = (await graphs.get(graph_id))["nodes"]
    assert set(nodes[created]["position"]) == {"x", "y"}
    assert nodes["here"]["position"] == {"x": 7, "y": 9}


async def test_a_rejected_patch_names_each_operation_at_fault_and_changes_nothing(graphs: Graphs) -> None:
    graph_id = (await graphs.create()).graph_id
    rejected = await graphs.patch(graph_id, set_value("2", "steps", 9_999_999), add_node("core:Samplr"))
    assert [(error.index, error.reason) for error in rejected.errors] == [(0, "OUT_OF_RANGE"), (1, "TYPE_UNKNOWN")]
    assert "core:Sampler" in rejected.errors[1].alternatives
    assert not rejected.HasField("revision")
    assert (await graphs.get(graph_id))["nodes"] == SMALL["nodes"]


async def test_a_repeated_request_changes_nothing_further(graphs: Graphs) -> None:
    first = await graphs.create(request_id="a")
    assert (await graphs.create(request_id="a")).graph_id == first.graph_id
    for _ in range(3):
        changed = await graphs.patch(first.graph_id, set_value("2", "steps", 30), revision=1, request_id="b")
        assert changed.revision.revision == 2
    other = graphs.patch(first.graph_id, set_value("2", "steps", 31), revision=1, request_id="b")
    assert (await expect_error(other)).code is Code.IDEMPOTENCY_KEY_REUSED


async def test_unknown_graphs_and_contents_that_are_not_graphs_are_rejected(graphs: Graphs) -> None:
    known = (await graphs.create()).graph_id
    for call in (
        graphs.get("nothing"),
        graphs.get(known, revision=9),
        graphs.patch("nothing", set_value("2", "steps", 1)),
        graphs.undo("nothing"),
        graphs.run("nothing"),
    ):
        assert (await expect_error(call)).code is Code.GRAPH_UNKNOWN
    invalid = await expect_error(graphs.create({"nodes": [1, 2]}))
    assert (invalid.code, invalid.field) == (Code.GRAPH_INVALID, "content/nodes")


async def test_a_watcher_receives_each_revision_once_from_its_cursor_on(graphs: Graphs) -> None:
    graph_id = (await graphs.create()).graph_id
    await graphs.patch(graph_id, set_value("2", "steps", 30))
    request = graphs_pb2.WatchGraphRequest(graph_id=graph_id, after_revision=1)
    call = graphs.stub.WatchGraph(request, timeout=60)
    seen = [await call.read()]
    await graphs.patch(graph_id, set_value("2", "steps", 31))
    await graphs.run(graph_id)
    seen += [await call.read(), await call.read()]
    call.cancel()
    assert [one.revision.revision for one in seen] == [2, 3, 4]
    assert b'"steps":31' in seen[1].content
    assert seen[2].revision.run_id


async def test_a_run_changes_the_graph_and_a_concurrent_change_is_retained(graphs: Graphs) -> None:
    graph_id = (await graphs.create()).graph_id
    gate = asyncio.Event()
    graphs.at.roles.scripts["plan-1"] = [Gate(gate), plan(add_node())]
    running = asyncio.create_task(graphs.run(graph_id))
    await eventually(lambda: graphs.at.roles.attempts("plan-1"))
    await graphs.patch(graph_id, set_value("2", "steps", 33))
    gate.set()
    assert final_status(await running) == ("SUCCEEDED", "")
    revision, *_ = await graphs.revisions(graph_id)
    assert (revision.revision, revision.kind) == (3, graphs_pb2.REVISION_KIND_RUN)
    assert revision.rebased_from == 1
    graph = await graphs.get(graph_id)
    assert graph["nodes"]["2"]["data"]["steps"] == 33
    (created,) = revision.created_node_ids
    assert "position" in graph["nodes"][created]


async def test_a_run_whose_target_was_removed_meanwhile_fails_and_states_what_changed(graphs: Graphs) -> None:
    graph_id = (await graphs.create()).graph_id
    gate = asyncio.Event()
    graphs.at.roles.scripts["plan-1"] = [Gate(gate), plan(set_value("2", "steps", 33))]
    running = asyncio.create_task(graphs.run(graph_id))
    await eventually(lambda: graphs.at.roles.attempts("plan-1"))
    await graphs.patch(graph_id, {"op": "remove", "path": "/nodes/2"})
    gate.set()
    assert final_status(await running) == ("FAILED", Code.GRAPH_CONFLICT)
    assert "2" not in (await graphs.get(graph_id))["nodes"]


async def test_a_hostile_plan_leaves_the_graph_unchanged_with_one_clear_error(graphs: Graphs) -> None:
    deep: object = "x"
    for _ in range(200):
        deep = [deep]
    link = {"source": "2", "sourceHandle": "latent", "target": "2", "targetHandle": "latent"}
    hostile = {
        "unknown type": plan(add_node("core:Nothing")),
        "id supplied": plan({"op": "add", "path": "/nodes/-", "value": {"id": "9", "type": "core:Sampler"}}),
        "position supplied": plan(
            {"op": "add", "path": "/nodes/-", "value": {"type": "core:Sampler", "position": {"x": 1, "y": 2}}}
        ),
        "too many": plan(*[add_node()] * 2_000),
        "prototype": plan(add_node("core:Sampler", __proto__={"admin": True})),
        "deep": plan(set_value("2", "steps", deep)),
        "outside": plan({"op": "replace", "path": "/../../etc/passwd", "value": 1}),
        "cycle": plan({"op": "add", "path": "/edges/-", "value": link}),
        "no list": graphs_pb2.PatchPlan(operations=b'{"op":"add"}'),
        "no JSON": graphs_pb2.PatchPlan(operations=b"\xff\xfe["),
    }
    graph_id = (await graphs.create()).graph_id
    before = await graphs.get(graph_id)
    for name, planned in hostile.items():
        graphs.at.roles.scripts["plan"] = [planned]
        events = await graphs.run(graph_id)
        assert final_status(events) == ("FAILED", Code.PATCH_REJECTED), name
        assert [event.WhichOneof("payload") for event in events].count("error_raised") == 1
        assert "{" not in events[-1].run_ended.error.message, name
    assert await graphs.get(graph_id) == before
    assert len(await graphs.revisions(graph_id)) == 1
