// Package linediff maps the lines of one text to the lines of another.
package linediff
