package gitfmt

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"
)

func TestAPackIndexFindsWhatWasPacked(t *testing.T) {
	objects := map[ID]Object{}
	var ids []ID
	for i := range 300 {
		o := Object{Blob, fmt.Appendf(nil, "text %d", i)}
		objects[o.ID()] = o
		ids = append(ids, o.ID())
	}
	var w PackWriter
	var pack, index bytes.Buffer
	if err := errors.Join(w.Write(&pack, ids, func(id ID) (Object, error) { return objects[id], nil }), w.WriteIndex(&index)); err != nil {
		t.Fatal(err)
	}
	x, err := ReadPackIndex(bytes.NewReader(index.Bytes()), int64(index.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		offset, err := x.Find(id)
		if err != nil {
			t.Fatal(id, err)
		}
		var e PackEntry
		r := bufio.NewReader(io.NewSectionReader(bytes.NewReader(pack.Bytes()), offset, int64(pack.Len())-offset))
		size, err := e.ReadHead(r, offset)
		if err != nil {
			t.Fatal(err)
		}
		if e.Data, err = Inflate(r, int(size)); err != nil || e.Check(id) != nil {
			t.Fatal(id, err)
		}
	}
	if _, err := x.Find(ID{}); !errors.Is(err, ErrMissing) {
		t.Error(err)
	}
	if n := len(x.AppendIDs(nil)); n != len(ids) {
		t.Errorf("%d ids", n)
	}
	if _, err := ReadPackIndex(bytes.NewReader(index.Bytes()), int64(index.Len())-1); err == nil {
		t.Error("a cut index was accepted")
	}
}
