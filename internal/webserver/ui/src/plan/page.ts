/** The page of a plan: the text with its comments, the changes, and the verdict. */
import { ask, verb, words } from "../shared/api";
import type { View } from "../shared/bar";
import { blankOf } from "../shared/blank";
import { copyButton, fill, h, refill } from "../shared/dom";
import { Keys, type Key } from "../shared/keys";
import { shown } from "../shared/odd";
import { keepPrefs, readPrefs } from "../shared/prefs";
import { keepBy } from "../review/editor";
import { worked } from "../review/say";
import { Blocks } from "./blocks";
import { blocksOfBoth, changedLines, Changes } from "./changes";
import { Drafts } from "./drafts";
import { Form, type Target } from "./editor";
import { Frame, type PlanView } from "./frame";
import { Said } from "./said";
import type { Gate, PlanDiffOutput, PlanListOutput, Shown } from "./types";
import { Verdict } from "./verdict";

/** The layout of the review page, which the changes line by line share. */
const keptView = (): View => (readPrefs().view === "split" ? "split" : "unified");

const narrow = matchMedia("(max-width: 900px)"); // as on the review page

export class Page {
  private readonly keys = new Keys(this.keyTable());
  private readonly frame = new Frame(this.keys, {
    version: (n) => {
      this.version = n === this.plan?.plan.versions ? 0 : n;
      void this.load();
    },
    toggle: () => this.toggle(),
    view: (view) => this.setView(view),
  });
  private readonly blocks = new Blocks((on) => this.begin(on));
  private readonly diff = new Changes((on) => this.begin(on));
  private readonly drafts = new Drafts();
  private readonly verdict = new Verdict(this.frame, this.drafts, () => this.load());
  private readonly said: Said;
  private plan: Shown | undefined;
  private before: Shown | undefined; // the version that changes are shown from, with its threads placed there
  private changed: PlanDiffOutput | undefined;
  private gate: Gate = {};
  private version = 0; // 0 for the newest
  private asked = 0; // how often the plan was read
  private changes = false;
  private view: PlanView = readPrefs().source ? keptView() : "rendered";
  private source = false; // the changes are shown line by line
  private lines = new Set<number>(); // where changed blocks begin
  private drawn = "";

  /** id is "" for the plan that was shown last. */
  constructor(private readonly id: string) {
    const acts = {
      draft: (thread: string) => this.drafts.of(this.plan?.plan.id ?? "", `reply-${thread}`),
      reply: (id: string, message: string) => verb("reply", { id, message }),
      read: () => this.load(),
      resolve: async (id: string, yes: boolean) => {
        const done = verb(yes ? "resolve" : "unresolve", { ids: [id] });
        await worked(done, yes ? "Could not resolve" : "Could not reopen");
        await this.load();
      },
    };
    keepBy(this.drafts);
    this.said = new Said(acts, () => this.begin({}));
  }

  async start(): Promise<void> {
    narrow.addEventListener("change", () => this.draw());
    try {
      this.gate = await ask<Gate>("GET", "/api/gate");
      await this.drafts.load();
    } catch (error) {
      this.frame.say(words(error), "bad");
    }
    await this.load();
    for (const { startLine: start, endLine: end = start, version } of this.drafts.begun(this.plan?.plan.id ?? "")) {
      this.begin({ ...(start && end ? { start, end } : {}), version }, true);
    }
  }

