/**
 * The project of a workspace folder: its back end and the last threads that were read. It changes only by reading
 * again; all views are drawn from it.
 */
import { realpath } from "node:fs/promises";
import * as vscode from "vscode";
import { Again } from "./again";
import type { Answer, Client, Verb } from "./client";
import { failureOf, textOf } from "./kind";
import { log } from "./log";
import { Owner } from "./owner";
import * as paths from "./paths";
import type { InitializeOutput, Kind, Requests } from "./protocol";
import { Reading, type Thread } from "./reading";
import { Tally } from "./tally";
import { worktreeOf } from "./threadWords";

/** Refusals that a retry does not solve: a store of another user, a damaged one, one of a newer program. */
const lasting: ReadonlySet<Kind> = new Set<Kind>(["denied", "corrupt", "version"]);

/** The round that ended with a review. It has no name until its checkpoint is made. */
interface Round {
  review?: string | undefined;
  name?: string | undefined;
}

/** A change, by the parts that have to be drawn again. */
export interface Change {
  /** Threads that were read anew, came or went, by id. */
  threads?: ReadonlySet<string>;
  /** Threads that have other places in an open text. */
  places?: ReadonlySet<string>;
  /** Threads whose messages were on the screen. */
  seen?: ReadonlySet<string>;
  /** The folders, their back ends and faults, and the agents that run. */
  state?: boolean;
  /** Which threads are shown. */
  filter?: boolean;
}

export class Project extends Owner {
  /** Whether the threads were read. */
  wasRead = false;
  /** Why the program refuses to read the threads. */
  private refusal: string | undefined;
  /** As the editor spells it; undefined until a back end has said it. */
  root: string | undefined;
  private disposed = false;
  /** The state that was reported last. */
  private told = "";
  /** The rounds of the threads on the whole review. */
  private readonly rounds = new Map<string, Round>();
  private readonly uris = new Map<string, { uri: vscode.Uri; key: string }>();
  /** All that was read. */
  readonly known: Reading;
  /** The counts of its threads, kept by the session. */
  readonly tally = new Tally();
  private readonly reading = new Again(() => (this.mustRead ? this.read() : this.listen()));
  /** The threads have to be read, and not only the agents that listen. */
  private mustRead = false;
  private places = true;
  private readonly changed = new vscode.EventEmitter<Change>();
  private readonly rooted = new vscode.EventEmitter<void>();

  /** The project's root is known, or has changed. */
  readonly onDidFindRoot = this.rooted.event;
  /** Something that was read has changed, or the back end started or ended. */
  readonly onDidChange = this.changed.event;

  constructor(
    readonly folder: vscode.WorkspaceFolder,
    readonly client: Client,
    /** Called before new data is shown, to place threads in open editors; onlyNew: only if some were never placed. */
    private readonly beforeShown: (project: Project, onlyNew: boolean) => Promise<void>,
  ) {
    super();
    this.known = new Reading(client);
    this.owned.push(
      new vscode.Disposable(() => (this.disposed = true)),
      client.onReady((info) => void this.ready(info)),
      client.onDown(() => this.changed.fire({ state: true })),
      client.onChanged(() => void this.refresh()),
      client.onFilesChanged(() => void this.refresh(true)),
      client,
      this.changed,
      this.rooted,
    );
  }

  /** By id. */
  get threads(): ReadonlyMap<string, Thread> {
    return this.known.threads;
  }

  /** The title of a thread on the whole review. */
  titleOf(t: Thread): string {
    if (t.place) return `${worktreeOf(t)}: ${t.place}`;
    return `Comment on ${this.rounds.get(t.id)?.name ?? "the whole review"}`;
  }

  /** The problem, in the program's own words; undefined while it may still recover. */
  get fault(): string | undefined {
    const down = this.client.fault;
    if (down !== undefined) return `cannot start: ${down}`;
    return this.refusal === undefined ? undefined : `cannot read the threads: ${this.refusal}`;
  }

  /** Forgets all threads, because the folder no longer belongs to this window. */
  clear(): void {
    this.known.threads.clear();
  }

  get info(): InitializeOutput | undefined {
    return this.client.info;
  }

  /** The file's name on the wire; undefined when it is not in the project. */
  file(uri: vscode.Uri): string | undefined {
    if (uri.scheme !== "file" || this.root === undefined) return undefined;
    return paths.toWire(this.root, uri.fsPath);
  }

  /** The file's address; that of the root for "". */
  uri(file: string): vscode.Uri {
    return this.named(file).uri;
  }

