/** Values that the browser keeps for a page. The page works without them, in a browser that keeps nothing or is full. */

type Where = "localStorage" | "sessionStorage";

/** The text under a name; undefined for none. */
export function keptText(where: Where, name: string): string | undefined {
  try {
    return globalThis[where].getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text under a name; undefined deletes the one that is there. */
export function keepText(where: Where, name: string, text: string | undefined): void {
  try {
    if (text === undefined) globalThis[where].removeItem(name);
    else globalThis[where].setItem(name, text);
  } catch {
    // see above
  }
}

/** The value of the JSON under a name; undefined for none, or for an invalid text. */
export function keptValue(where: Where, name: string): unknown {
  try {
    return JSON.parse(keptText(where, name) ?? "");
  } catch {
    return undefined;
  }
}
