/** The turns of agents as comparisons to choose, and the report on the one that is shown. */
import { addressOf } from "./address";
import { button, fill, h, plural } from "../shared/dom";
import { valueOf, WRITERS } from "../shared/enums";
import { diffText } from "./markdown";
import { on, state, tell } from "./state";
import { shown } from "./text";
import type { TurnFile, TurnListOutput, TurnShowOutput, TurnView } from "./types";
import { verb } from "./verbs";

/** The turn that is compared; undefined if it is something else. */
const shownTurn = (): string | undefined =>
  state.rounds?.from.startsWith("t_") && state.rounds.from === state.rounds.to ? state.rounds.from : undefined;

const active = 60_000; // ms after the last report of a hook: an agent that was interrupted reports no end

export class Turns {
  readonly buttons = h("span", { class: "turns" });
  readonly report = h("section", { class: "turn", "aria-label": "Turn", hidden: true });

  private chosen: string | undefined;
  /** The agent whose turn is running; "" if none is, or several are. */
  running = "";
  /** Resolves when that is known for the shown diff. */
  known = Promise.resolve();

  constructor(private readonly show: (report: HTMLElement) => void) {
    on("boot", () => void (this.known = this.read()));
  }

  private async read(): Promise<void> {
    const { turns } = await verb<TurnListOutput>("turn list", {}).catch(() => ({ turns: [] }));
    const running = turns.filter((turn) => !turn.ended && Date.now() - Date.parse(turn.to) < active);
    this.running = running.length === 1 ? (running[0]?.agent ?? "") : "";
    const last = new Map<string, TurnView>();
    for (const turn of turns) if (!last.has(turn.agent)) last.set(turn.agent, turn);
    const id = shownTurn();
    fill(this.buttons, ...[...last.values()].slice(0, 3).map((turn) => this.button(turn, id)));
    this.report.hidden = id === undefined;
    if (id === undefined) return;
    const turn = await verb<TurnShowOutput>("turn show", { id }).catch(() => undefined);
    if (id !== shownTurn()) return;
    fill(this.report, ...(turn ? reportOf(turn) : []));
    if (this.chosen === id) this.show(this.report); // it is above the files, where the reader was before
    this.chosen = undefined;
  }

  private button({ id, agent, from, changed }: TurnView, chosen: string | undefined): HTMLElement {
    const title = `${new Date(from).toLocaleString()}, ${plural(changed, "changed file")}`;
    const attrs = { class: "small", title, "aria-pressed": String(id === chosen) };
    return button(`Last turn of ${shown(agent)}`, () => tell("compare", { from: (this.chosen = id), to: id }), attrs);
  }
}

function reportOf(turn: TurnShowOutput): HTMLElement[] {
  const isOwn = ({ by }: TurnFile) => by !== "you" && by !== "agent" && by !== "unseen";
  const parts: HTMLElement[] = [h("h2", {}, `Turn of ${shown(turn.agent)}`)];
  const note = (words: string) => parts.push(h("p", { class: "muted" }, words));
  if (!turn.started) note("Its prompt was not seen.");
  if (!turn.ended) note("It has not ended.");
  for (const { path, lines, patch } of turn.undone)
    parts.push(h("h3", { class: "bad" }, `Undid ${plural(lines, "line")} of yours in ${shown(path)}`), diffText(patch));
  if (turn.lacks) note(`Whether it undid ${plural(turn.lacks, "further edit")} of yours is not known.`);
  const list = (heading: string, belongs: (f: TurnFile) => boolean) => {
    const files = turn.files.filter(belongs);
    if (files.length > 0) parts.push(h("h3", {}, `${heading} (${files.length})`), h("ul", {}, ...files.map(fileRow)));
  };
  list("For threads", (f) => isOwn(f) && f.threads !== undefined);
  list("No thread asked for", (f) => isOwn(f) && f.threads === undefined);
  list("By others meanwhile", (f) => !isOwn(f));
  if (turn.files.length === 0) parts.push(h("p", {}, "No file changed."));
  return parts;
}

function fileRow(file: TurnFile): HTMLElement {
  const { word, says } = valueOf(WRITERS, file.by);
  const others = file.agents ? ` (${shown(file.agents.join(", "))})` : "";
  return h(
    "li",
    {},
    h("code", {}, shown(file.path)),
    h(
      "span",
      { class: "muted", title: says || null },
      ` ${word}${others}${file.status === "" ? ", as it was before" : ""} `,
    ),
    ...(file.threads ?? []).map((id) => h("a", { href: addressOf({ thread: id }) }, id)),
  );
}
