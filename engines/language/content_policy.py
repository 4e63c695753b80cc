"""The built-in content policy: requests for harm and insults, in Chinese and English. Pure.

A rule needs an action and its target ("make" and "a bomb"), so that fried chicken (炸鸡), bath bombs and killing aphids
pass. The policy is deliberately small; a configured model applies its own.
"""

import re
from collections.abc import Collection
from enum import StrEnum

from engines.language.phrase import Phrase

MAX_LENGTH = 2_000


class Violation(StrEnum):
    """The reason for which a request is rejected."""

    WEAPONS = "weapons"
    DRUGS = "drugs"
    VIOLENCE = "violence"
    SELF_HARM = "self_harm"
    FRAUD = "fraud"
    STALKING = "stalking"
    INSULT = "insult"


_MAKE = (
    r"(?:制作|自制|制造|做|造|合成|配制|组装|买|购买|怎么|如何|教我"
    r"|how to|make|build|making|building|buy|synthesi[sz]e|cook)"
)
_PERSON = (
    r"(?:人|邻居|同事|老板|室友|前任|前男友|前女友|老公|老婆|丈夫|妻子|"
    r"同学|老师|孩子|别人|他|她|你|全家|别人家?的?[狗猫])"
)
_PERSON_EN = (
    r"(?:my|your|his|her|their|a|an|some|the|somebody'?s?|someone'?s?)? ?"
    r"(?:neighbou?rs?(?:'s?)?|ex|boss|wife|husband|roommate|coworker|colleague|person|people|someone"
    r"|somebody|man|woman"
    r"|child|kid|kids|teacher|classmate|him|her|them|girl(?:friend)?|boyfriend|family|mother|father)"
)
_RULES: dict[Violation, re.Pattern[str]] = {
    Violation.WEAPONS: re.compile(
        rf"{_MAKE}.{{0,8}}(?:炸弹|炸药|土炸弹|燃烧瓶|枪支|手枪(?!腿)|子弹|雷管|毒气|生化武器)"
        r"|(?:炸|炸掉|炸毁)(?:教学楼|学校|地铁|医院|商场|政府)"
        rf"|{_MAKE}.{{0,24}}\b(?<!bath )(?:pipe bomb|bomb|explosives?|molotov|grenade|nerve gas|ghost gun"
        rf"|silencer)s?\b"
    ),
    Violation.DRUGS: re.compile(
        rf"{_MAKE}.{{0,8}}(?:冰毒|海洛因|可卡因|大麻|摇头丸|毒品|迷药|听话水)|制毒|吸毒教程|贩毒"
        r"|\b(?:crack cocaine|cocaine|heroin|crystal meth|methamphetamine|meth|fentanyl|lsd)\b.{0,16}"
        r"\b(?:recipe|lab|synthesis|at home)"
        rf"|{_MAKE}.{{0,16}}\b(?:cocaine|heroin|crystal meth|methamphetamine|meth|fentanyl|date rape drug)\b"
    ),
    Violation.VIOLENCE: re.compile(
        rf"(?:毒死|杀死|杀掉|杀了|弄死|打死|谋杀|勒死|报复性伤害|毒杀|虐待)(?:我的?|那个)?{_PERSON}|(?:怎么|如何|教我)(?:杀人|下毒|虐猫|虐狗|绑架)"
        r"|(?:杀人|虐猫|虐狗|绑架|下毒)(?:方法|教程|攻略)"
        rf"|\b(?:kill|murder|poison|strangle|stab|kidnap|hurt|beat up|torture)(?:ing)? {_PERSON_EN}"
        r"|\bpoison(?:ing)? .{0,24}\b(?:dog|cat|pet|food|water supply)\b|\b(?:school shooting|mass shooting"
        r"|hire a hitman)\b"
    ),
    Violation.SELF_HARM: re.compile(
        r"自杀.{0,8}(?:方法|方式|教程|攻略|怎么|最|无痛)|(?:怎么|如何).{0,4}自杀|割腕.{0,4}(?:方法|教程|怎么)|无痛.{0,3}自杀"
        r"|\b(?:how to|ways to|best way to|painless way to)\b.{0,12}\b(?:kill myself|commit suicide"
        r"|end my life|hang myself|cut myself)"
        r"|\bpainless suicide\b|\bpro[- ]?ana\b"
    ),
    Violation.FRAUD: re.compile(
        r"(?:盗刷|偷刷|复制|盗用|破解).{0,8}(?:信用卡|银行卡|账号|账户|密码|支付宝)|(?:诈骗|洗钱|电信诈骗|传销|伪造证件|办假证|盗号)"
        r"(?:教程|方法|攻略|话术|怎么|脚本)?$|(?:怎么|如何|教我).{0,6}(?:诈骗|洗钱|骗老人|盗号|偷东西|造假钞|偷电动车|办假证)"
        r"|\b(?:steal|clone|skim|use|hack)(?:ing)? .{0,16}\b(?:someone|other people|stolen|somebody"
        r"|victim)\b.{0,16}"
        r"\b(?:cards?|accounts?|identity|passwords?)\b"
        r"|\b(?:phishing (?:email|page|site)|launder(?:ing)? money|counterfeit (?:money|bills)|scam (?:old"
        r"|elderly|people)|shoplift(?:ing)?"
        r"|fake (?:id|passport))\b"
    ),
    Violation.STALKING: re.compile(
        r"(?:跟踪|偷拍|偷窥|人肉|监视|定位)(?:我的?)?(?:前任|前男友|前女友|女生|女孩|邻居|老婆|女友|男友|别人|她|他)"
        r"|\b(?:stalk|stalking|doxx?(?:ing)?|spy on|secretly (?:film|track|record))\b.{0,16}"
        r"\b(?:ex|girl|her|him|woman|someone|wife|husband|neighbou?r|people|girlfriend|boyfriend)\b"
    ),
    Violation.INSULT: re.compile(
        r"(?:写|发|编|来)(?:一?[篇段条个点些])?(?:笔记|文案|话)?来?(?:臭骂|辱骂|骂|羞辱|侮辱|诅咒)(?!人|声)(?!.{0,8}(?:后|道歉|怎么办))"
        rf"|\b(?:write|post|draft|make)\b.{{0,24}}\b(?:insult|humiliat|mock|bully|ridicul)(?:s|es|ing|e)? {_PERSON_EN}"
        r"|^(?:你们?(?:就是|真是|是|这个|他妈|真|太|个)*.{0,6})(?:废物|垃圾|傻[逼叉X]|蠢货|白痴|智障|脑残|混蛋|狗东西|滚蛋|弱智|傻子|笨蛋)"
        r"|^(?:去死|滚|滚开|滚蛋|闭嘴|傻[逼叉]|操你|妈的|他妈的|草泥马|脑残|废物|垃圾机器人)(?:吧|啊|你|$)"
        r"|^(?:you(?:'re| are)?|u r) .{0,24}\b(?:crap|idiot|moron|stupid|useless|garbage|trash|shit|dumb\w*"
        r"|asshole|bitch|worthless)\b"
        r"|^(?:fuck (?:you|off)|go to hell|shut up|screw you|drop dead|kill yourself|die)\b|^(?:stupid"
        r"|useless|dumb) (?:bot|machine|ai)\b"
    ),
}
_CARE = re.compile(
    r"预防|防诈|防范|防止|识别|避免|反诈|防骗|科普|戒"
    r"|prevent|avoid|recogni[sz]e|spot|protect|awareness|history of|recover"
)
"""Words of a request about protection, which is not a request for harm."""


def find_violation(text: str, allowed: Collection[str] = ()) -> Violation | None:
    """Return the violation of *text*, None if there is none; kinds in *allowed* pass."""
    folded = Phrase(text[:MAX_LENGTH]).folded
    for violation, pattern in _RULES.items():
        is_about_care = violation is not Violation.INSULT and _CARE.search(folded)
        if violation not in allowed and not is_about_care and pattern.search(folded):
            return violation
    return None
