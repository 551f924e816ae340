/** The answers to a question as links in a thread: the only words in it that do something when they are clicked. */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { Question } from "../protocol";
import { choiceRows } from "./words";

/** A choice that was clicked. */
export interface Clicked {
  thread: string;
  /** The reply that asks; "" where the first message does. */
  asked: string;
  choice: string;
}

/** What links that were made here know, and no other: a link that came on another way does nothing. */
const secret = randomBytes(16).toString("base64url");

/** The choices, each with what it is clicked for. */
export function choicesToClick(thread: string, q: Question): vscode.MarkdownString {
  const address = (n: number): string => {
    const clicked: Clicked = { thread, asked: q.reply ?? "", choice: q.choices[n] ?? "" };
    const args = encodeURIComponent(JSON.stringify([secret, clicked]));
    return `command:consider.choose?${args.replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
  };
  const text = new vscode.MarkdownString(choiceRows(q, address));
  text.isTrusted = { enabledCommands: ["consider.choose"] };
  text.supportHtml = false;
  text.supportThemeIcons = false;
  return text;
}

/** What a link stands for; undefined for what is no link of ours. */
export function clickedIn(args: readonly unknown[]): Clicked | undefined {
  const [key, clicked] = args;
  return key === secret ? (clicked as Clicked) : undefined;
}
