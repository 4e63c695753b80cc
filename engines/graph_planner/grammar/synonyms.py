"""What users call node types, their parameters and choices, in addition to the titles and aliases of a type."""

SAVE_AS = (
    "save it as",
    "save as",
    "saved as",
    "save this as",
    "save the image as",
    "save the picture as",
    "save under",
    "save under the name",
    "save it under the name",
    "save the result under the name",
    "save the image under the name",
    "save the picture under the name",
    "under the name",
    "under the file name",
    "with the file name",
    "with the filename",
    "export under",
    "export under the name",
    "export as",
    "store under",
    "store as",
    "save the result as",
    "save it under",
    "store it as",
    "export it as",
    "存成",
    "存为",
    "另存为",
    "保存为",
    "保存成",
)
"""Texts before the name of a file."""

POSITIVE = ("正向", "正面", "正", "positive")
NEGATIVE = ("负向", "负面", "反向", "负", "negative")


_PARAMETERS = {
    "positive": "正向|正面|正|positive|positive side|pos",
    "negative": "负向|负面|反向|负|negative|neg",
    "steps": "步数|步|采样步数|迭代步数|迭代次数|step count|sampling steps|iterations|iteration count|"
             "step number|sampling step count|迭代|采样步|迭代步|采样次数|步骤数",
    "cfg": "cfg值|引导|引导系数|cfg scale|guidance|guidance scale|提示词强度|cfg value|cfg强度|引导强度|"
           "提示词引导|prompt strength|guidance strength|prompt adherence|classifier free guidance",
    "seed": "种子|随机种子|种子值|random seed|随机数种子|种子数|seed number|seed value|noise seed",
    "color": "colour|font color|font colour|text color|text colour|字色|文字颜色|字体颜色|colors|"
             "colours|letter color|letter colour|lettering color|lettering colour|文字的颜色|字的颜色|"
             "字体色|文字色|字体的颜色",
    "left": "左边|左侧|左边缘|the left side|left side|left edge|left margin|左边距|左侧边距|左面",
    "right": "右边|右侧|右边缘|the right side|right side|right edge|right margin|右边距|右侧边距|右面",
    "top": "顶部|上边|上方|顶端|上面|top edge|the top|top margin|上边距|顶边距|顶部边距|上侧|"
           "upper edge|top side|the top side|the top edge",
    "bottom": "底部|下边|下方|底端|下面|bottom edge|the bottom|bottom margin|下边距|底边距|底部边距|"
              "下侧|lower edge|bottom side|the bottom side|the bottom edge",
    "width": "w|宽度|宽|画面宽度|图片宽度|wide|image width|picture width|画布宽度|图宽|宽度值|"
             "横向尺寸|horizontal size",
    "height": "h|高度|高|画面高度|图片高度|tall|high|image height|picture height|画布高度|图高|高度值|"
              "纵向尺寸|vertical size",
    "scale": "倍数|倍|比例|times|factor|x|scale factor|scaling factor|放大倍数|缩放倍数|缩放比例",
    "align": "对齐|对齐方式|aligned|alignment",
    "pixels": "像素|px|radius|半径|羽化半径|扩展像素|feather radius|feather width",
    "denoise": "降噪|降噪强度|去噪强度|降噪幅度|重绘幅度|denoising strength|denoising|denoise strength|"
               "denoise value|denoise level|去噪幅度|重绘强度|denoise amount",
    "sampler": "采样方法|采样算法|sampling method|sampler method|sampler name",
    "scheduler": "调度器|调度|调度方式|schedule|scheduling|调度算法",
    "batch": "批次|批量|张数|batch size|image count|batch count|batchsize|图片张数|出图数量|出图张数|"
             "生成张数|图片数量|每批张数|批大小|批量大小|批次大小",
    "strength": "强度|weight|权重|lora strength|lora weight",
    "amount": "强度|数量|程度|strength",
    "degrees": "角度|度数|度|angle|degree|rotation angle|旋转角度|旋转度数|转角|angle of rotation",
    "name": "文件名|文件|前缀|filename|file name|file|prefix|output file|output filename|输出文件名|"
            "输出文件|存的名字|存的文件名|存的文件|保存的名字|保存的文件名|保存的文件|saved file|"
            "file's name|saved file's name|output name|save name|保存名|文件名字|文件名称|输出名|"
            "输出名称|name of the file|name of the output|文件的名字|文件的名称",
    "text": "文本|文字|内容|text|content|wording|文案|字样|的字|letters|文本内容|文字内容|写的字|上面的字|"
            "lettering text",
    "share": "ratio|proportion|mix ratio|blend ratio|blending ratio|blend amount|mixing ratio|"
             "混合比例|占比|不透明度|透明度|比重|混合度|混合程度",
    "mode": "blend mode|blending mode|mix mode|mixing mode|混合模式|叠加模式|混合方式",
    "direction": "flip direction|mirror direction|翻转方向|镜像方向",
    "prompt": "内容|描述|画面内容|content|description|prompt text|描述词|描述文字|画面描述",
}  # fmt: skip
PARAMETERS = {name: tuple(words.split("|")) for name, words in _PARAMETERS.items()}
PARAMETERS["name"] += SAVE_AS
"""What users call the parameters and slots that most graphs have, in addition to the titles of a type."""

