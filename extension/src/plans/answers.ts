/**
 * The requests of a plan's page, and who answers them. The page renders text of agents, so it may ask for nothing else.
 */

/** The verbs, by the page's names for them. */
const verbs = new Map(
  [
    "plan list",
    "plan show",
    "plan diff",
    "plan comment",
    "plan approve",
    "plan reject",
    "reply",
    "resolve",
    "unresolve",
  ].map((verb) => [`/api/${verb.replaceAll(" ", "/")}`, verb]),
);

export interface Request {
  id: number;
  method: string;
  path: string;
  body: object;
}

/** A message of the page as a request; undefined for anything else. */
export function understood(message: unknown): Request | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const { type, id, method, path, body } = message as Record<string, unknown>;
  if (type !== "request" || typeof id !== "number" || typeof method !== "string" || typeof path !== "string")
    return undefined;
  return { id, method, path, body: typeof body === "object" && body !== null ? body : {} };
}

/** The verb of a request; undefined when it is not one. */
export const verbOf = ({ method, path }: Request): string | undefined =>
  method === "POST" ? verbs.get(path) : undefined;

/** The key of the draft that a request is about. */
export const draftOf = ({ path }: Request): string | undefined => /^\/api\/drafts\/([\w-]{1,100})$/.exec(path)?.[1];
