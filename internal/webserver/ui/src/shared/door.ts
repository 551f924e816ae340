/**
 * How a page comes by the token that every request carries. It is in no cookie: browsers send those to every server of
 * the machine, whatever its port. The address in the terminal has a ticket behind its #, which is good once; the tab
 * keeps the token for its next load; and tabs hand it on to each other.
 */
import { ask, setToken } from "./api";
import { h } from "./dom";

const kept = "consider.token";
const patience = 1000; // ms until a tab without an answer says what to do

interface Note {
  token?: string;
}

/** Resolves with the token when the page is let in. A page that is not says so, and is let in by the first tab that is. */
export async function enter(): Promise<string> {
  const door = new BroadcastChannel("consider-door");
  let token = "";
  let closed = false;
  const open = (found: string): void => {
    token = found;
    keep(token);
    door.postMessage({ token } satisfies Note); // tabs that wait
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
  const own = read();
  if (!token && own && (await fits(own))) open(own);
  if (!token) {
    await new Promise<void>((entered) => {
      const said = setTimeout(() => {
        closed = true;
        sayClosed(why);
      }, patience);
      door.addEventListener("message", (e: MessageEvent<Note>) => {
        const found = e.data.token;
        if (!found || token) return;
        void fits(found).then((yes) => {
          if (!yes || token) return;
          clearTimeout(said);
          open(found);
          // What the page was made of has given way to words.
          if (closed) location.reload();
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

/** The ticket of the address, which is gone from it afterwards. */
function takeTicket(): string | undefined {
  const ticket = /^#ticket-([\w-]+)$/.exec(location.hash)?.[1];
  const path = location.pathname === "/" ? "/review" : location.pathname;
  if (ticket !== undefined || path !== location.pathname) history.replaceState(null, "", path);
  return ticket;
}

/** Whether the server that answers here knows the token: it may be an older one's. */
async function fits(token: string): Promise<boolean> {
  setToken(token);
  try {
    await ask("GET", "/api/enter");
    return true;
  } catch {
    return false;
  }
}

function read(): string | null {
  try {
    return sessionStorage.getItem(kept);
  } catch {
    return null;
  }
}

function keep(token: string): void {
  try {
    sessionStorage.setItem(kept, token);
  } catch {
    // A browser that keeps nothing needs another tab, or a new address, for the next load.
  }
}

function sayClosed(why: unknown): void {
  const said = why instanceof Error ? why.message : "this tab was not opened with a valid address";
  document.body.replaceChildren(
    h(
      "main",
      { class: "blank closed" },
      h("h1", {}, "This page is for the person who started it"),
      h("p", {}, `${said.charAt(0).toUpperCase()}${said.slice(1)}.`),
      h(
        "p",
        {},
        "Open the newest address that ",
        h("code", {}, "consider review"),
        " printed in its terminal. It works once; other tabs of the same browser, this one too, then open by themselves.",
      ),
    ),
  );
}
