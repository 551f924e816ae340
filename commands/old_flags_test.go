package commands

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"consider/internal/verb"
)

var updateFlags = flag.Bool("update", false, "add the flags of today to testdata/flags.txt")

// A verb or flag that was ever offered goes on working, though help may no longer show it: scripts and habits outlive a
// name.
func TestEveryEarlierFlagStillWorks(t *testing.T) {
	const file = "testdata/flags.txt"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Split(strings.TrimSpace(string(data)), "\n")
	var now []string
	for _, v := range verb.All {
		if v.On&verb.CLI == 0 {
			continue
		}
		for _, name := range append([]string{v.Word()}, v.Others()...) {
			now = append(now, "consider "+name)
		}
		for _, f := range verbFlags(v) {
			for _, name := range f.Names() {
				now = append(now, v.Name+" "+name)
			}
		}
	}
	if *updateFlags {
		known = append(known, now...)
		slices.Sort(known)
		if err := os.WriteFile(file, []byte(strings.Join(slices.Compact(known), "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, was := range known {
		if !slices.Contains(now, was) {
			t.Errorf("%s worked in an earlier version", was)
		}
	}
	for _, is := range now {
		if !slices.Contains(known, is) {
			t.Errorf("%s is new: go test ./commands -run TestEveryEarlierFlagStillWorks -update", is)
		}
	}
}