  /** The file's address as text, for finding open documents. It is needed for each thread at each redraw. */
  key(file: string): string {
    return this.named(file).key;
  }

  private named(file: string): { uri: vscode.Uri; key: string } {
    let known = this.uris.get(file);
    if (!known) {
      const uri = vscode.Uri.file(paths.fromWire(this.root ?? this.folder.uri.fsPath, file));
      known = { uri, key: uri.toString() };
      this.uris.set(file, known);
    }
    return known;
  }

  /**
   * Reads what is new since the last time; with places, also where all threads are now. Calls during a read lead to one
   * more read.
   */
  refresh(places = false): Promise<void> {
    this.places ||= places;
    this.mustRead = true;
    return this.reading.now();
  }

  /** Changes something, and reads what has changed. */
  async change<V extends Verb>(verb: V, input: Requests[V]["params"]): Promise<Answer<V>> {
    const answer = await this.client.ask(verb, input);
    await this.refresh();
    return answer;
  }

  /** Asks again which agents listen, unless everything is being read now. */
  async hear(): Promise<void> {
    if (!this.reading.isRunning && this.wasRead && this.info) await this.reading.now();
  }

  private async listen(): Promise<void> {
    await this.known.hear().catch((error: unknown) => log.debug("notified agents:", textOf(error)));
    if (!this.mustRead) this.tell();
  }

  private async ready(info: InitializeOutput): Promise<void> {
    const folder = this.folder.uri.fsPath;
    const before = this.root;
    this.root = paths.spelledRoot(info.root, folder, await realpath(folder).catch(() => folder));
    this.uris.clear();
    if (this.root !== before) this.rooted.fire();
    if (!this.disposed) await this.refresh(true);
  }

  /** Reports a change, if there is one. */
  private tell(): void {
    const threads = this.known.takeFresh();
    const now = [this.known.version, this.wasRead, this.client.pid, this.refusal, this.client.backup?.last].join(" ");
    const state = now !== this.told;
    this.told = now;
    if (state || threads.size > 0) this.changed.fire({ state, ...(threads.size > 0 && { threads }) });
  }

  private async read(): Promise<void> {
    const open = (): string[] => vscode.workspace.textDocuments.flatMap((d) => this.file(d.uri) ?? []);
    const place = (): Promise<void> => this.beforeShown(this, false);
    const show = async (): Promise<void> => {
      await place();
      this.tell();
    };
    this.mustRead = false;
    try {
      const started = Date.now();
      const few = !this.places && (await this.known.words(place));
      if (!few) {
        this.places = false;
        await this.known.all(open, show);
      }
      this.client.watchFiles(this.known.files.slice(0, 10_000));
      await this.beforeShown(this, few).finally(() => (this.wasRead = true));
      this.refusal = undefined;
      log.debug(`read ${this.threads.size} threads in ${Date.now() - started} ms`);
    } catch (error) {
      this.places = true;
      this.refusal = lasting.has(failureOf(error).kind) ? textOf(error) : undefined;
      log.error("read threads:", String(error)); // the shown threads stay
    }
    this.tell();
    await this.nameRounds().catch((error: unknown) => log.warn("rounds:", textOf(error)));
  }

  /**
   * Asks for the rounds of threads on the whole review, once the threads are shown. The note of a checkpoint names the
   * review that ended the round.
   */
  private async nameRounds(): Promise<void> {
    const threads = [...this.threads.values()].filter((t) => t.target === "review");
    const unknown = threads.filter((t) => !this.rounds.has(t.id));
    if (unknown.length > 0) {
      const { events } = await this.client.ask("log", { max: 10_000 });
      const ended = events.filter(({ kind }) => kind === "review");
      for (const { id } of unknown) {
        this.rounds.set(id, { review: ended.find((e) => e.threads?.includes(id))?.review });
      }
    }
    const nameless = threads.flatMap(({ id }) => {
      const round = this.rounds.get(id);
      return round?.review && !round.name ? [{ id, round }] : [];
    });
    if (nameless.length === 0) return;
    const { checkpoints } = await this.client.ask("checkpoint list", {});
    for (const { round } of nameless)
      round.name = checkpoints.find(({ note }) => note === `review ${round.review ?? ""}`)?.name;
    const named = nameless.filter(({ round }) => round.name);
    if (named.length > 0) this.changed.fire({ threads: new Set(named.map(({ id }) => id)) });
  }
}
