/** Drafts are saved by the server as they are typed: the agent's dialog may end the page at any time. */
import { ask } from "../shared/api";
import { inVSCode } from "../shared/host";
import type { Draft } from "./types";

const pause = 300; // ms after the last letter until a draft is sent to the server

export class Drafts {
  private readonly known = new Map<string, Draft>();
  private readonly waiting = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly plan: () => string) {
    addEventListener("pagehide", () => {
      for (const key of [...this.waiting.keys()]) this.save(key);
    });
  }

  /** Reads the saved drafts, once. */
  async load(): Promise<void> {
    const { drafts } = await ask<{ drafts: Draft[] }>("GET", "/api/drafts");
    for (const d of drafts) if (d.kind === "plan") this.known.set(d.key, d);
  }

  /** The drafts on this plan. */
  all(): Draft[] {
    return [...this.known.values()].filter((d) => d.thread === this.plan() && d.body !== "");
  }

  key(name: string): string {
    return `plan-${this.plan()}-${name}`;
  }

  /** The version that a draft was begun on; its key names it. */
  version(key: string): { version?: number } {
    const n = Number(/-(\d+)-\d+$/.exec(key)?.[1] ?? 0);
    return n > 0 ? { version: n } : {};
  }

  body(key: string): string {
    return this.known.get(key)?.body ?? "";
  }

  /** Keeps the words of a form, which stays with the plan that it was opened on. */
  put(key: string, on: { thread: string; startLine?: number; endLine?: number }, body: string): void {
    this.known.set(key, { key, kind: "plan", ...on, body });
    clearTimeout(this.waiting.get(key));
    // A view of VS Code ends without notice when it is closed, and saving there costs little.
    if (inVSCode()) this.save(key);
    else
      this.waiting.set(
        key,
        setTimeout(() => this.save(key), pause),
      );
  }

  private save(key: string): void {
    clearTimeout(this.waiting.get(key));
    this.waiting.delete(key);
    const draft = this.known.get(key);
    if (draft) void this.send(draft);
  }

  private async send({ key, ...draft }: Draft): Promise<void> {
    try {
      if (draft.body === "") await ask("DELETE", `/api/drafts/${key}`);
      else await ask("PUT", `/api/drafts/${key}`, draft);
    } catch {
      // The text is still on the page; its status says that the program does not answer.
    }
  }

  drop(key: string): void {
    if (!this.known.has(key)) return;
    this.put(key, { thread: this.plan() }, ""); // which deletes it
  }
}
