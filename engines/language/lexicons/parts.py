"""Parts of the noun phrases of a prompt, as alternatives of patterns; changes of a part replace them."""

MEASURES = "只|个|位|朵|条|匹|辆|棵|头|艘|架|座|间|片|颗|把|本|杯|盆|束|群|双|对|盏|块|张|顶|串|根|株|枝"
NUMBERS_ZH = "[一两二三四五六七八九十几\\d]+|好多|很多|许多"
NUMBERS_EN = "a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|many|several|a few|\\d+"
SEVERAL_ZH = "[两二三四五六七八九十几\\d]+|好多|很多|许多"
SEVERAL_EN = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|many|several|a few|\\d+"
SIZES_ZH = {"大": "很大的", "小": "很小的"}
SIZES_EN = {"bigger": "big", "larger": "big", "huge": "huge", "smaller": "small", "tiny": "tiny"}
COLORS_ZH = (
    "黑白花|三花|虎斑|黑白|橘红|粉红|天蓝|深蓝|浅蓝|墨绿|草绿|米白|雪白|乌黑|橘|黑|白|红|黄|蓝|绿|灰|紫|粉|"
    "棕|金|银|橙|褐|青|彩|彩虹"
)
COLORS_EN = (
    "black|white|orange|red|yellow|blue|green|gray|grey|purple|pink|brown|golden|gold|silver|turquoise|beige|"
    "rainbow|cream|violet|teal|ginger"
)
COLOR_ZH = rf"(?:{COLORS_ZH})色?(?:的)?"
SIDE_ZH = "左边|右边|中间|中央|上面|下面|左上角|右上角|左下角|右下角|角落"
