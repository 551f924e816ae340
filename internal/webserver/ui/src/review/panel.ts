/** All threads in one list. Those that lost their lines come first, with their original lines. */
import { arrange, button, h, iconButton, plural, refill } from "../shared/dom";
import { isDue, isFinding, isOpen, isPerson, isWhole, linesWords, statesOf } from "../shared/threadWords";
import { DELIVERIES, valueOf } from "../shared/enums";
import type { Comments } from "./comments";
import { dropDraft } from "./drafts";
import { awaitsReader } from "./question";
import { on, state } from "./state";
import { firstWords, shown } from "./text";
import { listenersOf, nameOf, placeWords, worktreeOf } from "./threads";
import { Triage } from "./triage";
import type { Draft, Thread } from "./types";

const filters = {
  open: ["Open", isDue],
  mine: ["Awaiting you", awaitsReader],
  lost: ["Stale or orphaned", (t: Thread) => t.placement.anchorState !== "anchored"],
  resolved: ["Resolved", (t: Thread) => t.workflowState === "resolved"],
  human: ["By you", isPerson],
  findings: ["To triage", isFinding],
  agent: ["By agents", (t: Thread) => !isPerson(t) || t.thread.some((r) => !isPerson(r))],
  all: ["All", () => true],
} as const satisfies Record<string, readonly [string, (t: Thread) => boolean]>;

type Filter = keyof typeof filters;

export class Panel {
  readonly element = h("aside", { class: "panel", "aria-label": "Threads" });
  private readonly chips = h("div", { class: "chips", role: "group", "aria-label": "Filter threads" });
  private readonly list = h("div", { class: "panel-list" });
  private filter: Filter = "open";
  private readonly opened = new Set<string>();
  private readonly items = new Map<string, { looks: string; element: HTMLElement }>();
  readonly triage: Triage;

  constructor(
    private readonly comments: Comments,
    private readonly go: (t: Thread) => Promise<void>,
  ) {
    const findings = () => this.sorted([...state.threads.values()].filter(isFinding));
    this.triage = new Triage(findings, go, () => this.update());
    const close = iconButton("cross", "Hide threads", () => state.setPref("panel", false));
    this.element.append(
      h("div", { class: "panel-head" }, h("h2", {}, "Threads"), h("span", { class: "grow" }), close),
      this.chips,
      this.triage.bar,
      this.list,
    );
    on("threads", () => this.update());
    on("drafts", () => this.update());
    on("prefs", (name) => {
      if (name === "panel") this.update();
    });
  }

  /** Shows the list with this filter. */
  open(filter: Filter): void {
    this.filter = filter;
    if (state.prefs.panel) this.update();
    else state.setPref("panel", true);
  }

  show(id: string): void {
    this.opened.add(id);
    const t = state.threads.get(id);
    this.open(t && filters[this.filter][1](t) ? this.filter : "all");
    const item = this.element.querySelector(`[data-thread="${CSS.escape(id)}"]`);
    item?.scrollIntoView({ block: "nearest" });
    item?.querySelector<HTMLElement>(".item-head")?.focus({ preventScroll: true });
  }

  private update(): void {
    if (!state.prefs.panel) return;
    const threads = [...state.threads.values()].filter((t) => t.target !== "response");
    const here = threads.filter((t) => !t.elsewhere);
    const numbers = (Object.keys(filters) as Filter[]).map((name) => here.filter(filters[name][1]).length);
    this.drawChips(numbers);
    const fits = this.sorted(threads.filter(filters[this.filter][1]));
    if (this.filter === "findings") this.triage.draw();
    else this.triage.bar.hidden = true;
    const parts: HTMLElement[] = [];
    if (state.damaged.length > 0) {
      parts.push(h("h3", {}, `Unreadable (${state.damaged.length})`));
      parts.push(...state.damaged.map((d) => h("p", { class: "muted" }, shown(`${d.path}: ${d.problem}`))));
    }
    if (state.newer > 0) {
      const words = `${plural(state.newer, "thread")} not shown: written by a newer version of Consider. Upgrade Consider.`;
      parts.push(h("p", { class: "muted" }, words));
    }
    const asked = fits.filter((t) => t.question && isOpen(t));
    const others = fits.filter((t) => !asked.includes(t) && !t.elsewhere);
    const lost = others.filter((t) => rank(t) === 0);
    const placed = others.filter((t) => rank(t) === 1);
    if (asked.length > 0)
      parts.push(h("h3", {}, `Questions for you (${asked.length})`), ...asked.map((t) => this.item(t)));
    const drafts = [...state.drafts.values()].filter((d) => d.lost);
    if (drafts.length > 0) {
      parts.push(h("h3", {}, "Pending comments whose lines are gone"), ...drafts.map((d) => this.draft(d)));
    }
    if (lost.length > 0) {
      parts.push(h("h3", {}, `Stale or orphaned (${lost.length})`));
      parts.push(h("p", { class: "muted" }, "The lines of these threads have changed or no longer exist."));
      parts.push(...lost.map((t) => this.item(t)));
    }
    if (placed.length > 0 && lost.length + asked.length > 0) parts.push(h("h3", {}, `In the code (${placed.length})`));
    parts.push(...placed.map((t) => this.item(t)));
    const elsewhere = fits.filter((t) => t.elsewhere && !asked.includes(t));
    for (const name of new Set(elsewhere.map(worktreeOf).sort())) {
      const group = elsewhere.filter((t) => worktreeOf(t) === name);
      const agents = group
        .slice(0, 1)
        .flatMap(listenersOf)
        .map((l) => `; ${shown(l.agent)} is running`);
      parts.push(h("h3", {}, `${name} (${group.length})`, ...agents), ...group.map((t) => this.item(t)));
    }
    if (parts.length === 0) parts.push(h("p", { class: "muted" }, emptyWords(this.filter, threads.length)));
    arrange(this.list, parts);
  }

