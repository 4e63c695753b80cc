"""What is said once the picture is there."""

from reflow.v1 import steps_pb2

from services.cli.closing import closing_lines
from services.cli.view import RunView
from services.common.language import Language


def told(view: RunView) -> list[str]:
    return [line.plain for line in closing_lines(view, "go on", Language.ENGLISH)]


def test_what_the_models_took_together_is_told_in_one_line() -> None:
    uses = (
        steps_pb2.Usage(input_tokens=60, output_tokens=40, cost=0.5, currency="CNY"),
        steps_pb2.Usage(input_tokens=5, cost=0.25, currency="CNY"),
        steps_pb2.Usage(images=2, cost=0.04, currency="USD"),
    )
    assert "Models: 3 requests · 105 tokens · 2 pictures · 0.7500 CNY · 0.0400 USD" in told(RunView(usage=uses))


def test_a_run_without_models_tells_of_none() -> None:
    assert not any(line.startswith("Models") for line in told(RunView()))
