package anchor

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// generated returns a program-like text of n lines and the same text with one
// line in twenty changed, deleted or inserted.
func generated(n int) (old, changed []byte) {
	rng := rand.New(rand.NewSource(int64(n)))
	words := strings.Fields("open close reader writer count index buffer thread store value result check parse token line match")
	word := func() string { return words[rng.Intn(len(words))] }
	line := func(i int) string {
		switch i % 12 {
		case 0:
			return fmt.Sprintf("func %s%s%d(%s int) error {", word(), word(), i, word())
		case 10:
			return "}"
		case 11:
			return ""
		case 4:
			return "\tif err != nil {"
		case 5:
			return "\t\treturn err"
		case 6:
			return "\t}"
		}
		return fmt.Sprintf("\t%s := %s.%s(%s, %d)", word(), word(), word(), word(), rng.Intn(n))
	}
	var a, b strings.Builder
	for i := range n {
		l := line(i)
		a.WriteString(l + "\n")
		switch r := rng.Intn(100); {
		case r < 3:
			b.WriteString(strings.Replace(l, "(", "(ctx, ", 1) + "\n")
		case r < 4:
		case r < 5:
			b.WriteString(l + "\n" + line(3) + "\n")
		default:
			b.WriteString(l + "\n")
		}
	}
	return []byte(a.String()), []byte(b.String())
}

func BenchmarkMap(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		old, changed := generated(n)
		b.Run(fmt.Sprintf("lines=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Map(old, changed)
			}
		})
	}
}

func BenchmarkFirstPlace(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		old, changed := generated(n)
		b.Run(fmt.Sprintf("lines=%d", n), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				m := Map(old, changed)
				b.StartTimer()
				m.Place(n/2, n/2)
			}
		})
	}
}

func BenchmarkFurtherPlace(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		old, changed := generated(n)
		m := Map(old, changed)
		m.Place(1, 1)
		b.Run(fmt.Sprintf("lines=%d", n), func(b *testing.B) {
			i := 0
			for b.Loop() {
				i = (i + 7919) % n
				m.Place(i+1, i+1)
			}
		})
	}
}
