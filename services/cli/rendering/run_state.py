"""State of a run as lines of text. Pure."""

from collections.abc import Iterator

from reflow.v1 import (
    critic_pb2,
    events_pb2,
    executor_pb2,
    graph_execution_pb2,
    graphs_pb2,
    orchestrator_pb2,
    planner_pb2,
    rag_pb2,
    steps_pb2,
    team_pb2,
    team_run_pb2,
)

from services.cli.rendering import texts
from services.cli.rendering.step_results import LIST_SEPARATOR, SEPARATOR, describe_product
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line
from services.common.text.usage import format_totals

Line = tuple[str, str]

_AGENT, _RETURNS = Text("正在工作", "at work"), Text("返工", "sent back")
_RETRIES = Text("重试", "retried")
_TIMES = Text("{count} 次", "{count} times")
_MESSAGES, _MESSAGE_COUNT = Text("会话", "memory"), Text("{count} 条消息", "{count} messages")
_INTENT, _PROMPT = Text("意图", "intent"), Text("提示词", "prompt")
_REASONING = Text("理由", "reasoning")
_IMAGE, _VERDICT = Text("图片", "image"), Text("评审", "verdict")
_REPLY = Text("回复", "reply")
_STYLES = Text("风格", "styles")
_ACTIONS = {
    planner_pb2.ACTION_GENERATE_IMAGE: Text("画图", "generate an image"),
    planner_pb2.ACTION_INPAINTING: Text("局部重绘", "change a part"),
    planner_pb2.ACTION_ADJUST_PARAMETERS: Text("调整", "adjust"),
}
# The fields of a note's state, with their labels and the kinds of product that describe them.
_PRODUCTS = (
    ("creative_brief", Text("需求", "brief"), "brief"),
    ("evidence_pack", Text("资料", "evidence"), "evidence"),
    ("reference_analyses", Text("参考图", "references"), "references"),
    ("generated_content", Text("正文", "text"), "content"),
    ("layout_spec", Text("排版", "layout"), "layout"),
    ("image_plans", Text("配图", "plan"), "plans"),
)
_IMAGES = Text("图片", "images")
_GRAPH = Text("图", "graph")
_PLAN = Text("计划", "plan")
_NODES = Text("节点", "nodes")
_CHANGE = Text("改动", "change")


def state_lines(run: orchestrator_pb2.Run, language: Language) -> Iterator[Line]:
    """Yield the state of *run*, each part with its label."""
    if run.current_node:
        yield _AGENT.pick(language), texts.agent_name(run.current_node, language)
    if returns := run.retry_count - sum(run.retries.values()):
        yield _RETURNS.pick(language), _count_times(returns, language)
    if run.retries:
        yield _RETRIES.pick(language), _describe_retries(run, language)
    match run.WhichOneof("state"):
        case "note":
            yield from _note_lines(run, language)
        case "graph":
            yield from _graph_lines(run.graph, language)
        case "graph_execution":
            yield from _execution_lines(run.graph_execution, language)
        case "team":
            yield from _team_lines(run.team, language)
        case _:
            yield from _image_chat_lines(run.image_chat, language)


def _graph_lines(state: graphs_pb2.GraphAssistantState, language: Language) -> Iterator[Line]:
    yield _PROMPT.pick(language), to_one_line(state.input.text)
    yield _GRAPH.pick(language), f"{state.input.graph_id} @{state.input.revision}"
    if state.HasField("plan"):
        yield _PLAN.pick(language), to_one_line(state.plan.explanation)
    if state.HasField("revision"):
        yield _CHANGE.pick(language), f"@{state.revision.revision} {to_one_line(state.revision.summary)}"


def _execution_lines(state: graph_execution_pb2.GraphExecutionState, language: Language) -> Iterator[Line]:
    yield _GRAPH.pick(language), f"{state.input.graph_id} @{state.input.revision}"
    if state.HasField("plan"):
        yield _NODES.pick(language), f"{len(state.executed_node_ids)}/{len(state.plan.nodes)}"
    for output in state.outputs.outputs:
        value = output.asset.asset_id if output.HasField("asset") else to_one_line(output.json.decode())
        yield to_one_line(output.name), value


def _team_lines(state: team_run_pb2.TeamState, language: Language) -> Iterator[Line]:
    yield _PROMPT.pick(language), to_one_line(state.input.text)
    if state.HasField("plan"):
        yield _PLAN.pick(language), " → ".join(" + ".join(group.stages) for group in state.plan.execution_order)
    for stage in state.stages:
        done = stage.status == team_pb2.STAGE_STATUS_DONE
        yield stage.stage_id, to_one_line(stage.text_output if done and stage.text_output else stage.reason)
    if state.HasField("verdict"):
        yield _VERDICT.pick(language), to_one_line(state.verdict.feedback)


