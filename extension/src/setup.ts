/** Setup and uninstall: the choices are made here, the program does the work. */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { HOOK_LEVELS } from "./enums";
import { textOf } from "./kind";
import { inform, warn } from "./messages";
import type { Project } from "./project";
import type { SetupInput } from "./protocol";
import { changesOf } from "./shown";

export function openSetup(project: Project): void {
  const panel = vscode.window.createWebviewPanel("consider.setup", "Consider: Setup", vscode.ViewColumn.Active, {
    enableScripts: true,
    localResourceRoots: [],
    retainContextWhenHidden: true, // keeps half-made choices of the user
  });
  let open = true;
  panel.onDidDispose(() => (open = false));
  const say = async (text: string, kind: "said" | "kept" | "failed"): Promise<void> => {
    if (open) await panel.webview.postMessage({ text, kind });
    else void (kind === "said" ? inform : warn)(`Consider: ${text.replaceAll(/\s*\n\s*/g, " ")}`);
  };
  panel.webview.onDidReceiveMessage(async (choice: SetupInput | "stands") => {
    try {
      if (choice === "stands") {
        const { stands } = await project.client.ask("setup", { dryRun: true });
        if (open) await panel.webview.postMessage({ stands });
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
  });
  panel.webview.html = page(panel.webview.cspSource, project.folder.name);
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
  const sure = "Remove";
  const question = { modal: true, detail: loss + changesOf(planned.root, planned.paths) };
  if ((await warn(`Remove ${picked.label.toLowerCase()}?`, question, sure)) !== sure) return;
  const { root, paths } = await project.change("uninstall", { mode });
  const kept = paths.filter((c) => c.done === "kept" || c.done === "refused");
  const rest = kept.length === 0 ? "" : ` Not removed: ${changesOf(root, kept).replaceAll("\n", "; ")}`;
  void inform(`Consider: setup removed.${rest}`);
}

function page(csp: string, folder: string): string {
  const nonce = randomBytes(16).toString("base64");
  const moments = [...HOOK_LEVELS].map(([id, { says }]) => `<option value="${id}">${says}</option>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${csp} 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<style nonce="${nonce}">${style}</style></head><body>
<h1>Set up Consider</h1><p>For <b>${escape(folder)}</b>. Nothing is written until you press <b>Set Up</b>.</p>
<fieldset><legend>Git</legend><label><input type="checkbox" id="gitignore" checked> Add <code>.consider/</code> to
<code>.gitignore</code></label><p class="quiet">Git already ignores the threads; the line only documents this.</p></fieldset>
<fieldset><legend>Set up these agents</legend><table id="agents" aria-live="polite"></table>
<p class="quiet">Nothing changes for unselected agents. Run <b>Uninstall</b> to remove the setup.</p>
<p class="quiet">Each agent gets one skill file. Agents are optional; you can run setup again later.</p>
<label><input type="checkbox" id="mcp"> Also set up MCP tools for them</label></fieldset>
<fieldset><legend>Notifications</legend><label>Notify the selected agents of waiting threads <select id="hooks">${moments.join("")}</select></label>
<p class="quiet">Adds a hook to the settings of agents that support hooks. It reports the number of threads, never their text.</p></fieldset>
<button id="go">Set Up</button> <button id="try" class="second">Preview</button>
<button id="force" class="second" hidden>Overwrite and Set Up</button><pre id="said" role="status"></pre>
<script nonce="${nonce}">${script}</script></body></html>`;
}

const style = `body{max-width:44em;padding:1em 2em}td{padding:.3em 1.5em .3em 0}tr:not(:has(input:checked)) select{display:none}fieldset{border:1px solid
var(--vscode-panel-border);margin:1em 0;padding:.8em 1.2em;min-width:0}legend{padding:0 .5em}button{color:var(--vscode-button-foreground);
background:var(--vscode-button-background);border:1px solid
var(--vscode-contrastBorder,transparent);padding:.6em 1.4em;cursor:pointer;font:inherit}
button.second{color:var(--vscode-button-secondaryForeground);background:var(--vscode-button-secondaryBackground)}
select{font:inherit;max-width:100%;padding:.2em;color:var(--vscode-dropdown-foreground);background:var(--vscode-dropdown-background);
border:1px solid var(--vscode-dropdown-border)}.quiet{color:var(--vscode-descriptionForeground)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:.8em;background:var(--vscode-textCodeBlock-background)}
pre:empty{display:none}pre.failed,pre.kept{border-left:3px solid var(--vscode-errorForeground)}`;

/** The rows of agents come from the program, which knows which agents exist, are installed, and were set up before. */
const script = `const vscode=acquireVsCodeApi(),$=id=>document.getElementById(id);let agents=[];
const make=(name,more,...inside)=>{const e=Object.assign(document.createElement(name),more);e.append(...inside);return e};
const cell=(...inside)=>make("td",{},...inside);
const row=(a,first)=>{const here=a.project||a.home,where=make("select",{id:a.id+"-scope",ariaLabel:"Location for "+a.name},
make("option",{value:"",textContent:"in this project"}),make("option",{value:":home",textContent:"in your home folder"}));
if(a.home&&!a.project)where.value=":home";
const box=make("input",{type:"checkbox",id:a.id,checked:here||first&&a.found});
return make("tr",{},cell(make("label",{},box," "+a.name)),cell(where),
cell(make("span",{className:"quiet",textContent:here?"set up":a.found?"detected":""})))};
const show=s=>{agents=s.agents.map(a=>a.id);const first=!s.agents.some(a=>a.project||a.home);
$("agents").replaceChildren(...s.agents.map(a=>row(a,first)));if(s.hooks)$("hooks").value=s.hooks;$("mcp").checked=s.mcp};
const send=(dryRun,force)=>{$("said").textContent="…";vscode.postMessage({gitignore:$("gitignore").checked,hooks:$("hooks").value,mcp:$("mcp").checked,
integrations:agents.filter(a=>$(a).checked).map(a=>a+$(a+"-scope").value),dryRun,force})};
$("go").onclick=()=>send(false,false);$("try").onclick=()=>send(true,false);$("force").onclick=()=>send(false,true);
addEventListener("message",({data:d})=>{if(d.stands)return show(d.stands);
$("said").textContent=d.text;$("said").className=d.kind;$("force").hidden=d.kind!=="kept";
$("said").scrollIntoView({block:"nearest"})});vscode.postMessage("stands");`;

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
