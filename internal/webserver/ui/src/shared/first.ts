/**
 * The first request of a page may depend on what it showed before a reload, and the door sends it before the page's
 * script has loaded. This is kept only for a reload; a newly opened page shows what the server was started for.
 */
import { keepText, keptText } from "./kept";

const name = "consider.first";

/** The query of the first request. */
export function firstQuery(): string {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (entry?.type !== "reload") keepFirstQuery("");
  return keptText("sessionStorage", name) ?? "";
}

export function keepFirstQuery(query: string): void {
  keepText("sessionStorage", name, query || undefined);
}
