/** Reports questions while the page is not visible: by the tab's icon, and by a system notification. */
import { h } from "../shared/dom";
import { questions } from "./question";
import { on, state } from "./state";
import { firstWords, shown } from "./text";
import { threadsKnown } from "./threads";
import type { Thread } from "./types";

const icon = h("link", { rel: "icon", type: "image/svg+xml" });

/** The tab's icon has a dot while threads wait for the reader, and a different one while an agent asks. */
export function showIcon(awaiting: Thread[]): void {
  const colour = awaiting.some((t) => t.question) ? "#8250df" : awaiting.length > 0 ? "#0969da" : "";
  const dot = colour && `<circle cx="12" cy="4" r="4" fill="${colour}" stroke="#fff"/>`;
  const bubble = '<path d="M2 2h12v9H8l-4 4v-4H2z" fill="#57606a"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${bubble}${dot}</svg>`;
  const href = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  if (icon.href === href) return; // the browser would load it again
  icon.href = href;
  document.head.append(icon);
}

/** Whether this browser can show system notifications. */
export const notifies = (): boolean => "Notification" in window;

/** Asks for permission to show notifications. The browser asks the person only once. */
export async function allowed(): Promise<boolean> {
  return notifies() && (await Notification.requestPermission()) === "granted";
}

/** Notifies of each new question while the page does not have the focus, if the person wants that. */
export function tellOfQuestions(go: (t: Thread) => void): void {
  let told: Set<string> | undefined; // undefined until the threads are read: earlier questions are not news
  const key = (t: Thread) => `${t.id} ${t.question?.at ?? ""}`;
  void threadsKnown.then(() => (told = new Set(questions().map(key))));
  on("threads", () => {
    const fresh = questions().filter((t) => told && !told.has(key(t)));
    for (const t of fresh) {
      told?.add(key(t));
      if (state.prefs.notify && notifies() && Notification.permission === "granted" && !document.hasFocus())
        tell(t, go);
    }
  });
}

function tell(t: Thread, go: (t: Thread) => void): void {
  const name = shown(t.question?.authorName ?? "") || "An agent";
  // One notification per thread, even with several tabs.
  const said = new Notification(`${name} has a question in ${shown(state.boot.project)}`, {
    body: shown(firstWords(t.question?.body ?? "")),
    tag: `consider ${t.id}`,
  });
  said.addEventListener("click", () => {
    said.close();
    window.focus();
    go(t);
  });
}
