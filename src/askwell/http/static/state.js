// The state of the page, and listeners for its changes.
export const now = {
  assistants: [],
  session: null,
  /** The running turn, from its `accepted` event; null before and after. */
  turn: null,
  busy: false,
  stopping: false,
};

const hearers = new EventTarget();

/** Calls back at each `tell` of a name: `opened`, `asked`, `answered`, `worded`. */
export const hear = (name, act) => hearers.addEventListener(name, act);
export const tell = (name) => hearers.dispatchEvent(new Event(name));
