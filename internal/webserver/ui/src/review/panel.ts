/** All threads and pending comments in one list. Threads that lost their lines have their original lines there. */
import { segmented } from "../shared/bar";
import { arrange, button, grouped, h, icon, iconButton, plural, refill, timeOf, type Child } from "../shared/dom";
import { isDue, isFinding, isOpen, isPerson, isWhole, linesWords, statesOf } from "../shared/threadWords";
import { DELIVERIES, valueOf } from "../shared/enums";
import type { Comments } from "./comments";
import { byPlace, isElsewhere, isKept, openKey } from "./drafts";
import { deleteDraft } from "./pending";
import { awaitsReader } from "./question";
import { on, state } from "./state";
import { firstWords, shown } from "./text";
import { listenersOf, nameOf, placeWords, worktreeOf } from "./threads";
import { Triage } from "./triage";
import type { Draft, Thread } from "./types";

const filters = {
  mine: ["Awaiting you", awaitsReader],
  open: ["Open", isDue],
  resolved: ["Resolved", (t: Thread) => t.workflowState === "resolved"],
  findings: ["To triage", isFinding],
  lost: ["Stale or orphaned", (t: Thread) => t.placement.anchorState !== "anchored"],
  human: ["By you", isPerson],
  agent: ["By agents", (t: Thread) => (!isPerson(t) && !t.linter) || t.thread.some((r) => !isPerson(r))],
  all: ["All", () => true],
} as const satisfies Record<string, readonly [string, (t: Thread) => boolean]>;

type Filter = keyof typeof filters;

const names = Object.keys(filters) as Filter[];
const tabs = names.slice(0, 3).map((name) => [name, filters[name][0]] as const); // always in sight
const others = names.slice(3);

const step = 100; // items that are drawn at once: a project may have thousands

export class Panel {
  readonly element = h("aside", { class: "panel", "aria-label": "Threads" });
  private readonly tabs = segmented<Filter>("Threads to show", tabs, (name) => this.open(name));
  private readonly more = h("select", { "aria-label": "Filter threads" });
  private readonly list = h("div", { class: "panel-list" });
  private readonly rest = button("", () => this.extend());
  private readonly all = button("Show all threads", () => {
    this.open("all");
    this.more.focus(); // the button is gone
  });
  private filter: Filter = "open";
  private most = step;
  private count = Infinity; // of the threads that fit
  private readonly opened = new Set<string>();
  private readonly items = new Map<string, { looks: string; element: HTMLElement }>();
  readonly triage: Triage;

  constructor(
    private readonly comments: Comments,
    private readonly go: (to: Thread | Draft) => Promise<void>,
  ) {
    const findings = () => this.sorted([...state.threads.values()].filter(isFinding));
    this.triage = new Triage(findings, go, () => this.update());
    const close = iconButton("cross", "Hide threads", () => state.setPref("panel", false));
    this.element.append(
      h("div", { class: "panel-head" }, h("h2", {}, "Threads"), h("span", { class: "grow" }), this.more, close),
      this.tabs.element,
      this.triage.bar,
      this.list,
    );
    this.more.addEventListener("change", () => this.open(this.more.value as Filter));
    const near = { root: this.list, rootMargin: "600px" };
    new IntersectionObserver((seen) => seen.at(-1)?.isIntersecting && this.extend(), near).observe(this.rest);
    on("threads", () => this.update());
    on("drafts", () => this.update());
    on("prefs", (name) => {
      if (name === "panel") this.update();
    });
  }

  /** Shows the list with this filter. */
  open(filter: Filter): void {
    if (filter !== this.filter) [this.most, this.count] = [step, Infinity];
    this.filter = filter;
    if (state.prefs.panel) this.update();
    else state.setPref("panel", true);
  }

  show(id: string): void {
    this.opened.add(id);
    const t = state.threads.get(id);
    this.open(t && filters[this.filter][1](t) ? this.filter : "all");
    const find = () => this.list.querySelector(`[data-thread="${CSS.escape(id)}"]`);
    while (!find() && this.rest.isConnected) this.extend();
    const item = find();
    item?.scrollIntoView({ block: "nearest" });
    item?.querySelector<HTMLElement>(".item-head")?.focus({ preventScroll: true });
  }

