"""Base of the schemas of a model's answers."""

from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator

MAX_REPLY_LENGTH = 200
"""Maximum characters of the field `reply`, which streams to the user."""


class ModelAnswer(BaseModel):
    """An answer: frozen, without further fields; null means the default."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _drop_nulls(cls, fields: Any) -> Any:
        if not isinstance(fields, dict):
            return fields
        return {name: value for name, value in fields.items() if value is not None}
