// Feedback on an answer: a thumb and an optional comment; the same thumb again removes it.
import { write } from "./api.js";
import { button, iconButton, make, said } from "./dom.js";
import { t } from "./words.js";

const LONGEST = 4000;

/** Two thumbs and an element for the feedback; `path` is the turn's. */
export function feedback(path, given, failed) {
  const thumbs = [1, -1].map((rating) => thumb(rating));
  const area = make("div", "rated");
  show(given);
  return { thumbs, area };

  function thumb(rating) {
    const good = rating > 0;
    const element = iconButton(good ? "good" : "bad", t(good ? "good" : "bad"), () => {
      const back = given?.rating === rating;
      give(back ? 0 : rating, back ? "" : (given?.comment ?? ""), !back);
    });
    return element;
  }

  async function give(rating, comment, asksWhy = false) {
    try {
      given = (await write("PUT", `${path}/feedback`, { rating, comment })).feedback;
      show(given, asksWhy);
    } catch (problem) {
      failed(problem);
    }
  }

  function show(opinion, asksWhy = false) {
    [thumbs[0].ariaPressed, thumbs[1].ariaPressed] = [1, -1].map((rating) => String(opinion?.rating === rating));
    if (!opinion) return area.replaceChildren();
    const head = make("p", "", t(opinion.rating > 0 ? "was_good" : "was_bad"));
    if (asksWhy) return area.replaceChildren(head, form(opinion));
    const comment = opinion.comment ? [said("q", "", opinion.comment)] : [];
    const change = button(t(opinion.comment ? "change_comment" : "add_comment"), () => {
      show(given, true);
      area.querySelector("textarea").focus();
    }, "link");
    return area.replaceChildren(head, ...comment, change);
  }

  function form(opinion) {
    const text = Object.assign(said("textarea", "", ""), { value: opinion.comment, rows: 2, maxLength: LONGEST });
    text.ariaLabel = t("comment");
    text.placeholder = t("comment");
    const skip = button(t("no_comment"), () => show(given), "quiet");
    const element = make("form", "comment", text, make("button", "main", t("send_comment")), skip);
    element.onsubmit = (event) => {
      event.preventDefault();
      give(opinion.rating, text.value.trim());
    };
    return element;
  }
}
