/** Offers to undo an action in the message that reports it. */
import { tell } from "./failure";
import { inform, withButtons } from "./messages";
import type { Project } from "./project";
import type { Event } from "./protocol";

export const offerUndo = (said: string, back: () => Promise<unknown>): Promise<void> =>
  offer(inform, said, "Undo", back, "could not undo");

/** Shows a message with a button for an act, and the error if the act fails. */
export const offer = (
  show: typeof inform,
  said: string,
  button: string,
  act: () => Promise<unknown>,
  failed: string,
): Promise<void> => withButtons(show, said, [button, () => act().catch((error: unknown) => void tell(failed, error))]);

/** Undoes the last change, if it is the one that is meant: an agent or another window may have been faster. */
export async function undoLast(project: Project, isMeant: (last: Event) => boolean): Promise<void> {
  const { undone } = await project.client.ask("undo", { dryRun: true });
  if (!isMeant(undone)) throw new Error("other changes were made since then");
  await project.change("undo", {});
}
