// Code generated from the verb table by `make generate`; DO NOT EDIT.
//
// What the extension and "consider serve" say to each other; docs/protocol.md says it in words. Lines are
// 1-based and inclusive, times are RFC 3339, paths are slash-separated and relative to the project's root.

/** The version of this protocol, as initialize answers it. */
export const PROTOCOL = 1;

/** The environment variables by which consider tells that it runs in an agent's shell. */
export const AGENT_VARIABLES: readonly string[] = [
  "CLAUDECODE",
  "CLAUDE_CODE_SESSION_ID",
  "CODEX_THREAD_ID",
  "CODEX_SESSION_ID",
  "CODEX_CI",
  "CODEX_TOOL_CALL_ID",
  "CODEX_SANDBOX",
  "CODEX_SANDBOX_NETWORK_DISABLED",
  "OPENCODE",
  "OPENCODE_PID",
  "QWEN_CODE",
  "GEMINI_CLI",
  "COPILOT_CLI",
  "CURSOR_AGENT",
  "PI_CODING_AGENT",
  "CLINE_ACTIVE",
  "CLINE_WRAPPER_PATH",
  "CLINE_CONNECTOR_CLI_LAUNCH",
  "GOOSE_TERMINAL",
  "CRUSH",
  "AI_AGENT",
  "AGENT",
];

/** The verbs that change nothing. */
export const READS: ReadonlySet<string> = new Set([
  "list",
  "get",
  "threads",
  "seen",
  "context",
  "prompt",
  "base",
  "summary",
  "reconcile",
  "place",
  "changes",
  "changes text",
  "changes viewed",
  "checkpoint list",
  "checkpoint show",
  "checkpoint diff",
  "log",
  "wait",
  "export",
  "doctor",
  "responses list",
  "responses show",
  "responses feedback",
  "plan list",
  "plan show",
  "plan diff",
  "plan feedback",
  "memory view",
  "memory list",
  "memory get",
  "memory log",
  "memory export",
  "memory unlock",
  "editor get-context",
]);

/** What went wrong, as far as it has to be told apart. */
export type Kind =
  | "internal"
  | "usage"
  | "not_found"
  | "no_store"
  | "conflict"
  | "busy"
  | "corrupt"
  | "version"
  | "denied"
  | "timeout"
  | "canceled";

/** The result of a verb; cursor is the store's commit, "" for none. */
export interface Result<T> {
  data: T;
  cursor: string;
  editorContext?: EditorContext;
}

