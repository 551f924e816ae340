package gitfmt

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"consider/internal/safefs"
)

func loose(t *testing.T, o Object) []byte {
	t.Helper()
	file, err := EncodeLoose(o)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// deflated returns the file of a loose object with any text, valid or not.
func deflated(t *testing.T, text string) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := deflate(&file, []byte(text)); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestLooseObjectsAreWhatTheirNamesSay(t *testing.T) {
	good := Object{Blob, []byte(strings.Repeat("text ", 50_000))}
	if o, err := ReadLoose(bytes.NewReader(loose(t, good)), good.ID(), 1<<20); err != nil || !bytes.Equal(o.Data, good.Data) || o.Kind != Blob {
		t.Fatal(o.Kind, len(o.Data), err)
	}
	file := loose(t, good)
	for name, file := range map[string][]byte{
		"other content": loose(t, Object{Blob, []byte("other")}),
		"other kind":    loose(t, Object{Tree, good.Data}),
		"cut":           file[:len(file)-20],
		"empty":         nil,
		"garbage":       append(file[:len(file):len(file)], 'x'),
		"longer":        deflated(t, "blob 3\x00text"),
		"shorter":       deflated(t, "blob 5\x00text"),
		"no kind":       deflated(t, "4\x00text"),
		"delta":         deflated(t, "ofs-delta 4\x00text"),
		"minus":         deflated(t, "blob -4\x00text"),
		"long header":   deflated(t, "blob 00000000000000000000000000004\x00text"),
	} {
		if _, err := ReadLoose(bytes.NewReader(file), good.ID(), 1<<20); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestALooseObjectOverTheLimitIsNotRead(t *testing.T) {
	big := Object{Blob, make([]byte, 1<<20)}
	src := bytes.NewReader(append(loose(t, big), make([]byte, 1<<20)...))
	var large *safefs.TooLargeError
	if _, err := ReadLoose(src, big.ID(), 1000); !errors.As(err, &large) || large.Size != 1<<20 || src.Len() < 1<<20-8<<10 {
		t.Errorf("%v, %d bytes left", err, src.Len())
	}
	failed := errors.New("disk")
	if _, err := ReadLoose(io.MultiReader(strings.NewReader("x\x9c"), failing{failed}), big.ID(), 1000); !errors.Is(err, failed) {
		t.Error(err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestAPackedRefIsFoundByItsWholeName(t *testing.T) {
	id := func(n int) string { return fmt.Sprintf("%040x", n) }
	data := []byte("# pack-refs with: peeled fully-peeled sorted\n" +
		id(1) + " refs/heads/a\n" + id(2) + " refs/heads/a/b\r\ntorn refs/heads/c\n" + id(3) + " refs/tags/c\n^" + id(4) + "\n" + id(5) + " refs/heads/c")
	for name, want := range map[string]string{
		"refs/heads/a": id(1), "refs/heads/a/b": id(2), "refs/tags/c": id(3), "refs/heads/c": id(5), "refs/heads": "", "heads/a": "", "with:": "",
	} {
		if got := PackedRef(data, name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	var all []string
	for hex, name := range PackedRefs(data) {
		all = append(all, strings.TrimLeft(hex, "0")+"="+name)
	}
	if got := strings.Join(all[1:], " "); got != "1=refs/heads/a 2=refs/heads/a/b torn=refs/heads/c 3=refs/tags/c ^"+id(4)+"= 5=refs/heads/c" {
		t.Error(got)
	}
}

func TestAnOldGitsTreeIsReadWhereItNeedNotBeCanonical(t *testing.T) {
	for _, idLen := range []int{20, 32} {
		sum := strings.Repeat("7", idLen)
		data := []byte("0100664 b\x00" + sum + "040000 a\x00" + sum)
		name, mode, id, rest, err := CutEntry(data, idLen)
		if name != "b" || mode != 0o100664 || string(id) != sum || err != nil {
			t.Error(name, mode, id, err)
		}
		if name, mode, id, rest, err = CutEntry(rest, idLen); name != "a" || mode != ModeDir || string(id) != sum || len(rest) > 0 || err != nil {
			t.Error(name, mode, id, rest, err)
		}
		if _, err := ParseTree(data); err == nil {
			t.Error("accepted as canonical")
		}
	}
}
