"""What a run knows and has made at a moment, a line each: its state in words. Pure."""

from collections.abc import Iterator

from reflow.v1 import critic_pb2, events_pb2, executor_pb2, orchestrator_pb2, planner_pb2, rag_pb2, steps_pb2

from services.cli import wording
from services.cli.failing import one_line
from services.cli.outcomes import JOINED, LISTED, product_line
from services.common.language import Language, Text
from services.common.spending import spent

Line = tuple[str, str]

_AGENT, _RETURNS = Text("正在工作", "at work"), Text("返工", "sent back")
_TIMES = Text("{count} 次", "{count} times")
_MESSAGES, _SAID = Text("会话", "memory"), Text("{count} 句话", "{count} messages")
_INTENT, _PROMPT = Text("意图", "intent"), Text("提示词", "prompt")
_PICTURE, _VERDICT = Text("图片", "picture"), Text("评审", "verdict")
_REPLY = Text("回复", "reply")
_STYLES = Text("风格", "styles")
_ACTIONS = {
    planner_pb2.ACTION_GENERATE_IMAGE: Text("画图", "make a picture"),
    planner_pb2.ACTION_INPAINTING: Text("改图中一处", "change a part"),
    planner_pb2.ACTION_ADJUST_PARAMETERS: Text("调整", "adjust"),
}
# Of a note: the field of its state, what it is called, and as what kind of product it is told.
_PRODUCTS = (
    ("creative_brief", Text("需求", "brief"), "brief"),
    ("evidence_pack", Text("资料", "evidence"), "evidence"),
    ("reference_analyses", Text("参考图", "references"), "references"),
    ("generated_content", Text("正文", "text"), "content"),
    ("layout_spec", Text("排版", "layout"), "layout"),
    ("image_plans", Text("配图", "plan"), "plans"),
)
_PICTURES = Text("图片", "pictures")


def standing_lines(run: orchestrator_pb2.Run, language: Language) -> Iterator[Line]:
    """Yield what *run* knows and has made, each with what it is called."""
    if run.current_node:
        yield _AGENT.pick(language), wording.agent_name(run.current_node, language)
    if run.retry_count:
        yield _RETURNS.pick(language), _times(run.retry_count, language)
    if run.WhichOneof("state") == "note":
        yield from _note(run, language)
    else:
        yield from _image_chat(run.image_chat, language)


def made_by(finished: events_pb2.StepFinished, language: Language) -> str:
    """Return what a step has understood or written for others, "" for a step that makes what people see."""
    match finished.WhichOneof("result"):
        case "intent":
            return _intent(finished.intent, language)
        case "prompt":
            return _prompt(finished.prompt)
        case _:
            return ""


def picture(image: executor_pb2.ImageResult, language: Language) -> str:
    """Return how a picture was made, and where it lies."""
    made = wording.made(image.asset.width, image.asset.height, image.model, image.seed, language)
    return JOINED.join((made, image.asset.asset_id))


def used(use: steps_pb2.Usage, language: Language, *requests: str) -> str:
    """Return which model was asked, how often where *requests* says so, and what that took."""
    costs = {use.currency: use.cost} if use.currency else {}
    model = "/".join(filter(None, (use.provider, use.model)))
    return JOINED.join([model, *requests, *spent(use.input_tokens + use.output_tokens, use.images, costs, language)])


def messages(count: int, language: Language) -> str:
    """Return how many messages there are."""
    return _counted(_SAID, count, language)


def _image_chat(state: orchestrator_pb2.ImageChatState, language: Language) -> Iterator[Line]:
    yield from _remembered(len(state.messages), language)
    if state.HasField("intent"):
        yield _INTENT.pick(language), _intent(state.intent, language)
    if state.HasField("enhanced_prompt"):
        styles = LISTED.pick(language).join(one_line(found.style) for found in state.enhanced_prompt.retrieved)
        if styles:
            yield _STYLES.pick(language), styles
        yield _PROMPT.pick(language), _prompt(state.enhanced_prompt)
    if state.HasField("execution_result"):
        yield _PICTURE.pick(language), picture(state.execution_result, language)
    if state.HasField("quality_check"):
        yield _VERDICT.pick(language), _verdict(state.quality_check, language)
    for shown in state.ui_components:
        if shown.HasField("agent_message"):
            yield _REPLY.pick(language), one_line(shown.agent_message.text)


def _note(run: orchestrator_pb2.Run, language: Language) -> Iterator[Line]:
    state = run.note
    yield from _remembered(len(state.messages), language)
    for field, called, kind in _PRODUCTS:
        if state.HasField(field):  # type: ignore[arg-type]  # the names above are fields of the state
            yield called.pick(language), product_line(kind, getattr(state, field), language)
    if state.generated_images:
        painted = [made.image.asset for made in state.generated_images]
        sizes = LISTED.pick(language).join(dict.fromkeys(f"{asset.width}×{asset.height}" for asset in painted))
        yield _PICTURES.pick(language), JOINED.join((str(len(painted)), sizes))
    if state.HasField("review"):
        yield _VERDICT.pick(language), _verdict(state.review, language)


def _remembered(count: int, language: Language) -> Iterator[Line]:
    if count:
        yield _MESSAGES.pick(language), messages(count, language)


def _intent(intent: planner_pb2.Intent, language: Language) -> str:
    action = _ACTIONS.get(intent.action)
    parameters = (f"{name} {value:+.2f}" for name, value in sorted(intent.parameters.items()))
    said = [action.pick(language) if action else "", intent.subject, intent.style, *parameters]
    return JOINED.join([one_line(part) for part in said if part] + [f"{intent.confidence:.0%}"])


def _prompt(prompt: rag_pb2.EnhancedPrompt) -> str:
    return one_line(prompt.final)


def _verdict(verdict: critic_pb2.Verdict, language: Language) -> str:
    return product_line("verdict", verdict, language)


def _times(count: int, language: Language) -> str:
    return _counted(_TIMES, count, language)


def _counted(form: Text, count: int, language: Language) -> str:
    said = form.pick(language).format(count=count)
    return said.removesuffix("s") if count == 1 else said
