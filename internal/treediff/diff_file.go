package treediff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"consider/internal/gitdiff"
)

// FileDiff is how one file differs.
type FileDiff struct {
	Path, From string // From: the old path of a rename, otherwise ""
	// Status is one of the words below.
	Status           string
	OldMode, NewMode string // "" if there is none
	OldBlob, NewBlob string // ids; "" if there is none
	Score            int    // how similar the two sides of a rename are, percent
	Added, Removed   int    // lines; 0 for binary files without Encoding
	Binary           bool   // for git
	Hunks            []gitdiff.Hunk
	// Encoding is set for a binary file whose Hunks show decoded text: UTF-16LE or UTF-16BE, or "UTF-8 → UTF-16LE" if it
	// changed. Guessed: a side has no byte order mark, so its lines cannot have threads.
	Encoding string
	Guessed  bool
	Parts    []FileDiff // for a changed type: the removed file and the added one. Hunks has those of both
	// Generated is the value of linguist-generated in .gitattributes: "set", "unset" or another value, "" if none.
	Generated string
	Settled   bool // Generated was the same on the old side
	// Unread says why the content could not be compared. Then Lines, Binary and Hunks are unknown.
	Unread string
}

// The words of FileDiff.Status.
const (
	Added       = "added"
	Deleted     = "deleted"
	Modified    = "modified" // content, perhaps also the mode
	Renamed     = "renamed"
	ModeChanged = "mode" // only the executable bit
	TypeChanged = "type" // a file became a link or a submodule, or the reverse
)

// Options are the settings of Compare.
type Options struct {
	Context    int      // lines around a change; 0 means 3, a negative number none
	Paths      []string // only these files and folders (stored paths, taken literally)
	ObjectDirs []string // further git object folders to read blobs from
	// NoGit is called with the reason why git could not be asked for what only it knows: which files were renamed and
	// edited, and what attributes say. May be nil.
	NoGit func(why string)
	// Texts is called with the two sides of each file that was read, nil for one that lacks it. May be nil.
	Texts func(d *FileDiff, a, b []byte)
}

// selected reports whether a path is a requested one or below one.
func (o Options) selected(path string) bool {
	return len(o.Paths) == 0 || slices.ContainsFunc(o.Paths, func(p string) bool {
		return path == p || strings.HasPrefix(path, p+"/")
	})
}

// maxDiff limits the lines of all files shown, in bytes.
const maxDiff = 256 << 20

// HasText reports whether the content was compared as text, as git does or decoded.
func (d *FileDiff) HasText() bool { return !d.Binary || d.Encoding != "" }

// Patch returns the file's part of a patch as git diff prints it; for a changed type, two sections. It is "" for a file
// that was not read.
func (d *FileDiff) Patch() string {
	if len(d.Parts) > 0 {
		return d.Parts[0].Patch() + d.Parts[1].Patch()
	}
	if d.Unread != "" {
		return ""
	}
	oldName, newName := quoteC("a/"+cmp.Or(d.From, d.Path), false), quoteC("b/"+d.Path, false)
	var out strings.Builder
	out.WriteString("diff --git " + oldName + " " + newName + "\n")
	switch {
	case d.OldMode == "":
		out.WriteString("new file mode " + d.NewMode + "\n")
		oldName = "/dev/null"
	case d.NewMode == "":
		out.WriteString("deleted file mode " + d.OldMode + "\n")
		newName = "/dev/null"
	case d.OldMode != d.NewMode:
		out.WriteString("old mode " + d.OldMode + "\nnew mode " + d.NewMode + "\n")
	}
	if d.From != "" {
		fmt.Fprintf(&out, "similarity index %d%%\nrename from %s\nrename to %s\n", d.Score, quoteC(d.From, false), quoteC(d.Path, false))
	}
	if d.OldBlob == d.NewBlob {
		return out.String()
	}
	out.WriteString("index " + short(d.OldBlob) + ".." + short(d.NewBlob))
	if d.OldMode == d.NewMode {
		out.WriteString(" " + d.OldMode)
	}
	out.WriteString("\n")
	if d.Binary {
		return out.String() + "Binary files " + oldName + " and " + newName + " differ\n"
	}
	return out.String() + gitdiff.Unified(d.Hunks, withTab(oldName), withTab(newName))
}

func short(id string) string {
	if id == "" {
		return "0000000"
	}
	return id[:7]
}

// withTab adds a tab to a name with a blank in it, as git does, so that other programs do not take what follows the
// blank for a time.
func withTab(name string) string {
	if strings.Contains(name, " ") {
		return name + "\t"
	}
	return name
}

// quoteC returns a name as git prints it: quoted if a byte of it needs that, or always.
func quoteC(name string, always bool) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(name) {
		c := name[i]
		switch at := strings.IndexByte("\a\b\t\n\v\f\r\"\\", c); {
		case at >= 0:
			b.WriteByte('\\')
			b.WriteByte(`abtnvfr"\`[at])
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
			continue
		}
		always = true
	}
	if !always {
		return name
	}
	return b.String() + `"`
}
