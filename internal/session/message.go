package session

import (
	"strings"

	"consider/internal/fail"
	"consider/internal/thread"
)

// Message checks a message's text and returns it as it will be stored: unchanged except that newlines at the end are
// removed.
func Message(body string) (string, error) {
	body = strings.TrimRight(body, "\r\n")
	switch {
	case strings.TrimSpace(body) == "":
		return "", fail.Usage("no message").Hint("pass {-m TEXT}").Hint("or {-F FILE} (- reads standard input)")
	case len(body) > thread.MaxBody:
		return "", fail.Denied("the message is %d bytes; the limit is %d", len(body), thread.MaxBody).
			Hint("put long text in a file in the project, and refer to it")
	case strings.ToValidUTF8(body, "") != body:
		return "", fail.Usage("the message is not valid UTF-8")
	case strings.ContainsRune(body, 0):
		return "", fail.Usage("the message contains a NUL character")
	}
	return body, nil
}
