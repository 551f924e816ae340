/**
 * The first request of a page may depend on what it showed before a reload, and the door sends it before the page's
 * script has loaded. This is kept only for a reload; a newly opened page shows what the server was started for.
 */
const name = "consider.first";

/** The query of the first request. */
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
    // A browser that stores nothing begins anew.
  }
}
