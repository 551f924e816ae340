/** Shows errors of the back end to the person. */
import { textOf } from "./kind";
import { log } from "./log";
import { complain } from "./messages";

/** Shows an error; returns the title of the pressed button, if any. */
export async function tell(what: string, error: unknown, ...buttons: string[]): Promise<string | undefined> {
  log.error(what, error instanceof Error ? (error.stack ?? error.message) : String(error));
  return complain(`Consider: ${what}: ${textOf(error)}`, ...buttons);
}
