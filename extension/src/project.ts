/**
 * A workspace folder's project: its back end and the threads as they were read last. Nothing here is changed but by
 * reading again; whoever draws, draws from this.
 */
import { realpath } from "node:fs/promises";
import * as vscode from "vscode";
import type { Client } from "./client";
import { isKind } from "./failure";
import { log } from "./log";
import * as paths from "./paths";
import type { InitializeOutput, ThreadDetail } from "./protocol";

export class Project implements vscode.Disposable {
  /** By id. */
  threads = new Map<string, ThreadDetail>();
  /** Whether the threads are there to be asked for. */
  wasRead = false;
  private root: string | undefined;
  private reading: Promise<void> | undefined;
  private again = false;
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly listeners: vscode.Disposable[];

  /** The threads were read anew, or the back end went away. */
  readonly onDidChange = this.changed.event;

  constructor(
    readonly folder: vscode.WorkspaceFolder,
    readonly client: Client,
    /** Called before a reading is shown, to place what is open in the editor. */
    private readonly beforeShown: (project: Project) => Promise<void>,
  ) {
    this.listeners = [
      client.onReady((info) => void this.ready(info)),
      client.onDown(() => {
        this.changed.fire();
      }),
      client.onChanged(() => void this.refresh()),
      client.onFilesChanged(() => void this.refresh()),
    ];
  }

  get info(): InitializeOutput | undefined {
    return this.client.info;
  }

  /** The file's name on the wire; undefined for what is not in the project. */
  file(uri: vscode.Uri): string | undefined {
    if (uri.scheme !== "file" || this.root === undefined) return undefined;
    return paths.toWire(this.root, uri.fsPath);
  }

  uri(file: string): vscode.Uri {
    return vscode.Uri.file(paths.fromWire(this.root ?? this.folder.uri.fsPath, file));
  }

  /** Reads all threads. Calls that come while one is under way are answered by one more. */
  refresh(): Promise<void> {
    if (this.reading) {
      this.again = true;
      return this.reading;
    }
    this.reading = this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }

  dispose(): void {
    for (const l of this.listeners) l.dispose();
    this.client.dispose();
    this.changed.dispose();
  }

  private async ready(info: InitializeOutput): Promise<void> {
    const folder = this.folder.uri.fsPath;
    this.root = paths.spelledRoot(info.root, folder, await realpath(folder).catch(() => folder));
    await this.refresh();
  }

  private async read(): Promise<void> {
    do {
      this.again = false;
      try {
        const started = Date.now();
        this.threads = await this.readAll();
        this.wasRead = true;
        await this.beforeShown(this);
        log.debug(`read ${this.threads.size} threads in ${Date.now() - started} ms`);
      } catch (error) {
        log.error("read threads:", String(error)); // what was shown stays
      }
      this.changed.fire();
    } while (this.again as boolean);
  }

  /** `export` is the one reading verb that has whole threads, so one question answers for every view. */
  private async readAll(): Promise<Map<string, ThreadDetail>> {
    try {
      const answer = await this.client.ask("export", { format: "json" });
      const { threads } = JSON.parse(answer.text) as { threads: ThreadDetail[] };
      this.client.watchFiles([...new Set(threads.flatMap((t) => t.placement.file ?? t.file ?? []))].slice(0, 10_000));
      return new Map(threads.map((t) => [t.id, t]));
    } catch (error) {
      if (isKind(error, "no_store")) return new Map(); // nobody has said anything yet
      throw error;
    }
  }
}
