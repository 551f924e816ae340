/** What the script of the door leaves to that of the page. */
import { setToken } from "./api";

export interface Entered {
  token: string;
  /** The answer to what the page asks first, if its HTML says what. */
  first: Promise<unknown>;
}

declare global {
  var considerEntered: Promise<Entered>;
}

/** Resolves when the page is let in, with the answer that it waits for. */
export async function entered(): Promise<Entered> {
  const found = await globalThis.considerEntered;
  setToken(found.token);
  return found;
}
