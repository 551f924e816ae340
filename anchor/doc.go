// Package anchor finds lines of an old text again in a new one.
package anchor
