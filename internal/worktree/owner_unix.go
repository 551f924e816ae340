//go:build unix

package worktree

import (
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// ForeignOwner gives the name of the user that the store belongs to, if that is another than the caller: git's own
// rule. Root acts for the user who called sudo. What root would make belongs to the owner of the folder it is made in
// (package gitstore gives it to them), so before there is a store, that one counts for root.
func (p Project) ForeignOwner(sudoUID string) (owner string, foreign bool) {
	caller := os.Geteuid()
	info, err := os.Lstat(p.StoreDir)
	if err != nil && caller == 0 {
		info, err = os.Stat(filepath.Dir(p.StoreDir))
	}
	if err != nil {
		return "", false // it is not there, or opening it says why not
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(st.Uid) == caller {
		return "", false
	}
	uid := strconv.FormatUint(uint64(st.Uid), 10)
	if caller == 0 && uid == sudoUID {
		return "", false
	}
	if known, err := user.LookupId(uid); err == nil {
		return known.Username, true
	}
	return uid, true
}
