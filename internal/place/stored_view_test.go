package place

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"consider/internal/gittest"
)

// A field that is not stored would be lost only at the second read.
func TestAViewComesBackWithEveryField(t *testing.T) {
	v := filled(t)
	got, err := decodeView(gittest.Must(v.encode(here))(t), here)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(v.stored, got.stored, cmpopts.IgnoreUnexported(Result{})); diff != "" {
		t.Errorf("view (-written +read):\n%s", diff)
	}
}

// filled returns a view with all fields.
func filled(t *testing.T) *View {
	t.Helper()
	v, n := &View{}, 0
	gittest.Fill(reflect.ValueOf(&v.stored).Elem(), &n)
	return v
}

// The file is written without waiting for the disk.
func TestATornViewIsNone(t *testing.T) {
	data := gittest.Must(filled(t).encode(here))(t)
	for at := range data {
		off := append([]byte(nil), data...)
		off[at] ^= 1
		for name, text := range map[string][]byte{"cut": data[:at], "off by one bit": off} {
			if _, err := decodeView(text, here); err == nil {
				t.Fatalf("%s at byte %d of %d", name, at, len(data))
			}
		}
	}
}

// The cache is in a folder that a checkout can write to.
func TestAViewOfAnotherStoreIsNone(t *testing.T) {
	data := gittest.Must(filled(t).encode(here))(t)
	for name, prove := range map[string]Prove{"another": func([]byte) string { return "another" }, "none": nothing} {
		if _, err := decodeView(data, prove); err == nil {
			t.Errorf("%s: it is read", name)
		}
	}
	if _, err := filled(t).encode(nothing); err == nil {
		t.Error("a view without a proof is written")
	}
	if _, err := decodeView([]byte(ViewFormat+"\n"), nothing); err == nil {
		t.Error("a view without a proof is read")
	}
}

func here(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

func nothing([]byte) string { return "" }
