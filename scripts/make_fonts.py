"""Build engines/typesetting/fonts/ from the upstream font files.

    npm pack @expo-google-fonts/noto-sans-sc@0.4.3 && tar xzf expo-google-fonts-noto-sans-sc-0.4.3.tgz
    uv run --with fonttools==4.68.0 python scripts/make_fonts.py package

The same upstream files give the same bytes. The subset is defined here, its license in
engines/typesetting/fonts/README.md.
"""

import hashlib
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

TARGET = Path(__file__).resolve().parent.parent / "engines" / "typesetting" / "fonts"
LICENSE_FILE = "LICENSE_FONT"
UPSTREAM = {
    "400Regular/NotoSansSC_400Regular.ttf": (
        "NotoSansSC-Regular.ttf",
        "d45f67f0a7c0ca3f256950777ce6a61cc7ce5f9696d02900cbbaac25f8aa7d16",
    ),
    "700Bold/NotoSansSC_700Bold.ttf": (
        "NotoSansSC-Bold.ttf",
        "9a38ae0ab28cd5a256f9ea8e00dedc688aac17f7915fcb000572990afa956b96",
    ),
}

# First and last code point of each block of the subset, as far as the font contains it.
BLOCKS = (
    (0x0020, 0x017F),  # Latin, Latin-1, Latin Extended-A
    (0x01CD, 0x01DC),  # letters of pinyin
    (0x1E00, 0x1EFF),  # Latin Extended Additional: Vietnamese
    (0x2010, 0x2027),  # general punctuation
    (0x2030, 0x205E),
    (0x2070, 0x209C),  # superscripts and subscripts
    (0x20A0, 0x20C0),  # currency
    (0x2100, 0x218B),  # letterlike symbols, fractions, Roman numerals
    (0x2190, 0x22FF),  # arrows, mathematics
    (0x2300, 0x23FF),  # technical
    (0x2460, 0x24FF),  # numbers in circles
    (0x2500, 0x27BF),  # lines, shapes, stars, ticks
    (0x3000, 0x30FF),  # CJK punctuation, kana
    (0x3200, 0x33FF),  # enclosed numbers, units
    (0xFE30, 0xFE4F),
    (0xFF01, 0xFFEE),  # full-width forms
)
# Modern characters that GB 2312 of 1980 lacks: names, places, food, the Internet, Cantonese.
MODERN = (
    "囧囍喆堃镕珺玥璟昇晞祎翀煊炘烜旸昕珅璇琦瑄玮琨琰瑾瑜璐珩珂琛琪琬旻晟昊昱晖晗曦曈炜煜焱淼犇骉羴鱻垚鑫嫒妤妍婧婕媞嬅嫣"
    "芃芊苡莜菀萱蓁蕙薏茵莹芮芸芷茉菁菡蔚懿翊翎翯翾翕彧彣邺郗郦邰阚闫逄逯逑珞珈璨璞璎瓅钰铭锴锟镱铄钒"
    "嘚怼瑟嗨哒呗啵嗷呣唠嗑瞅囡嘢咗佢冇唔喺嘅嚟搵睇瞓嬲孖嘥攞冚氹啱嗰啲咁噉乜嘞吖喵哞咩嘤嗖撸擼屌槑囖戳嫑甭叕烎"
    "饹馕馓粿炆餸鲶鳕鲳鲣鳗鲷鳟鮰鱿蚵蛏蚝籺糌粑醪糍焗煸燜焖煨汆炝臜膶脷瓤蕨葱蒜韭荠莼"
    "涠硇栟塱甪朐垵圳堽瀞埗涌埔旺屯碶浬砼邨菴甌峯坜埇堌塆崀崟岽嵊濛㙍㘵㸆㮾滹沱汶泸潦溱洧漯濮浐灞沣"
    "鎏鑨囯囝瘆薅褪捋撺掇擤齁褶孬夯嗦嗍唆啰溻耷拉妳祂她佗咘甡屾龑奭爨燚赟韫昶瑢珑鄢郜"
)


def list_code_points() -> set[int]:
    """Return the code points of the subset: all of GB 2312, the blocks and the modern characters."""
    rows = (bytes([high, low]) for high in range(0xA1, 0xF8) for low in range(0xA1, 0xFF))
    standard = "".join(row.decode("gb2312", errors="ignore") for row in rows)
    return {ord(character) for character in standard + MODERN} | {
        point for first, last in BLOCKS for point in range(first, last + 1)
    }


def subset(source: Path, target: Path, expected: str) -> None:
    """Write the subset of *source* to *target*, without hints and features, which large plain text does not need."""
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    if digest != expected:
        raise SystemExit(f"{source} is not the upstream file: its SHA-256 is {digest}")
    font = TTFont(source, recalcTimestamp=False)
    options = Options()
    options.hinting = False
    options.layout_features = []
    options.notdef_outline = True
    options.name_IDs = ["*"]  # copyright and license stay inside the font
    options.drop_tables += ["BASE", "DSIG", "GDEF", "GPOS", "GSUB", "STAT", "VORG", "vhea", "vmtx"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=list_code_points())
    subsetter.subset(font)
    font.save(target)
    print(f"{target.name}: {len(font.getBestCmap())} characters, {target.stat().st_size:,} bytes")


def main() -> None:
    """Build every font file, and copy the license."""
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    package = Path(sys.argv[1])
    for source, (name, expected) in UPSTREAM.items():
        subset(package / source, TARGET / name, expected)
    (TARGET / "OFL.txt").write_bytes((package / LICENSE_FILE).read_bytes())


if __name__ == "__main__":
    main()
