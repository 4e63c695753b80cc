"""WriteNote: gRPC in, a chat model or the built-in writer, gRPC out."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from reflow.v1 import creations_pb2, executor_pb2, questions_pb2, steps_pb2

from services.common.language import Language
from services.common.models.values import Answer, ChatModel, Piece, Question
from services.common.serving import Context
from services.common.serving.activities import thought, told_by_model, working
from services.common.serving.deadlines import SHARE_OF_A_MODEL, step_deadline
from services.executor import wording
from services.executor.assignments import assignment_of, content_of
from services.executor.domain.writing.answer import LONGEST_REPLY, WrittenNote, one_line, question_key, visible
from services.executor.domain.writing.writer import written
from services.executor.writing_prompts import instructions, messages

TEMPERATURE = 0.8
"""High: the same brief may well be told another way."""

Activity = steps_pb2.Activity


class NoteWriting:
    """Writes with *model*, or with the built-in writer where none is configured; a model has *seconds* of *clock*."""

    def __init__(self, model: ChatModel | None, seconds: float, clock: Callable[[], float]) -> None:
        self._model = model
        self._seconds = seconds
        self._clock = clock

    async def write(
        self, request: executor_pb2.WriteNoteRequest, context: Context
    ) -> AsyncGenerator[executor_pb2.WriteNoteResponse, None]:
        """Yield activities, then the text. Raises what a model's failure is: LLM_... or CONTENT_REFUSED."""
        language = Language(request.context.locale or Language.CHINESE)
        builtin_only = request.builtin_only or request.context.builtin_only
        yield _telling(thought(wording.writing(request.brief.topic, again=bool(request.feedback)).pick(language)))
        if self._model is None or builtin_only:
            degraded = self._model is not None
            if degraded:
                yield _telling(thought(wording.WITHOUT_MODEL.pick(language)))
            draft = written(assignment_of(request, language))
            yield executor_pb2.WriteNoteResponse(content=content_of(draft, degraded=degraded))
            return
        async with aclosing(self._asked(self._model, request, context, language)) as answering:
            async for response in answering:
                yield response

    async def _asked(
        self, model: ChatModel, request: executor_pb2.WriteNoteRequest, context: Context, language: Language
    ) -> AsyncGenerator[executor_pb2.WriteNoteResponse, None]:
        question = Question(
            instructions(request, language),
            messages(request),
            step_deadline(context, self._seconds, self._clock, share=SHARE_OF_A_MODEL),
            temperature=TEMPERATURE,
            idempotency_key=request.context.idempotency_key,
            fresh=request.fresh,
        )
        yield _telling(working(0.0, wording.model_writes(model.name).pick(language)))
        shown = 0
        async with aclosing(model.answer(question, WrittenNote)) as telling:
            async for told in telling:
                match told:
                    case Answer(note):
                        yield executor_pb2.WriteNoteResponse(content=_content(note, request, model.name))
                    case Piece(text):
                        piece = visible(text)[: LONGEST_REPLY - shown]
                        shown += len(piece)
                        if piece.strip():
                            yield _telling(told_by_model(Piece(piece), language))
                    case _:
                        yield _telling(told_by_model(told, language))


def _content(note: WrittenNote, request: executor_pb2.WriteNoteRequest, engine: str) -> creations_pb2.NoteContent:
    """Return *note* as content; a question that was answered already is not asked again."""
    content = creations_pb2.NoteContent(
        title=note.shown_title, body=note.shown_body, tags=note.shown_tags, engine=engine
    )
    asked = note.clarification
    if asked is None or not one_line(asked.question):
        return content
    question = one_line(asked.question)
    if any(_same(question, clarified.question) for clarified in request.clarified):
        return content
    options = [one_line(option) for option in asked.options]
    content.clarification.CopyFrom(
        creations_pb2.Clarification(
            key=question_key(asked),
            question=question,
            options=[
                questions_pb2.Option(id=f"option-{number}", label=label)
                for number, label in enumerate(filter(None, options), start=1)
            ],
            selection=questions_pb2.SELECTION_SINGLE,
            allow_custom=True,
        )
    )
    return content


def _same(one: str, other: str) -> bool:
    """Return whether two questions ask the same, whatever their signs and spaces."""
    return _letters(one) == _letters(other)


def _letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _telling(activity: Activity) -> executor_pb2.WriteNoteResponse:
    return executor_pb2.WriteNoteResponse(activity=activity)
