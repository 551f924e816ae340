package compare

import (
	"path"
	"slices"
	"strings"

	"consider/internal/lazy"
	"consider/internal/linediff"
)

// The reasons why a file's changes are not drawn until the reviewer asks for them.
const (
	collapseLock      = "lock"      // written by a package manager
	collapseGenerated = "generated" // written by a program
	collapseMinified  = "minified"  // lines not meant to be read
	collapseLarge     = "large"     // more rows than are drawn unasked
)

// Bounds beyond which a file is not drawn unasked.
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
	// generatedMark is a line that generators write at the top: Go's convention, and the marks that others share.
	generatedMark = lazy.Regexp(`^.{0,80}(Code generated .* DO NOT EDIT|@generated\b|[Aa]uto-?generated .*(do not|DO NOT) (edit|EDIT|modify|MODIFY))`)
)

// collapseOf says why a file is collapsed, "" if it is not.
func collapseOf(f *File) string {
	name := path.Base(f.Path)
	switch {
	case slices.Contains(lockFiles, name):
		return collapseLock
	case minifiedName().MatchString(name) || hasLongLine(f.Hunks):
		return collapseMinified
	case generatedName().MatchString(strings.ToLower(name)) || hasGeneratedMark(f.Hunks):
		return collapseGenerated
	case f.Added+f.Removed > LargeRows || size(f.Hunks) > largePatch || f.Unread != "":
		return collapseLarge
	}
	return ""
}

// hasGeneratedMark looks at the first lines, with the pattern where it can be: to search hundreds of files with it takes
// longer than to compare them.
func hasGeneratedMark(hunks []linediff.Hunk) bool {
	read := 0
	for i := range hunks {
		for _, l := range hunks[i].Lines {
			if read += len(l.Text) + 2; read > headOfContent {
				return false
			}
			if l.Sign != '-' && strings.Contains(l.Text, "enerated") && generatedMark().MatchString(l.Text) {
				return true
			}
		}
	}
	return false
}

func hasLongLine(hunks []linediff.Hunk) bool {
	return slices.ContainsFunc(hunks, func(h linediff.Hunk) bool {
		return slices.ContainsFunc(h.Lines, func(l linediff.HunkLine) bool { return len(l.Text) > longLine })
	})
}

func size(hunks []linediff.Hunk) (n int) {
	for i := range hunks {
		n += hunks[i].Size()
	}
	return n
}
