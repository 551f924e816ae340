package keep

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"filippo.io/age"
)

// vectors is testdata/bound.json: results that other programs must compute from a key.
type vectors struct {
	Key     string `json:"key"`
	Path    string `json:"path"`
	Content string `json:"content"`
	Name    string `json:"name"`    // of the blob
	File    string `json:"file"`    // MAC of the file
	Pins    string `json:"pins"`    // MAC of a list of pins
	Entry   string `json:"entry"`   // of the log, without its MAC
	Log     string `json:"log"`     // MAC of the entry
	PinList string `json:"pinList"` // the list of pins
}

func TestMACsAreAsPublished(t *testing.T) {
	data, err := os.ReadFile("testdata/bound.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	key, err := ParseKey(v.Key)
	if err != nil {
		t.Fatal(err)
	}
	got := []string{key.name(Path(v.Path)), key.mac("file "+v.Path, []byte(v.Content)), key.mac("pins", []byte(v.PinList)), key.Signs([]byte(v.Entry))}
	if want := []string{v.Name, v.File, v.Pins, v.Log}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// forged encrypts a text with what is in the store, as anyone can.
func forged(t *testing.T, recipient, text string) []byte {
	t.Helper()
	to, err := age.ParseX25519Recipient(recipient)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := age.Encrypt(&out, to)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// earlier is a memory as the version before MACs wrote it.
func earlier(t *testing.T) *safe {
	t.Helper()
	s := newSafe(t)
	to := s.key.Recipient()
	s.m[keyFile] = []byte(`{"recipient":"` + to + `","version":1}` + "\n")
	for _, name := range []string{"a.md", "b.md"} {
		s.m[s.key.name(Path(name))] = forged(t, to, `{"path":"/memories/`+name+`"}`+"\nof "+name)
	}
	s.m[sealedPins] = forged(t, to, `["/memories/b.md"]`+"\n")
	return s
}

// state lists the files with their contents, the pins and the number of damaged blobs.
func state(t *testing.T, s *safe) string {
	t.Helper()
	b := &Secret{Blobs: s.shelf, Key: s.key}
	list, err := b.List()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range list {
		data, err := b.Read(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f.Path.String()+": "+string(data))
	}
	pins, err := b.Pins()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pins {
		out = append(out, "pin "+string(p))
	}
	for range b.bad {
		out = append(out, "bad")
	}
	return strings.Join(out, "\n")
}

func TestFilesOfAnEarlierVersionAreBoundWithTheNextChange(t *testing.T) {
	s := earlier(t)
	const both = "/memories/a.md: of a.md\n/memories/b.md: of b.md\n"
	if got := state(t, s); got != both+"pin b.md" {
		t.Fatalf("before: %s", got)
	}
	mustCreate(t, s, "/memories/c.md", "new")
	const all = both + "/memories/c.md: new\npin b.md"
	if got := state(t, s); got != all {
		t.Errorf("after: %s", got)
	}
	for name, data := range s.m {
		if name == keyFile {
			continue
		}
		h, _, err := (&Secret{Key: s.key}).unwrap(data)
		if err != nil || h.MAC == "" {
			t.Errorf("%s is not bound: %v", name, err)
		}
	}
}

// The recipient is in the store, so anyone can encrypt for it, also for the name of an existing blob.
func TestWhatNoHolderOfTheKeyWroteIsNotRead(t *testing.T) {
	fresh := func() *safe {
		s := newSafe(t)
		mustCreate(t, s, "/memories/a.md", "one")
		mustCreate(t, s, "/memories/b.md", "two")
		if _, err := Pin(t.Context(), s, []string{"/memories/a.md"}, true); err != nil {
			t.Fatal(err)
		}
		return s
	}
	const kept = "/memories/b.md: two\npin a.md"
	evil := func(s *safe, head string) []byte { return forged(t, s.key.Recipient(), head+"\nevil") }
	for name, c := range map[string]struct {
		forge func(s *safe)
		want  string
	}{
		"without a MAC": {func(s *safe) { s.m[s.key.name("a.md")] = evil(s, `{"path":"/memories/a.md"}`) }, kept + "\nbad"},
		"with another MAC": {func(s *safe) {
			h, _, err := (&Secret{Key: s.key}).unwrap(s.m[s.key.name("a.md")])
			if err != nil {
				t.Fatal(err)
			}
			s.m[s.key.name("a.md")] = evil(s, `{"path":"/memories/a.md","mac":"`+h.MAC+`"}`)
		}, kept + "\nbad"},
		"in a memory that claims to be earlier": {func(s *safe) {
			s.m[keyFile] = []byte(`{"recipient":"` + s.key.Recipient() + `","version":1}`)
			s.m[s.key.name("a.md")] = evil(s, `{"path":"/memories/a.md"}`)
		}, kept + "\nbad"},
		"pins": {func(s *safe) {
			s.m[sealedPins] = forged(t, s.key.Recipient(), `["/memories/b.md"]`+"\n")
		}, "/memories/a.md: one\n/memories/b.md: two"},
	} {
		s := fresh()
		c.forge(s)
		if got := state(t, s); got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
