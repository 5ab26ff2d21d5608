// Confirmation before something is deleted.
import { $ } from "./dom.js";

/** Whether the reader confirms; Escape cancels. */
export async function confirmed(question, action) {
  $("confirm-text").textContent = question;
  $("confirm-yes").textContent = action;
  $("confirm").returnValue = "";
  $("confirm").showModal();
  await new Promise((closed) => $("confirm").addEventListener("close", closed, { once: true }));
  return $("confirm").returnValue === "yes";
}
