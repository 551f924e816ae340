/** Checkpoints and the review in the browser. All of it is done by the program; here it is only asked for. */
import { spawn } from "node:child_process";
import * as vscode from "vscode";
import { ownEnvironment } from "./environment";
import { log } from "./log";
import type { Project } from "./project";

interface Checkpoint {
  name: string;
  createdAt?: string;
}

export async function createCheckpoint(project: Project): Promise<void> {
  const name = await vscode.window.showInputBox({ title: "Checkpoint", prompt: "Name (may be left empty)" });
  if (name === undefined) return;
  await project.client.askAny("checkpoint", name ? { name } : {});
  void vscode.window.showInformationMessage(`Consider: checkpoint ${name} made.`);
}

export async function restoreCheckpoint(project: Project): Promise<void> {
  const name = await pick(project, "Restore the threads of which checkpoint?");
  if (name === undefined) return;
  const sure = "Restore Threads";
  const detail = "Files are not touched. A checkpoint of the threads as they are now is made first.";
  const answer = await vscode.window.showWarningMessage(
    `Restore the threads of “${name}”?`,
    { modal: true, detail },
    sure,
  );
  if (answer !== sure) return;
  await project.client.askAny("checkpoint_restore", { name });
  await project.refresh();
}

export async function compareCheckpoint(project: Project): Promise<void> {
  const name = await pick(project, "Compare the project with which checkpoint?");
  if (name === undefined) return;
  const answer = (await project.client.askAny("checkpoint_diff", { from: name })) as { text?: string };
  const content = answer.text ?? JSON.stringify(answer, undefined, 2);
  const document = await vscode.workspace.openTextDocument({ language: "diff", content });
  await vscode.window.showTextDocument(document, { preview: true });
}

async function pick(project: Project, title: string): Promise<string | undefined> {
  const { checkpoints } = (await project.client.askAny("checkpoint_list", {})) as { checkpoints: Checkpoint[] };
  const picks = checkpoints.map((c) => ({ label: c.name, description: c.createdAt ?? "" }));
  return (await vscode.window.showQuickPick(picks, { title }))?.label;
}

/** Starts `consider review`, which lives as long as this window, and opens the address that it prints. */
export async function openReview(project: Project, subscriptions: vscode.Disposable[]): Promise<void> {
  const program = await project.client.program();
  if (!program) throw new Error("the program was not found");
  const child = spawn(program, ["review", "--no-open"], {
    cwd: project.folder.uri.fsPath,
    env: ownEnvironment(process.env),
    windowsHide: true,
  });
  subscriptions.push({ dispose: () => child.kill() });
  const address = await new Promise<string>((resolve, reject) => {
    let said = "";
    const hear = (data: Buffer): void => {
      said += data.toString();
      const url = /http:\/\/(?:127\.0\.0\.1|localhost):\d+\S*/.exec(said);
      if (url) resolve(url[0]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", reject);
    child.on("close", () => {
      log.warn("review:", said);
      reject(
        new Error(
          said
            .trim()
            .replaceAll(/^(?:consider|hint): /gm, "")
            .replaceAll("\n", ". "),
        ),
      );
    });
  });
  await vscode.env.openExternal(await vscode.env.asExternalUri(vscode.Uri.parse(address, true)));
}
