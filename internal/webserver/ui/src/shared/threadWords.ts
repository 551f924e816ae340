/** The extension uses the same words for threads. */
export * from "../../../../../extension/src/threadWords";
