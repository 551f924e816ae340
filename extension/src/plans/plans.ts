/** The plans that wait for the person's decision, in all folders of the window. */
import * as vscode from "vscode";
import { textOf } from "../kind";
import { log } from "../log";
import type { Project } from "../project";
import type { PlanView } from "../protocol";

/** A plan in its project. */
export interface Shown {
  project: Project;
  plan: PlanView;
}

const soon = 500; // ms between two looks after a write: an agent begins to wait just after it shows its plan
const looks = 6; // number of these looks
const later = 2000; // ms between two looks while an agent waits, to notice its end

const keyOf = ({ id, versions }: PlanView): string => `${id} ${versions}`;

export class Plans implements vscode.Disposable {
  private readonly waiting = new Map<Project, PlanView[]>();
  private readonly listeners = new Map<Project, vscode.Disposable>();
  private readonly timers = new Map<Project, ReturnType<typeof setTimeout>>();
  /** Versions whose decision the person left to the agent's own dialog. */
  private readonly left = new Set<string>();
  private readonly changed = new vscode.EventEmitter<void>();

  /** An agent began to wait, or stopped. */
  readonly onDidChange = this.changed.event;

  /** Follows the present projects. */
  follow(projects: readonly Project[]): void {
    for (const [project, listener] of this.listeners) {
      if (projects.includes(project)) continue;
      listener.dispose();
      this.listeners.delete(project);
      this.waiting.delete(project);
    }
    for (const project of projects) {
      if (this.listeners.has(project) || !project.wasRead) continue;
      const { client } = project;
      const look = (): void => void this.look(project, looks);
      this.listeners.set(project, vscode.Disposable.from(client.onChanged(look), client.onReady(look)));
      look();
    }
  }

  /** The plans that wait for the person, the one shown last first. */
  get awaited(): Shown[] {
    return [...this.waiting].flatMap(([project, plans]) => plans.map((plan) => ({ project, plan })));
  }

  /** Leaves the decision to the agent's own dialog, which is open all the time. */
  leave({ project, plan }: Shown): void {
    this.left.add(keyOf(plan));
    this.take(project, this.waiting.get(project) ?? []);
  }

  dispose(): void {
    for (const listener of this.listeners.values()) listener.dispose();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.listeners.clear();
    this.changed.dispose();
  }

  private async look(project: Project, more: number): Promise<void> {
    clearTimeout(this.timers.get(project));
    let plans: PlanView[];
    try {
      ({ plans } = await project.client.ask("plan list", {}));
    } catch (error) {
      log.debug("plans:", textOf(error)); // the next change of the store asks again
      return;
    }
    if (!this.listeners.has(project)) return;
    const awaited = plans.filter((p) => p.awaited === true);
    this.take(project, awaited);
    const undecided = more > 0 && plans.some((p) => p.state === "waiting" && p.awaited !== true);
    if (awaited.length === 0 && !undecided) return;
    clearTimeout(this.timers.get(project));
    const again = (): void => void this.look(project, more - 1);
    this.timers.set(project, setTimeout(again, undecided ? soon : later));
  }

  private take(project: Project, awaited: readonly PlanView[]): void {
    const now = awaited.filter((p) => !this.left.has(keyOf(p)));
    const before = this.waiting.get(project) ?? [];
    this.waiting.set(project, now);
    if (now.map(keyOf).join() !== before.map(keyOf).join()) this.changed.fire();
  }
}