/** The methods: what each takes and answers. */
export interface Requests {
  /** Say who asks, and learn where. */
  initialize: { params: InitializeInput; result: InitializeOutput };
  /** Say which files are shown, to hear of their changes. */
  watchFiles: { params: WatchFilesInput; result: Nothing };
  /** Say whether agents' answers are shown, to hear of others. */
  watchResponses: { params: WatchResponsesInput; result: Nothing };
  /** Ask which agent has a terminal in its hands. */
  foreground: { params: ForegroundInput; result: ForegroundOutput };
  /** Comment on lines, a file or the review. */
  add: { params: AddInput; result: Result<AddOutput> };
  /** List threads and their current locations. */
  list: { params: ListInput; result: Result<ListOutput> };
  /** Show a thread and its replies. */
  get: { params: GetInput; result: Result<GetOutput> };
  /** Show several threads and their replies. */
  threads: { params: ThreadsInput; result: Result<ThreadsOutput> };
  /** Mark threads on screen as read. */
  seen: { params: SeenInput; result: Result<SeenOutput> };
  /** Show threads with their code, original and current. */
  context: { params: ContextInput; result: Result<ContextOutput> };
  /** Write a prompt about threads for an agent. */
  prompt: { params: PromptInput; result: Result<PromptOutput> };
  /** Show the original file of a thread. */
  base: { params: BaseInput; result: Result<BaseOutput> };
  /** Count open threads and those awaiting replies. */
  summary: { params: SummaryInput; result: Result<SummaryOutput> };
  /** Reply to one or more threads. */
  reply: { params: ReplyInput; result: Result<ReplyOutput> };
  /** Resolve threads. */
  resolve: { params: ResolveInput; result: Result<StateOutput> };
  /** Reopen resolved threads. */
  unresolve: { params: UnresolveInput; result: Result<StateOutput> };
  /** Edit your own comment or reply. */
  edit: { params: EditInput; result: Result<EditOutput> };
  /** Apply suggested changes to your files (human only). */
  apply: { params: Input; result: Result<Output> };
  /** Add or remove a thread's labels. */
  label: { params: LabelInput; result: Result<LabelOutput> };
  /** Move a thread to other lines. */
  reanchor: { params: ReanchorInput; result: Result<ReanchorOutput> };
  /** Recompute the location of every thread. */
  reconcile: { params: ReconcileInput; result: Result<ReconcileOutput> };
  /** Locate a file's threads in unsaved text. */
  place: { params: PlaceInput; result: Result<PlaceOutput> };
  /** Adopt threads of a removed worktree. */
  adopt: { params: AdoptInput; result: Result<AdoptOutput> };
  /** Archive resolved threads. */
  archive: { params: ArchiveInput; result: Result<MovedOutput> };
  /** Restore archived threads. */
  unarchive: { params: UnarchiveInput; result: Result<MovedOutput> };
  /** Delete threads or your own replies (human only). */
  delete: { params: DeleteInput; result: Result<MovedOutput> };
  /** Restore deleted threads (human only). */
  undelete: { params: UndeleteInput; result: Result<MovedOutput> };
  /** List changed files, viewed marks and addressed threads. */
  changes: { params: ChangesInput; result: Result<ChangesOutput> };
  /** Show one side of a changed file. */
  "changes text": { params: ChangesTextInput; result: Result<ChangesTextOutput> };
  /** Mark or unmark a changed file as viewed. */
  "changes viewed": { params: ChangesViewedInput; result: Result<ChangesViewedOutput> };
  /** Submit a review: comments, verdict and checkpoint. */
  "review submit": { params: SubmitInput; result: Result<SubmitOutput> };
  /** Save the round as a checkpoint. */
  "checkpoint create": { params: CheckpointInput; result: Result<CheckpointOutput> };
  /** List checkpoints. */
  "checkpoint list": { params: CheckpointListInput; result: Result<CheckpointListOutput> };
  /** Show the files and threads of a checkpoint. */
  "checkpoint show": { params: CheckpointShowInput; result: Result<CheckpointShowOutput> };
  /** Show file and thread changes since a checkpoint. */
  "checkpoint diff": { params: CheckpointDiffInput; result: Result<CheckpointDiffOutput> };
  /** Restore a checkpoint's threads, not files (human only). */
  "checkpoint restore": { params: CheckpointRestoreInput; result: Result<CheckpointRestoreOutput> };
  /** Delete a checkpoint (human only). */
  "checkpoint delete": { params: CheckpointDeleteInput; result: Result<CheckpointDeleteOutput> };
  /** Show the history of comments and changes to threads. */
  log: { params: LogInput; result: Result<LogOutput> };
  /** Undo the last change to a thread. */
  undo: { params: UndoInput; result: Result<UndoOutput> };
  /** Wait for new comments or replies. */
  wait: { params: WaitInput; result: Result<WaitOutput> };
  /** Export threads (Markdown, JSON, SARIF). */
  export: { params: ExportInput; result: Result<ExportOutput> };
  /** Show or change settings. */
  config: { params: ConfigInput; result: Result<Record<string, unknown>> };
  /** Check this project for problems. */
  doctor: { params: DoctorInput; result: Result<DoctorOutput> };
  /** Check or repair the review data. */
  fsck: { params: FsckInput; result: Result<FsckOutput> };
  /** Compact the review data. */
  gc: { params: GCInput; result: Result<GCOutput> };
  /** Set up coding agents for this project. */
  setup: { params: SetupInput; result: Result<SetupOutput> };
  /** Remove what setup added; with --mode full, delete all threads too. */
  uninstall: { params: UninstallInput; result: Result<UninstallOutput> };
  /** List recent responses of coding agents. */
  "responses list": { params: ResponsesInput; result: Result<ResponsesOutput> };
  /** Show a response and its marks. */
  "responses show": { params: ResponseInput; result: Result<ResponseOutput> };
  /** Mark part of a response: keep or drop. */
  "responses mark": { params: MarkInput; result: Result<MarkOutput> };
  /** Remove marks from a response. */
  "responses unmark": { params: UnmarkInput; result: Result<UnmarkOutput> };
  /** Show the human's marks on an agent's response. */
  "responses feedback": { params: FeedbackInput; result: Result<FeedbackOutput> };
  /** Submit a plan or new version for review. */
  "plan add": { params: PlanAddInput; result: Result<PlanAddOutput> };
  /** List plans, latest first. */
  "plan list": { params: PlanListInput; result: Result<PlanListOutput> };
  /** Show a plan and its comments. */
  "plan show": { params: PlanShowInput; result: Result<PlanShowOutput> };
  /** Compare two versions of a plan. */
  "plan diff": { params: PlanDiffInput; result: Result<PlanDiffOutput> };
  /** Comment on a passage or the whole plan. */
  "plan comment": { params: PlanCommentInput; result: Result<PlanCommentOutput> };
  /** Show the human's feedback on a plan. */
  "plan feedback": { params: PlanFeedbackInput; result: Result<PlanFeedbackOutput> };
  /** Approve a plan's latest version (human only). */
  "plan approve": { params: PlanApproveInput; result: Result<PlanVerdictOutput> };
  /** Request changes to a plan (human only). */
  "plan reject": { params: PlanVerdictInput; result: Result<PlanVerdictOutput> };
  /** View, create, edit, rename and delete memory files. */
  memory: { params: MemoryInput; result: Result<MemoryOutput> };
  /** Show a memory file or folder. */
  "memory view": { params: MemoryViewInput; result: Result<MemoryOutput> };
  /** Create a memory file. */
  "memory create": { params: MemoryCreateInput; result: Result<MemoryOutput> };
  /** Replace a unique text in a memory file. */
  "memory str_replace": { params: MemoryReplaceInput; result: Result<MemoryOutput> };
  /** Insert lines into a memory file. */
  "memory insert": { params: MemoryInsertInput; result: Result<MemoryOutput> };
  /** Delete a memory file or folder. */
  "memory delete": { params: MemoryDeleteInput; result: Result<MemoryOutput> };
  /** Rename a memory file or folder. */
  "memory rename": { params: MemoryRenameInput; result: Result<MemoryOutput> };
  /** List memory files, pinned first. */
  "memory list": { params: MemoryListInput; result: Result<MemoryListOutput> };
  /** Print a memory file as stored. */
  "memory get": { params: MemoryGetInput; result: Result<MemoryGetOutput> };
  /** Save an edited memory file. */
  "memory save": { params: MemorySaveInput; result: Result<MemoryGetOutput> };
  /** Pin memory files (human only). */
  "memory pin": { params: MemoryPinInput; result: Result<MemoryPinOutput> };
  /** Unpin memory files (human only). */
  "memory unpin": { params: MemoryPinInput; result: Result<MemoryPinOutput> };
  /** Show the memory's history, reads and refusals included. */
  "memory log": { params: MemoryLogInput; result: Result<MemoryLogOutput> };
  /** Delete all memory files (human only; undo restores). */
  "memory clear": { params: MemoryClearInput; result: Result<MemoryClearOutput> };
  /** Purge plain-text remains of secret memories (human only). */
  "memory purge": { params: MemoryPurgeInput; result: Result<MemoryPurgeOutput> };
  /** Update the synced memory file (human only). */
  "memory sync": { params: MemorySyncInput; result: Result<MemorySyncOutput> };
  /** Export the memory as one document. */
  "memory export": { params: MemoryExportInput; result: Result<MemoryExportOutput> };
  /** Import exported or another branch's memory (human only). */
  "memory import": { params: MemoryImportInput; result: Result<MemoryImportOutput> };
  /** Draft a memory from a resolved thread. */
  "memory learn": { params: MemoryLearnInput; result: Result<MemoryLearnOutput> };
  /** Unlock the encrypted memory. */
  "memory unlock": { params: MemoryUnlockInput; result: Result<MemoryUnlockOutput> };
  /** Get current editor cursor position, selection, and containing symbol context. */
  "editor get-context": { params: EditorInput; result: Result<EditorOutput> };
}

/** What the server says unasked, by method. */
export interface Notifications {
  /** The store moved to another commit, by whomever; cursor is "" without a store. */
  changed: Changed;
  /** Files of watchFiles changed; none: git's HEAD or index did. */
  filesChanged: FilesChanged;
  /** Agents' newest answers are others. */
  responsesChanged: ResponsesChanged;
}

export interface Refusal extends Failure {
  cursor?: string;
}

export interface EditorContext {
  ageMs: number;
  file: EditorFile;
  cursor: CursorPosition;
  selection: EditorSelection;
  symbols: EditorSymbols;
}

export interface InitializeInput {
  /** name and version of the client, for logs */
  client?: string;
  /** the client is the editor itself: answers need not tell it where the person is */
  editor?: boolean;
}

export interface InitializeOutput {
  version: string;
  protocol: number;
  root: string;
  store: string;
  hasStore: boolean;
  git: boolean;
  unproven?: string;
}

export interface WatchFilesInput {
  /** the files that are shown, slash-separated and relative to the root */
  files: string[];
}

export type Nothing = Record<string, never>;

export interface WatchResponsesInput {
  /** from now on, notify of other answers; false ends that */
  on?: boolean;
}

export interface ForegroundInput {
  /** of the terminal's shell */
  pid: number;
}

export interface ForegroundOutput {
  agent?: string;
}