  /** Reads the plan anew. Open forms stay. */
  async load(): Promise<void> {
    const { id } = this;
    const was = this.plan;
    try {
      if (id === "" && !was && (await verb<PlanListOutput>("plan list", {})).plans.length === 0) {
        fill(this.frame.main, none());
        return;
      }
      const asked = ++this.asked;
      const plan = await verb<Shown>("plan show", { id, version: this.version, all: true });
      if (asked !== this.asked) return; // a later answer shows what is wanted now
      this.plan = plan;
      await this.compare(plan);
      if (asked !== this.asked) return;
    } catch (error) {
      this.frame.say(words(error), "bad");
      return;
    }
    if (was?.plan.id === this.plan.plan.id && was.shown < this.plan.shown) {
      this.frame.say(`Now showing version ${this.plan.shown}. Your drafts on version ${was.shown} are kept.`);
    } else if (was && was.plan.id !== this.plan.plan.id && id === "") {
      this.frame.say(`Now showing a new plan. Your drafts on “${shown(was.plan.title)}” are kept.`);
    }
    this.frame.pages.update();
    this.draw();
  }

  /** Reads the changes since the version before. */
  private async compare(plan: Shown): Promise<void> {
    if (plan.shown === 1) {
      this.before = this.changed = undefined;
      this.changes = false;
      return;
    }
    const { id } = plan.plan;
    const same = this.changed?.to === plan.shown && this.changed.plan.id === id;
    const [changed, before] = await Promise.all([
      same ? this.changed : verb<PlanDiffOutput>("plan diff", { id, to: plan.shown, hunks: true }),
      verb<Shown>("plan show", { id, version: plan.shown - 1, all: true }),
    ]);
    if (this.plan !== plan) return;
    this.changed = changed;
    this.before = before;
  }

  /** Asks again whether an agent waits, and reads the plan. */
  async again(): Promise<void> {
    const waited = this.gate.plan !== undefined;
    try {
      this.gate = await ask<Gate>("GET", "/api/gate");
      if (waited && this.gate.plan === undefined && !this.verdict.done) {
        this.frame.say(
          "The agent is no longer waiting: you answered in the terminal, or it exited. Your comments are saved.",
        );
      }
    } catch {
      // reading the plan reports the error
    }
    await this.load();
  }

  /** The server answers again. */
  back(): void {
    this.frame.reach(true);
  }

  /** The server no longer answers: the agent's dialog was answered, or the program ended. */
  gone(): void {
    this.frame.reach(false);
    if (!this.verdict.done) {
      this.frame.say(
        "You answered in the terminal, or the server stopped. Your comments and drafts are saved; run 'consider plan show' to see the comments.",
        "bad",
      );
    }
    this.verdict.end();
  }

  /** Draws what is known. An element that is moved loses its focus, and gets it back here. */
  private draw(): void {
    if (!this.plan) return;
    const had = document.activeElement;
    this.drawAll(this.plan);
    if (had instanceof HTMLElement && had !== document.activeElement && had.isConnected) {
      had.focus({ preventScroll: true });
    }
  }

  private drawAll(plan: Shown): void {
    this.frame.head(plan, this.changes, this.changes && !narrow.matches ? this.view : undefined);
    this.verdict.update(plan, this.gate);
    const view = narrow.matches && this.view === "split" ? "unified" : this.view;
    const looks = [plan.plan.id, plan.shown, this.changes, this.changes ? view : ""].join(" ");
    if (looks !== this.drawn) {
      this.drawn = looks;
      const { changed, before } = this;
      const both = changed && before && blocksOfBoth(changed, before.text, plan.text);
      this.lines = changedLines(both ?? []);
      this.source = this.changes && (view !== "rendered" || !both);
      const compared = this.changes && !this.source;
      const blocks = both?.filter((b) => compared || b.side === "new");
      const added = new Set(both?.flatMap((b) => (b.side === "new" && b.changed ? b.start : [])));
      this.blocks.draw(plan.text, blocks, compared ? added : this.lines, plan.shown - 1);
      this.blocks.element.classList.toggle("compared", compared);
      if (this.source && changed) this.diff.draw(changed, plan.text, view === "split" ? "split" : "unified");
      const { whole, lost } = this.said;
      const head = h("h2", {}, `From version ${plan.shown - 1} to version ${plan.shown}`);
      fill(this.frame.main, whole, this.changes ? head : null, this.body.element, lost);
      document.body.classList.toggle("shows-changes", this.source);
    }
    const go = (line: number) => this.body.goTo(line);
    refill(this.frame.outline, ...this.blocks.outline(plan.threads, this.lines, go));
    this.put();
  }

