/** The four decisions of a person on a plan: approve, approve with notes, request changes, decide in the terminal. */
import { ask, verb } from "../shared/api";
import { openDialog } from "../shared/dialog";
import { button, choiceOf, h, plural, refill } from "../shared/dom";
import { Editor } from "../review/editor";
import { worked } from "../review/say";
import type { Drafts } from "./drafts";
import type { Frame } from "./frame";
import { isDue, type Gate, type Shown } from "./types";

const modes = [
  ["", "Keep Claude's mode"],
  ["edits", "Accept edits"],
  ["asks", "Ask before each edit"],
] as const;

export class Verdict {
  private plan: Shown | undefined;
  private gate: Gate = {};
  /** No decision is possible here: the agent has it, or the server is gone. */
  done = false;

  constructor(
    private readonly frame: Frame,
    private readonly drafts: Drafts,
    private readonly changed: () => Promise<void>,
  ) {}

  /** Shows the decisions that are possible on the shown version. */
  update(plan: Shown, gate: Gate): void {
    // The page in VS Code stays open, and the next version needs a new decision.
    if (gate.version !== undefined && gate.version !== this.gate.version) this.done = false;
    this.plan = plan;
    this.gate = gate;
    const newest = plan.shown === plan.plan.versions;
    const open = newest && plan.state === "waiting" && !this.done;
    const due = plan.threads.filter(isDue).length;
    if (!open) {
      refill(this.frame.bar, newest ? h("span", { class: "badge" }, stateWord(plan.state)) : null);
      return;
    }
    refill(
      this.frame.bar,
      button("Request changes…", () => this.ask("reject")),
      this.waits() ? button("Decide in the terminal", () => this.leave()) : null,
      button(due > 0 ? "Approve with notes…" : "Approve…", () => this.ask("approve"), { class: "primary" }),
    );
  }

  /** Whether an agent waits for a decision on the shown version. */
  private waits(): boolean {
    return this.gate.plan === this.plan?.plan.id && this.gate.version === this.plan?.shown;
  }

  /** Takes the decisions away. */
  end(): void {
    this.done = true;
    if (this.plan) this.update(this.plan, {});
  }

  ask(what: "approve" | "reject"): void {
    const plan = this.plan;
    if (!plan || this.done || plan.state !== "waiting" || plan.shown !== plan.plan.versions) return;
    const due = plan.threads.filter(isDue).length;
    const approve = what === "approve";
    const mode = choiceOf("After approval", modes, "", () => undefined);
    const run = async (message: string) => {
      // Another mode can be chosen only where the choice is shown.
      await this.decide(what, { id: plan.plan.id, version: plan.shown, message, mode: mode.value || undefined });
      editor.drop();
      dialog.close();
    };
    const editor = new Editor({
      draft: this.drafts.of(plan.plan.id, `${plan.shown}-note`),
      label: "Note",
      placeholder: "A note for the agent",
      actions: [
        { label: approve ? "Approve" : "Request changes", primary: true, empty: true, title: "Ctrl+Enter", run },
      ],
      hint: "",
      ...(approve && this.waits() && { extra: mode }),
    });
    const comments = h("p", { class: "muted summary" }, due > 0 ? `${plural(due, "comment")} will be sent.` : null);
    const title = `${approve ? "Approve" : "Request changes to"} version ${plan.shown}`;
    const dialog = openDialog(title, "submit-dialog", comments, editor.element);
    editor.focus();
  }

  private async decide(what: "approve" | "reject", input: object): Promise<void> {
    const waited = this.waits();
    await verb(`plan ${what}`, input);
    const word = what === "approve" ? "Approved." : "Changes requested.";
    this.frame.say(waited ? `${word} The agent was notified; you can close this page.` : word, "good");
    if (waited) this.done = true;
    await this.changed();
  }

  async leave(): Promise<void> {
    if (!this.waits() || this.done) return;
    if (!(await worked(ask("POST", "/api/gate/leave", {}), "Could not leave the decision to the terminal"))) return;
    this.end();
    this.frame.say("Decide in the terminal. Your comments are saved; run 'consider plan show' to see them.");
  }
}

function stateWord(state: string): string {
  return state === "approved" ? "Approved" : state === "changes" ? "Changes requested" : state;
}
