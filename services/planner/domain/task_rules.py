"""Plans of tasks by rules: by the agents in a request, else by the template for its words or its meaning. Pure."""

import re
from collections.abc import Mapping

from services.common.agents.catalog import Catalog
from services.common.agents.definitions import AgentDefinition, list_team
from services.common.agents.plan_check import order_stages
from services.common.agents.templates import WorkflowTemplate
from services.common.contract.agent_team.team import (
    MAX_CANDIDATES,
    MAX_STAGES,
    SUBAGENT_LAYERS,
    RankedCandidates,
    Stage,
    TaskCandidate,
    TaskCandidates,
    TeamFile,
    TeamPlan,
)
from services.common.errors import Code, ReflowError
from services.common.text.language import Language, Text

_NO_MATCH = Text(
    "没有看懂要做什么。没有配置模型时，可以用这些模板：{templates}；也可以写出智能体的名字。",
    "It is not clear what to do. Without a model there are these templates: {templates}; or name an agent.",
)
_NEEDS_IMAGES = Text("模板“{template}”需要图片，请附上。", 'The template "{template}" needs an image: attach one.')
_UNKNOWN_AGENT = Text("没有智能体“{agent}”，可用的有：{agents}。", 'There is no agent "{agent}"; there are: {agents}.')
_UNKNOWN = Text(
    "没有模板“{template}”，可用的有：{templates}。", 'There is no template "{template}"; there are: {templates}.'
)
_NAMED = Text("按请求里点名的智能体执行。", "Executed by the agents that the request names.")
_SIMILAR = Text(
    "由描述和请求最接近的智能体执行。", "Executed by the agent whose description is closest to the request."
)
# Prefixes of the ids of candidates.
_TEMPLATE, _AGENT = "template:", "agent:"
_MENTION = re.compile(r"(?<![\w@./-])@([a-z][\w-]*)(?![\w-]|[(/]|\.\w)", re.ASCII | re.IGNORECASE)
"""The name of an agent that a request mentions. The end of an email address, a decorator that is called or is of a
module, and a scoped package are none."""
_ADDRESS = re.compile(rf"{_MENTION.pattern}\s*[,:，：]", _MENTION.flags)
"""The opening of a request that states whom it is for: "@coder, ..."."""
_MIN_WORDS = 2
"""Words of a template in a request from which its images are requested where nothing is close in meaning."""


def find_template(name: str, catalog: Catalog) -> WorkflowTemplate:
    """Return the template *name*. Raises TEMPLATE_UNKNOWN."""
    if name not in catalog.templates:
        raise _error(Code.TEMPLATE_UNKNOWN, _UNKNOWN, "template", template=name[:64], templates=_list(catalog))
    return catalog.templates[name]


def plan_template(
    template: WorkflowTemplate, attachments: tuple[TeamFile, ...], catalog: Catalog, language: Language
) -> TeamPlan:
    """Return the plan of *template*. Raises INVALID_INPUT_EMPTY if it needs images that are not attached."""
    if template.lacks_images(attachments):
        raise _error(Code.INVALID_INPUT_EMPTY, _NEEDS_IMAGES, "attachments", template=template.id)
    return template.to_plan(catalog.agents, language)


def plan_by_rules(
    text: str, attachments: tuple[TeamFile, ...], catalog: Catalog, language: Language
) -> TeamPlan | None:
    """Return the plan of the template that matches most words of *text*, else of the agents that *text* names.

    None if *text* has no word of a template, or only words of templates whose images are missing. Raises INTENT_UNKNOWN
    if *text* addresses an unknown agent ("@nobody, ..."), or begins with one and has no word of a template.
    """
    named = _find_named_agents(text, catalog.agents)
    if named:
        return _plan_agents(named, text, catalog, language, _NAMED)
    if _ADDRESS.match(text.lstrip()):
        raise _unknown_agent(text, catalog)
    usable = (template for template in catalog.templates.values() if not template.lacks_images(attachments))
    fitting = {template: count for template in usable if (count := template.count_words(text))}
    if not fitting:
        if _MENTION.match(text.lstrip()):
            raise _unknown_agent(text, catalog)
        return None
    return max(fitting, key=lambda one: fitting[one]).to_plan(catalog.agents, language)


