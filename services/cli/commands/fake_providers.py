"""Command `reflow fake-providers`. It imports its implementation when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from services.cli.commands.options import Lang

HELP = "启动模拟的模型服务，不用密钥就能试用远程模型。 Run fake model providers: try remote models without a key."
SHORT_HELP = "模拟的模型服务。 Fake model providers."


def fake_providers_command(
    port: Annotated[int, typer.Option(min=0, max=65_535, help="端口，0 为任意。 Port, 0 for any.")] = 9000,
    script: Annotated[
        Path | None, typer.Option(metavar="FILE", help="启动时载入的场景（JSON）。 The initial scenario.")
    ] = None,
    no_key: Annotated[bool, typer.Option("--no-key", help="不要求密钥。 Do not require a key.")] = False,
    lang: Lang = None,
) -> int:
    """Serve until a signal stops it."""
    from services.cli.execution import execute
    from services.cli.session.fake_providers import serve

    return execute(lambda language: serve(port, script, language, key_required=not no_key), lang)
