"""Words of registers: formal frames around a request, slang spellings, and English verbs in Chinese text."""

_KINDLY = "(?: kindly| please)?"
_PLEASED = "(?:most |very |so |really |truly |much )?(?:grateful|obliged|thankful|delighted|pleased|glad|happy)"

FRAMES_EN = (
    r"(?:(?:if (?:it is |it's |at all )*(?:possible|convenient)|if it(?:'s| is| would)(?: not|"
    r"n't)(?: be)? too much trouble|"
    r"at your (?:earliest )?convenience|when(?:ever)? (?:you have (?:a moment|time)|convenient)),? )?"
    rf"(?:(?:i|we)(?: should| would|'d) be {_PLEASED} if you (?:would|could|might){_KINDLY} "
    rf"|(?:i|we)(?: should| would|'d)? (?:very much |greatly |really )?appreciate it(?: very much| greatly)? if "
    rf"(?:you (?:would|could|might){_KINDLY} |(?=(?:the|an?|some) ))"
    rf"|(?:i|we)(?: should| would|'d) be {_PLEASED} if (?=(?:the|an?|some) )"
    rf"|it would be (?:\w+ )?(?:nice|great|wonderful|lovely|appreciated|helpful|ideal|perfect|good) if "
    rf"(?:you (?:would|could|might){_KINDLY} |(?=(?:the|an?|some) .* be ))"
    rf"|(?:may|might|could) (?:i|we){_KINDLY} (?:ask|request|trouble) (?:you to|that you) "
    rf"|(?:i|we) (?:would like to |'d like to |wish to |hereby )?(?:kindly )?(?:ask|request) (?:you to|that you) "
    r"|(?:you are|you're) (?:kindly )?(?:requested|asked) to "
    r"|(?:would you |please )?be so (?:kind|good) as to |be kind enough to "
    r"|(?:please |kindly )?(?:ensure|see to it) that (?=(?:the|an?) .* (?:is|be) ))"
)
"""Start of a formal request; what follows is the request."""

FRAMES_ZH = (
    "^(?:烦请您?|敬请您?|恳请您?|劳烦您?|劳请您?|有劳您?|请您|还望|望您?(?=[将把对])|希望您?能够?(?=[将把对])|可否请您|能否请您|"
    "能否麻烦您|如有可能|如果方便的话|方便的话|如蒙允许)[，,]?(?:请)?"
)
"""The same in Chinese."""

INTERJECTIONS = (
    r"(?:(?:nah|naw|ugh+|nvm|meh|bruh|oof|welp|aight|lol|lmao|omg|pfft|argh|sheesh|oi|yikes|uh oh|eww?|yo(?!-)) )+"
    r"(?=(?:\w+ )+\w|(?:undo|redo|flip|mirror|reset|revert|darker|brighter|warmer|cooler|sharper)\b)"
)
"""Exclamations before a request, without punctuation."""

SPELLINGS = {
    "teh|hte|(?:(?<=in )|(?<=on )|(?<=of )|(?<=at )|(?<=under ))da(?! vinci)": "the",
    "dat|taht|tht": "that",
    "dis|thsi": "this",
    "dem|(?<=[a-z] )em": "them",
    "dese": "these",
    "anotha|anutha|anothr|nother": "another",
    "lemme": "let me",
    "nxt": "next",
    "wit|wiht|wth": "with",
    "wat|wut": "what",
    "b4": "before",
    "ppl": "people",
    "gud": "good",
    "(?<=put )sum|(?<=add )sum|(?<=with )sum|(?<=want )sum|(?<=need )sum|(?<=me )sum|(?<=draw )sum": "some",
    "(?<=first )1|(?<=that )1|(?<=this )1|(?<=another )1|(?<=last )1|(?<=next )1|(?<=previous )1": "one",
}
"""Spellings of words without a content of their own, as patterns."""

