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
  private projects: readonly Project[] = [];
  private readonly waiting = new WeakMap<Project, PlanView[]>();
  private readonly timers = new Map<Project, ReturnType<typeof setTimeout>>();
  /** Versions whose decision the person left to the agent's own dialog. */
  private readonly left = new Set<string>();
  private readonly changed = new vscode.EventEmitter<void>();

  /** An agent began to wait, or stopped. */
  readonly onDidChange = this.changed.event;

  /** Follows the present projects. The listeners end with a project's back end. */
  follow(projects: readonly Project[]): void {
    this.projects = projects.filter((p) => p.wasRead);
    for (const [project, timer] of this.timers) {
      if (projects.includes(project)) continue;
      clearTimeout(timer);
      this.timers.delete(project);
    }
    for (const project of this.projects.filter((p) => !this.waiting.has(p))) {
      this.waiting.set(project, []);
      const look = (): void => void this.look(project, looks);
      for (const event of [project.client.onChanged, project.client.onReady]) event(look);
      look();
    }
  }

  /** The plans that wait for the person, the one shown last first. */
  get awaited(): Shown[] {
    return this.projects.flatMap((project) => (this.waiting.get(project) ?? []).map((plan) => ({ project, plan })));
  }

  /** Leaves the decision to the agent's own dialog, which is open all the time. */
  leave({ project, plan }: Shown): void {
    this.left.add(keyOf(plan));
    this.take(project, this.waiting.get(project) ?? []);
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.projects = [];
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
    if (!this.projects.includes(project)) return;
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
