/** The links in a thread that run a command: the choices of a question, and the changes for a claim. */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { Question } from "../protocol";
import type { Claim } from "../shown";
import { choiceRows } from "./words";

/** A choice that was clicked. */
export interface Clicked {
  thread: string;
  /** The reply that asks; "" for the first message. */
  asked: string;
  choice: string;
  /** Of the question that the person saw. */
  version: string;
}

/** The answer with a choice. */
export function answerOf(thread: string, { reply: asked = "", version }: Question, choice: string): Clicked {
  return { thread, asked, choice, version };
}

/** A secret that only links made here contain: any other link does nothing. */
const secret = randomBytes(16).toString("base64url");

/** A text whose links run a command; address returns the link with an argument. */
function toClick(command: string, textOf: (address: (about: unknown) => string) => string): vscode.MarkdownString {
  const address = (about: unknown): string => {
    const args = encodeURIComponent(JSON.stringify([secret, about]));
    return `command:${command}?${args.replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
  };
  const text = new vscode.MarkdownString(textOf(address));
  text.isTrusted = { enabledCommands: [command] };
  text.supportHtml = false;
  text.supportThemeIcons = false;
  return text;
}

/** The choices as links. */
export function choicesToClick(thread: string, q: Question): vscode.MarkdownString {
  return toClick("consider.choose", (address) =>
    choiceRows(q, (n) => address(answerOf(thread, q, q.choices[n] ?? ""))),
  );
}

/** A claim as a link to what was changed for it. */
export const claimToClick = (claim: Claim): vscode.MarkdownString =>
  toClick("consider.proof", (address) => `[${claim.word}](${address(claim)} "Show what was changed")`);

/** The argument of a link; undefined when the link was not made here. */
export function clickedIn([key, about]: readonly unknown[]): unknown {
  return key === secret ? about : undefined;
}
