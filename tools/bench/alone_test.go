package main

import (
	"os"
	"runtime"
	"testing"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == aloneWord {
		os.Exit(runAlone(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// The peak of a command is its own, however much the bench holds.
func TestThePeakOfACommandIsItsOwn(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the system does not tell")
	}
	held := make([]byte, 200<<20)
	for i := 0; i < len(held); i += 4096 {
		held[i] = 1
	}
	st := &stage{ctx: t.Context(), env: os.Environ()}
	took, err := st.timeAlone(command{dir: t.TempDir(), args: []string{"go", "version"}})
	runtime.KeepAlive(held)
	if err != nil || took.Peak <= 0 || took.Peak > 100<<20 || took.CPU <= 0 {
		t.Errorf("%+v, %v", took, err)
	}
}

func TestQuartiles(t *testing.T) {
	if low, mid, high := quartiles([]int{9, 1, 5, 3, 7}); low != 3 || mid != 5 || high != 7 {
		t.Error(low, mid, high)
	}
}
