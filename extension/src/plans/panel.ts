/** A plan in an editor: the page of the browser, whose requests are answered here. */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { textOf } from "../kind";
import { page } from "../responsesPage";
import type { Session } from "../session";
import { draftOf, understood, verbOf, type Request } from "./answers";
import type { Plans, Shown } from "./plans";

const kept = "consider.planDrafts";

type Drafts = Record<string, object>;

export class Panel implements vscode.Disposable {
  private readonly panel: vscode.WebviewPanel;
  private readonly listeners: vscode.Disposable[];
  private closed = false;

  constructor(
    private readonly session: Session,
    private readonly plans: Plans,
    private readonly shown: Shown,
    gone: () => void,
  ) {
    const built = vscode.Uri.joinPath(session.context.extensionUri, "dist");
    this.panel = vscode.window.createWebviewPanel("consider.plan", "Plan", vscode.ViewColumn.Active, {
      enableScripts: true,
      localResourceRoots: [built],
      retainContextWhenHidden: true,
    });
    const { webview } = this.panel;
    const address = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(built, name)).toString();
    const tell = (): void => void webview.postMessage({ type: "changed" });
    const icon = (name: string): vscode.Uri => vscode.Uri.joinPath(session.context.extensionUri, "media", name);
    this.panel.iconPath = { light: icon("consider.svg"), dark: icon("consider-dark.svg") }; // the icon of a tab cannot use a theme colour
    this.listeners = [
      webview.onDidReceiveMessage((message: unknown) => {
        const request = understood(message);
        if (request) void this.take(request);
      }),
      plans.onDidChange(tell),
      shown.project.client.onChanged(tell),
      shown.project.client.onReady(tell),
      this.panel.onDidDispose(() => {
        this.release();
        gone();
      }),
    ];
    webview.html = page({
      title: "Plan",
      plan: shown.plan.id,
      script: address("plan.js"),
      style: address("plan.css"),
      from: webview.cspSource,
      nonce: randomBytes(16).toString("base64url"),
    });
  }

  reveal(): void {
    this.panel.reveal();
  }

  dispose(): void {
    this.panel.dispose();
  }

  private release(): void {
    this.closed = true;
    for (const l of this.listeners) l.dispose();
  }

  private async take(request: Request): Promise<void> {
    const answer = await this.answer(request).then(
      (data) => ({ data }),
      (error: unknown) => ({ error: textOf(error) }),
    );
    if (!this.closed) await this.panel.webview.postMessage({ type: "answer", id: request.id, ...answer });
  }

  private async answer(request: Request): Promise<unknown> {
    const { method, path, body } = request;
    const { project, plan } = this.shown;
    const verb = verbOf(request);
    if (verb !== undefined) return await project.client.askAny(verb, body);
    const draft = draftOf(request);
    if (draft !== undefined) return await this.keep(draft, method === "PUT" ? body : undefined);
    switch (`${method} ${path}`) {
      case "GET /api/enter":
        return { project: project.folder.name };
      case "GET /api/gate": {
        const awaited = this.plans.awaited.find((a) => a.project === project && a.plan.id === plan.id);
        return awaited ? { plan: plan.id, version: awaited.plan.versions } : {};
      }
      case "POST /api/gate/leave": {
        const awaited = this.plans.awaited.find((a) => a.project === project && a.plan.id === plan.id);
        if (awaited) this.plans.leave(awaited);
        this.panel.dispose();
        return {};
      }
      case "GET /api/drafts":
        return { drafts: Object.entries(this.drafts).map(([key, d]) => ({ ...d, key })) };
    }
    throw new Error(`the plan view is not allowed to call ${method} ${path}`);
  }

  private get drafts(): Drafts {
    return this.session.context.workspaceState.get<Drafts>(kept) ?? {};
  }

  /** Saves a draft, or deletes it. */
  private async keep(key: string, draft: object | undefined): Promise<object> {
    const rest = Object.entries(this.drafts).filter(([k]) => k !== key);
    const all = Object.fromEntries(draft ? [...rest, [key, draft]] : rest);
    await this.session.context.workspaceState.update(kept, all);
    return {};
  }
}
