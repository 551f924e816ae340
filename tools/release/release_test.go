package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// checksums writes the checksums of a release with six archives into a folder.
func checksums(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	var b strings.Builder
	for i, file := range []string{
		"linux_amd64.tar.gz", "linux_arm64.tar.gz", "darwin_amd64.tar.gz", "darwin_arm64.tar.gz", "windows_amd64.zip", "windows_arm64.zip",
	} {
		b.WriteString(strings.Repeat(string(rune('a'+i)), 64) + "  consider_1.2.3_" + file + "\n")
	}
	b.WriteString(strings.Repeat("0", 64) + "  consider_1.2.3_amd64.deb\n")
	if err := os.WriteFile(filepath.Join(folder, "checksums.txt"), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestTheFormulaNamesEachArchiveWithItsSum(t *testing.T) {
	t.Setenv("SUMMARY", "what it is")
	t.Setenv("HOMEPAGE", "https://example.com/consider")
	t.Setenv("DOWNLOADS", "https://example.com/consider/releases")
	folder := checksums(t)
	to := filepath.Join(folder, "consider.rb")
	if err := writeFormula(folder, to); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, want := range []string{
		`version "1.2.3"`,
		"on_arm do\n      url \"https://example.com/consider/releases/download/v1.2.3/consider_1.2.3_darwin_arm64.tar.gz\"\n      sha256 \"" + strings.Repeat("d", 64),
		"consider_1.2.3_linux_amd64.tar.gz\"\n      sha256 \"" + strings.Repeat("a", 64),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the formula lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "windows") {
		t.Error("the formula names Windows")
	}
}

func TestTheEntryOfTheRegistryFitsASchema(t *testing.T) {
	for key, value := range map[string]string{
		"OWNER": "an-owner", "REPO": "consider", "SUMMARY": "what it is", "HOMEPAGE": "https://example.com/consider", "NPM_NAME": "consider-review",
	} {
		t.Setenv(key, value)
	}
	folder := checksums(t)
	to, schema := filepath.Join(folder, "server.json"), filepath.Join(folder, "schema.json")
	if err := writeRegistry(folder, to); err != nil {
		t.Fatal(err)
	}
	form := `{"type": "object", "required": ["name"], "properties": {"name": {"pattern": "^io.github.an-owner/consider$"}, "version": {"const": "1.2.3"}}}`
	for _, c := range []struct {
		schema string
		fits   bool
	}{{form, true}, {strings.Replace(form, "1.2.3", "1.2.4", 1), false}} {
		if err := os.WriteFile(schema, []byte(c.schema), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := checkJSON(to, schema); (err == nil) != c.fits {
			t.Errorf("fits %v: %v", c.fits, err)
		}
	}
}

func TestAFolderWithoutAllArchivesIsRefused(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "checksums.txt"), []byte("00  consider_1_linux_amd64.tar.gz\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := archives(folder); err == nil {
		t.Error("one archive passes for a release")
	}
}

func TestLiteralTextIsLeftAlone(t *testing.T) {
	if got, want := escape(".a\n'b\n-x \\n\n"), "\\&.a\n\\&'b\n\\-x \\en\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
