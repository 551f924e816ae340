// Package picture recognizes the pictures that a comment may hold: PNG, JPEG, GIF and WebP, by their bytes and never by
// a name. SVG is not accepted, because it is a document that can hold scripts. An accepted picture has a size that can
// be drawn. The rest of its bytes is not checked, so it must be served with the type that was found here.
package picture
