"""docs/errors.md states what the catalog states."""

from pathlib import Path

from services.common.errors import CATALOG
from services.common.errors.grpc_status import STATUSES

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "errors.md").read_text(encoding="utf-8")


def test_the_page_has_a_row_for_every_code_with_its_retries_and_texts() -> None:
    rows = {line.split("`")[1]: line for line in PAGE.splitlines() if line.startswith("| `")}
    assert rows.keys() == {code.value for code in CATALOG}
    for code, kind in CATALOG.items():
        waits = f"{kind.retry_after:g} s, {kind.max_retries}" if kind.retry_after is not None else ""
        assert f"| {waits} |" in rows[code]
        assert kind.text.zh in rows[code]
        assert kind.text.en in rows[code]
        assert f"{STATUSES[code].name}, {kind.http_status}" in rows[code]
