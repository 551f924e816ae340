// Code generated from the verb table by `make generate`; DO NOT EDIT.
//
// What the extension and "consider serve" say to each other; docs/reference/protocol.md says it in words. Lines are
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
  "COPILOT_AGENT",
  "CURSOR_AGENT",
  "PI_CODING_AGENT",
  "CLINE_ACTIVE",
  "CLINE_WRAPPER_PATH",
  "CLINE_CONNECTOR_CLI_LAUNCH",
  "GOOSE_TERMINAL",
  "CRUSH",
  "AUGMENT_AGENT",
  "AMP_CURRENT_THREAD_ID",
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
  "next",
  "proof",
  "release",
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
  "turn show",
  "turn list",
  "turn saved",
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
  /** Show the next thread that awaits you. */
  next: { params: NextInput; result: Result<NextOutput> };
  /** Show what was changed for a thread. */
  proof: { params: ProofInput; result: Result<ProofOutput> };
  /** Let other agents take threads again. */
  release: { params: ReleaseInput; result: Result<ReleaseOutput> };
  /** Write an agent prompt about threads. */
  prompt: { params: PromptInput; result: Result<PromptOutput> };
  /** Show the file version a comment refers to. */
  base: { params: BaseInput; result: Result<BaseOutput> };
  /** Count open threads and those awaiting replies. */
  summary: { params: SummaryInput; result: Result<SummaryOutput> };
  /** Reply to one or more threads. */
  reply: { params: ReplyInput; result: Result<ReplyOutput> };
  /** Resolve threads. */
  resolve: { params: ResolveInput; result: Result<StateOutput> };
  /** Reopen resolved threads. */
  unresolve: { params: UnresolveInput; result: Result<StateOutput> };
  /** Accept or dismiss agents' findings (human only). */
  triage: { params: TriageInput; result: Result<StateOutput> };
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
  /** Locate a file's threads in its unsaved text. */
  place: { params: PlaceInput; result: Result<PlaceOutput> };
  /** Make messages from elsewhere yours (human only). */
  adopt: { params: AdoptInput; result: Result<AdoptOutput> };
  /** Archive resolved threads. */
  archive: { params: ArchiveInput; result: Result<MovedOutput> };
  /** Restore archived threads. */
  unarchive: { params: UnarchiveInput; result: Result<MovedOutput> };
  /** Delete threads or your own replies (human only). */
  delete: { params: DeleteInput; result: Result<MovedOutput> };
  /** Restore deleted threads (human only). */
  undelete: { params: UndeleteInput; result: Result<MovedOutput> };
  /** List changed files, their viewed status and threads. */
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
  /** Show what an agent changed in one turn. */
  "turn show": { params: TurnShowInput; result: Result<TurnShowOutput> };
  /** List agents' turns, latest first. */
  "turn list": { params: TurnListInput; result: Result<TurnListOutput> };
  /** Record that files were saved in the editor. */
  "turn saved": { params: TurnSavedInput; result: Result<TurnSavedOutput> };
  /** Delete the record of turns (human only). */
  "turn delete": { params: TurnDeleteInput; result: Result<TurnDeleteOutput> };
  /** Show the history of comments and changes to threads. */
  log: { params: LogInput; result: Result<LogOutput> };
  /** Undo your last change to a thread. */
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
  /** List recent responses from coding agents. */
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
  /** Create or overwrite a memory file. */
  "memory create": { params: MemoryCreateInput; result: Result<MemoryOutput> };
  /** Replace text in a memory file. */
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
  /** Show memory history, including reads and denied requests. */
  "memory log": { params: MemoryLogInput; result: Result<MemoryLogOutput> };
  /** Delete all memory (human only; can be undone). */
  "memory clear": { params: MemoryClearInput; result: Result<MemoryClearOutput> };
  /** Purge plain-text remnants of secret memories (human only). */
  "memory purge": { params: MemoryPurgeInput; result: Result<MemoryPurgeOutput> };
  /** Update the synced memory file (human only). */
  "memory sync": { params: MemorySyncInput; result: Result<MemorySyncOutput> };
  /** Export the memory as one document. */
  "memory export": { params: MemoryExportInput; result: Result<MemoryExportOutput> };
  /** Import memory from exports or branches (human only). */
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
  /** set if the client is the editor: results omit the editor context */
  editor?: boolean;
}

export interface InitializeOutput {
  version: string;
  protocol: number;
  root: string;
  store: string;
  hasStore: boolean;
  git: boolean;
  contents?: boolean;
  ids?: boolean;
  unproven?: string;
  backup?: BackupAhead;
}

export interface WatchFilesInput {
  /** visible files, relative to the root, with forward slashes */
  files: string[];
}

export type Nothing = Record<string, never>;

export interface WatchResponsesInput {
  /** whether to notify the client when the latest agent responses change */
  on?: boolean;
}

