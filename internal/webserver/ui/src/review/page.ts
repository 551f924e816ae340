/** Puts the parts of the page together. */
import { ask, Refused, words } from "../shared/api";
import { arrange, fill, h, idle, quiet } from "../shared/dom";
import type { Keys } from "../shared/keys";
import { isWhole } from "../shared/threadWords";
import { Addresses } from "./address";
import { BackupBar } from "./backup";
import { Batch } from "./batch";
import { blank } from "./blank";
import { Comments } from "./comments";
import { allDrafts, flushAll, followTabs, openKey, readDrafts, takeDrafts } from "./drafts";
import { belowHead, Files } from "./files";
import { GoneBar } from "./gone";
import { keepHeld, keepStill, watchSize } from "./held";
import { keysOf } from "./keytable";
import { Live } from "./live";
import { busyFor, Newer } from "./newer";
import { tellOfQuestions } from "./notice";
import { Panel } from "./panel";
import { Place } from "./place";
import { QuestionBar } from "./question";
import { readFolds } from "./folds";
import { announce, failed, sayParts, toast } from "./say";
import { RoundsBar } from "./rounds";
import { Route } from "./route";
import { queryOf, roundsOf } from "./scopes";
import { Turns } from "./turn";
import { Search } from "./search";
import { Select } from "./select";
import { narrow, on, state, tell, type Address, type Rounds } from "./state";
import { Submit } from "./submit";
import { nothing, readThreads, takeThreads, threadsOf } from "./threads";
import { watchBars } from "./top";
import { TopBar } from "./topbar";
import { shown } from "./text";
import { Tree } from "./tree";
import { about } from "./verbs";
import type { Boot, ChangedFile, Draft, FileLeft, Place as Lines, Side, Thread } from "./types";
import { whereOf } from "./where";

/** Why a new diff is shown: files changed, the page itself has changed them, or the reader chose another comparison. */
type Why = "follows" | "own" | "chosen";

export class Page {
  readonly comments = new Comments();
  readonly files = new Files(this.comments);
  readonly select = new Select(this.files, this.comments);
  readonly tree = new Tree((file) => this.goToFile(file, true));
  readonly panel = new Panel(this.comments, (to) => ("key" in to ? this.goToDraft(to) : this.goToThread(to)));
  readonly submit = new Submit(this.comments);
  readonly top: TopBar = new TopBar({
    review: () => this.submit.open(),
    help: () => this.keys.help(),
  });
  readonly search = new Search({
    line: (file, side, line) => this.goToLine(file, side, line),
    thread: (t) => this.goToThread(t),
  });
  readonly addresses = new Addresses((to) => this.follow(to));
  readonly turns = new Turns((report) => this.files.scrollTo(report));
  readonly route = new Route((t) => this.goToThread(t));
  readonly keys: Keys = keysOf(this);
  private booted = Promise.resolve(true);
  private readonly newer = new Newer(this);
  private left = ""; // the snapshot that the page showed before
  private readonly note = h("div", { class: "bar", role: "status", hidden: true });
  private readonly whole = h("section", { class: "whole", "aria-label": "The whole review", hidden: true });
  private readonly wholeTitle = h("h2", {}, "Comments on the whole review");
  private readonly main = h("main", { class: "main", id: "main", tabindex: -1 });

  constructor() {
    this.comments.files = this.files;
    tellOfQuestions((t) => void this.goToThread(t));
    on("link", (to) => void this.addresses.copy(to));
    on("written", () => void this.reboot(undefined, "own"));
    on("compare", (rounds) => void this.compare(rounds, "chosen"));
  }

