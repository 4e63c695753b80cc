"""Command `reflow doctor`. It imports its implementation when it runs."""

from services.cli.commands.options import Data, Lang

HELP = "检查模型配置、密钥与连接。Check models: configuration, keys, connections."


def doctor_command(data: Data = None, lang: Lang = None) -> int:
    """Report what is configured and what works."""
    from services.cli.doctor.report import doctor
    from services.cli.execution import execute

    return execute(lambda language: doctor(data, language), lang)
