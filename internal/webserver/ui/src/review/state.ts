/** The data of the page, and the parts that listen for changes. */
import { keepPrefs, readPrefs } from "../shared/prefs";
import { sortByReading } from "./reading";
import { isOpen, isWhole } from "../shared/threadWords";
import type {
  BackupAhead,
  Boot,
  ChangedFile,
  Damage,
  Draft,
  FileLeft,
  FoldReport,
  Hearing,
  Place,
  Side,
  Thread,
} from "./types";

/** The place in the review that an address of the page shows. */
export interface Address {
  file?: string;
  side?: Side;
  line?: number;
  thread?: string;
  view?: "unified" | "split";
  scope?: string;
}

/**
 * What the reader chose to compare: two points by their checkpoints ("" is the beginning for `from`, and now for `to`),
 * a turn of an agent by its id in both, or with a kind the changes that git knows, for "base" since the commit `from`.
 */
export interface Rounds {
  kind?: "head" | "staged" | "unstaged" | "base";
  from: string;
  to: string;
}

/** The preferences, with their usual values. */
class Prefs {
  view: "unified" | "split" = "unified";
  space = true; // show changes in white space
  wrap = true;
  keys = true; // single keys are active
  tree = true;
  panel = false;
  notify = false; // notify of a question while the page is not visible
  order: Order = "path";
  follow = true; // renew the page when files change
  fold = true; // show mechanical changes as one row
}

/** Order of the files: as in a tree; most to read first; most changed lines first; open threads or pending comments first. */
export type Order = "path" | "read" | "size" | "threads";

/** The style sheet has the same bound: below it the tree and the panel cover the diff. */
export const narrow = matchMedia("(max-width: 900px)");

interface Events {
  boot: undefined;
  threads: undefined;
  drafts: undefined;
  viewed: ChangedFile | undefined;
  folds: undefined;
  prefs: keyof Prefs;
  reach: boolean;
  /** The changes that only the backup has. */
  backup: BackupAhead | undefined;
  /** The suggestions in the batch have changed. */
  batch: undefined;
  /** The page has changed files: the diff is made anew. */
  written: undefined;
  /** The reader wants to compare something else; undefined is what the server was started for. */
  compare: Rounds | undefined;
  /** The reader wants a link to it. */
  link: Address;
}

type Listener<T> = (value: T) => void;
const listeners = new Map<keyof Events, Listener<never>[]>();

export function on<K extends keyof Events>(name: K, listener: Listener<Events[K]>): void {
  listeners.set(name, [...(listeners.get(name) ?? []), listener]);
}

export function tell<K extends keyof Events>(name: K, value: Events[K]): void {
  for (const listener of listeners.get(name) ?? []) (listener as Listener<Events[K]>)(value);
}

class State {
  boot!: Boot;
  files: ChangedFile[] = [];
  private byName = { old: new Map<string, ChangedFile>(), new: new Map<string, ChangedFile>() };
  readonly threads = new Map<string, Thread>();
  /** The parts of the store that cannot be read. */
  damaged: Damage[] = [];
  /** Which agents' sessions are listening. */
  hearing: Hearing = {};
  readonly drafts = new Map<string, Draft>();
  viewed = new Set<string>(); // by hash of the change
  /** Changes that came with a renewed diff and were not on the screen yet; by hash, also past ones. */
  readonly unseen = new Set<string>();
  /** Reports on the hunks of the files, by their ids; empty until they were read. */
  folds = new Map<string, FoldReport>();
  /** The reasons for folding of which the reader asked to see all hunks. */
  readonly unfolded = new Set<string>();
  /** The lines that were not viewed, by the ids of the files of which some were. */
  left = new Map<string, FileLeft>();
  readonly prefs: Prefs = Object.assign(new Prefs(), readPrefs());
  /** The shown comparison; undefined for the one that the server was started for. */
  rounds: Rounds | undefined;
  /** Markdown files that are shown rendered, by path. */
  readonly rendered = new Set<string>();
  /** The panes that are shown next to the diff if there is room. */
  private readonly beside = { tree: this.prefs.tree, panel: this.prefs.panel };
  /** Threads that changed since they were last read here. */
  readonly fresh = new Set<string>();
  reached = true;
  /** Another server answers at this address, which does not know this page. */
  stranger = false;

