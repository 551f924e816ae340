/**
 * What a page asks first may depend on what it showed when it was loaded again: the door asks before the page's script
 * is there. Kept for a reload alone; a page that is opened begins as the server was started.
 */
const name = "consider.first";

/** The query of what is asked first. */
export function firstQuery(): string {
  try {
    const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (entry?.type !== "reload") sessionStorage.removeItem(name);
    return sessionStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

export function keepFirstQuery(query: string): void {
  try {
    if (query === "") sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, query);
  } catch {
    // A browser that keeps nothing begins anew.
  }
}