def list_candidates(catalog: Catalog) -> TaskCandidates:
    """Return the candidates for a task by its meaning: templates, and the agents that do the work themselves.

    If there are too many, each kind gets half of the list, or more if the other kind needs less.
    """
    templates = [TaskCandidate(f"{_TEMPLATE}{one.id}", one.describe()) for one in catalog.templates.values()]
    agents = [
        TaskCandidate(f"{_AGENT}{one.id}", one.describe())
        for one in catalog.agents.values()
        if one.layer in SUBAGENT_LAYERS
    ]
    templates = templates[: MAX_CANDIDATES - min(len(agents), MAX_CANDIDATES // 2)]
    return TaskCandidates((*templates, *agents[: MAX_CANDIDATES - len(templates)]))


def plan_ranked(
    ranked: RankedCandidates, text: str, attachments: tuple[TeamFile, ...], catalog: Catalog, language: Language
) -> TeamPlan:
    """Return the plan of the best of *ranked*.

    Raises INTENT_UNKNOWN if there is none, and INVALID_INPUT_EMPTY if its images are missing, or without any those of
    the template that matches most words of *text*, and several of them.
    """
    best = ranked.ids[0] if ranked.ids else ""
    template = catalog.templates.get(best.removeprefix(_TEMPLATE)) if best.startswith(_TEMPLATE) else None
    agent = catalog.agents.get(best.removeprefix(_AGENT)) if best.startswith(_AGENT) else None
    if agent is not None:
        return _plan_agents((agent,), text, catalog, language, _SIMILAR)
    if template is None:
        lacking = [one for one in catalog.templates.values() if one.lacks_images(attachments)]
        template = max(lacking, key=lambda one: one.count_words(text), default=None)
        if template is None or template.count_words(text) < _MIN_WORDS:
            raise _not_matched(text, catalog)
    return plan_template(template, attachments, catalog, language)


def _find_named_agents(text: str, agents: Mapping[str, AgentDefinition]) -> tuple[AgentDefinition, ...]:
    """Return the agents whose id *text* contains, in the order of the text. Single words such as "coder" need an @."""
    found = list[tuple[int, AgentDefinition]]()
    for agent in agents.values():
        prefix = "@?" if "-" in agent.id else "@"
        match = re.search(rf"(?<![\w@-]){prefix}{re.escape(agent.id)}(?![\w-])", text.lower(), re.ASCII)
        if match is not None:
            found.append((match.start(), agent))
    return tuple(agent for _, agent in sorted(found, key=lambda one: one[0]))[:MAX_STAGES]


def _plan_agents(
    agents: tuple[AgentDefinition, ...], text: str, catalog: Catalog, language: Language, analysis: Text
) -> TeamPlan:
    """Return a plan in which each of *agents* receives the results of the ones before it."""
    stages = list[Stage]()
    for agent in agents:
        earlier = tuple(stage.id for stage in stages)
        stages.append(Stage(agent.id.replace("-", "_")[:32], agent.id, text[:2_000], earlier))
    return TeamPlan(
        analysis=analysis.pick(language),
        stages=tuple(stages),
        execution_order=order_stages(stages),
        agents=list_team((agent.id for agent in agents), catalog.agents, language),
    )


def _not_matched(text: str, catalog: Catalog) -> ReflowError:
    if _MENTION.search(text):
        return _unknown_agent(text, catalog)
    return _error(Code.INTENT_UNKNOWN, _NO_MATCH, "text", templates=_list(catalog))


def _unknown_agent(text: str, catalog: Catalog) -> ReflowError:
    """Return the error for the first agent that *text* mentions; none of them exists."""
    mention = _MENTION.search(text)
    usable = (agent.id for agent in catalog.agents.values() if agent.layer in SUBAGENT_LAYERS)
    name = mention[1][:64] if mention else ""
    return _error(Code.INTENT_UNKNOWN, _UNKNOWN_AGENT, "text", agent=name, agents=", ".join(usable))


def _list(catalog: Catalog) -> str:
    return ", ".join(catalog.templates)


def _error(code: Code, text: Text, field: str, **values: object) -> ReflowError:
    localized = Text(text.zh.format(**values), text.en.format(**values))
    return ReflowError(code, localized, field=field, node="planner")
