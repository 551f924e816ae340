package webserver

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
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
	own := []int{0, os.Geteuid()}
	if uid, err := userOf(from, netip.AddrPortFrom(from.Addr(), uint16(to))); err == nil {
		return !slices.Contains(own, uid)
	}
	return slices.ContainsFunc(usersOf(from.Port(), uint16(to)), func(uid int) bool { return !slices.Contains(own, uid) })
}

// From linux/sock_diag.h and linux/inet_diag.h.
const (
	netlinkSockDiag  = 4
	sockDiagByFamily = 20
	anyState         = 0xffffffff
	diagUID          = syscall.NLMSG_HDRLEN + 64 // offset of the user id in the answer
	diagRequest      = 56
)

var errUntold = errors.New("the system does not report which user owns the connection")

// userOf asks the system for the owner of one end of a connection. Reading the tables of all connections takes 10 ms on a
// system with room for many, and the first page waits for this.
func userOf(local, peer netip.AddrPort) (uid int, err error) {
	fd, err := syscall.Socket(syscall.AF_NETLINK, syscall.SOCK_DGRAM|syscall.SOCK_CLOEXEC, netlinkSockDiag)
	if err != nil {
		return 0, err
	}
	defer func() { _ = syscall.Close(fd) }()
	if err := syscall.SetsockoptTimeval(fd, syscall.SOL_SOCKET, syscall.SO_RCVTIMEO, &syscall.Timeval{Sec: 1}); err != nil {
		return 0, err
	}
	ask := make([]byte, 0, syscall.NLMSG_HDRLEN+diagRequest)
	native := binary.NativeEndian
	ask = native.AppendUint32(ask, syscall.NLMSG_HDRLEN+diagRequest)
	ask = native.AppendUint16(ask, sockDiagByFamily)
	ask = native.AppendUint16(ask, syscall.NLM_F_REQUEST)
	ask = append(ask, make([]byte, 8)...) // no sequence number, and the kernel's own port
	family := byte(syscall.AF_INET)
	if local.Addr().Is6() && !local.Addr().Is4In6() {
		family = syscall.AF_INET6
	}
	ask = append(ask, family, syscall.IPPROTO_TCP, 0, 0)
	ask = native.AppendUint32(ask, anyState)
	ask = binary.BigEndian.AppendUint16(ask, local.Port())
	ask = binary.BigEndian.AppendUint16(ask, peer.Port())
	for _, end := range []netip.AddrPort{local, peer} {
		var room [16]byte
		copy(room[:], end.Addr().Unmap().AsSlice())
		ask = append(ask, room[:]...)
	}
	ask = native.AppendUint32(ask, 0)          // any interface
	ask = native.AppendUint64(ask, ^uint64(0)) // any cookie
	if err := syscall.Sendto(fd, ask, 0, &syscall.SockaddrNetlink{Family: syscall.AF_NETLINK}); err != nil {
		return 0, err
	}
	answer := make([]byte, os.Getpagesize())
	n, _, err := syscall.Recvfrom(fd, answer, 0)
	if err != nil {
		return 0, err
	}
	if n < diagUID+4 || native.Uint16(answer[4:]) != sockDiagByFamily {
		return 0, errUntold
	}
	return int(native.Uint32(answer[diagUID:])), nil
}

// usersOf finds the owners in the system's tables, for systems that cannot be asked about a single connection. It ignores
// the addresses: faking a second connection between these two ports gains nothing.
func usersOf(from, to uint16) []int {
	local, peer := fmt.Sprintf(":%04X", from), fmt.Sprintf(":%04X", to)
	var users []int
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		f, err := os.Open(table)
		if err != nil {
			continue
		}
		for lines := bufio.NewScanner(f); lines.Scan(); {
			// sl local_address rem_address st tx:rx tr:when retrnsmt uid …
			row := strings.Fields(lines.Text())
			if len(row) <= 7 || !strings.HasSuffix(row[1], local) || !strings.HasSuffix(row[2], peer) {
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