export interface AddInput {
  /** file, and the lines in it (1-based) */
  place?: string;
  /** first line, 1-based, instead of :start */
  startLine?: number;
  /** last line, 1-based; the first when left out */
  endLine?: number;
  /** the text of the lines instead of their numbers; it stands in the file once */
  quote?: string;
  /** which text the place is in (default new): the file as it is, or the file in HEAD, for removed lines */
  side?: "new" | "old";
  /** label to give the thread */
  labels?: string[];
  /** on the review as a whole, without a file */
  review?: boolean;
  /** the file as an editor holds it, saved or not; without it, as it is on disk */
  text?: string;
  /** what to say */
  message: string;
  /** id of the form in which it was written: sent twice from there, it is one thread */
  form?: string;
  /** ask the human: 2 to 5 answers to choose from, with | between */
  ask?: string;
}

export interface AddOutput {
  thread: ThreadView;
}

export interface ListInput {
  /** only threads in this workflow state (default open) */
  workflow?: "open" | "resolved" | "all";
  /** only threads in this anchor state (default all) */
  anchor?: "anchored" | "stale" | "orphaned" | "all";
  /** older name for both: a workflow state or an anchor state */
  status?: "open" | "resolved" | "stale" | "orphaned" | "all";
  /** only threads with words of the other side that you have not read */
  unseen?: boolean;
  /** only open threads that wait for you, or for an agent: by who spoke last, and who proposes to resolve */
  awaiting?: "me" | "agent";
  /** only threads on this file, or below this folder */
  file?: string;
  /** only threads with this label; of several, all */
  labels?: string[];
  /** only threads that this author began: human, agent, or a part of a name, in any case */
  author?: string;
  /** only threads whose words fit this regular expression, in any case */
  grep?: string;
  /** only threads with words after a cursor, after a checkpoint (last: the newest round), or after a time: 2h, '3 days ago', yesterday, 2026-11-20 */
  since?: string;
  /** the archived threads instead of the active ones */
  archived?: boolean;
  /** the deleted threads instead of the active ones */
  deleted?: boolean;
  /** also the threads of the other worktrees of the repository, and of removed ones */
  allWorktrees?: boolean;
  /** at most so many (default all, over MCP 30) */
  limit?: number;
  /** go on after this thread, as an earlier list says */
  after?: string;
}

export interface ListOutput extends Hearing {
  workflow: string;
  anchor: string;
  threads: ThreadView[];
  more?: number;
  next?: string;
  stale?: number;
  orphaned?: number;
  damaged?: Damage[];
  newer?: Damage[];
}

export interface GetInput {
  /** thread id, or a unique prefix of one */
  id: string;
  /** also say whether its lines changed since this checkpoint (last: the newest round) */
  since?: string;
}

export interface GetOutput extends Hearing {
  thread: ThreadDetail;
  since?: SinceView;
}

export interface ThreadsInput {
  /** only these threads, by their whole ids; those that are not there are left out */
  ids?: string[];
  /** only threads on this file, or below this folder */
  file?: string;
}

export interface ThreadsOutput extends Hearing {
  threads: ThreadDetail[];
  damaged?: Damage[];
  newer?: Damage[];
}

export interface SeenInput {
  /** whole ids of threads that are shown open; those that are not there are left out */
  ids: string[];
  /** by thread: the id of the last message that is shown (the thread's own id for the first message); default: its newest */
  upTo?: Record<string, string>;
}

export interface SeenOutput {
  ids: string[];
}

export interface ContextInput {
  /** one thread, instead of ids */
  id?: string;
  /** thread ids, or unique prefixes */
  ids?: string[];
  /** lines of code before and after (default 10) */
  lines?: number;
  /** also say whether its lines changed since this checkpoint (last: the newest round) */
  since?: string;
}

export interface ContextOutput extends ThreadContext {
  others?: ThreadContext[];
  left?: string[];
}

export interface PromptInput {
  /** ids of threads, or unique prefixes; all open ones where none is named */
  ids?: string[];
  /** how the agent calls the program (default consider) */
  program?: string;
}

export interface PromptOutput {
  text: string;
  line: string;
  threads: number;
}

export interface BaseInput {
  /** thread id, or a unique prefix of one */
  id: string;
}

export interface BaseOutput {
  file: string;
  text: string;
  startLine: number;
  endLine: number;
  part?: boolean;
  line?: number;
}

export interface SummaryInput {
  /** also the threads of the other worktrees of the repository, and of removed ones */
  allWorktrees?: boolean;
}

export interface SummaryOutput extends Hearing {
  open: number;
  resolved: number;
  files: number;
  unseenOpen: number;
  openAnchors: Record<string, number>;
  allAnchors: Record<string, number>;
  awaitingHuman: number;
  awaitingAgent: number;
  questions?: number;
  openElsewhere?: number;
  openArchived?: number;
  resolveProposed?: number;
  memory?: number;
  allWorktrees?: boolean;
  damaged?: Damage[];
  newer?: Damage[];
}

export interface ReplyInput {
  /** thread id, or a unique prefix of one */
  id?: string;
  /** what to say */
  message?: string;
  /** what became of the matter: the code was changed, no change was needed, it will not be done, or it cannot be done yet */
  outcome?: "addressed" | "answered" | "declined" | "blocked";
  /** ask the human: 2 to 5 answers to choose from, with | between */
  ask?: string;
  /** answer the question of an agent (a person only): the choice, how it begins, or its number; a message may go with it */
  choose?: string;
  /** with a choice: the version of the question that was read; if the question was edited since, nothing is stored */
  version?: string;
  /** id of the form in which it was written: sent twice from there, it is one reply */
  form?: string;
  /** several replies instead, stored together or not at all: a list of {id, message, outcome} */
  batch?: ReplyItem[];
}

export interface ReplyOutput extends Replied {
  others?: Replied[];
}

export interface ResolveInput {
  /** thread ids, or unique prefixes */
  ids: string[];
  /** open resolved threads again instead */
  reopen?: boolean;
}

export interface StateOutput {
  threads: ThreadState[];
}

export interface UnresolveInput {
  /** thread ids, or unique prefixes */
  ids: string[];
}

export interface EditInput {
  /** thread id (its first message) or reply id, or a unique prefix */
  id: string;
  /** the new text */
  message: string;
  /** the text that the edit began with: if it was changed since, nothing is stored */
  before?: string;
}

export interface EditOutput {
  id: string;
  entry: string;
  body: string;
  before: string;
}

export interface Input {
  /** thread ids, or unique prefixes; ID#2 is the second suggestion of a thread, ID#2@VERSION only if it was not edited since */
  ids?: string[];
  /** where the lines changed since, make both changes */
  threeWay?: boolean;
  /** only show what would change */
  dryRun?: boolean;
  /** on a terminal: show one after the other, those of all open threads without an ID, and ask */
  each?: boolean;
  /** the file that an editor has open, which is not written then */
  file?: string;
  /** its text in the editor before the change, saved or not */
  text?: string;
  /** the editor has made the change and saved the file: note it */
  noted?: boolean;
}

export interface Output {
  applied: Applied[];
  dryRun?: boolean;
}

export interface LabelInput {
  /** thread id, or a unique prefix of one */
  id: string;
  /** label to add */
  add?: string[];
  /** label to take away */
  remove?: string[];
}

export interface LabelOutput {
  id: string;
  labels: string[];
}

