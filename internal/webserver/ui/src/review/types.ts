/** The answers of the review server besides the verbs; docs/internals/web.md describes them. */
import type * as protocol from "../../../../../extension/src/protocol";

export type * from "../../../../../extension/src/protocol";

export type Thread = protocol.ThreadDetail;
export type Side = "old" | "new";
export type Verdict = "comment" | "approve" | "request_changes";

export interface Boot {
  state: "ok" | "clean" | "no_git" | "no_head" | "failed";
  message?: string;
  hints?: string[] | null;
  /** The parts that are missing from the comparison. */
  note?: string;
  project: string;
  branch?: string;
  head?: string;
  scope: Scope;
  /** The kind of what the server was started for. */
  started: string;
  /** The name of what this page asked to compare; "" for what the server was started for. */
  asked: string;
  snapshot: string;
  files?: ChangedFile[] | null;
  first?: FileDiff[] | null;
  cursor: string;
  checkpoints?: { name: string; createdAt: string }[] | null;
  version: string;
  /** Why nothing can be written from here. */
  readOnly?: string;
  /** Mechanical changes are shown like others. */
  noFold?: boolean;
  /** The changes that only the backup has; sent once. */
  backup?: protocol.BackupAhead;
}

export interface Scope {
  kind: "head" | "since" | "staged" | "unstaged" | "base" | "range" | "rounds" | "turn";
  label: string;
  from?: string;
}

export interface ChangedFile extends protocol.ChangedFile {
  status: "A" | "M" | "D" | "R" | "T";
}

export interface Line {
  type: " " | "+" | "-";
  old?: number;
  new?: number;
  text: string;
  noEol?: boolean;
  /** Bytes that were cut off its end. */
  cut?: number;
  /** Each letter stands for a byte: the line is not UTF-8. */
  bytes?: boolean;
  /** It is mechanical, in a hunk that is not. */
  pale?: boolean;
}

export interface FileDiff {
  id: string;
  blocks: { header: string; lines: Line[] }[] | null;
  truncated?: boolean;
  /** How the lines of both sides end, when some end with a carriage return: LF, CRLF, mixed. */
  crlf?: { old: string; new: string };
  /** How lines that are not UTF-8 were read; of UTF-16, which the server decodes, also "UTF-8 → UTF-16LE". */
  encoding?: string;
  /** It is UTF-16 without a byte order mark, so only the whole file can have comments. */
  guessed?: boolean;
  /** The encoding that the project declares. */
  declared?: string;
}

/** A report on the hunks of a file, in the order of its blocks. */
export interface FoldReport {
  hunks: HunkReport[];
  /** Why they were not analysed. */
  skipped?: string;
  /** Changed lines to read that declare something for other files. */
  public?: number;
}

export interface HunkReport {
  /** Removed and added ones that are not blank. */
  lines: number;
  /** Why the hunk is mechanical; without it, it has to be read. */
  proof?: string;
  /** Lines of the old and of the new side that only changed places, in a hunk to read. */
  pale?: [number[] | null, number[] | null];
}

/** The lines that were not viewed of a file of which some were. */
export interface FileLeft {
  /** It was viewed as a whole once: all that is left is new. */
  whole?: boolean;
  hunks: HunkLeft[];
}

export interface HunkLeft {
  /** How many lines. */
  n: number;
  /** Those of the new side, and those before which others are gone. */
  lines?: number[];
  gone?: number[];
}

/** A line of a file with its number, cut and bytes as in Line. */
export interface NumberedLine {
  n: number;
  text: string;
  cut?: number;
  bytes?: boolean;
}

export interface FileLines {
  lines: NumberedLine[];
  total: number;
}

/** A Markdown file: the lines of both sides. */
export interface RenderedFile {
  old: SourceLine[];
  new: SourceLine[];
  /** Too long to be rendered; it has no lines. */
  long?: boolean;
}

export interface SourceLine {
  text: string;
  /** Added on the new side, removed on the old one. */
  changed?: boolean;
}

/** Where a comment is: lines of a side of a file, a file, or the whole review. */
export interface Place {
  file: string;
  side: Side;
  startLine: number;
  endLine: number;
}

export interface Draft {
  key: string;
  kind: "line" | "file" | "review" | "reply" | "edit" | "plan";
  file?: string;
  side?: Side;
  startLine?: number;
  endLine?: number;
  thread?: string;
  /** The id of the form of a reply. Other forms have it in their key. */
  form?: string;
  body: string;
  /** It was sent from its form with this text, and only has to be deleted. */
  sent?: boolean;
  /** The comparison where it was written, as the query of a boot. */
  scope?: string;
  /** Its lines changed since it was written, and their present place is not known. */
  lost?: boolean;
}

export interface Submission {
  globalComment: string | null;
  globalForm: string;
  comments: {
    file: string;
    startLine: number | null;
    endLine: number | null;
    side: Side;
    body: string;
    form: string;
  }[];
  verdict: Verdict;
  drafts: string[];
}

export interface Submitted {
  paths: { json: string; md: string };
  checkpoint?: string;
  warning?: string;
}