  start(): void {
    state.fit();
    narrow.addEventListener("change", () => {
      state.fit();
      tell("prefs", "panel");
    });
    this.main.append(this.turns.report, this.whole, this.files.element);
    const bars = h(
      "div",
      { class: "bars" },
      new RoundsBar(this.turns.buttons).element,
      new QuestionBar((t) => void this.goToThread(t)).element,
      this.route.element,
      this.search.element,
      new GoneBar(() => this.submit.asText()).element,
      new BackupBar().element,
      this.note,
      this.newer.element,
      new Batch().element,
      this.submit.done,
    );
    watchBars(this.top.element, bars);
    watchSize(bars);
    watchSize(this.main);
    document.body.replaceChildren(
      h("a", { class: "skip", href: "#main" }, "Skip to the diff"),
      this.top.element,
      bars,
      h("div", { class: "columns" }, this.tree.element, this.main, this.panel.element),
      ...sayParts(),
    );
    tell("backup", state.boot.backup);
    this.looks();
    on("prefs", (name) => {
      this.looks();
      if (name === "view" || name === "wrap" || name === "space") this.files.redraw(name === "space");
      if (name === "order") this.arrange();
      if (name === "fold") this.files.refold();
    });
    on("folds", () => {
      if (state.prefs.order === "read") this.arrange(); // now it is known what is mechanical
      this.files.refold();
    });
    on("threads", () => this.drawWhole());
    this.show();
    requestAnimationFrame(() => idle(() => this.later()));
  }

  /** Loads what can wait until the first rows are on the screen. */
  private later(): void {
    this.readMarks();
    if (state.boot.cursor !== "") {
      void readThreads()
        .then(() => {
          if (state.prefs.order === "threads") this.arrange(); // now it is known which files have threads
        })
        .catch((e: unknown) => failed("Could not load the threads", e));
    } else {
      takeThreads(nothing);
      tell("threads", undefined);
    }
    followTabs();
    void readDrafts().catch((e: unknown) => failed("Could not load your pending comments", e));
    new Live({
      changed: () => this.reread(),
      viewed: () => void this.readViewed(),
      sent: (keys) => void this.submit.heard(keys),
      files: (snapshot, failed) => this.newer.told(snapshot, failed),
      drafts: () => void readDrafts().catch(() => undefined),
    });
    const mark = quiet(100, () => this.tree.mark(this.files.current()?.file));
    window.addEventListener("scroll", mark, { passive: true });
    mark();
    const place = new Place(this.files);
    if (!this.addresses.start(place.reloaded())) place.restore();
    const keep = quiet(250, () => place.keep());
    window.addEventListener("scroll", keep, { passive: true });
    window.addEventListener("pagehide", () => void flushAll());
    document.addEventListener("focusin", (e) => this.looked(e.target as Element));
    document.addEventListener("click", (e) => this.looked(e.target as Element));
  }

  /** Reads what was viewed, and then what is folded. Without the latter, all is shown. */
  private readMarks(): void {
    void this.readViewed()
      .then(readFolds)
      .catch(() => undefined);
  }

  private async readViewed(): Promise<void> {
    const { snapshot } = state.boot;
    try {
      let stored: Promise<void>;
      let answer: { viewed?: string[] | null; left?: Record<string, FileLeft> | null };
      do {
        ({ stored } = this.files);
        await stored;
        answer = await ask("GET", about("/api/viewed"));
      } while (stored !== this.files.stored); // the answer is older than a mark set here
      if (snapshot !== state.boot.snapshot) return; // it counts the hunks of another diff
      state.left = new Map(Object.entries(answer.left ?? {}));
      const before = state.viewed;
      state.viewed = new Set(answer.viewed ?? []);
      keepStill();
      for (const view of this.files.made()) {
        const yes = state.viewed.has(view.file.hash);
        // A file with an open form stays open.
        if (yes !== before.has(view.file.hash) && !view.writing) view.setOpen(!yes);
        view.folding.refold();
        view.markSince();
      }
      this.files.resize();
      tell("viewed", undefined);
    } catch (error) {
      failed("Could not load the viewed status", error);
    }
  }

