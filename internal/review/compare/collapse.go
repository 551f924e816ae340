package compare

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"consider/internal/lazy"
	"consider/internal/linediff"
	"consider/internal/printable"
)

// The reasons why a file's changes are not drawn until the reviewer asks for them.
const (
	collapseLock      = "lock"      // written by a package manager
	collapseGenerated = "generated" // written by a program
	collapseMinified  = "minified"  // lines not meant to be read
	collapseLarge     = "large"     // more rows than are drawn by default
)

// Above these bounds a file is not drawn by default.
const (
	LargeRows     = 5000    // changed rows of a file
	largePatch    = 2 << 20 // bytes of its lines
	longLine      = 5000    // bytes of a line that was not written by hand
	headOfContent = 2000    // bytes of lines that are searched for a mark of a generator
)

var (
	lockFiles = []string{
		"package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lockb", "bun.lock", "deno.lock",
		"go.sum", "go.work.sum", "Cargo.lock", "Gemfile.lock", "composer.lock", "poetry.lock", "Pipfile.lock", "uv.lock",
		"pdm.lock", "flake.lock", "mix.lock", "pubspec.lock", "Podfile.lock", "Package.resolved", "gradle.lockfile",
		"packages.lock.json", "paket.lock", "conan.lock", ".terraform.lock.hcl",
	}
	minifiedName  = lazy.Regexp(`[.-]min\.(js|mjs|cjs|css)$|\.(js|css)\.map$`)
	generatedName = lazy.Regexp(`\.(pb\.go|pb\.cc|pb\.h|g\.dart|designer\.cs|snap)$|_pb2(_grpc)?\.py$|\.pb\.gw\.go$|^zz_generated\.`)
	// generatedMark matches a line that generators write at the top: Go's convention, and the common marks.
	generatedMark = lazy.Regexp(`^.{0,80}(Code generated .* DO NOT EDIT|@generated\b|[Aa]uto-?generated .*(do not|DO NOT) (edit|EDIT|modify|MODIFY))`)
)

// collapseOf says why a file is collapsed, as a word and as a clause about the file; "" if it is not. text is its
// content on the new side, if available: without it a mark is found only in lines of the diff.
func collapseOf(f *File, text []byte) (kind, why string) {
	if f.Unread != "" {
		return "", "" // there is nothing to draw
	}
	name := path.Base(f.Path)
	changed := f.Added + f.Removed
	switch f.Generated { // the project's attributes take precedence over the name
	case "set", "true":
		return collapseGenerated, ".gitattributes say so"
	case "unset", "false":
		if changed > LargeRows {
			return collapseLarge, fmt.Sprintf("%d of its lines changed", changed)
		}
		return "", ""
	}
	switch long := longestLine(f.Hunks); {
	case slices.Contains(lockFiles, name):
		return collapseLock, "a package manager writes it"
	case minifiedName().MatchString(name):
		return collapseMinified, "its name is that of a minified file"
	case long > longLine:
		return collapseMinified, fmt.Sprintf("one of its lines has %d bytes", long)
	case generatedName().MatchString(strings.ToLower(name)):
		return collapseGenerated, "its name is that of a generated file"
	}
	if mark := cmp.Or(markOf(text), markIn(f.Hunks)); mark != "" {
		return collapseGenerated, `it says "` + printable.Line(mark) + `"`
	}
	switch {
	case changed > LargeRows:
		return collapseLarge, fmt.Sprintf("%d of its lines changed", changed)
	case size(f.Hunks) > largePatch:
		return collapseLarge, "it is large"
	}
	return "", ""
}

// markOf finds the mark of a generator in the first lines of a text. It runs the pattern only on texts that may match:
// searching hundreds of files with it takes longer than comparing them.
func markOf(text []byte) string {
	text = text[:min(len(text), headOfContent)]
	if !bytes.Contains(text, []byte("enerated")) {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if mark := generatedMark().FindString(line); mark != "" {
			return strings.TrimSpace(mark)
		}
	}
	return ""
}

// markIn finds the mark in the part of the first lines that the diff shows.
func markIn(hunks []linediff.Hunk) string {
	read := 0
	for i := range hunks {
		for _, l := range hunks[i].Lines {
			if read += len(l.Text) + 2; read > headOfContent {
				return ""
			}
			if l.Sign != '-' {
				if mark := markOf([]byte(l.Text)); mark != "" {
					return mark
				}
			}
		}
	}
	return ""
}

func longestLine(hunks []linediff.Hunk) (n int) {
	for i := range hunks {
		for _, l := range hunks[i].Lines {
			n = max(n, len(l.Text))
		}
	}
	return n
}

func size(hunks []linediff.Hunk) (n int) {
	for i := range hunks {
		n += hunks[i].Size()
	}
	return n
}
