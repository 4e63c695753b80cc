"""Pods of the rendered manifests under podman: two replicas of each service behind one DNS name, with mutual TLS."""

import base64
import copy
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from tests.containers.podman import POSTGRES, ROOT, podman, wait
from tests.fixtures.network.certificates import Authority

OVERLAY = ROOT / "deploy" / "kubernetes" / "overlays" / "production"
SERVICES = ("planner", "rag", "executor", "critic", "orchestrator", "gateway")
REPLICAS = 2
NETWORK = "reflow-pods"
DATABASE = "reflow-pods-database"
UID = 10001
KILLED = 137
PASSWORD = "of-the-database"

Manifest = dict[str, Any]


def render() -> list[Manifest]:
    """Return the manifests of the production overlay."""
    kubectl = shutil.which("kubectl")
    assert kubectl is not None
    done = subprocess.run([kubectl, "kustomize", str(OVERLAY)], capture_output=True, text=True, check=True)
    return list(yaml.safe_load_all(done.stdout))


class Cluster:
    """The pods of one installation."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.authority = Authority("pods")
        self._manifests = render()
        self._blobs = folder / "blobs"
        self._blobs.mkdir()
        os.chown(self._blobs, UID, UID)

    def start(self) -> None:
        """Start the database, then every replica of every service, and wait until all are healthy."""
        podman("network", "create", NETWORK)
        url = f"postgresql://postgres:{PASSWORD}@database:5432/postgres"
        create_secret("reflow-database", {"rag": url, "orchestrator": url, "migrator": url})
        create_secret("reflow-blobs", {"url": "file:///blobs"})
        options = ("--network", NETWORK, "--network-alias", "database", "--env", f"POSTGRES_PASSWORD={PASSWORD}")
        podman("run", "-d", "--name", DATABASE, *options, POSTGRES)
        wait(lambda: "ready to accept" in podman("logs", DATABASE, check=False), "the database")
        for service in SERVICES:
            for replica in range(REPLICAS):
                self.play(service, replica)
        for service in SERVICES:
            for replica in range(REPLICAS):
                self.wait_for(service, replica)

    def stop(self) -> None:
        """Remove everything."""
        names = [f"{service}-{replica}" for service in SERVICES for replica in range(REPLICAS)]
        podman("pod", "rm", "-f", "-t", "0", *names, check=False)
        podman("rm", "-f", "-t", "0", DATABASE, check=False)
        podman("volume", "rm", "-f", *(f"{name}-tls" for name in names), check=False)
        podman("secret", "rm", "reflow-database", "reflow-blobs", check=False)
        podman("network", "rm", "-f", NETWORK, check=False)

    def play(self, service: str, replica: int) -> None:
        """Start one replica: the pod of the Deployment as it is rendered, with the secrets that it names."""
        documents = [self._config(), self._pod(service, replica)]
        path = self.folder / f"{service}-{replica}.yaml"
        path.write_text("---\n".join(map(yaml.safe_dump, documents)), "utf-8")
        podman("kube", "play", "--network", f"{NETWORK}:alias={service}", str(path))

    def replace(self, service: str, replica: int, *, kill: bool = False) -> None:
        """End one replica, as a rolling restart does or by a kill, and start it again."""
        name = f"{service}-{replica}"
        if kill:
            podman("kill", "--signal", "KILL", f"{name}-service")
        podman("pod", "stop", "-t", str(self._grace_seconds(service)), name)
        status = podman("container", "inspect", f"{name}-service", "--format", "{{.State.ExitCode}}").strip()
        assert status == str(KILLED if kill else 0), f"{name} ended with status {status}"
        podman("pod", "rm", "-f", name)
        self.play(service, replica)
        self.wait_for(service, replica)

    def wait_for(self, service: str, replica: int) -> None:
        """Wait until the health check of the image succeeds in a replica."""
        name = f"{service}-{replica}-service"

        def is_healthy() -> bool:
            command = ("exec", name, "python", "-m", "services.common.health_check")
            return subprocess.run(["podman", *command], capture_output=True, check=False).returncode == 0

        wait(is_healthy, f"{name}: {podman('logs', '--tail', '5', name, check=False)}")

    def logs(self, service: str) -> str:
        """Return what all replicas of *service* have logged."""
        return "".join(podman("logs", f"{service}-{replica}-service", check=False) for replica in range(REPLICAS))

    def call(self, code: str, certificate: Path | None) -> str:
        """Run Python *code* in a pod of the network that presents *certificate*, or none, and return its output."""
        shown = () if certificate is None else ("--volume", f"{certificate}:/tls:ro")
        options = ("--rm", "--network", NETWORK, "--read-only", *shown, "--entrypoint", "python")
        return podman("run", *options, "localhost/reflow-reflow", "-c", code)

    def _spec(self, service: str) -> Manifest:
        found = next(
            one for one in self._manifests if one["kind"] == "Deployment" and one["metadata"]["name"] == service
        )
        spec: Manifest = found["spec"]["template"]["spec"]
        return spec

    def _grace_seconds(self, service: str) -> int:
        return int(self._spec(service).get("terminationGracePeriodSeconds", 30))

    def _pod(self, service: str, replica: int) -> Manifest:
        spec = copy.deepcopy(self._spec(service))
        spec.pop("topologySpreadConstraints")  # for the scheduler of Kubernetes
        container = spec["containers"][0]
        container["image"] = f"localhost/reflow-{service}:latest"
        container["envFrom"] = [one for one in container["envFrom"] if not next(iter(one.values())).get("optional")]
        container["env"] = [
            one for one in container["env"] if not one.get("valueFrom", {}).get("secretKeyRef", {}).get("optional")
        ]
        for probe in ("readinessProbe", "livenessProbe", "startupProbe"):  # podman supports no gRPC probes
            container.pop(probe)
        container["volumeMounts"] = [one for one in container["volumeMounts"] if one["name"] != "models"]
        spec["volumes"] = [one for one in spec["volumes"] if one["name"] != "models"]
        for volume in spec["volumes"]:
            if "secret" in volume:
                del volume["secret"]  # podman 4 writes secrets without decoding them
                folder = self.authority.issue(self.folder / f"{service}-{replica}", service, host=service)
                volume["hostPath"] = {"path": str(folder), "type": "Directory"}
        spec["volumes"].append({"name": "blobs", "hostPath": {"path": str(self._blobs), "type": "Directory"}})
        container["volumeMounts"].append({"name": "blobs", "mountPath": "/blobs"})
        if service == "gateway":
            container["env"].append({"name": "REFLOW_HOSTS", "value": json.dumps(["*"])})
            container["ports"] = [{"containerPort": 8080, "hostPort": self.port(replica)}]
        else:
            container.pop("ports")  # podman publishes each on this machine
        return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": f"{service}-{replica}"}, "spec": spec}

    def _config(self) -> Manifest:
        return next(
            one for one in self._manifests if one["kind"] == "ConfigMap" and one["metadata"]["name"] == "reflow"
        )

    def port(self, replica: int) -> int:
        """Return the port of this machine at which a replica of the gateway answers."""
        return 18_080 + replica


def create_secret(name: str, values: dict[str, str]) -> None:
    """Create a secret for variables: podman 4 reads these as JSON, and stores those of manifests as YAML."""
    podman(
        "secret",
        "create",
        name,
        "-",
        text=json.dumps({k: base64.b64encode(v.encode()).decode() for k, v in values.items()}),
    )


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """Run all pods until the context ends."""
    pods = Cluster(folder)
    try:
        pods.start()
        yield pods
    finally:
        pods.stop()
