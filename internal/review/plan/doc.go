// Package plan is the review of a plan before the work begins: a text with versions, which an agent or a person shows; a
// person comments on its passages and decides; the comments go with their passages into the next version.
//
// A plan is a manifest and the texts of its versions in the store's tree. What is said of it are threads: to a program
// that knows no plans they are on an agent's answer, whose text is kept beside them.
package plan