export interface ReanchorInput {
  /** thread id, or a unique prefix of one */
  id: string;
  /** where the thread belongs now */
  place?: string;
  /** first line, 1-based, instead of :start */
  startLine?: number;
  /** last line, 1-based; the first when left out */
  endLine?: number;
  /** the file as an editor holds it, saved or not; without it, as it is on disk */
  text?: string;
  /** yes: it belongs where it is shown, or where its code may have gone */
  here?: boolean;
  /** no: its lines are nowhere, so that it is stale until it gets a place */
  gone?: boolean;
  /** take the last place given by hand back */
  undo?: boolean;
}

export interface ReanchorOutput {
  thread: ThreadView;
}

export interface ReconcileInput {
  /** resolved threads too */
  all?: boolean;
}

export interface ReconcileOutput {
  checked: number;
  anchored: number;
  stale: number;
  orphaned: number;
  moved: ThreadView[];
  lost: ThreadView[];
  damaged?: Damage[];
  newer?: Damage[];
}

export interface PlaceInput {
  /** the file, in the project */
  file: string;
  /** its text now, saved or not */
  text: string;
  /** ids of threads to place, also of those that were put in another file; without any, all that are on the file */
  threads?: string[];
}

export interface PlaceOutput {
  file: string;
  placements: PlacedThread[];
}

export interface AdoptInput {
  /** ids of threads of removed worktrees, or unique prefixes; NAME:ID where two worktrees have the same */
  ids: string[];
}

export interface AdoptOutput {
  threads: AdoptedThread[];
}

export interface ArchiveInput {
  /** ids of resolved threads; all of them when left out */
  ids?: string[];
}

export interface MovedOutput {
  ids: string[];
  did?: string;
  back?: string;
}

export interface UnarchiveInput {
  /** ids of archived threads, or unique prefixes */
  ids: string[];
}

export interface DeleteInput {
  /** ids of active or archived threads, or of replies of your own, or unique prefixes */
  ids: string[];
}

export interface UndeleteInput {
  /** ids of deleted threads, or unique prefixes */
  ids: string[];
}

export interface ChangesInput {
  /** what to compare (default head) */
  scope?: "head" | "since" | "staged" | "unstaged" | "base" | "range";
  /** the checkpoint of since (last: the newest round), the revision of base, A..B of range */
  from?: string;
}

export interface ChangesOutput extends Changes {
  viewed: string[];
  answers: Answer[];
}

export interface ChangesTextInput {
  /** its path on that side */
  file: string;
  /** which side (default old) */
  side?: "new" | "old";
  /** what is compared (default head) */
  scope?: "head" | "since" | "staged" | "unstaged" | "base" | "range";
  /** as for the list of changes */
  from?: string;
}

export interface ChangesTextOutput {
  text: string;
  none?: boolean;
}

export interface ChangesViewedInput {
  /** of the file, as the list of changes has it */
  hash: string;
  /** whether the reviewer is done with it */
  viewed?: boolean;
}

export interface ChangesViewedOutput {
  viewed: boolean;
}

export interface SubmitInput {
  /** on the review as a whole */
  globalComment?: string;
  /** id of the form in which it was written: sent twice from there, it is one thread */
  globalForm?: string;
  /** on files and lines */
  comments?: SubmitComment[];
  /** what the reviewer says of the whole (default comment) */
  verdict?: "comment" | "approve" | "request_changes";
  /** what was compared (default what the caller has on screen, else head) */
  scope?: "head" | "since" | "staged" | "unstaged" | "base" | "range";
  /** as for the list of changes */
  from?: string;
  /** of the list of changes that was looked at: refused where another is there now */
  snapshot?: string;
}

export interface SubmitOutput {
  review: string;
  verdict: Verdict;
  threads: string[];
  global?: string;
  checkpoint?: string;
  warning?: string;
  scope: string;
}

export interface CheckpointInput {
  /** name; round-1, round-2, … when left out */
  name?: string;
  /** a note on the round */
  note?: string;
}

export interface CheckpointOutput {
  checkpoint: CheckpointView;
}

export type CheckpointListInput = Record<string, never>;

export interface CheckpointListOutput {
  checkpoints: CheckpointView[];
  newer?: Damage[];
}

export interface CheckpointShowInput {
  /** name; the newest round when left out */
  name?: string;
}

export interface CheckpointShowOutput {
  checkpoint: CheckpointView;
  threads: ThreadView[];
}

export interface CheckpointDiffInput {
  /** checkpoint; the newest round when left out */
  a?: string;
  /** checkpoint, or now, which it is when left out */
  b?: string;
  /** only the names and the number of lines */
  stat?: boolean;
  /** only this file, or below this folder */
  files?: string[];
}

export interface CheckpointDiffOutput {
  a: string;
  b: string;
  files: FileChange[];
  threads: ThreadChange[];
  skipped?: string[];
  note?: string;
  cut?: number;
}

export interface CheckpointRestoreInput {
  /** name of the checkpoint */
  name: string;
  /** only say what would change */
  dryRun?: boolean;
}

export interface CheckpointRestoreOutput {
  name: string;
  safety?: string;
  dryRun?: boolean;
  threads: number;
  changed: number;
  deleted: SaidSince[];
  since: SaidSince[];
}

export interface CheckpointDeleteInput {
  /** name of the checkpoint */
  name: string;
}

export interface CheckpointDeleteOutput {
  name: string;
}

export interface LogInput {
  /** only events of this thread */
  id?: string;
  /** only events after a cursor, after a checkpoint (last: the newest round), or after a time: 2h, '3 days ago', yesterday, 2026-11-20 */
  since?: string;
  /** at most so many (default 50, 0 for that; at most 10000) */
  max?: number;
  /** also when agents read a thread, and when the store was made */
  all?: boolean;
}

export interface LogOutput {
  events: Event[];
  more?: boolean;
}

export interface UndoInput {
  /** take the last undo back */
  redo?: boolean;
  /** only say what would be taken back */
  dryRun?: boolean;
}

export interface UndoOutput {
  undone: Event;
  what: string;
  redo?: boolean;
  dryRun?: boolean;
}

export interface WaitInput {
  /** cursor of an earlier answer: only what came after it; else what you have not read */
  since?: string;
  /** whose doings end it (default: for an agent the human's, for the human an agent's); your own never do */
  for?: "human" | "agent" | "any";
  /** only what happens to this thread */
  thread?: string;
  /** how long: 30s, 9m, at most 24h; 0 only looks (default 100s, over MCP 45s) */
  timeout?: string;
}

export interface WaitOutput {
  events: Event[];
  cursor: string;
  more?: boolean;
}

export interface ExportInput {
  /** only these threads, by their ids or unique prefixes */
  ids?: string[];
  /** md (default), json, sarif or rdjsonl */
  format?: "md" | "json" | "sarif" | "rdjsonl";
  /** only threads in this workflow state (default all) */
  workflow?: "open" | "resolved" | "all";
  /** only threads on this file, or below this folder */
  file?: string;
  /** only threads with this label */
  labels?: string[];
  /** the archived threads instead of the active ones */
  archived?: boolean;
}

