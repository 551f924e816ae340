/** The keys and their actions, by their groups in the help and in its order. */
import type { FileView } from "./fileview";
import { Keys, type Key } from "../shared/keys";
import { isOpen, isWhole } from "../shared/threadWords";
import type { Page } from "./page";
import { numberAt } from "./rows";
import { announce } from "./say";
import { narrow, state, type Address } from "./state";

export function keysOf(page: Page): Keys {
  const notes = [
    "Click a line number to comment on it, drag over several, or click the first and Shift-click the last. " +
      "In a comment, Ctrl+Enter (⌘Enter) saves it and Esc closes it. Drafts are saved as you type.",
    `consider ${state.boot.version}`,
  ];
  return new Keys(keyTable(page), notes, () => state.prefs.keys);
}

function keyTable(page: Page): Record<string, Key[]> {
  const { files, select } = page;
  const here = (): FileView | undefined => {
    const at = select.cursor?.view;
    return files.ofElement(document.activeElement) ?? (at && files.shows(at) ? at : undefined) ?? files.current();
  };
  /** Acts on the file that the keyboard is on. */
  const onFile = (act: (view: FileView) => unknown) => () => {
    const view = here();
    if (view) act(view);
  };
  const file = (by: 1 | -1) => {
    const at = files.current();
    if (!at) return;
    // Going back first goes to the top of the current file.
    const inside = at.section.getBoundingClientRect().top < -1 && by < 0;
    const next = !inside && (topped(at) || by < 0) ? files.next(at, by) : at;
    if (next) page.goToFile(next.file);
  };
  const topped = (view: FileView) => view.section.getBoundingClientRect().top < 120;

  return {
    Go: [
      { keys: ["j", "k"], words: "next or previous file", run: (e) => file(e.key === "j" ? 1 : -1) },
      {
        keys: ["n", "p"],
        words: "next or previous change",
        run: (e) =>
          void (page.search.open && e.key === "n" ? page.search.go(1) : select.nextChange(e.key === "n" ? 1 : -1)),
      },
      {
        keys: ["/"],
        words: "search the whole diff (then n or N for the next or previous match)",
        run: () => page.search.show(),
      },
      { keys: ["N"], words: "previous match", run: () => void (page.search.open && page.search.go(-1)) },
      {
        keys: ["]", "["],
        words: "next or previous thread",
        run: (e) => void thread(page, e.key === "]" ? 1 : -1),
      },
      {
        keys: ["ArrowDown", "ArrowUp"],
        words: "next or previous line",
        run: (e) => select.step(e.key === "ArrowDown" ? 1 : -1, false),
      },
      {
        keys: ["ArrowLeft", "ArrowRight"],
        words: "old or new side (in split view)",
        run: (e) => select.setSide(e.key === "ArrowLeft" ? "old" : "new"),
      },
      {
        keys: ["y"],
        words: "copy a link to the thread, the line or the file",
        run: () => void page.addresses.copy(addressHere(page, here())),
      },
      { keys: ["."], words: "center the line", run: () => center(page) },
      { keys: ["g d"], words: "back to the diff", run: () => select.step(1, false) },
      {
        keys: ["v"],
        words: "next unviewed file",
        run: () => {
          const at = here();
          const from = state.files.findIndex((f) => f.id === at?.file.id);
          const after = [...state.files.slice(from + 1), ...state.files.slice(0, from + 1)];
          const next = after.find((f) => !state.viewed.has(f.hash));
          if (next) page.goToFile(next, true);
          else announce("All files viewed.");
        },
      },
    ],
    Comment: [
      {
        keys: ["Shift+ArrowDown", "Shift+ArrowUp"],
        words: "select more lines",
        run: (e) => select.step(e.key === "ArrowDown" ? 1 : -1, true),
      },
      {
        keys: ["c"],
        words: "comment on the selected lines",
        run: () => {
          if (!select.commentHere()) select.step(1, false);
        },
      },
      { keys: ["f"], words: "comment on the file", run: onFile((view) => view.commentOnFile()) },
      {
        keys: ["r"],
        words: "reply to the thread",
        run: () => page.comments.cards.get(threadId())?.openReply(),
      },
      {
        keys: ["d"],
        words: "resolve or reopen the thread",
        run: () => {
          const card = page.comments.cards.get(threadId());
          if (card) void card.resolve(!card.resolved);
        },
      },
      {
        keys: ["g t"],
        words: "triage agent findings, starting with the first one",
        run: () => {
          if (!narrow.matches) page.panel.open("findings");
          page.panel.triage.begin();
        },
      },
      {
        keys: ["a", "i"],
        words: "accept or dismiss the current or selected findings",
        run: (e) => page.panel.triage.decide(e.key === "a" ? "accept" : "dismiss"),
      },
      { keys: ["s"], words: "submit the review", run: () => page.submit.open() },
    ],
    View: [
      {
        keys: ["x"],
        words: "toggle viewed",
        run: onFile((view) => files.view(view, !state.viewed.has(view.file.hash))),
      },
      { keys: ["e"], words: "collapse or expand the file", run: onFile((view) => view.setOpen(!view.open)) },
      { keys: ["m"], words: "toggle rendered Markdown", run: onFile((view) => view.read(!view.reading)) },
      { keys: ["Enter"], words: "show hidden lines", run: () => void select.expandHere() },
      {
        keys: ["u"],
        words: "switch between unified and split",
        run: () => state.setPref("view", state.prefs.view === "split" ? "unified" : "split"),
      },
      {
        keys: ["w"],
        words: "toggle wrapping of long lines",
        run: () => state.setPref("wrap", !state.prefs.wrap),
      },
    ],
    Page: [
      {
        keys: ["t"],
        words: "filter files",
        run: () => {
          if (!state.prefs.tree) state.setPref("tree", true);
          page.tree.focusFilter();
        },
      },
      {
        keys: ["l"],
        words: "show or hide all threads",
        run: () => state.setPref("panel", !state.prefs.panel),
      },
      {
        keys: ["Escape"],
        words: "cancel or close",
        run: () => {
          if (select.cancel()) return;
          if (page.search.open) page.search.close();
          else if (!state.uncover()) (document.activeElement as HTMLElement | null)?.blur();
        },
      },
      { keys: ["?"], words: "show this help", run: () => page.keys.help() },
    ],
  };
}

