"""Command `reflow doctor`. It imports its implementation when it runs."""

from typing import Annotated

import typer

from services.cli.commands.options import Data, Lang

SHORT_HELP = "检查模型和部署。 Check models and the deployment."
HELP = (
    "检查模型（配置、密钥、连接，真实调用）和部署（REFLOW_* 指定的服务、数据库、存储、遥测）。 "
    "Check models (configuration, keys, connections, one real call each) and the deployment that REFLOW_* name."
)
YES_HELP = "不询问，直接真实调用模型（可能收费）。 Call the models without asking; it may cost money."
Yes = Annotated[bool, typer.Option("--yes", help=YES_HELP)]


def doctor_command(data: Data = None, lang: Lang = None, yes: Yes = False) -> int:
    """Report what is configured and what works."""
    from services.cli.doctor.report import doctor
    from services.cli.execution import execute

    return execute(lambda language: doctor(data, language, calls_models=yes), lang)
