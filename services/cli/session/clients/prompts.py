"""Client of the prompts that an operator gives the agents."""

from collections.abc import Sequence

from reflow.v1 import prompts_pb2, prompts_pb2_grpc

from services.cli.session.calls import LIBRARY_SECONDS, Caller


class PromptClient:
    """Prompts of a running system. All calls raise ReflowError."""

    def __init__(self, prompts: "prompts_pb2_grpc.PromptServiceAsyncStub", caller: Caller) -> None:
        self._prompts = prompts
        self._caller = caller

    async def list_all(self) -> Sequence[prompts_pb2.Prompt]:
        """Return every prompt, by name, with its active version."""
        request = prompts_pb2.ListPromptsRequest()
        return (await self._caller.call(self._prompts.ListPrompts, request, LIBRARY_SECONDS)).prompts

    async def get(self, name: str) -> prompts_pb2.Prompt:
        """Return a prompt with all its versions. Raises PROMPT_UNKNOWN."""
        request = prompts_pb2.GetPromptRequest(name=name)
        return (await self._caller.call(self._prompts.GetPrompt, request, LIBRARY_SECONDS)).prompt

    async def save(self, name: str, text: str) -> prompts_pb2.Prompt:
        """Save *text* as the next version and activate it; return the prompt. Raises PROMPT_UNKNOWN."""
        request = prompts_pb2.SavePromptRequest(name=name, text=text)
        return (await self._caller.call(self._prompts.SavePrompt, request, LIBRARY_SECONDS)).prompt

    async def activate(self, name: str, version: int) -> prompts_pb2.Prompt:
        """Activate a version, 0 for the agent's own text; return the prompt. Raises PROMPT_UNKNOWN."""
        request = prompts_pb2.ActivatePromptRequest(name=name, version=version)
        return (await self._caller.call(self._prompts.ActivatePrompt, request, LIBRARY_SECONDS)).prompt
