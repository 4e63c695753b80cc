"""Texts in other languages than Chinese and English are recognized, and no text in these two is."""

import pytest

from services.common.text.foreign_language import is_foreign


@pytest.mark.parametrize(
    "text",
    [
        "Ein Hund auf einer Wiese",
        "zeichne mir eine Katze",
        "mach es heller, bitte",
        "dessine-moi un mouton",
        "dibuja un perro con sombrero",
        "desenhe um gato na praia",
        "нарисуй кота",
        "猫の絵を描いてください",
        "고양이를 그려줘",
    ],
)
def test_another_language_is_foreign(text: str) -> None:
    assert is_foreign(text)


@pytest.mark.parametrize(
    "text",
    [
        "a die cast toy car",
        "crème brûlée, watercolor",
        "croissant",
        "la vie en rose",
        "a sign that says bonjour mes amis",
        "a dia de los muertos skull",
        "画一张写着ありがとう的贺卡",
        "猫の家",
        "畫一隻貓",
        "make it 20% brighter",
        "",
        "🐱",
    ],
)
def test_a_name_in_another_language_is_not(text: str) -> None:
    assert not is_foreign(text)
