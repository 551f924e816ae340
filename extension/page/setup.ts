/**
 * The page of setup in VS Code. The program knows which agents exist, are installed, and were set up before. Nothing is
 * written before a person presses a button.
 */
import { HOOK_LEVELS } from "../src/enums";
import type { SetupAgent, SetupInput, SetupStands } from "../src/protocol";
import { inputOf, rowsOf, type Row } from "./choices";

declare function acquireVsCodeApi(): { postMessage: (message: SetupInput | "stands") => void };

/** A message of the extension. */
type Told = { stands: SetupStands; folder: string } | { text: string; kind: "said" | "kept" | "failed" };

const host = acquireVsCodeApi();

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  more: Partial<HTMLElementTagNameMap[Name]> = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), more);
  element.append(...inside);
  return element;
}

const quiet = (...words: (Node | string)[]): HTMLElement => make("p", { className: "quiet" }, ...words);
const code = (words: string): HTMLElement => make("code", {}, words);
const strong = (words: string): HTMLElement => make("b", {}, words);
const box = (id: string, checked: boolean): HTMLInputElement => make("input", { type: "checkbox", id, checked });
const option = (value: string, words: string): HTMLOptionElement => make("option", { value }, words);
const part = (title: string, ...inside: Node[]): HTMLElement =>
  make("fieldset", {}, make("legend", {}, title), ...inside);

const folder = strong("");
const gitignore = box("gitignore", true);
const mcp = box("mcp", false);
const hooks = make("select", { id: "hooks" }, ...[...HOOK_LEVELS].map(([value, { says }]) => option(value, says)));
const table = make("table", { id: "agents", ariaLive: "polite" });
const said = make("pre", { id: "said", role: "status" });
let agents: { id: string; box: HTMLInputElement; scope: HTMLSelectElement }[] = [];

/** A button that sends the choices. */
function button(id: string, title: string, isSecond: boolean, how: Pick<SetupInput, "dryRun" | "force">): HTMLElement {
  const onclick = (): void => {
    said.textContent = "…";
    const chosen = agents.map((a) => ({ id: a.id, scope: a.scope.value, isChecked: a.box.checked }));
    const rest = { gitignore: gitignore.checked, mcp: mcp.checked, hooks: hooks.value };
    host.postMessage(inputOf({ agents: chosen, ...rest }, how));
  };
  return make("button", { id, className: isSecond ? "second" : "", onclick }, title);
}

const force = button("force", "Overwrite and Set Up", true, { dryRun: false, force: true });
force.hidden = true;

document.body.append(
  make("h1", {}, "Set up Consider"),
  make("p", {}, "For ", folder, ". Nothing is written until you press ", strong("Set Up"), "."),
  part(
    "Git",
    make("label", {}, gitignore, " Add ", code(".consider/"), " to ", code(".gitignore")),
    quiet("Git already ignores the threads; the line only documents this."),
  ),
  part(
    "Set up these agents",
    table,
    quiet("Nothing changes for unselected agents. Run ", strong("Uninstall"), " to remove the setup."),
    quiet("Each agent gets one skill file. Agents are optional; you can run setup again later."),
    make("label", {}, mcp, " Also set up MCP tools for them"),
  ),
  part(
    "Notifications",
    make("label", {}, "Notify the selected agents of waiting threads ", hooks),
    quiet("Adds a hook to the settings of agents that support hooks."),
    quiet("It reports the number of threads, never their text."),
  ),
  button("go", "Set Up", false, { dryRun: false, force: false }),
  " ",
  button("try", "Preview", true, { dryRun: true, force: false }),
  " ",
  force,
  said,
);

function show(stands: SetupStands): void {
  const rows = rowsOf(stands.agents);
  agents = [];
  table.replaceChildren(...stands.agents.flatMap((agent, i) => rowFor(agent, rows[i]) ?? []));
  if (stands.hooks) hooks.value = stands.hooks;
  mcp.checked = stands.mcp;
}

function rowFor({ id, name }: SetupAgent, row: Row | undefined): HTMLElement | undefined {
  if (!row) return undefined;
  const ticked = box(id, row.isChecked);
  const places = [option("", "in this project"), option(":home", "in your home folder")];
  const scope = make("select", { id: `${id}-scope`, ariaLabel: `Location for ${name}` }, ...places);
  scope.value = row.scope;
  agents.push({ id, box: ticked, scope });
  const note = make("span", { className: "quiet" }, row.note);
  const cells = [make("label", {}, ticked, ` ${name}`), scope, note].map((inside) => make("td", {}, inside));
  return make("tr", {}, ...cells);
}

addEventListener("message", ({ data }: MessageEvent<Told>) => {
  if ("stands" in data) {
    folder.textContent = data.folder;
    show(data.stands);
    return;
  }
  said.textContent = data.text;
  said.className = data.kind;
  force.hidden = data.kind !== "kept";
  said.scrollIntoView({ block: "nearest" });
});
host.postMessage("stands");
