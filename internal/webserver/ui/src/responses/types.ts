/** The answers of the verbs on responses, by the names that this page gives them. */

export type {
  FeedbackOutput as Feedback,
  MarkOutput as Marked,
  MarkView as Mark,
  ResponsesOutput as Listed,
  ResponseView as Answer,
} from "../../../../../extension/src/protocol";

/** The marks that this page makes. A newer program may know more. */
export type MarkKind = "keep" | "drop";

/** A stretch of a response's text. */
export interface Stretch {
  start: number;
  end: number;
}
