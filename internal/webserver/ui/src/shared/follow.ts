/** The events of the server, for pages that read everything anew when something has changed. */
import { events, send } from "./api";
import { quiet } from "./dom";

const silence = 5000; // ms without an event, the server's pings included
const pause = 1000; // between two attempts

interface Told {
  /** The stream is open: everything may have changed by now. */
  open?: () => void;
  event: (name: string) => unknown;
  /** The server ended, or is silent for too long. */
  gone: () => void;
}

/** Follows the events at a path as long as the page is open. A stream that ends or is silent is opened again. */
export async function follow(path: string, told: Told): Promise<never> {
  for (;;) {
    const silent = new AbortController();
    const heard = quiet(silence, () => silent.abort());
    heard();
    try {
      const response = await send("GET", path, undefined, silent.signal);
      if (response.ok) {
        told.open?.();
        for await (const { name } of events(response)) {
          heard();
          await told.event(name);
        }
      }
    } catch {
      // reported below
    }
    told.gone();
    await new Promise((go) => setTimeout(go, pause));
  }
}
