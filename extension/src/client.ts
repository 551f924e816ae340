/**
 * One running `consider serve`. When it ends, it is started again; what was asked meanwhile waits for it. A question
 * that was pending when it ended is asked again if it only read; a write is not, as it may have happened: the caller
 * is told and keeps the text.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import type { MessageConnection } from "vscode-jsonrpc/node";
import * as vscode from "vscode";
import { Backoff } from "./backoff";
import { ownEnvironment } from "./environment";
import { Interrupted } from "./kind";
import { log } from "./log";
import { PROTOCOL, READS, type InitializeOutput, type Notifications, type Requests, type Result } from "./protocol";

const patience = 15_000; // ms that a question waits for a back end

/** The methods that are verbs, and what each answers. */
type Verb = Exclude<keyof Requests, "initialize" | "watchFiles" | "watchResponses">;
type Answer<V extends Verb> = Requests[V]["result"] extends Result<infer T> ? T : never;

interface Running {
  process: ChildProcess;
  connection: MessageConnection;
  info: InitializeOutput;
}

export class Client implements vscode.Disposable {
  private running: Running | undefined;
  private starting: Promise<void> | undefined;
  private disposed = false;
  private watched: string[] = [];
  private alsoWatched: string[] = [];
  private readonly backoff = new Backoff();
  private readonly ready = new vscode.EventEmitter<InitializeOutput>();
  private readonly down = new vscode.EventEmitter<{ hopeless: boolean }>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly filesChanged = new vscode.EventEmitter<string[]>();
  private readonly responses = new vscode.EventEmitter<void>();
  private watchingResponses = false;

  /** A back end is there, for the first time or again: whatever was read before is old. */
  readonly onReady = this.ready.event;
  readonly onDown = this.down.event;
  /** The store has moved. */
  readonly onChanged = this.changed.event;
  /** Watched files have changed on disk; none: git's HEAD or index moved. */
  readonly onFilesChanged = this.filesChanged.event;
  /** Agents said something else than before. */
  readonly onResponses = this.responses.event;

  constructor(
    private readonly folder: string,
    private readonly locate: () => Promise<string | undefined>,
    private readonly version: string,
  ) {}

  get info(): InitializeOutput | undefined {
    return this.running?.info;
  }

  get pid(): number | undefined {
    return this.running?.process.pid;
  }

  /** The program that is in use, for what is not a verb. */
  program(): Promise<string | undefined> {
    return this.locate();
  }

  async start(): Promise<void> {
    this.starting ??= this.launch()
      .catch((error: unknown) => {
        log.error("start:", error instanceof Error ? error.message : String(error));
        this.again(0);
      })
      .finally(() => (this.starting = undefined));
    return this.starting;
  }

  /** Another program may be there, or the user is tired of waiting. */
  async restart(): Promise<void> {
    this.backoff.reset();
    this.stop();
    await this.start();
  }

  async ask<V extends Verb>(verb: V, input: Requests[V]["params"]): Promise<Answer<V>> {
    return (await this.askAll(verb, input)).data;
  }

  /** As {@link ask}, with the commit of the store that the answer is about. */
  async askAll<V extends Verb>(verb: V, input: Requests[V]["params"]): Promise<Result<Answer<V>>> {
    return this.send(verb, input) as Promise<Result<Answer<V>>>;
  }

  /** As {@link ask}, for verbs that this extension knows before the generated protocol does. */
  async askAny(verb: string, input: object): Promise<unknown> {
    return (await this.send(verb, input)).data;
  }

  private async send(verb: string, input: object): Promise<Result<unknown>> {
    for (let attempt = 0; ; attempt++) {
      const { connection } = await this.connected();
      try {
        return await connection.sendRequest<Result<unknown>>(verb, input);
      } catch (error) {
        if (this.running?.connection === connection) throw error;
        if (!READS.has(verb) || attempt > 2) {
          throw new Interrupted("the back end stopped before it answered");
        }
      }
    }
  }

  watchFiles(files: string[]): void {
    if (files.join("\n") === this.watched.join("\n")) return;
    this.watched = files;
    void this.sendWatched();
  }

