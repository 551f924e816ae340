/** Objects that end together, and timers that end with them. No editor objects here. */
import type { Disposable } from "vscode";

/** Something that ends with all that it owns. */
export class Owner implements Disposable {
  protected readonly owned: Disposable[] = [];

  dispose(): void {
    for (const d of this.owned) d.dispose();
  }
}

/** Runs something later, once for all requests until then. */
export class Later implements Disposable {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wait = 0;

  constructor(
    private readonly ms: number,
    private readonly run: () => void,
  ) {}

  /** Runs it after the time since the first of these requests; one with less time than that comes first. */
  soon(ms = this.ms): void {
    if (this.timer !== undefined && this.wait <= ms) return;
    clearTimeout(this.timer);
    this.wait = ms;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.run();
    }, ms);
  }

  /** Runs it after the time since the last of these requests. */
  anew(ms = this.ms): void {
    this.dispose();
    this.soon(ms);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
