/** A plan in an editor: the page of the browser, whose requests are answered here. */
import * as vscode from "vscode";
import { textOf } from "../kind";
import { Owner } from "../owner";
import type { Session } from "../session";
import { fill } from "../webview";
import { draftOf, understood, verbOf, type Request } from "./answers";
import type { Plans, Shown } from "./plans";

const kept = "consider.planDrafts";

type Drafts = Record<string, object>;

export class Panel extends Owner {
  readonly panel: vscode.WebviewPanel;
  private closed = false;

  constructor(
    private readonly session: Session,
    private readonly plans: Plans,
    private readonly shown: Shown,
    gone: () => void,
  ) {
    super();
    const { extensionUri } = session.context;
    this.panel = vscode.window.createWebviewPanel("consider.plan", "Plan", vscode.ViewColumn.Active, {
      retainContextWhenHidden: true,
    });
    const { webview } = this.panel;
    const tell = (): void => void webview.postMessage({ type: "changed" });
    const icon = (name: string): vscode.Uri => vscode.Uri.joinPath(extensionUri, "media", name);
    this.panel.iconPath = { light: icon("consider.svg"), dark: icon("consider-dark.svg") }; // the icon of a tab cannot use a theme colour
    this.owned.push(
      fill(webview, extensionUri, { name: "plan", title: "Plan", plan: shown.plan.id }, understood, (m) =>
        this.take(m),
      ),
      plans.onDidChange(tell),
      shown.project.client.onChanged(tell),
      shown.project.client.onReady(tell),
      this.panel.onDidDispose(() => {
        this.closed = true;
        this.dispose();
        gone();
      }),
      this.panel,
    );
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
    const awaited = this.plans.awaited.find((a) => a.project === project && a.plan.id === plan.id);
    switch (`${method} ${path}`) {
      case "GET /api/enter":
        return { project: project.folder.name };
      case "GET /api/gate":
        return awaited ? { plan: plan.id, version: awaited.plan.versions } : {};
      case "POST /api/gate/leave":
        if (awaited) this.plans.leave(awaited);
        this.panel.dispose();
        return {};
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
