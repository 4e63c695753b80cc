"""Rejection of an image: error code, request field and noun."""

from dataclasses import dataclass

from services.common.errors import Code, ReflowError
from services.common.text.language import Text

IMAGE = Text("图片", "image")
MASK = Text("遮罩", "mask")


@dataclass(frozen=True, slots=True)
class Rejection:
    """Common part of the errors about one image of a request.

    Attributes:
        code: the error's code, `MASK_DATA_INVALID` or `INVALID_INPUT_FORMAT`.
        field: request field of the image.
        noun: what the texts call it, `PICTURE` or `MASK`.
        temporary: the code where the same image may be accepted later; `code` when None.

    """

    code: Code
    field: str | None
    noun: Text = IMAGE
    temporary: Code | None = None

    def because(self, zh: str, en: str, details: str = "", *, temporary: bool = False) -> ReflowError:
        """Return the error to raise; `{noun}` in the texts becomes the rejected thing."""
        text = Text(zh.replace("{noun}", self.noun.zh), en.replace("{noun}", self.noun.en))
        code = (self.temporary or self.code) if temporary else self.code
        return ReflowError(code, text, details=details, field=self.field)
