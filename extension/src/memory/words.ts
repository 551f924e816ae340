/** Texts about the memory for people. No editor objects here. */
import type { PreparedToolInvocation } from "vscode";
import type { MemoryEntry, MemoryFile, MemoryInput } from "../protocol";

const most = 300; // characters of a text that a question shows

/** The messages to a person about a call of the tool. None of the model's text is rendered as Markdown. */
export function confirmation(input: MemoryInput): PreparedToolInvocation {
  const path = plain(input.path ?? input.old_path ?? "/memories");
  const [from, to] = [plain(input.old_path ?? path), plain(input.new_path ?? "")];
  const line = `after line ${input.insert_line ?? 0}`;
  // The progress message; unless it only reads, the question before it, and its text.
  const calls: Record<string, [string, string?, string?]> = {
    view: [`Reading memory file ${path}`],
    create: [`Creating memory file ${path}`, "Remember this?", `${path}: ${cut(input.file_text)}`],
    str_replace: [
      `Changing memory file ${path}`,
      "Change this memory file?",
      `${path}: “${cut(input.old_str)}” becomes “${cut(input.new_str)}”`,
    ],
    insert: [
      `Adding to memory file ${path}`,
      "Add to this memory file?",
      `${path}, ${line}: ${cut(input.insert_text ?? input.new_str)}`,
    ],
    delete: [
      `Deleting memory file ${path}`,
      "Delete this memory file?",
      `${path} will be deleted. To restore it, run “consider undo”.`,
    ],
    rename: [`Renaming memory file ${from}`, "Rename this memory file?", `${from} becomes ${to}`],
  };
  const unknown: [string, string, string] = ["Using the memory", "Use the memory?", cut(input.command)];
  const [invocationMessage, title, message = ""] = calls[input.command] ?? unknown;
  return { invocationMessage, ...(title !== undefined && { confirmationMessages: { title, message } }) };
}

const cut = (text: string | undefined): string => {
  const line = plain(text ?? "");
  return line.length > most ? `${line.slice(0, most)}…` : line;
};

/** One line, with everything escaped that Markdown or a terminal would interpret. */
const plain = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex -- they are what is taken out
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g, " ")
    .replaceAll(/[\\`*_{}[\]<>()#!|]/g, (c) => `\\${c}`)
    .trim();

/** A file's name and folder, as a row shows them. */
export function nameOf(path: string): { name: string; folder: string } {
  const names = path.replace(/^\/memories\/?/, "").split("/");
  return { name: names.at(-1) ?? path, folder: names.slice(0, -1).join("/") };
}

export function fileDetail(f: MemoryFile): string {
  const size = f.size < 1024 ? `${f.size} B` : `${(f.size / 1024).toFixed(1)} KB`;
  const { folder } = nameOf(f.path);
  return [f.draft === undefined ? folder : `draft from ${f.draft}`, size].filter(Boolean).join(" · ");
}

export function entryWords(e: MemoryEntry): string {
  const who = e.by.name ?? (e.by.kind === "human" ? "you" : e.by.kind === "agent" ? "an agent" : e.by.kind);
  const what = [e.command, e.path?.replace(/^\/memories\//, ""), e.to && `→ ${e.to.replace(/^\/memories\//, "")}`];
  return `${who}: ${what.filter(Boolean).join(" ")}`;
}
