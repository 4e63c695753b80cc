"""RagService.GatherEvidence: gRPC in, research, gRPC out."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from google.protobuf.struct_pb2 import Struct
from reflow.v1 import creations_pb2, rag_pb2, steps_pb2

from services.common.errors import Code, ReflowError
from services.common.language import Language, Text
from services.common.models.values import Spent
from services.common.serving import Context
from services.common.serving.activities import thought, usage
from services.common.serving.deadlines import SHARE_OF_A_MODEL, step_deadline
from services.rag import evidence_wording as wording
from services.rag.domain.evidence import Pack
from services.rag.domain.prompt import ActivePrompt
from services.rag.evidence import Evidence, Inquiry
from services.rag.evidence_calls import Answered, Called, Json, Telling
from services.rag.template_messages import template_message

LONGEST_TOPIC = 200
QUOTED = 40
"""Characters of a topic that a thought shows."""


class EvidenceServicer:
    """Answers GatherEvidence with *evidence*; a step may take *seconds* on *clock*."""

    def __init__(self, evidence: Evidence, *, seconds: float, clock: Callable[[], float]) -> None:
        self._evidence = evidence
        self._seconds = seconds
        self._clock = clock

    async def gather(
        self, request: rag_pb2.GatherEvidenceRequest, context: Context
    ) -> AsyncGenerator[rag_pb2.GatherEvidenceResponse, None]:
        """Tell of the research and give the pack last. Raises INVALID_INPUT_EMPTY for a brief about nothing."""
        inquiry = _inquiry(request, step_deadline(context, self._seconds, self._clock, share=SHARE_OF_A_MODEL))
        language, topic = inquiry.language, _quoted(inquiry.topic)
        yield _told(thought(wording.LOOKING.pick(language).format(topic=topic)))
        async with aclosing(self._evidence.gather(inquiry)) as telling:
            async for told in telling:
                if not isinstance(told, Pack):
                    yield _told(_activity(told, request.context))
                    continue
                yield _told(thought(_summary(told, topic, language)))
                yield rag_pb2.GatherEvidenceResponse(evidence=_message(told))


def _inquiry(request: rag_pb2.GatherEvidenceRequest, deadline: float) -> Inquiry:
    brief = request.brief
    # A model's brief may hold what no database takes.
    topic = " ".join((brief.topic.strip() or request.text).replace("\0", " ").split())[:LONGEST_TOPIC]
    if not topic:
        raise ReflowError(
            Code.INVALID_INPUT_EMPTY,
            Text("请说明笔记写什么，如 春游。", "Say what the note is about, for example a spring outing."),
            field="brief.topic",
        )
    wishes = (request.text, brief.audience, *brief.keywords, *brief.constraints)
    return Inquiry(
        topic=topic,
        wishes="\n".join(wishes),
        keywords=tuple(brief.keywords),
        content_type=brief.content_type,
        feedback=" ".join(request.feedback.split()),
        language=Language(request.context.locale or Language.CHINESE),
        deadline=deadline,
        fresh=request.fresh,
        builtin_only=request.context.builtin_only,
    )


def _told(activity: steps_pb2.Activity) -> rag_pb2.GatherEvidenceResponse:
    return rag_pb2.GatherEvidenceResponse(activity=activity)


def _activity(told: Telling, work: steps_pb2.StepContext) -> steps_pb2.Activity:
    match told:
        case Called(number, tool, given):
            call = steps_pb2.ToolCall(tool_call_id=_call_id(work, number), tool=tool.value, input=_struct(given))
            return steps_pb2.Activity(tool_call=call)
        case Answered(number, tool, answer):
            result = steps_pb2.ToolResult(tool_call_id=_call_id(work, number), tool=tool.value, output=_struct(answer))
            return steps_pb2.Activity(tool_result=result)
        case Spent():
            return usage(told)


def _call_id(work: steps_pb2.StepContext, number: int) -> str:
    return f"{work.step}-{max(1, work.attempt)}-{number}"


def _struct(values: Json) -> Struct:
    struct = Struct()
    struct.update(dict(values))
    return struct


def _quoted(topic: str) -> str:
    return topic if len(topic) <= QUOTED else f"{topic[:QUOTED]}…"


def _summary(pack: Pack, topic: str, language: Language) -> str:
    if not pack.searched:
        return wording.SEARCH_FAILED.pick(language)
    notes = sum(bool(source.note_key) for source in pack.sources)
    said = wording.FOUND if notes else wording.NOT_FOUND
    return said.pick(language).format(topic=topic, notes=notes, titles=len(pack.example_titles), tags=len(pack.tags))


def _message(pack: Pack) -> creations_pb2.EvidencePack:
    return creations_pb2.EvidencePack(
        trends=[creations_pb2.TagMovement(tag=one.tag, notes=one.notes, growth=one.growth) for one in pack.trends],
        title_patterns=pack.title_patterns,
        example_titles=pack.example_titles,
        tags=pack.tags,
        sources=[
            creations_pb2.EvidenceSource(title=one.title, note_key=one.note_key, url=one.url, excerpt=one.excerpt)
            for one in pack.sources
        ],
        templates=[template_message(one) for one in pack.templates],
        writer_prompt=_prompt(pack.writer_prompt),
        web_search=pack.web_search,
    )


def _prompt(prompt: ActivePrompt | None) -> creations_pb2.PromptVersion | None:
    if prompt is None:
        return None
    return creations_pb2.PromptVersion(name=prompt.name, version=prompt.version, text=prompt.text)
