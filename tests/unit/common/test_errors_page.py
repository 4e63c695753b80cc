"""docs/errors.md has the same contents as the catalog and the schema of the error object."""

from pathlib import Path

from services.common.errors import CATALOG
from services.common.errors.grpc_status import STATUSES
from services.gateway.openapi import ErrorMetadata, ErrorObject

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "errors.md").read_text(encoding="utf-8")


def table(heading: str) -> dict[str, str]:
    """Return the rows of the first table after *heading*, by the first name in each."""
    lines = PAGE.partition(heading)[2].splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("| "))
    rows = (line for line in lines[start:])
    found = {}
    for line in rows:
        if not line.startswith("| "):
            break
        if "`" in line:
            found[line.split("`")[1]] = line
    return found


def test_the_page_has_a_row_for_every_code_with_its_retries_and_texts() -> None:
    rows = table("## Codes")
    assert rows.keys() == {code.value for code in CATALOG}
    for code, kind in CATALOG.items():
        waits = f"{kind.retry_after:g} s, {kind.max_retries}" if kind.retry_after is not None else ""
        assert f"| {waits} |" in rows[code]
        assert kind.text.zh in rows[code]
        assert kind.text.en in rows[code]
        assert f"{STATUSES[code].name}, {kind.http_status}" in rows[code]


def test_the_page_has_every_field_of_the_error_object_in_the_order_of_the_schema() -> None:
    schema = ErrorObject.model_json_schema(by_alias=True)
    assert list(table("## The error object")) == list(schema["properties"])


def test_the_page_has_every_entry_of_metadata_that_the_schema_names() -> None:
    rows = table("`metadata` has the same entries")
    schema = ErrorMetadata.model_json_schema(by_alias=True)
    assert set(schema["properties"]) <= {name for row in rows.values() for name in row.split("`")[1::2]}
