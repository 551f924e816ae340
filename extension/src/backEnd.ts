/** One process of `consider serve`: its start, its greeting, and the message with which it ends. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { createMessageConnection, ResponseError, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { ErrorCodes, type MessageConnection } from "vscode-jsonrpc/node";
import { ownEnvironment } from "./environment";
import { isKind, spoken, textOf } from "./kind";
import { log } from "./log";
import { PROTOCOL, type InitializeOutput } from "./protocol";

export interface BackEnd {
  process: ChildProcess;
  connection: MessageConnection;
  info: InitializeOutput;
}

/** The program cannot work with this extension; trying again does not help. */
export class Unfit extends Error {}

/**
 * Starts a program in a folder. It fails with the program's own message; `ended` is called when it ends later. The
 * signal kills it.
 */
export async function startBackEnd(
  program: string,
  folder: string,
  client: string,
  signal: AbortSignal,
  listen: (connection: MessageConnection) => void,
  ended: (process: ChildProcess, why: string) => void,
): Promise<BackEnd> {
  const env = { ...ownEnvironment(process.env), CONSIDER_STARTED: program };
  const child = spawn(program, ["serve"], { cwd: folder, env, stdio: "pipe", windowsHide: true, signal });
  let said = "";
  child.stderr.on("data", (data: Buffer) => {
    said = (said + data.toString()).slice(-8000);
    warnOnce(data.toString().trimEnd());
  });
  child.on("error", (error) => {
    said += existsSync(folder) ? `${program}: ${error.message}` : `the folder ${folder} does not exist.`;
  });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  listen(connection);
  connection.onError(([error]) => log.warn(`connection: ${error.message}`));
  connection.listen();
  const over = new Promise<never>((_, reject) => {
    child.once("close", (code, signal) => {
      const why = signal ?? code ?? "?";
      reject(new Error(spoken(said) || `${program} exited (${why}).`));
      connection.dispose(); // rejects the pending requests
      ended(child, `${why}`);
    });
  });
  over.catch(() => undefined);
  try {
    return { process: child, connection, info: await Promise.race([over, greet(connection, program, client, over)]) };
  } catch (error) {
    child.kill();
    throw error;
  }
}

/** The errors that a connection itself returns when the program is gone. */
const undelivered: ReadonlySet<number> = new Set([ErrorCodes.MessageWriteError, ErrorCodes.PendingResponseRejected]);

/**
 * Exchanges versions. A program that does not understand the request, or has another protocol, is too old or too new.
 */
async function greet(
  connection: MessageConnection,
  program: string,
  client: string,
  over: Promise<never>,
): Promise<InitializeOutput> {
  let info: InitializeOutput;
  try {
    info = await connection.sendRequest<InitializeOutput>("initialize", { client, editor: true });
  } catch (error) {
    if (!(error instanceof ResponseError) || undelivered.has(error.code)) return over; // that says why
    if (isKind(error, "usage")) throw new Unfit(`${program} is too old for this extension: ${textOf(error)}.`);
    throw new Error(textOf(error), { cause: error });
  }
  if (info.protocol === PROTOCOL) return info;
  const than = info.protocol < PROTOCOL ? "too old" : "too new";
  throw new Unfit(`${program} is ${than} for this extension: it uses protocol ${info.protocol}, not ${PROTOCOL}.`);
}

const warned = new Set<string>();

/** Logs a text once, however many back ends print it. */
function warnOnce(text: string): void {
  for (const line of text.split("\n").filter((l) => !warned.has(l))) {
    warned.add(line);
    log.warn(line);
  }
}
