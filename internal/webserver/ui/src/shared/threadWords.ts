/** What is said of threads is said in the same words in the extension. */
export * from "../../../../../extension/src/threadWords";
