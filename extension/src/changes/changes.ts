/** The view of changes since a round, and its commands. */
import * as vscode from "vscode";
import { registerTable } from "../failure";
import { warn } from "../messages";
import { Owner } from "../owner";
import type { Project } from "../project";
import type { ChangedFile, TurnShowOutput } from "../protocol";
import { openReview } from "../rounds";
import type { Session } from "../session";
import { finishRound } from "./finish";
import { Changes, type Listed } from "./model";
import { chooseScope } from "./scope";
import { isText, nothing, showAll, showOne, sidesOf } from "./show";
import { isTabOf } from "../tabs";
import { ChangesTree, type Row } from "./tree";
import { showUndone } from "./turns";
import { flagsOf } from "./words";
import { until } from "../once";

const most = 50; // changes of one file that are stepped over at most to get to the next file
const patience = 1000; // ms in which VS Code makes an opened file the active editor
const moving = 200; // ms in which VS Code reports the new cursor, and only one in another file (microsoft/vscode#226390)

export class ChangesPart extends Owner {
  private readonly changes: Changes;
  private going: Promise<void> = Promise.resolve();

  constructor(private readonly session: Session) {
    super();
    this.changes = new Changes(session);
    const commands: Record<string, (row?: Row) => unknown> = {
      showChanges: async () => showAll(await this.changes.known(true)),
      showChange: (row) => this.open(row),
      chooseChanges: () => this.choose(),
      finishRound: () => finishRound(this.changes),
      // One after the other: a key that is pressed while the next file opens is about that file.
      viewedNext: () => (this.going = this.going.catch(() => undefined).then(() => this.viewedNext())),
      reviewChanges: () => this.review(),
    };
    this.owned.push(
      this.changes,
      new ChangesTree(this.changes),
      vscode.window.onDidChangeActiveTextEditor(() => this.publish()),
      this.changes.onDidChange(() => this.publish()),
      registerTable(commands),
    );
  }

  private async choose(): Promise<void> {
    const project = this.changes.listed?.project ?? (await this.session.someProject());
    const scope = project && (await chooseScope(project));
    if (!project || !scope) return;
    await this.changes.setScope(project, scope);
    const turn = this.changes.listed?.turn;
    if (turn && turn.undone.length > 0) void this.offerUndone(project, turn);
  }

  private async offerUndone(project: Project, turn: TurnShowOutput): Promise<void> {
    const show = project.info?.contents ? ["Show Lines"] : [];
    if (await warn(`Consider: ${turn.agent} undid lines of yours.`, ...show)) await showUndone(project, turn);
  }

  /** Opens a file's changes; for a thread, the change that answered it, otherwise its lines. */
  private async open(row: Row | undefined): Promise<void> {
    const listed = await this.changes.known();
    if (row === undefined) {
      await showAll(listed);
    } else if ("thread" in row) {
      const lines = this.session.threads.linesOf(row.thread.id);
      await showOne(listed, row.file, row.line ?? (lines && lines.start + 1));
      this.session.threads.unfold(row.project, row.thread.id);
    } else {
      await showOne(listed, row.file);
    }
  }

  /** Marks the file of the active editor as viewed, and opens the next unviewed one. */
  private async viewedNext(): Promise<void> {
    const listed = await this.changes.known();
    const { files } = listed.list;
    const here = this.here(listed);
    const at = here ? files.indexOf(here) : -1;
    if (here) await this.changes.view(here, true);
    if (here && (await nextWithin())) return;
    const next = [...files.slice(at + 1), ...files.slice(0, at + 1)].find((f) => !this.changes.isViewed(f));
    if (next) {
      await showOne(listed, next);
      await until(vscode.window.onDidChangeActiveTextEditor, () => this.here(listed) === next, patience);
    } else void vscode.window.setStatusBarMessage("$(check) All files viewed", 4000);
  }

  /** The changed file that the active editor shows. */
  private here(listed: Listed | undefined): ChangedFile | undefined {
    const shown = vscode.window.activeTextEditor?.document.uri.toString();
    if (!listed || shown === undefined) return undefined;
    return listed.list.files.find((f) => {
      if (!isText(f)) return listed.project.uri(f.path).toString() === shown;
      const { left, right } = sidesOf(listed, f);
      return [left, right, nothing(listed.project, f.path)].some((uri) => uri?.toString() === shown);
    });
  }

  private async review(): Promise<void> {
    const { project, scope } = await this.changes.known();
    await openReview(project, this.session.context.subscriptions, flagsOf(scope));
  }

  /** Sets the context for `when` clauses. */
  private publish(): void {
    const here = this.here(this.changes.listed) !== undefined;
    void vscode.commands.executeCommand("setContext", "consider.changeOpen", here);
  }
}

/** Goes to the next file of a multi-file diff. False when the active editor is in no such diff. */
async function nextWithin(): Promise<boolean> {
  const uri = (): string | undefined => vscode.window.activeTextEditor?.document.uri.toString();
  const editor = vscode.window.activeTextEditor;
  const from = uri();
  if (!editor || isTabOf(vscode.window.tabGroups.activeTabGroup.activeTab, editor)) return false;
  const next = "multiDiffEditor.goToNextChange";
  if (!(await vscode.commands.getCommands(true)).includes(next)) return false;
  for (let change = 0; change < most && uri() === from; change++) {
    await vscode.commands.executeCommand(next);
    await until(vscode.window.onDidChangeActiveTextEditor, () => uri() !== from, moving);
  }
  return uri() !== from;
}
