// How the questions of a conversation are treated: whether memory is used, and whether anything is kept.
import { $ } from "./dom.js";
import { hear, now } from "./state.js";

const USUAL = { useMemory: true, noStore: false };
const FRESH = "";

const set = new Map();

/** The fields of a question's body; omitted ones have their defaults. */
export function options() {
  const { useMemory, noStore } = current();
  return { ...(!useMemory && { use_memory: false }), ...(noStore && { store: false }) };
}

/** Let each conversation have its own, a fresh one those that it began with. */
export function wireSwitches() {
  for (const id of ["use-memory", "no-store"]) $(id).onchange = () => set.set(key(), current());
  hear("opened", show);
  hear("asked", () => {
    if (!now.session || !set.has(FRESH)) return;
    set.set(key(), set.get(FRESH));
    set.delete(FRESH);
  });
}

const key = () => now.session?.id ?? FRESH;
const current = () => ({ useMemory: $("use-memory").checked, noStore: $("no-store").checked });

function show() {
  const { useMemory, noStore } = set.get(key()) ?? USUAL;
  [$("use-memory").checked, $("no-store").checked] = [useMemory, noStore];
}
