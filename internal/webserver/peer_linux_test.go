package webserver

import (
	"net"
	"os"
	"os/exec"
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
