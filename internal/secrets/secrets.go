// Package secrets recognizes, by name, files that hold passwords and keys. Their content is never passed on: text
// selected in them is not recorded, and files that all agents read do not include them.
package secrets

import (
	"path"
	"strings"
)

// Names are the patterns of such names, in lower case; a * stands for any characters within a name. A pattern that ends
// with a slash means a folder and everything below it; a pattern with a slash inside means a file in such a folder.
//
// The names are those that scanners for leaked secrets search for (gitleaks, TruffleHog, gitrob, GitHub's templates of
// what git ignores), except those that mostly hold no secrets: settings.py, gradle.properties, nuget.config,
// .gitconfig.
var Names = []string{
	".env", ".env.*", "*.env", ".envrc", ".dev.vars", "*.secret", "*.secrets",
	"*.pem", "*.key", "*.keypair", "*.p8", "*.p12", "*.pfx", "*.pkcs12", "*.jwk", "*.ppk", "*.gpg", "*.asc", "*.age",
	"*.jks", "*.bks", "*.keystore", "*.keyring", "*.keychain", "*.keychain-db", "*.kdb", "*.kdbx", "*.psafe3", "*.kwallet",
	"*.agilekeychain/", "*.opvault/", ".password-store/",
	"id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*_rsa", "*_dsa", "*_ecdsa", "*_ed25519", "otr.private_key",
	"wallet.dat", "*.wallet", "utc--*",
	".netrc", "_netrc", ".npmrc", ".yarnrc.yml", ".pypirc", ".git-credentials", ".dockercfg", ".docker/config.json", "auth.json",
	".config/hub", ".config/gh/hosts.yml", ".m2/settings.xml", "settings-security.xml", ".gem/credentials",
	".pgpass", "pgpass.conf", ".pg_service.conf", ".my.cnf", ".mylogin.cnf", ".htpasswd", ".htdigest", "htpasswd", "shadow",
	".s3cfg", ".boto", "rclone.conf", ".smbcredentials", ".databrickscfg", ".snowsql/", "sftp-config.json", "filezilla.xml",
	"recentservers.xml", ".curlrc", ".wgetrc", "*.ovpn", "wpa_supplicant.conf", "dbeaver-data-sources.xml", ".remote-sync.json",
	"*_history", "key3.db", "key4.db", "logins.json", "cookies.sqlite",
	"credentials", "credentials.*", "*credentials.json", "*credentials.xml", "secret", "secrets", "secret.*", "secrets.*",
	"*-secret.json", "*-secrets.json", "*-secret.yaml", "*-secrets.yaml", "*-secret.yml", "*-secrets.yml", "client_secret*.json",
	"service-account*.json", "service_account*.json", "serviceaccount*.json", "*-service-account.json", "*firebase-adminsdk*.json",
	"appsettings.*.json", "local.settings.json", "usersecrets/", "wp-config.php", "localsettings.php", "local_settings.py",
	"secret_token.rb",
	"*.tfstate", "*.tfstate.*", "*.tfvars", "*.tfvars.*", ".terraformrc", "terraform.rc", "*.tfrc.json",
	"kubeconfig", "kubeconfig.*", "*.kubeconfig", "*token", "*token.txt", ".vault-token", ".vault_pass*", "vault.yml", "vault.yaml",
	"*password*.txt", "*password*.csv", "passwords",
	".ssh/", ".gnupg/", ".aws/", ".azure/", ".kube/", "gcloud/", "secrets/", ".secrets/",
}

// IsNamed reports whether the file, a slash-separated path, has a name of a file that holds secrets.
func IsNamed(file string) bool {
	parts := strings.Split(strings.ToLower(file), "/")
	for _, pattern := range Names {
		folder, ofFolder := strings.CutSuffix(pattern, "/")
		if ofFolder {
			for _, part := range parts[:len(parts)-1] {
				if matches(folder, part) {
					return true
				}
			}
			continue
		}
		if n := strings.Count(pattern, "/") + 1; n <= len(parts) && matches(pattern, strings.Join(parts[len(parts)-n:], "/")) {
			return true
		}
	}
	return false
}

func matches(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok || err != nil
}
