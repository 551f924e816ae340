/** Texts about the memory for people. No editor objects here. */
import type { MemoryEntry, MemoryFile, MemoryInput } from "../protocol";

export interface Confirmation {
  /** The progress message in the chat. */
  doing: string;
  /** The question before the call; undefined if it needs no confirmation. */
  title?: string;
  message?: string;
}

const most = 300; // characters of a text that a question shows

/** The messages to a person about a call of the tool. None of the model's text is rendered as Markdown. */
export function confirmation(input: MemoryInput): Confirmation {
  const path = plain(input.path ?? input.old_path ?? "/memories");
  switch (input.command) {
    case "view":
      return { doing: `Reading memory file ${path}` };
    case "create":
      return {
        doing: `Creating memory file ${path}`,
        title: "Remember this?",
        message: `${path}: ${cut(input.file_text)}`,
      };
    case "str_replace":
      return {
        doing: `Changing memory file ${path}`,
        title: "Change this memory file?",
        message: `${path}: “${cut(input.old_str)}” becomes “${cut(input.new_str)}”`,
      };
    case "insert":
      return {
        doing: `Adding to memory file ${path}`,
        title: "Add to this memory file?",
        message: `${path}, after line ${input.insert_line ?? 0}: ${cut(input.insert_text ?? input.new_str)}`,
      };
    case "delete":
      return {
        doing: `Deleting memory file ${path}`,
        title: "Delete this memory file?",
        message: `${path} will be deleted. To restore it, run “consider undo”.`,
      };
    case "rename":
      return {
        doing: `Renaming memory file ${plain(input.old_path ?? path)}`,
        title: "Rename this memory file?",
        message: `${plain(input.old_path ?? path)} becomes ${plain(input.new_path ?? "")}`,
      };
    default:
      return { doing: "Using the memory", title: "Use the memory?", message: plain(String(input.command)) };
  }
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
