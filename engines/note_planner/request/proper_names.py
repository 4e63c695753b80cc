"""Normalizes a topic: title marks remain, English names are capitalized, the first word of a sentence is not."""

import re

from engines.language.characters import is_chinese
from engines.language.phrase import EDGES
from engines.language.scanner import split_words

_NAMES = {
    name.lower(): name
    for name in split_words(
        "Beijing|Shanghai|Guangzhou|Shenzhen|Hangzhou|Nanjing|Suzhou|Chengdu|Chongqing|Xiamen|Yunnan|Dali|Lijiang",
        "Tokyo|Kyoto|Osaka|Hokkaido|Okinawa|Seoul|Busan|Jeju|Bangkok|Phuket|Bali|Hanoi|Singapore|Taipei|Hong Kong",
        "London|Paris|Berlin|Munich|Rome|Milan|Venice|Florence|Barcelona|Madrid|Lisbon|Porto|Amsterdam|Vienna|Prague",
        "Budapest|Athens|Dublin|Edinburgh|Copenhagen|Stockholm|Oslo|Helsinki|Reykjavik|Zurich|Istanbul|Dubai|Cairo",
        "New York|Boston|Chicago|Seattle|San Francisco|Los Angeles|Toronto|Vancouver|Montreal|Sydney|Melbourne",
        "China|Japan|Korea|Thailand|Vietnam|Indonesia|Malaysia|India|Nepal|Italy|France|Spain|Portugal|Germany|Greece",
        "Iceland|Norway|Sweden|Finland|Denmark|Ireland|Scotland|England|Britain|Switzerland|Turkey|Egypt|Morocco",
        "Australia|New Zealand|Canada|Mexico|Brazil|Peru|Europe|Asia|Africa|America",
        "Chinese|Japanese|Korean|English|French|Spanish|Italian|German|Thai|Vietnamese|Indian|Greek|Mandarin|Cantonese",
        "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|April|June|July|August",
        "September|October|November|December|Christmas|Halloween|Easter|Thanksgiving|Valentine's Day|Mother's Day",
        "Lunar New Year|Chinese New Year|Mid-Autumn|iPhone|iPad|MacBook|Kindle|Notion|Excel|Python|Lego|IKEA|DIY",
    )
}
_NAME = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(_NAMES, key=len, reverse=True)))})(?![\w-])", re.I)
_COMMON = frozenset(
    split_words(
        "spring|summer|autumn|fall|winter|weekend|easy|simple|healthy|cheap|budget|quick|cosy|cozy|small|tiny|first",
        "morning|evening|daily|everyday|home|kitchen|bedroom|desk|balcony|garden|coffee|tea|pour-over|cold|iced|skincare",
        "skin|makeup|hair|outfit|outfits|capsule|wardrobe|beach|city|mountain|road|day|picnic|picnics|camping|hiking",
        "running|yoga|fitness|workout|workouts|study|reading|books|travel|packing|meal|lunch|breakfast|dinner|baking",
        "bread|sourdough|cake|houseplants|plants|cat|cats|dog|dogs|kitten|puppy|pet|pets|baby|kids|family|wedding|gift",
        "gifts|phone|laptop|camera|photo|photography|sleep|sleeping|moving|renting|cleaning|decluttering|organising",
        "organizing|saving|learning|making|cooking|growing|planning|sunscreen|museum|museums|cafe|cafes|street|night",
        "my|our|your|how|ways|things|oat|new|best|better|good|great|self-care|solo|remote|work|working|office|job",
    )
)


def strip_edges(text: str) -> str:
    """Return *text* without punctuation at its edges; title marks remain: 《小王子》."""
    stripped = text.strip(EDGES)
    opened, closed = stripped.count("《"), stripped.count("》")
    if opened != closed:
        return f"《{stripped}" if opened < closed else f"{stripped}》"
    return f"《{stripped}》" if f"《{stripped}》" in text else stripped


def normalize_case(topic: str) -> str:
    """Return an English *topic* with its case in a sentence; unknown words and other topics are not changed."""
    if is_chinese(topic) or not topic:
        return topic
    first, _, rest = topic.partition(" ")
    common = all(word.lower() in _COMMON for word in topic.split() if word[:1].isupper())
    if first.lower() in _COMMON and (common or not rest[:1].isupper()):
        topic = " ".join(word.lower() if common and word.lower() in _COMMON else word for word in topic.split())
        topic = topic[:1].lower() + topic[1:]
    return _NAME.sub(lambda match: _NAMES[match[0].lower()], topic)