export interface ForegroundInput {
  /** process ID of the terminal's shell */
  pid: number;
}

export interface ForegroundOutput {
  agent?: string;
}

export interface AddInput {
  /** file and lines (1-based) */
  place?: string;
  /** first line, 1-based, instead of :start */
  startLine?: number;
  /** last line, 1-based (default: same as line) */
  endLine?: number;
  /** find the lines by their text, which must occur once in the file */
  quote?: string;
  /** new: your working copy (default); old: HEAD, for deleted lines */
  side?: "new" | "old";
  /** label for the thread */
  labels?: string[];
  /** comment on the whole review, without a file */
  review?: boolean;
  /** the file's text in the editor, saved or not (default: the file on disk) */
  text?: string;
  /** the message */
  message: string;
  /** unique ID of this request, or of the new thread (c_ and 8 hex digits); if it is sent twice, only one thread is created */
  form?: string;
  /** mark the lines for the human's next review: the agent is unsure about these lines, or the agent wants these lines to be read */
  flag?: "unsure" | "look";
  /** with flag: place of the lines in the order to read them, from 1 */
  step?: number;
  /** ask the human to choose: 2 to 5 choices, separated by | */
  ask?: string;
  /** report a finding of this kind, such as bug or security (agents only): other agents are notified, and you of their replies */
  kind?: string;
  /** how sure you are of the finding, in percent */
  confidence?: number;
  /** the commit that you read for the finding (default: the current files) */
  tree?: string;
}

export interface AddOutput {
  thread: ThreadView;
  same?: boolean;
  reply?: string;
}

export interface ListInput {
  /** only threads in this workflow state (default: open) */
  workflow?: "open" | "resolved" | "all";
  /** only threads in this anchor state (default: all) */
  anchor?: "anchored" | "stale" | "orphaned" | "all";
  /** deprecated: a workflow state or an anchor state */
  status?: "open" | "resolved" | "stale" | "orphaned" | "all";
  /** only threads with unread messages */
  unseen?: boolean;
  /** only open threads that await a reply: yours (me) or an agent's */
  awaiting?: "me" | "agent";
  /** only threads in this file or under this folder */
  file?: string;
  /** only threads with all of these labels */
  labels?: string[];
  /** only threads by this author: human, agent, or part of a name (case-insensitive) */
  author?: string;
  /** only threads whose text matches this regular expression (case-insensitive) */
  grep?: string;
  /** only threads with messages after a cursor, a checkpoint (last: the latest round) or a time: 2h, '3 days ago', yesterday, 2026-11-20 */
  since?: string;
  /** archived threads instead of active ones */
  archived?: boolean;
  /** deleted threads instead of active ones */
  deleted?: boolean;
  /** include threads from other worktrees, even removed ones */
  allWorktrees?: boolean;
  /** only lines that agents flagged in this round, in their order */
  flag?: boolean;
  /** for a review: also show what changed since this commit (HEAD: uncommitted changes), and resolved findings */
  change?: string;
  /** show at most N threads (default: all; MCP: 30) */
  limit?: number;
  /** continue after this ID, printed by the previous list */
  after?: string;
}

export interface ListOutput extends Hearing {
  workflow: string;
  anchor: string;
  change?: ChangeToReview;
  threads: ThreadView[];
  more?: number;
  next?: string;
  stale?: number;
  orphaned?: number;
  unlisted?: number;
  damaged?: Damage[];
  newer?: Damage[];
}

export interface GetInput {
  /** thread ID or a unique prefix */
  id: string;
  /** also show whether the lines changed since this checkpoint (last: the latest round) */
  since?: string;
}

export interface GetOutput extends Hearing {
  thread: ThreadDetail;
  since?: SinceView;
}

export interface ThreadsInput {
  /** only these threads, by full ID; unknown IDs are ignored */
  ids?: string[];
  /** only threads in this file or under this folder */
  file?: string;
  /** include threads from other worktrees, even removed ones */
  allWorktrees?: boolean;
}

export interface ThreadsOutput extends Hearing {
  threads: ThreadDetail[];
  damaged?: Damage[];
  newer?: Damage[];
}

export interface SeenInput {
  /** full IDs of threads expanded on screen; unknown IDs are ignored */
  ids: string[];
  /** for each thread, the ID of the last message shown, or the thread's ID if that is its first message (default: the latest message) */
  upTo?: Record<string, string>;
}

export interface SeenOutput {
  ids: string[];
}

export interface ContextInput {
  /** one thread ID, instead of IDs */
  id?: string;
  /** thread IDs, unique prefixes or locations (FILE:LINE) */
  ids?: string[];
  /** lines of code before and after (default: 10, for several threads 3; for agents 1 for several threads and for those they have read) */
  lines?: number;
  /** take the threads: other agents are not notified of them until you reply */
  take?: boolean;
  /** also show the messages that you have read before */
  all?: boolean;
  /** also show whether the lines changed since this checkpoint (last: the latest round) */
  since?: string;
}

