/** The tree of files: what changed, what was said, what was looked at. Filled when there is time. */
import { fill, h, icon, idle, plural } from "../shared/dom";
import { isOpen } from "../shared/threadWords";
import { statusBadge, statusWord } from "./filehead";
import { on, state } from "./state";
import { shown } from "./text";
import type { ChangedFile } from "./types";

type Show = "all" | "unviewed" | "threads";

interface Item {
  file: ChangedFile;
  row: HTMLElement;
  count: HTMLElement;
  words: HTMLElement;
}

interface Folder {
  name: string;
  folders: Map<string, Folder>;
  files: ChangedFile[];
}

export class Tree {
  readonly element = h("nav", { class: "tree", "aria-label": "Files" });
  private readonly filter = h("input", {
    type: "search",
    placeholder: "Filter files (t)",
    "aria-label": "Filter files",
    autocomplete: "off",
    spellcheck: "false",
  });
  private readonly list = h("div", { class: "tree-list", role: "tree", "aria-label": "Changed files" });
  private readonly none = h("p", { class: "muted none", hidden: true }, "No file matches.");
  private items: Item[] = [];
  private show: Show = "all";
  private current: HTMLElement | undefined;

  constructor(private readonly go: (file: ChangedFile) => void) {
    const chips = h("div", { class: "chips", role: "group", "aria-label": "Which files" });
    const choices: [Show, string][] = [
      ["all", "All"],
      ["unviewed", "Unviewed"],
      ["threads", "With threads"],
    ];
    for (const [value, label] of choices) {
      const chip = h("button", { type: "button", class: "chip", "aria-pressed": String(value === "all") }, label);
      chip.addEventListener("click", () => {
        this.show = value;
        for (const c of chips.children) c.setAttribute("aria-pressed", String(c === chip));
        this.narrow();
      });
      chips.append(chip);
    }
    this.element.append(h("div", { class: "tree-head" }, this.filter, chips), this.list, this.none);
    this.filter.addEventListener("input", () => this.narrow());
    this.filter.addEventListener("keydown", (e) => {
      if (e.key === "Escape") {
        this.filter.value = "";
        this.narrow();
        this.filter.blur();
      }
      if (e.key === "Enter") {
        e.preventDefault(); // or the button that gets the focus is pressed by it
        const first = this.items.find((i) => !i.row.hidden);
        if (first) this.go(first.file);
      }
      if (e.key === "ArrowDown") {
        e.preventDefault();
        this.visible()[0]?.focus();
      }
    });
    this.list.addEventListener("keydown", (e) => this.key(e));
    on("threads", () => this.update());
    on("drafts", () => this.update());
    on("viewed", () => this.update());
  }

  focusFilter(): void {
    this.filter.focus();
    this.filter.select();
  }

  start(): void {
    idle(() => {
      const root: Folder = { name: "", folders: new Map(), files: [] };
      for (const file of state.files) {
        const parts = file.path.split("/");
        let folder = root;
        for (const part of parts.slice(0, -1)) {
          let next = folder.folders.get(part);
          if (!next) folder.folders.set(part, (next = { name: part, folders: new Map(), files: [] }));
          folder = next;
        }
        folder.files.push(file);
      }
      this.items = [];
      const parts = this.render(root, 1);
      fill(this.list, ...parts);
      const first = this.list.querySelector<HTMLElement>('[role="treeitem"]');
      if (first) first.tabIndex = 0;
      this.update();
      this.narrow();
    });
  }

