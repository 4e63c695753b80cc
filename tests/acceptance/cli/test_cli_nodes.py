"""`reflow nodes` and GET /api/nodes from the outside, with a running system."""

import json
from pathlib import Path

from tests.fixtures.services.object_info import OBJECT_INFO, object_info_bytes
from tests.fixtures.systems.command_line import CommandLine
from tests.fixtures.systems.system import System


def test_node_types_are_imported_found_shown_listed_and_removed(
    joined: CommandLine, up: System, tmp_path: Path
) -> None:
    file = tmp_path / "object_info.json"
    file.write_bytes(object_info_bytes())
    imported = joined.reflow("nodes", "import", str(file), "--namespace", "cli", "--json")
    assert (imported.status, imported.events[0]["count"]) == (0, len(OBJECT_INFO))
    found = joined.reflow("nodes", "search", "export mp4", "--json")
    assert found.events[0]["type"] == "cli:SaveVideo //Pack" and found.events[0]["similarity"] == 1
    assert any("format.crf" in line for line in joined.reflow("nodes", "show", "cli:SaveVideo //Pack").out)
    listed = joined.reflow("nodes", "list", "--namespace", "cli", "--json")
    assert [entry["type"] for entry in listed.events] == sorted(f"cli:{name}" for name in OBJECT_INFO)
    again = joined.reflow("nodes", "import", "-", stdin="\n".join(listed.out))
    assert (again.status, again.out) == (0, ["已导入 3 种节点。"])

    page = up.http.get("/api/nodes", params={"pageSize": 2})
    body = page.json()
    assert len(body["types"]) == 2 and body["total"] >= 52 and body["nextPageToken"] == body["types"][-1]["type"]
    unchanged = up.http.get("/api/nodes", params={"pageSize": 2}, headers={"If-None-Match": page.headers["etag"]})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    one = up.http.get("/api/nodes/cli:SaveVideo //Pack").json()
    assert one == {**listed.events[-1], "revision": 2}
    matches = up.http.get("/api/nodes", params={"q": "让图片更清晰锐利", "pageSize": 5}).json()["matches"]
    assert "core:Sharpen" in [match["type"]["type"] for match in matches]
    assert up.http.get("/api/nodes/cli:Missing").status_code == 404

    assert joined.reflow("nodes", "remove", "cli:KSampler", "cli:Missing").status == 2
    names = [f"cli:{name}" for name in OBJECT_INFO]
    removed = joined.reflow("nodes", "remove", *names, "--json")
    assert (removed.status, removed.events) == (0, [{"removed": names}])
    later = up.http.get("/api/nodes", params={"pageSize": 2}, headers={"If-None-Match": page.headers["etag"]})
    assert later.status_code == 200 and later.headers["etag"] != page.headers["etag"]
    file.write_text(json.dumps({"A": 3}))
    broken = joined.reflow("nodes", "import", str(file))
    assert (broken.status, len(broken.err)) == (2, 1) and "/A" in broken.err[0]
