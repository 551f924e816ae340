/** The page: a response with its marks, the ways to other responses, and the feedback for the agent. */
import { Again } from "../shared/again";
import { verb, words } from "../shared/api";
import { topBar } from "../shared/bar";
import { blankOf } from "../shared/blank";
import { button, fill, h, icon, refill, timeOf } from "../shared/dom";
import { nodesOf } from "../shared/inert";
import { Keys, type Key } from "../shared/keys";
import { markdownOf } from "../shared/markdown";
import { markOdd, shown } from "../shared/odd";
import { pages, projectName } from "../shared/pages";
import { Beside } from "./beside";
import type { Host } from "./host";
import { List } from "./list";
import { statusOf } from "./status";
import { placeOf } from "./find";
import { draw, keepingSelection, overlaps, quoteOf, selected } from "./text";
import { Toolbar } from "./toolbar";
import type { Answer, Feedback, Listed, Marked, MarkKind, Stretch } from "./types";

const most = 5; // responses that are shown

const nothing: Record<string, string> = {
  connected: "The agent has not responded yet.",
  watching: "No agent has run in this project yet. Agent responses will appear here.",
};
const noAgent = "No agent conversations found on this machine. Start a coding agent in this project.";

export class Page {
  private readonly status = h("div", { class: "status", role: "status" });
  private readonly nav = h("nav", { class: "history", "aria-label": "Responses" });
  private readonly head = h("div", { class: "head" });
  private readonly article = h("article", {
    class: "answer markdown",
    tabindex: 0,
    "aria-label": "The agent's response",
  });
  private readonly empty = h("div", {});
  private readonly said = h("div", { class: "said", role: "status", "aria-live": "polite" });
  private readonly auto = h("input", { type: "checkbox", id: "auto" });
  private readonly copyButton = button([icon("copy"), "Copy feedback"], () => this.copy(true), { class: "copy small" });
  private readonly beside = new Beside(this.article, (index) => this.go(index));
  private readonly toolbar = new Toolbar(this.article, {
    mark: (kind, stretch) => void this.mark(kind, stretch),
    clear: (stretch) => void this.clear(stretch),
    marked: (stretch) => this.touched(stretch).length > 0,
  });
  private readonly list = new List(this.article, {
    remove: (id) => void this.change(() => verb("responses unmark", { ids: [id] })),
    note: (id, message) => void this.change(() => verb("edit", { id, message })),
  });
  private readonly keys = new Keys(this.keyTable());

  private listed: Listed | undefined;
  private answers: Answer[] = [];
  private shown: string; // id of the response, "" for the newest
  private drawn = ""; // the content of the article
  private marked = ""; // the marks in it, and in the preview of the feedback
  private readonly reading = new Again(() => this.read());

  constructor(private readonly host: Host) {
    this.shown = host.place;
  }

  start(): void {
    const auto = h("label", { for: "auto" }, this.auto, "Copy automatically");
    this.beside.feedback.append(h("div", { class: "copying" }, this.copyButton, auto), this.said);
    const { roomy } = this.host;
    const { element, reach } = topBar({
      what: roomy ? [projectName("responses")] : [],
      pages: roomy && pages("/responses").element,
      tools: [this.status, this.nav],
      help: () => this.keys.help(),
    });
    document.body.replaceChildren(
      element,
      h(
        "div",
        { class: "columns" },
        roomy && this.beside.outline,
        h("main", {}, this.head, this.article, this.empty, this.list.element),
        this.beside.feedback,
      ),
      this.toolbar.element,
    );
    this.auto.addEventListener("change", () => {
      this.host.setAutoCopy(this.auto.checked);
      if (this.auto.checked) void this.copy(false);
    });
    this.draw();
    this.host.start({
      changed: () => void this.reading.now(),
      settings: () => this.draw(),
      reach,
    });
  }

  /** Reads the responses. */
  private async read(): Promise<void> {
    try {
      this.take(await verb<Listed>("responses list", { spans: true, max: most }));
    } catch (error) {
      this.say(words(error), "bad");
    }
  }

  private take(listed: Listed): void {
    const was = this.current;
    this.listed = listed;
    this.answers = listed.responses;
    // A new response does not replace one that the reader is working on.
    if (was && this.shown === "" && this.answers[0]?.id !== was.id && this.busy(was)) this.shown = was.id;
    if (this.shown !== "" && !this.answers.some((a) => a.id === this.shown)) this.shown = "";
    this.draw();
  }

  private busy(answer: Answer): boolean {
    // A reader who has gone to the terminal to paste is waiting for the next response.
    const here = document.hasFocus() && answer.marks.some((m) => m.workflowState !== "resolved");
    return here || this.toolbar.open || this.list.editing;
  }

  private get current(): Answer | undefined {
    return this.answers.find((a) => a.id === this.shown) ?? this.answers[0];
  }

  private get index(): number {
    return this.current ? this.answers.indexOf(this.current) : 0;
  }

  private go(index: number): void {
    const to = this.answers[index];
    if (!to) return;
    this.shown = index === 0 ? "" : to.id;
    this.host.keep(this.shown);
    getSelection()?.removeAllRanges();
    this.say("");
    this.draw();
    scrollTo(0, 0);
  }

