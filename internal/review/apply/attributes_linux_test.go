package apply_test

import (
	"encoding/hex"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"consider/internal/review/apply"
)

// aclForUser2 is an access list as Linux stores it: besides the owner and the group, user 2 may read and write.
const aclForUser2 = "02000000" + "01000600ffffffff" + "0200060002000000" + "04000400ffffffff" + "10000600ffffffff" + "20000400ffffffff"

func TestAFileKeepsItsAttributesAndItsAccessList(t *testing.T) {
	d, id := desk(t, "one\ntwo\n", "2\n")
	acl, err := hex.DecodeString(aclForUser2)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"user.origin": "a scanner", "system.posix_acl_access": string(acl)}
	for name, value := range want {
		if err := unix.Setxattr(d.Path("a.txt"), name, []byte(value), 0); err != nil {
			t.Skipf("this file system has no attributes: %v", err)
		}
	}
	before, err := os.Stat(d.Path("a.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if err := do(d, t, apply.Input{IDs: []string{id}}); err != nil {
		t.Fatal(err)
	}
	for name, value := range want {
		got := make([]byte, 1<<10)
		n, err := unix.Getxattr(d.Path("a.txt"), name, got)
		if err != nil || string(got[:n]) != value {
			t.Errorf("%s is %q, %v", name, got[:max(n, 0)], err)
		}
	}
	if after, err := os.Stat(d.Path("a.txt")); err != nil || after.Mode() != before.Mode() {
		t.Errorf("the mode was %v, and is %v, %v", before.Mode(), after.Mode(), err)
	}
}