export interface ExportOutput {
  format: string;
  threads: number;
  text: string;
  damaged?: Damage[];
  newer?: Damage[];
}

export interface ConfigInput {
  /** one setting; without it all are shown */
  name?: string;
  /** its new value */
  value?: string;
  /** take a value that looks like a slip, such as a memory.sync that is no file of instructions */
  force?: boolean;
  /** take its value back: it is the default again, in a linked worktree what the main one's is */
  unset?: boolean;
}

export type DoctorInput = Record<string, never>;

export interface DoctorOutput {
  program: string;
  root: string;
  store: string;
  checks: Check[];
  git: Report;
}

export interface FsckInput {
  /** take note of newest states that were lost, so that no answer tells of them any more, and take a store that was made elsewhere for your own (a person only); removes nothing */
  accept?: boolean;
  /** put older versions in the place of what is damaged, from the history and from what else is on the disk (a person only); 'consider undo' takes it back */
  repair?: boolean;
  /** with --repair: only say what it would do */
  dryRun?: boolean;
}

export interface FsckOutput {
  sound: boolean;
  commits: number;
  objects: number;
  threads: number;
  plans?: number;
  problems: Damage[];
  lost?: number;
  accepted?: string[];
  repairs?: Repair[];
  dryRun?: boolean;
  mended?: number;
  abandoned?: string[];
  newer?: Damage[];
  debris?: string[];
  adopted?: boolean;
}

export interface GCInput {
  /** only if there is enough to pack */
  auto?: boolean;
}

export interface GCOutput {
  packed: number;
  pruned: number;
  removed: number;
  skipped?: boolean;
  images: ImageReport;
}

export interface SetupInput {
  /** agents to teach: claude, codex, opencode, copilot, cursor, gemini, qwen, pi or cline, each in the project or, as in claude:home, in the home folder; they alone are touched; none: all those taught before */
  integrations?: string[];
  /** put .consider/ into .gitignore (yes, where there is git; --gitignore=false for no) */
  gitignore?: boolean;
  /** when agents hear by themselves that threads wait (off at first): never, with your next prompt, also when they stop, also between two steps, or also when they are idle, by a turn that begins by itself */
  hooks?: "off" | "next-prompt" | "on-stop" | "mid-turn" | "wake";
  /** register the MCP server with the agents too (no, at first) */
  mcp?: boolean;
  /** put the program on the agent's list of what it may run without asking you (Claude Code; no, at first) */
  allow?: boolean;
  /** have a person give the word on the agent's plans, in the browser (Claude Code; no, at first) */
  plans?: boolean;
  /** put skills into each agent's own folder (.codex, .opencode, …) instead of .agents, which most of them read */
  ownFolders?: boolean;
  /** also write into settings that git tracks and that would get a path of this machine */
  tracked?: boolean;
  /** also write files that are read-only */
  readOnly?: boolean;
  /** only say what would be done */
  dryRun?: boolean;
  /** replace files that were edited, too; yours is kept beside */
  force?: boolean;
  /** do not ask */
  yes?: boolean;
}

export interface SetupOutput {
  root: string;
  dryRun?: boolean;
  paths: Change[];
  agents?: string[];
  stands?: SetupStands;
}

export interface UninstallInput {
  /** what to take out (default skills): what agents were taught, and the line in .gitignore, or also .consider with all threads */
  mode?: "skills" | "full";
  /** only say what would be done */
  dryRun?: boolean;
  /** delete files that were edited, too */
  force?: boolean;
  /** do not ask */
  yes?: boolean;
}

export interface UninstallOutput {
  mode: UninstallMode;
  root: string;
  dryRun?: boolean;
  paths: Change[];
}

export interface ResponsesInput {
  /** only this agent's answers */
  agent?: "claude-code" | "codex" | "gemini" | "copilot" | "opencode";
  /** at most so many, newest first (default 5, at most 50) */
  max?: number;
  /** with what stands around each mark, for a page that reads the Markdown itself */
  spans?: boolean;
  /** with each text as HTML, as it was written: for pages of an older version */
  html?: boolean;
}

export interface ResponsesOutput {
  state: string;
  sources: ResponseSource[];
  responses: ResponseView[];
}

export interface ResponseInput {
  /** id of an answer (a_…), or a unique prefix of one; last is the newest */
  id: string;
  /** with what stands around each mark, for a page that reads the Markdown itself */
  spans?: boolean;
  /** with the text as HTML, as it was written: for pages of an older version */
  html?: boolean;
}

export interface ResponseOutput {
  response: ResponseView;
}

export interface MarkInput {
  /** id of an answer (a_…), or a unique prefix of one; last is the newest */
  id: string;
  /** the stretch that is valuable, word for word */
  keep?: string;
  /** the stretch to disregard or reconsider, word for word */
  drop?: string;
  /** a word about it */
  note?: string;
  /** what stands before it, should it stand there more than once */
  prefix?: string;
  /** what stands after it */
  suffix?: string;
  /** where it begins in the words as they read, in bytes: it tells equal places apart */
  start?: number;
}

export interface MarkOutput {
  mark: string;
  replaced?: string[];
  response: ResponseView;
}

export interface UnmarkInput {
  /** ids of marks (c_…), or of answers (a_…) for all marks on them */
  ids: string[];
}

export interface UnmarkOutput {
  ids: string[];
}

export interface FeedbackInput {
  /** id of an answer (a_…), or a unique prefix of one; the newest one with open marks when left out */
  id?: string;
  /** of all answers with open marks */
  all?: boolean;
  /** put the text into the clipboard instead of printing it */
  copy?: boolean;
}

export interface FeedbackOutput {
  text: string;
  marks: FeedbackMark[];
  answers: string[];
  more?: number;
  copy?: boolean;
}

export interface PlanAddInput {
  /** a file of the project; - reads standard input */
  file?: string;
  /** the words, instead of a file */
  text?: string;
  /** the plan that this is a new version of; found by its file, or by its title, when left out */
  plan?: string;
}

export interface PlanAddOutput {
  plan: PlanView;
  known?: boolean;
}

export type PlanListInput = Record<string, never>;

export interface PlanListOutput {
  plans: PlanView[];
  damaged?: Damage[];
}

export interface PlanShowInput {
  /** id of a plan (p_…), or a unique prefix of one; the one shown last when left out */
  id?: string;
  /** which version; the newest when left out */
  version?: number;
  /** resolved threads too */
  all?: boolean;
}

export interface PlanShowOutput {
  plan: PlanView;
  shown: number;
  state: PlanState;
  text: string;
  threads: PlanThread[];
  verdicts?: PlanVerdict[];
  resolved?: number;
}

export interface PlanDiffInput {
  /** id of a plan (p_…), or a unique prefix of one; the one shown last when left out */
  id?: string;
  /** the older version; the one before the newer when left out */
  from?: number;
  /** the newer version; the newest when left out */
  to?: number;
  /** the changes line by line, instead of as one text */
  hunks?: boolean;
}

export interface PlanDiffOutput {
  plan: PlanView;
  from: number;
  to: number;
  diff: string;
  hunks?: PlanHunk[];
}

