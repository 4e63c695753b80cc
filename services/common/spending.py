"""What remote models took, in words: for the terminal and the page alike."""

from collections.abc import Mapping

from services.common.language import Language, Text

_TOKENS = Text("{count} 词元", "{count} tokens")
_ONE_PICTURE, _PICTURES = Text("1 张图", "1 picture"), Text("{count} 张图", "{count} pictures")
_NOT_TOLD = Text("用量未知", "usage not told")
# What is less is not told as nothing.
_LEAST_COST = 0.0001


def spent(tokens: int, images: int, costs: Mapping[str, float], language: Language) -> tuple[str, ...]:
    """Return tokens, pictures and the cost in each currency (ISO 4217), those of them that there are.

    A provider that does not tell what an answer took is not said to have charged nothing.
    """
    if not tokens and not images and not any(costs.values()):
        return (_NOT_TOLD.pick(language),)
    told = [_TOKENS.pick(language).format(count=tokens)] if tokens else []
    if images:
        told.append((_ONE_PICTURE if images == 1 else _PICTURES).pick(language).format(count=images))
    told += [f"{_amount(cost)} {currency}" for currency, cost in costs.items()]
    return tuple(told)


def _amount(cost: float) -> str:
    return f"<{_LEAST_COST}" if 0 < cost < _LEAST_COST else f"{cost:.4f}"
