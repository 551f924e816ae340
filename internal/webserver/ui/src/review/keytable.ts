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
  const { files, select, search, panel, submit } = page;
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
  const unviewed = () => {
    const at = here();
    const from = state.files.findIndex((f) => f.id === at?.file.id);
    const after = [...state.files.slice(from + 1), ...state.files.slice(0, from + 1)];
    const next = after.find((f) => !state.viewed.has(f.hash));
    if (next) page.goToFile(next, true);
    else announce("All files viewed.");
  };
  const card = () => page.comments.cards.get(threadId());
  const settle = () => {
    const it = card();
    if (it) void it.resolve(!it.resolved);
  };
  const triage = () => {
    if (!narrow.matches) panel.open("findings");
    panel.triage.begin();
  };
  const filter = () => {
    if (!state.prefs.tree) state.setPref("tree", true);
    page.tree.focusFilter();
  };
  const escape = () => {
    if (select.cancel()) return;
    if (search.open) search.close();
    else if (!state.uncover()) (document.activeElement as HTMLElement | null)?.blur();
  };

  return {
    Go: [
      ["j,k", "next or previous file", file],
      ["n,p", "next or previous change", (by) => void (search.open && by > 0 ? search.go(1) : select.nextChange(by))],
      ["/", "search the whole diff (then n or N for the next or previous match)", () => search.show()],
      ["N", "previous match", () => void (search.open && search.go(-1))],
      ["],[", "next or previous thread", (by) => void thread(page, by)],
      ["ArrowDown,ArrowUp", "next or previous line", (by) => select.step(by, false)],
      ["ArrowLeft,ArrowRight", "old or new side (in split view)", (by) => select.setSide(by > 0 ? "old" : "new")],
      ["y", "copy a link to the thread, the line or the file", () => void page.addresses.copy(address(page, here()))],
      ["o", "next location that an agent flagged", () => void page.route.next()],
      [".", "center the line", () => center(page)],
      ["g d", "back to the diff", () => select.step(1, false)],
      ["v", "next unviewed file", unviewed],
    ],
    Comment: [
      ["Shift+ArrowDown,Shift+ArrowUp", "select more lines", (by) => select.step(by, true)],
      ["c", "comment on the selected lines", () => select.commentHere() || select.step(1, false)],
      ["f", "comment on the file", onFile((view) => view.commentOnFile())],
      ["r", "reply to the thread", () => card()?.openReply()],
      ["d", "resolve or reopen the thread", settle],
      ["g t", "triage agent findings, starting with the first one", triage],
      [
        "a,i",
        "accept or dismiss the current or selected findings",
        (by) => panel.triage.decide(by > 0 ? "accept" : "dismiss"),
      ],
      ["s", "submit the review", () => submit.open()],
    ],
    View: [
      ["x", "toggle viewed", onFile((view) => files.view(view, !state.viewed.has(view.file.hash)))],
      ["X", "toggle viewed for the change", () => select.viewHere()],
      ["e", "collapse or expand the file", onFile((view) => view.setOpen(!view.open))],
      ["m", "toggle rendered Markdown", onFile((view) => view.read(!view.reading))],
      ["Enter", "show hidden lines", () => void select.expandHere()],
      [
        "u",
        "switch between unified and split",
        () => state.setPref("view", state.prefs.view === "split" ? "unified" : "split"),
      ],
      ["w", "toggle wrapping of long lines", () => state.setPref("wrap", !state.prefs.wrap)],
    ],
    Page: [
      ["t", "filter files", filter],
      ["l", "show or hide all threads", () => state.setPref("panel", !state.prefs.panel)],
      ["Escape", "cancel or close", escape],
    ],
  };
}

/** The address of what the keyboard is on. */
function address(page: Page, view: FileView | undefined): Address | undefined {
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
