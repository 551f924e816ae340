/** The menu of comparisons: changes that git knows, branches, rounds, turns of agents, and any commit. */
import { ask } from "../shared/api";
import { button, fill, h, icon } from "../shared/dom";
import { on, state, tell, type Rounds } from "./state";
import { shown } from "./text";
import type { TurnListOutput } from "./types";
import { verb } from "./verbs";

interface Choice {
  label: string;
  note: string;
  rounds: Rounds | undefined;
}

const most = 50; // choices in sight; others are found by their names
const kinds = { head: "Uncommitted changes", staged: "Staged changes", unstaged: "Unstaged changes" } as const;

/** The query of a boot; "" for what the server was started for. */
export function queryOf(rounds: Rounds | undefined): string {
  return rounds ? `?${new URLSearchParams({ ...rounds }).toString()}` : "";
}

export function roundsOf(query: string): Rounds | undefined {
  const q = new URLSearchParams(query);
  const kind = (["head", "staged", "unstaged", "base"] as const).find((k) => k === q.get("kind"));
  const rounds = { ...(kind && { kind }), from: q.get("from") ?? "", to: q.get("to") ?? "" };
  return !kind && rounds.from === "" && rounds.to === "" ? undefined : rounds;
}

/** A name for a comparison that is not shown. */
export function scopeLabel(query: string): string {
  const { kind = "", from, to } = roundsOf(query) ?? { kind: state.boot.started, from: "", to: "" };
  if (kind in kinds) return kinds[kind as keyof typeof kinds];
  if (from.startsWith("t_")) return "Turn of an agent";
  if (to !== "") return `Changes up to ${shown(to)}`;
  return from === "" ? "Original comparison" : `Changes since ${shown(from)}`;
}

export class Scopes {
  readonly box = h("div", { class: "menu scopes", popover: "auto", role: "group", "aria-label": "Comparisons" });
  readonly button = h("button", { type: "button", class: "scope-button" });
  private readonly input = h("input", {
    type: "search",
    placeholder: "Find a branch, round or commit",
    "aria-label": "Find a branch, round or commit",
  });
  private readonly list = h("div", { class: "scope-list" });
  private choices: Choice[] = [];
  private missing: string[] = []; // kinds of choices that could not be read, with the reason

  constructor() {
    this.button.popoverTargetElement = this.box;
    this.box.append(this.input, this.list);
    this.input.addEventListener("input", () => this.draw());
    this.box.addEventListener("toggle", (e) => {
      if (e.newState === "open") void this.open();
    });
    this.box.addEventListener("keydown", (e) => this.press(e));
    on("boot", () => this.name());
  }

  private name(): void {
    const { scope, head } = state.boot;
    const plain = head ? `Uncommitted changes against ${head.slice(0, 8)}` : kinds.head;
    const label = scope.label ? scope.label.charAt(0).toUpperCase() + scope.label.slice(1) : plain;
    const none = state.boot.state === "no_git";
    const text = none ? "Choose a round" : shown(label);
    fill(this.button, h("span", { class: "cut" }, text), icon("chevron"));
    this.button.title = `${text}\nChoose what to compare`; // the bar may have no room for all of it
    this.button.hidden = none && !state.boot.checkpoints?.length;
  }

  private async open(): Promise<void> {
    const { left, bottom } = this.button.getBoundingClientRect();
    this.box.style.left = `${Math.max(8, Math.min(left, innerWidth - this.box.offsetWidth - 8))}px`;
    this.box.style.top = `${bottom + 4}px`;
    this.input.value = "";
    this.input.focus();
    this.missing = [];
    this.collect([], []);
    const missing = (what: string) => (error: Error) => {
      this.missing.push(`${what} could not be read: ${error.message}`);
      return { branches: [], turns: [] };
    };
    const [{ branches }, { turns }] = await Promise.all([
      ask<{ branches: string[] }>("GET", "/api/branches").catch(missing("Branches")),
      verb<TurnListOutput>("turn list", {}).catch(missing("Turns")),
    ]);
    this.collect(branches, turns);
  }

  private collect(branches: string[], turns: TurnListOutput["turns"]): void {
    const { checkpoints, branch, head, started } = state.boot;
    const git = !!branch || !!head;
    const known = git ? (["head", "staged", "unstaged"] as const) : [];
    const since = (from: string, note: string, kind?: "base"): Choice => ({
      label: `Changes since ${shown(from)}`,
      note,
      rounds: { ...(kind && { kind }), from, to: "" },
    });
    this.choices = [
      ...(started === "head" ? [] : [{ label: "Original comparison", note: "", rounds: undefined }]),
      ...known.map((kind) => ({
        label: kinds[kind],
        note: "",
        rounds: kind === started ? undefined : { kind, from: "", to: "" },
      })),
      ...branches.filter((name) => name !== branch).map((name) => since(name, "branch", "base")),
      ...[...(checkpoints ?? [])].reverse().map(({ name, createdAt }) => since(name, ended(createdAt))),
      ...turns.map(({ id, agent, from }) => ({
        label: `Turn of ${shown(agent)}`,
        note: ended(from),
        rounds: { from: id, to: id },
      })),
    ];
    this.draw();
  }

  private draw(): void {
    const text = this.input.value.trim();
    const found = this.choices.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
    const isExact = ({ rounds }: Choice) => rounds?.from === text;
    found.sort((a, b) => Number(isExact(b)) - Number(isExact(a))); // Enter takes the first
    const git = !!state.boot.branch || !!state.boot.head;
    if (text !== "" && git && !this.choices.some(isExact)) {
      found.push({ label: `Changes since ${text}`, note: "commit", rounds: { kind: "base", from: text, to: "" } });
    }
    const focused = [...this.list.children].findIndex((item) => item === document.activeElement);
    fill(this.list, ...found.slice(0, most).map((choice) => this.item(choice)));
    if (found.length > most) this.list.append(h("p", { class: "muted" }, `${found.length - most} more: type to find`));
    if (found.length === 0) this.list.append(h("p", { class: "muted" }, "Nothing matches."));
    this.list.append(...this.missing.map((text) => h("p", { class: "muted", role: "status" }, text)));
    if (focused >= 0) this.list.querySelectorAll("button")[focused]?.focus();
  }

  private item({ label, note, rounds }: Choice): HTMLElement {
    const go = () => {
      this.box.hidePopover();
      tell("compare", rounds);
    };
    const attrs = { class: "scope-choice", "aria-current": queryOf(rounds) === queryOf(state.rounds) ? "true" : null };
    return button([h("span", {}, label), h("span", { class: "muted" }, note)], go, attrs);
  }

  private press(e: KeyboardEvent): void {
    e.stopPropagation(); // the page's keys do not act here; Escape closes the menu
    const all = [this.input, ...this.list.querySelectorAll("button")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step) all[all.indexOf(document.activeElement as HTMLButtonElement) + step]?.focus();
    else if (e.key === "Enter" && e.target === this.input) all[1]?.click();
    else return;
    e.preventDefault();
  }
}

const ended = (at: string): string => new Date(at).toLocaleString();
