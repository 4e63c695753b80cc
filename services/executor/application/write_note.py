"""WriteNote: the text of a note, by a chat model or the built-in writer."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from engines.note_writer.draft_schema import MAX_REPLY_LENGTH, ModelDraft, normalize_key
from services.common.contract import requests
from services.common.contract.activity import Activity, Thought
from services.common.contract.note import Clarification, ClarificationAnswer, NoteContent
from services.common.contract.questions import Option
from services.common.contract.step import StepCall
from services.common.llm.activities import to_activity
from services.common.llm.values import ChatModel, ChatRequest, Completion, TextDelta
from services.common.rpc.deadlines import MODEL_SHARE
from services.common.text.sanitization import sanitize, sanitize_line
from services.common.worker_pool.time_limit import TimeLimit
from services.executor import texts
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.jobs.notes import write_note_by_rules
from services.executor.application.engine_events import WAITING, running
from services.executor.application.prompts import build_system_prompt, build_user_content

TEMPERATURE = 0.8
"""High: the same brief should give varied texts."""
RULES_SECONDS = 20.0
"""CPU time of the built-in writer; it uses a hundredth of a second, and a second for a request as long as possible."""


class WriteNote:
    """Writes with *model*, or with the built-in writer in *pipeline* if none is configured.

    A model may take *seconds* of *clock*. The built-in writer waits for a free worker, as images do.
    """

    def __init__(
        self, model: ChatModel | None, pipeline: ImagePipeline, seconds: float, clock: Callable[[], float]
    ) -> None:
        self._model = model
        self._pipeline = pipeline
        self._seconds = seconds
        self._clock = clock

    async def __call__(
        self, request: requests.WriteNote, call: StepCall
    ) -> AsyncGenerator[Activity | NoteContent, None]:
        """Yield activities, then the text. Raises the errors of a model: LLM_... or CONTENT_REFUSED."""
        builtin_only = request.builtin_only or call.context.builtin_only
        yield Thought(texts.writing_note(request.brief.topic, again=bool(request.feedback)).pick(call.language))
        if self._model is None or builtin_only:
            degraded = self._model is not None
            if degraded:
                yield Thought(texts.WITHOUT_MODEL.pick(call.language))
            if self._pipeline.is_busy:
                yield WAITING
            async with self._pipeline.slot():
                limit = TimeLimit(RULES_SECONDS)
                yield running(0.0, limit=limit)
                yield await self._pipeline.run(write_note_by_rules, request, call.language, degraded, within=limit)
            return
        async with aclosing(self._write_with_model(self._model, request, call)) as outcomes:
            async for outcome in outcomes:
                yield outcome

    async def _write_with_model(
        self, model: ChatModel, request: requests.WriteNote, call: StepCall
    ) -> AsyncGenerator[Activity | NoteContent, None]:
        question = ChatRequest(
            build_system_prompt(request, call.language),
            build_user_content(request),
            call.deadline(self._seconds, self._clock, share=MODEL_SHARE),
            temperature=TEMPERATURE,
            idempotency_key=call.context.idempotency_key,
            fresh=request.fresh,
        )
        yield running(0.0, texts.model_is_writing(model.name).pick(call.language))
        length = 0
        async with aclosing(model.answer(question, ModelDraft)) as events:
            async for event in events:
                match event:
                    case Completion(draft):
                        yield _to_content(draft, request.clarification_answers, model.name)
                    case TextDelta(text):
                        delta = sanitize(text)[: MAX_REPLY_LENGTH - length]
                        length += len(delta)
                        if delta.strip():
                            yield to_activity(TextDelta(delta), call.language)
                    case _:
                        yield to_activity(event, call.language)


def _to_content(draft: ModelDraft, answers: tuple[ClarificationAnswer, ...], engine: str) -> NoteContent:
    return NoteContent(
        title=draft.display_title,
        body=draft.display_body,
        tags=tuple(draft.display_tags),
        engine=engine,
        clarification=_to_clarification(draft, answers),
    )


def _to_clarification(draft: ModelDraft, answers: tuple[ClarificationAnswer, ...]) -> Clarification | None:
    """Return the question of *draft*, None if it has none or *answers* already contain it."""
    if draft.clarification is None:
        return None
    question = sanitize_line(draft.clarification.question)
    if not question or any(_is_same_question(question, answer.question) for answer in answers):
        return None
    labels = filter(None, (sanitize_line(option) for option in draft.clarification.options))
    return Clarification(
        key=normalize_key(draft.clarification.key),
        question=question,
        options=tuple(Option(f"option-{number}", label) for number, label in enumerate(labels, start=1)),
    )


def _is_same_question(one: str, other: str) -> bool:
    """Return whether two questions differ only in punctuation, spaces and case."""
    return _letters_and_digits(one) == _letters_and_digits(other)


def _letters_and_digits(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())