  /** Shows the diff of the boot, or the reason why there is none. */
  private show(): void {
    const has = state.files.length > 0;
    document.body.classList.toggle("empty", !has);
    if (has) {
      this.files.start();
      this.tree.start();
    } else {
      fill(
        this.files.element,
        blank(
          () => void this.reboot(),
          () => this.top.scopes.box.showPopover(),
        ),
      );
    }
    const mute = state.boot.state === "failed" || state.boot.state === "no_git" || !!state.boot.readOnly;
    this.top.reviewButton.hidden = mute;
    const { note = "", readOnly } = state.boot;
    const capital = note && `${note.replace(/^[a-z](?=[a-z]* )/, (c) => c.toUpperCase())}.`; // not the name of a folder
    this.note.textContent = [readOnly && `This page is read-only: ${readOnly}.`, capital].filter(Boolean).join(" ");
    this.note.hidden = this.note.textContent === "";
    tell("boot", undefined);
  }

  /** Changes the order of the files. The reader stays at the same place, or at the top. */
  private arrange(): void {
    if (window.scrollY > 0) this.files.stay();
    state.arrange();
    if (state.files.length === 0) return;
    this.files.start();
    this.tree.start();
    keepHeld();
  }

  /** Shows what the reader prefers, besides the lines. */
  private looks(): void {
    const { wrap, tree, panel } = state.prefs;
    document.documentElement.classList.toggle("long-lines", !wrap);
    document.body.classList.toggle("no-tree", !tree);
    document.body.classList.toggle("no-panel", !panel);
    this.panel.element.hidden = !panel;
  }

  private drawWhole(): void {
    const threads = [...state.threads.values()].filter((t) => isWhole(t) && !t.elsewhere);
    this.whole.hidden = threads.length === 0;
    const cards = threads.flatMap((t) => this.comments.card(t.id)?.element ?? []);
    arrange(this.whole, [this.wholeTitle, ...cards]);
  }

  /** Goes to a file. A chosen one is shown even when it is folded for its size. */
  goToFile(file: ChangedFile | undefined, chosen = false): void {
    const view = file && this.files.at(file.path);
    if (!view) return;
    if (chosen) this.addresses.went({ file: file.path });
    if (!view.open && !state.viewed.has(file.hash)) view.setOpen(true);
    view.head.fill();
    this.files.scrollTo(view.section);
    void (chosen ? view.show() : view.load()).catch(() => undefined);
    view.head.element.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
    if (narrow.matches) state.setPref("tree", false);
  }

  /**
   * Goes to a line, or with line 0 to the file. The keyboard continues from there. If the line does not exist, a message
   * says so and the file is shown.
   */
  private async goToLine(file: ChangedFile, side: Side, line: number): Promise<void> {
    this.addresses.went({ file: file.path, ...(line > 0 ? { line, side } : {}) });
    const there = await this.files.goTo(file.path, side, line);
    const view = this.files.at(file.path);
    if (!view) return;
    if (there === false) {
      this.files.scrollTo(view.section);
      toast(`${shown(file.path)} has no line ${line}${side === "old" ? " before the change" : ""}.`);
    } else if (there && line > 0) this.select.setCursor(view, view.find(side, line), side);
    else if (there) view.head.element.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
  }

  /** Shows what an address names, as far as this diff has it. */
  private async follow(to: Address): Promise<void> {
    const rounds = roundsOf(to.scope ?? "");
    if (queryOf(rounds) !== queryOf(state.rounds)) await this.compare(rounds);
    if (to.thread !== undefined) {
      const t = state.threads.get(to.thread) ?? (await readThreads().then(() => state.threads.get(to.thread ?? "")));
      if (t) await this.goToThread(t);
      else toast(`Thread ${to.thread} not found.`);
      return;
    }
    if (to.file === undefined) return;
    const file = state.files.find((f) => f.path === to.file);
    if (!file) toast(`${shown(to.file)} is not in this diff.`);
    else if (to.line !== undefined) await this.goToLine(file, to.side ?? "new", to.line);
    else this.goToFile(file, true);
  }

  async goToThread(t: Thread): Promise<void> {
    this.addresses.went({ thread: t.id });
    const there = await this.goToBox(state.placeOf(t), () => this.comments.card(t.id)?.element);
    if (there === false) this.panel.show(t.id);
  }

