/**
 * One running `consider serve`. When it ends, it is started again, and new requests wait for it. A request that was
 * pending when it ended is sent again if it only reads or has an id. Another write is not repeated, because it may have
 * happened: the caller gets an error and keeps the text.
 */
import type { MessageConnection } from "vscode-jsonrpc/node";
import * as vscode from "vscode";
import { startBackEnd, Unfit, type BackEnd } from "./backEnd";
import { Backoff } from "./backoff";
import { Interrupted } from "./kind";
import type { Programs } from "./locate";
import { log } from "./log";
import { either, reportLate, until } from "./once";
import { Later } from "./owner";
import {
  READS,
  type BackupAhead,
  type InitializeOutput,
  type Notifications,
  type Requests,
  type Result,
} from "./protocol";
import { Told } from "./told";

const patience = 15_000; // ms that a request waits for a back end
const long = 10_000; // ms without an answer after which the person may think that the program hangs

let late = 0; // requests of all folders that take so long

/** The methods that are verbs, and the answer of each. */
export type Verb = Exclude<keyof Requests, "initialize" | "watchFiles" | "watchResponses" | "foreground">;
export type Answer<V extends Verb> = Requests[V]["result"] extends Result<infer T> ? T : never;

export class Client implements vscode.Disposable {
  private running: BackEnd | undefined;
  private starting: Promise<void> | undefined;
  /** Ends the present start, whose program may never answer. */
  private attempt = new AbortController();
  private disposed = false;
  private readonly watched = new Map<string, string[]>();
  private readonly backoff = new Backoff();
  private readonly later = new Later(0, () => {
    if (!this.running) void this.start();
  });
  private readonly ready = new vscode.EventEmitter<InitializeOutput>();
  private readonly down = new vscode.EventEmitter<void>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly filesChanged = new vscode.EventEmitter<string[]>();
  private readonly responses = new vscode.EventEmitter<void>();
  private readonly told = new Told();
  /** Why no back end runs, in the program's own words; undefined while the cause may be temporary. */
  fault: string | undefined;
  /** The changes that only the backup has, as the program said last. */
  backup: BackupAhead | undefined;

  /** A back end is running, for the first time or again: everything read before is old. */
  readonly onReady = this.ready.event;
  readonly onDown = this.down.event;
  /** The store has changed. */
  readonly onChanged = this.changed.event;
  /** Watched files have changed on disk. An empty list means that git's HEAD or index moved. */
  readonly onFilesChanged = this.filesChanged.event;
  /** The responses of agents have changed. */
  readonly onResponses = this.responses.event;

  constructor(
    private readonly folder: string,
    private readonly programs: Programs,
    private readonly version: string,
  ) {}

  get info(): InitializeOutput | undefined {
    return this.running?.info;
  }

  get pid(): number | undefined {
    return this.running?.process.pid;
  }

  /** The path of the program in use, for everything that is not a verb. */
  program(): Promise<string | undefined> {
    return this.programs.find();
  }

  async start(): Promise<void> {
    this.starting ??= this.launch()
      .catch((error: unknown) => this.failed(error instanceof Error ? error.message : String(error)))
      .finally(() => (this.starting = undefined));
    return this.starting;
  }

  /** Starts again at once: another program may be available, or the user is tired of waiting. */
  async restart(): Promise<void> {
    this.backoff.reset();
    this.fault = undefined;
    if (this.starting) {
      this.attempt.abort();
      await this.starting;
    }
    this.stop();
    await this.start();
  }

  async ask<V extends Verb>(verb: V, input: Requests[V]["params"]): Promise<Answer<V>> {
    return (await this.askAll(verb, input)).data;
  }

  /** Like {@link ask}, with the commit of the store that the answer is about. */
  async askAll<V extends Verb>(verb: V, input: Requests[V]["params"]): Promise<Result<Answer<V>>> {
    return this.send(verb, input) as Promise<Result<Answer<V>>>;
  }

  /** Like {@link ask}, for verbs that the generated protocol does not have. */
  async askAny(verb: string, input: object): Promise<unknown> {
    return (await this.send(verb, input)).data;
  }

