/** The commands on the memory, for the views and the palette. */
import * as vscode from "vscode";
import { MEMORY_STORAGES } from "../enums";
import { registerTable } from "../failure";
import { failureOf, isKind } from "../kind";
import { inform, isSure } from "../messages";
import type { Project } from "../project";
import type { MemoryImportInput } from "../protocol";
import { many } from "../shown";
import { offerUndo, undoLast } from "../undo";
import { addressOf } from "./document";
import type { FileNode } from "./files";
import type { Memory } from "./model";

interface Target {
  project: Project;
  file: NonNullable<FileNode["file"]>;
}

type Run = (memory: Memory, first: unknown, rows: unknown) => unknown;

/** Commands on files: the selected rows, or the row of the menu. */
const onFiles =
  (run: (memory: Memory, targets: Target[]) => Promise<unknown>): Run =>
  async (memory, first, rows) => {
    const nodes = (Array.isArray(rows) && rows.length > 0 ? rows : [first]) as (FileNode | undefined)[];
    const targets = nodes.flatMap((n) => (n?.file ? [{ project: n.project, file: n.file }] : []));
    if (targets.length === 0) return;
    await run(memory, targets);
    await Promise.all([...new Set(targets.map((t) => t.project))].map((p) => memory.refresh(p)));
  };

const inProject =
  (run: (memory: Memory, project: Project) => Promise<unknown>): Run =>
  async (memory, first) => {
    const project = (first as FileNode | undefined)?.project ?? (await memory.session.someProject());
    if (!project) return;
    await run(memory, project);
    await memory.refresh(project);
  };

const table: Record<string, Run> = {
  memoryOpen: onFiles(async (_, targets) => {
    for (const { project, file } of targets)
      await vscode.window.showTextDocument(addressOf(project, file.path), { preview: false });
  }),
  memoryPin: onFiles((_, targets) => each(targets, "memory pin")),
  memoryUnpin: onFiles((_, targets) => each(targets, "memory unpin")),
  memoryDelete: onFiles((_, targets) => remove(targets)),
  memoryAccept: onFiles(async (_, targets) => {
    for (const { project, file } of targets)
      if (file.draft !== undefined) await project.client.ask("memory learn", { id: file.draft, accept: true });
  }),
  memoryNew: inProject((_, project) => create(project)),
  memoryClear: inProject(clear),
  memoryExport: inProject((_, project) => exportAll(project)),
  memoryBackend: inProject(chooseBackend),
  memorySync: inProject(chooseSync),
};

export const registerMemoryCommands = (memory: Memory): vscode.Disposable => registerTable(table, [memory]);

async function each(targets: Target[], verb: "memory pin" | "memory unpin"): Promise<void> {
  for (const project of new Set(targets.map((t) => t.project))) {
    const paths = targets.filter((t) => t.project === project).map((t) => t.file.path);
    await project.client.ask(verb, { paths });
  }
}

async function remove(targets: Target[]): Promise<void> {
  const what = targets.length === 1 ? (targets[0]?.file.path ?? "") : `${targets.length} files`;
  const detail = "Agents can no longer read a deleted file. To restore it, run “consider undo”.";
  if (!(await isSure(`Delete ${what}?`, detail, "Delete"))) return;
  for (const { project, file } of targets) await project.client.ask("memory delete", { path: file.path });
}

async function create(project: Project): Promise<void> {
  const name = await vscode.window.showInputBox({
    title: "New Memory File",
    prompt: "File name, optionally with folders",
    placeHolder: "notes/build.md",
  });
  if (!name) return;
  const path = `/memories/${name.replace(/^\/?(memories\/)?/, "")}`;
  await project.client.ask("memory create", { path, text: "" });
  await vscode.window.showTextDocument(addressOf(project, path), { preview: false });
}

async function clear(memory: Memory, project: Project): Promise<void> {
  const n = memory.of(project).list?.files.length ?? 0;
  if (n === 0) {
    void inform("Consider: the memory is empty.");
    return;
  }
  const { removed } = await project.client.ask("memory clear", {});
  void offerUndo(`Consider: ${many(removed.length, "file")} removed.`, async () => {
    await undoLast(project, ({ kind, what }) => kind === "memory" && what === "clear");
    await memory.refresh(project);
  });
}

async function exportAll(project: Project): Promise<void> {
  const uri = await vscode.window.showSaveDialog({
    title: "Export Memory",
    defaultUri: vscode.Uri.joinPath(project.folder.uri, "..", `${project.folder.name}-memory.json`),
    filters: { JSON: ["json"], Markdown: ["md"] },
  });
  if (!uri) return;
  const format = uri.path.endsWith(".md") ? "md" : "json";
  const { text, files } = await project.client.ask("memory export", { format });
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  void inform(`Consider: ${files === 1 ? "1 file" : `${files} files`} exported.`);
}

async function chooseBackend(memory: Memory, project: Project): Promise<void> {
  const list = memory.of(project).list;
  const now = list?.backend ?? "";
  const picked = await vscode.window.showQuickPick(
    [...MEMORY_STORAGES].map(([value, { word, says }]) => ({
      value,
      label: word,
      detail: says,
      ...(value === now && { description: "current" }),
    })),
    { title: "Choose Memory Location" },
  );
  if (!picked || picked.value === now) return;
  const n = list?.files.length ?? 0;
  const take = "Move";
  const leave = "Don't Move";
  const from = MEMORY_STORAGES.get(now)?.word ?? now;
  const question = `Move ${many(n, "memory file")} from ${from} to ${picked.label}?`;
  const answer = n > 0 ? await inform(question, { modal: true }, take, leave) : leave;
  if (answer === undefined) return;
  await project.client.ask("config", { name: "memory.backend", value: picked.value });
  await memory.refresh(project);
  if (answer === take && MEMORY_STORAGES.has(now))
    await project.client.ask("memory import", { from: now as NonNullable<MemoryImportInput["from"]> });
}

async function chooseSync(memory: Memory, project: Project): Promise<void> {
  const off = "off";
  const other = "Another file…";
  const now = memory.of(project).list?.sync ?? off;
  const picked = await vscode.window.showQuickPick(
    [
      { label: off, detail: "Does not change files in the project" },
      { label: "AGENTS.md", detail: "Read by many agents" },
      { label: ".github/instructions/memory.instructions.md", detail: "Read by Copilot" },
      { label: other },
    ].map((p) => ({ ...p, ...(p.label === now && { description: "current" }) })),
    { title: "Choose File to Sync Memory To" },
  );
  if (!picked) return;
  const value =
    picked.label === other
      ? await vscode.window.showInputBox({ title: "Choose File to Sync Memory To", value: now === off ? "" : now })
      : picked.label;
  if (!value) return;
  const set = (force: boolean) => project.client.ask("config", { name: "memory.sync", value, force });
  await set(false).catch(async (error: unknown) => {
    if (picked.label !== other || !isKind(error, "denied")) throw error;
    if (await isSure(`Write the memory to ${value}?`, failureOf(error).message, "Write")) await set(true);
  });
}
