package webserver

import (
	"context"
	"net"
	"strconv"
	"time"

	"consider/internal/fail"
)

const portsTried = 50 // after the requested one

// Listen takes the port, or the next free one. A port that answers counts as taken, even if the system would let us
// listen in front of its owner.
func Listen(ctx context.Context, port int, asked bool) (net.Listener, error) {
	if port < 0 || port > 65535 {
		return nil, fail.Usage("{--port} must be 0 to 65535, not %d", port)
	}
	var config net.ListenConfig
	for try := port; try <= min(port+portsTried, 65535); try++ {
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(try))
		if try != 0 && isListening(ctx, address) {
			continue
		}
		if l, err := config.Listen(ctx, "tcp4", address); err == nil {
			return l, nil
		} else if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if !asked {
		if l, err := config.Listen(ctx, "tcp4", "127.0.0.1:0"); err == nil {
			return l, nil
		}
	}
	return nil, fail.Denied("no free port from %d upward", port).Hint("use {--port 0} for any free port")
}

func isListening(ctx context.Context, address string) bool {
	dialer := net.Dialer{Timeout: 200 * time.Millisecond}
	conn, err := dialer.DialContext(ctx, "tcp4", address)
	if err != nil {
		return false
	}
	_ = conn.Close() // nothing was said
	return true
}
