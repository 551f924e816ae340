/** The objects that VS Code draws. It tells comments apart by identity, so each entry keeps its object for life. */
import { statSync } from "node:fs";
import * as vscode from "vscode";
import { linked } from "./links";
import { harmless, type Entry } from "./shown";
import { isPerson } from "./threadWords";

export class ReviewComment implements vscode.Comment {
  body: string | vscode.MarkdownString = "";
  mode = vscode.CommentMode.Preview;
  author: vscode.CommentAuthorInformation = { name: "" };
  contextValue = "";
  label?: string;
  timestamp?: Date;

  constructor(
    readonly media: vscode.Uri,
    /** Thread or reply id; of words that are not saved yet, their key among the drafts. */
    readonly id: string,
    /** What was said, as it was said. */
    public text: string,
    /** The project's root, to which paths in the words are relative. */
    private readonly root?: vscode.Uri,
  ) {}

  /** Shows an entry. Words that are being edited are left alone: they are the user's. */
  show(e: Entry): void {
    this.author = { name: e.authorName, iconPath: this.icon(e.author) };
    this.contextValue = `${e.mine ? "mine" : "theirs"}${e.applies ? " applies" : ""}`;
    this.label = e.label;
    this.timestamp = new Date(e.at);
    this.text = e.body;
    if (this.mode === vscode.CommentMode.Preview) this.preview();
  }

  /** Shows words that the back end does not have, with their form open. */
  showUnsaved(text: string): this {
    this.author = { name: "You", iconPath: this.icon("human") };
    this.contextValue = "unsaved";
    this.label = "not saved";
    this.text = text;
    this.body = text;
    this.mode = vscode.CommentMode.Editing;
    return this;
  }

  edit(): void {
    this.body = this.text;
    this.mode = vscode.CommentMode.Editing;
  }

  /** Back to reading; the words of the form are dropped. */
  preview(): void {
    this.mode = vscode.CommentMode.Preview;
    const { root } = this;
    const text = harmless(this.text);
    const markdown = new vscode.MarkdownString(root ? linked(text, (path, line) => addressIn(root, path, line)) : text);
    markdown.isTrusted = false;
    markdown.supportHtml = false;
    this.body = markdown;
  }

  /** What the form holds when its button is pressed. */
  get form(): string {
    return typeof this.body === "string" ? this.body : this.body.value;
  }

  private icon(author: string): vscode.Uri {
    return vscode.Uri.joinPath(this.media, isPerson({ author }) ? "human.svg" : "agent.svg");
  }
}

/** The address of a file, or of a line of it; nothing where the project has no such file. */
function addressIn(root: vscode.Uri, path: string, line: number | undefined): string | undefined {
  const uri = vscode.Uri.joinPath(root, path);
  if (!statSync(uri.fsPath, { throwIfNoEntry: false })?.isFile()) return undefined;
  return (line === undefined ? uri : uri.with({ fragment: `L${line}` })).toString();
}
