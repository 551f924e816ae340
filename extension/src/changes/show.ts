/** Opens changes in VS Code's diff editors: on the left the text of the scope, on the right the real file if it is a side. */
import * as vscode from "vscode";
import { was, type SideOf } from "../address";
import { isKind } from "../kind";
import { inform } from "../messages";
import type { Project } from "../project";
import type { ChangedFile, Hunk, ScopeView } from "../protocol";
import type { Listed } from "./model";
import { titleOf, wordsOf } from "./words";

/** The two sides of a file; undefined for a side without it. */
interface Sides {
  file: ChangedFile;
  left: vscode.Uri | undefined;
  right: vscode.Uri | undefined;
}

/** Whether a file can be shown as two texts. */
export const isText = (f: ChangedFile): boolean => !f.binary && !f.submodule && !f.unread && !f.path.includes("<0x");

export function sidesOf({ project, list }: Listed, file: ChangedFile): Sides {
  const left = file.status === "A" ? undefined : side(project, file.oldPath ?? file.path, leftOf(list.scope, file));
  const right = file.status === "D" ? undefined : rightOf(project, list.scope, file);
  return { file, left, right };
}

/**
 * For commits and checkpoints the address names something that cannot change; for the index it adds the file's digest.
 */
function leftOf({ kind, from }: ScopeView, file: ChangedFile): SideOf {
  if (kind === "since" || kind === "turn") return { scope: kind, from };
  return kind === "unstaged" ? { scope: kind, hash: file.hash } : { scope: "base", from };
}

function rightOf(project: Project, { kind, from }: ScopeView, file: ChangedFile): vscode.Uri {
  if (kind === "turn") return side(project, file.path, { scope: kind, from, side: "new" });
  if (kind !== "staged") return project.uri(file.path);
  return side(project, file.path, { scope: kind, side: "new", hash: file.hash });
}

const side = (project: Project, path: string, about: SideOf): vscode.Uri =>
  was(project.uri(path), { what: "side", folder: project.folder.uri.toString(), file: path, ...about });

/** The address of a side without the file: an empty text. */
export const nothing = (project: Project, path: string): vscode.Uri => side(project, path, { scope: "none" });

/** Opens all of them in one editor. */
export async function showAll(listed: Listed): Promise<void> {
  const texts = listed.list.files.filter(isText).map((file) => sidesOf(listed, file));
  if (texts.length === 0) {
    void inform(`Consider: ${listed.list.message || "no text files changed."}`);
    return;
  }
  await vscode.commands.executeCommand(
    "vscode.changes",
    titleOf(listed.list, listed.project.threads.values()),
    texts.map(({ file, left, right }) => [listed.project.uri(file.path), left, right]),
  );
}

/** Opens one of them, at a line (1-based) of its right side if one is given. */
export async function showOne(listed: Listed, file: ChangedFile, line?: number, beside?: boolean): Promise<void> {
  const { project, list } = listed;
  if (!isText(file)) {
    await showOther(project, file);
    return;
  }
  const { left, right } = sidesOf(listed, file);
  const sides = [left ?? nothing(project, file.path), right ?? nothing(project, file.path)];
  await diff(file.path, sides, wordsOf(list.scope), line, beside);
}

async function diff(path: string, sides: vscode.Uri[], what: string, line?: number, beside = false): Promise<void> {
  const selection = line ? { selection: new vscode.Range(line - 1, 0, line - 1, 0) } : {};
  const options = { preview: true, preserveFocus: beside, ...selection };
  await vscode.commands.executeCommand("vscode.diff", ...sides, `${path.split("/").at(-1) ?? path} (${what})`, options);
}

/** A file as it was and became, by the names of the contents; a side without the file has none. */
type Compared = Partial<Pick<Hunk, "from" | "was" | "is" | "start">> & Pick<Hunk, "file">;

/** Compares contents of files that the back end keeps: one file at its start line, several in one editor. */
export async function showContents(project: Project, what: string, files: readonly Compared[]): Promise<void> {
  const content = (file: string, from?: string): vscode.Uri =>
    from === undefined ? nothing(project, file) : side(project, file, { scope: "content", from });
  const rows = files.map(async ({ file, from, was, is }): Promise<vscode.Uri[]> => {
    const uri = project.uri(file);
    return [uri, content(from ?? file, was), await present(uri, content(file, is))];
  });
  const all = await Promise.all(rows);
  const [[, ...sides] = [], other] = all;
  const title = what.charAt(0).toUpperCase() + what.slice(1); // VS Code adds the number of files
  if (other) await vscode.commands.executeCommand("vscode.changes", title, all);
  else await diff(files[0]?.file ?? "", sides, what, files[0]?.start);
}

/** The file itself if it still has that text, because it shows threads and can be edited; otherwise the text. */
async function present(file: vscode.Uri, then: vscode.Uri): Promise<vscode.Uri> {
  const read = async (uri: vscode.Uri): Promise<string> => (await vscode.workspace.openTextDocument(uri)).getText();
  const now = await read(file).catch(() => undefined);
  return now === (await read(then)) ? file : then;
}

/** Opens a file that is not text as VS Code shows it, if the folder has the file. */
async function showOther(project: Project, file: ChangedFile): Promise<void> {
  if (file.submodule || file.status === "D" || file.path.includes("<0x")) {
    void inform(`Consider: ${file.path} is not text and cannot be shown.`);
    return;
  }
  await vscode.commands.executeCommand("vscode.open", project.uri(file.path), { preview: true });
}

/** The text of one side, for the provider of texts. */
export async function textOfSide(project: Project, file: string, about: SideOf): Promise<string> {
  if (about.scope === "none" || (about.scope === "base" && about.from === "")) return "";
  const { side = "old", scope, from } = about;
  try {
    const base = from === undefined ? {} : { from };
    return (await project.client.ask("changes text", { file, side, scope, ...base })).text;
  } catch (error) {
    if (isKind(error, "not_found")) return ""; // the checkpoint was deleted, or the commit is gone
    throw error;
  }
}
