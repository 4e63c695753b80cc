"""The table of clothes and accessories that a text gives a person: their names and the parts that show them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engines.painter.subjects.people.roles import PartName

_OUTFITS = """
kimono | 和服, 浴衣, kimono, yukata | kimono shoes | wear
hanfu | 汉服, 古装, 襦裙, hanfu | hanfu | wear
qipao | 旗袍, qipao, cheongsam | qipao shoes#8a2f4a | wear
suit | 西装, 西服, suit | suit trousers#34405a shoes | wear
tuxedo | 燕尾服, 礼服, tuxedo | tuxedo trousers#24242c shoes bow_tie#24242c | wear
gown | 晚礼服, 长裙, 拖地长裙, 公主裙, evening gown, gown, ball gown, long dress | gown | wear
wedding | 婚纱, wedding dress, wedding gown | gown#fbf6f0 | wear
dress | 裙子, 连衣裙, 小裙子, 裙, dress, sundress, skirt | dress shoes | wear
raincoat | 雨衣, 雨披, raincoat, rain coat, poncho | coat#f6c52d hood#f6c52d trousers boots#f6c52d | wear
coat | 风衣, 大衣, 外套, 棉袄, 羽绒服, 夹克, trench coat, overcoat, coat, jacket, parka | coat trousers boots | wear
uniform | 制服, 军装, uniform | uniform trousers#2f4a8a boots#2b2320 | wear
armor | 盔甲, 铠甲, armor, armour | plates#7a8694 baggy#4a5260 boots#4a5260 | wear
lab_coat | 白大褂, lab coat, white coat | lab_coat trousers shoes | wear
shirt | 衬衫, 毛衣, T恤, t恤, 上衣, 卫衣, 球衣, 背心, shirt, sweater, t-shirt, hoodie, jersey, jumper | shirt trousers shoes | wear
overalls | 背带裤, 工装裤, overalls, dungarees | shirt#f2efe6 overalls trousers#3a62a8 shoes | wear
monk_robe | 袈裟, 僧袍, 僧衣 | monk_robe shoes | wear
robe | 长袍, 袍子, 道袍, robe, robes | scholar_robe shoes | wear
straw_cape | 蓑衣, straw cape, straw raincoat | straw_cape cone_hat | on
tutu | 芭蕾舞裙, 蓬蓬裙, tutu | tutu tights pointe_shoes | wear
camouflage | 迷彩服, camouflage | camouflage trousers#66744a boots | wear
apron | 围裙, apron | apron | on
cape | 斗篷, 披风, cape, cloak | cape | on
scarf | 围巾, scarf | scarf | on
red_scarf | 红领巾 | red_scarf | on
glasses | 眼镜, 黑框眼镜, 圆框眼镜, 老花镜, glasses, spectacles, eyeglasses | glasses | on
sunglasses | 墨镜, 太阳镜, 太阳眼镜, sunglasses, shades | sunglasses | on
straw_hat | 草帽, straw hat, sun hat, 遮阳帽, 太阳帽 | straw_hat | on
cone_hat | 斗笠, 竹笠, conical hat, bamboo hat | cone_hat | on
fedora | 帽子, 礼帽, 圆帽, hat, fedora | fedora | on
cap | 棒球帽, 鸭舌帽, 小帽, baseball cap, cap | cap | on
beret | 贝雷帽, beret | beret | on
top_hat | 高帽, 高礼帽, 大礼帽, top hat | top_hat | on
cowboy_hat | 牛仔帽, cowboy hat | cowboy_hat | on
wizard_hat | 尖顶帽, 巫师帽, pointed hat, wizard hat, witch hat | wizard_hat | on
beanie | 毛线帽, 针织帽, beanie, woolly hat, knit hat | beanie | on
crown | 王冠, 皇冠, crown | crown | on
tiara | 头冠, tiara | tiara | on
flower_crown | 花环, 花冠, flower crown, wreath of flowers | flower_crown | on
headscarf | 头巾, headscarf, kerchief | headscarf | on
turban | 包头巾, turban | turban | on
bike_helmet | 头盔, 安全头盔, helmet | bike_helmet | on
hard_hat | 安全帽, hard hat | hard_hat | on
headphones | 耳机, headphones, earphones | headphones | on
surgical_mask | 口罩, face mask, surgical mask | surgical_mask | on
eye_patch | 眼罩, eye patch, eyepatch | eye_patch | on
backpack | 背包, 书包, 双肩包, backpack, rucksack, schoolbag | backpack | on
bow_tie | 领结, 蝴蝶结领带, bow tie, bowtie | bow_tie | on
beard | 络腮胡, 大胡子, 络腮胡子, bushy beard, thick beard | beard | on
long_beard | 长胡子, 白胡子, 长胡须, 白胡须, 胡子, 胡须, long beard, beard, white beard | long_beard | on
moustache | 小胡子, 八字胡, moustache, mustache | moustache | on
pigtails | 双马尾, 辫子, 羊角辫, 两条辫子, 麻花辫, pigtails, braids | pigtails | on
ponytail | 马尾, 马尾辫, 高马尾, ponytail | ponytail | on
bun | 丸子头, 发髻, hair bun | bun | on
long_hair | 长头发, 长发, 头发, long hair, hair | long | on
short_hair | 短发, 短头发, short hair | bob | on
afro | 爆炸头, 卷发, afro, curly hair | afro | on
wings | 翅膀, 白翅膀, wings | wings | on
"""
_COLORED = "(?:[\u4e00-\u9fff]色|[红橙黄绿青蓝紫黑白灰粉金银棕褐蓝])?(?:色)?的?"
_ZH = rf"(?:(?:身|头|脖子上)?[穿着披戴围系背打留扎梳挽](?:着|了)?|有着?)(?:一?[件条顶身副双个头缕])?{_COLORED}(?:宽大|飘逸|漂亮|华丽|传统|大|小|长|短|厚|破|旧|高|白|圆|透明)*的?(?:{{names}})"
_EN = r"(?:wearing|wears|dressed in|clad in|carrying|in|with)(?: (?!(?:and|in|on|at|with|of|to)\b)[a-z-]+){{0,4}}? (?:{names})"


@dataclass(frozen=True, slots=True)
class Outfit:
    """Clothes or an accessory: the words for it and its parts; clothes replace the others."""

    key: str
    pattern: re.Pattern[str]
    parts: tuple[PartName, ...]
    is_clothing: bool


@cache
def load_outfits() -> Mapping[str, Outfit]:
    """Return all outfits by key."""
    outfits = (_parse_outfit(line) for line in _OUTFITS.strip().splitlines())
    return {outfit.key: outfit for outfit in outfits}


def _parse_outfit(line: str) -> Outfit:
    key, words, parts, slot = (column.strip() for column in line.split("|"))
    names = sorted((name.strip().lower() for name in words.split(",")), key=len, reverse=True)
    chinese = "|".join(name for name in names if not name.isascii())
    english = "|".join(re.escape(name) for name in names if name.isascii())
    patterns = []
    if chinese:
        patterns.append(_ZH.format(names=chinese))
    if english:
        patterns.append(rf"(?<![a-z]){_EN.format(names=english)}(?![a-z])")
    named = [part.partition("#") for part in parts.split()]
    parted = tuple((name, mark + color) for name, mark, color in named)
    return Outfit(key, re.compile("|".join(patterns)), parted, slot == "wear")


