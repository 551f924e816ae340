/** Shared with the pages of the browser. No editor objects here. */

/** A task that runs one at a time: a request during a run leads to one more run, and ends with that. */
export class Again {
  private running: Promise<void> | undefined;
  private due = false;

  constructor(private readonly run: () => Promise<void>) {}

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  now(): Promise<void> {
    this.due = true;
    this.running ??= this.runAll();
    return this.running;
  }

  private async runAll(): Promise<void> {
    try {
      while (this.due) {
        this.due = false;
        await this.run();
      }
    } finally {
      this.running = undefined; // at once: a request that comes from now on starts anew
    }
  }
}

/** A task for each key, of which one at a time runs. */
export class AgainFor {
  private readonly tasks = new Map<string, Again>();

  constructor(private readonly run: (key: string) => Promise<void>) {}

  now(key: string): Promise<void> {
    const task = this.tasks.get(key) ?? new Again(() => this.run(key));
    this.tasks.set(key, task);
    return task.now();
  }
}