export interface PlanCommentInput {
  /** id of a plan (p_…), or a unique prefix of one; the one shown last when left out */
  id?: string;
  /** the lines that it is on, as 'plan show' numbers them; on the whole plan when neither lines nor a quote are given */
  lines?: string;
  /** the words that it is on; alone, they stand in the plan once */
  quote?: string;
  /** the version that it is on; the newest when left out */
  version?: number;
  /** what to say */
  message: string;
}

export interface PlanCommentOutput {
  thread: PlanThread;
  plan: PlanView;
}

export interface PlanFeedbackInput {
  /** id of a plan (p_…), or a unique prefix of one; the one shown last when left out */
  id?: string;
}

export interface PlanFeedbackOutput {
  plan: PlanView;
  verdict?: PlanVerdict;
  text: string;
  threads: PlanThread[];
}

export interface PlanApproveInput {
  /** id of a plan (p_…), or a unique prefix of one; the one shown last when left out */
  id?: string;
  /** the version that was read; when there is a newer one, nothing is decided */
  version?: number;
  /** a note for the agent */
  message?: string;
  /** how an agent that waits for the word goes on: it asks before it edits, or it edits without asking */
  mode?: "asks" | "edits";
}

export interface PlanVerdictOutput {
  plan: PlanView;
  verdict: PlanVerdict;
}

export interface PlanVerdictInput {
  /** id of a plan (p_…), or a unique prefix of one; the one shown last when left out */
  id?: string;
  /** the version that was read; when there is a newer one, nothing is decided */
  version?: number;
  /** a note for the agent */
  message?: string;
}

export interface MemoryInput {
  /** view a folder or a file; create a file; str_replace a text that occurs once; insert after a line; delete; rename */
  command: "view" | "create" | "str_replace" | "insert" | "delete" | "rename";
  /** the file or folder, for all commands but rename; begins with /memories */
  path?: string;
  /** view: first and last line, -1 for the end */
  view_range?: number[];
  /** create: the content of the new file */
  file_text?: string;
  /** str_replace: the text to replace, as it is in the file */
  old_str?: string;
  /** str_replace: the text to put there; left out, the old text is deleted */
  new_str?: string;
  /** insert: the line after which to insert, 0 for the top */
  insert_line?: number;
  /** insert: the text */
  insert_text?: string;
  /** rename: what to rename */
  old_path?: string;
  /** rename: its new path, where nothing is yet */
  new_path?: string;
}

export interface MemoryOutput {
  text: string;
  failed?: boolean;
}

export interface MemoryViewInput {
  /** file or folder, begins with /memories */
  path?: string;
  /** only these lines of a file: 10-20, 10- or 10 */
  lines?: string;
}

export interface MemoryCreateInput {
  /** where, begins with /memories */
  path: string;
  /** its content */
  text?: string;
}

export interface MemoryReplaceInput {
  /** file, begins with /memories */
  path: string;
  /** the text to replace; it must be there exactly once */
  old_str: string;
  /** what to put there; left out, the text is deleted */
  new_str?: string;
}

export interface MemoryInsertInput {
  /** file, begins with /memories */
  path: string;
  /** the line after which to insert, 0 for the top */
  insert_line?: number;
  /** the text */
  insert_text?: string;
}

export interface MemoryDeleteInput {
  /** file, or folder with all in it; begins with /memories */
  path: string;
}

export interface MemoryRenameInput {
  /** file or folder, begins with /memories */
  old_path: string;
  /** its new path, where nothing is yet */
  new_path: string;
}

export type MemoryListInput = Record<string, never>;

export interface MemoryListOutput {
  on: boolean;
  backend: string;
  branch?: string;
  sync?: string;
  files: MemoryFile[];
  size: number;
}

export interface MemoryGetInput {
  /** file, begins with /memories */
  path: string;
}

export interface MemoryGetOutput {
  path: string;
  text: string;
  version: string;
}

export interface MemorySaveInput {
  /** file, begins with /memories */
  path: string;
  /** its content from now on */
  text?: string;
  /** the version that was edited, as memory get gave it; left out, the file must be new */
  version?: string;
}

export interface MemoryPinInput {
  /** files, each begins with /memories */
  paths: string[];
}

export interface MemoryPinOutput {
  pins: string[];
}

export interface MemoryLogInput {
  /** at most so many (default 50, 0 for that; at most 10000) */
  max?: number;
}

export interface MemoryLogOutput {
  entries: MemoryEntry[];
  more?: boolean;
}

export type MemoryClearInput = Record<string, never>;

export interface MemoryClearOutput {
  removed: string[];
}

export interface MemoryPurgeInput {
  /** only tell what would be removed */
  dryRun?: boolean;
  /** also what the secret memory does not have */
  force?: boolean;
  /** do not ask */
  yes?: boolean;
}

export interface MemoryPurgeOutput {
  dryRun?: boolean;
  stores: PurgedStore[];
  left: string[];
}

export interface MemorySyncInput {
  /** only show what would be written */
  dryRun?: boolean;
}

export interface MemorySyncOutput {
  file: string;
  changed: boolean;
  block?: string;
  size?: number;
  most?: number;
  left?: string[];
}

export interface MemoryExportInput {
  /** json (default) can be imported again; md is for reading */
  format?: "json" | "md";
}

export interface MemoryExportOutput {
  text: string;
  files: number;
}

export interface MemoryImportInput {
  /** what memory export wrote as JSON */
  document?: string;
  /** take over what is in another place (see config memory.backend) */
  from?: "workspace" | "branch" | "disk" | "secret";
  /** take over the memory of another branch */
  branch?: string;
  /** replace files that are there with other content */
  over?: boolean;
}

export interface MemoryImportOutput {
  files: number;
}

export interface MemoryLearnInput {
  /** thread id, or a unique prefix of one; the thread is resolved */
  id: string;
  /** what is to be learnt; left out, it is drafted from the thread */
  text?: string;
  /** make the draft a memory (a person only) */
  accept?: boolean;
  /** throw the draft away (a person only) */
  drop?: boolean;
  /** with --accept: where to, instead of /memories/lessons */
  path?: string;
}

export interface MemoryLearnOutput {
  thread: string;
  path: string;
  text: string;
  accepted?: boolean;
  dropped?: boolean;
}

export interface MemoryUnlockInput {
  /** the key, as it was given out before; it is kept until serve ends and never written */
  identity?: string;
  /** make a key for the editor to store and to hand over, if there is none anywhere */
  make?: boolean;
}

export interface MemoryUnlockOutput {
  state: string;
  recipient?: string;
  identity?: string;
  reason?: string;
}

export type EditorInput = Record<string, never>;

export type EditorOutput = Record<string, never>;

export interface Changed {
  cursor: string;
}

export interface FilesChanged {
  files: string[];
}

export interface ResponsesChanged {
  state: string;
}

export interface Failure {
  kind: Kind;
  message: string;
  hints: string[];
  candidates?: Candidate[];
}

export interface EditorFile {
  path: string;
  relativePath: string;
  languageId: string;
  lineCount: number;
  isDirty: boolean;
}

