// Code generated from the enums of the Go code by `make generate`; DO NOT EDIT.
//
// The words of every value that people see, for the extension and for the pages of the browser.

/** One value of an enum. */
export interface Value {
  /** As a badge or a list of choices has it: "Addressed". */
  readonly word: string;
  /** What it means, to go on with after its name: "the code was changed". */
  readonly says: string;
  /** The class of its badge; "" for a plain one. */
  readonly badge: string;
}

/** The values of an enum by their names on the wire, in the order in which they are listed. */
export type Values = ReadonlyMap<string, Value>;

/** The words of a value. One that only a newer program knows is shown as it is. */
export const valueOf = (values: Values, name: string): Value => values.get(name) ?? { word: name, says: "", badge: "" };

export const OUTCOMES: Values = new Map([
  ["addressed", { word: "Addressed", says: "the code was changed", badge: "good" }],
  ["answered", { word: "Answered", says: "no change was needed", badge: "good" }],
  ["declined", { word: "Declined", says: "it will not be done", badge: "bad" }],
  ["blocked", { word: "Blocked", says: "it cannot be done yet", badge: "bad" }],
]);

export const PROOFS: Values = new Map([
  ["here", { word: "Changed here", says: "the thread's lines were changed", badge: "good" }],
  [
    "form",
    {
      word: "Only spacing changed",
      says: "of the thread's lines, only the spacing was changed",
      badge: "stale",
    },
  ],
  ["elsewhere", { word: "Changed elsewhere", says: "other lines were changed, not the thread's own", badge: "quiet" }],
  [
    "before",
    {
      word: "Changed before the message",
      says: "the thread's lines were changed before the human's last message, and nothing since",
      badge: "stale",
    },
  ],
  [
    "nothing",
    {
      word: "Nothing changed since the message",
      says: "nothing in the project was changed since the human's message",
      badge: "bad",
    },
  ],
]);

export const WRITERS: Values = new Map([
  ["tools", { word: "by its tools", says: "a tool of the agent that names the file", badge: "" }],
  ["command", { word: "during its command", says: "while only a command of the agent ran", badge: "" }],
  ["you", { word: "by you", says: "saved in your editor", badge: "" }],
  ["agent", { word: "by another agent", says: "another agent that worked at the same time", badge: "" }],
  [
    "unseen",
    {
      word: "between its steps",
      says: "while the agent ran nothing: you, git or another program",
      badge: "",
    },
  ],
  ["several", { word: "by several", says: "more than one of them", badge: "" }],
  ["unknown", { word: "not known by whom", says: "the hooks did not see it", badge: "" }],
]);

export const DELIVERIES: Values = new Map([
  ["waiting", { word: "Waiting", says: "no agent has been notified", badge: "" }],
  ["told", { word: "Notified", says: "an agent has been notified", badge: "quiet" }],
  ["read", { word: "Read", says: "an agent has read it", badge: "quiet" }],
  ["answered", { word: "Answered", says: "an agent has read it and replied", badge: "good" }],
  ["working", { word: "In progress", says: "an agent is working on the thread", badge: "quiet" }],
  [
    "asked",
    {
      word: "In progress",
      says: "an agent in a sandbox is working on the thread; other agents cannot see that",
      badge: "quiet",
    },
  ],
]);

export const WORKFLOW_STATES: Values = new Map([
  ["open", { word: "Open", says: "needs attention", badge: "" }],
  ["resolved", { word: "Resolved", says: "done", badge: "done" }],
]);

export const ANCHOR_STATES: Values = new Map([
  ["anchored", { word: "Anchored", says: "its location is known", badge: "" }],
  [
    "stale",
    {
      word: "Stale",
      says: "its file exists, but its lines were not found, or their location is uncertain",
      badge: "stale",
    },
  ],
  ["orphaned", { word: "Orphaned", says: "its file is gone or cannot be read", badge: "stale" }],
]);