export interface ContextOutput extends ThreadContext {
  others?: ThreadContext[];
  held?: HeldThread[];
  left?: string[];
}

export interface NextInput {
  /** thread IDs to skip */
  skip?: string[];
}

export interface NextOutput extends ThreadContext {
  proof?: ProofOutput;
  more: number;
  damaged?: Damage[];
  newer?: Damage[];
}

export interface ProofInput {
  /** thread ID or unique prefix */
  id: string;
  /** the reply that claims it (default: the last one) */
  reply?: string;
}

export interface ProofOutput extends Evidence {
  id: string;
  reply?: string;
  since?: string;
  later?: string;
}

export interface ReleaseInput {
  /** thread IDs or unique prefixes */
  ids: string[];
}

export interface ReleaseOutput {
  ids: string[];
}

export interface PromptInput {
  /** thread IDs or unique prefixes (default: all open threads) */
  ids?: string[];
  /** the command that the agent uses to run consider (default: consider) */
  program?: string;
}

export interface PromptOutput {
  text: string;
  line: string;
  threads: number;
}

export interface BaseInput {
  /** thread ID or a unique prefix */
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
  /** include threads from other worktrees, even removed ones */
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
  finders?: FinderCount[];
  damaged?: Damage[];
  newer?: Damage[];
}

export interface ReplyInput {
  /** thread ID or a unique prefix */
  id?: string;
  /** the message */
  message?: string;
  /** addressed: code changed; answered: no change needed; declined: won't do; blocked: can't do yet */
  outcome?: "addressed" | "answered" | "declined" | "blocked";
  /** ask the human to choose: 2 to 5 choices, separated by | */
  ask?: string;
  /** also resolve the thread */
  resolve?: boolean;
  /** answer an agent's question (human only) with a choice: its text, a unique prefix or its number; the message is optional */
  choose?: string;
  /** with a choice: the version of the question you read; fails if the question was edited since */
  version?: string;
  /** unique ID of this request; if it is sent twice, only one reply is stored */
  form?: string;
  /** your judgement, with a reason, of the outcome of a finding that you reported (insist: once): the outcome settles the finding, or the finding still holds */
  stance?: "confirm" | "insist";
  /** several replies {id, message, outcome} instead of one; either all are stored or none */
  batch?: ReplyItem[];
}

export interface ReplyOutput extends Replied {
  others?: Replied[];
}

export interface ResolveInput {
  /** thread IDs or unique prefixes */
  ids?: string[];
  /** instead of IDs: open threads with all of these labels */
  labels?: string[];
  /** instead of IDs: open threads by this author: human, agent, or part of a name (case-insensitive) */
  author?: string;
  /** reply with this text first */
  message?: string;
  /** reopen resolved threads instead */
  reopen?: boolean;
}

export interface StateOutput {
  threads: ThreadState[];
  damaged?: Damage[];
  newer?: Damage[];
}

export interface UnresolveInput {
  /** thread IDs or unique prefixes */
  ids: string[];
}

export interface TriageInput {
  /** thread IDs or unique prefixes */
  ids: string[];
  /** dismiss and resolve them instead */
  dismiss?: boolean;
  /** your reply (default: accepted, or dismissed) */
  message?: string;
}

export interface EditInput {
  /** thread ID (for its comment) or reply ID, or a unique prefix */
  id: string;
  /** the new text */
  message: string;
  /** the text to replace; fails if the current text differs */
  before?: string;
}

export interface EditOutput {
  id: string;
  entry: string;
  body: string;
  before: string;
}

export interface Input {
  /** thread IDs or unique prefixes; ID#2: a thread's second suggestion; ID#2@VERSION: only if it is still that version */
  ids?: string[];
  /** merge with later changes to the lines */
  threeWay?: boolean;
  /** only show what would change */
  dryRun?: boolean;
  /** ask about each suggestion in the terminal (without IDs: all suggestions in open threads) */
  each?: boolean;
  /** the file open in the editor; it is not changed on disk */
  file?: string;
  /** the file's text in the editor before the change, saved or not */
  text?: string;
  /** record that the editor made the change and saved the file */
  noted?: boolean;
}

export interface Output {
  applied: Applied[];
  dryRun?: boolean;
}

export interface LabelInput {
  /** thread ID or a unique prefix */
  id: string;
  /** label to add */
  add?: string[];
  /** label to remove */
  remove?: string[];
}

export interface LabelOutput {
  id: string;
  labels: string[];
}

export interface ReanchorInput {
  /** thread ID or a unique prefix */
  id: string;
  /** the new location */
  place?: string;
  /** first line, 1-based, instead of :start */
  startLine?: number;
  /** last line, 1-based (default: same as line) */
  endLine?: number;
  /** the file's text in the editor, saved or not (default: the file on disk) */
  text?: string;
  /** confirm the location shown */
  here?: boolean;
  /** reject the location shown and mark the thread stale */
  gone?: boolean;
  /** undo the last manual move */
  undo?: boolean;
}

