package gittest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Main is the body of a TestMain: it gives the process a fresh home and no git settings from outside, runs the tests
// and removes what they shared.
func Main(m interface{ Run() int }) int {
	home, err := os.MkdirTemp("", "gittest-home-")
	if err != nil {
		fmt.Fprintln(os.Stderr, "gittest:", err)
		return 1
	}
	defer os.RemoveAll(home)
	defer removeShared()
	for _, pair := range os.Environ() {
		if name, _, _ := strings.Cut(pair, "="); strings.HasPrefix(name, "GIT_") {
			os.Unsetenv(name)
		}
	}
	for _, pair := range Env(home) {
		name, value, _ := strings.Cut(pair, "=")
		os.Setenv(name, value)
	}
	// The code under test must set this itself.
	os.Unsetenv("GIT_OPTIONAL_LOCKS")
	return m.Run()
}

// AccountKey is where an account keeps the key that marks its stores, so that nothing has to ask git whether a store was
// made here; "" in tests that have no home of their own.
func AccountKey() string {
	home := os.Getenv("XDG_CONFIG_HOME")
	if home == "" {
		return ""
	}
	return filepath.Join(home, "consider", "origin.key")
}