  private async send(verb: string, input: object): Promise<Result<unknown>> {
    for (let attempt = 0; ; attempt++) {
      const { connection } = await this.connected();
      try {
        const answer = connection.sendRequest<Result<unknown>>(verb, input);
        void reportLate(long, answer, noteLate);
        return await answer;
      } catch (error) {
        if (this.running?.connection === connection) throw error;
        if (!(READS.has(verb) || "form" in input) || attempt > 2) {
          throw new Interrupted("the program stopped before it responded");
        }
      }
    }
  }

  /** The agent that controls a terminal right now, by the process id of its shell; undefined when none is known. */
  async foreground(pid: number): Promise<string | undefined> {
    const { connection } = await this.connected();
    return (await connection.sendRequest<Requests["foreground"]["result"]>("foreground", { pid })).agent;
  }

  /** Watches files for some purpose instead of those before. */
  watchFiles(files: string[], purpose = "threads"): void {
    this.watched.set(purpose, files);
    this.told.set("watchFiles", { files: [...this.watched.values()].flat() });
  }

  /** Sets whether changes of agents' responses are reported. */
  watchResponses(on: boolean): void {
    this.told.set("watchResponses", { on });
  }

  dispose(): void {
    this.disposed = true;
    if (this.starting) this.attempt.abort();
    this.stop();
    this.later.dispose();
    this.down.fire(); // requests wait no longer
    for (const emitter of [this.ready, this.down, this.changed, this.filesChanged, this.responses]) emitter.dispose();
  }

  private async connected(): Promise<BackEnd> {
    await until(either(this.onReady, this.onDown), () => this.running !== undefined || this.disposed, patience);
    if (!this.running) throw new Error(this.fault ?? "the program is not running");
    return this.running;
  }

  private async launch(): Promise<void> {
    const { signal } = (this.attempt = new AbortController());
    const isOver = (): boolean => this.disposed || signal.aborted;
    const program = await this.programs.find();
    if (isOver()) return;
    if (!program) {
      this.fail(this.programs.lacking); // waiting does not help
      return;
    }
    const since = Date.now();
    const client = `vscode/${this.version}`;
    let started: BackEnd;
    try {
      started = await startBackEnd(
        program,
        this.folder,
        client,
        signal,
        (c) => this.listen(c),
        (process, why) => {
          if (this.running?.process !== process) return;
          this.running = undefined;
          log.warn(`program ${process.pid ?? 0} exited (${why})`);
          this.again(Date.now() - since);
        },
      );
    } catch (error) {
      if (isOver()) return;
      if (!(error instanceof Unfit)) throw error;
      log.error(error.message);
      this.programs.refuse(program, error.message);
      await this.launch();
      return;
    }
    if (isOver()) return;
    this.running = started;
    this.backup = started.info.backup ?? this.backup;
    this.fault = undefined;
    log.info(`program ${started.process.pid ?? 0} serves ${started.info.root}`);
    this.told.repeat(async (method, params) => {
      try {
        if (this.running === started) await started.connection.sendRequest(method, params);
      } catch (error) {
        log.warn(`${method}:`, String(error));
      }
    });
    this.ready.fire(started.info);
  }

  private listen(connection: MessageConnection): void {
    connection.onNotification("changed", ({ backup }: Notifications["changed"]) => {
      this.backup = backup ?? this.backup;
      this.changed.fire();
    });
    connection.onNotification("filesChanged", ({ files }: Notifications["filesChanged"]) =>
      this.filesChanged.fire(files),
    );
    connection.onNotification("responsesChanged", () => this.responses.fire());
  }

  /** Handles a failed start. The cause may go away, so it retries, and notifies the user only if that does not help. */
  private failed(words: string): void {
    if (words !== this.fault) log.error("start:", words);
    this.again(0);
    if (this.backoff.hopeless) this.fail(words);
  }

  private fail(words: string): void {
    this.fault = words;
    this.down.fire();
  }

  private again(livedFor: number): void {
    if (this.disposed) return;
    this.later.anew(this.backoff.next(livedFor));
    this.down.fire();
  }

  private stop(): void {
    const old = this.running;
    this.running = undefined;
    // Closing its input lets it finish its requests; connection.end would drop the answers.
    old?.process.stdin?.end();
    if (old) setTimeout(() => old.process.kill("SIGKILL"), 3000).unref(); // one that hangs hears no other signal
  }
}

/** Offers the restart in the palette while the program may hang. */
function noteLate(isLate: boolean): void {
  late += isLate ? 1 : -1;
  void vscode.commands.executeCommand("setContext", "consider.late", late > 0);
}