export interface ReanchorOutput {
  thread: ThreadView;
}

export interface ReconcileInput {
  /** include resolved threads */
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
  /** a file in the project */
  file: string;
  /** the file's current text, including unsaved changes */
  text: string;
  /** IDs of threads to locate, even if moved to another file (default: all in the file) */
  threads?: string[];
}

export interface PlaceOutput {
  file: string;
  placements: PlacedThread[];
}

export interface AdoptInput {
  /** thread IDs or unique prefixes (default: all) */
  ids?: string[];
}

export interface AdoptOutput {
  threads: AdoptedThread[];
}

export interface ArchiveInput {
  /** IDs of resolved threads (default: all) */
  ids?: string[];
}

export interface MovedOutput {
  ids: string[];
  did?: string;
  back?: string;
}

export interface UnarchiveInput {
  /** IDs of archived threads, or unique prefixes */
  ids: string[];
}

export interface DeleteInput {
  /** IDs or unique prefixes of active or archived threads, or of your own replies */
  ids: string[];
}

export interface UndeleteInput {
  /** IDs of deleted threads, or unique prefixes */
  ids: string[];
}

export interface ChangesInput {
  /** the comparison (default: head) */
  scope?: "head" | "since" | "staged" | "unstaged" | "base" | "range" | "turn";
  /** with scope since, a checkpoint (last: the latest round); with base, a revision; with range, A..B; with turn, its ID */
  from?: string;
  /** also count the lines that are mechanical */
  folds?: boolean;
}

export interface ChangesOutput extends Changes {
  viewed: string[];
  answers: Answer[];
}

export interface ChangesTextInput {
  /** the file's path on the given side */
  file: string;
  /** side (default: old) */
  side?: "new" | "old";
  /** changes to compare (default: head) */
  scope?: "head" | "since" | "staged" | "unstaged" | "base" | "range" | "turn" | "content";
  /** checkpoint, revision or range to compare with, depending on the scope; with content, its name in the output of proof or turn show */
  from?: string;
}

export interface ChangesTextOutput {
  text: string;
  none?: boolean;
}

export interface ChangesViewedInput {
  /** the file's digest, as returned by 'changes' */
  hash: string;
  /** mark the file as viewed */
  viewed?: boolean;
}

export interface ChangesViewedOutput {
  viewed: boolean;
}

export interface SubmitInput {
  /** comment on the whole review */
  globalComment?: string;
  /** unique ID of this request; if it is sent twice, only one thread is created */
  globalForm?: string;
  /** comments on files and lines */
  comments?: SubmitComment[];
  /** the verdict (default: comment) */
  verdict?: "comment" | "approve" | "request_changes";
  /** changes to compare (default: those shown in the client, otherwise head) */
  scope?: "head" | "since" | "staged" | "unstaged" | "base" | "range" | "turn";
  /** checkpoint, revision or range to compare with, depending on the scope */
  from?: string;
  /** snapshot of the changes you reviewed; fails if they changed since */
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
  /** name (default: round-1, round-2, …) */
  name?: string;
  /** a note to save with the checkpoint */
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
  /** name (default: the latest) */
  name?: string;
}

export interface CheckpointShowOutput {
  checkpoint: CheckpointView;
  threads: ThreadView[];
}

