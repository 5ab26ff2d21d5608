"""A server as a target: the API of askwell, OpenAI-compatible endpoints, and the routes of other systems.

The path of the URL selects the interface, unless one is named.
"""

from collections.abc import Iterator
from urllib.parse import urlsplit

from askwell.errors import BadInput, ModelFailed
from askwell.evals.over_url.calls import KEY, status
from askwell.evals.over_url.interfaces import INTERFACES, Interface, Server
from askwell.evals.scenario import Scenario
from askwell.evals.targets import Conversation

DEFAULT_MODEL = "default"
"""Name of the model for an endpoint that wants one, if neither a model nor an assistant is named."""
_NO_ROUTE = frozenset({404, 405})


class UrlTarget:
    """A server that is asked over HTTP; `check` must be called before it is asked.

    `interface` is a key of `INTERFACES`; empty: the URL's path selects it. `model` is sent to an interface that wants
    one; empty: the assistant's name. Raises BadInput (`bad_url`, `usage`).
    """

    def __init__(self, url: str, assistant: str = "", *, model: str = "", interface: str = "") -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            raise BadInput(f"{url!r} is no http or https URL", code="bad_url", hint="Use http://HOST:PORT.")
        if interface and interface not in INTERFACES:
            raise BadInput(
                f"No interface {interface!r} is known", code="usage", hint=f"One of {', '.join(INTERFACES)}."
            )
        self._url = url.rstrip("/")
        self._assistant = assistant
        self._model = model
        path = urlsplit(self._url).path
        self._name = interface or next(name for name, (end, _) in INTERFACES.items() if path.endswith(end))
        end, self._interface = INTERFACES[self._name]
        self._root = self._url.removesuffix(end)
        self._has_sessions = self._name == "api"

    async def check(self) -> None:
        """Return if the server has the interface and accepts the key; nothing is asked and nothing is stored.

        Raises ModelFailed (`upstream_unreachable`, `upstream_unauthorised`), and BadInput (`bad_url`) for a URL
        without the interface.
        """
        is_native = self._name == "api"
        asked = f"{self._root}/v1/assistants" if is_native else self._url
        # An empty body is no question: a route that exists refuses it.
        found = await status(asked, None if is_native else b"{}")
        if found in {401, 403}:
            raise ModelFailed(
                f"{self._url} refuses the key with status {found}",
                code="upstream_unauthorised",
                hint=f"Set the environment variable {KEY} to a key that may ask.",
            )
        if is_native and found != 200:
            ends = ", ".join(dict.fromkeys(end for end, _ in INTERFACES.values() if end))
            raise BadInput(
                f"{self._url} has no API of askwell: /v1/assistants replied {found}",
                code="bad_url",
                hint=f"Use the URL of `askwell serve` without a path, or one that ends with {ends}.",
            )
        if found in _NO_ROUTE:
            raise BadInput(
                f"{self._url} takes no questions: POST was replied with {found}",
                code="bad_url",
                hint="Check the path. For another path of a known interface, name it with `--url-as`.",
            )
        if not is_native and self._name != "openai":
            self._has_sessions = await status(f"{self._root}/v1/assistants") == 200

    def ignored(self, scenario: Scenario) -> tuple[str, ...]:
        """Names of what a scenario sets and the interface cannot be given."""
        return tuple(self._ignored(scenario))

    async def begin(self, scenario: Scenario) -> Conversation:
        """A conversation over the interface. Raises ModelFailed, BadInput for files that it does not take."""
        if "files" in self.ignored(scenario):
            raise BadInput(
                f"The interface `{self._name}` takes no files",
                code="no_files",
                hint="Use the API of askwell: the URL without a path.",
            )
        model = self._model or self._assistant or DEFAULT_MODEL
        server = Server(self._url, self._root, self._assistant, model, self._has_sessions)
        conversation = self._interface(server, scenario)
        await conversation.begin(scenario.setup.documents)
        return conversation

    def _ignored(self, scenario: Scenario) -> Iterator[str]:
        takes, options = self._interface.takes, scenario.setup.session
        if (scenario.setup.documents or any(turn.attach for turn in scenario.conversation)) and "files" not in takes:
            yield "files"
        if self._interface.ignores_about_user(scenario):
            yield "user_context"
        if not options.use_memory and "use_memory" not in takes:
            yield "use_memory"
        if options.window_turns is not None and "window_turns" not in takes:
            yield "window_turns"
        if self._assistant and not self._has_sessions and "assistant" not in takes:
            yield "assistant"


__all__ = ["INTERFACES", "KEY", "Interface", "UrlTarget"]
