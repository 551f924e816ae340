/** The choices of a question as links in a thread: the only links that run a command. */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { Question } from "../protocol";
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

/** A secret that only links made here contain: any other link does nothing. */
const secret = randomBytes(16).toString("base64url");

/** The choices as links. */
export function choicesToClick(thread: string, q: Question): vscode.MarkdownString {
  const address = (n: number): string => {
    const clicked: Clicked = { thread, asked: q.reply ?? "", choice: q.choices[n] ?? "", version: q.version };
    const args = encodeURIComponent(JSON.stringify([secret, clicked]));
    return `command:consider.choose?${args.replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
  };
  const text = new vscode.MarkdownString(choiceRows(q, address));
  text.isTrusted = { enabledCommands: ["consider.choose"] };
  text.supportHtml = false;
  text.supportThemeIcons = false;
  return text;
}

/** The choice that a link stands for; undefined when the link was not made here. */
export function clickedIn(args: readonly unknown[]): Clicked | undefined {
  const [key, clicked] = args;
  return key === secret ? (clicked as Clicked) : undefined;
}
