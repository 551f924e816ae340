package review

import (
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// A field that somebody adds and forgets in the codec would be lost at the second read only.
func TestAViewComesBackWithEveryField(t *testing.T) {
	var v view
	n := 0
	fill(reflect.ValueOf(&v).Elem(), &n)
	got, err := decodeView(must(encodeView(&v))(t))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&v, got, cmp.AllowUnexported(view{}, Base{}, Damage{}), cmpopts.IgnoreFields(view{}, "written", "dirty")); diff != "" {
		t.Errorf("view (-written +read):\n%s", diff)
	}
}

// fill gives every exported field a value of its own.
func fill(v reflect.Value, n *int) {
	*n++
	if v.Type() == reflect.TypeFor[time.Time]() {
		at := time.Date(2026, 11, 21, 10, 30, *n%60, *n, time.FixedZone("", 3600*(*n%12+1)))
		v.Set(reflect.ValueOf(at))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i), n)
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), n)
		fill(v.Index(1), n)
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, n)
		fill(value, n)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.String:
		v.SetString("text " + string(rune('a'+*n%26)))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(0.125 * float64(*n))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*n)<<20 - 1)
	default:
		v.SetUint(uint64(*n)<<24 + 1)
	}
}

// The cache lies in a folder that anyone with access to the project can write to.
func FuzzDecodeView(f *testing.F) {
	v := view{Tip: "t", Rows: []row{{ID: "c_1", Seen: map[string]int{"a": 1}}}, Places: map[string]placed{"c_1": {Quote: []string{"q"}}}}
	data, err := encodeView(&v)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data[len(viewFormat) : len(data)-sumSize])
	f.Fuzz(func(t *testing.T, body []byte) {
		c := &codec{in: string(body)}
		c.view(&view{})
	})
}
