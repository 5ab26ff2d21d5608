// Calls of tools that write: what a turn has asked for, with buttons to confirm or refuse what waits.
import { read, write } from "./api.js";
import { button, item, line, make, said } from "./dom.js";
import { nameOf, t } from "./words.js";

/** A list of the calls of a turn; it fills itself. `refused` shows a problem. */
export function callsOf(turn, refused) {
  const path = `/v1/sessions/${turn.session_id}/calls`;
  const list = make("ul", "calls");
  const show = async () => {
    const { calls } = await read(path);
    const own = calls.filter((each) => each.turn_id === turn.turn_id);
    list.replaceChildren(...own.map(entry));
  };
  const decide = async (each, what) => {
    for (const one of list.querySelectorAll("button")) one.disabled = true;
    await write("POST", `${path}/${each.id}/${what}`).catch(refused);
    await show().catch(refused);
  };
  const entry = (each) => {
    const text = line(each.tool, JSON.stringify(each.arguments), nameOf("calls", each.state), each.result);
    const confirm = button(t("call_confirm"), () => decide(each, "confirm"));
    const refuse = button(t("call_refuse"), () => decide(each, "refuse"));
    return item(said("span", "", text), ...(each.state === "waiting" ? [" ", confirm, " ", refuse] : []));
  };
  show().catch(refused);
  return list;
}
