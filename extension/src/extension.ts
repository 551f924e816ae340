import type * as vscode from "vscode";
import { Agents } from "./agents";
import { ApplyPart } from "./apply";
import { ChangesPart } from "./changes/changes";
import { reportSaves } from "./changes/turns";
import { registerCommands } from "./commands";
import { completeForms } from "./complete";
import { listen } from "./delivery/listen";
import { QuestionsPart } from "./delivery/questions";
import { Where } from "./editor/where";
import { tellFaults } from "./faults";
import { showInCode } from "./inCode";
import { log } from "./log";
import { showMemory } from "./memory/memory";
import { tellNews } from "./news";
import { PlansPart } from "./plans/part";
import { showProofs } from "./proof";
import { Responses } from "./responses";
import { Session } from "./session";
import { showStatus } from "./status";
import { provideTexts } from "./texts";
import { editorTool, memoryTool } from "./tool";
import { Tree } from "./tree";
import { TriagePart } from "./triage/triage";
import { offerSetup } from "./welcome";

/** The objects that tests use inside the extension host. */
export interface Inside {
  session: Session;
  parts: readonly vscode.Disposable[];
}

/** The parts that live as long as the window, one line each. */
const parts: readonly ((session: Session) => vscode.Disposable)[] = [
  registerCommands,
  (session) => new TriagePart(session, new Tree(session)),
  (session) => new ChangesPart(session),
  reportSaves,
  (session) => new ApplyPart(session),
  showInCode,
  (session) => new Responses(session),
  (session) => new PlansPart(session),
  (session) => new QuestionsPart(session),
  showProofs,
  listen,
  showStatus,
  tellFaults,
  tellNews,
  (session) => new Agents(session),
  provideTexts,
  completeForms,
  offerSetup,
  showMemory,
  memoryTool,
  (session) => new Where(session),
  editorTool,
];

export function activate(context: vscode.ExtensionContext): Inside {
  const session = new Session(context);
  const started = parts.map((start) => start(session));
  context.subscriptions.push(log, session, ...started);
  void session.start(); // VS Code need not wait for a back end
  return { session, parts: started };
}
