/** The marks *viewed* that are on their way: they are shown at once, over those that were read. */
export class Marks {
  private readonly sent = new Map<string, { viewed: boolean }>();
  private last: Promise<unknown> = Promise.resolve();

  isViewed(hash: string, read: readonly string[]): boolean {
    return this.sent.get(hash)?.viewed ?? read.includes(hash);
  }

  /** Stores one mark after the other, so that two on one file arrive in the order of the clicks. */
  async set(hash: string, viewed: boolean, store: () => Promise<unknown>): Promise<void> {
    const mark = { viewed };
    this.sent.set(hash, mark);
    const stored = this.last.then(store, store);
    this.last = stored;
    try {
      await stored;
    } finally {
      if (this.sent.get(hash) === mark) this.sent.delete(hash);
    }
  }
}