  /** The shown form of the plan. */
  private get body(): Changes | Blocks {
    return this.source ? this.diff : this.blocks;
  }

  private put(): void {
    if (this.plan) this.said.put(this.plan, this.changes ? this.before : undefined, this.body);
  }

  private setView(view: PlanView): void {
    this.view = view;
    keepPrefs(view === "rendered" ? { source: false } : { source: true, view });
    this.draw();
  }

  private toggle(): void {
    this.changes = !this.changes && (this.plan?.shown ?? 0) > 1;
    this.draw();
  }

  /** Opens the form for a comment; one that was begun before has a draft. */
  private begin(on: Target, begun = false): void {
    if (!this.plan) return;
    const { plan, shown: now } = this.plan;
    const version = on.version ?? now;
    const name = `${version}-${on.start ?? 0}`;
    const { editors } = this.said;
    const lines = on.start ? { startLine: on.start, endLine: on.end ?? on.start } : {};
    const draft = this.drafts.of(plan.id, name, lines);
    const known = editors.get(draft.key);
    const send = async (message: string) => {
      const passage = { lines: on.start && `${on.start}-${on.end ?? on.start}`, quote: on.quote };
      await verb("plan comment", { id: plan.id, version, message, ...passage });
      await this.load();
    };
    const close = () => {
      editors.delete(draft.key);
      form.element.remove();
      this.put();
    };
    const form = known ?? new Form(on, plan, version, draft, this.target(on, version), send, close);
    editors.set(draft.key, form);
    this.put();
    if (begun) return;
    form.element.scrollIntoView({ block: "nearest" });
    form.editor.focus();
  }

  /** The text that a comment is on. */
  private target({ start, end, quote }: Target, version: number): string[] {
    const source = [this.plan, this.before].find((p) => p?.shown === version)?.text.split("\n") ?? [];
    return quote?.split("\n") ?? (start ? source.slice(start - 1, end ?? start) : []);
  }

  private keyTable(): Record<string, Key[]> {
    const view = (other: PlanView, usual: PlanView) =>
      this.changes && this.setView(this.view === other ? usual : other);
    return {
      Go: [
        ["j,k", "next or previous block, or line when changes are shown", (by) => this.body.step(by)],
        ["n,p", "next or previous change", (by) => this.body.nextChange(by)],
        ["],[", "next or previous thread", (by) => this.said.step(by)],
        [
          "ArrowDown,ArrowUp",
          "next or previous line when changes are shown",
          (by) => this.source && this.diff.step(by),
        ],
      ],
      Comment: [
        ["c", "comment on the block, selected text or line", () => this.body.commentHere()],
        ["a", "approve", () => this.verdict.ask("approve")],
        ["r", "request changes", () => this.verdict.ask("reject")],
        ["t", "decide in the terminal", () => this.verdict.leave()],
      ],
      View: [
        ["d", "show changes since the previous version", () => this.toggle()],
        ["m", "toggle rendered Markdown", () => view("rendered", keptView())],
        ["u", "switch between unified and split", () => view("split", "unified")],
        ["Enter", "show hidden lines", () => this.source && this.diff.expandHere()],
      ],
    };
  }
}

/** The page before there is a plan. */
function none(): HTMLElement {
  const setup = "consider setup claude --plans";
  const sentence = [
    "Plans appear here automatically. To review those of Claude Code, run ",
    h("code", {}, setup),
    " in the project; to review any text, run ",
    h("code", {}, "consider plan FILE"),
    ".",
  ];
  const copy = copyButton("Copy command", () => setup, { class: "small primary" });
  return blankOf("", "No plan to review yet", sentence, copy);
}
