package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
)

// archive is a line of checksums.txt for an archive of the program.
type archive struct{ File, Sum, Version, System, Arch string }

var archiveName = regexp.MustCompile(`^consider_(.+)_(linux|darwin|windows)_(amd64|arm64)\.(?:tar\.gz|zip)$`)

// archives reads the checksums of a release.
func archives(folder string) ([]archive, error) {
	data, err := os.ReadFile(filepath.Join(folder, "checksums.txt"))
	if err != nil {
		return nil, err
	}
	var out []archive
	for line := range strings.Lines(string(data)) {
		sum, file, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if m := archiveName.FindStringSubmatch(file); m != nil {
			out = append(out, archive{file, sum, m[1], m[2], m[3]})
		}
	}
	if len(out) != 6 {
		return nil, fmt.Errorf("%d archives in %s, want 6", len(out), folder)
	}
	return out, nil
}

var formula = template.Must(template.New("formula").Parse(`class Consider < Formula
  desc "{{.Names.SUMMARY}}"
  homepage "{{.Names.HOMEPAGE}}"
  version "{{.Version}}"
  license "Apache-2.0"
{{range .Systems}}
  on_{{index . 0}} do
{{- $system := index . 1}}{{range $.Archives}}{{if eq .System $system}}
    on_{{if eq .Arch "amd64"}}intel{{else}}arm{{end}} do
      url "{{$.Names.DOWNLOADS}}/download/v{{.Version}}/{{.File}}"
      sha256 "{{.Sum}}"
    end
{{- end}}{{end}}
  end
{{end}}
  def install
    bin.install "consider"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/consider.bash" => "consider"
    zsh_completion.install "completions/consider.zsh" => "_consider"
    fish_completion.install "completions/consider.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/consider version")
  end
end
`))

// writeFormula writes the Homebrew formula for the archives in a folder.
func writeFormula(folder, to string) error {
	all, err := archives(folder)
	if err != nil {
		return err
	}
	called, err := names("SUMMARY", "HOMEPAGE", "DOWNLOADS")
	if err != nil {
		return err
	}
	page := map[string]any{
		"Names": called, "Version": all[0].Version, "Archives": all,
		"Systems": [][2]string{{"macos", "darwin"}, {"linux", "linux"}}, // as Homebrew and as Go name them
	}
	var b bytes.Buffer
	if err := formula.Execute(&b, page); err != nil {
		return err
	}
	return os.WriteFile(to, b.Bytes(), 0o644)
}
