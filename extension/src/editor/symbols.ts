/** Asks the language server for a document's symbols, once for each of its versions. */
import * as vscode from "vscode";
import { log } from "../log";
import { isWithin } from "../once";
import { type Found, type Problem } from "./format";
import { sections } from "./sections";
import { scopesAt, type Given } from "./scopes";

const patience = 100; // ms that a state waits for the symbols
const limit = 5000; // ms after which a provider counts as stuck
const again = 2000; // ms after which an empty answer is asked for again: no event says that a provider is there (microsoft/vscode#169566)
const rest = 60_000; // ms after which a stuck provider is asked again about the same text
const starts = 5; // how often that happens without a new request

interface Answer {
  symbols: readonly Given[];
  problem?: Problem;
}

/** One request. A document that is edited gets a new one. */
interface Question {
  document: vscode.TextDocument;
  version: number;
  tries: number; // how often the document was asked about
  answeredAt?: number;
  answer?: Answer;
  answered: Promise<void>;
}

export class Symbols {
  private question: Question | undefined;
  /** Languages that are known to have a provider: for them an empty list is an answer. */
  private readonly known = new Set<string>();

  /** The callback runs when symbols arrive after the state was written without them. */
  constructor(private readonly told: () => void) {}

  /** The symbols around a place; after a short wait, with what is known by then. */
  async around(document: vscode.TextDocument, at: vscode.Position): Promise<Found> {
    const question = this.asked(document);
    if (!question.answer && !(await isWithin(patience, question.answered))) {
      void question.answered.then(() => {
        if (this.question === question) this.told();
      });
    }
    const { symbols, problem } = question.answer ?? { symbols: [], problem: "pending" as const };
    return { ...scopesAt(symbols, at, (kind) => vscode.SymbolKind[kind] ?? "Symbol"), ...(problem && { problem }) };
  }

  private asked(document: vscode.TextDocument): Question {
    const last = this.question;
    const tries = last?.document === document ? last.tries : 0;
    if (last?.document === document && last.version === document.version) {
      const old = Date.now() - (last.answeredAt ?? Infinity);
      const nothing = last.answer?.symbols.length === 0 && old > (last.answer.problem === "timeout" ? rest : again);
      if (!nothing) return last;
    }
    const question: Question = {
      document,
      version: document.version,
      tries: tries + 1,
      answered: Promise.resolve(),
    };
    question.answered = this.ask(question);
    this.question = question;
    return question;
  }

  /** Settles when there is an answer, even when it has no symbols yet. */
  private async ask(question: Question): Promise<void> {
    const given = this.fetch(question).then((answer) => {
      question.answer = answer;
      question.answeredAt = Date.now();
    });
    if (await isWithin(limit, given)) return;
    question.answeredAt = Date.now();
    log.warn(`symbols for ${question.document.languageId}: no answer in ${limit} ms`);
    question.answer ??= { symbols: [], problem: "timeout" };
    void given.then(() => {
      // The language server was starting or busy.
      if (this.question === question) this.told();
    });
  }

  private async fetch({ document, version, tries }: Question): Promise<Answer> {
    try {
      const symbols = await vscode.commands.executeCommand<Given[] | undefined>(
        "vscode.executeDocumentSymbolProvider",
        document.uri,
      );
      if (!symbols || symbols.length === 0) {
        if (tries < starts) setTimeout(this.told, again).unref();
        return { symbols: [], ...(!this.known.has(document.languageId) && { problem: "no-provider" as const }) };
      }
      this.known.add(document.languageId);
      if (document.languageId !== "markdown" || document.version !== version) return { symbols };
      return { symbols: sections(symbols, document.lineCount, (line) => document.lineAt(line).text) };
    } catch (error) {
      log.error(`symbols for ${document.languageId}:`, String(error));
      return { symbols: [], problem: "failed" };
    }
  }
}
