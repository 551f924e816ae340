/** Questions of agents to the person: shown once as a message, and answered with a choice. */
import * as vscode from "vscode";
import { targetsOf, type Target } from "../commands";
import { registerTable, tell } from "../failure";
import { inform, withButtons } from "../messages";
import { Later, Owner } from "../owner";
import type { Question, ThreadDetail } from "../protocol";
import type { Session } from "../session";
import { excerpt, many } from "../shown";
import { titleOf } from "../threadWords";
import { answerOf, clickedIn, type Clicked } from "./link";
import { asLabel, askedIn } from "./words";

const burst = 500; // ms in which new questions are combined into one message

interface Asked extends Target {
  question: Question;
}

type Pick = vscode.QuickPickItem & { choice?: string; show?: true };

type Button = vscode.MessageItem & { choice?: string };

const keyOf = (thread: ThreadDetail, q: Question): string => `${thread.id} ${q.reply ?? ""}`;

export class QuestionsPart extends Owner {
  /** Questions that were already shown. */
  private readonly told = new Set<string>();

  constructor(private readonly session: Session) {
    super();
    const soon = new Later(burst, () => {
      this.say().catch((error: unknown) => void tell("reply not sent", error));
    });
    this.owned.push(
      soon,
      registerTable({ choose: (...args: unknown[]) => this.choose(args) }, [], () => "reply not sent"),
      session.on(["threads"], () => {
        if (this.asked().some(({ thread, question }) => !this.told.has(keyOf(thread, question)))) soon.soon();
      }),
    );
  }

  /** The open questions, the oldest first. */
  private asked(): Asked[] {
    if (this.session.count("asked") === 0) return [];
    const all = this.session.all.flatMap(({ project, thread }) => {
      const question = askedIn(thread);
      return question ? [{ project, thread, question }] : [];
    });
    return all.sort((a, b) => a.question.at.localeCompare(b.question.at));
  }

  /** Answers with the clicked choice, or lets the person pick: among the given threads, or among all questions. */
  private async choose(args: readonly unknown[]): Promise<void> {
    const clicked = clickedIn(args) as Clicked | undefined;
    if (clicked) {
      await this.send(clicked);
      return;
    }
    const [first, rows] = args;
    if (typeof first === "string") return; // a link that was not made here
    const here = first === undefined ? [] : targetsOf(this.session, first, rows);
    const asked = this.asked().filter((a) => here.length === 0 || here.some(({ thread }) => thread.id === a.thread.id));
    const one = asked.length > 1 ? await pickQuestion(asked) : asked[0];
    if (one) await this.pick(one);
    else if (asked.length === 0) void inform("Consider: no questions for you.");
  }

  private async pick(asked: Asked): Promise<void> {
    const { thread, question } = asked;
    const picks: Pick[] = question.choices.map((choice) => ({ label: asLabel(choice), choice }));
    const show: Pick = { label: "$(go-to-file) Show Thread", show: true, alwaysShow: true };
    const picked = await vscode.window.showQuickPick(
      [...picks, { label: "", kind: vscode.QuickPickItemKind.Separator }, show],
      { title: `${whoOf(question)} has a question`, placeHolder: `${asLabel(question.body)} (${whereOf(thread)})` },
    );
    await this.take(asked, picked);
  }

  /** Answers with what the person picked, or shows the thread; nothing was picked if there is neither. */
  private async take(asked: Asked, picked: { choice?: string } | undefined): Promise<void> {
    const { thread, question } = asked;
    if (picked?.choice !== undefined) await this.send(answerOf(thread.id, question, picked.choice));
    else if (picked) await vscode.commands.executeCommand("consider.open", asked);
  }

  /** Answers, if the question is still the one that the person saw. */
  private async send({ thread: id, asked, choice, version }: Clicked): Promise<void> {
    const found = this.session.find(id);
    const question = found && askedIn(found.thread);
    if (!question || (question.reply ?? "") !== asked || !question.choices.includes(choice)) {
      void inform("Consider: that question is no longer open.");
      return;
    }
    await found.project.change("reply", { id, choose: choice, version });
  }

  /** Shows a message for new questions, unless they are on the screen. */
  private async say(): Promise<void> {
    const fresh = this.asked().filter(({ thread, question }) => !this.told.has(keyOf(thread, question)));
    for (const { thread, question } of fresh) this.told.add(keyOf(thread, question));
    const unseen = fresh.filter(({ thread }) => !this.isShown(thread));
    const [first] = unseen;
    if (!first) return;
    if (unseen.length > 1) {
      const words = `${many(unseen.length, "question")} from agents are waiting for your reply.`;
      await withButtons(inform, words, ["Answer…", () => vscode.commands.executeCommand("consider.choose")]);
      return;
    }
    const { thread, question } = first;
    const answers: Button[] = question.choices.map((choice) => ({ title: `“${asLabel(choice)}”`, choice }));
    const show: Button = { title: "Show" };
    const words = `${whoOf(question)} has a question on ${whereOf(thread)}: ${asLabel(question.body)}`;
    await this.take(first, await inform(words, ...answers, show));
  }

  private isShown(thread: ThreadDetail): boolean {
    return this.session.threads.isUnfolded(thread.id) && this.session.onScreen().some(({ id }) => id === thread.id);
  }
}

const whoOf = ({ authorName }: Question): string => asLabel(authorName ?? "") || "An agent";

const whereOf = (t: ThreadDetail): string => asLabel(titleOf(t));

async function pickQuestion(asked: readonly Asked[]): Promise<Asked | undefined> {
  const picks = asked.map((a) => ({
    label: excerpt(asLabel(a.question.body)),
    description: `${whoOf(a.question)}, ${whereOf(a.thread)}`,
    a,
  }));
  return (await vscode.window.showQuickPick(picks, { title: "Answer a Question" }))?.a;
}
