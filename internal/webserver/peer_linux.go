package webserver

import (
	"bufio"
	"fmt"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
)

// ofAnotherUser reports whether the other end of a connection to our port belongs to another user of this machine.
// Root does not count: it forwards ports, and needs no address to be let in. Where the system does not tell, the answer
// is false.
func ofAnotherUser(remote, port string) bool {
	from, err := netip.ParseAddrPort(remote)
	if err != nil {
		return false
	}
	to, err := strconv.Atoi(port)
	if err != nil {
		return false
	}
	// Whatever the addresses: who fakes a second connection of these two ports gains nothing.
	local, peer := fmt.Sprintf(":%04X", from.Port()), fmt.Sprintf(":%04X", to)
	own := []string{"0", strconv.Itoa(os.Geteuid())}
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		f, err := os.Open(table)
		if err != nil {
			continue
		}
		for lines := bufio.NewScanner(f); lines.Scan(); {
			// sl local_address rem_address st tx:rx tr:when retrnsmt uid …
			row := strings.Fields(lines.Text())
			if len(row) > 7 && strings.HasSuffix(row[1], local) && strings.HasSuffix(row[2], peer) && !slices.Contains(own, row[7]) {
				f.Close()
				return true
			}
		}
		f.Close()
	}
	return false
}
