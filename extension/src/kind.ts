/** The meaning of errors of the back end. No editor objects here. */
import { ResponseError } from "vscode-jsonrpc/node";
import type { Failure, Kind } from "./protocol";

const unknownMethod = -32601;

/** The back end ended before it answered: it is not known whether the request was carried out. */
export class Interrupted extends Error {}

export function failureOf(error: unknown): Failure {
  if (error instanceof ResponseError) {
    // The program is older than this extension, or does not have the verb yet.
    if (error.code === unknownMethod)
      return { kind: "usage", message: `the program is too old for this command (${error.message})`, hints: [] };
    const data = error.data as Partial<Failure> | undefined;
    return {
      kind: data?.kind ?? "internal",
      message: data?.message ?? error.message,
      hints: data?.hints ?? [],
    };
  }
  return { kind: "internal", message: error instanceof Error ? error.message : String(error), hints: [] };
}

/** Whether an error is of this kind. */
export const isKind = (error: unknown, kind: Kind): boolean => failureOf(error).kind === kind;

export function textOf(error: unknown): string {
  const f = failureOf(error);
  return [f.message, ...f.hints].join(". ");
}

/** The last message of a program before it ended, without the prefixes of the command line. */
export function spoken(stderr: string): string {
  const from = [...stderr.matchAll(/^consider: /gm)].at(-1)?.index ?? 0;
  return stderr
    .slice(from)
    .trim()
    .replaceAll(/^(?:consider|hint): /gm, "")
    .replaceAll(/\s*\n/g, ". ");
}
