/**
 * The rounds as points on a line: the reader chooses two, and sees the changes between them. In a narrow window they are
 * folded.
 */
import { button, h, refill } from "../shared/dom";
import { narrow, on, state, tell } from "./state";
import { shown } from "./text";

interface Point {
  /** The checkpoint; "" for the ends of the line. */
  name: string;
  label: string;
  title: string;
}

const most = 12; // points; the menu of scopes has all

export class RoundsBar {
  readonly element = h("nav", { class: "bar rounds", "aria-label": "Rounds", hidden: true });
  private readonly line = h("ol", { class: "rounds-line" });
  private readonly hint = h("span", { class: "muted", role: "status" });
  private readonly all = button("All changes", () => this.choose(0, this.points().length - 1), { class: "small" });
  /** The first of the two, until the second one is chosen. */
  private first: number | undefined;

  constructor(private readonly turns: HTMLElement) {
    const label = h("span", { class: "muted wide" }, "Compare");
    const row = h("div", {}, label, this.line, this.hint, this.all, turns);
    const fold = h("details", { open: !narrow.matches }, h("summary", {}, "Compare rounds"), row);
    narrow.addEventListener("change", () => (fold.open = !narrow.matches));
    this.element.append(fold);
    new MutationObserver(() => this.draw()).observe(turns, { childList: true });
    this.element.addEventListener("keydown", (e) => {
      if (e.key !== "Escape" || this.first === undefined) return;
      e.stopPropagation();
      this.first = undefined;
      this.draw();
    });
    on("boot", () => this.draw());
  }

  private points(): Point[] {
    const { checkpoints, head } = state.boot;
    const rounds = (checkpoints ?? []).slice(-most).map(({ name, createdAt }) => ({
      name,
      label: shown(name),
      title: `Ended ${new Date(createdAt).toLocaleString()}`,
    }));
    const begin = { name: "", label: head ? "HEAD" : "Start", title: "Base of this review" };
    return [begin, ...rounds, { name: "", label: "Now", title: "Current files" }];
  }

  private draw(): void {
    const points = this.points();
    const { kind } = state.boot.scope;
    const known = kind === "head" || kind === "since" || kind === "rounds";
    this.line.hidden = points.length < 3 && !state.rounds;
    this.element.hidden = (points.length < 3 && this.turns.childElementCount === 0) || !(known || state.rounds);
    if (this.element.hidden) return;
    const focused = [...this.line.querySelectorAll("button")].indexOf(document.activeElement as HTMLButtonElement);
    const [a, b] = this.ends(points);
    const drawn = refill(
      this.line,
      ...points.map((p, i) => {
        const pressed = this.first === undefined ? i === a || i === b : i === this.first;
        const between = this.first === undefined && i > a && i <= b;
        const point = button(p.label, () => this.press(i), { title: p.title, "aria-pressed": String(pressed) });
        return h("li", { class: between ? "between" : "" }, point);
      }),
    );
    if (drawn) this.line.querySelectorAll("button")[focused]?.focus();
    this.hint.textContent = this.first === undefined ? "" : "Choose what to compare with";
    this.all.hidden = !state.rounds && this.first === undefined;
  }

  /** The points that are compared now. */
  private ends(points: Point[]): [number, number] {
    if (state.rounds?.kind) return [-1, -1];
    const at = (name: string, other: number) => (name === "" ? other : points.findIndex((p) => p.name === name));
    const since = state.boot.scope.kind === "since" ? (state.boot.scope.from ?? "") : "";
    return [at(state.rounds?.from ?? since, 0), at(state.rounds?.to ?? "", points.length - 1)];
  }

  private press(i: number): void {
    const { first } = this;
    this.first = first === undefined ? i : undefined;
    if (first === undefined || first === i) this.draw();
    else this.choose(Math.min(first, i), Math.max(first, i));
  }

  private choose(a: number, b: number): void {
    this.first = undefined;
    const rounds = { from: this.points()[a]?.name ?? "", to: this.points()[b]?.name ?? "" };
    tell("compare", rounds.from === "" && rounds.to === "" ? undefined : rounds);
  }
}
