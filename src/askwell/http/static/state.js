// What the page knows now, and who wants to hear when it changes.
export const now = {
  assistants: [],
  session: null,
  /** The turn that runs, as `accepted` told it; null before and after. */
  turn: null,
  busy: false,
  stopping: false,
};

const hearers = new EventTarget();

/** Calls back at each `tell` of a name: `opened`, `asked`, `answered`, `worded`. */
export const hear = (name, act) => hearers.addEventListener(name, act);
export const tell = (name) => hearers.dispatchEvent(new Event(name));
