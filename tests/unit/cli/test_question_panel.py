"""What a person is asked, as it is shown."""

import io

import pytest
from reflow.v1 import questions_pb2
from rich.console import Console, RenderableType

from services.cli.plans_json import editable, read_edited
from services.cli.question_panel import hint, panel
from services.common.errors import ReflowError
from services.common.language import Language

PLANS = {
    "imagePlans": [
        {"width": 768.0, "planId": "image-1", "prompt": "樱花", "subject": "樱花", "purpose": "封面", "height": 1024.0}
    ],
    "textOverlayPlan": [{"planId": "image-1", "text": "春游", "kind": "title", "position": "top"}],
    "paragraphImageBindings": [{"planId": "image-1", "paragraph": 0.0}],
}


def asked(kind: str, shown: dict[str, object], **more: object) -> questions_pb2.Question:
    question = questions_pb2.Question(key="k", kind=kind, text="可以吗？", **more)  # type: ignore[arg-type]
    question.shown.update(shown)  # type: ignore[arg-type]
    return question


def shown(what: RenderableType) -> str:
    console = Console(file=io.StringIO(), width=60, color_system=None)
    with console.capture() as capture:
        console.print(what)
    return capture.get()


def test_a_text_is_shown_whole() -> None:
    told = shown(panel(asked("content", {"title": "题", "body": "一\n\n二", "tags": ["a", "b"]}), Language.CHINESE))
    for part in ("正文", "可以吗？", "题", "一", "二", "#a #b"):
        assert part in told


def test_a_plan_is_a_list_with_the_texts_on_its_pictures() -> None:
    told = shown(panel(asked("image_plans", PLANS), Language.CHINESE))
    assert "1 樱花  768×1024" in told and "封面" in told and "“春游”  大字 · 上" in told


def test_options_are_numbered_and_the_hint_says_how_many_can_be_chosen() -> None:
    options = [questions_pb2.Option(id="a", label="亲子"), questions_pb2.Option(id="b", label="情侣")]
    question = asked(
        "clarity", {"agent": "x"}, options=options, decisions=[questions_pb2.DECISION_CHOOSE], allow_custom=True,
        selection=questions_pb2.SELECTION_MULTIPLE,
    )  # fmt: skip
    told = shown(panel(question, Language.CHINESE))
    assert "1 亲子" in told and "2 情侣" in told and "agent" not in told
    assert "可多选" in hint(question, Language.CHINESE).plain and "直接写" in hint(question, Language.CHINESE).plain


def test_what_cannot_be_answered_is_not_offered() -> None:
    question = asked("content", {}, decisions=[questions_pb2.DECISION_APPROVE])
    assert hint(question, Language.ENGLISH).plain == "Enter go on · q leave it waiting"


def test_a_text_cannot_send_control_codes_to_the_terminal() -> None:
    told = shown(
        panel(asked("content", {"title": "a\x1b[2J", "body": "b\x07\nc", "tags": ["\x1b]0;x"]}), Language.ENGLISH)
    )
    assert "\x1b" not in told and "\x07" not in told


def test_plans_are_edited_in_the_order_a_person_reads_them_and_read_back() -> None:
    text = editable(PLANS)
    assert text.index('"planId"') < text.index('"purpose"') < text.index('"prompt"') < text.index('"width": 768')
    assert read_edited(text) == PLANS


@pytest.mark.parametrize(
    ("text", "named"), [('{"a": 1,\n}', "第 2 行"), ("[]", "JSON 对象"), ('{"a": NaN}', "NaN"), ("[" * 100_000, "JSON")]
)
def test_json_that_is_none_is_refused(text: str, named: str) -> None:
    with pytest.raises(ReflowError) as raised:
        read_edited(text)
    assert named in raised.value.text.zh