export interface CursorPosition {
  line: number;
  character: number;
}

export interface EditorSelection {
  isEmpty: boolean;
  text: string | null;
  range?: SelectionRange;
  truncated?: boolean;
  withheld?: string;
}

export interface EditorSymbols {
  totalInDocument: number;
  containingScopes: EditorScope[];
  immediateScope: EditorScope | null;
  scopeHierarchy: string;
  warning?: string;
  error?: string;
}

export interface ThreadView {
  id: string;
  target: Target;
  file?: string;
  side?: Side;
  labels?: string[];
  branch?: string;
  otherBranch?: string;
  workflowState: WorkflowState;
  anchorState: AnchorState;
  unseen: boolean;
  unread?: boolean;
  archived?: boolean;
  deleted?: boolean;
  worktree?: string;
  elsewhere?: Elsewhere;
  resolveProposedBy?: string;
  placement: Placement;
  quote?: string[];
  quoteMore?: number;
  author: AuthorKind;
  authorName?: string;
  createdAt: string;
  body: string;
  approval?: boolean;
  replies: number;
  lastReply?: LastReply;
  unreadReplies?: Reply[];
  response?: ResponseRef;
  planNow?: PlanNow;
  receipt?: Receipt;
  question?: Question;
}

export interface Hearing {
  listeners?: Listener[];
  hooked?: Listener[];
  nobodyListens?: boolean;
}

export interface Damage {
  path: string;
  problem: string;
  hint?: string;
}

export interface ThreadDetail extends ThreadView {
  anchor?: Anchor;
  reanchored?: number;
  editedAt?: string;
  agentLastSeenAt?: string;
  seenBy?: Record<string, string>;
  importedFrom?: string;
  span?: Span;
  choices?: string[];
  thread: Reply[];
  code?: Code;
  suggestions?: Suggestion[];
  images?: Image[];
  checkedAt: string;
}

export interface SinceView {
  checkpoint: string;
  touched: boolean;
  what: string;
  diff?: string;
}

export interface ThreadContext {
  thread: ThreadDetail;
  then?: Code;
  diff?: string;
  since?: SinceView;
}

export interface ReplyItem {
  /** thread id, or a unique prefix of one */
  id: string;
  /** what to say */
  message: string;
  /** what became of the matter */
  outcome?: "addressed" | "answered" | "declined" | "blocked";
}

export interface Replied {
  id: string;
  reply: Reply;
  replies: number;
  workflowState: WorkflowState;
}

export interface ThreadState {
  id: string;
  workflowState: WorkflowState;
  resolveProposedBy?: string;
  changed: boolean;
}

export interface Applied {
  thread: string;
  n: number;
  file: string;
  startLine: number;
  endLine: number;
  merged?: boolean;
  diff: string;
  version: string;
  lines: string[];
}

export interface PlacedThread {
  id: string;
  placement: Placement;
}

export interface AdoptedThread {
  id: string;
  worktree?: string;
  changed: boolean;
}

export interface Changes {
  state: string;
  message: string;
  hints: string[];
  note?: string;
  branch: string;
  head: string;
  scope: ScopeView;
  snapshot: string;
  files: ChangedFile[];
  notCompared?: number;
}

export interface Answer {
  thread: string;
  file: string;
  line: number;
}

export interface SubmitComment {
  file: string;
  startLine: number | null;
  endLine: number | null;
  side: string;
  body: string;
  form?: string;
}

export interface CheckpointView extends Checkpoint {
  threads: number;
  skipped: number;
}

export interface FileChange {
  path: string;
  from?: string;
  status: string;
  oldMode?: string;
  newMode?: string;
  score?: number;
  added: number;
  removed: number;
  binary?: boolean;
  patch?: string;
}

export interface ThreadChange {
  id: string;
  place: string;
  now?: string;
  body: string;
  what: string[];
}

export interface SaidSince {
  thread: string;
  reply?: string;
  place: string;
  author: AuthorKind;
  authorName?: string;
  body: string;
  edited?: boolean;
  whole?: boolean;
}

export interface Event {
  cursor: string;
  at: string;
  kind: EventKind;
  by?: Who;
  threads?: string[];
  reply?: string;
  outcome?: Outcome;
  choice?: string;
  place?: string;
  was?: string;
  anchorState?: AnchorState;
  body?: string;
  checkpoint?: string;
  review?: string;
  verdict?: Verdict;
  undoes?: string;
  redo?: boolean;
  claimed?: boolean;
  what?: string;
}

export interface Check {
  name: string;
  state: string;
  what: string;
  hint?: string;
  kind?: Kind;
}

export interface Report {
  Git: string;
  Kind: string;
  Head: Head;
  Objects: string;
  Reason: string;
  Broken: string;
  ObjectFormat: string;
  RefFormat: string;
  Features: string[];
}

export interface Repair {
  path: string;
  files: string[];
  whole?: boolean;
}

export interface ImageReport {
  kept: number;
  bytes: number;
  unnamed?: number;
  waiting?: number;
  dropped?: number;
}

export interface Change {
  path: string;
  what: string;
  done: string;
  why?: string;
}

export interface SetupStands {
  agents: SetupAgent[];
  hooks?: Level;
  mcp: boolean;
  plans?: boolean;
}

export interface ResponseSource {
  agent: string;
  state: string;
  problem?: string;
  cut?: boolean;
}

export interface ResponseView {
  id: string;
  agent: string;
  session?: string;
  cwd?: string;
  at: string;
  text: string;
  html?: string;
  marks: MarkView[];
}

export interface FeedbackMark {
  id: string;
  response: string;
  mark: Mark;
  quote: string;
  note?: string;
}

export interface PlanView {
  id: string;
  title: string;
  file?: string;
  state: PlanState;
  versions: number;
  at: string;
  author: AuthorKind;
  authorName?: string;
  open: number;
  unanswered: number;
  awaited?: boolean;
}

export interface PlanThread extends PlanPlaced {
  id: string;
  version: number;
  wasStart?: number;
  wasEnd?: number;
  quote: string;
  workflowState: WorkflowState;
  author: AuthorKind;
  authorName?: string;
  createdAt: string;
  body: string;
  replies: Reply[];
  answered: boolean;
  outcome?: Outcome;
  unseen: boolean;
}

export interface PlanVerdict {
  version: number;
  verdict: Verdict;
  note?: string;
  mode?: PlanMode;
  at: string;
  byName?: string;
  claimed?: boolean;
}

export interface PlanHunk {
  header: string;
  lines: PlanLine[];
}

export interface MemoryFile {
  path: string;
  size: number;
  version: string;
  pinned?: boolean;
  draft?: string;
}

export interface MemoryEntry {
  at: string;
  by: Who;
  command: string;
  path?: string;
  to?: string;
  backend: string;
  branch?: string;
  ok: boolean;
  error?: string;
  sealed?: string;
}

export interface PurgedStore {
  store: string;
  memories: PurgedPart[];
  logged?: number;
  unsaved?: string[];
  objects?: number;
  continued?: boolean;
  problem?: string;
  hint?: string;
}