  /** Whether to hear of agents' answers. */
  watchResponses(on: boolean): void {
    if (on === this.watchingResponses) return;
    this.watchingResponses = on;
    void this.sendWatchingResponses();
  }

  /** Watches files beside those of threads: they are no threads' files, and stay when those change. */
  watchAlso(files: string[]): void {
    if (files.join("\n") === this.alsoWatched.join("\n")) return;
    this.alsoWatched = files;
    void this.sendWatched();
  }

  dispose(): void {
    this.disposed = true;
    this.stop();
    for (const emitter of [this.ready, this.down, this.changed, this.filesChanged, this.responses]) emitter.dispose();
  }

  private async sendWatched(): Promise<void> {
    try {
      await this.running?.connection.sendRequest("watchFiles", { files: [...this.watched, ...this.alsoWatched] });
    } catch (error) {
      log.warn("watchFiles:", String(error));
    }
  }

  private async sendWatchingResponses(): Promise<void> {
    try {
      await this.running?.connection.sendRequest("watchResponses", { on: this.watchingResponses });
    } catch (error) {
      log.warn("watchResponses:", String(error));
    }
  }

  private connected(): Promise<Running> {
    if (this.running) return Promise.resolve(this.running);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        wait.dispose();
        reject(new Error("the back end is not running"));
      }, patience);
      const wait = this.onReady(() => {
        clearTimeout(timer);
        wait.dispose();
        if (this.running) resolve(this.running);
      });
    });
  }

  private async launch(): Promise<void> {
    const program = await this.locate();
    if (!program || this.disposed) {
      this.down.fire({ hopeless: false });
      return;
    }
    const env = ownEnvironment(process.env);
    const child = spawn(program, ["serve"], { cwd: this.folder, env, stdio: "pipe", windowsHide: true });
    const since = Date.now();
    child.stderr.on("data", (data: Buffer) => {
      log.warn(data.toString().trimEnd());
    });
    child.on("error", (error) => {
      log.error(`${program}: ${error.message}`);
    });
    const connection = createMessageConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    connection.onNotification("changed", () => {
      this.changed.fire();
    });
    connection.onNotification("filesChanged", (params: Notifications["filesChanged"]) => {
      this.filesChanged.fire(params.files);
    });
    connection.onNotification("responsesChanged", () => {
      this.responses.fire();
    });
    connection.onError(([error]) => {
      log.warn(`connection: ${error.message}`);
    });
    connection.listen();
    const ended = new Promise<never>((_, reject) => {
      child.once("close", (code, signal) => {
        connection.dispose(); // rejects what waits for an answer
        reject(new Error(`the back end ended (${signal ?? code ?? "?"})`));
        if (this.running?.process === child) {
          this.running = undefined;
          log.warn(`back end ${child.pid ?? 0} ended (${signal ?? code ?? "?"})`);
          this.again(Date.now() - since);
        }
      });
    });
    ended.catch(() => undefined);
    const client = `vscode/${this.version}`;
    const info = await Promise.race([
      connection.sendRequest<InitializeOutput>("initialize", { client, editor: true }),
      ended,
    ]).catch((error: unknown) => {
      child.kill();
      throw error;
    });
    if (this.disposed as boolean) {
      child.kill();
      return;
    }
    if (info.protocol !== PROTOCOL) {
      child.kill();
      throw new Error(`${program} speaks protocol ${info.protocol}, this extension ${PROTOCOL}`);
    }
    this.running = { process: child, connection, info };
    log.info(`back end ${child.pid ?? 0} serves ${info.root}`);
    void this.sendWatched();
    if (this.watchingResponses) void this.sendWatchingResponses();
    this.ready.fire(info);
  }

  private again(livedFor: number): void {
    if (this.disposed) return;
    const wait = this.backoff.next(livedFor);
    this.down.fire({ hopeless: this.backoff.hopeless });
    setTimeout(() => {
      if (!this.disposed && !this.running) void this.start();
    }, wait);
  }

  private stop(): void {
    const old = this.running;
    this.running = undefined;
    // Closing its input lets it finish what it was asked; connection.end would drop the answers.
    old?.process.stdin?.end();
    if (old) setTimeout(() => old.process.kill(), 3000).unref();
  }
}
