package webserver

import (
	"net"
	"strconv"
	"testing"
)

func TestAPortThatIsTakenIsPassedOver(t *testing.T) {
	config := net.ListenConfig{}
	taken, err := config.Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := taken.Addr().(*net.TCPAddr).Port
	l, err := Listen(t.Context(), port, true)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	got := l.Addr().(*net.TCPAddr)
	if got.Port <= port || got.Port > port+portsTried || !got.IP.IsLoopback() {
		t.Errorf("listening on %s, asked for %s", got, strconv.Itoa(port))
	}
}
