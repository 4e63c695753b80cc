"""Words of requests for an earlier image, by their meaning; a request of only such words is one."""

from enum import Enum, auto

from engines.language.scanner import Lexicon, map_words


class Mention(Enum):
    """The meaning of a word for the history of an image."""

    UNDO = auto()
    """Takes a change back: "undo"."""
    REDO = auto()
    """Repeats what was taken back; of anything else it is another attempt."""
    UNDONE = auto()
    """A reverted change: "undid", 撤销的."""
    REGRET = auto()
    """A change that should not have been made: "shouldn't have"."""
    FETCH = auto()
    """Restores something: "bring", "restore"."""
    GO = auto()
    """Moves in the history: "go", "step"."""
    BACK = auto()
    """Toward an earlier image."""
    DISCARD = auto()
    """Discards: "scrap"."""
    CHANGE = auto()
    """A step of the history: "edit"."""
    ALL = auto()
    BEFORE = auto()
    FIRST = auto()
    ORIGINAL = auto()
    IMAGE = auto()
    BETTER = auto()
    FILLER = auto()


HISTORY: Lexicon[Mention] = Lexicon({
    **map_words(Mention.FILLER, (
        "most|latest|至|所|生成|生成的|最终|整个|let|1|"
        "gave|made|showed|drew|painted|sent|gave me|you|made for|all the way|by|button|may|might|very|from|through|"
        "over|all over|photo|please|pls|plz|i|i'd|i'll|we|you|can|could|would|me|my|"
        "the|a|an|to|of|on|"
        "in|it|that|this|is|was|were|be|been|"
        "am|"
        "and|but|so|then|now|just|really|actually|again|after all|for|with|what|which|there|let's|lets|oh|oops|ok|"
        "okay|no|nope|nah|wait|sorry|hmm|ugh|haha|lol|like it|as|at|if|possible|do|did|had|have|has|those|these|than|"
        "much|way|still|think|one more time|right|only|recent|latest|recently|anymore|instead|yes|yeah|mind|never",
        "我|你|您|请|帮|帮我|帮忙|麻烦|给|给我|把|将|它|的|了|吧|呢|啊|呀|吗|嘛|呗|哦|哎|哎呀|哎哟|诶|唉|嗯|那|这|"
        "再|又|还|还是|就|"
        "都给|一下|下|点|按|给|能|能不能|可以|可不可以|想|我想|来|去|好了|算了|觉得|其实|是|在|先|直接|重新|另|被|掉|得|"
        "也|行|好吗|谢谢|"
        "对|不对|刚|后来|会|啦|哈|用",
    )),
    **map_words(Mention.UNDO, (
        "undo|undoo|unod|revert|roll back|rollback|take back|撤销|撤回|撤掉|回退|退回|撤|反悔|反悔了",
    )),
    **map_words(Mention.REDO, ("redo|重做|再做",)),
    **map_words(Mention.UNDONE, (
        "点了撤销|按了撤销|点成撤销|点到撤销|误撤销|误撤|撤销点错|撤销按错|撤销那一步|撤销那步|撤销的那步|撤回那步|撤掉那步|"
        "hit undo|pressed undo|clicked undo|tapped undo|hit the undo|pressed the undo|"
        "撤多了|撤多|撤过头|撤过头了|"
        "undo was|undoing was|撤销错|撤错|撤销错了|撤错了|"
        "undid|undone|the undo|my undo|that undo|undoing|took back|reverted|rolled back|got rid of|threw away|"
        "撤销的|撤回的|撤掉的|取消的|撤销了|撤回了|撤掉了|取消了|回退的|退回的|删掉的|撤销过的|撤的|撤了|撤销掉的|"
        "撤销掉了",
    )),
    **map_words(Mention.REGRET, (
        "shouldn't have|should not have|shouldn't|shouldve not|didn't mean|didn't want|didn't mean to|by mistake|"
        "accidentally|by accident|mistake|wrongly|too soon|wish i hadn't|hadn't|regret|"
        "不该|不应该|不小心|误|误点|点错|点错了|按错|按错了|手滑|手滑了|后悔|后悔了|失误|搞错|搞错了|弄错|弄错了",
    )),
    **map_words(Mention.FETCH, (
        "can i have|could i have|may i have|let me have|i'd have|想要|想要回|put|bring|get|give|want|need|restore|"
        "recover|reinstate|reapply|re-apply|apply|return me|keep|use|take|show|"
        "see|retrieve|恢复|找回|拿回|弄|要回|还原|补回|弄回|调出|拿|找|要|恢复成|恢复到|还原成|还原到|复原|还给",
    )),
    **map_words(Mention.GO, (
        "往前|向前|前进|go|step|move|jump|return|come|switch|回到|返回|退到|回|变回|换回|改回|倒回|退|变|改|换",
    )),
    **map_words(Mention.BACK, ("back|回来|回去|退回去|回来吧|过来|出来",)),
    **map_words(Mention.DISCARD, (
        "discard|drop|forget|scrap|lose|throw away|throw out|throw|cancel|remove|clear|get rid of|delete|trash|ditch|"
        "don't want|do not want|丢掉|丢弃|放弃|不要|清空|清除|取消|去掉|删掉|作废|扔掉|不算",
    )),
    **map_words(Mention.CHANGE, (
        "change|changes|edit|edits|modification|modifications|adjustment|adjustments|tweak|tweaks|steps|thing i did|"
        "things i did|修改|改动|调整|操作|步|一步|那步|改过|改过的|动过的|做过的|那一步|这步|这一步|步骤|更改|改的|"
        "那一下",
    )),
    **map_words(Mention.ALL, ("all|every|everything|whole|any|全部|所有|一切|都|全|统统|全都",)),
    **map_words(Mention.BEFORE, (
        "before|previous|prior|earlier|preceding|last|the last one|上|上一|上一个|前|前一|前一个|刚才|刚刚|之前|先前|"
        "上个|方才|以前|前面",
    )),
    **map_words(Mention.FIRST, (
        "first|very first|1st|initial|earliest|beginning|start|started|began|第一|第一张|第一版|第一个|第1|"
        "最最开始|最最初|最初|最开始|"
        "最早|一开始|开头|开始",
    )),
    **map_words(Mention.ORIGINAL, (
        "original|originally|unedited|untouched|unmodified|原图|原样|原状|原来|原始|原先|原本|本来|初始",
    )),
    **map_words(Mention.IMAGE, (
        "image|picture|pic|photo|version|one|draft|attempt|result|state|look|painting|drawing|图|图片|照片|那张|"
        "这张|一张|一幅|那一幅|那一张|那一版|"
        "张|版|一版|那版|那个|那幅|幅|版本|样子|样|状态|那样|稿|一稿|画面|画",
    )),
    **map_words(Mention.BETTER, (
        "more charm|more life|more mood|more soul|more character|有味道|更有味道|有感觉|有意境|有灵气|耐看|"
        "better|best|nicer|prettier|prefer|preferred|liked|like|loved|good|looked|looks|好|好看|更好|更好看|比较好|"
        "顺眼|"
        "喜欢|更喜欢|不错",
    )),
})  # fmt: skip