export interface CheckpointDiffInput {
  /** checkpoint (default: the latest) */
  a?: string;
  /** checkpoint or now (default: now) */
  b?: string;
  /** only file names and line counts */
  stat?: boolean;
  /** omit mechanical changes (moved, reformatted, renamed, generated) from the patches, and name them */
  real?: boolean;
  /** only this file or files under this folder */
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
  /** only show what would change */
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

export interface TurnShowInput {
  /** turn ID or unique prefix (default: the last turn) */
  id?: string;
}

export interface TurnShowOutput extends TurnView {
  files: TurnFile[];
  undone: TurnUndone[];
  lacks?: number;
}

export type TurnListInput = Record<string, never>;

export interface TurnListOutput {
  turns: TurnView[];
  notes?: string[];
}

export interface TurnSavedInput {
  /** paths in the project */
  files: string[];
}

export type TurnSavedOutput = Record<string, never>;

export interface TurnDeleteInput {
  /** turn IDs or unique prefixes */
  ids?: string[];
  /** delete all turns of all worktrees */
  all?: boolean;
}

export interface TurnDeleteOutput {
  ids: string[];
}

export interface LogInput {
  /** only events of this thread */
  id?: string;
  /** only events after a cursor, a checkpoint (last: the latest round) or a time: 2h, '3 days ago', yesterday, 2026-11-20 */
  since?: string;
  /** show at most N events (default: 50; maximum: 10000) */
  max?: number;
  /** also show when agents read threads and when the store was created */
  all?: boolean;
}

export interface LogOutput {
  events: Event[];
  more?: boolean;
}

export interface UndoInput {
  /** redo the last undone change */
  redo?: boolean;
  /** undo the last change by anyone (human only) */
  any?: boolean;
  /** only show what would be undone */
  dryRun?: boolean;
}

export interface UndoOutput {
  undone: Event;
  what: string;
  newer?: Event;
  redo?: boolean;
  dryRun?: boolean;
}

export interface WaitInput {
  /** only events after this cursor, from earlier output (default: unread messages) */
  since?: string;
  /** whose activity to wait for (default: agents' for a human, the human's for an agent) */
  for?: "human" | "agent" | "any";
  /** only events of this thread */
  thread?: string;
  /** how long to wait: 30s, 9m, at most 24h; 0: return at once (default: 100s; MCP: 45s) */
  timeout?: string;
}

export interface WaitOutput {
  events: Event[];
  cursor: string;
  more?: boolean;
}

export interface ExportInput {
  /** only these threads, by ID or unique prefix */
  ids?: string[];
  /** md (default), json, sarif or rdjsonl */
  format?: "md" | "json" | "sarif" | "rdjsonl";
  /** only threads in this workflow state (default: all) */
  workflow?: "open" | "resolved" | "all";
  /** only threads in this file or under this folder */
  file?: string;
  /** only threads with this label */
  labels?: string[];
  /** archived threads instead of active ones */
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
  /** a setting (default: show all) */
  name?: string;
  /** the new value */
  value?: string;
  /** accept an unusual value, such as setting memory.sync to a file that is not for instructions */
  force?: boolean;
  /** reset the setting to the default */
  unset?: boolean;
}

export interface DoctorInput {
  /** delete the backup of the threads of this project (human only) */
  forget?: string;
}

export interface DoctorOutput {
  program: string;
  root: string;
  store: string;
  checks: Check[];
  git: Report;
}

export interface FsckInput {
  /** acknowledge lost history so that it is no longer reported, and trust a store created elsewhere (human only); deletes nothing */
  accept?: boolean;
  /** replace damaged data with older versions from the history or other copies (human only); 'consider undo' reverts it */
  repair?: boolean;
  /** with --repair: only show what would change */
  dryRun?: boolean;
  /** restore changes that only the backup has (human only) */
  restore?: boolean;
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
  restored?: Restored;
}

export interface GCInput {
  /** compact only if there is enough data to pack */
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
  /** agents to set up: claude, codex, opencode, qwen, gemini, copilot, cursor, pi or cline; add :home, as in claude:home, to set one up in the home folder instead of the project; other agents are not changed (default: the agents already set up) */
  integrations?: string[];
  /** add .consider/ to .gitignore (default: yes in a git repository) */
  gitignore?: boolean;
  /** when to notify agents: off (default), next-prompt, on-stop, mid-turn, wake (even when idle) */
  hooks?: "off" | "next-prompt" | "on-stop" | "mid-turn" | "wake";
  /** also register the MCP server with the agents (default: no) */
  mcp?: boolean;
  /** allow the agent to run consider without asking (Claude Code; default: no) */
  allow?: boolean;
  /** require your approval of the agent's plans (Claude Code; default: no) */
  plans?: boolean;
  /** also set up the worktrees that Claude Code creates (.worktreeinclude; default: no) */
  worktrees?: boolean;
  /** use recommended settings (--hooks mid-turn --allow --gitignore=false) for the named agents (default: those found) */
  recommended?: boolean;
  /** write skills into each agent's own folder (.codex, .opencode, …) instead of .agents, which most agents read */
  ownFolders?: boolean;
  /** also write settings files that git tracks, even if that adds machine-specific paths */
  tracked?: boolean;
  /** also change files that are read-only */
  readOnly?: boolean;
  /** only show what would change */
  dryRun?: boolean;
  /** also replace edited files, keeping a copy of each */
  force?: boolean;
  /** do not ask for confirmation */
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
  /** parts to remove (default: skills): agent integrations and the line in .gitignore, or also .consider with all threads */
  mode?: "skills" | "full";
  /** only show what would change */
  dryRun?: boolean;
  /** also delete edited files */
  force?: boolean;
  /** do not ask for confirmation */
  yes?: boolean;
}

export interface UninstallOutput {
  mode: UninstallMode;
  root: string;
  dryRun?: boolean;
  paths: Change[];
}

export interface ResponsesInput {
  /** only responses from this agent */
  agent?: "claude-code" | "codex" | "gemini" | "copilot" | "opencode";
  /** show at most N responses, latest first (default: 5; maximum: 50) */
  max?: number;
  /** include the text around each mark, for clients that render Markdown */
  spans?: boolean;
  /** include each text as HTML, for older clients */
  html?: boolean;
}

export interface ResponsesOutput {
  state: string;
  sources: ResponseSource[];
  responses: ResponseView[];
}

export interface ResponseInput {
  /** response ID (a_…), a unique prefix, or 'last' for the latest */
  id: string;
  /** include the text around each mark, for clients that render Markdown */
  spans?: boolean;
  /** include the text as HTML, for older clients */
  html?: boolean;
}

export interface ResponseOutput {
  response: ResponseView;
}

export interface MarkInput {
  /** response ID (a_…), a unique prefix, or 'last' for the latest */
  id: string;
  /** the passage to keep, quoted exactly */
  keep?: string;
  /** the passage to drop, quoted exactly */
  drop?: string;
  /** a note on the mark */
  note?: string;
  /** the text just before the passage, if the passage occurs more than once */
  prefix?: string;
  /** the text after the passage */
  suffix?: string;
  /** byte offset of the passage in the rendered text, to distinguish identical passages */
  start?: number;
}

export interface MarkOutput {
  mark: string;
  replaced?: string[];
  response: ResponseView;
}

export interface UnmarkInput {
  /** IDs of marks (c_…), or of responses (a_…) to remove all their marks */
  ids: string[];
}

export interface UnmarkOutput {
  ids: string[];
}

export interface FeedbackInput {
  /** response ID (a_…) or a unique prefix (default: the latest response with open marks) */
  id?: string;
  /** include all responses with open marks */
  all?: boolean;
  /** copy the text to the clipboard instead of printing it */
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
  /** a file in the project; - for standard input */
  file?: string;
  /** the text, instead of a file */
  text?: string;
  /** the plan to update (default: the plan with the same file or title) */
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
  /** plan ID (p_…) or a unique prefix (default: the latest plan) */
  id?: string;
  /** the version (default: the latest) */
  version?: number;
  /** include resolved threads */
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
  /** plan ID (p_…) or a unique prefix (default: the latest plan) */
  id?: string;
  /** the older version (default: the one just before the newer version) */
  from?: number;
  /** the newer version (default: the latest) */
  to?: number;
  /** list the changes line by line instead of as one diff */
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
  /** plan ID (p_…) or a unique prefix (default: the latest plan) */
  id?: string;
  /** lines to comment on, as numbered by 'plan show' (without lines or a quote: the whole plan) */
  lines?: string;
  /** the quoted passage; unless lines are given, it must occur once in the plan */
  quote?: string;
  /** the version (default: the latest) */
  version?: number;
  /** the message */
  message: string;
}

export interface PlanCommentOutput {
  thread: PlanThread;
  plan: PlanView;
}

export interface PlanFeedbackInput {
  /** plan ID (p_…) or a unique prefix (default: the latest plan) */
  id?: string;
}

export interface PlanFeedbackOutput {
  plan: PlanView;
  verdict?: PlanVerdict;
  text: string;
  threads: PlanThread[];
}

export interface PlanApproveInput {
  /** plan ID (p_…) or a unique prefix (default: the latest plan) */
  id?: string;
  /** the version you read; fails if there is a newer version */
  version?: number;
  /** a note for the agent */
  message?: string;
  /** how a waiting agent continues: it asks before each edit, or it edits without asking */
  mode?: "asks" | "edits";
}

export interface PlanVerdictOutput {
  plan: PlanView;
  verdict: PlanVerdict;
}

export interface PlanVerdictInput {
  /** plan ID (p_…) or a unique prefix (default: the latest plan) */
  id?: string;
  /** the version you read; fails if there is a newer version */
  version?: number;
  /** a note for the agent */
  message?: string;
}

export interface MemoryInput {
  /** view: a folder or a file; create: overwrites; str_replace: text that occurs once */
  command: "view" | "create" | "str_replace" | "insert" | "delete" | "rename";
  /** starts with /memories */
  path?: string;
  /** first and last line, -1 for the end */
  view_range?: number[];
  /** for create */
  file_text?: string;
  /** for str_replace */
  old_str?: string;
  /** omit it to delete the text */
  new_str?: string;
  /** insert after this line, 0 for the top */
  insert_line?: number;
  /** for insert */
  insert_text?: string;
  /** for rename */
  old_path?: string;
  /** for rename */
  new_path?: string;
}

export interface MemoryOutput {
  text: string;
  failed?: boolean;
}

export interface MemoryViewInput {
  /** path of a file or folder, starting with /memories */
  path?: string;
  /** only these lines of a file: 10-20, 10- or 10 */
  lines?: string;
}

export interface MemoryCreateInput {
  /** path, starting with /memories */
  path: string;
  /** the content of the file */
  text?: string;
}

export interface MemoryReplaceInput {
  /** file path, starting with /memories */
  path: string;
  /** the text to replace; it must occur exactly once */
  old_str: string;
  /** the new text; omit it to delete the old text */
  new_str?: string;
}

export interface MemoryInsertInput {
  /** file path, starting with /memories */
  path: string;
  /** the line after which to insert, 0 for the top */
  insert_line?: number;
  /** the text to insert */
  insert_text?: string;
}

export interface MemoryDeleteInput {
  /** path of a file or folder, starting with /memories */
  path: string;
}

export interface MemoryRenameInput {
  /** path of a file or folder, starting with /memories */
  old_path: string;
  /** the new path, which must not exist */
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
  others?: string[];
}

export interface MemoryGetInput {
  /** file path, starting with /memories */
  path: string;
}

export interface MemoryGetOutput {
  path: string;
  text: string;
  version: string;
}

export interface MemorySaveInput {
  /** file path, starting with /memories */
  path: string;
  /** the new content */
  text?: string;
  /** the version from 'memory get' that you edited; omit it for a new file */
  version?: string;
}

export interface MemoryPinInput {
  /** file paths, each starting with /memories */
  paths: string[];
}

export interface MemoryPinOutput {
  pins: string[];
}

export interface MemoryLogInput {
  /** show at most N events (default: 50; maximum: 10000) */
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
  /** only show what would be removed */
  dryRun?: boolean;
  /** also remove plain-text files that have no copy in the secret memory */
  force?: boolean;
  /** do not ask for confirmation */
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
  /** JSON output of memory export */
  document?: string;
  /** import from another backend (see config memory.backend) */
  from?: "workspace" | "branch" | "disk" | "secret";
  /** import the memory of another branch */
  branch?: string;
  /** replace existing files that differ */
  over?: boolean;
}

export interface MemoryImportOutput {
  files: number;
}

export interface MemoryLearnInput {
  /** ID of a resolved thread, or a unique prefix */
  id: string;
  /** the memory's text (default: drafted from the thread) */
  text?: string;
  /** save the draft as a memory (human only) */
  accept?: boolean;
  /** discard the draft (human only) */
  drop?: boolean;
  /** with --accept: the folder (default: /memories/lessons) */
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
  /** the key from an earlier call; kept in RAM until serve exits */
  identity?: string;
  /** create a key for the editor to store, if none exists */
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
  backup?: BackupAhead;
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

export interface BackupAhead {
  changes: number;
  last: string;
}

export interface ThreadView extends Summary {
  otherBranch?: string;
  anchorState: AnchorState;
  unseen: boolean;
  unread?: boolean;
  archived?: boolean;
  deleted?: boolean;
  worktree?: string;
  elsewhere?: boolean;
  placement: Placement;
  quote?: string[];
  quoteMore?: number;
  unreadReplies?: Reply[];
  planNow?: PlanNow;
  receipt?: Receipt;
}

export interface ChangeToReview {
  from: string;
  files: PatchedFile[];
  more?: number;
}

export interface Hearing {
  listeners?: Listener[];
  hooked?: Listener[];
  listenersElsewhere?: Listener[];
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
  linter?: boolean;
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
  there?: ThereView;
}

export interface HeldThread extends Receipt {
  id: string;
}

export interface Evidence {
  state?: Proof;
  why?: string;
  hunks: Hunk[];
  more?: number;
  others: number;
}

export interface FinderCount {
  name: string;
  findings: number;
  confirmed: number;
  refuted: number;
  open: number;
}

export interface ReplyItem {
  /** thread ID or a unique prefix */
  id: string;
  /** the message */
  message: string;
  /** the outcome */
  outcome?: "addressed" | "answered" | "declined" | "blocked";
  /** your judgement of a finding's outcome */
  stance?: "confirm" | "insist";
}

export interface Replied {
  id: string;
  reply: Reply;
  replies: number;
  workflowState: WorkflowState;
  resolveProposedBy?: string;
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
  messages: number;
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
  folded?: string[];
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

export interface TurnView {
  id: string;
  agent: string;
  from: string;
  to: string;
  started: boolean;
  ended: boolean;
  changed: number;
}

export interface TurnFile {
  path: string;
  status: string;
  by: Writer;
  agents?: string[];
  threads?: string[];
}

export interface TurnUndone {
  path: string;
  by: Writer;
  at: string;
  lines: number;
  was?: string;
  is?: string;
  patch: string;
  cut?: number;
}

export interface Event {
  cursor: string;
  at: string;
  kind: EventKind;
  by?: Who;
  threads?: string[];
  reply?: string;
  outcome?: Outcome;
  stance?: Stance;
  choice?: string;
  resolved?: boolean;
  place?: string;
  was?: string;
  anchorState?: AnchorState;
  body?: string;
  checkpoint?: string;
  review?: string;
  verdict?: Verdict;
  undoes?: string;
  redo?: boolean;
  worktree?: string;
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

export interface Restored {
  changes: number;
  last?: string;
  merged?: boolean;
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
  mac?: string;
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

export interface Summary {
  id: string;
  target: Target;
  file?: string;
  side?: Side;
  labels?: string[];
  branch?: string;
  workflowState: WorkflowState;
  resolveProposedBy?: string;
  author: AuthorKind;
  authorName?: string;
  createdAt: string;
  body: string;
  approval?: boolean;
  replies: number;
  suggestionCount?: number;
  appliedCount?: number;
  lastReply?: LastReply;
  response?: ResponseRef;
  flag?: Flag;
  question?: Question;
  finding?: Finding;
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
  notCheckedOut?: boolean;
  reason?: string;
  guess?: Guess;
  candidate?: Candidate;
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
  proof?: Proof;
  fingerprint?: string;
  choices?: string[];
  choice?: string;
  concern?: Concern;
  stance?: Stance;
  authorRead?: number;
  worktree?: string;
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
  yours?: boolean;
}

export interface PatchedFile extends ChangedFile {
  patch?: string;
}

export interface Listener {
  agent: string;
  how: How;
  since: string;
  heard?: string;
  worktree?: string;
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
  appliedBy?: string;
  appliedAt?: string;
  before?: string[];
  after?: string[];
}

export interface Image {
  id: string;
  name: string;
  type?: string;
  bytes?: number;
  path?: string;
}

export interface ThereView {
  worktree?: string;
  placement: Placement;
}

export interface Hunk {
  file: string;
  from?: string;
  was?: string;
  is?: string;
  why: Why;
  start: number;
  lines: number;
  patch: string;
  cut?: number;
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
  mechanical?: number;
}

export interface Checkpoint {
  version: number;
  name: string;
  store: string;
  head?: string;
  branch?: string;
  worktree?: string;
  createdAt: string;
  order?: number;
  author: AuthorKind;
  authorName?: string;
  note?: string;
  auto?: boolean;
  files: CheckpointFile[];
  parts?: number;
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
  files: string[];
}

export interface ScopeLines {
  start: number;
  end: number;
  length: number;
}

export interface LastReply {
  id: string;
  author: AuthorKind;
  authorName?: string;
  createdAt: string;
  outcome?: Outcome;
  choice?: string;
  unchanged?: boolean;
  proof?: Proof;
}

export interface ResponseRef {
  id: string;
  agent: string;
  mark: Mark;
  plan?: PlanRef;
}

export interface Flag {
  kind: FlagKind;
  step?: number;
}

export interface Question {
  reply?: string;
  choices: string[];
  authorName?: string;
  at: string;
  body: string;
  version: string;
}

export interface Finding {
  kind?: string;
  confidence?: number;
  state: FindingState;
  unproven?: boolean;
  finders: string[];
  tree?: string;
  held?: boolean;
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

export interface Concern {
  kind?: string;
  confidence?: number;
  tree?: string;
  report?: boolean;
  held?: boolean;
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

export interface PlanRef {
  id: string;
  version: number;
  startLine?: number;
  endLine?: number;
}

export type Verdict = "comment" | "approve" | "request_changes" | (string & Record<never, never>);

export type UninstallMode = "skills" | "full";

export type PlanState = "waiting" | "approved" | "changes";

export type AnchorState = "anchored" | "stale" | "orphaned";

export type Proof =
  | "here"
  | "form"
  | "elsewhere"
  | "before"
  | "nothing"
  | (string & Record<never, never>);

export type WorkflowState = "open" | "resolved" | (string & Record<never, never>);

export type AuthorKind = "human" | "agent" | (string & Record<never, never>);

export type Writer = "tools" | "command" | "you" | "agent" | "unseen" | "several" | "unknown";

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

export type Stance = "confirm" | "insist" | (string & Record<never, never>);

export type Level = "off" | "next-prompt" | "on-stop" | "mid-turn" | "wake";

export type Mark = "keep" | "drop" | (string & Record<never, never>);

export type PlanMode = "asks" | "edits" | (string & Record<never, never>);

export type Target = "lines" | "file" | "review" | "response" | (string & Record<never, never>);

export type Side = "new" | "old" | (string & Record<never, never>);

export type Delivery =
  | "waiting"
  | "told"
  | "read"
  | "answered"
  | "working"
  | "asked"
  | (string & Record<never, never>);

export type How = "watch" | "wait" | "mcp" | "hooks" | (string & Record<never, never>);

export type State = "applies" | "applies-moved" | "changed" | "clash" | "applied-already" | "lost";

export type Why = "lines" | "moved" | "function" | "named" | "names" | "file" | "other";

export type Passage = "kept" | "edited" | "gone" | "whole";

export type FlagKind = "unsure" | "look" | (string & Record<never, never>);

export type FindingState =
  | "held"
  | "reported"
  | "claimed"
  | "undecided"
  | "fixed"
  | "refuted"
  | "declined"
  | "rejected"
  | "closed";
