"""The names of everything that can be drawn; the longest name at a place wins."""

from collections.abc import Iterator, Sequence
from functools import cache

from engines.language.scanner import Lexicon
from engines.painter.content.words import COLORS, PASTIMES_ZH, PLAIN, list_attribute_words
from engines.painter.scene import Setting, Subject, TimeOfDay, Weather
from engines.painter.subjects.actions.keys import is_action, parse_action
from engines.painter.subjects.actions.verbs import load_verbs
from engines.painter.subjects.icons import PREFIX, load_icons
from engines.painter.subjects.kinds import list_kinds, list_synonyms
from engines.painter.subjects.nature import is_living
from engines.painter.subjects.people.groups import load_groups
from engines.painter.subjects.people.keys import PersonKey, is_person, parse_key
from engines.painter.subjects.people.model import Kind
from engines.painter.subjects.people.roles import list_names, load_roles
from engines.painter.vocabulary import DECOYS, MEDIA, SETTINGS, SUBJECTS, TIMES_OF_DAY, WEATHERS
from services.common.contract.image_chat import Medium

Named = Subject | Setting | TimeOfDay | Weather | Medium | str
"""What a word names: a member of these, the key of an icon, or "" for a decoy."""

_FACES = ("face-", "emotion")
"""Groups of icons of moods; their near words are about the mood."""
_WITCH = ("witch", "女巫", "巫婆")
"""Names of an icon that a role is drawn better as."""
_BLANK = (*(f"{look} space" for look in ("empty", "blank", "negative", "white", "copy")), "off the hook", "in a circle")
"""Words for the parts of an image in which nothing is, which is no outer space, and of a telephone."""
_TWINS = frozenset(PREFIX + key for key in ("cherries", "footprints", "maracas"))
"""Icons that show two of what they are named after."""
_COUNTED_GROUPS = frozenset((
    "friends", "couple", "children", "twins", "brothers", "siblings", "classmates", "colleagues", "villagers",
    "soldiers_row", "monks_row",
))  # fmt: skip
"""Groups whose members a number counts: "three friends", but not "three families"."""
_IRREGULAR = {
    "mouse": "mice", "goose": "geese", "wolf": "wolves", "leaf": "leaves", "child": "children", "man": "men",
    "woman": "women", "ox": "oxen", "person": "people", "knife": "knives",
}  # fmt: skip


_NO_MEN = frozenset(("human", "german", "roman", "shaman", "caiman", "talisman", "ottoman", "walkman"))
"""Words whose plural does not end in "men"."""


@cache
def load_names() -> Lexicon[Named]:
    """Return every name; hand-drawn subjects win over icons of the same name."""
    names: dict[str, Named] = {}
    for icon in load_icons().values():
        for word in (*icon.zh, *icon.en):
            if word in COLORS.list_words() or not _is_attribute(word):
                _add(names, word, icon.key)
    named = Lexicon(names)
    for synonym, name in list_synonyms().items():
        match = named.match_at(name, 0)
        if match is not None and match.end == len(name):
            _add(names, synonym, match.value)
    for table in (MEDIA, WEATHERS, TIMES_OF_DAY, SETTINGS, SUBJECTS):
        for key, line in table.items():
            for word in line.split():
                _add(names, word, key)
    for word, role, kind in list_names():
        _add(names, word, str(PersonKey(kind, role)))
    for word in _WITCH:
        _add(names, word, str(PersonKey(Kind.WOMAN, "witch")))
    for group in load_groups().values():
        names.update(dict.fromkeys(group.names, str(PersonKey(group.members[0][0], group.key))))
    pastimes = (word for word in PASTIMES_ZH if word not in names)
    return Lexicon(dict.fromkeys((*DECOYS.split(), *_BLANK, *pastimes), "") | names)