COMPOUND = {
    "左右": ("left", "right"),
    "上下": ("top", "bottom"),
    "宽高": ("width", "height"),
    "长宽": ("width", "height"),
    **dict.fromkeys(
        ("each side", "every side", "all sides", "all four sides", "四边", "四周", "每边", "四个边"),
        ("left", "top", "right", "bottom"),
    ),
}
"""Words that name two parameters: 左右各 0.1 sets both."""

_CHOICES = {
    "left": "靠左|居左|左对齐|靠左对齐|left aligned|left-aligned|left align|left-align|左边对齐|"
            "左侧对齐|向左对齐|对齐左边|flush left|left-justified|left justified|左对齐的",
    "right": "靠右|居右|右对齐|靠右对齐|right aligned|right-aligned|right align|right-align|右边对齐|"
             "右侧对齐|向右对齐|对齐右边|flush right|right-justified|right justified",
    "center": "居中|居中对齐|centre|centered|middle|中间对齐|居中显示|置中|正中间|centered alignment|"
              "center aligned|center-aligned",
    "horizontal": "left to right|sideways|左右颠倒|水平|横向|左右|horizontally|水平方向|左右方向|"
                  "from left to right",
    "vertical": "upside down|top to bottom|上下颠倒|倒过来|垂直|竖直|纵向|竖向|上下|vertically|垂直方向|"
                "上下方向|from top to bottom",
    "rectangle": "矩形|长方形|方形|rectangular|方的形状|a box|box-shaped|rectangle-shaped",
    "ellipse": "椭圆|椭圆形|圆形|elliptical|oval|circle|椭圆的|椭圆状|ellipse-shaped",
    "euler_ancestral": "euler a|euler-a",
    "dpmpp_2m": "dpm++ 2m|dpm 2m|dpmpp2m",
    "dpmpp_2m_sde": "dpm++ 2m sde|dpm 2m sde",
    "union": "并集|相加",
    "intersection": "交集|相交",
    "difference": "差集|差值|相减|subtract",
    "multiply": "正片叠底|乘|乘法|相乘|正片叠底模式|multiplied",
    "screen": "滤色|滤色模式",
    "overlay": "叠加",
    "red": "红|红色|红色通道",
    "green": "绿|绿色|绿色通道",
    "blue": "蓝|蓝色|蓝色通道",
    "add": "加法",
    "subtract": "减法",
    "divide": "除法|除以",
    "greater": "大于|greater than",
    "less": "小于|less than",
    "equal": "相等|equals",
    "not_equal": "不等于|不相等",
}  # fmt: skip
CHOICES = {name: tuple(words.split("|")) for name, words in _CHOICES.items()}
"""What users call choices in Chinese, and other forms in English."""

