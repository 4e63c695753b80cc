"""The libraries that a worker process loads before its first image."""

import json
import subprocess
import sys

SCRIPT = """
import json, sys
from services.executor.adapters.jobs.libraries import load_libraries
alone = list(sys.modules)
load_libraries()
loaded = set(sys.modules)
from services.executor.adapters.jobs.images import paint_improved_image
from services.executor.domain.image_engine import ImageRequest
paint_improved_image(ImageRequest("画一只猫", "猫", None, 64, 64, 1, "key", 0.0), "主体更大")
print(json.dumps([alone, sorted(set(sys.modules) - loaded)]))
"""
LIBRARIES = ("engines.language", "engines.painter.content", "numpy", "rjieba", "scipy")


def test_the_libraries_of_the_first_image_are_loaded_and_the_forking_process_loads_no_service() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    alone, late = json.loads(done.stdout)
    assert [name for name in late if name.startswith(LIBRARIES)] == []
    assert [name for name in alone if name.startswith(("grpc", "pydantic", "services.common"))] == []
