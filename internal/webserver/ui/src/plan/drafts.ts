/** Drafts are saved by the server as they are typed: the agent's dialog may end the page at any time. */
import { AgainFor } from "../shared/again";
import { ask } from "../shared/api";
import { quiet } from "../shared/dom";
import { inVSCode } from "../shared/host";
import type { Keeper } from "../review/editor";
import type { Draft } from "../review/types";

const pause = 300; // ms after the last letter until a draft is sent to the server

export class Drafts implements Keeper {
  private readonly known = new Map<string, Draft>();
  private readonly waiting = new Set<string>(); // keys of those that changed
  private readonly soon = quiet(pause, () => this.flush());
  /** One request per key at a time, so that the last text wins. */
  private readonly sending = new AgainFor((key) => this.send(key));

  constructor() {
    // A text that waits for a request would be lost with the page.
    addEventListener("pagehide", () => this.flush((key) => this.send(key)));
  }

  /** Reads the saved drafts, once. */
  async load(): Promise<void> {
    const { drafts } = await ask<{ drafts: Draft[] }>("GET", "/api/drafts");
    for (const d of drafts) if (d.kind === "plan" && d.body !== "") this.known.set(d.key, d);
  }

  /** The comments that were begun on a plan, and the version that each is on. */
  begun(plan: string): (Draft & { version: number })[] {
    return [...this.known.values()].flatMap((d) => {
      const version = Number(/-(\d+)-\d+$/.exec(d.key)?.[1] ?? 0);
      return d.thread === plan && version > 0 ? [{ ...d, version }] : [];
    });
  }

  /** The draft of a form on a plan: a comment's name is its version and line. */
  of(plan: string, name: string, lines: Pick<Draft, "startLine" | "endLine"> = {}): Draft {
    const key = `plan-${plan}-${name}`;
    return { key, kind: "plan", thread: plan, ...lines, body: this.body(key) ?? "" };
  }

  body(key: string): string | undefined {
    return this.known.get(key)?.body;
  }

  save(draft: Draft, now = false): void {
    if (draft.body.trim() === "") this.known.delete(draft.key);
    else this.known.set(draft.key, draft);
    this.later(draft.key, now);
  }

  drop(key: string): void {
    if (this.known.delete(key)) this.later(key, false);
  }

  private later(key: string, now: boolean): void {
    this.waiting.add(key);
    // A view of VS Code ends without notice when it is closed, and saving there costs little.
    if (now || inVSCode()) this.flush();
    else this.soon();
  }

  private flush(send = (key: string) => this.sending.now(key)): void {
    for (const key of [...this.waiting]) void send(key);
  }

  private async send(key: string): Promise<void> {
    this.waiting.delete(key);
    const draft = this.known.get(key);
    try {
      if (!draft) await ask("DELETE", `/api/drafts/${key}`);
      else {
        const { kind, thread, startLine, endLine, body } = draft;
        await ask("PUT", `/api/drafts/${key}`, { kind, thread, startLine, endLine, body });
      }
    } catch {
      // The text is still on the page; its status says that the program does not answer.
    }
  }
}