_TYPES = {
    "LoadModel": "ckpt|model file|模型文件|检查点|主模型",
    "LoadImage": "source image|source photo|source picture|input photo|input picture|photo loader|"
                 "picture loader|load photo|load picture|load a photo|load a picture|load the photo|"
                 "load the picture|loaded image|loaded picture|loaded photo|"
                 "image file|picture file|photo file|源图|输入图|输入图片|加载照片|读图|"
                 "读入图片|导入照片|图片加载器|照片加载",
    "LoadMask": "loaded mask|mask file|mask picture|遮罩文件|蒙版文件|遮罩加载器",
    "Prompt": "文本提示|提示语|咒语|text prompt|prompt encoder|text encoder",
    "CombinePrompts": "prompt combiner|提示词合并|条件组合",
    "EmptyLatent": "empty canvas|blank latent|latent canvas|latent image|空画布|潜变量",
    "EncodeImage": "vae encoder|image encoder|图像编码器",
    "DecodeLatent": "vae decoder|latent decoder|潜图解码器",
    "Sampler": "k sampler|denoiser|去噪器",
    "TextToImage": "image generator|picture generator|t2i|text to picture|文字生图|文本生图|图片生成|"
                   "图像生成",
    "ImageToImage": "i2i|image variation|图到图",
    "Inpaint": "inpainting|修补|修复|局部修复",
    "ShapeMask": "mask shape|shaped mask|oval mask|方形遮罩|形状选区",
    "InvertMask": "mask inversion|mask invert|flip the mask|reverse the mask|reverse mask|遮罩反转|"
                  "蒙版反转|遮罩反相",
    "GrowMask": "mask growth|widen the mask|enlarge the mask|extend the mask|extend mask|mask expansion|"
                "扩边|外扩|往外扩|向外扩|扩张|扩大遮罩|遮罩扩展|遮罩扩大|扩一圈",
    "FeatherMask": "feathering|soften mask|soften the mask|mask feather|柔边|边缘柔化|软化遮罩|羽化边缘",
    "CombineMasks": "merge masks|join masks|mask combiner|遮罩合并|蒙版合并",
    "ImageToMask": "mask from image|图转遮罩",
    "MaskToImage": "mask as image|mask as picture|遮罩转图",
    "AdjustBrightness": "brightening|brightness adjustment|luminosity|lightness|亮度调整|亮度调节|明度",
    "AdjustContrast": "contrast adjustment|contrast boost|对比度调整|对比度调节",
    "AdjustSaturation": "greyscale|black-and-white|monochrome|灰度|saturation adjustment|color saturation|"
                        "colour saturation|vibrance|饱和度调整|色彩饱和度|"
                        "鲜艳度",
    "AdjustWarmth": "warmth adjustment|colour temperature|color warmth|冷暖|色温调整|冷暖色调",
    "Sharpen": "sharpening|sharpener|sharpen filter|crispness|clarity|锐化滤镜|锐化效果|锐利度",
    "Blur": "blurring|blur filter|blur effect|gaussian|smoothing|模糊效果|模糊滤镜|高斯",
    "Crop": "cropping|trimming|裁边|截取|裁剪框",
    "Resize": "resizing|rescale|rescaling|image scaling|downsize|downscaling|改尺寸|尺寸调整|调整大小",
    "Flip": "flipping|mirroring|镜像翻转|翻转图像|镜像效果",
    "Rotate": "rotation|rotating",
    "OverlayText": "text layer|lettering|slogan|tagline|heading|title text|caption text|text on image|"
                   "文字层|文字图层|标语|大标题|标题文字|广告语",
    "BlendImages": "mix|mixer|mixing|blender|blending|image mix|merge images|融合|混图|图像融合|叠图",
    "JoinText": "text joiner|text concatenation|merge texts|合并文字|拼接文字|文字拼接",
    "Seed": "seed generator|随机数种子",
    "Calculate": "calculator|calculation|computation|计算器",
    "Compare": "comparison|comparator|比大小|比较器",
    "Switch": "selector|切换器|选择器",
    "Reroute": "relay|中继",
    "PreviewImage": "viewer|preview window|preview pane|image viewer|预览窗口|预览窗|预览图|预览器",
    "SaveImage": "saver|image saver|file saver|save file|save to disk|save to file|exporter|存储|存储图片|"
                 "存图片|导出图像|存文件|保存文件|保存到文件",
}  # fmt: skip
TYPES = {f"core:{name}": tuple(words.split("|")) for name, words in _TYPES.items()}
"""What users call the core types."""

