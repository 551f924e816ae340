// Package markdown turns what people and agents write into HTML that is safe to put into a page.
//
// The words of this package:
//
//   - source: the Markdown as it was written, in the dialect of GitHub: tables, strikethrough, task lists and
//     bare links, and a line break where the source has one. All of it is taken for hostile.
//   - inert: HTML that can neither run nor fetch anything. HTML in the source is shown as the text it is. A link
//     leads to the web or to a mail address or is not a link. An image is a link to itself: a picture that is
//     fetched tells a stranger that it is read.
//   - block: a piece of a source that is rendered by itself, with its lines. A reader can say something of a block, and
//     it is said of those lines.
//
// What comes out holds only the elements that this package writes, without style, script, event handler, id or
// form; a class stands on nothing but code blocks ("language-go"), for the page that colours them. No heading has an
// id, so that a text can't take over a name that the page around it uses.
package markdown
