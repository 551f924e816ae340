/**
 * The view of agents' responses. VS Code destroys its page whenever it is hidden, so the page reports when its script
 * runs, and gets everything then. No state is kept here.
 */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { textOf } from "./kind";
import { log } from "./log";
import type { Project } from "./project";
import { allowed, page, understood, type FromPage } from "./responsesPage";
import type { Session } from "./session";
import { setSetting } from "./settings";

const setting = "responses.autoCopy";
const seldom = 30_000; // ms between two looks for the first response

export class Responses implements vscode.WebviewViewProvider, vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  private project: Project | undefined;
  private heard: vscode.Disposable | undefined;
  private sought = -Infinity;
  private readonly listeners: vscode.Disposable[];

  constructor(private readonly session: Session) {
    const look = (): void => {
      this.choose();
      void this.seek();
    };
    this.listeners = [
      vscode.window.registerWebviewViewProvider("consider.responses", this),
      vscode.commands.registerCommand("consider.showResponses", async () => {
        await this.appear();
        await vscode.commands.executeCommand("consider.responses.focus");
      }),
      session.onDidChange(look),
      vscode.window.onDidChangeActiveTextEditor(look),
      vscode.workspace.onDidChangeConfiguration((e) => {
        if (e.affectsConfiguration(`consider.${setting}`)) this.tellSettings();
      }),
    ];
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const built = vscode.Uri.joinPath(this.session.context.extensionUri, "dist");
    const address = (name: string): string => view.webview.asWebviewUri(vscode.Uri.joinPath(built, name)).toString();
    this.view = view;
    view.webview.options = { enableScripts: true, localResourceRoots: [built] };
    view.webview.onDidReceiveMessage((message: unknown) => {
      const m = understood(message);
      if (m) void this.take(m);
    });
    view.onDidDispose(() => {
      if (this.view !== view) return;
      this.view = undefined;
      this.follow(undefined);
    });
    view.webview.html = page({
      title: "Agent Responses",
      script: address("responses.js"),
      style: address("responses.css"),
      from: view.webview.cspSource,
      nonce: randomBytes(16).toString("base64url"),
    });
  }

  dispose(): void {
    this.follow(undefined);
    for (const l of this.listeners) l.dispose();
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
    const active = vscode.window.activeTextEditor;
    const here = active && this.session.projectOf(active.document.uri);
    const before = this.project && this.session.projects.includes(this.project) ? this.project : undefined;
    const project = here ?? before ?? this.session.projects[0];
    if (project !== this.project) this.follow(project);
  }

  private follow(project: Project | undefined): void {
    this.heard?.dispose();
    this.project?.client.watchResponses(false);
    this.project = project;
    const client = project?.client;
    if (!client) return;
    this.heard = vscode.Disposable.from(
      client.onResponses(() => {
        this.tell({ type: "changed" });
      }),
      client.onChanged(() => {
        this.tell({ type: "changed" });
      }),
      client.onReady(() => {
        this.tell({ type: "reach", reached: true });
        this.tell({ type: "changed" });
      }),
      client.onDown(() => {
        this.tell({ type: "reach", reached: false });
      }),
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