export interface Candidate {
  id: string;
  place?: string;
  body?: string;
}

export interface SelectionRange {
  start: CursorPosition;
  end: CursorPosition;
}

export interface EditorScope {
  name: string;
  kind: string;
  range: ScopeLines;
}

export interface Elsewhere {
  folder?: string;
  removed?: boolean;
}

export interface Placement {
  file?: string;
  startLine?: number;
  endLine?: number;
  from?: string;
  anchorState: AnchorState;
  method?: string;
  score?: number;
  perhaps?: boolean;
  edited?: boolean;
  reason?: string;
  guess?: Guess;
  candidate?: Candidate;
}

export interface LastReply {
  id: string;
  author: AuthorKind;
  authorName?: string;
  createdAt: string;
  outcome?: Outcome;
  choice?: string;
  unchanged?: boolean;
}

export interface Reply {
  id: string;
  author: AuthorKind;
  authorName?: string;
  body: string;
  createdAt: string;
  editedAt?: string;
  deletedAt?: string;
  outcome?: Outcome;
  unchanged?: boolean;
  fingerprint?: string;
  choices?: string[];
  choice?: string;
  authorRead?: number;
}

export interface ResponseRef {
  id: string;
  agent: string;
  mark: Mark;
  plan?: PlanRef;
}

export interface PlanNow {
  version: number;
  startLine?: number;
  endLine?: number;
  edited?: boolean;
}

export interface Receipt {
  state: Delivery;
  by?: string;
  at?: string;
}

export interface Question {
  reply?: string;
  choices: string[];
  authorName?: string;
  at: string;
  body: string;
  version: string;
}

export interface Listener {
  agent: string;
  how: How;
  since: string;
  heard?: string;
}

export interface Anchor {
  startLine: number;
  endLine: number;
  contextBefore: string[];
  targetContent: string;
  contextAfter: string[];
  contentHash: string;
  base: Base;
}

export interface Span {
  response: string;
  agent: string;
  session?: string;
  message?: string;
  at: string;
  mark: Mark;
  quote: string;
  prefix?: string;
  suffix?: string;
  start: number;
  source?: Source;
}

export interface Code {
  file: string;
  startLine: number;
  lines: string[];
  cut?: boolean;
  more?: number;
}

export interface Suggestion {
  n: number;
  reply?: string;
  state: State;
  text: string[];
  diff?: string;
  applied?: boolean;
  version: string;
}

export interface Image {
  id: string;
  name: string;
  type?: string;
  bytes?: number;
  path?: string;
}

export interface ScopeView {
  kind: string;
  label: string;
  from: string;
  to: string;
}

export interface ChangedFile {
  id: string;
  path: string;
  oldPath?: string;
  status: string;
  untracked: boolean;
  oldMode?: string;
  newMode?: string;
  additions: number;
  deletions: number;
  binary: boolean;
  submodule?: Submodule;
  oldSize?: number;
  newSize?: number;
  collapsed: string;
  why?: string;
  unread?: string;
  hash: string;
}

export interface Checkpoint {
  version: number;
  name: string;
  store: string;
  head?: string;
  branch?: string;
  createdAt: string;
  order?: number;
  author: AuthorKind;
  authorName?: string;
  note?: string;
  auto?: boolean;
  files: CheckpointFile[];
  places?: Record<string, Placement>;
}

export interface Who {
  kind: AuthorKind;
  name?: string;
}

export interface Head {
  Commit: string;
  Branch: string;
  Via: string;
  Reason: string;
}

export interface SetupAgent {
  id: string;
  name: string;
  found: boolean;
  project: boolean;
  home: boolean;
  hooks?: Level;
  mcp?: boolean;
  allow?: boolean;
  plans?: boolean;
}

export interface MarkView {
  id: string;
  mark: Mark;
  quote: string;
  note?: string;
  placed: boolean;
  start: number;
  end: number;
  span?: SpanView;
  replies: number;
  lastReply?: LastReply;
  workflowState: WorkflowState;
  author: AuthorKind;
  authorName?: string;
  unseen: boolean;
}

export interface PlanPlaced {
  passage: Passage;
  startLine?: number;
  endLine?: number;
  reason?: string;
}

export interface PlanLine {
  type: string;
  old?: number;
  new?: number;
  text: string;
  noEol?: boolean;
}

export interface PurgedPart {
  worktree?: string;
  files: string[];
}

export interface ScopeLines {
  start: number;
  end: number;
  length: number;
}

export interface Guess {
  startLine: number;
  endLine: number;
}

export interface Candidate {
  file: string;
  startLine: number;
  endLine: number;
}

export interface PlanRef {
  id: string;
  version: number;
  startLine?: number;
  endLine?: number;
}

export interface Base {
  commit?: string;
  from?: string;
  blob?: string;
}

export interface Source {
  kind: string;
  plan: string;
  version: number;
  anchor?: Anchor;
}

export interface Submodule {
  from: string;
  to: string;
}

export interface CheckpointFile {
  path: string;
  mode?: string;
  blob?: string;
  size?: number;
  staged?: string;
  stagedMode?: string;
  untracked?: boolean;
  skipped?: string;
}

export interface SpanView {
  prefix: string;
  suffix: string;
  start: number;
}

export type Verdict = "comment" | "approve" | "request_changes" | (string & Record<never, never>);

export type UninstallMode = "skills" | "full";

export type PlanState = "waiting" | "approved" | "changes";

export type Target = "lines" | "file" | "review" | "response" | (string & Record<never, never>);

export type Side = "new" | "old" | (string & Record<never, never>);

export type WorkflowState = "open" | "resolved" | (string & Record<never, never>);

export type AnchorState = "anchored" | "stale" | "orphaned";

export type AuthorKind = "human" | "agent" | (string & Record<never, never>);

export type EventKind =
  | "thread"
  | "reply"
  | "resolve"
  | "reopen"
  | "propose"
  | "edit"
  | "label"
  | "apply"
  | "reanchor"
  | "archive"
  | "unarchive"
  | "delete"
  | "undelete"
  | "checkpoint"
  | "checkpoint-delete"
  | "restore"
  | "undo"
  | "import"
  | "adopt"
  | "config"
  | "mark"
  | "unmark"
  | "review"
  | "plan"
  | "plan-verdict"
  | "seen"
  | "memory"
  | "init"
  | "recover"
  | "repair"
  | "placement"
  | (string & Record<never, never>);

export type Outcome =
  | "addressed"
  | "answered"
  | "declined"
  | "blocked"
  | (string & Record<never, never>);

export type Level = "off" | "next-prompt" | "on-stop" | "mid-turn" | "wake";

export type Mark = "keep" | "drop" | (string & Record<never, never>);

export type PlanMode = "asks" | "edits" | (string & Record<never, never>);

export type Delivery = "waiting" | "told" | "read" | "answered" | (string & Record<never, never>);

export type How = "watch" | "wait" | "mcp" | "hooks" | (string & Record<never, never>);

export type State = "applies" | "applies-moved" | "changed" | "clash" | "applied-already" | "lost";

export type Passage = "kept" | "edited" | "gone" | "whole";