  private draw(): void {
    const answer = this.current;
    refill(this.status, ...statusOf(this.listed));
    this.drawNav();
    this.auto.checked = this.host.autoCopy;
    this.article.hidden = this.head.hidden = !answer;
    this.empty.hidden = !!answer;
    this.copyButton.disabled = !answer?.marks.some((m) => m.workflowState !== "resolved");
    if (!answer) {
      this.drawn = this.marked = "";
      this.list.draw([], "");
      const why = this.listed && (nothing[this.listed.state] ?? noAgent);
      fill(this.empty, why && blankOf("", "No responses yet", [why]));
      return;
    }
    fill(this.head, h("strong", {}, shown(answer.agent)), " ", timeOf(answer.at));
    const content = `${answer.id}\n${answer.text}`;
    if (this.drawn !== content) {
      this.article.replaceChildren(...nodesOf(markdownOf(answer.text)));
      markOdd(this.article, (c) => c); // the text keeps its length, because marks are placed in it
      this.drawn = content;
      this.marked = "";
    }
    const marked = JSON.stringify(
      answer.marks.map((m) => [m.id, m.mark, m.note, placeOf(m, this.article.textContent)]),
    );
    if (this.marked !== marked) {
      keepingSelection(this.article, () => draw(this.article, answer.marks));
      this.marked = marked;
      if (this.host.roomy) this.preview(answer.id);
    }
    this.list.draw(answer.marks, this.article.textContent);
    if (this.host.roomy) this.beside.draw(this.answers, this.index);
  }

  private preview(id: string): void {
    void verb<Feedback>("responses feedback", { id }).then(
      ({ text }) => this.beside.show(text),
      () => undefined, // copying reports the error
    );
  }

  private drawNav(): void {
    const n = this.answers.length;
    this.nav.hidden = n < 2;
    const step = (label: string, text: string, to: number): HTMLButtonElement => {
      const go = () => {
        this.go(to);
        this.nav.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.focus();
      };
      return button(text, go, { "aria-label": label, title: label, disabled: to < 0 || to >= n });
    };
    const fresh = this.shown !== "" && this.index > 0 ? step("Newest response", "Newest", 0) : null;
    refill(
      this.nav,
      step("Newer response", "‹", this.index - 1),
      h("span", {}, `${this.index + 1} of ${n}`),
      step("Older response", "›", this.index + 1),
      fresh,
    );
  }

  private touched(stretch: Stretch): string[] {
    const text = this.article.textContent;
    const hit = (this.current?.marks ?? []).filter((m) => {
      const place = placeOf(m, text);
      return place && overlaps(place, stretch);
    });
    return hit.map((m) => m.id);
  }

  private async mark(kind: MarkKind, stretch: Stretch): Promise<void> {
    const answer = this.current;
    if (!answer) return;
    const { quote, ...around } = quoteOf(this.article.textContent, stretch);
    await this.change(async () => {
      const out = await verb<Marked>("responses mark", { id: answer.id, [kind]: quote, ...around });
      answer.marks = out.response.marks;
      this.letGo(stretch);
    });
  }

  private async clear(stretch: Stretch): Promise<void> {
    const ids = this.touched(stretch);
    if (ids.length === 0) return;
    await this.change(async () => {
      await verb("responses unmark", { ids });
      this.letGo(stretch);
    });
  }

  /** Removes the selection that was just used, unless the reader has made another one meanwhile. */
  private letGo(stretch: Stretch): void {
    const now = selected(this.article);
    if (now?.start === stretch.start && now.end === stretch.end) getSelection()?.removeAllRanges();
  }

  /** Changes marks, shows them, and copies the new feedback. */
  private async change(does: () => Promise<unknown>): Promise<void> {
    try {
      await does();
      this.draw();
      await this.reading.now();
      if (this.host.autoCopy) await this.copy(false);
    } catch (error) {
      this.say(words(error), "bad");
      void this.reading.now();
    }
  }

  private async copy(asked: boolean): Promise<void> {
    const answer = this.current;
    if (!answer) return;
    try {
      const { text } = await verb<Feedback>("responses feedback", { id: answer.id });
      if (text === "") this.say(asked ? "No marks to copy." : "");
      else if (await this.host.copy(text)) this.say("Feedback copied. Paste it into the agent's chat.", "good");
      else this.say("Could not copy to the clipboard. Press “Copy feedback” to try again.", "bad");
    } catch (error) {
      this.say(words(error), "bad");
    }
  }

  private say(words: string, how: "good" | "bad" | "" = ""): void {
    this.said.className = `said ${how}`;
    this.said.textContent = words;
  }

  private keyTable(): Record<string, Key[]> {
    // While text is selected, the arrows belong to the selection.
    const go = (by: 1 | -1) => getSelection()?.isCollapsed !== false && this.go(this.index + by);
    return {
      Mark: this.toolbar.keys(),
      Go: [["ArrowLeft,ArrowRight", "newer or older response", (by) => go(by > 0 ? -1 : 1)]],
    };
  }
}
