/** The four decisions of a person on a plan: approve, approve with notes, request changes, decide in the terminal. */
import { ask, verb, words } from "../shared/api";
import { button, choiceOf, fill, h } from "../shared/dom";
import type { Frame } from "./frame";
import { isDue, type Gate, type Shown } from "./types";

export class Verdict {
  private plan: Shown | undefined;
  private gate: Gate = {};
  private over = false;
  private readonly dialog = h("dialog", { class: "verdict-dialog" });

  constructor(
    private readonly frame: Frame,
    private readonly changed: () => Promise<void>,
  ) {
    document.body.append(this.dialog);
  }

  /** Shows the decisions that are possible on the shown version. */
  update(plan: Shown, gate: Gate): void {
    // The page in VS Code stays open, and the next version needs a new decision.
    if (gate.version !== undefined && gate.version !== this.gate.version) this.over = false;
    this.plan = plan;
    this.gate = gate;
    const newest = plan.shown === plan.plan.versions;
    const open = newest && plan.state === "waiting" && !this.over;
    const due = plan.threads.filter(isDue).length;
    if (!open) {
      fill(this.frame.bar, newest ? h("span", { class: "badge" }, stateWord(plan.state)) : null);
      return;
    }
    fill(
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

  /** The server is gone: no decision is possible here any more. */
  end(): void {
    this.over = true;
    if (this.plan) this.update(this.plan, {});
  }

  ask(what: "approve" | "reject"): void {
    const plan = this.plan;
    if (!plan || this.over || plan.state !== "waiting" || plan.shown !== plan.plan.versions) return;
    const due = plan.threads.filter(isDue).length;
    const note = h("textarea", { "aria-label": "Note", placeholder: "A note for the agent" });
    const modes: [string, string][] = [
      ["", "Continue as before"],
      ["asks", "Ask before editing"],
      ["edits", "Edit without asking"],
    ];
    const mode = choiceOf("After approval", modes, "", () => undefined);
    const said = h("p", { class: "bad", role: "alert" });
    const approve = what === "approve";
    const decide = () => {
      const input: Record<string, unknown> = { id: plan.plan.id, version: plan.shown, message: note.value };
      if (approve && mode.value) input["mode"] = mode.value;
      void this.decide(what, input).then(
        () => this.dialog.close(),
        (error: unknown) => (said.textContent = words(error)),
      );
    };
    const go = button(approve ? "Approve" : "Request changes", decide, { class: "primary" });
    const cancel = button("Cancel", () => this.dialog.close());
    const comments = due === 1 ? "1 comment will be sent." : `${due} comments will be sent.`;
    fill(
      this.dialog,
      h("h2", {}, `${approve ? "Approve" : "Request changes to"} version ${plan.shown}`),
      due > 0 ? h("p", { class: "muted" }, comments) : null,
      note,
      approve && this.waits() ? mode : null,
      said,
      h("div", { class: "thread-buttons" }, go, cancel),
    );
    this.dialog.showModal();
    note.focus();
  }

  private async decide(what: "approve" | "reject", input: object): Promise<void> {
    const waited = this.waits();
    await verb(`plan ${what}`, input);
    const word = what === "approve" ? "Approved." : "Changes requested.";
    this.frame.say(waited ? `${word} The agent was notified; you can close this page.` : word, "good");
    if (waited) this.over = true;
    await this.changed();
  }

  async leave(): Promise<void> {
    if (!this.waits() || this.over) return;
    try {
      await ask("POST", "/api/gate/leave", {});
      this.over = true;
      this.frame.say("Decide in the terminal. Your comments are saved; run 'consider plan show' to see them.");
      if (this.plan) this.update(this.plan, {});
    } catch (error) {
      this.frame.say(words(error), "bad");
    }
  }

  /** Whether the agent has the decision, so that the end of the server needs no message. */
  get done(): boolean {
    return this.over;
  }
}

function stateWord(state: string): string {
  return state === "approved" ? "Approved" : state === "changes" ? "Changes requested" : state;
}
