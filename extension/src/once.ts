/** Waiting: for an event, or for some time. */
import type { Event } from "vscode";

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether something is done within some ms. */
export function isWithin(ms: number, done: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  return Promise.race([done.then(() => true), late]).finally(() => {
    clearTimeout(timer);
  });
}

/** Reports that something takes longer than some ms, and then its end. */
export async function reportLate(ms: number, done: Promise<unknown>, report: (isLate: boolean) => void): Promise<void> {
  const settled = done.catch(() => undefined);
  if (await isWithin(ms, settled)) return;
  report(true);
  await settled;
  report(false);
}

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

/** Resolves when something is so, and at the latest after some ms. It is looked at now, and at each event. */
export async function until(event: Event<unknown>, isSo: () => boolean, ms: number): Promise<void> {
  if (!isSo()) await once(event, isSo, ms);
}

/** Both events as one. */
export const either =
  (a: Event<unknown>, b: Event<unknown>): Event<unknown> =>
  (run) => {
    const listeners = [a(run), b(run)];
    const dispose = (): void => {
      for (const l of listeners) l.dispose();
    };
    return { dispose };
  };
