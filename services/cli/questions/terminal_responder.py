"""Responder at the terminal: it displays questions and reads answers line by line."""

import sys

from google.protobuf.json_format import MessageToDict
from reflow.v1 import questions_pb2
from rich.console import Console
from rich.text import Text as Styled

from services.cli.questions import plan_json
from services.cli.questions.answers import EFFECTS, ReviewAction, approve, modify, parse_action, parse_choice, reject
from services.cli.questions.editor import edit_text
from services.cli.questions.keyboard import Keyboard
from services.cli.questions.panel import build_hint, build_panel
from services.cli.questions.responders import NoResponder
from services.cli.rendering import note_markdown
from services.cli.rendering.display import is_live
from services.cli.signals import SignalHandler
from services.common.errors import ReflowError
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

_QUIT = ("q", "quit", "退出")
_NOT_UNDERSTOOD = Text("无法识别输入，请按下面的提示输入。", "That was not understood; type one of these.")
_WHAT_TO_CHANGE = Text("要怎么改？直接回车就换一版", "What should change? Enter alone for another version")
_WHY_NOT = Text(
    "为什么不同意？智能体会读到；直接回车则不说明", "Why not? The agent reads it; Enter alone for no reason"
)
_UNCHANGED = Text("没有改动。", "Nothing was changed.")
_REJECTED = Text("没有用上：", "Not taken: ")


class TerminalResponder:
    """Displays questions on *console* and reads answers from *keyboard*."""

    def __init__(self, console: Console, keyboard: Keyboard, signals: SignalHandler, language: Language) -> None:
        self._console = console
        self._keyboard = keyboard
        self._signals = signals
        self._language = language
        self._question_key = ""  # the key of the displayed question
        self._draft = ""  # the edited product, until it is accepted

    async def answer(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        if question.key != self._question_key:
            self._question_key, self._draft = question.key, ""
            self._console.print(build_panel(question, self._language))
            await self._keyboard.drop_blank_lines()
        if questions_pb2.DECISION_CHOOSE in question.decisions:
            return await self._choose(question)
        return await self._decide(question)

    def cancel(self) -> None:
        self._keyboard.cancel()

    def on_rejected(self, error: ReflowError) -> None:
        self._print(f"{_REJECTED.pick(self._language)}{error.message(self._language)}", "red")

    def on_closed(self, error: ReflowError) -> None:
        self._print(error.message(self._language), "yellow")

    async def _choose(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        while (line := await self._line(build_hint(question, self._language))) is not None:
            if line.strip().lower() in _QUIT:
                return None
            try:
                return parse_choice(line, question)
            except ReflowError as error:
                self._print(error.message(self._language), "yellow")
        return None

    async def _decide(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        while (line := await self._line(build_hint(question, self._language))) is not None:
            match parse_action(line, question):
                case ReviewAction.APPROVE:
                    return approve()
                case ReviewAction.REJECT:
                    return await self._reject(question)
                case ReviewAction.EDIT:
                    answer = await self._edit(question)
                    if answer is not None:
                        return answer
                case ReviewAction.LEAVE:
                    return None
                case None:
                    self._print(_NOT_UNDERSTOOD.pick(self._language), "yellow")
                    await self._keyboard.drop_blank_lines()
        return None

    async def _reject(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        """Return the rejection with its feedback, which may be pasted lines; None when cancelled."""
        hint = _WHY_NOT if question.kind in EFFECTS else _WHAT_TO_CHANGE
        line = await self._line(Styled(hint.pick(self._language), "dim"))
        if line is None:
            return None
        return reject("\n".join([line, *await self._keyboard.read_pasted_lines()]))

    async def _edit(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        """Return the answer with the product as edited; print why and return None if it is invalid or unchanged."""
        product = MessageToDict(question.shown)
        as_text = question.kind == "content"
        first = (
            note_markdown.format_editable(product["title"], product["body"], product.get("tags", []), self._language)
            if as_text
            else plan_json.format_editable(product)
        )
        try:
            with self._signals.release_ctrl_c():
                self._draft = await edit_text(self._draft or first, "note.md" if as_text else "plans.json")
            parse = note_markdown.parse_edited if as_text else plan_json.parse_edited
            answer = modify(parse(self._draft))
        except ReflowError as error:
            self.on_rejected(error)
            return None
        if self._draft == first:
            self._print(_UNCHANGED.pick(self._language), "yellow")
            return None
        return answer

    async def _line(self, hint: Styled) -> str | None:
        self._console.print(hint, highlight=False, soft_wrap=True)
        self._console.print(Styled("› ", "bold cyan"), end="")
        self._console.file.flush()
        line = await self._keyboard.read_line()
        if line is None:
            self._console.print()
        return line

    def _print(self, text: str, style: str) -> None:
        self._console.print(Styled(to_one_line(text), style), highlight=False, soft_wrap=True)


class PanelResponder(NoResponder):
    """Displays questions on *console* and leaves them unanswered: input is not a terminal."""

    def __init__(self, console: Console, language: Language) -> None:
        self._console = console
        self._language = language

    async def answer(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        self._console.print(build_panel(question, self._language))
        return None


def open_panel_responder(language: Language) -> PanelResponder | None:
    """Return a responder that only displays questions; None if the run is displayed as plain lines, with them."""
    console = Console()
    return PanelResponder(console, language) if is_live(console) else None


def open_terminal_responder(signals: SignalHandler, language: Language) -> TerminalResponder | None:
    """Return a responder at this terminal; None if input or output is not a terminal."""
    terminal = next((stream for stream in (sys.stdout, sys.stderr) if stream.isatty()), None)
    if terminal is None or not sys.stdin.isatty():
        return None
    return TerminalResponder(Console(file=terminal), Keyboard(sys.stdin.fileno()), signals, language)
