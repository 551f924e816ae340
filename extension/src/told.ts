/** Requests that every back end gets, such as the files to watch. No editor objects here. */
import { isDeepStrictEqual } from "node:util";
import { Again } from "./again";

/**
 * Repeats requests to each back end that starts. A back end runs requests concurrently, so that each waits for the
 * one before: the files of an older request must not replace those of a newer one.
 */
export class Told {
  private readonly params = new Map<string, object>();
  private readonly sending = new Map<string, Again>();

  constructor(private readonly send: (method: string, params: object) => Promise<void>) {}

  set(method: string, params: object): void {
    if (isDeepStrictEqual(this.params.get(method), params)) return;
    this.params.set(method, params);
    this.say(method);
  }

  /** Sends everything to a new back end. */
  repeat(): void {
    for (const method of this.params.keys()) this.say(method);
  }

  private say(method: string): void {
    const sending = this.sending.get(method) ?? new Again(() => this.send(method, this.params.get(method) ?? {}));
    this.sending.set(method, sending);
    void sending.now();
  }
}
