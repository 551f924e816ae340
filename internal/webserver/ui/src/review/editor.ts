/** The form for comments: Write and Preview, suggestions, saved as it is typed. */
import { words } from "../shared/api";
import { add, button, fill, h, plural } from "../shared/dom";
import { inVSCode } from "../shared/host";
import { accepted, imagesOf, keep } from "./images";
import { markdown } from "./markdown";
import { question } from "./say";
import type { Draft } from "./types";

export interface Action {
  label: string;
  /** Resolves when it is done. If it fails, the form stays with its text. */
  run: (body: string) => Promise<void> | void;
  primary?: boolean;
  /** Also enabled without text. */
  empty?: boolean;
  title?: string;
}

export interface EditorOptions {
  draft: Draft;
  label: string;
  placeholder: string;
  actions: Action[];
  /** Closes the form; without it there is no Cancel. */
  close?: () => void;
  /** The text before. */
  before?: string;
  /** That text as it is now: another browser may have changed it. */
  now?: () => string | undefined;
  /** The lines that a suggestion would replace. */
  original?: () => string[] | undefined;
  hint?: string;
  /** Shown between the text and the buttons. */
  extra?: HTMLElement;
}

/** Where the forms of a page keep their text. */
export interface Keeper {
  body: (key: string) => string | undefined;
  save: (draft: Draft, now: boolean) => void;
  drop: (key: string) => void;
}

let keeper: Keeper;

export function keepBy(drafts: Keeper): void {
  keeper = drafts;
}

let serial = 0;

export class Editor {
  readonly element: HTMLElement;
  readonly area: HTMLTextAreaElement;
  private readonly preview = h("div", { class: "preview", hidden: true });
  private readonly ask = h("div", { class: "discard", role: "alertdialog", "aria-label": "Discard?", hidden: true });
  private readonly problem = h("div", { class: "problem", role: "alert" });
  private readonly buttons = new Map<Action, HTMLButtonElement>();
  private tabs: HTMLButtonElement[] = [];
  private readonly images = !inVSCode(); // its views have no store for them
  /** Images that are being uploaded; nothing is sent until they are stored. */
  private coming = 0;
  /** The text is being sent: it is sent once, and text that is typed now would be lost with the form. */
  running = false;
  /** The text is among the drafts; once it is not, another tab has sent or discarded it. */
  private known: boolean;

  constructor(readonly options: EditorOptions) {
    const id = `editor-${++serial}`;
    const { placeholder, extra } = options;
    this.known = keeper.body(options.draft.key) !== undefined;
    this.area = h("textarea", { id, placeholder, rows: 4, spellcheck: "true", autocomplete: "off" });
    this.area.value = options.draft.body;
    this.area.addEventListener("input", () => {
      this.save();
      this.grow();
    });
    this.element = h("div", { class: "editor", role: "group" });
    this.label = options.label;
    add(this.element, this.bar(), this.area, this.preview, this.problem, this.ask, extra, this.foot());
    this.element.addEventListener("keydown", (event) => this.key(event));
    if (this.images) this.takeImages();
    this.enable();
  }

  get draft(): Draft {
    return { ...this.options.draft, body: this.area.value };
  }

  get body(): string {
    return this.area.value;
  }

  set body(text: string) {
    this.area.value = text;
    this.enable();
  }

  /** Shows what another tab wrote in this form. False when another tab sent its words, or discarded them. */
  update(): boolean {
    const body = keeper.body(this.options.draft.key);
    if (this.running) return true;
    if (body === undefined) return !this.known || this.body.trim() === "";
    this.known = true;
    if (body === this.body) return true;
    const { selectionStart, selectionEnd } = this.area;
    this.body = body;
    if (document.activeElement === this.area) this.area.setSelectionRange(selectionStart, selectionEnd);
    return true;
  }

  set label(words: string) {
    for (const e of [this.element, this.area]) e.setAttribute("aria-label", words);
  }

  focus(): void {
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(this.area.value.length, this.area.value.length);
    this.grow();
  }

  private save(now = false): void {
    keeper.save(this.draft, now);
    this.known = keeper.body(this.options.draft.key) !== undefined;
    this.enable();
  }

  private enable(): void {
    for (const [action, button] of this.buttons) button.disabled = !this.can(action);
  }

  private can(action: Action): boolean {
    return !this.running && this.coming === 0 && (this.body.trim() !== "" || !!action.empty);
  }

  private grow(): void {
    this.area.style.height = "auto";
    this.area.style.height = `${Math.min(Math.max(this.area.scrollHeight + 2, 92), 480)}px`;
  }

  private bar(): HTMLElement {
    const tab = (label: string, preview: boolean) =>
      button(label, () => this.show(preview), { role: "tab", class: "tab", "aria-selected": String(!preview) });
    this.tabs = [tab("Write", false), tab("Preview", true)];
    const bar = h("div", { class: "editor-bar" }, h("div", { role: "tablist", class: "tabs" }, ...this.tabs));
    const file = h("input", { type: "file", accept: accepted, multiple: true, hidden: true, "aria-label": "Images" });
    file.addEventListener("change", () => {
      void this.addImages([...(file.files ?? [])]);
      file.value = "";
    });
    const small = (words: string, title: string, run: () => void) => button(words, run, { class: "small", title });
    if (this.images)
      bar.append(
        file,
        small("Image", "Add images, or paste or drop them", () => file.click()),
      );
    if (this.options.original)
      bar.append(small("± Suggestion", "Suggest a change to these lines", () => this.suggest()));
    return bar;
  }