  /** Draws more items, when the reader comes near the last one. */
  private extend(): void {
    this.most += step;
    this.update();
  }

  private update(): void {
    if (!state.prefs.panel) return;
    const threads = [...state.threads.values()].filter((t) => t.target !== "response");
    this.drawFilters(threads);
    const fits = this.sorted(threads.filter(filters[this.filter][1]));
    if (this.filter === "findings") this.triage.draw();
    else this.triage.bar.hidden = true;
    if (this.list.scrollTop > 0) this.most += Math.max(0, fits.length - this.count); // items on the screen stay there
    this.count = fits.length;
    const parts: HTMLElement[] = [];
    let room = this.most;
    let left = 0;
    const put = <T>(title: string, all: readonly T[], draw: (one: T) => HTMLElement, note = "") => {
      const these = all.slice(0, room);
      room -= these.length;
      left += all.length - these.length;
      if (these.length === 0) return;
      if (title) parts.push(h("h3", {}, `${title} (${all.length})`));
      if (note) parts.push(h("p", { class: "muted" }, note));
      parts.push(...these.map(draw));
    };
    const item = (t: Thread) => this.item(t);
    put("Unreadable", state.damaged, (d) => h("p", { class: "muted" }, shown(`${d.path}: ${d.problem}`)));
    if (state.newer > 0) {
      const words = `${plural(state.newer, "thread")} not shown: written by a newer version of Consider. Upgrade Consider.`;
      parts.push(h("p", { class: "muted" }, words));
    }
    const asks = (t: Thread) => t.question !== undefined && isOpen(t);
    const here = (at: number) => fits.filter((t) => !asks(t) && !t.elsewhere && rank(t) === at);
    put("Questions for you", fits.filter(asks), item);
    put("Pending comments", this.drafts(), (d) => this.draft(d));
    put("Stale or orphaned", here(0), item, "The lines of these threads have changed or no longer exist.");
    put("Comments on the whole review", here(1), item);
    put(parts.length > 0 ? "In the code" : "", here(2), item);
    const elsewhere = fits.filter((t) => t.elsewhere && !asks(t));
    for (const name of new Set(elsewhere.map(worktreeOf).sort())) {
      const group = elsewhere.filter((t) => worktreeOf(t) === name);
      const agents = group.slice(0, 1).flatMap(listenersOf);
      put(name, group, item, agents.map((l) => `${shown(l.agent)} is running`).join("; "));
    }
    if (parts.length === 0) {
      parts.push(h("p", { class: "muted" }, emptyWords(this.filter, threads.length)));
      if (threads.length > 0) parts.push(this.all);
    }
    this.rest.textContent = `Show ${grouped(left)} more`;
    arrange(this.list, left > 0 ? [...parts, this.rest] : parts);
  }

  private sorted(threads: Thread[]): Thread[] {
    return threads.sort((a, b) => rank(a) - rank(b) || this.order(a) - this.order(b) || startOf(a) - startOf(b));
  }

  /** The filters with how many threads of this worktree they show. The list has no other filter that shows nothing. */
  private drawFilters(threads: Thread[]): void {
    const words = (name: Filter) => {
      const n = threads.filter((t) => !t.elsewhere && filters[name][1](t)).length;
      return `${filters[name][0]}${n > 0 ? ` ${grouped(n)}` : ""}`;
    };
    this.tabs.show(this.filter, words);
    const useful = others.filter((name) => name === this.filter || threads.some(filters[name][1]));
    const options = useful.map((name) => h("option", { value: name }, words(name)));
    refill(this.more, h("option", { value: "open" }, "Filter"), ...options);
    this.more.value = others.includes(this.filter) ? this.filter : "open";
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
    const element = old?.element ?? h("div", { class: "item", "data-thread": t.id });
    const head =
      element.querySelector<HTMLElement>(".item-head") ?? button([], () => this.press(t.id), { class: "item-head" });
    head.ariaExpanded = this.inDiff(t) ? null : String(this.opened.has(t.id));
    refill(head, ...this.headOf(t)); // the button stays: it may be pressed just now
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
    if (!had) box.addEventListener("change", () => this.triage.choose([t], box.checked));
    return box;
  }

