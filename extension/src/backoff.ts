/** How long to wait before something is done again. No editor objects here. */

/** Before the back end is started again: not at all the first time, then longer and longer. */
const steps = [0, 200, 500, 1000, 2000, 5000, 10_000, 30_000];

/** ms after which a back end counts as sound; its end then starts a new count. */
const sound = 20_000;

export class Backoff {
  private failures = 0;

  /** Milliseconds to wait, given how long the last one lived. */
  next(livedFor: number): number {
    if (livedFor >= sound) this.failures = 0;
    return steps[Math.min(this.failures++, steps.length - 1)] ?? 0;
  }

  /** Whether to notify the user. */
  get hopeless(): boolean {
    return this.failures > 4;
  }

  reset(): void {
    this.failures = 0;
  }
}

/** Before something is looked at again: longer while it has not changed. Times are in ms. */
export class Pace {
  constructor(
    private readonly soonest: number,
    private readonly latest: number,
    public wait = soonest,
  ) {}

  looked(isSame: boolean): void {
    this.wait = isSame ? Math.min(2 * this.wait, this.latest) : this.soonest;
  }
}
