/** Requests that every back end gets, such as the files to watch. No editor objects here. */
import { isDeepStrictEqual } from "node:util";
import { AgainFor } from "./again";

/**
 * Repeats requests to each back end that starts. A back end runs requests concurrently, so that each waits for the
 * one before: the files of an older request must not replace those of a newer one.
 */
export class Told {
  private readonly params = new Map<string, object>();
  private sending: AgainFor | undefined; // none before the first back end

  set(method: string, params: object): void {
    if (isDeepStrictEqual(this.params.get(method), params)) return;
    this.params.set(method, params);
    void this.sending?.now(method);
  }

  /** Sends everything to a new back end. The one before may never answer, so nothing waits for it. */
  repeat(send: (method: string, params: object) => Promise<void>): void {
    this.sending = new AgainFor((method) => send(method, this.params.get(method) ?? {}));
    for (const method of this.params.keys()) void this.sending.now(method);
  }
}
