package gitstore

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"consider/internal/gitfmt"
)

// packed makes a store of a few versions whose objects are all in one pack. base is the path of the pack's files
// without extension.
func packed(f *testing.F) (s *Store, base string) {
	f.Helper()
	s = newStore(f)
	for _, text := range []string{"one", "two", strings.Repeat("three ", 99)} {
		put(f, s, "a", text)
	}
	if _, err := s.GC(f.Context(), GCOptions{}, nil); err != nil {
		f.Fatal(err)
	}
	found, err := filepath.Glob(filepath.Join(s.Dir(), packDir, "*.pack"))
	if err != nil || len(found) != 1 {
		f.Fatal(found, err)
	}
	return s, strings.TrimSuffix(found[0], ".pack")
}

func contents(f *testing.F, name string) []byte {
	f.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		f.Fatal(err)
	}
	return data
}

// FuzzLooseObject: reading a file returns the object that its name stands for, or an error.
func FuzzLooseObject(f *testing.F) {
	o := gitfmt.Object{Kind: gitfmt.Blob, Data: []byte("text")}
	id := o.ID()
	whole, err := gitfmt.EncodeLoose(o)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{"", string(whole), string(whole[:7]), zlibOf(f, "blob 9999999999\x00"), zlibOf(f, "tree -1\x00x")} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		if got, err := gitfmt.ReadLoose(bytes.NewReader(file), id, 1<<20); err == nil && got.ID() != id {
			t.Errorf("%s was read as %s", got.ID(), id)
		}
	})
}

// FuzzPack: no content of a pack or an index makes a read crash or return another object.
func FuzzPack(f *testing.F) {
	s, base := packed(f)
	tip, err := s.Tip()
	if err != nil {
		f.Fatal(err)
	}
	idx, data := contents(f, base+".idx"), contents(f, base+".pack")
	f.Add(idx, data)
	f.Add(idx[:len(idx)-1], data[:len(data)/2])
	f.Fuzz(func(t *testing.T, idx, data []byte) {
		writeRaw(t, base+".idx", string(idx))
		writeRaw(t, base+".pack", string(data))
		s := openAt(t, s.Dir())
		ids := []ID{tip, HashBlob([]byte("one"))}
		_ = s.eachObject(func(id ID) error {
			if ids = append(ids, id); len(ids) > 50 {
				return errors.New("enough")
			}
			return nil
		})
		for _, id := range ids {
			if o, err := s.read(id); err == nil && o.ID() != id {
				t.Errorf("%s was read as %s", o.ID(), id)
			}
		}
	})
}

// FuzzDelta: a delta from a foreign pack makes the announced result, or an error.
func FuzzDelta(f *testing.F) {
	f.Add([]byte("base"), []byte("\x04\x04\x90\x04"))
	f.Add([]byte("base"), []byte("\x04\x03\x03new"))
	f.Fuzz(func(t *testing.T, base, delta []byte) {
		if out, err := applyDelta(base, delta); err == nil && int64(len(out)) > MaxObject {
			t.Errorf("%d bytes", len(out))
		}
	})
}

// FuzzRefs: a ref is either whole, with the id in the file, or torn.
func FuzzRefs(f *testing.F) {
	id := HashBlob(nil).String()
	for _, seed := range []string{"", id, id + "\n", id[:39] + "\n", "# pack-refs\n" + id + " refs/heads/threads\n^" + id + "\n", id + " refs/heads/threads"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if ref := parseRef(text); !ref.torn && ref.id.String() != strings.ToLower(strings.TrimSuffix(text, "\n")) {
			t.Errorf("%q is %s", text, ref.id)
		}
		if hex := gitfmt.PackedRef([]byte(text), refName); hex != "" && !strings.Contains(text, hex+" "+refName) {
			t.Errorf("%q has %s", text, hex)
		}
	})
}

// FuzzCommit: a parsed commit has a tree and a time.
func FuzzCommit(f *testing.F) {
	id := HashBlob(nil)
	f.Add(encodeCommit(id, id, Meta{Subject: "add a", AuthorName: "Ann", AuthorEmail: "a@b", Trailers: []Trailer{{"Consider-Op", "add"}}}, "consider", time.Unix(1, 0)))
	f.Add([]byte("tree " + id.String() + "\nauthor <> 99999999999999999999 +0000\n\n\n\nA: b"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, err := parseCommit(id, data); err == nil && (c.tree.IsZero() || c.When.IsZero()) {
			t.Errorf("%q is %+v", data, c)
		}
	})
}

// FuzzWrittenCommit: no text of a change forges a header or a trailer; a commit is read as it was written.
func FuzzWrittenCommit(f *testing.F) {
	id := HashBlob(nil)
	f.Add("add a", "Ann", "a@b", "reply")
	f.Add("add\n\nConsider-Op: purge", "A>\nparent x", "<>", "a\nConsider-Op: b")
	f.Add("add", "\u3000", "a@b", "\u0085")
	f.Fuzz(func(t *testing.T, subject, name, email, value string) {
		m := Meta{Subject: subject, AuthorName: name, AuthorEmail: email, Trailers: []Trailer{{"Consider-Op", value}}}
		written := oneLine(strings.NewReplacer("<", "", ">", "").Replace(name))
		c, err := parseCommit(id, encodeCommit(id, ID{}, m, "consider", time.Unix(1, 0)))
		switch {
		case err != nil:
			t.Error(err)
		case c.tree != id || !c.Parent.IsZero() || strings.Contains(c.Subject, "\n"):
			t.Errorf("%+v became %+v", m, c)
		case written != "" && c.AuthorName != written:
			t.Errorf("%q became %q", name, c.AuthorName)
		case oneLine(value) == "" && len(c.Trailers) == 0:
		case len(c.Trailers) != 1 || c.Trailers[0] != (Trailer{"Consider-Op", oneLine(value)}):
			t.Errorf("%+v became %+v", m.Trailers, c.Trailers)
		}
	})
}

// FuzzReflog: a line of the reflog is skipped or names a commit.
func FuzzReflog(f *testing.F) {
	id := HashBlob(nil).String()
	f.Add(id + " " + id + " Ann <a@b> 1 +0000\tadd a")
	f.Add(id + " " + strings.Repeat("0", 40) + " ")
	f.Fuzz(func(t *testing.T, line string) {
		if to, ok := parseReflog(line); ok && !strings.EqualFold(line[41:81], to.String()) {
			t.Errorf("%q leads to %s", line, to)
		}
	})
}

// FuzzLayout: a store's config may hold any bytes.
func FuzzLayout(f *testing.F) {
	f.Add(configText)
	f.Add("[consider\nlayout=9\n[CONSIDER]\n layout = 99999999999999999999")
	f.Fuzz(func(t *testing.T, text string) {
		if layoutIn([]byte(text)) != 0 && !strings.Contains(strings.ToLower(text), "layout") {
			t.Errorf("%q has a layout", text)
		}
	})
}
