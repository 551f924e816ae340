/**
 * The view of agents' responses. VS Code destroys its page whenever it is hidden, so the page reports when its script
 * runs, and gets everything then. No state is kept here.
 */
import * as vscode from "vscode";
import { textOf } from "./kind";
import { log } from "./log";
import { Owner } from "./owner";
import type { Project } from "./project";
import { allowed, understood, type FromPage } from "./responsesPage";
import type { Session } from "./session";
import { setSetting } from "./settings";
import { fill } from "./webview";

const setting = "responses.autoCopy";
const seldom = 30_000; // ms between two looks for the first response

export class Responses extends Owner implements vscode.WebviewViewProvider {
  private view: vscode.WebviewView | undefined;
  private project: Project | undefined;
  private heard: vscode.Disposable | undefined;
  private sought = -Infinity;

  constructor(private readonly session: Session) {
    super();
    const look = (): void => {
      this.choose();
      void this.seek();
    };
    this.owned.push(
      new vscode.Disposable(() => this.follow(undefined)),
      vscode.window.registerWebviewViewProvider("consider.responses", this),
      vscode.commands.registerCommand("consider.showResponses", async () => {
        await this.appear();
        await vscode.commands.executeCommand("consider.responses.focus");
      }),
      session.on(["threads", "places", "state"], look),
      session.plans.onDidChange(look),
      vscode.window.onDidChangeActiveTextEditor(look),
      vscode.workspace.onDidChangeConfiguration((e) => {
        if (e.affectsConfiguration(`consider.${setting}`)) this.tellSettings();
      }),
    );
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    view.onDidDispose(() => {
      if (this.view !== view) return;
      this.view = undefined;
      this.follow(undefined);
    });
    const page = { name: "responses", title: "Agent Responses" };
    fill(view.webview, this.session.context.extensionUri, page, understood, (m) => this.take(m));
  }

  /** Shows the view, from the first response on or when the person asks for it. */
  private async appear(): Promise<void> {
    this.sought = Infinity;
    await vscode.commands.executeCommand("setContext", "consider.answered", true);
  }

  /** Checks after changes, but seldom, whether an agent has responded here. */
  private async seek(): Promise<void> {
    if (Date.now() - this.sought < seldom) return;
    const ready = this.session.projects.filter((p) => p.wasRead && p.info);
    if (ready.length === 0) return;
    this.sought = Date.now();
    try {
      for (const { client } of ready)
        if ((await client.ask("responses list", { max: 1 })).responses.length > 0) await this.appear();
    } catch (error) {
      log.warn("answers:", textOf(error));
    }
  }

  /** Shows the responses of the active editor's project, otherwise of the last one, otherwise of the first. */
  private choose(): void {
    if (!this.view) return;
    const project = this.session.toShow(this.project);
    if (project !== this.project) this.follow(project);
  }

  private follow(project: Project | undefined): void {
    this.heard?.dispose();
    this.project?.client.watchResponses(false);
    this.project = project;
    const client = project?.client;
    if (!client) return;
    const changed = (): void => this.tell({ type: "changed" });
    const reach = (reached: boolean): void => this.tell({ type: "reach", reached });
    this.heard = vscode.Disposable.from(
      client.onReady(() => reach(true)),
      client.onDown(() => reach(false)),
      ...[client.onResponses, client.onChanged, client.onReady].map((event) => event(changed)),
    );
    client.watchResponses(true);
    this.tell({ type: "changed" });
  }

  private async take(m: FromPage): Promise<void> {
    switch (m.type) {
      case "ready":
        this.tellSettings();
        this.choose();
        this.tell({ type: "changed" });
        break;
      case "settings":
        await setSetting(setting, m.settings.autoCopy);
        this.tellSettings();
        break;
      case "copy":
        await this.answer(m.id, async () => {
          await vscode.env.clipboard.writeText(m.text);
          return true;
        });
        break;
      case "call":
        await this.answer(m.id, () => this.call(m.verb, m.input));
    }
  }

  private async call(verb: string, input: object): Promise<unknown> {
    if (!allowed.has(verb)) throw new Error(`this view is not allowed to run ${verb}`);
    if (!this.project) throw new Error("no folder is open");
    return this.project.client.askAny(verb, input);
  }

  private async answer(id: number, does: () => Promise<unknown>): Promise<void> {
    try {
      this.tell({ type: "answer", id, data: await does() });
    } catch (error) {
      log.warn("answers:", error instanceof Error ? error.message : String(error));
      this.tell({ type: "answer", id, error: textOf(error) });
    }
  }

  private tellSettings(): void {
    const autoCopy = vscode.workspace.getConfiguration("consider").get<boolean>(setting, true);
    this.tell({ type: "settings", settings: { autoCopy } });
  }

  private tell(message: object): void {
    void this.view?.webview.postMessage(message);
  }
}
