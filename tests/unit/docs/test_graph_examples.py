"""The examples of docs/graphs.md."""

import asyncio
import json
import re
from pathlib import Path

from services.cli.graphs.operations import patch
from services.common.text.language import Language
from tests.unit.docs.test_paths import ROOT

BLOCK = re.compile(r"```json\n(.*?)```", re.DOTALL)


def test_the_patch_of_the_page_applies_to_its_graph(tmp_path: Path) -> None:
    graph, operations = BLOCK.findall((ROOT / "docs/graphs.md").read_text("utf-8"))[:2]
    (tmp_path / "flow.json").write_text(graph, "utf-8")
    (tmp_path / "change.json").write_text(operations, "utf-8")
    asyncio.run(
        patch(tmp_path / "flow.json", tmp_path / "change.json", tmp_path / "out", None, False, Language.ENGLISH)
    )
    nodes = json.loads((tmp_path / "out" / "flow.json").read_text("utf-8"))["nodes"]
    assert nodes["2"]["data"] == {"amount": 0.8} and len(nodes) == 4
