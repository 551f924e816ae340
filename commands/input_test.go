package commands

import (
	"os"
	"path/filepath"
	"testing"
)

// On Windows such a path is not absolute, but the current folder gives it only its drive.
func TestAFileIsFoundFromTheRootOfItsDrive(t *testing.T) {
	file := filepath.Join(t.TempDir(), "note.txt")
	if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	a := &app{env: Env{Dir: t.TempDir()}}
	for _, name := range []string{file, file[len(filepath.VolumeName(file)):]} {
		if text, err := a.readNamed(name, 100); string(text) != "text" || err != nil {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}
