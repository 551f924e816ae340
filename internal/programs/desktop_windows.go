package programs

import (
	"path/filepath"

	"golang.org/x/sys/windows"
)

// opener has the environment that the account has when it logs in.
func opener(func(string) string) (program string, args, env []string) {
	system, err := windows.GetSystemDirectory()
	if err != nil {
		return "", nil, nil
	}
	if env, err = windows.GetCurrentProcessToken().Environ(false); err != nil {
		return "", nil, nil
	}
	return filepath.Join(system, "rundll32.exe"), []string{"url.dll,FileProtocolHandler"}, env
}
