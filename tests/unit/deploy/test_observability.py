"""Dashboards and alerts query only metrics that the services export."""

import json
import re
from pathlib import Path

import pytest
import yaml

from services.common.telemetry import names

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "deploy" / "observability"
# What Prometheus appends to the name of a counter, or of a histogram in seconds.
SUFFIX = re.compile(r"(_seconds)?(_bucket|_count|_sum|_total)?$")
METRIC = re.compile(r"\b(reflow|rpc_server|gen_ai_client)_[a-z_]+\b(?=[\[{) >]|$)")
KNOWN = {
    name.replace(".", "_")
    for name in (
        names.ERRORS,
        names.RUNS_RUNNING,
        names.RUNS_WAITING,
        names.RPC_DURATION,
        names.GEN_AI_TOKEN_USAGE,
        names.GEN_AI_DURATION,
    )
}


def expressions() -> list[str]:
    dashboard = json.loads((FOLDER / "grafana" / "dashboards" / "reflow.json").read_text("utf-8"))
    alerts = yaml.safe_load((FOLDER / "alerts.yaml").read_text("utf-8"))
    panels = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    return panels + [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]


@pytest.mark.parametrize("expression", expressions())
def test_an_expression_reads_metrics_that_exist(expression: str) -> None:
    pattern = re.search(r'__name__=~"([a-z_]+)\((\w+)\|(\w+)\)"', expression)
    if pattern:
        found = {f"{pattern[1]}{pattern[2]}", f"{pattern[1]}{pattern[3]}"}
    else:
        metrics = re.sub(r"(by|=|!)[^(]*\([^)]*\)", "", expression)  # without the names of labels
        found = {SUFFIX.sub("", match.group()) for match in METRIC.finditer(metrics)}
    assert found
    assert found <= KNOWN


def test_every_alert_has_its_runbook() -> None:
    alerts = yaml.safe_load((FOLDER / "alerts.yaml").read_text("utf-8"))
    headings = set(re.findall(r"^### (\w+)$", (ROOT / "docs" / "deploy.md").read_text("utf-8"), re.MULTILINE))
    names_of_alerts = {rule["alert"] for group in alerts["groups"] for rule in group["rules"]}
    assert names_of_alerts <= headings
