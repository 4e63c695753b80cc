"""Saying no to a picture: the code, the request field and what the thing is called."""

from dataclasses import dataclass

from services.common.errors import Code, ReflowError
from services.common.language import Text

PICTURE = Text("图片", "picture")
MASK = Text("遮罩", "mask")


@dataclass(frozen=True, slots=True)
class Refusal:
    """What every error about one picture of one request has in common.

    Attributes:
        code: the error's code, `MASK_DATA_INVALID` or `INVALID_INPUT_FORMAT`.
        field: the request field that carried the picture.
        noun: what the texts call it, `PICTURE` or `MASK`.

    """

    code: Code
    field: str | None
    noun: Text = PICTURE

    def because(self, zh: str, en: str, details: str = "") -> ReflowError:
        """Return the error to raise; `{noun}` in the texts becomes what was refused."""
        text = Text(zh.replace("{noun}", self.noun.zh), en.replace("{noun}", self.noun.en))
        return ReflowError(self.code, text, details=details, field=self.field)
