package webserver

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
)

// ofAnotherUser reports whether the other end of a connection to our port belongs to another user of this machine. Root
// does not count: it forwards ports, and can get in anyway. It returns false if the system does not say.
func ofAnotherUser(remote, port string) bool {
	from, err := netip.ParseAddrPort(remote)
	if err != nil {
		return false
	}
	to, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return false
	}
	users := usersOf(from, netip.AddrPortFrom(from.Addr(), uint16(to)))
	return slices.ContainsFunc(users, func(uid int) bool { return uid != 0 && uid != os.Geteuid() })
}

// usersOf finds the owners of one end of a connection in the system's tables.
func usersOf(local, peer netip.AddrPort) []int {
	var users []int
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		f, err := os.Open(table)
		if err != nil {
			continue
		}
		for lines := bufio.NewScanner(f); lines.Scan(); {
			// sl local_address rem_address st tx:rx tr:when retrnsmt uid …
			row := strings.Fields(lines.Text())
			if len(row) <= 7 || !strings.HasSuffix(row[1], inTable(local)) || !strings.HasSuffix(row[2], inTable(peer)) {
				continue
			}
			if uid, err := strconv.Atoi(row[7]); err == nil {
				users = append(users, uid)
			}
		}
		f.Close()
	}
	return users
}

// inTable returns the end of an address as it is in both tables: its last 32 bits, in the byte order of the machine, and the
// port. An address of IPv4 may be in either table.
func inTable(end netip.AddrPort) string {
	address := end.Addr().As16()
	return fmt.Sprintf("%08X:%04X", binary.NativeEndian.Uint32(address[12:]), end.Port())
}
