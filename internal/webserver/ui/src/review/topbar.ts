/** The bar at the top: the comparison, the progress, the display options, and the main action. */
import { layoutChoice, layouts, topBar } from "../shared/bar";
import { button, copyButton, fill, grouped, h, icon, iconButton, idle, plural, refill } from "../shared/dom";
import { pages } from "../shared/pages";
import { isDue } from "../shared/threadWords";
import { keptDrafts } from "./drafts";
import { notCompared } from "./filehead";
import { linesViewed, skippedFiles } from "./folds";
import { allowed, notifies, showIcon } from "./notice";
import { awaitsReader } from "./question";
import { toast } from "./say";
import { Scopes } from "./scopes";
import { on, state } from "./state";
import { shown } from "./text";

export interface TopActions {
  review: () => void;
  help: () => void;
}

export class TopBar {
  readonly element: HTMLElement;
  readonly scopes = new Scopes();
  private readonly title = h("h1");
  private readonly sum = h("span");
  private readonly what = h("div", { class: "what" }, this.title);
  private readonly pages = h("div", { class: "page-links" });
  private readonly bar = h("progress", { max: 1, "aria-label": "Files viewed" });
  private readonly seen = h("span", { class: "muted" });
  private readonly lines = h("span", { class: "muted wide" });
  private readonly progress = h("span", { class: "progress" }, this.bar, this.seen, this.lines);
  private readonly waiting = h("span", { class: "waiting" });
  private readonly layout = layoutChoice(layouts, (view) => state.setPref("view", view));
  private readonly plan = h("a", { href: "/plan", hidden: true }, "Plan");
  private readonly count = h("span", { class: "count" });
  readonly reviewButton: HTMLButtonElement;
  private readonly panelButton: HTMLButtonElement;
  private readonly openCount = h("span", { class: "n" });

  constructor(actions: TopActions) {
    const submit = h("span", {}, "Submit", h("span", { class: "wide" }, " review"));
    this.reviewButton = button([submit, this.count], actions.review, {
      class: "primary review-button",
      "aria-haspopup": "dialog",
      title: "Submit review (s)",
    });
    const toggle = (pane: "tree" | "panel") => () => state.setPref(pane, !state.prefs[pane]);
    this.panelButton = button([icon("comment"), this.openCount], toggle("panel"), {
      class: "panel-button",
      title: "All threads",
    });
    this.what.append(h("span", { class: "scope" }, this.scopes.button, this.sum), this.scopes.box);
    const treeButton = iconButton("side", "Show or hide files", toggle("tree"), { class: "icon-button tree-button" });
    const { element, reach } = topBar({
      what: [treeButton, this.what],
      pages: this.pages,
      tools: [this.progress, this.layout.element, this.waiting],
      settings: settings(this.plan),
      help: actions.help,
      acts: [this.panelButton, this.reviewButton],
    });
    this.element = element;
    this.linkPages();
    on("reach", reach);
    for (const name of ["boot", "viewed", "folds", "threads", "drafts", "prefs"] as const)
      on(name, () => this.update());
  }

  /** Runs when there is time: the rows come first. */
  private linkPages(): void {
    idle(() => {
      const { element, update } = pages("/review", (there) => (this.plan.hidden = !there));
      this.pages.append(element);
      on("threads", update);
    });
  }

  private update(): void {
    const { boot, files } = state;
    const total = (of: "additions" | "deletions") => grouped(files.reduce((n, f) => n + f[of], 0));
    const sum = [
      h("span", { class: "sum" }, `· ${plural(files.length, "file")} `),
      h("span", { class: "plus" }, `+${total("additions")}`),
      " ",
      h("span", { class: "minus" }, `−${total("deletions")}`),
    ];
    fill(
      this.title,
      h("span", { class: "project" }, shown(boot.project)),
      boot.branch ? h("span", { class: "branch" }, shown(boot.branch)) : null,
    );
    fill(this.sum, ...(files.length > 0 ? sum : []), notCompared() && `, ${notCompared()}`);
    const seen = files.filter((f) => state.viewed.has(f.hash)).length;
    this.progress.hidden = files.length === 0;
    this.bar.max = Math.max(1, files.length);
    this.bar.value = seen;
    this.layout.show(state.prefs.view);
    this.seen.textContent = `${grouped(seen)} / ${grouped(files.length)} viewed`;
    const { viewed, all } = linesViewed();
    this.lines.textContent = state.folds.size > 0 ? `${grouped(viewed)} of ${plural(all, "line")} read` : "";
    const n = keptDrafts().length;
    fill(this.count, String(n), h("span", { class: "sr" }, n === 1 ? " pending comment" : " pending comments"));
    this.count.hidden = n === 0;
    const open = [...state.threads.values()].filter((t) => isDue(t) && !t.elsewhere && t.target !== "response").length;
    this.openCount.textContent = open > 0 ? String(open) : "";
    this.panelButton.setAttribute("aria-label", open > 0 ? `All threads, ${open} open` : "All threads");
    this.panelButton.setAttribute("aria-pressed", String(state.prefs.panel));
    this.panelButton.classList.toggle("fresh", state.fresh.size > 0);
    const waits = [...state.threads.values()].filter((t) => t.receipt?.state === "waiting" && !t.elsewhere).length;
    const copy = copyButton(`${grouped(waits)} waiting`, () => "Look at my comments.", {
      title: "No agent is running. Start one and paste the prompt “Look at my comments.”",
      "aria-label": `${grouped(waits)} waiting: copy prompt`,
    });
    refill(this.waiting, state.hearing.nobodyListens && waits > 0 && copy);
    const awaiting = [...state.threads.values()].filter((t) => awaitsReader(t));
    showIcon(awaiting);
    document.title = `${awaiting.length > 0 ? `(${awaiting.length}) ` : ""}${shown(boot.project)}: review`;
  }
}

/** The settings of the view, and the links to the other pages, for which a narrow bar has no room. */
function settings(plan: HTMLElement): HTMLElement[] {
  const check = (name: "space" | "wrap" | "keys" | "notify" | "follow" | "fold", label: string, invert = false) => {
    const box = h("input", { type: "checkbox" });
    box.checked = state.prefs[name] !== invert;
    box.addEventListener("change", () => state.setPref(name, box.checked !== invert));
    on("prefs", () => (box.checked = state.prefs[name] !== invert));
    return h("label", {}, box, label);
  };
  const notify = check("notify", "Notify me when agents ask questions");
  notify.hidden = !notifies();
  notify.addEventListener("change", () => {
    if (!state.prefs.notify) return;
    void allowed().then((may) => {
      if (may) return;
      state.setPref("notify", false);
      toast("Notifications are blocked in the browser's settings for this site.");
    });
  });
  const fold = check("fold", "Fold mechanical changes");
  fold.hidden = !!state.boot.noFold;
  const skipped = h("p", { class: "muted" });
  on("folds", () => {
    const parts = skippedFiles().map(([why, n]) => `${plural(n, "file")} not analysed (${why})`);
    fill(skipped, parts.join(", "));
  });
  return [
    check("space", "Hide whitespace changes", true),
    fold,
    skipped,
    check("wrap", "Wrap long lines"),
    check("keys", "Single-key shortcuts"),
    check("follow", "Follow changes"),
    notify,
    h("a", { href: "/responses" }, "Agent responses"),
    plan,
  ];
}
