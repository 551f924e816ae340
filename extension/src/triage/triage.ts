/**
 * Works through the findings of agents and linters in the view, as on the page of the browser: each one, or all
 * selected ones, is accepted or dismissed. Accepting is a reply of the person, so that the agent is notified; a
 * dismissed finding is declined and resolved.
 */
import * as vscode from "vscode";
import { byProject, targetsIn, type Target } from "../commands";
import { registerTable } from "../failure";
import { everything, type Filter } from "../filter";
import { open } from "../next";
import { Owner } from "../owner";
import type { Session } from "../session";
import { many } from "../shown";
import { isFinding } from "../threadWords";
import type { Node, Tree } from "../tree";

type Word = "accept" | "dismiss";

const said = { accept: "Accepted", dismiss: "Dismissed" } as const;

/** The argument of a key binding in the view: it means the selected rows. */
const list = "list";

export class TriagePart extends Owner {
  /** The filter to go back to. */
  private before: Filter | undefined;
  /** Keys that are pressed during a write wait for it. */
  private busy: Promise<void> = Promise.resolve();

  constructor(
    private readonly session: Session,
    private readonly tree: Tree,
  ) {
    super();
    const inTurn = (run: (first: unknown, rows: unknown) => Promise<void>) => (first: unknown, rows: unknown) =>
      (this.busy = this.busy.catch(() => undefined).then(() => run(first, rows)));
    const table = {
      showAll: () => tree.show(),
      triage: inTurn(() => this.begin()),
      triageNext: inTurn(() => this.step(1)),
      triagePrevious: inTurn(() => this.step(-1)),
      accept: inTurn((first, rows) => this.decide("accept", first, rows)),
      dismiss: inTurn((first, rows) => this.decide("dismiss", first, rows)),
    };
    this.owned.push(tree, registerTable(table));
  }

  /** Shows only the findings that wait for the person, with the first one selected. */
  private async begin(): Promise<void> {
    await vscode.commands.executeCommand("consider.threads.focus");
    if (!this.session.filter.findings) this.before = this.session.filter;
    this.session.replaceFilter({ ...everything, findings: true });
    const [first] = this.findings();
    if (first) await this.go(first);
    else this.end("No agent findings are waiting for you.");
  }

  private end(words: string): void {
    if (this.session.filter.findings) this.session.replaceFilter(this.before ?? everything);
    announce(words);
  }

  /** In the order of the view. */
  private findings(): Target[] {
    return this.tree.threads().filter(({ thread }) => isFinding(thread));
  }

  /** Goes to the finding after the selected one, or before it. */
  private async step(by: 1 | -1): Promise<void> {
    const all = this.findings();
    const at = this.placeOf(this.tree.selected.at(-1), all);
    const next = all[at < 0 ? 0 : at + by];
    if (next) await this.go(next);
  }

  private placeOf(node: Node | undefined, all: readonly Target[]): number {
    return node && "thread" in node ? all.findIndex(({ thread }) => thread.id === node.thread.id) : -1;
  }

  /** Selects the row of a finding, which keeps the focus, and shows its lines in the editor. */
  private async go({ project, thread }: Target): Promise<void> {
    await this.tree.reveal(thread.id);
    const placement = this.session.placer.placement(project, thread);
    const file = placement.file ?? thread.file;
    if (file === undefined || placement.anchorState === "orphaned") return; // only its row shows it
    await open({ project, thread }, this.session, true);
  }

  /** The findings that are meant: by a key in the view, a row's or a thread's menu, or the cursor. */
  private meant(first: unknown, rows: unknown): Target[] {
    const selected = first === list ? this.tree.selected : rows;
    if (first === list && this.tree.selected.length === 0) return [];
    return targetsIn(this.session, first, selected).filter(({ thread }) => isFinding(thread));
  }

  private async decide(word: Word, first: unknown, rows: unknown): Promise<void> {
    const these = this.meant(first, rows);
    if (these.length === 0) {
      announce("Choose a finding first.");
      return;
    }
    const at = this.findings().findIndex(({ thread }) => thread.id === these[0]?.thread.id);
    for (const [project, ids] of byProject(these)) {
      await project.client.ask("triage", { ids, dismiss: word === "dismiss" });
      await project.refresh();
    }
    const left = this.findings();
    const done = `${said[word]}: ${these.length}.`;
    if (left.length === 0) {
      this.end(`${done} No findings left.`);
      return;
    }
    announce(`${done} ${many(left.length, "finding")} left.`);
    const next = left[Math.max(0, at)] ?? left[0];
    if (next && this.session.filter.findings && first === list) await this.go(next);
  }
}

function announce(words: string): void {
  void vscode.window.setStatusBarMessage(`$(check) ${words}`, 6000);
}
