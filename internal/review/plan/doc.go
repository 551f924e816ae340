// Package plan reviews a plan before the work begins. A plan is a text with versions that an agent or a person
// presents; a person comments on its passages and decides; the comments move with their passages to the next version.
//
// A plan is stored as a manifest and the texts of its versions in the store's tree. Comments on it are threads. To a
// program that does not know plans, they are threads on an agent's response, whose text is stored with them.
package plan
