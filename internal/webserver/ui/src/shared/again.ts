/** The extension reads in the same way: one read at a time, and one more for all that is asked meanwhile. */
export * from "../../../../../extension/src/again";
