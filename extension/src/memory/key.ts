/**
 * The key of an encrypted memory on systems without a keyring: VS Code's secret storage keeps it, and the back end gets
 * it as long as it runs.
 */
import type * as vscode from "vscode";
import type { Client } from "../client";

const place = (recipient: string): string => `consider.memory.${recipient}`;

/** Passes the key to the back end if it needs it. True when the memory has become readable. */
export async function unlock(secrets: vscode.SecretStorage, client: Client): Promise<boolean> {
  const { state, recipient } = await client.ask("memory unlock", {});
  if (state === "locked" && recipient !== undefined) {
    const identity = await secrets.get(place(recipient));
    return identity !== undefined && (await client.ask("memory unlock", { identity })).state === "open";
  }
  if (state === "new") {
    const made = await client.ask("memory unlock", { make: true });
    if (made.identity !== undefined && made.recipient !== undefined) {
      await secrets.store(place(made.recipient), made.identity);
      await client.ask("memory unlock", { identity: made.identity }); // only now: a key that was not stored is lost
    }
  }
  return false;
}
