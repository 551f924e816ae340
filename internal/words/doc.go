// Package words formats small parts of texts for people: one line, a plural, a range of lines.
package words
