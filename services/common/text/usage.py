"""Usage of remote models as text, for the terminal and the page."""

from collections.abc import Mapping

from services.common.text.language import Language, Text

_TOKENS = Text("{count} 词元", "{count} tokens")
_ONE_IMAGE, _IMAGES = Text("1 张图", "1 image"), Text("{count} 张图", "{count} images")
_UNKNOWN = Text("用量未知", "usage unknown")
# A smaller cost is shown as less than this, not as nothing.
_MIN_COST = 0.0001


def format_totals(tokens: int, images: int, costs: Mapping[str, float], language: Language) -> tuple[str, ...]:
    """Return tokens, images and the cost in each currency (ISO 4217), where there are any.

    A provider that does not report usage is not shown as free.
    """
    if not tokens and not images and not any(costs.values()):
        return (_UNKNOWN.pick(language),)
    parts = [_TOKENS.pick(language).format(count=tokens)] if tokens else []
    if images:
        parts.append((_ONE_IMAGE if images == 1 else _IMAGES).pick(language).format(count=images))
    parts += [f"{_amount(cost)} {currency}" for currency, cost in costs.items()]
    return tuple(parts)


def _amount(cost: float) -> str:
    return f"<{_MIN_COST}" if 0 < cost < _MIN_COST else f"{cost:.4f}"
