/** Waiting: for an event, or for some time. */
import type { Event } from "vscode";

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when an event is accepted, and at the latest after some ms. */
export function once<T>(event: Event<T>, accepts: (e: T) => boolean, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      listener.dispose();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const listener = event((e) => {
      if (accepts(e)) end();
    });
  });
}
