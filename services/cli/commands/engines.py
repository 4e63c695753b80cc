"""The command `reflow engines`. A command imports its implementation when it runs."""

from services.cli.commands.options import Data, JsonLines, Lang

HELP = "图像引擎：名称、能做什么、是否就绪。 The image engines."


def engines_command(as_json: JsonLines = False, data: Data = None, lang: Lang = None) -> int:
    """Print every image engine."""
    from services.cli.execution import execute
    from services.cli.resources.engines import Engines

    return execute(lambda language: Engines(data, language).list_all(as_json=as_json), lang)
