"""The command `reflow fake-providers`: what can be typed. What it needs is loaded when it is run."""

from pathlib import Path
from typing import Annotated

import typer

from services.common.language import Language

HELP = "启动假的模型服务，不用密钥就能试远程模型。Run fake model providers: try remote models without a key."
SHORT_HELP = "假的模型服务。Fake model providers."


def fake_providers_command(
    port: Annotated[int, typer.Option(min=0, max=65_535, help="端口，0 为任意。Port, 0 for any.")] = 9000,
    script: Annotated[
        Path | None, typer.Option(metavar="FILE", help="开始时的剧本（JSON）。The script to begin with.")
    ] = None,
    no_key: Annotated[bool, typer.Option("--no-key", help="不要求密钥。Ask nobody for a key.")] = False,
    lang: Annotated[Language | None, typer.Option(help="语言。Language.")] = None,
) -> int:
    """Serve until told to stop."""
    from services.cli.execution import execute, spoken
    from services.cli.fake_providers import serve

    language = spoken(lang)
    return execute(lambda: serve(port, script, language, key_required=not no_key), language)
