/** The objects that VS Code draws. It compares comments by identity, so each entry keeps its object. */
import { statSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import { choicesToClick, claimToClick } from "./delivery/link";
import { isImageFile, withImages } from "./images";
import { linked } from "./links";
import type { Image, Suggestion } from "./protocol";
import type { Entry } from "./shown";
import { withDiffs } from "./suggestions";
import { isPerson } from "./threadWords";

export class ReviewComment implements vscode.Comment {
  body: string | vscode.MarkdownString = "";
  mode = vscode.CommentMode.Preview;
  author: vscode.CommentAuthorInformation = { name: "" };
  contextValue = "";
  label?: string;
  timestamp?: Date;
  /** The text that an edit replaces: that of the comment when its form opened. */
  replaces = "";
  private images: readonly Image[] = [];
  private suggestions: readonly Suggestion[] = [];

  constructor(
    readonly media: vscode.Uri,
    /** Thread or reply id; for unsaved text, its key among the drafts. */
    readonly id: string,
    /** The original text. */
    public text: string,
    /** The project's root, to which paths in the text are relative. */
    private readonly root?: vscode.Uri,
  ) {}

  /** Shows an entry. A text that the user is editing is left alone. */
  show(e: Entry): void {
    this.author = { name: e.authorName, iconPath: this.icon(e.author) };
    this.contextValue = `${e.mine ? "mine" : "theirs"}${e.deletable ? " deletable" : ""}${e.applies ? " applies" : ""}`;
    this.label = e.label;
    this.timestamp = new Date(e.at);
    this.text = e.body;
    this.images = e.images ?? [];
    this.suggestions = e.suggestions ?? [];
    const link = e.asks ? choicesToClick(this.id.replace(/#.*/, ""), e.asks) : e.proves && claimToClick(e.proves);
    if (link) {
      this.contextValue = "choices";
      this.body = link;
      return;
    }
    if (this.mode === vscode.CommentMode.Preview) this.preview();
  }

  /** Shows a text that the back end does not have, with its form open. */
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
    this.body = this.replaces = this.text;
    this.mode = vscode.CommentMode.Editing;
  }

  /** Goes back to reading; the text of the form is dropped. */
  preview(): void {
    this.mode = vscode.CommentMode.Preview;
    const { root } = this;
    const text = withImages(withDiffs(this.text, this.suggestions), (id) => this.imageAt(id));
    const markdown = new vscode.MarkdownString(root ? linked(text, (path, line) => addressIn(root, path, line)) : text);
    markdown.isTrusted = false;
    markdown.supportHtml = false;
    this.body = markdown;
  }

  /** The text of the form when its button is pressed. */
  get form(): string {
    return typeof this.body === "string" ? this.body : this.body.value;
  }

  /** The address of an image of the store, in a file that the back end wrote. */
  private imageAt(id: string): string | undefined {
    const file = this.images.find((i) => i.id === id)?.path;
    if (!this.root || file === undefined || !isImageFile(file)) return undefined;
    const uri = path.isAbsolute(file) ? vscode.Uri.file(file) : vscode.Uri.joinPath(this.root, file);
    return uri.toString();
  }

  private icon(author: string): vscode.Uri {
    const name = author === "consider" ? "icon.png" : isPerson({ author }) ? "human.svg" : "agent.svg";
    return vscode.Uri.joinPath(this.media, name);
  }
}

/** The address of a file or of a line in it; undefined when the project has no such file. */
function addressIn(root: vscode.Uri, path: string, line: number | undefined): string | undefined {
  const uri = vscode.Uri.joinPath(root, path);
  if (!statSync(uri.fsPath, { throwIfNoEntry: false })?.isFile()) return undefined;
  return (line === undefined ? uri : uri.with({ fragment: `L${line}` })).toString();
}
