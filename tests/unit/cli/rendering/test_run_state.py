"""The state of a run as lines, for each workflow."""

from reflow.v1 import assets_pb2, critic_pb2, graph_execution_pb2, graphs_pb2, orchestrator_pb2, team_pb2, team_run_pb2

from services.cli.rendering.run_state import state_lines
from services.common.text.language import Language


def lines_of(run: orchestrator_pb2.Run) -> dict[str, str]:
    """Return the lines of *run* in English, by their label."""
    return dict(state_lines(run, Language.ENGLISH))


def test_the_state_of_a_changed_graph_has_its_plan_and_its_change() -> None:
    state = graphs_pb2.GraphAssistantState(
        input=graphs_pb2.GraphAssistantInput(text="add a\nsampler", graph_id="g1", revision=3),
        plan=graphs_pb2.PatchPlan(explanation="adds one"),
        revision=graphs_pb2.GraphRevision(revision=4, summary="+1 node"),
    )
    found = lines_of(orchestrator_pb2.Run(graph=state)).values()
    assert {"add a sampler", "g1 @3", "adds one", "@4 +1 node"} <= set(found)


def test_the_state_of_an_executed_graph_has_its_progress_and_its_results() -> None:
    outputs = graph_execution_pb2.GraphOutputs(
        outputs=[
            graph_execution_pb2.GraphOutput(name="picture", asset=assets_pb2.Asset(asset_id="a1")),
            graph_execution_pb2.GraphOutput(name="score", json=b"0.5"),
        ]
    )
    plan = graph_execution_pb2.ExecutionPlan()
    for _ in range(3):
        plan.nodes.add()
    state = graph_execution_pb2.GraphExecutionState(
        input=graph_execution_pb2.GraphExecutionInput(graph_id="g1", revision=2),
        plan=plan,
        executed_node_ids=["1", "2"],
        outputs=outputs,
    )
    found = lines_of(orchestrator_pb2.Run(graph_execution=state))
    assert (found["picture"], found["score"]) == ("a1", "0.5") and "2/3" in found.values()


def test_the_state_of_a_team_has_the_order_of_its_stages_and_the_reason_for_a_skipped_one() -> None:
    state = team_run_pb2.TeamState(
        input=team_pb2.AgentTeamInput(text="review it"),
        stages=[
            team_pb2.StageContext(stage_id="read", status=team_pb2.STAGE_STATUS_DONE, text_output="two\nfindings"),
            team_pb2.StageContext(
                stage_id="fix", status=team_pb2.STAGE_STATUS_SKIPPED, reason="nothing to fix", text_output="half"
            ),
        ],
        verdict=critic_pb2.Verdict(feedback="complete"),
    )
    for stages in (["read"], ["fix", "test"]):
        state.plan.execution_order.add(stages=stages)
    found = lines_of(orchestrator_pb2.Run(team=state))
    assert (found["read"], found["fix"]) == ("two findings", "nothing to fix")
    assert {"read → fix + test", "complete"} <= set(found.values())
