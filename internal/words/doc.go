// Package words has the small things that all texts for people are made of: one line, a plural, a range of lines.
package words
