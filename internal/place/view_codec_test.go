package place

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"consider/internal/gittest"
	"consider/internal/thread"
)

// A field that is added but forgotten in the codec would be lost at the second read only.
func TestAViewComesBackWithEveryField(t *testing.T) {
	var v View
	n := 0
	gittest.Fill(reflect.ValueOf(&v).Elem(), &n)
	for _, p := range v.Places { // one of a thread with a row, that says nothing that the row says, and one that says all of it
		mine := *p
		v.Places[v.Rows[0].ID] = &mine
		same := mine
		v.Rows = append(v.Rows, thread.Row{ID: "c_2", Shape: thread.OnLines, Start: 3, End: 4, Quote: []string{"a"}})
		same.Key.Shape, same.Key.Base, same.Key.Start, same.Key.End, same.Quote = thread.OnLines, "", 3, 4, []string{"a"}
		v.Places["c_2"] = &same
		break
	}
	got, err := decodeView(string(gittest.Must(EncodeView(&v))(t)))
	if err != nil {
		t.Fatal(err)
	}
	got.byID()
	if diff := cmp.Diff(&v, got, cmp.AllowUnexported(View{}, thread.Base{}, thread.Damage{}), cmpopts.IgnoreFields(View{}, "Written", "Dirty"), cmpopts.IgnoreFields(Result{}, "OtherBranch")); diff != "" {
		t.Errorf("view (-written +read):\n%s", diff)
	}
}

// The cache lies in a folder that anyone with access to the project can write to.
func FuzzDecodeView(f *testing.F) {
	v := View{Tip: "t", Rows: []thread.Row{{ID: "c_1", Seen: map[string]int{"a": 1}}}, Places: map[string]*Result{"c_1": {Quote: []string{"q"}}}}
	data, err := EncodeView(&v)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data[len(ViewFormat) : len(data)-sumSize])
	f.Fuzz(func(t *testing.T, body []byte) {
		c := &codec{in: string(body)}
		c.view(&View{})
	})
}
