//go:build unix

package proof

import (
	"os"
	"strings"
	"testing"

	"consider/internal/gittest"
)

// scenes are the states of projects that are compared.
func scenes(t *testing.T) []scene {
	must := func(err error) {
		if err != nil {
			t.Error(err)
		}
	}
	chmod := func(r *gittest.Repo, name string, mode os.FileMode) { must(os.Chmod(r.Path(name), mode)) }
	link := func(r *gittest.Repo, to, name string) { must(os.Symlink(to, r.Path(name))) }
	inner := func(r *gittest.Repo, name, text string) {
		sub := gittest.At(t, r.Path(name))
		sub.Git("init", "-q")
		sub.Write("x", text)
		sub.Commit(text)
	}
	long := numbered("line", 60)
	edited := strings.Replace(long, "line 31 of", "LINE 31 in", 1)
	crlf := func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
	return []scene{
		{"renames", func(r *gittest.Repo) {
			r.Write("a.txt", long)
			r.Write("b.txt", numbered("other", 40))
			r.Write("dir/c.txt", numbered("third", 30))
		}, func(r *gittest.Repo) { r.Move("a.txt", "a2.txt") }, func(r *gittest.Repo) {
			r.Remove("a2.txt")
			r.Write("deep/er/a3.txt", edited)
			r.Git("mv", "b.txt", "dir/b.txt")
			r.Commit("moved")
			r.Move("dir/c.txt", "c.txt")
		}},
		{"modes", func(r *gittest.Repo) { r.Write("run.sh", "echo\n"); r.Write("b.sh", long) }, func(r *gittest.Repo) {
			chmod(r, "run.sh", 0o755)
		}, func(r *gittest.Repo) {
			chmod(r, "run.sh", 0o644)
			r.Write("b.sh", edited)
			chmod(r, "b.sh", 0o755)
			r.Write("new.sh", "new\n")
			chmod(r, "new.sh", 0o755)
		}},
		{"binaries", func(r *gittest.Repo) {
			r.Write("a.bin", "a\x00b"+long)
			r.Write("gone.bin", "\x00\x01\x02")
			r.Write("text", long)
		}, func(r *gittest.Repo) { r.Write("a.bin", "a\x00c"+long) }, func(r *gittest.Repo) {
			r.Remove("gone.bin")
			r.Write("text", long+"\x00")
			r.Write("new.bin", "\xff\xfe\x00n")
			r.Move("a.bin", "moved.bin")
		}},
		{"CRLF", func(r *gittest.Repo) { r.Write("dos.txt", crlf(long)); r.Write("mixed.txt", "a\r\nb\nc\r\n") }, func(r *gittest.Repo) {
			r.Write("dos.txt", crlf(edited))
		}, func(r *gittest.Repo) {
			r.Write("dos.txt", long)
			r.Write("mixed.txt", "a\nb\r\nc\n")
			r.Write("new.txt", "a\r\n")
		}},
		{"CRLF that attributes convert", func(r *gittest.Repo) {
			r.Write(".gitattributes", "*.txt text eol=crlf\n*.md text=auto\n*.raw -text\n*.bat eol=crlf\n")
			for _, name := range []string{"a.txt", "b.txt", "c.md", "d.raw", "e.bat"} {
				r.Write(name, crlf(long))
			}
		}, func(r *gittest.Repo) { r.Write("a.txt", crlf(edited)) }, func(r *gittest.Repo) {
			r.Write("b.txt", crlf(edited))
			r.Write("c.md", crlf(edited))
			r.Write("d.raw", crlf(edited))
			r.Write("e.bat", crlf(edited))
			r.Write("new.txt", crlf("a\nb\n"))
			r.Write("new.md", "a\r\n\x00")
		}},
		{"CRLF that settings convert", func(r *gittest.Repo) {
			r.Write("old.txt", crlf(long)) // committed as it is, and so it stays
			r.Commit("before")
			r.Git("config", "core.autocrlf", "true")
			r.Write("a.txt", crlf(long))
		}, func(r *gittest.Repo) { r.Write("a.txt", crlf(edited)) }, func(r *gittest.Repo) {
			r.Write("old.txt", crlf(edited))
			r.Write("a.txt", crlf(long+"more\n"))
			r.Write("new.txt", "x\r\n")
		}},
		{"no newline at the end", func(r *gittest.Repo) { r.Write("a", "x\ny"); r.Write("b", "x\ny\n"); r.Write("c", "") }, func(r *gittest.Repo) {
			r.Write("a", "x\nz")
		}, func(r *gittest.Repo) {
			r.Write("a", "x\nz\n")
			r.Write("b", "x\ny")
			r.Write("c", "y")
			r.Write("d", "")
		}},
		{"symbolic links", func(r *gittest.Repo) { r.Write("a", long); link(r, "a", "l"); link(r, "../out", "gone") }, func(r *gittest.Repo) {
			r.Remove("l")
			link(r, "nowhere", "l")
		}, func(r *gittest.Repo) {
			r.Remove("l")
			r.Write("l", "a file now\n")
			r.Remove("a")
			link(r, "/etc", "a")
			r.Remove("gone")
			link(r, ".", "new")
		}},
		{"submodules", func(r *gittest.Repo) { inner(r, "sub", "one"); inner(r, "other", "one"); r.Write("a", "a\n") }, func(r *gittest.Repo) {
			inner(r, "sub", "two")
		}, func(r *gittest.Repo) {
			inner(r, "sub", "three")
			inner(r, "other", "two")
			r.Write("sub/untracked", "no matter\n")
			r.Write("a", "b\n")
		}},
		{"names", func(r *gittest.Repo) {
			for _, name := range []string{"über/größe.txt", "a b\tc", `q"uote`, "-dash", "日本.txt", "new\nline", ":(top)x"} {
				r.Write(name, long+name)
			}
		}, func(r *gittest.Repo) { r.Write("日本.txt", edited) }, func(r *gittest.Repo) {
			r.Move("über/größe.txt", "ünder/größer.txt")
			for _, name := range []string{"a b\tc", `q"uote`, "-dash", "日本.txt", "new\nline", ":(top)x", "neu é.txt"} {
				r.Write(name, edited+"!"+name)
			}
		}},
		{"staged and ignored on branches", func(r *gittest.Repo) {
			r.Write(".gitignore", "*.log\nbuild/\n!keep.log\n")
			r.Write("a.txt", long)
			r.Write("b.txt", numbered("b", 20))
			r.Write("dir/f", "folder\n")
		}, func(r *gittest.Repo) {
			r.Write("x.log", "no\n")
			r.Write("keep.log", "yes\n")
			r.Write("build/out", "no\n")
			r.Write("a.txt", edited)
			r.Git("add", "a.txt")
			r.Write("a.txt", edited+"more\n")
			r.Git("rm", "-q", "--cached", "b.txt")
		}, func(r *gittest.Repo) {
			r.Commit("first round")
			r.Checkout("side")
			r.Remove("dir")
			r.Write("dir", "a file of the folder's name\n")
			r.Git("add", "-A")
			r.Write("staged.txt", "staged, then gone\n")
			r.Git("add", "staged.txt")
			r.Remove("staged.txt")
			r.Write("intent.txt", "intent\n")
			r.Git("add", "-N", "intent.txt")
			r.Write("x.log", "still not\n")
		}},
	}
}
