"""What a conversation stores, which questions it poses and what it rejects, through the public endpoint."""

from collections.abc import Mapping
from typing import Any

from tests.fixtures.systems.system import System


class Talk:
    """One session in one language: each text is a run that must succeed."""

    def __init__(self, system: System, language: str = "zh") -> None:
        self._system, self._language = system, language
        self._session = system.open_session()

    def send(self, text: str, **body: object) -> tuple[Mapping[str, Any], str, list[str]]:
        """Return the state of the run, its reply, and the types of its widgets."""
        request = {"text": text, "sessionId": self._session, **body}
        events = self._system.chat(request, {"Accept-Language": self._language})
        assert events[-1].data["status"] == "succeeded", events[-1].body
        widgets = [event.data for event in events if event.data.get("widgetType")]
        reply = [widget["props"]["text"] for widget in widgets if widget["widgetType"] == "AgentMessage"][-1]
        return self._system.state(events[0].body["runId"]), reply, [widget["widgetType"] for widget in widgets]


def test_several_changes_keep_the_size_an_unclear_one_destroys_nothing_and_no_style_leaks(system: System) -> None:
    talk = Talk(system)
    talk.send("画一只水彩的猫", width=160, height=96, seed=7)
    changed, _, _ = talk.send("换成油画，加一只狗")
    assert changed["intent"]["style"] == "油画" and "狗" in changed["intent"]["subject"]
    assert changed["executionResult"]["metadata"]["size"] == {"width": 160, "height": 96}
    unclear, _, widgets = talk.send("保存")
    assert unclear["intent"]["action"] == "unknown" and "ImageResult" not in widgets and "SuggestionChips" in widgets
    brighter, _, _ = talk.send("再亮一点")
    assert brighter["executionResult"]["taskType"] == "parameter_adjustment"
    assert brighter["intent"]["subject"] == changed["intent"]["subject"]
    horse, _, _ = talk.send("画一匹白马", width=96, height=96)
    assert horse["intent"]["style"] == "" and not any(
        "油画" in one["style"] for one in horse["enhancedPrompt"]["retrieved"]
    )


def test_an_image_without_its_subject_does_not_pass_and_the_reply_names_what_is_missing(system: System) -> None:
    state, reply, _ = Talk(system).send("画一台粒子对撞机", width=128, height=128)
    quality = state["qualityCheck"]
    assert not quality["passed"] and quality["score"] < 0.7
    assert "粒子对撞机" in reply and not reply.startswith("画好了")


def test_a_size_past_the_limit_is_rejected_with_the_largest_one(system: System) -> None:
    _, reply, widgets = Talk(system).send("画一张4K的猫")
    assert "4K" in reply and "2048x1152" in reply and "ImageResult" not in widgets
