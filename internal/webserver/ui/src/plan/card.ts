/** A thread on the plan: also what became of its passage, and whether the agent has answered. */
import { h, type Child } from "../shared/dom";
import { OUTCOMES, valueOf } from "../shared/enums";
import { shown } from "../shared/odd";
import { linesWords } from "../shared/threadWords";
import { markdown } from "../review/markdown";
import { badge, ThreadCard, type Said } from "../review/threadcard";
import type { Draft, Reply } from "../review/types";
import type { PlanThread, Shown } from "./types";

/** The actions of a card. */
export interface Acts {
  draft: (thread: string) => Draft;
  reply: (id: string, message: string) => Promise<unknown>;
  read: () => Promise<void>;
  resolve: (id: string, yes: boolean) => Promise<void>;
}

const passages: Record<string, [word: string, badge: string]> = {
  kept: ["Kept", "quiet"],
  edited: ["Edited", "new"],
  gone: ["Gone", "stale"],
};

export class Card extends ThreadCard<PlanThread> {
  private version = 0;

  constructor(
    thread: PlanThread,
    plan: Shown,
    private readonly does: Acts,
  ) {
    super(thread);
    if (thread.passage !== "whole") this.head.after(h("blockquote", { class: "passage" }, shown(thread.quote)));
    this.show(thread, plan);
    this.restore();
  }

  /** Updates the card for the version that is shown. */
  show(thread: PlanThread, plan: Shown): void {
    this.version = plan.shown;
    this.update(thread);
  }

  protected replies = (): Reply[] => this.thread.replies;
  protected content = (_: string, { body }: Said): Child[] => [markdown(body, this.lines)];
  protected lines = (): string[] => this.thread.quote.split("\n");
  protected replyDraft = (): Draft => this.does.draft(this.thread.id);
  protected send = (body: string): Promise<unknown> => this.does.reply(this.thread.id, body);
  protected read = (): Promise<void> => this.does.read();
  resolve = (yes: boolean): Promise<void> => this.does.resolve(this.thread.id, yes);

  protected place = (): string => {
    const { passage, version, startLine, endLine } = this.thread;
    if (passage === "whole") return "the whole plan";
    return passage === "gone" ? `passage of version ${version}` : linesWords(startLine, endLine);
  };

  protected badges = (): Child[] => {
    const t = this.thread;
    const [word, kind] = passages[t.passage] ?? [shown(t.passage), "quiet"];
    const moved = t.passage !== "whole" && (t.version !== this.version || t.passage === "gone");
    return [moved && badge(word, kind, shown(t.reason ?? "")), this.state()];
  };

  private state(): HTMLElement | null {
    const { answered, outcome, version } = this.thread;
    if (this.resolved) return badge("Resolved", "done");
    const { word, badge: kind } = outcome ? valueOf(OUTCOMES, outcome) : { word: "Answered", badge: "good" };
    if (answered) return badge(shown(word), kind);
    return version < this.version ? badge("Not answered", "bad", `Written on version ${version}`) : null;
  }
}
