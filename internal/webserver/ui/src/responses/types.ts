/** The answers of the verbs on responses, as far as this page uses them. docs/reference/protocol.md has all of them. */

export type MarkKind = "keep" | "drop";

export interface Mark {
  id: string;
  mark: MarkKind | (string & Record<never, never>); // a newer program may know more
  quote: string;
  note?: string;
  /** The text around the quote, and the byte at which it began. */
  span?: { prefix: string; suffix: string; start: number };
  replies: number;
  lastReply?: { author: string; authorName?: string; outcome?: string };
  workflowState: string;
}

export interface Answer {
  id: string;
  agent: string;
  at: string;
  text: string;
  marks: Mark[];
}

export type State = "connected" | "watching" | "absent";

export interface Listed {
  state: State;
  sources: { agent: string; state: State; problem?: string }[];
  responses: Answer[];
}

export interface Marked {
  response: Answer;
}

export interface Feedback {
  text: string;
}

/** A stretch of a response's text. */
export interface Stretch {
  start: number;
  end: number;
}
