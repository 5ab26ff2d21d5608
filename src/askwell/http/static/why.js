// Explains an answer by its stored decisions and the tools used.
import { item, line, make, said } from "./dom.js";
import { nameOf, share, t } from "./words.js";

const LEAST_MS = 0.5;

/** A collapsible part: each step's choice, the antecedents, what the prompt contained, the support, the time. */
export function why(turn) {
  const parts = [
    ...turn.decisions.map((decision) => step(decision, turn.resolution)),
    ...(turn.resolution?.antecedents ?? []).map(goesBack),
    ...(turn.context?.explained ?? []).map((text) => item(said("span", "", text))),
    ...supported(turn.support ?? []),
    item(cost(turn)),
  ];
  return make("details", "why", make("summary", "", t("why")), make("ul", "", ...parts));
}

/** One line about a tool call: its name, its arguments, its duration. */
export function toolLine({ tool, arguments: given, took_ms: ms, ok }) {
  return said("span", "tool", line(t("tool", { name: tool }), called(given, ok), took(ms)));
}

function step(decision, resolution) {
  const ms = decision.detail?.ms ?? decision.took_ms;
  const time = ms >= LEAST_MS ? [make("small", "", ` · ${took(ms)}`)] : [];
  const what = said("span", "", worded(decision, resolution));
  return item(make("b", "", nameOf("steps", decision.step)), " ", what, ...time);
}

function worded({ step: name, choice, reason, detail }, resolution) {
  if (name === "use_tools") return line(choice, called(detail.arguments, detail.ok));
  const values = { kind: nameOf("kinds", choice), score: resolution && share(resolution.score) };
  const what = name === "resolve" && resolution ? t("understood", values) : choice;
  const considered = detail?.considered && t("considered", { wordings: detail.considered });
  return line([what, reason !== choice && reason].filter(Boolean).join(": "), considered);
}

/** The arguments of a tool, and whether it failed. The arguments are JSON that may be truncated. */
function called(given, ok) {
  let values = given;
  try {
    values = Object.entries(JSON.parse(given)).map(([key, value]) => `${key}: ${spelt(value)}`).join(", ");
  } catch {
    // Truncated: shown unchanged.
  }
  return line(values, !ok && t("tool_failed"));
}

const goesBack = ({ expression, refers_to: meant, turn }) =>
  item(said("span", "", t("goes_back", { expression, meant, turn })));

function supported(support) {
  if (!support.length) return [];
  const scores = support.map(({ score }) => score);
  const values = { n: scores.length, best: share(Math.max(...scores)), weakest: share(Math.min(...scores)) };
  return [item(t("support", values))];
}

function cost({ took_ms: ms, model, usage }) {
  const tokens = usage?.calls > 0 && t("tokens", { read: usage.input_tokens, written: usage.output_tokens });
  return line(took(ms), model ? t("model", { model }) : t("no_model"), tokens);
}

const took = (ms) => t("ms", { n: Math.round(ms) });
const spelt = (value) => (typeof value === "string" ? value : JSON.stringify(value));