export const TARGETS: Values = new Map([
  ["lines", { word: "Lines", says: "lines of one file", badge: "" }],
  ["file", { word: "File", says: "a file as a whole", badge: "" }],
  ["review", { word: "Review", says: "the whole review", badge: "" }],
  ["response", { word: "Response", says: "part of an agent's response", badge: "" }],
]);

export const SIDES: Values = new Map([
  ["new", { word: "New", says: "the file in your working copy", badge: "" }],
  ["old", { word: "Old", says: "the file in HEAD, for deleted lines", badge: "" }],
]);

export const AUTHOR_KINDS: Values = new Map([
  ["human", { word: "Human", says: "a human", badge: "" }],
  ["agent", { word: "Agent", says: "a coding agent, or a program that does not identify itself", badge: "agent" }],
]);

export const MARKS: Values = new Map([
  ["keep", { word: "Keep", says: "it is valuable", badge: "keep" }],
  ["drop", { word: "Drop", says: "disregard or reconsider it", badge: "drop" }],
]);

export const FINDING_STATES: Values = new Map([
  ["held", { word: "Held back", says: "other agents get it once the human accepts it", badge: "stale" }],
  ["reported", { word: "Reported", says: "it awaits an agent", badge: "quiet" }],
  [
    "claimed",
    {
      word: "Claimed",
      says: "an agent replied with an outcome, which the finder can confirm",
      badge: "quiet",
    },
  ],
  ["undecided", { word: "Undecided", says: "it awaits the human", badge: "stale" }],
  ["fixed", { word: "Fixed", says: "the code was changed", badge: "good" }],
  ["refuted", { word: "Refuted", says: "no change was needed", badge: "done" }],
  ["declined", { word: "Declined", says: "it will not be done", badge: "done" }],
  ["rejected", { word: "Rejected", says: "the human dismissed it", badge: "done" }],
  ["closed", { word: "Closed", says: "it was resolved without an outcome", badge: "done" }],
]);

export const STANCES: Values = new Map([
  ["confirm", { word: "Confirms", says: "the outcome settles the finding", badge: "good" }],
  ["insist", { word: "Insists", says: "the finding still holds", badge: "bad" }],
]);

export const VERDICTS: Values = new Map([
  ["comment", { word: "Comment", says: "general feedback, without a verdict", badge: "" }],
  ["approve", { word: "Approve", says: "the changes are fine; comments are only notes", badge: "" }],
  ["request_changes", { word: "Request changes", says: "the comments must be addressed", badge: "" }],
]);

export const HOOK_LEVELS: Values = new Map([
  ["off", { word: "Off", says: "never", badge: "" }],
  ["next-prompt", { word: "Next prompt", says: "at your next prompt", badge: "" }],
  ["on-stop", { word: "On stop", says: "when a turn ends", badge: "" }],
  ["mid-turn", { word: "Mid-turn", says: "between tool calls, and record its turns", badge: "" }],
  ["wake", { word: "Wake", says: "when idle (starts a turn)", badge: "" }],
]);

export const MEMORY_STORAGES: Values = new Map([
  ["workspace", { word: "Workspace", says: "in the review data", badge: "" }],
  ["branch", { word: "Branch", says: "per branch in the review data", badge: "" }],
  ["disk", { word: "Disk", says: "as files in .vscode/memory", badge: "" }],
  ["secret", { word: "Secret", says: "encrypted in the review data", badge: "" }],
]);

/** Beside the states of an anchored thread whose text is no longer the original one. */
export const CODE_EDITED: Value = {
  word: "Code edited",
  says: "its lines were found, but their text was edited",
  badge: "quiet",
};

/** Beside the states of a thread whose place is not sure. */
export const PERHAPS: Value = {
  word: "Uncertain location",
  says: "its location is uncertain: confirm it, or mark the thread stale",
  badge: "stale",
};

/** Beside the states of a thread whose file a sparse checkout omits. */
export const NOT_HERE: Value = {
  word: "Not checked out here",
  says: "a sparse checkout omits its file; the lines are those in git's index",
  badge: "quiet",
};
