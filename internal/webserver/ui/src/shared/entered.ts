/** The data that the door's script leaves for the page's script. */
import { setToken } from "./api";

export interface Entered {
  token: string;
  /** The answer to the page's first request, if its HTML names one. */
  first: Promise<unknown>;
}

declare global {
  var considerEntered: Promise<Entered>;
}

/** Resolves when the page is let in, with the answer to its first request. */
export async function entered(): Promise<Entered> {
  const found = await globalThis.considerEntered;
  setToken(found.token);
  return found;
}
