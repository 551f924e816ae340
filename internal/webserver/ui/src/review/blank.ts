/** The page without a diff: the comparison, the reason why there is nothing, and how to go on. */
import { blankOf } from "../shared/blank";
import { button, commandOf, h, type Child } from "../shared/dom";
import { state } from "./state";
import type { Boot } from "./types";

const words: Record<Boot["state"], [title: string, text: string]> = {
  ok: ["", ""],
  clean: ["Nothing has changed", "New changes appear here automatically."],
  no_git: ["This folder is not a git repository", "You can still comment from the editor and the command line."],
  no_head: ["No commits yet", "Before the first commit, every file counts as added."],
  failed: ["Could not read the changes", "Your comments are saved. You can submit them once there is a diff."],
};

const primary = { class: "primary" };

/** A hint. A command at its end is shown as code. */
function said(hint: string): Child[] {
  const end = /^(.*: )((?:consider|git|rm) .*)$/.exec(hint);
  if (end) return [end[1], ...commandOf(end[2] ?? "")];
  return hint.split(/'((?:consider|git) [^']*)'/).flatMap((part, i) => (i % 2 ? commandOf(part) : [part]));
}

export function blank(again: () => void, choose: () => void): HTMLElement {
  const { message = "", hints, state: kind } = state.boot;
  const [title, text] = words[kind === "ok" ? "clean" : kind];
  const failed = kind === "failed";
  const clean = kind === "ok" || kind === "clean";
  const go = clean ? button("Compare something else", choose, primary) : button("Retry", again, primary);
  const steps = (hints ?? []).map((hint) => h("li", {}, ...said(hint)));
  return blankOf(
    kind,
    title,
    [failed ? text : `${message} ${text}`],
    failed && h("pre", { class: "message" }, message),
    go,
    // The button offers all that the hints name, without a terminal.
    ...(clean ? [] : [h("p", {}, "To continue:"), h("ul", { class: "hints" }, ...steps)]),
  );
}
