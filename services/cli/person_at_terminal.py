"""A person at the terminal: shown what is asked, and read line by line."""

import sys

from google.protobuf.json_format import MessageToDict
from reflow.v1 import questions_pb2
from rich.console import Console
from rich.text import Text as Styled

from services.cli import note_markdown, plans_json
from services.cli.answering import Move, approval, modification, read_choice, read_move, rejection
from services.cli.editing import edited
from services.cli.failing import one_line
from services.cli.interrupting import Interruption
from services.cli.keyboard import Keyboard
from services.cli.question_panel import hint, panel
from services.common.errors import ReflowError
from services.common.language import Language, Text

_LEAVE = ("q", "quit", "退出")
_UNKNOWN = Text("没有看懂，请按下面的提示输入。", "That was not understood; type one of these.")
_WHAT_TO_CHANGE = Text("要怎么改？直接回车就换一版", "What should change? Enter alone for another version")
_UNCHANGED = Text("没有改动。", "Nothing was changed.")
_REFUSED = Text("没有用上：", "Not taken: ")


class PersonAtTerminal:
    """Asks at *console* and reads the *keyboard*."""

    def __init__(self, console: Console, keyboard: Keyboard, interrupted: Interruption, language: Language) -> None:
        self._console = console
        self._keyboard = keyboard
        self._interrupted = interrupted
        self._language = language
        self._shown = ""  # the key of the question that stands above
        self._draft = ""  # what they wrote in place of what was shown, while it is not taken

    async def answer(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        if question.key != self._shown:
            self._shown, self._draft = question.key, ""
            self._console.print(panel(question, self._language))
            await self._keyboard.skip_blank()
        if questions_pb2.DECISION_CHOOSE in question.decisions:
            return await self._choose(question)
        return await self._decide(question)

    def leave(self) -> None:
        self._keyboard.leave()

    def refused(self, error: ReflowError) -> None:
        self._tell(f"{_REFUSED.pick(self._language)}{error.message(self._language)}", "red")

    def overtaken(self, error: ReflowError) -> None:
        self._tell(error.message(self._language), "yellow")

    async def _choose(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        while (line := await self._line(hint(question, self._language))) is not None:
            if line.strip().lower() in _LEAVE:
                return None
            try:
                return read_choice(line, question)
            except ReflowError as error:
                self._tell(error.message(self._language), "yellow")
        return None

    async def _decide(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        while (line := await self._line(hint(question, self._language))) is not None:
            match read_move(line, question):
                case Move.APPROVE:
                    return approval()
                case Move.REJECT:
                    return await self._reject()
                case Move.EDIT:
                    answer = await self._edit(question)
                    if answer is not None:
                        return answer
                case Move.LEAVE:
                    return None
                case None:
                    self._tell(_UNKNOWN.pick(self._language), "yellow")
                    await self._keyboard.skip_blank()
        return None

    async def _reject(self) -> questions_pb2.Answer | None:
        """Return the rejection, with all that is pasted as its feedback; None when they leave."""
        line = await self._line(Styled(_WHAT_TO_CHANGE.pick(self._language), "dim"))
        if line is None:
            return None
        return rejection("\n".join([line, *await self._keyboard.pasted()]))

    async def _edit(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        """Return what they made of what is shown in their editor; None, told, where that is nothing new."""
        shown = MessageToDict(question.shown)
        as_text = question.kind == "content"
        first = (
            note_markdown.editable(shown["title"], shown["body"], shown.get("tags", []), self._language)
            if as_text
            else plans_json.editable(shown)
        )
        try:
            with self._interrupted.left_to_another():
                self._draft = await edited(self._draft or first, "note.md" if as_text else "plans.json")
            read = note_markdown.read_edited if as_text else plans_json.read_edited
            answer = modification(read(self._draft))
        except ReflowError as error:
            self.refused(error)
            return None
        if self._draft == first:
            self._tell(_UNCHANGED.pick(self._language), "yellow")
            return None
        return answer

    async def _line(self, what: Styled) -> str | None:
        self._console.print(what, highlight=False, soft_wrap=True)
        self._console.print(Styled("› ", "bold cyan"), end="")
        self._console.file.flush()
        line = await self._keyboard.line()
        if line is None:
            self._console.print()
        return line

    def _tell(self, said: str, style: str) -> None:
        self._console.print(Styled(one_line(said), style), highlight=False, soft_wrap=True)


def person_at_terminal(interrupted: Interruption, language: Language) -> PersonAtTerminal | None:
    """Return the person before this terminal; None where nobody reads what is asked, or nobody can answer."""
    asked_at = next((stream for stream in (sys.stdout, sys.stderr) if stream.isatty()), None)
    if asked_at is None or not sys.stdin.isatty():
        return None
    return PersonAtTerminal(Console(file=asked_at), Keyboard(sys.stdin.fileno()), interrupted, language)
