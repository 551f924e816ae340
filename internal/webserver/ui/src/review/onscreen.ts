/** Reports to the store which messages the person has had on the screen, for all surfaces. */
import { state } from "./state";
import { verb } from "./verbs";

const moment = 1500; // ms on the screen after which a message counts as read, as in VS Code
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) wait(target.id.slice("t-".length), isIntersecting);
});

/** Watches a thread's card as long as it shows unread messages. */
export function watchCard(card: HTMLElement, isNew: boolean): void {
  if (isNew) observer.observe(card);
  else observer.unobserve(card);
}

function wait(id: string, inSight: boolean): void {
  clearTimeout(waiting.get(id));
  waiting.delete(id);
  if (inSight)
    waiting.set(
      id,
      setTimeout(() => note(id), moment),
    );
}

function note(id: string): void {
  const thread = state.threads.get(id);
  if (!thread?.unread) return;
  if (!document.hasFocus()) {
    wait(id, true);
    return;
  }
  thread.unread = false;
  // If this fails, the messages stay unread, and are noted when the page is opened again.
  verb("seen", { ids: [id], upTo: { [id]: thread.thread.at(-1)?.id ?? id } }).catch(() => undefined);
}
