package scenarios

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile("(?m)^#+ (.+)$")
	fenced  = regexp.MustCompile("(?ms)^```.*?^```$|`[^`\n]+`") // code, whose brackets are not links
	block   = regexp.MustCompile("(?ms)^```.*?^```$")
	notWord = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// manual returns the paths of the documents below docs, relative to this folder.
func manual(t *testing.T) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir("../docs", func(name string, _ fs.DirEntry, err error) error {
		if filepath.Ext(name) == ".md" {
			out = append(out, name)
		}
		return err
	})
	if err != nil || len(out) < 30 {
		t.Fatalf("%d documents: %v", len(out), err)
	}
	return out
}

// documents returns the paths of all texts for readers, relative to this folder.
func documents(t *testing.T) []string {
	t.Helper()
	top, err := filepath.Glob("../*.md")
	if err != nil || len(top) == 0 {
		t.Fatalf("%d documents: %v", len(top), err)
	}
	return slices.Concat(manual(t), top, []string{"../skills/README.md", "../extension/README.md", "../extension/CHANGELOG.md", "README.md"})
}

// anchors returns the names that links use for a document's headings.
func anchors(text string) []string {
	var out []string
	for _, m := range heading.FindAllStringSubmatch(block.ReplaceAllString(text, ""), -1) {
		name := strings.ToLower(notWord.ReplaceAllString(link.ReplaceAllString(m[1], "]"), ""))
		out = append(out, strings.ReplaceAll(strings.TrimSpace(name), " ", "-"))
	}
	return out
}

func TestEveryLinkOfTheDocumentsLeadsSomewhere(t *testing.T) {
	checked := 0
	for _, file := range documents(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			checked++
			to, anchor, _ := strings.Cut(m[1], "#")
			target := file
			if to != "" {
				target = filepath.Join(filepath.Dir(file), filepath.FromSlash(to))
			}
			data, err := os.ReadFile(target)
			if info, _ := os.Stat(target); err != nil && (info == nil || !info.IsDir()) {
				t.Errorf("%s: %s is not there", file, m[1])
			} else if anchor != "" && !slices.Contains(anchors(string(data)), anchor) {
				t.Errorf("%s: %s has no heading %q", file, target, anchor)
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d links were looked at", checked)
	}
}

// The index of the documents links each, or the index of its own folder does.
func TestAnIndexLinksEachDocument(t *testing.T) {
	for _, file := range manual(t) {
		linked := filepath.Base(file) == "README.md" && filepath.Dir(file) == filepath.Join("..", "docs")
		for _, folder := range []string{filepath.Join("..", "docs"), filepath.Dir(file)} {
			index, err := os.ReadFile(filepath.Join(folder, "README.md"))
			name, outside := filepath.Rel(folder, file)
			linked = linked || err == nil && outside == nil && strings.Contains(string(index), "]("+filepath.ToSlash(name)+")")
		}
		if !linked {
			t.Errorf("neither docs/README.md nor that of its folder has a link to %s", file)
		}
	}
}

// Names for the outside world are in .ci/names; the commands in the README use them.
func TestTheReadmeInstallsFromTheReleasesOwnAddress(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	names, err := os.ReadFile("../.ci/names")
	if err != nil {
		t.Fatal(err)
	}
	value := func(key string) string {
		m := regexp.MustCompile(`(?m)^` + key + `=(\S+)$`).FindSubmatch(names)
		if m == nil {
			t.Fatalf("no %s in .ci/names", key)
		}
		return string(m[1])
	}
	for _, want := range []string{
		"https://github.com/" + value("OWNER") + "/" + value("REPO") + "/releases/latest/download/install.sh",
		"https://github.com/" + value("OWNER") + "/" + value("REPO") + "/releases/latest/download/install.ps1",
		"npm install -g " + value("NPM_NAME"),
	} {
		if !strings.Contains(string(readme), want) {
			t.Errorf("the README lacks %s", want)
		}
	}
}