  private sorted(threads: Thread[]): Thread[] {
    return threads.sort((a, b) => rank(a) - rank(b) || this.order(a) - this.order(b) || startOf(a) - startOf(b));
  }

  private drawChips(numbers: number[]): void {
    const had = this.chips.contains(document.activeElement);
    const changed = refill(
      this.chips,
      ...(Object.keys(filters) as Filter[]).map((name, i) =>
        button([`${filters[name][0]} `, h("span", { class: "n" }, numbers[i])], () => this.open(name), {
          class: "chip",
          "aria-pressed": String(name === this.filter),
        }),
      ),
    );
    if (changed && had) this.chips.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
  }

  private order(t: Thread): number {
    const place = state.placeOf(t);
    const file = place && state.fileAt(place);
    return file ? state.files.indexOf(file) : Infinity;
  }

  /** The item of a thread; the same element as long as it looks the same. */
  private item(t: Thread): HTMLElement {
    const place = state.placeOf(t);
    const looks = JSON.stringify([
      t,
      state.fresh.has(t.id),
      this.opened.has(t.id),
      place && state.fileAt(place)?.id,
      this.filter === "findings" && [this.triage.chosen.has(t.id)],
    ]);
    const old = this.items.get(t.id);
    if (old?.looks === looks) return old.element;
    let head = this.drawHead(t);
    const before = old?.element.querySelector<HTMLElement>(".item-head");
    const element = old?.element ?? h("div", { class: "item", "data-thread": t.id }, head);
    if (before?.isEqualNode(head))
      head = before; // it may be pressed just now
    else if (before) {
      const focused = before === document.activeElement;
      before.replaceWith(head);
      if (focused) head.focus({ preventScroll: true });
    }
    // The card of a thread in the diff stays there.
    const card = !this.inDiff(t) && this.opened.has(t.id) ? this.comments.card(t.id)?.element : undefined;
    const box = this.filter === "findings" ? this.box(t) : undefined;
    arrange(element, [...(box ? [box] : []), head, ...(card ? [card] : [])]);
    element.classList.toggle("choosable", box !== undefined);
    this.items.set(t.id, { looks, element });
    return element;
  }

  /** A checkbox to choose a finding, so that several can be decided at once. */
  private box(t: Thread): HTMLElement {
    const had = this.items.get(t.id)?.element.querySelector<HTMLInputElement>(".choose");
    const box = had ?? h("input", { type: "checkbox", class: "choose", "aria-label": `Select: ${placeWords(t)}` });
    box.checked = this.triage.chosen.has(t.id);
    if (!had) {
      box.addEventListener("change", () => {
        this.triage.choose(t.id, box.checked);
        this.update();
      });
    }
    return box;
  }

  private inDiff(t: Thread): boolean {
    const place = state.placeOf(t);
    return (isWhole(t) && !t.elsewhere) || (place !== undefined && state.fileAt(place) !== undefined);
  }

  private drawHead(t: Thread): HTMLElement {
    const inDiff = this.inDiff(t);
    const last = t.thread.at(-1);
    const head = h(
      "button",
      { type: "button", class: "item-head", "aria-expanded": inDiff ? null : String(this.opened.has(t.id)) },
      h(
        "span",
        { class: "item-place" },
        placeWords(t),
        t.elsewhere && t.question ? h("span", { class: "badge quiet" }, worktreeOf(t)) : null,
        ...statesOf(t).map((s) => h("span", { class: `badge ${s.badge || "quiet"}` }, shown(s.word))),
      ),
      h("span", { class: "item-body" }, shown(firstWords(t.body))),
      h(
        "span",
        { class: "item-last muted" },
        last ? `${plural(t.thread.length, "reply", "replies")}, last by ${nameOf(last)}` : `by ${nameOf(t)}`,
        state.fresh.has(t.id) ? h("span", { class: "badge new" }, "new") : null,
        t.receipt && t.receipt.state !== "answered"
          ? h("span", { class: "badge quiet" }, valueOf(DELIVERIES, t.receipt.state).word)
          : null,
        inDiff || t.elsewhere || t.placement.anchorState !== "anchored"
          ? null
          : h("span", { class: "badge quiet" }, "not in this diff"),
      ),
    );
    if (inDiff) head.addEventListener("click", () => void this.go(state.threads.get(t.id) ?? t));
    else {
      head.addEventListener("click", () => {
        if (!this.opened.delete(t.id)) this.opened.add(t.id);
        state.fresh.delete(t.id);
        this.update();
      });
    }
    return head;
  }

  private draft(d: Draft): HTMLElement {
    return h(
      "div",
      { class: "item draft" },
      h("span", { class: "item-place" }, `${shown(d.file ?? "")} ${linesWords(d.startLine, d.endLine)}`),
      h("span", { class: "item-body" }, shown(firstWords(d.body))),
      button("Delete", () => dropDraft(d.key), { class: "link" }),
    );
  }
}

const rank = (t: Thread): number => (t.placement.anchorState === "anchored" ? 1 : 0);

function startOf(t: Thread): number {
  return t.placement.startLine ?? 0;
}

function emptyWords(filter: Filter, all: number): string {
  if (all === 0) return "No comments yet. Click a line number to add one.";
  if (filter === "findings") return "No agent findings are waiting for you.";
  return filter === "open" ? "No open threads." : "No threads match this filter.";
}