def describe_intermediate(finished: events_pb2.StepFinished, language: Language) -> str:
    """Return the intermediate result of a step, "" for a step whose result users see."""
    match finished.WhichOneof("result"):
        case "intent":
            return _describe_intent(finished.intent, language)
        case "prompt":
            return _describe_prompt(finished.prompt)
        case _:
            return ""


def describe_image(image: executor_pb2.ImageResult, language: Language) -> str:
    """Return the origin of an image and its asset id."""
    origin = texts.format_image(image.asset.width, image.asset.height, image.model, image.seed, language)
    return SEPARATOR.join((origin, image.asset.asset_id))


def describe_usage(usage: steps_pb2.Usage, language: Language, *requests: str) -> str:
    """Return the model, the *requests*, and the usage."""
    costs = {usage.currency: usage.cost} if usage.currency else {}
    model = "/".join(filter(None, (usage.provider, usage.model)))
    return SEPARATOR.join(
        [model, *requests, *format_totals(usage.input_tokens + usage.output_tokens, usage.images, costs, language)]
    )


def describe_messages(count: int, language: Language) -> str:
    """Return the number of messages as text."""
    return _format_count(_MESSAGE_COUNT, count, language)


def _image_chat_lines(state: orchestrator_pb2.ImageChatState, language: Language) -> Iterator[Line]:
    yield from _memory_lines(len(state.messages), language)
    if state.HasField("intent"):
        yield _INTENT.pick(language), _describe_intent(state.intent, language)
        if state.intent.reasoning:
            yield _REASONING.pick(language), to_one_line(state.intent.reasoning)
    if state.HasField("enhanced_prompt"):
        styles = LIST_SEPARATOR.pick(language).join(
            to_one_line(style.style) for style in state.enhanced_prompt.retrieved
        )
        if styles:
            yield _STYLES.pick(language), styles
        yield _PROMPT.pick(language), _describe_prompt(state.enhanced_prompt)
    if state.HasField("execution_result"):
        yield _IMAGE.pick(language), describe_image(state.execution_result, language)
    if state.HasField("quality_check"):
        yield _VERDICT.pick(language), _describe_verdict(state.quality_check, language)
    for component in state.ui_components:
        if component.HasField("agent_message"):
            yield _REPLY.pick(language), to_one_line(component.agent_message.text)


def _note_lines(run: orchestrator_pb2.Run, language: Language) -> Iterator[Line]:
    state = run.note
    yield from _memory_lines(len(state.messages), language)
    for field, label, kind in _PRODUCTS:
        if state.HasField(field):  # type: ignore[arg-type]  # the names above are fields of the state
            yield label.pick(language), describe_product(kind, getattr(state, field), language)
    if state.generated_images:
        assets = [image.image.asset for image in state.generated_images]
        sizes = LIST_SEPARATOR.pick(language).join(dict.fromkeys(f"{asset.width}×{asset.height}" for asset in assets))
        yield _IMAGES.pick(language), SEPARATOR.join((str(len(assets)), sizes))
    if state.HasField("review"):
        yield _VERDICT.pick(language), _describe_verdict(state.review, language)


def _memory_lines(count: int, language: Language) -> Iterator[Line]:
    if count:
        yield _MESSAGES.pick(language), describe_messages(count, language)


def _describe_intent(intent: planner_pb2.Intent, language: Language) -> str:
    action = _ACTIONS.get(intent.action)
    parameters = (f"{name} {value:+.2f}" for name, value in sorted(intent.parameters.items()))
    text = [action.pick(language) if action else "", intent.subject, intent.style, *parameters]
    return SEPARATOR.join([to_one_line(part) for part in text if part] + [f"{intent.confidence:.0%}"])


def _describe_prompt(prompt: rag_pb2.EnhancedPrompt) -> str:
    return to_one_line(prompt.final)


def _describe_verdict(verdict: critic_pb2.Verdict, language: Language) -> str:
    return describe_product("verdict", verdict, language)


def _describe_retries(run: orchestrator_pb2.Run, language: Language) -> str:
    steps = (f"{step} {_count_times(count, language)}" for step, count in sorted(run.retries.items()))
    return LIST_SEPARATOR.pick(language).join(steps)


def _count_times(count: int, language: Language) -> str:
    return _format_count(_TIMES, count, language)


def _format_count(form: Text, count: int, language: Language) -> str:
    text = form.pick(language).format(count=count)
    return text.removesuffix("s") if count == 1 else text
