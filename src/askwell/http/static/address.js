// The address names the open conversation: it can be linked, and back and forward lead to the ones before and after.

/** Id of the conversation in the address; empty if there is none. */
export function addressed() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

/** Name another conversation, none for an empty id. The one before is what the reader goes back to. */
export function moveTo(id) {
  if (id !== addressed()) history.pushState(null, "", addressOf(id));
}

/** Name a conversation in place of what is named, as when it was begun just now. */
export const settleAt = (id) => history.replaceState(null, "", addressOf(id));

/** Call back when the reader changes the address, or goes back or forward. */
export const onMove = (act) => {
  window.onpopstate = () => act(addressed());
};

const addressOf = (id) => (id ? `#${encodeURIComponent(id)}` : location.pathname);
