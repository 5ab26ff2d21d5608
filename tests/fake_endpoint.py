"""An OpenAI-compatible server over real HTTP whose behaviour is the name of the model that is asked for.

`ok` cites the first passage and fills schemas · `json` fills schemas · `obeying` follows orders it reads ·
`calling` calls the first tool it is given with what it is asked, then says what that gave ·
`remembering` repeats what the user said first ·
`slow-first-token` `silent` `stalling` `endless` `half` `length` `bad-json` `bad-utf8` `empty` `blank` `429-then-ok`
`429` `500` `400` `401` misbehave as named · `strange` cites with characters that are no text or end a line for some,
a surrogate pair cut in two · `random-marks` repeats sentences of its passages and cites at random, in every form ·
`inventing` adds a sentence that no document has · `markdown` adds it too, and writes
a heading, a list, a table, code and a link.
"""

import base64
import html
import json
import random
import re
import struct
import threading
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MODELS = (
    "ok json obeying calling remembering slow-first-token silent stalling endless half length "
    "bad-json bad-utf8 empty blank 429-then-ok 429 500 400 401 strange random-marks inventing markdown"
).split()
DIMENSION = 32
SLOW_S = 0.5
SEPARATORS = "\v\f\x1c\x1d\x1e\x85\u2028\u2029"
STRANGE = ("Twice ", f"a{SEPARATORS}b \ud83d", "\ude00 c\0d", " \ud83d", " e \udfff", " [1]", " \ud83d")
"""Pieces of the answer of `strange`."""
INVENTED = "🌱 The gardeners of Velmora did so 98765 times. [1]"
MARKDOWN = """## In short

{answer}

1. Water in the **morning**. [1]
2. Keep `leaves[1]` dry, see [the guide](https://garden.example/guide).

| Plant | Litres |
|---|---:|
| Tomato *Solanum* | 2 [1] |
| {invented} | 3 |

```python
print("water[1]")
```

> {invented}
"""
ADDED = {"inventing": "{answer} {invented}", "markdown": MARKDOWN}
"""Models that add to their answer."""
NOTHING_FOUND = "The documents do not tell this."


@dataclass
class FakeEndpoint:
    """A running server: where it is, and what it was asked."""

    url: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    """Bodies in order of arrival, each with the `authorization` it came with."""
    calls: Counter[str] = field(default_factory=Counter)
    """Requests by model."""
    closing: threading.Event = field(default_factory=threading.Event)


@contextmanager
def fake_endpoint(port: int = 0) -> Iterator[FakeEndpoint]:
    """A server on a free port of this machine for the time of the block."""
    server = _Server(("127.0.0.1", port), _Handler)
    server.endpoint = FakeEndpoint(f"http://127.0.0.1:{server.server_address[1]}/v1")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server.endpoint
    finally:
        server.endpoint.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()


def answer_from(prompt: str) -> str:
    """The first sentence of the first passage of a prompt with its mark, or that nothing was found."""
    passage = re.search(r'<passage label="(\d+)"[^>]*>\n(.+?)\n</passage', prompt, re.DOTALL)
    if passage is None:
        return NOTHING_FOUND
    sentence = re.split(r"(?<=[.!?])\s", html.unescape(passage.group(2)).strip())[0]
    return f"{sentence} [{passage.group(1)}]"


def cite_at_random(prompt: str, messages: int) -> str:
    """Sentences of the passages of a prompt, with marks that depend on the passages and the number of messages.

    A prompt also has a date and a random key, so its whole text would draw other marks each time.
    """
    texts = re.findall(r'<passage label="\d+"[^>]*>\n(.+?)\n</passage', prompt, re.DOTALL)
    draw = random.Random(repr((texts, messages)))
    said = [one for text in texts for one in re.split(r"(?<=[.!?])\s", html.unescape(text).strip())]
    forms = (
        "[{0}]",
        "[{0}, {1}]",
        "[{0}-{1}]",
        "[{0}][{1}]",
        "[{0};{1}]",
        "[ {0} ]",
        "[{0}](x)",
        "[0]",
        "[99999]",
        "[]",
    )
    marked = [
        f"{draw.choice(said or [NOTHING_FOUND])} {draw.choice(forms).format(draw.randint(1, 12), draw.randint(1, 40))}"
        for _ in range(draw.randint(1, 6))
    ]
    return " ".join(marked)


