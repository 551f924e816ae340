// Code generated from internal/editor by `make generate`; DO NOT EDIT.
//
// The state file that a window writes for the command line; docs/internals/format.md says it in words. Lines and
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

/** Names of files whose selected text is not written down; a * stands for anything in a name, a / ends a folder's. */
export const SECRETS: readonly string[] = [
  ".env",
  ".env.*",
  "*.env",
  ".envrc",
  ".dev.vars",
  "*.secret",
  "*.secrets",
  "*.pem",
  "*.key",
  "*.keypair",
  "*.p8",
  "*.p12",
  "*.pfx",
  "*.pkcs12",
  "*.jwk",
  "*.ppk",
  "*.gpg",
  "*.asc",
  "*.age",
  "*.jks",
  "*.bks",
  "*.keystore",
  "*.keyring",
  "*.keychain",
  "*.keychain-db",
  "*.kdb",
  "*.kdbx",
  "*.psafe3",
  "*.kwallet",
  "*.agilekeychain/",
  "*.opvault/",
  ".password-store/",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
  "*_rsa",
  "*_dsa",
  "*_ecdsa",
  "*_ed25519",
  "otr.private_key",
  "wallet.dat",
  "*.wallet",
  "utc--*",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".yarnrc.yml",
  ".pypirc",
  ".git-credentials",
  ".dockercfg",
  ".docker/config.json",
  "auth.json",
  ".config/hub",
  ".config/gh/hosts.yml",
  ".m2/settings.xml",
  "settings-security.xml",
  ".gem/credentials",
  ".pgpass",
  "pgpass.conf",
  ".pg_service.conf",
  ".my.cnf",
  ".mylogin.cnf",
  ".htpasswd",
  ".htdigest",
  "htpasswd",
  "shadow",
  ".s3cfg",
  ".boto",
  "rclone.conf",
  ".smbcredentials",
  ".databrickscfg",
  ".snowsql/",
  "sftp-config.json",
  "filezilla.xml",
  "recentservers.xml",
  ".curlrc",
  ".wgetrc",
  "*.ovpn",
  "wpa_supplicant.conf",
  "dbeaver-data-sources.xml",
  ".remote-sync.json",
  "*_history",
  "key3.db",
  "key4.db",
  "logins.json",
  "cookies.sqlite",
  "credentials",
  "credentials.*",
  "*credentials.json",
  "*credentials.xml",
  "secret",
  "secrets",
  "secret.*",
  "secrets.*",
  "*-secret.json",
  "*-secrets.json",
  "*-secret.yaml",
  "*-secrets.yaml",
  "*-secret.yml",
  "*-secrets.yml",
  "client_secret*.json",
  "service-account*.json",
  "service_account*.json",
  "serviceaccount*.json",
  "*-service-account.json",
  "*firebase-adminsdk*.json",
  "appsettings.*.json",
  "local.settings.json",
  "usersecrets/",
  "wp-config.php",
  "localsettings.php",
  "local_settings.py",
  "secret_token.rb",
  "*.tfstate",
  "*.tfstate.*",
  "*.tfvars",
  "*.tfvars.*",
  ".terraformrc",
  "terraform.rc",
  "*.tfrc.json",
  "kubeconfig",
  "kubeconfig.*",
  "*.kubeconfig",
  "*token",
  "*token.txt",
  ".vault-token",
  ".vault_pass*",
  "vault.yml",
  "vault.yaml",
  "*password*.txt",
  "*password*.csv",
  "passwords",
  ".ssh/",
  ".gnupg/",
  ".aws/",
  ".azure/",
  ".kube/",
  "gcloud/",
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
  root?: string;
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

export type Mode = "off" | "path" | "selection";
