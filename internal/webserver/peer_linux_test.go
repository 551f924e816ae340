package webserver

import (
	"net"
	"net/netip"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"syscall"
	"testing"
)

// Another user can read the address on the browser's command line, and could be faster than the browser.
func TestATicketIsOnlyForTheUserWhoStartedTheServer(t *testing.T) {
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	accepted := func() string {
		t.Helper()
		conn, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		return conn.RemoteAddr().String()
	}
	dialer := net.Dialer{}
	conn, err := dialer.DialContext(t.Context(), "tcp4", "127.0.0.1:"+port)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if ofAnotherUser(accepted(), port) {
		t.Error("one's own connection is another user's")
	}
	if os.Geteuid() != 0 {
		t.Skip("only root can act as another user")
	}
	other := exec.CommandContext(t.Context(), "bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/"+port+"; read -u 3")
	other.Dir = "/"
	other.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	if err := other.Start(); err != nil {
		t.Skip("no other user here: ", err)
	}
	defer func() { _ = other.Wait() }()
	defer func() { _ = other.Process.Kill() }()
	if !ofAnotherUser(accepted(), port) {
		t.Error("another user's connection is taken for one's own")
	}
}

func TestTheTablesNameTheOwnerOfAConnection(t *testing.T) {
	for _, address := range []string{"127.0.0.1:0", "[::1]:0"} {
		l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address)
		if err != nil {
			continue // not every system has IPv6
		}
		defer l.Close()
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		local, peer := netip.MustParseAddrPort(conn.LocalAddr().String()), netip.MustParseAddrPort(l.Addr().String())
		if users := usersOf(local, peer); !slices.Equal(users, []int{os.Geteuid()}) {
			t.Errorf("%s: the tables name %v", address, users)
		}
		elsewhere := netip.AddrPortFrom(netip.MustParseAddr("127.0.0.2"), local.Port())
		for _, end := range []netip.AddrPort{netip.AddrPortFrom(local.Addr(), 1), elsewhere} {
			if users := usersOf(end, peer); len(users) > 0 {
				t.Errorf("%s: the connection from %s, which is not there, has the owners %v", address, end, users)
			}
		}
	}
}