  private render(folder: Folder, level: number): HTMLElement[] {
    const rows: HTMLElement[] = [];
    for (let child of [...folder.folders.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      // A folder with nothing but one folder in it is one row.
      let name = child.name;
      for (;;) {
        const only: Folder | undefined = [...child.folders.values()][0];
        if (child.files.length > 0 || child.folders.size !== 1 || !only) break;
        child = only;
        name += `/${child.name}`;
      }
      rows.push(this.folder(name, child, level));
    }
    for (const file of folder.files) rows.push(this.file(file, level));
    return rows;
  }

  /** Items say their level, so that what is in a folder need not be inside its item, whose name it would become. */
  private folder(name: string, folder: Folder, level: number): HTMLElement {
    const item = h(
      "div",
      {
        role: "treeitem",
        class: "row",
        tabindex: -1,
        "aria-expanded": "true",
        "aria-level": level,
        title: shown(name),
      },
      icon("chevron"),
      icon("folder"),
      h("span", { class: "name" }, shown(name)),
    );
    item.style.setProperty("--level", String(level - 1));
    item.addEventListener("click", () => this.toggle(item));
    const children = h("div", { class: "children", role: "none" }, ...this.render(folder, level + 1));
    return h("div", { class: "folder", role: "none" }, item, children);
  }

  private file(file: ChangedFile, level: number): HTMLElement {
    const name = file.path.split("/").at(-1) ?? file.path;
    const count = h("span", { class: "count", "aria-hidden": "true" });
    const words = h("span", { class: "sr" });
    const badge = statusBadge(file);
    badge.setAttribute("aria-hidden", "true");
    const row = h(
      "div",
      {
        role: "treeitem",
        class: "leaf row",
        tabindex: -1,
        "aria-level": level,
        title: `${shown(file.path)}: ${statusWord(file)}`,
      },
      badge,
      h("span", { class: "name" }, shown(name)),
      words,
      count,
    );
    row.style.setProperty("--level", String(level - 1));
    row.addEventListener("click", () => this.go(file));
    this.items.push({ file, row, count, words });
    return row;
  }

  private toggle(item: HTMLElement, open = item.getAttribute("aria-expanded") !== "true"): void {
    item.setAttribute("aria-expanded", String(open));
  }

  private update(): void {
    const counts = new Map<string, number>();
    const put = (id: string | undefined) => {
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
    };
    for (const t of state.threads.values()) {
      const place = state.placeOf(t);
      if (place && isOpen(t)) put(state.fileAt(place)?.id);
    }
    for (const d of state.drafts.values()) {
      if (d.file !== undefined) put(state.fileAt({ file: d.file, side: d.side ?? "new" })?.id);
    }
    for (const { file, row, count, words } of this.items) {
      const n = counts.get(file.id) ?? 0;
      const viewed = state.viewed.has(file.hash);
      row.classList.toggle("viewed", viewed);
      const text = n > 0 ? String(n) : "";
      if (count.textContent !== text) count.textContent = text;
      const said = `, ${statusWord(file)}${n ? `, ${plural(n, "comment")}` : ""}${viewed ? ", viewed" : ""}`;
      if (words.textContent !== said) words.textContent = said;
      row.dataset["n"] = text;
    }
    if (this.show !== "all") this.narrow();
  }

  private narrow(): void {
    const words = this.filter.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let any = false;
    for (const { file, row } of this.items) {
      const path = file.path.toLowerCase();
      let fits = words.every((w) => path.includes(w));
      if (this.show === "unviewed") fits &&= !state.viewed.has(file.hash);
      if (this.show === "threads") fits &&= !!row.dataset["n"];
      row.hidden = !fits;
      any ||= fits;
    }
    for (const folder of [...this.list.querySelectorAll<HTMLElement>(".folder")].reverse()) {
      folder.hidden = !folder.querySelector(".leaf:not([hidden])");
    }
    this.none.hidden = any || this.items.length === 0;
  }

  /** Marks the file that is being read. */
  mark(file: ChangedFile | undefined): void {
    const row = this.items.find((i) => i.file.id === file?.id)?.row;
    if (row === this.current) return;
    this.current?.removeAttribute("aria-current");
    this.current = row;
    row?.setAttribute("aria-current", "true");
    if (row && !this.list.matches(":hover")) row.scrollIntoView({ block: "nearest" });
  }

  private visible(): HTMLElement[] {
    return [...this.list.querySelectorAll<HTMLElement>('[role="treeitem"]')].filter((e) => e.offsetParent !== null);
  }

  private key(event: KeyboardEvent): void {
    const item = (event.target as Element).closest<HTMLElement>('[role="treeitem"]');
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = this.visible();
    const at = all.indexOf(item);
    const focus = (next: HTMLElement | undefined) => {
      if (!next) return;
      item.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    };
    const folder = item.hasAttribute("aria-expanded");
    const branch = folder ? item.parentElement?.parentElement : item.parentElement;
    const parent = branch?.closest(".folder")?.querySelector<HTMLElement>('[role="treeitem"]') ?? undefined;
    if (event.key === "ArrowDown") focus(all[at + 1]);
    else if (event.key === "ArrowUp") focus(all[at - 1]);
    else if (event.key === "Home") focus(all[0]);
    else if (event.key === "End") focus(all.at(-1));
    else if (event.key === "ArrowRight" && folder) this.toggle(item, true);
    else if (event.key === "ArrowLeft") {
      if (folder && item.getAttribute("aria-expanded") === "true") this.toggle(item, false);
      else focus(parent);
    } else if (event.key === "Enter" || event.key === " ") {
      const found = this.items.find((i) => i.row === item);
      if (folder) this.toggle(item);
      else if (found) this.go(found.file);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
