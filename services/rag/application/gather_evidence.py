"""Use case: gather evidence for the brief of a note."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace

from services.common.contract import requests
from services.common.contract.activity import Activity, Thought
from services.common.contract.note import Clarification, ClarificationAnswer, Closeness, EvidencePack
from services.common.contract.step import StepCall
from services.common.errors import Code, ReflowError
from services.common.rpc.deadlines import MODEL_SHARE
from services.common.telemetry import ErrorStatistics
from services.common.text.language import Language, Text
from services.common.text.quotation import shorten
from services.rag.application import evidence_texts as texts
from services.rag.application.evidence_research import EvidenceResearch, ResearchRequest, ResearchResult
from services.rag.application.tool_calls import call_id_prefix

NODE = "research_evidence_agent"
MAX_TOPIC = 200
"""Maximum characters of a topic in a thought or a question."""
CLARIFICATION_KEY = "evidence"


class GatherEvidence:
    """Researches the topic of a brief; a step may take *seconds* on *clock*."""

    def __init__(
        self, research: EvidenceResearch, errors: ErrorStatistics, *, seconds: float, clock: Callable[[], float]
    ) -> None:
        self._research = research
        self._errors = errors
        self._seconds = seconds
        self._clock = clock

    async def __call__(
        self, request: requests.GatherEvidence, call: StepCall
    ) -> AsyncGenerator[Activity | EvidencePack, None]:
        """Yield activities, then the evidence, with a question if nothing usable was found.

        Raises INVALID_INPUT_EMPTY for a brief without a topic.
        """
        deadline = call.deadline(self._seconds, self._clock, share=MODEL_SHARE)
        research_request = _build_request(request, call, deadline)
        language, topic = research_request.language, shorten(research_request.topic)
        yield Thought(texts.SEARCHING.pick(language).format(topic=topic))

        def on_failure(error: ReflowError) -> None:
            self._errors.record_survived(error, call.context, NODE)

        async with aclosing(self._research.gather(research_request, on_failure)) as events:
            async for event in events:
                if isinstance(event, ResearchResult):
                    yield Thought(_summarize(event, topic, language))
                    yield replace(event.pack, clarification=_find_clarification(event, request, language))
                else:
                    yield event


def _build_request(request: requests.GatherEvidence, call: StepCall, deadline: float) -> ResearchRequest:
    brief, context = request.brief, call.context
    topic = _find_answer(request, call.language) or _brief_topic(request)
    if not topic:
        raise ReflowError(
            Code.INVALID_INPUT_EMPTY,
            Text("请说明笔记写什么，如 春游。", "Name the topic of the note, for example a spring outing."),
            field="brief.topic",
        )
    guidance = request.prompt.text if request.prompt else ""
    return ResearchRequest(
        topic=topic,
        text=" ".join(request.text.split()),
        requirements="\n".join((request.text, brief.audience, *brief.keywords, *brief.constraints, guidance)),
        keywords=brief.keywords,
        content_type=brief.content_type,
        feedback=" ".join(request.feedback.split()),
        language=call.language,
        deadline=deadline,
        call_id_prefix=call_id_prefix(context),
        fresh=request.fresh,
        builtin_only=context.builtin_only,
    )


def _brief_topic(request: requests.GatherEvidence) -> str:
    return _normalize_topic(request.brief.topic.strip() or request.text)


def _normalize_topic(topic: str) -> str:
    """Return *topic* on one line. Text of a model may contain NUL, which PostgreSQL rejects."""
    return " ".join(topic.replace("\0", " ").split())[:MAX_TOPIC]


def _ask_topic(request: requests.GatherEvidence, language: Language) -> str:
    """Return the question for another topic."""
    return texts.ASK_TOPIC.pick(language).format(topic=shorten(_brief_topic(request)))


def _find_answer(request: requests.GatherEvidence, language: Language) -> str:
    """Return the topic that the user named instead, "" without an answer."""
    question, none = _ask_topic(request, language), ClarificationAnswer("", "")
    answers = (one for one in request.clarification_answers if one.question == question)
    return _normalize_topic(next(answers, none).answer)


def _find_clarification(
    result: ResearchResult, request: requests.GatherEvidence, language: Language
) -> Clarification | None:
    """Return the question for another topic, if the research found nothing and there is no answer yet."""
    if not result.searched or result.pack.sources or _find_answer(request, language):
        return None
    return Clarification(CLARIFICATION_KEY, _ask_topic(request, language))


def _summarize(result: ResearchResult, topic: str, language: Language) -> str:
    if not result.searched:
        return texts.SEARCH_FAILED.pick(language)
    pack = result.pack
    notes = [source for source in pack.sources if source.note_key]
    close = sum(note.closeness is not Closeness.DISTANT for note in notes)
    text = texts.FOUND if notes else texts.NOT_FOUND
    counts = {"notes": len(notes), "close": close, "titles": len(pack.example_titles), "tags": len(pack.tags)}
    return text.pick(language).format(topic=topic, **counts)
