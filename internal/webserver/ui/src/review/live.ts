/**
 * Follows changes as they happen. One tab of a browser keeps the stream and passes it on to the others: a browser opens
 * only six connections to a server, and each stream would occupy one.
 */
import { events, onReach, send, shared } from "../shared/api";
import { quiet } from "../shared/dom";
import { browser } from "./drafts";
import { state, tell } from "./state";
import type { BackupAhead } from "./types";

interface LiveHooks {
  /** Something in the store has changed. */
  changed: () => void;
  /** Another diff is available, or the reason why there is none. */
  files: (snapshot: string, failed?: string) => void;
  /** The keys of drafts that were submitted, by this tab or another one. */
  sent: (keys: string[]) => void;
  /** The viewed files have changed. */
  viewed: () => void;
  /** A draft was saved or deleted elsewhere. */
  drafts: () => void;
}

interface Note {
  name: string;
  data: string;
}

const silence = 4000; // ms without a message, the server's pings included
const pause = 1000; // between two attempts

export class Live {
  private heard = Date.now();
  private readonly channel = new BroadcastChannel(shared("consider"));
  private readonly changed = quiet(40, () => this.hooks.changed());
  private readonly viewed = quiet(40, () => this.hooks.viewed());
  private readonly drafts = quiet(100, () => this.hooks.drafts());
  private leading = false;

  constructor(private readonly hooks: LiveHooks) {
    this.channel.addEventListener("message", (e) => this.take(e.data as Note));
    onReach((reached) => {
      if (reached) this.heard = Date.now();
      this.reach(reached);
    });
    setInterval(() => void this.look(), 1000);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.reread(); // another tab may have written meanwhile
    });
    if ("locks" in navigator) {
      void navigator.locks.request(shared("consider-live"), () => this.lead());
    } else {
      void this.lead();
    }
  }

  /** Keeps the stream open as long as the page is open. */
  private async lead(): Promise<never> {
    this.leading = true;
    for (;;) {
      try {
        const response = await send("GET", `/api/events?browser=${browser}`);
        if (response.ok) for await (const note of events(response)) this.pass(note);
        else if (response.status === 401 || response.status === 403) this.reach(false, true);
      } catch {
        this.reach(false);
      }
      await new Promise((go) => setTimeout(go, pause));
    }
  }

  private pass(note: Note): void {
    this.channel.postMessage(note);
    this.take(note);
  }

  private take({ name, data }: Note): void {
    this.heard = Date.now();
    this.reach(true);
    if (name === "change" || name === "hearing") this.changed();
    if (name === "change") tell("backup", (JSON.parse(data) as { backup?: BackupAhead }).backup);
    if (name === "viewed") this.viewed();
    if (name === "draft" && !(JSON.parse(data) as { key: string }).key.endsWith(browser)) this.drafts();
    if (name === "sent") this.hooks.sent((JSON.parse(data) as { keys?: string[] }).keys ?? []);
    if (name === "files") {
      const { asked = "", snapshot = "", failed } = JSON.parse(data || "{}") as Record<string, string>;
      if (asked === state.boot.asked) this.hooks.files(snapshot, failed);
    }
  }

  /** Asks the server after too much silence: a tab that does not lead hears nothing while the leading one sleeps. */
  private async look(): Promise<void> {
    if (Date.now() - this.heard < silence || (this.leading && !state.reached)) return;
    const answer = await send("GET", "/api/viewed", undefined, AbortSignal.timeout(1500)).catch(() => undefined);
    if (!answer?.ok) this.reach(false); // otherwise it was reported as every answer
  }

  /** Notes whether the server answers, or in its place a stranger, which does not know the token. */
  private reach(yes: boolean, stranger = false): void {
    if (state.reached === yes && state.stranger === stranger) return;
    state.reached = yes;
    state.stranger = stranger;
    tell("reach", yes);
    if (yes) this.reread();
  }

  /** Reads what may have changed without being heard of. */
  private reread(): void {
    this.changed();
    this.drafts();
  }
}