  /** Goes to a pending comment, or to its form. */
  private async goToDraft(d: Draft): Promise<void> {
    const { forms, pending } = this.comments;
    await this.goToBox(this.comments.placeOfDraft(d), () => (forms.get(openKey(d)) ?? pending.get(d.key))?.element);
  }

  /** Goes to a card or a form. False when it is not on the page; null when the reader went elsewhere meanwhile. */
  private async goToBox(place: Lines | undefined, find: () => HTMLElement | undefined): Promise<boolean | null> {
    const file = place && state.fileAt(place);
    if (place && file && (await this.files.goTo(file.path, place.side, place.endLine)) === null) return null;
    if (narrow.matches) state.setPref("panel", false);
    const box = find();
    if (!box?.isConnected) return false;
    this.files.scrollTo(box, belowHead);
    (box.querySelector<HTMLElement>(".form textarea") ?? box).focus({ preventScroll: true });
    return true;
  }

  /** A thread that the reviewer has used is no longer news. */
  private looked(target: Element): void {
    const id = target.closest(".thread.fresh")?.id.slice(2);
    if (id && state.fresh.delete(id)) tell("drafts", undefined);
  }

  private reread(): void {
    readThreads().catch((error: unknown) => {
      // The server has dropped the shown diff: nothing can be placed on its lines any more.
      if (error instanceof Refused && error.failure.kind === "conflict") this.newer.told("");
    });
  }

  /** Shows another comparison. */
  private async compare(rounds: Rounds | undefined, why?: Why): Promise<void> {
    await this.reboot(() => rounds, why);
    tell("boot", undefined);
  }

  /** Shows a new diff in place of this one, after those that were asked for before. */
  reboot(rounds = () => state.rounds, why?: Why): Promise<boolean> {
    return (this.booted = this.booted.catch(() => false).then(() => this.boot(rounds(), why)));
  }

  /** Comments, marks and open forms stay. Unless it was asked, the page neither disturbs the reader nor becomes empty. */
  private async boot(rounds: Rounds | undefined, why?: Why): Promise<boolean> {
    const byItself = why === "follows";
    this.newer.asked();
    let focus: () => Element | undefined;
    try {
      // Text that is being typed belongs to the lines of the diff that is still shown.
      await flushAll();
      const query = new URLSearchParams({ ...rounds, left: this.left });
      const boot = await ask<Boot>("GET", `/api/boot?${query.toString()}`);
      this.left = boot.snapshot;
      tell("backup", boot.backup);
      if (boot.state === "failed" && queryOf(rounds) !== queryOf(state.rounds)) throw new Error(boot.message);
      // Rows and attachments appear together, so that no comment is on a wrong line for a moment.
      const threads = await threadsOf(boot);
      await this.files.ahead(boot);
      const drafts = await allDrafts(boot.snapshot); // last, as words may be typed meanwhile
      if (byItself && state.files.length > 0 && (busyFor() > 0 || !boot.files?.length)) {
        this.newer.came(false);
        return false;
      }
      this.files.stay();
      focus = whereOf(this.files, document.activeElement?.closest("tr.cursor") ?? document.activeElement ?? this.main);
      this.left = state.boot.snapshot;
      const again = state.boot.state !== "failed" && queryOf(rounds) === queryOf(state.rounds);
      state.start(boot, again && why !== "own");
      state.rounds = rounds;
      takeDrafts(drafts);
      takeThreads(threads);
      state.arrange();
    } catch (error) {
      this.newer.came(false);
      if (!byItself)
        failed("Could not load the new diff", words(error) ? error : new Error("no response from the server"));
      return false;
    }
    if (why === "chosen") this.addresses.went({});
    this.comments.follow();
    this.show();
    this.readMarks();
    tell("drafts", undefined);
    tell("threads", undefined);
    if (state.boot.cursor !== "") this.reread(); // messages that came while the diff was on its way
    await this.turns.known; // meanwhile, the lines that came ahead are drawn
    keepHeld();
    this.select.refocus(focus());
    this.newer.came(true);
    if (!byItself) announce(state.rounds ? state.boot.scope.label : "The diff is up to date.");
    return true;
  }
}