@cache
def load_similar() -> Lexicon[Named]:
    """Return the words that are near in meaning to exactly one subject."""
    words: dict[str, Named] = {}
    exact = frozenset(load_names().list_words())
    for icon in load_icons().values():
        # A face is what no noun is near to: "floor" is no one who rolls on it.
        for word in () if icon.group.startswith(_FACES) else icon.similar:
            if not _is_attribute(word) and word not in exact and not is_verb_phrase(word):
                words.update(dict.fromkeys(_inflect(word), icon.key))
    for kind, name in list_kinds().items():
        match = load_names().match_at(name, 0)
        if match is not None and kind not in exact:
            words.update(dict.fromkeys(_inflect(kind), match.value))
    return Lexicon(words)


def get_display_name(subject: str, chinese: bool) -> str:
    """Return the name of a subject to display."""
    subject = parse_action(subject).actor if is_action(subject) else subject
    icon = load_icons().get(subject)
    if icon is not None:
        return next(iter(icon.zh or icon.en) if chinese else iter(icon.en or icon.zh))
    words = _list_person_names(subject) if is_person(subject) else SUBJECTS[Subject(subject)].split()
    return next((word for word in words if word.isascii() != chinese), subject)


def _list_person_names(key: str) -> Sequence[str]:
    role = parse_key(key).role
    named = load_roles().get(role) or load_groups().get(role)
    return named.names if named is not None else SUBJECTS[Subject.PERSON].split()


def count_drawn(named: Named) -> int:
    """Return how many of what is *named* one drawing of it shows: 2 of cherries, the members of a group of friends."""
    if named in _TWINS:
        return 2
    group = load_groups().get(parse_key(named).role) if isinstance(named, str) and is_person(named) else None
    return len(group.members) if group is not None and group.key in _COUNTED_GROUPS else 1


def is_plural(word: str) -> bool:
    """Return whether *word* is the English plural of another name."""
    if not word.isascii():
        return False
    if word in (*_IRREGULAR.values(), "children"):
        return True
    if " of " in word:
        return is_plural(word.partition(" of ")[0])
    stems = (word[:-1], word[:-2], f"{word[:-3]}y") if word.endswith("s") else ()
    stems = (*stems, f"{word[:-3]}man") if word.endswith("men") else stems
    return any((match := load_names().match_at(stem, 0)) is not None and match.end == len(stem) for stem in stems)


def is_verb_phrase(word: str) -> bool:
    """Return whether a Chinese *word* is a verb and its thing: 爬树 is near to a sloth, but asks for none."""
    verb = None if word.isascii() else load_verbs().match_at(word, 0)
    thing = load_names().match_at(word, verb.end) if verb is not None else None
    return thing is not None and thing.end == len(word)


def starts_name(text: str, start: int, end: int) -> bool:
    """Return whether the Chinese words at *start*..*end* are only the start of the name of a thing: 洗衣 in 洗衣机."""
    name = None if text[start].isascii() else load_names().match_at(text, start)
    return name is not None and name.end > end and not is_living(str(name.value))


def _is_attribute(word: str) -> bool:
    return word in PLAIN or word in list_attribute_words()


def _add(names: dict[str, Named], word: str, key: Named) -> None:
    for form in _inflect(word):
        names[form] = key


def _inflect(word: str) -> Iterator[str]:
    """Yield *word* and its plural in English."""
    yield word
    if not word.isascii() or not word[-1].isalpha():
        return
    measure, of, rest = word.partition(" of ")
    if of and not measure.endswith("s"):
        yield from (f"{plural}{of}{rest}" for plural in _inflect(measure) if plural != measure)
    head, _, last = word.rpartition(" ")
    if last in _IRREGULAR:
        plural = _IRREGULAR[last]
    elif last.endswith("man") and last not in _NO_MEN:
        plural = f"{last[:-3]}men"
    elif last.endswith(("s", "x", "ch", "sh")):
        plural = f"{last}es"
    elif last.endswith("y") and last[-2:-1] not in tuple("aeiou"):
        plural = f"{last[:-1]}ies"
    else:
        plural = f"{last}s"
    yield f"{head} {plural}".strip()
    if last.endswith("o"):
        yield f"{head} {last}es".strip()
