"""`reflow runs answer`: a run that waits is answered, and goes on as `reflow run` does."""

from dataclasses import dataclass
from pathlib import Path

from reflow.v1 import events_pb2, questions_pb2

from services.cli import note_markdown, plans_json
from services.cli.answering import approval, choice, modification, rejection
from services.cli.asking import check_folder, given_text
from services.cli.attending import Attended
from services.cli.delivering import deliver
from services.cli.display import choose_display
from services.cli.failing import bad_input
from services.cli.interrupting import interruption
from services.cli.opening import data_folder, open_client
from services.cli.person import Decided, Nobody
from services.cli.reading import read_text
from services.cli.run import choose_person
from services.cli.runs_finding import find_run
from services.cli.statuses import status_name
from services.common.errors import Code, ReflowError
from services.common.language import Language, Text

_NOTHING_WAITS = Text("运行 {run_id} 没有在等回答（{status}）。", "The run {run_id} waits for no answer ({status}).")

_WAYS = "--approve / --reject TEXT / --modify FILE / --choose ID"


@dataclass(frozen=True, slots=True)
class Given:
    """What stood on the command line of `reflow runs answer`."""

    run_id: str
    approve: bool
    reject: str | None
    modify: Path | None
    choose: tuple[str, ...]
    custom: str
    yes: bool
    out: Path
    data: Path | None


async def answer_run(given: Given, language: Language) -> None:
    """Answer the run, show it to its end and save what it makes. Raises ReflowError, CommandFailed or Interrupted."""
    decided = _decisions(given)
    check_folder(given.out)
    written = read_text(given.modify) if given.modify is not None else ""
    with interruption() as interrupted, choose_display(language, as_json=False) as display:
        person = choose_person(interrupted, language, yes=given.yes, as_json=False)
        if not decided and isinstance(person, Nobody):
            raise bad_input(f"请说明怎么回答：{_WAYS}。", f"Say how to answer: {_WAYS}.")
        async with open_client(data_folder(given.data), display.starting, language) as client:
            run_id = await find_run(client, given.run_id)
            attended = Attended(client, run_id, display, interrupted, given.data)
            question = await _waiting(attended)
            if decided:
                person = Decided(_answer(given, written, question), person)
            await attended.put(question, person)
            view = await attended.to_end(person)
            path = await deliver(client, run_id, view, given.out, interrupted, language)
            display.saved(view, path, "")


def _decisions(given: Given) -> list[str]:
    """Return the one decision that is given, none where it is to be asked for. Raises INVALID_INPUT_FORMAT for two."""
    present = {
        "--approve": given.approve,
        "--reject": given.reject is not None,
        "--modify": given.modify is not None,
        "--choose": bool(given.choose or given.custom),
    }
    named = [name for name, there in present.items() if there]
    if len(named) > 1:
        raise bad_input(f"{'、'.join(named)} 只能用一个。", f"Give only one of {', '.join(named)}.")
    return named


async def _waiting(attended: Attended) -> questions_pb2.Question:
    """Return what the run waits for. Raises RUN_UNKNOWN, and QUESTION_UNKNOWN where it waits for nothing."""
    run = await attended.client.get_run(attended.run_id)
    question = (await attended.recall()).pending if run.status == events_pb2.RUN_STATUS_PAUSED else None
    if question is None:
        status = status_name(run.status)
        text = Text(
            _NOTHING_WAITS.zh.format(run_id=attended.run_id, status=status.zh),
            _NOTHING_WAITS.en.format(run_id=attended.run_id, status=status.en),
        )
        raise ReflowError(Code.QUESTION_UNKNOWN, text, field="run_id")
    return question


def _answer(given: Given, written: str, question: questions_pb2.Question) -> questions_pb2.Answer:
    """Return the answer that is given to *question*; *written* is what the file says that takes the shown's place."""
    if given.approve:
        return approval()
    if given.reject is not None:
        return rejection(given_text(given.reject))
    if given.modify is None:
        return choice(list(given.choose), given_text(given.custom), question)
    as_text = question.kind == "content" and not written.lstrip().startswith("{")
    return modification(note_markdown.read_edited(written) if as_text else plans_json.read_edited(written))
