/** Checkpoints and the review in the browser. The program does all of it; this only asks for it. */
import { spawn } from "node:child_process";
import * as vscode from "vscode";
import { ownEnvironment } from "./environment";
import { spoken } from "./kind";
import { log } from "./log";
import { inform, isSure, withButtons } from "./messages";
import type { Project } from "./project";
import type { CheckpointRestoreOutput, SaidSince } from "./protocol";
import { excerpt, many, roundOf } from "./shown";
import { offerUndo } from "./undo";

export async function createCheckpoint(project: Project): Promise<void> {
  const name = await vscode.window.showInputBox({
    title: "Create Checkpoint",
    prompt: "Saves the current threads and files for later comparison.",
    placeHolder: "Name (default: the next round-N)",
  });
  if (name === undefined) return;
  const { checkpoint } = await project.client.ask("checkpoint create", name ? { name } : {});
  const { threads, files } = checkpoint;
  const said = `checkpoint ${checkpoint.name} saved: ${many(threads, "thread")}, ${many(files.length, "changed file")}.`;
  void inform(`Consider: ${said}`);
}

export async function restoreCheckpoint(project: Project): Promise<void> {
  const name = await pick(project, "Restore Threads from Checkpoint");
  if (name === undefined) return;
  const detail = consequences(await project.client.ask("checkpoint restore", { name, dryRun: true }));
  if (!(await isSure(`Restore threads from “${name}”?`, detail, "Restore Threads"))) return;
  const { changed, safety } = await project.change("checkpoint restore", { name });
  const said = `Consider: threads restored from ${name}; ${changed} changed.`;
  if (safety === undefined) void inform(said);
  else void offerUndo(said, () => project.change("checkpoint restore", { name: safety }));
}

/** The effects of a restore, to be shown before it: above all, which messages are not in the checkpoint. */
function consequences(d: CheckpointRestoreOutput): string {
  return [
    `${many(d.changed, "thread")} will change. Files will not change. The current threads are saved first.`,
    ...named("Will be deleted, because they are not in the checkpoint (“consider undelete” restores them):", d.deleted),
    ...named(
      "Written after the checkpoint, so not in it:",
      d.since.filter((s) => !s.whole), // whole threads are named above
    ),
  ].join("\n");
}

/** The first messages below a heading; empty when there are none. */
function named(heading: string, said: readonly SaidSince[]): string[] {
  const most = 8;
  const more = said.length > most ? [`• and ${said.length - most} more`] : [];
  const line = (s: SaidSince): string =>
    `• ${s.authorName ?? s.author}: “${excerpt(s.body, 60)}” (${s.place})${s.edited ? ", edited" : ""}`;
  const lines = said.slice(0, most).map((s) => (s.body === "" ? `• ${s.thread} cannot be read` : line(s)));
  return said.length > 0 ? ["", heading, ...lines, ...more] : [];
}

async function pick(project: Project, title: string): Promise<string | undefined> {
  const { checkpoints } = await project.client.ask("checkpoint list", {});
  if (checkpoints.length === 0) {
    const create = (): Promise<void> => createCheckpoint(project);
    await withButtons(inform, "Consider: no checkpoints yet.", ["Create Checkpoint…", create]);
    return undefined;
  }
  const picks = checkpoints.map((c) => ({ label: c.name, detail: roundOf(c) }));
  return (await vscode.window.showQuickPick(picks, { title }))?.label;
}

/** The newest address of each review of this window, running or starting; each address works once. */
const reviews = new Map<string, Promise<() => string>>();

/**
 * Opens the review of a project in a browser; flags say what it compares. For each set of flags it is started once, and
 * lives as long as this window.
 */
export async function openReview(
  project: Project,
  subscriptions: vscode.Disposable[],
  flags: readonly string[] = [],
): Promise<void> {
  const key = [project.folder.uri.toString(), ...flags].join(" ");
  const ended = (): void => {
    if (reviews.get(key) === address) reviews.delete(key);
  };
  const address: Promise<() => string> = reviews.get(key) ?? startReview(project, subscriptions, flags, ended);
  address.catch(ended);
  reviews.set(key, address);
  const here = vscode.Uri.parse((await address)(), true);
  const there = await vscode.env.asExternalUri(here);
  // A port forwarder may drop the part behind the #, which lets the person in.
  await vscode.env.openExternal(there.fragment ? there : there.with({ fragment: here.fragment }));
}

/** Starts `consider review` and returns its printed addresses. Reports when it has ended. */
async function startReview(
  project: Project,
  subscriptions: vscode.Disposable[],
  flags: readonly string[],
  ended: () => void,
): Promise<() => string> {
  const program = await project.client.program();
  if (!program) throw new Error("the program was not found");
  const child = spawn(program, ["review", "--no-open", "--as", "human", ...flags], {
    cwd: project.folder.uri.fsPath,
    env: ownEnvironment(process.env),
    windowsHide: true,
  });
  subscriptions.push({ dispose: () => child.kill() });
  return await new Promise<() => string>((resolve, reject) => {
    let said = "";
    let newest = "";
    const hear = (data: Buffer): void => {
      said += data.toString();
      newest = [...said.matchAll(/http:\/\/(?:127\.0\.0\.1|localhost):\d+\S*(?=\s)/g)].at(-1)?.[0] ?? newest;
      if (newest !== "") resolve(() => newest);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", reject);
    child.on("close", () => {
      ended();
      log.warn("review:", said);
      reject(new Error(spoken(said)));
    });
  });
}