def obey(prompt: str) -> str:
    """What a model without a will of its own does with orders in a prompt."""
    order = re.search(r"(?im)^.*\b(?:ignore|disregard)\b.*$", prompt)
    return f"As you order: {order.group().strip()}" if order else "At your service."


def fill(schema: dict[str, Any], prompt: str, *, name: str = "", root: dict[str, Any] | None = None) -> Any:
    """A value of the schema: questions as asked, full scores, every passage graded best."""
    root = schema if root is None else root
    if "$ref" in schema:
        return fill(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], prompt, name=name, root=root)
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    if kind == "object":
        return {key: fill(inner, prompt, name=key, root=root) for key, inner in schema["properties"].items()}
    if kind == "array":
        return [fill(schema["items"], prompt, root=root)]
    if kind == "string":
        query = re.search(r"<current_query>\n(.+?)\n</current_query>", prompt, re.DOTALL)
        return html.unescape(query.group(1)) if query and name == "question" else f"filled {name}"
    return {"integer": schema.get("maximum", 1), "number": schema.get("maximum", 1.0), "boolean": True}[str(kind)]


def vector(text: str) -> list[float]:
    """A bag of hashed words: texts that share words are near."""
    values = [0.0] * DIMENSION
    for word in re.findall(r"\w+", text.lower()):
        values[zlib.crc32(word.encode()) % DIMENSION] += 1.0
    return values


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    endpoint: FakeEndpoint


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def log_message(self, *args: object) -> None:
        return

    def do_GET(self) -> None:
        if self.path != "/v1/models":
            return self._json({"error": {"message": "no such path"}}, status=404)
        return self._json({"object": "list", "data": [{"id": name, "object": "model"} for name in MODELS]})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        endpoint = self.server.endpoint
        if "model" not in body:
            self.send_error(400)
            return
        endpoint.requests.append(body | {"authorization": self.headers.get("authorization", "")})
        endpoint.calls[body["model"]] += 1
        # Whoever hangs up early wanted to.
        with suppress(BrokenPipeError, ConnectionResetError):
            if self.path == "/v1/embeddings":
                self._embed(body)
            else:
                self._chat(body, endpoint)

    def _embed(self, body: dict[str, Any]) -> None:
        texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
        rows: list[Any] = [vector(text) for text in texts]
        if body.get("encoding_format") == "base64":
            rows = [base64.b64encode(struct.pack(f"<{DIMENSION}f", *row)).decode() for row in rows]
        data = [{"object": "embedding", "index": index, "embedding": row} for index, row in enumerate(rows)]
        used = {"prompt_tokens": len(texts), "total_tokens": len(texts)}
        self._json({"object": "list", "data": data, "model": body["model"], "usage": used})

    def _chat(self, body: dict[str, Any], endpoint: FakeEndpoint) -> None:
        model = body["model"]
        if model == "429" or (model == "429-then-ok" and endpoint.calls[model] == 1):
            return self._json({"error": {"message": "slow down"}}, status=429, headers={"retry-after": "0.01"})
        if model in {"500", "400"}:
            return self._json({"error": {"message": "broken"}}, status=int(model))
        if model == "401":
            given = self.headers.get("authorization", "")
            return self._json({"error": {"message": f"Incorrect API key provided: {given}"}}, status=401)
        prompt = "\n".join(str(message["content"]) for message in body["messages"] if message["role"] == "user")
        pieces = STRANGE if model == "strange" else re.findall(r"\s*\S+", _text(model, body, prompt))
        if not body.get("stream"):
            return self._whole(body, pieces)
        return self._stream(body, pieces, endpoint)

    def _whole(self, body: dict[str, Any], pieces: Sequence[str]) -> None:
        message = {"role": "assistant", "content": "".join(pieces)}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        self._json({"id": "x", "object": "chat.completion", "created": 1, "model": body["model"], "choices": [choice]})

    def _stream(self, body: dict[str, Any], pieces: Sequence[str], endpoint: FakeEndpoint) -> None:
        model = body["model"]
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        if model == "silent":
            endpoint.closing.wait()
            return
        if model == "slow-first-token":
            time.sleep(SLOW_S)
        self._event(_chunk(model, {"role": "assistant", "content": ""}))
        if model == "calling" and body.get("tools") and body["messages"][-1]["role"] != "tool":
            self._call(body)
            return
        if model in {"empty", "blank"}:
            pieces = [" ", "\n"] if model == "blank" else []
        if model == "endless":
            while not endpoint.closing.is_set():
                self._event(_chunk(model, {"content": "and so on "}))
        for number, piece in enumerate(pieces):
            self._event(_chunk(model, {"content": piece}))
            if number == 1 and self._misbehave(model, endpoint):
                return
        finish = "length" if model == "length" else "stop"
        self._event(_chunk(model, {}, finish=finish))
        if body.get("stream_options", {}).get("include_usage"):
            used = {"prompt_tokens": 10, "completion_tokens": len(pieces), "total_tokens": 10 + len(pieces)}
            self._event(_chunk(model, None, usage=used))
        self.wfile.write(b"data: [DONE]\n\n")

    def _call(self, body: dict[str, Any]) -> None:
        """A call of the first tool, its arguments in pieces."""
        function = body["tools"][0]["function"]
        argument = next(iter(function["parameters"]["properties"]))
        arguments = json.dumps({argument: _question(body)})
        head = {
            "index": 0,
            "id": "call_fake",
            "type": "function",
            "function": {"name": function["name"], "arguments": ""},
        }
        self._event(_chunk(body["model"], {"tool_calls": [head]}))
        for at in range(0, len(arguments), 7):
            piece = {"index": 0, "function": {"arguments": arguments[at : at + 7]}}
            self._event(_chunk(body["model"], {"tool_calls": [piece]}))
        self._event(_chunk(body["model"], {}, finish="tool_calls"))
        self.wfile.write(b"data: [DONE]\n\n")

    def _misbehave(self, model: str, endpoint: FakeEndpoint) -> bool:
        """Break off after the second piece as the model's name says; whether it did."""
        if model == "bad-json":
            self.wfile.write(b'data: {"choices": [{"delta": {"cont\n\n')
        elif model == "bad-utf8":
            self.wfile.write(b'data: {"choices": [{"index": 0, "delta": {"content": "\xff\xfe\xfa"}}]}\n\n')
        elif model == "stalling":
            self.wfile.flush()
            endpoint.closing.wait()
        return model in {"half", "bad-json", "bad-utf8", "stalling"}

    def _event(self, chunk: dict[str, Any]) -> None:
        self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
        self.wfile.flush()

    def _json(self, value: dict[str, Any], *, status: int = 200, headers: dict[str, str] | None = None) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        for name, text in (headers or {}).items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(data)


