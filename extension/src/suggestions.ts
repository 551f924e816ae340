/** The texts about a thread's suggestions. No editor objects here, so that unit tests can load this. */
import { asLabel } from "./delivery/words";
import type { Suggestion, ThreadDetail } from "./protocol";

type Suggests = Pick<ThreadDetail, "id" | "suggestions">;

/** The name of a suggestion in requests. A changed one has another name. */
export const keyOf = ({ id }: Suggests, { n, version }: Suggestion): string => `${id}#${n}@${version}`;

/** The suggestions that can be applied now: of the whole thread, of one message, or the one with this key. */
export function fitsOf(t: Suggests, of?: string): Suggestion[] {
  return suggestedIn(t, of).filter((s) => s.applied !== true && states.has(s.state));
}

const states: ReadonlySet<string> = new Set(["applies", "applies-moved", "changed"]);

export function suggestedIn(t: Suggests, of?: string): Suggestion[] {
  return (t.suggestions ?? []).filter((s) => [undefined, s.reply ?? t.id, keyOf(t, s)].includes(of));
}

/** The state of one message's suggestions, shown next to its author; "" if it has none. */
export function standing(t: Suggests, message: string): string {
  const words = suggestedIn(t, message).map((s) => (s.applied === true ? "suggestion applied" : (says[s.state] ?? "")));
  return [...new Set(words)].filter(Boolean).join(" · ");
}

const says: Readonly<Record<string, string>> = {
  changed: "lines changed since",
  clash: "suggestion no longer applies",
  "applied-already": "already applied",
  lost: "lines not found",
};

/** The lines in one row of a list, in which VS Code would make icons of code such as `$(pwd)`. */
export const lineOf = (lines: readonly string[]): string =>
  asLabel(lines.join(" ⏎ ").replaceAll("\t", "  ")) || "removes the lines";

/** Lines in a fence that is longer than any in them, by default as a suggestion. */
export function fence(lines: readonly string[], kind = "suggestion"): string {
  const longest = Math.max(2, ...lines.map((l) => /^ {0,3}(`{3,})/.exec(l)?.[1]?.length ?? 0));
  const marks = "`".repeat(longest + 1);
  return [`${marks}${kind}`, ...lines, marks].join("\n");
}

/** A suggestion in Markdown. One that is not closed ends with the text, so that no part is read twice. */
const fenced = /^(`{3,})suggestion[^\n`]*\n([\s\S]*?)(?:^\1`*[ \t]*$|(?![\s\S]))/gm;

/** The same Markdown in which suggestions show the lines that they remove and add. */
export function withDiffs(markdown: string, suggestions: readonly Suggestion[]): string {
  return markdown.replaceAll(fenced, (all, _marks, text: string) => {
    const one = suggestions.find((s) => s.text.join("\n") === text.replace(/\n$/, ""));
    const lines = one ? changeOf(one) : [];
    return lines.length > 0 ? fence(lines, "diff") : all;
  });
}

/** The lines that a suggestion changed, or would change; none if it does not fit. */
function changeOf({ diff = "", before, after = [] }: Suggestion): string[] {
  if (before) return [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)];
  return diff.trimEnd().split("\n").slice(3); // without the names of the file and the first lines' numbers
}
