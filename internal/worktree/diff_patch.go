package worktree

import (
	"fmt"
	"strings"

	"consider/internal/linediff"
)

// Patch is the file's part of a patch as git diff prints it; of a changed type, two sections. It is "" of a file that
// was not read.
func (d *FileDiff) Patch() string {
	if len(d.Parts) > 0 {
		return d.Parts[0].Patch() + d.Parts[1].Patch()
	}
	if d.Unread != "" {
		return ""
	}
	oldName, newName := quoteC("a/"+orElse(d.From, d.Path), false), quoteC("b/"+d.Path, false)
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
		out.WriteString("Binary files " + oldName + " and " + newName + " differ\n")
	}
	return out.String() + linediff.Unified(d.Hunks, withTab(oldName), withTab(newName))
}

func short(id string) string {
	if id == "" {
		return "0000000"
	}
	return id[:7]
}

// withTab ends a name with a blank in it, as git does, so that other programs
// do not take what follows the blank for a time.
func withTab(name string) string {
	if strings.Contains(name, " ") {
		return name + "\t"
	}
	return name
}

// quoteC writes a name as git prints it: between quotes when a byte of it needs
// that, or always.
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
