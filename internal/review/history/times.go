package history

import (
	"strconv"
	"strings"
	"time"

	"consider/internal/words"
)

// ParseTime reads a time in the past as people write it: a time span ("90m", "7d", "2 weeks ago", and git's
// "2.weeks.ago"), "today", "yesterday", or a date with or without a time of day, in the zone of now.
func ParseTime(s string, now time.Time) (time.Time, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	if d, ok := ParseSpan(s); ok {
		return now.Add(-d), true
	}
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch s {
	case "now":
		return now, true
	case "today":
		return midnight, true
	case "yesterday":
		return midnight.AddDate(0, 0, -1), true
	}
	for _, layout := range dates {
		if at, err := time.ParseInLocation(layout, strings.ToUpper(s), now.Location()); err == nil {
			return at, true
		}
	}
	return ago(s, now)
}

// dates are the accepted forms of a date: those that we print, and those that scripts write.
var dates = []string{
	time.DateOnly, "2006-01-02 15:04", time.DateTime, "2006-01-02T15:04", "2006-01-02T15:04:05",
	"2006-01-02 15:04Z07:00", "2006-01-02 15:04 -0700", "2006-01-02 15:04:05 -0700", time.RFC3339,
}

// ago reads a number and a unit: "3 days ago", "3.days.ago", "3 days", "an hour ago".
func ago(s string, now time.Time) (time.Time, bool) {
	parts := strings.Fields(strings.ReplaceAll(s, ".", " "))
	if len(parts) == 3 && parts[2] == "ago" {
		parts = parts[:2]
	}
	if len(parts) != 2 {
		return time.Time{}, false
	}
	n, err := strconv.Atoi(parts[0])
	switch {
	case parts[0] == "a" || parts[0] == "an":
		n = 1
	case err != nil || n < 0 || n > maxDays:
		return time.Time{}, false
	}
	switch strings.TrimSuffix(parts[1], "s") {
	case "second", "sec":
		return now.Add(-time.Duration(n) * time.Second), true
	case "minute", "min":
		return now.Add(-time.Duration(n) * time.Minute), true
	case "hour":
		return now.Add(-time.Duration(n) * time.Hour), true
	case "day":
		return now.AddDate(0, 0, -n), true
	case "week":
		return now.AddDate(0, 0, -7*n), true
	case "month":
		return now.AddDate(0, -n, 0), true
	case "year":
		return now.AddDate(-n, 0, 0), true
	}
	return time.Time{}, false
}

// ParseSpan reads a time span: Go's form of a duration, or days or weeks ("7d", "2w").
func ParseSpan(s string) (time.Duration, bool) {
	for unit, days := range map[string]int{"d": 1, "w": 7} {
		if number, ok := strings.CutSuffix(s, unit); ok && words.AllDigits(number) {
			n, err := strconv.Atoi(number)
			return time.Duration(n*days) * 24 * time.Hour, err == nil && n <= maxDays/days
		}
	}
	d, err := time.ParseDuration(s)
	return d, err == nil && d >= 0
}

const maxDays = 100_000 // a time.Duration holds 106,751
