"""`reflow runs answer`: answer a waiting run and watch it to its end, as `reflow run` does."""

from dataclasses import dataclass
from pathlib import Path

from reflow.v1 import events_pb2, questions_pb2

from services.cli.errors import bad_input
from services.cli.files import read_text
from services.cli.given_options import GivenOptions
from services.cli.questions import plan_json
from services.cli.questions.answers import approve, choose, modify, reject
from services.cli.questions.responders import NoResponder, PresetResponder
from services.cli.rendering import note_markdown
from services.cli.rendering.display import choose_display
from services.cli.rendering.statuses import status_name
from services.cli.runs.delivery import save_result
from services.cli.runs.lookup import find_run
from services.cli.runs.request import find_result_folder, read_text_argument, validate_output_folder
from services.cli.runs.request_execution import choose_responder
from services.cli.runs.watcher import RunWatcher
from services.cli.session.data_folder import find_data_folder
from services.cli.session.system import open_client
from services.cli.signals import handle_signals
from services.cli.workflow import Workflow
from services.common.errors import Code, ReflowError
from services.common.text.language import Language, Text

_NO_QUESTION = Text("运行 {run_id} 没有在等待回答（{status}）。", "The run {run_id} has no open question ({status}).")

_ANSWER_OPTIONS = "--approve / --reject TEXT / --modify FILE / --choose ID"


@dataclass(frozen=True, slots=True)
class AnswerArguments:
    """Arguments of `reflow runs answer`."""

    run_id: str
    approve: bool
    reject: str | None
    modify: Path | None
    choose: tuple[str, ...]
    custom: str
    yes: bool
    out: Path
    data: Path | None
    lang: Language | None = None

    @property
    def given(self) -> GivenOptions:
        """Options that suggested commands repeat."""
        return GivenOptions(self.data, self.out, self.lang)


async def answer_run(arguments: AnswerArguments, language: Language) -> None:
    """Answer the run, watch it to its end and save its result. Raises ReflowError, CommandFailed or Interrupted."""
    decision_options = _parse_decision_options(arguments)
    validate_output_folder(find_result_folder(arguments.out))
    file_text = read_text(arguments.modify) if arguments.modify is not None else ""
    with handle_signals() as signals, choose_display(language, as_json=False) as display:
        responder = choose_responder(signals, language, yes=arguments.yes, as_json=False)
        if not decision_options and isinstance(responder, NoResponder):
            raise bad_input(f"请说明怎么回答：{_ANSWER_OPTIONS}。", f"Give an answer: {_ANSWER_OPTIONS}.")
        async with open_client(find_data_folder(arguments.data), display.show_startup, language) as client:
            run_id = await find_run(client, arguments.run_id)
            watcher = RunWatcher(client, run_id, display, signals, arguments.given)
            question = await _load_question(watcher, arguments.out)
            if decision_options:
                responder = PresetResponder(_build_answer(arguments, file_text, question), responder)
            await watcher.ask(question, responder)
            view = await watcher.watch(responder)
            path = await save_result(client, run_id, view, arguments.out, signals, language)
            display.show_result(view, path, "")


def _parse_decision_options(arguments: AnswerArguments) -> list[str]:
    """Return the option with the decision, None if there is none. Raises INVALID_INPUT_FORMAT for two."""
    present = {
        "--approve": arguments.approve,
        "--reject": arguments.reject is not None,
        "--modify": arguments.modify is not None,
        "--choose": bool(arguments.choose or arguments.custom),
    }
    named = [name for name, present in present.items() if present]
    if len(named) > 1:
        raise bad_input(f"{'、'.join(named)} 只能用一个。", f"Give only one of {', '.join(named)}.")
    return named


async def _load_question(watcher: RunWatcher, out: Path) -> questions_pb2.Question:
    """Return the pending question.

    Raises RUN_UNKNOWN, QUESTION_UNKNOWN if there is none, and INVALID_INPUT_FORMAT if the result cannot be saved at
    *out*: only that of a graph is a file.
    """
    run = await watcher.client.get_run(watcher.run_id)
    if run.workflow != Workflow.GRAPH:
        validate_output_folder(out)
    question = (await watcher.load()).pending if run.status == events_pb2.RUN_STATUS_PAUSED else None
    if question is None:
        status = status_name(run.status)
        text = Text(
            _NO_QUESTION.zh.format(run_id=watcher.run_id, status=status.zh),
            _NO_QUESTION.en.format(run_id=watcher.run_id, status=status.en),
        )
        raise ReflowError(Code.QUESTION_UNKNOWN, text, field="run_id")
    return question


def _build_answer(arguments: AnswerArguments, file_text: str, question: questions_pb2.Question) -> questions_pb2.Answer:
    """Return the answer to *question*; *file_text* is the text of the file that replaces the displayed product."""
    if arguments.approve:
        return approve()
    if arguments.reject is not None:
        return reject(read_text_argument(arguments.reject))
    if arguments.modify is None:
        return choose(list(arguments.choose), read_text_argument(arguments.custom), question)
    as_text = question.kind == "content" and not file_text.lstrip().startswith("{")
    return modify(note_markdown.parse_edited(file_text) if as_text else plan_json.parse_edited(file_text))
