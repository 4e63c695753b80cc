"""RagService: gRPC in, retrieval, gRPC out."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing

from reflow.v1 import rag_pb2, rag_pb2_grpc

from services.common.language import Language, Text
from services.common.models.values import Spent
from services.common.serving import Context
from services.common.serving.activities import thought, usage
from services.common.serving.deadlines import SHARE_OF_A_MODEL, step_deadline
from services.rag.domain.prompting import compose_query, enhance
from services.rag.domain.ranking import Match
from services.rag.retrieval import Found, Retrieval
from services.rag.servicer_evidence import EvidenceServicer
from services.rag.servicer_references import ReferenceServicer

FOUND = Text("找到风格：{styles}", "Styles found: {styles}")
NOT_FOUND = Text("没有匹配的风格，按原文绘制。", "No style matches; painting as written.")
BY_NAME = Text(
    "这次不再使用远程模型，只查找点名的风格。", "No remote model is used any more: looking for styles called by name."
)
IMPROVING = Text("按评审的建议改进：{suggestions}", "Improving as the critic asked: {suggestions}")


class RagServicer(rag_pb2_grpc.RagServiceServicer):
    """Finds styles and shapes prompts with them."""

    def __init__(
        self,
        retrieval: Retrieval,
        evidence: EvidenceServicer,
        references: ReferenceServicer,
        *,
        seconds: float,
        clock: Callable[[], float],
    ) -> None:
        """Give a step so many *seconds* on *clock*, which is also the models'."""
        self._retrieval = retrieval
        self._evidence = evidence
        self._references = references
        self._seconds = seconds
        self._clock = clock

    async def RetrieveStyles(
        self, request: rag_pb2.RetrieveStylesRequest, context: Context
    ) -> AsyncIterator[rag_pb2.RetrieveStylesResponse]:
        language = Language(request.context.locale or Language.CHINESE)
        if request.suggestions:
            yield _thinking(IMPROVING.pick(language).format(suggestions="；".join(request.suggestions)))
        query = compose_query(request.style, request.subject, request.text, request.suggestions)
        deadline = step_deadline(context, self._seconds, self._clock, share=SHARE_OF_A_MODEL)
        async for told in self._retrieval.styles(
            query, deadline=deadline, fresh=request.fresh, builtin_only=request.context.builtin_only
        ):
            match told:
                case Spent():
                    yield rag_pb2.RetrieveStylesResponse(activity=usage(told))
                case Found(styles, by_name):
                    if by_name and query:
                        yield _thinking(BY_NAME.pick(language))
                    yield _thinking(_told(styles, language))
                    prompt = _prompt(request.text, styles, request.suggestions, language)
                    yield rag_pb2.RetrieveStylesResponse(prompt=prompt)

    async def GatherEvidence(
        self, request: rag_pb2.GatherEvidenceRequest, context: Context
    ) -> AsyncIterator[rag_pb2.GatherEvidenceResponse]:
        async with aclosing(self._evidence.gather(request, context)) as responses:
            async for response in responses:
                yield response

    async def AnalyzeReferences(
        self, request: rag_pb2.AnalyzeReferencesRequest, context: Context
    ) -> AsyncIterator[rag_pb2.AnalyzeReferencesResponse]:
        async with aclosing(self._references.analyze(request, context)) as responses:
            async for response in responses:
                yield response


def _thinking(text: str) -> rag_pb2.RetrieveStylesResponse:
    return rag_pb2.RetrieveStylesResponse(activity=thought(text))


def _told(found: Sequence[Match], language: Language) -> str:
    if not found:
        return NOT_FOUND.pick(language)
    styles = ", ".join(f"{_name(match, language)} {match.similarity:.2f}" for match in found)
    return FOUND.pick(language).format(styles=styles)


def _prompt(
    text: str, found: Sequence[Match], suggestions: Sequence[str], language: Language
) -> rag_pb2.EnhancedPrompt:
    retrieved = [
        rag_pb2.RetrievedStyle(
            key=match.style.key,
            style=_name(match, language),
            prompt=match.style.prompt_like(text),
            similarity=match.similarity,
            look=rag_pb2.Look(medium=match.style.medium.value, palette=match.style.palette),
        )
        for match in found
    ]
    return rag_pb2.EnhancedPrompt(original=text, retrieved=retrieved, final=enhance(text, found, suggestions))


def _name(match: Match, language: Language) -> str:
    zh, en = match.style.name_zh, match.style.name_en
    return (zh or en) if language is Language.CHINESE else (en or zh)
