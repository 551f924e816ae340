/** The comparison of a page is in its address: the door sends the first request before the page's script has loaded. */

/** The query of the first request; "" for what the server was started for. */
export function firstQuery(): string {
  const scope = new URLSearchParams(location.hash.slice(1)).get("scope");
  return scope ? `?${scope}` : "";
}
