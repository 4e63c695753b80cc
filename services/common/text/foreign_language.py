"""Detects texts that are neither Chinese nor English, by their script or by the small words of their language."""

import re
import unicodedata

_LETTERS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_KANA_PARTICLE = "の"
"""Also written in Chinese shop names and titles."""
_FOREIGN_SHARE = 1 / 3
_QUOTED = re.compile('["“「『《][^"”」』》]*["”」』》]')
_REQUESTS_ZH = re.compile("[画写给把帮要来]")


def _split(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Articles, pronouns and verbs of requests that no English sentence has.
_STRONG = _split(
    "ein eine einen einem einer mir bitte zeichne zeichnen male malen mach mache und nicht mit auf einige zwei "
    "une dessine dessinez dessiner peins peindre fais rends moi avec dans sur je tu voudrais veux un una unos unas "
    "dibuja dibujar dibújame pinta píntame hazlo haz el los con por quiero uno disegna disegnami dipingi gli della "
    "nel voglio vorrei uma um desenhe desenha faça quero com een teken maak het met naar narysuj proszę bir çiz "
    "lütfen vẽ tôi gambar gambarkan seekor sebuah buatkan"
)
_WEAK = _split(
    "der die das den dem des im am vom zum zur von ist heller dunkler wärmer le la les de du au aux et est plus clair "
    "lumineux sombre pour y en del más brillante oscuro il lo di e più per al o os as do da no na para mais van op z "
    "yang dan"
)
"""The same in these languages, and a name or a word of another meaning in English."""
_ENGLISH = _split(
    "the a an of with and is are was it this that in on at to for from my me i you draw paint make show create add "
    "please style wearing holding by under over behind near two three some no not but like as sign says"
)
_MIN_SHARE = 0.3


def is_foreign(text: str) -> bool:
    """Return whether *text* is written in a language other than Chinese and English. Linear in its length.

    A name or a dish of another language is not: its words need an article or a verb of that language next to them,
    and no small word of English.
    """
    words = _LETTERS.findall(_QUOTED.sub(" ", unicodedata.normalize("NFKC", text)).lower())
    letters = "".join(words).replace(_KANA_PARTICLE, "")
    foreign = sum(not _is_known_script(letter) for letter in letters)
    if foreign >= 2 and foreign >= _FOREIGN_SHARE * len(letters):
        return _REQUESTS_ZH.match(text.strip()) is None
    if any(_is_chinese(letter) for letter in letters):
        return False
    words = [part for word in words for part in re.split("['’]", word) if part] + [
        word for word in words if "'" in word
    ]
    strong, weak = set(words) & _STRONG, set(words) & _WEAK
    if not strong or set(words) & (_ENGLISH - _WEAK):
        return False
    return len(strong | weak) >= _MIN_SHARE * len(words)


def _is_known_script(letter: str) -> bool:
    return _is_chinese(letter) or "LATIN" in unicodedata.name(letter, "")


def _is_chinese(letter: str) -> bool:
    return "\u3400" <= letter <= "\u9fff"
