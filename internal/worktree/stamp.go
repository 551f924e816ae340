package worktree

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash"
	"os"
	"path/filepath"
	"strings"
)

// stamper takes a stamp: a hash of the times and sizes of what git looks at for its answers, without the unchanged
// tracked files. Those are compared with the index (see touched). Two equal stamps mean equal answers, except for
// changes within one tick of the disk's clock.
//
// Both together cost one stat for each file, half the time that git takes for the same answers.
type stamper struct {
	t      *Tree
	root   folderAt
	ix     *index
	sum    hash.Hash
	out    []byte
	newest int64           // the latest of all times
	seen   map[string]bool // folders, from the root
}

// errNoStamp means that git may look at something unknown here.
var errNoStamp = errors.New("no stamp can be taken")

func (t *Tree) newStamper() (*stamper, error) {
	ix, err := loadIndex(t.p)
	if err != nil {
		return nil, err
	}
	root, err := openAt(t.p.Root)
	if err != nil {
		return nil, err
	}
	return &stamper{t: t, root: root, ix: ix, sum: sha256.New(), seen: map[string]bool{}}, nil
}

// take takes the stamp of what the answers depend on.
func (s *stamper) take(a *Answers, head Head) (stamp string, err error) {
	s.text(head.Commit, head.Branch, head.Via)
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"} {
		s.text(os.Getenv(name))
	}
	for _, file := range s.t.settingFiles() {
		s.outside(file)
	}
	for _, file := range a.outside {
		s.text(file)
		s.outside(file)
	}
	s.text(string(s.ix.data[len(s.ix.data)-s.ix.idLen:])) // the checksum of the index
	s.folder("")
	err = s.ix.folders(s.t.prefix(), s.folder)
	if err == nil && (s.ix.split || s.ix.sparse) {
		err = errNoStamp
	}
	for _, folder := range a.folders {
		s.folder(folder)
	}
	for _, names := range [][]string{a.changed, a.touched} {
		for _, name := range names {
			s.below(name)
		}
	}
	s.flush()
	return hex.EncodeToString(s.sum.Sum(nil)[:16]), err
}

// touched lists the tracked files whose times differ from the index and that are not in the stamp: they may have
// changed.
func (s *stamper) touched(a *Answers) []string {
	stamped := make(map[string]bool, len(a.changed)+len(a.touched))
	for _, names := range [][]string{a.changed, a.touched} {
		for _, name := range names {
			stamped[name] = true
		}
	}
	written := int64(0)
	if fi, err := os.Stat(filepath.Join(s.t.p.GitDir, "index")); err == nil {
		written = fi.ModTime().UnixNano()
	}
	var out []string
	_ = s.ix.under(s.t.prefix(), func(name string, e *indexEntry) { // the stamp has read it to its end
		if e.flags&flagValid != 0 || e.asOnDisk(s.root.info(name), written) || stamped[name] {
			return
		}
		out = append(out, name)
	})
	return out
}

// asOnDisk reports whether a file's times match the index. A file that git must not look at matches if it does not
// exist.
func (e *indexEntry) asOnDisk(now Info, written int64) bool {
	if e.extra&extraSkipWorktree != 0 {
		return now == none
	}
	word := func(i int) uint32 { return binary.BigEndian.Uint32(e.stat[4*i:]) }
	at := func(i int) int64 { return int64(word(i))*1e9 + int64(word(i+1)) }
	return now != none && now.MTimeNS == at(2) && now.MTimeNS < written && word(9) == uint32(now.Size) &&
		(now.CTimeNS == 0 || now.CTimeNS == at(0)) && (now.Inode == 0 || word(5) == uint32(now.Inode)) &&
		e.flags&flagStage == 0 && e.extra&extraIntentToAdd == 0
}

// settingFiles lists the files of settings of the repository and the user that git reads if they exist.
func (t *Tree) settingFiles() []string {
	files := append([]string{
		filepath.Join(t.p.GitDir, "index"), filepath.Join(t.p.CommonDir, "config"), filepath.Join(t.p.GitDir, "config.worktree"),
		filepath.Join(t.p.CommonDir, "info", "exclude"), filepath.Join(t.p.CommonDir, "info", "attributes"), "/etc/gitconfig",
	}, globalConfigs()...)
	for _, path := range globalConfigs() {
		files = append(files, filepath.Join(filepath.Dir(path), "ignore"), filepath.Join(filepath.Dir(path), "attributes"))
	}
	for at := t.p.Root; at != t.p.Top && len(at) > len(t.p.Top); at = filepath.Dir(at) {
		files = append(files, filepath.Join(filepath.Dir(at), ".gitignore"), filepath.Join(filepath.Dir(at), ".gitattributes"))
	}
	return files
}

func (s *stamper) text(words ...string) {
	for _, word := range words {
		s.out = append(append(s.out, word...), 0)
	}
	s.full()
}

// outside adds a file that may be behind a link.
func (s *stamper) outside(file string) {
	for _, look := range []func(string) (os.FileInfo, error){os.Lstat, os.Stat} {
		info := none
		if fi, err := look(file); err == nil {
			info = infoOf(fi)
		}
		s.note(info)
	}
}

func (s *stamper) below(name string) { s.note(s.root.info(name)) }

func (s *stamper) note(info Info) {
	s.newest = max(s.newest, info.MTimeNS, info.CTimeNS)
	for _, n := range []uint64{info.Inode, uint64(info.Size), uint64(info.MTimeNS), uint64(info.CTimeNS), uint64(info.Mode)} {
		s.out = binary.LittleEndian.AppendUint64(s.out, n)
	}
	s.full()
}

// folder adds a folder and those above it, and their ignore files: files that come and go change a folder's time.
func (s *stamper) folder(name string) {
	if s.seen[name] {
		return
	}
	s.seen[name] = true
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		s.folder(name[:i])
	}
	if name == "" {
		s.below(".")
		s.below(".gitignore")
		return
	}
	s.below(name)
	s.below(name + "/.gitignore")
}

func (s *stamper) full() {
	if len(s.out) > 8<<10 {
		s.flush()
	}
}

func (s *stamper) flush() {
	s.sum.Write(s.out)
	s.out = s.out[:0]
}
