/** The state file on disk. It is replaced as a whole, so that a reader sees either the old or the new one. */
import { createHash, randomBytes } from "node:crypto";
import { readlinkSync, unlinkSync } from "node:fs";
import { chmod, lstat, mkdir, readdir, rename, stat, unlink, writeFile } from "node:fs/promises";
import * as path from "node:path";
import { FOLDER, MAX_FILE } from "./format";
import { pause } from "../once";

const dead = 10 * 60_000; // ms without a heartbeat after which any window may remove another window's file
const ours = /^editor-[0-9]+\.json(\.[0-9a-f]+\.tmp)?$/;

/** The Linux process namespace in which process ids are valid. */
export function namespace(): string | undefined {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return undefined;
  }
}

export class StateFile {
  private readonly folder: string;
  private readonly name: string;
  private ready = false;
  private gone = false;

  /** A window may have several worktrees open, which share a store. */
  constructor(
    readonly store: string,
    readonly root: string,
    pid: number,
  ) {
    this.folder = path.join(store, FOLDER);
    const worktree = path.dirname(store) === root ? "" : createHash("sha256").update(root).digest().readUInt32BE();
    this.name = path.join(this.folder, `editor-${pid}${worktree}.json`);
  }

  /** Writes the file; false when there is no store to write it into. */
  async write(text: string): Promise<boolean> {
    if (Buffer.byteLength(text) > MAX_FILE) throw new Error("the editor context is too large");
    if (!(await this.prepare())) return false;
    const next = `${this.name}.${randomBytes(6).toString("hex")}.tmp`;
    try {
      await writeFile(next, text, { flag: "wx", mode: 0o600 });
      await this.replace(next);
    } catch (error) {
      this.ready = false; // the folder may have been removed
      await unlink(next).catch(() => undefined);
      throw error;
    }
    if (this.gone) this.removeNow(); // the window was closed meanwhile
    return true;
  }

  async remove(): Promise<void> {
    await unlink(this.name).catch(() => undefined);
  }

  /** Removes the file for good, synchronously: VS Code does not wait for anything when a window is closed. */
  close(): void {
    this.gone = true;
    this.removeNow();
  }

  private removeNow(): void {
    try {
      unlinkSync(this.name);
    } catch {
      // It was never written, or is gone.
    }
  }

  /** Windows refuses to replace a file that is being read, so this is tried several times. */
  private async replace(next: string): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await rename(next, this.name);
        return;
      } catch (error) {
        if (process.platform !== "win32" || attempt === 5) throw error;
        await pause(5 << attempt);
      }
    }
  }

  /** Creates the folder in an existing store; never creates a store, and never follows a link. */
  private async prepare(): Promise<boolean> {
    if (this.gone) return false;
    if (this.ready) return true;
    try {
      await stat(path.join(this.store, "HEAD"));
    } catch {
      return false;
    }
    await mkdir(this.folder, { mode: 0o700 }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    });
    if (!(await lstat(this.folder)).isDirectory()) throw new Error(`${this.folder} is not a folder`);
    await chmod(this.folder, 0o700);
    await this.tidy();
    this.ready = true;
    return true;
  }

  /** Removes files of windows that ended without removing them. */
  private async tidy(): Promise<void> {
    for (const name of (await readdir(this.folder)).filter((n) => ours.test(n))) {
      const file = path.join(this.folder, name);
      const info = await lstat(file).catch(() => undefined);
      if (info && Date.now() - info.mtimeMs > dead) await unlink(file).catch(() => undefined);
    }
  }
}
