"""Summary of a finished run."""

from reflow.v1 import steps_pb2

from services.cli.rendering.summary import summary_lines
from services.cli.rendering.view import RunView
from services.common.text.language import Language


def render(view: RunView) -> list[str]:
    return [line.plain for line in summary_lines(view, "go on", Language.ENGLISH)]


def test_the_usage_of_all_models_is_one_line() -> None:
    uses = (
        steps_pb2.Usage(input_tokens=60, output_tokens=40, cost=0.5, currency="CNY"),
        steps_pb2.Usage(input_tokens=5, cost=0.25, currency="CNY"),
        steps_pb2.Usage(images=2, cost=0.04, currency="USD"),
    )
    assert "Models: 3 requests · 105 tokens · 2 images · 0.7500 CNY · 0.0400 USD" in render(RunView(usage=uses))


def test_a_run_without_models_has_no_usage_line() -> None:
    assert not any(line.startswith("Models") for line in render(RunView()))
