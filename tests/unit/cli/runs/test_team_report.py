"""`report.md` of a task of the agent team."""

import json

from reflow.v1 import team_pb2, team_run_pb2

from services.cli.runs.team_delivery import MAX_FINDINGS, render_report
from services.common.text.language import Language


def report(findings: list[dict[str, object]]) -> str:
    stage = team_pb2.StageContext(
        stage_id="review", text_output="Reviewed.", structured_data=json.dumps({"findings": findings}).encode()
    )
    return render_report("review", team_run_pb2.TeamResult(stages=[stage]), {}, Language.ENGLISH)


def test_each_finding_is_listed_with_its_place() -> None:
    assert "- `a.py:5` A bare except." in report([{"path": "a.py", "line": 5, "message": "A bare\nexcept."}])


def test_the_report_states_how_many_findings_it_leaves_out() -> None:
    found = [{"path": "a.py", "line": line, "message": "x"} for line in range(1, MAX_FINDINGS + 3)]
    assert "- 2 more in result.json" in report(list(found))


def test_the_findings_of_the_checks_are_listed_as_well() -> None:
    checks = {"ruff": 1, "findings": [{"path": "b.py", "line": 2, "message": "F401 unused import"}]}
    stage = team_pb2.StageContext(stage_id="verify", structured_data=json.dumps({"checks": checks}).encode())
    text = render_report("review", team_run_pb2.TeamResult(stages=[stage]), {}, Language.ENGLISH)
    assert "- `b.py:2` F401 unused import" in text