  private inDiff(t: Thread): boolean {
    const place = state.placeOf(t);
    return (isWhole(t) && !t.elsewhere) || (place !== undefined && state.fileAt(place) !== undefined);
  }

  /** Goes to a thread in the diff, and opens or closes another one here. */
  private press(id: string): void {
    const t = state.threads.get(id);
    if (t && this.inDiff(t)) void this.go(t);
    else {
      if (!this.opened.delete(id)) this.opened.add(id);
      state.fresh.delete(id);
      this.update();
    }
  }

  private headOf(t: Thread): HTMLElement[] {
    const last = t.thread.at(-1);
    const badge = (word: string, kind = "quiet") => h("span", { class: `badge ${kind}` }, word);
    const lost = t.placement.anchorState !== "anchored";
    return [
      placeRow(t.placement.file ?? t.file, placeWords(t), [
        t.elsewhere && t.question && badge(worktreeOf(t)),
        ...statesOf(t).map((s) => badge(shown(s.word), s.badge || "quiet")),
      ]),
      h("span", { class: "item-body" }, shown(firstWords((isOpen(t) ? t.question : undefined)?.body ?? t.body))),
      h(
        "span",
        { class: "item-last muted" },
        last ? `${plural(t.thread.length, "reply", "replies")}, last by ${nameOf(last)}` : `by ${nameOf(t)}`,
        timeOf((last ?? t).createdAt),
        state.fresh.has(t.id) && badge("new", "new"),
        t.receipt && t.receipt.state !== "answered" && badge(valueOf(DELIVERIES, t.receipt.state).word),
        !this.inDiff(t) && !t.elsewhere && !lost && badge("not in this diff"),
      ),
    ];
  }

  /** The reader's comments that are not sent yet, in the order of the diff. */
  private drafts(): Draft[] {
    if (this.filter !== "open" && this.filter !== "all") return [];
    const comments = [...state.drafts.values()].filter((d) => d.kind === "line" || d.kind === "file");
    return comments.filter((d) => !isKept(d) || !state.drafts.has(openKey(d))).sort(byPlace);
  }

  /** The item of a pending comment: it goes there. One without lines in this diff can be read and deleted here. */
  private draft(d: Draft): HTMLElement {
    const { file: path = "", side = "new", lost } = d;
    const there = !lost && state.fileAt({ file: path, side }) !== undefined;
    const looks = JSON.stringify([d, there]);
    const old = this.items.get(d.key);
    if (old?.looks === looks) return old.element;
    const words = `${path.split("/").at(-1) ?? ""}${lost ? ", was" : ""} ${linesWords(d.startLine, d.endLine)}`;
    const why = there ? null : h("span", { class: "badge stale" }, lost ? "Stale" : "not in this diff");
    const body = there && !isKept(d) ? "Still being written" : shown(firstWords(d.body)); // that changes with each key
    const parts = [placeRow(path, shown(words), [why]), h("span", { class: "item-body" }, body)];
    if (!there && !isElsewhere(d)) parts.push(button("Delete", () => deleteDraft(d)));
    const head = there
      ? button(parts, () => this.go(state.drafts.get(d.key) ?? d), { class: "item-head" })
      : h("div", { class: "item-head" }, ...parts);
    const element = h("div", { class: "item" }, head);
    this.items.set(d.key, { looks, element });
    return element;
  }
}

/** The first row of an item: its file, the lines in it, and its states. */
function placeRow(path: string | undefined, words: string, states: Child[]): HTMLElement {
  const name = shown(path ?? "");
  const folder = h("span", { class: "in muted cut" }, name.slice(0, name.lastIndexOf("/") + 1));
  return h(
    "span",
    { class: "item-place", title: name || null },
    icon(path ? "file" : "comment"),
    words,
    folder,
    ...states,
  );
}

/** The order of the parts of the list: threads without lines, on the whole review, in the code. */
const rank = (t: Thread): number => (isWhole(t) ? 1 : t.placement.anchorState === "anchored" ? 2 : 0);

const startOf = (t: Thread): number => t.placement.startLine ?? 0;

function emptyWords(filter: Filter, all: number): string {
  if (all === 0) return "No comments yet. Click a line number to add one.";
  if (filter === "findings") return "No agent findings are waiting for you.";
  return filter === "open" ? "No open threads." : "No threads match this filter.";
}