PARTICIPLES = {
    "added": "add", "included": "add", "inserted": "add", "placed": "put", "removed": "remove", "deleted": "remove",
    "erased": "remove", "replaced": "replace", "changed": "change", "altered": "change", "increased": "increase",
    "raised": "increase", "boosted": "increase", "reduced": "reduce", "decreased": "reduce", "lowered": "reduce",
    "lessened": "reduce", "enhanced": "increase", "improved": "improve", "brightened": "brighten",
    "lightened": "brighten", "darkened": "darken", "sharpened": "sharpen", "softened": "soften",
    "rotated": "rotate", "turned": "turn", "flipped": "flip", "mirrored": "mirror", "cropped": "crop",
    "trimmed": "crop", "resized": "resize", "scaled": "resize", "enlarged": "enlarge", "adjusted": "adjust",
    "made": "make", "converted": "convert", "desaturated": "desaturate", "redrawn": "redraw", "undone": "undo",
    "reverted": "revert", "restored": "restore",
}  # fmt: skip
"""Participles of changes, with the verb of the request."""

_FRAME_OF_IMAGE = "(?:picture|image|photograph|photo|scene|frame|composition|painting|drawing)"
REWRITES_EN: tuple[tuple[str, str], ...] = (
    (r"(?i) in (?:the|an?) (clockwise|counter-?clockwise|anti-?clockwise) direction\b", r" \1"),
    (r"(?i) (?:in (?:the|an?) horizontal direction|along (?:the|its) (?:horizontal|x) axis)\b", " horizontally"),
    (r"(?i) (?:in (?:the|an?) vertical direction|along (?:the|its) (?:vertical|y) axis)\b", " vertically"),
    (rf"(?i)^((?:please |kindly |could you please |could you |can you )*(?:remove|delete|erase|eliminate|take out|"
     rf"get rid of) .{{2,60}}) (?:from|in|out of) (?:the|this) {_FRAME_OF_IMAGE}$", r"\1"),
    (r"(?i)\bin the manner of\b", "in the style of"),
    (r"(?i)^((?:please )?(?:do|make|redo|draw|paint) (?:it|this|that)) ((?!in |a |an |the |more |less )[a-z]{3,}"
     r"(?: [a-z]{3,})?) style$", r"\1 in \2 style"),
    (rf"(?i)^(?:can|could) (?:we|i|you|u) (?:get|have|fit|squeeze) (.{{3,60}}) in (?:there|here|(?:the|this) "
     rf"{_FRAME_OF_IMAGE})$", r"add \1"),
)  # fmt: skip
"""Longer forms of what the rules parse."""

REWRITES_ZH: tuple[tuple[str, str], ...] = (
    (r"对(?:整张|整幅|整个|本|该|此|这张|这幅)?(?:图像|图片|画面|照片|作品|图|它|其)(?:作|做|进行|予以|加以|施以)"
     r"((?:[^，,。处操]|处(?!理)|操(?!作)){2,12})(?:处理|操作)?$", r"\1"),
    (r"^(?:今天|今晚|今儿|这次|这回)(?=(?:请|帮我|给我|我|想|要)*画)", ""),
    (r"(?:予以|加以|给予|进行)(?=[\u3400-\u9fff]{2})(?!时|中|曲)", ""),
    (r"(?<![\u3400-\u9fff])(?:哎呀|哎哟|嗐|啧啧?|妈呀|天呐|好家伙)(?=[\u3400-\u9fff]{2})", ""),
    (r"([亮暗黑白糊灰淡艳黄红蓝冷暖])得(?:跟|像|和|就像|好像)[^，,。]{1,8}?(?:似的|一样|一般)(?:了)?", r"太\1"),
    (r"(?:^|(?<=[，,。！]))((?:整张|整个|整体|这张|这)?(?:图片|图|画面|照片|画|颜色)?(?:都|全|有点儿?|又|好像)?)"
     r"(?:([糊暗黑灰淡白])了|([糊暗黑灰淡白亮暖冷艳黄蓝])了(?:一?点儿?|一?些))(?=$|[，,。！])", r"\1太\2\3"),
    (r"(?<=[\u3400-\u9fff]{3})就(?:更|会更)?(?:有感觉|有意境|有味道|有氛围|到位|带感)了$", "就更好了"),
)  # fmt: skip
"""The same in Chinese."""

VERBS_IN_CHINESE = {"generate": "生成", "draw": "画", "paint": "画", "create": "创建", "render": "渲染"}
"""English verbs of painting in a Chinese request, with the Chinese verb."""
