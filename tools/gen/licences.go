package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// systems lists the systems of releases; some modules are linked only on one of them.
var systems = []string{"linux", "darwin", "windows"}

// licenceName matches the names that modules use for files that must accompany their code.
var licenceName = regexp.MustCompile(`^(?i:licen[cs]e|copying|notice|patents)\b`)

// linked is a third-party module in the program.
type linked struct{ path, version, dir string }

const licencesHead = `What of others is in the program consider, and under which terms. Written by "make generate".
The pages' scripts are in internal/webserver/assets/licences.txt.

The standard library of Go has the text of golang.org/x/sys.
`

// licences returns the text that accompanies the program: the complete terms of each module that is linked on any
// system.
func licences() ([]byte, error) {
	modules, err := linkedModules()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString(licencesHead)
	for _, m := range modules {
		fmt.Fprintf(&b, "\n%s\n%s %s\n", strings.Repeat("=", 78), m.path, m.version)
		files, err := os.ReadDir(m.dir)
		if err != nil {
			return nil, err
		}
		found := false
		for _, f := range files {
			if f.IsDir() || !licenceName.MatchString(f.Name()) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(m.dir, f.Name()))
			if err != nil {
				return nil, err
			}
			found = true
			fmt.Fprintf(&b, "\n%s:\n\n%s\n", f.Name(), bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
		}
		if !found {
			return nil, fmt.Errorf("%s has no licence file", m.path)
		}
	}
	return b.Bytes(), nil
}

func linkedModules() ([]linked, error) {
	var all []linked
	for _, system := range systems {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", "consider/cmd/consider")
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH=amd64")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("list what is linked on %s: %w", system, err)
		}
		for line := range strings.Lines(string(out)) {
			if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 3 {
				all = append(all, linked{f[0], f[1], f[2]})
			}
		}
	}
	slices.SortFunc(all, func(a, b linked) int { return cmp.Compare(a.path, b.path) })
	return slices.Compact(all), nil
}
