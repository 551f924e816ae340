/** Plans in VS Code: one message when an agent begins to wait for a decision, and the command that shows the plan. */
import * as vscode from "vscode";
import { registerTable } from "../failure";
import { inform, withButtons } from "../messages";
import { Owner } from "../owner";
import type { Session } from "../session";
import { excerpt } from "../shown";
import { Panel } from "./panel";
import type { Shown } from "./plans";

export class PlansPart extends Owner {
  private readonly panels = new Map<string, Panel>();
  /** Versions that were reported. */
  private readonly told = new Set<string>();

  constructor(private readonly session: Session) {
    super();
    const { plans } = session;
    this.owned.push(
      new vscode.Disposable(() => this.panels.forEach((panel) => panel.dispose())),
      registerTable({ showPlan: (which?: Shown) => this.show(which) }, [], () => "could not show the plan"),
      plans.onDidChange(() => {
        for (const shown of plans.awaited) void this.say(shown);
      }),
    );
  }

  private async say(shown: Shown): Promise<void> {
    const { plan } = shown;
    const key = `${plan.id} ${plan.versions}`;
    if (this.told.has(key)) return;
    this.told.add(key);
    const title = excerpt(plan.title, 60);
    const which = plan.versions > 1 ? `version ${plan.versions} of its plan` : "its plan";
    const words = `${plan.authorName ?? plan.author} is waiting for your verdict on ${which} “${title}”.`;
    await withButtons(inform, words, ["Show", () => this.show(shown)]);
  }

  /** Shows a plan: the given one, otherwise one that an agent waits for, otherwise the one shown last. */
  private async show(which?: Shown): Promise<void> {
    const shown = which ?? this.session.plans.awaited[0] ?? (await this.newest());
    if (!shown) {
      void inform("Consider: no plans yet.");
      return;
    }
    const key = `${shown.project.folder.uri.toString()}#${shown.plan.id}`;
    const there = this.panels.get(key);
    if (there) there.panel.reveal();
    else this.panels.set(key, new Panel(this.session, this.session.plans, shown, () => this.panels.delete(key)));
  }

  private async newest(): Promise<Shown | undefined> {
    const project = await this.session.someProject();
    const plan = project && (await project.client.ask("plan list", {})).plans[0];
    return plan && { project, plan };
  }
}
