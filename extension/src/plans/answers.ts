/** What the page of a plan may ask for, and who answers: the page renders words of agents, so it is not trusted with more. */

/** The verbs by the names that the page has for them. */
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

/** The verb that a request is; undefined for one that is none. */
export const verbOf = ({ method, path }: Request): string | undefined =>
  method === "POST" ? verbs.get(path) : undefined;

/** The name of words that were begun, in a request about them. */
export const draftOf = ({ path }: Request): string | undefined => /^\/api\/drafts\/([\w-]{1,100})$/.exec(path)?.[1];
