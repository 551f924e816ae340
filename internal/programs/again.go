package programs

import (
	"os"
	"os/exec"
)

// Again starts the program that is running once more, in dir, and does not wait for it. Wherever it lies: the person
// has run it already.
func Again(dir string, args ...string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self, args...)
	cmd.Dir = dir
	detach(cmd)
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release()
}
