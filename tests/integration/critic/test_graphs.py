"""Reviews of changed graphs: the checks in code, and a model's judgment of whether the request is met."""

import json
from typing import Any

from reflow.v1 import critic_pb2, graphs_pb2

from engines.graph.json_form import serialize_graph
from engines.graph.node_types.json_form import dump_types
from tests.fixtures.services.critic_service import CHAT, Critic, Run, context
from tests.fixtures.services.providers import FakeProviders
from tests.unit.engines.graph_planner.utterances import load_graphs, load_types

GRAPHS, TYPES = load_graphs(), load_types()
REMOVAL = [{"op": "remove", "path": "/edges/decode.image>save.image"}, {"op": "remove", "path": "/nodes/16-save"}]
MET = {"met": True, "score": 0.95, "feedback": "The node is removed.", "suggestions": []}
UNMET = {"met": False, "score": 0.2, "feedback": "It removed another node.", "suggestions": ["Remove the preview."]}


async def review(critic: Critic, operations: Any, *, builtin_only: bool = False) -> critic_pb2.Verdict:
    request = critic_pb2.ReviewGraphRequest(
        context=context(builtin_only=builtin_only),
        text="remove the save node",
        graph=graphs_pb2.GraphSnapshot(graph_id="g", revision=1, content=serialize_graph(GRAPHS["t2i"]).encode()),
        operations=json.dumps(operations).encode(),
        nodes=graphs_pb2.NodeSlice(node_types=dump_types(TYPES.values())),
        explanation="Remove Save Image",
    )
    verdicts: list[critic_pb2.Verdict] = [
        response.verdict
        async for response in critic.stub.ReviewGraph(request, timeout=30)
        if response.HasField("verdict")
    ]
    (verdict,) = verdicts
    return verdict


async def test_without_a_model_a_valid_change_passes_and_is_reported_as_not_judged(run: Run) -> None:
    async with run(models=False) as critic:
        verdict = await review(critic, REMOVAL)
        assert verdict.passed
        assert not verdict.judged
        assert "was not judged" in verdict.feedback
        broken = await review(critic, [{"op": "remove", "path": "/nodes/none"}])
        assert not broken.passed
        assert broken.return_to == "planner"
        assert "cannot be applied" in broken.feedback
        blur = {"type": "core:Blur", "data": {}}
        unfinished = [{"op": "add", "path": "/nodes/173260000000000012345678", "value": blur}]
        added = await review(critic, unfinished)
        assert added.passed
        assert "Not connected yet" in added.feedback


async def test_a_model_judges_whether_the_request_is_met(run: Run, model: FakeProviders) -> None:
    async with run(roles=("critic",)) as critic:
        model.script(CHAT, {"answer": MET}, {"answer": UNMET}, {"answer": "no judgment at all", "always": True})
        met = await review(critic, REMOVAL)
        assert (met.passed, met.judged, dict(met.dimensions)) == (True, True, {"validity": 1.0, "request": 0.95})
        unmet = await review(critic, REMOVAL[:1])
        assert (unmet.passed, unmet.return_to, list(unmet.suggestions)) == (False, "planner", ["Remove the preview."])
        failed = await review(critic, [{"op": "remove", "path": "/edges/loader.vae>decode.vae"}])
        assert (failed.passed, failed.judged) == (True, False)
        assert "gave no judgment" in failed.feedback
        before = len(model.request_log(CHAT))
        skipped = await review(critic, REMOVAL, builtin_only=True)
        assert (skipped.passed, skipped.judged) == (True, False)
        assert len(model.request_log(CHAT)) == before


async def test_a_broken_change_fails_and_is_not_sent_to_the_model(run: Run, model: FakeProviders) -> None:
    async with run(roles=("critic",)) as critic:
        model.script(CHAT, {"answer": MET, "always": True})
        verdict = await review(critic, [{"op": "replace", "path": "/nodes/14-sampler/data/steps", "value": 9_999}])
        assert not verdict.passed
        assert not model.request_log(CHAT)
