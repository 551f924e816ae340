/**
 * How a page gets the token that every request carries. It is not in a cookie: browsers send cookies to every server of
 * the machine, whatever its port. The address in the terminal has a ticket behind its #, which works once; the tab
 * keeps the token for its next load; and tabs pass it on to each other.
 */
import { ask, setToken } from "./api";
import { h } from "./dom";
import { keepText, keptText } from "./kept";

const kept = "consider.token"; // without it, a page needs another tab, or a new address, for its next load
const patience = 1000; // ms until a tab without an answer shows the reader what to do

interface Note {
  token?: string;
}

/**
 * Resolves with the token when the page is let in. A page that is not let in says so, and gets the token from the first
 * tab that has it.
 */
export async function enter(): Promise<string> {
  const door = new BroadcastChannel("consider-door");
  let token = "";
  const open = (found: string): void => {
    token = found;
    keepText("sessionStorage", kept, token);
    door.postMessage({ token } satisfies Note); // for waiting tabs
  };
  let why: unknown;
  const ticket = takeTicket();
  if (ticket) {
    try {
      open((await ask<{ token: string }>("POST", "/api/enter", { ticket })).token);
    } catch (error) {
      why = error;
    }
  }
  const own = keptText("sessionStorage", kept);
  if (!token && own && (await fits(own))) open(own);
  if (!token) {
    await new Promise<void>((entered) => {
      const said = setTimeout(() => sayClosed(why), patience);
      door.addEventListener("message", (e: MessageEvent<Note>) => {
        const found = e.data.token;
        if (!found || token) return;
        void fits(found).then((yes) => {
          if (!yes || token) return;
          clearTimeout(said);
          open(found);
          // The content of the page was replaced by a message.
          if (document.querySelector(".closed")) location.reload();
          else entered();
        });
      });
      door.postMessage({} satisfies Note);
    });
  }
  setToken(token);
  door.addEventListener("message", (e: MessageEvent<Note>) => {
    if (!e.data.token) door.postMessage({ token } satisfies Note);
  });
  return token;
}

/** Removes the ticket from the address, and returns it. */
function takeTicket(): string | undefined {
  const ticket = /^#ticket-([\w-]+)$/.exec(location.hash)?.[1];
  const path = location.pathname === "/" ? "/review" : location.pathname;
  if (ticket !== undefined || path !== location.pathname) history.replaceState(null, "", path);
  return ticket;
}

/** Whether this server knows the token, which may be from an older server. */
async function fits(token: string): Promise<boolean> {
  setToken(token);
  try {
    await ask("GET", "/api/enter");
    return true;
  } catch {
    return false;
  }
}

function sayClosed(why: unknown): void {
  const said = why instanceof Error ? why.message : "this tab was not opened with a valid link";
  document.body.replaceChildren(
    h(
      "main",
      { class: "blank closed" },
      h("h1", {}, "Only the person who started this server can open this page"),
      h("p", {}, `${said.charAt(0).toUpperCase()}${said.slice(1)}.`),
      h(
        "p",
        {},
        "Open the newest link that ",
        h("code", {}, "consider review"),
        " printed in its terminal. The link works once; after that, the page loads in this tab and in any other tab of this browser.",
      ),
    ),
  );
}
