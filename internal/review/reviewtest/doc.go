// Package reviewtest makes projects under review for tests, with a clock that the test sets.
package reviewtest
