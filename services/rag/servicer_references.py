"""RagService.AnalyzeReferences: gRPC in, reference pictures understood, gRPC out."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from reflow.v1 import creations_pb2, rag_pb2

from services.common.errors import ReflowError
from services.common.language import Language
from services.common.serving import Context
from services.common.serving.deadlines import step_deadline
from services.common.telemetry import ErrorLedger
from services.rag.adapters.seeing import NODE, Interest
from services.rag.analysing import Wanted
from services.rag.domain.references.analysis import Analysis
from services.rag.domain.references.composition import in_words
from services.rag.references import References

# What is left of a step's time, in seconds, when what is late is given up: the analyses must still arrive.
MARGIN = 0.3


class ReferenceServicer:
    """Understands reference pictures, each step within *seconds* on *clock*, which is also the models'."""

    def __init__(
        self, references: References, errors: ErrorLedger, *, seconds: float, clock: Callable[[], float]
    ) -> None:
        self._references = references
        self._errors = errors
        self._seconds = seconds
        self._clock = clock

    async def analyze(
        self, request: rag_pb2.AnalyzeReferencesRequest, context: Context
    ) -> AsyncGenerator[rag_pb2.AnalyzeReferencesResponse, None]:
        """Yield any activities, then one analysis for each picture. Raises as References.analyze does."""
        language = Language(request.context.locale or Language.CHINESE)
        wanted = Wanted(
            tuple(request.asset_ids),
            Interest(request.text, request.feedback, language),
            key=request.context.idempotency_key,
            fresh=request.fresh,
            builtin_only=request.context.builtin_only,
        )

        def begin() -> float:
            return step_deadline(context, self._seconds, self._clock) - MARGIN

        def failed(error: ReflowError) -> None:
            self._record(error, request)

        async with aclosing(self._references.analyze(wanted, begin, failed)) as telling:
            async for told in telling:
                if isinstance(told, tuple):
                    references = creations_pb2.ReferenceAnalyses(references=[_message(each, language) for each in told])
                    yield rag_pb2.AnalyzeReferencesResponse(references=references)
                else:
                    yield rag_pb2.AnalyzeReferencesResponse(activity=told)

    def _record(self, error: ReflowError, request: rag_pb2.AnalyzeReferencesRequest) -> None:
        """Record a failure that the step survives: the engine never hears of it."""
        error.node = error.node or NODE
        work = request.context
        self._errors.record(error, run_id=work.run_id, session_id=work.session_id, step=work.step)


def _message(analysis: Analysis, language: Language) -> creations_pb2.ReferenceAnalysis:
    seen = analysis.impression
    told = creations_pb2.ReferenceAnalysis(
        asset_id=analysis.asset_id,
        texts=analysis.texts,
        meaning=seen.meaning if seen is not None else "",
        style=seen.style if seen is not None else "",
        engine=analysis.engine,
        degraded=analysis.degraded,
    )
    if (measured := analysis.measured) is not None:
        told.palette.extend(measured.palette)
        told.brightness = measured.brightness
        told.width, told.height, told.aspect = measured.width, measured.height, measured.aspect
        told.composition = in_words(measured.composition, language)
    return told
