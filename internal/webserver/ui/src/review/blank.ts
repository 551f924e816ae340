/** The page without a diff: the comparison, the reason why there is nothing, and how to go on. */
import { add, button, copyButton, h, type Child } from "../shared/dom";
import { state } from "./state";
import type { Boot } from "./types";

const words: Record<Boot["state"], [string, string]> = {
  ok: ["", ""],
  clean: ["Nothing has changed", "No changes to review. New changes appear here automatically."],
  no_git: [
    "This folder is not a git repository",
    "A review compares your files with the last commit, so it needs git. You can still comment on files from the editor and the command line.",
  ],
  no_head: ["No commits yet", "Before the first commit, every file counts as added. No files found."],
  failed: [
    "Could not read the changes",
    "Could not create the diff. Your comments are saved, and you can submit them once there is a diff.",
  ],
};

const ways: Record<Boot["state"], [string, string][]> = {
  ok: [],
  clean: [
    ["consider review --base HEAD~1", "changes in the last commit"],
    ["consider review --base main", "changes on this branch"],
    ["consider review --since last", "changes since the last round"],
  ],
  no_git: [
    ["git init", "create a repository"],
    ["consider add FILE:LINE -m …", "comment on a file without git"],
  ],
  no_head: [["consider review", "run it again once there is a file"]],
  failed: [["consider doctor", "check for problems"]],
};

/** A command that can be copied into a terminal. */
function commandOf(command: string): Child[] {
  const copy = copyButton("", () => command, { class: "icon-button", "aria-label": `Copy ${command}` });
  return [h("code", {}, command), copy];
}

/** A hint. A command at its end is shown as code. */
function said(hint: string): Child[] {
  const end = /^(.*: )((?:consider|git|rm) .*)$/.exec(hint);
  if (end) return [end[1], ...commandOf(end[2] ?? "")];
  return hint.split(/'((?:consider|git) [^']*)'/).flatMap((part, i) => (i % 2 ? commandOf(part) : [part]));
}

export function blank(again: () => void): HTMLElement {
  const { boot } = state;
  const [title, text] = words[boot.state === "ok" ? "clean" : boot.state];
  const page = h("section", { class: `blank ${boot.state}` }, h("h2", {}, title), h("p", {}, text));
  if (boot.message) page.append(h(boot.state === "failed" ? "pre" : "p", { class: "message" }, boot.message));
  const hints = h("ul", { class: "hints" }, ...(boot.hints ?? []).map((hint) => h("li", {}, ...said(hint))));
  if (hints.firstChild) page.append(hints);
  const list = h("dl", { class: "ways" });
  // The server's own hints come first, if it has any.
  const own = (boot.hints ?? []).length > 0 ? [] : ways[boot.state === "ok" ? "clean" : boot.state];
  for (const [command, meaning] of own) {
    add(list, h("dt", {}, ...commandOf(command)), h("dd", {}, meaning));
  }
  page.append(list, button("Retry", again));
  return page;
}
