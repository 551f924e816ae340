package editor

import (
	"path"
	"strings"
)

// Secrets are the names of files whose content is not told, though the person selects in them: in lower case, a *
// stands for anything. A pattern with a slash is for a folder and all below it. The window heeds the same list, so
// that nothing of them is written down either.
var Secrets = []string{
	".env", ".env.*", "*.env", ".envrc",
	"*.pem", "*.key", "*.p8", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "*.gpg", "*.asc", "*.age", "*.ppk",
	"id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*_rsa", "*_ed25519",
	".netrc", "_netrc", ".npmrc", ".yarnrc.yml", ".pypirc", ".pgpass", ".htpasswd", ".git-credentials", ".dockercfg",
	"credentials", "credentials.*", "*credentials.json", "secret", "secrets", "secret.*", "secrets.*", "*.secret", "*.secrets",
	"service-account*.json", "*.tfstate", "*.tfstate.*", "*.tfvars", "*.tfvars.json", "kubeconfig", "kubeconfig.*",
	"*token", "*token.txt", "*password*.txt", "master.key", "vault.yml", "vault.yaml",
	".ssh/", ".gnupg/", ".aws/", ".azure/", ".kube/", "secrets/", ".secrets/",
}

// IsSecret reports whether the file, slash-separated, is one whose content is not told.
func IsSecret(file string) bool {
	parts := strings.Split(strings.ToLower(file), "/")
	for _, pattern := range Secrets {
		if folder, ok := strings.CutSuffix(pattern, "/"); ok {
			for _, part := range parts[:len(parts)-1] {
				if part == folder {
					return true
				}
			}
			continue
		}
		if ok, err := path.Match(pattern, parts[len(parts)-1]); ok || err != nil {
			return true
		}
	}
	return false
}
