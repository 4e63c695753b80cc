"""Commands of `reflow webhooks`. A command imports its implementation when it runs."""

from enum import StrEnum
from typing import Annotated

import typer

from services.cli.commands.options import Data, Lang, command_group

WebhookId = Annotated[str, typer.Argument(metavar="ID", help="webhook 的 id。 The id of the webhook.")]
AsJson = Annotated[bool, typer.Option("--json", help="输出 JSON。 Print JSON.")]


class Event(StrEnum):
    """Events of a webhook, by their names on the command line."""

    ENDED = "ended"
    WAITING = "waiting"


class State(StrEnum):
    """States of a delivery, by their names on the command line."""

    PENDING = "pending"
    DELIVERED = "delivered"
    DEAD = "dead"


webhooks_app = command_group("运行结束或等待回答时调用的网址。 URLs that are called about runs.")


@webhooks_app.command("add", help="登记一个网址，显示签名密钥。 Register a URL; shows its secret.")
def add_command(
    url: Annotated[str, typer.Argument(help="要调用的网址。 The URL to call.")],
    event: Annotated[list[Event] | None, typer.Option(help="只报告这些事件，可重复。 Report only these.")] = None,
    as_json: AsJson = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Register a webhook."""
    from services.cli.execution import execute
    from services.cli.resources.webhooks import Webhooks

    return execute(lambda language: Webhooks(data, language).add(url, event or [], as_json=as_json), lang)


@webhooks_app.command("list", help="列出 webhook。 List the webhooks.")
def list_command(as_json: AsJson = False, data: Data = None, lang: Lang = None) -> int:
    """Print every webhook."""
    from services.cli.execution import execute
    from services.cli.resources.webhooks import Webhooks

    return execute(lambda language: Webhooks(data, language).list_all(as_json=as_json), lang)


@webhooks_app.command("remove", help="删除一个 webhook。 Remove a webhook with its deliveries.")
def remove_command(webhook_id: WebhookId, data: Data = None, lang: Lang = None) -> int:
    """Remove a webhook."""
    from services.cli.execution import execute
    from services.cli.resources.webhooks import Webhooks

    return execute(lambda language: Webhooks(data, language).remove(webhook_id), lang)


@webhooks_app.command("test", help="发送一个测试请求。 Send a test request.")
def test_command(webhook_id: WebhookId, data: Data = None, lang: Lang = None) -> int:
    """Send a test request."""
    from services.cli.execution import execute
    from services.cli.resources.webhooks import Webhooks

    return execute(lambda language: Webhooks(data, language).test(webhook_id), lang)


@webhooks_app.command("deliveries", help="列出投递。 List deliveries; --state dead: the dead letters.")
def deliveries_command(
    webhook: Annotated[str, typer.Option(metavar="ID", help="只列出这个 webhook 的。 Only of this webhook.")] = "",
    state: Annotated[State | None, typer.Option(help="只列出这种状态的。 Only in this state.")] = None,
    as_json: AsJson = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Print the last deliveries."""
    from services.cli.execution import execute
    from services.cli.resources.webhooks import Webhooks

    chosen = state.value if state else ""
    return execute(lambda language: Webhooks(data, language).list_deliveries(webhook, chosen, as_json=as_json), lang)


@webhooks_app.command("retry", help="重新投递。 Deliver again.")
def retry_command(
    delivery_id: Annotated[str, typer.Argument(metavar="ID", help="投递的 id。 The id of the delivery.")],
    as_json: AsJson = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Deliver again."""
    from services.cli.execution import execute
    from services.cli.resources.webhooks import Webhooks

    return execute(lambda language: Webhooks(data, language).retry(delivery_id, as_json=as_json), lang)