  /** Uses a boot. If the page shows this comparison again, what is new in it counts as unseen. */
  start(boot: Boot, again = false): void {
    this.boot = boot;
    this.folds.clear();
    this.left.clear();
    const before = this.byName.new;
    this.byName = { old: new Map(), new: new Map() };
    for (const f of boot.files ?? []) {
      if (again && before.get(f.path)?.hash !== f.hash) this.unseen.add(f.hash);
      this.byName.new.set(f.path, f);
      this.byName.old.set(oldPathOf(f), f);
    }
    this.arrange();
  }

  /** The files that changed while the page was open, and were not on the screen since. */
  unseenFiles(): ChangedFile[] {
    return this.files.filter((f) => this.isUnseen(f));
  }

  isUnseen({ hash }: ChangedFile): boolean {
    return this.unseen.has(hash) && !this.viewed.has(hash);
  }

  /** Puts the files in the chosen order. */
  arrange(): void {
    const files = [...(this.boot.files ?? [])]; // in the order of the tree, which the sort keeps among equals
    const { order } = this.prefs;
    const rank = order === "threads" ? this.discussed() : undefined;
    if (order === "read") sortByReading(files, this.folds);
    if (order === "size") files.sort((a, b) => b.additions + b.deletions - a.additions - a.deletions);
    if (rank) files.sort((a, b) => Number(rank.has(b)) - Number(rank.has(a)));
    this.files = files;
  }

  /** The files with open threads or pending comments. */
  private discussed(): Set<ChangedFile | undefined> {
    const threads = [...this.threads.values()].filter(isOpen).map((t) => this.placeOf(t));
    const drafts = [...this.drafts.values()].map(({ file = "", side = "new" }) => ({ file, side }));
    return new Set([...threads, ...drafts].map((place) => place && this.fileAt(place)));
  }

  /** Hides what would lie over the diff, and shows it again when there is room. */
  fit(): void {
    Object.assign(this.prefs, narrow.matches ? { tree: false, panel: false } : this.beside);
  }

  /** Closes what lies over the diff in a narrow window; false if nothing does. */
  uncover(): boolean {
    if (!narrow.matches || (!this.prefs.tree && !this.prefs.panel)) return false;
    this.setPref("tree", false);
    this.setPref("panel", false);
    return true;
  }

  setPref<K extends keyof Prefs>(name: K, value: Prefs[K]): void {
    this.prefs[name] = value;
    if (!narrow.matches) Object.assign(this.beside, { tree: this.prefs.tree, panel: this.prefs.panel });
    keepPrefs({ [name]: value, ...this.beside });
    tell("prefs", name);
  }

  /** The number of threads that only a newer program can read. */
  newer = 0;

  /** Where a thread is in this diff: its file and lines; undefined when it is not on a present line. */
  placeOf(thread: Thread): Place | undefined {
    const p = thread.placement;
    const file = p.file ?? thread.file;
    if (!file || thread.elsewhere || p.anchorState !== "anchored" || p.from || isWhole(thread)) return undefined;
    const start = thread.target === "file" ? 0 : (p.startLine ?? 0);
    const side = (["new", "old"] as const).find((s) => s === (thread.side ?? "new"));
    if (!side) return undefined;
    return { file, side, startLine: start, endLine: p.endLine ?? start };
  }

  /** The file of the diff for a place. On the old side the old name counts. */
  fileAt(place: Pick<Place, "file" | "side">): ChangedFile | undefined {
    return this.byName[place.side].get(place.file);
  }
}

export const state = new State();

export function oldPathOf(f: ChangedFile): string {
  return f.oldPath === undefined || f.oldPath === "" ? f.path : f.oldPath;
}
