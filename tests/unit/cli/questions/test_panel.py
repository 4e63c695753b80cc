"""Questions as displayed in the terminal."""

import io
import re

import pytest
from reflow.v1 import questions_pb2
from rich.console import Console, RenderableType

from services.cli.questions.panel import build_hint, build_panel
from services.cli.questions.plan_json import format_editable, parse_edited
from services.cli.questions.terminal_responder import PanelResponder
from services.common.errors import ReflowError
from services.common.text.language import Language

PLANS = {
    "imagePlans": [
        {"width": 768.0, "planId": "image-1", "prompt": "樱花", "subject": "樱花", "purpose": "封面", "height": 1024.0}
    ],
    "textOverlayPlan": [{"planId": "image-1", "text": "春游", "kind": "title", "position": "top"}],
    "paragraphImageBindings": [{"planId": "image-1", "paragraph": 0.0}],
}


def make_question(kind: str, shown: dict[str, object], **more: object) -> questions_pb2.Question:
    question = questions_pb2.Question(key="k", kind=kind, text="可以吗？", **more)  # type: ignore[arg-type]
    question.shown.update(shown)  # type: ignore[arg-type]
    return question


def shown(what: RenderableType) -> str:
    console = Console(file=io.StringIO(), width=60, color_system=None)
    with console.capture() as capture:
        console.print(what)
    return capture.get()


def test_a_text_is_displayed_completely() -> None:
    text = shown(
        build_panel(make_question("content", {"title": "题", "body": "一\n\n二", "tags": ["a", "b"]}), Language.CHINESE)
    )
    for part in ("正文", "可以吗？", "题", "一", "二", "#a #b"):
        assert part in text


def test_a_plan_is_a_list_with_the_texts_on_its_images() -> None:
    text = shown(build_panel(make_question("image_plans", PLANS), Language.CHINESE))
    assert "1 樱花  768×1024" in text and "封面" in text and "“春游”  大字 · 上" in text


def test_no_line_of_a_wrapped_value_reads_as_another_argument() -> None:
    value = f"{'x' * 40} {'y' * 30} path: notes.txt"
    call = {"tool": "write_file", "digest": "a" * 64, "arguments": {"content": value, "path": "src/a.py"}}
    text = shown(build_panel(make_question("tool_calls", {"calls": [call]}), Language.ENGLISH))
    columns = {len(line) - len(line.lstrip("│ ")) for line in text.splitlines() if "│" in line and line.strip("│ ")}
    assert len(columns) == 2 and "path: notes.txt" in text
    assert [line.strip("│ ") for line in text.splitlines() if line.startswith("│  path")] == ["path: src/a.py"]


def test_options_are_numbered_and_the_hint_states_whether_several_can_be_chosen() -> None:
    options = [questions_pb2.Option(id="a", label="亲子"), questions_pb2.Option(id="b", label="情侣")]
    question = make_question(
        "clarity", {"agent": "x"}, options=options, decisions=[questions_pb2.DECISION_CHOOSE], allow_custom=True,
        selection=questions_pb2.SELECTION_MULTIPLE,
    )  # fmt: skip
    text = shown(build_panel(question, Language.CHINESE))
    assert "1 亲子" in text and "2 情侣" in text and "agent" not in text
    assert (
        "可多选" in build_hint(question, Language.CHINESE).plain
        and "直接写" in build_hint(question, Language.CHINESE).plain
    )


def test_decisions_that_the_question_does_not_allow_are_not_offered() -> None:
    question = make_question("content", {}, decisions=[questions_pb2.DECISION_APPROVE])
    assert build_hint(question, Language.ENGLISH).plain == "Enter go on · q leave it waiting"


def test_a_text_cannot_send_control_codes_to_the_terminal() -> None:
    text = shown(
        build_panel(
            make_question("content", {"title": "a\x1b[2J", "body": "b\x07\nc", "tags": ["\x1b]0;x"]}), Language.ENGLISH
        )
    )
    assert "\x1b" not in text and "\x07" not in text


def test_plans_are_formatted_in_reading_order_and_parsed_back() -> None:
    text = format_editable(PLANS)
    assert text.index('"planId"') < text.index('"purpose"') < text.index('"prompt"') < text.index('"width": 768')
    assert parse_edited(text) == PLANS


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('{"a": 1,\n}', "第 2 行"),
        ("[]", "JSON 对象"),
        ('{"a": NaN}', "NaN"),
        ("[" * 100_000, "JSON"),
        ("9" * 5_000, "太长"),
    ],
)
def test_invalid_json_is_rejected(text: str, named: str) -> None:
    with pytest.raises(ReflowError) as raised:
        parse_edited(text)
    assert named in raised.value.text.zh


def test_tool_calls_are_displayed_with_every_argument_and_their_digest() -> None:
    arguments = {"path": "src/a.py", "old": "a - b\n", "new": "a + b\x1b[2J", "replace_all": True}
    calls = [{"tool": "edit_file", "arguments": arguments, "digest": "ab" * 32}]
    text = shown(build_panel(make_question("tool_calls", {"calls": calls}), Language.ENGLISH))
    assert "edit_file  abababababab" in text
    assert all(part in text for part in ("path: src/a.py", "old: a - b", "new: a + b", "replace_all: true"))
    assert "\x1b" not in text


@pytest.mark.parametrize(
    ("language", "hint"),
    [
        (Language.ENGLISH, "y allow · n do not allow · q leave it waiting"),
        (Language.CHINESE, "y 同意 · n 不同意 · q 先放着"),
    ],
)
def test_the_hint_of_tool_calls_does_not_offer_enter(language: Language, hint: str) -> None:
    decisions = [questions_pb2.DECISION_APPROVE, questions_pb2.DECISION_REJECT]
    assert build_hint(questions_pb2.Question(kind="tool_calls", decisions=decisions), language).plain == hint


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"a" 1}',
        '{"a": 1,}',
        '{"a": 1 "b": 2}',
        '{"a": "b}',
        '{"a": "\n"}',
        '{"a": "\\q"}',
        "{} {}",
        '{"a": NaN}',
        '{"a": ' + "9" * 5_000 + "}",
    ],
)
def test_an_invalid_plan_is_explained_in_the_language_of_the_user(text: str) -> None:
    with pytest.raises(ReflowError) as raised:
        parse_edited(text)
    assert not re.search(r"[A-Za-z]{4,}", raised.value.text.zh.replace("JSON", ""))
    assert "something is wrong" not in raised.value.text.en


async def test_a_question_is_displayed_also_where_nobody_can_answer_it() -> None:
    console = Console(file=io.StringIO(), width=60, color_system=None)
    with console.capture() as capture:
        calls: dict[str, object] = {"calls": [{"tool": "edit_file", "digest": "0", "arguments": {"path": "src/a.py"}}]}
        answer = await PanelResponder(console, Language.ENGLISH).answer(make_question("tool_calls", calls))
    assert answer is None and "path: src/a.py" in capture.get()
