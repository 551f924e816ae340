// Package reviewtest makes projects under review for tests, with a clock that a test moves.
package reviewtest