def _text(model: str, body: dict[str, Any], prompt: str) -> str:
    if model == "obeying":
        return obey(prompt)
    if model == "random-marks":
        return cite_at_random(prompt, len(body["messages"]))
    if model == "remembering":
        said = next(each["content"] for each in body["messages"] if each["role"] == "user")
        return f"From our conversation: {said}"
    if model == "calling" and body["messages"][-1]["role"] == "tool":
        return re.sub(r"</?tool_result[^>]*>\s*", "", html.unescape(body["messages"][-1]["content"]))
    wanted = body.get("response_format", {}).get("json_schema", {}).get("schema")
    if wanted is not None and model in {"ok", "json"}:
        return json.dumps(fill(wanted, prompt))
    answer = answer_from(prompt)
    return ADDED.get(model, "{answer}").format(answer=answer, invented=INVENTED)


def _question(body: dict[str, Any]) -> str:
    """What a prompt asks."""
    text = next(each["content"] for each in reversed(body["messages"]) if each["role"] == "user")
    found = re.search(r"<question>\n(.+?)\n</question>", text, re.DOTALL)
    return html.unescape(found.group(1)) if found else text


def _chunk(
    model: str, delta: dict[str, Any] | None, *, finish: str | None = None, usage: dict[str, int] | None = None
) -> dict[str, Any]:
    choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": finish}]
    chunk = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": model, "choices": choices}
    return chunk if usage is None else chunk | {"usage": usage}
