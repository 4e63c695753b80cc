"""Words of requests that restore an earlier image, and of those that leave open what to change."""

from engines.language.scanner import Lexicon, map_words, split_words
from services.common.contract.image_chat import Control, Restore

RESTORES: Lexicon[Restore] = Lexicon({
    **map_words(Restore.UNDO, (
        "撤销|撤回|撤销一下|撤销吧|先撤销|回到上一步|上一步",
        "退回上一步|退回去|退回|回退|上一张|回到上一张|返回上一张|恢复上一张",
        "取消上一步|撤销上一步|撤销刚才的修改|撤销修改|不要刚才的修改|退一步",
        "回去|变回去|改回去|换回去|还是上一张好|用回上一张",
        "undo|undo it|undo that|undo this|undo the last change",
        "undo last|revert|revert it|revert that|revert the change",
        "go back|go back one|go back one step|step back|back|take it back|previous|previous one|previous image",
        "back to the previous one|go back to the previous one|the previous one|go back to the last one|roll back",
        "change it back|put it back|restore the previous one",
    )),
    **map_words(Restore.REDO, (
        "恢复刚才撤销的|恢复撤销|重做|取消撤销|撤销撤销|再做一次撤销的|恢复刚才那步|前进一步|恢复刚才的修改",
        "redo|redo it|redo the change|redo that change|redo the last change|undo the undo|go forward|step forward",
    )),
    **map_words(Restore.FIRST, (
        "回到第一张|第一张|跟第一张一样|像第一张那样|像第一张一样",
        "还是第一张好|用第一张|恢复第一张|最初的那张|最开始的那张|最早的那张",
        "最初那张|最开始那张|第一张图|回到最初|回到最开始|要第一张|第一张最好",
        "go back to the first one|back to the first one|like the first one|the first one|the first|the first image",
        "go back to the first|use the first one|the first picture|use the very first picture|the very first one",
        "back to the first image|same as the first one|the first one was better|i liked the first one",
    )),
    **map_words(Restore.ORIGINAL, (
        "恢复原图|还原|还原图片|恢复原样|回到原图|原图",
        "变回原图|恢复成原来的样子|恢复原状|取消所有修改|撤销所有修改|撤销全部",
        "取消全部修改|重置|全部撤销|重置图片|恢复初始",
        "reset|reset it|reset to the original|reset to original|back to the original|restore the original",
        "the original|go back to the original|start over from the original|discard all changes|undo all changes",
        "undo everything|revert to the original|revert all|original image|undo all|drop all changes",
    )),
})  # fmt: skip
"""Whole requests."""

VAGUE: Lexicon[Control] = Lexicon({
    **map_words(Control.PARAMETERS, (
        "再调整一下|调整一下|调整图片|调整|调一下|调调|修改图片|修改",
        "修改一下|改一下|改改|再改改|再改一下|编辑图片|编辑|编辑一下",
        "调整风格强度|调整尺寸|调整大小|改尺寸|改大小|换个尺寸",
        "换个大小|调整亮度|调整对比度|调整饱和度|调整色温|调整锐度|调参数",
        "调整参数|修改风格强度|微调|微调一下|再微调一下|改图|修图|处理一下|再处理一下",
        "edit|edit it|edit the picture|edit the image|edit this|change it|change this|change the picture|modify it",
        "change the image|adjust|adjust it|adjust the image|adjust the picture|change the size|resize it|modify",
        "adjust the size|adjust the style strength|change the style strength|adjust brightness|tweak it|tweak",
        "edit picture|edit image|adjust image|modify the image|modify the picture|change size|resize|fine-tune it",
        "弄好看点|弄好看一点|好看一点|更好看|更好看一点|优化",
        "优化一下|改进一下|改善一下|完善一下|美化一下|换个感觉|换种感觉",
        "感觉不太对|感觉不对|不太对|怪怪的|有点怪|差点意思",
        "差一点|还差一点|不太满意|还不够好|一般般|更有感觉|能不能更有感觉",
        "再高级一点|高级一点|高级感|更高级|再来点氛围感|氛围感",
        "有氛围一点|来点感觉|精致一点|再精致一点|更精致|有质感一点|更有质感",
        "再好一点|更好一点|好一点|更自然一点|自然一点|再改好一点|再优化一下|再优化|提升一下|升级一下",
        "make it better|make it nicer|better|nicer|improve it|improve|improve this|fix it|fix this|enhance it",
        "something is off|something's off|it looks off|looks off|looks weird|weird|not quite there|not quite|meh",
        "make it pop|make it pop more|make it pop more somehow|more premium vibes|more premium|more vibes",
        "make it cooler somehow|more atmosphere|more feeling|make it more interesting|make it more beautiful",
        "make it look better|do something with it|polish it|refine it|make it special|more professional",
    )),
    **map_words(Control.AREA, (
        "换一下背景|换背景|换个背景|改背景|修改背景|背景换一下|换掉背景|改一下背景|替换背景|更换背景|改局部|修改局部",
        "change the background|change background|edit the background|replace the background|new background",
        "swap the background|another background|different background",
    )),
})  # fmt: skip
"""Whole requests that refer to the last image and leave open what to change, with what to display."""

LEADS = split_words(
    "嗯|呃|额|那|我觉得|能不能|可以|可不可以|帮我|请|再",
    "还是|把|不喜欢|不好|maybe|hmm|please|can you|could you|just|then",
)
TAILS = split_words("吧|呢|啊|呀|一下吧|吗|嘛|呗|了|好了|好吗| please| pls| now| instead| then| somehow| again")
