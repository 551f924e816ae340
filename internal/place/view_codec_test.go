package place

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"consider/internal/gittest"
	"consider/internal/thread"
)

// A field that is added but forgotten in the codec would be lost only at the second read.
func TestAViewComesBackWithEveryField(t *testing.T) {
	v := filled(t)
	got, err := decoded(gittest.Must(EncodeView(&v))(t))
	if err != nil {
		t.Fatal(err)
	}
	if heads := gittest.Must(got.Heads())(t); len(heads) != 3 || heads[2].standing != inItsFile {
		t.Errorf("heads %+v", heads)
	}
	some := gittest.Must(got.RowsOf(nil))(t)
	if len(some) > 0 || got.kept == nil {
		t.Errorf("%d rows of none; read whole: %v", len(some), got.kept == nil)
	}
	got.byID()
	options := cmp.Options{
		cmp.AllowUnexported(View{}, thread.Base{}, thread.Damage{}), cmpopts.IgnoreFields(Result{}, "OtherBranch"),
		cmpopts.IgnoreFields(View{}, "Written", "Dirty", "heads"), cmpopts.EquateEmpty(),
	}
	if diff := cmp.Diff(&v, got, options); diff != "" {
		t.Errorf("view (-written +read):\n%s", diff)
	}
}

// filled returns a view with all fields: two threads with full rows, and one that stands and whose place equals its row.
func filled(t *testing.T) View {
	t.Helper()
	var v View
	n := 0
	gittest.Fill(reflect.ValueOf(&v).Elem(), &n)
	gittest.Fill(reflect.ValueOf(&v.rows).Elem(), &n)
	for _, p := range v.Places {
		mine := *p
		v.Places[v.rows[0].ID] = &mine
		same := mine
		v.rows = append(v.rows, thread.Row{ID: "c_2", Shape: thread.OnLines, File: "f", Start: 3, End: 4, Quote: []string{"a"}})
		same.Key = Key{Shape: thread.OnLines, Start: 3, End: 4, Path: "f", Blob: "b"}
		same.Quote, same.Place.AnchorState, same.Place.Score = []string{"a"}, thread.Anchored, 1
		v.Places["c_2"] = &same
		break
	}
	return v
}

// decoded returns a view as it is read from its file.
func decoded(data []byte) (*View, error) {
	end := headSize + int(binary.LittleEndian.Uint32(data[len(ViewFormat):]))
	v, err := decodeView(string(data[headSize:end]))
	if err != nil {
		return nil, err
	}
	v.kept.text = string(data[end:])
	return v.complete(), nil
}

// A list of few threads reads only their rows, and gets the same as a list that reads all.
func TestSomeRowsAreThoseOfAll(t *testing.T) {
	v := View{Places: map[string]*Result{}}
	for i := range 12 {
		id := fmt.Sprintf("c_%d", i)
		v.rows = append(v.rows, thread.Row{ID: id, Shape: thread.OnFile, File: "f", Seen: thread.SeenUpTo{{Agent: "a", Entry: i}}})
		v.Places[id] = &Result{Key: Key{Path: "f", Blob: id}}
	}
	data := gittest.Must(EncodeView(&v))(t)
	got := gittest.Must(decoded(data))(t)
	rows := gittest.Must(got.RowsOf([]string{"c_9", "c_3", "none"}))(t)
	if diff := cmp.Diff([]thread.Row{v.rows[3], v.rows[9]}, rows, cmp.AllowUnexported(thread.Base{})); diff != "" || got.kept == nil {
		t.Errorf("read whole: %v\n%s", got.kept == nil, diff)
	}
	if diff := cmp.Diff(v.Places["c_3"], got.placeOf("c_3")); diff != "" || got.placeOf("c_7").Key.Blob != "c_7" || got.placeOf("none") != nil {
		t.Error(diff)
	}
	for cut := range len(got.kept.text) { // a text that is torn anywhere gives no row rather than a wrong one
		torn := gittest.Must(decoded(data))(t)
		torn.kept.text = torn.kept.text[:cut]
		if rows, err := torn.Rows(); err == nil {
			t.Fatalf("%d rows of %d bytes", len(rows), cut)
		}
	}
}

// The cache is in a folder that anyone with access to the project can write to.
func FuzzDecodeView(f *testing.F) {
	v := View{Tip: "t", rows: []thread.Row{{ID: "c_1", Seen: thread.SeenUpTo{{Agent: "a", Entry: 1}}}}, Places: map[string]*Result{"c_1": {Quote: []string{"q"}}}}
	data, err := EncodeView(&v)
	if err != nil {
		f.Fatal(err)
	}
	end := headSize + int(binary.LittleEndian.Uint32(data[len(ViewFormat):]))
	f.Add(data[headSize:end], data[end+rowHead:])
	f.Fuzz(func(t *testing.T, index, row []byte) {
		v, err := decodeView(string(index))
		if err != nil {
			return
		}
		sized := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, uint32(len(row))), crc32.ChecksumIEEE(row))
		v.kept.text = string(sized) + string(row)
		_, _ = v.Heads()
		_, _ = v.Rows()
	})
}