_TITLES = {
    "sky": "天空", "sea": "大海|海洋|海面|海水", "ocean": "大海|海洋", "refiner": "精修|细化",
    "background": "背景", "foreground": "前景", "portrait": "人像|肖像", "face": "人脸", "cat": "猫|猫咪",
    "dog": "狗|小狗", "mountain": "山|大山|高山", "mountains": "群山|山脉", "tree": "大树",
    "forest": "森林|树林", "city": "城市", "river": "河流|小河", "lake": "湖泊|湖面", "sun": "太阳",
    "moon": "月亮", "clouds": "云彩|云朵", "beach": "海滩|沙滩", "sunset": "日落|夕阳", "sunrise": "日出",
    "night": "夜晚|夜景", "day": "白天", "house": "房子", "street": "街道", "flower": "花朵",
    "flowers": "花朵|鲜花", "bird": "小鸟", "horse": "马匹", "boat": "小船", "car": "汽车", "snow": "雪景",
    "people": "人物", "person": "人物", "character": "角色", "product": "产品", "logo": "标志|徽标",
    "headline": "标题|大标题", "subtitle": "副标题", "caption": "说明文字", "draft": "草稿|草图",
    "final": "成品", "sketch": "草图|线稿", "texture": "纹理", "shadow": "阴影", "light": "灯光", "land": "陆地",
    "grass": "草地", "hair": "头发", "dress": "裙子", "food": "食物", "room": "房间", "bridge": "大桥",
    "garden": "花园", "desert": "沙漠", "island": "小岛", "ship": "大船", "castle": "城堡",
}  # fmt: skip
TITLES = {english: tuple(words.split("|")) for english, words in _TITLES.items()}
"""Words of titles in the other language."""

PRESETS: dict[str, dict[str, float]] = {
    "amount": dict.fromkeys(
        ("grayscale", "greyscale", "black and white", "black-and-white", "monochrome", "黑白", "去色", "灰度"), -1.0
    )
}
"""Names of a type that state the value of a parameter."""

_EN_COLORS = (
    "red|green|blue|yellow|white|black|orange|purple|violet|pink|gray|grey|brown|gold|golden|silver|cyan|magenta|"
    "turquoise|teal|navy|maroon|crimson|beige|ivory|lime|olive|coral|indigo|salmon|cream"
)
_ZH_COLORS = "红绿蓝黄白黑橙紫粉灰棕金银青橘"
_ZH_SHADES = ("", "深", "浅", "大", "纯", "亮", "暗", "淡", "粉", "天", "藏", "米", "橘", "金", "桃", "玫")
COLORS = frozenset(
    (*_EN_COLORS.split("|"), *_ZH_COLORS,
     *(f"{shade}{color}{end}" for shade in _ZH_SHADES for color in _ZH_COLORS for end in ("", "色")))
)  # fmt: skip
SHADES = ("dark", "light", "bright", "pale", "deep")
"""Words before a color that belong to it: "dark blue"."""