/** The address of what the keyboard is on. */
function addressHere(page: Page, view: FileView | undefined): Address | undefined {
  const thread = threadId();
  if (thread !== "") return { thread };
  if (!view) return undefined;
  const { cursor } = page.select;
  const line = cursor?.view === view ? numberAt(view.rows[cursor.row], cursor.side) : undefined;
  return { file: view.file.path, ...(cursor && line !== undefined ? { line, side: cursor.side } : {}) };
}

function threadId(): string {
  return document.activeElement?.closest("article.thread[id]")?.id.slice(2) ?? "";
}

function center(page: Page): void {
  const tr = page.files.element.querySelector("tr.cursor");
  if (tr) window.scrollBy({ top: tr.getBoundingClientRect().top - window.innerHeight / 2, behavior: "instant" });
}

/** Goes to the next open thread of the diff, in the order of the page. */
async function thread(page: Page, by: 1 | -1): Promise<void> {
  const placed = [...state.threads.values()].filter(isOpen).flatMap((t) => {
    if (isWhole(t)) return { t, file: -1, line: 0 };
    const place = state.placeOf(t);
    const file = place && state.fileAt(place);
    return file ? { t, file: state.files.indexOf(file), line: place.endLine } : [];
  });
  const all = placed.sort((a, b) => a.file - b.file || a.line - b.line).map(({ t }) => t);
  const at = all.findIndex((t) => t.id === threadId());
  const next = at < 0 ? all[by > 0 ? 0 : all.length - 1] : all[at + by];
  if (next) await page.goToThread(next);
}
