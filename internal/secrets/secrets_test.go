package secrets

import "testing"

func TestFilesWithSecretsAreKnownByName(t *testing.T) {
	for file, want := range map[string]bool{
		".env": true, "a/.ENV.production": true, "prod.env": true, "tls/server.pem": true, "id_rsa": true, "id_ed25519.bak": true,
		"x/.aws/config": true, "infra/main.tfstate": true, "secrets/a.txt": true, ".npmrc": true, "google-credentials.json": true,
		".docker/config.json": true, "home/.Docker/Config.json": true, "wallet.dat": true, "src/appsettings.Production.json": true,
		".git-credentials": true, ".pgpass": true, ".my.cnf": true, ".htpasswd": true, "release.keystore": true, "vault.kdbx": true,
		".kube/config": true, "prod.auto.tfvars": true, "my-service-account.json": true, "service-account-prod.json": true,
		".config/hub": true, "gcloud/access_tokens.db": true, "secrets.md": true, ".bash_history": true, "x.agilekeychain/a/b": true,

		"env.go": false, "src/environment.ts": false, "key.go": false, "secret/reader.go": false, "tokens.go": false, "docs/id.md": false,
		"config.json": false, "docker/config.json": false, ".docker/Dockerfile": false, "appsettings.json": false, "wallet.go": false,
		"hub": false, "src/hub/main.go": false, "secretary.json": false, "package.json": false, "settings.xml": false, "history.go": false,
		"internal/secrets": true, // a file with that name; folders are not asked about
	} {
		if got := IsNamed(file); got != want {
			t.Errorf("IsNamed(%q) = %v", file, got)
		}
	}
}
