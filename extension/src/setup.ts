/** Setup and uninstall: the choices are made here, the work is the program's. */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { textOf } from "./failure";
import type { Project } from "./project";

interface Choice {
  gitignore: boolean;
  integrations: { agent: string; scope: string }[];
}

const agents = [
  ["claude", "Claude Code"],
  ["opencode", "OpenCode"],
  ["codex", "Codex"],
] as const;

export function openSetup(project: Project): void {
  const panel = vscode.window.createWebviewPanel("consider.setup", "Consider: Setup", vscode.ViewColumn.Active, {
    enableScripts: true,
    localResourceRoots: [],
  });
  panel.webview.onDidReceiveMessage(async (choice: Choice) => {
    const say = (text: string, failed: boolean): Thenable<boolean> => panel.webview.postMessage({ text, failed });
    try {
      const answer = await project.client.askAny("setup", choice);
      await say(summary(answer), false);
      await project.refresh();
    } catch (error) {
      await say(textOf(error), true);
    }
  });
  panel.webview.html = page(panel.webview.cspSource, project.folder.name);
}

/** What a verb did, one line for each fact, whatever its names are. */
function summary(answer: unknown): string {
  const lines = Object.entries(answer as object).map(([name, value]) => {
    const list: unknown[] = Array.isArray(value) ? value : [value];
    return `${name}: ${list.map((v) => (typeof v === "string" ? v : JSON.stringify(v))).join(", ") || "nothing"}`;
  });
  return lines.join("\n") || "Done.";
}

export async function uninstall(project: Project): Promise<void> {
  const full = { label: "Everything", description: "the threads in .consider, the skills, the line in .gitignore" };
  const skills = { label: "Skills only", description: "agents forget about Consider; all threads are kept" };
  const picked = await vscode.window.showQuickPick([skills, full], { title: "Consider: what shall be removed?" });
  if (!picked) return;
  const detail =
    picked === full
      ? "All threads of this project are removed with it."
      : "Only skill files that setup wrote are removed.";
  const sure = "Remove";
  if ((await vscode.window.showWarningMessage(`Remove: ${picked.label}?`, { modal: true, detail }, sure)) !== sure)
    return;
  const answer = await project.client.askAny("uninstall", { mode: picked === full ? "full" : "skills" });
  void vscode.window.showInformationMessage(`Consider: ${summary(answer)}`);
  await project.refresh();
}

function page(csp: string, folder: string): string {
  const nonce = randomBytes(16).toString("base64");
  const rows = agents.map(
    ([id, name]) => `<tr><td><label><input type="checkbox" id="${id}"> ${name}</label></td>
      <td><select id="${id}-scope" aria-label="Where for ${name}"><option value="project">in this project</option>
      <option value="home">in my home folder</option></select></td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${csp} 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<style nonce="${nonce}">body{max-width:44em;padding:1em 2em}td{padding:.3em 1.5em .3em 0}fieldset{border:1px solid
var(--vscode-panel-border);margin:1em 0;padding:.8em 1.2em}legend{padding:0 .5em}button{color:var(--vscode-button-foreground);
background:var(--vscode-button-background);border:0;padding:.6em 1.4em;cursor:pointer;font:inherit}select{font:inherit;padding:.2em;
color:var(--vscode-dropdown-foreground);background:var(--vscode-dropdown-background);border:1px solid var(--vscode-dropdown-border)}
p.quiet{color:var(--vscode-descriptionForeground)}pre{white-space:pre-wrap;padding:.8em;background:var(--vscode-textCodeBlock-background)}
pre:empty{display:none}pre.failed{border-left:3px solid var(--vscode-errorForeground)}</style></head><body>
<h1>Set up Consider</h1><p>For <b>${escape(folder)}</b>. Nothing is written before you press <b>Set Up</b>.</p>
<fieldset><legend>Git</legend><label><input type="checkbox" id="gitignore" checked> Add <code>.consider/</code> to
<code>.gitignore</code></label><p class="quiet">Git does not see the threads either way; the line tells other people why the folder is there.</p></fieldset>
<fieldset><legend>Teach these agents</legend><table>${rows.join("")}</table>
<p class="quiet">Each gets one skill file. You can leave all of them out, and come back later.</p></fieldset>
<button id="go">Set Up</button><pre id="said" role="status"></pre>
<script nonce="${nonce}">const vscode=acquireVsCodeApi(),$=id=>document.getElementById(id),agents=${JSON.stringify(agents.map(([id]) => id))};
$("go").onclick=()=>{$("said").textContent="…";vscode.postMessage({gitignore:$("gitignore").checked,
integrations:agents.filter(a=>$(a).checked).map(a=>({agent:a,scope:$(a+"-scope").value}))})};
addEventListener("message",e=>{$("said").textContent=e.data.text;$("said").className=e.data.failed?"failed":""});</script></body></html>`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