  /** Accepts pasted and dropped images. If text is pasted with an image, as from a spreadsheet, the text wins. */
  private takeImages(): void {
    this.area.addEventListener("paste", (event) => {
      const images = imagesOf(event.clipboardData);
      if (images.length === 0 || event.clipboardData?.types.includes("text/plain")) return;
      event.preventDefault();
      void this.addImages(images);
    });
    this.area.addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    this.area.addEventListener("drop", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault(); // the browser would leave the page and open the file
      const images = imagesOf(event.dataTransfer);
      if (images.length === 0) this.problem.textContent = "Only images can be dropped here.";
      else void this.addImages(images);
    });
  }

  private async addImages(files: File[]): Promise<void> {
    this.problem.textContent = "";
    for (const file of files) {
      this.coming++;
      this.enable();
      try {
        const words = await keep(file);
        const { selectionStart: at, selectionEnd: end, value } = this.area;
        const lead = at > 0 && !/\s/.test(value[at - 1] ?? "") ? "\n" : "";
        this.area.setRangeText(`${lead}${words}\n`, at, end, "end");
      } catch (error) {
        this.problem.textContent = `Image not added: ${words(error)}`;
      }
      this.coming--;
      this.save(true);
      this.grow();
    }
  }

  private show(preview: boolean): void {
    this.tabs[0]?.setAttribute("aria-selected", String(!preview));
    this.tabs[1]?.setAttribute("aria-selected", String(preview));
    this.area.hidden = preview;
    this.preview.hidden = !preview;
    if (!preview) {
      this.focus();
      return;
    }
    const text = this.area.value.trim();
    fill(
      this.preview,
      text === ""
        ? h("p", { class: "muted" }, "Nothing to preview.")
        : markdown(this.area.value, () => this.options.original?.()),
    );
  }

  /** Puts the lines into a suggestion, with a fence that is longer than any in them. */
  private suggest(): void {
    const lines = this.options.original?.() ?? [];
    const fences = lines.flatMap((l) => /^\s*(`{3,})/.exec(l)?.[1]?.length ?? []);
    const fence = "`".repeat(Math.max(2, ...fences) + 1);
    const text = `${fence}suggestion\n${lines.join("\n")}\n${fence}\n`;
    const { selectionStart: at, value } = this.area;
    const lead = at > 0 && value[at - 1] !== "\n" ? "\n" : "";
    this.show(false);
    this.area.setRangeText(lead + text, at, at, "end");
    const inside = at + lead.length + fence.length + "suggestion\n".length;
    this.area.setSelectionRange(inside, inside + lines.join("\n").length);
    this.save();
    this.grow();
  }

  private foot(): HTMLElement {
    const { actions, close, hint = `Markdown${this.images ? " and images" : ""}. Saved as you type.` } = this.options;
    for (const action of actions) {
      const { label, primary, title } = action;
      const made = button(label, () => this.run(action), { class: primary ? "primary" : "", title });
      this.buttons.set(action, made);
    }
    return h(
      "div",
      { class: "editor-foot" },
      h("span", { class: "muted hint" }, hint),
      h("span", { class: "grow" }),
      close && button("Cancel", () => this.cancel()),
      ...this.buttons.values(),
    );
  }

  private key(event: KeyboardEvent): void {
    const sends = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (!sends && (event.key !== "Escape" || !this.options.close)) return;
    event.preventDefault();
    event.stopPropagation();
    const action = this.options.actions.find((a) => !!a.primary !== event.shiftKey);
    if (!sends) void this.cancel();
    else if (action) void this.run(action);
  }

  private async run(action: Action): Promise<void> {
    if (!this.can(action) || this.overtaken()) return;
    this.running = this.area.readOnly = true;
    this.problem.textContent = "";
    this.save(true);
    try {
      await action.run(this.area.value);
    } catch (error) {
      if (!this.overtaken()) this.problem.textContent = `Not saved: ${words(error)}. Your text is kept.`;
    }
    this.running = this.area.readOnly = false;
    this.enable();
  }

  /** Shows, once, what another browser saved since this text was begun. */
  private overtaken(): boolean {
    const { before, now = () => before } = this.options;
    const text = now();
    if (before === undefined || text === undefined || text === before || text === this.body) return false;
    this.options.before = text;
    this.problem.textContent = `Not saved: the text has changed in the meantime. Current text: ${text}\nSave again to replace it.`;
    return true;
  }

  private async cancel(): Promise<void> {
    const before = this.options.before ?? "";
    if (this.area.value.trim() !== "" && this.area.value !== before) {
      const n = this.area.value.trim().split(/\s+/).length;
      const words = before === "" ? `Discard ${plural(n, "word")}?` : "Discard your changes?";
      if (!(await question(this.ask, words, "Discard", "Keep writing"))) {
        this.area.focus();
        return;
      }
    }
    this.drop();
    this.options.close?.();
  }

  /** Deletes the kept text: it was sent or discarded. */
  drop(): void {
    this.known = false;
    keeper.drop(this.options.draft.key);
  }
}
