// Package picture knows which bytes are a picture that a comment may hold: PNG, JPEG, GIF or WebP, by what the bytes say
// and never by a name. An SVG is none: it is a document that can hold scripts. What it lets through has a size that can
// be drawn; the rest of the bytes is not looked at, so the one that shows them names the type that was found here.
package picture
