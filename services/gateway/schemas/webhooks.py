"""The body of POST /api/webhooks."""

from typing import Annotated, Literal

from pydantic import Field
from reflow.v1 import webhooks_pb2

from services.common.contract.proto_values.enums import enum_number
from services.common.limits import Limits
from services.gateway.schemas.base import Body, Url, parse_body

_EVENTS = webhooks_pb2.WebhookEvent.DESCRIPTOR


class WebhookBody(Body):
    """A webhook to register."""

    url: Url = Field(description="What to call: http or https, never an internal address.")
    events: Annotated[list[Literal["ended", "waiting"]], Field(max_length=2)] | None = Field(
        None, description="Runs that have ended, and runs that wait for an answer; left out: both."
    )


def parse_webhook(body: bytes, _: Limits) -> webhooks_pb2.CreateWebhookRequest:
    """Return the request in *body*. Raises INVALID_INPUT_FORMAT that names the field and what is expected."""
    webhook = parse_body(WebhookBody, body)
    events = [enum_number(_EVENTS, event) for event in webhook.events or ()]
    return webhooks_pb2.CreateWebhookRequest(url=webhook.url, events=events)
