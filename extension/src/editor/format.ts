// Code generated from internal/editor by `make generate`; DO NOT EDIT.
//
// The state file that a window writes for the command line; docs/editor-context.md says it in words. Lines and
// characters are 1-based, times are milliseconds since 1970.

/** The version of the file. */
export const VERSION = 1;

/** Where the files are, in the store's folder. */
export const FOLDER = "run";

/** Milliseconds between two heartbeats. */
export const BEAT = 15000;

/** Bytes of the whole file, and of the selected text in it. */
export const MAX_FILE = 65536;
export const MAX_TEXT = 4096;

/** UTF-16 code units in a symbol's name. */
export const MAX_NAME = 200;

/** Scopes around the cursor. */
export const MAX_DEPTH = 32;

/** Names of files whose selected text is not written down; a * stands for anything, a / ends a folder. */
export const SECRETS: readonly string[] = [
  ".env",
  ".env.*",
  "*.env",
  ".envrc",
  "*.pem",
  "*.key",
  "*.p8",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "*.gpg",
  "*.asc",
  "*.age",
  "*.ppk",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
  "*_rsa",
  "*_ed25519",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".yarnrc.yml",
  ".pypirc",
  ".pgpass",
  ".htpasswd",
  ".git-credentials",
  ".dockercfg",
  "credentials",
  "credentials.*",
  "*credentials.json",
  "secret",
  "secrets",
  "secret.*",
  "secrets.*",
  "*.secret",
  "*.secrets",
  "service-account*.json",
  "*.tfstate",
  "*.tfstate.*",
  "*.tfvars",
  "*.tfvars.json",
  "kubeconfig",
  "kubeconfig.*",
  "*token",
  "*token.txt",
  "*password*.txt",
  "master.key",
  "vault.yml",
  "vault.yaml",
  ".ssh/",
  ".gnupg/",
  ".aws/",
  ".azure/",
  ".kube/",
  "secrets/",
  ".secrets/",
];

export interface State {
  version: number;
  window: string;
  pid: number;
  namespace?: string;
  heartbeatAt: number;
  focusedAt: number;
  folders: string[];
  editor?: Open;
}

export interface Open {
  changedAt: number;
  file: string;
  languageId: string;
  lineCount: number;
  isDirty: boolean;
  cursor: CursorPosition;
  selection?: Picked;
  symbols: Found;
}

export interface CursorPosition {
  line: number;
  character: number;
}

export interface Picked {
  start: CursorPosition;
  end: CursorPosition;
  text?: string;
  truncated?: boolean;
}

export interface Found {
  total: number;
  scopes: Scope[];
  problem?: Problem;
}

export interface Scope {
  name: string;
  kind: string;
  start: number;
  end: number;
}

export type Problem = "no-provider" | "pending" | "failed" | "timeout";
