/** The server's answers. Every request carries the token that lets the page in. */

export interface Failure {
  kind: string;
  message: string;
  hints?: string[];
}

/** A refusal of the server, with its message. */
export class Refused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
  get hint(): string {
    return this.failure.hints?.[0] ?? "";
  }
}

/** No server answered. */
export class Unreachable extends Error {}

let token = "";

/** Sets the token of all later requests; see door.ts. */
export function setToken(to: string): void {
  token = to;
}

/** A name for something that the tabs of one run share. */
export function shared(name: string): string {
  return `${name}-${token.slice(0, 8)}`;
}

let reached: (yes: boolean) => void = () => undefined;

/** Reports for every request whether it reached the server. */
export function onReach(listener: typeof reached): void {
  reached = listener;
}

/** Carries a request in place of the server. */
export type Carrier = (method: string, path: string, body: unknown) => Promise<unknown>;

let carrier: Carrier | undefined;

/** Sends all requests with JSON answers another way: a view of VS Code has no server. */
export function carryBy(by: Carrier): void {
  carrier = by;
}

export async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { "X-Consider-Token": token };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const init: RequestInit = { method, headers, cache: "no-store", credentials: "omit", signal: signal ?? null };
  if (body !== undefined) init.body = JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (!signal?.aborted) reached(false);
    throw new Unreachable("the server is not responding", { cause: error });
  }
  // A server that does not know the token is another one.
  if (response.status !== 401 && response.status !== 403) reached(true);
  return response;
}

interface Envelope {
  ok: boolean;
  data?: unknown;
  error?: Failure;
}

/**
 * Sends a request and returns the data of the answer's envelope; throws Refused. An answer without an envelope is data.
 */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (carrier) return (await carrier(method, path, body)) as T;
  const response = await send(method, path, body);
  const answer: unknown = await response.json().catch(() => undefined);
  const unsaid = { kind: "internal", message: `the server returned status ${response.status} without a message` };
  if (isEnvelope(answer)) {
    if (answer.ok) return answer.data as T;
    throw new Refused(answer.error ?? unsaid);
  }
  if (!response.ok || answer === undefined) throw new Refused(unsaid);
  return answer as T;
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === "object" && value !== null && "ok" in value;
}

/** Calls a verb of the table. */
export function verb<T>(name: string, input: object, query = ""): Promise<T> {
  return ask<T>("POST", `/api/${name.replaceAll(" ", "/")}${query}`, input);
}

export function words(error: unknown): string {
  if (error instanceof Refused) return error.hint ? `${error.message}. ${begun(error.hint)}` : error.message;
  return error instanceof Error ? error.message : String(error);
}

/** A hint as a sentence. One that begins with a command keeps its first letter. */
const begun = (hint: string): string =>
  /^(consider|git) /.test(hint) ? hint : hint.charAt(0).toUpperCase() + hint.slice(1);

/** The events of a stream, until it ends. The server writes each as one line `event:` and one line `data:`. */
export async function* events(response: Response): AsyncGenerator<{ name: string; data: string }> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, name = "", data = ""] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      yield { name, data };
    }
  }
}
