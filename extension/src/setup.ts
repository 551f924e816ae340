/** Setup and uninstall: the choices are made in VS Code, the program does the work. */
import * as vscode from "vscode";
import { textOf } from "./kind";
import { inform, isSure, warn } from "./messages";
import type { Project } from "./project";
import type { SetupInput } from "./protocol";
import type { Session } from "./session";
import { changesOf } from "./shown";
import { fill } from "./webview";

/** Shows the page, on which the choices are made. */
export function openSetup(project: Project, { context }: Session): void {
  const panel = vscode.window.createWebviewPanel("consider.setup", "Consider: Setup", vscode.ViewColumn.Active, {
    retainContextWhenHidden: true, // keeps half-made choices of the user
  });
  let open = true;
  panel.onDidDispose(() => (open = false));
  const say = async (text: string, kind: "said" | "kept" | "failed"): Promise<void> => {
    if (open) await panel.webview.postMessage({ text, kind });
    else void (kind === "said" ? inform : warn)(`Consider: ${text.replaceAll(/\s*\n\s*/g, " ")}`);
  };
  const take = async (choice: SetupInput | "stands"): Promise<void> => {
    try {
      if (choice === "stands") {
        const { stands } = await project.client.ask("setup", { dryRun: true });
        if (open) await panel.webview.postMessage({ stands, folder: project.folder.name });
        return;
      }
      const { root, paths } = await project.client.ask("setup", choice);
      if (choice.dryRun && !open) return;
      const next = choice.dryRun
        ? ""
        : "\n\nNext: click the + in the gutter to comment on a line, then run Send to Agent.";
      const text = `${choice.dryRun ? "Would change:" : "Done:"}\n\n${changesOf(root, paths)}${next}`;
      const kept = paths.some((c) => c.done === "kept");
      await say(text, kept ? "kept" : "said");
      if (!choice.dryRun) await project.refresh();
    } catch (error) {
      await say(textOf(error), "failed");
    }
  };
  const sent = (message: unknown): SetupInput | "stands" => message as SetupInput | "stands"; // the page is our own
  fill(panel.webview, context.extensionUri, { name: "setup", title: "Consider: Setup" }, sent, take);
}

export async function uninstall(project: Project): Promise<void> {
  const full = { label: "Everything", description: "the threads in .consider, the skills, the line in .gitignore" };
  const skills = { label: "Skills only", description: "agents no longer use Consider; all threads are kept" };
  // The setup panel, which advises this command, may get the focus again after the list is shown.
  const options = { title: "Consider: Uninstall", ignoreFocusOut: true };
  const picked = await vscode.window.showQuickPick([skills, full], options);
  if (!picked) return;
  const mode = picked === full ? "full" : "skills";
  const planned = await project.client.ask("uninstall", { mode, dryRun: true });
  if (planned.paths.length === 0) {
    void inform("Consider: nothing to remove.");
    return;
  }
  const loss = picked === full ? "This deletes all threads in this project.\n\n" : "";
  const detail = loss + changesOf(planned.root, planned.paths);
  if (!(await isSure(`Remove ${picked.label.toLowerCase()}?`, detail, "Remove"))) return;
  const { root, paths } = await project.change("uninstall", { mode });
  const kept = paths.filter((c) => c.done === "kept" || c.done === "refused");
  const rest = kept.length === 0 ? "" : ` Not removed: ${changesOf(root, kept).replaceAll("\n", "; ")}`;
  void inform(`Consider: setup removed.${rest}`);
}
